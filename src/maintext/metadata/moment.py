"""Dates and times as pages write them: a value that says how exact it is, and a reader of some 20 languages.

Why own code: dateutil knows English only and takes 32 to 39 µs a date where this reader takes 9;
dateparser needs 371 ms for its first call; neither knows Chinese numerals or ROC years (民國113年).

Cost: linear in the length of the text; no pattern has nested repetition.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext.metadata.date_forms import (
    FIRST_YEAR,
    LAST_YEAR,
    is_day,
    names_month,
    next_date,
    read_number,
    readings,
)
from maintext.metadata.date_words import DAY_PARTS, UNITS, ZONES, key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.metadata.date_forms import DateOrder

__all__ = ["Moment", "find_moments", "parse_moment"]

_MOST_CHARS = 200  # of a text that is one date; what is longer has it at the front, or is none
_PRECISIONS = ("year", "month", "day", "hour", "minute", "second")


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as exact as a page states it.

    Attributes
    ----------
    year, month, day, hour, minute, second
        Numbers of the calendar; ``None`` from the first one that is not stated.
    offset_minutes
        Minutes east of UTC; ``None`` where the page names no zone. A local time stays local.
    """

    year: int
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    offset_minutes: int | None = None

    @property
    def precision(self) -> str:
        """Smallest part that is stated: ``year``, ``month``, ``day``, ``hour``, ``minute`` or ``second``."""
        stated = [name for name in _PRECISIONS if getattr(self, name) is not None]
        return stated[-1]

    def isoformat(self) -> str:
        """Return ISO 8601 text with the stated parts only: ``2024-05``, ``2024-05-01T10:20+08:00``."""
        text = f"{self.year:04}"
        for mark, part in zip(
            "--T::", (self.month, self.day, self.hour, self.minute, self.second), strict=True
        ):
            if part is None:
                break
            text += f"{mark}{part:02}"
        if self.offset_minutes is None or self.hour is None:
            return text
        sign, minutes = "-" if self.offset_minutes < 0 else "+", abs(self.offset_minutes)
        return f"{text}{sign}{minutes // 60:02}:{minutes % 60:02}"

    def __str__(self) -> str:
        return self.isoformat()

    def date(self) -> dt.date | None:
        """Return the day on the page's own clock, None where the day is not stated."""
        if self.month is None or self.day is None:
            return None
        return dt.date(self.year, self.month, self.day)

    def datetime(self) -> dt.datetime:
        """Return the beginning of the stated span; without a zone where none is stated."""
        parts = (self.month or 1, self.day or 1, self.hour or 0, self.minute or 0, self.second or 0)
        zone = None if self.offset_minutes is None else dt.timezone(dt.timedelta(minutes=self.offset_minutes))
        return dt.datetime(self.year, *parts, tzinfo=zone)


# -- public reading -----------------------------------------------------------------------------------


def parse_moment(
    text: str, *, reference: Moment | dt.datetime | None = None, order: DateOrder = "mdy"
) -> Moment | None:
    """Return the first date of a short text, with its time and zone; None where there is none.

    Parameters
    ----------
    text
        A declared value or a line. Only the first 200 characters are read. A text that is nothing but
        digits may be ``20240501``, ``20240501102000``, a year, or seconds or milliseconds since 1970.
    reference
        When the page was fetched. With it ``昨天`` and ``3 hours ago`` are read, and what lies more than
        a day behind it is rejected; a day, because clocks differ by zone. None: no relative dates, and
        no limit but the year 2099.
    order
        What ``1/5/2024`` begins with where both are possible: the month, or with ``dmy`` and ``ymd`` the day.
        ``14/01/07`` begins with the year if ``ymd`` is given or the text around it is Chinese, Japanese or
        Korean, and wherever the other readings lie behind the reference.
    """
    short = _plain(text[:_MOST_CHARS].strip())
    whole = _from_iso(short) or _from_digits(short) or _partial(short)
    if whole is not None:
        return whole if _is_past(whole, _datetime(reference)) else None
    return next((moment for _, _, moment in _moments(short, _datetime(reference), order)), None)


