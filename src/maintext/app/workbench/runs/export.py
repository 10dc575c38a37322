"""Records of a run as a file: JSON Lines, CSV, XLSX, Parquet."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.records import NUMBERS, columns_of, rows_of
from maintext.render.rows import json_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from maintext.app.workbench.runs.folder import RunFolder

__all__ = ["EXPORTS", "write_export"]

EXPORTS = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}
"""Kinds of file with their media types."""


def write_export(folder: RunFolder, kind: str, path: Path) -> None:
    """Write all records that are there.

    Raises
    ------
    RequestError
        There are none yet.
    MissingExtraError
        XLSX needs openpyxl, Parquet pyarrow, and the records of a crawl SQLAlchemy.
    """
    if not folder.records.exists():
        raise RequestError("not_found", "the run has no records yet")
    if folder.request()["kind"] == "crawl":
        from maintext.batch.store import export, open_store  # noqa: PLC0415 - SQLAlchemy is an extra

        with open_store(str(folder.records)) as store:
            export(store, path)
        return
    columns = _columns(folder.records)
    if kind == "jsonl":
        _write_lines(folder.records, path)
        return
    from maintext.batch.store.export import TABLES  # noqa: PLC0415 - loads the store

    types = {name: NUMBERS.get(name, str) for name in columns}
    TABLES[f".{kind}"](path, types, _rows(folder.records, columns))


def _columns(records: Path) -> list[str]:
    with closing(sqlite3.connect(records)) as database:
        found = columns_of(database, "records")
    if not found:
        raise RequestError("not_found", "the run has no records yet")
    return found


def _rows(records: Path, columns: list[str]) -> Iterator[list[Any]]:
    for _, values in rows_of(records):
        yield [values[name] for name in columns]


def _write_lines(records: Path, path: Path) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(json_lines(record for record, _ in rows_of(records)))
