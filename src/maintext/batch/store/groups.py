"""Group near-duplicate records by their fingerprints.

Two records are near-duplicates if at most :data:`MAX_BITS` of the 64 bits differ; a group is a connected
component. Fingerprints that differ in at most 3 bits agree in one of four parts of 16 bits (pigeonhole;
Manku, Jain and Das Sarma, WWW 2007), so only those are compared.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAX_BITS", "near_groups"]

MAX_BITS = 3  # Manku et al., section 4: for pages of the web
_PART_BITS = 16


def near_groups(fingerprints: Sequence[int]) -> NDArray[np.int64]:
    """Return for each 64-bit fingerprint the index of the first one in its group, as int64.

    0, a text without words, is always a group of its own. Cost O(n log n), plus the squares of the sets that
    share a part: about n² / 16,384 for unrelated texts.
    """
    values = np.array(fingerprints, dtype=np.uint64)
    found = np.arange(len(values))
    found[values != 0] = np.flatnonzero(values)[_group_distinct(values[values != 0])]
    return found


def _group_distinct(values: NDArray[np.uint64]) -> NDArray[np.int64]:
    different, first, place = np.unique(values, return_index=True, return_inverse=True)
    left, right = _near_pairs(different).T
    before = np.zeros_like(first)
    # The smallest index goes from neighbour to neighbour, once a round, until no group has a smaller one.
    while not np.array_equal(before, first):
        before = first.copy()
        np.minimum.at(first, left, before[right])
        np.minimum.at(first, right, before[left])
    found: NDArray[np.int64] = first[place.reshape(-1)]
    return found


def _near_pairs(values: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the pairs of indices whose values differ in few bits, of shape (n_pairs, 2)."""
    pairs = [np.zeros((0, 2), dtype=np.int64)]
    for shift in range(0, 64, _PART_BITS):
        part = (values >> np.uint64(shift)) & np.uint64(0xFFFF)
        order = np.argsort(part, kind="stable")
        bounds = np.flatnonzero(np.diff(part[order])) + 1
        for bucket in np.split(order, bounds):
            pairs += [_near_in_bucket(values, bucket, at) for at in range(len(bucket) - 1)]
    return np.concatenate(pairs)


def _near_in_bucket(values: NDArray[np.uint64], bucket: NDArray[np.int64], at: int) -> NDArray[np.int64]:
    others = bucket[at + 1 :]
    bits = np.unpackbits((values[others] ^ values[bucket[at]])[:, None].view(np.uint8), axis=1)
    near = others[bits.sum(axis=1) <= MAX_BITS]
    return np.column_stack((np.full(len(near), bucket[at]), near))
