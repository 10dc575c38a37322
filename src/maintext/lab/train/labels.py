"""Label blocks as main text: aligned with a gold text, or from a file of labels.

A gold text is aligned by the longest common subsequence of words. Blocks out of order (a caption moved, a
lead put first) are found by their word quadruples, as long as the gold has words left to give.

A file of labels holds no text: for each page, by the digest of its HTML, its kind and the character ranges
of ``Page.text`` that are main text. So labels can be published without the pages. The one file that imports
rapidfuzz.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.compression import DAMAGED
from maintext.errors import DatasetError, needs_extra
from maintext.html import parse
from maintext.lab.evaluate import GoldPage

__all__ = ["Labels", "digest_of", "label_blocks", "labelled", "read_labels"]

_SHINGLE = 4
_MIN_SHARE = 0.6  # of a block's words found, to count as main text
_MAX_WORK = 6e9  # pages × gold words beyond this are labelled by quadruples alone


def label_blocks(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> list[float]:
    """Return the share of each block's words in the gold text, 0–1; blocks are in page order."""
    in_order = _share_in_order(blocks, gold)
    shingles = {tuple(gold[i : i + _SHINGLE]) for i in range(len(gold) - _SHINGLE + 1)}
    left = Counter(gold)
    labels = [0.0] * len(blocks)
    for i, words in enumerate(blocks):
        if in_order[i] >= _MIN_SHARE and (len(words) > 2 or in_order[i] == 1):
            labels[i] = in_order[i]
            left.subtract(words)
    for i, words in enumerate(blocks):
        if labels[i] == 0 and (covered := _share_covered(words, shingles)) >= _MIN_SHARE:
            given = sum(min(n, max(0, left[word])) for word, n in Counter(words).items()) / len(words)
            if given >= _MIN_SHARE:
                labels[i] = min(covered, given)
                left.subtract(words)
    return [
        label or (share if len(words) > 2 else 0.0)
        for label, share, words in zip(labels, in_order, blocks, strict=True)
    ]


def _share_in_order(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> list[float]:
    """Return the share of each block's words on the longest common subsequence."""
    with needs_extra("rapidfuzz", "train"):
        from rapidfuzz.distance import LCSseq  # noqa: PLC0415 - an extra
    page = [word for words in blocks for word in words]
    owner = [i for i, words in enumerate(blocks) for _ in words]
    found: Counter[int] = Counter()
    if page and gold and len(page) * len(gold) < _MAX_WORK:
        for step in LCSseq.opcodes(page, gold):
            if step.tag == "equal":
                found.update(owner[step.src_start : step.src_end])
    return [found[i] / max(1, len(words)) for i, words in enumerate(blocks)]


def _share_covered(words: Sequence[str], shingles: set[tuple[str, ...]]) -> float:
    """Return the share of words in quadruples of the gold text; 0 for blocks under six words."""
    if len(words) < 6:
        return 0.0
    covered = [False] * len(words)
    for i in range(len(words) - _SHINGLE + 1):
        if tuple(words[i : i + _SHINGLE]) in shingles:
            covered[i : i + _SHINGLE] = [True] * _SHINGLE
    return sum(covered) / len(words)


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of one page."""

    kind: str  # one of maintext.classify.model.kind.KINDS
    n_chars: int  # of the page's text; another length now means another page
    ranges: tuple[tuple[int, int], ...]
    """Half-open character ranges of main text, ascending. A block belongs to the range it begins in."""


def digest_of(html: str) -> str:
    """Return the key of a page in a file of labels: sixteen hexadecimal digits of its hash."""
    return hashlib.sha256(html.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_labels(path: str | os.PathLike[str]) -> dict[str, Labels]:
    """Read a file of labels, by the digests of the pages.

    Raises
    ------
    DatasetError
        The file cannot be read, or is no such file.
    """
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            return {
                digest: Labels(kind, n_chars, tuple((start, end) for start, end in ranges))
                for digest, (kind, n_chars, ranges) in json.load(file).items()
            }
    except (*DAMAGED, ValueError, TypeError, AttributeError) as error:
        hint = "give a file that scripts/label_pages.py wrote"
        raise DatasetError(f"{path} cannot be read as labels ({error}): {hint}") from error


def labelled(pages: Iterable[GoldPage], labels: Mapping[str, Labels]) -> Iterator[GoldPage]:
    """Yield pages, with the main text of their labels if they have no gold text by a person.

    Their ``gold_kind`` is ``labelled``, their type that of the labels. A page without labels, or whose text
    has changed since, is yielded as it is.
    """
    for page in pages:
        known = None if page.ranked else labels.get(digest_of(page.html))
        yield page if known is None else _with_labels(page, known)


def _with_labels(gold: GoldPage, labels: Labels) -> GoldPage:
    scene = BlockContext(parse(gold.html, gold.url))
    whole = scene.page.text
    if len(whole) != labels.n_chars:
        return gold
    starts, ends = scene.places
    first = np.array([start for start, _ in labels.ranges], dtype=np.int64)
    end_of = np.array([0, *(end for _, end in labels.ranges)], dtype=np.int64)
    is_main = starts < end_of[np.searchsorted(first, starts, side="right")]
    places = zip(starts[is_main].tolist(), ends[is_main].tolist(), strict=True)
    text = "\n".join(whole[start:end] for start, end in places)
    return replace(gold, gold_text=text, gold_kind="labelled", page_type=labels.kind)
