"""Parse dates and times as pages write them, in some 60 languages, with their precision.

    2024-05-01  2024年5月1日  民國113年5月1日  1.5.2024  05/01/24  1 May 2024  May 1, 2024

Own code, because dateutil knows English only, dateparser takes a third of a second for its first call, and
neither reads Chinese numerals or ROC years (民國113年). Cost: linear in the text; no pattern has nested
repetition.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from calendar import isleap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import starmap
from typing import Literal, TypeAlias

from maintext.html.characters import CJK_LETTER
from maintext.metadata import pattern_lists, word_lists

__all__ = [
    "DAY_PARTS", "FIRST_YEAR", "LAST_YEAR", "MONTHS", "OTHER_DATE", "UNITS", "ZONES", "DateOrder", "Day",
    "Moment", "find_moments", "parse_moment", "to_ascii_digits", "word_key",
]  # fmt: skip


def word_key(word: str) -> str:
    """Return a word without case and accents; capital letters often lack accents."""
    if word.isascii():
        return word.lower()
    marked = unicodedata.normalize("NFD", word.casefold())
    return "".join(character for character in marked if not unicodedata.combining(character))


def _numbers_of(section: str) -> dict[str, int]:
    """Return the number that a list of words is of, by word; a hyphen stands for a space."""
    return {
        word_key(name).replace("-", " "): int(number)
        for number, names in word_lists(section).items()
        for name in names
    }


MONTHS = _numbers_of("months")
"""Month number from 1 by name."""
_PERSIAN_MONTHS = _numbers_of("persian_months")

ZONES = _numbers_of("zones")
"""Minutes east of UTC by name. ``ET``, ``PT`` and ``IST`` are ambiguous and left out."""

# Noon is 12: what an hour below it becomes in the afternoon. Evening words mean the afternoon half.
DAY_PARTS = _numbers_of("day_parts")
"""Hours to add to a clock of twelve hours, by the word at the time."""

UNITS = {word_key(word): unit for unit, words in word_lists("units").items() for word in words}
"""``second``, ``minute``, ``hour``, ``day``, ``week``, ``month`` or ``year`` by word."""


FIRST_YEAR, LAST_YEAR = 1990, 2099
"""Years that a web page may be of; others are taken for misreadings."""

DateOrder: TypeAlias = Literal["dmy", "mdy", "ymd"]
"""What comes first in a date of numbers: day, month or year."""

Day: TypeAlias = tuple[int, int, int | None]
"""Year, month, and day or None."""

_Match: TypeAlias = re.Match[str]


# -- the patterns -------------------------------------------------------------------------------------

_N = "[0-9〇○零元一二三四五六七八九十]"
# Of month names; the vowel signs of Indian, Thai and Khmer letters are no word characters. Thai ones may be
# shortened with dots, Vietnamese ones are numbers, some Arabic ones are two words.
_WORD = (
    r"(?:[^\W\d_]{3,12}|[\u0620-\u06d3\u0900-\u0e4e\u1780-\u17d2]{2,14}|[\u0e01-\u0e4e]{1,2}\.[\u0e01-\u0e4e]"
    r"|(?:كانون|تشرين)\s[^\W\d_]{5,6}"
    r"|tháng\s(?:\d\d?|[^\W\d_]{2,4}(?:\s(?:một|hai)(?!\w))?))"
)
_OF = r"(?:de[l]?\s|of\s|d['’]|năm\s|ב|[พค]\.ศ\.\s?|/\s?[\u0620-\u06d3]{2,8}\s|ខែ|ឆ្នាំ)?"
_FULL_YEAR = r"(?:1[349]|20|25)\d\d"
# Between a year and the month or the day: 2024 m. gegužės 1 d., 2024. gada 1. maijs
_OF_YEAR = r"(?:\sm\.|\.\sgada|ko|-yil|\sжылғы)"
_ALONE = r"(?<!\d)(?<!\d[./:-])"  # not the tail of a longer number
_DATE = re.compile(
    # Forms that begin with a number or an era; forms that begin with a word follow below.
    r"(?=[\d〇○零元一二三四五六七八九十民令平])(?:"
    # 2024-05-01, 2024/5/1, 2024. 5. 1., before a time also 2024 05/01
    rf"(?P<ymd>{_ALONE}(?P<ymd_y>\d{{4}})(?:\s?(?P<ymd_mark>[-/.])\s?|\s(?=\d\d\s?/\s?\d\d\s\d\d:\d))"
    r"(?P<ymd_m>\d{1,2})\s?(?(ymd_mark)(?P=ymd_mark)|/)\s?(?P<ymd_d>\d{1,2})(?!\d))"
    # 2024年5月1日, 二〇二四年五月, 民國113年5月1日, 令和6年, 2024년 5월 1일
    rf"|(?P<cjk>(?:(?P<cjk_era>民國|民国|令和|平成)\s?)?(?<!{_N})(?P<cjk_y>[一二]百{_N}{{0,4}}|{_N}{{1,4}})\s?[年년]\s?"
    rf"(?P<cjk_m>{_N}{{1,3}})\s?[月월](?:\s?(?P<cjk_d>{_N}{{1,3}})(?:\s?[日号號일])?)?)"
    # 1.5.2024, 01/05/2024, 1-5-2024
    rf"|(?P<dmy>{_ALONE}(?P<dmy_1>\d{{1,2}})\s?(?P<dmy_mark>[-/.])\s?(?P<dmy_2>\d{{1,2}})\s?(?P=dmy_mark)\s?"
    r"(?P<dmy_y>\d{4})(?!\d|[./]\d|-\d(?!\d?:\d\d)))"
    # 113-05-01, 113/05/01: years of the Republic, in Chinese text
    rf"|(?P<roc>{_ALONE}(?P<roc_y>1[0-2]\d)(?P<roc_mark>[-/.])(?P<roc_m>\d\d)(?P=roc_mark)(?P<roc_d>\d\d)"
    r"(?!\d|[./-]\d))"
    # 24-05-01, 05/01/24
    rf"|(?P<short>{_ALONE}(?P<short_1>\d\d?)(?P<short_mark>[-/.])(?P<short_2>\d\d?)(?P=short_mark)"
    r"(?P<short_3>\d\d)(?!\d|[./:]\d|-\d(?!\d?:\d\d)))"
    # 1 May 2024, 1. Mai 2024, 1er mai, 1 de mayo de 2024, 01-May-24
    rf"|(?P<day_name>(?<!\d)(?P<day_name_d>\d{{1,2}})(?:st|nd|rd|th|er|[ªº°.])?[\s/-]?{_OF}\s?"
    rf"(?P<day_name_m>{_WORD})\s?[.,]{{0,2}}[\s/-]?{_OF}\s?(?P<day_name_y>{_FULL_YEAR}|['’]?\d\d(?![:\d]))(?!\d))"
    # 2024. gada 1. maijs
    rf"|(?P<year_day_name>(?<!\d)(?P<year_day_name_y>{_FULL_YEAR}){_OF_YEAR}\s(?P<year_day_name_d>\d{{1,2}})"
    rf"[\s.-]{{1,2}}(?P<year_day_name_m>{_WORD}))"
    # 2024 May 1, 2024. május 1.
    rf"|(?P<year_name>(?<!\d)(?P<year_name_y>{_FULL_YEAR}){_OF_YEAR}?[\s.,-]{{1,2}}(?P<year_name_m>{_WORD})[\s.-]{{1,2}}"
    r"(?P<year_name_d>\d{1,2})(?!\d)))"
    # May 1, 2024; May 01 Wed 2024; Wed May 01 10:20:00 +0000 2024: most words have no number after them
    rf"|(?<![^\W\d_])(?=\D{{2,28}}+\d)(?:(?P<name_day>(?P<name_day_m>{_WORD})\.?[\s-]{{1,2}}(?P<name_day_d>\d{{1,2}})(?:st|nd|rd|th)?"
    r"(?:\s?,\s?|[\s-])(?:del?\s)?(?:(?:sun|mon|tue|wed|thu|fri|sat)\s)?(?:(?P<name_day_clock>\d\d:\d\d:\d\d(?:\s(?:[+-]\d{4}|[A-Z]{3,4}))?)\s)?"
    rf"(?P<name_day_y>{_FULL_YEAR})(?!\d))"
    # May 2024
    rf"|(?P<name_year>(?P<name_year_m>{_WORD})\.?,?\s{_OF}(?P<name_year_y>{_FULL_YEAR})(?!\d)))",
    re.IGNORECASE,
)
# What every date has from its first number on, which may be the second digit of a day; a rest without it, as
# a clock, is not searched for the forms above.
_NUMBERS = re.compile(r"[\d年년](?:(?<=[年년])|\d{3}|[^\d:]{1,46}+\d)")
_MAX_BEFORE_NUMBER = 20  # characters of a date: the name of a month, a dot, a comma, a space, "del ", a digit
_HAN = re.compile(r"[\u3400-\u9fff]")
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MAX_DAYS = 31
_ERAS = {"民國": 1911, "民国": 1911, "令和": 2018, "平成": 1988}
_NUMERALS = {"〇": 0, "○": 0, "零": 0, "元": 1} | {c: n for n, c in enumerate("一二三四五六七八九", 1)}


def _next_date(text: str, position: int) -> _Match | None:
    """Return the next match of a date form from a position, in text with ASCII digits."""
    number = _NUMBERS.search(text, position)
    return None if number is None else _DATE.search(text, max(position, number.start() - _MAX_BEFORE_NUMBER))


def _has_month_name(match: _Match) -> bool:
    """Return True if a match is numeric, or if its word is the name of a month."""
    form = match.lastgroup or ""
    if not form.endswith(("name", "name_day", "name_year")):
        return True
    name = word_key(match[f"{form}_m"])
    return name in MONTHS or name in _PERSIAN_MONTHS


def _is_calendar_day(year: int, month: int, day: int | None) -> bool:
    """Return True if a day (or month) exists and lies in the years of web pages."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        return False
    return day is None or 1 <= day <= _MONTH_DAYS[month - 1] + (month == 2 and isleap(year))


