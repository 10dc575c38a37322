"""Scan the lines and named elements around the byline, once for authors, dates, source and terms.

Element names are those of ``class``, ``id``, ``rel`` and ``itemprop``. Their meaning is cached across pages,
because pages of a site share them.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any

from maintext._core.elements import WordSet
from maintext._core.fields import first_places, values_having
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.tags import tag_id
from maintext.metadata import phrase_lists, word_lists
from maintext.metadata.byline import is_medium, may_be_labelled, parse_byline, split_people
from maintext.metadata.byline_words import OPENING_WORDS, find_labels, opens_byline
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.dateline import (
    MARKS,
    agency_reporter,
    closing_medium,
    closing_people,
    dateline_people,
    japanese_names,
    medium_of_dateline,
)
from maintext.metadata.language import has_cjk
from maintext.metadata.moment import Moment, find_moments
from maintext.metadata.near_headline import LONG, BylinePosition, Lines, line_text, plain_line
from maintext.metadata.page_dates import may_be_recent, page_order

__all__ = ["DATE_LABELS", "SOURCE_FIELDS", "BylineScan", "find_hints", "scan_bylines"]

_NAMED = (b" class", b" id", b" rel", b" itemprop")
_MAX_NAMES = 1_500  # of one attribute that are looked at: those of the byline's place and around

_ELEMENTS = {kind: frozenset(words) for kind, words in word_lists("byline_elements").items()}
# Words that say that the element is about the author or the time, but does not hold the name or date alone.
_NO_HINT_NAMES = _ELEMENTS["no_hint"]
# About the author; in them, a name is the author's.
_BOXES = frozenset({"box", "bio", "info", "about", "card"})
_WIDGETS = frozenset(
    "trs wb ue ck rich text mp kind html tiny wang quill content code".split()
)  # TRS_Editor, code-editor: where a text was written, not who wrote it
_JOINED_NAMES = (["nick", "name"], ["js", "name"])  # the last: a WeChat account
_NAME_WORDS = re.compile(r"[a-z]+")
_RAW_WORDS = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+")
# Substrings of the words above: names without any are skipped.
_HINT_SIGNS = WordSet(tuple(_ELEMENTS["hint_parts"]))
# What CSS modules append to a class: Article_author__3fGh2, index_sourceName_RSsmY.
_CSS_HASH = re.compile(r"_(?=[\w-]*(?:\d|[a-z][A-Z]|[A-Z]{2}))[\w-]{5}$", re.ASCII)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ASIDE = _ELEMENTS["aside"]
_ARTICLE, _IMG = tag_id("article"), tag_id("img")
_MAX_UP, _MAX_CAPTION_CHARS = 4, 300  # elements around the source of a picture, and their characters
_ASIDE_TAGS = (b"<aside", b"<nav")
_OF_ARTICLE = frozenset({"entry", "post", "article", "hentry", "story"})
_PART_WIDGET = re.compile(rb"(?<=[\w-])[_-]widget", re.IGNORECASE)
_NAME_VALUES = re.compile(rb' (?:class|id)="([^"]*)"')


@lru_cache(maxsize=16_384)
def _read_hint(raw: bytes) -> str | None:
    if b"ip_wording" in raw:  # WeChat: where the author was
        return ""
    if b"rich_media_meta" in raw:  # WeChat: author and date, and the account
        return "source" if b"nickname" in raw else "author"
    if b"original_primary" in raw:  # the account that a shared article is of
        return "source" if b"nickname" in raw else None
    hints = [hint for name in raw.split() if (hint := _hint_in_name(name)) is not None]
    return "modified" if "modified" in hints else hints[0] if hints else None


def _hint_in_name(name: bytes) -> str | None:
    """Classify one name by its last words: ``article-header__pub-date`` is ``published``."""
    readable = name.decode(errors="replace")
    if not readable.islower():  # else nothing to cut or to divide, but digits after a bar
        readable = _CAMEL.sub("-", _CSS_HASH.sub("", readable)).lower()
    elif "_" in readable:
        readable = _CSS_HASH.sub("", readable)
    whole = _NAME_WORDS.findall(readable)
    words = whole[-3:]
    if words[-2:] in _JOINED_NAMES:
        words = ["".join(words[-2:])]
    elif words[-1:] == ["name"]:
        words = [word for word in words if word not in _BOXES]
    is_widget = "editor" in words and not _WIDGETS.isdisjoint(whole)
    if not words or is_widget or not _NO_HINT_NAMES.isdisjoint(words):
        return None
    is_dated = not _ELEMENTS["date"].isdisjoint(words)
    if not _ELEMENTS["modified"].isdisjoint(words) and (is_dated or len(words) <= 2):
        return "modified"
    if not _ELEMENTS["author"].isdisjoint(words):
        return None if is_dated else "author"
    if is_dated:
        return "published"
    return "source" if not _ELEMENTS["source"].isdisjoint(words) else None


def find_hints(page: Page, start: int, end: int) -> list[tuple[int, str]]:
    """Return the elements in rows ``start … end − 1`` whose names tell their content, in order.

    Each with ``author``, ``published``, ``modified`` or ``source``. At most 1,500 names per attribute are
    read. Cost O(n_attributes) for the first call with a page, then per name.
    """
    end = min(end, len(page))
    found: dict[int, str] = {}
    for attribute in _NAMED:
        for row, name in values_having(page.columns, attribute, (start, end), _HINT_SIGNS, _MAX_NAMES):
            if (hint := _read_hint(name)) is not None:
                found[row] = hint and found.get(row, hint)  # "" hides what another attribute tells
    return sorted((row, hint) for row, hint in found.items() if hint)


def _is_foot_of_article(page: Page, row: int, headline_row: int) -> bool:
    """Return True if the innermost ``<article>`` around a row contains the headline."""
    while row > 0:
        row = int(page.parent[row])
        if page.tag[row] == _ARTICLE:
            return row <= headline_row < int(page.end[row])
    return False


@lru_cache(maxsize=16_384)
def _is_aside_tag(raw: bytes) -> bool:
    """Return True if a start tag opens an aside: sidebar, navigation, comments, footer."""
    if raw.startswith((b"<body", b"<html", b"<main")):
        return False
    values = b" ".join(_NAME_VALUES.findall(raw[:1000]))
    # Page builders call every part a widget (x-widget, x-widget-text); what begins with the word is one.
    words = {word.decode().lower() for word in _RAW_WORDS.findall(_PART_WIDGET.sub(b"", values))}
    if "editor" in words:
        words.discard("ad")  # an advertisement has no editor
    if "meta" in words and _ASIDE.isdisjoint(words - {"teaser"}):  # <aside class="meta">
        return False
    if raw.startswith(_ASIDE_TAGS):
        return True
    is_footer = raw.startswith(b"<footer") or "footer" in words
    # The footer of an article names its author; the footer of the page does not.
    return (is_footer and _OF_ARTICLE.isdisjoint(words)) or not (_ASIDE - {"footer"}).isdisjoint(words)


_PHRASES = phrase_lists("phrases")
DATE_LABELS = frozenset(_PHRASES["date_labels"])
"""Labels of a date that may be a line above their value."""

_MAX_LABEL_CHARS = 24
"""Characters of a line that is a label only."""

_MAX_DATED_CHARS = 60  # of a line that holds a date and little else
_MIN_YEAR_DIGITS = 5  # of a date with its year and day
_MAX_DATED_LINES = 60  # read after the text
_MAX_LINES_AFTER = 12  # lines after the byline in which a date needs no label
_MAX_NEAR, _MAX_IN_BRACKET = 3, 12  # characters next to such a date: （2004年10月22日11時35分　某新聞）
_BEGINNING, _MAX_DATELINE = 5, 60  # lines of the text, and their first characters
# Berlin, 1. Mai 2024 –, (1.5.2024), ROME, May 1, 2024 (AP) —
_AFTER_DATELINE = re.compile(r"\s*[)\]|–—:/]|\s+-\s|\s*\.?\s*\)|\s*\([^()]{2,30}\)\s?[–—-]")
_AROUND_LABEL = " \t\r\n\u00a0\u3000:：|·•–—-/()[]【】（）.,;*"
_SPACED_LABEL = re.compile(r"(?<=^[\u3400-\u9fff])[\s\u3000]+(?=[\u3400-\u9fff]$)")
_WEEKDAY = re.compile(r"\s?[（(]?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天][）)]?")
_YEAR_SIGN = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d[./-]\d{1,2}[./-]\d\d|年")


def _strip_label(text: str) -> str:
    """Strip the marks around a line and lower it: ``published`` for ``Published:``, 来源 for 来　源：."""
    label = text.strip(_AROUND_LABEL).lower()
    return label if label.isascii() else _SPACED_LABEL.sub("", label)


def _dates_after_text(page: Page, lines: Lines, place: BylinePosition, **reading: Any) -> list[Candidate]:
    """Return ``published`` and ``modified`` candidates after the byline, if it has no date.

    The first labelled date comes first (``byline:end``). Else a date that opens the text, or a line with
    only a date soon after the byline (``byline:behind``). Dates in prose do not count. At most 60 lines are
    read.
    """
    labelled: list[Candidate] = []
    is_published = False
    alone = _leading_date(page, lines, place, **reading)
    for i in lines.dated(place.end, _MAX_DATED_CHARS, _MIN_YEAR_DIGITS, _MAX_DATED_LINES):
        row, last = int(lines.row[i]), int(lines.last[i])
        if not _YEAR_SIGN.search(page.text, int(page.text_start[row]), int(page.text_end[last])):
            continue
        text = line_text(page, row, last)[0]
        if not find_moments(text, **reading):
            continue
        above, _, value = text.rpartition("\n")  # a label may be an element of the line
        if not value or _strip_label(above) not in DATE_LABELS:
            above, value = _label_above(page, lines, i), text
        whole = f"{_strip_label(above)}:\n{value}" if _strip_label(above) in DATE_LABELS else text
        may_stand_alone = not alone and i < place.end + _MAX_LINES_AFTER and not above.endswith((":", "："))
        if not find_labels(whole) and not (may_stand_alone and _is_date(text)):
            continue
        for one in parse_byline(whole, row=row, **reading):
            is_labelled = one.origin == "byline:label"
            if is_labelled and (one.field == "modified" or (one.field == "published" and not is_published)):
                is_published |= one.field == "published"  # of several changes all count: they are of a list
                labelled.append(Candidate(one.field, one.value, "byline:end", row))
            elif one.field == "published" and not alone and may_stand_alone and _is_date(text):
                alone.append(Candidate(one.field, one.value, "byline:behind", row))
    return labelled if is_published else [*alone, *labelled]


def _label_above(page: Page, lines: Lines, i: int) -> str:
    """Return the line above if it is short enough for a label, else ``""``."""
    if i == 0 or lines.n_chars[i - 1] > _MAX_LABEL_CHARS:
        return ""
    return line_text(page, int(lines.row[i - 1]), int(lines.last[i - 1]))[0]


def _leading_date(page: Page, lines: Lines, place: BylinePosition, **reading: Any) -> list[Candidate]:
    """Return the date that opens the text: Berlin, 1. Mai 2024 – …, (1.5.2024) …"""
    for i in range(place.text_start, min(place.text_start + _BEGINNING, len(lines))):
        beginning = plain_line(page, lines, i).lstrip()[:_MAX_DATELINE]
        for _, end, moment in find_moments(beginning, **reading)[:1]:
            if moment.day is not None and _AFTER_DATELINE.match(beginning, end):
                return [Candidate("published", moment, "byline:behind", int(lines.row[i]))]
    return []


def _is_date(text: str) -> bool:
    text = _WEEKDAY.sub("", text)
    found = find_moments(text)
    most = _MAX_IN_BRACKET if text[:1] in "（(" and text[-1:] in "）)" else _MAX_NEAR
    return len(found) == 1 and len(text) - (found[0][1] - found[0][0]) <= most


_MAX_LINE_CHARS = 220  # characters of a line that may be a byline
# Of a line whose date needs no label, and of one in the text: there a date tells a story.
_MAX_DATE_CHARS, _MAX_DATE_CHARS_IN_TEXT = 120, 60
_MAX_ORDER_CHARS = 6_000  # of the text that tell its language
_MAX_LINES = 14  # that are read as bylines, so that a list of dates costs no more than an article
_ROWS_AROUND = 20  # rows before and after the byline position, read for names too
_ROWS_AFTER = 300  # rows after these, read if the byline names no author

# Cheap signs that a line may be a byline: the digits of a date, a word before a name, a label.
_DATE_SIGN = re.compile(r"\d{4}|\d[./-]\d{1,2}[./-]\d\d|\d['’ ]\d\d|:\d\d|ago|前|전|年")
_SIGN_WORDS = "published|updated|last|fot|foto|today|yesterday|heute|gestern|hier|hoy|ayer|vor|il y a|hace"
_WORD_SIGN = re.compile(rf"\W{{0,4}}(?:{_SIGN_WORDS})\b", re.IGNORECASE)
_HAN_SIGN = re.compile(
    rf"[：:/∕／｜|丨│▏=＝]|记者|通讯员|评论员|評論員|撰文|文[·•・]|[发發]自|[报報][道导導]$|記者|기자|来源|來源|作者|编辑|編輯|書いた人|[天日刚剛]|\s文|社$|网$|网\s|^글\s|^原创\s|^[{MARKS}]"
)
_ALONE = DATE_LABELS.union(_PHRASES["alone"])
_END_WORDS = tuple(_PHRASES["end_words"])
_END_NAMES = ("Written by", "Reporting by")
# Labels of the author after the text; a bare "By" there introduces the authors of other texts.
_SIGNATURE_BEGINNINGS = tuple(_PHRASES["signatures"])
# Pairs of letters that the words above begin with.
_BEGINNINGS = WordSet(
    tuple({word[:2] for word in (*_SIGN_WORDS.split("|"), *OPENING_WORDS, *_ALONE) if word[:2].isascii()})
)
_MAX_SIGNED_CHARS, _MAX_SIGNED_LINES = 80, 300
_MIN_DIGITS = 3
_HAN_END_WORDS = tuple(_PHRASES["han_end_words"])
_MAX_END_LINES = 6
_MAX_END_CHARS = 140  # characters of a byline after the text
_PLURAL = re.compile(r"(?:sources|quellen|källor)\b", re.IGNORECASE)
_SOURCE_LABELS = frozenset(phrase_lists("colon_labels")["source"])
SOURCE_FIELDS = frozenset({"source", "source_url"})
"""Fields of where a text was taken from."""
_MAX_BEFORE = 14  # characters before the word: a bracket, 本文


@dataclass(frozen=True)
class BylineScan:
    """Lines and candidates around the byline position.

    - ``lines``, ``place``: lines of the page, and the range of them that may hold a byline.
    - ``stated``: candidates from these lines in order, then from the end of the text.
    - ``reading``: arguments of :func:`~maintext.metadata.moment.parse_moment`: ``reference`` and ``order``.
    - ``text_end``: line with the end of the main text.
    """

    page: Page
    lines: Lines
    place: BylinePosition
    stated: list[Candidate]
    reading: dict[str, Any]
    text_end: int
    _asides: dict[int, bool] = field(default_factory=dict)  # of elements that were asked for

    @cached_property
    def rows(self) -> tuple[int, int]:
        """Return the first and the last row of the byline position."""
        last = max(self.place.end - 1, self.place.start)
        return int(self.lines.row[self.place.start]), int(self.lines.last[last])

    @cached_property
    def dates(self) -> list[Candidate]:
        """The dates of these lines, else those after the byline."""
        found = [one for one in self.stated if one.field in {"published", "modified"}]
        return found or _dates_after_text(self.page, self.lines, self.place, **self.reading)

    @cached_property
    def hints(self) -> list[tuple[int, str]]:
        """The elements around the byline position whose names tell their content."""
        start, last = self.rows
        return find_hints(self.page, max(0, start - _ROWS_AROUND), last + _ROWS_AROUND)

    def hints_after(self) -> list[tuple[int, str]]:
        """Return such elements in the 300 rows after these."""
        start = self.rows[1] + _ROWS_AROUND
        return find_hints(self.page, start, start + _ROWS_AFTER)

    def people_after(self) -> list[Candidate]:
        """Return the people of the first labelled line after the byline: Text by Ann Lee."""
        limits = _MAX_SIGNED_CHARS, 0, _MAX_SIGNED_LINES
        for i in self.lines.begun(self.place.end, _SIGNATURE_BEGINNINGS, *limits):
            if found := self._people_in_line(i):
                is_short = i + 1 < len(self.lines) and self.lines.n_chars[i + 1] <= _MAX_SIGNED_CHARS
                return found + (self._people_in_line(i + 1) if is_short else [])
        return []

    def signature(self) -> list[Candidate]:
        """Return the people who sign in an emphasised line of its own right after a paragraph."""
        lines = self.lines
        # The text ends before it, or with it.
        i = self.text_end + (lines.n_chars[self.text_end] > _MAX_LABEL_CHARS)
        is_short = i < len(lines) and lines.n_chars[i] <= _MAX_CLOSING_CHARS
        if not is_short or lines.n_chars[i - 1] < _MAX_CLOSING_CHARS or _begins_item(self.page, lines, i + 1):
            return []
        row = int(lines.row[i])
        text = line_text(self.page, row, int(lines.last[i]))[0]
        people = split_people(text)
        is_whole = len(text) == len(", ".join(one.name for one in people)) and not lines.n_link_chars[i]
        is_whole &= lines.n_chars[i] <= _MAX_LABEL_CHARS
        is_named = all(" " in one.name or "-" in one.name for one in people)
        if not is_whole or not is_named or self.page.name(int(self.page.parent[row])) not in _EMPHASIS:
            return []
        return [Candidate("author", person, "byline:end", row) for person in people]

    def _people_in_line(self, i: int) -> list[Candidate]:
        lines, row, last = self.lines, int(self.lines.row[i]), i
        if _strip_label(line_text(self.page, row, int(lines.last[i]))[0]) in _ALONE:
            last = min(i + 1, len(lines) - 1)
        text, links = line_text(self.page, row, int(lines.last[last]))
        read = parse_byline(text, links=links, row=row)
        labelled = [one for one in read if one.field == "author" and one.origin in _LABELLED]
        return [replace(one, origin="byline:end") for one in labelled]

    def is_aside(self, row: int) -> bool:
        """Return True if a row is part of comments, a sidebar, a teaser list or the like.

        Never True between headline and text, nor for an element around one of them. Cost O(depth).
        """
        place, i = self.place, self.place.text_start
        if place.headline >= 0 and place.headline_row <= row <= int(self.lines.last[i]):
            return False
        headline, text = place.headline_row, int(self.lines.row[i]) if self.lines.n_chars[i] >= LONG else -1
        path: list[int] = []
        answer = False
        while row > 1 and not (row <= headline < self.page.end[row] or row <= text < self.page.end[row]):
            if (remembered := self._asides.get(row)) is not None:
                answer = remembered
                break
            path.append(row)
            tag = self.page.data[self.page.byte_start[row] : self.page.inner_start[row]]
            if _is_aside_tag(tag):
                answer = not (tag.startswith(b"<footer") and _is_foot_of_article(self.page, row, headline))
                break
            row = int(self.page.parent[row])
        self._asides.update(dict.fromkeys(path, answer))
        return answer


def scan_bylines(
    page: Page,
    lines: Lines,
    place: BylinePosition,
    reference: Moment | dt.datetime | None,
    kept: Bool,
) -> BylineScan:
    """Read the byline candidates around the byline position, and at the end of the text.

    ``kept`` are the text rows of the main content: bool of shape (n_rows,).
    """
    beginning = int(page.text_start[lines.row[place.text_start]])
    order = page_order(page, page.text[beginning : beginning + _MAX_ORDER_CHARS])
    reading: dict[str, Any] = {"reference": reference, "order": order}
    read_line = partial(parse_byline, reference=reference, order=order)
    stated: list[Candidate] = []
    # Only in Chinese, Japanese and Korean is 5-1 or 5/1 always the first of May.
    numeric = page.cached(has_cjk)
    is_japanese = numeric and _is_japanese(page, beginning)
    for first, last in _byline_lines(page, lines, place, is_dated=reference is not None):
        row = int(lines.row[first])
        text, links = line_text(page, row, int(lines.last[last]))
        read = read_line(text, links=links, row=row, numeric=numeric)
        if is_japanese and not any(one.field == "author" for one in read):
            read += _names_next_to_date(text, row)
        stating = (one.field for one in read if one.origin in _LABELLED)
        is_byline = first < place.text_start or not _BYLINE_FIELDS.isdisjoint(stating)
        is_prose = len(text) > (_MAX_DATE_CHARS if is_byline else _MAX_DATE_CHARS_IN_TEXT)
        if links and first > place.text_start:  # a link before 3小时前 leads to another article
            read = [one for one in read if one.origin != "byline:relative"]
        stated += [one for one in read if not (is_prose and _is_unlabelled_date(one))]
    labelled = {one.field for one in stated if one.origin == "byline:label"}
    is_complete = labelled >= {"author", "published"} and not numeric  # Chinese pages name editors at the end
    ends = [] if is_complete else [*_at_end(page, lines, place)]
    # Only Chinese, Japanese and Korean texts name writers in brackets at their beginning or end.
    text_end = _text_end(lines, place, kept)
    near_end = _lines_around_end(lines, place, text_end)
    around_end = near_end if numeric else range(0)
    if not any(map(_names_signer, stated)):
        stated += _opening_people(page, lines, place, is_cjk=numeric)
    if numeric and not any(one.field == "source" for one in stated):
        stated += _opening_medium(page, lines, place)
    has_writer = any(one.names_writer for one in stated)  # who signs far below wrote something else
    sources = {} if numeric else dict(_source_lines(page, lines, near_end))
    short = (
        i
        for i in around_end
        if 0 < lines.n_chars[i] <= _MAX_CLOSING_CHARS and lines.n_link_chars[i] * 2 < lines.n_chars[i]
    )
    for i in dict.fromkeys([*ends, *sources, *short]):
        row = int(lines.row[i])
        text, links = line_text(page, row, int(lines.last[sources.get(i, i)]))
        ended = read_line(text, links=links, row=row) if may_be_labelled(text) else []
        is_signed = any(one.field == "author" and one.origin in _LABELLED for one in ended)
        is_dated = any(one.field == "published" for one in ended)  # 作者：乙 回复日期：…: of a reply
        stated += [
            replace(one, origin="byline:end", row=row)
            for one in ended
            if (one.origin in _LABELLED or (is_signed and _is_unlabelled_date(one)))
            and (i in ends or is_signed or one.field in SOURCE_FIELDS)
            and (numeric or one.field not in SOURCE_FIELDS or i in sources)
            and not (one.names_writer and has_writer and is_dated)
            and not (one.names_writer and (has_writer or numeric) and i > text_end + _AFTER_TEXT_END)
            and not (has_writer and isinstance(one.value, Person) and is_medium(one.value.name))
        ]
    if not any(map(_names_signer, stated)):
        stated += _closing_people(page, lines, around_end, text_end)
    # Who uploaded a text is its author if nobody else is named.
    is_signed = any(map(_names_signer, stated))
    posted = {one: replace(one, origin="byline:label") for one in stated if one.origin == "byline:poster"}
    stated = [posted.get(one, one) for one in stated if not (is_signed and one in posted)]
    stated += _closing_medium(page, lines, around_end, stated)
    if not numeric:
        stated = [one for one in stated if one.field != "source" or not _is_of_picture(page, one.row, place)]
    return BylineScan(page, lines, place, stated, reading, text_end)


def _is_of_picture(page: Page, row: int, place: BylinePosition) -> bool:
    """Return True if little text and a picture are around a row: it states who made the picture."""
    source = row
    for _ in range(_MAX_UP):
        row = int(page.parent[row])
        if row <= 0 or row <= place.headline_row < page.end[row]:
            return False
        if len(page.row_text(row)) > _MAX_CAPTION_CHARS:
            return False
        pictures = (row + (page.tag[row:source] == _IMG).nonzero()[0]).tolist()
        if pictures:  # the logo of an agency is no picture of the text
            return not any(
                b"logo" in page.data[page.byte_start[one] : page.byte_end[one]] for one in pictures
            )
    return False


def _names_next_to_date(text: str, row: int) -> list[Candidate]:
    """Return the people whose Japanese names stand alone before or after the dates of a line."""
    dates = find_moments(text)
    before = text[: dates[0][0]].strip().rpartition("\n")[2] if dates else ""
    after = text[dates[-1][1] :].strip().partition("\n")[0] if dates else ""
    names = japanese_names(before) or japanese_names(after)
    return [Candidate("author", Person(name, "reporter"), "byline:place", row) for name in names]


def _begins_item(page: Page, lines: Lines, i: int) -> bool:
    """Return True if a line is an item of a list; the emphasised line above it is its heading."""
    if i >= len(lines):
        return False
    row = int(lines.row[i])
    return page.name(int(page.parent[row])) == "li" or page.row_text(row).lstrip()[:2] in _BULLETS


_BULLETS = frozenset({"- ", "– ", "• ", "* ", "· "})


_LABELLED = frozenset({"byline:label", "byline:poster"})
_BYLINE_FIELDS = frozenset({"author", "published", "modified"})


def _names_signer(candidate: Candidate) -> bool:
    return candidate.names_writer and candidate.origin != "byline:poster"


def _is_unlabelled_date(candidate: Candidate) -> bool:
    return candidate.field == "published" and candidate.origin != "byline:label"


def _byline_lines(
    page: Page, lines: Lines, place: BylinePosition, *, is_dated: bool
) -> list[tuple[int, int]]:
    """Return the ranges of lines that look like a byline, those below the headline first.

    A label alone takes the next line too. If the fetch time is known (``is_dated``), lines with a possible
    date without a year count too: 05-01.
    """
    chosen = lines.signed(place.start, place.end, _MAX_LINE_CHARS, _BEGINNINGS)
    if is_dated:
        around = slice(place.start, place.end)
        fits = (lines.n_chars[around] <= _MAX_LABEL_CHARS) & (lines.n_digits[around] > 0)
        chosen = sorted({*chosen, *(place.start + fits.nonzero()[0]).tolist()})
    below = bisect_left(chosen, place.headline)
    found: list[tuple[int, int]] = []
    for i in chosen[below:] + chosen[:below]:
        if i == place.headline:
            continue
        row = lines.row[i]
        text = plain_line(page, lines, i)
        first = page.text[page.text_start[row] : page.text_end[row]]  # a label may be a separate element
        if lines.n_chars[i] <= _MAX_LABEL_CHARS and i + 1 < len(lines) and _lacks_value(text):
            found.append((i, i + 1))
        elif (
            _is_signed(text.strip(), int(lines.n_digits[i]))
            or (row != lines.last[i] and _begins_byline(first.strip()))
            or (is_dated and lines.n_chars[i] <= _MAX_DATE_CHARS_IN_TEXT and may_be_recent(text))
        ):
            found.append((i, i))
        if len(found) >= _MAX_LINES:
            break
    return found


def _lacks_value(text: str) -> bool:
    """Return True if a line is a label, or ends with that of a source: 1.5.2024 | Source:"""
    if _strip_label(text) in _ALONE:
        return True
    return any(word[-1] in ":：" and _strip_label(word) in _SOURCE_LABELS for word in text.split()[-1:])


def _begins_byline(text: str) -> bool:
    return _WORD_SIGN.match(text) is not None or (opens_byline(text) and not _PLURAL.match(text))


def _is_signed(text: str, n_digits: int) -> bool:
    is_dated = (n_digits or not text.isascii()) and _DATE_SIGN.search(text)  # only digits of ASCII count
    return bool(is_dated or _begins_byline(text) or (not text.isascii() and _HAN_SIGN.search(text)))


def _at_end(page: Page, lines: Lines, place: BylinePosition) -> Iterator[int]:
    """Yield the lines after the byline that begin like one: （责任编辑：张三）, Posted by Ann."""
    limits = _MAX_END_CHARS, _MIN_DIGITS, _MAX_DATED_LINES
    yield from lines.begun(place.end, _END_WORDS, *limits)
    offset = int(page.text_end[lines.last[max(place.end - 1, 0)]])
    words = _END_NAMES + _HAN_END_WORDS if page.cached(has_cjk) else _END_NAMES
    for character in first_places(page.text, words, offset)[:_MAX_END_LINES]:
        rows = page.is_text.nonzero()[0]
        i = lines.at(int(rows[page.text_start[rows].searchsorted(character, side="right") - 1]))
        if i < 0 or lines.n_chars[i] > _MAX_END_CHARS or page.text_start[lines.row[i]] > character:
            continue
        before = page.text[page.text_start[lines.row[i]] : character]
        if len(before.strip()) <= _MAX_BEFORE:
            yield i


def _source_lines(page: Page, lines: Lines, near_end: range) -> Iterator[tuple[int, int]]:
    """Yield the lines that begin with a label of the source, each with the last line of its value."""
    for i in near_end:
        if lines.n_chars[i] > _MAX_END_CHARS:
            continue
        text = plain_line(page, lines, i).lstrip(_AROUND_LABEL)
        label = next(iter(find_labels(text)), None) if ":" in text else None
        # Sources: begins a list of works that the text cites.
        if label and label[0] == 0 and label[2] == "source" and not _PLURAL.match(text):
            yield i, i if text[label[1] :].strip() else min(i + 1, len(lines) - 1)


# Lines around the end of a Chinese text in which it may be signed, and the characters of such a line.
_BEFORE_TEXT_END, _MAX_BEFORE_TEXT_END, _AFTER_TEXT_END, _MAX_CLOSING_CHARS = 3, 9, 8, 80
_OPENING_LINES, _LINES_TO_DATELINE, _MAX_OPENING_CHARS = 3, 20, 70
_MAX_LINES_ABOVE = 15  # lines from the headline on that may be a dateline
_EMPHASIS = frozenset({"b", "strong", "em", "i"})


def _text_end(lines: Lines, place: BylinePosition, kept: Bool) -> int:
    """Return the line with the end of the main text, else the last long line."""
    last = kept.tobytes().rfind(b"\1")  # the last kept row
    if last >= 0:
        return int(lines.at(last))
    long = (lines.n_chars[place.text_start :] >= LONG).nonzero()[0]
    return place.text_start + int(long[-1] if len(long) else 0)


def _lines_around_end(lines: Lines, place: BylinePosition, end: int) -> range:
    """Return the lines around the end of the text; the first line of the text only if it is the last.

    Short lines right above the last three belong to them: WeChat accounts sign in six lines.
    """
    start = place.text_start + 1
    first = min(max(end - _BEFORE_TEXT_END, start), end)
    while first > max(end - _MAX_BEFORE_TEXT_END, start) and lines.n_chars[first - 1] <= _MAX_LABEL_CHARS:
        first -= 1
    return range(first, min(end + _AFTER_TEXT_END, len(lines)))


_KANA = re.compile(r"[\u3041-\u30fa]")
_NEAR_CHARS, _MIN_KANA = 300, 10  # characters before the end of a line, and kana in them of a Japanese text


def _is_japanese(page: Page, start: int) -> bool:
    """Return True if the 300 characters from ``start`` on have ten kana or more."""
    return len(_KANA.findall(page.text, start, start + _NEAR_CHARS)) >= _MIN_KANA


def _closing_people(page: Page, lines: Lines, around_end: range, text_end: int) -> list[Candidate]:
    """Return the people who sign a Chinese text at its end, in a bracket or a line of their own.

    Those who edited or translated it stand after them.
    """
    found: list[Candidate] = []
    for i in reversed(around_end):
        row, text = int(lines.row[i]), plain_line(page, lines, i)[-_MAX_CLOSING_CHARS:].strip()
        is_japanese = _is_japanese(page, max(0, int(page.text_end[lines.last[i]]) - _NEAR_CHARS))
        people = closing_people(text, is_japanese=is_japanese, is_last=i == text_end)
        if not people and lines.n_chars[i] <= _MAX_CLOSING_CHARS:
            people = dateline_people(text)
        if not people and (bracket := _LABELLED_END.search(text)):
            people = [one.value for one in parse_byline(bracket[0]) if isinstance(one.value, Person)]
        found += [Candidate("author", person, "byline:end", row) for person in people]
        if any(one.names_writer for one in found):
            break
    return found


_LABELLED_END = re.compile(
    r"[（(](?:文|图|圖|供稿|记者|編輯|编辑|责编|責編|责任编辑|責任編輯)[^（）()]{3,40}[）)]$"
)


def _closing_medium(page: Page, lines: Lines, around_end: range, stated: list[Candidate]) -> list[Candidate]:
    """Return the medium that the last bracket around the end of a text cites, if no source is stated."""
    for i in reversed(around_end) if all(one.field != "source" for one in stated) else ():
        medium = closing_medium(plain_line(page, lines, i)[-_MAX_CLOSING_CHARS:].strip())
        if medium and (medium[0] == "《" or is_medium(medium)):
            return [Candidate("source", medium, "byline:end", int(lines.row[i]))]
    return []


def _opening_medium(page: Page, lines: Lines, place: BylinePosition) -> list[Candidate]:
    """Return the medium of the dateline below the headline, or where the text begins, as the source."""
    end = min(place.text_start + _OPENING_LINES, len(lines))
    for i in range(place.headline + 1 if place.headline >= 0 else place.text_start, end)[:_MAX_LINES_ABOVE]:
        if medium := medium_of_dateline(plain_line(page, lines, i)[:_MAX_DATELINE].strip()):
            return [Candidate("source", medium, "byline:place", int(lines.row[i]))]
    return []


def _opening_people(page: Page, lines: Lines, place: BylinePosition, *, is_cjk: bool) -> list[Candidate]:
    """Return the reporters named where a long first paragraph begins: 本报讯（记者 张三）.

    A lead and links may stand above a Russian dateline.
    """
    n_lines, read = (_OPENING_LINES, dateline_people) if is_cjk else (_LINES_TO_DATELINE, agency_reporter)
    if not is_cjk and "о" not in page.text:  # no Cyrillic
        return []
    for i in range(place.text_start, min(place.text_start + n_lines, len(lines))):
        if people := read(plain_line(page, lines, i).strip()[:_MAX_OPENING_CHARS]):
            return [Candidate("author", person, "byline:place", int(lines.row[i])) for person in people]
    return []
