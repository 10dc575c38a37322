"""The date of a record, also in the short forms that only lists use."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.metadata.moment import Moment, find_moments, parse_moment
from maintext.metadata.page_dates import page_order
from maintext.sites.listing.short_dates import MOST_DATED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.moment import DateOrder
    from maintext.sites.listing.record import Line, Record
    from maintext.sites.listing.short_dates import ShortDate

__all__ = ["BRACKETS", "date_order", "read_date"]

_TIME = tag_mask(("time",))
_MOST_SPLIT = 12  # weight of a text that is half a date
_DAY = re.compile(r"(?<!\d)(0?[1-9]|[12]\d|3[01])\s?日?(?!\d)")
_YEAR_MONTH = re.compile(r"((?:19|20)\d\d)\s?[-/.年]\s?(\d{1,2})\s?月?")
_NUMBERS = re.compile(r"(?<![\d./-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?![\d/-])")
_SHORT_YEAR, _MOST_MONTHS = 2, 12

BRACKETS = " \t\n[]()（）【】〔〕|·•-—–:：,，"
"""What stands around a date."""


def date_order(page: Page, rows: NDArray[np.int64]) -> DateOrder:
    """What dates like 10/02/2024 begin with: by other dates of the list, else by the page."""
    order = page_order(page)
    found = [match for row in rows.tolist() for match in _NUMBERS.finditer(page.row_text(row))]
    # Where the year stands first, the first of three short numbers says nothing about the day.
    votes = [match for match in found if order != "ymd" or len(match[4]) > _SHORT_YEAR]
    first, second = (any(int(match[i]) > _MOST_MONTHS for match in votes) for i in (1, 3))
    if first != second:
        return "dmy" if first else "mdy"
    return order


def read_date(
    record: Record, left_out: set[int], short: ShortDate | None
) -> tuple[Moment | None, str, set[int]]:
    """Return the date of a record, as the page writes it, and its rows; rows of the title are left out.

    ``short`` is taken where there is no date with a year: the latest such day before the page was fetched.
    """
    page, shared = record.page, record.shared
    for row in record.with_tag(_TIME):
        stated = page.values("datetime").get(row, "") or page.row_text(row)
        if moment := parse_moment(stated, reference=shared.reference):
            return moment, record.collapsed(row) or stated, set(range(row, int(page.end[row])))
    if (split := _split_date(record, left_out)) is not None:
        return split
    lines = [_without(record, line, left_out) for line in record.lines if not left_out.issuperset(line.rows)]
    for line in sorted(lines, key=lambda line: line.weight > MOST_DATED):
        found = find_moments(line.text, reference=shared.reference, order=shared.order)
        if found:
            start, end, moment = found[0]
            rows = set(line.rows) if line.weight <= MOST_DATED else set()
            return moment, line.text[start:end].strip(BRACKETS), rows
    return (
        (_in_year(record, short.month, short.day), short.text, set(short.rows))
        if short
        else (None, "", set())
    )


def _without(record: Record, line: Line, left_out: set[int]) -> Line:
    rows = [row for row in line.rows if row not in left_out]
    return line if len(rows) == len(line.rows) else record.line_of(rows)


def _split_date(record: Record, left_out: set[int]) -> tuple[Moment, str, set[int]] | None:
    """A day in one element beside year and month in the next: 15 above 2024-05."""
    page, weight = record.page, record.shared.weight
    short = [
        row
        for row in record.text_rows
        if weight[row] <= _MOST_SPLIT and page.n_digits[row] and row not in left_out
    ]
    for one, other in itertools.pairwise(short):
        texts = [page.row_text(row).strip(BRACKETS) for row in (one, other)]
        for day, month in (texts, texts[::-1]):
            if _DAY.fullmatch(day) and (match := _YEAR_MONTH.fullmatch(month)):
                whole = parse_moment(
                    f"{match[1]}-{match[2]}-{day.rstrip('日')}", reference=record.shared.reference
                )
                if whole is not None:
                    return whole, " ".join(texts), {one, other}
    return None


def _in_year(record: Record, month: int, day: int) -> Moment | None:
    reference = record.shared.reference
    if reference is None:
        return None
    for at in (reference.year, reference.year - 1):
        if moment := parse_moment(f"{at}-{month:02}-{day:02}", reference=reference):
            return moment
    return None
