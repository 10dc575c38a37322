"""The columns of a row: what CSV, Parquet and SQLite have of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.batch.record import NO_RECORD
from maintext.render.rows import COLUMNS, row_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["cells", "columns_of"]

_FIRST = ("key", "url", "outcome", "error", "reason")
_NUMBERS = {"n_images": int, "n_links": int, "n_tables": int, "n_words": int, "cpu_ms": float}


def columns_of(form: str, *, times: bool) -> dict[str, type]:
    """Return the names of the columns with the type of their values, the form of the text last."""
    fields = [name for name in COLUMNS if name not in {*_FIRST, "text"}]
    names = (*_FIRST, *fields, "n_words", *(("cpu_ms",) if times else ()), form)
    return {name: _NUMBERS.get(name, str) for name in names}


def cells(record: Mapping[str, Any], columns: Mapping[str, type]) -> list[Any]:
    """Return the values of a record in the order of the columns; ``None`` for unknown."""
    row = {} if record["outcome"] in NO_RECORD else row_of(record)
    values = (record.get(name, "") if name in _FIRST else row.get(name, record.get(name)) for name in columns)
    return [None if value == "" else value for value in values]
