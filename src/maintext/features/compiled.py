"""What the engine needs to fill the matrix of features: of the page, and the same for all pages."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext._core import features as core
from maintext.features import context, page_level, position, structure, text
from maintext.features.phrases import FAMILIES
from maintext.features.scene import HEADINGS, LONG_WORDS, MAX_DEPTH
from maintext.page import characters as ch
from maintext.page.tags import NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

__all__ = ["filled"]

_N_LOGS = 16_384  # logarithms of larger numbers are computed when needed


def filled(
    scene: Scene,
    features: tuple[str, ...],
    *,
    neighbours: tuple[str, ...],
    windows: tuple[int, ...],
) -> NDArray[np.float32]:
    """Return the matrix of a page with at least one block, float32 of shape (n_features, n_blocks)."""
    page, blocks, wording = scene.page, scene.blocks, scene.wording
    matrix = np.empty((len(features), len(blocks)), dtype=np.float32)
    core.fill_matrix(
        matrix,
        (page.columns, context.name_bits(scene), scene.shape, scene.largest_shape),
        (
            blocks.row, blocks.last, blocks.element, blocks.n_chars, blocks.n_words, blocks.n_punctuation,
            blocks.n_digits, blocks.n_cjk, blocks.n_link_chars,
        ),
        (
            wording.n_different, wording.n_in_title, wording.n_in_description, wording.n_sentences,
            wording.n_marks, wording.said, wording.n_same, wording.nth_same, wording.first, wording.last,
        ),
        (
            float(len(scene.title_words)), float(len(scene.description_words)),
            np.array(list(page_level.data_types(page).values())), float(page_level.is_article(scene)),
        ),
        *_constants(features, neighbours, windows),
    )  # fmt: skip
    return matrix


@cache
def _constants(
    features: tuple[str, ...], neighbours: tuple[str, ...], windows: tuple[int, ...]
) -> tuple[tuple[NDArray[Any], ...], tuple[int, ...]]:
    number = {name: i for i, name in enumerate(FAMILIES)}
    counted = np.full(len(NAMES), -1, dtype=np.int8)
    counted[page_level.COUNTED_TAGS] = range(len(page_level.COUNTED_TAGS))
    tables = (
        _tag_kinds(),
        context.tag_bits(),
        HEADINGS.astype(np.uint8),
        counted,
        ch.table(),
        text.END_VALUE,
        np.log1p(np.arange(_N_LOGS)),
        _int32(number[name] for name in position.SECTIONS),
        _int32(features.index(name) for name in neighbours),
        _int32(windows),
    )
    numbers = (
        len(FAMILIES), len(context.TAGS), len(context.WORDS), len(page_level.COUNTED_TAGS),
        sum(1 << number[name] for name in structure.OTHER), number["detail"],
        number["price"], number["date"], number["comment"],
        list(context.TAGS).index("noscript"), context.FAR, MAX_DEPTH, LONG_WORDS,
    )  # fmt: skip
    return tables, numbers


def _int32(numbers: Any) -> NDArray[np.int32]:
    return np.array(list(numbers), dtype=np.int32)


def _tag_kinds() -> NDArray[np.uint8]:
    """Bits per tag: which families of tags it belongs to."""
    kinds = np.zeros(len(NAMES), dtype=np.uint8)
    for bit, tags in (
        (core.BOLD, text.BOLD),
        (core.IMAGE, text.IMAGE),
        (core.INPUT, text.INPUT),
        (core.PROSE, structure.PROSE),
        (core.BLOCK_TAG, context.BLOCK_TAGS),
    ):
        kinds[tags] |= bit
    return kinds
