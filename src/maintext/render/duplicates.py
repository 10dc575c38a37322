"""Drop duplicate blocks within a page.

Sites repeat a block for small and large screens, a teaser above the text, or a signature below every post.
Intended repetition stays: neighbouring blocks (refrains), blocks under different headings, list items,
table cells, code, quotations and short texts.

A block is a *copy* if all of these hold:

- its letters and digits equal those of an earlier block in another container
- both have headings with the same words, or the earlier one precedes the first heading
- one of the containers has only repeated blocks; two records may share a clause

A block is *cut off* if it ends in an ellipsis and another block continues it.

Cost O(n_rows). Only blocks with equal counts of words, letters and digits are read, and the beginnings of all
longer blocks if one ends in an ellipsis.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect
from collections import Counter

import numpy as np

from maintext._core.text import ends_in_ellipsis, may_have_copies
from maintext.html import Page
from maintext.html.arrays import Bool, Int
from maintext.html.blocks import Blocks, find_blocks
from maintext.html.characters import letters_of
from maintext.html.tags import BLOCK, HEADING_TAGS, tag_mask
from maintext.selection import Selection

__all__ = ["COPY", "CUT_OFF", "drop_duplicate_blocks", "find_copies"]

COPY, CUT_OFF = "a copy of an earlier block", "the beginning of another block, cut off"

# One CJK character carries as much text as this many letters.
_CJK_WEIGHT = 2.5
# Minimum of a copy, by experiment on the development corpus; shorter texts are repeated on purpose.
_MIN_CHARS = 100
_MIN_START = 40  # minimum of a cut-off block
_AS_THEY_ARE = tag_mask("td th li dt dd pre code textarea blockquote q math".split())
_STAYS = _AS_THEY_ARE.view(np.uint8)
_HEADINGS = tag_mask(HEADING_TAGS)
_LETTERS = re.compile(r"[^\W_]+")  # and digits
# Containers of copies that are looked at, blocks around each, elements above it.
_MAX_PAIRS, _MAX_AROUND, _MAX_UP = 50, 300, 10
_N_COMPARED = 32  # letters and digits of all blocks, before whole blocks are compared


def drop_duplicate_blocks(page: Page, selection: Selection) -> Selection:
    """Return the selection without duplicate blocks; the same one if there are none.

    The reason is :data:`COPY` or :data:`CUT_OFF`.
    """
    limits = _CJK_WEIGHT, _MIN_CHARS, _MIN_START
    has_hidden = (selection.keep & page.is_hidden).any()
    if not has_hidden and not may_have_copies(page.columns, selection.keep.view(np.uint8), _STAYS, *limits):
        return selection
    blocks = find_blocks(page, selection.keep)
    copies, beginnings = find_copies(page, blocks)
    if not (copies.any() or beginnings.any()):
        return selection
    for chosen, reason in ((copies, COPY), (beginnings, CUT_OFF)):
        rows = selection.keep & np.isin(page.block, page.block[blocks.row[chosen]]) & page.is_text
        selection = selection.with_rule(rows, reason, is_kept=False)
    return selection


def find_copies(page: Page, blocks: Blocks) -> tuple[Bool, Bool]:
    """Return the masks of copied and of cut-off blocks, two of shape (n_blocks,)."""
    weight = blocks.n_chars + (_CJK_WEIGHT - 1) * blocks.n_cjk
    is_free = ~page.inside(page.tagged(_AS_THEY_ARE))[blocks.row]
    copies = _find_repeated(page, blocks, is_free & (weight >= _MIN_CHARS))
    copies |= _find_hidden_copies(page, blocks, is_free, copies)
    return copies, _find_cut_off(page, blocks, is_free & (weight >= _MIN_START) & ~copies)


def _find_repeated(page: Page, blocks: Blocks, candidates: Bool) -> Bool:
    found = np.zeros(len(blocks), dtype=np.bool_)
    chosen, n_letters = candidates.nonzero()[0], blocks.n_chars - blocks.n_punctuation
    # One number for the three counts, equal for texts with the same letters and digits.
    counts = ((blocks.n_words * 1_000_003 + n_letters) * 1_009 + blocks.n_digits)[chosen].tolist()
    n_alike = Counter(counts)
    alike = [block for block, count in zip(chosen.tolist(), counts, strict=True) if n_alike[count] > 1]
    if not alike:
        return found
    heading = _headings_before(page, blocks)
    unique: frozenset[int] | None = None  # containers with text of their own
    earlier: dict[tuple[str, str], set[int]] = {}
    pairs: set[tuple[int, int]] = set()  # containers of copies, of what they copy
    for block in alike:
        under = _read_letters(page, blocks, int(heading[block])) if heading[block] >= 0 else ""
        group, text = _container_of(page, int(blocks.element[block])), _read_letters(page, blocks, block)
        # What stands above the first heading introduces the page, whatever it is under again.
        groups = earlier.get((text, under), set()) | earlier.get((text, ""), set())
        if groups and group not in groups:
            if unique is None:
                unique = _find_unique_text(page, blocks)
            found[block] = not unique.issuperset((group, *groups))
            if found[block]:
                pairs.update((group, other) for other in groups)
        if not found[block]:
            earlier.setdefault((text, under), set()).add(group)
    for group, other in sorted(pairs)[:_MAX_PAIRS]:
        if page.end[other] <= group:
            found[_rest_of_copy(page, blocks, group, other)] = True
    return found


def _rest_of_copy(page: Page, blocks: Blocks, group: int, other: int) -> list[int]:
    """Return the blocks around a copy that stand around the other one too: headings and short texts."""
    own, others = (_letters_in(page, blocks, element) for element in (group, other))
    found = [block for block, text in own.items() if text in others.values()]
    for _ in range(_MAX_UP):
        group, other = int(page.parent[group]), int(page.parent[other])
        if page.end[other] > group:
            break
        own, others = (_letters_in(page, blocks, element) for element in (group, other))
        if not own or not set(others.values()).issuperset(own.values()):
            break
        found = list(own)
    return found


def _letters_in(page: Page, blocks: Blocks, element: int) -> dict[int, str]:
    """Return the letters and digits of the blocks in an element; of none where it has many."""
    first, end = blocks.row.searchsorted((element, page.end[element])).tolist()
    inside = range(first, end) if end - first <= _MAX_AROUND else ()
    return {block: _read_letters(page, blocks, block) for block in inside}


def _find_hidden_copies(page: Page, blocks: Blocks, candidates: Bool, copies: Bool) -> Bool:
    """Find hidden blocks, as in ``<noscript>``, whose letters shown ones have that are no copies.

    A long one may be several shown ones with other line breaks.
    """
    found = np.zeros(len(blocks), dtype=np.bool_)
    is_hidden = page.is_hidden[blocks.row]
    if hidden := (candidates & is_hidden).nonzero()[0].tolist():
        shown = [_read_letters(page, blocks, block) for block in (~is_hidden & ~copies).nonzero()[0].tolist()]
        words, letters = set(shown), "".join(shown)
        for block in hidden:
            text = _read_letters(page, blocks, block)
            is_copy = text in words or (len(text) >= _MIN_CHARS and text in letters)
            found[block] = is_copy and not text.isdigit()  # a price is that of several products
    return found


def _find_unique_text(page: Page, blocks: Blocks) -> frozenset[int]:
    """Return the containers with a block whose text is on the page once."""
    letters = [_read_letters(page, blocks, block) for block in range(len(blocks))]
    n_alike = Counter(letters)
    elements = zip(letters, blocks.element.tolist(), strict=True)
    return frozenset(_container_of(page, element) for text, element in elements if n_alike[text] == 1)


def _headings_before(page: Page, blocks: Blocks) -> Int:
    """Return the last heading block up to each block; −1 for none."""
    is_heading = page.inside(page.tagged(_HEADINGS))[blocks.row]
    return np.maximum.accumulate(np.where(is_heading, np.arange(len(blocks)), -1))


def _container_of(page: Page, element: int) -> int:
    """Return the element that holds a paragraph and its neighbours."""
    while page.parent[element] >= 0 and page.name(element) not in BLOCK:
        element = int(page.parent[element])
    return int(page.parent[element])


def _find_cut_off(page: Page, blocks: Blocks, candidates: Bool) -> Bool:
    found = np.zeros(len(blocks), dtype=np.bool_)
    if not any(ellipsis in page.text for ellipsis in ("…", "...", "。。。")):
        return found
    chosen = candidates.nonzero()[0].tolist()
    chosen = [block for block in chosen if ends_in_ellipsis(page.row_text(int(blocks.last[block])))]
    if not chosen:
        return found
    cut_off = [(block, _read_letters(page, blocks, block)) for block in chosen]
    n_compared = min(_N_COMPARED, *(len(letters) for _, letters in cut_off))
    starts = {letters[:n_compared] for _, letters in cut_off}
    # Case folding makes up to three letters of one.
    longer = (3 * blocks.n_chars > n_compared).nonzero()[0].tolist()
    alike = [block for block in longer if _read_letters(page, blocks, block, n_compared) in starts]
    texts = sorted(_read_letters(page, blocks, block) for block in alike)
    for block, letters in cut_off:
        # Texts that go on with these letters come right after those that are equal.
        after = bisect(texts, letters)
        found[block] = bool(letters) and after < len(texts) and texts[after].startswith(letters)
    return found


def _read_letters(page: Page, blocks: Blocks, block: int, maximum: int = sys.maxsize) -> str:
    """Return up to ``maximum`` letters and digits of a block, case folded."""
    first, last = int(blocks.row[block]), int(blocks.last[block])
    text = page.row_text(first)
    # The beginning of the first text is enough for most blocks.
    if maximum < len(text) and len(begin := _fold_letters(text[: 2 * maximum])) >= maximum:
        return begin[:maximum]
    if first < last:
        rows = first + (blocks.of_row[first : last + 1] == block).nonzero()[0]
        text = "".join(map(page.row_text, rows.tolist()))
    return _fold_letters(text)[:maximum]


def _fold_letters(text: str) -> str:
    # Small letters of ASCII are its folded ones, and are found faster.
    return letters_of(text).replace("_", "") if text.isascii() else "".join(_LETTERS.findall(text)).casefold()
