"""Counts over subtrees, in the notation of the literature.

All count visible text and visible elements only, and need two prefix sums over the page: O(n_rows).
Each returns int64 of shape (n_rows,), for the subtree of each row with the row itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page

    Counts = NDArray[np.int64]

__all__ = ["anchors", "link_chars", "paragraphs", "punctuation", "tags", "text_chars"]


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
