"""Well-formed bytes to columns: by the compiled kernel, or in numpy with the same values.

In numpy: every ``<`` is an event (start, end or empty-element tag) and owns the text up to the next one.
Rows are start tags and texts in byte order, so everything below is arithmetic on event arrays:
depth is a running sum, a start tag and its end tag are neighbours once events are sorted by level,
text is gathered in one index operation. Cost O(n_bytes).

The definition of every column, written as a plain walk over the parser's tree, is
``tests/definitions.py``; ``docs/data-model.md`` describes them for readers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.errors import InputError, PageTooLargeError
from maintext.kernel import compiled
from maintext.page import characters as ch
from maintext.page.styles import BLOCK_STYLE
from maintext.page.tags import AS_WRITTEN, BLOCK, CUSTOM, NAMES, TEXT, UNKNOWN, tag_id, tag_mask

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

Int: TypeAlias = NDArray[np.int64]
Int32: TypeAlias = NDArray[np.int32]
Bool: TypeAlias = NDArray[np.bool_]
Word: TypeAlias = NDArray[np.uint64]

__all__ = ["Attributes", "Columns", "tokenise"]

_LT, _GT, _SLASH, _QUOTE = b'<>/"'
_MANY_BYTES = 1_000_000
_PADDING = 24  # so that 16 bytes can be read from any tag name
_NAME = re.compile(rb"[^\s/>]+")
_BLOCK = tag_mask(BLOCK)
_AS_WRITTEN = tag_mask(AS_WRITTEN)
_BR = tag_id("br")
_KERNEL = compiled("rows")


@dataclass(frozen=True, slots=True)
class Attributes:
    """Every attribute of the page, in document order; arrays of shape (n_attributes,).

    Attributes
    ----------
    row
        Row of the element, int32, ascending.
    value_start, value_end
        Byte offsets into ``data``, int64; the name ends at ``value_start - 2``, after which stand
        ``=`` and ``"``.
    """

    row: Int32
    value_start: Int
    value_end: Int


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of a page as the tokeniser makes them; see ``docs/data-model.md``."""

    tag: NDArray[np.int16]
    parent: Int32
    end: Int32
    depth: Int32
    byte_start: Int
    inner_start: Int
    inner_end: Int
    byte_end: Int
    text_start: Int32
    text_end: Int32
    n_chars: Int32
    n_words: Int32
    n_punctuation: Int32
    n_digits: Int32
    n_cjk: Int32
    block: Int32
    line: Int32
    attributes: Attributes
    text: str


def tokenise(data: bytes, *, max_nodes: int) -> Columns:
    """Turn well-formed bytes (see :func:`maintext.page.parser.well_formed`) into columns.

    Raises
    ------
    PageTooLargeError
        More than ``max_nodes`` rows.
    InputError
        The bytes are not well-formed.
    """
    if _KERNEL is not None:
        return _by_kernel(_KERNEL, data, max_nodes)
    events = _Events(data)
    _check_size(events.n_rows, max_nodes)
    _check_balance(is_balanced=bool(events.n_open.min() >= 0 and events.n_open[-1] == 0))
    texts = _Texts(events)
    tag_of_event = _tags(events)
    block, line = _layout(events, texts, tag_of_event)
    tag = np.full(events.n_rows, TEXT, dtype=np.int16)
    tag[events.start_rows] = tag_of_event[events.starts]
    return Columns(
        tag=tag,
        **_tree(events),  # type: ignore[arg-type]  # dictionaries of columns by name
        **_byte_ranges(events),  # type: ignore[arg-type]
        **texts.columns(),  # type: ignore[arg-type]
        block=events.on_text_rows(block, null=-1),
        line=events.on_text_rows(line, null=-1),
        attributes=_attributes(events),
        text=texts.text,
    )


def _check_size(n_rows: int, max_nodes: int) -> None:
    if n_rows > max_nodes:
        raise PageTooLargeError(
            f"the page has {n_rows} nodes, the limit is {max_nodes}; raise max_nodes", stage="tokenise"
        )


def _check_balance(*, is_balanced: bool) -> None:
    if not is_balanced:
        raise InputError(
            "the parser wrote a page whose elements are not all closed; report it", stage="tokenise"
        )


def _by_kernel(kernel: ModuleType, data: bytes, max_nodes: int) -> Columns:
    sizes = kernel.count(data)
    _check_size(sizes[0], max_nodes)
    columns, attributes, text, is_balanced = kernel.tokenise(data, *sizes, *_name_keys(), *_kernel_tables())
    _check_balance(is_balanced=is_balanced)
    return Columns(**columns, attributes=Attributes(*attributes), text=text)


