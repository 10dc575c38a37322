"""Blocks of a page: texts between block-level boundaries, as columns; captions, and the main region.

A block is one paragraph, heading, list item, table cell or menu entry. Blocks are numpy columns in document
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core import columns as core
from maintext._core.fields import find_captions, find_main_region
from maintext.html.tags import tag_id

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html.columns import Page

    Int = NDArray[np.int64]

__all__ = ["Blocks", "caption_texts", "find_blocks", "main_region_mask", "shown_rows"]

_FIGCAPTION = tag_id("figcaption")
_MOST_WORDS = 60  # of a caption; what is longer and called so is a card with its text


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Blocks of one page; arrays of shape (n_blocks,), int64.

    - ``row``: first text row.
    - ``last``: last text row.
    - ``element``: lowest element that holds both.
    - ``n_chars``, ``n_words``, ``n_punctuation``, ``n_digits``, ``n_cjk``: sums over the text rows of the
      block.
    - ``n_link_chars``: characters inside ``<a href>``.
    - ``of_row``: shape (n_rows,): block of each text row, −1 for all other rows.
    """

    row: Int
    last: Int
    element: Int
    n_chars: Int
    n_words: Int
    n_punctuation: Int
    n_digits: Int
    n_cjk: Int
    n_link_chars: Int
    of_row: Int

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self.row)


def find_blocks(page: Page, rows: NDArray[np.bool_] | None = None) -> Blocks:
    """Return the blocks of a page in document order. Cost O(n_rows).

    ``rows`` are the text rows to use, bool of shape (n_rows,); all visible ones by default.
    """
    chosen = ~page.is_hidden if rows is None else rows
    return Blocks(*core.find_blocks(page.columns, chosen.view(np.uint8)))


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


def shown_rows(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the rows that are not hidden, or in a hidden element with kept text; bool of shape (n_rows,)."""
    if not (kept & page.is_hidden).any():
        return ~page.is_hidden
    return ~page.is_hidden | page.inside(page.is_hidden & (page.subtree_sum(kept) > 0))
