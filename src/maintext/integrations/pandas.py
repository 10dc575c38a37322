"""pandas: a column of pages becomes a table of texts and fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.errors import MissingExtraError
from maintext.integrations.columns import found_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.options import Options

__all__ = ["extract_column"]

_TYPES: dict[type | None, str] = {str: "string", int: "Int64", float: "Float64", None: "object"}


def extract_column(
    pages: Any,
    *,
    url: Any = None,
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
        Addresses of the pages, a series or a list as long as ``pages``; by place, not by index.
    columns
        Names of the columns that are wanted; by default those of a table of ``maintext batch``: ``url``,
        ``outcome``, ``error``, ``reason``, ``title``, ``author``, ``published`` … ``n_words`` and the form of
        the main text. Other names of a record (``authors``, ``images``, ``tables`` …) give lists. One of
        ``text``, ``markdown`` and ``html`` among them chooses the form.
    options
        What is extracted.
    **changes
        Options by name, those of :class:`~maintext.Options` (``method="symbol_density"``) and of
        :class:`~maintext.batch.BatchOptions` that are about pages: ``form``, ``encoding``, ``times``,
        ``n_processes`` (0, the default, for this process; with more, a script needs
        ``if __name__ == "__main__":``) and ``page_timeout_s``, which is kept where there are processes.

    Returns
    -------
    pandas.DataFrame
        A row for each page, with the index of ``pages``. A page that cannot be extracted, or a missing one,
        has the outcome ``error``, with ``error`` and ``reason``. Unknown values are missing; texts have the
        type ``string``, numbers ``Int64``.

    Raises
    ------
    OptionError
        A column or an option is unknown or wrong, or there are more or fewer addresses than pages.
    MissingExtraError
        pandas is not installed.
    """
    try:
        import pandas as pd  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise MissingExtraError("pandas", "pandas") from error
    values = pages.astype(object).where(pages.notna(), None).tolist()
    found = found_columns(values, None if url is None else list(url), columns, options, changes)
    made = {name: pd.array(values, dtype=_TYPES[kind]) for name, (kind, values) in found.items()}
    return pd.DataFrame(made, index=pages.index, columns=list(found))