@cache
def _kernel_tables() -> tuple[NDArray[np.uint8], NDArray[np.uint8], int, int, int]:
    layout = (_BLOCK + 2 * _AS_WRITTEN).astype(np.uint8)
    return layout, ch.table(), UNKNOWN, CUSTOM, _BR


class _Events:
    """The tags of one page in byte order, one event each; arrays of shape (n_events,)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.buf = buf = np.frombuffer(data, dtype=np.uint8)
        self.lt = np.flatnonzero(buf == _LT)
        self.gt = np.flatnonzero(buf == _GT)
        self.is_end = buf[self.lt + 1] == _SLASH
        self.is_empty = (buf[self.gt - 1] == _SLASH) & ~self.is_end
        self.text_end = np.append(self.lt[1:], len(buf))
        has_text = self.text_end > self.gt + 1
        # A row per start tag and per text, numbered in byte order.
        self.n_after = np.cumsum(~self.is_end) + np.cumsum(has_text)
        self.n_rows = int(self.n_after[-1])
        self.starts = np.flatnonzero(~self.is_end)
        self.texts = np.flatnonzero(has_text)
        self.row_of_start = self.n_after - 1 - has_text
        self.start_rows = self.row_of_start[self.starts]
        self.text_rows = self.n_after[self.texts] - 1
        self.n_open = np.cumsum(np.where(self.is_end, -1, ~self.is_empty))

    @cached_property
    def pairs(self) -> tuple[Int, Int]:
        """Start events and their end events, in the order of level and place.

        On one level starts and ends alternate, so a stable sort by level makes them neighbours.
        """
        real = np.flatnonzero(~self.is_empty)
        level = (self.n_open + self.is_end)[real]
        # numpy sorts 16-bit integers by radix, several times faster.
        narrow = level.astype(np.int16) if int(level.max(initial=0)) < 2**15 else level
        order = real[np.argsort(narrow, kind="stable")]
        return order[0::2], order[1::2]

    def on_text_rows(self, values: NDArray[np.generic], *, null: int = 0) -> Int32:
        """Spread a value per text over all rows, int32; element rows hold ``null``."""
        column = np.full(self.n_rows, null, dtype=np.int32)
        column[self.text_rows] = values
        return column


def _tree(events: _Events) -> dict[str, Int32]:
    """Columns depth, parent, end."""
    opening, closing = events.pairs
    rows = np.arange(events.n_rows, dtype=np.int64)
    end = (rows + 1).astype(np.int32)
    n_before_end = events.n_after[closing - 1]
    end[events.row_of_start[opening]] = n_before_end
    depth = np.empty(events.n_rows, dtype=np.int64)
    depth[events.start_rows] = (events.n_open - ~events.is_empty)[events.starts]
    depth[events.text_rows] = events.n_open[events.texts]
    # The parent is the last element opened before the row on the level above it.
    opened = events.row_of_start[opening]
    place = np.searchsorted(depth[opened] * events.n_rows + opened, (depth - 1) * events.n_rows + rows) - 1
    parent = np.where(depth > 0, opened[np.maximum(place, 0)], -1) if len(opened) else depth - 1
    return {"depth": depth.astype(np.int32), "parent": parent.astype(np.int32), "end": end}


def _byte_ranges(events: _Events) -> dict[str, Int]:
    """Columns byte_start, inner_start, inner_end, byte_end."""
    byte_start, inner_start, inner_end, byte_end = np.empty((4, events.n_rows), dtype=np.int64)
    after = events.gt + 1
    byte_start[events.start_rows] = events.lt[events.starts]
    for column in (inner_start, inner_end, byte_end):
        column[events.start_rows] = after[events.starts]
    opening, closing = events.pairs
    opened = events.row_of_start[opening]
    inner_end[opened], byte_end[opened] = events.lt[closing], after[closing]
    byte_start[events.text_rows] = inner_start[events.text_rows] = after[events.texts]
    inner_end[events.text_rows] = byte_end[events.text_rows] = events.text_end[events.texts]
    return {
        "byte_start": byte_start,
        "inner_start": inner_start,
        "inner_end": inner_end,
        "byte_end": byte_end,
    }


# -- tag names ----------------------------------------------------------------------------------------


def _tags(events: _Events) -> NDArray[np.int16]:
    """Tag number per event, int16; an end tag carries its element's."""
    padded = np.frombuffer(events.data + bytes(_PADDING), dtype=np.uint8)
    # The eight bytes from any offset as one little-endian number: a view, not a copy.
    word_at: Word = np.ndarray((len(padded) - 8,), "<u8", padded, 0, (1,))
    at = events.lt + 1 + events.is_end
    first, is_whole = _until_name_end(word_at[at])
    second, _ = _until_name_end(word_at[at + 8])
    second[is_whole] = 0
    keys, numbers = _name_keys()
    key = _mixed(first, second)
    place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
    tag: NDArray[np.int16] = np.where(keys[place] == key, numbers[place], UNKNOWN).astype(np.int16)
    for event in np.flatnonzero(tag == UNKNOWN).tolist():
        name = _NAME.match(events.data, int(at[event]))
        if name is not None and b"-" in name[0]:
            tag[event] = CUSTOM
    return tag


