# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Kept text in subtrees, the main content, values of attributes; the twin of :mod:`maintext.render.regions`.

Compiled only. Cost O(n_rows), for values O(their bytes).
"""

import cython
import numpy as np
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8
from cython.cimports.libc.string import memchr


def of_kept(
    kept: cython.const[cython.uchar][::1],
    is_hidden: cython.const[cython.uchar][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    n_chars: cython.const[cython.int][::1],
    n_tags: cython.Py_ssize_t,
):
    """Number of kept texts in each subtree, int64; whether each row is in the main content, bool; tags.

    The tags are two tables, bool: those on the page, and those of elements with kept text.
    """
    n: cython.Py_ssize_t = kept.shape[0]
    n_kept_ = np.empty(n, dtype=np.int64)
    n_kept: cython.longlong[::1] = n_kept_
    in_main_ = np.zeros(n, dtype=np.bool_)
    in_main: cython.uchar[::1] = in_main_.view(np.uint8)
    sums_: object = np.zeros((2, n + 1), dtype=np.intc)  # kept and visible texts before each row
    before: cython.int[::1] = sums_[0]
    visible: cython.int[::1] = sums_[1]
    is_kept_: object = np.zeros(n + 2, dtype=np.uint8)  # of the visible texts, one beyond each end
    is_kept: cython.uchar[::1] = is_kept_
    tags_ = np.zeros((2, n_tags), dtype=np.bool_)
    on_page: cython.uchar[::1] = tags_[0].view(np.uint8)
    in_kept: cython.uchar[::1] = tags_[1].view(np.uint8)
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        for row in range(n):
            before[row + 1] = before[row]
            visible[row + 1] = visible[row]
            if tag[row] != 0 or n_chars[row] <= 0 or (is_hidden[row] and not kept[row]):
                continue
            visible[row + 1] += 1
            if kept[row]:
                before[row + 1] += 1
                is_kept[visible[row + 1]] = 1
                first = row if first < 0 else first
                last = row
        holder: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t = 0  # where the last element ends all of whose visible text is kept
        for row in range(n):
            n_kept[row] = before[end[row]] - before[row]
            if row < first and end[row] > last:
                holder = row
        for row in range(n):
            on_page[tag[row]] = 1
            if n_kept[row] > 0:
                in_kept[tag[row]] = 1
        for row in range(n if first >= 0 else 0):
            n_visible: cython.longlong = visible[end[row]] - visible[row]
            if tag[row] != 0 and n_visible > 0 and n_kept[row] == n_visible and end[row] > stop:
                stop = end[row]
            in_main[row] = row < stop or (
                is_kept[visible[end[row]] + 1] != 0
                and (is_kept[visible[row]] != 0 or (row >= holder and row < end[holder]))
            )
    return n_kept_, in_main_, tags_


def values(
    data: bytes,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    mask: cython.const[cython.uchar][::1],
    n_kept: cython.const[cython.longlong][::1],
):
    """Values of an attribute by row, of rows with kept text and a tag in a mask; and rows with references."""
    base: cython.p_uchar = data
    found = {}
    escaped = []
    i: cython.Py_ssize_t
    for i in range(row.shape[0]):
        at: cython.int = row[i]
        if not mask[tag[at]] or n_kept[at] == 0:
            continue
        size: cython.Py_ssize_t = end[i] - start[i]
        found[at] = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + start[i]), size, cython.NULL)
        if memchr(base + start[i], 0x26, size) != cython.NULL:
            escaped.append(at)
    return found, escaped
