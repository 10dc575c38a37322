"""Automatic filling: read author, time, text, counts and quote of each record."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from dataclasses import replace

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Int, nesting_levels
from maintext.metadata.body_parts import Image, find_images
from maintext.metadata.moment import Moment
from maintext.metadata.post_words import MARKS, author_name
from maintext.metadata.posts import Post
from maintext.records.posts.counts import ButtonBars, read_counts
from maintext.records.posts.cues import RecordContext
from maintext.records.posts.post import MicroPost
from maintext.records.posts.record import BRACKETS, PostRecord, find_time, is_among
from maintext.records.posts.region import PostRegion
from maintext.records.posts.slots import Slots

__all__ = ["fill_records", "find_levels", "find_pictures", "with_named_parts"]

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
_MIN_SIDE = 64  # px: what is drawn smaller is a portrait or an icon
_MIN_INDENT = 12.0  # px between levels of replies
_INDENT = ("indent", "data-depth", "data-level", "depth", "data-indent", "aria-level")
_PORTRAIT = re.compile(
    rb"avatar|\bface\b|userpic|head[-_]?(?:img|pic|icon|portrait)|portrait|profile|emoji|emotion|\bicon|smil",
    re.IGNORECASE,
)


def fill_records(
    context: RecordContext, region: PostRegion, reference: Moment | dt.datetime | None
) -> tuple[MicroPost, ...]:
    """Return the posts of a region in page order.

    Cost: O(n_rows) in numpy, then O(rows of the records).
    """
    slots = Slots(context, region.records)
    images = find_pictures(slots)
    bars = ButtonBars(slots)
    numbers = range(len(slots.records))
    posts = [_RecordFiller(slots, i, bars, images.get(i, [])).post(reference) for i in numbers]
    fields = ("author", "time_text", "text")
    usual = [name for name in fields if sum(bool(getattr(one, name)) for one in posts) * 2 > len(posts)]
    found = []
    for post, level in zip(posts, find_levels(slots), strict=True):
        if (post.author or post.time_text) and (post.text or post.images or post.quoted):
            n_present = sum(bool(getattr(post, name)) for name in usual)
            sure = region.confidence * (n_present / max(len(usual), 1))
            found.append(replace(post, level=level, confidence=sure))
    return tuple(found)


def with_named_parts(page: Page, posts: tuple[MicroPost, ...], named: list[Post]) -> tuple[MicroPost, ...]:
    """Return posts with the author and date of the one named post in each: names tell more than places.

    Elements of the same shape may hold the editor of a post, or counts. But who alone stands before the text
    is the author, not who likes it.
    """
    rows = np.array([one.row for one in named], dtype=np.int64)
    return tuple(
        _with_parts(page, post, named[first]) if last == first + 1 else post
        for post in posts
        for first, last in [rows.searchsorted((post.row, post.end)).tolist()]
    )


def _with_parts(page: Page, post: MicroPost, named: Post) -> MicroPost:
    first = post.text_rows[0] if post.text_rows else post.end - 1
    before = page.text[page.text_start[post.row] : page.text_start[first]]
    author, other = post.author or "", named.author or ""
    at, at_other = before.find(author), before.find(other)
    is_first = at >= 0 and (at_other < 0 or at < at_other)
    is_known = not other or (is_first and any(map(str.isalpha, author)))
    days = [one and one.date() for one in (post.published, named.published)]
    # The same times in two zones may be a day apart.
    is_same = days[0] and days[1] and abs((days[0] - days[1]).days) <= 1
    return replace(
        post,
        author=post.author if is_known else other,
        published=post.published if is_same else named.published or post.published,
    )


# -- one record ---------------------------------------------------------------------------------------


class _RecordFiller(PostRecord):
    """Reader of one record."""

    def __init__(self, slots: Slots, number: int, bars: ButtonBars, images: list[Image]) -> None:
        super().__init__(slots, number)
        self._bars, self._images = bars, images

    def post(self, reference: Moment | dt.datetime | None) -> MicroPost:
        """Return the record as a post; ``reference`` is the time of fetching."""
        time = find_time(self, reference)
        author, author_row = self._find_author(time.text)
        rows = self._find_text_rows(author_row)
        text = self.join_rows(rows).lstrip(":： ") if author else self.join_rows(rows)
        if author is None and self.slots.author < 0 and (match := _LINE.match(text)):
            author, text = match["who"].strip(BRACKETS), match["text"]
        quoted, quoted_author = self._read_quote()
        cues = self.context.cues
        quiet = ~self.slots.in_quote[self.shown] & ~is_among(self.shown, rows)
        quiet &= ~self.slots.in_panel[self.shown]
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
            return match["who"].strip(BRACKETS), -1
        return self._author_by_slot()

    def _read_name(self, row: int) -> str:
        """Return the name in an element, without labels and without a time after it."""
        rows = self.rows_inside(row)
        rows = rows[~self.slots.in_time[rows]]
        plain = rows[~self.context.cues.is_button[rows] & ~self.context.cues.is_number[rows]]
        line = self.join_rows(self._first_styled_part(plain[:3], row)).partition("\n")[0]
        name = author_name(_LABEL.sub("", line.strip(BRACKETS))).strip(BRACKETS)
        return name if len(name) <= _MAX_NAME else ""

    def _first_styled_part(self, rows: Int, row: int) -> Int:
        """Return texts up to one set apart by style: ``<b>karl</b><i>Posts: 3</i>``."""
        page = self.page
        for n, (one, other) in enumerate(itertools.pairwise(rows.tolist()), start=1):
            end, parents = int(page.text_end[one]), {int(page.parent[one]), int(page.parent[other])}
            is_apart = len(parents) > 1 and row not in parents  # each in an element of its own
            if not is_apart or end != page.text_start[other]:
                continue
            if not any(map(str.isspace, page.text[end - 1 : end + 1])):
                return rows[:n]
        return rows

    def _author_by_slot(self) -> tuple[str | None, int]:
        slots = self.slots
        for label, row in itertools.pairwise(self.shown.tolist()):
            is_same_line = self.page.line[label] == self.page.line[row]
            if is_same_line and _LABEL.fullmatch(self.page.row_text(label).strip(":： ") + ":"):
                return self.page.row_text(row).strip(BRACKETS)[:_MAX_NAME], row
        for key, keys in ((slots.author, slots.key), (slots.near_author, slots.near_key)):
            own = self.shown[keys[self.shown] == np.uint64(max(key, 0))] if key >= 0 else self.shown[:0]
            free = own[~slots.in_time[own] & ~slots.in_quote[own] & ~self.context.cues.is_button[own]]
            for row in free.tolist():
                text = " ".join(self.page.row_text(row).split())
                name = _LABEL.sub("", text.strip(MARKS)).strip(BRACKETS)
                if 0 < len(name) <= _MAX_NAME:
                    return name, row
        return self._leading_person()

    def _leading_person(self) -> tuple[str | None, int]:
        """Return the name of a profile link that begins the record: 小王：说得对."""
        if not len(self.shown):
            return None, -1
        row = int(self.shown[0])
        name = self.page.row_text(row).strip(BRACKETS)
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
            who, author_row = page.row_text(int(links[0])).strip(BRACKETS + "@"), int(links[0])
        if author_row >= 0:
            rows = rows[(rows < author_row) | (rows >= page.end[author_row])]
        text = self.join_rows(self._without_last_buttons(rows if who else whole))
        if who is None and (match := _LEAD_IN.search(text) or _POST_BY.search(text)):
            who, text = match["who"].strip(BRACKETS), (text[: match.start()] + text[match.end() :]).strip()
        return _SAID.sub("", text.strip().lstrip(":： ")), (who or "").strip("@") or None

    def _without_last_buttons(self, rows: Int) -> Int:
        """Return the rows of a quote without the lines of buttons and counts at its end."""
        cues, line = self.context.cues, self.page.line
        said = rows[~(cues.is_button[rows] | cues.is_number[rows])]
        return rows[line[rows] <= line[said[-1]]] if len(said) else rows


def find_pictures(slots: Slots) -> dict[int, list[Image]]:
    """Return the pictures of each record by its number, without portraits and icons."""
    page = slots.context.page
    inside = slots.owner >= 0
    by_record: dict[int, list[Image]] = {}
    for image in find_images(page, inside & page.is_text, in_main=inside & ~slots.in_quote):
        if slots.owner[image.row] >= 0 and not _is_portrait(slots, image):
            by_record.setdefault(int(slots.owner[image.row]), []).append(image)
    return by_record


def _is_portrait(slots: Slots, image: Image) -> bool:
    """Return True for a small picture before the text, or one in an element named after a portrait."""
    page, start = slots.context.page, int(slots.records[slots.owner[image.row], 0])
    sides = [float(side) for side in (image.width, image.height) if side is not None]
    if (layout := slots.context.layout) is not None and layout.is_shown[image.row]:
        sides = [float(layout.width[image.row]), float(layout.height[image.row])]
    before = slice(start, image.row)
    is_main = slots.key[before] == np.uint64(max(slots.main, 0))
    if sides and max(sides) < _MIN_SIDE and not (slots.context.weight[before] * is_main > 0).any():
        return True  # what is small after the text is a preview
    at = image.row
    for _ in range(3):
        raw = page.data[page.byte_start[at] : page.inner_start[at]]
        if _PORTRAIT.search(raw.partition(b"src=")[0]) and at > start:
            return True
        at = int(page.parent[at])
        if at <= start:
            break
    return False


def find_levels(slots: Slots) -> list[int]:
    """Return the level of each record: by containment, else attributes or layout."""
    levels = nesting_levels(slots.records.tolist())
    return levels if any(levels) else _stated_levels(slots) or _drawn_levels(slots) or levels


def _drawn_levels(slots: Slots) -> list[int]:
    """Return levels by drawn indentation; empty without layout or for columns."""
    layout, context = slots.context.layout, slots.context
    if layout is None:
        return []
    firsts = [start + int(np.argmax(context.weight[start:end] > 0)) for start, end in slots.records.tolist()]
    x, y = layout.x[firsts].astype(float), layout.y[firsts].astype(float)
    if (np.diff(y) <= 0).any() or np.ptp(x) < _MIN_INDENT:
        return []
    steps = np.unique(np.round((x - x.min()) / _MIN_INDENT))
    levels: list[int] = np.searchsorted(steps, np.round((x - x.min()) / _MIN_INDENT)).tolist()
    return levels


def _stated_levels(slots: Slots) -> list[int]:
    """Return levels stated by an attribute; empty unless every record has one."""
    for name in _INDENT:
        values = slots.context.page.values(name)
        found = {int(slots.owner[row]): value for row, value in values.items() if slots.owner[row] >= 0}
        if len(found) == len(slots.records) and all(value.isdecimal() for value in found.values()):
            levels = [int(found[i]) for i in range(len(found))]
            return [level - min(levels) for level in levels]
    return []
