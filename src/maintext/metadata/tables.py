"""Tables of the main content as rows and columns, spans resolved.

Source: HTML Living Standard, 4.9.12.1 (forming a table).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["Table", "find_tables"]

_MAX_TABLES = 100
_MAX_CELLS = 20_000  # of one table with its spans; a page can claim a thousand columns in a few bytes
_MAX_SPAN = 1_000  # what HTML allows for colspan
_MAX_DEPTH = 64


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the main content.

    Attributes
    ----------
    rows
        Texts of the cells, line by line; all lines have the same number of cells. A cell that spans
        several columns or lines stands in each of them.
    n_header_rows
        Lines at the top that are headings of columns.
    caption
        Text of the ``<caption>``, ``""`` for none.
    row
        Row of the ``<table>`` element on the page.
    """

    rows: tuple[tuple[str, ...], ...]
    n_header_rows: int
    caption: str
    row: int


def find_tables(page: Page, kept: NDArray[np.bool_]) -> list[Table]:
    """Return the tables with kept text in at least two lines or columns, in page order.

    Tables around other tables only arrange the page, and are left out. Cost O(n_rows), and O(cells).
    """
    n_kept = page.subtree_sum(kept & (page.n_chars > 0))
    is_table = page.is_tag(("table",))
    n_tables = page.subtree_sum(is_table)
    found = [
        _table(page, row) for row in np.flatnonzero(is_table & (n_kept > 0) & (n_tables == 1))[:_MAX_TABLES]
    ]
    return [table for table in found if len(table.rows) > 1 and len(table.rows[0]) > 1]


def _table(page: Page, row: int) -> Table:
    start, end = int(row), int(page.end[row])
    inside = slice(start, end)
    lines = start + np.flatnonzero(page.is_tag(("tr",))[inside])
    cells = start + np.flatnonzero(page.is_tag(("td", "th"))[inside])
    captions = start + np.flatnonzero(page.is_tag(("caption",))[inside])
    caption = " ".join(page.row_text(int(captions[0])).split()) if len(captions) else ""
    # Each cell belongs to the last line that begins before it.
    owner = np.searchsorted(lines, cells, side="right") - 1
    by_line: list[list[int]] = [[] for _ in lines]
    for cell, line in zip(cells.tolist(), owner.tolist(), strict=True):
        if line >= 0:
            by_line[line].append(cell)
    grid = _grid(page, by_line)
    return Table(grid, _header_rows(page, by_line), caption, start)


def _grid(page: Page, by_line: list[list[int]]) -> tuple[tuple[str, ...], ...]:
    """Place every cell into all columns and lines that it spans; lines are filled up to equal length."""
    places: dict[tuple[int, int], str] = {}
    n_lines = len(by_line)
    for y, cells in enumerate(by_line):
        x = 0
        for cell in cells:
            if len(places) >= _MAX_CELLS:
                break
            while (y, x) in places:
                x += 1
            width, height = _spans(page, cell)
            height = min(height, n_lines - y, max(1, _MAX_CELLS // width))
            text = _cell_text(page, cell)
            places.update({(y + dy, x + dx): text for dy in range(height) for dx in range(width)})
            x += width
    n_columns = max((x for _, x in places), default=-1) + 1
    n_lines = min(n_lines, _MAX_CELLS // max(n_columns, 1))
    rows = (tuple(places.get((y, x), "") for x in range(n_columns)) for y in range(n_lines))
    return tuple(row for row in rows if any(row))


def _spans(page: Page, cell: int) -> tuple[int, int]:
    """Columns and lines that a cell takes; a rowspan of 0 is all that follow."""
    attributes = page.attributes(cell)
    width = _span(attributes.get("colspan", ""))
    height = attributes.get("rowspan", "").strip()
    return max(width, 1), _MAX_SPAN * 66 if height == "0" else max(_span(height), 1)


def _span(text: str) -> int:
    digits = text.strip()[:20]
    return min(int(digits), _MAX_SPAN) if digits.isascii() and digits.isdigit() else 1


def _cell_text(page: Page, cell: int) -> str:
    rows = cell + np.flatnonzero((page.is_text & ~page.is_hidden)[cell : page.end[cell]])
    pieces: list[str] = []
    line = -1
    for row in rows.tolist():
        if page.line[row] != line and pieces:
            pieces.append(" ")
        line = int(page.line[row])
        pieces.append(page.row_text(row))
    return " ".join("".join(pieces).split())


def _header_rows(page: Page, by_line: list[list[int]]) -> int:
    """Number of lines at the top with headings only, or in ``<thead>``."""
    for y, cells in enumerate(by_line):
        in_head = bool(cells) and page.name(int(page.parent[page.parent[cells[0]]])) == "thead"
        if not in_head and not (cells and all(page.name(cell) == "th" for cell in cells)):
            return y
    return len(by_line)
