"""One look at the places where bylines stand: their lines read, and their named elements listed."""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maintext._core.elements import WordSet
from maintext._core.fields import first_places
from maintext.metadata.byline import parse_byline
from maintext.metadata.byline_place import LONG, Lines, Place, line_text
from maintext.metadata.candidate import Candidate
from maintext.metadata.date_order import page_order
from maintext.metadata.dates_behind import DATE_LABELS, MOST_LABEL_CHARS, dates_behind, label_of
from maintext.metadata.hints import find_hints, is_aside
from maintext.metadata.language import has_cjk
from maintext.metadata.recent import may_be_recent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.html import Page
    from maintext.metadata.date_forms import DateOrder
    from maintext.metadata.moment import Moment

__all__ = ["Seen", "scan"]

_MOST_LINE_CHARS = 220  # characters of a line that may be a byline
_MOST_DATE_CHARS = (
    120  # of a line whose date needs no label, and of one in the text: there a date tells a story
)
_MOST_DATE_CHARS_IN_TEXT = 60
_MOST_LINES = 14  # that are read as bylines, so that a list of dates costs no more than an article
_ROWS_AROUND = 20  # rows before and behind the place whose names are looked at too
_ROWS_BEHIND = 300  # rows behind these, where no author stands in the place: an article without long text

