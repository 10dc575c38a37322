"""Locate the main text in the source, by characters and bytes.

A page is the parser's tree, serialised anew, and keeps no source positions. So the source is marked and
parsed again. A mark precedes the first visible character of each text between two tags. Marks do not
change the tree and move along with their text. The cost is about five times that of parsing.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from maintext.errors import OptionError
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Bool, Int
from maintext.html.columns import tokenise
from maintext.html.decode import undo_latin1
from maintext.html.open_links import blank_empty_elements
from maintext.html.parser import CODECS, decode_label, text_places, to_wellformed_bytes, without_marks

__all__ = ["Offsets", "find_offsets", "no_offsets"]

Place = NDArray[np.int32]  # saves memory; page columns have 32 bits too
Points = NDArray[np.uint32]

_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# A mark is two characters for private use, one digit each; sources that use these themselves are marked
# after theirs have been replaced.
_HIGH, _LOW, _BASE = 0xF0000, 0xF4000, 0x4000
_PRIVATE = re.compile(f"[{chr(_HIGH)}-{chr(_LOW + _BASE - 1)}]")
_REPLACED = 0xFFFD  # what the parser writes for some characters, and we for those that look like marks
# How the text rendered and the text kept are brought together again where one has more than the other.
_SAME, _WINDOW = 6, 400


@dataclass(frozen=True, slots=True, eq=False)
class Offsets:
    """Positions of the main text in the source.

    A *run* is a piece of the text without a tag or comment in its source; the two differ only in white space
    and character references. Runs are in text order and do not overlap. They leave out what the source does
    not have, such as line breaks between blocks. All columns are int64.

    Attributes
    ----------
    text_start, text_end
        Character range of each run in the main text.
    source_start, source_end
        Character range in the decoded source, or in the str given.
    byte_start, byte_end
        Byte range in the source, including a byte-order mark; −1 if the source is a str or has broken
        characters.
    row
        Text row of the page.
    char_start, char_end
        Source range of each character of the text; −1 for white space and characters that the source lacks.
        A character reference is one character.
    """

    text_start: Int
    text_end: Int
    source_start: Int
    source_end: Int
    byte_start: Int
    byte_end: Int
    row: Int
    char_start: Int
    char_end: Int

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.text_start)

    def __iter__(self) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Yield (text_start, text_end, source_start, source_end, byte_start, byte_end) of each run."""
        columns = (self.text_start, self.text_end, self.source_start, self.source_end)
        rows = np.stack((*columns, self.byte_start, self.byte_end), axis=1).tolist()
        return iter([(a, b, c, d, e, f) for a, b, c, d, e, f in rows])

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the smallest source range of the characters ``start … end - 1``, or None.

        Tags between two runs are within the range.
        """
        begins, ends = self.char_start[start:end], self.char_end[start:end]
        known = begins >= 0
        return (int(begins[known].min()), int(ends[known].max())) if known.any() else None


def find_offsets(page: Page, keep: Bool, text: str, source: bytes | str) -> Offsets:
    """Locate the text rendered from the rows ``keep`` in the source that its page was parsed from.

    Raises
    ------
    OptionError
        The page was not parsed from this source.
    """
    written, n_mark_bytes = _find_reading(page, source)
    of_page = _locate_page_characters(page, written)
    shown = ch.code_points(text)
    is_visible = _is_visible(shown)
    at, chars = _locate_text_characters(page, keep, of_page, np.flatnonzero(is_visible), shown)
    char_start, char_end = np.full((2, len(text)), -1, dtype=np.int32)
    char_start[at], char_end[at] = of_page.start[chars], of_page.end[chars]
    row = np.full(len(text), -1, dtype=np.int32)
    texts = np.flatnonzero(page.is_text)
    row[at] = texts[np.searchsorted(page.text_start[texts], of_page.at[chars], side="right") - 1]
    n_visible = of_page.n_visible
    del of_page, at, chars  # what follows needs as much memory again
    starts, ends = _find_runs(char_start, char_end, row, is_visible, n_visible)
    byte_at = _byte_offsets(written, source, page.encoding, n_mark_bytes)
    byte_start, byte_end = byte_at[char_start[starts]], byte_at[char_end[ends - 1]]
    begin, end = char_start.astype(np.int64), char_end.astype(np.int64)
    if isinstance(source, str) and written != source:  # each byte of its UTF-8 was read as a character
        places = np.append(_byte_offsets(written, source.encode("latin-1"), "utf-8", 0), -1)
        begin, end = places[begin], places[end]
    rows = row[starts].astype(np.int64)
    return Offsets(starts, ends, begin[starts], end[ends - 1], byte_start, byte_end, rows, begin, end)


def no_offsets(text: str) -> Offsets:
    """Return empty offsets, for text that the source does not show."""
    none = np.zeros(0, dtype=np.int64)
    nowhere = np.full(len(text), -1, dtype=np.int64)
    return Offsets(none, none, none, none, none, none, none, nowhere, nowhere)


# -- the source ---------------------------------------------------------------------------------------


def _find_reading(page: Page, source: bytes | str) -> tuple[str, int]:
    """Return the decoded source and the length of its byte-order mark."""
    data = without_marks(page.data)
    marks = [] if isinstance(source, str) else [len(bom) for bom in _BOMS if source.startswith(bom)]
    for n_bytes in (*marks, 0):
        label = page.encoding or "utf-8"
        found = (
            (undo_latin1(source), "") if isinstance(source, str) else decode_label(source[n_bytes:], label)
        )
        if found is not None and without_marks(to_wellformed_bytes(found[0])[0]) == data:
            return found[0], n_bytes
    raise OptionError("the page was not parsed from this source: give the same bytes or text as to extract")


def _byte_offsets(written: str, source: bytes | str, encoding: str | None, n_before: int) -> Int:
    """Return the byte offset of each character and of the end; −1 if unknown."""
    unknown = np.full(len(written) + 1, -1, dtype=np.int64)
    if isinstance(source, str):
        return unknown
    points = ch.code_points(written)
    kinds = np.unique(points)
    try:
        codec = codecs.lookup(CODECS.get(encoding or "", encoding or "utf-8")).name
        n_bytes = np.array([len(chr(point).encode(codec)) for point in kinds.tolist()], dtype=np.int8)
        is_same = written.encode(codec) == source[n_before:]
    except (LookupError, UnicodeError):
        return unknown
    places = np.full(len(written) + 1, n_before, dtype=np.int64)
    np.cumsum(n_bytes[np.searchsorted(kinds, points)], out=places[1:])
    places[1:] += n_before
    return places if is_same and places[-1] == len(source) else unknown


# -- from the page to the source ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _CharacterRanges:
    """Visible characters with their source ranges; −1 for unknown.

    ``at`` are positions in the text they are counted in. ``n_visible`` counts visible source characters
    before each position, except white space in character references.
    """

    at: Place
    points: Points
    start: Place
    end: Place
    n_visible: Place


def _locate_page_characters(page: Page, written: str) -> _CharacterRanges:
    """Return every visible character of a page with its source range."""
    lines = blank_empty_elements(written).replace("\r\n", "\n").replace("\r", "\n")
    places, first = _locate_source_characters(lines, _undo_line_feeds(written))
    data, *_ = to_wellformed_bytes(_insert_marks(lines, places.at[first]))
    marked = ch.code_points(tokenise(data, max_nodes=sys.maxsize).text)
    is_high, is_low = (marked >= _HIGH) & (marked < _LOW), (marked >= _LOW) & (marked < _LOW + _BASE)
    at = np.flatnonzero(_is_visible(marked) & ~is_high & ~is_low)
    highs, lows = np.flatnonzero(is_high), np.flatnonzero(is_low)
    del is_high, is_low
    points = ch.code_points(page.text)
    here = np.flatnonzero(_is_visible(points)).astype(np.int32)
    if len(here) == len(at) and len(lows):
        piece = (marked[highs].astype(np.int64) - _HIGH) * _BASE + marked[lows] - _LOW
        found = _number_after_marks(at, lows, first[piece], np.append(first, len(places.at))[piece + 1])
        same = (places.points[found] == marked[at]) | (marked[at] == _REPLACED)
        found[~same] = -1
    else:
        found = np.full(len(here), -1, dtype=np.int64)
    del marked, at
    none = np.full(1, -1, dtype=np.int32)
    start, end = np.append(places.start, none)[found], np.append(places.end, none)[found]
    return _CharacterRanges(here, points[here], start, end, places.n_visible)


def _number_after_marks(at: Int, marks: Int, first: Int, stop: Int) -> Int:
    """Map page characters to source characters: the nth after a mark is the nth of its piece.

    ``at`` and ``marks`` are positions in the marked text; ``first`` and ``stop`` are ranges of the pieces.
    Returns −1 before the first mark and after the end of a piece.
    """
    last_mark = np.searchsorted(marks, at)
    last_mark -= 1
    wanted = (first - np.searchsorted(at, marks))[last_mark]
    wanted += np.arange(len(at), dtype=np.int32)
    wanted[(last_mark < 0) | (wanted >= stop.astype(np.int32)[last_mark])] = -1
    return wanted


def _undo_line_feeds(written: str) -> Place:
    """Map positions in the source with line feeds only to positions in the source as written."""
    ends = np.array([match.start() for match in re.finditer("\r\n", written)], dtype=np.int64)
    places = np.arange(len(written) - len(ends) + 1, dtype=np.int32)
    if len(ends):
        places += np.searchsorted(ends - np.arange(len(ends)), places).astype(np.int32)
    return places


def _locate_source_characters(lines: str, shifts: Place) -> tuple[_CharacterRanges, Int]:
    """Return the visible source characters, and the first of each text between two tags."""
    pieces = list(text_places(lines))
    points = ch.code_points(lines)
    at, meant, end = _decode_pieces(points, pieces)
    order = np.argsort(at, kind="stable")
    order = order[_is_visible(meant[order])]
    at, meant, end = at[order], meant[order], end[order]
    del order
    stops = [-1, *(stop for _, stop, _ in pieces)]
    begins = [start for (start, _, _), stop in zip(pieces, stops, strict=False) if start != stop]
    first = np.unique(np.searchsorted(begins, at, side="right"), return_index=True)[1]
    visible = _is_visible(points)
    for start, stop in ((start, stop) for start, stop, meaning in pieces if meaning and not meaning.strip()):
        visible[start:stop] = False
    n_visible = np.zeros(len(visible) + 1, dtype=np.int32)
    np.cumsum(visible, out=n_visible[1:])
    if int(shifts[-1]) >= len(n_visible):
        n_visible = n_visible[np.searchsorted(shifts, np.arange(int(shifts[-1]) + 1, dtype=np.int32))]
    return _CharacterRanges(at, meant, shifts[at], shifts[end - 1] + 1, n_visible), first


def _decode_pieces(points: Points, pieces: list[tuple[int, int, str | None]]) -> tuple[Place, Points, Place]:
    """Return start, meaning and end of source characters; character references last."""
    step = np.zeros(len(points) + 1, dtype=np.int8)
    references = []
    for start, end, meaning in pieces:
        if meaning is None:
            step[start] += 1
            step[end] -= 1
        else:
            references += [(start, ord(char), end) for char in meaning]
    plain = np.flatnonzero(np.cumsum(step[:-1], dtype=np.int8)).astype(np.int32)
    named = np.array(references, dtype=np.int32).reshape(-1, 3)
    return (
        np.concatenate((plain, named[:, 0])),
        np.concatenate((points[plain], named[:, 1].astype(np.uint32))),
        np.concatenate((plain + 1, named[:, 2])),
    )


def _insert_marks(lines: str, at: Place) -> str:
    """Return the source with a mark at each position."""
    lines = _PRIVATE.sub("\ufffd", lines)
    cuts = [0, *at.tolist(), len(lines)]
    pieces = [lines[start:end] for start, end in pairwise(cuts)]
    marks = (chr(_HIGH + number // _BASE) + chr(_LOW + number % _BASE) for number in range(len(at)))
    return pieces[0] + "".join(mark + piece for mark, piece in zip(marks, pieces[1:], strict=True))


@cache
def _visible_points() -> Bool:
    """Return which code points are visible: U+0000–U+FFFF, and one entry for all beyond; read-only."""
    visible = (ch.table() & ch.SPACE) == 0
    visible[:0x20] = visible[0xD800:0xE000] = visible[0xFFFE:] = False
    visible = np.append(visible, True)
    visible.setflags(write=False)
    return visible


def _is_visible(points: Points) -> Bool:
    """Return the mask of code points that are neither white space nor lost in parsing."""
    return _visible_points()[np.minimum(points, 0x10000)]


# -- from the text to the page ------------------------------------------------------------------------


def _locate_text_characters(
    page: Page, keep: Bool, of_page: _CharacterRanges, at: Int, shown: Points
) -> tuple[Int, Int]:
    """Return positions in the text, and the number of the visible page character at each."""
    kept = np.zeros(len(page.text) + 1, dtype=np.int8)
    rows = np.flatnonzero(keep & page.is_text)
    np.add.at(kept, page.text_start[rows], 1)
    np.subtract.at(kept, page.text_end[rows], 1)
    chars = np.flatnonzero(np.cumsum(kept[:-1], dtype=np.int8)[of_page.at])
    wanted = of_page.points[chars]
    if len(at) == len(chars) and bool((shown[at] == wanted).all()):
        return at, chars
    left, right = _align_texts(_to_string(shown[at]), _to_string(wanted))
    return at[left], chars[right]


def _to_string(points: Points) -> str:
    return points.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


def _align_texts(shown: str, kept: str) -> tuple[Int, Int]:
    """Align two nearly equal strings; return the positions of equal characters."""
    left, right = [], []
    i = j = 0
    while i < len(shown) and j < len(kept):
        if shown[i] == kept[j]:
            left.append(i)
            right.append(j)
            i, j = i + 1, j + 1
            continue
        n_added = shown[i : i + _WINDOW].find(kept[j : j + _SAME])
        n_dropped = kept[j : j + _WINDOW].find(shown[i : i + _SAME])
        if n_dropped > 0 and (n_added < 0 or n_dropped < n_added):
            j += n_dropped
        else:
            i += max(n_added, 1)
    return np.array(left, dtype=np.int64), np.array(right, dtype=np.int64)


def _find_runs(start: Place, end: Place, row: Place, is_visible: Bool, n_visible: Place) -> tuple[Int, Int]:
    """Return text ranges with nothing but white space between their source characters."""
    at = np.flatnonzero(start >= 0).astype(np.int32)
    if len(at) == 0:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    before, after = at[:-1], at[1:]
    begin, end_before = start[after], end[before]
    goes_on = begin >= end_before
    goes_on &= n_visible[np.maximum(begin, end_before)] == n_visible[end_before]
    goes_on |= (begin == start[before]) & (end[after] == end_before)  # the same reference
    del begin, end_before
    n_shown = np.concatenate(([0], np.cumsum(is_visible, dtype=np.int32)))
    goes_on &= n_shown[after] == n_shown[before + 1]
    goes_on &= row[after] == row[before]
    begins = np.flatnonzero(np.concatenate(([True], ~goes_on)))
    last = np.append(begins[1:], len(at)) - 1
    return at[begins].astype(np.int64), at[last].astype(np.int64) + 1
