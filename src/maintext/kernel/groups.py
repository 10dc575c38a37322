# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Equal values as numbered groups; the twin of :mod:`maintext.features.groups`.

Compiled only. Cost O(n_values).
"""

import cython
import numpy as np
from cython.cimports.libc.string import memcmp, memcpy


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def number(
    values: cython.const[cython.ulonglong][::1],
    group: cython.longlong[::1],
    slots: cython.longlong[::1],
    firsts: cython.ulonglong[::1],
) -> cython.longlong:
    """Write the number of each value's group, by first appearance; return the number of groups.

    ``slots`` is room for a table, as long as a power of two that is at least twice the number of values;
    ``firsts`` has room for the value of every group.
    """
    n_groups: cython.longlong = 0
    last: cython.Py_ssize_t = slots.shape[0] - 1
    i: cython.Py_ssize_t
    for i in range(last + 1):
        slots[i] = -1
    for i in range(values.shape[0]):
        mixed: cython.ulonglong = values[i] * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
        at: cython.Py_ssize_t = (mixed ^ (mixed >> 29)) & last
        while slots[at] >= 0 and firsts[slots[at]] != values[i]:
            at = (at + 1) & last
        if slots[at] < 0:
            slots[at] = n_groups
            firsts[n_groups] = values[i]
            n_groups += 1
        group[i] = slots[at]
    return n_groups


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _hash(base: cython.p_uchar, length: cython.Py_ssize_t) -> cython.ulonglong:
    """A number for bytes, eight of them at a time; the last eight may overlap those before."""
    value: cython.ulonglong = length
    word: cython.ulonglong = 0
    i: cython.Py_ssize_t
    if length < 8:
        for i in range(length):
            word = (word << 8) | base[i]
        value = _mixed(value, word)
    else:
        for i in range(0, length - 8, 8):
            memcpy(cython.address(word), base + i, 8)
            value = _mixed(value, word)
        memcpy(cython.address(word), base + length - 8, 8)
        value = _mixed(value, word)
    return value


@cython.nogil
@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _mixed(value: cython.ulonglong, word: cython.ulonglong) -> cython.ulonglong:
    """A number that depends on two."""
    value = (value ^ word) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    return value ^ (value >> 29)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def number_pieces(
    base: cython.p_uchar,
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    group: cython.longlong[::1],
    slots: cython.longlong[::1],
    firsts: cython.longlong[::1],
) -> cython.longlong:
    """Write the number of each piece's group of equal ones, by first appearance; return the number of groups.

    ``slots`` as in :func:`number`; ``firsts`` has room for the first piece of every group.
    """
    n_groups: cython.longlong = 0
    last: cython.Py_ssize_t = slots.shape[0] - 1
    i: cython.Py_ssize_t
    for i in range(last + 1):
        slots[i] = -1
    for i in range(start.shape[0]):
        length: cython.Py_ssize_t = end[i] - start[i]
        at: cython.Py_ssize_t = _hash(base + start[i], length) & last
        while slots[at] >= 0:
            other: cython.longlong = firsts[slots[at]]
            if (
                end[other] - start[other] == length
                and memcmp(base + start[other], base + start[i], length) == 0
            ):
                break
            at = (at + 1) & last
        if slots[at] < 0:
            slots[at] = n_groups
            firsts[n_groups] = i
            n_groups += 1
        group[i] = slots[at]
    return n_groups


def n_slots(n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Length of a table for this many values."""
    size: cython.Py_ssize_t = 64
    while size < 2 * n:
        size *= 2
    return size


def numbered(values: cython.const[cython.ulonglong][::1]):
    """Number of each value's group of equal ones, by first appearance, int64; and the number of groups."""
    n: cython.Py_ssize_t = values.shape[0]
    group = np.empty(n, dtype=np.int64)
    slots = np.empty(n_slots(n), dtype=np.int64)
    n_groups = number(values, group, slots, np.empty(n, dtype=np.uint64))
    return group, n_groups
