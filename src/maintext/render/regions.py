"""Kept text in subtrees, the main content, and attributes of elements with kept text."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.metadata.captions import caption_texts
from maintext.metadata.region import in_main_content
from maintext.page.tags import NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

    Bool = NDArray[np.bool_]
    Int = NDArray[np.int64]

__all__ = ["regions", "values"]

_KERNEL = compiled("regions")


def regions(page: Page, kept: Bool) -> tuple[Int, Bool, Bool]:
    """Return how many kept texts are in each subtree, what is in the main content, and which tags there are.

    Parameters
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): the kept text rows that are not blank.

    Returns
    -------
    n_kept, in_main
        int64 and bool of shape (n_rows,); see :func:`maintext.metadata.region.in_main_content`.
    tags
        Bool of shape (2, n_names): tags on the page, and tags of rows whose subtree has kept text.
    """
    if _KERNEL is not None:
        found: tuple[Int, Bool, Bool] = _KERNEL.of_kept(
            kept.view(np.uint8), (page.is_hidden | caption_texts(page)).view(np.uint8), page.tag, page.end,
            page.n_chars, len(NAMES),
        )  # fmt: skip
        return found
    n_kept = page.subtree_sum(kept)
    tags = np.zeros((2, len(NAMES)), dtype=np.bool_)
    tags[0, page.tag] = True
    tags[1, page.tag[n_kept > 0]] = True
    return n_kept, in_main_content(page, kept), tags


def values(page: Page, name: str, mask: Bool, n_kept: Int) -> dict[int, str]:
    """Return the values of an attribute by row, of rows with kept text and a tag in a mask.

    Cheaper than :meth:`maintext.page.Page.values`, which reads them on the whole page.
    """
    at = page.attribute(name)
    if not len(at.row):
        return {}
    if _KERNEL is not None:
        found: dict[int, str]
        found, escaped = _KERNEL.values(
            page.data, at.row, at.start, at.end, page.tag, mask.view(np.uint8), n_kept
        )
        found.update((row, html.unescape(found[row])) for row in escaped)
        return found
    chosen = mask[page.tag[at.row]] & (n_kept[at.row] > 0)
    places = (column[chosen].tolist() for column in (at.row, at.start, at.end))
    return {row: html.unescape(page.data[s:e].decode()) for row, s, e in zip(*places, strict=True)}
