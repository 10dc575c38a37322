"""Rows that give records away: times, buttons with their counts, names of authors.

Every text row becomes a line of one string, so that a pattern runs once over the whole page.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.metadata.post_words import name_words, part_of_name
from maintext.records.posts import words

if TYPE_CHECKING:
    import re

    from numpy.typing import NDArray

    from maintext.html import Page

    Int = NDArray[np.int64]
    Bool = NDArray[np.bool_]

__all__ = ["Marks", "find_marks"]

_NAMED = ("class", "id", "itemprop", "rel", "data-testid", "data-hook")
_TIME, _BLOCKQUOTE = tag_mask(("time",)), tag_mask(("blockquote",))
_HOLDERS = tag_mask(("div", "section", "article", "p", "li", "td", "table", "ul", "fieldset", "dd"))
_BY_CLASS = (("panel", words.PANELS), ("quote", words.QUOTES), ("signature", words.SIGNATURES))
_MOST_LINE = 200  # characters of a row that may be buttons, or tell of people: longer ones are prose
_MOST_STAMP = 60  # characters of a row that may be a time
_MOST_BESIDE = 30  # of these, how many may be something else
_MOST_NAME = 300  # bytes of a name that are read


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What rows of a page say by themselves; bool of shape (n_rows,) each.

    Attributes
    ----------
    is_time
        Texts that are a time and little else.
    is_button
        Texts of buttons: reply, like, counts, what only leads in.
    is_number
        Texts that are a count.
    is_author, is_date, is_body
        Elements whose names promise the author, the time, the text.
    is_quote
        Elements that hold what a post quotes.
    is_panel
        Elements that tell about an author.
    is_person
        Links to somebody's page, by their addresses.
    is_about
        Texts of lines that say when somebody joined or was last seen, and of signatures.
    is_signed
        Texts of lines that say who wrote something.
    """

    is_time: Bool
    is_button: Bool
    is_number: Bool
    is_author: Bool
    is_date: Bool
    is_body: Bool
    is_quote: Bool
    is_panel: Bool
    is_person: Bool
    is_about: Bool
    is_signed: Bool


def find_marks(page: Page, weight: Int) -> Marks:
    """Return the marks of a page; ``weight`` is that of each row's own text, 0 for what is not shown.

    Cost O(n_chars + n_attributes); Python work for each match and each name.
    """
    lines, starts, rows = _lines(page, weight * (page.n_chars <= _MOST_LINE))
    is_time = _times(page, weight)
    is_button, is_number = (np.zeros(len(page), dtype=np.bool_) for _ in range(2))
    is_button[_rows_of(words.BUTTON, lines, starts, rows)] = True
    is_number[_rows_of(words.NUMBER, lines, starts, rows)] = True
    named = _named(page)
    with_people = _with(words.WITH_PEOPLE, lines, starts)
    is_about = _of_lines(page, rows[_searched(words.OF_PEOPLE, lines, starts, with_people)])
    is_time &= ~is_about
    is_time[(_TIME[page.tag]) & (page.subtree_sum(weight) > 0)] = True
    is_time &= ~(page.inside(_TIME[page.tag]) & page.is_text)  # the element stands for its text
    # What is called a signature may also hold who wrote the post, and when.
    empty = page.subtree_sum(is_time | named["author"]) == 0
    is_about |= page.inside(named["signature"] & empty) & page.is_text
    return Marks(
        is_time=is_time,
        is_button=is_button & ~is_time,
        is_number=is_number & ~is_time,
        is_author=named["author"],
        is_date=named["date"],
        is_body=named["text"],
        is_quote=named["quote"],
        is_panel=named["panel"],
        is_person=_people(page),
        is_about=is_about,
        is_signed=_of_lines(page, _rows_of(words.SIGNED, lines, starts, rows)),
    )


def _times(page: Page, weight: Int) -> Bool:
    """Short texts that are times, little else, and no sentences; clocks alone."""
    sizes = page.n_chars
    lines, starts, rows = _lines(page, weight * (sizes <= _MOST_STAMP))
    is_time = np.zeros(len(page), dtype=np.bool_)
    from_digit = np.array([match.start() for match in words.FROM_DIGIT.finditer(lines)], dtype=np.int64)
    with_digit = np.searchsorted(starts, from_digit, side="right") - 1
    bounds = np.append(starts, len(lines)).tolist()
    for i in np.union1d(with_digit, _with(words.WITH_STAMP, lines, starts)).tolist():
        for match in words.STAMP.finditer(lines, bounds[i], bounds[i + 1]):
            n_beside = int(sizes[rows[i]]) - len("".join(match[0].split()))
            is_time[rows[i]] |= n_beside <= _MOST_BESIDE
    is_time[_rows_of(words.SENTENCE, lines, starts, rows)] = False
    is_time[_rows_of(words.CLOCK, lines, starts, rows)] = True
    return is_time