# -- days that a match may mean, the likeliest first ------------------------------------------------------


def _read_ymd(match: _Match, order: DateOrder) -> Iterator[Day]:
    year, month, day = int(match["ymd_y"]), int(match["ymd_m"]), int(match["ymd_d"])
    # In other languages such a year is one of the Middle Ages, later ones are those of the Hijri calendar.
    is_persian = order == "ymd" and year in _PERSIAN_YEARS
    yield from _from_persian(year, month, day) if is_persian else [(year, month, day)]


def _read_cjk(match: _Match, _: DateOrder) -> Iterator[Day]:
    era, year, day = match["cjk_era"], _read_number(match["cjk_y"]), match["cjk_d"]
    if era is None and 80 <= year < 200 and len(match["cjk_y"]) == 3:
        era = "民國"  # years of three digits are of the Republic: 113年5月1日
    elif era is None and year < 100:
        year = _full_year(year)
    yield year + _ERAS.get(era, 0), _read_number(match["cjk_m"]), _read_number(day) if day else None


def _read_roc(match: _Match, _: DateOrder) -> Iterator[Day]:
    if _HAN.search(match.string):
        yield int(match["roc_y"]) + _ERAS["民國"], int(match["roc_m"]), int(match["roc_d"])


def _read_dmy(match: _Match, order: DateOrder) -> Iterator[Day]:
    is_day_first = match["dmy_mark"] == "." or order != "mdy"
    both = _both_orders(
        _full_year(int(match["dmy_y"])), int(match["dmy_1"]), int(match["dmy_2"]), is_day_first
    )
    # The second reading only where the first is no day: next month's event is not of last year.
    yield from [day for day in both if _is_calendar_day(*day)][:1]