def _repeated(byte: int) -> np.uint64:
    return np.uint64(byte * 0x0101010101010101)


def _zero_bytes(words: Word) -> Word:
    """The high bit of the lowest zero byte of each word is set (and perhaps of bytes above it)."""
    return (words - _repeated(1)) & ~words & _repeated(0x80)


def _until_name_end(words: Word) -> tuple[Word, Bool]:
    """Blank the bytes of each word from the first space, ``/`` or ``>`` on; tell where there was one."""
    ends = (
        _zero_bytes(words ^ _repeated(0x20))
        | _zero_bytes(words ^ _repeated(_GT))
        | _zero_bytes(words ^ _repeated(_SLASH))
    )
    found = ends != 0
    lowest = ends & (~ends + np.uint64(1))
    return np.where(found, words & ((lowest >> np.uint64(7)) - np.uint64(1)), words), found


def _mixed(first: Word, second: Word) -> Word:
    return first ^ (second * np.uint64(0x9E3779B97F4A7C15))


@cache
def _name_keys() -> tuple[Word, NDArray[np.int16]]:
    """Keys of the known tag names, ascending, and their numbers."""
    padded = b"".join(name.encode().ljust(16, b"\0") for name in NAMES)
    words = np.frombuffer(padded, dtype="<u8").reshape(-1, 2)
    keys = _mixed(words[:, 0], words[:, 1])
    # The three names with a hash mark are not HTML and cannot match.
    order = np.argsort(keys[3:]) + 3
    return keys[order], order.astype(np.int16)


# -- text ---------------------------------------------------------------------------------------------


class _Texts:
    """The characters of all texts, one after another, with entities resolved."""

    def __init__(self, events: _Events) -> None:
        self.events = events
        start = events.gt[events.texts] + 1
        length = events.text_end[events.texts] - start
        offset = np.concatenate(([0], np.cumsum(length)))
        in_bytes = _gathered(events, start, length, offset)
        bounds = np.concatenate(([0], np.cumsum((in_bytes & 0xC0) != 0x80)))[offset]
        points = ch.code_points(in_bytes.tobytes().decode("utf-8", "replace"))
        self.points, self.bounds = _without_entities(points, bounds)
        self.flags = ch.classes(self.points)

    @cached_property
    def text(self) -> str:
        return self.points.tobytes().decode("utf-32-le", "surrogatepass")

    def count(self, chosen: Bool) -> Int:
        """Number of chosen characters per text."""
        total = np.zeros(len(chosen) + 1, dtype=np.int32)
        np.cumsum(chosen, out=total[1:])
        return np.diff(total[self.bounds]).astype(np.int64)

    @cached_property
    def n_chars(self) -> Int:
        return self.count((self.flags & ch.SPACE) == 0)

    def columns(self) -> dict[str, Int32]:
        """Columns text_start … n_cjk."""
        spread: Callable[[Int], Int32] = self.events.on_text_rows
        has = [self.count((self.flags & flag) != 0) for flag in (ch.PUNCTUATION, ch.DIGIT, ch.CJK)]
        return {
            "text_start": spread(self.bounds[:-1]),
            "text_end": spread(self.bounds[1:]),
            "n_chars": spread(self.n_chars),
            "n_words": spread(self._n_words() + has[2]),
            "n_punctuation": spread(has[0]),
            "n_digits": spread(has[1]),
            "n_cjk": spread(has[2]),
        }

    def _n_words(self) -> Int:
        """Runs of word characters other than CJK, per text."""
        inside = (self.flags & (ch.WORD | ch.CJK)) == ch.WORD
        begins = inside.copy()
        begins[1:] &= ~inside[:-1]
        first = self.bounds[:-1]
        begins[first] = inside[first]
        return self.count(begins)


def _gathered(events: _Events, start: Int, length: Int, offset: Int) -> NDArray[np.uint8]:
    """Bytes of all texts, one after another."""
    if offset[-1] > _MANY_BYTES:  # an index per byte would cost more than a slice per text
        ends = (start + length).tolist()
        slices = [events.data[begin:end] for begin, end in zip(start.tolist(), ends, strict=True)]
        return np.frombuffer(b"".join(slices), dtype=np.uint8)
    gathered: NDArray[np.uint8] = events.buf[np.repeat(start - offset[:-1], length) + np.arange(offset[-1])]
    return gathered


