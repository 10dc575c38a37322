"""From probabilities to a choice: the set of blocks with the best expected F-measure.

With p the probability that a block is main content and n its words, the expected F of a set S is
(1 + β²) · Σ_S p·n / (Σ_S n + β² · Σ p·n). For a given size the best set is the most probable blocks,
so all best sets are prefixes of one order, and the maximum is found in one pass. On pages where the
model is sure this is a threshold of one half of the F reached; on doubtful pages it adapts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["best_blocks"]


def best_blocks(
    probability: NDArray[np.float64], n_words: NDArray[np.int64], *, beta: float = 1.0
) -> NDArray[np.bool_]:
    """Return the blocks of the set with the largest expected F_β, bool of shape (n_blocks,).

    Parameters
    ----------
    probability
        Of each block, in [0, 1].
    n_words
        Of each block; blocks without words are never chosen alone.
    beta
        Above 1 for recall, below 1 for precision.
    """
    chosen = np.zeros(len(probability), dtype=np.bool_)
    if len(probability) == 0:
        return chosen
    order = np.argsort(-probability, kind="stable")
    expected = np.cumsum((probability * n_words)[order])
    taken = np.cumsum(n_words[order])
    f = expected / np.maximum(taken + beta**2 * expected[-1], 1e-9)
    chosen[order[: int(np.argmax(f)) + 1]] = expected[-1] > 0
    return chosen