def _both_orders(year: int, first: int, second: int, is_day_first: bool) -> Iterator[Day]:
    """Yield day and month in the stated order, then swapped."""
    day, month = (first, second) if is_day_first else (second, first)
    yield year, month, day
    yield year, day, month


_GERMAN_ON = re.compile(r"(?<![^\s(])(?<!\d )am ")  # before days alone; not Telegram 1.5.24


def _read_short(match: _Match, order: DateOrder) -> Iterator[Day]:
    parts, mark = match.group("short_1", "short_2", "short_3"), match["short_mark"]
    first, second, third = map(int, parts)
    may_be_version = mark == "." and first <= _MAX_DAYS and min(map(len, parts)) < 2
    if may_be_version and not _GERMAN_ON.match(match.string, match.start() - 3):
        return
    last = _both_orders(_full_year(third), first, second, mark == "." or order != "mdy")
    readings = [*last, (_full_year(first), second, third)]
    is_year_first = (
        (mark == "-" and order != "dmy")
        or first > _MAX_DAYS
        or order == "ymd"
        or CJK_LETTER.search(match.string)
    )
    yield from readings[-1:] + readings[:-1] if is_year_first else readings


def _read_month_name(match: _Match, _: DateOrder) -> Iterator[Day]:
    form = match.lastgroup or ""
    name, year = word_key(match[f"{form}_m"]), int(match[f"{form}_y"].lstrip("'’"))
    if name in _PERSIAN_MONTHS and form != "name_year":
        yield from _from_persian(year, _PERSIAN_MONTHS[name], int(match[f"{form}_d"]))
    elif (month := MONTHS.get(name)) is not None:
        if year < 100 and _THAI.match(match[f"{form}_m"]):
            year += 2500
        day = None if form == "name_year" else int(match[f"{form}_d"])
        yield _full_year(year), month, day


