"""Blocks of a page: texts between block-level boundaries, as columns.

A block is one paragraph, heading, list item, table cell or menu entry. Blocks are numpy columns in document
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core import columns as core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html.columns import Page

    Int = NDArray[np.int64]

__all__ = ["Blocks", "find_blocks"]


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
