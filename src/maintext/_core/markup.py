# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Turn a selection into markup: regions, slices of the page, clean attributes, spaces, pictures, emphasis."""

import re

import cython
import numpy as np
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import (
    PyUnicode_AsUTF8AndSize,
    PyUnicode_DecodeUTF8,
    PyUnicode_Find,
    PyUnicode_FindChar,
    PyUnicode_READ_CHAR,
    PyUnicode_Substring,
    PyUnicode_Tailmatch,
)
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext._core.columns import Columns, Tables, find_byte, find_tag
from cython.cimports.maintext._core.elements import WordSet, name_start
from cython.cimports.maintext._core.words import Py_UNICODE_ISALNUM, empty_hash, extend_hash, find_slot

_SIGN = cython.declare(cython.Py_UCS4, 1)
_MARKS = cython.declare(tuple, (b"", b"\x011", b"\x012", b"\x013", b"\x014"))
_SMALL = cython.declare(cython.int, 32)  # pixels
_MAX_BYTES = cython.declare(cython.Py_ssize_t, 5_000)  # of an address
# What an attribute says of a picture; those that scripts read are numbered from 0 on.
_SRC = cython.declare(cython.int, -1)
_ALT = cython.declare(cython.int, -2)
_WIDTH = cython.declare(cython.int, -3)
_HEIGHT = cython.declare(cython.int, -4)
_SET = cython.declare(cython.int, -5)  # of addresses, for a script
_OTHER_SIZE = cython.declare(cython.int, -7)
_NOT_SHOWN = cython.declare(tuple, ("", ""))
_ANY_TAG = re.compile(r"<[^<>]*>")
_TITLE = re.compile(rb' title="([^"]*)"')
_ODD_REFERENCE = re.compile(r"&(?!amp;|lt;|gt;|quot;)")  # of a sign that is not escaped this way


# -- regions ------------------------------------------------------------------------------------------


def find_regions(
    columns: Columns, keep: cython.const[cython.uchar][::1], br: cython.short, n_tags: cython.Py_ssize_t
):
    """Find what is kept; see :class:`maintext.render.regions.Regions`.

    Returns
    -------
    kept
        Bool of shape (n_rows,).
    n_kept
        int32 of shape (n_rows,): kept texts in each subtree.
    tags
        Bool of shape (2, n_tags): tags on the page, and of elements with kept text.
    begins
        Kept texts that begin a line within a block where no ``<br>`` does.
    """
    n: cython.Py_ssize_t = columns.n_rows
    kept_ = np.zeros(n, dtype=np.bool_)
    kept: cython.uchar[::1] = kept_.view(np.uint8)
    n_kept_ = np.empty(n, dtype=np.intc)
    n_kept: cython.int[::1] = n_kept_
    before: cython.int[::1] = np.zeros(n + 1, dtype=np.intc)  # kept texts before each row
    tags_ = np.zeros((2, n_tags), dtype=np.bool_)
    tags: cython.uchar[:, ::1] = tags_.view(np.uint8)
    begins: list = []
    row: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1
    n_breaks: cython.int = 0  # since the last kept text
    for row in range(n):
        before[row + 1] = before[row]
        tag: cython.short = columns.tag[row]
        n_breaks += tag == br
        if tag != 0 or not keep[row] or columns.n_chars[row] <= 0:
            continue
        kept[row] = True
        before[row + 1] += 1
        if (
            last >= 0 and n_breaks == 0 and columns.line[last] != columns.line[row]
            and columns.block[last] == columns.block[row]
        ):  # fmt: skip
            begins.append(row)
        last = row
        n_breaks = 0
    for row in range(n):
        n_kept[row] = before[columns.end[row]] - before[row]
        tags[0, columns.tag[row]] = 1
        tags[1, columns.tag[row]] |= n_kept[row] > 0
    return kept_, n_kept_, tags_, begins


def attribute_values(
    columns: Columns,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    mask: cython.const[cython.uchar][::1],
    n_kept: cython.const[cython.int][::1],
    words: WordSet = None,
):
    """Return values of an attribute by row, of kept elements with a tag in a mask; rows with references.

    With ``words``, only the values that contain one of them.
    """
    base: cython.p_uchar = columns.data
    found = {}
    escaped = []
    i: cython.Py_ssize_t
    for i in range(row.shape[0]):
        at: cython.int = row[i]
        if not mask[columns.tag[at]] or n_kept[at] == 0:
            continue
        if words is not None and not words.stands_in(base, start[i], end[i]):
            continue
        found[at] = _decode_span(base, start[i], end[i])
        if find_byte(base, start[i], end[i], 0x26) < end[i]:
            escaped.append(at)
    return found, escaped


# -- slices -------------------------------------------------------------------------------------------


def _is_sight(base, start):
    """Return whether the tag at an offset is of a picture or formula, or has a name that begins so."""
    size: cython.Py_ssize_t = 0
    if memcmp(base + start, cython.cast(cython.p_char, b"<img"), 4) == 0:
        size = 4
    elif memcmp(base + start, cython.cast(cython.p_char, b"<math"), 5) == 0:
        size = 5
    after: cython.uchar = base[start + size]
    return size > 0 and not (after == 0x5F or after >= 0x80 or Py_UNICODE_ISALNUM(after))


