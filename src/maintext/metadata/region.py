"""Which rows belong to the main content although they hold no text: pictures, players, whole tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.captions import caption_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["in_main_content"]


def in_main_content(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
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
    solid = page.is_text & (page.n_chars > 0)
    kept = kept & solid
    if not kept.any():
        return np.zeros(len(page), dtype=np.bool_)
    visible = solid & (kept | ~(page.is_hidden | caption_texts(page)))
    places = np.flatnonzero(visible)
    is_kept = np.concatenate(([False], kept[places], [False]))
    n_before = np.concatenate(([0], np.cumsum(visible)))
    before_kept = is_kept[n_before[:-1]]
    after_kept = is_kept[n_before[page.end] + 1]
    n_visible = n_before[page.end] - n_before[:-1]
    all_kept = (n_visible > 0) & (page.subtree_sum(kept) == n_visible) & ~page.is_text
    inside: NDArray[np.bool_] = (before_kept & after_kept) | page.inside(all_kept)
    holder = _holder(page, kept)
    at = np.arange(len(page))
    is_held = (at >= holder) & (at < page.end[holder])
    found: NDArray[np.bool_] = inside | (after_kept & is_held)
    return found


def _holder(page: Page, kept: NDArray[np.bool_]) -> int:
    """Row of the lowest element that holds all kept texts."""
    rows = np.flatnonzero(kept)
    first, last = int(rows[0]), int(rows[-1])
    # Elements around the first text that reach beyond the last one; the last of them is the lowest.
    around = np.flatnonzero((page.end[:first] > last) & (page.end[:first] > first))
    return int(around[-1]) if len(around) else 0
