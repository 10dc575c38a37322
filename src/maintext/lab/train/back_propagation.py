"""A back-propagation network in numpy, to compare the training of the method cpn with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.lab.train.block_samples import BATCH_BLOCKS, BlockSamples, feature_scaling

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Float = NDArray[np.float64]
    Single = NDArray[np.float32]

__all__ = ["BackPropagation", "fit_back_propagation"]

_RATE, _MOMENTUM = 0.1, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class BackPropagation:
    """A network of one hidden layer with sigmoid units, trained by error back-propagation.

    Attributes
    ----------
    mean, scale
        As in :class:`~maintext.classify.model.counter_propagation.CounterPropagation`.
    hidden, hidden_bias, out, out_bias
        Weights, float64 of the shapes (n_features, n_hidden), (n_hidden,), (n_hidden,), (1,).
    """

    mean: Single
    scale: Single
    hidden: Float
    hidden_bias: Float
    out: Float
    out_bias: Float

    @property
    def weights(self) -> tuple[Float, Float, Float, Float]:
        """All that is learned."""
        return self.hidden, self.hidden_bias, self.out, self.out_bias

    def output(self, features: NDArray[np.floating]) -> Float:
        """Return the output for each row of features, float64 of shape (n_rows,)."""
        pattern = (features - self.mean) / self.scale
        return _sigmoid(_sigmoid(pattern @ self.hidden + self.hidden_bias) @ self.out + self.out_bias)


def fit_back_propagation(
    samples: BlockSamples,
    *,
    n_hidden: int = 32,
    max_epochs: int = 200,
    seed: int = 1,
    after_epoch: Callable[[BackPropagation], bool] | None = None,
) -> BackPropagation:
    """Train a back-propagation network by gradient descent with momentum on the squared error.

    Parameters
    ----------
    samples
        At least one block.
    n_hidden, max_epochs, seed
        Units of the hidden layer; most passes over the data; of the first weights and of the order.
    after_epoch
        Called after each pass with the network as it is; it is trained on while this gives True.
    """
    random = np.random.default_rng(seed)
    network = _first_network(samples.features, n_hidden, random)
    patterns = (samples.features - network.mean) / network.scale
    speeds = [np.zeros_like(weight) for weight in network.weights]
    for _ in range(max_epochs):
        order = random.permutation(len(patterns))
        for start in range(0, len(patterns), BATCH_BLOCKS):
            batch = order[start : start + BATCH_BLOCKS]
            _learn_batch(network, speeds, patterns[batch], samples.label[batch])
        if after_epoch is not None and not after_epoch(network):
            break
    return network


def _first_network(features: Float, n_hidden: int, random: np.random.Generator) -> BackPropagation:
    n_features = features.shape[1]
    hidden = random.normal(0, 1 / np.sqrt(n_features), (n_features, n_hidden))
    out = random.normal(0, 1 / np.sqrt(n_hidden), n_hidden)
    return BackPropagation(*feature_scaling(features), hidden, np.zeros(n_hidden), out, np.zeros(1))


def _learn_batch(network: BackPropagation, speeds: list[Float], pattern: Float, label: Float) -> None:
    """One step down the gradient, with momentum; changes the network and the speeds."""
    gradients = _gradients(network, pattern, label)
    for weight, speed, gradient in zip(network.weights, speeds, gradients, strict=True):
        np.multiply(speed, _MOMENTUM, out=speed)
        np.subtract(speed, _RATE * gradient, out=speed)
        np.add(weight, speed, out=weight)


def _gradients(network: BackPropagation, pattern: Float, label: Float) -> tuple[Float, Float, Float, Float]:
    """Of half the mean squared error of a batch, by the four arrays of weights."""
    hidden = _sigmoid(pattern @ network.hidden + network.hidden_bias)
    out = _sigmoid(hidden @ network.out + network.out_bias)
    out_error = (out - label) * out * (1 - out) / len(label)
    hidden_error = np.outer(out_error, network.out) * hidden * (1 - hidden)
    return (
        pattern.T @ hidden_error,
        hidden_error.sum(axis=0),
        hidden.T @ out_error,
        out_error.sum(keepdims=True),
    )


def _sigmoid(x: Float) -> Float:
    value: Float = 1 / (1 + np.exp(-np.clip(x, -60, 60)))
    return value