def find_moments(
    text: str, *, reference: Moment | dt.datetime | None = None, order: DateOrder = "mdy"
) -> list[tuple[int, int, Moment]]:
    """Return the dates of a line in order, each with the range of characters it takes.

    Numbers alone (``20240501``, ``2024``) do not count here. Parameters as in :func:`parse_moment`.
    """
    now = _datetime(reference)
    return list(_read(text, now, now.tzinfo if now else None, order))


@lru_cache(maxsize=32)  # a line is read as a whole, then in parts
def _read(
    text: str, reference: dt.datetime | None, _zone: dt.tzinfo | None, order: DateOrder
) -> tuple[tuple[int, int, Moment], ...]:
    """Dates of a text; the zone is given too, as the same time in two zones is equal to the cache."""
    return tuple(_moments(_plain(text), reference, order))


def _moments(text: str, reference: dt.datetime | None, order: DateOrder) -> Iterator[tuple[int, int, Moment]]:
    """Dates and relative dates of a text with plain digits, left to right."""
    position = 0 if _MAY_HAVE.search(text) else len(text)
    is_found = False
    while match := next_date(text, position):
        # What is no date of the calendar is left as a whole: 31 June 2024 is not June 2024 either.
        position = match.end() if names_month(match) else match.start() + 1
        possible = (Moment(*day) for day in readings(match, order))
        day = next((one for one in possible if _is_past(one, reference)), None)
        if day is not None:
            is_found = True
            start, position, moment = _with_time(text, match, day)
            yield start, position, moment
    if not is_found and reference is not None:
        yield from (found for found in _elapsed(text, reference) if _is_past(found[2], reference))


_MAY_HAVE = re.compile(r"\d{4}|\d[^\d:]{1,20}\d|年")


# -- characters ---------------------------------------------------------------------------------------

_DIGITS = str.maketrans(
    "０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹：／－．，\u00a0\u3000\u2009\u202f",
    "0123456789" * 3 + ":/-., " + " " * 3,
)


def _plain(text: str) -> str:
    """Digits, colons and spaces as in ASCII; every character keeps its place."""
    return text if text.isascii() else text.translate(_DIGITS)


# -- dates that systems write --------------------------------------------------------------------------

# The forms of pages would read it too, in ten times the time.
_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII
)


def _from_iso(text: str) -> Moment | None:
    """A text in the extended form of ISO 8601, None for others."""
    match = _ISO.fullmatch(text)
    day = _day(int(match[1]), int(match[2]), int(match[3])) if match else None
    if match is None or day is None or match[4] is None:
        return day
    return _clocked(day, (None, match[4], match[5], match[6], None, match[7]), "")


_EPOCH = re.compile(r"(\d{10})(?:\d{3})?")
_BASIC = re.compile(
    r"((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T?([0-2]\d)([0-5]\d)([0-5]\d)?(Z|[+-]\d\d:?\d\d)?)?", re.IGNORECASE
)
_PARTIAL = re.compile(r"((?:19|20)\d\d)(?:[年년]|[-/.](\d{1,2}))?")


def _from_digits(text: str) -> Moment | None:
    """A text of digits only: basic ISO form, or seconds or milliseconds since 1970."""
    if match := _BASIC.fullmatch(text):
        day = _day(int(match[1]), int(match[2]), int(match[3]))
        if day is None or match[4] is None or int(match[4]) > 23:
            return day
        second = None if match[6] is None else int(match[6])
        return Moment(day.year, day.month, day.day, int(match[4]), int(match[5]), second, _offset(match[7]))
    if match := _EPOCH.fullmatch(text):
        return _of_datetime(dt.datetime.fromtimestamp(int(match[1]), dt.UTC))
    return None


