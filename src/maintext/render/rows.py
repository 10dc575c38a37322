"""Records of many pages as rows: CSV for spreadsheets, JSON Lines for programs.

A CSV row has plain values only, under the names of :data:`COLUMNS`, the same for every page. What is a
list in the record of a page (authors, tags …) is one text there, its parts set apart by ``; ``. JSON
Lines have the whole record.
"""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["COLUMNS", "csv_lines", "harmless", "json_lines", "row_of"]

COLUMNS = (
    "url", "title", "subtitle", "author", "published", "modified", "source", "source_url", "site_name",
    "categories", "tags", "language", "licence", "canonical_url", "description", "lead_image", "n_images",
    "n_links", "n_tables", "kind", "outcome", "method", "text_origin", "fingerprint", "text",
)  # fmt: skip
"""Names of the columns, in order."""

_SEPARATOR = "; "
# A spreadsheet takes a cell that begins like this for a formula.
_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*\Z", re.ASCII)


def row_of(record: Mapping[str, Any]) -> dict[str, str | int]:
    """Return the row of one page from its record (``Document.to_dict()``); ``""`` for unknown."""
    row = {name: _cell(record.get(name)) for name in COLUMNS}
    images = record.get("images") or []
    row["lead_image"] = str(images[0]["url"]) if images else ""
    for name in ("images", "links", "tables"):
        row[f"n_{name}"] = len(record.get(name) or [])
    return row


def csv_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    r"""Give the header and one line per record, by RFC 4180: quotes doubled, lines end in ``\r\n``.

    A text that a spreadsheet would run as a formula has a ``'`` before it.
    """
    yield _written(COLUMNS)
    for record in records:
        row = row_of(record)
        yield _written([harmless(row[name]) for name in COLUMNS])


def json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    r"""Give each record as a line of JSON that ends in ``\n``, non-ASCII letters as they are."""
    for record in records:
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _cell(value: Any) -> str | int:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return _SEPARATOR.join(map(str, value))
    return value if isinstance(value, int) else str(value)


def harmless(value: Any) -> Any:
    """Return a cell with a ``'`` before it where a spreadsheet would run it as a formula."""
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.match(value):
        return "'" + value
    return value


def _written(cells: Iterable[str | int]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