_READERS = {
    "ymd": _read_ymd, "cjk": _read_cjk, "roc": _read_roc, "dmy": _read_dmy, "short": _read_short,
    "day_name": _read_month_name, "name_day": _read_month_name, "year_name": _read_month_name,
    "year_day_name": _read_month_name, "name_year": _read_month_name,
}  # fmt: skip


def _from_persian(year: int, month: int, day: int) -> Iterator[Day]:
    """Yield a day of the Persian calendar in ours: 12 اردیبهشت 1403 is 2024-05-01.

    Six months have 31 days, the others 30, the last one 29 in most years; 8 years of 33 have a day more.
    """
    if year in _PERSIAN_YEARS and 1 <= month <= 12 and 1 <= day <= (31 if month < 7 else 30):
        n_days = 365 * year + (8 * year + 21) // 33 + 31 * (month - 1) - max(0, month - 7) + day
        found = dt.date.fromordinal(_BEFORE_PERSIAN_YEARS + n_days)
        yield found.year, found.month, found.day


_PERSIAN_YEARS = range(1369, 1410)  # from 1990 on; from 1410 on numeric years are of the Hijri calendar
_BEFORE_PERSIAN_YEARS = 226_529  # days of our calendar


def _full_year(year: int) -> int:
    """Return a year of two digits, or of the Buddhist era, in ours; others as they are."""
    if year > 99:
        return year - _BUDDHIST_ERA if year > LAST_YEAR else year
    return year + (1900 if year >= FIRST_YEAR % 100 else 2000)


_BUDDHIST_ERA = 543  # years before ours, in Thai dates
_THAI = re.compile("[\u0e01-\u0e4e]")


def _read_number(text: str) -> int:
    """Return the value of digits, or of Chinese numerals up to 299 or digit by digit."""
    if text.isdecimal():
        return int(text)
    hundreds, hundred, rest = text.partition("百")
    if hundred:
        return _NUMERALS[hundreds] * 100 + (_read_number(rest) if rest else 0)
    tens, ten, ones = text.partition("十")
    if ten:
        return (_NUMERALS.get(tens, 1) * 10) + _NUMERALS.get(ones, 0)
    return int("".join(str(_NUMERALS.get(character, 0)) for character in text))


_MAX_CHARS = 200  # of a text that is one date
_PRECISIONS = ("year", "month", "day", "hour", "minute", "second")


@dataclass(frozen=True, slots=True)
class Moment:
    """A date and time with the precision that a page states.

    - ``year``, ``month``, ``day``, ``hour``, ``minute``, ``second``: calendar numbers; ``None`` from the
      first one that is not stated.
    - ``offset_minutes``: minutes east of UTC; ``None`` for an unknown zone. A local time stays local.
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
        """Smallest stated part: ``year``, ``month``, ``day``, ``hour``, ``minute`` or ``second``."""
        return [name for name in _PRECISIONS if getattr(self, name) is not None][-1]

    def isoformat(self) -> str:
        """Return ISO 8601 text of the stated parts: ``2024-05``, ``2024-05-01T10:20+08:00``."""
        parts = (self.month, self.day, self.hour, self.minute, self.second)
        stated = (f"{mark}{part:02}" for mark, part in zip("--T::", parts, strict=True) if part is not None)
        text = f"{self.year:04}{''.join(stated)}"
        if self.offset_minutes is None or self.hour is None:
            return text
        sign, minutes = "-" if self.offset_minutes < 0 else "+", abs(self.offset_minutes)
        return f"{text}{sign}{minutes // 60:02}:{minutes % 60:02}"

    def __str__(self) -> str:
        return self.isoformat()

    def date(self) -> dt.date | None:
        """Return the day in the page's own time zone, None if the day is not stated."""
        if self.month is None or self.day is None:
            return None
        return dt.date(self.year, self.month, self.day)

    def datetime(self) -> dt.datetime:
        """Return the start of the stated span, naive if no zone is stated."""
        parts = (self.month or 1, self.day or 1, self.hour or 0, self.minute or 0, self.second or 0)
        zone = None if self.offset_minutes is None else dt.timezone(dt.timedelta(minutes=self.offset_minutes))
        return dt.datetime(self.year, *parts, tzinfo=zone)


# -- public reading -----------------------------------------------------------------------------------


