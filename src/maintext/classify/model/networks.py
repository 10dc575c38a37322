"""Small networks in numpy: evaluation, and plain files without pickle.

:class:`Softmax` picks one of a few classes, :class:`Network` is a single-layer or multi-layer perceptron,
:class:`CounterPropagation` a competitive layer with an output layer. Training: :mod:`maintext.lab.train`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.classify.model.archive import no_model, parts_of, read_archive, write_archive
from maintext.html.arrays import Float

Single = NDArray[np.float32]

__all__ = [
    "CounterPropagation", "Network", "Networks", "Softmax", "load_counter_propagation", "load_networks",
    "load_softmax", "save_counter_propagation", "save_networks", "save_softmax", "standardise",
]  # fmt: skip

_MAX_DEVIATIONS = 4.0  # inputs are clipped to this distance: pages have long tails

# OpenBLAS computes on what it does not use, too: a product then warns of values that are in no matrix.
_QUIET = np.errstate(invalid="ignore")


@dataclass(frozen=True, slots=True, eq=False)
class Softmax:
    """A softmax layer (multinomial logistic regression); immutable.

    Attributes
    ----------
    mean, deviation
        Of each input in the training data, shape (n_inputs,).
    weight
        Shape (n_inputs + 1, n_classes); the last row is the bias.
    card
        Classes, data, features' version, scores.
    """

    mean: Float
    deviation: Float
    weight: Float
    card: Mapping[str, Any] = field(default_factory=dict)

    @_QUIET
    def probability(self, inputs: Float) -> Float:
        """Return the probability of each class, float64 of shape (n_classes,), for inputs (n_inputs,)."""
        odds = standardise(inputs, self.mean, self.deviation) @ self.weight
        likelihood = np.exp(odds - odds.max())
        probability: Float = likelihood / likelihood.sum()
        return probability


def standardise(inputs: Float, mean: Float, deviation: Float) -> Float:
    """Return inputs in deviations from their mean, clipped at four, and a constant 1."""
    distance = np.ones((*inputs.shape[:-1], inputs.shape[-1] + 1))
    cut = (inputs - mean) / deviation
    np.minimum(np.maximum(cut, -_MAX_DEVIATIONS), _MAX_DEVIATIONS, out=distance[..., :-1])
    return distance


def save_softmax(model: Softmax, path: Path) -> None:
    """Write a model as ``.npz`` in half precision with its card."""
    mean, deviation = model.mean.astype(np.float32), model.deviation.astype(np.float32)
    write_archive(path, model.card, mean=mean, deviation=deviation, weight=model.weight.astype(np.float16))


def load_softmax(data: bytes) -> Softmax:
    """Read a model of :func:`save_softmax`; :class:`~maintext.errors.ModelError` for other bytes."""
    arrays, card = read_archive(data)
    parts = parts_of(arrays, ("mean", "deviation", "weight"))
    mean, deviation, weight = (np.ascontiguousarray(part, dtype=np.float64) for part in parts)
    fit = mean.ndim == 1 and mean.shape == deviation.shape and weight.ndim == 2
    if not fit or len(weight) != len(mean) + 1:
        raise no_model("its parts do not fit together")
    return Softmax(mean, deviation, weight, card)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A feed-forward network with one output; immutable.

    Attributes
    ----------
    mean, scale
        float64 of shape (n_inputs,): subtracted from each input, and its divisor.
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
        """Number of inputs, of neurons per hidden layer, and 1."""
        return [len(self.mean), *(len(bias) for bias in self.biases)]

    @_QUIET
    def layers(self, inputs: NDArray[np.floating]) -> list[Float]:
        """Return the values of every layer: scaled inputs, tanh of hidden layers, logistic output.

        The output is float64 of shape (n_samples, 1). Cost O(n_samples · n_weights).
        """
        values: list[Float] = [(inputs - self.mean) / self.scale]
        last = len(self.weights) - 1
        for i, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            total = values[-1] @ weights + bias
            # The logistic function by tanh, which never overflows.
            values.append(np.tanh(total) if i < last else 0.5 * (1 + np.tanh(0.5 * total)))
        return values

    def probability(self, inputs: NDArray[np.floating]) -> Float:
        """Return the output for each sample, float64 of shape (n_samples,), in [0, 1]."""
        return self.layers(inputs)[-1][:, 0]

    def flat(self) -> NDArray[np.float32]:
        """Return all parameters in one array: mean, scale, then weights and biases by layer."""
        parts = [self.mean, self.scale]
        for weights, bias in zip(self.weights, self.biases, strict=True):
            parts += [weights.ravel(), bias]
        return np.concatenate(parts).astype(np.float32)

    @classmethod
    def from_flat(cls, flat: NDArray[np.floating], sizes: list[int]) -> Network:
        """Return the network with these :meth:`flat` and :attr:`sizes`; ``ValueError`` for a mismatch."""
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
    """Several networks by name; the card has data, options and scores of their training."""

    by_name: Mapping[str, Network]
    card: Mapping[str, Any]


def save_networks(networks: Networks, path: Path) -> None:
    """Write networks as ``.npz`` in float32 with their card."""
    sizes = {name: network.sizes for name, network in networks.by_name.items()}
    arrays = {name: network.flat() for name, network in networks.by_name.items()}
    write_archive(path, {**networks.card, "sizes": sizes}, **arrays)


def load_networks(data: bytes) -> Networks:
    """Read networks of :func:`save_networks`; :class:`~maintext.errors.ModelError` for other bytes."""
    arrays, card = read_archive(data)
    try:
        by_name = {name: Network.from_flat(arrays[name], sizes) for name, sizes in card["sizes"].items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise no_model(str(error)) from error
    return Networks(by_name, card)


_ROWS_AT_ONCE = 1024  # distances of so many inputs are in memory at a time
_EPSILON = 1e-3  # added to a squared distance, against division by zero
_PARTS = ("mean", "scale", "kohonen", "grossberg")


@dataclass(frozen=True, slots=True, eq=False)
class CounterPropagation:
    """A counter-propagation network with one output; immutable.

    Hecht-Nielsen, "Counterpropagation networks" (Applied Optics 26(23), 1987): in the competitive layer of
    Kohonen the unit nearest to the input wins; the output layer of Grossberg gives the output it learned.

    Attributes
    ----------
    mean, scale
        Of each feature, float32 of shape (n_features,): the input is (feature − mean) / scale.
    kohonen
        Weights of the competitive layer, float32 of shape (n_hidden, n_features).
    grossberg
        Weights of the output layer, float32 of shape (n_hidden,).
    card
        Data, features' version, options of the training.
    """

    mean: Single
    scale: Single
    kohonen: Single
    grossberg: Single
    card: Mapping[str, Any] = field(default_factory=dict)

    def encoded(self, features: NDArray[np.floating]) -> Single:
        """Return standardised features, float32 of the same shape."""
        return ((features - self.mean) / self.scale).astype(np.float32)

    def output(self, features: NDArray[np.floating], *, n_winners: int = 1) -> Float:
        """Return the output for each row of features, float64 of shape (n_rows,).

        Parameters
        ----------
        features
            Shape (n_rows, n_features), no NaN. Cost O(n_rows · n_hidden · n_features).
        n_winners
            Number of nearest units averaged, weighted by 1 / squared distance; at most n_hidden.
        """
        result = np.empty(len(features))
        for start in range(0, len(features), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            result[part] = self._of_winners(self.encoded(features[part]), n_winners)
        return result

    def _of_winners(self, inputs: Single, n_winners: int) -> Float:
        """Return the mean output of the units nearest to each input."""
        # |x − w|² without |x|², which is the same for all units.
        order = (self.kohonen**2).sum(axis=1) - 2 * (inputs @ self.kohonen.T)
        rows = np.arange(len(inputs))
        total, shares = np.zeros(len(inputs)), np.zeros(len(inputs))
        for _ in range(min(n_winners, len(self.kohonen))):
            winner = np.argmin(order, axis=1)
            distance = ((inputs - self.kohonen[winner]) ** 2).sum(axis=1, dtype=np.float64)
            share = 1 / (distance + _EPSILON)
            total += share * self.grossberg[winner]
            shares += share
            order[rows, winner] = np.inf
        return total / shares


def save_counter_propagation(network: CounterPropagation, path: Path) -> None:
    """Write a network as ``.npz`` with its card."""
    arrays = (network.mean, network.scale, network.kohonen, network.grossberg)
    write_archive(path, network.card, **dict(zip(_PARTS, arrays, strict=True)))


def load_counter_propagation(data: bytes) -> CounterPropagation:
    """Read a network of :func:`save_counter_propagation`; ``ModelError`` for other bytes."""
    arrays, card = read_archive(data)
    mean, scale, kohonen, grossberg = parts_of(arrays, _PARTS)
    shapes = (mean.shape, scale.shape, kohonen.shape, grossberg.shape)
    n_hidden, n_features = kohonen.shape if kohonen.ndim == 2 else (0, 0)
    fit = shapes == ((n_features,), (n_features,), (n_hidden, n_features), (n_hidden,)) and n_hidden > 0
    if not fit:
        raise no_model("its parts do not fit together")
    return CounterPropagation(mean, scale, kohonen, grossberg, card)
