"""Example pages as numbers: which text of a page its gold text holds, and how good a choice of rows is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.characters import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.selection import Selection
    from maintext.sites.wrapper.path import PageIndex

    Bool = NDArray[np.bool_]

__all__ = ["Aligned", "Example"]

_SHINGLE = 4
_ENOUGH = 0.5  # share of a row's words that must stand in the gold text for the row to count


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One page that a wrapper is learned from.

    Attributes
    ----------
    index
        The page with its names.
    default
        What the default method selects on it.
    gold
        The main text: of a person, or what the default method found.
    values
        Field to its value on this page, as far as it is known.
    clicked
        Field to the row of the element that holds it; ``body`` for the main text.
    """

    index: PageIndex
    default: Selection
    gold: str
    values: Mapping[str, str]
    clicked: Mapping[str, Sequence[int]]

    @property
    def page(self) -> Page:
        """The page."""
        return self.index.page


class Aligned:
    """The text rows of an example against its gold text.

    Attributes
    ----------
    row
        Text rows that may be kept, int64.
    is_default
        Whether the default method keeps each, bool.
    n_words
        Words of each, float32.
    gain
        Words of the gold text in each row: shape (n_rows, n_different_words), float32.
    gold
        Number of each word in the gold text, float32.
    """

    def __init__(self, example: Example) -> None:
        page = example.page
        self.row = np.flatnonzero((page.n_chars > 0) & (~page.is_hidden | example.default.keep))
        self.is_default = example.default.keep[self.row]
        texts = [_words(page.row_text(at)) for at in self.row.tolist()]
        gold = _words(example.gold)
        self.n_words = np.array([len(words) for words in texts], dtype=np.float32)
        number = {word: i for i, word in enumerate(dict.fromkeys(gold))}
        self.gold = np.zeros(len(number), dtype=np.float32)
        for word, n in Counter(gold).items():
            self.gold[number[word]] = n
        held = _held(texts, example.gold)
        self._with_gold = np.flatnonzero(held)
        self.gain = np.zeros((len(self._with_gold), len(number)), dtype=np.float32)
        for i, at in enumerate(self._with_gold.tolist()):
            for word in texts[at]:
                if word in number:
                    self.gain[i, number[word]] += 1

    def f1(self, keep: Bool) -> NDArray[np.float64]:
        """Return word-F1 of some choices of rows, float64 of shape (n_choices,).

        ``keep`` is of shape (n_choices, n_rows). Words of rows that the gold text does not hold count as
        wrong even where the gold text has such words elsewhere.
        """
        taken = keep.astype(np.float32)
        found = taken[:, self._with_gold] @ self.gain
        right = np.minimum(found, self.gold).sum(axis=1, dtype=np.float64)
        total = taken @ self.n_words + self.gold.sum()
        f1: NDArray[np.float64] = 2 * right / np.maximum(total, 1)
        return f1


def _words(text: str) -> list[str]:
    found: list[str] = WORDS.findall(text.lower())
    return found


def _held(texts: Sequence[Sequence[str]], gold: str) -> NDArray[np.bool_]:
    """Whether each text stands in the gold text, with its neighbours on the page where it is short."""
    lines = {tuple(line) for line in map(_words, gold.splitlines()) if line}
    words = [word for text in texts for word in text]
    owner = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    shingles = set(_shingles(_words(gold)))
    found = np.zeros(len(words), dtype=np.bool_)
    for i, shingle in enumerate(_shingles(words)):
        if shingle in shingles:
            found[i : i + _SHINGLE] = True
    n_found = np.bincount(owner, weights=found, minlength=len(texts))
    held: NDArray[np.bool_] = n_found >= _ENOUGH * np.maximum([len(text) for text in texts], 1)
    for i, text in enumerate(texts):  # a headline, or an item of a list, of a word or two
        if tuple(text) in lines:
            held[i] = True
    return held


def _shingles(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[i:] for i in range(_SHINGLE)), strict=False)