def _with_end_tag(data, start, end):
    """Return an empty element with an end tag."""
    base: cython.p_uchar = data
    return data[start : end - 2] + b"></" + data[start + 1 : _end_of_name(base, start + 1, end)] + b">"


def _choose_mark(columns, row, n_kept, n_seen, places, kind_of):
    """Return the number of the mark that the texts around a removed row want between them."""
    before: cython.int = places[n_kept[row] - 1]
    after: cython.int = places[n_kept[columns.end[row]]]
    if columns.block[before] != columns.block[after]:
        return 3
    if columns.line[before] != columns.line[after]:
        return 2
    if n_seen[columns.end[row]] == n_seen[row]:
        return 0
    while after >= 0:
        if kind_of[columns.tag[after]] & WRITTEN:
            return 4
        after = columns.parent[after]
    return 1


def _is_left_out(columns, row, is_drawn):
    """Return whether a row that nothing is wanted of holds text or is not drawn."""
    return (columns.tag[row] == 0 and columns.n_chars[row] > 0) or not is_drawn[row]


def _add_slice(found, base, start, end):
    """Add a slice of the page, unless it is empty."""
    if end > start:
        found.append(PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), end - start))


def _take_edits(edit, start_edits, whole_edits, is_blank):
    """Note the kinds of edits of each row."""
    row: cython.Py_ssize_t
    for row in start_edits:
        edit[row] |= EDITS_TAGS
    for key, markup in whole_edits.items():
        row = key
        text: str = markup
        is_sight: cython.bint = len(text) > 0 and (
            PyUnicode_Tailmatch(text, "<img ", 0, len(text), -1) or not is_blank(text)
        )
        edit[row] |= (EDITS_WHOLE | EDITS_SIGHT) if is_sight else EDITS_WHOLE


