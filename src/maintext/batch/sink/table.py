"""Parquet: a row a page; a file per shard becomes a row group of the output."""

from __future__ import annotations

from functools import partial
from typing import IO, TYPE_CHECKING, Any

from maintext.batch.arrow import join_tables, write_table
from maintext.batch.parquet import with_pyarrow
from maintext.batch.sink.base import PartSink
from maintext.batch.sink.columns import cells, columns_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

__all__ = ["ParquetSink"]


class ParquetSink(PartSink):
    """One row a page; unknown values are null.

    Raises
    ------
    MissingExtraError
        pyarrow is not installed.
    """

    suffix = ".parquet"

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        super().__init__(output, form, times=times, is_folder=is_folder)
        self._columns = columns_of(form, times=times)
        with_pyarrow()

    def encoder(self) -> Callable[[Mapping[str, Any]], list[Any]]:
        """Return a function to the values of the columns."""
        return partial(cells, columns=self._columns)

    def write_rows(self, file: IO[bytes], rows: Sequence[Sequence[Any]]) -> None:
        """Write a file of the rows."""
        write_table(file, self._columns, rows)

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write a row group per part."""
        join_tables(parts, self._columns, file)
