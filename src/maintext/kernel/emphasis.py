# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Where emphasis stands in Markdown that is written as HTML; for :mod:`maintext.render.emphasis`.

Compiled only. Cost O(n_characters).
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_FindChar, PyUnicode_READ_CHAR, PyUnicode_Tailmatch


def starts(markdown: str):
    """Where ``<strong>`` and ``<em>`` stand that are neither escaped nor in code; None for unclosed code."""
    size: cython.Py_ssize_t = len(markdown)
    found = []
    at: cython.Py_ssize_t = 0
    while at < size:
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markdown, at)
        if point == "\\" and at + 1 < size:
            at += 2
        elif point == "`":
            at = _behind_code(markdown, at, size)
            if at < 0:
                return None
        else:
            if point == "<" and (
                PyUnicode_Tailmatch(markdown, "<em>", at, size, -1)
                or PyUnicode_Tailmatch(markdown, "<strong>", at, size, -1)
            ):
                found.append(at)
            at += 1
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _behind_code(markdown: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where a span of code ends that begins at a place: behind as many backticks; −1 where it does not."""
    start: cython.Py_ssize_t = at
    while at < size and PyUnicode_READ_CHAR(markdown, at) == "`":
        at += 1
    n: cython.Py_ssize_t = at - start
    while True:
        start = PyUnicode_FindChar(markdown, "`", at, size, 1)
        if start < 0:
            return -1
        at = start
        while at < size and PyUnicode_READ_CHAR(markdown, at) == "`":
            at += 1
        if at - start == n:
            return at