def join_pieces(
    columns: Columns,
    kept: cython.const[cython.uchar][::1],
    shown: cython.const[cython.uchar][::1],
    in_main: cython.const[cython.uchar][::1],
    kind_of: cython.const[cython.uchar][::1],
    start_edits: dict,
    end_edits: dict,
    whole_edits: dict,
    is_blank: object,
) -> bytes:
    """Return pieces of the page's bytes, edits and marks in the order they are written.

    ``kind_of`` is a table over tags, ``is_blank`` tells whether there is nothing to see of some markup.
    """
    data: bytes = columns.data
    n: cython.Py_ssize_t = columns.n_rows
    base: cython.p_uchar = data
    edit: cython.uchar[::1] = np.zeros(n, dtype=np.uint8)
    _take_edits(edit, start_edits, whole_edits, is_blank)
    # Nothing is wanted of the rows before and behind these.
    first: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t = n
    while first < n and not (kept[first] or in_main[first] or edit[first]):
        first += 1
    while stop > first and not (kept[stop - 1] or in_main[stop - 1] or edit[stop - 1]):
        stop -= 1
    # Only these rows, and what is behind the last one, are counted.
    sums: cython.int[:, ::1] = np.empty((5, n + 1), dtype=np.intc)
    n_kept: cython.int[::1] = sums[0]
    n_seen: cython.int[::1] = sums[1]  # texts that are seen
    n_sights: cython.int[::1] = sums[2]  # what a heading may be written for
    n_wanted: cython.int[::1] = sums[3]
    n_unwanted: cython.int[::1] = sums[4]
    flags: cython.uchar[:, ::1] = np.empty((2, n), dtype=np.uint8)
    is_media: cython.uchar[::1] = flags[0]
    is_drawn: cython.uchar[::1] = flags[1]
    places: cython.int[::1] = np.empty(n, dtype=np.intc)  # of kept texts
    row: cython.Py_ssize_t
    hi: cython.Py_ssize_t
    player_end: cython.int = 0
    top: cython.Py_ssize_t = -1
    kind: cython.uchar
    for row in range(n):
        kind = kind_of[columns.tag[row]]
        if (
            kind & DRAWN
            and columns.end[row] > player_end
            and not columns.is_hidden[max(0, columns.parent[row])]
        ):
            player_end = columns.end[row]
        if kind & BODY and top < 0:
            top = row
        is_drawn[row] = shown[row] or row < player_end
    n_kept[first] = n_seen[first] = n_sights[first] = n_wanted[first] = n_unwanted[first] = 0
    for row in range(first, stop):
        kind = kind_of[columns.tag[row]]
        is_text: cython.bint = columns.tag[row] == 0
        has_begun: cython.bint = n_kept[row] > 0 or kept[row]
        is_media[row] = kind & MEDIA and is_drawn[row] and in_main[row] and (has_begun or not kind & RULE)
        if (
            in_main[row]
            and is_drawn[row]
            and not is_text
            and columns.inner_start[row] == columns.byte_end[row]
            and not kind & VOID
            and not edit[row] & EDITS_WHOLE
        ):
            edit[row] |= EDITS_WHOLE | EDITS_END_TAG
            if _is_sight(base, columns.byte_start[row]):
                edit[row] |= EDITS_SIGHT
        is_sight: cython.bint = kept[row] or (is_media[row] and kind & SEEN)
        if edit[row] & EDITS_WHOLE:
            is_sight = edit[row] & EDITS_SIGHT
        if kept[row]:
            places[n_kept[row]] = row
        n_kept[row + 1] = n_kept[row] + (kept[row] != 0)
        n_seen[row + 1] = n_seen[row] + (is_text and shown[row] != 0)
        n_sights[row + 1] = n_sights[row] + is_sight
    empty_end: cython.int = 0  # where the last heading ends that has nothing to see
    row = columns.parent[first] if first < n else -1
    while row >= 0:
        hi = min(stop, columns.end[row])
        if kind_of[columns.tag[row]] & HEADING and n_sights[hi] == 0 and columns.end[row] > empty_end:
            empty_end = columns.end[row]
        row = columns.parent[row]
    for row in range(first, stop):
        kind = kind_of[columns.tag[row]]
        hi = min(stop, columns.end[row])
        if kind & HEADING and columns.end[row] > empty_end and n_sights[hi] == n_sights[row]:
            empty_end = columns.end[row]
        in_empty: cython.bint = row < empty_end
        if in_empty:
            edit[row] &= ~EDITS_WHOLE
        is_solid: cython.bint = columns.tag[row] == 0 and columns.n_chars[row] > 0
        is_space: cython.bint = (
            columns.tag[row] == 0 and not is_solid and shown[row] and in_main[row] and n_kept[row] > 0
        )
        replaced: cython.bint = edit[row] & EDITS_WHOLE
        wanted: cython.bint = ((kept[row] or is_space or is_media[row]) and not in_empty) or replaced
        unwanted: cython.bint = (
            (is_solid and not kept[row])
            or not is_drawn[row]
            or replaced
            or in_empty
            or edit[row] & EDITS_TAGS
        )
        n_wanted[row + 1] = n_wanted[row] + wanted
        n_unwanted[row + 1] = n_unwanted[row] + unwanted
    # The nearest rows around them that are not wanted and would show.
    unwanted_before: cython.Py_ssize_t = first - 1
    while unwanted_before >= 0 and not _is_left_out(columns, unwanted_before, is_drawn):
        unwanted_before -= 1
    unwanted_after: cython.Py_ssize_t = stop
    while unwanted_after < n and not _is_left_out(columns, unwanted_after, is_drawn):
        unwanted_after += 1
    # The walk: a row is written whole, or its tags are and what is in it is looked at, or it is removed.
    found = []
    opened: cython.int[::1] = np.empty(n, dtype=np.intc)
    n_open: cython.Py_ssize_t = 0
    top = max(top, 0)
    start: cython.longlong = 0  # the slice that is yet to be added
    until: cython.longlong = 0
    row = top
    while n_open > 0 or row < columns.end[top]:
        at: cython.Py_ssize_t = row
        text: object = None  # what stands in the place of the bytes from … to
        from_: cython.longlong
        to: cython.longlong
        if n_open > 0 and row == columns.end[opened[n_open - 1]]:
            n_open -= 1
            at = opened[n_open]
            from_, to = columns.inner_end[at], columns.byte_end[at]
            if edit[at] & EDITS_TAGS:
                text = cython.cast(str, end_edits[at]).encode()
        else:
            from_, to = columns.byte_start[at], columns.byte_end[at]
            row = columns.end[at]
            lo: cython.Py_ssize_t = min(max(at, first), stop)
            hi = max(min(row, stop), first)
            if edit[at] & EDITS_WHOLE:
                text = (
                    _with_end_tag(data, from_, to) if edit[at] & EDITS_END_TAG else whole_edits[at].encode()
                )
            elif n_wanted[hi] == n_wanted[lo]:
                text = b""
                if (
                    n_kept[lo] > 0 and n_kept[hi] < n_kept[stop]
                ):  # a kept text stands before it, and behind it
                    gap: cython.int = _choose_mark(columns, at, n_kept, n_seen, places, kind_of)
                    text = _MARKS[gap]
            elif n_unwanted[hi] > n_unwanted[lo] or at <= unwanted_before or row > unwanted_after:
                opened[n_open] = at
                n_open += 1
                row = at + 1
                to = columns.inner_start[at]
                if edit[at] & EDITS_TAGS:
                    text = cython.cast(str, start_edits[at]).encode()
        if text is not None:
            _add_slice(found, base, start, until)
            if text:
                found.append(text)
            start = until = 0
        elif from_ == until:
            until = to
        else:
            _add_slice(found, base, start, until)
            start, until = from_, to
    _add_slice(found, base, start, until)
    return b"".join(found)


# -- attributes ---------------------------------------------------------------------------------------


