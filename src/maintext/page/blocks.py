"""Blocks of a page: the stretches of text between block-level boundaries, as columns.

A block is what a reader sees as one paragraph, heading, list item, cell or menu entry. Like the page,
blocks are numpy columns in document order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page.columns import Page

    Int = NDArray[np.int64]

__all__ = ["Blocks", "find_blocks"]

_KERNEL = compiled("blocks")


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Blocks of one page; arrays of shape (n_blocks,), int64.

    Attributes
    ----------
    row
        First text row.
    last
        Last text row.
    element
        Lowest element that holds both.
    n_chars, n_words, n_punctuation, n_digits, n_cjk
        Sums over the text rows of the block.
    n_link_chars
        Characters inside ``<a href>``.
    of_row
        Shape (n_rows,): block of each text row, −1 for all other rows.
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
        """Number of blocks."""
        return len(self.row)


def find_blocks(page: Page, rows: NDArray[np.bool_] | None = None) -> Blocks:
    """Return the blocks of a page in document order. Cost O(n_rows).

    Parameters
    ----------
    page
        The page.
    rows
        The text rows to look at, bool of shape (n_rows,); all visible ones by default.
    """
    chosen = ~page.is_hidden if rows is None else rows
    if _KERNEL is not None:
        columns = _KERNEL.find(
            chosen.view(np.uint8), page.block, page.parent, page.end, page.is_link.view(np.uint8),
            page.n_chars, page.n_words, page.n_punctuation, page.n_digits, page.n_cjk,
        )  # fmt: skip
        return Blocks(*columns)
    visible = np.flatnonzero((page.n_chars > 0) & chosen)
    number = page.block[visible].astype(np.int64)
    begins = np.ones(len(visible), dtype=np.bool_)
    begins[1:] = number[1:] != number[:-1]
    first = np.flatnonzero(begins)
    row = visible[first]
    last = visible[np.append(first[1:], len(visible)) - 1] if len(first) else row
    of_row = np.full(len(page), -1, dtype=np.int64)
    of_row[visible] = np.cumsum(begins) - 1

    def total(column: NDArray[np.int32]) -> Int:
        return np.add.reduceat(column[visible].astype(np.int64), first) if len(first) else row

    return Blocks(
        row=row,
        last=last,
        element=_holders(page, row, last),
        n_chars=total(page.n_chars),
        n_words=total(page.n_words),
        n_punctuation=total(page.n_punctuation),
        n_digits=total(page.n_digits),
        n_cjk=total(page.n_cjk),
        n_link_chars=total(page.n_chars * page.is_link),
        of_row=of_row,
    )


def _holders(page: Page, row: Int, last: Int) -> Int:
    """Lowest elements that hold each pair of rows."""
    holder = page.parent[row].astype(np.int64)
    while len(outside := np.flatnonzero(page.end[holder] <= last)):
        holder[outside] = page.parent[holder[outside]]
    return holder
