"""Texts that tell what a picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext._core.markup import values_with_caption
from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["caption_texts"]

_FIGCAPTION = tag_mask(("figcaption",))
_MOST_WORDS = 60  # of a caption; what is longer and called so is a card with its text


def caption_texts(page: Page) -> NDArray[np.bool_]:
    """Tell which texts stand in a ``<figcaption>``, or in an element with a class that holds ``caption``.

    The class may have ``Caption`` too. Such an element has at most 60 words. Bool of shape (n_rows,). Made
    once a page; cost O(n_rows) where the page has captions, else one search of its classes.
    """
    return page.once(_found)


def _found(page: Page) -> NDArray[np.bool_]:
    at = page.attribute("class")
    named = values_with_caption(page.data, at.start, at.end)
    is_one = _FIGCAPTION[page.tag]
    if not named and not is_one.any():
        return is_one
    is_one[at.row[named]] = True
    is_one &= page.subtree_sum(page.n_words) <= _MOST_WORDS
    found: NDArray[np.bool_] = page.inside(is_one) & page.is_text
    return found
