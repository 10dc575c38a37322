"""Texts that tell what a picture shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext._core.fields import find_captions
from maintext.html.tags import tag_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["caption_texts"]

_FIGCAPTION = tag_id("figcaption")
_MOST_WORDS = 60  # of a caption; what is longer and called so is a card with its text


def caption_texts(page: Page) -> NDArray[np.bool_]:
    """Tell which texts stand in a ``<figcaption>``, or in an element with a class that holds ``caption``.

    The class may have ``Caption`` too. Such an element has at most 60 words. Bool of shape (n_rows,). Made
    once a page; cost O(n_rows + n_attributes).
    """
    return page.cached(_found)


def _found(page: Page) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = find_captions(page.columns, _FIGCAPTION, _MOST_WORDS)
    return found
