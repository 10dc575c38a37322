"""Records as a Parquet file, by pyarrow, a few in memory at a time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from maintext.batch.parquet import with_pyarrow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

__all__ = ["write_parquet"]

_ROWS = 1_000  # of a row group: some megabytes of text


def write_parquet(path: Path, columns: Mapping[str, type], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows, values in the order of the columns, as one file.

    Raises
    ------
    MissingExtraError
        pyarrow is not installed.
    """
    pa = with_pyarrow()
    types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    rows = iter(rows)
    with pa.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while chunk := list(islice(rows, _ROWS)):
            arrays = [
                pa.array(list(column), type=field.type)
                for column, field in zip(zip(*chunk, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
