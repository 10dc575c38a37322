# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Features of the page; the twin of :mod:`maintext.features.page_level`.

Compiled only. Writes lines of the matrix of :mod:`maintext.kernel.features`.
"""

import cython
from cython.cimports.maintext.kernel.filler import Filler, is_long, log1p_of, says


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def page_lines(f: Filler) -> cython.void:
    """Lines of :mod:`maintext.features.page_level`."""
    i: cython.Py_ssize_t
    for i in range(f.n_rows):
        counted: cython.Py_ssize_t = f.tag_counted[f.tag[i]]
        if counted >= 0:
            f.n_tags[counted] += 1
    chars: cython.double = 0
    linked: cython.double = 0
    cjk: cython.double = 0
    n_long: cython.double = 0
    n_hidden: cython.double = 0
    for i in range(f.n):
        chars += f.chars[i]
        linked += f.link_chars[i]
        cjk += f.cjk[i]
        n_long += is_long(f, i)
        n_hidden += f.is_hidden[f.row[i]]
    words: cython.double = f.total[0, f.n]
    for i in range(f.n_counted):
        _put(f, log1p_of(f, f.n_tags[i]))
    for i in range(f.data.shape[0]):
        _put(f, log1p_of(f, f.data[i]))
    _put(f, log1p_of(f, f.n))
    _put(f, log1p_of(f, words))
    _put(f, log1p_of(f, words / max(f.n, 1)))
    _put(f, f.total[2, f.n] / max(words, 1.0))
    _put(f, log1p_of(f, n_long))
    _put(f, linked / max(chars, 1.0))
    _put(f, cjk / max(chars, 1.0))
    _put(f, log1p_of(f, _n_saying(f, f.price)))
    _put(f, log1p_of(f, _n_saying(f, f.date)))
    _put(f, log1p_of(f, _n_saying(f, f.comment)))
    _put(f, log1p_of(f, n_hidden))
    _put(f, f.is_article)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _put(f: Filler, value: cython.double) -> cython.void:
    """Write a number of the page into the next line."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        f.out[f.line, i] = value
    f.line += 1


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _n_saying(f: Filler, family: cython.int) -> cython.double:
    """Blocks with a phrase of a family."""
    n: cython.double = 0
    i: cython.Py_ssize_t
    for i in range(f.n):
        n += says(f, family, i)
    return n
