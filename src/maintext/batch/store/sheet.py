"""Records as a spreadsheet, by openpyxl, row by row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["with_openpyxl", "write_sheet"]

_MOST_CHARACTERS = 32_767  # of a cell: a limit of the format
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def with_openpyxl() -> Any:
    """Return the module openpyxl.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    try:
        import openpyxl.cell  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("openpyxl", "xlsx") from error
    return openpyxl


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows below a head of column names; a text is cut where the format ends a cell.

    Raises
    ------
    MissingExtraError
        openpyxl is not installed.
    """
    openpyxl = with_openpyxl()
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("records")
    sheet.freeze_panes = "A2"

    def cell(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        made = openpyxl.cell.WriteOnlyCell(sheet, value=_NOT_XML.sub("", value)[:_MOST_CHARACTERS])
        made.data_type = "s"  # never a formula, whatever it begins with
        return made

    sheet.append([cell(name) for name in columns])
    for row in rows:
        sheet.append([cell(value) for value in row])
    book.save(path)
