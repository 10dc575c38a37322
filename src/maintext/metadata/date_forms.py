"""The forms in which pages write a date in digits, numerals and names of months, and what each may mean.

    2024-05-01  2024年5月1日  民國113年5月1日  1.5.2024  05/01/24  1 May 2024  May 1, 2024

A form gives *readings*: days as (year, month, day) that the calendar has, the likeliest first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from maintext.metadata.date_words import MONTHS, key

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "FIRST_YEAR", "LAST_YEAR", "DateOrder", "Day", "is_day", "names_month", "next_date", "read_number",
    "readings",
]  # fmt: skip

FIRST_YEAR, LAST_YEAR = 1990, 2099
"""Years that a web page may be of; others are taken for misreadings."""

DateOrder: TypeAlias = Literal["dmy", "mdy", "ymd"]
"""What comes first in a date of numbers: day, month or year."""

Day: TypeAlias = tuple[int, int, int | None]
"""Year, month, and day or None."""

_Match: TypeAlias = re.Match[str]


# -- the patterns -------------------------------------------------------------------------------------

_N = "[0-9〇○零元一二三四五六七八九十]"
_WORD = r"[^\W\d_]{3,12}"
_OF = r"(?:de[l]?\s|of\s|d['’])?"
_FULL_YEAR = r"(?:19|20)\d\d"
_ALONE = r"(?<!\d)(?<!\d[./:-])"  # not the tail of a longer number
_DATE = re.compile(
    # What begins with a number or the name of an era; what begins with a word stands below.
    r"(?=[\d〇○零元一二三四五六七八九十民令平])(?:"
    # 2024-05-01, 2024/5/1, 2024. 5. 1.
    rf"(?P<ymd>{_ALONE}(?P<ymd_y>\d{{4}})\s?(?P<ymd_mark>[-/.])\s?(?P<ymd_m>\d{{1,2}})\s?(?P=ymd_mark)\s?"
    r"(?P<ymd_d>\d{1,2})(?!\d))"
    # 2024年5月1日, 二〇二四年五月, 民國113年5月1日, 令和6年, 2024년 5월 1일
    rf"|(?P<cjk>(?:(?P<cjk_era>民國|民国|令和|平成)\s?)?(?<!{_N})(?P<cjk_y>{_N}{{1,4}})\s?[年년]\s?"
    rf"(?P<cjk_m>{_N}{{1,3}})\s?[月월](?:\s?(?P<cjk_d>{_N}{{1,3}})(?:\s?[日号號일])?)?)"
    # 1.5.2024, 01/05/2024, 1-5-2024
    rf"|(?P<dmy>{_ALONE}(?P<dmy_1>\d{{1,2}})\s?(?P<dmy_mark>[-/.])\s?(?P<dmy_2>\d{{1,2}})\s?(?P=dmy_mark)\s?"
    r"(?P<dmy_y>\d{4})(?!\d|[./-]\d))"
    # 24-05-01, 05/01/24
    rf"|(?P<short>{_ALONE}(?P<short_1>\d\d?)(?P<short_mark>[-/.])(?P<short_2>\d\d?)(?P=short_mark)"
    r"(?P<short_3>\d\d)(?!\d|[./:-]\d))"
    # 1 May 2024, 1. Mai 2024, 1er mai, 1 de mayo de 2024, 01-May-24
    rf"|(?P<day_name>(?<!\d)(?P<day_name_d>\d{{1,2}})(?:st|nd|rd|th|er|[ªº°.])?[\s-]?{_OF}\s?"
    rf"(?P<day_name_m>{_WORD})[.,]{{0,2}}[\s-]?{_OF}\s?(?P<day_name_y>{_FULL_YEAR}|['’]?\d\d(?![:\d]))(?!\d))"
    # 2024 May 1, 2024. május 1.
    rf"|(?P<year_name>(?<!\d)(?P<year_name_y>{_FULL_YEAR})[\s.,-]{{1,2}}(?P<year_name_m>{_WORD})[\s.-]{{1,2}}"
    r"(?P<year_name_d>\d{1,2})(?!\d)))"
    # May 1, 2024; Wed May 01 10:20:00 +0000 2024
    rf"|(?<![^\W\d_])(?:(?P<name_day>(?P<name_day_m>{_WORD})\.?[\s-]{{1,2}}(?P<name_day_d>\d{{1,2}})(?:st|nd|rd|th)?"
    r"(?:\s?,\s?|[\s-])(?:(?P<name_day_clock>\d\d:\d\d:\d\d\s(?:[+-]\d{4}|[A-Z]{3,4}))\s)?"
    rf"(?P<name_day_y>{_FULL_YEAR})(?!\d))"
    # May 2024
    rf"|(?P<name_year>(?P<name_year_m>{_WORD})\.?,?\s{_OF}(?P<name_year_y>{_FULL_YEAR})(?!\d)))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\d〇○零元一二三四五六七八九十]")
_MOST_BEFORE_NUMBER = 19  # characters of a date: the name of a month, a dot, a comma, a space, "del "
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_MOST_DAYS = 31
_ERAS = {"民國": 1911, "民国": 1911, "令和": 2018, "平成": 1988}
_NUMERALS = {"〇": 0, "○": 0, "零": 0, "元": 1} | {c: n for n, c in enumerate("一二三四五六七八九", 1)}


def next_date(text: str, position: int) -> _Match | None:
    """Return the next match of a form from a place on, in text with digits of ASCII."""
    number = _NUMBER.search(text, position)
    return None if number is None else _DATE.search(text, max(position, number.start() - _MOST_BEFORE_NUMBER))


def names_month(match: _Match) -> bool:
    """Return whether a match is made of numbers, or its word is the name of a month."""
    form = match.lastgroup or ""
    return not form.endswith(("name", "name_day", "name_year")) or key(match[f"{form}_m"]) in MONTHS


def is_day(year: int, month: int, day: int | None) -> bool:
    """Return whether the calendar has a day, or month, and a page may be of it."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        return False
    return day is None or 1 <= day <= _month_days(year, month)


