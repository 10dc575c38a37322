"""Selection to plain text: blocks apart, lines as the page breaks them."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np

from maintext.render.markup import nearest, shown_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["render_text"]

# Pages use these as spaces; str.split knows only those of Unicode.
_ZERO_WIDTH = ("\u200b", "\u2060", "\ufeff")
# Parts whose blocks stand closer than paragraphs; in a cell they are paragraphs again, as pages are laid
# out in tables too.
_TIGHT = ("ul", "ol", "dl", "table", "select")
_CELLS = ("td", "th")


def render_text(page: Page, selection: Selection) -> str:
    """Return the kept text of a page.

    White space is collapsed as browsers do, but kept in ``<pre>``. Paragraphs and headings are set
    apart by an empty line, in a table's cell too; items of a list and rows of a table stand on
    neighbouring lines, cells of a row are set apart by a tab. No white space at either end.
    """
    rows = np.flatnonzero(selection.keep & (page.block >= 0))
    if len(rows) == 0:
        return ""
    layout = _Layout(page, shown_rows(page, selection.keep))
    parts: list[str] = []
    before = -1
    for _, group in groupby(rows.tolist(), key=page.block.__getitem__):
        block = list(group)
        text = layout.block_text(block)
        if text:
            parts += [layout.gap(before, block[0]), text] if before >= 0 else [text]
            before = block[-1]
    return "".join(parts)


class _Layout:
    """What stands between the texts of a page."""

    def __init__(self, page: Page, shown: NDArray[np.bool_]) -> None:
        self.page = page
        self.as_written = page.inside(page.is_tag(("pre", "listing", "xmp", "plaintext", "textarea")))
        self.place = np.cumsum(page.is_text & shown)
        self.part = nearest(page, (*_TIGHT, "tr", *_CELLS))

    def block_text(self, rows: list[int]) -> str:
        """Text of a block, of which these rows are kept."""
        lines = (self.line_text(list(line)) for _, line in groupby(rows, key=self.page.line.__getitem__))
        if self.as_written[rows[0]]:
            return "\n".join(lines).strip("\n").rstrip()
        collapsed = map(_collapsed, lines)
        return "\n".join(line for line in collapsed if line)

    def line_text(self, rows: list[int]) -> str:
        """Text of a line; words with a dropped text between them stay apart."""
        parts = [self.page.row_text(rows[0])]
        for before, row in pairwise(rows):
            parts += ["" if self.place[row] == self.place[before] + 1 else " ", self.page.row_text(row)]
        return "".join(parts)

    def gap(self, before: int, after: int) -> str:
        """What stands between two blocks that end and begin with these text rows."""
        part = self.part[before]
        while part >= 0 and self.page.end[part] <= after:
            part = self.part[self.page.parent[part]]
        name = self.page.name(int(part)) if part >= 0 else ""
        return "\t" if name == "tr" else "\n" if name in _TIGHT else "\n\n"


def _collapsed(line: str) -> str:
    for mark in _ZERO_WIDTH:
        line = line.replace(mark, " ")
    return " ".join(line.split())