def _day(year: int, month: int, day: int | None) -> Moment | None:
    """The day if the calendar has it and a page may be of it."""
    return Moment(year, month, day) if is_day(year, month, day) else None


def _partial(text: str) -> Moment | None:
    """A text that is a year, or year and month in numbers."""
    match = _PARTIAL.fullmatch(text)
    if match is None or not FIRST_YEAR <= int(match[1]) <= LAST_YEAR:
        return None
    return Moment(int(match[1])) if match[2] is None else _day(int(match[1]), int(match[2]), None)


# -- the time beside a date ---------------------------------------------------------------------------

_ZONE = (
    r"(?:UTC|GMT)?\s?[+-]\d\d?(?::?\d\d)?(?!\d)|(?:Z|UTC|GMT|WES?T|BST|CES?T|ME[S]?Z|EES?T|MSK|HKT|SGT|JST|KST"
    r"|AE[SD]T|NZ[SD]T|[ECMP][SD]T)(?!\w)|北京时间|北京時間|台北时间|台灣時間|香港時間|日本時間"
)
_PART = r"上午|下午|晚上|凌晨|早上|清晨|傍晚|中午|晚|午前|午後|오전|오후"
_CLOCK = (
    r"(?<!\d)(\d{1,2})(?:\s?[:h]\s?|\s?[时時点點시]\s?|\.(?=\d\d(?!\.?\d)))(\d{2})(?!\d)(?:\s?[分분])?(?::?(\d\d)(?!\d)"
    r"(?:[.,]\d{1,9})?秒?)?"
)
_HALF = r"(?:\s?([ap]m(?!\w)|[ap]\.m\.?|πμ|μμ|π\.μ\.|μ\.μ\.))?"
_TIME_AFTER = re.compile(
    r"[\s.,;|/·•–—T@-]{0,4}(?:г\.?|r\.|년)?(?:[(（]?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天][)）]?"
    r"|[(（][월화수목금토일月火水木金土日](?:曜日|요일)?[)）])?"
    r"[\s,;|/·•–—-]{0,3}(?:(?:at|um|à|às|a las|alle|om|o|godz\.?|в|kl\.?|klo|στις|saat|ore|ora"
    r"|time)[\s:]{1,2})?"
    rf"(?:({_PART})\s?)?{_CLOCK}{_HALF}(?:\s?Uhr)?(?:\s?[(（]?({_ZONE})[)）]?)?",
    re.IGNORECASE,
)
_TIME_BEFORE = re.compile(
    rf"{_CLOCK}{_HALF}(?:\s?Uhr)?(?:\s?[(（]?({_ZONE})[)）]?)?[\s,;|·•–—-]{{1,4}}(?:(?:on|am|den)\s)?"
    rf"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s)?$",
    re.IGNORECASE,
)
_ZONE_FIRST = re.compile(r".{0,5}(?:北京时间|北京時間)")
_ZONE_OFFSET = re.compile(r"(?:UTC|GMT)?\s?([+-])(\d\d?):?(\d\d)?", re.IGNORECASE)
_ZONE_CHARS = 5  # 北京时间 and a space
_BEFORE_CHARS = 32  # a clock, half of the day, zone and weekday


def _with_time(text: str, match: re.Match[str], day: Moment) -> tuple[int, int, Moment]:
    """Return the date with the time behind, within or before it, and the range of both."""
    start, end = match.span()
    if day.day is None:
        return start, end, day
    if match.lastgroup == "name_day" and (within := match["name_day_clock"]):
        clock = _TIME_AFTER.match(within)
        return start, end, _clocked(day, clock.groups(), "") if clock else day
    if clock := _TIME_AFTER.match(text, end):
        return start, clock.end(), _clocked(day, clock.groups(), text[max(0, start - _ZONE_CHARS) : end])
    offset = max(0, start - _BEFORE_CHARS)
    if clock := _TIME_BEFORE.search(text[offset:start]):
        return offset + clock.start(), end, _clocked(day, (None, *clock.groups()), "")
    return start, end, day


