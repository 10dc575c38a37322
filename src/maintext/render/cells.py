"""Values and fields of records as cells and columns of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["cell", "field_columns"]


def field_columns(names: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """Return columns for fields that a person named, and their names; the columns that are there are taken.

    ``kind`` becomes ``field.kind`` where the table has a column ``kind``. SQL makes no difference between
    capital and small letters in names, so ``Price`` beside ``price`` becomes ``field.Price``.
    """
    used = {name.lower() for name in taken}
    columns: dict[str, str] = {}
    for name in dict.fromkeys(names):
        column = name
        while column.lower() in used:
            column = f"field.{column}"
        used.add(column.lower())
        columns[column] = name
    return columns


def cell(value: Any) -> Any:
    """Return a value as a cell has it: several are one text, an empty text is none."""
    if isinstance(value, list | tuple):
        value = "; ".join(map(str, value))
    if value is None or value == "" or isinstance(value, int | float):
        return None if value == "" else value
    return str(value)
