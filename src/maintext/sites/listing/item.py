"""Items of a list and their output as a table, CSV and JSON Lines."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from maintext.render.rows import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maintext.metadata.moment import Moment


__all__ = ["Item", "items_csv", "items_jsonl", "items_table"]

_ITEM_FIELDS = ("title", "url", "date", "date_text", "summary", "image_url")
_MAX_TITLE = 60  # columns of a terminal


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list.

    Attributes
    ----------
    title
        Text of the link or of its heading; the ``title`` attribute if the text is cut off.
    url
        Target of the link, absolute if the URL of the page is known.
    date
        Date of publication as exact as stated, or ``None``.
    date_text
        Date as written, also without a year (``05-01``), or ``""``.
    summary
        First of the long texts besides the title, or ``""``.
    image_url
        First picture, or ``""``.
    columns
        All other texts by name: heading of the table column, else class, else tag. Names of too few items are
        left out. ``section`` is the heading above the item if the list has several.
    row, end
        Half-open range of rows of the record.
    """

    title: str
    url: str
    date: Moment | None = None
    date_text: str = ""
    summary: str = ""
    image_url: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    row: int = -1
    end: int = -1

    def to_dict(self) -> dict[str, Any]:
        """Return the item as plain values, without its rows."""
        return {
            "title": self.title, "url": self.url, "date": str(self.date) if self.date else None,
            "date_text": self.date_text, "summary": self.summary, "image_url": self.image_url,
            "columns": dict(self.columns),
        }  # fmt: skip


def items_jsonl(items: Iterable[Item]) -> str:
    """Return one line of JSON per item; non-ASCII letters are not escaped."""
    return "".join(json.dumps(item.to_dict(), ensure_ascii=False) + "\n" for item in items)


def items_csv(items: Sequence[Item]) -> str:
    """Return a header and one CSV line per item (RFC 4180); list columns come last.

    A column named like a field is written as ``column.name``. A text that a spreadsheet would run as a
    formula is prefixed with ``'``.
    """
    names = list(dict.fromkeys(name for item in items for name in item.columns))
    header = [*_ITEM_FIELDS, *(f"column.{name}" if name in _ITEM_FIELDS else name for name in names)]
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(map(harmless, header))
    for item in items:
        record = item.to_dict()
        cells = [
            *(record[name] or "" for name in _ITEM_FIELDS),
            *(item.columns.get(name, "") for name in names),
        ]
        writer.writerow(map(harmless, cells))
    return file.getvalue()


def items_table(items: Iterable[Item]) -> str:
    """Return one aligned line per item: date, title, URL; CJK is two columns wide."""
    rows = [(str(item.date or item.date_text or "-"), item.title, item.url) for item in items]
    dates = max((_display_width(date) for date, _, _ in rows), default=0)
    titles = min(max((_display_width(title) for _, title, _ in rows), default=0), _MAX_TITLE)
    lines = [
        f"{_pad_text(date, dates)}  {_pad_text(_shorten_text(title, titles), titles)}  {url}"
        for date, title, url in rows
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


def _display_width(text: str) -> int:
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _pad_text(text: str, width: int) -> str:
    return text + " " * (width - _display_width(text))


def _shorten_text(text: str, width: int) -> str:
    """Cut a text with ``…`` to a display width."""
    ends = list(accumulate(map(_character_width, text[: width + 1])))
    if not ends or ends[-1] <= width:
        return text
    return text[: bisect_right(ends, width - 1)] + "…"
