"""What stands where: a key per text, equal on two pages for the same text at the same place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.sites.template.tree import family, hashed, labels, levels, mixed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.classify.features.context import BlockContext
    from maintext.html import Page

    Key = NDArray[np.uint64]

__all__ = ["PLACES", "block_keys", "page_title", "place_keys", "row_keys"]

PLACES = ("path", "position", "anywhere")
"""When two texts are at the same place: below elements with the same names and classes, at the same
position below each of them (elements and texts that are not blank are counted), or always."""


def place_keys(page: Page, place: str) -> Key:
    """Return a number per row, equal for rows at the same place of two pages, uint64 of shape (n_rows,).

    Of ``place`` see :data:`PLACES`. A text row is where its parent is, but with ``position`` it has a
    place of its own. Blank texts have none that means anything.
    """
    key = np.zeros(len(page), dtype=np.uint64)
    if place == "anywhere" or not len(page):
        return key
    if place == "position":
        rows = np.flatnonzero(~page.is_text | (page.n_chars > 0))
        key[rows] = mixed(family(page, rows)[1].astype(np.uint64))
    else:
        rows = np.flatnonzero(~page.is_text)
        key[rows] = labels(page, rows, "class")
    for at in levels(page.depth):
        key[at] = mixed(mixed(key[page.parent[at]]) + key[at])
    return key


def row_keys(page: Page, rows: NDArray[np.int64], place: str) -> Key:
    """Return a key per text row for its text (white space collapsed) at its place."""
    texts = hashed(" ".join(page.row_text(row).split()) for row in rows.tolist())
    return mixed(mixed(place_keys(page, place)[rows]) ^ texts)


def block_keys(scene: BlockContext) -> Key:
    """Return a key per block for its text (lower case) below the elements it stands in."""
    return mixed(mixed(place_keys(scene.page, "path")[scene.blocks.element]) ^ hashed(scene.texts))


def page_title(page: Page) -> str:
    """Text of the page's ``title`` element, white space collapsed; ``""`` for none."""
    found = np.flatnonzero(page.is_tag(("title",)))
    return " ".join(page.row_text(int(found[0])).split()) if len(found) else ""
