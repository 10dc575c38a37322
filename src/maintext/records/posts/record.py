"""One record of micro-content: its rows, its text, its URL and its time."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.html.tags import tag_mask
from maintext.html.urls import link_url
from maintext.metadata.moment import parse_moment
from maintext.metadata.page_dates import find_yearless
from maintext.metadata.post_words import MARKS
from maintext.records.posts.cues import CLOCK

if TYPE_CHECKING:
    import datetime as dt

    from numpy.typing import NDArray

    from maintext.html.arrays import Bool, Int
    from maintext.metadata.moment import Moment
    from maintext.records.posts.slots import Slots


__all__ = ["BRACKETS", "PostRecord", "RecordTime", "TimeSlots", "is_among", "is_clock", "read_time"]

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

    def first_line(self, row: int) -> str:
        """Return the first line of visible text in an element or text row."""
        rows = self.rows_inside(row)
        return self.join_rows(rows).partition("\n")[0] if len(rows) else ""

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


class TimeSlots:
    """Times of the records of a page; ``reference`` is the time of fetching."""

    def __init__(self, slots: Slots, reference: Moment | dt.datetime | None) -> None:
        self._reference = reference
        self._worth_of_slot = _rate_slots(slots, reference)

    def best(self, record: PostRecord) -> RecordTime:
        """Return the time of a record; its text is empty if there is none."""
        cues, best, worth = record.context.cues, RecordTime(None, "", -1), -1.0
        own = record.own[~record.slots.in_quote[record.own]]
        times, dates = own[cues.is_time[own]].tolist()[:10], own[cues.is_date[own]].tolist()[:5]
        for row in [*times, *dates]:
            time = self._read_row(record, row)
            if time.moment is not None or cues.is_time[row]:
                value = self._rate_time(record, time) / (10 if cues.is_change[row] else 1)
                best, worth = (time, value) if value > worth else (best, worth)
        return best

    def _rate_time(self, record: PostRecord, time: RecordTime) -> float:
        """Rate a time: an element beats text, a date beats a clock."""
        if not time.text:
            return 0
        if time.moment is None:
            return 1 if is_clock(time.text) else 2
        is_element = bool(_TIME_TAG[record.page.tag[time.row]])
        slot = self._worth_of_slot.get(int(record.slots.near_key[time.row]), 0.0)
        return 3 + 2 * is_element + (time.moment.hour is not None) + 4 * slot

    def _read_row(self, record: PostRecord, row: int) -> RecordTime:
        shown = record.first_line(row)[:_MAX_TIME]
        stated = self._read_attribute(record, row)
        moment = stated if stated and stated.hour is not None else read_time(shown, self._reference) or stated
        return RecordTime(moment, _strip_brackets(shown), row)

    def _read_attribute(self, record: PostRecord, row: int) -> Moment | None:
        """Return the date of an attribute, such as a tooltip with the full date."""
        page, shown = record.page, record.rows_inside(row)
        # A text that is alone in its element is what the element's attributes are about.
        at = int(page.parent[row]) if page.is_text[row] else row
        if at <= record.start or len(record.rows_inside(at)) > len(shown):
            return None
        for name in _TIME_ATTRIBUTES:
            value = page.values(name).get(at, "")
            moment = read_time(value, self._reference) if 0 < len(value) <= _MAX_ATTRIBUTE else None
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


def _rate_slots(slots: Slots, reference: Moment | dt.datetime | None) -> dict[int, float]:
    """Rate each slot of times, 0–1: by its share of the records and by sorted order.

    Posts are sorted by time; dates of joining are not.
    """
    page, cues = slots.context.page, slots.context.cues
    rows = np.flatnonzero((cues.is_time | cues.is_date) & (slots.owner >= 0) & ~slots.in_quote)
    firsts: dict[int, dict[int, int]] = {}
    for row in rows.tolist():
        firsts.setdefault(int(slots.near_key[row]), {}).setdefault(int(slots.owner[row]), row)
    found = {}
    for key, by_record in firsts.items():
        texts = [
            page.values("datetime").get(row) or page.row_text(row)[:_MAX_TIME] for row in by_record.values()
        ]
        moments = [moment for text in texts if (moment := read_time(text, reference)) is not None]
        times = [moment.datetime().replace(tzinfo=None) for moment in moments]
        steps = [(later >= earlier, later <= earlier) for earlier, later in itertools.pairwise(times)]
        one_way = max((sum(step[i] for step in steps) for i in (0, 1)), default=0) / max(len(steps), 1)
        found[key] = len(by_record) / len(slots.records) * (0.5 + 0.5 * one_way)
    return found
