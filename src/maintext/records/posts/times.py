"""Times as micro-content writes them: 3分钟前, 05-20 12:30, Sep 9, 2h."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.metadata.moment import parse_moment
from maintext.metadata.page_dates import find_yearless

if TYPE_CHECKING:
    import datetime as dt

    from maintext.metadata.moment import Moment

__all__ = ["is_clock", "read_time"]

_SHORT = re.compile(r"(\d{1,3})\s?(mo|min|hrs?|[smhdwy])\.?", re.IGNORECASE)
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
        return parse_moment(f"{match[1]} {match[2]} ago", reference=reference)
    moment = parse_moment(text, reference=reference)
    if moment is not None and moment.day is not None:
        return moment
    yearless = find_yearless(text, reference)
    return (yearless[2] if yearless else None) or moment


def is_clock(text: str) -> bool:
    """Whether a text is a clock without a day: a line of a chat, a place in a video."""
    return _CLOCK.fullmatch(text.strip()) is not None
