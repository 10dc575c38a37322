"""Find kept texts that stand apart from their neighbours as what they are in is not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.html.styles import HIDDEN_STYLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["not_drawn_edges"]


def not_drawn_edges(page: Page, keep: Bool) -> Rows:
    """Return the kept texts that are the first in an element which is not drawn, or the first behind one.

    A space stands before them. What ``aria-hidden`` hides is drawn: it stands as close to its neighbours
    as the page writes it. Ascending, none where no hidden text is kept.
    """
    if not (keep & page.is_hidden).any():
        return np.zeros(0, dtype=np.int64)
    style = page.attribute("style")
    is_hidden = page.is_hidden[style.row]
    places = (column[is_hidden].tolist() for column in (style.row, style.start, style.end))
    styled = [
        row for row, start, end in zip(*places, strict=True) if HIDDEN_STYLE.search(page.data[start:end])
    ]
    roots = np.array([*page.attribute("hidden").row.tolist(), *styled], dtype=np.int64)
    roots = roots[page.is_hidden[roots]]
    texts = np.append(np.flatnonzero(keep), -1)
    first, behind = np.searchsorted(texts[:-1], roots), np.searchsorted(texts[:-1], page.end[roots])
    edges = np.unique(texts[np.concatenate((first, behind))[np.tile(behind > first, 2)]])
    return edges[edges >= 0]
