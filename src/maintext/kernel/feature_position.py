# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Features of where a block stands; the twin of :mod:`maintext.features.position`.

Compiled only. Writes lines of the matrix of :mod:`maintext.kernel.features`.
"""

import cython
from cython.cimports.maintext.kernel.feature_structure import steps_to
from cython.cimports.maintext.kernel.filler import Filler, log1p_of, says


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _signed_log(f: Filler, value: cython.double) -> cython.double:
    """The logarithm with the sign of the value."""
    return log1p_of(f, value) if value >= 0 else -log1p_of(f, -value)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def position_lines(f: Filler) -> cython.void:
    """Lines of :mod:`maintext.features.position`."""
    out: cython.float[:, ::1] = f.out
    line: cython.Py_ssize_t = f.line
    n: cython.Py_ssize_t = f.n
    words: cython.double = f.total[0, n]
    i: cython.Py_ssize_t
    for i in range(n):
        before: cython.double = f.total[0, i]
        out[line, i] = i / cython.cast(cython.double, n)
        out[line + 1, i] = before / max(words, 1.0)
        out[line + 2, i] = log1p_of(f, i)
        out[line + 3, i] = log1p_of(f, n - 1 - i)
        out[line + 4, i] = log1p_of(f, before)
        out[line + 5, i] = log1p_of(f, words - before - f.words[i])
        out[line + 6, i] = f.level[i]
    f.line += 7
    _to_headline(f)
    _sections_around(f)
    _similarity(f)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _find_headline(f: Filler) -> cython.Py_ssize_t:
    """The block that states the page's title, −1 for none."""
    best: cython.Py_ssize_t = -1
    best_score: cython.double = 0.6
    i: cython.Py_ssize_t
    for i in range(f.n):
        if f.in_title[i] == 0 or f.n_different[i] > 3 * f.n_title:
            continue
        score: cython.double = 2 * f.in_title[i] / max(f.n_title + f.n_different[i], 1.0)
        score = score + (0.2 if f.level[i] == 1 else 0)
        if score > 0.6 and score > best_score + 1e-9:
            best, best_score = i, score
    return best


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _to_headline(f: Filler) -> cython.void:
    """Where each block stands to the headline."""
    out: cython.float[:, ::1] = f.out
    line: cython.Py_ssize_t = f.line
    at: cython.Py_ssize_t = _find_headline(f)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for k in range(6):
        for i in range(f.n):
            out[line + k, i] = 0
    f.line += 6
    if at < 0:
        return
    for i in range(f.n):
        out[line, i] = 1
        out[line + 1, i] = _signed_log(f, i - at)
        out[line + 2, i] = _signed_log(f, f.total[0, i] - f.total[0, at])
        out[line + 5, i] = i == at
    steps_to(f, f.row[at], line + 3, line + 4)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _sections_around(f: Filler) -> cython.void:
    """The section that each block stands in: from a heading up to the next one."""
    start: cython.Py_ssize_t = 0
    has_heading: cython.bint = False
    while start < f.n or start == 0:
        stop: cython.Py_ssize_t = start + has_heading
        while stop < f.n and f.level[stop] == 0:
            stop += 1
        if stop > start:
            _section(f, start, stop, has_heading)
        if stop == f.n:
            break
        start, has_heading = stop, True
    f.line += 7 + f.sections.shape[0]


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _section(
    f: Filler, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, has_heading: cython.bint
) -> cython.void:
    """Features of the blocks of one section, of which the first may be its heading."""
    out: cython.float[:, ::1] = f.out
    line: cython.Py_ssize_t = f.line + 3 + f.sections.shape[0]
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    words: cython.double = 0
    linked: cython.double = 0
    for i in range(start, stop):
        words += f.words[i]
        linked += cython.cast(cython.double, f.words[i] * f.link_chars[i]) / max(f.chars[i], 1)
    for i in range(start, stop):
        out[f.line, i] = log1p_of(f, i - start) if has_heading else 8
        out[f.line + 1, i] = log1p_of(f, f.total[0, i] - f.total[0, start])
        out[f.line + 2, i] = f.level[start] if has_heading else 0
        for k in range(f.sections.shape[0]):
            out[f.line + 3 + k, i] = has_heading and says(f, f.sections[k], start)
        out[line, i] = log1p_of(f, stop - i)
        out[line + 1, i] = log1p_of(f, words)
        out[line + 2, i] = linked / max(words, 1.0)
        out[line + 3, i] = log1p_of(f, stop - start)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _similarity(f: Filler) -> cython.void:
    """How much of a block stands in the title, and of title and description in the block."""
    out: cython.float[:, ::1] = f.out
    i: cython.Py_ssize_t
    for i in range(f.n):
        out[f.line, i] = f.in_title[i] / cython.cast(cython.double, max(f.n_different[i], 1))
        out[f.line + 1, i] = f.in_title[i] / max(f.n_title, 1.0)
        out[f.line + 2, i] = f.in_description[i] / max(f.n_description, 1.0)
    f.line += 3