def _lines(page: Page, weight: Int) -> tuple[str, Int, Int]:
    """Shown texts as lines of one string; where each begins in it; their rows."""
    rows = np.flatnonzero(weight > 0)
    codes = np.frombuffer(page.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    sizes = (page.text_end[rows] - page.text_start[rows]).astype(np.int64)
    starts = np.concatenate(([0], np.cumsum(sizes + 1)))[:-1]
    out = np.full(int((sizes + 1).sum()), ord("\n"), dtype="<u4")
    within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen = codes[np.repeat(page.text_start[rows].astype(np.int64), sizes) + within]
    chosen = np.where((chosen <= ord(" ")) | (chosen == 0xA0) | (chosen == 0x3000), ord(" "), chosen)
    out[np.repeat(starts, sizes) + within] = chosen
    text = out.tobytes().decode("utf-32-le", "surrogatepass")
    return text, starts, rows


def _rows_of(pattern: re.Pattern[str], lines: str, starts: Int, rows: Int) -> Int:
    """Rows that are a match of a pattern for whole lines."""
    found = np.array([match.start() for match in pattern.finditer(lines)], dtype=np.int64)
    chosen: Int = rows[np.searchsorted(starts, found, side="right") - 1]
    return chosen


def _with(parts: tuple[str, ...], lines: str, starts: Int) -> Int:
    """Numbers of the lines that hold one of some texts in small letters; all where that cannot be told."""
    lowered = lines.lower()
    if len(lowered) != len(lines):  # a few letters become two
        return np.arange(len(starts))
    found: set[int] = set()
    bounds = [*starts.tolist(), len(lines)]
    for part in parts:
        at = lowered.find(part)
        while at >= 0:
            number = bisect_right(bounds, at) - 1
            found.add(number)
            at = lowered.find(part, bounds[number + 1])
    return np.array(sorted(found), dtype=np.int64)


def _searched(pattern: re.Pattern[str], lines: str, starts: Int, numbers: Int) -> Int:
    """Those of some lines that a pattern is found in."""
    bounds = [*starts.tolist(), len(lines)]
    found = [i for i in numbers.tolist() if pattern.search(lines, bounds[i], bounds[i + 1])]
    return np.array(found, dtype=np.int64)


def _of_lines(page: Page, found: Int) -> Bool:
    """All rows of the lines that some rows stand in."""
    if not len(found):
        return np.zeros(len(page), dtype=np.bool_)
    of_line = np.zeros(int(page.line.max()) + 2, dtype=np.bool_)
    of_line[page.line[found]] = True
    return of_line[page.line]


def _people(page: Page) -> Bool:
    """Links whose addresses lead to somebody's page."""
    is_one = np.zeros(len(page), dtype=np.bool_)
    hrefs = page.values("href")
    is_one[[row for row, href in hrefs.items() if words.PERSON.search(href)]] = True
    found: Bool = is_one & page.is_anchor
    return found


def _named(page: Page) -> dict[str, Bool]:
    """Elements named after an author, a date, a text; those that quote; those about an author; signatures."""
    parts = ("author", "date", "text", "quote", "panel", "signature")
    found = {part: np.zeros(len(page), dtype=np.bool_) for part in parts}
    may_quote = _HOLDERS[page.tag]
    said: dict[bytes, tuple[str | None, list[str]] | None] = {}  # pages repeat their names
    for name in _NAMED:
        at = page.attribute(name)
        for row, start, end in zip(at.row.tolist(), at.start.tolist(), at.end.tolist(), strict=True):
            raw = page.data[start : min(end, start + _MOST_NAME)]
            if raw not in said:
                words_of_name = name_words(raw)
                by_class = [part for part, names in _BY_CLASS if not names.isdisjoint(words_of_name)]
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
    found["quote"] |= _BLOCKQUOTE[page.tag]
    return found
