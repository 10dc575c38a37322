"""What parts two kept texts without an element between them that does: lines by style, texts not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.page.styles import HIDDEN_STYLE
from maintext.page.tags import tag_id

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["line_begins", "not_drawn_edges"]

_BR = tag_id("br")


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


def line_begins(page: Page, kept: Bool) -> Rows:
    """Return the kept texts that begin a line within a block, where no ``<br>`` does but a style.

    Ascending. Cost O(n_rows).
    """
    texts = np.flatnonzero(kept)
    before, after = texts[:-1], texts[1:]
    parted = (page.line[before] != page.line[after]) & (page.block[before] == page.block[after])
    if parted.any():
        n_breaks = np.cumsum(page.tag == _BR)
        parted &= n_breaks[before] == n_breaks[after]
    found: Rows = after[parted]
    return found
