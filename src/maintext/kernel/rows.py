# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Well-formed bytes to columns in one pass; the twin of :mod:`maintext.page.tokenise`.

Compiled only. Every start tag and every text is a row; an end tag closes the row on top of a stack;
the characters of a text are counted while they are copied. Cost O(n_bytes), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8, PyUnicode_FindChar, PyUnicode_READ_CHAR
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memchr, memcpy
from cython.cimports.maintext.kernel.characters import CJK, DIGIT, PUNCTUATION, SPACE, WORD, flags_of
from cython.cimports.maintext.kernel.styles import draws_as_block, is_named

# Columns of 32 and of 64 bits, in the order in which they are filled.
_NUMBERS = ("parent", "end", "depth", "text_start", "text_end", "n_chars", "n_words", "n_punctuation",
            "n_digits", "n_cjk", "block", "line")  # fmt: skip
_PLACES = ("byte_start", "inner_start", "inner_end", "byte_end")
# Bits of the table of tags: what ends a block, and what keeps its white space.
_ENDS_BLOCK = cython.declare(cython.uchar, 1)
_AS_WRITTEN = cython.declare(cython.uchar, 2)
_MIXER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _find(
    base: cython.p_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t, byte: cython.int
) -> cython.Py_ssize_t:
    """First place of a byte from ``start`` on, ``end`` where there is none."""
    if start >= end:
        return end
    found: cython.p_uchar = cython.cast(cython.p_uchar, memchr(base + start, byte, end - start))
    return end if found == cython.NULL else found - base


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _tag(
    base: cython.p_uchar,
    at: cython.Py_ssize_t,
    gt: cython.Py_ssize_t,
    keys: cython.const[cython.ulonglong][::1],
    numbers: cython.const[cython.short][::1],
    unknown: cython.short,
    custom: cython.short,
) -> cython.short:
    """Number of the tag name that begins at ``at``: its sixteen first bytes as a key, looked up."""
    first: cython.ulonglong = 0
    second: cython.ulonglong = 0
    i: cython.Py_ssize_t = at
    has_hyphen: cython.bint = False
    while i < gt and base[i] != 0x20 and base[i] != 0x2F:
        if i - at < 8:
            first |= cython.cast(cython.ulonglong, base[i]) << (8 * (i - at))
        elif i - at < 16:
            second |= cython.cast(cython.ulonglong, base[i]) << (8 * (i - at - 8))
        has_hyphen |= base[i] == 0x2D
        i += 1
    key: cython.ulonglong = first ^ (second * _MIXER)
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = keys.shape[0]
    while low < high:
        middle: cython.Py_ssize_t = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < keys.shape[0] and keys[low] == key:
        return numbers[low]
    return custom if has_hyphen else unknown


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _point(base: cython.p_uchar, at: cython.Py_ssize_t, length: cython.pointer(cython.int)) -> cython.uint:
    """Code point of the bytes beyond ASCII at a place, and how many they are."""
    byte: cython.uint = base[at]
    if byte < 0xE0:
        length[0] = 2
        return ((byte & 0x1F) << 6) | (base[at + 1] & 0x3F)
    if byte < 0xF0:
        length[0] = 3
        return ((byte & 0x0F) << 12) | ((base[at + 1] & 0x3F) << 6) | (base[at + 2] & 0x3F)
    length[0] = 4
    return (
        ((byte & 0x07) << 18)
        | ((base[at + 1] & 0x3F) << 12)
        | ((base[at + 2] & 0x3F) << 6)
        | (base[at + 3] & 0x3F)
    )


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _write(out: cython.p_uchar, at: cython.Py_ssize_t, point: cython.uint) -> cython.Py_ssize_t:
    """Write a code point as UTF-8 and return the place after it."""
    if point < 0x80:
        out[at] = point
        return at + 1
    if point < 0x800:
        out[at] = 0xC0 | (point >> 6)
        out[at + 1] = 0x80 | (point & 0x3F)
        return at + 2
    if point < 0x10000:
        out[at] = 0xE0 | (point >> 12)
        out[at + 1] = 0x80 | ((point >> 6) & 0x3F)
        out[at + 2] = 0x80 | (point & 0x3F)
        return at + 3
    out[at] = 0xF0 | (point >> 18)
    out[at + 1] = 0x80 | ((point >> 12) & 0x3F)
    out[at + 2] = 0x80 | ((point >> 6) & 0x3F)
    out[at + 3] = 0x80 | (point & 0x3F)
    return at + 4


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _reference(base: cython.p_uchar, at: cython.Py_ssize_t, length: cython.p_int) -> cython.uint:
    """Character and length of ``&amp; &lt; &gt;`` or ``&#N;``, the only references the serialiser writes."""
    kind: cython.uchar = base[at + 1]
    if kind != 0x23:  # "#"
        length[0] = 5 if kind == 0x61 else 4
        return 0x3C if kind == 0x6C else 0x3E if kind == 0x67 else 0x26
    is_hex: cython.bint = base[at + 2] == 0x78
    point: cython.uint = 0
    i: cython.Py_ssize_t = at + (3 if is_hex else 2)
    while base[i] != 0x3B:  # ";"
        digit: cython.uint = (base[i] | 0x20) - 0x57 if base[i] > 0x39 else base[i] - 0x30
        point = point * (16 if is_hex else 10) + digit
        i += 1
    length[0] = i + 1 - at
    return point


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _number(
    group: cython.int[::1],
    rows: cython.int[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    value: cython.int,
) -> cython.void:
    """Give the texts ``start … end - 1`` the number of their block or line."""
    i: cython.Py_ssize_t
    for i in range(start, end):
        group[rows[i]] = value


def only_elements(data: bytes) -> bytes:
    """The bytes without comments and processing instructions."""
    base: cython.p_uchar = data
    size: cython.Py_ssize_t = len(data)
    out: cython.p_uchar = cython.NULL
    written: cython.Py_ssize_t = 0
    copied: cython.Py_ssize_t = 0
    lt: cython.Py_ssize_t = _find(base, 0, size, 0x3C)
    while lt < size - 1:
        end: cython.Py_ssize_t = lt
        if base[lt + 1] == 0x3F:  # <? … ?>
            end = _find(base, lt + 3, size, 0x3E)
            while end < size and base[end - 1] != 0x3F:
                end = _find(base, end + 1, size, 0x3E)
        elif lt + 3 < size and base[lt + 1] == 0x21 and base[lt + 2] == 0x2D and base[lt + 3] == 0x2D:
            end = _find(base, lt + 6, size, 0x3E)
            while end < size and not (base[end - 1] == 0x2D and base[end - 2] == 0x2D):
                end = _find(base, end + 1, size, 0x3E)
        if lt < end < size:
            if out == cython.NULL:
                out = cython.cast(cython.p_uchar, malloc(size))
                if out == cython.NULL:
                    raise MemoryError
            memcpy(out + written, base + copied, lt - copied)
            written += lt - copied
            copied = end + 1
            lt = end
        lt = _find(base, lt + 1, size, 0x3C)
    if out == cython.NULL:
        return data
    memcpy(out + written, base + copied, size - copied)
    written += size - copied
    try:
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, out), written)
    finally:
        free(out)


