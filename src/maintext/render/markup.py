"""Selection to markup: slices of the page's bytes around the kept text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.page.tags import AS_WRITTEN, BLOCK, HEADING_TAGS, tag_id, tag_ids, tag_mask
from maintext.render.apart import SEEN_NAMES, as_html
from maintext.render.between import line_begins, not_drawn_edges
from maintext.render.regions import regions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = [
    "RAW_TEXT",
    "WRITTEN",
    "Edits",
    "as_html",
    "is_block",
    "kept_data",
    "kept_markup",
    "nearest",
    "shown_rows",
]

_KERNEL = compiled("markup")
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


def kept_markup(
    page: Page, selection: Selection, edits: Edits | None = None, in_main: Bool | None = None
) -> str:
    """Return the kept text with the elements around it, unsanitised, to be read as HTML.

    A subtree whose visible text is all kept is one slice of ``page.data``; elsewhere only the tags
    on the way to kept text are written. Hidden parts are cut out. Pictures and other elements
    without text stay when the texts before and after them are kept. Texts stay as far apart as they
    were: where only a removed part did that, a space or ``<br/>`` stands in its place.

    ``edits`` is written in the place of rows or tags. ``in_main`` is what ``in_main_content`` gives, for
    those who have it already. Cost O(n_rows) in numpy, and O(1) for each slice.
    """
    kept = selection.keep & page.is_text & (page.n_chars > 0)
    markup = kept_data(page, kept, edits or Edits(), in_main).decode()
    return as_html(markup, has_raw_text=bool(RAW_TEXT[page.tag].any()))[0]


def kept_data(page: Page, kept: Bool, edits: Edits, in_main: Bool | None = None) -> bytes:
    """Return what :func:`maintext.render.apart.as_html` makes :func:`kept_markup` of.

    ``kept`` are the kept text rows that are not blank.
    """
    if not kept.any() and not edits.whole:
        return b""
    in_main = regions(page, kept)[1] if in_main is None else in_main
    shown = shown_rows(page, kept)
    edits = _with_gaps(page, kept, edits)
    if _KERNEL is not None:
        return _joined(page, kept, shown, in_main, edits)
    drawn = shown | _in_players(page)
    edits = _closed_elements(page, in_main & drawn, edits)
    whole, partly = _states(page, kept, shown, drawn, in_main, edits)
    pieces = _pieces(page, whole, partly)
    pieces.marked(kept, shown)
    return pieces.joined(edits)


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


def _with_gaps(page: Page, kept: Bool, edits: Edits) -> Edits:
    """Edits by which texts stay apart that neither an element nor a removed part sets apart."""
    begins = line_begins(page, kept)
    edges = not_drawn_edges(page, kept)
    if not len(begins) and not len(edges):
        return edits
    spaces = np.where(page.inside(WRITTEN[page.tag])[edges], _SPACE, _SPACE_OR_MARK).tolist()
    gaps = dict(zip(edges.tolist(), spaces, strict=True)) | dict.fromkeys(begins.tolist(), _LINE_END)
    texts = np.flatnonzero(kept)
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


def _joined(page: Page, kept: Bool, shown: Bool, in_main: Bool, edits: Edits) -> bytes:
    """What the compiled kernel makes of all that follows."""
    assert _KERNEL is not None  # noqa: S101 - asked for only then
    rows = (column.view(np.uint8) for column in (kept, shown, page.is_hidden, in_main))
    columns = (page.tag, page.parent, page.end, page.n_chars, page.block, page.line)
    places = (page.byte_start, page.byte_end, page.inner_start, page.inner_end)
    pieces: list[bytes] = _KERNEL.pieces(
        page.data, *rows, *columns, *places, _KIND_OF, edits.start, edits.end, edits.whole, _BLANK.fullmatch
    )
    return b"".join(pieces)


# -- what is written ----------------------------------------------------------------------------------


def _states(
    page: Page, kept: Bool, shown: Bool, drawn: Bool, in_main: Bool, edits: Edits
) -> tuple[Bool, Bool]:
    """Rows to copy with their subtree, and elements of which only a part is kept."""
    solid = page.is_text & (page.n_chars > 0)
    is_space = page.is_text & ~solid & shown & in_main
    is_media = _MEDIA[page.tag] & drawn & in_main
    before = slice(0, int(np.argmax(kept)))  # the first kept text
    is_media[before] &= ~_RULES[page.tag[before]]
    is_space[before] = False
    in_empty = _in_empty_headings(page, kept, is_media, edits)
    replaced = _rows_of(page, edits.whole) & ~in_empty
    n_wanted = page.subtree_sum(((kept | is_space | is_media) & ~in_empty) | replaced)
    unwanted = (solid & ~kept) | ~drawn | replaced | in_empty | _rows_of(page, edits.start)
    whole = (n_wanted > 0) & (page.subtree_sum(unwanted) == 0) & ~(page.is_text & ~kept & ~is_space)
    partly = (n_wanted > 0) & ~whole & ~page.is_text
    if edits.whole:
        partly &= ~page.inside(replaced)
    return whole | replaced, partly


def _in_empty_headings(page: Page, kept: Bool, is_media: Bool, edits: Edits) -> Bool:
    """Rows of headings that would be written with nothing to see in them, of empty ones too."""
    seen = kept | (is_media & _SEEN[page.tag])
    if edits.whole:
        seen[list(edits.whole)] = [not _BLANK.fullmatch(markup) for markup in edits.whole.values()]
    is_empty = _HEADINGS[page.tag]
    is_empty &= page.subtree_sum(seen) == 0
    return page.inside(is_empty) if is_empty.any() else is_empty


def _rows_of(page: Page, rows: Iterable[int]) -> Bool:
    found = np.zeros(len(page), dtype=np.bool_)
    found[list(rows)] = True
    return found


def _in_players(page: Page) -> Bool:
    """Rows of video and audio players that nothing else hides."""
    players = _DRAWN[page.tag]
    if not players.any():
        return players
    return page.inside(players & ~page.is_hidden[np.maximum(page.parent, 0)])


def _closed_elements(page: Page, in_main: Bool, edits: Edits) -> Edits:
    """Edits that also write ``<i/>`` with an end tag: to a parser of HTML the slash means nothing."""
    is_empty = in_main & ~page.is_text & (page.inner_start == page.byte_end) & ~_VOID[page.tag]
    rows = np.flatnonzero(is_empty)
    if not len(rows):
        return edits
    starts, ends = page.byte_start[rows].tolist(), page.byte_end[rows].tolist()
    closed = {
        row: f"{page.data[start : end - 2].decode()}></{page.name(row)}>"
        for row, start, end in zip(rows.tolist(), starts, ends, strict=True)
        if row not in edits.whole
    }
    return Edits(edits.start, edits.end, edits.whole | closed)


# -- how it is written --------------------------------------------------------------------------------


@dataclass(slots=True)
class _Pieces:
    """Slices of the page's bytes in document order; of a piece that is no slice, what to write."""

    page: Page
    row: Rows  # the row a piece is of
    start: Rows
    end: Rows
    kind: Rows  # 0 a row with its subtree, 1 a start tag, 2 an end tag, 3 a removed row
    mark: Rows | None = None

    def marked(self, kept: Bool, shown: Bool) -> None:
        """Find what stands in the place of removed rows; leave out those that leave nothing."""
        page = self.page
        places = np.flatnonzero(kept)
        removed = np.flatnonzero(self.kind == 3)
        rows = self.row[removed]
        after_number = np.searchsorted(places, page.end[rows])
        before_number = np.searchsorted(places, rows) - 1
        inside = (before_number >= 0) & (after_number < len(places))
        removed, rows = removed[inside], rows[inside]
        before, after = places[before_number[inside]], places[after_number[inside]]
        seen = np.concatenate(([0], np.cumsum(page.is_text & shown)))
        is_seen = seen[page.end[rows]] > seen[rows]
        space = np.where(page.inside(WRITTEN[page.tag])[after], 4, 1)
        in_line = np.where(page.line[before] == page.line[after], is_seen * space, 2)
        self.mark = np.zeros(len(self.row), dtype=np.int64)
        self.mark[removed] = np.where(page.block[before] == page.block[after], in_line, 3)

    def joined(self, edits: Edits) -> bytes:
        """Bytes of all pieces, neighbouring slices copied as one."""
        assert self.mark is not None  # noqa: S101 - marked() comes first
        other: dict[int, bytes] = {}
        for kind, texts in enumerate((edits.whole, edits.start, edits.end)):
            numbers = np.flatnonzero((self.kind == kind) & _rows_of(self.page, texts)[self.row])
            rows = self.row[numbers].tolist()
            other.update((n, texts[row].encode()) for n, row in zip(numbers.tolist(), rows, strict=True))
        marked = np.flatnonzero(self.mark)
        marks = self.mark[marked].tolist()
        other.update((n, b"\x01%d" % mark) for n, mark in zip(marked.tolist(), marks, strict=True))
        is_slice = self.kind != 3
        is_slice[list(other)] = False
        return b"".join(self._copied(is_slice, other))

    def _copied(self, is_slice: Bool, other: dict[int, bytes]) -> list[bytes]:
        data = self.page.data
        joins = np.zeros(len(self.row), dtype=np.bool_)
        joins[1:] = is_slice[1:] & is_slice[:-1] & (self.start[1:] == self.end[:-1])
        first = np.flatnonzero(is_slice & ~joins)
        last = np.flatnonzero(is_slice & ~np.append(joins[1:], False))
        slices = zip(first.tolist(), self.start[first].tolist(), self.end[last].tolist(), strict=True)
        texts = [(number, data[start:end]) for number, start, end in slices]
        if other:
            texts = sorted([*texts, *other.items()])
        return [text for _, text in texts]


def _pieces(page: Page, whole: Bool, partly: Bool) -> _Pieces:
    """Rows whose parent is written in part, cut into what is copied, what is written and what is not."""
    body = np.flatnonzero(_BODY[page.tag])
    top = int(body[0]) if len(body) else 0
    # A row with kept text is whole or partly, and so is every element around it.
    at = np.zeros(len(page), dtype=np.bool_)
    at[top : page.end[top]] = partly[page.parent[top : page.end[top]]]
    at[top] = True
    rows = np.flatnonzero(at)
    opened = rows[partly[rows]]
    closed = opened
    others = rows[~partly[rows]]
    row = np.concatenate((others, opened, closed))
    kind = np.repeat([0, 1, 2], [len(others), len(opened), len(closed)])
    kind[: len(others)] = np.where(whole[others], 0, 3)
    start = np.concatenate((page.byte_start[others], page.byte_start[opened], page.inner_end[closed]))
    end = np.concatenate((page.byte_end[others], page.inner_start[opened], page.byte_end[closed]))
    order = np.argsort(start, kind="stable")
    return _Pieces(page, row[order], start[order], end[order], kind[order])
