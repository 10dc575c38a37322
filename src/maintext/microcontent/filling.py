"""Automatic filling: what each record says, slot by slot."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.address import absolute_url, base_url
from maintext.metadata.post_words import MARKS, author_name
from maintext.microcontent.counts import Bars, read_counts
from maintext.microcontent.places import levels_of, pictures
from maintext.microcontent.post import MicroPost
from maintext.microcontent.slots import Slots
from maintext.microcontent.times import is_clock, read_time
from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    import datetime as dt

    from numpy.typing import NDArray

    from maintext.metadata.images import Image
    from maintext.metadata.moment import Moment
    from maintext.microcontent.region import Region
    from maintext.microcontent.scene import Scene

    Int = NDArray[np.int64]

__all__ = ["fill"]

_TIME = tag_mask(("time",))
_MOST_NAME = 60  # characters
_MOST_TIME = 80
_MOST_CHARS = 50_000  # of one text
_BRACKETS = MARKS + "<>＜＞[]【】()（）"
_LABEL = re.compile(
    r"^(?:姓名|作者|昵称|暱稱|网友|網友|名前|投稿者|name|author|from|by)\s*[:：]\s*", re.IGNORECASE
)
_LABELS = re.compile(
    r"(?:姓名|作者|昵称|暱稱|网友|網友|名前|投稿者|留言者|name|author)\s*[:：]?", re.IGNORECASE
)
_SAID = re.compile(r"^(?:said|wrote|says|说|說|写道|寫道|发表于|schrieb)\s*[:：]?\s*", re.IGNORECASE)
_HANDLE = re.compile(r"^@\S+$")
_PLACE = re.compile(r"#\s?\d+|\d+\s?[#楼樓]|permalink|link|post|固定链接|永久链接", re.IGNORECASE)
_OWN = re.compile(rb"permalink|bookmark|[\" -]title[\" ]", re.IGNORECASE)  # in class, rel, data-hook
_HREF = re.compile(rb' (?:href|title)="[^"]*"')
_LEAD_IN = re.compile(
    r"^@?(?P<who>[^\n:：]{1,40}?)\s*(?:发表于|發表於|写道|寫道|wrote|said|schrieb|a écrit|escribió)"
    r"[^\n]{0,40}?(?:[:：](?!\d)|$)\s*",
    re.IGNORECASE | re.MULTILINE,
)
_LINE = re.compile(
    r"^[<＜【\[]?(?P<who>[^<>:：\n]{1,30}?)(?:[>＞】\]][:：]?|\s?[:：])\s+(?P<text>\S.*)$", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class _Time:
    moment: Moment | None
    text: str
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """What the records of a page share; how good each slot of times is, by its key, 0–1."""

    slots: Slots
    bars: Bars
    times: dict[int, float]
    reference: Moment | dt.datetime | None


def fill(scene: Scene, region: Region, reference: Moment | dt.datetime | None) -> tuple[MicroPost, ...]:
    """Return what the records of a region say, in page order.

    Cost O(n_rows) in numpy, then O(rows of the records).
    """
    slots = Slots(scene, region.records)
    images = pictures(slots)
    shared = _Shared(slots, Bars(slots), _time_slots(slots, reference), reference)
    posts = [_Filler(shared, i, images.get(i, [])).post() for i in range(len(region.records))]
    levels = levels_of(slots)
    usual = _usual(posts)
    found = []
    for post, level in zip(posts, levels, strict=True):
        is_signed = bool(post.author or post.time_text) or not {"author", "time_text"} & set(usual)
        if is_signed and (post.text or post.images or post.quoted):
            sure = region.confidence * _completeness(post, usual)
            found.append(replace(post, level=level, confidence=sure))
    return tuple(found)


def _time_slots(slots: Slots, reference: Moment | dt.datetime | None) -> dict[int, float]:
    """How good slots of times are: in how many records they are, and whether their times run one way.

    Posts stand in the order of their times; the days on which their authors joined do not.
    """
    page, marks = slots.scene.page, slots.scene.marks
    rows = np.flatnonzero(marks.is_time & (slots.owner >= 0) & ~slots.in_quote)
    firsts: dict[int, dict[int, int]] = {}
    for row in rows.tolist():
        firsts.setdefault(int(slots.near[row]), {}).setdefault(int(slots.owner[row]), row)
    found = {}
    for key, by_record in firsts.items():
        texts = [
            page.values("datetime").get(row) or page.row_text(row)[:_MOST_TIME] for row in by_record.values()
        ]
        moments = [moment for text in texts if (moment := read_time(text, reference)) is not None]
        times = [moment.datetime().replace(tzinfo=None) for moment in moments]
        steps = [(later >= earlier, later <= earlier) for earlier, later in itertools.pairwise(times)]
        one_way = max((sum(step[i] for step in steps) for i in (0, 1)), default=0) / max(len(steps), 1)
        found[key] = len(by_record) / len(slots.records) * (0.5 + 0.5 * one_way)
    return found


def _usual(posts: list[MicroPost]) -> list[str]:
    """Fields that most records have."""
    fields = ("author", "time_text", "text")
    return [name for name in fields if sum(bool(getattr(one, name)) for one in posts) * 2 > len(posts)]


def _completeness(post: MicroPost, usual: list[str]) -> float:
    return sum(bool(getattr(post, name)) for name in usual) / max(len(usual), 1)


# -- one record ---------------------------------------------------------------------------------------


class _Filler:
    """Fills the slots of one record."""

    def __init__(self, shared: _Shared, number: int, images: list[Image]) -> None:
        slots = shared.slots
        self._shared, self._slots, self._number, self._images = shared, slots, number, images
        self._reference = shared.reference
        self._page, self._scene = slots.scene.page, slots.scene
        self._start, self._end = slots.records[number].tolist()
        self._own = slots.own(number)
        self._shown = self._own[self._scene.weight[self._own] > 0]

    def post(self) -> MicroPost:
        """Return what the record says."""
        time = self._time()
        author, author_row = self._author()
        rows = self._text_rows(author_row)
        text = self._joined(rows).lstrip(":： ") if author else self._joined(rows)
        if author is None and self._slots.author < 0 and (match := _LINE.match(text)) and len(rows) == 1:
            author, text = match["who"].strip(_BRACKETS), match["text"]
        quoted, quoted_author = self._quoted()
        marks = self._scene.marks
        quiet = ~self._slots.in_quote[self._shown] & ~np.isin(self._shown, rows)
        quiet &= ~self._slots.in_panel[self._shown]
        buttons = self._shown[quiet & (marks.is_button[self._shown] | marks.is_number[self._shown])]
        counts = read_counts(self._slots, self._number, buttons, self._shared.bars)
        images = tuple(image.url for image in self._images if image.row > author_row)
        return MicroPost(
            text=text[:_MOST_CHARS], author=author, published=time.moment, time_text=time.text,
            n_reposts=counts.get("n_reposts"), n_comments=counts.get("n_comments"),
            n_likes=counts.get("n_likes"), images=images,
            url=self._url(time.row), quoted=quoted, quoted_author=quoted_author,
            row=self._start, end=self._end,
        )  # fmt: skip

    def _joined(self, rows: Int) -> str:
        """Text of some rows, a line for each line of the page."""
        page = self._page
        lines: dict[int, str] = {}
        last = -1
        for row in rows.tolist():
            start, end, line = int(page.text_start[row]), int(page.text_end[row]), int(page.line[row])
            gap = " " if start > last and line in lines else ""
            lines[line] = lines.get(line, "") + gap + page.text[start:end]
            last = end
        found = [" ".join(text.split()) for text in lines.values()]
        return "\n".join(line for line in found if line).strip()

    def _line(self, row: int) -> str:
        """First line of the shown text in an element or text row."""
        rows = self._shown[(self._shown >= row) & (self._shown < self._page.end[row])]
        return self._joined(rows).partition("\n")[0] if len(rows) else ""

    # -- time

    def _time(self) -> _Time:
        marks, best, worth = self._scene.marks, _Time(None, "", -1), -1.0
        quoted = self._slots.in_quote[self._own]
        for row in self._own[(marks.is_time[self._own]) & ~quoted].tolist()[:10]:
            time = self._read_time(row)
            value = self._worth(time)
            if value > worth:
                best, worth = time, value
        if worth <= 0:
            for row in self._own[marks.is_date[self._own] & ~quoted].tolist()[:5]:
                time = self._read_time(row)
                if time.moment is not None:
                    return time
        return best

    def _worth(self, time: _Time) -> float:
        """How much of a time one is: an element for times before a text, a date before a clock."""
        if not time.text:
            return 0
        if time.moment is None:
            return 1 if is_clock(time.text) else 2
        is_element = bool(_TIME[self._page.tag[time.row]])
        slot = self._shared.times.get(int(self._slots.near[time.row]), 0.0)
        return 3 + 2 * is_element + (time.moment.hour is not None) + 4 * slot

    def _read_time(self, row: int) -> _Time:
        shown = self._line(row)[:_MOST_TIME]
        stated = self._page.values("datetime").get(row, "") if _TIME[self._page.tag[row]] else ""
        moment = read_time(stated, self._reference) if stated else None
        if moment is None:
            moment = read_time(shown, self._reference)
        return _Time(moment, shown.strip(_BRACKETS), row)

    # -- author

    def _author(self) -> tuple[str | None, int]:
        marks, page = self._scene.marks, self._page
        quoted = self._slots.in_quote[self._own]
        named = self._own[marks.is_author[self._own] & ~quoted].tolist()
        for i, row in enumerate(named):
            if i + 1 < len(named) and named[i + 1] < page.end[row]:
                continue  # the name stands in the inner one
            name = self._named(row)
            if name:
                return name, row
        return self._slotted_author()

    def _named(self, row: int) -> str:
        """Name in an element: without labels, without the time that may stand behind it."""
        rows = self._shown[(self._shown >= row) & (self._shown < self._page.end[row])]
        rows = rows[~self._slots.in_time[rows]]
        plain = rows[~self._scene.marks.is_button[rows] & ~self._scene.marks.is_number[rows]]
        if len(plain) > 1:
            plain = np.array(
                [at for at in plain.tolist() if not _HANDLE.match(self._page.row_text(at).strip())]
            )
        line = self._joined(plain[:3]).partition("\n")[0]
        name = author_name(_LABEL.sub("", line.strip(_BRACKETS))).strip(_BRACKETS)
        return name if len(name) <= _MOST_NAME else ""

    def _slotted_author(self) -> tuple[str | None, int]:
        slots = self._slots
        for label, row in itertools.pairwise(self._shown.tolist()):
            if (
                _LABELS.fullmatch(self._page.row_text(label).strip())
                and self._page.line[label] == self._page.line[row]
            ):
                return self._page.row_text(row).strip(_BRACKETS)[:_MOST_NAME], row
        for key, keys in ((slots.author, slots.key), (slots.author_near, slots.near)):
            own = self._shown[keys[self._shown] == np.uint64(max(key, 0))] if key >= 0 else self._shown[:0]
            free = own[~slots.in_time[own] & ~slots.in_quote[own] & ~self._scene.marks.is_button[own]]
            for row in free.tolist():
                text = " ".join(self._page.row_text(row).split())
                name = _LABEL.sub("", text.strip(MARKS)).strip(_BRACKETS)
                if 0 < len(name) <= _MOST_NAME:
                    return name, row
        return None, -1

    # -- text

    def _text_rows(self, author_row: int) -> Int:
        """Rows of the text: the largest element around the main text without other slots in it."""
        page, slots = self._page, self._slots
        free = self._free(author_row)
        if not len(free):
            return free
        main = free[slots.key[free] == np.uint64(max(slots.main, 0))]
        body = page.inside(self._scene.marks.is_body)
        if not len(main):
            main = free[body[free]] if body[free].any() else free
        lead = int(main[np.argmax(self._scene.weight[main])])
        top = self._climb(lead, free)
        rows = self._shown[(self._shown >= top) & (self._shown < page.end[top])]
        return np.intersect1d(rows, free) if top != lead else np.array([lead])

    def _free(self, author_row: int) -> Int:
        """Own texts that are neither author, time, button nor quoted."""
        marks, rows = self._scene.marks, self._shown
        taken = self._slots.in_time[rows] | self._slots.in_quote[rows]
        if author_row >= 0:
            taken |= (rows >= author_row) & (rows < self._page.end[author_row])
        free = rows[~taken & ~marks.is_button[rows] & ~marks.is_number[rows]]
        if len(free):
            return free
        return rows[~taken & self._page.inside(marks.is_body)[rows]]

    def _climb(self, lead: int, free: Int) -> int:
        """The highest element around a text, within the record, that holds nothing but free texts."""
        page, at = self._page, lead
        others = np.setdiff1d(self._shown[~self._slots.in_quote[self._shown]], free)
        named = self._own[self._scene.marks.is_author[self._own]]
        is_body = self._scene.marks.is_body
        while True:
            up = int(page.parent[at])
            if up <= self._start:
                return at
            inside = (others >= up) & (others < page.end[up])
            if inside.any() or ((named >= up) & (named < page.end[up])).any():
                return at
            if is_body[at] and not is_body[up]:
                return at
            at = up

    # -- what it quotes

    def _quoted(self) -> tuple[str, str | None]:
        slots, page = self._slots, self._page
        roots = self._own[self._slots.is_quote[self._own]]
        if not len(roots):
            return "", None
        top = int(roots[0])
        rows = self._shown[(self._shown >= top) & (self._shown < page.end[top])]
        whole = rows[slots.in_quote[rows]]
        rows = whole[~slots.in_time[whole]]
        named = self._own[self._scene.marks.is_author[self._own]]
        named = named[(named >= top) & (named < page.end[top])]
        who, author_row = None, -1
        links = rows[page.is_link[rows]]
        if len(named):
            who, author_row = self._named(int(named[-1])), int(named[-1])
        elif len(links):
            who, author_row = page.row_text(int(links[0])).strip(_BRACKETS + "@"), int(links[0])
        if author_row >= 0:
            rows = rows[(rows < author_row) | (rows >= page.end[author_row])]
        text = self._joined(rows if who else whole)
        if who is None and (match := _LEAD_IN.search(text)):
            who, text = match["who"].strip(_BRACKETS), (text[: match.start()] + text[match.end() :]).strip()
        return _SAID.sub("", text.strip().lstrip(":： ")), (who or "").strip("@") or None

    # -- its own address

    def _url(self, time_row: int) -> str:
        page = self._page
        links = self._own[page.is_anchor[self._own]]
        around = [row for row in links.tolist() if time_row >= 0 and row <= time_row < page.end[row]]
        inner = [row for row in links.tolist() if time_row >= 0 and time_row < row < page.end[time_row]]
        placed = [row for row in links.tolist() if self._is_place(row)]
        for row in [*around, *inner, *placed]:
            if url := self._address(row):
                return url
        return ""

    def _is_place(self, row: int) -> bool:
        """Whether a link is named after the record's own address, or shows its number."""
        page, text = self._page, self._line(row).strip()
        tag = page.data[page.byte_start[row] : page.inner_start[row]]
        href = page.values("href").get(row, "")
        is_number = text.isdecimal() and not href.startswith(("#", "javascript"))
        is_named = _OWN.search(_HREF.sub(b"", tag)) is not None and not self._slots.in_quote[row]
        return bool(_PLACE.fullmatch(text)) or is_named or is_number

    def _address(self, row: int) -> str:
        href = self._page.values("href").get(row, "").strip()
        if href.startswith("#") and len(href) > 1 and self._page.url:
            return self._page.url.partition("#")[0] + href
        return absolute_url(base_url(self._page), href)
