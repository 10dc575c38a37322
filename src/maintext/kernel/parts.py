# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Blocks that belong to what is chosen around them; the twin of :func:`maintext.methods.learned.whole_parts`.

Compiled only. Cost O(n_rows + n_blocks + blocks of all tables and lists), without the GIL.
"""

import cython
import numpy as np

# Bits of the table of tags.
LIST, TABLE, LINE, FORMULA = 1, 2, 4, 8
_LIST = cython.declare(cython.uchar, 1)
_TABLE = cython.declare(cython.uchar, 2)
_LINE = cython.declare(cython.uchar, 4)
_FORMULA = cython.declare(cython.uchar, 8)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _n_before(row: cython.const[cython.longlong][::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Number of blocks that begin before a row of the page."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = row.shape[0]
    while low < high:
        middle: cython.Py_ssize_t = (low + high) // 2
        if row[middle] < at:
            low = middle + 1
        else:
            high = middle
    return low


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _is_nearly_whole(
    first: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    line: cython.const[cython.int][::1],
    n_words: cython.const[cython.longlong][::1],
    chosen: cython.const[cython.uchar][::1],
    prose_words: cython.longlong,
    min_lines: cython.longlong,
    least_lines: cython.double,
) -> cython.bint:
    """Whether nearly all lines of a table are chosen, but not all blocks: those are ``first … end - 1``."""
    n_kept: cython.Py_ssize_t = 0
    words: cython.longlong = 0
    kept_words: cython.longlong = 0
    lines: cython.longlong = 0
    kept_lines: cython.longlong = 0
    last: cython.int = -1
    last_kept: cython.int = -1
    i: cython.Py_ssize_t
    for i in range(first, end):
        if n_words[i] > prose_words:
            return False
        words += n_words[i]
        lines += line[i] != last
        last = line[i]
        if chosen[i]:
            n_kept += 1
            kept_words += n_words[i]
            kept_lines += line[i] != last_kept
            last_kept = line[i]
    is_grid: cython.bint = lines >= min_lines and end - first >= 2 * lines
    return (
        0 < n_kept < end - first and is_grid and kept_lines >= least_lines * lines and 2 * kept_words >= words
    )


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _heading_level(
    row: cython.Py_ssize_t,
    parent: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    headings: cython.const[cython.uchar][::1],
    most_steps: cython.Py_ssize_t,
) -> cython.int:
    """Level of the nearest heading around a row, 0 for none up to so many elements above it."""
    for _ in range(most_steps):
        row = parent[row]
        if row < 0:
            return 0
        if headings[tag[row]] > 0:
            return headings[tag[row]]
    return 0


def whole_parts(
    page: tuple,
    blocks: tuple,
    probability: cython.const[cython.double][::1],
    chosen: cython.const[cython.uchar][::1],
    tag_kind: cython.const[cython.uchar][::1],
    headings: cython.const[cython.uchar][::1],
    most_steps: cython.Py_ssize_t,
    whole: cython.double,
    least_lines: cython.double,
    min_lines: cython.longlong,
    prose_words: cython.longlong,
):
    """Whether each block belongs to what is chosen around it, bool.

    ``page`` are the columns tag, parent, end and is_hidden; ``blocks`` are row, n_words and n_link_chars.
    """
    tag: cython.const[cython.short][::1] = page[0]
    parent: cython.const[cython.int][::1] = page[1]
    end: cython.const[cython.int][::1] = page[2]
    is_hidden: cython.const[cython.uchar][::1] = page[3]
    row: cython.const[cython.longlong][::1] = blocks[0]
    n_words: cython.const[cython.longlong][::1] = blocks[1]
    n_link_chars: cython.const[cython.longlong][::1] = blocks[2]
    n_rows: cython.Py_ssize_t = tag.shape[0]
    n: cython.Py_ssize_t = row.shape[0]
    result = np.zeros(n, dtype=np.bool_)
    found: cython.uchar[::1] = result.view(np.uint8)
    taken: cython.uchar[::1] = np.empty(n, dtype=np.uint8)  # what is chosen or found so far
    likely: cython.double[::1] = np.empty(n + 1)
    line: cython.int[::1] = np.empty(n, dtype=np.intc)  # lines of tables that begin before each block
    in_formula: cython.uchar[::1] = np.empty(n, dtype=np.uint8)
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    first: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    with cython.nogil:
        likely[0] = 0
        for i in range(n):
            taken[i] = chosen[i]
            likely[i + 1] = likely[i] + (probability[i] - whole) * n_words[i]
        block: cython.Py_ssize_t = 0
        n_lines: cython.int = 0
        formula_end: cython.Py_ssize_t = 0
        for at in range(n_rows):
            if block < n and row[block] == at:
                line[block] = n_lines
                in_formula[block] = at < formula_end
                block += 1
            kind: cython.uchar = tag_kind[tag[at]]
            if kind & _LIST and not is_hidden[at]:
                first, stop = block, _n_before(row, end[at])
                is_between: cython.bint = 0 < first < stop < n and chosen[first - 1] and chosen[stop]
                if is_between and likely[stop] >= likely[first]:
                    for i in range(first, stop):
                        taken[i] = found[i] = True
            elif kind & _FORMULA:
                formula_end = max(formula_end, end[at])
            n_lines += (kind & _LINE) != 0
        inner: cython.Py_ssize_t = n_rows  # the next table: backwards, so that it shows which hold none
        for at in range(n_rows - 1, -1, -1):
            if not tag_kind[tag[at]] & _TABLE:
                continue
            if inner >= end[at]:
                first, stop = _n_before(row, at), _n_before(row, end[at])
                if _is_nearly_whole(first, stop, line, n_words, taken, prose_words, min_lines, least_lines):
                    for i in range(first, stop):
                        if not is_hidden[row[i]]:
                            taken[i] = found[i] = True
            inner = at
        for i in range(1, n - 1):
            if taken[i] or not taken[i - 1] or not taken[i + 1] or is_hidden[row[i]]:
                continue
            if in_formula[i]:
                found[i] = True
            elif n_link_chars[i] == 0 and probability[i] >= whole:
                found[i] = _heading_level(row[i], parent, tag, headings, most_steps) > 1
    return result
