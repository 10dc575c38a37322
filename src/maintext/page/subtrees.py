"""Rows inside others: by the compiled kernel, or in numpy with the same values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["inside"]

_KERNEL = compiled("blocks")


def inside(roots: NDArray[np.bool_], end: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return whether each row is one of the roots or stands in the subtree of one, bool of shape (n_rows,).

    Parameters
    ----------
    roots, end
        Of each row: whether it is a root, and where its subtree ends. Cost O(n_rows).
    """
    if _KERNEL is not None:
        found: NDArray[np.bool_] = _KERNEL.inside(np.ascontiguousarray(roots).view(np.uint8), end)
        return found
    step = np.zeros(len(end) + 1, dtype=np.int32)
    rows = np.flatnonzero(roots)
    step[rows] = 1
    np.subtract.at(step, end[rows], 1)
    return np.cumsum(step[:-1]) > 0
