"""Selection to plain text: blocks apart, lines as the page breaks them."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import tag_ids

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["render_text"]

_SPACES = re.compile(r"[\s\u200b\u2060\ufeff]+")
_TIGHT = tag_ids(("ul", "ol", "dl", "table", "select"))
_ROW = tag_ids(("tr",))


def render_text(page: Page, selection: Selection) -> str:
    """Return the kept text of a page.

    White space is collapsed as browsers do, but kept in ``<pre>``. Paragraphs and headings are set
    apart by an empty line; items of a list and rows of a table stand on neighbouring lines, cells of
    a row are set apart by a tab. No white space at either end.
    """
    rows = np.flatnonzero(selection.keep & (page.block >= 0))
    if len(rows) == 0:
        return ""
    as_written = page.inside(page.is_tag(("pre", "listing", "xmp", "plaintext", "textarea")))
    parts: list[str] = []
    before = -1
    for _, group in groupby(rows.tolist(), key=page.block.__getitem__):
        block = list(group)
        text = _block_text(page, block, as_written=bool(as_written[block[0]]))
        if text:
            parts += [_gap(page, before, block[0]), text] if before >= 0 else [text]
            before = block[-1]
    return "".join(parts)


def _block_text(page: Page, rows: list[int], *, as_written: bool) -> str:
    lines = ("".join(map(page.row_text, line)) for _, line in groupby(rows, key=page.line.__getitem__))
    if as_written:
        return "\n".join(lines).strip("\n").rstrip()
    collapsed = (_SPACES.sub(" ", line).strip() for line in lines)
    return "\n".join(line for line in collapsed if line)


def _gap(page: Page, before: int, after: int) -> str:
    """What stands between two blocks that end and begin with these text rows."""
    if (row := _nearest(page, before, _ROW)) >= 0 and row == _nearest(page, after, _ROW):
        return "\t"
    if (group := _nearest(page, before, _TIGHT)) >= 0 and page.end[group] > after:
        return "\n"
    if (group := _nearest(page, after, _TIGHT)) >= 0 and group < before:
        return "\n"
    return "\n\n"


def _nearest(page: Page, row: int, tags: frozenset[int]) -> int:
    """The nearest ancestor with one of the tags, −1 for none."""
    while row >= 0 and page.tag[row] not in tags:
        row = int(page.parent[row])
    return row
