"""Texts that tell what a picture shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["caption_texts"]

_FIGCAPTION = tag_mask(("figcaption",))
_NAMED = re.compile(b"aption")  # and before it a c, small or capital: a search for one string is fast
_MOST_WORDS = 60  # of a caption; what is longer and called so is a card with its text


def caption_texts(page: Page) -> NDArray[np.bool_]:
    """Tell which texts stand in a ``<figcaption>``, or in an element with a class that holds ``caption``.

    The class may have ``Caption`` too. Such an element has at most 60 words. Bool of shape (n_rows,). Made
    once a page; cost O(n_rows) where the page has captions, else one search of its bytes.
    """
    return page.once(_found)


def _found(page: Page) -> NDArray[np.bool_]:
    places = np.array([match.start() - 1 for match in _NAMED.finditer(page.data)], dtype=np.int64)
    places = places[np.frombuffer(page.data, dtype=np.uint8)[places] | 0x20 == ord("c")]
    if not len(places):
        return np.zeros(len(page), dtype=np.bool_)
    at = page.attribute("class")
    of_class = np.searchsorted(at.start, places, side="right") - 1
    behind = np.concatenate((at.end, [0]))  # of places before the first class, which are in none
    is_one = _FIGCAPTION[page.tag]
    is_one[at.row[of_class[places < behind[of_class]]]] = True
    is_one &= page.subtree_sum(page.n_words) <= _MOST_WORDS
    found: NDArray[np.bool_] = page.inside(is_one) & page.is_text
    return found