def parse_moment(
    text: str, *, reference: Moment | dt.datetime | None = None, order: DateOrder = "mdy"
) -> Moment | None:
    """Return the first date of a short text, with its time and zone; None for no date.

    - ``text``: a declared value or a line. Only the first 200 characters are read. A text of digits only may
      be ``20240501``, ``20240501102000``, a year, or seconds or milliseconds since 1970.
    - ``reference``: fetch time of the page. With it, ``昨天`` and ``3 hours ago`` are read, and dates more
      than a day later are rejected (one day, because clocks differ by zone). None: no relative dates, and no
      limit but the year 2099.
    - ``order``: first part of an ambiguous ``1/5/2024``: the month (``mdy``), or the day (``dmy``, ``ymd``).
      ``14/01/07`` begins with the year for ``ymd``, in Chinese, Japanese or Korean text, and if all other
      readings lie after the reference.
    """
    short = to_ascii_digits(text[:_MAX_CHARS].strip())
    whole = (_from_iso(short) or _from_number(short)) if short[:1].isdecimal() else None
    if whole is not None:
        return whole if _is_past(whole, _to_datetime(reference)) else None
    return next((moment for _, _, moment in _iterate_moments(short, _to_datetime(reference), order)), None)


def find_moments(
    text: str, *, reference: Moment | dt.datetime | None = None, order: DateOrder = "mdy"
) -> list[tuple[int, int, Moment]]:
    """Return the dates of a line in order, each with start and end (exclusive).

    Bare numbers (``20240501``, ``2024``) do not count. Parameters as in :func:`parse_moment`.
    """
    now = _to_datetime(reference)
    return list(_read_moments(text, now, now.tzinfo if now else None, order))


@lru_cache(maxsize=32)  # a line is read as a whole, then in parts
def _read_moments(
    text: str, reference: dt.datetime | None, _zone: dt.tzinfo | None, order: DateOrder
) -> tuple[tuple[int, int, Moment], ...]:
    """Cache the dates of a text; the zone is a key, as equal times in two zones compare equal."""
    return tuple(_iterate_moments(to_ascii_digits(text), reference, order))


def _iterate_moments(
    text: str, reference: dt.datetime | None, order: DateOrder
) -> Iterator[tuple[int, int, Moment]]:
    """Yield absolute and relative dates of a text with ASCII digits, left to right."""
    is_found, position, end = False, 0, 0
    while match := _next_date(text, position):
        # What is no date of the calendar is left as a whole: 31 June 2024 is not June 2024 either.
        position = match.end() if _has_month_name(match) else match.start() + 1
        # The likeliest reading comes first.
        possible = (day for day in _READERS[match.lastgroup or ""](match, order) if _is_calendar_day(*day))
        day = next((one for one in starmap(Moment, possible) if _is_past(one, reference)), None)
        if day is not None:
            is_found = True
            start, position, moment = _with_time(text, match, day, end)
            end = position  # a clock before it is of this date
            yield start, position, moment
    if not is_found and reference is not None and reference.year > FIRST_YEAR:
        yield from (found for found in _relative_dates(text, reference) if _is_past(found[2], reference))


# Headlines and channels may end so, too: 关于选拔的公示 2024年5月6日. Between: Joined: Sun Dec 17, 2023.
_OTHER, _DAY = pattern_lists("other_dates"), "时间|時間|日期|日時|日"
OTHER_DATE = re.compile(
    rf"(?:\b(?:{_OTHER['before']}|(?:{_OTHER['before_colon']})(?=\s?[:：]))"
    rf"|(?:{_OTHER['day_of']}|(?:{_OTHER['day_of_colon']})(?={_DAY}|\s?[:：]))(?:{_DAY})?)"
    r"\W{0,3}(?:(?:[^\W\d]{2,3}|\w{3,6}day)\W{1,2})?\Z",
    re.IGNORECASE,
)
"""Before the end of a period, today, and the day when a user registered or was last there; ends a text."""


# -- characters ---------------------------------------------------------------------------------------

_ZEROS = "０٠۰०০੦૦୦௦౦೦൦๐໐၀០"
# Between the parts of an Arabic date there may be marks of the direction of writing.
_DIGITS = str.maketrans(
    "".join(chr(ord(zero) + n) for zero in _ZEROS for n in range(10))
    + "：／－．，،\u00a0\u3000\u2009\u202f\u200e\u200f",
    "0123456789" * len(_ZEROS) + ":/-.,," + " " * 6,
)
_OTHER_DIGIT = re.compile(f"[{''.join(map(chr, _DIGITS))}]")


def to_ascii_digits(text: str) -> str:
    """Translate digits, colons and spaces to ASCII, one character for one."""
    return text if text.isascii() or not _OTHER_DIGIT.search(text) else text.translate(_DIGITS)


# -- dates that systems write --------------------------------------------------------------------------

# The forms of pages would read it too, in ten times the time.
_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII
)


_EPOCH = re.compile(r"(\d{10})(?:\d{3})?(?:\.\d+)?")
_BASIC = re.compile(
    r"((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T?([0-2]\d)([0-5]\d)([0-5]\d)?(Z|[+-]\d\d:?\d\d)?)?", re.IGNORECASE
)
_PARTIAL = re.compile(r"((?:19|20)\d\d)(?:[年년]|[-/.](\d{1,2}))?")