# Cheap signs that a line may be a byline: the digits of a date, a word before a name, a label.
_DATE_SIGN = re.compile(r"\d{4}|\d[./-]\d{1,2}[./-]\d\d|\d['’ ]\d\d|:\d\d|ago|前|전|年")
_SIGN_WORDS = (
    r"by|von|par|por|di|da|door|av|af|przez|text|foto|autor\w{0,3}|auteur|written|posted|published|updated|authors?|автор|текст"
    r"|source|quelle|words|story|last|thread starter|today|yesterday|heute|gestern|hier|hoy|ayer|a cura"
    r"|ein|erstellt|eingestellt|gespeichert|γράφει|συντάκτης"
    r"|публ|автор\w*|przez|yazar|vor|il y a|hace|reporting|edited|translated|редактор|escrito|scritto"
    r"|redak\w*|fuente|fonte"
)
_WORD_SIGN = re.compile(rf"\W{{0,4}}(?:{_SIGN_WORDS})\b", re.IGNORECASE)
_HAN_SIGN = re.compile(
    r"[：:/／｜|丨=＝]|记者|記者|기자|来源|來源|作者|编辑|編輯|[天日刚剛]|\s文|社$|网$|网\s"
)
_ALONE = DATE_LABELS.union(
    (
        "written by|posted by|published by|by|von|par|por|author|authors|autor|autorin|autores|autoren|autora"
        "|auteur|auteure|auteurs|auteures|autore|source|quelle|作者|来源|记者|编辑|责任编辑|thread starter"
        "|автор"
    ).split("|")
)
_END_WORDS = (
    "Posted",
    "Published",
    "Veröffentlicht",
    "Der Beitrag wurde",
    "Dieser Beitrag wurde",
    "Publi",
    "Date:",
    "Gespeichert von",
    "Erstellt",
    "Geschrieben",
    "Verfasst",
    "Erschienen am",
    "Pubblicat",
    "Escrito",
    "Scritto",
)
_END_NAMES = ("Written by",)
# Labels with which a line behind the text names its author; By alone stands before those of other texts.
_SIGNED_BEHIND = (
    "Text by", "Words by", "Story by", "Author:", "Autor:", "Autorin:", "Text:", "Von:", "Auteur :",
    "Auteur:", "Автор:", "Written by", "Written By", "Posted by", "Posted By", "This post was written by",
    "This article was written by", "Geschrieben von", "Verfasst von", "Erstellt von", "Gespeichert von",
    "Veröffentlicht von", "Écrit par", "Rédigé par", "Publié par", "Escrito por", "Publicado por",
    "Scritto da", "Pubblicato da", "Geschreven door", "Autore:", "Texte :", "Text von", "Autor(in):",
    "Reporting by",
)  # fmt: skip
# Pairs of letters that the words above begin with.
_BEGINNINGS = WordSet(tuple({word[:2] for word in (*_SIGN_WORDS.split("|"), *_ALONE) if word[:2].isascii()}))
_MOST_SIGNED_CHARS, _MOST_SIGNED_LINES = 80, 300
_LEAST_DIGITS = 3
_MOST_DATED_LINES = 60  # behind the text that are looked at
_HAN_END_WORDS = ("责任编辑", "責任編輯", "责编", "責編", "（记者", "编辑：", "作者：", "来源：", "記者")
_MOST_END_LINES = 6
_MOST_END_CHARS = 140  # characters of a byline behind the text
_MOST_BEFORE = 14  # characters before the word: a bracket, 本文


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands where bylines stand.

    Attributes
    ----------
    lines, place
        The lines of the page, and the range of them where a byline may stand.
    stated
        What the lines of the place state, in order, then what the end of the text states.
    known
        Which elements stand aside, as far as asked; see :func:`~maintext.metadata.hints.is_aside`.
    reference, order
        As for :func:`~maintext.metadata.moment.parse_moment`.
    """

    lines: Lines
    place: Place
    stated: list[Candidate]
    known: dict[int, bool]
    reference: Moment | dt.datetime | None
    order: DateOrder
    _hints: list[list[tuple[int, str]]] = field(default_factory=list)

    def rows(self) -> tuple[int, int]:
        """Return the first row of the place, and the last."""
        return int(self.lines.row[self.place.start]), int(
            self.lines.last[max(self.place.end - 1, self.place.start)]
        )

    def hints(self, page: Page) -> list[tuple[int, str]]:
        """Return the elements in and around the place whose names say what they hold."""
        if not self._hints:
            start, last = self.rows()
            self._hints.append(find_hints(page, max(0, start - _ROWS_AROUND), last + _ROWS_AROUND))
        return self._hints[0]

    def hints_behind(self, page: Page) -> list[tuple[int, str]]:
        """Return the elements in some hundred rows behind the place whose names say what they hold."""
        start = self.rows()[1] + _ROWS_AROUND
        return find_hints(page, start, start + _ROWS_BEHIND)

    def people_behind(self, page: Page) -> list[Candidate]:
        """Return the people of the first lines behind the place that begin with a label: Text by Ann Lee."""
        limits = _MOST_SIGNED_CHARS, 0, _MOST_SIGNED_LINES
        for i in self.lines.begun(self.place.end, _SIGNED_BEHIND, *limits):
            if found := self._people_of(page, i):
                return found
        return []

    def _people_of(self, page: Page, i: int) -> list[Candidate]:
        row, last = int(self.lines.row[i]), i
        if label_of(line_text(page, row, int(self.lines.last[i]))[0]) in _ALONE:
            last = min(i + 1, len(self.lines) - 1)
        text, links = line_text(page, row, int(self.lines.last[last]))
        read = parse_byline(text, links=links, row=row)
        return [
            Candidate("author", one.value, "byline:end", row)
            for one in read
            if one.field == "author" and one.origin == "byline:label"
        ]

    def is_aside(self, page: Page, row: int) -> bool:
        """Return whether a row stands in comments, a sidebar or the like; never between headline and text."""
        if (
            self.place.headline_row <= row <= int(self.lines.last[self.place.text_start])
            and self.place.headline >= 0
        ):
            return False
        i = self.place.text_start
        text_row = int(self.lines.row[i]) if self.lines.n_chars[i] >= LONG else -1
        return is_aside(page, row, self.place.headline_row, text_row, self.known)


def scan(page: Page, lines: Lines, place: Place, reference: Moment | dt.datetime | None) -> Seen:
    """Read the lines and the names around the byline's place."""
    order = page_order(page)
    stated: list[Candidate] = []
    # Only in Chinese, Japanese and Korean is 5-1 or 5/1 always the first of May.
    numeric = page.cached(has_cjk)
    for first, last in _byline_lines(page, lines, place, is_dated=reference is not None):
        row = int(lines.row[first])
        text, links = line_text(page, row, int(lines.last[last]))
        read = parse_byline(text, links=links, row=row, reference=reference, order=order, numeric=numeric)
        is_prose = len(text) > (_MOST_DATE_CHARS if first < place.text_start else _MOST_DATE_CHARS_IN_TEXT)
        if links and first > place.text_start:  # a link with 3小时前 behind it leads to another article
            read = [candidate for candidate in read if candidate.origin != "byline:relative"]
        stated += [candidate for candidate in read if not (is_prose and _is_unlabelled_date(candidate))]
    ends = [] if _is_complete(page, stated) else _at_end(page, lines, place)
    for first, last in ends:
        row = int(lines.row[first])
        text, links = line_text(page, row, int(lines.last[last]))
        ended = parse_byline(text, links=links, row=row, reference=reference, order=order)
        is_signed = any(one.field == "author" and one.origin == "byline:label" for one in ended)
        stated += [
            Candidate(candidate.field, candidate.value, "byline:end", row)
            for candidate in ended
            if candidate.origin == "byline:label" or (is_signed and _is_unlabelled_date(candidate))
        ]
    if not any(candidate.field in {"published", "modified"} for candidate in stated):
        stated += dates_behind(page, lines, place, reference=reference, order=order)
    return Seen(lines, place, stated, {}, reference, order)


