"""Cues of micro-content: times, buttons, counts, and names of authors and texts.

All text rows are joined into one string, one line each, so a pattern runs once over the whole page. The
patterns expect plain spaces. Button words are those of :mod:`maintext.metadata.button_words`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.arrays import Bool, Int, mark_rows
from maintext.html.tags import tag_mask
from maintext.metadata import phrase_lists, word_lists
from maintext.metadata.post_words import BUTTON, BUTTONS, COUNT, join_alternatives, name_words, part_of_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.html import Page
    from maintext.html.snapshot import Layout
    from maintext.records.elements import NameHashes


__all__ = [
    "BUTTONS", "CLOCK", "COUNT", "NUMBER", "OF_PEOPLE", "SENTENCE", "STAMP", "WITH_PEOPLE", "WITH_STAMP",
    "RecordContext", "RecordCues", "find_cues",
]  # fmt: skip

_LINES = re.IGNORECASE | re.MULTILINE


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
STAMP = re.compile(
    join_alternatives(
        r"\d{4} ?[-/.年] ?\d{1,2} ?[-/.月] ?\d{1,2}(?!\d)",
        r"(?<![\d.])\d{1,2}[-/.]\d{1,2}[-/.](?:20|19)\d\d(?!\d)",
        r"(?<!\d)\d{1,2} ?月 ?\d{1,2} ?日",
        r"(?<![\d.-])\d{1,2}[-/]\d{1,2} \d{1,2}:\d\d",
        r"刚刚|剛剛|刚才",
        r"(?:\d{1,3}|半|几) ?个?(?:秒钟?|秒鐘|分钟?|分鐘|小?时|小時|時間|天|日|周|週間?|星期)[之以]?前",
        r"\d{1,3} ?(?:个?月|個月|か月|ヶ月|年)[之以]?前",
        r"(?:[昨今前]天|[昨今]日|一昨日)(?= *\d| *[上下]午| *$)",
        r"그제|어제|오늘|방금|\d{1,3} ?(?:초|분|시간|일|주|개월|년) ?전",
        r"\b(?:\d{1,3}|an?|one) ?(?:sec(?:ond)?|min(?:ute)?|hr|hour|day|week|month|year)s? ago\b",
        r"\bjust now\b|\byesterday\b|\b(?:vor|hace|il y a|há) \w{1,5} \w{2,10}",
        r"\b(?:gestern|heute|hier à|ayer|вчера|сегодня)\b|\d{1,3} \w{1,10} назад",
        r"(?<!\d)\d{1,2}\.? (?:de )?[^\W\d_]{3,10}\.?,? (?:de )?(?:20|19)\d\d(?!\d)",
        rf"\b{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?\b",
        rf"\b\d{{1,2}}\.?(?:st|nd|rd|th)?[ -]{_MONTH}\.?(?:[ -]\d{{2,4}})?\b",
    ),
    _LINES,
)
"""A time anywhere in a line."""

FROM_DIGIT = re.compile(r"\d[^\n]*")
"""A line from its first digit on."""

WITH_STAMP, WITH_PEOPLE, OF_CHANGES = map(tuple, phrase_lists("time_cues").values())
"""Words, one of which is in a lower-case line with :data:`STAMP` but no digit; in one with
:data:`OF_PEOPLE`; before the time of a change.
"""

_CHANGED = re.compile(join_alternatives(*OF_CHANGES), re.IGNORECASE)

CLOCK = re.compile(
    r"^ *[\[(]?(?:"
    r"\d{1,3} ?(?:s|m|h|d|w|mo|y|min|hr|hrs)\.?|\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?|\d{1,2}[-/]\d{1,2}"
    r"|today|hier|hoy|oggi|ieri|aujourd['’]hui|dzisiaj|dziś|wczoraj|今天|今日"
    r")[\])]? *$",
    _LINES,
)
"""A time only if nothing else is on the line: 2h, 09:14, 5/20."""

SENTENCE = re.compile(r"[，。！？!?；]")
"""Marks of sentences, which no time has."""

OF_PEOPLE = re.compile(
    r"\bjoin(?:ed|[ -]date)\b|\bregist(?:ered|rier)|\bmember since\b|\blast (?:seen|visit|login|active)"
    r"|注册|註冊|入住|加入于|加入於|最后登录|最後登入|上次登录|登録日|가입"
    r"|зарегистрир|регистрация|mitglied seit|dabei seit|angemeldet|inscrit|registrad[oa]|se unió|iscritto"
    r"|dołączył|rejestracja|geregistreerd|lid sinds|εγγραφή|kayıt tarihi|katılım",
    re.IGNORECASE,
)
"""Text before the date of joining or of the last visit."""

NUMBER = re.compile(rf"^[ (（\[]*{COUNT}[ )）\]]*$", _LINES)
"""A line that is a count."""

PERSON = re.compile(
    r"/(?:people|users?|u|profiles?|members?|home|space|author|by|channel)[/?=.-]?[\w%.@-]+|/@[\w.-]+$"
    r"|space-uid|[?&](?:uid|userid|user)=|(?:member|user|profile|memberlist)\.\w{3,4}\?",
    re.IGNORECASE,
)
"""URL of the page of a person."""

SIGNED = re.compile(r"\b(?:by|von|par|por|di|od|автор:?|от) [\w@]|作者[：: ]|投稿者", re.IGNORECASE)
"""A line that names its writer."""


_NAME_ATTRIBUTES = ("class", "id", "itemprop", "rel", "data-testid", "data-hook")
_TIME_TAG, _BLOCKQUOTE = tag_mask(("time",)), tag_mask(("blockquote",))
_HOLDERS = tag_mask(("div", "section", "article", "p", "li", "td", "table", "ul", "fieldset", "dd", "aside"))
_BY_CLASS = {part: frozenset(words) for part, words in word_lists("post_elements").items()}
_MAX_LINE = 200  # characters of a row that may be buttons, or tell of people: longer ones are prose
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
    is_panel: Bool  # element about an author
    is_person: Bool  # link to the page of a person, by its URL
    is_about: Bool  # text of a line about joining or last visits, and signatures
    is_signed: Bool  # text of a line that names the writer
    is_change: Bool  # text that follows a word such as “edited” on its line


def find_cues(page: Page, weight: Int) -> RecordCues:
    """Return the cues of a page; ``weight`` is 0 for rows that are not shown.

    Cost: O(n_chars + n_attributes), plus Python work for each match and each name.
    """
    lines, bounds, rows = _join_lines(page, weight * (page.n_chars <= _MAX_LINE))
    is_time = _find_times(page, weight)
    is_button = mark_rows(len(page), _rows_matching(BUTTON, lines, bounds, rows))
    is_number = mark_rows(len(page), _rows_matching(NUMBER, lines, bounds, rows))
    named = _find_named_elements(page)
    people = _lines_with_words(WITH_PEOPLE, lines, bounds)
    about = [i for i in people if OF_PEOPLE.search(lines, int(bounds[i]), int(bounds[i + 1]))]
    is_about = _rows_on_same_lines(page, rows[about])
    is_time &= ~is_about
    is_time[(_TIME_TAG.take(page.tag)) & (page.subtree_sum(weight) > 0)] = True
    is_time &= ~(page.inside(_TIME_TAG.take(page.tag)) & page.is_text)  # the element stands for its text
    # What is called a signature may also hold who wrote the post, and when.
    empty = page.subtree_sum(is_time | named["author"]) == 0
    is_about |= page.inside(named["signature"] & empty) & page.is_text
    return RecordCues(
        is_time=is_time, is_button=is_button & ~is_time, is_number=is_number & ~is_time,
        is_author=named["author"], is_date=named["date"], is_body=named["text"], is_quote=named["quote"],
        is_panel=named["panel"], is_person=_find_profile_links(page), is_about=is_about,
        is_signed=_rows_on_same_lines(page, _rows_matching(SIGNED, lines, bounds, rows)),
        is_change=_find_changes(page, lines, bounds, rows),
    )  # fmt: skip


def _find_changes(page: Page, lines: str, bounds: Int, rows: Int) -> Bool:
    """Return True for texts from a word such as “edited” to the end of the line; no time stands before it."""
    found = np.zeros(len(page), dtype=np.bool_)
    for i in _lines_with_words(OF_CHANGES, lines, bounds):
        row, start, end = int(rows[i]), int(bounds[i]), int(bounds[i + 1])
        word = _CHANGED.search(lines, start, end)
        if word is None or found[row] or STAMP.search(lines, start, word.start()):
            continue
        last = row + 1
        while last < len(page) and (not page.is_text[last] or page.line[last] == page.line[row]):
            last += 1
        found[row:last] = True
    return found


def _find_times(page: Page, weight: Int) -> Bool:
    """Return True for short texts that are times, without sentences; clocks alone."""
    sizes = page.n_chars
    lines, bounds, rows = _join_lines(page, weight * (sizes <= _MAX_STAMP))
    is_time = np.zeros(len(page), dtype=np.bool_)
    from_digit = np.array([match.start() for match in FROM_DIGIT.finditer(lines)], dtype=np.int64)
    with_digit = np.searchsorted(bounds, from_digit, side="right") - 1
    for i in sorted({*with_digit.tolist(), *_lines_with_words(WITH_STAMP, lines, bounds)}):
        for match in STAMP.finditer(lines, int(bounds[i]), int(bounds[i + 1])):
            n_beside = int(sizes[rows[i]]) - len("".join(match[0].split()))
            is_time[rows[i]] |= n_beside <= _MAX_ADJACENT
    is_time[_rows_matching(SENTENCE, lines, bounds, rows)] = False
    is_time[_rows_matching(CLOCK, lines, bounds, rows)] = True
    return is_time


def _join_lines(page: Page, weight: Int) -> tuple[str, Int, Int]:
    """Return visible texts as lines of one string, their offsets with its end, and their rows."""
    rows = np.flatnonzero(weight > 0)
    codes = np.frombuffer(page.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    sizes = (page.text_end[rows] - page.text_start[rows]).astype(np.int64)
    bounds = np.concatenate(([0], np.cumsum(sizes + 1)))
    out = np.full(int((sizes + 1).sum()), ord("\n"), dtype="<u4")
    within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen = codes[np.repeat(page.text_start[rows].astype(np.int64), sizes) + within]
    chosen = np.where((chosen <= ord(" ")) | (chosen == 0xA0) | (chosen == 0x3000), ord(" "), chosen)
    out[np.repeat(bounds[:-1], sizes) + within] = chosen
    return out.tobytes().decode("utf-32-le", "surrogatepass"), bounds, rows


def _rows_matching(pattern: re.Pattern[str], lines: str, bounds: Int, rows: Int) -> Int:
    """Return the rows that match a pattern for whole lines."""
    found = np.array([match.start() for match in pattern.finditer(lines)], dtype=np.int64)
    return rows[np.searchsorted(bounds, found, side="right") - 1]


def _lines_with_words(parts: tuple[str, ...], lines: str, bounds: Int) -> Iterable[int]:
    """Return the lines that hold a lower-case word; all if lengths change."""
    lowered = lines.lower()
    if len(lowered) != len(lines):  # a few letters become two
        return range(len(bounds) - 1)
    found, ends = set[int](), bounds.tolist()
    for part in parts:
        at = lowered.find(part)
        while at >= 0:
            number = bisect_right(ends, at) - 1
            found.add(number)
            at = lowered.find(part, ends[number + 1])
    return sorted(found)


def _rows_on_same_lines(page: Page, found: Int) -> Bool:
    """Return True for all rows on the lines of the given rows."""
    n_lines = int(page.line.max(initial=0)) + 2  # one more for rows on no line
    return mark_rows(n_lines, page.line[found])[page.line]


def _find_profile_links(page: Page) -> Bool:
    """Return True for links whose URLs lead to the page of a person."""
    rows = [row for row, href in page.values("href").items() if PERSON.search(href)]
    return mark_rows(len(page), rows) & page.is_anchor


def _find_named_elements(page: Page) -> dict[str, Bool]:
    """Return masks of elements named after each part: author, date, text, quote, …"""
    parts = ("author", "date", "text", "quote", "panel", "signature")
    found = {part: np.zeros(len(page), dtype=np.bool_) for part in parts}
    may_quote = _HOLDERS.take(page.tag)
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
    found["quote"] |= _BLOCKQUOTE.take(page.tag)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class RecordContext:
    """A page with its cues, name hashes and, if known, its layout."""

    page: Page
    weight: Int
    cues: RecordCues
    hashes: NameHashes
    layout: Layout | None = None
