"""Boosted trees: evaluation, by the compiled kernel or in numpy, and a plain file.

One split of every tree is compared at once, split after split; then each tree's leaf is the lowest
bit that is left when every failed comparison has struck out the leaves below its other side
(QuickScorer, Lucchese et al., SIGIR 2015). No loop over trees or levels, and no dependency but numpy.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.kernel import compiled
from maintext.model.archive import no_model, parts_of, read_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["HEADLINE", "MAX_LEAVES", "Trees", "load_trees", "save_trees"]

HEADLINE = "headline"
"""Family of the blocks that state the title of a page (:attr:`maintext.features.scene.Scene.headline`)."""

MAX_LEAVES = 16  # the leaves of a tree are the bits of a uint16
_KERNEL = compiled("trees")
_ALL = np.uint16(0xFFFF)
_PARTS = ("feature", "threshold", "mask", "value")
_OF_FAMILY = "_value"  # how the name of a part ends in a file that is of a family's sum
_CHUNK = 512  # samples at a time: what is compared then stays in the processor's cache


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
    of_family
        Further sums of trees, which have learned from a part of the sources, for pages of a family
        (:attr:`maintext.model.kind.Kind.family`), or of the blocks, for :data:`HEADLINE`; empty where there
        are none.
    """

    feature: NDArray[np.int32]
    threshold: NDArray[np.float32]
    mask: NDArray[np.uint16]
    value: NDArray[np.float64]
    card: Mapping[str, Any] = field(default_factory=dict)
    of_family: Mapping[str, Trees] = field(default_factory=dict)

    def raw(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the sum of the trees (log-odds) per sample, float64 of shape (n_samples,).

        Parameters
        ----------
        features
            float32 of shape (n_samples, n_features), no NaN. Cost O(n_samples · n_splits).
        """
        columns = np.ascontiguousarray(features.T)
        if _KERNEL is not None:
            found: NDArray[np.float64] = _KERNEL.raw(
                columns, self.feature, self.threshold, self.mask, self.value
            )
            return found
        n_trees, n_samples = len(self.feature), columns.shape[1]
        values = np.empty((n_trees, n_samples))
        first_leaf = np.arange(n_trees)[:, None] * MAX_LEAVES
        for start in range(0, n_samples, _CHUNK):
            chunk = slice(start, start + _CHUNK)
            leaf = _LOWEST_BIT[self._possible(columns[:, chunk])]
            values[:, chunk] = self.value.ravel()[leaf + first_leaf]
        sums: NDArray[np.float64] = values.sum(axis=0)
        return sums

    def _possible(self, columns: NDArray[np.float32]) -> NDArray[np.uint16]:
        """Leaves not struck out by any split, as bits; uint16 of shape (n_trees, n_samples)."""
        possible = np.full((len(self.feature), columns.shape[1]), _ALL)
        for split in range(self.feature.shape[1]):
            goes_left = columns[self.feature[:, split]] <= self.threshold[:, split, None]
            # A product is several times faster than np.where.
            possible &= np.multiply(goes_left, _ALL, dtype=np.uint16) | self.mask[:, split, None]
        return possible

    def probability(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the logistic function of :meth:`raw`, in (0, 1)."""
        probability: NDArray[np.float64] = 1 / (1 + np.exp(-self.raw(features)))
        return probability


def save_trees(trees: Trees, path: Path) -> None:
    """Write a model as a compressed ``.npz`` with its card as JSON; no pickle."""
    arrays = {name: getattr(trees, name) for name in _PARTS}
    for family, its in trees.of_family.items():
        arrays |= {f"{family}_{name}": getattr(its, name) for name in _PARTS}
    write_archive(path, trees.card, **arrays)


def load_trees(data: bytes) -> Trees:
    """Read a model written by :func:`save_trees`.

    Raises
    ------
    ModelError
        The bytes are not such a file.
    """
    arrays, card = read_archive(data)
    families = [name.removesuffix(_OF_FAMILY) for name in arrays if name.endswith(_OF_FAMILY)]
    of_family = {family: _one_sum(arrays, f"{family}_") for family in families}
    return replace(_one_sum(arrays, ""), card=card, of_family=of_family)


def _one_sum(arrays: Mapping[str, NDArray[Any]], prefix: str) -> Trees:
    feature, threshold, mask, value = parts_of(arrays, [prefix + name for name in _PARTS])
    splits, *others, leaves = feature.shape, threshold.shape, mask.shape, value.shape
    if not (len(splits) == 2 and others == [splits, splits] and leaves == (splits[0], MAX_LEAVES)):
        raise no_model("its parts do not fit together")
    return Trees(feature, threshold, mask, value)


def _lowest_bits() -> NDArray[np.uint8]:
    numbers = np.arange(65536, dtype=np.uint32)
    numbers[0] = 1  # cannot happen: the leaf a sample falls into is never struck out
    return np.log2(numbers & (~numbers + np.uint32(1))).astype(np.uint8)


_LOWEST_BIT = _lowest_bits()
