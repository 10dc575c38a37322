"""Read one record of micro-content: author, text, counts, quote, URL and time."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._core.fields import join_lines
from maintext.html.arrays import Bool, Int
from maintext.html.urls import link_url
from maintext.metadata.body_parts import Image
from maintext.metadata.moment import Moment, parse_moment
from maintext.metadata.page_dates import find_yearless
from maintext.metadata.post_words import MARKS, author_name
from maintext.records.posts.counts import ButtonBars, read_counts
from maintext.records.posts.cues import CLOCK
from maintext.records.posts.post import MicroPost
from maintext.records.posts.slots import Slots

__all__ = ["PostRecord", "RecordTime", "find_time", "is_among", "is_clock", "read_time"]

_BRACKETS = MARKS + "<>＜＞[]【】()（）"

_MAX_NAME = 60  # characters
_MAX_CHARS = 50_000  # of one text
_LABEL = re.compile(
    r"^(?:姓名|作者|昵称|暱稱|网友|網友|名前|投稿者|留言者|name|author|from|by)\s*[:：]\s*", re.IGNORECASE
)
_SAID = re.compile(r"^(?:said|wrote|says|说|說|写道|寫道|发表于|schrieb)\s*[:：]?\s*", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"^@?(?P<who>[^\n:：]{1,40}?)\s*(?:发表于|發表於|写道|寫道|wrote|said|schrieb|a écrit|escribió"
    r"|писала?(?:\(а\))?|пишет|ha scritto|napisała?|schreef)"
    r"[^\n]{0,40}?(?:[:：](?!\d)|$)\s*",
    re.IGNORECASE | re.MULTILINE,
)
_POST_BY = re.compile(
    r"^(?:originally )?post(?:ed)? by:? (?P<who>[^\n:：(（]{1,40}?)\s*"
    r"(?:[(（][^\n)）]{0,40}[)）])?\s*(?:[:：](?!\d)|$)\s*",
    re.IGNORECASE | re.MULTILINE,
)
_BY = re.compile(  # a line with the time
    r"^(?:\w{4,10} )?(?:by|von|par|por|от) (?P<who>[^\n,|·•]{1,40}?)(?: from [^\n,]{1,30})?,? "
    r"(?:on|am|le|el|at|[|·•–-]) ",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
_LINE = re.compile(
    r"^[<＜【\[]?(?P<who>[^<>:：\n]{1,30}?)(?:[>＞】\]][:：]?|\s?[:：])\s+(?P<text>\S.*)$", re.DOTALL
)
_PERMALINK_TEXT = re.compile(
    r"[#A-Z]\s?\d+|\d+\s?[#楼樓]|permalink|link|post|固定链接|永久链接", re.IGNORECASE
)
_BEGINNING = 3  # rows at the beginning of a record whose id may be its place
_PERMALINK_NAME = re.compile(
    rb"permalink|bookmark|[\" -]title[\" ]", re.IGNORECASE
)  # in class, rel, data-hook
_HREF = re.compile(rb' (?:href|title)="[^"]*"')
_MAX_TIME = 80  # characters
_TIME_ATTRIBUTES = ("datetime", "title")
_MAX_ATTRIBUTE = 40  # characters of such an attribute


def is_among(numbers: NDArray[np.integer[Any]], others: NDArray[np.integer[Any]]) -> Bool:
    """Return True for numbers in ``others``; both ascending, faster than ``isin``."""
    if not len(others):
        return np.zeros(len(numbers), dtype=np.bool_)
    found: Bool = others[np.minimum(others.searchsorted(numbers), len(others) - 1)] == numbers
    return found


class PostRecord:
    """The rows of one record.

    - ``start``, ``end``: Half-open range of its rows.
    - ``own``: rows that belong to no record inside this one.
    - ``shown``: those of ``own`` with visible text.
    """

    def __init__(self, slots: Slots, number: int, bars: ButtonBars, images: list[Image]) -> None:
        self.slots, self.number, self._bars, self._images = slots, number, bars, images
        self.context, self.page = slots.context, slots.context.page
        self.start, self.end = slots.records[number].tolist()
        self.own: Int = slots.rows_of[number]
        self.shown: Int = self.own[self.context.weight[self.own] > 0]

    def rows_inside(self, row: int) -> Int:
        """Return the visible text rows of an element, or the text row itself."""
        found: Int = self.shown[(self.shown >= row) & (self.shown < self.page.end[row])]
        return found

    def join_rows(self, rows: Int) -> str:
        """Return the text of rows, one line for each line of the page."""
        lines = join_lines(self.page.columns, rows)
        return "\n".join(line for line, _ in lines if line)

    def first_line(self, row: int) -> str:
        """Return the first line of visible text in an element or text row."""
        return self.join_rows(self.rows_inside(row)).partition("\n")[0]

    def url(self, time_row: int) -> str:
        """Return the URL of the record or ``""``; ``time_row`` is −1 if unknown."""
        page = self.page
        links = self.own[page.is_anchor[self.own]].tolist()
        around = [row for row in links if time_row >= 0 and row <= time_row < page.end[row]]
        inner = [row for row in links if time_row >= 0 and time_row < row < page.end[time_row]]
        # Most records have a link around their time; the others are looked at only where none has.
        for row in chain(around, inner, filter(self._leads_here, links), filter(self._is_permalink, links)):
            if url := self._resolve_link(row):
                return url
        return ""

    def _is_permalink(self, row: int) -> bool:
        """Return True if a link is named as a permalink or shows the number of the record."""
        page, text = self.page, self.first_line(row).strip()
        tag = page.data[page.byte_start[row] : page.inner_start[row]]
        href = page.values("href").get(row, "")
        is_number = text.isdecimal() and not href.startswith(("#", "javascript"))
        is_named = _PERMALINK_NAME.search(_HREF.sub(b"", tag)) is not None and not self.slots.in_quote[row]
        return bool(_PERMALINK_TEXT.fullmatch(text)) or is_named or is_number

    def _leads_here(self, row: int) -> bool:
        """Return True if the fragment of a link is the id at the beginning of the record."""
        before, _, place = self.page.values("href").get(row, "").partition("#")
        names = self.page.values("id")
        return bool(before and place) and place in {names.get(self.start + i) for i in range(_BEGINNING)}

    def _resolve_link(self, row: int) -> str:
        href = self.page.values("href").get(row, "").strip()
        if href.startswith("#") and len(href) > 1 and self.page.url:
            return self.page.url.partition("#")[0] + href
        return link_url(self.page, href)

    def post(self, reference: Moment | dt.datetime | None) -> MicroPost:
        """Return the record as a post; ``reference`` is the time of fetching."""
        time = find_time(self, reference)
        author, author_row = self._find_author(time.text)
        rows = self._find_text_rows(author_row)
        text = self.join_rows(rows).lstrip(":： ") if author else self.join_rows(rows)
        if author is None and self.slots.author < 0 and (match := _LINE.match(text)):
            author, text = match["who"].strip(_BRACKETS), match["text"]
        quoted, quoted_author = self._read_quote()
        cues = self.context.cues
        quiet = ~self.slots.in_quote[self.shown] & ~is_among(self.shown, rows)
        buttons = self.shown[quiet & (cues.is_button[self.shown] | cues.is_number[self.shown])]
        counts = read_counts(self.slots, self.number, buttons, self._bars)
        images = tuple(image.url for image in self._images if image.row > author_row)
        return MicroPost(
            text=text[:_MAX_CHARS], author=author, published=time.moment, time_text=time.text,
            n_reposts=counts.get("n_reposts"), n_comments=counts.get("n_comments"),
            n_likes=counts.get("n_likes"), images=images,
            url=self.url(time.row), quoted=quoted, quoted_author=quoted_author,
            row=self.start, end=self.end, text_rows=tuple(rows.tolist()),
        )  # fmt: skip

    # -- author

    def _find_author(self, time: str) -> tuple[str | None, int]:
        cues, page = self.context.cues, self.page
        quoted = self.slots.in_quote[self.own]
        named = self.own[cues.is_author[self.own] & ~quoted].tolist()
        for i, row in enumerate(named):
            if i + 1 < len(named) and named[i + 1] < page.end[row]:
                continue  # the name stands in the inner one
            name = self._read_name(row)
            if name:
                return name, row
        if match := _BY.match(time):
            return match["who"].strip(_BRACKETS), -1
        return self._author_by_slot()

    def _read_name(self, row: int) -> str:
        """Return the name in an element, without labels and without a time after it."""
        rows = self.rows_inside(row)
        rows = rows[~self.slots.in_time[rows]]
        plain = rows[~self.context.cues.is_button[rows] & ~self.context.cues.is_number[rows]]
        line = self.join_rows(self._first_styled_part(plain[:3], row)).partition("\n")[0]
        name = author_name(_LABEL.sub("", line.strip(_BRACKETS))).strip(_BRACKETS)
        return name if len(name) <= _MAX_NAME else ""

    def _first_styled_part(self, rows: Int, row: int) -> Int:
        """Return texts up to one set apart by style: ``<b>karl</b><i>Posts: 3</i>``."""
        page = self.page
        for n, (one, other) in enumerate(pairwise(rows.tolist()), start=1):
            end, parents = int(page.text_end[one]), {int(page.parent[one]), int(page.parent[other])}
            is_apart = len(parents) > 1 and row not in parents  # each in an element of its own
            if not is_apart or end != page.text_start[other]:
                continue
            if not any(map(str.isspace, page.text[end - 1 : end + 1])):
                return rows[:n]
        return rows

    def _author_by_slot(self) -> tuple[str | None, int]:
        slots = self.slots
        for label, row in pairwise(self.shown.tolist()):
            is_same_line = self.page.line[label] == self.page.line[row]
            if is_same_line and _LABEL.fullmatch(self.page.row_text(label).strip(":： ") + ":"):
                return self.page.row_text(row).strip(_BRACKETS)[:_MAX_NAME], row
        for key, keys in ((slots.author, slots.key), (slots.near_author, slots.near_key)):
            own = self.shown[keys[self.shown] == np.uint64(max(key, 0))] if key >= 0 else self.shown[:0]
            free = own[~slots.in_time[own] & ~slots.in_quote[own] & ~self.context.cues.is_button[own]]
            for row in free.tolist():
                text = " ".join(self.page.row_text(row).split())
                name = _LABEL.sub("", text.strip(MARKS)).strip(_BRACKETS)
                if 0 < len(name) <= _MAX_NAME:
                    return name, row
        return self._leading_person()

    def _leading_person(self) -> tuple[str | None, int]:
        """Return the name of a profile link that begins the record: 小王：说得对."""
        if not len(self.shown):
            return None, -1
        row = int(self.shown[0])
        name = self.page.row_text(row).strip(_BRACKETS)
        is_name = self.context.cues.is_person[self.page.parent[row]] and 0 < len(name) <= _MAX_NAME
        return (name, row) if is_name else (None, -1)

    # -- text

    def _find_text_rows(self, author_row: int) -> Int:
        """Return the rows of the largest element around the main text without other slots."""
        slots = self.slots
        free = self._free_text_rows(author_row)
        if not len(free):
            return free
        is_main = slots.key == np.uint64(max(slots.main, 0))
        main, body = free[is_main[free]], slots.in_body
        if not len(main):
            # What somebody says may be a word that buttons have, or a mark: 顶, 👍.
            said: Int = self.shown[
                is_main[self.shown] & ~slots.in_time[self.shown] & ~slots.in_quote[self.shown]
            ]
            if len(said):
                return said
            main = free[body[free]] if body[free].any() else free
        lead = int(main[np.argmax(self.context.weight[main])])
        rows = self._text_around(lead, free)
        # What somebody said in several lines may stand in an element each.
        for row in main[body[main]].tolist() if body[lead] else ():
            rows = rows if row in rows else np.union1d(rows, self._text_around(row, free))
        return rows

    def _text_around(self, lead: int, free: Int) -> Int:
        """Return the free texts of the highest free element around ``lead``."""
        top = self._highest_free_element(lead, free)
        if top == lead:
            return np.array([lead])
        inside = self.rows_inside(top)
        is_free = is_among(inside, free)
        return inside[is_free | is_among(inside, self._lone_marks(inside[is_free]))]

    def _lone_marks(self, rows: Int) -> Int:
        """Return texts of marks only on the same lines, such as the @ before a name."""
        page, cues = self.page, self.context.cues
        buttons = self.shown[cues.is_button[self.shown] & is_among(page.line[self.shown], page.line[rows])]
        return np.array([row for row in buttons.tolist() if not _WORD.search(page.row_text(row))], np.int64)

    def _free_text_rows(self, author_row: int) -> Int:
        """Return the texts that are neither author, time, button nor quoted."""
        cues, rows = self.context.cues, self.shown
        taken = self.slots.in_time[rows] | self.slots.in_quote[rows]
        if author_row >= 0:
            taken |= (rows >= author_row) & (rows < self.page.end[author_row])
        free: Int = rows[~taken & ~cues.is_button[rows] & ~cues.is_number[rows]]
        if len(free):
            told: Int = free[~cues.is_about[free] & ~self.slots.is_repeated[free]]
            return told if len(told) else free
        in_body: Int = rows[~taken & self.slots.in_body[rows]]
        return in_body

    def _highest_free_element(self, lead: int, free: Int) -> int:
        """Return the highest element around a text that holds nothing but free texts."""
        page, at = self.page, lead
        others = self.shown[~self.slots.in_quote[self.shown] & ~is_among(self.shown, free)]
        others = others[~is_among(others, self._lone_marks(np.array([lead])))]
        named = self.own[self.context.cues.is_author[self.own]]
        is_body = self.context.cues.is_body
        while True:
            up = int(page.parent[at])
            if up <= self.start:
                return at
            inside = (others >= up) & (others < page.end[up])
            if inside.any() or ((named >= up) & (named < page.end[up])).any():
                return at
            if is_body[at] and not is_body[up]:
                return at
            at = up

    # -- what it quotes

    def _read_quote(self) -> tuple[str, str | None]:
        slots, page = self.slots, self.page
        roots = self.own[self.slots.is_quote[self.own]]
        if not len(roots):
            return "", None
        top = int(roots[0])
        rows = self.rows_inside(top)
        whole = rows[slots.in_quote[rows]]
        rows = whole[~slots.in_time[whole]]
        named = self.own[self.context.cues.is_author[self.own]]
        named = named[(named >= top) & (named < page.end[top])]
        who, author_row = None, -1
        links = rows[page.is_link[rows]]
        if len(named):
            who, author_row = self._read_name(int(named[-1])), int(named[-1])
        elif len(links):
            who, author_row = page.row_text(int(links[0])).strip(_BRACKETS + "@"), int(links[0])
        if author_row >= 0:
            rows = rows[(rows < author_row) | (rows >= page.end[author_row])]
        text = self.join_rows(self._without_last_buttons(rows if who else whole))
        if who is None and (match := _LEAD_IN.search(text) or _POST_BY.search(text)):
            who, text = match["who"].strip(_BRACKETS), (text[: match.start()] + text[match.end() :]).strip()
        return _SAID.sub("", text.strip().lstrip(":： ")), (who or "").strip("@") or None

    def _without_last_buttons(self, rows: Int) -> Int:
        """Return the rows of a quote without the lines of buttons and counts at its end."""
        cues, line = self.context.cues, self.page.line
        said = rows[~(cues.is_button[rows] | cues.is_number[rows])]
        return rows[line[rows] <= line[said[-1]]] if len(said) else rows


# -- its time -----------------------------------------------------------------------------------------


def read_time(text: str, reference: Moment | dt.datetime | None) -> Moment | None:
    """Return the date of a short text (``3分钟前``, ``05-20 12:30``, ``2h``), or None.

    Relative times need ``reference``, the time of fetching. A date without a year is the latest such day
    before it.
    """
    if (match := CLOCK.fullmatch(text.strip())) and match["count"]:
        return parse_moment(f"{match['count']} {match['unit']} ago", reference=reference)
    moment = parse_moment(text, reference=reference)
    if moment is not None and moment.day is not None:
        return moment
    yearless = find_yearless(text, reference)
    return yearless[2] if yearless else moment


def is_clock(text: str) -> bool:
    """Return True if a text is a clock without a day, as in a chat or a video."""
    return (match := CLOCK.fullmatch(text.strip())) is not None and match["clock"] is not None


@dataclass(frozen=True, slots=True)
class RecordTime:
    """The stated time of a record."""

    moment: Moment | None  # None if it cannot be read
    text: str  # as shown
    row: int  # −1 if there is none


def find_time(record: PostRecord, reference: Moment | dt.datetime | None) -> RecordTime:
    """Return the time of a record; its text is empty if there is none. ``reference`` is the time of fetching.

    A date beats a clock, one with a clock beats others, an element beats text, and no time of a change does.
    """
    cues, best, worth = record.context.cues, RecordTime(None, "", -1), 0.0
    own = record.own[~record.slots.in_quote[record.own]]
    times, dates = own[cues.is_time[own]].tolist()[:10], own[cues.is_date[own]].tolist()[:5]
    for row in [*times, *dates]:
        time = _read_row(record, row, reference)
        is_element = record.page.name(row) == "time"
        value = 2.0 - is_clock(time.text)
        if time.moment is not None:
            value = 3.0 + 2 * is_element + (time.moment.hour is not None) if time.text else 0.5
        elif not (time.text and cues.is_time[row]):
            continue
        value /= 10 if cues.is_change[row] else 1
        best, worth = (time, value) if value > worth else (best, worth)
    return best


def _read_row(record: PostRecord, row: int, reference: Moment | dt.datetime | None) -> RecordTime:
    shown = record.first_line(row)[:_MAX_TIME]
    stated = _read_attribute(record, row, reference)
    moment = stated if stated and stated.hour is not None else read_time(shown, reference) or stated
    return RecordTime(moment, _strip_brackets(shown), row)


def _read_attribute(record: PostRecord, row: int, reference: Moment | dt.datetime | None) -> Moment | None:
    """Return the date of an attribute, such as a tooltip with the full date."""
    page, shown = record.page, record.rows_inside(row)
    # A text that is alone in its element is what the element's attributes are about.
    at = int(page.parent[row]) if page.is_text[row] else row
    if at <= record.start or len(record.rows_inside(at)) > len(shown):
        return None
    for name in _TIME_ATTRIBUTES:
        value = page.values(name).get(at, "")
        moment = read_time(value, reference) if 0 < len(value) <= _MAX_ATTRIBUTE else None
        if moment is not None and moment.day is not None:
            return moment
    return None


def _strip_brackets(shown: str) -> str:
    """Return a time without outer brackets; inner ones stay: 5 days ago (edited)."""
    bare = shown.strip(_BRACKETS)
    for opening, closing in ("()", "（）", "[]"):
        if bare.count(opening) > bare.count(closing):
            bare += closing
    return bare
