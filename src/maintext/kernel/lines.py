# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Visible lines of a page; the twin of a part of :mod:`maintext.metadata.byline_place`.

Compiled only. Cost O(n_rows), without the GIL.
"""

import cython
import numpy as np


def find(
    is_hidden: cython.const[cython.uchar][::1],
    line: cython.const[cython.int][::1],
    is_link: cython.const[cython.uchar][::1],
    n_chars: cython.const[cython.int][::1],
    n_digits: cython.const[cython.int][::1],
):
    """First and last text row of each line, and its characters, digits and linked characters; all int64."""
    n: cython.Py_ssize_t = line.shape[0]
    n_lines: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = -1
    row: cython.Py_ssize_t
    previous: cython.int = -1  # of blank texts only
    with cython.nogil:
        for row in range(n):
            if n_chars[row] > 0 and not is_hidden[row] and line[row] != previous:
                previous = line[row]
                n_lines += 1
    columns_ = np.zeros((5, n_lines), dtype=np.int64)
    columns: cython.longlong[:, ::1] = columns_
    with cython.nogil:
        previous = -1
        for row in range(n):
            if n_chars[row] <= 0 or is_hidden[row]:
                continue
            if line[row] != previous:
                previous = line[row]
                at += 1
                columns[0, at] = row
            columns[1, at] = row
            columns[2, at] += n_chars[row]
            columns[3, at] += n_digits[row]
            columns[4, at] += n_chars[row] if is_link[row] else 0
    return columns_
