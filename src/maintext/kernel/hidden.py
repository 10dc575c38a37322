# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Rows that a reader does not see, and links; the twin of :mod:`maintext.page.hidden`.

Compiled only. Cost O(n_rows + n_attributes + bytes of the styles), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.libc.string import memcmp
from cython.cimports.maintext.kernel.characters import is_word
from cython.cimports.maintext.kernel.styles import hides, is_named


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
            if (tag[row] == template and is_named(base, at, b" shadowrootmode", 15)) or (
                tag[row] == dialog and is_named(base, at, b" open", 5)
            ):
                found[row] = False
        for i in range(attribute_row.shape[0]):
            row = attribute_row[i]
            at = value_start[i] - 2
            start: cython.Py_ssize_t = value_start[i]
            stop: cython.Py_ssize_t = value_end[i]
            if base[at - 1] == 0x65:  # e
                found[row] |= is_named(base, at, b" style", 6) and hides(base, start, stop)
            elif base[at - 1] == 0x6E:  # n
                if is_named(base, at, b" hidden", 7):
                    found[row] |= not (stop - start == 11 and is_word(base, start, stop, b"until-found", 11))
                elif is_named(base, at, b" aria-hidden", 12):
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
            if tag[attribute_row[i]] == a and is_named(base, value_start[i] - 2, b" href", 5):
                is_anchor[attribute_row[i]] = True
        until: cython.Py_ssize_t = 0
        for i in range(n):
            if is_anchor[i] and end[i] > until:
                until = end[i]
            is_link[i] = i < until
    return anchor_, link_
