"""Choose the set of blocks with the maximum expected F-measure.

The set has the most probable blocks; the question is how many. The answer depends on whether blocks are
right and wrong together. The probabilities do not tell, so two extremes are averaged:

independent
    Every block for itself. The expected F of a set S is close to
    (1 + β²) · Σ_S p·n / (Σ_S n + β² · Σ p·n), with n the words of a block.
together
    One draw decides for all: the gold text is the blocks with p > u, for u uniform in (0, 1). The
    expected F is the mean over u. Thirty comments are then one decision, not thirty.

Under both, the best set of a size is the most probable blocks, so only prefixes of one order are compared.
"""

from __future__ import annotations

import numpy as np

from maintext._core import classify
from maintext.html.arrays import Bool, Float, Int, mark_rows

__all__ = ["adjust_log_odds", "max_expected_f1_set", "shift_log_odds", "smooth_log_odds"]

_TOGETHER = 0.5  # weight of the "together" extreme: docs/model-card.md
_N_DRAWS = 50
# On pages where little is sure the probabilities claim too much, on others too many blocks are likely:
# docs/model-card.md, "Log-odds by page".
_MIN_BLOCKS = 30  # short pages have little that could be too much
_SURE, _MIN_SURE_SHARE = 0.9, 0.15
_UNSURE_FACTOR, _SURE_SHIFT = 0.85, -0.25
# Share of a group in the log-odds of its blocks, .5 · (n − 1) / (n + 4):
# docs/model-card.md, "Blocks of one shape".
_MAX_GROUP_SHARE, _HALF_GROUP = 0.5, 5
_MIN_GROUP_PROBABILITY = 1e-3


def shift_log_odds(probability: Float, by: Float, factor: float = 1.0) -> Float:
    """Multiply the log-odds log p / (1 − p) of probabilities, and add to them.

    The probabilities are clipped to 10⁻⁶ … 1 − 10⁻⁶. Shapes as for :func:`max_expected_f1_set`.
    """
    shifted: Float = classify.shift_log_odds(probability, factor, by)
    return shifted


def smooth_log_odds(probability: Float, n_words: Int, group: Int) -> Float:
    """Move the log-odds of each block towards those of the blocks of its shape.

    These are mostly main content together or not at all. The mean probability of the words of a group of n
    blocks, limited to .001 … .999, counts .5 · (n − 1) / (n + 4), and the block itself the rest.

    Parameters
    ----------
    probability, n_words
        Of each block, as for :func:`max_expected_f1_set`.
    group
        Number of its group, from 0, as in :class:`~maintext.classify.features.matrix.BlockFeatures`.
    """
    limits = _MAX_GROUP_SHARE, _HALF_GROUP, _MIN_GROUP_PROBABILITY
    smoothed: Float = classify.smooth_log_odds(probability, n_words, group, *limits)
    return smoothed


def adjust_log_odds(probability: Float, n_words: Int) -> Float:
    """Return the probabilities to decide with, by how sure the model is of the page.

    Where blocks above .9 have at least 15 % of the expected words of main content, .25 is subtracted from
    all log-odds; elsewhere they are multiplied by .85. Pages of fewer than 30 blocks stay as they are.
    Shapes as for :func:`max_expected_f1_set`.
    """
    if len(probability) < _MIN_BLOCKS:
        return probability
    expected = n_words * probability
    if expected[probability > _SURE].sum() >= _MIN_SURE_SHARE * expected.sum():
        return shift_log_odds(probability, np.full(len(probability), _SURE_SHIFT))
    return shift_log_odds(probability, np.zeros(len(probability)), _UNSURE_FACTOR)


def max_expected_f1_set(
    probability: Float, n_words: Int, *, beta: float = 1.0, together: float = _TOGETHER
) -> Bool:
    """Return the set of blocks with the maximum expected F_β, bool of shape (n_blocks,).

    Parameters
    ----------
    probability
        Of each block to be main content, in [0, 1].
    n_words
        Of each block; the set is empty if no block has a word.
    beta
        Above 1 for recall, below 1 for precision.
    together
        Weight of the extreme in which one draw decides for all blocks, 0–1.
    """
    order = (-probability).argsort(kind="stable")
    n_best = classify.count_best(probability[order], n_words[order], beta, together, _N_DRAWS)
    return mark_rows(len(probability), order[:n_best])