def _clocked(day: Moment, groups: tuple[str | None, ...], beside: str) -> Moment:
    """Add a clock (day part, hour, minute, second, half, zone) to a day; the day alone if it is none."""
    part, hour_text, minute_text, second_text, half, zone = groups
    hour, minute = int(hour_text or 0), int(minute_text or 0)
    second = None if second_text is None else int(second_text)
    hours = DAY_PARTS.get(key(half or part or ""))
    if hours == 12 and hour < 12:
        hour += 12
    elif hours == 0 and hour == 12:
        hour = 0
    if hour > 23 or minute > 59 or (second or 0) > 59:
        return day
    offset = _offset(zone, is_chinese=part is not None or not beside.isascii())
    if offset is None and zone is None and _ZONE_FIRST.match(beside):
        offset = 480
    return Moment(day.year, day.month, day.day, hour, minute, second, offset)


def _offset(zone: str | None, *, is_chinese: bool = False) -> int | None:
    """Minutes east of UTC, None where nothing or nothing possible is stated."""
    if zone is None:
        return None
    if match := _ZONE_OFFSET.fullmatch(zone.strip()):
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return None if minutes > 14 * 60 else minutes if match[1] == "+" else -minutes
    name = key(zone)
    return 480 if name == "cst" and is_chinese else ZONES.get(name)


# -- relative dates -----------------------------------------------------------------------------------

_COUNT = r"\d{1,3}|半|[一二两兩三四五六七八九十]{1,3}"
_COUNTED = re.compile(
    rf"(?P<zh>({_COUNT})\s?(秒钟|秒鐘|秒|分钟|分鐘|分|小时|小時|时间|時間|天|日|周|週間|週|星期|个月|個月|か月|ヶ月|年)[之以]?前)"
    r"|(?P<ko>(\d{1,3})\s?(초|분|시간|일|주|개월|년)\s?전)"
    r"|(?P<ago>(\d{1,3}(?=\s?[^\W\d_])|(?:an?|one)(?=\s))\s?([^\W\d_]{1,10})\s(?:ago|fa|назад|atrás|önce|πριν|geleden|temu)(?!\w))"
    r"|(?P<since>(?:vor|il y a|hace|há|πριν(?: από)?)\s(\d{1,3}|eine[rm]?|une?|una?|um)\s([^\W\d_]{1,10}))"
    r"|(?P<ar>(?:منذ|قبل)\s(?:(\d{1,3})\s)?([^\W\d_]{3,8}))",
    re.IGNORECASE,
)
_NAMED_DAY = re.compile(
    r"(今天|今日|昨天|昨日|前天|一昨日|오늘|어제)|(?<!\w)(today|yesterday|heute|gestern|hier|aujourd'hui|hoy|ayer|oggi|ieri|hoje"
    r"|ontem|dzisiaj|dziś|wczoraj|сегодня|вчера|σήμερα|χθες|bugün|dün|vandaag|gisteren|اليوم|أمس|امس)(?!\w)",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(r"(?<!\d)(\d{1,3})\s?([^\W\d_]{1,10}),?\s?(?:and\s|und\s|et\s)?$")
_DAYS_BACK = {
    word: days
    for days, words in enumerate(
        (
            """今天 今日 오늘 today heute aujourd'hui hoy oggi hoje dzisiaj dziś сегодня σήμερα bugün vandaag
            اليوم""",
            "昨天 昨日 어제 yesterday gestern hier ayer ieri ontem wczoraj вчера χθες dün gisteren أمس امس",
            "前天 一昨日",
        )
    )
    for word in words.split()
}
_NOW = re.compile(r"刚刚|剛剛|just now|방금", re.IGNORECASE)
_STEPS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}