def clean_markup(
    markup: str, tables: Tables, policy: tuple, origin: bytes, place: bytes, make_attribute: object
):
    """Return markup with the tags and attributes of a policy and absolute addresses, and bits of what it has.

    Parameters
    ----------
    markup
        Well-formed markup.
    tables
        Those of the page.
    policy
        What becomes of each attribute (``DROP`` …), uint8 of shape (n_tags, n_names); the table of the
        names of attributes, of which the first is ``style``; what stands for each tag: None for itself,
        nothing or a space for its tags, else another name; bits of each tag (``ENDS_LINE`` …); and what
        is written before values that have a prefix.
    origin, place
        What is written before addresses that begin with ``/`` and ``#``; empty where more is to be done.
    make_attribute
        Makes an attribute of the names of tag and attribute and its raw value.
    """
    kinds: cython.const[cython.uchar][:, ::1] = policy[0]
    hashes: cython.const[cython.ulonglong][::1] = policy[1][0]
    numbers: cython.const[cython.ulonglong][::1] = policy[1][1]
    others: list = policy[2]
    lines: cython.const[cython.uchar][::1] = policy[3]
    prefix: bytes = policy[4]
    size: cython.Py_ssize_t = 0
    base: cython.p_uchar = cython.cast(cython.p_uchar, PyUnicode_AsUTF8AndSize(markup, cython.address(size)))
    parts: list = []
    done: cython.Py_ssize_t = 0  # what stands before it is among the parts
    at: cython.Py_ssize_t = 0
    found: cython.int = 0
    after_break: cython.bint = False
    begins_block: cython.bint = True
    while at < size:
        start: cython.Py_ssize_t = find_byte(base, at, size, 0x3C)
        first: cython.Py_ssize_t = at
        while first < start and base[first] <= 0x20:
            first += 1
        if first < start:
            begins_block = False
            last: cython.Py_ssize_t = start - 1
            while base[last] <= 0x20 or 0x80 <= base[last] < 0xC0:
                last -= 1
            if _is_wide_blank(base + first) or _is_wide_blank(base + last):
                found |= HAS_EDGES
        if start == size:
            break
        stop: cython.Py_ssize_t = min(find_byte(base, start, size, 0x3E) + 1, size)
        is_end: cython.bint = start + 1 < size and base[start + 1] == 0x2F
        name: cython.Py_ssize_t = start + 1 + is_end
        k: cython.Py_ssize_t = _end_of_name(base, name, stop)
        stop_name: cython.Py_ssize_t = k
        number: cython.short = find_tag(tables, base, name, k)
        of_line: cython.uchar = lines[number]
        if of_line & ENDS_LINE:
            begins_block = True
        elif not is_end and of_line & IS_SEEN:
            begins_block = False
        elif not is_end and number == tables.br and begins_block:
            found |= HAS_EDGES
        is_break: cython.bint = k - name >= 2 and base[name] == 0x62 and base[name + 1] == 0x72 and not is_end
        if is_break and after_break and (
            start == at or base[at] <= 0x20 or base[at] >= 0x80 or base[at] == 0x26
        ):  # fmt: skip
            found |= HAS_BREAKS
        after_break = is_break
        at = stop
        other: object = others[number]
        if other is not None:
            if number == tables.unknown and k - name == 14 and memcmp(
                base + name, cython.cast(cython.p_char, b"annotation-xml"), 14
            ) == 0:  # fmt: skip
                other = b" "
            is_removed: cython.bint = other in (b"", b" ")
            _add_slice(parts, base, done, start if is_removed else name)
            parts.append(other)
            done = stop if is_removed else k
            if is_removed:
                continue
        while k < stop and base[k] == 0x20:
            value: cython.Py_ssize_t = find_byte(base, k, stop, 0x22) + 1
            end: cython.Py_ssize_t = find_byte(base, value, stop, 0x22)
            if end >= stop:
                break
            attribute: cython.ulonglong = numbers[find_slot(_hash_name(base, k + 1, value - 2), hashes)]
            kind: cython.uchar = kinds[number, attribute]
            before: object = b""  # written before the value
            if kind == PREFIX:
                # Perhaps it is white space only.
                kind, before = (COPY, prefix) if end > value and 0x20 < base[value] < 0x7F else (ASK, b"")
            elif kind == RESOLVE:
                address: cython.int = kind_of_address(base + value, end - value, True)
                before = (None, b"", origin or None, place or None)[address]
                kind = ASK if before is None else COPY
            if kind != COPY:
                _add_slice(parts, base, done, k)
                done = end + 1
                if kind == ASK:
                    own: str = _decode_span(base, name, stop_name) if other is None else other.decode()
                    of: tuple = own, _decode_span(base, k + 1, value - 2), _decode_span(base, value, end)
                    parts.append(cython.cast(str, make_attribute(*of)).encode())
            elif before:
                _add_slice(parts, base, done, value)
                parts.append(before)
                done = value
            k = end + 1
    _add_slice(parts, base, done, size)
    return b"".join(parts).decode(), found


def _end_of_name(base, at, end):
    """Return where the name of a tag ends."""
    while at < end and base[at] > 0x20 and base[at] != 0x2F and base[at] != 0x3E:
        at += 1
    return at


def _hash_name(base, start, end):
    """Return the hash of a name of ASCII as ``build_word_table`` has it."""
    value: cython.ulonglong = empty_hash()
    i: cython.Py_ssize_t
    for i in range(start, end):
        value = extend_hash(value, base[i])
    return value


def _decode_span(base, start, end):
    """Return bytes as text."""
    return PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + start), end - start, cython.NULL)


def _is_wide_blank(at):
    """Return whether a character of UTF-8 is white space beyond ASCII, or the mark of byte order."""
    if at[0] < 0xC2:
        return False
    if at[0] == 0xC2:
        return at[1] == 0xA0 or at[1] == 0x85
    if at[0] == 0xE2:
        return (at[1] == 0x80 and (at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF)) or (
            at[1] == 0x81 and at[2] == 0x9F
        )
    return (
        (at[0] == 0xE3 and at[1] == 0x80 and at[2] == 0x80)
        or (at[0] == 0xEF and at[1] == 0xBB and at[2] == 0xBF)
        or (at[0] == 0xE1 and at[1] == 0x9A and at[2] == 0x80)
    )


