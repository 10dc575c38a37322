"""What of a page is kept, shown and in the main region: the columns that every output form starts from."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.markup import attribute_values, find_regions
from maintext.html.tags import HIDDEN_STYLE, NAMES, tag_id
from maintext.metadata.captions import caption_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]
    Int = NDArray[np.int32]
    Rows = NDArray[np.int64]

__all__ = ["Regions", "find_undrawn_edges", "read_kept_values", "regions_of", "shown_rows"]

_BR = tag_id("br")


@dataclass(frozen=True, slots=True)
class Regions:
    """What every form of one selection of a page is made from.

    Attributes
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): kept text rows that are not blank.
    shown
        Bool of shape (n_rows,): rows that are not hidden, or in a hidden element with kept text.
    in_main
        Bool of shape (n_rows,): see :func:`maintext.metadata.region.main_region_mask`.
    n_kept
        int32 of shape (n_rows,): how many kept texts are in each subtree.
    tags
        Bool of shape (2, n_names): tags on the page, and tags of rows whose subtree has kept text.
    begins
        Kept texts that begin a line within a block where no ``<br>`` does but a style, ascending.
    edges
        Kept texts before which a space stands, as what they are in is not drawn, ascending.
    """

    page: Page
    kept: Bool
    shown: Bool
    in_main: Bool
    n_kept: Int
    tags: Bool
    begins: list[int]
    edges: list[int]


def regions_of(page: Page, selection: Selection) -> Regions:
    """Return what every form of a selection is made from. Cost O(n_rows)."""
    captions = caption_texts(page).view(np.uint8)
    *found, begins, has_hidden = find_regions(
        page.columns, selection.keep.view(np.uint8), captions, _BR, len(NAMES)
    )
    kept, shown, in_main, n_kept, tags = found
    edges = find_undrawn_edges(page, kept).tolist() if has_hidden else []
    return Regions(page, kept, shown, in_main, n_kept, tags, begins, edges)


def read_kept_values(page: Page, name: str, mask: Bool, n_kept: Int) -> dict[int, str]:
    """Return the values of an attribute by row, of rows with kept text and a tag in a mask.

    Cheaper than :meth:`maintext.html.Page.values`, which reads them on the whole page.
    """
    at = page.attribute(name)
    if not len(at.row):
        return {}
    found: dict[int, str]
    found, escaped = attribute_values(page.columns, at.row, at.start, at.end, mask.view(np.uint8), n_kept)
    found.update((row, html.unescape(found[row])) for row in escaped)
    return found


def shown_rows(page: Page, kept: Bool) -> Bool:
    """Return the rows that are not hidden, and those in a hidden element with kept text."""
    if not (kept & page.is_hidden).any():
        return ~page.is_hidden
    return ~page.is_hidden | page.inside(page.is_hidden & (page.subtree_sum(kept) > 0))


def find_undrawn_edges(page: Page, keep: Bool) -> Rows:
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
