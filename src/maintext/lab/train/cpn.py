"""Training the network of the method cpn, and the comparison with a back-propagation network.

Both learn the same patterns (:func:`maintext.classify.methods.cpn.block_features`) and the same wanted
outputs (the share of a block that stands in the gold text) in batches of the same size, in numpy, so that
their times can be compared. Everything is reproducible from the seed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.methods.cpn import VERSION
from maintext.classify.model.counter_propagation import CounterPropagation
from maintext.errors import DatasetError
from maintext.lab.train.back_propagation import BackPropagation, fit_back_propagation
from maintext.lab.train.block_samples import BATCH_BLOCKS, BlockSamples, block_samples, feature_scaling
from maintext.lab.train.dataset import learned_pages
from maintext.options import CheckedOptions, option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.lab.evaluate import GoldPage

    Float = NDArray[np.float64]
    Single = NDArray[np.float32]
    Int = NDArray[np.int64]

__all__ = ["CpnTrainOptions", "TrainingRun", "compare_training", "fit_cpn", "train_cpn"]

_FIRST_RATE, _LAST_RATE = 0.3, 0.005  # η of the Kohonen layer
_PATIENCE = 5  # back-propagation ends after so many passes without a better error
_MIN_GAIN = 0.002  # and less than this part better counts as none
_ROWS_AT_ONCE = 8192
_NEVER = (None, None)  # time and passes


@dataclass(frozen=True, slots=True, kw_only=True)
class CpnTrainOptions(CheckedOptions):
    """How the network is trained: keywords of :func:`train_cpn`."""

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
    mean, scale = feature_scaling(samples.features)
    patterns = ((samples.features - mean) / scale).astype(np.float32)
    kohonen = _kohonen_layer(patterns, n_hidden, n_epochs, np.random.default_rng(seed))
    card = {
        "features_version": VERSION, **learned_pages(samples.pages), "n_blocks": len(samples.label),
        "n_hidden": n_hidden, "n_epochs": n_epochs, "seed": seed,
    }  # fmt: skip
    return CounterPropagation(mean, scale, kohonen, _grossberg_layer(patterns, samples.label, kohonen), card)


def _kohonen_layer(patterns: Single, n_hidden: int, n_epochs: int, random: np.random.Generator) -> Single:
    """Competitive learning, formula (3) of the method; the patterns of a batch compete at once."""
    n = len(patterns)
    weights = patterns[random.choice(n, n_hidden, replace=False)].copy()
    starts = range(0, n, BATCH_BLOCKS)
    n_steps, step = n_epochs * len(starts), 0
    for _ in range(n_epochs):
        order = random.permutation(n)
        for start in starts:
            rate = _FIRST_RATE + (_LAST_RATE - _FIRST_RATE) * step / n_steps
            _learn_batch(weights, patterns[order[start : start + BATCH_BLOCKS]], rate)
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


# -- comparison ---------------------------------------------------------------------------------------


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
    best_s, best_passes = watch.reached(min(watch.errors))
    bp_error = watch.errors[best_passes - 1]
    cpn_reached = (cpn_s, 1) if cpn_error <= bp_error else _NEVER
    bp_reached = watch.reached(cpn_error) if bp_error <= cpn_error else _NEVER
    return (
        TrainingRun("counter-propagation", n_hidden, 1, cpn_s, cpn_error, *cpn_reached),
        TrainingRun("back-propagation", n_bp_hidden, best_passes, best_s, bp_error, *bp_reached),
    )


class _Watch:
    """Errors and times of a training, pass by pass; ends it when the error gets no better."""

    def __init__(self, test: BlockSamples) -> None:
        self.test = test
        self.errors: list[float] = []
        self.times_s: list[float] = []
        self._start = time.process_time()

    def reached(self, error: float) -> tuple[float, int]:
        """Return time and passes until the error was at most so much, which it was."""
        first = next(i for i, found in enumerate(self.errors) if found <= error)
        return self.times_s[first], first + 1

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
