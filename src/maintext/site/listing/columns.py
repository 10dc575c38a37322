"""What else stands in the records of a list, by the names of the columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import tag_mask
from maintext.site.listing.dates import BRACKETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.page import Page
    from maintext.site.listing.item import Item
    from maintext.site.listing.record import Record

__all__ = ["read_columns", "table_headings", "with_common_columns"]

_CELLS, _ROWS = tag_mask(("td", "th")), tag_mask(("tr",))
_LEAST_COLUMNS = 0.3  # share of the records that must have a column
_FEW = 6  # records, of which two with a column will do
_MOST_HEADING = 30


def read_columns(record: Record, left_out: set[int], date_text: str) -> dict[str, str]:
    """Return texts by the names of their columns, without a date alone."""
    found: dict[str, str] = {}
    for row in record.text_rows:
        text = " ".join(record.page.row_text(row).split())
        if row not in left_out and not (date_text and text.strip(BRACKETS) == date_text):
            name = _column(record, row)
            found[name] = f"{found[name]} {text}" if name in found else text
    return found


def _column(record: Record, row: int) -> str:
    """Name of the column that a text stands in."""
    page, up = record.page, record.up(row)
    if record.shared.labels:
        for at in up:
            if _CELLS[page.tag[at]] and page.name(int(page.parent[at])) == "tr":
                number = _cells(page, int(page.parent[at])).index(at)
                if label := record.shared.labels.get(number):
                    return label
    classes, properties = page.values("class"), page.values("itemprop")
    for at in up:
        name = properties.get(at, "") or classes.get(at, "")
        if name.strip() and at != record.start:
            return name.split()[0]
    return page.name(up[0]) if up else "text"


def with_common_columns(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return items without the columns that too few of them have."""
    n_times = Counter(name for item in items for name in item.columns)
    least = min(2, len(items)) if len(items) < _FEW else _LEAST_COLUMNS * len(items)
    return tuple(
        replace(item, columns={name: text for name, text in item.columns.items() if n_times[name] >= least})
        for item in items
    )


def table_headings(page: Page, first: int) -> dict[int, str]:
    """Return the headings of a table's columns by their number, for a list whose first record is a row.

    Empty where the record is no row of a table, or the table has no headings above it.
    """
    begin = first
    if page.name(first) != "tr":
        first = int(page.parent[first])
    table = first
    while table > 0 and page.name(table) != "table":
        table = int(page.parent[table])
    if table <= 0:
        return {}
    rows = table + np.flatnonzero(_ROWS[page.tag[table : begin + 1]])
    for row in rows[rows < begin].tolist():
        cells = _cells(page, row)
        texts = [" ".join(page.row_text(cell).split()) for cell in cells]
        is_head = (
            all(page.name(cell) == "th" for cell in cells) or not page.is_anchor[row : page.end[row]].any()
        )
        if is_head and len(cells) > 1 and all(len(text) <= _MOST_HEADING for text in texts):
            return dict(enumerate(texts))
    return {}


def _cells(page: Page, row: int) -> list[int]:
    inside = np.arange(row + 1, int(page.end[row]))
    cells: list[int] = inside[(page.parent[inside] == row) & _CELLS[page.tag[inside]]].tolist()
    return cells