def _without_entities(points: NDArray[np.uint32], bounds: Int) -> tuple[NDArray[np.uint32], Int]:
    """Resolve ``&amp; &lt; &gt;`` and ``&#N;``, the only references the serialiser writes in text."""
    at = np.flatnonzero(points == ord("&"))
    if len(at) == 0:
        return points, bounds
    points = points.copy()
    kind = points[at + 1]
    length = np.where(kind == ord("a"), 5, 4)
    points[at[kind == ord("l")]], points[at[kind == ord("g")]] = ord("<"), ord(">")
    for i in np.flatnonzero(kind == ord("#")).tolist():
        digits = points[at[i] : at[i] + 10].tobytes().decode("utf-32-le").partition(";")[0]
        length[i] = len(digits) + 1
        points[at[i]] = int(digits[3:], 16) if digits[2] == "x" else int(digits[2:])
    keep = np.ones(len(points), dtype=np.bool_)
    for step in range(1, int(length.max())):
        keep[at[length > step] + step] = False
    return points[keep], np.concatenate(([0], np.cumsum(keep)))[bounds]


# -- layout -------------------------------------------------------------------------------------------


def _layout(events: _Events, texts: _Texts, tag: NDArray[np.int16]) -> tuple[Int, Int]:
    """Block and line per text.

    A start or end tag of a block-level element ends a block; so does a ``<br>`` that follows another
    with nothing but white space between. Any ``<br>`` ends a line, and so does an element that its own
    style draws as a block, where the text before it has not ended the line itself. Only blocks and lines
    with a visible character are numbered; white space outside them has −1.
    """
    ends_block = _BLOCK[tag]
    is_br = (tag == _BR) & ~events.is_end
    solid: Bool = texts.n_chars > 0
    n_solid = np.zeros(len(tag), dtype=np.int64)
    n_solid[events.texts] = solid
    n_before = np.cumsum(n_solid) - n_solid
    breaks = np.flatnonzero(is_br)
    stretch = n_before + np.cumsum(ends_block)
    again = breaks[1:][stretch[breaks[1:]] == stretch[breaks[:-1]]]
    ends_block = ends_block.copy()
    ends_block[again] = True
    ends_line: Bool = ends_block | is_br
    ends_line[_drawn_as_blocks(events, texts, tag)] = True
    return (
        _numbered(np.cumsum(ends_block, dtype=np.int64)[events.texts], solid),
        _numbered(np.cumsum(ends_line, dtype=np.int64)[events.texts], solid),
    )


def _drawn_as_blocks(events: _Events, texts: _Texts, tag: NDArray[np.int16]) -> list[int]:
    """Starts and ends of elements that their style draws as blocks, where they end a line."""
    places = np.array([match.start() for match in BLOCK_STYLE.finditer(events.data)], dtype=np.int64)
    drawn = np.searchsorted(events.lt, places) - 1
    drawn = drawn[places < events.gt[drawn]]
    if len(drawn) == 0:
        return []
    opening, closing = events.pairs
    ends = closing[np.isin(opening, drawn)]
    n_written = np.cumsum(np.where(_AS_WRITTEN[tag] & ~events.is_empty, np.where(events.is_end, -1, 1), 0))
    found = np.union1d(drawn, ends)
    before = np.searchsorted(events.texts, found) - 1  # the last text before each
    is_fed = [i >= 0 and texts.points[texts.bounds[i + 1] - 1] == ord("\n") for i in before.tolist()]
    return [at for at, fed in zip(found.tolist(), is_fed, strict=True) if not (fed and n_written[at] > 0)]


def _numbered(group: Int, solid: Bool) -> Int:
    """Renumber an ascending group id 0, 1, … over the groups that have a solid text; others −1."""
    named = np.unique(group[solid])
    if len(named) == 0:
        return np.full(len(group), -1, dtype=np.int64)
    place = np.minimum(np.searchsorted(named, group), len(named) - 1)
    return np.where(named[place] == group, place, -1)


# -- attributes ---------------------------------------------------------------------------------------


def _attributes(events: _Events) -> Attributes:
    """All attributes; quotes inside tags alternate between opening and closing a value."""
    quotes = np.flatnonzero(events.buf == _QUOTE)
    event = np.searchsorted(events.lt, quotes) - 1
    inside = quotes < events.gt[event]
    quotes, event = quotes[inside], event[inside]
    return Attributes(
        row=events.row_of_start[event[0::2]].astype(np.int32),
        value_start=quotes[0::2] + 1,
        value_end=quotes[1::2],
    )
