"""Equal values as numbered groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.kernel import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["numbered"]

_KERNEL = compiled("groups")


def numbered(values: NDArray[Any]) -> tuple[NDArray[np.int64], int]:
    """Number the groups of equal values.

    Parameters
    ----------
    values
        int64 or uint64 of shape (n,).

    Returns
    -------
    group
        int64 of shape (n,): the same number, from 0 on, for equal values; which number is not said.
    n_groups
        Number of different values. Cost O(n), in numpy O(n · log n).
    """
    if _KERNEL is not None:
        found: tuple[NDArray[np.int64], int] = _KERNEL.numbered(values.view(np.uint64))
        return found
    different, group = np.unique(values, return_inverse=True)
    return group.astype(np.int64, copy=False), len(different)
