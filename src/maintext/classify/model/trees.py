"""Gradient-boosted trees: evaluation by the compiled engine (QuickScorer), and their file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._core import classify
from maintext.classify.features.matrix import FEATURES
from maintext.classify.model.archive import no_model, parts_of, read_archive, write_archive
from maintext.html.arrays import Float

__all__ = ["HEADLINE", "MAX_LEAVES", "Trees", "load_trees", "save_trees"]

HEADLINE = "headline"
"""Family of the blocks that state the title (:func:`maintext.classify.features.matrix.find_headline`)."""

MAX_LEAVES = 16  # the leaves of a tree are the bits of a uint16
_PARTS, _TYPES = ("feature", "threshold", "mask", "value"), ["int32", "float32", "uint16", "float64"]
_VALUE_SUFFIX = "_value"  # of the arrays of a family's ensemble in a file


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """A boosted ensemble of regression trees; immutable.

    Attributes
    ----------
    feature
        Feature index of each split, int32 of shape (n_trees, n_splits); trees with fewer splits are padded
        with splits that never exclude a leaf.
    threshold
        float32 of the same shape: a sample goes left if its value is at most this.
    mask
        uint16 of the same shape: leaves that remain if it goes right.
    value
        float64 of shape (n_trees, 16): values of the leaves.
    card
        Data, features' version, scores.
    of_family
        Ensembles trained on a part of the sources, for pages of a family
        (:attr:`maintext.classify.model.kind.Kind.family`), and for the headline block (:data:`HEADLINE`).
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float32]
    mask: NDArray[np.uint16]
    value: Float
    card: Mapping[str, Any] = field(default_factory=dict)
    of_family: Mapping[str, Trees] = field(default_factory=dict)

    def raw(self, features: NDArray[np.float32]) -> Float:
        """Return the sum of the trees (log-odds) per sample, float64 of shape (n_samples,).

        Parameters
        ----------
        features
            float32 of shape (n_samples, n_features), no NaN. Cost O(n_samples · n_splits).
        """
        columns = np.ascontiguousarray(features.T)
        found: Float = classify.sum_trees(columns, self.feature, self.threshold, self.mask, self.value)
        return found

    def judge_again(
        self, features: NDArray[np.float32], probability: Float, share: float, certain: float
    ) -> Float:
        """Mix the probabilities of another ensemble with those of this one.

        Parameters
        ----------
        features, probability
            Of each block: as for :meth:`raw`, and by the other ensemble.
        share
            Weight of this ensemble in the mean of the log-odds, 0–1.
        certain
            Probabilities closer than this to 0 or 1 are kept.
        """
        found = probability.copy()
        unsure = ((certain < probability) & (probability < 1 - certain)).nonzero()[0]
        if len(unsure):
            p = probability[unsure]
            # Of lines of features, as trees read them.
            odds = (1 - share) * np.log(p / (1 - p)) + share * self.raw(features.T.take(unsure, axis=1).T)
            found[unsure] = 1 / (1 + np.exp(-odds))
        return found

    def probability(self, features: NDArray[np.float32]) -> Float:
        """Return the logistic function of :meth:`raw`, in (0, 1)."""
        probability: Float = 1 / (1 + np.exp(-self.raw(features)))
        return probability


def save_trees(trees: Trees, path: Path) -> None:
    """Write a model as ``.npz`` with its card."""
    arrays = {name: getattr(trees, name) for name in _PARTS}
    for family, its in trees.of_family.items():
        arrays |= {f"{family}_{name}": getattr(its, name) for name in _PARTS}
    write_archive(path, trees.card, **arrays)


def load_trees(data: bytes) -> Trees:
    """Read a model of :func:`save_trees`; :class:`~maintext.errors.ModelError` for other bytes."""
    arrays, card = read_archive(data)
    families = [name.removesuffix(_VALUE_SUFFIX) for name in arrays if name.endswith(_VALUE_SUFFIX)]
    of_family = {family: _read_ensemble(arrays, f"{family}_") for family in families}
    return replace(_read_ensemble(arrays, ""), card=card, of_family=of_family)


def _read_ensemble(arrays: Mapping[str, NDArray[Any]], prefix: str) -> Trees:
    parts = feature, threshold, mask, value = parts_of(arrays, [prefix + name for name in _PARTS])
    splits, *others, leaves = (part.shape for part in parts)
    fit = len(splits) == 2 and others == [splits, splits] and leaves == (splits[0], MAX_LEAVES)
    # The engine checks none of this. The last leaf is to the right of all splits.
    fit = fit and splits[1] < MAX_LEAVES and [part.dtype.name for part in parts] == _TYPES
    fit = fit and 0 <= feature.min(initial=0) <= feature.max(initial=0) < len(FEATURES)
    if not fit or not np.bitwise_and.reduce(mask, axis=1).all():
        raise no_model("its parts do not fit together")
    return Trees(feature, threshold, mask, value)
