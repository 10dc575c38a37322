# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The features of a page's blocks; the twin of :mod:`maintext.features.matrix`.

Compiled only. One pass over the rows of the page, then walks up from every block. The numpy twin says what
each feature is; the parts, ``feature_….py``, write them in the same order. Cost
O(n_rows + n_blocks · (depth + n_features)), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.maintext.kernel.feature_context import context_lines
from cython.cimports.maintext.kernel.feature_page import page_lines
from cython.cimports.maintext.kernel.feature_position import position_lines
from cython.cimports.maintext.kernel.feature_structure import structure_lines
from cython.cimports.maintext.kernel.feature_text import text_lines
from cython.cimports.maintext.kernel.filler import Filler, log1p_of, prepare
from cython.cimports.maintext.kernel.groups import number, number_pieces
from cython.cimports.maintext.kernel.hashes import no_letters, with_letter

from maintext.kernel.groups import n_slots

# Bits of the table of tags, as in ``filler.pxd``.
BOLD, IMAGE, INPUT, PROSE, BLOCK_TAG = 1, 2, 4, 8, 16
_NEIGHBOURS = cython.declare(cython.int, 3)


def shapes(
    data: bytes,
    tag: cython.const[cython.short][::1],
    is_text: cython.const[cython.uchar][::1],
    rows: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    n_tags: cython.longlong,
):
    """Number per row that is equal for elements with the same tag and class, −1 for texts; the largest.

    ``rows`` are those with a class, ``start`` and ``end`` where its value stands; digits in it do not count.
    """
    base: cython.p_uchar = data
    n: cython.Py_ssize_t = tag.shape[0]
    n_values: cython.Py_ssize_t = rows.shape[0]
    result = np.empty(n, dtype=np.int64)
    shape: cython.longlong[::1] = result
    work: cython.longlong[:, ::1] = np.empty((3, n_values), dtype=np.int64)
    group: cython.longlong[::1] = work[0]  # of equal values, and below of those with equal hashes
    first: cython.longlong[::1] = work[1]
    of_group: cython.longlong[::1] = work[2]
    hashes: cython.ulonglong[:, ::1] = np.empty((2, n_values), dtype=np.uint64)
    slots: cython.longlong[::1] = np.empty(n_slots(n_values), dtype=np.int64)
    largest: cython.longlong = 0
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        n_groups: cython.Py_ssize_t = number_pieces(base, start, end, group, slots, first)
        for i in range(n_groups):
            value: cython.ulonglong = no_letters()
            for at in range(start[first[i]], end[first[i]]):
                if not 0x30 <= base[at] <= 0x39:
                    value = with_letter(value, base[at])
            hashes[0, i] = value
        number(hashes[0, :n_groups], of_group, slots, hashes[1])
        for i in range(n):
            shape[i] = tag[i]
        for i in range(n_values):
            shape[rows[i]] += (of_group[group[i]] + 1) * n_tags
        for i in range(n):
            if is_text[i]:
                shape[i] = -1
            largest = max(largest, shape[i])
    return result, largest


def fill(
    matrix: cython.float[:, ::1],
    page: tuple,
    blocks: tuple,
    wording: tuple,
    of_page: tuple,
    tables: tuple,
    numbers: tuple,
):
    """Fill a matrix of shape (n_features, n_blocks), float32.

    Parameters
    ----------
    page, blocks, wording
        Columns of the page, of its blocks, and of what they say, in the order ``filler.py`` takes them.
    of_page
        Words of its title and of its description, JSON-LD items by family, whether it is an article.
    tables, numbers
        What is the same for every page: arrays, and the places of features and families of phrases.
    """
    f: Filler = Filler()
    f.out = matrix
    f.take(page, blocks, wording, of_page)
    f.take_tables(tables, numbers)
    f.make_room()
    with cython.nogil:
        prepare(f)
        text_lines(f)
        context_lines(f)
        structure_lines(f)
        position_lines(f)
        _neighbours(f)
        _windows(f)
        page_lines(f)
    return f.line


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _neighbours(f: Filler) -> cython.void:
    """Some features of the three blocks before and after; −1 where there is none."""
    out: cython.float[:, ::1] = f.out
    which: cython.Py_ssize_t
    step: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for which in range(f.neighbours.shape[0]):
        of: cython.Py_ssize_t = f.neighbours[which]
        for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1):
            if step == 0:
                continue
            for i in range(f.n):
                out[f.line, i] = -1
            for i in range(max(-step, 0), min(f.n - step, f.n)):
                out[f.line, i] = out[of, i + step]
            f.line += 1


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _windows(f: Filler) -> cython.void:
    """Sums and shares over windows of blocks."""
    out: cython.float[:, ::1] = f.out
    n_windows: cython.Py_ssize_t = f.windows.shape[0]
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(n_windows):
        line: cython.Py_ssize_t = f.line + k
        for i in range(f.n):
            low: cython.Py_ssize_t = max(i - f.windows[k], 0)
            high: cython.Py_ssize_t = min(i + f.windows[k] + 1, f.n)
            words: cython.double = f.total[0, high] - f.total[0, low]
            some: cython.double = max(words, 1.0)
            out[line, i] = log1p_of(f, words)
            out[line + n_windows, i] = (f.total[1, high] - f.total[1, low]) / some
            out[line + 2 * n_windows, i] = (f.total[2, high] - f.total[2, low]) / some
            out[line + 3 * n_windows, i] = log1p_of(f, f.total[3, high] - f.total[3, low])
    f.line += 4 * n_windows
