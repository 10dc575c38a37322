# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What names and styles of attributes say, for the modules that read them; part of two twins.

Compiled only. Cost O(bytes of a style), without the GIL.
"""

import cython
from cython.cimports.libc.string import memcmp
from cython.cimports.maintext.kernel.characters import is_word


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def is_named(
    base: cython.p_uchar, end: cython.Py_ssize_t, name: cython.p_char, length: cython.Py_ssize_t
) -> cython.bint:
    """Whether an attribute's name, with the space before it, is this one; ``end`` is where the name ends."""
    return end >= length and memcmp(base + end - length, name, length) == 0


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _behind_gap(base: cython.p_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """First place behind white space, of which tabs and line ends stand as references."""
    while at < end:
        if base[at] == 0x20 or 0x09 <= base[at] <= 0x0D:
            at += 1
            continue
        if base[at] != 0x26 or at + 1 >= end or base[at + 1] != 0x23:  # "&#"
            return at
        behind: cython.Py_ssize_t = at + 2
        while behind < end and 0x30 <= base[behind] <= 0x39:
            behind += 1
        if behind == at + 2 or behind == end or base[behind] != 0x3B:  # ";"
            return at
        at = behind + 1
    return at


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _value_of(
    base: cython.p_uchar,
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    property_: cython.p_char,
    length: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Where the value of a style's property begins that is named at a place; ``end`` where it is not."""
    if not is_word(base, at, end, property_, length):
        return end
    at = _behind_gap(base, at + length, end)
    return _behind_gap(base, at + 1, end) if at < end and base[at] == 0x3A else end


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def hides(base: cython.p_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a style says ``display:none``, ``visibility:hidden`` or ``visibility:collapse``."""
    at: cython.Py_ssize_t
    for at in range(start, end):
        if base[at] | 0x20 == 0x64:  # d
            value: cython.Py_ssize_t = _value_of(base, at, end, b"display", 7)
            if is_word(base, value, end, b"none", 4):
                return True
        elif base[at] | 0x20 == 0x76:  # v
            value = _value_of(base, at, end, b"visibility", 10)
            if is_word(base, value, end, b"hidden", 6) or is_word(base, value, end, b"collapse", 8):
                return True
    return False


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def draws_as_block(base: cython.p_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether a style says by ``display`` that an element stands on lines of its own."""
    at: cython.Py_ssize_t
    for at in range(start, end):
        if base[at] | 0x20 == 0x64 and not (at > start and _is_of_name(base[at - 1])):  # d
            value: cython.Py_ssize_t = _value_of(base, at, end, b"display", 7)
            stop: cython.Py_ssize_t = value
            while stop < end and _is_of_name(base[stop]):
                stop += 1
            if stop > value and _is_block_value(base, value, stop):
                return True
    return False


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _is_block_value(base: cython.p_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    length: cython.Py_ssize_t = end - at
    if length == 4:
        return is_word(base, at, end, b"flex", 4) or is_word(base, at, end, b"grid", 4)
    if length == 5:
        return is_word(base, at, end, b"block", 5) or is_word(base, at, end, b"table", 5)
    if length == 9:
        return (
            is_word(base, at, end, b"list-item", 9)
            or is_word(base, at, end, b"flow-root", 9)
            or is_word(base, at, end, b"table-row", 9)
        )
    return False


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _is_of_name(byte: cython.uchar) -> cython.bint:
    """A letter, a digit, a hyphen or an underscore."""
    return 0x61 <= byte | 0x20 <= 0x7A or 0x30 <= byte <= 0x39 or byte == 0x2D or byte == 0x5F
