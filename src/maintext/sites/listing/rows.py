"""Items as rows: a table for reading, CSV for spreadsheets, JSON Lines for programs."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from maintext.render.rows import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maintext.sites.listing.item import Item

__all__ = ["items_csv", "items_jsonl", "items_table"]

_FIELDS = ("title", "url", "date", "date_text", "summary", "image_url")
_MOST_TITLE = 60  # columns of a terminal


def items_jsonl(items: Iterable[Item]) -> str:
    """Return each item as a line of JSON, non-ASCII letters as they are."""
    return "".join(json.dumps(item.to_dict(), ensure_ascii=False) + "\n" for item in items)


def items_csv(items: Sequence[Item]) -> str:
    r"""Return a header and a line per item, by RFC 4180; columns of the list stand behind the fields.

    A column that has the name of a field is written as ``column.name``. A text that a spreadsheet would
    run as a formula has a ``'`` before it.
    """
    names = list(dict.fromkeys(name for item in items for name in item.columns))
    header = [*_FIELDS, *(f"column.{name}" if name in _FIELDS else name for name in names)]
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(map(harmless, header))
    for item in items:
        record = item.to_dict()
        cells = [*(record[name] or "" for name in _FIELDS), *(item.columns.get(name, "") for name in names)]
        writer.writerow(map(harmless, cells))
    return file.getvalue()


def items_table(items: Iterable[Item]) -> str:
    """Return a line per item: date, title and address in columns; a CJK character is two columns wide."""
    rows = [(str(item.date or item.date_text or "-"), item.title, item.url) for item in items]
    dates = max((_width(date) for date, _, _ in rows), default=0)
    titles = min(max((_width(title) for _, title, _ in rows), default=0), _MOST_TITLE)
    lines = [
        f"{_padded(date, dates)}  {_padded(_cut(title, titles), titles)}  {url}" for date, title, url in rows
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


def _width(text: str) -> int:
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _cut(text: str, width: int) -> str:
    """Cut a text that is wider than a number of columns, so that it fits with the ``…`` at its end."""
    ends = list(accumulate(map(_columns, text[: width + 1])))
    if not ends or ends[-1] <= width:
        return text
    return text[: bisect_right(ends, width - 1)] + "…"