def address_kind(link: str) -> int:
    """Return how a link becomes absolute, as :func:`kind_of_address` does for one on a page."""
    written: bytes = link.encode("utf-8", "surrogatepass")
    return kind_of_address(written, len(written), False)


def kind_of_address(at, size, is_escaped):
    """Return how an address becomes absolute: 1 it is, 2 with the origin before it, 3 with the page; 0 else.

    Only such addresses that neither a reference other than ``&amp;`` nor the standard library would change:
    those that maintext.html.urls takes without it, of printable ASCII.
    """
    i: cython.Py_ssize_t
    kind: cython.int = 2
    part: cython.int = 0  # 0 the path, 1 what is searched for, 2 a place
    if size > 7 and memcmp(at, cython.cast(cython.p_char, b"http"), 4) == 0:
        i = 5 if at[4] == 0x73 else 4
        if size < i + 3 or memcmp(at + i, cython.cast(cython.p_char, b"://"), 3) != 0:
            return 0
        kind = 1
        i = _end_of_host(at, i + 3, size)
        if i < 0 or i == size:
            return i == size
        if at[i] != 0x2F:
            return 0
    elif size > 1 and at[0] == 0x23:
        kind = part = 3  # a place of this page, in which more characters are allowed
        i = 0
    elif size == 0 or at[0] != 0x2F or (size > 1 and (at[1] == 0x2F or at[1] == 0x2E)):
        return 0
    else:
        i = 0
    i += 1
    while i < size:
        point: cython.uchar = at[i]
        if point <= 0x20 or point >= 0x7F or (point == 0x27 and kind > 1):
            return 0
        if point == 0x26 and is_escaped:  # a reference
            if i + 5 > size or memcmp(at + i, cython.cast(cython.p_char, b"&amp;"), 5) != 0:
                return 0
            i += 5
            continue
        if part < 3 and (point == 0x3B or point == 0x5B or point == 0x5D or point == 0x5C):
            return 0
        if part == 0 and kind == 2 and point == 0x2E and at[i - 1] == 0x2F:
            return 0
        if (part == 0 and point == 0x3F) or (part < 2 and point == 0x23):
            part = 1 if point == 0x3F else 2
            if i + 1 == size or (point == 0x3F and at[i + 1] == 0x23):
                return 0
        i += 1
    return kind


def _end_of_host(at, i, size):
    """Return where host and port of an address end that begin at an offset; −1 for unusual ones."""
    start: cython.Py_ssize_t = i
    in_port: cython.bint = False
    while i < size:
        point: cython.uchar = at[i]
        if point == 0x3A and not in_port and i > start:
            in_port, start = True, i + 1
        elif not (
            0x30 <= point <= 0x39
            or (
                not in_port
                and (0x61 <= point | 0x20 <= 0x7A or point == 0x2D or point == 0x2E or point == 0x5F)
            )
        ):
            break
        i += 1
    return i if i > start else -1


# -- spaces -------------------------------------------------------------------------------------------


def set_apart(markup: str, blocks: frozenset, seen: frozenset, closing: cython.const[cython.uchar][::1]):
    """Markup in which what else is needed to part two texts stands in the place of the marks between them.

    ``blocks`` are the names of elements that part texts themselves, ``seen`` those of pictures and the
    like, ``closing`` a table over code points: marks before which no space is needed. Returns also
    whether line breaks stand in the place of marks.
    """
    size: cython.Py_ssize_t = len(markup)
    parts = []
    done: cython.Py_ssize_t = 0
    has_breaks: cython.bint = False
    mark: cython.Py_ssize_t = PyUnicode_FindChar(markup, _SIGN, 0, size, 1)
    while mark >= 0:
        start: cython.Py_ssize_t = mark
        while start > done:
            point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markup, start - 1)
            if point == ">":
                start = max(PyUnicode_FindChar(markup, "<", done, start, -1), done)
            elif Py_UNICODE_ISSPACE(point):
                start -= 1
            else:
                break
        parts.append(PyUnicode_Substring(markup, done, start))
        # The tags between the two texts: what they need, what they have.
        needed: cython.int = 0
        n_breaks: cython.int = 0
        is_parted: cython.bint = False
        may_close: cython.bint = True
        n_before: cython.Py_ssize_t = len(parts)
        first: cython.Py_ssize_t = n_before
        at: cython.Py_ssize_t = start
        copied: cython.Py_ssize_t = start
        while at < size:
            point = PyUnicode_READ_CHAR(markup, at)
            if point == "<":
                stop: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, size, 1)
                if stop < 0:
                    break
                kind: cython.int = _tag_kind_at(markup, at, stop, blocks, seen)
                is_parted |= kind == 2
                n_breaks += kind == 1
                may_close &= kind != 3
                at = stop + 1
            elif point == _SIGN:
                parts.append(PyUnicode_Substring(markup, copied, at))
                if needed == 0:
                    first = len(parts)
                    parts.append("")
                number: cython.int = cython.cast(cython.int, PyUnicode_READ_CHAR(markup, at + 1)) - 0x30
                may_close &= number == 1
                needed = max(needed, 1 if number == 4 else number)
                at += 2
                copied = at
            elif Py_UNICODE_ISSPACE(point):
                at += 1
            else:
                break
        parts.append(PyUnicode_Substring(markup, copied, at))
        if not is_parted and may_close and _closes_name(markup, at, size, closing, blocks):
            parts[n_before:] = _ANY_TAG.findall(markup, start, at)
        elif not is_parted:
            parts[first] = " " if needed == 1 else "<br/>" * (needed - 1 - n_breaks)
            has_breaks |= needed - 1 > n_breaks
        done = at
        mark = PyUnicode_FindChar(markup, _SIGN, done, size, 1)
    parts.append(PyUnicode_Substring(markup, done, size))
    return "".join(parts), has_breaks


