# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Sums of boosted trees; the twin of :meth:`maintext.model.trees.Trees.raw`.

Compiled only. The same algorithm (QuickScorer), without arrays between its steps: the splits of a tree strike
out leaves of sixteen samples at once, in a loop that compilers turn into vector instructions.
"""

import cython
import numpy as np

# Any four bits of this number that follow each other are different, so that a power of two times it tells
# its exponent in the upper four of sixteen bits: the lowest bit without a branch.
_DE_BRUIJN = cython.declare(cython.uint, 0x09AF)
_CHUNK = cython.declare(cython.Py_ssize_t, 128)  # their features stay in the second-level cache


def raw(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][:, ::1],
    threshold: cython.const[cython.float][:, ::1],
    mask: cython.const[cython.ushort][:, ::1],
    value: cython.const[cython.double][:, ::1],
):
    """Sum of the trees per sample, float64 of shape (n_samples,); ``columns`` has a line per feature."""
    n_samples: cython.Py_ssize_t = columns.shape[1]
    n_trees: cython.Py_ssize_t = feature.shape[0]
    n_splits: cython.Py_ssize_t = feature.shape[1]
    i: cython.Py_ssize_t
    result = np.zeros(n_samples)
    sums: cython.double[::1] = result
    possible: cython.ushort[144]  # a chunk, and less than a vector behind it
    place: cython.uchar[16]
    for i in range(16):
        place[((1 << i) * _DE_BRUIJN & 0xFFFF) >> 12] = i
    if n_samples < MAINTEXT_SAMPLES:
        padded = np.zeros((columns.shape[0], MAINTEXT_SAMPLES), dtype=np.float32)
        padded[:, :n_samples] = columns
        return raw(padded, feature, threshold, mask, value)[:n_samples]
    with cython.nogil:
        start: cython.Py_ssize_t = 0
        while start < n_samples:
            n: cython.Py_ssize_t = n_samples - start
            if n >= _CHUNK + MAINTEXT_SAMPLES:  # so that no chunk is shorter than a vector
                n = _CHUNK
            tree: cython.Py_ssize_t
            for tree in range(n_trees):
                maintext_strike(
                    possible,
                    cython.address(columns[0, start]),
                    n_samples,
                    n,
                    cython.address(feature[tree, 0]),
                    cython.address(threshold[tree, 0]),
                    cython.address(mask[tree, 0]),
                    n_splits,
                )
                for i in range(n):
                    lowest: cython.uint = possible[i] & (~possible[i] + 1)
                    leaf: cython.Py_ssize_t = place[(lowest * _DE_BRUIJN & 0xFFFF) >> 12]
                    sums[start + i] += value[tree, leaf]
            start += n
    return result
