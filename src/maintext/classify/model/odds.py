"""Probabilities and their odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Float = NDArray[np.float64]

__all__ = ["mixed", "shifted"]

_LEAST = 1e-6  # of a probability: a block is never quite certain


def mixed(one: Float, other: Float, share: float) -> Float:
    """Return probabilities between two, by the mean of their log-odds; the other one's share is from 0 to 1.

    Values closer than 10⁻⁶ to 0 and 1 count as that far from them.
    """
    return _probability((1 - share) * _log_odds(one) + share * _log_odds(other))


def shifted(probability: Float, by: Float) -> Float:
    """Return probabilities with something added to their log-odds: log p / (1 − p), natural.

    Values closer than 10⁻⁶ to 0 and 1 count as that far from them.
    """
    return _probability(_log_odds(probability) + by)


def _log_odds(probability: Float) -> Float:
    p = np.clip(probability, _LEAST, 1 - _LEAST)
    odds: Float = np.log(p / (1 - p))
    return odds


def _probability(log_odds: Float) -> Float:
    p: Float = 1 / (1 + np.exp(-log_odds))
    return p