def _from_iso(text: str) -> Moment | None:
    """Read a text in the extended or basic form of ISO 8601, None for others."""
    match = _ISO.fullmatch(text) or _BASIC.fullmatch(text)
    day = _make_day(int(match[1]), int(match[2]), int(match[3])) if match else None
    if match is None or day is None or match[4] is None:
        return day
    hour, minute, second = int(match[4]), int(match[5]), int(match[6]) if match[6] else None
    if hour > 23 or minute > 59 or (second or 0) > 59:
        return day
    return Moment(day.year, day.month, day.day, hour, minute, second, _zone_offset(match[7]))


def _make_day(year: int, month: int, day: int | None) -> Moment | None:
    return Moment(year, month, day) if _is_calendar_day(year, month, day) else None


def _from_number(text: str) -> Moment | None:
    """Read seconds or milliseconds since 1970, a year, or year and month in numbers."""
    if match := _EPOCH.fullmatch(text):
        return _of_datetime(dt.datetime.fromtimestamp(int(match[1]), dt.UTC))
    match = _PARTIAL.fullmatch(text)
    if match is None or not FIRST_YEAR <= int(match[1]) <= LAST_YEAR:
        return None
    return Moment(int(match[1])) if match[2] is None else _make_day(int(match[1]), int(match[2]), None)


# -- the time next to a date --------------------------------------------------------------------------

# Without case a range of Han would be compiled character by character.
_ZONE = (
    r"(?:UTC|GMT)?\s?[+-]\d\d?(?::?\d\d)?(?!\d)|[ECMP]T(?!\w)"
    rf"|(?:{'|'.join(sorted(ZONES, key=len, reverse=True))})(?!(?-i:[^\W\u3400-\u9fff]))"
)
_PART = r"上午|下午|晚上|凌晨|早上|清晨|傍晚|中午|晚|午前|午後|오전|오후|সকাল|দুপুর|বিকাল|বিকেল|সন্ধ্যা|রাত"
_CLOCK = (
    r"(?<!\d)(\d{1,2})(?:\s?[:h]\s?|\s?[时時点點시]\s?|\.(?=\d\d(?!\.?\d)))(\d{2}(?!\d)|\d(?=\s?[分분]))(?:\s?[分분])?"
    r"(?::?(\d\d)(?!\d)(?:[.,]\d{1,9})?秒?)?"
)
_HALF = (
    r"(?:\s?([ap]m(?!\w)|[ap]\.\s?m\b\.?|πμ|μμ|π\.μ\.|μ\.μ\.|[صم](?!\w)|صباحا|صباحًا|مساء|[قب][.٫]ظ"
    r"|এএম|পিএম|(?:pagi|petang|malam)(?!\w)))?"
)
_AT = (
    r"at|um|à|às|a las|a les|alle(?: ore)?|om|o|godz\.?|в|о|у|во|v|u|ob|la|kl\.?|klo|kell|klokken|στις|saat"
    r"|ore|ora|pukul|time|الساعة|ساعت|در|בשעה|เวลา|lúc|hkt"
)
_TIME_AFTER = re.compile(
    r"[\s.,;|/·•–—T@-]{0,4}(?:(?:года|року|године|godine|г\.?|р\.|r\.|d\.|م|년)[\s,]{0,2})?(?:[(（]?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天][)）]?"
    r"|[(（][월화수목금토일月火水木金土日一二三四五六](?:曜日|요일)?[)）])?"
    rf"[(\s,;|/·•–—-]{{0,3}}(?:(?:{_AT})[\s:]{{1,2}})?"
    rf"(?:({_PART})\s?)?{_CLOCK}{_HALF}(?:\s?Uhr)?(?:\s?[(（]?({_ZONE})[)）]?)?",
    re.IGNORECASE,
)
_TIME_BEFORE = re.compile(
    rf"(?:({_PART})\s?)?{_CLOCK}{_HALF}(?:\s?Uhr)?(?:\s?[(（]?({_ZONE})[)）]?)?[\s,;|·•–—-]{{1,4}}(?:(?:on|am|den)\s)?$",
    re.IGNORECASE,
)
# Next to a date: Wed, 1 May 2024, 1 Mayıs 2024 Çarşamba, 1.mai.2024 (quarta-feira)
_DAY_BEFORE = re.compile(r"([^\s\d,，]{2,14})[,，]?\s$")
_DAY_AFTER = re.compile(r"[\s.,|]{0,3}[(（]?([^\s\d,，|()（）]{2,14})[)）]?")
_WEEKDAYS = frozenset(map(word_key, word_lists("names")["weekdays"]))
_ZONE_FIRST = re.compile(r".{0,5}(?:北京时间|北京時間)")
_ZONE_OFFSET = re.compile(r"(?:UTC|GMT)?\s?([+-])(\d\d?):?(\d\d)?", re.IGNORECASE)
_ZONE_CHARS = 5  # 北京时间 and a space
_BEFORE_CHARS = 40  # a clock, half of the day, zone and weekday


