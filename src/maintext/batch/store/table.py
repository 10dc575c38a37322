"""Rows as a table in a file: CSV, XLSX or Parquet."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from maintext.batch.store.parquet import write_parquet
from maintext.batch.store.sheet import write_sheet
from maintext.render.rows import harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

__all__ = ["TABLES"]


def _write_csv(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    # The mark before the first letter is what Excel knows UTF-8 by.
    with path.open("w", encoding="utf-8-sig", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([harmless(name) for name in columns])
        writer.writerows([harmless(value) for value in row] for row in rows)


def _write_xlsx(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    write_sheet(path, list(columns), rows)


TABLES: dict[str, Callable[[Path, Mapping[str, type], Iterable[Sequence[Any]]], None]] = {
    ".csv": _write_csv, ".xlsx": _write_xlsx, ".parquet": write_parquet,
}  # fmt: skip
"""What writes rows below the names of columns, with the types of their values, by the ending of the file."""
