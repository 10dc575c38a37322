"""Train the network of the method cpn, and compare it with a back-propagation network.

Both learn the same patterns (:func:`maintext.classify.methods.cpn.block_features`) and the same wanted
outputs (the share of a block in the gold text), in batches of the same size, so that times can be
compared. The same seed gives the same network.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.methods.cpn import FEATURES, VERSION, block_features
from maintext.classify.model.networks import CounterPropagation
from maintext.errors import DatasetError
from maintext.html import characters as ch
from maintext.html import parse
from maintext.html.blocks import find_blocks
from maintext.lab.train.dataset import learned_pages
from maintext.lab.train.labels import label_blocks
from maintext.options import CheckedOptions, option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from maintext.lab.evaluate import GoldPage

    Float = NDArray[np.float64]
    Single = NDArray[np.float32]
    Int = NDArray[np.int64]

__all__ = [
    "BATCH_BLOCKS",
    "BackPropagation",
    "BlockSamples",
    "CpnTrainOptions",
    "TrainingRun",
    "block_samples",
    "compare_training",
    "feature_scaling",
    "fit_back_propagation",
    "fit_cpn",
    "train_cpn",
]

BATCH_BLOCKS = 128
"""Blocks of a batch; the same for both networks, so that times can be compared."""

_BLOCKS_PER_PAGE = 200  # larger pages are thinned to so many


@dataclass(frozen=True, slots=True, eq=False)
class BlockSamples:
    """Blocks of gold pages: features (n, n_features), labels (n,) in [0, 1], set and id of each page."""

    features: Float
    label: Float
    pages: tuple[tuple[str, str], ...]


def block_samples(pages: Iterable[GoldPage], *, seed: int = 1) -> BlockSamples:
    """Parse and align gold pages; at most 200 blocks of a page are drawn."""
    random = np.random.default_rng(seed)
    names: list[tuple[str, str]] = []
    features, labels = [np.zeros((0, len(FEATURES)))], [np.zeros(0)]
    for gold_page in pages:
        if gold_page.ranked and gold_page.gold_text:
            page_features, label = _label_page(gold_page.html, gold_page.gold_text)
            drawn = np.sort(random.permutation(len(label))[:_BLOCKS_PER_PAGE])
            features.append(page_features[drawn])
            labels.append(label[drawn])
            names.append((gold_page.set, gold_page.id))
    return BlockSamples(np.concatenate(features), np.concatenate(labels), tuple(names))


def _label_page(html: str, gold_text: str) -> tuple[Float, Float]:
    """Return features and labels of the blocks of one page."""
    page = parse(html)
    blocks = find_blocks(page)
    ranges = zip(page.text_start[blocks.row].tolist(), page.text_end[blocks.last].tolist(), strict=True)
    words = [ch.WORDS.findall(page.text[start:end].lower()) for start, end in ranges]
    label = label_blocks(words, ch.WORDS.findall(gold_text.lower()))
    return block_features(page, blocks), np.array(label)


def feature_scaling(features: Float) -> tuple[Single, Single]:
    """Return mean and deviation of each feature; 1 for the deviation of a constant."""
    scale = features.std(axis=0)
    return features.mean(axis=0).astype(np.float32), np.where(scale > 0, scale, 1.0).astype(np.float32)


_FIRST_RATE, _LAST_RATE = 0.3, 0.005  # η of the Kohonen layer
_PATIENCE = 5  # back-propagation ends after so many passes without a better error
_MIN_GAIN = 0.002  # and less than this part better counts as none
_ROWS_AT_ONCE = 8192
_NEVER = (None, None)  # time and passes


@dataclass(frozen=True, slots=True, kw_only=True)
class CpnTrainOptions(CheckedOptions):
    """Options of the training: keywords of :func:`train_cpn`."""

    n_hidden: int = option(
        256, "Units of the Kohonen layer; more tell more kinds of blocks apart.", unit="units", minimum=1
    )
    n_epochs: int = option(
        1,
        "Passes of the Kohonen layer over the data; the Grossberg layer needs one.",
        unit="passes",
        minimum=1,
    )


def train_cpn(
    pages: Iterable[GoldPage], *, n_hidden: int = 256, n_epochs: int = 1, seed: int = 1
) -> CounterPropagation:
    """Train a network on the pages whose gold text is by a person.

    Raises
    ------
    DatasetError
        The pages have fewer blocks than the network has hidden units.
    MissingExtraError
        rapidfuzz, which aligns pages and gold texts, is not installed.
    """
    samples = block_samples(pages, seed=seed)
    return fit_cpn(samples, n_hidden=n_hidden, n_epochs=n_epochs, seed=seed)


def fit_cpn(
    samples: BlockSamples, *, n_hidden: int = 256, n_epochs: int = 1, seed: int = 1
) -> CounterPropagation:
    """Train the hidden layer without the labels, then the output layer with them.

    The hidden units start as patterns of the data, so that none of them is far from all.

    Parameters
    ----------
    samples
        At least ``n_hidden`` blocks.
    n_hidden, n_epochs
        As in :class:`CpnTrainOptions`.
    seed
        Of the first weights and the order of the patterns.

    Raises
    ------
    DatasetError
        There are fewer blocks than hidden units.
    """
    if len(samples.label) < max(n_hidden, 1):
        raise DatasetError(f"{len(samples.label)} blocks for {n_hidden} hidden units: give more pages")
    mean, scale = feature_scaling(samples.features)
    patterns = ((samples.features - mean) / scale).astype(np.float32)
    kohonen = _kohonen_layer(patterns, n_hidden, n_epochs, np.random.default_rng(seed))
    card = {
        "features_version": VERSION, **learned_pages(samples.pages), "n_blocks": len(samples.label),
        "n_hidden": n_hidden, "n_epochs": n_epochs, "seed": seed,
    }  # fmt: skip
    return CounterPropagation(mean, scale, kohonen, _grossberg_layer(patterns, samples.label, kohonen), card)


def _kohonen_layer(patterns: Single, n_hidden: int, n_epochs: int, random: np.random.Generator) -> Single:
    """Run competitive learning, formula (3) of the method, batch by batch."""
    n = len(patterns)
    weights = patterns[random.choice(n, n_hidden, replace=False)].copy()
    starts = range(0, n, BATCH_BLOCKS)
    n_steps, step = n_epochs * len(starts), 0
    for _ in range(n_epochs):
        order = random.permutation(n)
        for start in starts:
            rate = _FIRST_RATE + (_LAST_RATE - _FIRST_RATE) * step / n_steps
            _move_winners(weights, patterns[order[start : start + BATCH_BLOCKS]], rate)
            step += 1
    return weights


def _move_winners(weights: Single, batch: Single, rate: float) -> None:
    """Move each winner toward the mean of its patterns, as far as one step for each."""
    winner = _nearest_units(batch, weights)
    order = np.argsort(winner, kind="stable")
    moved, first, n_won = np.unique(winner[order], return_index=True, return_counts=True)
    means = np.add.reduceat(batch[order], first, axis=0) / n_won[:, None]
    share = 1 - (1 - rate) ** n_won
    weights[moved] += (share[:, None] * (means - weights[moved])).astype(np.float32)


def _nearest_units(patterns: Single, weights: Single) -> Int:
    winner: Int = np.argmin((weights**2).sum(axis=1) - 2 * (patterns @ weights.T), axis=1)
    return winner


def _grossberg_layer(patterns: Single, label: Float, kohonen: Single) -> Single:
    """Return the mean label of the patterns each unit wins, formula (4); that of all for none."""
    starts = range(0, len(patterns), _ROWS_AT_ONCE)
    winner = np.concatenate([_nearest_units(patterns[s : s + _ROWS_AT_ONCE], kohonen) for s in starts])
    n_won = np.bincount(winner, minlength=len(kohonen))
    total = np.bincount(winner, weights=label, minlength=len(kohonen))
    return np.where(n_won > 0, total / np.maximum(n_won, 1), label.mean()).astype(np.float32)


# -- comparison ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """Time and error of one training.

    Attributes
    ----------
    network
        ``counter-propagation`` or ``back-propagation``.
    n_hidden, n_passes
        Units of the hidden layer, passes over the training data.
    cpu_s, error
        Processor time, s; mean squared error on the test data.
    reached_s, reached_passes
        Time and passes until the error was at most that of the other network, ``None`` if never.
    """

    network: str
    n_hidden: int
    n_passes: int
    cpu_s: float
    error: float
    reached_s: float | None
    reached_passes: int | None


def compare_training(
    samples: BlockSamples,
    test: BlockSamples,
    *,
    n_hidden: int = 256,
    n_bp_hidden: int = 32,
    max_epochs: int = 200,
    seed: int = 1,
) -> tuple[TrainingRun, TrainingRun]:
    """Train both networks and return their times and errors, counter-propagation first.

    Back-propagation stops if five passes in a row have not reduced its error on ``test`` by 0.2 %.
    Computing that error is not timed.
    """
    start = time.process_time()
    cpn = fit_cpn(samples, n_hidden=n_hidden, seed=seed)
    cpn_s = time.process_time() - start
    cpn_error = _squared_error(cpn.output(test.features), test)
    watch = _Watch(test)
    fit_back_propagation(
        samples, n_hidden=n_bp_hidden, max_epochs=max_epochs, seed=seed, after_epoch=watch.after_epoch
    )
    best_s, best_passes = watch.reached(min(watch.errors))
    bp_error = watch.errors[best_passes - 1]
    cpn_reached = (cpn_s, 1) if cpn_error <= bp_error else _NEVER
    bp_reached = watch.reached(cpn_error) if bp_error <= cpn_error else _NEVER
    return (
        TrainingRun("counter-propagation", n_hidden, 1, cpn_s, cpn_error, *cpn_reached),
        TrainingRun("back-propagation", n_bp_hidden, best_passes, best_s, bp_error, *bp_reached),
    )


class _Watch:
    """Error and time of each pass of a training; stops it if the error no longer falls."""

    def __init__(self, test: BlockSamples) -> None:
        self.test = test
        self.errors: list[float] = []
        self.times_s: list[float] = []
        self._start = time.process_time()

    def reached(self, error: float) -> tuple[float, int]:
        """Return time and passes until the error was at most this."""
        first = next(i for i, found in enumerate(self.errors) if found <= error)
        return self.times_s[first], first + 1

    def after_epoch(self, network: BackPropagation) -> bool:
        stop = time.process_time()
        self.times_s.append(stop - self._start)
        self.errors.append(_squared_error(network.output(self.test.features), self.test))
        self._start += time.process_time() - stop  # the test takes no time
        n = len(self.errors)
        if n <= _PATIENCE:
            return True
        before = min(self.errors[:-_PATIENCE])
        return min(self.errors[-_PATIENCE:]) < before * (1 - _MIN_GAIN)


def _squared_error(output: Float, samples: BlockSamples) -> float:
    return float(((output - samples.label) ** 2).mean())


_RATE, _MOMENTUM = 0.1, 0.9


@dataclass(frozen=True, slots=True, eq=False)
class BackPropagation:
    """A network of one hidden layer with sigmoid units, trained by error back-propagation.

    Attributes
    ----------
    mean, scale
        Scaling of the features.
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
        """The learned arrays."""
        return self.hidden, self.hidden_bias, self.out, self.out_bias

    def output(self, features: NDArray[np.floating]) -> Float:
        """Return the output for each row of features, float64 of shape (n_rows,)."""
        pattern = (features - self.mean) / self.scale
        hidden = _logistic_function(pattern @ self.hidden + self.hidden_bias)
        return _logistic_function(hidden @ self.out + self.out_bias)


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
        Units of the hidden layer; maximum passes over the data; seed of first weights and order.
    after_epoch
        Called after each pass with the network; training stops if it returns False.
    """
    random = np.random.default_rng(seed)
    network = _first_network(samples.features, n_hidden, random)
    patterns = (samples.features - network.mean) / network.scale
    speeds = [np.zeros_like(weight) for weight in network.weights]
    for _ in range(max_epochs):
        order = random.permutation(len(patterns))
        for start in range(0, len(patterns), BATCH_BLOCKS):
            batch = order[start : start + BATCH_BLOCKS]
            _descend_batch(network, speeds, patterns[batch], samples.label[batch])
        if after_epoch is not None and not after_epoch(network):
            break
    return network


def _first_network(features: Float, n_hidden: int, random: np.random.Generator) -> BackPropagation:
    n_features = features.shape[1]
    hidden = random.normal(0, 1 / np.sqrt(n_features), (n_features, n_hidden))
    out = random.normal(0, 1 / np.sqrt(n_hidden), n_hidden)
    return BackPropagation(*feature_scaling(features), hidden, np.zeros(n_hidden), out, np.zeros(1))


def _descend_batch(network: BackPropagation, speeds: list[Float], pattern: Float, label: Float) -> None:
    """Take one step down the gradient with momentum; changes network and speeds."""
    gradients = _error_gradients(network, pattern, label)
    for weight, speed, gradient in zip(network.weights, speeds, gradients, strict=True):
        np.multiply(speed, _MOMENTUM, out=speed)
        np.subtract(speed, _RATE * gradient, out=speed)
        np.add(weight, speed, out=weight)


def _error_gradients(
    network: BackPropagation, pattern: Float, label: Float
) -> tuple[Float, Float, Float, Float]:
    """Return the gradients of half the mean squared error by the four arrays of weights."""
    hidden = _logistic_function(pattern @ network.hidden + network.hidden_bias)
    out = _logistic_function(hidden @ network.out + network.out_bias)
    out_error = (out - label) * out * (1 - out) / len(label)
    hidden_error = np.outer(out_error, network.out) * hidden * (1 - hidden)
    return (
        pattern.T @ hidden_error,
        hidden_error.sum(axis=0),
        hidden.T @ out_error,
        out_error.sum(keepdims=True),
    )


def _logistic_function(x: Float) -> Float:
    value: Float = 1 / (1 + np.exp(-np.clip(x, -60, 60)))
    return value
