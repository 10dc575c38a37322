"""When a record was written: which of its times is the one, by what stands in that slot of all records."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.records.posts.record import BRACKETS, Record
from maintext.records.posts.times import is_clock, read_time

if TYPE_CHECKING:
    import datetime as dt

    from maintext.metadata.moment import Moment
    from maintext.records.posts.slots import Slots

__all__ = ["Time", "TimeSlots"]

_TIME = tag_mask(("time",))
_MOST_TIME = 80  # characters
_STATED = ("datetime", "title")
_MOST_STATED = 40  # characters of such an attribute


@dataclass(frozen=True, slots=True)
class Time:
    """A time as it is stated.

    Attributes
    ----------
    moment
        What it says, ``None`` where it cannot be read.
    text
        As it is shown.
    row
        Where it stands, −1 for nowhere.
    """

    moment: Moment | None
    text: str
    row: int


class TimeSlots:
    """The times of the records of a page.

    Parameters
    ----------
    slots
        Of the records.
    reference
        When the page was fetched, for times that are relative to that.
    """

    def __init__(self, slots: Slots, reference: Moment | dt.datetime | None) -> None:
        self._reference = reference
        self._worth_of_slot = _worth_of_slots(slots, reference)

    def best(self, record: Record) -> Time:
        """Return the time of a record, one without text where it has none."""
        marks, best, worth = record.scene.marks, Time(None, "", -1), -1.0
        quoted = record.slots.in_quote[record.own]
        for row in record.own[marks.is_time[record.own] & ~quoted].tolist()[:10]:
            time = self._read(record, row)
            value = self._worth(record, time)
            if value > worth:
                best, worth = time, value
        if worth <= 0:
            for row in record.own[marks.is_date[record.own] & ~quoted].tolist()[:5]:
                time = self._read(record, row)
                if time.moment is not None:
                    return time
        return best

    def _worth(self, record: Record, time: Time) -> float:
        """How much of a time one is: an element for times before a text, a date before a clock."""
        if not time.text:
            return 0
        if time.moment is None:
            return 1 if is_clock(time.text) else 2
        is_element = bool(_TIME[record.page.tag[time.row]])
        slot = self._worth_of_slot.get(int(record.slots.near[time.row]), 0.0)
        return 3 + 2 * is_element + (time.moment.hour is not None) + 4 * slot

    def _read(self, record: Record, row: int) -> Time:
        shown = record.line(row)[:_MOST_TIME]
        stated = self._stated(record, row)
        moment = stated if stated and stated.hour is not None else read_time(shown, self._reference) or stated
        return Time(moment, _bare(shown), row)

    def _stated(self, record: Record, row: int) -> Moment | None:
        """The day that an attribute states: 3 hours ago is shown, the whole date on pointing at it."""
        page, shown = record.page, record.within(row)
        # A text that is alone in its element is what the element's attributes are about.
        at = int(page.parent[row]) if page.is_text[row] else row
        if at <= record.start or len(record.within(at)) > len(shown):
            return None
        for name in _STATED:
            value = page.values(name).get(at, "")
            moment = read_time(value, self._reference) if 0 < len(value) <= _MOST_STATED else None
            if moment is not None and moment.day is not None:
                return moment
        return None


def _bare(shown: str) -> str:
    """A time without the brackets around it; those within it stay: 5 days ago (edited)."""
    bare = shown.strip(BRACKETS)
    for opening, closing in ("()", "（）", "[]"):
        if bare.count(opening) > bare.count(closing):
            bare += closing
    return bare


def _worth_of_slots(slots: Slots, reference: Moment | dt.datetime | None) -> dict[int, float]:
    """How good slots of times are, by key, 0–1: in how many records they are, and whether times run one way.

    Posts stand in the order of their times; the days on which their authors joined do not.
    """
    page, marks = slots.scene.page, slots.scene.marks
    rows = np.flatnonzero(marks.is_time & (slots.owner >= 0) & ~slots.in_quote)
    firsts: dict[int, dict[int, int]] = {}
    for row in rows.tolist():
        firsts.setdefault(int(slots.near[row]), {}).setdefault(int(slots.owner[row]), row)
    found = {}
    for key, by_record in firsts.items():
        texts = [
            page.values("datetime").get(row) or page.row_text(row)[:_MOST_TIME] for row in by_record.values()
        ]
        moments = [moment for text in texts if (moment := read_time(text, reference)) is not None]
        times = [moment.datetime().replace(tzinfo=None) for moment in moments]
        steps = [(later >= earlier, later <= earlier) for earlier, later in itertools.pairwise(times)]
        one_way = max((sum(step[i] for step in steps) for i in (0, 1)), default=0) / max(len(steps), 1)
        found[key] = len(by_record) / len(slots.records) * (0.5 + 0.5 * one_way)
    return found
