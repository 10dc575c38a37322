"""One entry of a list."""

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
        Text of the link, or of the heading in it; from the ``title`` attribute where the text is cut off.
    url
        Where it leads, absolute where the page's address is known.
    date
        When it was published, as exact as stated; ``None`` where none is found.
    date_text
        The date as the page writes it, also of one without a year (``05-01``); ``""`` for none.
    summary
        The first of the long texts beside the title; ``""`` for none.
    image_url
        The first picture; ``""`` for none.
    columns
        All other texts by name: the heading of a table's column, else the name of the element's class,
        else its tag. Only names that some of the items share. ``section`` is the heading that the item
        stands below, where the list has several.
    row, end
        Rows of the record on the page, half-open.
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
    """Return each item as a line of JSON, non-ASCII letters as they are."""
    return "".join(json.dumps(item.to_dict(), ensure_ascii=False) + "\n" for item in items)


def items_csv(items: Sequence[Item]) -> str:
    r"""Return a header and a line per item, by RFC 4180; columns of the list stand behind the fields.

    A column that has the name of a field is written as ``column.name``. A text that a spreadsheet would
    run as a formula has a ``'`` before it.
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
    """Return a line per item: date, title and address in columns; a CJK character is two columns wide."""
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
    """Cut a text that is wider than a number of columns, so that it fits with the ``…`` at its end."""
    ends = list(accumulate(map(_character_width, text[: width + 1])))
    if not ends or ends[-1] <= width:
        return text
    return text[: bisect_right(ends, width - 1)] + "…"
