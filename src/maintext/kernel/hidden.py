# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Rows that a reader does not see, and links; the twin of :mod:`maintext.page.hidden`.

Compiled only. Cost O(n_rows + n_attributes + bytes of the styles), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.libc.string import memcmp
from cython.cimports.maintext.kernel.characters import is_word


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _is_named(
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
def _hides(base: cython.p_uchar, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
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


def rows(
    data: bytes,
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    is_hidden: cython.const[cython.uchar][::1],
    attribute_row: cython.const[cython.int][::1],
    value_start: cython.const[cython.longlong][::1],
    value_end: cython.const[cython.longlong][::1],
    template: cython.short,
    dialog: cython.short,
):
    """Whether a reader does not see each row, bool; ``is_hidden`` says it of the tags."""
    base: cython.p_uchar = data
    n: cython.Py_ssize_t = tag.shape[0]
    result = np.empty(n, dtype=np.bool_)
    found: cython.uchar[::1] = result.view(np.uint8)
    with cython.nogil:
        row: cython.Py_ssize_t
        for row in range(n):
            found[row] = is_hidden[tag[row]]
        i: cython.Py_ssize_t
        # What opens an element stands on it like what hides it: first the one, then the other.
        for i in range(attribute_row.shape[0]):
            row = attribute_row[i]
            at: cython.Py_ssize_t = value_start[i] - 2
            if (tag[row] == template and _is_named(base, at, b" shadowrootmode", 15)) or (
                tag[row] == dialog and _is_named(base, at, b" open", 5)
            ):
                found[row] = False
        for i in range(attribute_row.shape[0]):
            row = attribute_row[i]
            at = value_start[i] - 2
            start: cython.Py_ssize_t = value_start[i]
            stop: cython.Py_ssize_t = value_end[i]
            if base[at - 1] == 0x65:  # e
                found[row] |= _is_named(base, at, b" style", 6) and _hides(base, start, stop)
            elif base[at - 1] == 0x6E:  # n
                if _is_named(base, at, b" hidden", 7):
                    found[row] |= not (stop - start == 11 and is_word(base, start, stop, b"until-found", 11))
                elif _is_named(base, at, b" aria-hidden", 12):
                    found[row] |= stop - start == 4 and memcmp(base + start, b"true", 4) == 0
        until: cython.Py_ssize_t = 0
        for row in range(n):
            if found[row] and end[row] > until:
                until = end[row]
            found[row] = row < until
    return result


def anchors(
    data: bytes,
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    attribute_row: cython.const[cython.int][::1],
    value_start: cython.const[cython.longlong][::1],
    a: cython.short,
):
    """Whether each row is an ``<a href>``, and whether it is one or stands inside one; both bool."""
    base: cython.p_uchar = data
    n: cython.Py_ssize_t = tag.shape[0]
    anchor_, link_ = np.zeros(n, dtype=np.bool_), np.empty(n, dtype=np.bool_)
    is_anchor: cython.uchar[::1] = anchor_.view(np.uint8)
    is_link: cython.uchar[::1] = link_.view(np.uint8)
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(attribute_row.shape[0]):
            if tag[attribute_row[i]] == a and _is_named(base, value_start[i] - 2, b" href", 5):
                is_anchor[attribute_row[i]] = True
        until: cython.Py_ssize_t = 0
        for i in range(n):
            if is_anchor[i] and end[i] > until:
                until = end[i]
            is_link[i] = i < until
    return anchor_, link_