def _with_time(text: str, match: re.Match[str], day: Moment, first: int = 0) -> tuple[int, int, Moment]:
    """Return the date with the time after, within or before it (from ``first`` on), and the range of both."""
    start, end = match.span()
    if day.day is None:
        return start, end, day
    if match.lastgroup == "name_day" and (within := match["name_day_clock"]):
        clock = _TIME_AFTER.match(within)
        return start, end, _add_clock(day, clock.groups(), "") if clock else day
    weekday = _DAY_AFTER.match(text, end)
    is_weekday = weekday is not None and word_key(weekday[1]) in _WEEKDAYS
    if clock := _TIME_AFTER.match(text, weekday.end() if weekday and is_weekday else end):
        return start, clock.end(), _add_clock(day, clock.groups(), text[max(0, start - _ZONE_CHARS) : end])
    offset = max(first, start - _BEFORE_CHARS)
    before = text[offset:start]
    if (weekday := _DAY_BEFORE.search(before)) and word_key(weekday[1]) in _WEEKDAYS:
        before = before[: weekday.start()]
    if clock := _TIME_BEFORE.search(before):
        return offset + clock.start(), end, _add_clock(day, clock.groups(), "")
    return start, end, day


def _add_clock(day: Moment, groups: tuple[str | None, ...], context: str) -> Moment:
    """Add a clock (day part, hour, minute, second, half, zone) to a day, if it is valid."""
    part, *clock, half, zone = groups
    hour, minute, second = (None if number is None else int(number) for number in clock)
    hour, minute = hour or 0, minute or 0
    hours = DAY_PARTS.get(word_key(half or part or "").replace(" ", ""))
    if hours is not None:
        hour = hour % 12 + hours if hour <= 12 else hour
    if hour > 23 or minute > 59 or (second or 0) > 59:
        return day
    offset = _zone_offset(zone, is_chinese=part is not None or not context.isascii())
    if offset is None and zone is None and _ZONE_FIRST.match(context):
        offset = 480
    return Moment(day.year, day.month, day.day, hour, minute, second, offset)


def _zone_offset(zone: str | None, *, is_chinese: bool = False) -> int | None:
    """Return the minutes east of UTC, None for an unknown or impossible zone."""
    if zone is None:
        return None
    if match := _ZONE_OFFSET.fullmatch(zone.strip()):
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        return None if minutes > 14 * 60 else minutes if match[1] == "+" else -minutes
    name = word_key(zone)
    return 480 if name == "cst" and is_chinese else ZONES.get(name)


# -- relative dates -----------------------------------------------------------------------------------

_COUNT = r"\d{1,3}|半|[一二两兩三四五六七八九十]{1,3}"
_COUNTED = re.compile(
    rf"(?P<zh>({_COUNT})\s?(秒钟|秒鐘|秒|分钟|分鐘|分|小时|小時|时间|時間|天|日|周|週間|週|星期|[个個か]?月|ヶ月|年)[之以]?前)"
    r"|(?P<ko>(\d{1,3})\s?(초|분|시간|일|주|개월|년)\s?전)"
    r"|(?P<ago>(\d{1,3}(?=\s?[^\W\d_])|(?:an?|one)(?=\s))\s?([^\W\d_]{1,10})\s(?:ago|fa|назад|atrás|önce|πριν|geleden|temu"
    r"|sitten|sedan|siden|tagasi|тому|ezelőtt|(?:yang )?lalu|trước)(?!\w))"
    r"|(?P<after>(\d{1,3})\s?([^\s\d]{2,12}?)\s?(?:पहले|আগে|ที่แล้ว|ที่ผ่านมา|پیش|قبل)(?!\w))"
    r"|(?P<hu>(\d{1,3})\s(perce|órája|napja|hete)(?!\w))"
    r"|(?P<since>(?<!\w)(?:vor|il y a|hace|há|πριν(?: από)?|před|pred|prije|pre|пре|преди|prieš|pirms"
    r"|acum|fa)\s(\d{1,3}|eine[rm]?|une?|una?|um)\s([^\W\d_]{1,10}))"
    r"|(?P<ar>(?:منذ|قبل|לפני)\s(?:(\d{1,3})\s)?([^\W\d_]{3,8}))",
    re.IGNORECASE,
)
_DAYS_BACK = _numbers_of("days_back")
_DAY_WORDS = [word.replace("-", " ") for words in word_lists("days_back").values() for word in words]
_NAMED_DAY = re.compile(
    rf"({'|'.join(word for word in _DAY_WORDS if CJK_LETTER.match(word))})"
    rf"|(?<!\w)({'|'.join(word for word in _DAY_WORDS if not CJK_LETTER.match(word))})(?!\w)",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(r"(?<!\d)(\d{1,3})\s?([^\W\d_]{1,10}),?\s?(?:and\s|und\s|et\s)?$")
_NOW = re.compile(r"刚刚|剛剛|just now|방금", re.IGNORECASE)
_STEPS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}


