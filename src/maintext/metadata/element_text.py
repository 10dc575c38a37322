"""The text of an element as a reader sees it: what stands on two lines is two words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.page.tags import TEXT

if TYPE_CHECKING:
    from maintext.page import Page

__all__ = ["element_text"]

_MOST_ROWS = 200  # of the element that are read
_NO_TAG = -1


def element_text(page: Page, row: int, most_chars: int, without: int = _NO_TAG) -> str:
    """Return the text below an element, with a space where a line or block ends, cut at so many characters.

    What stands in elements of the tag ``without`` is left out, unless it is all. Cost O(n_rows of the
    element), at most 200 of them.
    """
    inside = slice(row, min(int(page.end[row]), row + _MOST_ROWS))
    # Most elements have a few rows: for these lists are quicker than arrays.
    tags = page.tag[inside].tolist()
    rows = [row + i for i, tag in enumerate(tags) if tag == TEXT]
    if not rows:
        return ""
    if without in tags:
        starts = [row + i for i, tag in enumerate(tags) if tag == without]
        left_out = [range(start, int(page.end[start])) for start in starts]
        others = [at for at in rows if not any(at in one for one in left_out)]
        rows = others if any(page.n_chars[at] for at in others) else rows
    lines = page.line[inside].tolist()
    joined, last = "", lines[rows[0] - row]
    for at in rows:
        line = lines[at - row]
        joined += (" " if line != last else "") + page.text[page.text_start[at] : page.text_end[at]]
        last = line
    return joined[:most_chars]
