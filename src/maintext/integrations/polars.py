"""polars: extract a column of pages into a table of texts and fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from maintext.batch.columns import MAP, TIMESTAMP, column_types
from maintext.errors import OptionError, needs_extra
from maintext.integrations.reading import found_columns
from maintext.options import Options

__all__ = ["extract_column"]


def extract_column(
    pages: Any,
    *,
    url: Any = None,
    fetched: Any = None,
    columns: Sequence[str] | None = None,
    options: Options | None = None,
    **changes: Any,
) -> Any:
    """Extract a column of web pages.

    Arguments are as for :func:`maintext.integrations.pandas.extract_column`, with a :class:`polars.Series` of
    binary, as fetched, or of text; list columns hold structs. The data frame has a row per page, in the same
    order: ``frame.hstack(extract_column(frame["html"]))``. Unknown values are null.

    Raises OptionError: an argument is unknown or wrong, or the numbers of URLs or times and pages differ;
    MissingExtraError: polars is not installed.

    For a lazy frame: ``lazy.map_batches(lambda one: one.hstack(extract_column(one["html"])), schema=…)``.
    """
    with needs_extra("polars", "polars"):
        import polars as pl  # noqa: PLC0415 - an extra
    if not isinstance(pages, pl.Series):
        raise OptionError(f"pages must be a polars.Series, not {type(pages).__name__}")
    types: dict[Any, Any] = {str: pl.String, int: pl.Int64, float: pl.Float64}
    found = found_columns(pages.to_list(), url, columns, options, changes, fetched)
    return pl.DataFrame(
        [
            pl.Series(name, values, dtype=types[kind] if kind else _type_of(pl, name), strict=False)
            for name, (kind, values) in found.items()
        ]
    )


def _type_of(pl: Any, name: str) -> Any:
    """Return the polars type of a column of lists or objects; None for an object with free keys."""
    plain = {"integer": pl.Int64, "number": pl.Float64, "boolean": pl.Boolean}

    def convert(kind: Any) -> Any:
        if isinstance(kind, list):
            return pl.List(convert(kind[0]))
        if isinstance(kind, str):
            return plain.get(kind, pl.String)  # times are texts here
        timed = {f"{name}_text" for name, one in kind.items() if one == TIMESTAMP}
        return pl.Struct({name: convert(one) for name, one in kind.items() if name not in timed})

    kind = column_types((name,))[name]
    return None if MAP in kind else convert(kind)