def _closes_name(markup, at, size, closing, blocks):
    """Return True if the mark at ``at`` takes no space before it and begins no name."""
    if at == size:
        return False
    point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markup, at)
    if point >= 0x10000 or closing[point] == 0:
        return False
    if closing[point] == 1:
        return True
    at += 1
    while at < size and PyUnicode_READ_CHAR(markup, at) == "<":
        stop: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, size, 1)
        if stop < 0 or 0 < _tag_kind_at(markup, at, stop, blocks, blocks) < 3:
            return True
        at = stop + 1
    if at == size:
        return True
    point = PyUnicode_READ_CHAR(markup, at)
    return not (point == "_" or Py_UNICODE_ISALNUM(point))


def _tag_kind_at(markup, start, stop, blocks, seen):
    """3 for a tag of a picture or the like, 2 of a block or custom element, 1 of a line break; 0 others."""
    at: cython.Py_ssize_t = start + 1
    if PyUnicode_READ_CHAR(markup, at) == "/":
        at += 1
    begin: cython.Py_ssize_t = at
    while at < stop:
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markup, at)
        if point == "-":
            return 2
        if point == "/" or Py_UNICODE_ISSPACE(point):
            break
        at += 1
    name = PyUnicode_Substring(markup, begin, at)
    if name in blocks:
        return 2
    if begin != start + 1:
        return 0
    return 1 if name == "br" else 3 if name in seen else 0


def strip_lines(markup: str, blocks: frozenset, seen: frozenset):
    """Markup without white space at both ends of lines that HTML shows, and without breaks that begin blocks.

    ``blocks`` and ``seen`` are as in :func:`set_apart`. What is in ``<pre>`` stays.
    """
    size: cython.Py_ssize_t = len(markup)
    parts = []
    edges = []  # white space since the last thing to see, with something in it that HTML shows
    done: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    begins_line: cython.bint = True
    begins_block: cython.bint = True
    while at < size:
        tag: cython.Py_ssize_t = PyUnicode_FindChar(markup, "<", at, size, 1)
        tag = size if tag < 0 else tag
        if at < tag:
            first: cython.Py_ssize_t = at
            is_wide: cython.bint = False
            while first < tag and _is_blank(PyUnicode_READ_CHAR(markup, first)):
                is_wide |= PyUnicode_READ_CHAR(markup, first) >= 0x80
                first += 1
            if is_wide and (begins_line or first == tag):
                edges.append((at, first))
            if first < tag:
                if edges:
                    done = _leave_out(parts, markup, done, edges if begins_line else [])
                    edges = []
                begins_line = begins_block = False
                last: cython.Py_ssize_t = tag
                is_wide = False
                while _is_blank(PyUnicode_READ_CHAR(markup, last - 1)):
                    last -= 1
                    is_wide |= PyUnicode_READ_CHAR(markup, last) >= 0x80
                if is_wide:
                    edges.append((last, tag))
            at = tag
            continue
        stop: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, size, 1)
        if stop < 0:
            break
        kind: cython.int = _tag_kind_at(markup, at, stop, blocks, seen)
        if kind == 1 and begins_block:
            edges.append((at, stop + 1))
        elif kind:
            if edges and (kind != 3 or begins_line):
                done = _leave_out(parts, markup, done, edges)
            edges = []
            begins_line, begins_block = kind != 3, kind == 2
        at = stop + 1
        if kind == 2 and _opens_pre(markup, tag, stop):
            at = PyUnicode_Find(markup, "</pre>", at, size, 1)
            if at < 0:
                break
    if edges and at == size:
        done = _leave_out(parts, markup, done, edges)
    if done == 0:
        return markup
    parts.append(PyUnicode_Substring(markup, done, size))
    return "".join(parts)


def _is_blank(point):
    """Return True for white space and the byte order mark, which the renderer treats alike."""
    return Py_UNICODE_ISSPACE(point) or point == 0xFEFF


def _opens_pre(markup, at, stop):
    """Return True if a tag opens ``<pre>``."""
    if not PyUnicode_Tailmatch(markup, "<pre", at, stop, -1):
        return False
    return at + 4 == stop or Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(markup, at + 4))


def _leave_out(parts, markup, done, edges):
    """Add what stands up to the last of some places but for them; return where that ends."""
    for start, end in edges:
        parts.append(PyUnicode_Substring(markup, done, start))
        done = end
    return done


# -- hollow elements ----------------------------------------------------------------------------------


