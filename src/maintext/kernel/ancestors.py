# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Walks up from blocks, and equal values numbered; the twin of what :mod:`maintext.features` does in numpy.

Compiled only. Cost O(n_blocks · depth) and O(n_values).
"""

import cython
import numpy as np


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _set_steps(
    steps: cython.uchar[:, ::1], block: cython.Py_ssize_t, bits: cython.ulonglong, step: cython.int
) -> cython.void:
    """Note a step for each of the bits."""
    bit: cython.Py_ssize_t = 0
    while bits != 0:
        if bits & 1:
            steps[bit, block] = step
        bits >>= 1
        bit += 1


def around(
    start: cython.const[cython.longlong][::1],
    parent: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    tag_bits: cython.const[cython.ulonglong][::1],
    name_bits: cython.const[cython.ulonglong][::1],
    far: cython.int,
    most_steps: cython.int,
):
    """Steps up to the first ancestor with each bit of its tag and of its names; ancestors with each name bit.

    Three arrays uint8 of shape (64, n_blocks); ``far`` where none of the first ``far`` ancestors has the
    bit. The element ``start`` of a block is its step 0.
    """
    n: cython.Py_ssize_t = start.shape[0]
    by_tag_, by_name_ = np.full((2, 64, n), far, dtype=np.uint8)
    counts_ = np.zeros((64, n), dtype=np.uint8)
    by_tag: cython.uchar[:, ::1] = by_tag_
    by_name: cython.uchar[:, ::1] = by_name_
    counts: cython.uchar[:, ::1] = counts_
    with cython.nogil:
        block: cython.Py_ssize_t
        for block in range(n):
            row: cython.longlong = start[block]
            tags: cython.ulonglong = 0
            names: cython.ulonglong = 0
            step: cython.int
            for step in range(most_steps):
                bits: cython.ulonglong = name_bits[row]
                if step < far:
                    _set_steps(by_tag, block, tag_bits[tag[row]] & ~tags, step)
                    _set_steps(by_name, block, bits & ~names, step)
                    tags |= tag_bits[tag[row]]
                    names |= bits
                bit: cython.Py_ssize_t = 0
                while bits != 0:
                    counts[bit, block] += bits & 1
                    bits >>= 1
                    bit += 1
                if row == 0:
                    break
                row = parent[row]
    return by_tag_, by_name_, counts_


def tops(
    start: cython.const[cython.longlong][::1],
    parent: cython.const[cython.int][::1],
    first: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    alike: cython.const[cython.longlong][::1],
    n_levels: cython.Py_ssize_t,
    most_steps: cython.int,
):
    """Highest element of each level above a block, and the most siblings alike on it.

    A level is a run of ancestors with the same number of blocks (``end - first``). Two arrays int64 of
    shape (n_levels, n_blocks).
    """
    n: cython.Py_ssize_t = start.shape[0]
    top_ = np.empty((n_levels, n), dtype=np.int64)
    most_ = np.ones((n_levels, n), dtype=np.int64)
    top: cython.longlong[:, ::1] = top_
    most: cython.longlong[:, ::1] = most_
    with cython.nogil:
        block: cython.Py_ssize_t
        for block in range(n):
            row: cython.longlong = start[block]
            level: cython.Py_ssize_t = 0
            size: cython.longlong = end[row] - first[row]
            i: cython.Py_ssize_t
            for _ in range(most_steps):
                if end[row] - first[row] != size:
                    size = end[row] - first[row]
                    level += 1
                if level == n_levels:
                    break
                for i in range(level, n_levels):
                    top[i, block] = row
                most[level, block] = max(most[level, block], alike[row])
                if row == 0:
                    break
                row = parent[row]
    return top_, most_


def numbered(values: cython.const[cython.ulonglong][::1]):
    """Number of each value's group of equal ones, by first appearance, int64; and the number of groups."""
    n: cython.Py_ssize_t = values.shape[0]
    n_slots: cython.Py_ssize_t = 64
    while n_slots < 2 * n:
        n_slots *= 2
    result = np.empty(n, dtype=np.int64)
    group: cython.longlong[::1] = result
    slots: cython.longlong[::1] = np.full(n_slots, -1, dtype=np.int64)
    firsts: cython.ulonglong[::1] = np.empty(n, dtype=np.uint64)
    n_groups: cython.longlong = 0
    with cython.nogil:
        i: cython.Py_ssize_t
        for i in range(n):
            mixed: cython.ulonglong = values[i] * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
            at: cython.Py_ssize_t = (mixed ^ (mixed >> 29)) & (n_slots - 1)
            while slots[at] >= 0 and firsts[slots[at]] != values[i]:
                at = (at + 1) & (n_slots - 1)
            if slots[at] < 0:
                slots[at] = n_groups
                firsts[n_groups] = values[i]
                n_groups += 1
            group[i] = slots[at]
    return result, n_groups
