"""Which rows belong to the main content although they hold no text: pictures, players, whole tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext._core.fields import find_main_region
from maintext.metadata.captions import caption_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["main_region_mask"]


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