def may_end_falsely(markup: str, lost: cython.const[cython.uchar][::1]) -> bool:
    """Whether one of the lost characters stands right before a ``>``; a table over 65536 code points."""
    size: cython.Py_ssize_t = len(markup)
    at: cython.Py_ssize_t = PyUnicode_FindChar(markup, 0x3E, 1, size, 1)
    while at > 0:
        point: cython.uint = PyUnicode_READ_CHAR(markup, at - 1)
        if point == 0x2D and at > 1:
            point = PyUnicode_READ_CHAR(markup, at - 2)
        if point < 0x10000 and lost[point]:
            return True
        at = PyUnicode_FindChar(markup, 0x3E, at + 1, size, 1)
    return False


def count(data: bytes) -> tuple[int, int, int, int]:
    """Numbers of rows, texts and attributes, and bytes of text."""
    base: cython.p_uchar = data
    size: cython.Py_ssize_t = len(data)
    n_rows: cython.Py_ssize_t = 0
    n_texts: cython.Py_ssize_t = 0
    n_attributes: cython.Py_ssize_t = 0
    n_bytes: cython.Py_ssize_t = 0
    with cython.nogil:
        lt: cython.Py_ssize_t = _find(base, 0, size, 0x3C)
        while lt < size:
            gt: cython.Py_ssize_t = _find(base, lt, size, 0x3E)
            if base[lt + 1] != 0x2F:
                n_rows += 1
                at: cython.Py_ssize_t = _find(base, lt, gt, 0x22)
                while at < gt:
                    n_attributes += 1
                    at = _find(base, at + 1, gt, 0x22)
            lt = _find(base, gt + 1, size, 0x3C)
            if lt > gt + 1:
                n_texts += 1
                n_bytes += lt - gt - 1
    return n_rows + n_texts, n_texts, n_attributes // 2, n_bytes


