"""One record of micro-content: its rows, its text, its URL and its time."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._core.fields import join_lines
from maintext.html.arrays import Bool, Int
from maintext.html.tags import tag_mask
from maintext.html.urls import link_url
from maintext.metadata.moment import Moment, parse_moment
from maintext.metadata.page_dates import find_yearless
from maintext.metadata.post_words import MARKS
from maintext.records.posts.cues import CLOCK
from maintext.records.posts.slots import Slots

__all__ = ["BRACKETS", "PostRecord", "RecordTime", "find_time", "is_among", "is_clock", "read_time"]

BRACKETS = MARKS + "<>＜＞[]【】()（）"
"""Characters around a name or a time that are no part of it."""

_PERMALINK_TEXT = re.compile(
    r"[#A-Z]\s?\d+|\d+\s?[#楼樓]|permalink|link|post|固定链接|永久链接", re.IGNORECASE
)
_BEGINNING = 3  # rows at the beginning of a record whose id may be its place
_PERMALINK_NAME = re.compile(
    rb"permalink|bookmark|[\" -]title[\" ]", re.IGNORECASE
)  # in class, rel, data-hook
_HREF = re.compile(rb' (?:href|title)="[^"]*"')
_TIME_TAG = tag_mask(("time",))
_MAX_TIME = 80  # characters
_TIME_ATTRIBUTES = ("datetime", "title")
_MAX_ATTRIBUTE = 40  # characters of such an attribute


def is_among(numbers: NDArray[np.integer[Any]], others: NDArray[np.integer[Any]]) -> Bool:
    """Return True for numbers in ``others``; both ascending, faster than ``isin``."""
    if not len(others):
        return np.zeros(len(numbers), dtype=np.bool_)
    found: Bool = others[np.minimum(others.searchsorted(numbers), len(others) - 1)] == numbers
    return found


class PostRecord:
    """The rows of one record.

    - ``start``, ``end``: Half-open range of its rows.
    - ``own``: rows that belong to no record inside this one.
    - ``shown``: those of ``own`` with visible text.
    """

    def __init__(self, slots: Slots, number: int) -> None:
        self.slots, self.number = slots, number
        self.context, self.page = slots.context, slots.context.page
        self.start, self.end = slots.records[number].tolist()
        self.own: Int = slots.rows_of[number]
        self.shown: Int = self.own[self.context.weight[self.own] > 0]

    def rows_inside(self, row: int) -> Int:
        """Return the visible text rows of an element, or the text row itself."""
        found: Int = self.shown[(self.shown >= row) & (self.shown < self.page.end[row])]
        return found

    def join_rows(self, rows: Int) -> str:
        """Return the text of rows, one line for each line of the page."""
        lines = join_lines(self.page.columns, rows)
        return "\n".join(line for line, _ in lines if line)

    def first_line(self, row: int) -> str:
        """Return the first line of visible text in an element or text row."""
        return self.join_rows(self.rows_inside(row)).partition("\n")[0]

    def url(self, time_row: int) -> str:
        """Return the URL of the record or ``""``; ``time_row`` is −1 if unknown."""
        page = self.page
        links = self.own[page.is_anchor[self.own]].tolist()
        around = [row for row in links if time_row >= 0 and row <= time_row < page.end[row]]
        inner = [row for row in links if time_row >= 0 and time_row < row < page.end[time_row]]
        # Most records have a link around their time; the others are looked at only where none has.
        for row in chain(around, inner, filter(self._leads_here, links), filter(self._is_permalink, links)):
            if url := self._resolve_link(row):
                return url
        return ""

    def _is_permalink(self, row: int) -> bool:
        """Return True if a link is named as a permalink or shows the number of the record."""
        page, text = self.page, self.first_line(row).strip()
        tag = page.data[page.byte_start[row] : page.inner_start[row]]
        href = page.values("href").get(row, "")
        is_number = text.isdecimal() and not href.startswith(("#", "javascript"))
        is_named = _PERMALINK_NAME.search(_HREF.sub(b"", tag)) is not None and not self.slots.in_quote[row]
        return bool(_PERMALINK_TEXT.fullmatch(text)) or is_named or is_number

    def _leads_here(self, row: int) -> bool:
        """Return True if the fragment of a link is the id at the beginning of the record."""
        before, _, place = self.page.values("href").get(row, "").partition("#")
        names = self.page.values("id")
        return bool(before and place) and place in {names.get(self.start + i) for i in range(_BEGINNING)}

    def _resolve_link(self, row: int) -> str:
        href = self.page.values("href").get(row, "").strip()
        if href.startswith("#") and len(href) > 1 and self.page.url:
            return self.page.url.partition("#")[0] + href
        return link_url(self.page, href)


def read_time(text: str, reference: Moment | dt.datetime | None) -> Moment | None:
    """Return the date of a short text (``3分钟前``, ``05-20 12:30``, ``2h``), or None.

    Relative times need ``reference``, the time of fetching. A date without a year is the latest such day
    before it.
    """
    if (match := CLOCK.fullmatch(text.strip())) and match["count"]:
        return parse_moment(f"{match['count']} {match['unit']} ago", reference=reference)
    moment = parse_moment(text, reference=reference)
    if moment is not None and moment.day is not None:
        return moment
    yearless = find_yearless(text, reference)
    return (yearless[2] if yearless else None) or moment


def is_clock(text: str) -> bool:
    """Return True if a text is a clock without a day, as in a chat or a video."""
    return (match := CLOCK.fullmatch(text.strip())) is not None and match["clock"] is not None


@dataclass(frozen=True, slots=True)
class RecordTime:
    """The stated time of a record."""

    moment: Moment | None  # None if it cannot be read
    text: str  # as shown
    row: int  # −1 if there is none


def find_time(record: PostRecord, reference: Moment | dt.datetime | None) -> RecordTime:
    """Return the time of a record; its text is empty if there is none. ``reference`` is the time of fetching.

    A date beats a clock, one with a clock beats others, an element beats text, and no time of a change does.
    """
    cues, best, worth = record.context.cues, RecordTime(None, "", -1), 0.0
    own = record.own[~record.slots.in_quote[record.own]]
    times, dates = own[cues.is_time[own]].tolist()[:10], own[cues.is_date[own]].tolist()[:5]
    for row in [*times, *dates]:
        time = _read_row(record, row, reference)
        is_element = bool(_TIME_TAG[record.page.tag[row]])
        value = 2.0 - is_clock(time.text)
        if time.moment is not None:
            value = 3.0 + 2 * is_element + (time.moment.hour is not None) if time.text else 0.5
        elif not (time.text and cues.is_time[row]):
            continue
        value /= 10 if cues.is_change[row] else 1
        best, worth = (time, value) if value > worth else (best, worth)
    return best


def _read_row(record: PostRecord, row: int, reference: Moment | dt.datetime | None) -> RecordTime:
    shown = record.first_line(row)[:_MAX_TIME]
    stated = _read_attribute(record, row, reference)
    moment = stated if stated and stated.hour is not None else read_time(shown, reference) or stated
    return RecordTime(moment, _strip_brackets(shown), row)


def _read_attribute(record: PostRecord, row: int, reference: Moment | dt.datetime | None) -> Moment | None:
    """Return the date of an attribute, such as a tooltip with the full date."""
    page, shown = record.page, record.rows_inside(row)
    # A text that is alone in its element is what the element's attributes are about.
    at = int(page.parent[row]) if page.is_text[row] else row
    if at <= record.start or len(record.rows_inside(at)) > len(shown):
        return None
    for name in _TIME_ATTRIBUTES:
        value = page.values(name).get(at, "")
        moment = read_time(value, reference) if 0 < len(value) <= _MAX_ATTRIBUTE else None
        if moment is not None and moment.day is not None:
            return moment
    return None


def _strip_brackets(shown: str) -> str:
    """Return a time without outer brackets; inner ones stay: 5 days ago (edited)."""
    bare = shown.strip(BRACKETS)
    for opening, closing in ("()", "（）", "[]"):
        if bare.count(opening) > bare.count(closing):
            bare += closing
    return bare
