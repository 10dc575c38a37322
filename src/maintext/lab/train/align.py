"""Labels: which blocks of a page the gold text holds.

The gold text is a text, not a list of blocks, so it is aligned: the longest common subsequence of
words of page and gold finds the blocks in order; blocks out of order (a caption moved, a lead put
first) are found by their word quadruples, as long as the gold still has words to give. The one file
that imports rapidfuzz.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["label_blocks"]

_SHINGLE = 4
_ENOUGH = 0.6  # share of a block's words that must be found for it to count as held
_MAX_WORK = 6e9  # pages × gold words beyond this are labelled by quadruples alone


def label_blocks(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> list[float]:
    """Return the share of each block's words that stand in the gold text, in [0, 1].

    Parameters
    ----------
    blocks
        Words of each block, in page order.
    gold
        Words of the gold text.
    """
    in_order = _in_order(blocks, gold)
    shingles = {tuple(gold[i : i + _SHINGLE]) for i in range(len(gold) - _SHINGLE + 1)}
    left = Counter(gold)
    labels = [0.0] * len(blocks)
    for i, words in enumerate(blocks):
        if in_order[i] >= _ENOUGH and (len(words) > 2 or in_order[i] == 1):
            labels[i] = in_order[i]
            left.subtract(words)
    for i, words in enumerate(blocks):
        if labels[i] == 0 and (covered := _covered(words, shingles)) >= _ENOUGH:
            given = sum(min(n, max(0, left[word])) for word, n in Counter(words).items()) / len(words)
            if given >= _ENOUGH:
                labels[i] = min(covered, given)
                left.subtract(words)
    return [
        label or (share if len(words) > 2 else 0.0)
        for label, share, words in zip(labels, in_order, blocks, strict=True)
    ]


def _in_order(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> list[float]:
    """Share of each block's words on the longest common subsequence."""
    try:
        from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("rapidfuzz", "train") from error
    number = {word: i for i, word in enumerate(dict.fromkeys(gold))}
    page: list[int] = []
    owner: list[int] = []
    for i, words in enumerate(blocks):
        page += [number.get(word, -1 - len(page) - k) for k, word in enumerate(words)]
        owner += [i] * len(words)
    found = [0] * len(blocks)
    if page and gold and len(page) * len(gold) < _MAX_WORK:
        for step in LCSseq.opcodes(page, [number[word] for word in gold]):
            if step.tag == "equal":
                for at in range(step.src_start, step.src_end):
                    found[owner[at]] += 1
    return [n / max(1, len(words)) for n, words in zip(found, blocks, strict=True)]


def _covered(words: Sequence[str], shingles: set[tuple[str, ...]]) -> float:
    """Share of the words that stand in a quadruple of the gold text; 0 for blocks under six words."""
    if len(words) < 6:
        return 0.0
    covered = [False] * len(words)
    for i in range(len(words) - _SHINGLE + 1):
        if tuple(words[i : i + _SHINGLE]) in shingles:
            covered[i : i + _SHINGLE] = [True] * _SHINGLE
    return sum(covered) / len(words)
