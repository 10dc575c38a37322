"""Read and write Parquet files; the only file that imports pyarrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any

from maintext.batch.columns import MAP, TIMESTAMP
from maintext.errors import needs_extra

__all__ = [
    "arrow_schema", "join_tables", "read_columns", "table_of", "with_pyarrow", "write_parquet", "write_table",
]  # fmt: skip


def with_pyarrow() -> Any:
    """Return the pyarrow module with ``pyarrow.parquet`` loaded; MissingExtraError if not installed."""
    with needs_extra("pyarrow", "parquet"):
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    return pyarrow


_BATCH_ROWS = 64  # pages are large: a few megabytes
_GROUP_ROWS = 1_000  # of records: some megabytes of text


def read_columns(
    stream: IO[bytes], choose: Callable[[Sequence[str]], list[str]]
) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield the share of a Parquet file read so far (0 to 1), and the values of a row by column.

    ``choose`` returns the columns to read, of the names of all.
    """
    with with_pyarrow().parquet.ParquetFile(stream, page_checksum_verification=True) as file:
        chosen = choose(file.schema_arrow.names)
        n_rows, total = 0, max(file.metadata.num_rows, 1)
        for batch in file.iter_batches(batch_size=_BATCH_ROWS, columns=chosen, use_threads=False):
            columns = map(_values_of, batch.columns)
            for values in zip(*columns, strict=True):
                n_rows += 1
                yield n_rows / total, dict(zip(batch.schema.names, values, strict=True))


def _values_of(column: Any) -> Any:
    kind = _in_microseconds(column.type)
    return (column if kind == column.type else column.cast(kind, safe=False)).to_pylist()


def _in_microseconds(kind: Any) -> Any:
    """Return an Arrow type with the times in it in microseconds, as Python has them."""
    pa = with_pyarrow()
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _in_microseconds(field.type)) for field in kind])
    if pa.types.is_map(kind):
        return pa.map_(kind.key_type, _in_microseconds(kind.item_type))
    if pa.types.is_nested(kind):  # a list
        return pa.list_(_in_microseconds(kind.value_type), getattr(kind, "list_size", -1))
    if getattr(kind, "unit", "") != "ns":
        return kind
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz)
    return pa.duration("us") if pa.types.is_duration(kind) else pa.time64("us")


def arrow_schema(types: Mapping[str, Any], about: Mapping[str, str] | None = None) -> Any:
    """Return the pyarrow schema for columns of :func:`maintext.batch.columns.column_types`.

    All columns are nullable. ``about`` is the metadata of the table.
    """
    fields = [(name, _arrow_type(kind)) for name, kind in types.items()]
    return with_pyarrow().schema(fields, metadata=dict(about or {}))


def _arrow_type(kind: Any) -> Any:
    pa = with_pyarrow()
    if isinstance(kind, list):
        return pa.list_(_arrow_type(kind[0]))
    if isinstance(kind, dict) and MAP in kind:
        return pa.map_(pa.string(), _arrow_type(kind[MAP]))
    if isinstance(kind, dict):
        return pa.struct([(name, _arrow_type(one)) for name, one in kind.items()])
    return {
        "string": pa.string(), "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_(),
        TIMESTAMP: pa.timestamp("us", tz="UTC"),
    }[kind]  # fmt: skip


def write_table(file: IO[bytes], schema: Any, rows: Sequence[Sequence[Any]]) -> None:
    """Write rows as a Parquet file with one row group; arguments as for :func:`table_of`."""
    with_pyarrow().parquet.write_table(table_of(schema, rows), file, compression="zstd")


def table_of(schema: Any, rows: Sequence[Sequence[Any]]) -> Any:
    """Return rows as a pyarrow Table with a schema; each row has its values in column order."""
    pa = with_pyarrow()
    arrays = [pa.array([row[place] for row in rows], type=field.type) for place, field in enumerate(schema)]
    return pa.Table.from_arrays(arrays, schema=schema)


def join_tables(
    paths: Sequence[Path],
    schema: Any,
    file: IO[bytes],
    group_rows: int,
    is_kept: Callable[[Mapping[str, Any]], bool] | None = None,
    known: Sequence[str] = (),
) -> None:
    """Concatenate Parquet files with the same columns, in row groups of ``group_rows`` rows or more.

    A row group has whole files, so it may be larger by one of them. Rows for which ``is_kept`` is False are
    left out; it gets the columns ``known``.
    """
    pa = with_pyarrow()
    with pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        tables: list[Any] = []
        for path in paths:
            with path.open("rb") as part, pa.parquet.ParquetFile(part) as file_of_part:
                table = file_of_part.read()
            if is_kept:
                rows = table.select(list(known)).to_pylist()
                table = table.filter(pa.array([is_kept(row) for row in rows], type=pa.bool_()))
            tables.append(table)
            if sum(table.num_rows for table in tables) >= group_rows:
                writer.write_table(pa.concat_tables(tables))
                tables = []
        if tables:
            writer.write_table(pa.concat_tables(tables))


_NAMES = {str: "string", int: "integer", float: "number"}


def write_parquet(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    """Write a stream of rows as a Parquet file with row groups of 1,000 rows.

    ``columns`` maps names to value types: ``str``, ``int`` or ``float``.
    """
    rows, schema = iter(rows), arrow_schema({name: _NAMES[kind] for name, kind in columns.items()})
    with with_pyarrow().parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while chunk := list(islice(rows, _GROUP_ROWS)):
            writer.write_table(table_of(schema, chunk))
