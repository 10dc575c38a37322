# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Words that may begin a label; the twin of a part of :mod:`maintext.metadata.byline_words`.

Compiled only. Words are compared by 64-bit hashes (FNV-1a). Cost O(n_characters).
"""

import cython
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISDECIMAL,
    PyUnicode_DATA,
    PyUnicode_KIND,
    PyUnicode_READ,
)
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter

_ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


def known(
    text: str,
    hashes: cython.const[cython.ulonglong][::1],
    bits: cython.const[cython.ulonglong][::1],
):
    """Words of a text that a table may hold: those it does, and all with other letters than those of ASCII.

    A word is a run of letters, or two with a hyphen between them; the table has small letters of ASCII.

    Returns
    -------
    ranges
        First character of each such word, and the one behind it.
    combined
        The bits of them all, together; every bit where there is a word with other letters.
    """
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n: cython.Py_ssize_t = len(text)
    ranges: list = []
    combined: cython.ulonglong = 0
    i: cython.Py_ssize_t = 0
    while i < n:
        if not _is_letter(PyUnicode_READ(kind, data, i)):
            i += 1
            continue
        start: cython.Py_ssize_t = i
        value: cython.ulonglong = no_letters()
        is_plain: cython.bint = True
        has_hyphen: cython.bint = False
        while i < n:
            point: cython.uint = PyUnicode_READ(kind, data, i)
            if _is_letter(point):
                is_plain &= point < 0x80
                value = with_letter(value, point | 0x20)  # in small letters, if it is one of ASCII
            elif (
                point == 0x2D
                and not has_hyphen
                and i + 1 < n
                and _is_letter(PyUnicode_READ(kind, data, i + 1))
            ):
                has_hyphen = True
                value = with_letter(value, point)
            else:
                break
            i += 1
        of_word: cython.ulonglong = bits[place_of(value, hashes)] if is_plain else _ALL
        if of_word:
            combined |= of_word
            ranges.append((start, i))
    return ranges, combined


@cython.cfunc
@cython.exceptval(check=False)
def _is_letter(point: cython.Py_UCS4) -> cython.bint:
    r"""What ``[^\W\d_]`` matches."""
    if point < 0x80:
        letter: cython.uint = point
        return 0x61 <= (letter | 0x20) <= 0x7A
    return Py_UNICODE_ISALNUM(point) and not Py_UNICODE_ISDECIMAL(point)
