"""pandas: extract a column of pages into a table of texts and fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from maintext.errors import OptionError, needs_extra
from maintext.integrations.reading import found_columns
from maintext.options import Options

__all__ = ["extract_column"]

_TYPES: dict[type | None, str] = {str: "string", int: "Int64", float: "Float64", None: "object"}


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

    Parameters
    ----------
    pages
        :class:`pandas.Series` of bytes as fetched, or of text.
    url
        URLs of the pages, a series or a list as long as ``pages``; matched by position, not by index.
    fetched
        Times at which the pages were fetched, as URLs are given, or one time for all: "3 hours ago" is
        counted from them. Datetimes, texts as 2024-05-02T15:00+08:00, or seconds since 1970.
    columns
        Names of the columns to return; by default those of a table of ``maintext batch``: ``url``,
        ``outcome``, ``error``, ``reason``, ``title``, ``author``, ``published`` … ``n_words`` and the form of
        the main text. Other names of a record (``authors``, ``images``, ``tables`` …) give lists. One of
        ``text``, ``markdown`` and ``html`` among them chooses the form.
    options
        Options of the extraction.
    **changes
        Options by name, of :class:`~maintext.Options` (``method="symbol_density"``) and of
        :class:`~maintext.batch.BatchOptions`: ``form``, ``encoding``, ``times``, ``n_processes`` (0, the
        default, for this process; with more, a script needs ``if __name__ == "__main__":``), and
        ``page_timeout_s``, which needs processes.

    Returns
    -------
    pandas.DataFrame
        A row per page, with the index of ``pages``. A missing page, or one that cannot be extracted, has the
        outcome ``error``, with ``error`` and ``reason``. Unknown values are missing; texts have the type
        ``string``, numbers ``Int64``.

    Raises OptionError: an argument is unknown or wrong, or the numbers of URLs or times and pages differ;
    MissingExtraError: pandas is not installed.
    """
    with needs_extra("pandas", "pandas"):
        import pandas as pd  # noqa: PLC0415 - an extra
    if not isinstance(pages, pd.Series):
        raise OptionError(f"pages must be a pandas.Series, not {type(pages).__name__}")
    values = pages.astype(object).where(pages.notna(), None).tolist()
    if isinstance(fetched, pd.Series):
        fetched = fetched.astype(object).where(fetched.notna(), None).tolist()
    found = found_columns(values, url, columns, options, changes, fetched)
    made = {name: pd.array(values, dtype=_TYPES[kind]) for name, (kind, values) in found.items()}
    return pd.DataFrame(made, index=pages.index, columns=list(found))
