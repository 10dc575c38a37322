"""Training the model that tells the kind of a page (:mod:`maintext.classify.model.kind`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.classify.features.matrix import VERSION
from maintext.classify.model.kind import KINDS, kind_inputs
from maintext.classify.model.networks import Softmax, standardised
from maintext.errors import DatasetError
from maintext.lab.train.dataset import fold_of, sets_with_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.lab.train.cross_validation import CrossValidated

    Float = NDArray[np.float64]

__all__ = ["fit_kind"]

_N_FOLDS = 5
# A set collected for one or two kinds does not say what tells kinds apart, but keeps the model honest in its
# languages. Right on sites not seen, of wcxb_dev and of the articles and forums of such sets: with .1 .811
# and .966, .2 .815 and .972, .3 .812 and .973.
_WEIGHT_FEW_KINDS = 0.2
_PENALTY = 30.0  # 10 .829, 30 .840, 100 .833 of wcxb_dev right on sites not seen
_N_STEPS = 400


def fit_kind(scored: Sequence[CrossValidated]) -> Softmax:
    """Train on pages with the blocks that a model which had not seen them chose.

    Raises
    ------
    DatasetError
        No set has pages of at least three kinds.
    """
    usable = [s for s in scored if len(s.chosen) and s.example.page_type in KINDS]
    sets = sets_with_kinds(s.example for s in usable)
    few = np.array([s.example.set not in sets for s in usable])
    if few.all():
        raise DatasetError("no set of the corpus has pages of three kinds (page_type); training needs one")
    inputs = np.array([kind_inputs(s.example.features, s.example.n_words, s.chosen) for s in usable])
    kind = np.array([KINDS.index(s.example.page_type or "") for s in usable])
    weight = np.where(few, _WEIGHT_FEW_KINDS, 1.0)
    fold = np.array([fold_of(s.example, _N_FOLDS) for s in usable])
    guess = np.empty(len(kind), dtype=np.int64)
    for k in range(_N_FOLDS):
        seen = fold != k
        model = _fitted(inputs[seen], kind[seen], weight[seen], {})
        guess[~seen] = [model.probability(one).argmax() for one in inputs[~seen]]
    return _fitted(inputs, kind, weight, _card(kind, guess, few))


def _fitted(inputs: Float, kind: NDArray[np.int64], weight: Float, card: dict[str, Any]) -> Softmax:
    """Least weighted cross-entropy with a quadratic penalty, by Nesterov's accelerated gradient."""
    mean, deviation = inputs.mean(axis=0), inputs.std(axis=0) + 1e-3
    seen = standardised(inputs, mean, deviation)
    wanted = np.eye(len(KINDS))[kind]
    penalty = np.full((seen.shape[1], 1), _PENALTY)
    penalty[-1] = 0
    # The curvature of the softmax is at most half of the inputs' second moments.
    steepest = 0.5 * float(np.linalg.eigvalsh((seen * weight[:, None]).T @ seen)[-1]) + _PENALTY
    now = ahead = np.zeros((seen.shape[1], len(KINDS)))
    for step in range(_N_STEPS):
        logit = seen @ ahead
        odds = np.exp(logit - logit.max(axis=1, keepdims=True))
        error = (odds / odds.sum(axis=1, keepdims=True) - wanted) * weight[:, None]
        following = ahead - (seen.T @ error + penalty * ahead) / steepest
        ahead = following + step / (step + 3) * (following - now)
        now = following
    return Softmax(mean, deviation, now, card)


def _card(kind: NDArray[np.int64], guess: NDArray[np.int64], few: NDArray[np.bool_]) -> dict[str, Any]:
    """Scores on sites not seen, of the sets with many kinds and of the others."""
    right = kind == guess
    recall = {
        name: round(float(right[~few & (kind == i)].mean()), 3)
        for i, name in enumerate(KINDS)
        if (~few & (kind == i)).any()
    }
    return {
        "features_version": VERSION,
        "n_pages": dict(Counter(KINDS[i] for i in kind[~few].tolist())),
        "n_pages_of_few_kinds": int(few.sum()),
        "accuracy": round(float(right[~few].mean()), 3),
        "recall": recall,
        "accuracy_of_few_kinds": round(float(right[few].mean()), 3) if few.any() else None,
    }
