"""Pages of which only pieces are known: some text that belongs to the main text, some that does not.

What the pieces say of blocks is taken; the other blocks get what a model says that was trained on whole
gold texts. The pages bring the model kinds of pages that nobody wrote the whole text of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.model.decision import best_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.train.dataset import Example

__all__ = ["UNKNOWN", "filled", "label_pieces"]

UNKNOWN = float("nan")
"""Label of a block of which nothing is known."""

_FEWEST_CHARS = 4  # shorter pieces stand anywhere
_INSIDE_CHARS = 20  # a block of so much text that stands in a piece is part of it
_LARGER = 3  # a block so many times as long as an unwanted piece only happens to hold its words
_FEWEST_WORDS = 10  # main text under this says the page was not understood


def label_pieces(
    blocks: Sequence[Sequence[str]], wanted: Sequence[Sequence[str]], unwanted: Sequence[Sequence[str]]
) -> list[float]:
    """Return 1 for blocks of the main text, 0 for others, ``UNKNOWN`` where the pieces do not say.

    A wanted piece speaks of the one block that holds it, and of blocks inside it; of none if several hold
    it, since one may be a teaser. An unwanted piece speaks of all blocks that are little more than it.

    Parameters
    ----------
    blocks
        Words of each block, in lower case.
    wanted, unwanted
        Words of each piece, in lower case.
    """
    texts = ["".join(words) for words in blocks]
    main: set[int] = set()
    other: set[int] = set()
    for piece in _pieces(wanted):
        holders = [i for i, text in enumerate(texts) if piece in text]
        main.update(holders if len(holders) == 1 else (), _inside(piece, texts))
    for piece in _pieces(unwanted):
        longest = _LARGER * len(piece)
        other.update(i for i, text in enumerate(texts) if piece in text and len(text) <= longest)
        other.update(_inside(piece, texts))
    return [UNKNOWN if (i in main) == (i in other) else float(i in main) for i in range(len(texts))]


def filled(example: Example, probability: NDArray[np.float64]) -> Example | None:
    """Return a page with labels for all blocks, those not known by a model's choice.

    Parameters
    ----------
    example
        A page with unknown labels.
    probability
        What the model says of its blocks.

    Returns
    -------
    Example or None
        ``None`` where hardly anything would be main text.
    """
    chosen = best_blocks(probability, example.n_words) if len(probability) else np.zeros(0, dtype=np.bool_)
    label = np.where(np.isnan(example.label), chosen, example.label).astype(np.float32)
    n_words = int(example.n_words[label >= 0.5].sum())
    if n_words < _FEWEST_WORDS:
        return None
    # Its words are not known, only how many there are: what weights need.
    return replace(example, label=label, gold=np.array([n_words]))


def _pieces(words: Sequence[Sequence[str]]) -> list[str]:
    return [piece for piece in map("".join, words) if len(piece) >= _FEWEST_CHARS]


def _inside(piece: str, texts: Sequence[str]) -> list[int]:
    return [i for i, text in enumerate(texts) if len(text) >= _INSIDE_CHARS and text in piece]
