"""Rows of cells as columns for a terminal, or as a Markdown table."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["STAR", "lay_out"]

STAR = "*"
"""Mark behind a number; numbers without it in the same column stay below those with it."""


def lay_out(rows: Sequence[Sequence[str]], *, markdown: bool = False, n_left: int = 1) -> str:
    """Write a table.

    Parameters
    ----------
    rows
        Rows of equal length, the header first.
    markdown
        Write a Markdown table; otherwise columns are as wide as a terminal shows them.
    n_left
        Columns that are aligned to the left; the others to the right.

    Returns
    -------
    str
        One line a row, without a newline at the end.
    """
    return _markdown(rows, n_left) if markdown else _aligned(rows, n_left)


def _aligned(rows: Sequence[Sequence[str]], n_left: int) -> str:
    columns = [_below_stars(column) for column in zip(*rows, strict=True)]
    padded = [_padded(column, left=i < n_left) for i, column in enumerate(columns)]
    return "\n".join("  ".join(cells).rstrip() for cells in zip(*padded, strict=True))


def _below_stars(column: Sequence[str]) -> Sequence[str]:
    if not any(cell.endswith(STAR) for cell in column[1:]):
        return column
    return [column[0], *(cell if cell.endswith(STAR) else f"{cell} " for cell in column[1:])]


def _padded(column: Sequence[str], *, left: bool) -> list[str]:
    width = max(map(_display_width, column))
    spaces = [" " * (width - _display_width(cell)) for cell in column]
    return [cell + space if left else space + cell for cell, space in zip(column, spaces, strict=True)]


def _display_width(text: str) -> int:
    """Columns a text takes in a terminal: two for wide characters, none for combining marks."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _markdown(rows: Sequence[Sequence[str]], n_left: int) -> str:
    lines = ["| " + " | ".join(_escaped(cell) for cell in row) + " |" for row in rows]
    rule = "|".join(["", *["---"] * n_left, *["---:"] * (len(rows[0]) - n_left), ""])
    return "\n".join([lines[0], rule, *lines[1:]])


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace(STAR, f"\\{STAR}")
