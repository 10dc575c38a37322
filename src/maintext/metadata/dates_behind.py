"""Dates behind the place of the byline: at the end of the text, beside it, or at its very beginning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from maintext.metadata.byline import parse_byline
from maintext.metadata.byline_place import Lines, Place, line_text
from maintext.metadata.byline_words import find_labels
from maintext.metadata.candidate import Candidate
from maintext.metadata.moment import find_moments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.html import Page

__all__ = ["DATE_LABELS", "MOST_LABEL_CHARS", "dates_behind", "label_of"]

DATE_LABELS = frozenset(
    (
        "发布时间|时间|published|published date|posted on|posted|updated|last updated|date|date published"
        "|published on|publish date|publication date|publié le|mis en ligne le|mise en ligne|publicado"
        "|date de publication|fecha|fecha de publicación|datum|erschienen am|veröffentlicht|veröffentlicht am"
        "|pubblicato il|data|data di pubblicazione|опубликовано|дата"
    ).split("|")
)
"""Labels of a date that stand on a line of their own, above their value."""

MOST_LABEL_CHARS = 24
"""Characters of a line that is a label only."""

_MOST_CHARS = 60  # of a line that holds a date and little else
_LEAST_DIGITS = 5  # of a date with its year and day
_MOST_DATED_LINES = 60  # behind the text that are looked at
_SOON_BEHIND = 12  # lines behind the place in which a date needs no label
_MOST_BESIDE = 3  # characters beside such a date
_BEGINNING, _MOST_DATELINE = 3, 60  # lines of the text, and their first characters
_BEHIND_DATELINE = re.compile(r"\s*[)\]|–—:/]|\s+-\s|\s*\.?\s*\)")
_AROUND_LABEL = " \t\r\n\u00a0\u3000:：|·•–—-/()[]【】（）.,;*"
_YEAR_SIGN = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d[./-]\d{1,2}[./-]\d\d|年")


def label_of(text: str) -> str:
    """Return a line without the marks around it, in lower case: ``published`` for ``Published:``."""
    return text.strip(_AROUND_LABEL).lower()


def dates_behind(page: Page, lines: Lines, place: Place, **reading: Any) -> list[Candidate]:
    """Return dates behind the place, for pages with none in it: candidates for ``published``, ``modified``.

    The first one with a label before it or in the line above, of publication if there is one
    (``byline:end``); else one with which the text begins, or a line of nothing else soon behind the place
    (``byline:behind``). In prose a date tells a story. At most 60 lines are read.

    Parameters
    ----------
    page, lines, place
        The page, its lines, and where its byline may stand.
    reading
        ``reference`` and ``order``, as for :func:`~maintext.metadata.moment.parse_moment`.
    """
    labelled: dict[str, Candidate] = {}
    alone = _dateline(page, lines, place, **reading)
    for i, text in _short_dated_lines(page, lines, place):
        if not find_moments(text, **reading):
            continue
        row = int(lines.row[i])
        above = _label_above(page, lines, i)
        whole = f"{label_of(above)}:\n{text}" if label_of(above) in DATE_LABELS else text
        may_stand_alone = not alone and i < place.end + _SOON_BEHIND and not above.endswith((":", "："))
        if not find_labels(whole) and not (may_stand_alone and _is_date(text)):
            continue
        for one in parse_byline(whole, row=row, **reading):
            if one.field in {"published", "modified"} and one.origin == "byline:label":
                labelled.setdefault(one.field, Candidate(one.field, one.value, "byline:end", row))
            elif one.field == "published" and not alone and may_stand_alone and _is_date(text):
                alone.append(Candidate(one.field, one.value, "byline:behind", row))
    return [*labelled.values()] if "published" in labelled else [*alone, *labelled.values()]


def _label_above(page: Page, lines: Lines, i: int) -> str:
    """The line above if it is short enough for a label, else ``""``."""
    if i == 0 or lines.n_chars[i - 1] > MOST_LABEL_CHARS:
        return ""
    return line_text(page, int(lines.row[i - 1]), int(lines.last[i - 1]))[0]


def _short_dated_lines(page: Page, lines: Lines, place: Place) -> Iterator[tuple[int, str]]:
    """Give the lines behind the place that hold a date and little else, with their text."""
    for i in lines.dated(place.end, _MOST_CHARS, _LEAST_DIGITS, _MOST_DATED_LINES):
        row, last = int(lines.row[i]), int(lines.last[i])
        if _YEAR_SIGN.search(page.text, int(page.text_start[row]), int(page.text_end[last])):
            yield i, line_text(page, row, last)[0]


def _dateline(page: Page, lines: Lines, place: Place, **reading: Any) -> list[Candidate]:
    """The date with which the text begins: Berlin, 1. Mai 2024 – …, (1.5.2024) …"""
    for i in range(place.text_start, min(place.text_start + _BEGINNING, len(lines))):
        row = int(lines.row[i])
        beginning = page.text[page.text_start[row] : page.text_end[lines.last[i]]].lstrip()[:_MOST_DATELINE]
        for _, end, moment in find_moments(beginning, **reading)[:1]:
            if moment.day is not None and _BEHIND_DATELINE.match(beginning, end):
                return [Candidate("published", moment, "byline:behind", row)]
    return []


def _is_date(text: str) -> bool:
    found = find_moments(text)
    return len(found) == 1 and len(text) - (found[0][1] - found[0][0]) <= _MOST_BESIDE
