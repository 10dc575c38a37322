"""Counter-propagation networks in numpy: evaluation and a plain file.

Hecht-Nielsen, "Counterpropagation networks" (Applied Optics 26(23), 1987): a competitive layer of
Kohonen, in which the unit nearest to the input wins, and an output layer of Grossberg, which gives the
output that the winner has learned. Training stands in :mod:`maintext.lab.train.cpn`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.classify.model.archive import no_model, parts_of, read_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Float = NDArray[np.float64]
    Single = NDArray[np.float32]

__all__ = ["CounterPropagation", "load_counter_propagation", "save_counter_propagation"]

_ROWS_AT_ONCE = 1024  # distances of so many inputs stand in memory at a time
_NEAR = 1e-3  # added to a squared distance, so that an input on a unit is no division by zero
_PARTS = ("mean", "scale", "kohonen", "grossberg")


@dataclass(frozen=True, slots=True, eq=False)
class CounterPropagation:
    """A trained network with one output; immutable.

    Attributes
    ----------
    mean, scale
        Of each feature, float32 of shape (n_features,): the input is (feature − mean) / scale.
    kohonen
        Weights of the competitive layer, float32 of shape (n_hidden, n_features).
    grossberg
        Weights of the output layer, float32 of shape (n_hidden,).
    card
        What the network is: data, features' version, how it was trained.
    """

    mean: Single
    scale: Single
    kohonen: Single
    grossberg: Single
    card: Mapping[str, Any] = field(default_factory=dict)

    def encoded(self, features: NDArray[np.floating]) -> Single:
        """Return the input of the network for features, float32 of the same shape."""
        return ((features - self.mean) / self.scale).astype(np.float32)

    def output(self, features: NDArray[np.floating], *, n_winners: int = 1) -> Float:
        """Return the output for each row of features, float64 of shape (n_rows,).

        Parameters
        ----------
        features
            Shape (n_rows, n_features), no NaN. Cost O(n_rows · n_hidden · n_features).
        n_winners
            1: the output of the nearest unit. More (the interpolation of the paper): the mean of the
            nearest ones, weighted by 1 / squared distance; at most n_hidden.
        """
        result = np.empty(len(features))
        for start in range(0, len(features), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            result[part] = self._of_winners(self.encoded(features[part]), n_winners)
        return result

    def _of_winners(self, inputs: Single, n_winners: int) -> Float:
        """Output of the units nearest to each input, float64 of shape (n_inputs,)."""
        # |x − w|² without |x|², which is the same for all units.
        order = (self.kohonen**2).sum(axis=1) - 2 * (inputs @ self.kohonen.T)
        rows = np.arange(len(inputs))
        total, shares = np.zeros(len(inputs)), np.zeros(len(inputs))
        for _ in range(min(n_winners, len(self.kohonen))):
            winner = np.argmin(order, axis=1)
            distance = ((inputs - self.kohonen[winner]) ** 2).sum(axis=1, dtype=np.float64)
            share = 1 / (distance + _NEAR)
            total += share * self.grossberg[winner]
            shares += share
            order[rows, winner] = np.inf
        return total / shares


def save_counter_propagation(network: CounterPropagation, path: Path) -> None:
    """Write a network as a compressed ``.npz`` with its card as JSON; no pickle."""
    arrays = (network.mean, network.scale, network.kohonen, network.grossberg)
    write_archive(path, network.card, **dict(zip(_PARTS, arrays, strict=True)))


def load_counter_propagation(data: bytes) -> CounterPropagation:
    """Read a network written by :func:`save_counter_propagation`.

    Raises
    ------
    ModelError
        The bytes are not such a file.
    """
    arrays, card = read_archive(data)
    mean, scale, kohonen, grossberg = parts_of(arrays, _PARTS)
    shapes = (mean.shape, scale.shape, kohonen.shape, grossberg.shape)
    n_hidden, n_features = kohonen.shape if kohonen.ndim == 2 else (0, 0)
    fit = shapes == ((n_features,), (n_features,), (n_hidden, n_features), (n_hidden,)) and n_hidden > 0
    if not fit:
        raise no_model("its parts do not fit together")
    return CounterPropagation(mean, scale, kohonen, grossberg, card)
