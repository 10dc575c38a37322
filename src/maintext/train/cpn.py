"""Training the network of the method cpn, and a back-propagation network to compare it with.

Both learn the same patterns (:func:`maintext.methods.cpn.block_features`) and the same wanted outputs
(the share of a block that stands in the gold text) in batches of the same size, in numpy, so that
their times can be compared. Everything is reproducible from the seed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.errors import DatasetError
from maintext.methods.cpn import FEATURES, VERSION, block_features
from maintext.model.counter_propagation import CounterPropagation
from maintext.page import characters as ch
from maintext.page import parse
from maintext.page.blocks import find_blocks
from maintext.train.align import label_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from maintext.evaluate import GoldPage

    Float = NDArray[np.float64]
    Single = NDArray[np.float32]
    Int = NDArray[np.int64]

__all__ = [
    "BackPropagation",
    "BlockSamples",
    "TrainingRun",
    "block_samples",
    "compare_training",
    "fit_back_propagation",
    "fit_cpn",
    "train_cpn",
]

_BLOCKS_PER_PAGE = 200  # larger pages are thinned to so many, so that one page is not a tenth of the data
_BATCH = 128
_FIRST_RATE, _LAST_RATE = 0.3, 0.005  # η of the Kohonen layer
_BP_RATE, _BP_MOMENTUM = 0.1, 0.9
_PATIENCE = 5  # back-propagation ends after so many passes without a better error
_MIN_GAIN = 0.002  # and less than this part better counts as none
_ROWS_AT_ONCE = 8192


@dataclass(frozen=True, slots=True, eq=False)
class BlockSamples:
    """Blocks of gold pages: features, float64 of shape (n, n_features), and label in [0, 1], shape (n,)."""

    features: Float
    label: Float
    n_pages: int


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """How one network was trained.

    Attributes
    ----------
    network
        ``counter-propagation`` or ``back-propagation``.
    n_hidden, n_passes
        Units of the hidden layer, passes over the training data.
    cpu_s
        Processor time of the training, s.
    error
        Mean squared error on the data kept for testing.
    reached_s, reached_passes
        Time and passes until the error was at most that of the other network, ``None`` where it never was.
    """

    network: str
    n_hidden: int
    n_passes: int
    cpu_s: float
    error: float
    reached_s: float | None
    reached_passes: int | None


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


def block_samples(pages: Iterable[GoldPage], *, seed: int = 1) -> BlockSamples:
    """Parse and align gold pages; of a page with more than 200 blocks, 200 are drawn."""
    random = np.random.default_rng(seed)
    features, labels = [np.zeros((0, len(FEATURES)))], [np.zeros(0)]
    for gold_page in pages:
        if gold_page.ranked and gold_page.gold_text:
            page_features, label = _labelled(gold_page.html, gold_page.gold_text)
            drawn = np.sort(random.permutation(len(label))[:_BLOCKS_PER_PAGE])
            features.append(page_features[drawn])
            labels.append(label[drawn])
    return BlockSamples(np.concatenate(features), np.concatenate(labels), len(labels) - 1)


def _labelled(html: str, gold_text: str) -> tuple[Float, Float]:
    """Features and labels of the blocks of one page."""
    page = parse(html)
    blocks = find_blocks(page)
    ranges = zip(page.text_start[blocks.row].tolist(), page.text_end[blocks.last].tolist(), strict=True)
    words = [ch.WORDS.findall(page.text[start:end].lower()) for start, end in ranges]
    label = label_blocks(words, ch.WORDS.findall(gold_text.lower()))
    return block_features(page, blocks), np.array(label)


# -- counter-propagation -------------------------------------------------------------------------------


def fit_cpn(
    samples: BlockSamples, *, n_hidden: int = 256, n_epochs: int = 1, seed: int = 1
) -> CounterPropagation:
    """Train the hidden layer without the labels, then the output layer with them.

    The hidden units begin as patterns of the data, so that none of them is far from all.

    Parameters
    ----------
    samples
        At least ``n_hidden`` blocks.
    n_hidden
        Units of the Kohonen layer.
    n_epochs
        Passes of the Kohonen layer over the data; the Grossberg layer needs one.
    seed
        Of the first weights and the order of the patterns.

    Raises
    ------
    DatasetError
        There are fewer blocks than hidden units.
    """
    if len(samples.label) < max(n_hidden, 1):
        raise DatasetError(f"{len(samples.label)} blocks for {n_hidden} hidden units: give more pages")
    mean, scale = _scaling(samples.features)
    patterns = ((samples.features - mean) / scale).astype(np.float32)
    kohonen = _kohonen_layer(patterns, n_hidden, n_epochs, np.random.default_rng(seed))
    card = {
        "features_version": VERSION, "n_pages": samples.n_pages, "n_blocks": len(samples.label),
        "n_hidden": n_hidden, "n_epochs": n_epochs, "seed": seed,
    }  # fmt: skip
    return CounterPropagation(mean, scale, kohonen, _grossberg_layer(patterns, samples.label, kohonen), card)


def _scaling(features: Float) -> tuple[Single, Single]:
    """Mean and deviation of each feature; the deviation of a constant is taken as 1."""
    scale = features.std(axis=0)
    return features.mean(axis=0).astype(np.float32), np.where(scale > 0, scale, 1.0).astype(np.float32)


def _kohonen_layer(patterns: Single, n_hidden: int, n_epochs: int, random: np.random.Generator) -> Single:
    """Competitive learning, formula (3) of the method; the patterns of a batch compete at once."""
    n = len(patterns)
    weights = patterns[random.choice(n, n_hidden, replace=False)].copy()
    starts = range(0, n, _BATCH)
    n_steps, step = n_epochs * len(starts), 0
    for _ in range(n_epochs):
        order = random.permutation(n)
        for start in starts:
            rate = _FIRST_RATE + (_LAST_RATE - _FIRST_RATE) * step / n_steps
            _learn_batch(weights, patterns[order[start : start + _BATCH]], rate)
            step += 1
    return weights


def _learn_batch(weights: Single, batch: Single, rate: float) -> None:
    """Move each winner toward the mean of its patterns, as far as one step for each would."""
    winner = _winners(batch, weights)
    order = np.argsort(winner, kind="stable")
    moved, first, n_won = np.unique(winner[order], return_index=True, return_counts=True)
    means = np.add.reduceat(batch[order], first, axis=0) / n_won[:, None]
    share = 1 - (1 - rate) ** n_won
    weights[moved] += (share[:, None] * (means - weights[moved])).astype(np.float32)


def _winners(patterns: Single, weights: Single) -> Int:
    winner: Int = np.argmin((weights**2).sum(axis=1) - 2 * (patterns @ weights.T), axis=1)
    return winner


def _grossberg_layer(patterns: Single, label: Float, kohonen: Single) -> Single:
    """Mean label of what each hidden unit wins, formula (4); that of all for a unit that wins nothing."""
    starts = range(0, len(patterns), _ROWS_AT_ONCE)
    winner = np.concatenate([_winners(patterns[s : s + _ROWS_AT_ONCE], kohonen) for s in starts])
    n_won = np.bincount(winner, minlength=len(kohonen))
    total = np.bincount(winner, weights=label, minlength=len(kohonen))
    return np.where(n_won > 0, total / np.maximum(n_won, 1), label.mean()).astype(np.float32)


# -- back-propagation ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class BackPropagation:
    """A network of one hidden layer with sigmoid units, trained by error back-propagation.

    Attributes
    ----------
    mean, scale
        As in :class:`~maintext.model.counter_propagation.CounterPropagation`.
    hidden, hidden_bias, out, out_bias
        Weights, float64 of the shapes (n_features, n_hidden), (n_hidden,), (n_hidden,), (1,).
    """

    mean: Single
    scale: Single
    hidden: Float
    hidden_bias: Float
    out: Float
    out_bias: Float

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
    mean, scale = _scaling(samples.features)
    patterns = (samples.features - mean) / scale
    random = np.random.default_rng(seed)
    size = 1 / np.sqrt(patterns.shape[1])
    weights = [
        random.normal(0, size, (patterns.shape[1], n_hidden)), np.zeros(n_hidden),
        random.normal(0, 1 / np.sqrt(n_hidden), n_hidden), np.zeros(1),
    ]  # fmt: skip
    speeds = [np.zeros_like(weight) for weight in weights]
    network = BackPropagation(mean, scale, *weights)
    for _ in range(max_epochs):
        order = random.permutation(len(patterns))
        for start in range(0, len(patterns), _BATCH):
            batch = order[start : start + _BATCH]
            for weight, speed, gradient in zip(
                weights, speeds, _gradients(network, patterns[batch], samples.label[batch]), strict=True
            ):
                np.multiply(speed, _BP_MOMENTUM, out=speed)
                np.subtract(speed, _BP_RATE * gradient, out=speed)
                np.add(weight, speed, out=weight)
        if after_epoch is not None and not after_epoch(network):
            break
    return network


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


# -- both ----------------------------------------------------------------------------------------------


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

    Back-propagation is trained until five passes in a row have not made its error on ``test`` better
    by 0.2 %; the computing of that error is not in its time. Times are those of one processor if numpy
    uses one thread.
    """
    start = time.process_time()
    cpn = fit_cpn(samples, n_hidden=n_hidden, seed=seed)
    cpn_s = time.process_time() - start
    cpn_error = _error(cpn.output(test.features), test)
    watch = _Watch(test)
    fit_back_propagation(
        samples, n_hidden=n_bp_hidden, max_epochs=max_epochs, seed=seed, after_epoch=watch.after_epoch
    )
    reached = next((i for i, error in enumerate(watch.errors) if error <= cpn_error), None)
    bp_error = min(watch.errors)
    best = watch.errors.index(bp_error)
    cpn_reached = cpn_error <= bp_error
    return (
        TrainingRun(
            "counter-propagation", n_hidden, 1, cpn_s, cpn_error,
            cpn_s if cpn_reached else None, 1 if cpn_reached else None,
        ),
        TrainingRun(
            "back-propagation", n_bp_hidden, best + 1, watch.times_s[best], bp_error,
            None if reached is None else watch.times_s[reached], None if reached is None else reached + 1,
        ),
    )  # fmt: skip


class _Watch:
    """Errors and times of a training, pass by pass; ends it when the error gets no better."""

    def __init__(self, test: BlockSamples) -> None:
        self.test = test
        self.errors: list[float] = []
        self.times_s: list[float] = []
        self._start = time.process_time()

    def after_epoch(self, network: BackPropagation) -> bool:
        stop = time.process_time()
        self.times_s.append(stop - self._start)
        self.errors.append(_error(network.output(self.test.features), self.test))
        self._start += time.process_time() - stop  # the test takes no time
        n = len(self.errors)
        if n <= _PATIENCE:
            return True
        before = min(self.errors[:-_PATIENCE])
        return min(self.errors[-_PATIENCE:]) < before * (1 - _MIN_GAIN)


def _error(output: Float, samples: BlockSamples) -> float:
    return float(((output - samples.label) ** 2).mean())
