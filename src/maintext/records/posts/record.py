"""One record of a page of micro-content: its rows, their text, its own address."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.html.urls import absolute_url, base_url
from maintext.metadata.post_words import MARKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.records.posts.slots import Slots

    Bool = NDArray[np.bool_]
    Int = NDArray[np.int64]

__all__ = ["BRACKETS", "Record", "among"]

BRACKETS = MARKS + "<>＜＞[]【】()（）"
"""What may stand around a name or a time and is no part of it."""

_PLACE = re.compile(r"[#A-Z]\s?\d+|\d+\s?[#楼樓]|permalink|link|post|固定链接|永久链接", re.IGNORECASE)
_BEGINNING = 3  # rows at the beginning of a record whose id may be its place
_OWN = re.compile(rb"permalink|bookmark|[\" -]title[\" ]", re.IGNORECASE)  # in class, rel, data-hook
_HREF = re.compile(rb' (?:href|title)="[^"]*"')


def among(numbers: NDArray[np.integer[Any]], others: NDArray[np.integer[Any]]) -> Bool:
    """Return which of some numbers are among others, both ascending; of few, faster than ``numpy.isin``."""
    if not len(others):
        return np.zeros(len(numbers), dtype=np.bool_)
    found: Bool = others[np.minimum(others.searchsorted(numbers), len(others) - 1)] == numbers
    return found


class Record:
    """The rows of a record.

    Parameters
    ----------
    slots
        Of the page.
    number
        Of the record.

    Attributes
    ----------
    start, end
        Range of its rows.
    own
        Those that no record within it has.
    shown
        Those of them with text that is shown.
    """

    def __init__(self, slots: Slots, number: int) -> None:
        self.slots, self.number = slots, number
        self.scene, self.page = slots.scene, slots.scene.page
        self.start, self.end = slots.records[number].tolist()
        self.own: Int = slots.own(number)
        self.shown: Int = self.own[self.scene.weight[self.own] > 0]

    def within(self, row: int) -> Int:
        """Return the shown rows in an element, or the text row itself."""
        found: Int = self.shown[(self.shown >= row) & (self.shown < self.page.end[row])]
        return found

    def joined(self, rows: Int) -> str:
        """Return the text of some rows, a line for each line of the page."""
        page = self.page
        lines: dict[int, str] = {}
        last = -1
        for row in rows.tolist():
            start, end, line = int(page.text_start[row]), int(page.text_end[row]), int(page.line[row])
            gap = " " if start > last and line in lines else ""
            lines[line] = lines.get(line, "") + gap + page.text[start:end]
            last = end
        found = [" ".join(text.split()) for text in lines.values()]
        return "\n".join(line for line in found if line).strip()

    def line(self, row: int) -> str:
        """Return the first line of the shown text in an element or text row."""
        rows = self.within(row)
        return self.joined(rows).partition("\n")[0] if len(rows) else ""

    def url(self, time_row: int) -> str:
        """Return the address of the record, ``""`` for none; its time stands in ``time_row``, −1 for none."""
        page = self.page
        links = self.own[page.is_anchor[self.own]].tolist()
        around = [row for row in links if time_row >= 0 and row <= time_row < page.end[row]]
        inner = [row for row in links if time_row >= 0 and time_row < row < page.end[time_row]]
        # Most records have a link around their time; the others are looked at only where none has.
        for row in chain(around, inner, filter(self._is_place, links), filter(self._leads_here, links)):
            if url := self._address(row):
                return url
        return ""

    def _is_place(self, row: int) -> bool:
        """Whether a link is named after the record's own address, or shows its number."""
        page, text = self.page, self.line(row).strip()
        tag = page.data[page.byte_start[row] : page.inner_start[row]]
        href = page.values("href").get(row, "")
        is_number = text.isdecimal() and not href.startswith(("#", "javascript"))
        is_named = _OWN.search(_HREF.sub(b"", tag)) is not None and not self.slots.in_quote[row]
        return bool(_PLACE.fullmatch(text)) or is_named or is_number

    def _leads_here(self, row: int) -> bool:
        """Whether a link to a page leads to the place on it where the record begins."""
        before, _, place = self.page.values("href").get(row, "").partition("#")
        names = self.page.values("id")
        return bool(before and place) and place in {names.get(self.start + i) for i in range(_BEGINNING)}

    def _address(self, row: int) -> str:
        href = self.page.values("href").get(row, "").strip()
        if href.startswith("#") and len(href) > 1 and self.page.url:
            return self.page.url.partition("#")[0] + href
        return absolute_url(base_url(self.page), href)