def _relative_dates(text: str, reference: dt.datetime) -> Iterator[tuple[int, int, Moment]]:
    """Yield the first relative date of a text, with the precision of its unit."""
    if match := _COUNTED.search(text):
        groups = [group for group in match.groups() if group is not None]
        unit = UNITS.get(word_key(groups[-1]))
        start, reference = _subtract_larger_units(text, match.start(), reference)
        if unit is None:
            return
        moment, end = _subtract_units(reference, *_read_amount(groups[1], unit)), match.end()
        if moment.day is not None and moment.hour is None:
            from_day, end, moment = _with_time(text, match, moment)
            start = min(start, from_day)
        yield start, end, moment
    elif match := _NAMED_DAY.search(text):
        days = _DAYS_BACK.get(word_key(match[0]))  # hıer matches hier, and is no word
        if days is not None:
            yield _with_time(text, match, _subtract_units(reference, days, "day"))
    elif match := _NOW.search(text):
        yield match.start(), match.end(), _subtract_units(reference, 0, "minute")


_HALVES = {
    "year": (6, "month"), "month": (15, "day"), "day": (12, "hour"), "hour": (30, "minute"),
    "minute": (30, "second"),
}  # fmt: skip


def _read_amount(count: str, unit: str) -> tuple[int, str]:
    """Return number and unit of a count: 3, 三, 半, an; an Arabic or Hebrew dual (ساعتين) is both in one."""
    if count == "半":
        return _HALVES.get(unit, (1, unit))
    if count.isdecimal() or _CHINESE.fullmatch(count):
        return _read_number(count.translate(_TWO)), unit
    return 2 if count.endswith(("ين", "יים")) else 1, unit


_CHINESE = re.compile("[一二两兩三四五六七八九十]+")
_TWO = str.maketrans("两兩", "二二")


def _subtract_larger_units(text: str, end: int, reference: dt.datetime) -> tuple[int, dt.datetime]:
    """Return the start of a relative date, and the reference minus its leading parts.

    1 天 3 小时前, 2 hours, 5 minutes ago.
    """
    while match := _PART_BEFORE.search(text, max(0, end - _BEFORE_CHARS), end):
        step = _STEPS.get(UNITS.get(word_key(match[2]), ""))
        if step is None or reference.year < FIRST_YEAR:
            break
        end, reference = match.start(), reference - dt.timedelta(seconds=int(match[1]) * step)
    return end, reference


def _subtract_units(reference: dt.datetime, count: int, unit: str) -> Moment:
    """Return the reference minus some units, with their precision."""
    if unit in {"month", "year"}:
        months = reference.year * 12 + reference.month - 1 - count * (12 if unit == "year" else 1)
        return Moment(months // 12, months % 12 + 1 if unit == "month" else None)
    value = reference - dt.timedelta(seconds=count * _STEPS[unit])
    return _of_datetime(value, _PRECISIONS.index("day" if unit == "week" else unit))


def _of_datetime(value: dt.datetime, n_smaller: int = 5) -> Moment:
    """Make a moment of the year and so many smaller parts; the zone needs an hour."""
    zone = value.utcoffset()
    parts = (value.month, value.day, value.hour, value.minute, value.second)[:n_smaller]
    offset = None if zone is None or n_smaller < 3 else int(zone.total_seconds() // 60)
    return replace(Moment(value.year, *parts), offset_minutes=offset)


def _to_datetime(reference: Moment | dt.datetime | None) -> dt.datetime | None:
    return reference.datetime() if isinstance(reference, Moment) else reference


def _is_past(moment: Moment, reference: dt.datetime | None) -> bool:
    if reference is None:
        return FIRST_YEAR <= moment.year <= LAST_YEAR
    return moment.year >= FIRST_YEAR and moment.datetime().toordinal() <= reference.toordinal() + 1
