"""Fragments: markup of a text alone, as feeds, editors, Markdown and other cleaners give it."""

from __future__ import annotations

import numpy as np

from maintext.classify.features.names import BOILERPLATE_NAMES, rows_named
from maintext.html import Page
from maintext.html.arrays import Bool, Float, mark_ranges, running_sum
from maintext.html.blocks import Blocks
from maintext.html.tags import tag_mask

__all__ = ["complete_fragment", "is_fragment"]

# Every document has a title; the others are navigation and controls.
_OF_PAGES = tag_mask(
    """title nav footer aside menu dialog form input button select textarea frame frameset""".split()
)
_CELL, _CODE = tag_mask(("td", "th")), tag_mask(("pre", "code", "span"))
_LISTS = tag_mask(("ul", "ol"))
_MAX_CLASSED, _MAX_LINKED = 0.1, 0.5  # shares of the elements and of the characters
_MIN_PROBABILITY, _MIN_OF_LINK = 0.1, 0.25  # of a block, and of one that is all link


def is_fragment(page: Page, blocks: Blocks) -> bool:
    """Return True for markup without a page around its text; it has a block at least.

    It has no title, no navigation and no controls, hardly a class but those of code, no table in a table, no
    name of boilerplate. It does not begin with a link, and most of it is not linked.
    Cost O(n_rows) without a title, else O(1).
    """
    if page.has_tag(_OF_PAGES):
        return False
    n_classed = np.count_nonzero(~_CODE[page.tag[page.attribute("class").row]])
    is_cell = page.tagged(_CELL)
    return bool(
        n_classed <= _MAX_CLASSED * np.count_nonzero(~page.is_text)
        and blocks.n_link_chars.sum() <= _MAX_LINKED * blocks.n_chars.sum()
        and blocks.n_link_chars[0] < blocks.n_chars[0]
        and not page.inside(is_cell)[page.parent[is_cell]].any()
        and not rows_named(page, BOILERPLATE_NAMES).any()
    )


def complete_fragment(page: Page, blocks: Blocks, probability: Float) -> Bool:
    """Return the shown blocks of a fragment whose probability is enough there.

    A block that is all link may be one of a menu, and needs more; not so in a list that is mostly text.
    ``probability`` and the result are of shape (n_blocks,).
    """
    n_chars, n_linked = running_sum(blocks.n_chars), running_sum(blocks.n_link_chars)
    lists = page.tagged(_LISTS).nonzero()[0]
    start, end = np.searchsorted(blocks.row, (lists, page.end[lists]))
    is_text = n_linked[end] - n_linked[start] <= _MAX_LINKED * (n_chars[end] - n_chars[start])
    is_item = mark_ranges(len(blocks), zip(start[is_text], end[is_text], strict=True))
    may_be_menu = (blocks.n_link_chars == blocks.n_chars) & ~is_item
    needed = np.where(may_be_menu, _MIN_OF_LINK, _MIN_PROBABILITY)
    return (probability >= needed) & ~page.is_hidden[blocks.row]
