"""Counts over subtrees, in the notation of the literature, and the innermost marked element.

Counts take visible text and visible elements only. Each returns int64 of shape (n_rows,): the count in the
subtree of each row, the row itself included. Cost O(n_rows).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page

Counts = NDArray[np.int64]

__all__ = ["anchors", "innermost", "link_chars", "paragraphs", "punctuation", "tags", "text_chars"]


def text_chars(page: Page) -> Counts:
    """T(i): characters of text, white space not counted."""
    return page.subtree_sum(page.n_chars * ~page.is_hidden)


def link_chars(page: Page) -> Counts:
    """LT(i): characters of text inside ``<a href>``."""
    return page.subtree_sum(page.n_chars * (page.is_link & ~page.is_hidden))


def tags(page: Page) -> Counts:
    """TG(i): elements."""
    return page.subtree_sum(~page.is_text & ~page.is_hidden)


def anchors(page: Page) -> Counts:
    """LTG(i): ``<a href>`` elements."""
    return page.subtree_sum(page.is_anchor & ~page.is_hidden)


def punctuation(page: Page) -> Counts:
    """Sb(i): punctuation marks, ASCII and full-width."""
    return page.subtree_sum(page.n_punctuation * ~page.is_hidden)


def paragraphs(page: Page) -> Counts:
    """P(i): ``<p>`` elements."""
    return page.subtree_sum(page.is_tag(("p",)) & ~page.is_hidden)


def innermost(page: Page, marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the row of the innermost marked element around each row, itself included; −1 for none.

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
