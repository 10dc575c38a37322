"""Dates of list records, with and without a year.

A short date such as 05-12 alone is ambiguous: 3.1 may be a rating, 10/12 a score, 1.2 a version. So all texts
at the same place of the records are judged together. The URL of the entry, the page or the entries next to it
may say the year; the time of fetching only suggests the last such day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.tags import HEADING_TAGS, tag_mask
from maintext.html.urls import split_url
from maintext.metadata import word_sets
from maintext.metadata.moment import MONTHS, DateOrder, Moment, find_moments, parse_moment, word_key
from maintext.metadata.page_dates import page_order
from maintext.records.elements import split_words
from maintext.sites.listing.record import ListRecord, RecordLine, Reference

__all__ = [
    "DATE_BRACKETS", "MAX_DATED", "DatedEntry", "ShortDate", "date_order", "find_short_dates", "find_years",
    "is_date_alone", "read_date",
]  # fmt: skip

_TIME_TAG = tag_mask(("time",))
_MAX_SPLIT = 12  # weight of a text that is half a date
_DAY = re.compile(r"(?<!\d)(0?[1-9]|[12]\d|3[01])\s?日?(?!\d)")
_YEAR_MONTH = re.compile(r"((?:19|20)\d\d)\s?[-/.年]\s?(\d{1,2})\s?月?")
_NUMBERS = re.compile(r"(?<![\d./-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?![\d/-])")

DATE_BRACKETS = " \t\n[]()（）【】〔〕|·•-—–:：,，"
"""Characters around a date."""
MAX_DATED = 60
"""Maximum weight of a line that is searched for a date first."""

_MONTH, _MONTHDAY = r"(?P<month>0?[1-9]|1[0-2])", r"(?P<day>0?[1-9]|[12]\d|3[01])"
_MONTH_DAY = re.compile(rf"(?<![\d:.]){_MONTH}(?P<mark>\s?[-/.月]\s?){_MONTHDAY}\s?日?(?![\d:.]|\s?[-/.]\d)")
# 18.11., 18/11
_DAY_MONTH = re.compile(rf"(?<![\d:.]){_MONTHDAY}(?P<mark>\s?[/.]\s?){_MONTH}\.?(?![\d:.]|\s?[-/.]\d)")
_NAMED = "name"  # in place of the mark between numbers
_NAMED_DAYS = [  # 20 May, 20. Mai; May 20th
    re.compile(
        r"(?<!\d)(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|\.|º)?\s?(?:de\s)?(?P<month>[^\W\d_]{3,})\.?",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<month>[^\W\d_]{3,})\.?\s?(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?!\d)", re.IGNORECASE),
]
_MAX_OTHER = 6  # characters next to a date in its line, without the day of the week
_WEEKDAY = re.compile(
    r"(?<![a-z])(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,6}day|[a-z]{0,2}\.?)(?![a-z])", re.IGNORECASE
)
# What may stand next to it: a time, a day of the week, words of scripts that have no units in Latin letters.
_OTHER_TEXT = re.compile(r"(?:[\s\[\]()（）【】〔〕|·•\-—–:：,，]|\d{1,2}:\d\d(?!\d)|[^\W\d_a-zA-Z])*")
_UNITS = re.compile(r"[元円圆万萬折分斤克米寸升吨版级級星倍]")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}:\d\d(?!\d)")
_NOT_DATED = word_sets("list_names")["not_dated"]
_NOT_DATED_HAN = re.compile(r"[价價]|[评評]分|得分|比分|版本|[规規]格|尺寸|重量|折扣|[数數]量|薪")
_DATED = word_sets("list_names")["dated"]
_DATED_HAN = re.compile(r"日期|[时時][间間]|[发發]布|更新")
_MIN_DATED_SHARE = 0.8  # of the records with a text in the place
_MIN_ORDERED = 4  # different dates from which on an order says something
_OUT_OF_ORDER = 0.1  # share of neighbours: entries that are kept on top


def date_order(page: Page, rows: NDArray[np.int64], earlier: Sequence[str]) -> DateOrder:
    """Return the order of dates such as 10/02/2024, by the list and ``earlier`` dates, else by the page."""
    order = page_order(page)
    texts = (*earlier, *map(page.row_text, rows.tolist()))
    found = [match for text in texts for match in _NUMBERS.finditer(text)]
    # Where the year stands first, the first of three short numbers says nothing about the day.
    votes = [match for match in found if order != "ymd" or len(match[4]) == 4]
    first, second = (any(int(match[i]) > 12 for match in votes) for i in (1, 3))
    if first != second:
        return "dmy" if first else "mdy"
    return order


def read_date(
    record: ListRecord, left_out: set[int], short: ShortDate | None
) -> tuple[Moment | None, str, set[int]]:
    """Return the date of a record, its text and its rows, without rows of the title.

    ``short`` is the fallback: its text, without a date; see :func:`find_years`.
    """
    page, shared = record.page, record.shared
    for row in record.with_tag(_TIME_TAG):
        stated = page.values("datetime").get(row, "") or page.row_text(row)
        if moment := parse_moment(stated, reference=shared.reference):
            return moment, record.collapsed(row) or stated, set(range(row, int(page.end[row])))
    if (split := _split_date(record, left_out)) is not None:
        return split
    lines = [
        record.line_of(own) if len(own) < len(line.rows) else line
        for line in record.lines
        if (own := [row for row in line.rows if row not in left_out])
        and not (short and line.weight > MAX_DATED)  # a day that the text of the entry is about
    ]
    for line in sorted(lines, key=lambda line: line.weight > MAX_DATED):
        found = find_moments(line.text, reference=shared.reference, order=shared.order)
        if found:
            start, end, moment = found[0]
            rows = set(line.rows) if line.weight <= MAX_DATED else set()
            return moment, line.text[start:end].strip(DATE_BRACKETS), rows
    return (None, short.text, set(short.rows)) if short else (None, "", set())


def is_date_alone(record: ListRecord, row: int) -> bool:
    """Return True if a text is all of a date, or stands in a ``<time>`` element."""
    page, shared = record.page, record.shared
    text = page.row_text(row).strip(DATE_BRACKETS)
    if not page.n_digits[row] or shared.weight[row] > MAX_DATED:
        return False
    if any(_TIME_TAG[page.tag[at]] for at in record.up(row)):
        return True
    short = _short_date(text, shared.order)
    if short and short.text == text:
        return short.is_padded or short.mark in {"月", _NAMED}
    found = find_moments(text, reference=shared.reference, order=shared.order)
    return bool(found) and found[0][:2] == (0, len(text))


def _split_date(record: ListRecord, left_out: set[int]) -> tuple[Moment, str, set[int]] | None:
    """Return a date split over adjacent elements: 15 above 2024-05."""
    page, weight = record.page, record.shared.weight
    rows = [row for row in record.text_rows if row not in left_out and page.n_digits[row]]
    short = [row for row in rows if weight[row] <= _MAX_SPLIT]
    for one, other in pairwise(short):
        texts = [page.row_text(row).strip(DATE_BRACKETS) for row in (one, other)]
        for day, month in (texts, texts[::-1]):
            if _DAY.fullmatch(day) and (match := _YEAR_MONTH.fullmatch(month)):
                said = f"{match[1]}-{match[2]}-{day.rstrip('日')}"
                if whole := parse_moment(said, reference=record.shared.reference):
                    return whole, " ".join(texts), {one, other}
    return None


@dataclass(frozen=True, slots=True)
class ShortDate:
    """A date without a year."""

    month: int
    day: int
    text: str  # as written in the page
    rows: tuple[int, ...]  # rows of its line
    mark: str  # separator between the numbers, without white space, or _NAMED
    is_padded: bool  # both numbers have two digits


def find_short_dates(
    records: Sequence[ListRecord], left_out: Sequence[frozenset[int]], above: Sequence[Iterable[str]]
) -> list[ShortDate | None]:
    """Return the short date of each record, or None, without rows of the titles.

    ``above`` are the texts above each record: headings, and cells that span several rows.

    A place of the records holds dates if nearly all of its texts look like dates and one of these holds:

    - Its name says so (``class="date"``, a column 发布日期), or the texts use 月.
    - Its name says nothing else (``price``, ``rating``), and the texts vary as dates do. They have leading
      zeros (05-12), names of months (12 May) or follow the calendar. With a dot, as in
      prices, only zeros of months count.
    """
    # The place of a line: names of its elements, and its number among equals.
    places: dict[tuple[tuple[str, ...], int], dict[int, ShortDate | None]] = defaultdict(dict)
    named: dict[tuple[tuple[str, ...], int], set[str]] = defaultdict(set)
    for i, (record, of_title) in enumerate(zip(records, left_out, strict=True)):
        n_before: Counter[tuple[str, ...]] = Counter()
        for line in _join_days(record, of_title):
            rows = list(line.rows)
            names = record.path_names(rows[0])
            place = names, n_before[names]
            n_before[names] += 1
            if line.weight <= MAX_DATED and not _is_other_time(record, line):
                places[place][i] = found = _short_date(line.text, record.shared.order, line.rows)
                for row in rows if found else ():
                    named[place] |= {*record.names(row), record.column(row)}
    chosen = [found for place, found in places.items() if _are_dates(found, named[place])]
    order = records[0].shared.order
    said = ((_short_date(text, order) for text in texts) for texts in above)
    each = (chain((found.get(i) for found in chosen), stated) for i, stated in enumerate(said))
    return [next(filter(None, some), None) for some in each]


def _join_days(record: ListRecord, of_title: frozenset[int]) -> Iterator[RecordLine]:
    """Yield the lines of a record besides its title; a day and the name of its month in two lines are one.

    Short lines with other texts than a date, as its source or replies, are parted into their texts.
    """
    lines = record.lines_of([row for row in record.text_rows if row not in of_title])
    at = 0
    while at < len(lines):
        joined = record.line_of([row for line in lines[at : at + 2] for row in line.rows])
        named = _find_named_day(joined.text) if joined.weight <= _MAX_SPLIT else None
        is_one = named is not None and named[0] == joined.text
        line = joined if is_one else lines[at]
        is_whole = (
            len(line.rows) == 1 or line.weight > MAX_DATED or _short_date(line.text, record.shared.order)
        )
        yield from [line] if is_whole else (record.line_of([row]) for row in line.rows)
        at += 2 if is_one else 1


def _is_other_time(record: ListRecord, line: RecordLine) -> bool:
    """Return True if a line has a full date, or a clock as entries of today have."""
    text, shared = line.text, record.shared
    if find_moments(text, reference=shared.reference, order=shared.order):
        return True
    return bool(_CLOCK.search(text)) and not _find_day(text, shared.order)


def _short_date(text: str, order: DateOrder, rows: tuple[int, ...] = ()) -> ShortDate | None:
    """Return the short date that makes up a text, with the rows of the text, or None."""
    if (match := _find_day(text, order)) is None:
        return None
    month, day, mark = match["month"], match["day"], match.groupdict().get("mark", _NAMED).strip()
    rest = _WEEKDAY.sub("", f"{text[: match.start()].strip()} {text[match.end() :].strip()}")
    is_alone = len(rest.strip()) <= _MAX_OTHER and _OTHER_TEXT.fullmatch(rest)
    if not is_alone or _UNITS.search(rest):
        return None
    is_padded = len(month) == len(day) == 2
    return ShortDate(MONTHS.get(word_key(month)) or int(month), int(day), match[0], rows, mark, is_padded)


def _find_day(text: str, order: DateOrder) -> re.Match[str] | None:
    """Return a day of a month without a year, or None."""
    match = _DAY_MONTH.search(text) if order == "dmy" else None
    return match or _MONTH_DAY.search(text) or _find_named_day(text)


def _find_named_day(text: str) -> re.Match[str] | None:
    """Return a day with the name of its month, or None."""
    found = (match for pattern in _NAMED_DAYS for match in pattern.finditer(text))
    return next((match for match in found if word_key(match["month"]) in MONTHS), None)


def _are_dates(found: dict[int, ShortDate | None], said: set[str]) -> bool:
    """Return True if the texts at one place of the records are dates."""
    dates = [date for date in found.values() if date]
    words = said | split_words(" ".join(said))
    if not dates or words & _NOT_DATED or any(map(_NOT_DATED_HAN.search, said)):
        return False
    if words & _DATED or any(map(_DATED_HAN.search, said)) or all(date.mark == "月" for date in dates):
        return True
    are_named = all(date.mark == _NAMED for date in dates)
    return len(dates) >= _MIN_DATED_SHARE * len(found) and (are_named or _vary_like_dates(dates))


def _vary_like_dates(dates: Sequence[ShortDate]) -> bool:
    months, days = {date.month for date in dates}, {date.day for date in dates}
    if len(months) > 1 and len(days) == 1:  # 9/12, 10/12: so many of twelve
        return False
    marks = {date.mark for date in dates}
    if all(date.is_padded for date in dates):
        has_zero = any(date.month < 10 or (date.day < 10 and "." not in marks) for date in dates)
        if has_zero or marks == {"-"}:
            return True
    ordered = [(date.month, date.day) for date in dates]
    if len(set(ordered)) < _MIN_ORDERED:
        return False
    # Enough dates follow the calendar up or down, with few exceptions; a jump of half a year is a new year.
    pairs = [(one, other) for one, other in pairwise(ordered) if abs(one[0] - other[0]) < 6]
    n_up, n_down = sum(one < other for one, other in pairs), sum(one > other for one, other in pairs)
    return min(n_up, n_down) <= _OUT_OF_ORDER * len(pairs) < max(n_up, n_down)


# -- years --------------------------------------------------------------------------------------------

DatedEntry = tuple[Moment | None, ShortDate | None, str, int]
"""The full date of an entry, its date without a year, its URL and its first row."""

_YEAR = re.compile(r"(?<![\d.,/-])((?:19|20)\d\d)(?![\d.,/-])")
# With the month and perhaps the day.
_URL_MONTH = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2])(?:[/_-]?(0[1-9]|[12]\d|3[01]))?(?!\d)", re.ASCII
)
# As a folder or a value of the query, in the URL of a list.
_URL_YEAR = re.compile(r"[/=]((?:19|20)\d\d)(?=[/&]|$)", re.ASCII)
_NEAR_DAYS = 45  # between a date and the month in its URL: what was written, and what was published


def find_years(
    page: Page, entries: Sequence[DatedEntry], listed: NDArray[np.bool_], reference: Reference
) -> list[tuple[Moment, str] | None]:
    """Return the date of each entry that states it without a year, and what says the year.

    That is ``url``, ``page`` (a heading above the entry, its title or its URL), ``neighbours``, or
    ``fetched`` for the last such day before ``reference``. ``None`` if nothing says it, as for days to
    come, and for full dates.
    ``listed`` marks the rows of all entries, whose headings say nothing. Cost: O(n_rows) in numpy.
    """
    headings = np.flatnonzero(page.is_tag((*HEADING_TAGS, "caption")) & ~page.is_hidden & ~listed)
    found = [
        _stated_year(page, headings, short, url, row, reference) if short and not full else None
        for full, short, url, row in entries
    ]
    days = [_calendar_day(one[0] if one else entry[0]) for one, entry in zip(found, entries, strict=True)]
    order = range(len(entries))
    for way in (order, reversed(order)):
        _take_from_neighbours(entries, found, days, way, reference)
    if reference is None or _are_coming(entries, reference):
        return found
    for i, (full, short, _, _) in enumerate(entries):
        if short is not None and full is None and found[i] is None:
            last = (_make_moment(short, year, reference) for year in (reference.year, reference.year - 1))
            if moment := next(filter(None, last), None):
                found[i] = moment, "fetched"
    return found


def _are_coming(entries: Sequence[DatedEntry], reference: Moment | dt.datetime) -> bool:
    """Return True if the days of a list rise beyond the time of fetching, as those of a programme do."""
    now = date(reference.year, reference.month or 1, reference.day or 1)
    days = [day for _, short, _, _ in entries if short and (day := _nearest_day(short, now))]
    n_up = sum(one < other for one, other in pairwise(days))
    return bool(days) and max(days) > now and 2 * n_up > len(days)


def _stated_year(
    page: Page, headings: NDArray[np.intp], short: ShortDate, url: str, row: int, reference: Reference
) -> tuple[Moment, str] | None:
    for said, origin in ((_year_of_url(url, short), "url"), (_year_of_page(page, headings, row), "page")):
        if said and (moment := _make_moment(short, said, reference)):
            return moment, origin
    return None


def _year_of_url(url: str, short: ShortDate) -> int | None:
    """Return the year of the date that is near the one in a URL; a year alone may be any number."""
    parts = split_url(url)
    text = f"{parts.path}?{parts.query}"
    for match in _URL_MONTH.finditer(text):
        there = _calendar_day(parse_moment("-".join(filter(None, (match[1], match[2], match[3] or "15")))))
        if there and (near := _nearest_day(short, there)) and abs(near - there).days <= _NEAR_DAYS:
            return near.year
    return None


def _year_of_page(page: Page, headings: NDArray[np.intp], row: int) -> int | None:
    """Return the year in the heading above an entry, or else in the title or URL of its page."""
    above: list[int] = headings[: np.searchsorted(headings, row)][-1:].tolist()
    for at in (*above, *page.cached(_title_rows)):
        if len(years := set(_YEAR.findall(page.row_text(at)))) == 1:
            return int(years.pop())
    parts = split_url(page.url or "")
    years = set(_URL_YEAR.findall(f"{parts.path}?{parts.query}"))
    return int(years.pop()) if len(years) == 1 else None


def _title_rows(page: Page) -> list[int]:
    """Return the row of the page's title; looked for once for all entries."""
    rows: list[int] = np.flatnonzero(page.is_tag(("title",)))[:1].tolist()
    return rows


