# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Where copies inside a page may be, and letters to compare; the twin of parts of :mod:`maintext.duplicates`.

Compiled only. Cost O(n_rows), and O(n_characters) of what is compared.
"""

import cython
import numpy as np
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    PyUnicode_DATA,
    PyUnicode_FromKindAndData,
    PyUnicode_KIND,
    PyUnicode_READ,
)
from cython.cimports.libc.stdlib import calloc, free

_TAIL_CHARS = cython.declare(cython.Py_ssize_t, 12)


def may_have(
    text: str,
    keep: cython.const[cython.uchar][::1],
    n_chars: cython.const[cython.int][::1],
    n_words: cython.const[cython.int][::1],
    n_cjk: cython.const[cython.int][::1],
    n_digits: cython.const[cython.int][::1],
    n_punctuation: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    stays: cython.const[cython.uchar][::1],
    cjk_weight: cython.double,
    min_chars: cython.double,
    min_start: cython.double,
) -> bool:
    """Whether two blocks of kept text have the same counts, or one ends in an ellipsis.

    Blocks that begin in an element whose tag ``stays``, a table over tags, are not looked at.
    """
    n: cython.Py_ssize_t = keep.shape[0]
    n_texts: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for row in range(n):
        n_texts += keep[row]
    n_slots: cython.Py_ssize_t = 64
    while n_slots < 2 * n_texts:
        n_slots *= 2
    slots: cython.pointer(cython.ulonglong) = cython.cast(
        cython.pointer(cython.ulonglong), calloc(n_slots, cython.sizeof(cython.ulonglong))
    )
    if slots == cython.NULL:
        raise MemoryError
    found: cython.bint = False
    row = 0
    free_from: cython.int = 0  # where the last element ends that stays
    while row < n and not found:
        if stays[tag[row]] and end[row] > free_from:
            free_from = end[row]
        if not keep[row] or n_chars[row] <= 0:
            row += 1
            continue
        is_free: cython.bint = row >= free_from
        number: cython.int = block[row]
        last: cython.Py_ssize_t = row
        weight: cython.double = 0
        words: cython.ulonglong = 0
        letters: cython.ulonglong = 0
        digits: cython.ulonglong = 0
        while row < n and (not keep[row] or n_chars[row] <= 0 or block[row] == number):
            if stays[tag[row]] and end[row] > free_from:
                free_from = end[row]
            if keep[row] and n_chars[row] > 0:
                last = row
                weight += n_chars[row] + (cjk_weight - 1) * n_cjk[row]
                words += n_words[row]
                letters += n_chars[row] - n_punctuation[row]
                digits += n_digits[row]
            row += 1
        if is_free and weight >= min_chars:
            counts: cython.ulonglong = (words * 1_000_003 + letters) * 1_009 + digits + 1
            mixed: cython.ulonglong = counts * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
            at: cython.Py_ssize_t = (mixed ^ (mixed >> 29)) & (n_slots - 1)
            while slots[at] != 0 and slots[at] != counts:
                at = (at + 1) & (n_slots - 1)
            found = slots[at] == counts
            slots[at] = counts
        if is_free and weight >= min_start:
            found |= _ends_in_ellipsis(text, text_start[last], text_end[last])
    free(slots)
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _ends_in_ellipsis(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a piece of a text ends in an ellipsis, what closes after it aside."""
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    if end - start > _TAIL_CHARS:
        start = end - _TAIL_CHARS
    while end > start and _closes(PyUnicode_READ(kind, data, end - 1)):
        end -= 1
    if end <= start:
        return False
    point: cython.uint = PyUnicode_READ(kind, data, end - 1)
    if point == 0x2026:  # "…"
        return True
    return (
        (point == 0x2E or point == 0x3002)  # "." or "。"
        and end - start >= 3
        and PyUnicode_READ(kind, data, end - 2) == point
        and PyUnicode_READ(kind, data, end - 3) == point
    )


@cython.cfunc
@cython.exceptval(check=False)
def _closes(point: cython.uint) -> cython.bint:
    r"""One of ``" \n\t\r\u00a0])】］）"``."""
    if point < 0x80:
        return (
            point == 0x20 or point == 0x0A or point == 0x09 or point == 0x0D or point == 0x5D or point == 0x29
        )
    return point == 0xA0 or point == 0x3011 or point == 0xFF3D or point == 0xFF09


def end_in_ellipsis(
    text: str,
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    rows: cython.const[cython.longlong][::1],
):
    """Whether each of some text rows ends in an ellipsis, bool."""
    found_ = np.empty(rows.shape[0], dtype=np.bool_)
    found: cython.uchar[::1] = found_.view(np.uint8)
    i: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        found[i] = _ends_in_ellipsis(text, text_start[rows[i]], text_end[rows[i]])
    return found_


def beginnings(
    text: str,
    of_row: cython.const[cython.longlong][::1],
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    n_blocks: cython.Py_ssize_t,
    n_wanted: cython.Py_ssize_t,
):
    """The first letters and digits of each block; ``of_row`` is the block of each row, ascending, or −1."""
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    out_ = np.empty(n_wanted, dtype=np.uint32)
    out: cython.uint[::1] = out_
    found = []
    block: cython.longlong = 0
    n: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for row in range(of_row.shape[0]):
        if of_row[row] < 0:
            continue
        if of_row[row] > block:
            found.append(PyUnicode_FromKindAndData(4, cython.address(out[0]), n))
            block += 1
            n = 0
        for k in range(text_start[row], text_end[row]):
            point: cython.uint = PyUnicode_READ(kind, data, k)
            if n == n_wanted:
                break
            if Py_UNICODE_ISALNUM(cython.cast(cython.Py_UCS4, point)):
                out[n] = point
                n += 1
    if n_blocks:
        found.append(PyUnicode_FromKindAndData(4, cython.address(out[0]), n))
    return found


def letters(
    text: str,
    of_row: cython.const[cython.longlong][::1],
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    block: cython.longlong,
):
    """Letters and digits of a block whose texts stand in the rows ``first … last``."""
    row: cython.Py_ssize_t
    size: cython.Py_ssize_t = 0
    for row in range(first, last + 1):
        if of_row[row] == block:
            size += text_end[row] - text_start[row]
    out_ = np.empty(size + 1, dtype=np.uint32)
    out: cython.uint[::1] = out_
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    k: cython.Py_ssize_t
    point: cython.uint
    written: cython.Py_ssize_t = 0
    for row in range(first, last + 1):
        if of_row[row] != block:
            continue
        for k in range(text_start[row], text_end[row]):
            point = PyUnicode_READ(kind, data, k)
            if Py_UNICODE_ISALNUM(cython.cast(cython.Py_UCS4, point)):
                out[written] = point
                written += 1
    return PyUnicode_FromKindAndData(4, cython.address(out[0]), written)
