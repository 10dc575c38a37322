# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Features of the subtrees a block stands in; the twin of :mod:`maintext.features.structure`.

Compiled only. Writes lines of the matrix of :mod:`maintext.kernel.features`.
"""

import cython
from cython.cimports.libc.math import sqrt
from cython.cimports.maintext.kernel.filler import Filler, holds, log1p_of, says, sum_of

_N_LEVELS = cython.declare(cython.Py_ssize_t, 6)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def structure_lines(f: Filler) -> cython.void:
    """Lines of :mod:`maintext.features.structure`."""
    _levels(f)
    _best(f)
    _dominant(f)
    f.line += 8  # written by `levels`
    _groups(f)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _levels(f: Filler) -> cython.void:
    """Features of the ancestors where the number of blocks grows; how those within reach begin."""
    top: cython.longlong[6]
    most: cython.longlong[6]
    best: cython.double = 0
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    openings: cython.Py_ssize_t = f.line + 13 * _N_LEVELS + 12
    for row in range(f.n_rows):
        best = max(best, f.prose[row])
    best = max(best, 1e-6)
    for i in range(f.n):
        _climb(f, i, top, most)
        for k in range(_N_LEVELS):
            _of_level(f, f.line + 13 * k, i, top[k], most[k], best)
        for k in range(1, 5):
            row = f.before[top[k]]  # the first block there
            f.out[openings + 2 * k - 2, i] = (f.said[row] & f.other_says) != 0
            f.out[openings + 2 * k - 1, i] = says(f, f.detail, row)
    f.line += 13 * _N_LEVELS


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _climb(
    f: Filler,
    block: cython.Py_ssize_t,
    top: cython.pointer(cython.longlong),
    most: cython.pointer(cython.longlong),
) -> cython.void:
    """Highest element of each level above a block, and the most siblings alike on it."""
    row: cython.Py_ssize_t = f.element[block]
    size: cython.int = f.before[f.end[row]] - f.before[row]
    level: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(_N_LEVELS):
        most[k] = 1
    for _ in range(f.most_steps):
        if f.before[f.end[row]] - f.before[row] != size:
            size = f.before[f.end[row]] - f.before[row]
            level += 1
        if level == _N_LEVELS:
            return
        for k in range(level, _N_LEVELS):
            top[k] = row
        most[level] = max(most[level], f.alike[row])
        if row == 0:
            return
        row = f.parent[row]


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _of_level(
    f: Filler,
    line: cython.Py_ssize_t,
    block: cython.Py_ssize_t,
    row: cython.Py_ssize_t,
    alike: cython.longlong,
    best: cython.double,
) -> cython.void:
    """The thirteen features of one ancestor."""
    words: cython.double = sum_of(f, 0, row)
    some: cython.double = max(words, 1.0)
    blocks: cython.double = f.before[f.end[row]] - f.before[row]
    many: cython.double = max(blocks, 1.0)
    images: cython.double = f.images[f.end[row]] - f.images[row]
    f.out[line, block] = log1p_of(f, words)
    f.out[line + 1, block] = words / f.all_words
    f.out[line + 2, block] = sum_of(f, 1, row) / some
    f.out[line + 3, block] = log1p_of(f, blocks)
    f.out[line + 4, block] = log1p_of(f, words / many)
    f.out[line + 5, block] = sum_of(f, 2, row) / some
    f.out[line + 6, block] = sum_of(f, 3, row) / some
    f.out[line + 7, block] = log1p_of(f, sum_of(f, 4, row))
    f.out[line + 8, block] = min(images / many, 5.0)
    f.out[line + 9, block] = log1p_of(f, f.children[row])
    f.out[line + 10, block] = log1p_of(f, alike - 1)
    f.out[line + 11, block] = f.prose[row] / best
    f.out[line + 12, block] = (f.total[0, block] - f.total[0, f.before[row]]) / some


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _best(f: Filler) -> cython.void:
    """Where each block stands to the element with the best prose."""
    best: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(1, f.n_rows):
        if f.prose[i] > f.prose[best]:
            best = i
    share: cython.double = sum_of(f, 0, best) / f.all_words
    for i in range(f.n):
        f.out[f.line, i] = share
        f.out[f.line + 1, i] = holds(f, best, f.row[i])
    steps_to(f, best, f.line + 2, -1)
    f.line += 3


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def steps_to(
    f: Filler, row: cython.Py_ssize_t, up: cython.Py_ssize_t, down: cython.Py_ssize_t
) -> cython.void:
    """Steps from each block to the lowest ancestor that holds a row, and from there down to it."""
    deepest: cython.int = 0
    i: cython.Py_ssize_t
    for i in range(f.n):
        deepest = max(deepest, f.depth[f.element[i]])
    reach: cython.int = min(deepest + 1, f.most_steps)
    for i in range(f.n):
        holder: cython.Py_ssize_t = f.element[i]
        steps: cython.int = 0
        while steps < reach and not holds(f, holder, row):
            holder = f.parent[holder]
            steps += 1
        if steps == reach:  # none within reach
            steps = 0
            holder = f.element[i]
        f.out[up, i] = steps
        if down >= 0:
            f.out[down, i] = f.depth[row] - f.depth[holder]


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _dominant(f: Filler) -> cython.void:
    """Where each block stands to the smallest elements with most of the words."""
    thresholds: cython.double[3]
    thresholds[0], thresholds[1], thresholds[2] = 0.55, 0.75, 0.9
    what: cython.Py_ssize_t = 2 if sum_of(f, 2, 0) > 0 else 0
    whole: cython.double = sum_of(f, what, 0)
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(3):
        row: cython.Py_ssize_t = 0
        if whole > 0:
            row = f.n_rows - 1
            while sum_of(f, what, row) < thresholds[k] * whole:
                row -= 1
        start: cython.double = f.total[0, f.before[row]]
        words: cython.double = max(sum_of(f, 0, row), 1.0)
        share: cython.double = words / f.all_words
        for i in range(f.n):
            f.out[f.line + k, i] = holds(f, row, f.row[i])
            f.out[f.line + 3 + k, i] = share
            f.out[f.line + 6 + k, i] = min(max((f.total[0, i] - start) / words, -0.5), 1.5)
    f.line += 9


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _groups(f: Filler) -> cython.void:
    """Statistics of the blocks whose element and its parent have the same shapes (see ``group``)."""
    out: cython.float[:, ::1] = f.out
    sums: cython.double[:, ::1] = f.work[1:]
    i: cython.Py_ssize_t
    g: cython.Py_ssize_t
    for g in range(4):
        for i in range(f.n):
            sums[g, i] = 0
    for i in range(f.n):
        g = f.group[i]
        log_words: cython.double = log1p_of(f, f.words[i])
        sums[0, g] += 1
        sums[1, g] += f.words[i]
        sums[2, g] += log_words
        sums[3, g] += log_words * log_words
    for i in range(f.n):
        g = f.group[i]
        mean: cython.double = sums[2, g] / sums[0, g]
        out[f.line, i] = log1p_of(f, sums[0, g] - 1)
        out[f.line + 1, i] = sums[1, g] / f.all_words
        out[f.line + 3, i] = sqrt(max(sums[3, g] / sums[0, g] - mean * mean, 0.0))
    for i in range(f.n):
        sums[2, i] = 0
    for i in range(f.n):
        sums[2, f.group[i]] += f.words[i] * f.work[0, i]
    for i in range(f.n):
        g = f.group[i]
        out[f.line + 2, i] = sums[2, g] / max(sums[1, g], 1.0)
    f.line += 4
