"""Boosted trees in numpy: evaluation and a plain file.

All split nodes of all trees are compared at once; then each tree's leaf is the lowest bit that is
left when every failed comparison has struck out the leaves below its other side (QuickScorer,
Lucchese et al., SIGIR 2015). No loop over trees, blocks or levels, and no dependency but numpy.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["MAX_LEAVES", "Trees", "load_trees", "save_trees"]

MAX_LEAVES = 16  # the leaves of a tree are the bits of a uint16
_ALL = np.uint16(0xFFFF)


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """A sum of regression trees over features; immutable.

    Attributes
    ----------
    feature
        Feature index of each split, int32 of shape (n_trees, n_splits); trees with fewer splits are
        filled up with splits that never strike out a leaf.
    threshold
        float32 of the same shape: a sample goes left when its value is at most this.
    mask
        uint16 of the same shape: leaves that stay possible when it goes right.
    value
        float64 of shape (n_trees, 16): values of the leaves.
    card
        What the model is: data, features' version, scores.
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float32]
    mask: NDArray[np.uint16]
    value: NDArray[np.float64]
    card: Mapping[str, Any] = field(default_factory=dict)

    def raw(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the sum of the trees (log-odds) per sample, float64 of shape (n_samples,).

        Parameters
        ----------
        features
            float32 of shape (n_samples, n_features), no NaN. Cost O(n_samples · n_splits).
        """
        n_trees, n_splits = self.feature.shape
        columns = np.ascontiguousarray(features.T)[self.feature.ravel()]
        goes_right = columns > self.threshold.ravel()[:, None]
        left = np.where(goes_right, self.mask.ravel()[:, None], _ALL)
        possible = np.bitwise_and.reduce(left.reshape(n_trees, n_splits, -1), axis=1)
        leaf = _LOWEST_BIT[possible]
        sums: NDArray[np.float64] = self.value[np.arange(n_trees)[:, None], leaf].sum(axis=0)
        return sums

    def probability(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the logistic function of :meth:`raw`, in (0, 1)."""
        probability: NDArray[np.float64] = 1 / (1 + np.exp(-self.raw(features)))
        return probability


def save_trees(trees: Trees, path: Path) -> None:
    """Write a model as a compressed ``.npz`` with its card as JSON; no pickle."""
    card = np.frombuffer(json.dumps(trees.card, ensure_ascii=False).encode(), dtype=np.uint8)
    np.savez_compressed(
        path, feature=trees.feature, threshold=trees.threshold, mask=trees.mask, value=trees.value, card=card
    )


def load_trees(data: bytes) -> Trees:
    """Read a model written by :func:`save_trees`.

    Raises
    ------
    ModelError
        The bytes are not such a file.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            parts = {name: file[name] for name in ("feature", "threshold", "mask", "value")}
            card = json.loads(file["card"].tobytes())
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"not a model file ({error}); train one with maintext train", stage="model"
        ) from error
    return Trees(**parts, card=card)


def _lowest_bits() -> NDArray[np.uint8]:
    numbers = np.arange(65536, dtype=np.uint32)
    numbers[0] = 1  # cannot happen: the leaf a sample falls into is never struck out
    return np.log2(numbers & (~numbers + np.uint32(1))).astype(np.uint8)


_LOWEST_BIT = _lowest_bits()
