"""Train the network of the method cpn; its formulas stand in :mod:`maintext.classify.methods.cpn`.

The same seed gives the same network.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.classify.methods.cpn import FEATURES, VERSION, block_features
from maintext.classify.model.networks import CounterPropagation
from maintext.errors import DatasetError
from maintext.html import characters as ch
from maintext.html import parse
from maintext.html.arrays import Float, Int
from maintext.html.blocks import find_blocks
from maintext.lab.evaluate import GoldPage
from maintext.lab.train.dataset import learned_pages
from maintext.lab.train.labels import label_blocks
from maintext.options import CheckedOptions, option

Single = NDArray[np.float32]

__all__ = ["BlockSamples", "CpnTrainOptions", "block_samples", "fit_cpn", "train_cpn"]

_BATCH_BLOCKS = 128
_BLOCKS_PER_PAGE = 200  # larger pages are thinned to so many
_FIRST_RATE, _LAST_RATE = 0.3, 0.005  # η of the Kohonen layer
_ROWS_AT_ONCE = 8192


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CpnTrainOptions(CheckedOptions):
    """Options of the training: keywords of :func:`train_cpn`."""

    n_hidden: int = option(
        256, "Units of the Kohonen layer; more tell more kinds of blocks apart.", unit="units", minimum=1
    )
    n_epochs: int = option(
        1, "Passes of the Kohonen layer over the data; the Grossberg layer needs one.",
        unit="passes", minimum=1,
    )  # fmt: skip


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

    Errors as :func:`train_cpn`. The hidden units start as patterns of the data: none is far from all.
    """
    if len(samples.label) < max(n_hidden, 1):
        raise DatasetError(f"{len(samples.label)} blocks for {n_hidden} hidden units: give more pages")
    scale = samples.features.std(axis=0)
    mean = samples.features.mean(axis=0).astype(np.float32)
    scale = np.where(scale > 0, scale, 1.0).astype(np.float32)
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
    starts = range(0, n, _BATCH_BLOCKS)
    n_steps, step = n_epochs * len(starts), 0
    for _ in range(n_epochs):
        order = random.permutation(n)
        for start in starts:
            rate = _FIRST_RATE + (_LAST_RATE - _FIRST_RATE) * step / n_steps
            _move_winners(weights, patterns[order[start : start + _BATCH_BLOCKS]], rate)
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
