"""What else stands in the records of a list, by the names of the columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.sites.listing.dates import BRACKETS
from maintext.sites.listing.record import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.html import Page
    from maintext.sites.listing.item import Item
    from maintext.sites.listing.record import Record

__all__ = ["read_columns", "table_headings", "with_common_columns"]

_ROWS = tag_mask(("tr",))
_LEAST_COLUMNS = 0.3  # share of the records that must have a column
_FEW = 6  # records, of which two with a column will do
_MOST_HEADING = 30


def read_columns(record: Record, left_out: set[int], date_text: str) -> dict[str, str]:
    """Return texts by the names of their columns, without a date alone."""
    found: dict[str, str] = {}
    for row in record.text_rows:
        text = " ".join(record.page.row_text(row).split())
        if row not in left_out and not (date_text and text.strip(BRACKETS) == date_text):
            name = record.column(row)
            found[name] = f"{found[name]} {text}" if name in found else text
    return found


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
        found = cells(page, row)
        texts = [" ".join(page.row_text(cell).split()) for cell in found]
        is_head = (
            all(page.name(cell) == "th" for cell in found) or not page.is_anchor[row : page.end[row]].any()
        )
        if is_head and len(found) > 1 and all(len(text) <= _MOST_HEADING for text in texts):
            return dict(enumerate(texts))
    return {}
