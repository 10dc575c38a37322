"""A Parquet table of a batch as pyarrow, DuckDB, pandas and polars read it.

Run by ``check_warc_table.py --readers PYTHON`` with the Python of an environment that has them. Prints for
each its version, columns whose types are wrong, and values that must be the same in all.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_START = datetime(1970, 1, 1, tzinfo=UTC)
# What each library calls the type of a column, or the start of it.
_ARROW = {
    "published": "timestamp[us, tz=UTC]", "published_text": "string", "n_words": "int64",
    "language_probability": "double", "tags": "list<element: string>",
    "authors": "list<element: struct<name: string", "images": "list<element: struct<url: string",
    "input": "struct<file: string", "provenance": "map<string, struct<",
}  # fmt: skip
_DUCKDB = {
    "published": "TIMESTAMP WITH TIME ZONE", "published_text": "VARCHAR", "n_words": "BIGINT",
    "language_probability": "DOUBLE", "tags": "VARCHAR[]", "authors": 'STRUCT("name" VARCHAR',
    "images": "STRUCT(url VARCHAR", "input": "STRUCT(file VARCHAR", "provenance": "MAP(VARCHAR, STRUCT(",
}  # fmt: skip
_POLARS = {
    "published": "Datetime(time_unit='us', time_zone='UTC')", "published_text": "String", "n_words": "Int64",
    "language_probability": "Float64", "tags": "List(String)", "authors": "List(Struct({'name': String",
    "images": "List(Struct({'url': String", "input": "Struct({'file': String",
    "provenance": ("Map(String", "List(Struct("),  # an older one has no maps
}  # fmt: skip


def reading(
    library: str, types: Mapping[str, Any], right: Mapping[str, Any], rows: Iterable[Any]
) -> dict[str, Any]:
    """Return what a library finds: of each row offset, words, date in µs, tags, authors and images."""
    return {
        "version": import_module(library).__version__,
        "wrong": {
            name: str(types[name]) for name, kind in right.items() if not str(types[name]).startswith(kind)
        },
        "values": [
            (
                row["input"]["offset"],
                row["n_words"],
                (row["published"] - _START) // timedelta(microseconds=1) if row["published"] else None,
                list(_items(row["tags"])),
                [person["name"] for person in _items(row["authors"])],
                [picture["url"] for picture in _items(row["images"])],
            )
            for row in rows
        ],
    }


def _items(value: Any) -> Any:
    """Return a list or array; an empty one if there is none."""
    return () if value is None else value


def main(path: str) -> None:
    """Print what each library finds in a table."""
    table = import_module("pyarrow.parquet").read_table(path)
    in_arrow = {field.name: field.type for field in table.schema}
    duckdb, polars = import_module("duckdb"), import_module("polars").read_parquet(path)
    relation = duckdb.read_parquet(path)
    in_duckdb = dict(zip(relation.columns, relation.types, strict=True))
    # With its own types, a number that may be missing would be a float.
    pandas = import_module("pandas").read_parquet(path, dtype_backend="pyarrow")
    in_pandas = {name: str(kind).removesuffix("[pyarrow]") for name, kind in pandas.dtypes.items()}
    found = [
        reading("pyarrow", in_arrow, _ARROW, table.to_pylist()),
        reading("duckdb", in_duckdb, _DUCKDB, relation.to_arrow_table().to_pylist()),
        reading(
            "pandas", in_pandas, _ARROW, pandas.astype(object).where(pandas.notna(), None).to_dict("records")
        ),
        reading("polars", polars.schema, _POLARS, polars.to_dicts()),
    ]
    json.dump(dict(zip(("pyarrow", "duckdb", "pandas", "polars"), found, strict=True)), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
