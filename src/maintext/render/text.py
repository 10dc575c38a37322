"""Render a selection as plain text."""

from __future__ import annotations

import numpy as np

from maintext._core.text import assemble_text
from maintext.html import Page
from maintext.html.arrays import mark_rows
from maintext.html.blocks import shown_rows
from maintext.html.tags import tag_mask
from maintext.render.markup import CLOSING, WRITTEN
from maintext.render.regions import find_edges
from maintext.selection import Selection

__all__ = ["render_text"]

# The gap between two blocks, by the innermost of these elements around both. List items, table rows and
# lines of code are closer than paragraphs. A cell has paragraphs again, as tables also lay out pages.
_NOTHING, _PARAGRAPH, _TAB, _NEXT = 0, 3, 4, 5
_TIGHT, _LINE, _CELLS = (tag_mask(names.split()) for names in ("ul ol dl table select pre", "tr", "td th"))
_WRITTEN = WRITTEN.view(np.uint8)
_GAP_OF = np.select([_TIGHT, _LINE, _CELLS], [_NEXT, _TAB, _PARAGRAPH], _NOTHING).astype(np.uint8)
_NO_ROWS = np.zeros(0, dtype=np.uint8)


def render_text(page: Page, selection: Selection) -> str:
    """Return the kept text of a page.

    White space collapses as in browsers, except in ``<pre>``. An empty line separates paragraphs and
    headings, also within a table cell. List items and table rows stand on consecutive lines; a tab separates
    cells. Zero-width characters and soft hyphens are left out. A space replaces dropped visible text,
    except before closing punctuation, surrounds the text of an undrawn element, and parts a value from its
    label. Cost O(n_rows + n_characters).
    """
    keep = selection.keep.view(np.uint8)
    shown, edges = _NO_ROWS, find_edges(page, selection.keep)
    if (selection.keep & page.is_hidden).any():
        shown = shown_rows(page, selection.keep).view(np.uint8)
    parted = mark_rows(len(page), edges).view(np.uint8) if len(edges) else _NO_ROWS
    text: str = assemble_text(page.columns, keep, shown, parted, _GAP_OF, _WRITTEN, CLOSING)
    return text
