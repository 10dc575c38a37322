"""The text of an element as a reader sees it: what stands on two lines is two words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page

__all__ = ["element_text"]

_MOST_ROWS = 200  # of the element that are read


def element_text(page: Page, row: int, most_chars: int) -> str:
    """Return the text below an element, with a space where a line or block ends, cut at so many characters.

    Cost O(n_rows of the element), at most 200 of them.
    """
    rows = row + (page.is_text[row : min(int(page.end[row]), row + _MOST_ROWS)]).nonzero()[0]
    if len(rows) == 0:
        return ""
    lines = page.line[rows]
    if len(rows) == 1 or (lines == lines[0]).all():
        return page.text[page.text_start[rows[0]] : page.text_end[rows[-1]]][:most_chars]
    at = zip(page.text_start[rows].tolist(), page.text_end[rows].tolist(), lines.tolist(), strict=True)
    joined, last = "", int(lines[0])
    for start, end, line in at:
        joined += (" " if line != last else "") + page.text[start:end]
        last = line
    return joined[:most_chars]
