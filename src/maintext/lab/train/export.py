"""A trained LightGBM model as :class:`~maintext.classify.model.trees.Trees`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.classify.model.trees import MAX_LEAVES, Trees

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["from_lightgbm", "mean_of"]


def from_lightgbm(dump: Mapping[str, Any], card: Mapping[str, Any]) -> Trees:
    """Convert ``Booster.dump_model()``; its raw scores are those of :meth:`Trees.raw`.

    Parameters
    ----------
    dump
        What ``dump_model`` returns: numerical splits only, at most 16 leaves a tree.
    card
        The model's card.
    """
    structures = [tree["tree_structure"] for tree in dump["tree_info"]]
    n_splits = MAX_LEAVES - 1
    feature = np.zeros((len(structures), n_splits), dtype=np.int32)
    threshold = np.full((len(structures), n_splits), np.inf, dtype=np.float32)
    mask = np.full((len(structures), n_splits), 0xFFFF, dtype=np.uint16)
    value = np.zeros((len(structures), MAX_LEAVES))
    for i, structure in enumerate(structures):
        leaves = _Leaves(value[i])
        for j, (split, left) in enumerate(leaves.splits(structure)):
            feature[i, j] = split["split_feature"]
            threshold[i, j] = _rounded_down(split["threshold"])
            mask[i, j] = 0xFFFF ^ left
    return Trees(feature, threshold, mask, value, card)


def mean_of(ensembles: Sequence[Trees]) -> Trees:
    """Return the average of ensembles as one ensemble, without a card."""
    return Trees(
        feature=np.concatenate([one.feature for one in ensembles]),
        threshold=np.concatenate([one.threshold for one in ensembles]),
        mask=np.concatenate([one.mask for one in ensembles]),
        value=np.concatenate([one.value for one in ensembles]) / len(ensembles),
    )


def _rounded_down(threshold: float) -> np.float32:
    """The largest float32 not above a threshold: features are float32, so the comparison stays exact."""
    near = np.float32(threshold)
    return near if float(near) <= threshold else np.nextafter(near, np.float32(-np.inf))


class _Leaves:
    """Numbers the leaves of one tree from left to right."""

    def __init__(self, value: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        self.value = value
        self.n = 0

    def splits(self, node: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], int]]:
        """Splits below a node, each with the bits of the leaves on its left side."""
        if "leaf_value" in node:
            self.value[self.n] = node["leaf_value"]
            self.n += 1
            return []
        first = self.n
        below = self.splits(node["left_child"])
        left = ((1 << self.n) - 1) ^ ((1 << first) - 1)
        return [(node, left), *below, *self.splits(node["right_child"])]
