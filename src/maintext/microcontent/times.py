"""Times as micro-content writes them: 3分钟前, 05-20 12:30, Sep 9, 2h."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.metadata.moment import parse_moment

if TYPE_CHECKING:
    import datetime as dt

    from maintext.metadata.moment import Moment

__all__ = ["is_clock", "read_time"]

_UNITS = {"s": "seconds", "m": "minutes", "min": "minutes", "h": "hours", "hr": "hours", "hrs": "hours"} | {
    "d": "days", "w": "weeks", "mo": "months", "y": "years",
}  # fmt: skip
_SHORT = re.compile(r"(\d{1,3})\s?(mo|min|hrs?|[smhdwy])\.?", re.IGNORECASE)
_MONTH_DAY = re.compile(
    r"(?<![\d:./-])(0?[1-9]|1[0-2])\s?[-/.月]\s?(0?[1-9]|[12]\d|3[01])(?:\s?日)?(?![\d:./-])(\s*\d\d?:\d\d)?"
)
_NAME_DAY = re.compile(r"\b([A-Z][a-z]{2,8})\.?\s(\d{1,2})(?:st|nd|rd|th)?\b(?!,?\s?\d{4})")
_DAY_NAME = re.compile(r"\b(\d{1,2})\.?\s([A-Z][a-z]{2,8})\b\.?(?!,?\s?\d{4})(?:\sat)?(\s\d\d?:\d\d)?")
_CLOCK = re.compile(r"[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?[\])]?", re.IGNORECASE)


def read_time(text: str, reference: Moment | dt.datetime | None) -> Moment | None:
    """Return the time that a short text states; None for none, and for relative ones without reference.

    Parameters
    ----------
    text
        Such as ``3分钟前 来自 手机``, ``05-20 12:30``, ``2h``.
    reference
        When the page was fetched. A date without a year is the latest such day before it.
    """
    if match := _SHORT.fullmatch(text.strip()):
        count, unit = match[1], _UNITS[match[2].lower()]
        return parse_moment(f"{count} {unit} ago", reference=reference)
    moment = parse_moment(text, reference=reference)
    if moment is not None and moment.day is not None:
        return moment
    return _in_year(text, reference) or moment


def _in_year(text: str, reference: Moment | dt.datetime | None) -> Moment | None:
    """A date without a year."""
    if reference is None:
        return None
    for year in (reference.year, reference.year - 1):
        if match := _MONTH_DAY.search(text):
            whole = f"{year}-{int(match[1]):02}-{int(match[2]):02}{match[3] or ''}"
        elif match := _NAME_DAY.search(text):
            whole = f"{match[1]} {match[2]}, {year}"
        elif match := _DAY_NAME.search(text):
            whole = f"{match[1]} {match[2]} {year}{match[3] or ''}"
        else:
            return None
        if moment := parse_moment(whole, reference=reference):
            return moment
    return None


def is_clock(text: str) -> bool:
    """Whether a text is a clock without a day: a line of a chat, a place in a video."""
    return _CLOCK.fullmatch(text.strip()) is not None
