"""Equal values as numbered groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext._core import words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["numbered"]


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
        Number of different values. Cost O(n).
    """
    found: tuple[NDArray[np.int64], int] = words.numbered(values.view("u8"))
    return found
