"""Records of a run as a file: JSON Lines, CSV, XLSX, Parquet."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from maintext.render.rows import harmless, json_lines
from maintext.serve.failure import RequestError
from maintext.serve.runs.records import NUMBERS, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from maintext.serve.runs.folder import RunFolder

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
        from maintext.store import export, open_store  # noqa: PLC0415 - SQLAlchemy is an extra

        with open_store(str(folder.records)) as store:
            export(store, path)
        return
    _WRITERS[kind](folder.records, path)


def _columns(records: Path) -> list[str]:
    with closing(sqlite3.connect(records)) as database:
        found = [row[1] for row in database.execute("PRAGMA table_info(records)") if row[1] != "record"]
    if not found:
        raise RequestError("not_found", "the run has no records yet")
    return found


def _rows(records: Path, columns: list[str]) -> Iterator[list[Any]]:
    for _, values in rows_of(records):
        yield [values[name] for name in columns]


def _write_lines(records: Path, path: Path) -> None:
    _columns(records)
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(json_lines(record for record, _ in rows_of(records)))


def _write_csv(records: Path, path: Path) -> None:
    columns = _columns(records)
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([harmless(value) for value in row] for row in _rows(records, columns))


def _write_xlsx(records: Path, path: Path) -> None:
    from maintext.store.sheet import write_sheet  # noqa: PLC0415 - loads the store

    columns = _columns(records)
    write_sheet(path, columns, _rows(records, columns))


def _write_parquet(records: Path, path: Path) -> None:
    from maintext.store.parquet import write_parquet  # noqa: PLC0415 - loads the store

    columns = {name: NUMBERS.get(name, str) for name in _columns(records)}
    write_parquet(path, columns, _rows(records, list(columns)))


_WRITERS: dict[str, Callable[[Path, Path], None]] = {
    "jsonl": _write_lines, "csv": _write_csv, "xlsx": _write_xlsx, "parquet": _write_parquet,
}  # fmt: skip