def _month_days(year: int, month: int) -> int:
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if leap else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


# -- what they mean -----------------------------------------------------------------------------------


def readings(match: _Match, order: DateOrder) -> list[Day]:
    """Return what a match may mean, the likeliest first; ``[]`` for what the calendar does not have.

    Parameters
    ----------
    match
        Of :func:`next_date`.
    order
        Of numbers that leave doubt. A year of two digits stands first as well where the text around it is
        Chinese, Japanese or Korean: 发布时间：14/01/07.
    """
    return [day for day in _READERS[match.lastgroup or ""](match, order) if is_day(*day)]


def _ymd(match: _Match, _: DateOrder) -> Iterator[Day]:
    yield int(match["ymd_y"]), int(match["ymd_m"]), int(match["ymd_d"])


def _cjk(match: _Match, _: DateOrder) -> Iterator[Day]:
    era, year, day = match["cjk_era"], read_number(match["cjk_y"]), match["cjk_d"]
    if era is None and 80 <= year < 200 and len(match["cjk_y"]) == 3:
        era = "民國"  # years of three digits are of the Republic: 113年5月1日
    elif era is None and year < 100:
        year = _century(year)
    yield year + _ERAS.get(era or "", 0), read_number(match["cjk_m"]), read_number(day) if day else None


def _dmy(match: _Match, order: DateOrder) -> Iterator[Day]:
    is_day_first = match["dmy_mark"] == "." or order != "mdy"
    both = _either(int(match["dmy_y"]), int(match["dmy_1"]), int(match["dmy_2"]), is_day_first)
    # The second reading only where the first is no day: next month's event is not of last year.
    yield from [day for day in both if is_day(*day)][:1]


def _either(year: int, first: int, second: int, is_day_first: bool) -> Iterator[Day]:
    """Day and month in the stated order, then in the other."""
    day, month = (first, second) if is_day_first else (second, first)
    yield year, month, day
    yield year, day, month


def _short(match: _Match, order: DateOrder) -> Iterator[Day]:
    parts, mark = match.group("short_1", "short_2", "short_3"), match["short_mark"]
    first, second, third = map(int, parts)
    if mark == "." and first <= _MOST_DAYS and min(map(len, parts)) < 2:
        return  # rather the number of a version
    is_year_first = (
        mark == "-" or first > _MOST_DAYS or order == "ymd" or _CJK.search(match.string) is not None
    )
    if is_year_first:
        yield _century(first), second, third
    yield from _either(_century(third), first, second, mark == "." or order != "mdy")
    if not is_year_first:
        yield _century(first), second, third


def _day_name(match: _Match, _: DateOrder) -> Iterator[Day]:
    year = int(match["day_name_y"].lstrip("'’"))
    yield from _named(year if year > 99 else _century(year), match["day_name_m"], int(match["day_name_d"]))


def _name_day(match: _Match, _: DateOrder) -> Iterator[Day]:
    yield from _named(int(match["name_day_y"]), match["name_day_m"], int(match["name_day_d"]))


def _year_name(match: _Match, _: DateOrder) -> Iterator[Day]:
    yield from _named(int(match["year_name_y"]), match["year_name_m"], int(match["year_name_d"]))


def _name_year(match: _Match, _: DateOrder) -> Iterator[Day]:
    yield from _named(int(match["name_year_y"]), match["name_year_m"], None)


_READERS = {
    "ymd": _ymd, "cjk": _cjk, "dmy": _dmy, "short": _short, "day_name": _day_name, "name_day": _name_day,
    "year_name": _year_name, "name_year": _name_year,
}  # fmt: skip


def _named(year: int, name: str, day: int | None) -> Iterator[Day]:
    if (month := MONTHS.get(key(name))) is not None:
        yield year, month, day


def _century(year: int) -> int:
    return year + (1900 if year >= FIRST_YEAR % 100 else 2000)


def read_number(text: str) -> int:
    """Value of digits, or of Chinese numerals up to 99 or digit by digit: 二十三, 二〇二四."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.partition("十")
    if ten:
        return (_NUMERALS.get(tens, 1) * 10) + _NUMERALS.get(ones, 0)
    return int("".join(str(_NUMERALS.get(character, 0)) for character in text))
