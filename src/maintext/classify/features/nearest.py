"""The nearest marked element around each row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["innermost"]


def innermost(page: Page, marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Row of the innermost marked element around each row, itself included; −1 for none.

    Parameters
    ----------
    page
        Any page.
    marked
        Elements, bool of shape (n_rows,).

    Returns
    -------
    int64, shape (n_rows,)
        Cost O(n_rows · log n_rows): a sort of the rows by the number of marked elements around.
    """
    n_rows = len(page)
    step = np.zeros(n_rows + 1, dtype=np.int32)
    step[:-1] = marked
    np.subtract.at(step, page.end[marked], 1)
    depth = np.cumsum(step[:-1])
    # Of the rows inside as many marked elements as this one, the last marked one is around it. In this
    # order they follow each other, and the first is always marked.
    order = np.argsort(depth, kind="stable")
    last = np.maximum.accumulate(np.where(marked[order], np.arange(n_rows), 0))
    found = np.empty(n_rows, dtype=np.int64)
    found[order] = order[last]
    found[depth == 0] = -1
    return found
