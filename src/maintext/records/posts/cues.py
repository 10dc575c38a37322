"""Cues of micro-content: times, buttons, counts, and names of authors and texts.

Times are the dates of :mod:`maintext.metadata.moment`, button words those of
:mod:`maintext.metadata.post_words`. The patterns expect plain spaces.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows
from maintext.metadata import pattern_lists, word_sets
from maintext.metadata.moment import LAST_YEAR, find_moments
from maintext.metadata.page_dates import find_relative_date
from maintext.metadata.post_words import (
    BUTTON,
    NUMBER,
    USER_PAGE,
    name_words,
    part_of_name,
)
from maintext.records.elements import NameHashes

if TYPE_CHECKING:  # imported on first use
    from maintext.html.snapshot import Layout


__all__ = ["CLOCK", "RecordContext", "RecordCues", "find_cues"]

_CHANGED = re.compile(pattern_lists("time_cues")["changes"], re.IGNORECASE)

CLOCK = re.compile(
    r"[\[(]?(?:(?P<count>\d{1,3}) ?(?P<unit>mo|min|hrs?|[smhdwy])\.?|\d{1,2}[-/]\d{1,2}"
    r"|(?P<clock>\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?))[\])]?",
    re.IGNORECASE,
)
"""A time only if nothing else is on the line: 2h, 09:14, 5/20."""

# Marks of sentences, which no time has.
_SENTENCE = re.compile(r"[，。！？!?；]")
# Text before the date of joining or of the last visit.
_OF_PEOPLE = re.compile(pattern_lists("site_patterns")["joined"], re.IGNORECASE)
# A line that names its writer.
_SIGNED = re.compile(r"\b(?:by|von|par|por|di|od|автор:?|от) [\w@]|作者[：: ]|投稿者", re.IGNORECASE)
_NAME_ATTRIBUTES = ("class", "id", "itemprop", "rel", "data-testid", "data-hook")
_HOLDERS = ("div", "section", "article", "p", "li", "td", "table", "ul", "fieldset", "dd", "aside")
_BY_CLASS = word_sets("post_elements")
_MAX_LINE = 200  # characters of a row that may be buttons, or tell of people: longer ones are prose
_LATEST = dt.datetime(LAST_YEAR, 12, 31)  # noqa: DTZ001 - a time of fetching after all dates
_MAX_STAMP = 60  # characters of a row that may be a time
_MAX_ADJACENT = 30  # of these, how many may be something else
_MAX_NAME = 300  # bytes of a name that are read


@dataclass(frozen=True, slots=True, eq=False)
class RecordCues:
    """Cues of the rows of a page; bool of shape (n_rows,) each."""

    is_time: Bool  # text that is a time and little else
    is_button: Bool  # text of a button: reply, like, counts, lead-ins
    is_number: Bool  # text that is a count
    is_author: Bool  # element named after an author
    is_date: Bool  # element named after a date
    is_body: Bool  # element named after a text
    is_quote: Bool  # element that holds a quoted post
    is_person: Bool  # link to the page of a person, by its URL
    is_about: Bool  # text of a line about joining or last visits, and signatures
    is_signed: Bool  # text of a line that names the writer
    is_change: Bool  # text that follows a word such as “edited” on its line


def find_cues(page: Page, weight: Int) -> RecordCues:
    """Return the cues of a page; ``weight`` is 0 for rows that are not shown.

    Cost: O(n_chars + n_attributes), Python work for each text of at most 200 characters and for each name.
    """
    shown = np.flatnonzero((weight > 0) & (page.n_chars <= _MAX_LINE))
    lines = {row: " ".join(page.row_text(row).split()) for row in shown.tolist()}

    def find_rows(is_cue: Callable[[str], object]) -> Int:
        return np.array([row for row, line in lines.items() if is_cue(line)], dtype=np.int64)

    is_time, is_button, is_number = (
        mark_rows(len(page), find_rows(is_cue)) for is_cue in (_is_time, BUTTON.fullmatch, NUMBER.fullmatch)
    )
    named, hrefs = _find_named_elements(page), page.values("href").items()
    people = [row for row, href in hrefs if USER_PAGE.search(href.encode())]
    is_about = _rows_on_same_lines(page, find_rows(_OF_PEOPLE.search))
    is_time &= ~is_about
    is_time[page.is_tag(("time",)) & (page.subtree_sum(weight) > 0)] = True
    is_time &= ~(page.inside(page.is_tag(("time",))) & page.is_text)  # the element stands for its text
    # What is called a signature may also hold who wrote the post, and when.
    empty = page.subtree_sum(is_time | named["author"]) == 0
    is_about |= page.inside(named["signature"] & empty) & page.is_text
    return RecordCues(
        is_time=is_time, is_button=is_button & ~is_time, is_number=is_number & ~is_time,
        is_author=named["author"], is_date=named["date"], is_body=named["text"], is_quote=named["quote"],
        is_person=mark_rows(len(page), people) & page.is_anchor, is_about=is_about,
        is_signed=_rows_on_same_lines(page, find_rows(_SIGNED.search)), is_change=_find_changes(page, lines),
    )  # fmt: skip


def _is_time(line: str) -> bool:
    """Return True for a short text that is a time and little else, no sentence; a clock must stand alone."""
    if CLOCK.fullmatch(line):
        return True
    if len(line) > _MAX_STAMP or _SENTENCE.search(line) or NUMBER.fullmatch(line):
        return False
    dates = find_moments(line) or find_relative_date(line, _LATEST, numeric=True)
    rests = ("".join((line[:start] + line[end:]).split()) for start, end, _ in dates)
    return any(len(rest) <= _MAX_ADJACENT for rest in rests)


def _find_changes(page: Page, lines: dict[int, str]) -> Bool:
    """Return True for texts from a word such as “edited” to the end of the line; no time stands before it."""
    found = np.zeros(len(page), dtype=np.bool_)
    for row, line in lines.items():
        word = None if found[row] else _CHANGED.search(line)
        if word is not None and not any(map(str.isdigit, line[: word.start()])):
            found[row:] |= page.line[row:] == page.line[row]
    return found


def _rows_on_same_lines(page: Page, found: Int) -> Bool:
    """Return True for all rows on the lines of the given rows."""
    n_lines = int(page.line.max(initial=0)) + 2  # one more for rows on no line
    return mark_rows(n_lines, page.line[found])[page.line]


def _find_named_elements(page: Page) -> dict[str, Bool]:
    """Return masks of elements named after each part: author, date, text, quote, …"""
    parts = ("author", "date", "text", "quote", "panel", "signature")
    found = {part: np.zeros(len(page), dtype=np.bool_) for part in parts}
    may_quote = page.is_tag(_HOLDERS)
    said: dict[bytes, tuple[str | None, list[str]] | None] = {}  # pages repeat their names
    for name in _NAME_ATTRIBUTES:
        for row, value in page.raw_values(name):
            raw = value[:_MAX_NAME]
            if raw not in said:
                words_of_name = name_words(raw)
                by_class = [part for part, names in _BY_CLASS.items() if not names.isdisjoint(words_of_name)]
                part = part_of_name(raw)
                said[raw] = (part, by_class) if part or by_class else None
            if (known := said[raw]) is None:
                continue
            named, by_class = known
            if named is not None:
                found[named][row] = True
            if name == "class" and may_quote[row]:
                for part in by_class:
                    found[part][row] = True
    found["quote"] |= page.is_tag(("blockquote",))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class RecordContext:
    """A page with its cues, name hashes and, if known, its layout."""

    page: Page
    weight: Int
    cues: RecordCues
    hashes: NameHashes
    layout: Layout | None = None
