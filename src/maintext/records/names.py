"""What elements are called: numbers for equal names, words of classes and ids."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.html.columns import Attribute

    Int = NDArray[np.int64]

__all__ = ["Signs", "name_signs", "split_words", "words_of"]

_MOST_BYTES = 32  # of a name that tells it from others
_NAMED = re.compile(rb' (?:class|id|role)="([^"]*)"')
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_MOST_RAW = 500
_WHITE, _ZERO, _NINE = 0x20, 0x30, 0x39

Signs = tuple["NDArray[np.uint64]", "NDArray[np.uint64]", "NDArray[np.uint64]"]
"""Numbers of elements, each of shape (n_rows,): by tag; by tag and class; by tag and class, else id."""


def name_signs(page: Page) -> Signs:
    """Return what each element looks like as numbers; of a name the first word without digits at its end.

    Two names have the same number by chance only. Cost O(n_attributes) in numpy.
    """
    tag = page.tag.astype(np.uint64)
    classed, named = tag.copy(), tag.copy()
    at_id, at_class = page.attribute("id"), page.attribute("class")
    named[at_id.row] += _numbers(page, at_id)
    numbers = _numbers(page, at_class)
    classed[at_class.row] += numbers
    named[at_class.row] = classed[at_class.row]
    return tag, classed, named


def _numbers(page: Page, at: Attribute) -> NDArray[np.uint64]:
    """A number for the first word of each value; 0 for none."""
    if not len(at.row):
        return np.zeros(0, dtype=np.uint64)
    data = np.frombuffer(page.data, dtype=np.uint8)
    place = np.arange(_MOST_BYTES)
    where = at.start[:, None] + place
    inside = where < at.end[:, None]
    found = data[np.minimum(where, len(data) - 1)]
    # White space before the first word is skipped, also where it is written as a reference (&#10;).
    is_word = np.logical_and.accumulate(inside & (found > _WHITE), axis=1)
    for i in np.flatnonzero(inside[:, 0] & ((found[:, 0] <= _WHITE) | (found[:, 0] == ord("&")))).tolist():
        text = re.sub(rb"&#\d+;", b" ", page.data[at.start[i] : at.end[i]]).split(maxsplit=1)
        first = text[0][:_MOST_BYTES] if text else b""
        found[i, : len(first)] = np.frombuffer(first, dtype=np.uint8)
        is_word[i] = place < len(first)
    is_letter = is_word & ((found < _ZERO) | (found > _NINE))
    stem = place <= np.max(np.where(is_letter, place, -1), axis=1)[:, None]
    powers = np.cumprod(np.full(_MOST_BYTES, 1_000_003, dtype=np.uint64))
    total = ((found.astype(np.uint64) + np.uint64(1)) * powers * (is_word & stem)).sum(axis=1)
    numbers: NDArray[np.uint64] = total.astype(np.uint64) << np.uint64(8)
    return numbers


def words_of(page: Page, row: int) -> frozenset[str]:
    """Return the words of an element's id, class and role in lower case."""
    return _words(page.data[page.byte_start[row] : page.inner_start[row]][:_MOST_RAW])


@lru_cache(maxsize=16_384)
def _words(raw: bytes) -> frozenset[str]:
    return split_words(b" ".join(_NAMED.findall(raw)).decode(errors="replace"))


@lru_cache(maxsize=16_384)
def split_words(text: str) -> frozenset[str]:
    """Return the words of a name like ``listItem-title``, in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(text))
