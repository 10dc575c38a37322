"""Selection to markup: slices of the page's bytes around the kept text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.markup import join_pieces
from maintext.html.tags import AS_WRITTEN, BLOCK, HEADING_TAGS, tag_id, tag_ids, tag_mask
from maintext.render.apart import SEEN_NAMES, as_html

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.regions import Regions

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = [
    "RAW_TEXT",
    "WRITTEN",
    "Edits",
    "is_block",
    "kept_markup",
    "nearest",
    "shown_rows",
]

_MEDIA = tag_mask("img picture source video audio track hr br wbr math iframe embed".split())
_RULES = tag_mask(("hr", "br", "wbr"))  # which part texts: there is nothing before the first text to part
# What of it is to be seen, a heading without text too.
_SEEN = tag_mask(SEEN_NAMES)
_HEADINGS = tag_mask(HEADING_TAGS)
_BLANK = re.compile(r"(?:\s|<(?!img\b|math\b)[^<>]*>)*")  # markup with nothing to see
# Drawn by browsers although their fallback text is hidden.
_DRAWN = tag_mask(("video", "audio"))
_BLOCK = tag_ids(BLOCK)
_VOID = tag_mask(
    """
        area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """.split()
)
_BODY = tag_mask(("body", "frameset"))
WRITTEN = tag_mask(AS_WRITTEN)
"""Elements whose white space stays as it is written, a mask over tags."""
_KIND_OF = sum(
    mask.astype(np.uint8) << bit
    for bit, mask in enumerate((_MEDIA, _RULES, _SEEN, _HEADINGS, _DRAWN, _VOID, _BODY, WRITTEN))
)
_SPACE_OR_MARK, _LINE_END, _SPACE = 1, 2, 4  # marks, see maintext.render.apart
RAW_TEXT = tag_mask(("listing", "plaintext", "xmp"))
"""Elements whose content HTML reads without entities (plaintext has no end), a mask over tags."""


@dataclass(frozen=True, slots=True)
class Edits:
    """Markup to write in the place of a page's own, by row.

    Attributes
    ----------
    start, end
        In the place of an element's start tag or end tag; of elements that have kept text.
    whole
        In the place of a row with all that is in it, whether it has kept text or not.
    """

    start: dict[int, str] = field(default_factory=dict)
    end: dict[int, str] = field(default_factory=dict)
    whole: dict[int, str] = field(default_factory=dict)

    def rename(self, row: int, start: str, end: str) -> None:
        """Write other tags around what is in an element."""
        self.start[row], self.end[row] = start, end


def kept_markup(regions: Regions, edits: Edits | None = None) -> tuple[str, bool]:
    """Return the kept text with the elements around it, unsanitised, to be read as HTML.

    A subtree whose visible text is all kept is one slice of ``page.data``; elsewhere only the tags
    on the way to kept text are written. Hidden parts are cut out. Pictures and other elements
    without text stay when the texts before and after them are kept. Texts stay as far apart as they
    were: where only a removed part did that, a space or ``<br/>`` stands in its place.

    Parameters
    ----------
    regions
        What is kept.
    edits
        What is written in the place of rows or tags.

    Returns
    -------
    markup
        Elements and texts, ``""`` where nothing is kept.
    has_breaks
        Whether line breaks stand in the place of removed parts.

    Notes
    -----
    Cost O(n_rows), and O(1) for each slice.
    """
    edits = edits or Edits()
    if not regions.kept.any() and not edits.whole:
        return "", False
    edits = _with_gaps(regions, edits)
    rows = (column.view(np.uint8) for column in (regions.kept, regions.shown, regions.in_main))
    data: bytes = join_pieces(
        regions.page.columns, *rows, _KIND_OF, edits.start, edits.end, edits.whole, _BLANK.fullmatch
    )
    return as_html(data.decode(), has_raw_text=bool(regions.tags[0][RAW_TEXT].any()))


def is_block(name: str) -> bool:
    """Return whether text inside and outside an element of this name never belongs to one paragraph."""
    return tag_id(name) in _BLOCK


def nearest(page: Page, names: Iterable[str]) -> Rows:
    """Return the innermost element with one of the names around each row, or the row; −1 for none."""
    found = np.full(len(page), -1, dtype=np.int64)
    # Pre-order: an inner element comes later and overwrites its part of the outer one's range.
    for row in np.flatnonzero(page.is_tag(names)).tolist():
        found[row : page.end[row]] = row
    return found


def shown_rows(page: Page, kept: Bool) -> Bool:
    """Return the rows that are not hidden, or stand in a hidden element of which some text is kept."""
    if not (kept & page.is_hidden).any():
        return ~page.is_hidden
    return ~page.is_hidden | page.inside(page.is_hidden & (page.subtree_sum(kept) > 0))


def _with_gaps(regions: Regions, edits: Edits) -> Edits:
    """Edits by which texts stay apart that neither an element nor a removed part sets apart."""
    if not regions.begins and not regions.edges:
        return edits
    page = regions.page
    spaces = np.where(page.inside(WRITTEN[page.tag])[regions.edges], _SPACE, _SPACE_OR_MARK).tolist()
    gaps = dict(zip(regions.edges, spaces, strict=True)) | dict.fromkeys(regions.begins, _LINE_END)
    texts = np.flatnonzero(regions.kept)
    more = Edits(edits.start.copy(), edits.end.copy(), edits.whole.copy())
    for row, gap in gaps.items():
        place = int(np.searchsorted(texts, row))
        if place > 0:
            _mark_before(page, row, int(texts[place - 1]), f"\x01{gap}", more)
    return more


def _mark_before(page: Page, row: int, left: int, mark: str, edits: Edits) -> None:
    """Write a mark before the outermost element that begins between two texts, or before the second."""
    while page.parent[row] > left:
        row = int(page.parent[row])
    if row in edits.whole or page.is_text[row]:
        own = page.data[page.byte_start[row] : page.byte_end[row]].decode()
        edits.whole[row] = mark + edits.whole.get(row, own)
        return
    tags = (page.byte_start, page.inner_start), (page.inner_end, page.byte_end)
    opening, closing = (page.data[start[row] : end[row]].decode() for start, end in tags)
    edits.start[row] = mark + edits.start.get(row, opening)
    edits.end.setdefault(row, closing)