def drop_hollow(markup: str, tables: Tables, roles: cython.const[cython.uchar][::1]):
    """Markup without elements that have nothing to see in them, and without emphasis in the same emphasis.

    ``roles`` has bits of each tag (``IS_BLOCK`` …). An empty cell stays. What an element parted stays parted:
    a space, a line break or an empty block stands in its place where text stands before it in its line.
    Emphasis that begins where the same one ends is one.
    """
    size: cython.Py_ssize_t = 0
    base: cython.p_uchar = cython.cast(cython.p_uchar, PyUnicode_AsUTF8AndSize(markup, cython.address(size)))
    cuts: list = []  # start, end and what stands there, in order
    opened: list = []  # tag, start; what was seen, spaces, breaks and blocks before; before_line, the end tag
    n_open: cython.int[::1] = np.zeros(roles.shape[0], dtype=np.intc)
    n_in: cython.int[::1] = np.zeros(4, dtype=np.intc)  # open elements of each emphasis
    n_seen: cython.int = 0
    n_spaces: cython.int = 0
    n_breaks: cython.int = 0
    n_blocks: cython.int = 0
    n_written: cython.int = 0  # open elements whose white space stays
    of_entry: cython.uchar
    before_line: cython.int = 0  # what was seen before the line
    ended: tuple = (0, -1, -1)  # the emphasis that ended last, while only its end tag is behind it
    at: cython.Py_ssize_t = 0
    while at < size:
        start: cython.Py_ssize_t = find_byte(base, at, size, 0x3C)
        if start > at:
            first: cython.Py_ssize_t = at
            while first < start and _blank_width(base + first) > 0:
                first += _blank_width(base + first)
            n_spaces += 1
            if first < start:
                n_seen += 1
            elif n_seen == before_line and opened and not n_written:
                # The renderer would write an empty line where a block follows in an inline element.
                of_entry = roles[cython.cast(cython.short, opened[len(opened) - 1][0])]
                if not of_entry & (IS_BLOCK | IS_PART):
                    cuts.append((at, start, ""))
        if start == size:
            break
        stop: cython.Py_ssize_t = min(find_byte(base, start, size, 0x3E) + 1, size)
        is_end: cython.bint = start + 1 < size and base[start + 1] == 0x2F
        name: cython.Py_ssize_t = start + 1 + is_end
        number: cython.short = find_tag(tables, base, name, _end_of_name(base, name, stop))
        role: cython.uchar = roles[number]
        follows: cython.bint = start == at and ended[2] == start
        at = stop
        n_seen += role & IS_SIGHT != 0 and not is_end
        n_written += (1 - 2 * is_end) * (role & IS_WRITTEN != 0)
        if role & IS_VOID or base[stop - 2] == 0x2F:
            n_breaks += number == tables.br
            if number == tables.br:
                before_line = n_seen
            continue
        kind: cython.int = role // IS_STRONG % 4
        is_emphasis: cython.bint = kind != 0
        if not is_end:
            n_before: cython.int = n_seen
            end_tag: object = None  # what stands in the place of the end tag
            if is_emphasis and follows and ended[0] == role:
                n_before = -1
                if cuts and cuts[len(cuts) - 1][0] == ended[1]:
                    end_tag = cuts.pop()[2]
                else:
                    end_tag = _decode_span(base, ended[1], ended[2])
                cuts.append((ended[1], stop, ""))
            elif is_emphasis and n_in[kind]:
                end_tag = ""
                cuts.append((start, stop, ""))
            opened.append((number, start, n_before, n_spaces, n_breaks, n_blocks, before_line, end_tag))
            n_in[kind] += is_emphasis
            n_open[number] += 1
            if role & IS_BLOCK:
                n_blocks += 1
                before_line = n_seen
            continue
        if n_open[number] == 0:
            continue
        while True:
            entry: tuple = opened.pop()
            n_open[cython.cast(cython.short, entry[0])] -= 1
            of_entry = roles[cython.cast(cython.short, entry[0])]
            n_in[of_entry // IS_STRONG % 4] -= (of_entry & (IS_STRONG | IS_EMPHASIS)) != 0
            if cython.cast(cython.short, entry[0]) == number:
                break
        if entry[2] == n_seen and not role & IS_CELL:
            while cuts and cuts[len(cuts) - 1][0] >= entry[1]:
                cuts.pop()
            text = ""
            if not role & IS_PART and n_seen > cython.cast(cython.int, entry[6]):
                text = "<div></div>" if role & IS_BLOCK or n_blocks > entry[5] else ""
                text = text or ("<br/>" if n_breaks > entry[4] else " " if n_spaces > entry[3] else "")
            cuts.append((entry[1], stop, text))
        else:
            if entry[7] is not None:
                cuts.append((start, stop, entry[7]))
            if is_emphasis and entry[7] != "":
                ended = (role, start, stop)
        if role & IS_BLOCK:
            before_line = n_seen
    if not cuts:
        return markup
    parts: list = []
    at = 0
    for first_, last_, written in cuts:
        _add_slice(parts, base, at, first_)
        parts.append(cython.cast(str, written).encode())
        at = last_
    _add_slice(parts, base, at, size)
    return b"".join(parts).decode()


def _blank_width(at):
    """Return the bytes of a character of UTF-8 without ink, 0 for others and the mark of an opaque text."""
    if at[0] <= 0x20:
        return 0 if at[0] == 0x04 else 1
    if at[0] < 0xC2:
        return 0
    if at[0] == 0xC2:
        return 2 if at[1] == 0xA0 or at[1] == 0xAD or at[1] == 0x85 else 0
    if at[0] == 0xE2:
        is_blank: cython.bint = (
            at[1] == 0x80 and (at[2] <= 0x8F or 0xA8 <= at[2] <= 0xAF)
        ) or (at[1] == 0x81 and 0x9F <= at[2] <= 0xAF)  # fmt: skip
        return 3 if is_blank else 0
    return 3 if _is_wide_blank(at) else 0


# -- pictures -----------------------------------------------------------------------------------------


def read_pictures(
    columns: Columns, rows: cython.const[cython.longlong][::1], shown: cython.const[cython.uchar][::1],
    is_wrapper: cython.const[cython.uchar][::1], origin: str, meanings: dict, words: WordSet,
    empty_words: WordSet, noscript: cython.short,
):  # fmt: skip
    """Return wrapper, address and alternative text of each ``<img>``, the rows that may be text, titles.

    The outermost wrapper; all texts are escaped. The address is ``""`` for a picture that is not shown.
    None for what is not plain.

    ``shown`` are rows that are not hidden, or in a hidden element with kept text.
    ``origin`` is written before addresses that begin with ``/``; ``""`` for none that may. ``meanings`` say
    what an attribute is. A picture whose tag holds one of the ``words`` may be text; an address that holds
    one of the ``empty_words`` may be of a picture that only holds the place of another.
    """
    data: bytes = columns.data
    base: cython.p_uchar = data
    found = []
    texts = []
    titles = []
    i: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        row: cython.longlong = rows[i]
        start: cython.Py_ssize_t = columns.byte_start[row]
        end: cython.Py_ssize_t = columns.inner_start[row]
        part: object = None
        around: cython.longlong
        if words.stands_in(base, start, end):
            texts.append(row)
        elif not shown[row]:
            around = row
            while around >= 0 and columns.tag[around] != noscript:
                around = columns.parent[around]
            part = _NOT_SHOWN if around < 0 else None
        else:
            around = columns.parent[row]
            is_alone: cython.bint = around < 0 or not is_wrapper[columns.tag[around]]
            part = _read_picture(data, start, end, origin, meanings, empty_words, is_alone)
        if part is not None:
            while columns.parent[row] >= 0 and is_wrapper[columns.tag[columns.parent[row]]]:
                row = columns.parent[row]
            part = (row, part[0], part[1])
        found.append(part)
        title: object = _TITLE.search(data, start, end)
        titles.append(" ".join(title[1].decode().split()) if title else "")
    return found, texts, titles


def _read_picture(data, at, end, origin, meanings, empty_words, is_alone):
    """Return address and alternative text of a start tag; ``is_alone`` in no ``<picture>``."""
    base: cython.p_uchar = data
    source: cython.Py_ssize_t = 0
    n_source: cython.Py_ssize_t = 0
    rank: cython.int = 1_000  # of the address, the lowest one wins
    alt: object = ""
    width: cython.int = 0
    height: cython.int = 0
    has_set: cython.bint = False
    while True:
        mark: cython.p_uchar = cython.cast(cython.p_uchar, memchr(base + at, 0x22, end - at))
        if mark == cython.NULL:
            break
        value: cython.Py_ssize_t = mark - base + 1
        name: cython.Py_ssize_t = name_start(base, value)
        mark = cython.cast(cython.p_uchar, memchr(base + value, 0x22, end - value))
        size: cython.Py_ssize_t = mark - base - value
        at = value + size + 1
        written = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + name), value - 2 - name)
        meaning: object = meanings.get(written)
        if meaning is None:
            continue
        kind: cython.int = meaning
        if kind == _ALT:
            alt = " ".join(_decode_span(base, value, at - 1).split())
            if _ODD_REFERENCE.search(alt):
                return None
        elif kind == _WIDTH:
            width = _smallness_of(base + value, size)
        elif kind == _HEIGHT:
            height = _smallness_of(base + value, size)
        elif kind == _OTHER_SIZE:
            if _smallness_of(base + value, size) > 0:
                return None
        elif kind == _SET:
            has_set = True
        else:
            kind = 999 if kind == _SRC else kind
            if kind < 999 and memchr(base + value, 0x2F, size) == cython.NULL:
                return None  # perhaps no address
            if kind < rank:
                source, n_source, rank = value, size, kind
    if width == 1 and height == 1:
        return _NOT_SHOWN
    if (width > 0 and height > 0) or (has_set and rank >= 999) or n_source > _MAX_BYTES:
        return None
    kind = kind_of_address(base + source, n_source, True)
    if kind == 0 or kind == 3 or (kind == 1 and memchr(base + source, 0x27, n_source) != cython.NULL):
        is_none: cython.bint = n_source == 0 or (
            n_source > 4 and memcmp(base + source, cython.cast(cython.p_char, b"data:"), 5) == 0
        )
        return _NOT_SHOWN if is_none and rank >= 999 and is_alone else None
    if (kind == 2 and not origin) or empty_words.stands_in(base, source, source + n_source):
        return None
    address = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + source), n_source, cython.NULL)
    return (origin + address if kind == 2 else address), alt


def _smallness_of(at, size):
    """Return 1 for the length of an icon, 2 for what may be one, 0 for others."""
    if size > 0 and (at[0] <= 0x20 or at[0] >= 0x80 or at[0] == 0x26):
        return 2
    number: cython.int = 0
    i: cython.Py_ssize_t = 0
    while i < min(size, 6) and 0x30 <= at[i] <= 0x39:
        number = 10 * number + (at[i] - 0x30)
        i += 1
    if number == 0 or number >= _SMALL:
        return 0
    return 1 if i == size and size < 6 else 2
