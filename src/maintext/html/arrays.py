"""Types of arrays, a column of a page or of its blocks; masks and sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Bool", "Float", "Int", "ancestors", "mark_ranges", "mark_rows", "nesting_levels", "outermost",
    "running_sum",
]  # fmt: skip

Bool = NDArray[np.bool_]
Float = NDArray[np.float64]
Int = NDArray[np.int64]


def mark_rows(n_rows: int, rows: Any) -> Bool:
    """Return a mask of shape (n_rows,), True at ``rows``: numbers, a slice, or a mask."""
    mask = np.zeros(n_rows, dtype=np.bool_)
    mask[rows] = True
    return mask


def mark_ranges(n_rows: int, ranges: Iterable[tuple[int, int]]) -> Bool:
    """Return a mask of shape (n_rows,), True in half-open ranges of rows."""
    mask = np.zeros(n_rows, dtype=np.bool_)
    for start, end in ranges:
        mask[start:end] = True
    return mask


def nesting_levels(ranges: Iterable[tuple[int, int]]) -> list[int]:
    """Return how many of the ranges before it are around each; ascending by start, the outer one first."""
    levels, ends = list[int](), list[int]()
    for start, end in ranges:
        while ends and ends[-1] <= start:
            ends.pop()
        levels.append(len(ends))
        ends.append(end)
    return levels


def ancestors(parent: NDArray[Any], row: int, top: int = -1) -> Iterator[int]:
    """Yield the ancestors of a row, the innermost first, as far as they stand below ``top``."""
    while (row := int(parent[row])) > top:
        yield row


def outermost(rows: Iterable[int], end: NDArray[Any]) -> list[int]:
    """Return the ascending rows that stand in none of the others."""
    found: list[int] = []
    for row in rows:
        if not found or row >= end[found[-1]]:
            found.append(row)
    return found


def running_sum(column: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of the first 0, 1, … n values, of shape (n + 1,): int64, or float64 of floats."""
    sums = np.zeros(len(column) + 1, dtype=np.float64 if column.dtype.kind == "f" else np.int64)
    column.cumsum(out=sums[1:])
    return sums
