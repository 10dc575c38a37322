"""Small perceptrons in numpy: evaluation, and several of them in one plain file.

A network without a hidden layer is a single-layer perceptron, one with a hidden layer a multi-layer
one. Training is :mod:`maintext.lab.train.line_ratio`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.classify.model.archive import no_model, read_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Float = NDArray[np.float64]

__all__ = ["Network", "Networks", "load_networks", "save_networks"]


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A feed-forward network with one output; immutable.

    Attributes
    ----------
    mean, scale
        float64 of shape (n_inputs,): what is taken off each input, and what it is divided by.
    weights
        One float64 array of shape (n_from, n_to) per layer; the last has one column.
    biases
        One float64 array of shape (n_to,) per layer.
    """

    mean: Float
    scale: Float
    weights: tuple[Float, ...]
    biases: tuple[Float, ...]

    @property
    def sizes(self) -> list[int]:
        """Number of inputs, of neurons of each hidden layer, and 1."""
        return [len(self.mean), *(len(bias) for bias in self.biases)]

    def layers(self, inputs: NDArray[np.floating]) -> list[Float]:
        """Return the values of every layer: the scaled inputs, tanh of each hidden layer, the output.

        The output is the logistic function of the last layer, float64 of shape (n_samples, 1).
        Cost O(n_samples · n_weights).
        """
        values: list[Float] = [(inputs - self.mean) / self.scale]
        last = len(self.weights) - 1
        for i, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            total = values[-1] @ weights + bias
            # The logistic function by tanh, which overflows for no argument.
            values.append(np.tanh(total) if i < last else 0.5 * (1 + np.tanh(0.5 * total)))
        return values

    def probability(self, inputs: NDArray[np.floating]) -> Float:
        """Return the output per sample, float64 of shape (n_samples,), in [0, 1]."""
        return self.layers(inputs)[-1][:, 0]

    def flat(self) -> NDArray[np.float32]:
        """Return all parameters one after another: mean, scale, then weights and biases by layer."""
        parts = [self.mean, self.scale]
        for weights, bias in zip(self.weights, self.biases, strict=True):
            parts += [weights.ravel(), bias]
        return np.concatenate(parts).astype(np.float32)

    @classmethod
    def from_flat(cls, flat: NDArray[np.floating], sizes: list[int]) -> Network:
        """Return the network whose :meth:`flat` and :attr:`sizes` these are.

        Raises
        ------
        ValueError
            Their lengths do not fit.
        """
        lengths = [sizes[0], sizes[0]]
        for n_from, n_to in pairwise(sizes):
            lengths += [n_from * n_to, n_to]
        if sum(lengths) != len(flat) or sizes[-1] != 1 or len(sizes) < 2:
            raise ValueError(f"{len(flat)} parameters for layers of {sizes}")
        mean, scale, *rest = np.split(flat.astype(np.float64), np.cumsum(lengths)[:-1])
        weights = tuple(part.reshape(-1, n_to) for part, n_to in zip(rest[::2], sizes[1:], strict=True))
        return cls(mean, scale, weights, tuple(rest[1::2]))


@dataclass(frozen=True, slots=True, eq=False)
class Networks:
    """Several networks by name, and what is known about them.

    Attributes
    ----------
    by_name
        The networks.
    card
        Data, options and scores of their training; JSON values only.
    """

    by_name: Mapping[str, Network]
    card: Mapping[str, Any]


def save_networks(networks: Networks, path: Path) -> None:
    """Write networks as a compressed ``.npz``, float32, with their card as JSON; no pickle."""
    sizes = {name: network.sizes for name, network in networks.by_name.items()}
    arrays = {name: network.flat() for name, network in networks.by_name.items()}
    write_archive(path, {**networks.card, "sizes": sizes}, **arrays)


def load_networks(data: bytes) -> Networks:
    """Read what :func:`save_networks` wrote.

    Raises
    ------
    ModelError
        The bytes are not such a file.
    """
    arrays, card = read_archive(data)
    try:
        by_name = {name: Network.from_flat(arrays[name], sizes) for name, sizes in card["sizes"].items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise no_model(str(error)) from error
    return Networks(by_name, card)
