# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Kept markup put together; the twin of what :mod:`maintext.render.markup` does in numpy.

Compiled only. Two passes over the rows of the main content for what is wanted, one over the others, and a
walk over the parts that are written. Cost O(n_rows + n_bytes written).
"""

import cython
import numpy as np
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import Py_UNICODE_ISALNUM, PyUnicode_Tailmatch
from cython.cimports.libc.string import memcmp

# Kinds of tags, as maintext.render.markup has them.
_MEDIA = cython.declare(cython.uchar, 1)
_RULE = cython.declare(cython.uchar, 2)
_SEEN = cython.declare(cython.uchar, 4)
_HEADING = cython.declare(cython.uchar, 8)
_DRAWN = cython.declare(cython.uchar, 16)
_VOID = cython.declare(cython.uchar, 32)
_BODY = cython.declare(cython.uchar, 64)
_WRITTEN = cython.declare(cython.uchar, 128)
# Kinds of edits of a row: its tags; the whole of it; something that is to be seen instead of it.
_TAGS = cython.declare(cython.uchar, 1)
_WHOLE = cython.declare(cython.uchar, 2)
_SIGHT = cython.declare(cython.uchar, 4)
_MARKS = cython.declare(tuple, (b"", b"\x011", b"\x012", b"\x013", b"\x014"))
_CLOSED = cython.declare(cython.uchar, 8)  # an empty element, to be written with an end tag


@cython.cfunc
@cython.exceptval(check=False)
def _is_sight(base: cython.p_uchar, start: cython.Py_ssize_t) -> cython.bint:
    """Whether a tag that begins at a place is one of a picture or formula, or has a name that begins so."""
    size: cython.Py_ssize_t = 0
    if memcmp(base + start, cython.cast(cython.p_char, b"<img"), 4) == 0:
        size = 4
    elif memcmp(base + start, cython.cast(cython.p_char, b"<math"), 5) == 0:
        size = 5
    after: cython.uchar = base[start + size]
    return size > 0 and not (after == 0x5F or after >= 0x80 or Py_UNICODE_ISALNUM(after))


@cython.cfunc
def _closed(data: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
    """An empty element with an end tag."""
    base: cython.p_uchar = data
    after: cython.Py_ssize_t = start + 1
    while base[after] > 0x20 and base[after] != 0x2F and base[after] != 0x3E:
        after += 1
    return data[start : end - 2] + b"></" + data[start + 1 : after] + b">"


@cython.cfunc
@cython.exceptval(check=False)
def _gap(
    row: cython.Py_ssize_t,
    n_kept: cython.int[::1],
    n_seen: cython.int[::1],
    places: cython.int[::1],
    end: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    line: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    kind_of: cython.const[cython.uchar][::1],
) -> cython.int:
    """What the texts around a removed row want between them, as maintext.render.markup numbers it."""
    before: cython.int = places[n_kept[row] - 1]
    after: cython.int = places[n_kept[end[row]]]
    if block[before] != block[after]:
        return 3
    if line[before] != line[after]:
        return 2
    if n_seen[end[row]] == n_seen[row]:
        return 0
    while after >= 0:
        if kind_of[tag[after]] & _WRITTEN:
            return 4
        after = parent[after]
    return 1


@cython.cfunc
def _add(found: list, base: cython.p_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
    """Add a slice of the page, if it is one."""
    if end > start:
        found.append(PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), end - start))


@cython.cfunc
def _take_edits(edit: cython.uchar[::1], start_edits: dict, whole_edits: dict, is_blank: object) -> None:
    """Write down the kinds of edits of each row."""
    row: cython.Py_ssize_t
    for row in start_edits:
        edit[row] |= _TAGS
    for key, markup in whole_edits.items():
        row = key
        text: str = markup
        is_sight: cython.bint = len(text) > 0 and (
            PyUnicode_Tailmatch(text, "<img ", 0, len(text), -1) or not is_blank(text)
        )
        edit[row] |= (_WHOLE | _SIGHT) if is_sight else _WHOLE


def pieces(
    data: bytes,
    kept: cython.const[cython.uchar][::1],
    shown: cython.const[cython.uchar][::1],
    is_hidden: cython.const[cython.uchar][::1],
    in_main: cython.const[cython.uchar][::1],
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    n_chars: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    line: cython.const[cython.int][::1],
    byte_start: cython.const[cython.longlong][::1],
    byte_end: cython.const[cython.longlong][::1],
    inner_start: cython.const[cython.longlong][::1],
    inner_end: cython.const[cython.longlong][::1],
    kind_of: cython.const[cython.uchar][::1],
    start_edits: dict,
    end_edits: dict,
    whole_edits: dict,
    is_blank: object,
):
    """Pieces of the page's bytes, edits and marks in the order they are written; a list of bytes.

    ``kind_of`` is a table over tags, ``is_blank`` whether there is nothing to see of some markup.
    """
    n: cython.Py_ssize_t = kept.shape[0]
    base: cython.p_uchar = data
    edit_: object = np.zeros(n, dtype=np.uint8)
    edit: cython.uchar[::1] = edit_
    _take_edits(edit, start_edits, whole_edits, is_blank)
    # Nothing is wanted of the rows before and behind these.
    first: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t = n
    while first < n and not (kept[first] or in_main[first] or edit[first]):
        first += 1
    while stop > first and not (kept[stop - 1] or in_main[stop - 1] or edit[stop - 1]):
        stop -= 1
    sums_: object = np.zeros((5, n + 1), dtype=np.intc)
    n_kept: cython.int[::1] = sums_[0]
    n_seen: cython.int[::1] = sums_[1]  # texts that are seen
    n_sights: cython.int[::1] = sums_[2]  # what a heading may be written for
    n_wanted: cython.int[::1] = sums_[3]
    n_unwanted: cython.int[::1] = sums_[4]
    flags_: object = np.empty((2, n), dtype=np.uint8)
    is_media: cython.uchar[::1] = flags_[0]
    is_drawn: cython.uchar[::1] = flags_[1]
    places_: object = np.empty(n, dtype=np.intc)
    places: cython.int[::1] = places_  # of kept texts
    row: cython.Py_ssize_t
    player_end: cython.int = 0
    top: cython.Py_ssize_t = -1
    kind: cython.uchar
    unwanted: cython.bint
    for row in range(n):
        kind = kind_of[tag[row]]
        if kind & _DRAWN and end[row] > player_end and not is_hidden[max(0, parent[row])]:
            player_end = end[row]
        if kind & _BODY and top < 0:
            top = row
        is_drawn[row] = shown[row] or row < player_end
        if row < first or row >= stop:
            continue
        is_text: cython.bint = tag[row] == 0
        has_begun: cython.bint = n_kept[row] > 0 or kept[row]
        is_media[row] = kind & _MEDIA and is_drawn[row] and in_main[row] and (has_begun or not kind & _RULE)
        if (
            in_main[row] and is_drawn[row] and not is_text and inner_start[row] == byte_end[row]
            and not kind & _VOID and not edit[row] & _WHOLE
        ):  # fmt: skip
            edit[row] |= _WHOLE | _CLOSED | (_SIGHT if _is_sight(base, byte_start[row]) else 0)
        is_sight: cython.bint = kept[row] or (is_media[row] and kind & _SEEN)
        if edit[row] & _WHOLE:
            is_sight = edit[row] & _SIGHT
        if kept[row]:
            places[n_kept[row]] = row
        n_kept[row + 1] = n_kept[row] + (kept[row] != 0)
        n_seen[row + 1] = n_seen[row] + (is_text and shown[row] != 0)
        n_sights[row + 1] = n_sights[row] + is_sight
    for row in range(stop + 1, n + 1):
        n_kept[row], n_seen[row], n_sights[row] = n_kept[stop], n_seen[stop], n_sights[stop]
    empty_end: cython.int = 0  # where the last heading ends that has nothing to see
    row = parent[first] if first < n else -1
    while row >= 0:
        if kind_of[tag[row]] & _HEADING and n_sights[end[row]] == 0 and end[row] > empty_end:
            empty_end = end[row]
        row = parent[row]
    for row in range(n):
        if row < first or row >= stop:
            unwanted = (tag[row] == 0 and n_chars[row] > 0) or not is_drawn[row]
            n_wanted[row + 1] = n_wanted[row]
            n_unwanted[row + 1] = n_unwanted[row] + unwanted
            continue
        kind = kind_of[tag[row]]
        if kind & _HEADING and end[row] > empty_end and n_sights[end[row]] == n_sights[row]:
            empty_end = end[row]
        in_empty: cython.bint = row < empty_end
        if in_empty:
            edit[row] &= ~_WHOLE
        is_solid: cython.bint = tag[row] == 0 and n_chars[row] > 0
        is_space: cython.bint = (
            tag[row] == 0 and not is_solid and shown[row] and in_main[row] and n_kept[row] > 0
        )
        replaced: cython.bint = edit[row] & _WHOLE
        wanted: cython.bint = ((kept[row] or is_space or is_media[row]) and not in_empty) or replaced
        unwanted = (
            (is_solid and not kept[row]) or not is_drawn[row] or replaced or in_empty or edit[row] & _TAGS
        )
        n_wanted[row + 1] = n_wanted[row] + wanted
        n_unwanted[row + 1] = n_unwanted[row] + unwanted
    # The walk: a row is written whole, or its tags are and what is in it is looked at, or it is removed.
    found = []
    opened_: object = np.empty(n, dtype=np.intc)
    opened: cython.int[::1] = opened_
    n_open: cython.Py_ssize_t = 0
    top = max(top, 0)
    start: cython.longlong = 0  # the slice that is yet to be added
    until: cython.longlong = 0
    row = top
    while n_open > 0 or row < end[top]:
        at: cython.Py_ssize_t = row
        text: object = None  # what stands in the place of the bytes from … to
        from_: cython.longlong
        to: cython.longlong
        if n_open > 0 and row == end[opened[n_open - 1]]:
            n_open -= 1
            at = opened[n_open]
            from_, to = inner_end[at], byte_end[at]
            if edit[at] & _TAGS:
                text = cython.cast(str, end_edits[at]).encode()
        else:
            from_, to = byte_start[at], byte_end[at]
            row = end[at]
            if edit[at] & _WHOLE:
                text = _closed(data, from_, to) if edit[at] & _CLOSED else whole_edits[at].encode()
            elif n_wanted[row] == n_wanted[at]:
                text = b""
                if n_kept[at] > 0 and n_kept[row] < n_kept[n]:  # a kept text stands before it, and behind it
                    gap: cython.int = _gap(at, n_kept, n_seen, places, end, block, line, tag, parent, kind_of)
                    text = _MARKS[gap]
            elif n_unwanted[row] > n_unwanted[at]:
                opened[n_open] = at
                n_open += 1
                row = at + 1
                to = inner_start[at]
                if edit[at] & _TAGS:
                    text = cython.cast(str, start_edits[at]).encode()
        if text is not None:
            _add(found, base, start, until)
            if text:
                found.append(text)
            start = until = 0
        elif from_ == until:
            until = to
        else:
            _add(found, base, start, until)
            start, until = from_, to
    _add(found, base, start, until)
    return found
