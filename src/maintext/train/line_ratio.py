"""Training the perceptrons of the method ``line_ratio``, and the comparison its source makes.

Plain gradient descent (Adam, Kingma & Ba 2015) on the cross-entropy, in numpy. Everything is
reproducible from the seed. A line's label is the share of its words that the gold text holds, see
:mod:`maintext.train.align`.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from maintext.errors import DatasetError
from maintext.methods.line_ratio import (
    N_ATTRIBUTES,
    WINDOWS,
    find_lines,
    input_columns,
    line_inputs,
    network_name,
)
from maintext.model.perceptron import Network, Networks
from maintext.page import characters as ch
from maintext.page import parse
from maintext.train.dataset import Example, example_of
from maintext.train.fit import site_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from maintext.evaluate import GoldPage
    from maintext.page import Page

    Float = NDArray[np.float64]
    Rule = Callable[[Example], NDArray[np.bool_]]

__all__ = [
    "Row",
    "compare",
    "compare_costs",
    "fit_network",
    "fit_networks",
    "line_example",
    "split_by_site",
    "train_line_ratio",
]

N_HIDDEN = 8
_LINES_PER_PAGE = 100
_BATCH = 512
_N_STEPS = 2500
_LEARNING_RATE = 0.01
_DECAY = (0.9, 0.999)
_N_FOLDS = 5


# -- examples -----------------------------------------------------------------------------------------


def line_example(page: GoldPage) -> Example:
    """Return the lines of one gold page: their nine inputs as features, labels and words."""
    parsed = parse(page.html, page.url)
    lines = find_lines(parsed)
    return example_of(page, line_inputs(lines), _line_words(parsed, lines.of_row, len(lines)))


def _line_words(page: Page, of_row: NDArray[np.int64], n_lines: int) -> list[list[str]]:
    texts = [""] * n_lines
    for row in np.flatnonzero(of_row >= 0).tolist():
        texts[of_row[row]] += page.row_text(row)
    return [ch.WORDS.findall(text.lower()) for text in texts]


def split_by_site(examples: Iterable[Example]) -> tuple[list[Example], list[Example]]:
    """Return the pages of four fifths of the sites, and those of the others."""
    parts: tuple[list[Example], list[Example]] = ([], [])
    for example in examples:
        parts[zlib.crc32(site_of(example).encode()) % _N_FOLDS == 0].append(example)
    return parts


# -- training -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Samples:
    """Lines to learn from: inputs (n, n_inputs), label and weight (n,); weights have mean 1."""

    inputs: Float
    label: Float
    weight: Float


def train_line_ratio(
    pages: Iterable[GoldPage],
    *,
    variant: str,
    n_attributes: int = 3,
    window: int = 3,
    seed: int = 1,
    false_positive_cost: float = 1.0,
) -> Network:
    """Train one network of ``line_ratio`` on gold pages.

    Parameters
    ----------
    pages
        Those without a full gold text by a person are left out.
    variant
        ``perceptron`` or ``mlp``.
    n_attributes, window
        Inputs, see :func:`maintext.methods.line_ratio.input_columns`.
    seed
        Of the first weights and of the order of the lines.
    false_positive_cost
        Weight of the error on boilerplate in that on main text, above 0. Above 1 the network keeps less.

    Raises
    ------
    DatasetError
        There is no line to learn from.
    """
    examples = [line_example(page) for page in pages if page.ranked and page.gold_text]
    return fit_network(
        examples,
        variant=variant,
        n_attributes=n_attributes,
        window=window,
        seed=seed,
        false_positive_cost=false_positive_cost,
    )


def fit_network(
    examples: Sequence[Example],
    *,
    variant: str,
    n_attributes: int = 3,
    window: int = 3,
    seed: int = 1,
    false_positive_cost: float = 1.0,
) -> Network:
    """Train one network on lines; every page counts the same. See :func:`train_line_ratio`."""
    samples = _samples(examples, input_columns(n_attributes, window), false_positive_cost)
    rng = np.random.default_rng(seed)
    n_hidden = [N_HIDDEN] if variant == "mlp" else []
    network = _first_network(samples.inputs, n_hidden, rng)
    _descend(network, samples, rng)
    # What float32, the type of the file, keeps of it: so that a network is the same after saving.
    return Network.from_flat(network.flat(), network.sizes)


def fit_networks(examples: Sequence[Example], *, seed: int = 1) -> Networks:
    """Train every network the method can use, each with a card of the data."""
    networks = {
        network_name(variant, n_attributes, window): fit_network(
            examples, variant=variant, n_attributes=n_attributes, window=window, seed=seed
        )
        for variant in ("perceptron", "mlp")
        for window in WINDOWS
        for n_attributes in N_ATTRIBUTES
    }
    digest = hashlib.sha256("".join(sorted(example.id for example in examples)).encode()).hexdigest()[:16]
    card = {
        "method": "line_ratio",
        "n_pages": len(examples),
        "pages": dict(sorted(Counter(example.set for example in examples).items())),
        "pages_digest": digest,
        "seed": seed,
    }
    return Networks(networks, card)


def _samples(examples: Sequence[Example], columns: list[int], false_positive_cost: float) -> _Samples:
    chosen = [_spread(len(example.label)) for example in examples]
    if not sum(map(len, chosen)):
        raise DatasetError("no line to learn from: give pages with text and a full gold text")
    pairs = [(example, rows) for example, rows in zip(examples, chosen, strict=True) if len(rows)]
    inputs = np.concatenate([example.features[rows] for example, rows in pairs])[:, columns]
    label = np.concatenate([example.label[rows] for example, rows in pairs]).astype(np.float64)
    weight = np.concatenate([np.full(len(rows), 1 / len(rows)) for _, rows in pairs])
    # −y·ln p − c·(1 − y)·ln(1 − p) is the plain cross-entropy of another label, times a weight.
    both = label + false_positive_cost * (1 - label)
    return _Samples(inputs.astype(np.float64), label / both, weight * both / (weight * both).mean())


def _spread(n_lines: int) -> NDArray[np.int64]:
    """At most 100 lines of a page, at even distances."""
    n = min(n_lines, _LINES_PER_PAGE)
    return np.arange(n) * n_lines // max(n, 1)


def _first_network(inputs: Float, n_hidden: list[int], rng: np.random.Generator) -> Network:
    """A network with small random weights (Glorot & Bengio 2010) that scales its inputs."""
    sizes = [inputs.shape[1], *n_hidden, 1]
    weights = tuple(
        rng.normal(0, np.sqrt(2 / (n_from + n_to)), (n_from, n_to)) for n_from, n_to in pairwise(sizes)
    )
    scale = inputs.std(axis=0)
    return Network(
        inputs.mean(axis=0), np.where(scale > 0, scale, 1.0), weights, tuple(np.zeros(n) for n in sizes[1:])
    )


def _descend(network: Network, samples: _Samples, rng: np.random.Generator) -> None:
    """Adam over random batches; the learning rate falls linearly to 0. Changes the network."""
    parameters = [*network.weights, *network.biases]
    first = [np.zeros_like(parameter) for parameter in parameters]
    second = [np.zeros_like(parameter) for parameter in parameters]
    n = len(samples.label)
    for step in range(1, _N_STEPS + 1):
        rate = _LEARNING_RATE * (1 - (step - 1) / _N_STEPS)
        batch = rng.integers(0, n, min(n, _BATCH))
        gradients = _gradients(network, samples.inputs[batch], samples.label[batch], samples.weight[batch])
        for value, slope, m, v in zip(parameters, gradients, first, second, strict=True):
            m[...] += (1 - _DECAY[0]) * (slope - m)
            v[...] += (1 - _DECAY[1]) * (slope**2 - v)
            mean, square = m / (1 - _DECAY[0] ** step), v / (1 - _DECAY[1] ** step)
            value[...] -= rate * mean / (np.sqrt(square) + 1e-8)


def _gradients(network: Network, inputs: Float, label: Float, weight: Float) -> list[Float]:
    """Slopes of the mean weighted cross-entropy by back-propagation: weights, then biases, by layer."""
    values = network.layers(inputs)
    # Of the cross-entropy by the sum that goes into the logistic function.
    slope = ((values[-1][:, 0] - label) * weight / len(label))[:, None]
    weights: list[Float] = []
    biases: list[Float] = []
    for i in range(len(network.weights) - 1, -1, -1):
        weights.insert(0, values[i].T @ slope)
        biases.insert(0, slope.sum(axis=0))
        slope = (slope @ network.weights[i].T) * (1 - values[i] ** 2)
    return weights + biases


# -- comparison ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """How one rule does on held-out pages; shares of the lines of a page, mean over the pages.

    Attributes
    ----------
    name
        The rule: ``all``, ``threshold``, ``mean`` or the name of a network.
    false_positives
        Share of the lines that are boilerplate and kept.
    false_negatives
        Share of the lines that are main text and dropped.
    f1
        Word-F1 of the kept lines, mean over the pages.
    """

    name: str
    false_positives: float
    false_negatives: float
    f1: float

    @property
    def error(self) -> float:
        """Share of the lines that are judged wrong."""
        return self.false_positives + self.false_negatives


def compare(learn: Sequence[Example], held_out: Sequence[Example], *, seed: int = 1) -> list[Row]:
    """Return the comparison of the source: fixed 0.5, mean, and networks by lines and attributes.

    Parameters
    ----------
    learn, held_out
        Lines of pages, of different sites (:func:`split_by_site`).
    seed
        Of the networks.
    """
    rows = [
        _measured("all lines", held_out, lambda e: np.ones(len(e.label), dtype=np.bool_)),
        _measured("density > 0.5", held_out, lambda e: e.features[:, 0] > 0.5),
        _measured("density > mean", held_out, _above_mean),
    ]
    for variant in ("perceptron", "mlp"):
        for window in (1, 2, 3):
            for n_attributes in (1, 2, 3):
                network = fit_network(
                    learn, variant=variant, n_attributes=n_attributes, window=window, seed=seed
                )
                name = network_name(variant, n_attributes, window)
                rows.append(_measured(name, held_out, _rule(network, n_attributes, window)))
    return rows


def compare_costs(
    learn: Sequence[Example], held_out: Sequence[Example], costs: Iterable[float], *, seed: int = 1
) -> list[tuple[float, Row, Row]]:
    """Return per cost of a false positive how the full mlp does: trained with it, and used with it."""
    plain = fit_network(learn, variant="mlp", seed=seed)
    rows: list[tuple[float, Row, Row]] = []
    for cost in costs:
        trained = fit_network(learn, variant="mlp", seed=seed, false_positive_cost=cost)
        rows.append(
            (
                cost,
                _measured("trained with it", held_out, _rule(trained)),
                _measured("used with it", held_out, _rule(plain, cut=cost / (1 + cost))),
            )
        )
    return rows


def _above_mean(example: Example) -> NDArray[np.bool_]:
    density = example.features[:, 0]
    return density > density.mean() if len(density) else np.zeros(0, dtype=np.bool_)


def _rule(network: Network, n_attributes: int = 3, window: int = 3, cut: float = 0.5) -> Rule:
    columns = input_columns(n_attributes, window)
    return lambda example: network.probability(example.features[:, columns]) > cut


def _measured(name: str, examples: Sequence[Example], rule: Rule) -> Row:
    wrong = np.zeros((len(examples), 3))
    for i, example in enumerate(examples):
        kept, is_main = rule(example), example.label > 0.5
        n_lines = max(len(kept), 1)
        f1 = example.score(kept)[2]
        wrong[i] = (kept & ~is_main).sum() / n_lines, (~kept & is_main).sum() / n_lines, f1
    false_positives, false_negatives, f1 = wrong.mean(axis=0).tolist() if len(wrong) else (0.0,) * 3
    return Row(name, false_positives, false_negatives, f1)
