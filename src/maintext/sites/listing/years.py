"""Years of dates that entries of a list state without one (05-12).

The URL of the entry, the page or the entries next to it may say the year; the time of fetching only suggests
the last such day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.tags import HEADING_TAGS, tag_mask
from maintext.html.urls import split_url
from maintext.metadata.moment import Moment, parse_moment
from maintext.sites.listing.dates import ShortDate
from maintext.sites.listing.record import Reference

__all__ = ["DatedEntry", "find_years"]

DatedEntry = tuple[Moment | None, ShortDate | None, str, int]
"""The full date of an entry, its date without a year, its URL and its first row."""

_HEADINGS = tag_mask((*HEADING_TAGS, "caption"))
_TITLE = tag_mask(("title",))
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
    headings = np.flatnonzero(_HEADINGS.take(page.tag) & ~page.is_hidden & ~listed)
    found = [
        _stated_year(page, headings, entry, reference) if entry[1] and not entry[0] else None
        for entry in entries
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
    page: Page, headings: NDArray[np.intp], entry: DatedEntry, reference: Reference
) -> tuple[Moment, str] | None:
    _, short, url, row = entry
    assert short is not None  # noqa: S101 - as the caller checked
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
    for at in (*above, *np.flatnonzero(_TITLE.take(page.tag))[:1].tolist()):
        if len(years := set(_YEAR.findall(page.row_text(at)))) == 1:
            return int(years.pop())
    parts = split_url(page.url or "")
    years = set(_URL_YEAR.findall(f"{parts.path}?{parts.query}"))
    return int(years.pop()) if len(years) == 1 else None


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
