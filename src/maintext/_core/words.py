# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Look up characters and words: classes of characters, tables of words, groups of equal values."""

import cython
import numpy as np
from cython.cimports.libc.string import memcmp, memcpy


def character_class(point, table):
    """Return the class flags of a code point; ``table`` covers the Basic Multilingual Plane."""
    if point < 0x10000:
        return table[point]
    if 0x20000 <= point <= 0x3FFFF:
        return CJK | WORD
    return WORD if Py_UNICODE_ISALNUM(point) else 0


def number_values(values, group, slots, firsts):
    """Number equal values alike, in order of first appearance; return how many differ.

    ``slots`` has room for a hash table of :func:`table_size` places; ``firsts`` receives the value of each
    group.
    """
    n_groups: cython.longlong = 0
    last: cython.Py_ssize_t = table_size(values.shape[0]) - 1
    i: cython.Py_ssize_t
    slots[: last + 1] = -1
    for i in range(values.shape[0]):
        at: cython.Py_ssize_t = _mix_word(values[i], 0) & last
        while slots[at] >= 0 and firsts[slots[at]] != values[i]:
            at = (at + 1) & last
        if slots[at] < 0:
            slots[at] = n_groups
            firsts[n_groups] = values[i]
            n_groups += 1
        group[i] = slots[at]
    return n_groups


def _hash_bytes(base, length):
    """Return a hash of bytes, read eight at a time; the last eight may overlap those before."""
    value: cython.ulonglong = length
    word: cython.ulonglong = 0
    i: cython.Py_ssize_t
    if length < 8:
        for i in range(length):
            word = (word << 8) | base[i]
        value = _mix_word(value, word)
    else:
        for i in range(0, length - 8, 8):
            memcpy(cython.address(word), base + i, 8)
            value = _mix_word(value, word)
        memcpy(cython.address(word), base + length - 8, 8)
        value = _mix_word(value, word)
    return value


def _mix_word(value, word):
    """Return a hash of a hash and eight more bytes."""
    value = (value ^ word) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
    return value ^ (value >> 29)


def number_slices(base, start, end, group, slots, firsts):
    """Number equal slices of bytes alike, in order of first appearance; return how many differ.

    ``slots`` as in :func:`number_values`; ``firsts`` receives the first slice of each group.
    """
    n_groups: cython.longlong = 0
    last: cython.Py_ssize_t = table_size(start.shape[0]) - 1
    i: cython.Py_ssize_t
    slots[: last + 1] = -1
    for i in range(start.shape[0]):
        length: cython.Py_ssize_t = end[i] - start[i]
        at: cython.Py_ssize_t = _hash_bytes(base + start[i], length) & last
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


def table_size(n):
    """Return the size of a hash table for ``n`` values: a power of two, at least twice as many."""
    size: cython.Py_ssize_t = 64
    while size < 2 * n:
        size *= 2
    return size


def hash_word(word):
    """Return the FNV-1a hash of a word's code points."""
    value: cython.ulonglong = empty_hash()
    point: cython.Py_UCS4
    for point in word:
        value = extend_hash(value, point)
    return value


def build_word_table(bits_of: dict):
    """Return the hashes of words (0 in empty slots) and their bits in the same slots; both uint64."""
    size = table_size(2 * len(bits_of))
    hashes = np.zeros(size, dtype=np.uint64)
    bits = np.zeros(size, dtype=np.uint64)
    for word, of_word in bits_of.items():
        at = find_slot(hash_word(word), hashes)
        hashes[at], bits[at] = hash_word(word), of_word
    return hashes, bits
