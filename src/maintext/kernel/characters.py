# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Character classes for the other modules of the kernel, by the table of :mod:`maintext.page.characters`."""

import cython
from cython.cimports.cpython.unicode import Py_UNICODE_ISALNUM
from cython.cimports.maintext.kernel.characters import CJK, WORD


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def flags_of(point: cython.uint, table: cython.pointer(cython.const[cython.uchar])) -> cython.uchar:
    """Class flags of a code point; the table holds those of the Basic Multilingual Plane."""
    if point < 0x10000:
        return table[point]
    if 0x20000 <= point <= 0x3FFFF:
        return CJK | WORD
    is_word: cython.bint = False
    with cython.gil:
        is_word = Py_UNICODE_ISALNUM(cython.cast(cython.Py_UCS4, point))
    return WORD if is_word else 0
