"""From probabilities to a choice: the set of blocks with the best expected F-measure.

A set of the most probable blocks is chosen; the question is how many. The answer depends on whether
blocks are right and wrong together, which the probabilities do not say, so two extremes are averaged:

independent
    Every block for itself. The expected F of a set S is close to
    (1 + β²) · Σ_S p·n / (Σ_S n + β² · Σ p·n), with n the words of a block.
together
    One draw decides for all: the gold text is the blocks with p > u, for u uniform in (0, 1). The
    expected F is the mean over u. Thirty comments are then one decision, not thirty; the independent
    sum would find some of them likely enough to take them all.

Under both, the best set of a size is the most probable blocks, so all sets looked at are prefixes of
one order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext._core import classify

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Float = NDArray[np.float64]

__all__ = ["best_blocks", "expected_f"]

# Share of the "together" extreme. Cross-validated on the development corpus (word-F1 over all, wcxb_dev
# listing, daniel Russian): 0 → .9076, .752, .878; .5 → .9087, .738, .885; 1 → .9086, .718, .890.
_TOGETHER = 0.5
_N_DRAWS = 50


def best_blocks(probability: Float, n_words: NDArray[np.int64], *, beta: float = 1.0) -> NDArray[np.bool_]:
    """Return the blocks of the set with the largest expected F_β, bool of shape (n_blocks,).

    Parameters
    ----------
    probability
        Of each block to be main content, in [0, 1].
    n_words
        Of each block; nothing is chosen when no block has a word.
    beta
        Above 1 for recall, below 1 for precision.
    """
    best: NDArray[np.bool_] = classify.best_blocks(
        np.ascontiguousarray(probability, dtype=np.float64),
        np.ascontiguousarray(n_words, dtype=np.int64),
        (-probability).argsort(kind="stable"),
        beta,
        _TOGETHER,
        _N_DRAWS,
    )
    return best


def expected_f(
    probability: Float, n_words: NDArray[np.int64], *, beta: float = 1.0, together: float = _TOGETHER
) -> Float:
    """Return the expected F_β of every prefix of blocks sorted by falling probability, float64.

    ``together`` is the weight of the extreme in which one draw decides for all blocks, 0–1.
    """
    found: Float = classify.expected_f(
        np.ascontiguousarray(probability, dtype=np.float64),
        np.ascontiguousarray(n_words, dtype=np.int64),
        beta,
        together,
        _N_DRAWS,
    )
    return found
