"""Find the rows of the main content that hold no text, and the captions in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext._core.fields import find_captions, find_main_region
from maintext.html.tags import tag_id

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["caption_texts", "main_region_mask"]

_FIGCAPTION = tag_id("figcaption")
_MOST_WORDS = 60  # of a caption; what is longer and called so is a card with its text


def caption_texts(page: Page) -> NDArray[np.bool_]:
    """Tell which texts stand in a ``<figcaption>``, or in an element with a class that holds ``caption``.

    The class may have ``Caption`` too. Such an element has at most 60 words. Bool of shape (n_rows,). Made
    once a page; cost O(n_rows + n_attributes).
    """
    return page.once(_read_captions)


def _read_captions(page: Page) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = find_captions(page.columns, _FIGCAPTION, _MOST_WORDS)
    return found


def main_region_mask(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for every row whether it stands in the main content.

    True between two kept texts with no other visible text in between, in an element all of whose
    visible text is kept, and right before a kept text in the element that holds all of them. Captions that
    are not kept are no text here: the picture stays.

    Parameters
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): the text rows of the main content.

    Returns
    -------
    bool, shape (n_rows,)
        All False where nothing is kept. Cost O(n_rows).
    """
    captions = caption_texts(page).view(np.uint8)
    found: NDArray[np.bool_] = find_main_region(
        page.columns, np.ascontiguousarray(kept).view(np.uint8), captions
    )
    return found
