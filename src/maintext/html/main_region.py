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
    """Return a mask of the texts in a ``<figcaption>`` or in an element with a caption class.

    A caption class contains ``caption`` or ``Caption``; its element has at most 60 words. Bool of shape
    (n_rows,), cached for the page. Cost O(n_rows + n_attributes).
    """
    return page.cached(_read_captions)


def _read_captions(page: Page) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = find_captions(page.columns, _FIGCAPTION, _MOST_WORDS)
    return found


def main_region_mask(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of all rows in the main content, rows without text included.

    A row counts between two kept texts with no other visible text between them, in an element whose visible
    text is all kept, or right before a kept text in the element that holds all of them. Captions that are not
    kept do not count as text, so that their picture stays.

    - ``kept``: bool of shape (n_rows,): the text rows of the main content.

    Returns
    -------
    bool, shape (n_rows,)
        All False if nothing is kept. Cost O(n_rows).
    """
    captions = caption_texts(page).view(np.uint8)
    found: NDArray[np.bool_] = find_main_region(
        page.columns, np.ascontiguousarray(kept).view(np.uint8), captions
    )
    return found
