"""pyarrow, which reads and writes Parquet; the one place that imports it."""

from __future__ import annotations

from typing import Any

from maintext.errors import MissingExtraError

__all__ = ["with_pyarrow"]


def with_pyarrow() -> Any:
    """Return the module pyarrow, with pyarrow.parquet loaded.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    try:
        import pyarrow.parquet  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("pyarrow", "parquet") from error
    return pyarrow
