"""Blocks of gold pages as patterns with wanted outputs, for the networks of :mod:`maintext.lab.train.cpn`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.methods.cpn import FEATURES, block_features
from maintext.html import characters as ch
from maintext.html import parse
from maintext.html.blocks import find_blocks
from maintext.lab.train.align import label_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.lab.evaluate import GoldPage

    Float = NDArray[np.float64]
    Single = NDArray[np.float32]

__all__ = ["BATCH_BLOCKS", "BlockSamples", "block_samples", "feature_scaling"]

BATCH_BLOCKS = 128
"""Blocks that a network learns from at once; the same for all, so that their times can be compared."""

_BLOCKS_PER_PAGE = 200  # larger pages are thinned to so many, so that one page is not a tenth of the data


@dataclass(frozen=True, slots=True, eq=False)
class BlockSamples:
    """Blocks of gold pages: features, float64 of shape (n, n_features), and label in [0, 1], shape (n,).

    ``pages`` has the set and the id of each page.
    """

    features: Float
    label: Float
    pages: tuple[tuple[str, str], ...]


def block_samples(pages: Iterable[GoldPage], *, seed: int = 1) -> BlockSamples:
    """Parse and align gold pages; of a page with more than 200 blocks, 200 are drawn."""
    random = np.random.default_rng(seed)
    names: list[tuple[str, str]] = []
    features, labels = [np.zeros((0, len(FEATURES)))], [np.zeros(0)]
    for gold_page in pages:
        if gold_page.ranked and gold_page.gold_text:
            page_features, label = _labelled(gold_page.html, gold_page.gold_text)
            drawn = np.sort(random.permutation(len(label))[:_BLOCKS_PER_PAGE])
            features.append(page_features[drawn])
            labels.append(label[drawn])
            names.append((gold_page.set, gold_page.id))
    return BlockSamples(np.concatenate(features), np.concatenate(labels), tuple(names))


def _labelled(html: str, gold_text: str) -> tuple[Float, Float]:
    """Features and labels of the blocks of one page."""
    page = parse(html)
    blocks = find_blocks(page)
    ranges = zip(page.text_start[blocks.row].tolist(), page.text_end[blocks.last].tolist(), strict=True)
    words = [ch.WORDS.findall(page.text[start:end].lower()) for start, end in ranges]
    label = label_blocks(words, ch.WORDS.findall(gold_text.lower()))
    return block_features(page, blocks), np.array(label)


def feature_scaling(features: Float) -> tuple[Single, Single]:
    """Return mean and deviation of each feature; the deviation of a constant is taken as 1."""
    scale = features.std(axis=0)
    return features.mean(axis=0).astype(np.float32), np.where(scale > 0, scale, 1.0).astype(np.float32)