def tokenise(
    data: bytes,
    n_rows: cython.Py_ssize_t,
    n_texts: cython.Py_ssize_t,
    n_attributes: cython.Py_ssize_t,
    n_bytes: cython.Py_ssize_t,
    keys: cython.const[cython.ulonglong][::1],
    numbers: cython.const[cython.short][::1],
    layout: cython.const[cython.uchar][::1],
    flags: cython.const[cython.uchar][::1],
    unknown: cython.short,
    custom: cython.short,
    br: cython.short,
):
    """Columns of a page, with the four numbers of :func:`count`.

    Returns
    -------
    names and arrays of the columns; attribute rows, starts and ends of values; the text; whether every
    element is closed, and nothing else: the rest means nothing where not
    """
    tags = np.zeros(n_rows, dtype=np.short)
    numbers_ = np.zeros((len(_NUMBERS), n_rows), dtype=np.intc)
    places_ = np.empty((len(_PLACES), n_rows), dtype=np.int64)
    attribute_rows = np.empty(n_attributes, dtype=np.intc)
    values_ = np.empty((2, n_attributes), dtype=np.int64)
    of_row: cython.int[:, ::1] = numbers_
    places: cython.longlong[:, ::1] = places_
    values: cython.longlong[:, ::1] = values_
    parent: cython.int[::1] = of_row[0]
    end: cython.int[::1] = of_row[1]
    depth: cython.int[::1] = of_row[2]
    text_start: cython.int[::1] = of_row[3]
    text_end: cython.int[::1] = of_row[4]
    n_chars: cython.int[::1] = of_row[5]
    n_words: cython.int[::1] = of_row[6]
    n_punctuation: cython.int[::1] = of_row[7]
    n_digits: cython.int[::1] = of_row[8]
    n_cjk: cython.int[::1] = of_row[9]
    block: cython.int[::1] = of_row[10]
    line: cython.int[::1] = of_row[11]
    tag: cython.short[::1] = tags
    byte_start: cython.longlong[::1] = places[0]
    inner_start: cython.longlong[::1] = places[1]
    inner_end: cython.longlong[::1] = places[2]
    byte_end: cython.longlong[::1] = places[3]
    attribute_row: cython.int[::1] = attribute_rows
    value_start: cython.longlong[::1] = values[0]
    value_end: cython.longlong[::1] = values[1]
    block[:] = -1
    line[:] = -1
    text_rows: cython.int[::1] = np.empty(n_texts, dtype=np.intc)
    stack: cython.int[::1] = np.empty(n_rows + 1, dtype=np.intc)

    table: cython.pointer(cython.const[cython.uchar]) = cython.address(flags[0])
    base: cython.p_uchar = data
    size: cython.Py_ssize_t = len(data)
    out: cython.p_uchar = cython.cast(cython.p_uchar, malloc(n_bytes + 1))
    if out == cython.NULL:
        raise MemoryError
    written: cython.Py_ssize_t = 0
    n_points: cython.int = 0
    row: cython.int = 0
    a: cython.Py_ssize_t = 0
    t: cython.Py_ssize_t = 0
    n_open: cython.int = 0
    length: cython.int = 0
    # Texts since the last boundary of a block and of a line, and whether one of them is not blank.
    block_from: cython.Py_ssize_t = 0
    line_from: cython.Py_ssize_t = 0
    block_solid: cython.bint = False
    line_solid: cython.bint = False
    n_blocks: cython.int = 0
    n_lines: cython.int = 0
    is_balanced: cython.bint = True
    # Whether nothing but white space and inline tags stands since the last <br>.
    after_br: cython.bint = False
    # Elements that begin and end a line because their style says so; how many of those that keep white
    # space are open, and whether the last text ended its line itself.
    drawn: cython.uchar[::1] = np.zeros(n_rows, dtype=np.uint8)
    n_written: cython.int = 0
    is_fed: cython.bint = False

    with cython.nogil:
        lt: cython.Py_ssize_t = _find(base, 0, size, 0x3C)
        while lt < size:
            gt: cython.Py_ssize_t = _find(base, lt, size, 0x3E)
            following: cython.Py_ssize_t = _find(base, gt + 1, size, 0x3C)
            ends_line: cython.bint = False
            number: cython.short
            if base[lt + 1] == 0x2F:
                if n_open == 0:
                    is_balanced = False
                    break
                n_open -= 1
                closed: cython.int = stack[n_open]
                number = tag[closed]
                inner_end[closed] = lt
                byte_end[closed] = gt + 1
                end[closed] = row
                n_written -= (layout[number] & _AS_WRITTEN) != 0
                ends_line = drawn[closed]
            else:
                number = _tag(base, lt + 1, gt, keys, numbers, unknown, custom)
                tag[row] = number
                depth[row] = n_open
                parent[row] = stack[n_open - 1] if n_open > 0 else -1
                byte_start[row] = lt
                inner_start[row] = inner_end[row] = byte_end[row] = gt + 1
                end[row] = row + 1
                is_inline: cython.bint = (layout[number] & _ENDS_BLOCK) == 0  # its style may end a line
                at: cython.Py_ssize_t = _find(base, lt, gt, 0x22)
                while at < gt:
                    attribute_row[a] = row
                    value_start[a] = at + 1
                    at = _find(base, at + 1, gt, 0x22)
                    value_end[a] = at
                    if is_inline and is_named(base, value_start[a] - 2, b" style", 6):
                        drawn[row] |= draws_as_block(base, value_start[a], at)
                    a += 1
                    at = _find(base, at + 1, gt, 0x22)
                ends_line = drawn[row]
                if base[gt - 1] != 0x2F:
                    stack[n_open] = row
                    n_open += 1
                    n_written += (layout[number] & _AS_WRITTEN) != 0
                row += 1
            ends_line = ends_line and not (is_fed and n_written > 0)
            ends_block: cython.bint = (layout[number] & _ENDS_BLOCK) != 0
            if ends_block:
                after_br = False
            elif number == br and base[lt + 1] != 0x2F:
                ends_line = True
                ends_block = after_br
                after_br = True
            if ends_block:
                if block_solid:
                    _number(block, text_rows, block_from, t, n_blocks)
                    n_blocks += 1
                block_from = t
                block_solid = False
            if ends_block or ends_line:
                if line_solid:
                    _number(line, text_rows, line_from, t, n_lines)
                    n_lines += 1
                line_from = t
                line_solid = False

            if following > gt + 1:
                depth[row] = n_open
                parent[row] = stack[n_open - 1] if n_open > 0 else -1
                end[row] = row + 1
                byte_start[row] = inner_start[row] = gt + 1
                inner_end[row] = byte_end[row] = following
                text_start[row] = n_points
                chars: cython.int = 0
                words: cython.int = 0
                marks: cython.int = 0
                digits: cython.int = 0
                ideographs: cython.int = 0
                in_word: cython.bint = False
                i: cython.Py_ssize_t = gt + 1
                while i < following:
                    byte: cython.uchar = base[i]
                    point: cython.uint = byte
                    if byte < 0x80 and byte != 0x26:
                        out[written] = byte
                        written += 1
                        i += 1
                    else:
                        if byte == 0x26:
                            point = _reference(base, i, cython.address(length))
                        else:
                            point = _point(base, i, cython.address(length))
                        i += length
                        written = _write(out, written, point)
                    n_points += 1
                    of: cython.uchar = table[point] if point < 0x10000 else flags_of(point, table)
                    chars += (of & SPACE) == 0
                    marks += (of & PUNCTUATION) != 0
                    digits += (of & DIGIT) != 0
                    ideographs += (of & CJK) != 0
                    inside: cython.bint = (of & (WORD | CJK)) == WORD
                    words += inside and not in_word
                    in_word = inside
                is_fed = point == 0x0A
                text_end[row] = n_points
                n_chars[row] = chars
                n_words[row] = words + ideographs
                n_punctuation[row] = marks
                n_digits[row] = digits
                n_cjk[row] = ideographs
                text_rows[t] = row
                t += 1
                row += 1
                if chars > 0:
                    block_solid = line_solid = True
                    after_br = False
            lt = following
        if block_solid:
            _number(block, text_rows, block_from, t, n_blocks)
        if line_solid:
            _number(line, text_rows, line_from, t, n_lines)
    try:
        text = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, out), written, b"surrogatepass")
    finally:
        free(out)
    columns = dict(zip((*_NUMBERS, *_PLACES), (*numbers_, *places_), strict=True))
    columns["tag"] = tags
    return columns, (attribute_rows, *values_), text, is_balanced and n_open == 0
