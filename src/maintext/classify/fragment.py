"""Fragments: markup of a text alone, as feeds, editors, Markdown and other cleaners give it."""

from __future__ import annotations

import numpy as np

from maintext.classify.features.names import BOILERPLATE_NAMES, rows_named
from maintext.html import Page
from maintext.html.blocks import Blocks
from maintext.html.tags import tag_mask

__all__ = ["is_fragment"]

# Every document has a title; the others are navigation and controls.
_OF_PAGES = tag_mask(
    """title nav footer aside menu dialog form input button select textarea frame frameset""".split()
)
_CELL, _CODE = tag_mask(("td", "th")), tag_mask(("pre", "code", "span"))
_MAX_CLASSED, _MAX_LINKED = 0.1, 0.5  # shares of the elements and of the characters


def is_fragment(page: Page, blocks: Blocks) -> bool:
    """Return True for markup without a page around its text; it has a block at least.

    It has no title, no navigation and no controls, hardly a class but those of code, no table in a table, no
    name of boilerplate. It does not begin with a link, and most of it is not linked.
    Cost O(n_rows) without a title, else O(1).
    """
    if page.has_tag(_OF_PAGES):
        return False
    n_classed = np.count_nonzero(~_CODE[page.tag[page.attribute("class").row]])
    is_cell = _CELL.take(page.tag)
    return bool(
        n_classed <= _MAX_CLASSED * np.count_nonzero(~page.is_text)
        and blocks.n_link_chars.sum() <= _MAX_LINKED * blocks.n_chars.sum()
        and blocks.n_link_chars[0] < blocks.n_chars[0]
        and not page.inside(is_cell)[page.parent[is_cell]].any()
        and not rows_named(page, BOILERPLATE_NAMES).any()
    )
