"""Read and write Parquet files; the only file that imports pyarrow."""

from __future__ import annotations

from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from maintext.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["join_tables", "read_columns", "table_of", "with_pyarrow", "write_parquet", "write_table"]


def with_pyarrow() -> Any:
    """Return the pyarrow module with ``pyarrow.parquet`` loaded; MissingExtraError if not installed."""
    try:
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("pyarrow", "parquet") from error
    return pyarrow


_BATCH_ROWS = 64  # pages are large: a few megabytes
_GROUP_ROWS = 1_000  # of records: some megabytes of text


def read_columns(path: Path, names: Sequence[str]) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield the share of a Parquet file read so far (0 to 1), and the values of a row by column.

    Raises InputError: the first column of ``names`` is missing; the others may be.
    """
    pa = with_pyarrow()
    with pa.parquet.ParquetFile(path) as file:
        known = file.schema_arrow.names
        if names[0] not in known:
            raise InputError(f"there is no column {names[0]!r} (there are: {', '.join(known)})")
        chosen = [name for name in dict.fromkeys(names) if name in known]
        n_rows, total = 0, max(file.metadata.num_rows, 1)
        for batch in file.iter_batches(batch_size=_BATCH_ROWS, columns=chosen, use_threads=False):
            for row in batch.to_pylist():
                n_rows += 1
                yield n_rows / total, row


def write_table(file: IO[bytes], columns: Mapping[str, type], rows: Sequence[Sequence[Any]]) -> None:
    """Write rows as a Parquet file with one row group; arguments as for :func:`table_of`."""
    with_pyarrow().parquet.write_table(table_of(columns, rows), file, compression="zstd")


def table_of(columns: Mapping[str, type], rows: Sequence[Sequence[Any]]) -> Any:
    """Return rows as a pyarrow Table.

    ``columns`` maps names to value types, ``str``, ``int`` or ``float``; all are nullable. Each row has its
    values in column order.
    """
    pa = with_pyarrow()
    types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    arrays = [pa.array([row[place] for row in rows], type=field.type) for place, field in enumerate(schema)]
    return pa.Table.from_arrays(arrays, schema=schema)


def join_tables(paths: Sequence[Path], columns: Mapping[str, type], file: IO[bytes]) -> None:
    """Concatenate Parquet files with the same columns, one row group each."""
    pa = with_pyarrow()
    if not paths:
        write_table(file, columns, [])
        return
    schema = pa.parquet.read_schema(paths[0])
    with pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for path in paths:
            writer.write_table(pa.parquet.read_table(path))


def write_parquet(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    """Write a stream of rows as a Parquet file with row groups of 1,000 rows."""
    rows = iter(rows)
    with with_pyarrow().parquet.ParquetWriter(
        path, table_of(columns, []).schema, compression="zstd"
    ) as writer:
        while chunk := list(islice(rows, _GROUP_ROWS)):
            writer.write_table(table_of(columns, chunk))