def _is_complete(page: Page, stated: list[Candidate]) -> bool:
    """Whether nothing is to be looked for behind the text; Chinese pages name their editors there."""
    labelled = {candidate.field for candidate in stated if candidate.origin == "byline:label"}
    return labelled >= {"author", "published"} and not page.cached(has_cjk)


def _is_unlabelled_date(candidate: Candidate) -> bool:
    return candidate.field == "published" and candidate.origin != "byline:label"


def _byline_lines(page: Page, lines: Lines, place: Place, *, is_dated: bool) -> list[tuple[int, int]]:
    """Ranges of lines that look like a byline: one, or a label and the line behind it.

    Those below the headline come first. Where it is known when the page was fetched (``is_dated``), what
    only may be a date then counts too: 05-01.
    """
    chosen = lines.signed(place.start, place.end, _MOST_LINE_CHARS, _BEGINNINGS)
    if is_dated:
        around = slice(place.start, place.end)
        fits = (lines.n_chars[around] <= MOST_LABEL_CHARS) & (lines.n_digits[around] > 0)
        chosen = sorted({*chosen, *(place.start + fits.nonzero()[0]).tolist()})
    below = bisect_left(chosen, place.headline)
    found: list[tuple[int, int]] = []
    for i in chosen[below:] + chosen[:below]:
        if i == place.headline:
            continue
        row = lines.row[i]
        text = page.text[page.text_start[row] : page.text_end[lines.last[i]]]
        first = page.text[
            page.text_start[row] : page.text_end[row]
        ]  # a label may stand in an element of its own
        if lines.n_chars[i] <= MOST_LABEL_CHARS and i + 1 < len(lines) and label_of(text) in _ALONE:
            found.append((i, i + 1))
        elif (
            _is_signed(text.strip(), int(lines.n_digits[i]))
            or _WORD_SIGN.match(first.strip())
            or (is_dated and lines.n_chars[i] <= _MOST_DATE_CHARS_IN_TEXT and may_be_recent(text))
        ):
            found.append((i, i))
        if len(found) >= _MOST_LINES:
            break
    return found


def _is_signed(text: str, n_digits: int) -> bool:
    if n_digits and _DATE_SIGN.search(text):
        return True
    return _WORD_SIGN.match(text) is not None or (not text.isascii() and _HAN_SIGN.search(text) is not None)


def _at_end(page: Page, lines: Lines, place: Place) -> Iterator[tuple[int, int]]:
    """Lines behind the place that begin like bylines: （责任编辑：张三）, Posted by Ann on May 1, 2024."""
    limits = _MOST_END_CHARS, _LEAST_DIGITS, _MOST_DATED_LINES
    yield from ((i, i) for i in lines.begun(place.end, _END_WORDS, *limits))
    offset = int(page.text_end[lines.last[max(place.end - 1, 0)]])
    words = _END_NAMES + _HAN_END_WORDS if page.cached(has_cjk) else _END_NAMES
    for character in first_places(page.text, words, offset)[:_MOST_END_LINES]:
        i = lines.at(_row_at(page, character))
        if i < 0 or lines.n_chars[i] > _MOST_END_CHARS or page.text_start[lines.row[i]] > character:
            continue
        before = page.text[page.text_start[lines.row[i]] : character]
        if len(before.strip()) <= _MOST_BEFORE:
            yield i, i


def _row_at(page: Page, character: int) -> int:
    """Text row of a character."""
    rows = page.is_text.nonzero()[0]
    return int(rows[page.text_start[rows].searchsorted(character, side="right") - 1])
