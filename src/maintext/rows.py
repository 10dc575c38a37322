"""Write records as table rows: CSV for spreadsheets, JSON Lines for programs.

A CSV row has plain values under the names of :data:`COLUMNS`. Lists such as authors become one text,
separated by ``; ``. JSON Lines hold the whole record.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

__all__ = [
    "COLUMNS", "cell", "csv_lines", "csv_text", "cut_to_width", "display_width", "field_columns", "harmless",
    "json_lines", "number_type", "row_of", "typed_rows",
]  # fmt: skip

COLUMNS = (
    "url", "title", "subtitle", "author", "published", "modified", "source", "source_url", "site_name",
    "categories", "tags", "language", "licence", "canonical_url", "description", "lead_image", "n_images",
    "n_links", "n_tables", "kind", "outcome", "method", "text_origin", "fingerprint", "text",
)  # fmt: skip
"""Names of the columns, in order."""

# A spreadsheet takes a cell that begins like this for a formula.
_FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")  # some take those of full width too
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*\Z", re.ASCII)
# Without leading zeros, and of no more digits than a float holds.
_PLAIN_NUMBER = re.compile(r"(?=-?(?:\d\.?){1,15}\Z)-?(?:0|[1-9]\d*)(?:\.\d+)?\Z", re.ASCII)


def row_of(record: Mapping[str, Any]) -> dict[str, str | int]:
    """Return the row of a page's record (``Document.to_dict()``); ``""`` for unknown."""
    row = {name: "" if (value := cell(record.get(name))) is None else value for name in COLUMNS}
    images = record.get("images") or []
    row["lead_image"] = str(images[0]["url"]) if images else ""
    for name in ("images", "links", "tables"):
        row[f"n_{name}"] = len(record.get(name) or [])
    return row


def csv_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    r"""Yield the header and one line a record by RFC 4180; lines end in ``\r\n``.

    Text that a spreadsheet would run as a formula gets a ``'`` before it.
    """
    yield csv_text([COLUMNS])
    for record in records:
        yield csv_text([row_of(record).values()])


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV; text that a spreadsheet would run as a formula gets a ``'`` before it."""
    text = io.StringIO()
    csv.writer(text).writerows(map(harmless, row) for row in rows)
    return text.getvalue()


def json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield each record as a line of JSON, non-ASCII letters unescaped."""
    for record in records:
        yield json.dumps(record, ensure_ascii=False) + "\n"


def harmless(value: Any) -> Any:
    """Return a cell with a ``'`` before it if a spreadsheet would run it as a formula."""
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.match(value):
        return "'" + value
    return value


def field_columns(names: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """Map free column names to the names of user-defined fields.

    ``kind`` becomes ``field.kind`` if the table has a column ``kind``. Names that differ only in case count
    as equal, as in SQL.
    """
    used = {name.lower() for name in taken}
    columns: dict[str, str] = {}
    for name in dict.fromkeys(names):
        column = name
        while column.lower() in used:
            column = f"field.{column}"
        used.add(column.lower())
        columns[column] = name
    return columns


def cell(value: Any) -> Any:
    """Return a value as a table cell: a list as one text, an empty text as None."""
    if isinstance(value, list | tuple):
        value = "; ".join(map(str, value))
    if value is None or isinstance(value, int | float):
        return value
    return str(value) or None


def display_width(text: str) -> int:
    """Return the columns of a text in a terminal: two for wide characters, none for combining marks."""
    if text.isascii():
        return len(text)
    shown = (char for char in text if not unicodedata.combining(char))
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown)


def cut_to_width(text: str, width: int) -> str:
    """Cut a text with ``…`` to so many columns of a terminal."""
    ends = list(accumulate(map(display_width, text)))
    return text if not ends or ends[-1] <= width else text[: bisect_right(ends, width - 1)] + "…"


def number_type(values: Iterable[Any]) -> type:
    """Return the type of a column of numbers: ``int``, ``float``, or ``str`` if any is not a plain one.

    Not plain are ``1,299``, ``0042``, ``12-15``, and numbers of more than 15 digits, which a float cuts.
    """
    given = [str(value) for value in values if value is not None]
    if not given or not all(map(_PLAIN_NUMBER.match, given)):
        return str
    return float if any("." in value for value in given) else int


def typed_rows(columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> Iterator[list[Any]]:
    """Yield rows with the texts in columns of numbers as numbers."""
    for row in rows:
        pairs = zip(columns.values(), row, strict=True)
        yield [kind(value) if isinstance(value, str) else value for kind, value in pairs]
