"""A softmax over standardised numbers: evaluation and a plain file.

The one-layer network that picks one of a few classes (multinomial logistic regression).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext._core.classify import softmax
from maintext.classify.model.archive import no_model, parts_of, read_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Float = NDArray[np.float64]

__all__ = ["Softmax", "load_softmax", "save_softmax", "standardised"]

_MAX_DEVIATIONS = 4.0  # a number further from its mean counts as this far: pages have long tails


@dataclass(frozen=True, slots=True, eq=False)
class Softmax:
    """Weights of one layer; immutable.

    Attributes
    ----------
    mean, deviation
        Of each input over the training data, shape (n_inputs,).
    weight
        Shape (n_inputs + 1, n_classes); the last line is the bias.
    card
        What the model is: classes, data, features' version, scores.
    """

    mean: Float
    deviation: Float
    weight: Float
    card: Mapping[str, Any] = field(default_factory=dict)

    def probability(self, inputs: Float) -> Float:
        """Return the probability of each class, float64 of shape (n_classes,), for inputs (n_inputs,)."""
        found: Float = softmax(inputs, self.mean, self.deviation, self.weight, _MAX_DEVIATIONS)
        return found


def standardised(inputs: Float, mean: Float, deviation: Float) -> Float:
    """Return inputs in deviations from their mean, cut at four, with a constant 1 after them."""
    distance = np.ones((*inputs.shape[:-1], inputs.shape[-1] + 1))
    cut = (inputs - mean) / deviation
    np.minimum(np.maximum(cut, -_MAX_DEVIATIONS), _MAX_DEVIATIONS, out=distance[..., :-1])
    return distance


def save_softmax(model: Softmax, path: Path) -> None:
    """Write a model as a compressed ``.npz`` in half precision with its card as JSON; no pickle."""
    mean, deviation = model.mean.astype(np.float32), model.deviation.astype(np.float32)
    write_archive(path, model.card, mean=mean, deviation=deviation, weight=model.weight.astype(np.float16))


def load_softmax(data: bytes) -> Softmax:
    """Read a model written by :func:`save_softmax`.

    Raises
    ------
    ModelError
        The bytes are not such a file.
    """
    arrays, card = read_archive(data)
    parts = parts_of(arrays, ("mean", "deviation", "weight"))
    mean, deviation, weight = (np.ascontiguousarray(part, dtype=np.float64) for part in parts)
    fit = mean.ndim == 1 and mean.shape == deviation.shape and weight.ndim == 2
    if not fit or len(weight) != len(mean) + 1:
        raise no_model("its parts do not fit together")
    return Softmax(mean, deviation, weight, card)
