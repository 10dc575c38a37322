"""Edit tables for Markdown: layout tables, spans and blocks in cells.

A GitHub table is a grid of single lines. So empty cells follow cells that span others, and ``<br>``
separates paragraphs and list items in a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.context import RenderContext
    from maintext.render.markup import Edits

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["CELL_BREAK", "edit_tables"]

CELL_BREAK = "\x06"  # stands for <br> in a cell until Markdown is made; no page has this character
_TABLE, _CELL, _HEAD, _TR = tag_mask(("table",)), tag_mask(("td", "th")), tag_mask(("th",)), tag_mask(("tr",))
_PARTS = tag_mask(("caption", "thead", "tbody", "tfoot", "tr", "td", "th"))
# What cannot stand in a line: a table around one of these lays out the page.
_BIG = tag_mask("h1 h2 h3 h4 h5 h6 pre blockquote table figure article section form".split())
_ITEM, _BR = tag_mask(("li",)), tag_mask(("br",))
_IN_CELL = tag_mask("p div li ul ol dl dt dd br center address".split())
_MANY_BLOCKS = 3  # paragraphs in one cell, of a table that names no headings
_MAX_SPAN = 1_000  # what HTML allows for colspan
_MAX_EMPTY = 5_000  # cells added to one table where cells span others
_MAX_PADDING = 4  # cells added at the ends of lines, for each cell of the table


def edit_tables(context: RenderContext, edits: Edits, code: Bool | None) -> None:
    """Write layout tables as blocks, and other tables as plain grids.

    ``code`` is the row mask of code blocks, whose tables stay as they are; None for none.
    """
    page, n_kept = context.page, context.n_kept
    tables = context.rows(_TABLE)
    if code is not None:
        tables = tables[~code[tables]]
    if not len(tables):
        return
    # The innermost table around each row: in pre-order an inner one comes later and overwrites the outer.
    table = np.full(len(page), -1, dtype=np.int64)
    for row in np.flatnonzero(_TABLE[page.tag]).tolist():
        table[row : page.end[row]] = row
    n_blocks = _count_blocks(page, context.kept)
    n_big = page.subtree_sum(_BIG[page.tag] & (n_kept > 0) & page.inside(_CELL[page.tag]))
    for row in tables.tolist():
        own = row + np.flatnonzero(
            (table[row : page.end[row]] == row) & _PARTS[page.tag[row : page.end[row]]]
        )
        cells = own[_CELL[page.tag[own]] & (n_kept[own] > 0)]
        if _is_layout(page, row, cells, n_big, n_blocks):
            for part in [row, *own[n_kept[own] > 0].tolist()]:
                edits.rename(part, "<div>", "</div>")
        else:
            _edit_grid(page, own, edits, n_kept)


def _count_blocks(page: Page, kept: Bool) -> NDArray[np.int64]:
    """Count the kept blocks that begin in each subtree, list items excluded."""
    texts = np.flatnonzero(kept)
    begins = np.zeros(len(page), dtype=np.bool_)
    begins[texts[np.unique(page.block[texts], return_index=True)[1]]] = True
    begins &= ~page.inside(_ITEM[page.tag])
    return page.subtree_sum(begins)


def _is_layout(
    page: Page, row: int, cells: NDArray[np.int64], n_big: NDArray[np.int64], n_blocks: NDArray[np.int64]
) -> bool:
    if len(cells) <= 1 or page.attributes(row).get("role", "").strip() in {"presentation", "none"}:
        return True
    if n_big[cells].any():
        return True
    if _HEAD[page.tag[cells]].any():
        return False
    is_column = len(np.unique(page.parent[cells])) == len(cells)
    return is_column or bool((n_blocks[cells] >= _MANY_BLOCKS).any())


def _edit_grid(page: Page, own: NDArray[np.int64], edits: Edits, n_kept: NDArray[np.int32]) -> None:
    """Write plain cells, and empty ones for spans and short lines."""
    lines = own[_TR[page.tag[own]] & (n_kept[own] > 0)].tolist()
    edits.whole.update(dict.fromkeys(own[_TR[page.tag[own]] & (n_kept[own] == 0)].tolist(), ""))
    # A method may keep text of a hidden table, whose cells are all hidden.
    cells = own[_CELL[page.tag[own]] & (~page.is_hidden[own] | page.is_hidden[own[0]])]
    by_line: dict[int, list[tuple[int, list[int] | None]]] = {line: [] for line in lines}
    in_cells = _blocks_of_cells(page, cells, n_kept)
    for cell, line, blocks in zip(cells.tolist(), page.parent[cells].tolist(), in_cells, strict=True):
        if line in by_line:
            by_line[line].append((cell, blocks))
    taken: dict[int, int] = {}  # column → lines in which a cell from above still takes it
    n_columns: dict[int, int] = {}
    limit = _MAX_EMPTY
    for line in lines:
        column = 0
        for cell, blocks in by_line[line]:
            before = _count_taken(taken, column)
            width, height = _read_spans(page, cell, max(1, limit))
            limit -= before + width - 1
            _edit_cell(page, cell, edits, before, width, blocks)
            column += before
            if height > 1:
                taken.update(dict.fromkeys(range(column, column + width), height))
            column += width
        n_columns[line] = column
        taken = {at: left - 1 for at, left in taken.items() if left > 1}
    _pad_lines(lines, n_columns, _MAX_EMPTY + _MAX_PADDING * len(cells), edits)


def _pad_lines(lines: list[int], n_columns: dict[int, int], limit: int, edits: Edits) -> None:
    """Pad all lines to the widest, or only the first line if that adds too many cells."""
    widest = max(n_columns.values(), default=0)
    if widest * len(lines) - sum(n_columns.values()) > limit:
        lines = lines[:1]
    for line in lines:
        if missing := widest - n_columns[line]:
            edits.rename(line, "<tr>", "<td></td>" * missing + "</tr>")


def _blocks_of_cells(page: Page, cells: Rows, n_kept: NDArray[np.int32]) -> list[list[int] | None]:
    """Return the rows of blocks in each cell; None for a cell without kept text."""
    if not len(cells):
        return []
    start, ends = int(cells[0]), page.end[cells]
    blocks = start + np.flatnonzero(_IN_CELL[page.tag[start : int(ends.max())]])
    rows = blocks.tolist()
    places = zip(
        np.searchsorted(blocks, cells).tolist(),
        np.searchsorted(blocks, ends).tolist(),
        n_kept[cells].tolist(),
        strict=True,
    )
    return [rows[first:last] if n else None for first, last, n in places]


def _count_taken(taken: dict[int, int], column: int) -> int:
    """Count the columns from ``column`` on that cells from above take."""
    n = 0
    while column + n in taken:
        n += 1
    return n


def _read_spans(page: Page, cell: int, limit: int) -> tuple[int, int]:
    if b"span" not in page.data[page.byte_start[cell] : page.inner_start[cell]]:
        return 1, 1
    attributes = page.attributes(cell)
    width, height = (attributes.get(name, "") for name in ("colspan", "rowspan"))
    n_lines = limit if height.strip() == "0" else _read_span(height)
    return max(1, min(_read_span(width), _MAX_SPAN, limit)), n_lines


def _read_span(text: str) -> int:
    digits = text.strip()[:9]
    return max(1, int(digits)) if digits.isascii() and digits.isdecimal() else 1


def _edit_cell(
    page: Page, cell: int, edits: Edits, before: int, width: int, blocks: list[int] | None
) -> None:
    """Write a cell with empty ones before and after it."""
    name = page.name(cell)
    empty = f"<{name}></{name}>"
    if blocks is None:
        edits.whole[cell] = empty * (before + width)
        return
    has_attributes = page.inner_start[cell] - page.byte_start[cell] > len("<td>")
    if before or width > 1 or has_attributes:
        edits.rename(cell, f"{empty * before}<{name}>", f"</{name}>{empty * (width - 1)}")
    if blocks:
        _edit_cell_blocks(page, cell, blocks, edits)


def _edit_cell_blocks(page: Page, cell: int, blocks: list[int], edits: Edits) -> None:
    """Write the blocks of a cell as lines, list items with their mark."""
    for row in blocks:
        mark = CELL_BREAK if page.n_chars[cell:row].any() else ""
        name = page.name(row)
        if name == "br":
            edits.whole[row] = mark
        elif name == "li":
            edits.rename(row, mark + _item_mark(page, row), "")
        else:
            edits.rename(row, mark, CELL_BREAK)


def _item_mark(page: Page, row: int) -> str:
    parent = int(page.parent[row])
    if page.name(parent) != "ol":
        return "- "
    items = _ITEM[page.tag[parent:row]] & (page.parent[parent:row] == parent)
    return f"{int(items.sum()) + 1}. "
