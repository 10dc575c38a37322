"""Probabilities and their odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Float = NDArray[np.float64]

__all__ = ["shifted"]

_LEAST = 1e-6  # of a probability: a block is never quite certain


def shifted(probability: Float, by: Float) -> Float:
    """Return probabilities with something added to their log-odds: log p / (1 − p), natural.

    Values closer than 10⁻⁶ to 0 and 1 count as that far from them.
    """
    p = np.clip(probability, _LEAST, 1 - _LEAST)
    moved: Float = 1 / (1 + np.exp(-np.log(p / (1 - p)) - by))
    return moved
