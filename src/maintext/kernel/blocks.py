# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Blocks, and rows inside others; the twin of :mod:`maintext.page.blocks` and of ``Page.inside``.

Compiled only. Cost O(n_rows), for blocks O(n_rows + n_blocks · depth).
"""

import cython
import numpy as np


def inside(roots: cython.const[cython.uchar][::1], end: cython.const[cython.int][::1]):
    """Whether each row is a root or stands in the subtree of one, bool."""
    n: cython.Py_ssize_t = roots.shape[0]
    result = np.empty(n, dtype=np.bool_)
    found: cython.uchar[::1] = result.view(np.uint8)
    with cython.nogil:
        row: cython.Py_ssize_t
        stop: cython.Py_ssize_t = 0
        for row in range(n):
            if roots[row] and end[row] > stop:
                stop = end[row]
            found[row] = row < stop
    return result


def find(
    chosen: cython.const[cython.uchar][::1],
    number: cython.const[cython.int][::1],
    parent: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    is_link: cython.const[cython.uchar][::1],
    n_chars: cython.const[cython.int][::1],
    n_words: cython.const[cython.int][::1],
    n_punctuation: cython.const[cython.int][::1],
    n_digits: cython.const[cython.int][::1],
    n_cjk: cython.const[cython.int][::1],
):
    """Blocks of the chosen text rows with characters; ``number`` says which rows go together.

    Returns
    -------
    Columns of :class:`maintext.page.blocks.Blocks` in their order, int64.
    """
    n: cython.Py_ssize_t = chosen.shape[0]
    of_row_ = np.empty(n, dtype=np.int64)
    of_row: cython.longlong[::1] = of_row_
    n_blocks: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    with cython.nogil:
        previous: cython.int = -1
        for row in range(n):
            of_row[row] = -1
            if not chosen[row] or n_chars[row] <= 0:
                continue
            if n_blocks == 0 or number[row] != previous:
                n_blocks += 1
            previous = number[row]
            of_row[row] = n_blocks - 1
    columns_ = np.zeros((9, n_blocks), dtype=np.int64)
    columns: cython.longlong[:, ::1] = columns_
    with cython.nogil:
        block: cython.Py_ssize_t = -1
        for row in range(n):
            if of_row[row] < 0:
                continue
            if of_row[row] > block:
                block += 1
                columns[0, block] = row
            columns[1, block] = row
            columns[3, block] += n_chars[row]
            columns[4, block] += n_words[row]
            columns[5, block] += n_punctuation[row]
            columns[6, block] += n_digits[row]
            columns[7, block] += n_cjk[row]
            columns[8, block] += n_chars[row] if is_link[row] else 0
        for block in range(n_blocks):
            row = parent[columns[0, block]]
            while end[row] <= columns[1, block]:
                row = parent[row]
            columns[2, block] = row
    return (*columns_, of_row_)
