"""Which of some ranges each row of a page stands in, where ranges stand in others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["innermost"]


def innermost(n_rows: int, ranges: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the innermost range around each row, −1 for none; shape (n_rows,).

    Parameters
    ----------
    n_rows
        Rows of the page.
    ranges
        Half-open, of shape (n_ranges, 2), ascending by start; each two apart, or one within the other, the
        outer one first.

    Notes
    -----
    Cost O(n_rows + n_ranges).
    """
    changes = [(0, -1)]  # rows from which on another range is the innermost
    around: list[tuple[int, int]] = []  # end and number of the ranges that are open
    for i, (start, end) in enumerate([*ranges.tolist(), (n_rows, n_rows)]):
        while around and around[-1][0] <= start:
            closed = around.pop()[0]
            changes.append((closed, around[-1][1] if around else -1))
        if start < n_rows:
            changes.append((start, i))
            around.append((end, i))
    starts = np.array([row for row, _ in changes] + [n_rows], dtype=np.int64)
    return np.repeat(np.array([number for _, number in changes], dtype=np.int64), np.diff(starts))
