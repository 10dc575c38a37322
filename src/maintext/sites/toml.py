"""Read and write TOML files that people edit; errors name the file and the key."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from maintext.errors import OptionError

if TYPE_CHECKING:
    import os

T = TypeVar("T")

__all__ = ["read_file", "table_of", "tables_of", "value_of", "write_file"]

_MAX_ON_A_LINE = 80  # characters of a list


def read_file(path: str | os.PathLike[str], read: Callable[[str], T]) -> T:
    """Return the result of ``read`` for the text of a file.

    Raises :class:`OptionError` with the path if the file is unreadable or ``read`` rejects its text.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read {path}: {error}") from error
    try:
        return read(text)
    except OptionError as error:
        raise OptionError(f"{path}: {error.message}") from error


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file; raises :class:`OptionError` if it cannot be written."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


def tables_of(text: str) -> dict[str, Any]:
    """Parse TOML; raises :class:`OptionError` for invalid TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"this is no TOML: {error}") from error
    except RecursionError as error:
        raise OptionError("this TOML is not read: its lists and tables are nested too deep") from error


def table_of(top: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a nested table, or an empty one; raises :class:`OptionError` if no table."""
    found = top.get(name, {})
    if not isinstance(found, dict):
        raise OptionError(f"{name} must be a table, as [{name}]")
    return found


def value_of(value: object | Iterable[object]) -> str:
    """Return a value as TOML: string, number, boolean or list of strings."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _format_string(value)
    items = [_format_string(str(one)) for one in value]  # type: ignore[attr-defined]
    short = ", ".join(items)
    return (
        f"[{short}]"
        if len(short) < _MAX_ON_A_LINE
        else "[\n" + "".join(f"    {one},\n" for one in items) + "]"
    )


def _format_string(text: str) -> str:
    """Return a TOML string: literal if it has double quotes, else JSON-escaped."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