def _elapsed(text: str, reference: dt.datetime) -> Iterator[tuple[int, int, Moment]]:
    """The first relative date of a text, as exact as its unit."""
    if match := _COUNTED.search(text):
        groups = [group for group in match.groups() if group is not None]
        unit = UNITS.get(key(groups[-1]))
        start, reference = _larger(text, match.start(), reference)
        if unit is None or (moment := _back(reference, *_amount(groups[1], unit))) is None:
            return
        if moment.day is None or moment.hour is not None:
            yield start, match.end(), moment
        else:
            from_day, end, moment = _with_time(text, match, moment)
            yield min(start, from_day), end, moment
    elif match := _NAMED_DAY.search(text):
        if day := _back(reference, _DAYS_BACK[match[0].lower()], "day"):
            yield _with_time(text, match, day)
    elif (match := _NOW.search(text)) and (moment := _back(reference, 0, "minute")):
        yield match.start(), match.end(), moment


_HALVES = {
    "year": (6, "month"),
    "month": (15, "day"),
    "day": (12, "hour"),
    "hour": (30, "minute"),
    "minute": (30, "second"),
}


def _amount(count: str, unit: str) -> tuple[int, str]:
    """How many of which unit a count means: 3, 三, 半, an; a dual of Arabic (ساعتين) is both in one word."""
    if count == "半":
        return _HALVES.get(unit, (1, unit))
    if count.isdecimal() or _CHINESE.fullmatch(count):
        return read_number(count.translate(_TWO)), unit
    return 2 if count.endswith("ين") else 1, unit


_CHINESE = re.compile("[一二两兩三四五六七八九十]+")
_TWO = str.maketrans("两兩", "二二")


def _larger(text: str, end: int, reference: dt.datetime) -> tuple[int, dt.datetime]:
    """Where a relative date begins whose last part stands at ``end``, and the time before its other parts.

    1 天 3 小时前, 2 hours, 5 minutes ago.
    """
    while match := _PART_BEFORE.search(text[max(0, end - _BEFORE_CHARS) : end]):
        step = _STEPS.get(UNITS.get(key(match[2]), ""))
        if step is None:
            break
        try:
            reference -= dt.timedelta(seconds=int(match[1]) * step)
        except OverflowError:  # before the year 1
            break
        end -= len(match[0])
    return end, reference


def _back(reference: dt.datetime, count: int, unit: str) -> Moment | None:
    """What was so many units before the reference, as exact as the unit; None before the year 1."""
    if unit in {"month", "year"}:
        months = reference.year * 12 + reference.month - 1 - count * (12 if unit == "year" else 1)
        return Moment(months // 12, months % 12 + 1 if unit == "month" else None)
    try:
        value = reference - dt.timedelta(seconds=count * _STEPS[unit])
    except OverflowError:
        return None
    return _of_datetime(value, _PRECISIONS.index("day" if unit == "week" else unit))


def _of_datetime(value: dt.datetime, n_smaller: int = 5) -> Moment:
    """A moment with the year and so many of the smaller parts; the zone with an hour only."""
    zone = value.utcoffset()
    parts = [value.month, value.day, value.hour, value.minute, value.second]
    month, day, hour, minute, second = [*parts[:n_smaller], None, None, None, None, None][:5]
    offset = None if zone is None or n_smaller < 3 else int(zone.total_seconds() // 60)
    return Moment(value.year, month, day, hour, minute, second, offset)


def _datetime(reference: Moment | dt.datetime | None) -> dt.datetime | None:
    return reference.datetime() if isinstance(reference, Moment) else reference


def _is_past(moment: Moment, reference: dt.datetime | None) -> bool:
    if reference is None:
        return FIRST_YEAR <= moment.year <= LAST_YEAR
    return moment.year >= FIRST_YEAR and moment.datetime().toordinal() <= reference.toordinal() + 1