def _take_from_neighbours(
    entries: Sequence[DatedEntry], found: list[tuple[Moment, str] | None], days: list[date | None],
    way: Iterable[int], reference: Reference,
) -> None:  # fmt: skip
    """Date entries after one whose year is known: of neighbours in a list, days are near."""
    last: date | None = None
    for i in way:
        short = entries[i][1]
        if days[i] is None and short is not None and last is not None and (near := _nearest_day(short, last)):
            moment = _make_moment(short, near.year, reference)
            found[i], days[i] = (moment, "neighbours") if moment else None, _calendar_day(moment)
        last = days[i] or last


def _nearest_day(short: ShortDate, there: date) -> date | None:
    """Return the day of any year that is nearest to a date."""
    days = (
        _calendar_day(_make_moment(short, year, None))
        for year in (there.year - 1, there.year, there.year + 1)
    )
    return min(filter(None, days), key=lambda day: abs(day - there), default=None)


def _make_moment(short: ShortDate, year: int, reference: Reference) -> Moment | None:
    """Return a day, or ``None`` if there is none, or it is after the time of fetching."""
    return parse_moment(f"{year}-{short.month:02}-{short.day:02}", reference=reference)


def _calendar_day(moment: Moment | None) -> date | None:
    return moment.date() if moment else None
