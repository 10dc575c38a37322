"""Train the perceptrons of the method ``line_ratio``.

Gradient descent (Adam, Kingma & Ba 2015) on the cross-entropy, in numpy. A line's label is the share of
its words in the gold text. The same seed gives the same network.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from maintext.classify.methods.line_ratio import (
    N_ATTRIBUTES,
    WINDOWS,
    find_lines,
    input_columns,
    line_inputs,
    network_name,
)
from maintext.classify.model.networks import Network, Networks
from maintext.errors import DatasetError
from maintext.html import Page, parse
from maintext.html import characters as ch
from maintext.html.arrays import Float, Int
from maintext.lab.evaluate import GoldPage
from maintext.lab.train.dataset import Example, example_of, learned_pages
from maintext.options import CheckedOptions, option

__all__ = ["LineRatioTrainOptions", "fit_network", "fit_networks", "line_example", "line_examples"]

N_HIDDEN = 8
_LINES_PER_PAGE = 100
_BATCH = 512
_N_STEPS = 2500
_LEARNING_RATE = 0.01
_DECAY = (0.9, 0.999)


# -- examples -----------------------------------------------------------------------------------------


def line_example(page: GoldPage) -> Example:
    """Return the lines of one gold page: nine inputs as features, labels and words."""
    parsed = parse(page.html, page.url)
    lines = find_lines(parsed)
    return example_of(page, line_inputs(lines), _line_words(parsed, lines.of_row, len(lines)))


def line_examples(pages: Iterable[GoldPage]) -> list[Example]:
    """Return the lines of the pages whose full gold text is by a person."""
    return [line_example(page) for page in pages if page.ranked and page.gold_text]


def _line_words(page: Page, of_row: Int, n_lines: int) -> list[list[str]]:
    texts = [""] * n_lines
    for row in np.flatnonzero(of_row >= 0).tolist():
        texts[of_row[row]] += page.row_text(row)
    return [ch.WORDS.findall(text.lower()) for text in texts]


# -- training -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRatioTrainOptions(CheckedOptions):
    """Options of the training: keywords of :func:`fit_networks`."""

    n_hidden: int = option(N_HIDDEN, "Neurons of the hidden layer of each mlp.", unit="neurons", minimum=1)
    false_positive_cost: float = option(
        1.0, "Weight of the error on boilerplate in that on main text; above 1 the networks keep less.",
        source="the article; 1: both count the same", minimum=0.01,
    )  # fmt: skip


def fit_network(  # noqa: PLR0913 - one keyword per option
    examples: Sequence[Example],
    *,
    variant: str,
    n_attributes: int = 3,
    window: int = 3,
    n_hidden: int = N_HIDDEN,
    seed: int = 1,
    false_positive_cost: float = 1.0,
) -> Network:
    """Train one network on lines of pages (:func:`line_examples`); every page has the same weight.

    Parameters
    ----------
    variant
        ``perceptron`` or ``mlp``, with ``n_hidden`` neurons in its hidden layer.
    n_attributes, window
        Inputs (:func:`maintext.classify.methods.line_ratio.input_columns`).
    false_positive_cost
        Weight of the error on boilerplate relative to main text, above 0; above 1 keeps less.

    Raises
    ------
    DatasetError
        There is no line to learn from.
    """
    samples = _collect_samples(examples, input_columns(n_attributes, window), false_positive_cost)
    rng = np.random.default_rng(seed)
    network = _first_network(samples[0], [n_hidden] if variant == "mlp" else [], rng)
    _run_adam(network, samples, rng)
    # Rounded to float32, the type of the file, so that a network is the same after saving.
    return Network.from_flat(network.flat(), network.sizes)


def fit_networks(
    examples: Sequence[Example], *, n_hidden: int = N_HIDDEN, seed: int = 1, false_positive_cost: float = 1.0
) -> Networks:
    """Train every network of the method, with a card; keywords as :func:`fit_network`."""
    networks = {
        network_name(variant, n_attributes, window): fit_network(
            examples, variant=variant, n_attributes=n_attributes, window=window, n_hidden=n_hidden,
            seed=seed, false_positive_cost=false_positive_cost,
        )
        for variant, window, n_attributes in product(("perceptron", "mlp"), WINDOWS, N_ATTRIBUTES)
    }  # fmt: skip
    card = {
        "method": "line_ratio", **learned_pages([(example.set, example.id) for example in examples]),
        "n_hidden": n_hidden, "seed": seed, "false_positive_cost": false_positive_cost,
    }  # fmt: skip
    return Networks(networks, card)


def _collect_samples(
    examples: Sequence[Example], columns: list[int], false_positive_cost: float
) -> tuple[Float, Float, Float]:
    """Return training lines: inputs (n, n_inputs), label and weight (n,); weights have mean 1."""
    # At most 100 lines of a page, at even distances.
    sizes = [(min(len(e.label), _LINES_PER_PAGE), len(e.label)) for e in examples]
    chosen = [np.arange(n) * n_lines // max(n, 1) for n, n_lines in sizes]
    if not sum(map(len, chosen)):
        raise DatasetError("no line to learn from: give pages with text and a full gold text")
    pairs = [(example, rows) for example, rows in zip(examples, chosen, strict=True) if len(rows)]
    inputs = np.concatenate([example.features[rows] for example, rows in pairs])[:, columns]
    label = np.concatenate([example.label[rows] for example, rows in pairs]).astype(np.float64)
    weight = np.concatenate([np.full(len(rows), 1 / len(rows)) for _, rows in pairs])
    # −y·ln p − c·(1 − y)·ln(1 − p) is the plain cross-entropy of another label, times a weight.
    both = label + false_positive_cost * (1 - label)
    return inputs.astype(np.float64), label / both, weight * both / (weight * both).mean()


def _first_network(inputs: Float, n_hidden: list[int], rng: np.random.Generator) -> Network:
    """Return a network with small random weights (Glorot & Bengio 2010) that scales its inputs."""
    sizes = [inputs.shape[1], *n_hidden, 1]
    weights = tuple(
        rng.normal(0, np.sqrt(2 / (n_from + n_to)), (n_from, n_to)) for n_from, n_to in pairwise(sizes)
    )
    scale = inputs.std(axis=0)
    return Network(
        inputs.mean(axis=0), np.where(scale > 0, scale, 1.0), weights, tuple(np.zeros(n) for n in sizes[1:])
    )


def _run_adam(network: Network, samples: Sequence[Float], rng: np.random.Generator) -> None:
    """Run Adam over random batches in place; the learning rate falls linearly to 0."""
    parameters = [*network.weights, *network.biases]
    first = [np.zeros_like(parameter) for parameter in parameters]
    second = [np.zeros_like(parameter) for parameter in parameters]
    n = len(samples[0])
    for step in range(1, _N_STEPS + 1):
        rate = _LEARNING_RATE * (1 - (step - 1) / _N_STEPS)
        batch = rng.integers(0, n, min(n, _BATCH))
        gradients = _loss_gradients(network, *(one[batch] for one in samples))
        for value, slope, m, v in zip(parameters, gradients, first, second, strict=True):
            m[...] += (1 - _DECAY[0]) * (slope - m)
            v[...] += (1 - _DECAY[1]) * (slope**2 - v)
            mean, square = m / (1 - _DECAY[0] ** step), v / (1 - _DECAY[1] ** step)
            value[...] -= rate * mean / (np.sqrt(square) + 1e-8)


def _loss_gradients(network: Network, inputs: Float, label: Float, weight: Float) -> list[Float]:
    """Return the gradients of the mean weighted cross-entropy: weights, then biases, by layer."""
    values = network.layers(inputs)
    # The derivative of the cross-entropy by the argument of the logistic function.
    slope = ((values[-1][:, 0] - label) * weight / len(label))[:, None]
    weights: list[Float] = []
    biases: list[Float] = []
    for i in range(len(network.weights) - 1, -1, -1):
        weights.insert(0, values[i].T @ slope)
        biases.insert(0, slope.sum(axis=0))
        slope = (slope @ network.weights[i].T) * (1 - values[i] ** 2)
    return weights + biases
