"""Train the model of page kinds (:mod:`maintext.classify.model.kind`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from maintext.classify.features.matrix import VERSION
from maintext.classify.model.kind import KINDS, kind_inputs
from maintext.classify.model.networks import Softmax, standardise
from maintext.errors import DatasetError
from maintext.html.arrays import Bool, Float, Int
from maintext.lab.train.cross_validation import CrossValidated
from maintext.lab.train.dataset import fold_of, sets_with_kinds

__all__ = ["fit_kind"]

_N_FOLDS = 5
# Sets collected for one or two kinds do not discriminate kinds, but represent their languages. Weight and
# penalty were swept on unseen sites: flat from .1 to .3, and from 10 to 100.
_WEIGHT_FEW_KINDS = 0.2
_PENALTY = 30.0
_N_STEPS = 400


def fit_kind(scored: Sequence[CrossValidated]) -> Softmax:
    """Train on pages with the blocks chosen by a model that had not seen them.

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
        model = _fit_softmax(inputs[seen], kind[seen], weight[seen], {})
        guess[~seen] = [model.probability(one).argmax() for one in inputs[~seen]]
    return _fit_softmax(inputs, kind, weight, _score_card(kind, guess, few))


def _fit_softmax(inputs: Float, kind: Int, weight: Float, card: dict[str, Any]) -> Softmax:
    """Minimise the weighted, L2-penalised cross-entropy by Nesterov's accelerated gradient."""
    mean, deviation = inputs.mean(axis=0), inputs.std(axis=0) + 1e-3
    seen = standardise(inputs, mean, deviation)
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


def _score_card(kind: Int, guess: Int, few: Bool) -> dict[str, Any]:
    """Return scores on unseen sites, for sets with many kinds and for the others."""
    right = kind == guess
    chosen = {name: right[~few & (kind == i)] for i, name in enumerate(KINDS)}
    recall = {name: round(float(its.mean()), 3) for name, its in chosen.items() if len(its)}
    return {
        "features_version": VERSION,
        "n_pages": dict(Counter(KINDS[i] for i in kind[~few].tolist())),
        "n_pages_of_few_kinds": int(few.sum()),
        "accuracy": round(float(right[~few].mean()), 3),
        "recall": recall,
        "accuracy_of_few_kinds": round(float(right[few].mean()), 3) if few.any() else None,
    }
