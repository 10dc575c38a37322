"""Find comments, replies and forum posts: those that the page shows, or those that it declares.

A record is an element whose class, id or item type names a comment, reply, answer, question or post, and
which holds text and an author or a date. Weblog posts have the same names as forum posts: they count as
records of a thread if two or more have both an author and a date, and no heading that leads to another page.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.fields import (
    find_innermost,
    first_line,
    inner_names,
    join_lines,
    rows_of_tag,
    values_having,
)
from maintext._core.markup import attribute_values
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows, nesting_levels
from maintext.html.tags import tag_id, tag_mask
from maintext.metadata.declared.comments import Comment, declared_comments
from maintext.metadata.moment import OTHER_DATE, Moment, find_moments, parse_moment
from maintext.metadata.post_words import (
    ACTIONS,
    ANSWERS,
    BUTTON,
    MARKS,
    NOTE,
    SIGNS,
    USER_PAGE,
    author_name,
    part_of_name,
    record_of_name,
    text_of_comment,
)

__all__ = ["Post", "find_comments", "find_opening_post", "find_posts", "is_thread", "stated_levels"]

_Lines = list[tuple[str, list[int]]]  # texts and rows
_Time = Moment | dt.datetime | None

_NAMED = ("class", "id", "itemtype")
_NAME_BYTES = 300  # of a name that are read
_MAX_RECORDS = 5_000
_MAX_ROWS = 3_000  # of one record that are read
_MAX_ROWS_OF_ALL = 100_000
_MAX_TEXT_CHARS = 50_000  # of one text
_MIN_SIGNED = 0.8  # share of the posts of a thread that name author and date
_FIRST_ROWS = 10  # texts of an element in which its first line is looked for
_FIRST_TEXTS, _MAX_DATED = 12, 40  # leading text nodes that may be an unnamed date, and their characters
_MAX_LABEL = 20  # characters
_LAST_TEXTS = 8  # the same at the end of a record
_MAX_NAME, _MAX_DATE = 60, 80  # characters of the element that holds an author, a date
_HOLDERS = tag_mask(
    ("div", "li", "article", "section", "tr", "table", "td", "dd", "dl", "blockquote", "tbody")
)
_HEADINGS, _CUSTOM = tag_mask(("h1", "h2", "h3", "h4")), tag_mask(("#custom",))
_A, _FIELD, _META = map(tag_id, ("a", "textarea", "meta"))
_QUOTED, _TIMES, _CHANGED = tag_mask(("blockquote",)), tag_mask(("time",)), tag_mask(("ins", "del"))
_NOSCRIPT, _PRE, _BUTTONS = tag_mask(("noscript",)), tag_mask(("pre",)), tag_mask(("button",))
_CHANGES = ("edited", "last edited", "modified", "last modified", "编辑于", "最后编辑")  # before a date
_QUESTION = b"question"
_PROPERTIES = frozenset((b"author", b"name", b"text"))  # which tell more than other names
_SIGNATURE, _MAX_SIGNED = WordSet(("signature", "comment-likes")), 2_000
_REPLY_TITLE = re.compile(r"(?:re|aw|回[复覆])\s*[:：]", re.IGNORECASE)
_NAME_AND_DATE = re.compile(r"([^·•|]+)[·•|]\s*(?:\S+ ){0,2}\S*\d|[-–—] ?([^,]{2,40}), .*\d")
# A few words without the marks of a sentence, of a count or an address.
_NAME = re.compile(
    r"(?=.{2,40}$)(?=.*[^\W\d_])(?!(?:.* )?(?:by|on|at|von|am|par|le|\(\d+\))$)"
    r"[^\s,;:!?…/@]+(?: [^\s,;:!?…/@]+){0,3}"
)
_INDENT = ("indent", "data-depth", "data-level", "depth", "data-indent", "aria-level")
_STRESSED = tag_mask(("b", "strong", "cite", "h1", "h2", "h3", "h4", "h5", "h6"))
_INLINE = tag_mask(("a", "span", "em", "i"))
_MAX_LINES_ABOVE = 3  # the date of a comment, where a line may be a name
_YEARS, _MAX_TITLES = WordSet(("19", "20")), 30  # of titles that may be dates, and those that are read


@dataclass(frozen=True, slots=True)
class Post:
    """One shown record like a :class:`Comment`, with the rows of its text."""

    author: str | None
    published: Moment | None
    text: str
    level: int
    row: int
    text_rows: tuple[int, ...]
    is_answer: bool = False


class _Record(NamedTuple):
    """An element that may be a comment: its row, kind and name, and the level in its name."""

    row: int
    is_post: bool
    sign: bytes
    level: int
    is_declared: bool = False  # a comment or an answer by its item type


def find_comments(page: Page, posts: list[Post]) -> list[Comment]:
    """Return the comments of a page in page order, ``[]`` for none.

    Visible comments are preferred, unless the page declares more: many pages load comments later. Posts of a
    thread count, the opening one too. A declared opening post is one level above its answers.

    ``posts`` are those of :func:`find_posts`. Cost O(length of the JSON-LD).
    """
    shown = [
        Comment(post.author, post.published, post.text, post.level, "visible", post.row) for post in posts
    ]
    declared = page.cached(declared_comments)
    return [*declared] if len(declared) > len(shown) else shown


def find_posts(page: Page, reference: _Time = None, kept: Bool | None = None) -> list[Post]:
    """Return the visible comments and posts of a page, in page order. Callers must not change the list.

    - ``reference``: fetch time, for relative dates.
    - ``kept``: text rows of the main content, bool of shape (n_rows,). A ``<noscript>`` with kept text is
      read, because forums built by scripts keep their posts there.

    Records are elements named after comments and posts. On a page that declares none, they are also the
    largest elements that each hold one of several texts named after comments. Cost O(n_rows + n_attributes)
    in numpy and per name, then O(rows of the records).
    """
    opened = kept if kept is not None and (kept & page.is_hidden).any() else None
    is_plain = reference is None and opened is None
    return page.cached(_read_page) if is_plain else _read_page(page, reference, opened)


def _read_page(page: Page, reference: _Time = None, kept: Bool | None = None) -> list[Post]:
    shown = ~page.is_hidden
    if kept is not None:
        shown |= page.inside(page.tagged(_NOSCRIPT) & (page.subtree_sum(kept) > 0))
    visible = _VisiblePage(page, shown, reference)
    named, around_texts = _named_records(visible)
    found = _read_posts(visible, named)
    if not found and around_texts and not page.cached(declared_comments):
        found = _read_posts(visible, around_texts)
    return found


def _read_posts(visible: _VisiblePage, named: list[_Record]) -> list[Post]:
    """Return the posts among some records, in page order."""
    if not named:
        return []
    page = visible.page
    if any(record.is_declared for record in named):
        named = list(_without_boxes(visible, named))
    # Records without text of their own only contain other records.
    owner = _innermost_records(page, named)
    n_own = np.bincount(owner[visible.solid] + 1, minlength=len(named) + 1)[1:].tolist()
    records = [record for record, n in zip(named, n_own, strict=True) if n]
    signs = Counter(record.sign for record in records)
    if all(record.is_post and signs[record.sign] == 1 for record in records):  # a thread has two posts
        return []
    readers, n_records = _signed_readers(visible, records), len(records)
    records = [reader.record for reader in readers]
    if len(records) < n_records:  # rows of those left out belong to the records around them
        owner = _innermost_records(page, records)
        readers = [reader.owning(owner) for reader in readers]
    read = [reader.post() for reader in readers]
    usable = {record.row: post for record, post in zip(records, read, strict=True) if post is not None}
    threads = _thread_names(page, records, usable)
    kept_records = [
        one
        for one in records
        if one.row in usable
        and (one.is_declared or (one.sign in threads if one.is_post else _is_spoken(page, one, usable)))
    ]
    kept_records = list(_without_whole_thread(page, kept_records, usable))
    levels = _nesting_levels(visible, kept_records)
    posts = [usable[record.row] for record in kept_records]
    return [replace(post, level=n) if n else post for post, n in zip(posts, levels, strict=True)]


def find_opening_post(page: Page, kept: Bool, posts: list[Post]) -> Post | None:
    """Return which of the posts opens a thread, None if the page is no thread or its text begins elsewhere.

    ``posts`` are those of :func:`find_posts`, ``kept`` the text rows of the main content.
    """
    if len(posts) < _MIN_POSTS or not kept[list(posts[0].text_rows)].any():
        return None
    before = kept[: posts[0].row] * page.n_chars[: posts[0].row]
    return posts[0] if int(before.max(initial=0)) < _MAX_BEFORE_POST else None


def is_thread(page: Page, kept: Bool, posts: list[Post]) -> bool:
    """Return True if the main text begins with the first of posts by several authors, with dates.

    Parameters as for :func:`find_opening_post`.
    """
    authors = {one.author for one in posts if one.author and one.published}
    return len(authors) > 1 and find_opening_post(page, kept, posts) is not None


_MIN_POSTS = 2
_MAX_BEFORE_POST = 140  # characters of a kept text above the posts: more is an article


@dataclass(frozen=True)
class _VisiblePage:
    """A page with its visible rows and its fetch time."""

    page: Page
    shown: Bool
    reference: _Time

    @cached_property
    def solid(self) -> Bool:
        """Mask of visible text nodes that are not white space; bool of shape (n_rows,)."""
        return self.page.is_text & (self.page.n_chars > 0) & self.legible

    @cached_property
    def legible(self) -> Bool:
        """Mask of visible rows, without scraps in the colour of the ground, which Discuz! puts into posts."""
        jammers = self.page.rows_with("class", b"jammer")
        return self.shown & ~self.page.inside(mark_rows(len(self.page), jammers)) if jammers else self.shown

    @cached_property
    def is_decoration(self) -> Bool:
        """Mask of what stands in a ``<button>`` or is named a signature; bool of shape (n_rows,)."""
        found = self.page.tagged(_BUTTONS)
        whole = 0, len(self.page)
        signatures = values_having(self.page.columns, b" class", whole, _SIGNATURE, _MAX_SIGNED, _NAME_BYTES)
        found[[row for row, _ in signatures]] = True
        return self.page.inside(found)

    @cached_property
    def is_time(self) -> Bool:
        """Mask of elements that state a time, as GitHub's ``<relative-time>``; bool of shape (n_rows,)."""
        stating = mark_rows(len(self.page), self.page.attribute("datetime").row)
        return self.page.tagged(_TIMES) | (stating & ~self.page.tagged(_CHANGED))

    @cached_property
    def is_quoted(self) -> Bool:
        """Mask of what stands in a ``<blockquote>``; bool of shape (n_rows,)."""
        return self.page.inside(self.page.tagged(_QUOTED))

    @cached_property
    def is_code(self) -> Bool:
        """Mask of what stands in a ``<pre>``; bool of shape (n_rows,)."""
        return self.page.inside(self.page.tagged(_PRE))


# -- which elements -----------------------------------------------------------------------------------


def _named_records(visible: _VisiblePage) -> tuple[list[_Record], list[_Record]]:
    """Return the visible elements named like a comment or post, and those around texts of comments.

    The second are the largest elements that each hold one of several elements named ``reply_content``. Both
    in document order.
    """
    page, shown, holders = visible.page, visible.shown.astype(np.intc), _HOLDERS.view(np.uint8)
    found: dict[int, _Record] = {}
    texts: dict[bytes, set[int]] = {}
    for name in _NAMED:
        at = page.attribute(name)
        named, _ = attribute_values(page.columns, at.row, at.start, at.end, holders, shown, SIGNS)
        for row, names in named.items():
            raw = names.encode()[:_NAME_BYTES]
            kind = record_of_name(raw)
            if kind and not (name == "itemtype" and kind[1].endswith(_QUESTION)):  # which holds its answers
                is_declared = name == "itemtype" and not kind[0]
                found[row] = found.get(row, _Record(row, *kind))._replace(is_declared=is_declared)
                if len(found) >= _MAX_RECORDS:
                    break
            elif sign := text_of_comment(raw):
                texts.setdefault(sign, set()).add(row)
    for row in (page.tagged(_CUSTOM) & visible.shown).nonzero()[0].tolist():
        if len(found) < _MAX_RECORDS and (kind := record_of_name(page.name(row).encode())):
            found.setdefault(row, _Record(row, *kind))
    around = {
        row: _Record(row, is_post=False, sign=sign, level=-1)
        for sign, rows in texts.items()
        if len(rows) > 1
        for row in _elements_apart(page, sorted(rows)[:_MAX_RECORDS])
    }
    in_order, apart = ([some[row] for row in sorted(some)] for some in (found, around))
    return list(_within_bounds(page, in_order)), list(_within_bounds(page, apart))


def _elements_apart(page: Page, rows: list[int]) -> Iterator[int]:
    """Yield the largest element around each of some rows that holds no other one of them."""
    for before, row, after in zip([-1, *rows], rows, [*rows[1:], len(page)], strict=False):
        at = row
        while (parent := int(page.parent[at])) > before and page.end[parent] <= after:
            at = parent
        yield at


def _within_bounds(page: Page, records: list[_Record]) -> Iterator[_Record]:
    """Yield the records up to a limit on their total rows, as hostile pages nest them."""
    n_rows = 0
    for record in records:
        n_rows += min(int(page.end[record.row]) - record.row, _MAX_ROWS)
        if n_rows > _MAX_ROWS_OF_ALL:
            return
        yield record


def _signed_readers(visible: _VisiblePage, records: list[_Record]) -> list[_PostReader]:
    """Return a reader for each record with an author or a date, forms left out.

    A record inside another one needs an author; otherwise it is a part of the outer one, unless it is a
    custom element.
    """
    owner = _innermost_records(visible.page, records)
    found, end = [], 0
    for record in records:
        reader = _PostReader(visible, record, owner)
        if reader.is_signed(is_inner=record.row < end and not _CUSTOM[visible.page.tag[record.row]]):
            found.append(reader)
            end = max(end, int(visible.page.end[record.row]))
    return found


def _without_boxes(visible: _VisiblePage, records: list[_Record]) -> Iterator[_Record]:
    """Yield the records, without the posts in a declared comment that have no date: they are parts of it."""
    owner, end = _innermost_records(visible.page, records), 0
    for record in records:
        is_inner = record.is_post and not record.is_declared and record.row < end
        if not is_inner or _PostReader(visible, record, owner).is_dated():
            yield record
        end = max(end, int(visible.page.end[record.row])) if record.is_declared else end


def _innermost_records(page: Page, records: list[_Record]) -> Int:
    """Return the index of the innermost record around each row, −1 for none; int64."""
    spans = np.array([(record.row, page.end[record.row]) for record in records], dtype=np.int64)
    owner: Int = find_innermost(len(page), spans.reshape(-1, 2))
    return owner


def _without_whole_thread(page: Page, records: list[_Record], usable: dict[int, Post]) -> Iterator[_Record]:
    """Yield the records, without a post that holds no more than a label and all others of its name."""
    last = {record.sign: record.row for record in records}
    for record in records:
        is_around = record.row < last.pop(record.sign, 0) < page.end[record.row]
        if not (is_around and record.is_post and len(usable[record.row].text) <= _MAX_LABEL):
            yield record


def _thread_names(page: Page, records: list[_Record], usable: dict[int, Post]) -> set[bytes]:
    """Return the names of posts that form a thread, not teasers of other pages."""
    groups: dict[bytes, list[int]] = {}
    for record in records:
        if record.is_post and record.row in usable:
            groups.setdefault(record.sign, []).append(record.row)
    return {sign for sign, rows in groups.items() if _is_thread(page, [usable[row] for row in rows])}


def _is_thread(page: Page, posts: list[Post]) -> bool:
    """Return True if most posts have author and date, and few lead elsewhere."""
    n_signed = sum(post.author is not None and post.published is not None for post in posts)
    are_signed = n_signed >= max(2, _MIN_SIGNED * len(posts))
    return are_signed and sum(_leads_elsewhere(page, post) for post in posts) * 2 < len(posts)


def _is_spoken(page: Page, record: _Record, usable: dict[int, Post]) -> bool:
    """Return True if a comment is one: no piece called so, no question without author or date.

    The text of a piece begins with a linked heading. Questions are asked by readers, or by companies.
    """
    post = usable[record.row]
    if record.sign.endswith(_QUESTION) and None in {post.author, post.published}:
        return False
    row = post.text_rows[0]
    is_heading = _HEADINGS[page.tag[post.row : row]] & (page.end[post.row : row] > row)
    return not (page.is_link[row] and is_heading.any()) or len(post.text.split("\n")[0]) <= _MAX_LABEL


def _leads_elsewhere(page: Page, post: Post) -> bool:
    """Return True if links dominate the text of a post or its heading links; author and #42 do not count.

    Where a title of the user follows the author in the heading, declared posts tell more.
    """
    inside, texts = slice(post.row, int(page.end[post.row])), list(post.text_rows)
    if int(page.n_chars[texts] @ page.is_link[texts]) * 2 > int(page.n_chars[texts].sum()):
        return True
    headings = post.row + _HEADINGS[page.tag[inside]].nonzero()[0][:20]
    for at in headings.tolist():
        anchors = at + page.is_anchor[at : page.end[at]].nonzero()[0]
        anchor = int(anchors[0]) if len(anchors) else int(page.parent[at]) if page.is_link[at] else -1
        rows = (at,) if page.cached(declared_comments) else (at, anchor)
        named = [" ".join(page.row_text(row).split()) for row in rows if row >= 0]
        if anchor >= 0 and post.author not in named and "#" not in page.attributes(anchor).get("href", ""):
            return True
    return False


def _nesting_levels(visible: _VisiblePage, records: list[_Record]) -> list[int]:
    """Return the level of each record by its nesting, else by its name, else as stated."""
    levels = nesting_levels((record.row, _record_end(visible, record.row)) for record in records)
    named = [record.level for record in records]
    least = min(named, default=-1)
    if any(levels) or least >= 0:
        return levels if any(levels) else [level - least for level in named]
    return stated_levels(visible.page, _innermost_records(visible.page, records), len(records)) or levels


def stated_levels(page: Page, owner: Int, n_records: int) -> list[int]:
    """Return levels by an attribute or by the width of a spacer; empty unless every record has one.

    ``owner`` is the index of the record of each row, −1 for none.
    """
    for name in (*_INDENT, "width"):  # a picture of one line indents the comments of Hacker News
        found: dict[int, str] = {}
        for row, value in page.values(name).items():
            if owner[row] >= 0 and (name != "width" or page.value(row, "height") == "1"):
                found.setdefault(int(owner[row]), value)
        if len(found) == n_records and all(len(one) < 6 and one.isdecimal() for one in found.values()):
            widths = [int(found[i]) for i in range(n_records)]
            return [int(level) for level in np.unique(widths, return_inverse=True)[1]]
    return []


def _record_end(visible: _VisiblePage, row: int) -> int:
    """Return the end of a record with its replies: that of its list item, if it opens one."""
    page, parent = visible.page, int(visible.page.parent[row])
    is_item = parent >= 0 and page.name(parent) in {"li", "dd"}
    is_first = is_item and not visible.solid[parent:row].any()
    return int(page.end[parent]) if is_first else int(page.end[row])


# -- read one record ----------------------------------------------------------------------------------


class _PostReader:
    """Reader of one record: finds its author, date and text among its own rows."""

    def __init__(self, visible: _VisiblePage, record: _Record, owner: Int) -> None:
        self.record, self._first_lines = record, dict[int, str]()
        self._page, self._visible = visible.page, visible
        self._end = min(int(visible.page.end[record.row]), record.row + _MAX_ROWS)
        self._is_own = owner[record.row : self._end] == owner[record.row]
        # Who wrote a quotation, and when, is not told of the post.
        quoted = visible.is_quoted[record.row : self._end]
        self._is_said = self._is_own if quoted[0] else self._is_own & ~quoted
        is_time = self._is_said & visible.is_time[record.row : self._end]
        self._times: list[int] = (record.row + is_time.nonzero()[0]).tolist()

    def owning(self, owner: Int) -> _PostReader:
        """Return a reader for other owners of rows; this one if its rows are the same."""
        is_own = owner[self.record.row : self._end] == owner[self.record.row]
        return self if (is_own == self._is_own).all() else _PostReader(self._visible, self.record, owner)

    def is_dated(self) -> bool:
        """Return True if the record states a date."""
        moment, row = self._date_and_row
        return row >= 0 or (moment is not None and self.record.is_declared)

    def is_signed(self, *, is_inner: bool) -> bool:
        """Return True if the record states an author or date; an inner one needs an author."""
        page, start = self._page, self.record.row
        fields = rows_of_tag(page.columns, _FIELD, start, self._end)
        if len(editors := page.attribute("contenteditable").row):
            inside = editors[slice(*editors.searchsorted((start, self._end)))].tolist()
            fields += [row for row in inside if page.value(row, "contenteditable") == "true"]
        if any(self._is_own[row - start] for row in fields):
            return False
        return self._author_and_row[1] >= 0 or (not is_inner and self.is_dated())

    def post(self) -> Post | None:
        """Return the post, or None without text or without both author and date."""
        author, author_row = self._author_and_row
        published, date_row = self._date_and_row
        if author is None and published is None:
            return None
        if author is None:
            author, author_row = self._linked_user()
        author_rows = [author_row]
        if author is None and date_row >= 0:
            author = self._name_before(date_row)
        if author is None and date_row >= 0 and not self.record.is_post:
            author, author_rows = self._name_at_date(date_row)
        page, is_code = self._page, self._visible.is_code
        lines = self._text_lines([*author_rows, date_row])
        texts = [
            page.text[page.text_start[at[0]] : page.text_end[at[-1]]].strip("\n") if is_code[at[0]] else line
            for line, at in lines
        ]
        text = "\n".join(texts)[:_MAX_TEXT_CHARS].removeprefix(": ").removeprefix("：")
        rows = tuple(row for _, at in lines for row in at)
        is_answer = self.record.sign.endswith(ANSWERS)
        return Post(author, published, text, 0, self.record.row, rows, is_answer) if text else None

    @cached_property
    def _named_parts(self) -> dict[str, list[int]]:
        """Return own rows by the part that their names tell: author, date, text; a post in a post is text."""
        start = self.record.row
        shown = self._is_own & self._visible.legible[start : self._end]
        found: dict[str, list[int]] = {"author": [], "date": [], "text": [], "declared": []}
        properties: dict[str, list[int]] = {}
        page, is_declared, author_end = self._page, self.record.is_declared, 0
        for row, name in inner_names(page.columns, start, shown.view(np.uint8), _NAME_BYTES):
            if not (part := _part_or_post(name)):  # as of most names
                continue
            # The name of a question is its heading.
            if name == b"name" and row >= author_end and page.value(row, "itemprop") == "name":
                continue
            if part == "author":
                author_end = max(author_end, int(page.end[row]))
            # By their ids posts tell only the text.
            if part != "text" and (name.startswith(b"#") or not self._is_said[row - start]):
                continue
            if part == "post":
                part = "text" if _HOLDERS[page.tag[row]] else ""
            # What is not shown says who writes if the record is declared.
            if part and (page.tag[row] != _META or (part == "author" and is_declared)):
                found[part].append(row)
                if is_declared and name in _PROPERTIES:
                    properties.setdefault(part, []).append(row)
            elif part == "date" and (is_declared or not self.record.is_post):
                found["declared"].append(row)
        return found | properties

    @cached_property
    def _author_and_row(self) -> tuple[str | None, int]:
        rows = self._named_parts["author"]
        for i, row in enumerate(rows):
            if i + 1 < len(rows) and rows[i + 1] < self._page.end[row]:
                continue  # the inner one holds the name
            name = author_name(self._first_line(row))
            linked = next((user for user, _ in self._user_links(row, int(self._page.end[row]))), "")
            name = linked if linked and name.startswith(linked) else name  # in a line with other links
            if _may_be_name(name):
                return name, row
        return None, -1

    def _user_links(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """Yield the names in links to the pages of users, and their rows."""
        for row in rows_of_tag(self._page.columns, _A, start, end):
            if USER_PAGE.search((self._page.value(row, "href") or "").encode()):
                name = author_name(self._first_line(row))
                if _may_be_name(name) and "://" not in name:
                    yield name, row

    def _linked_user(self) -> tuple[str | None, int]:
        """Return the first link to the page of a user that is not in the text, and its row.

        A post needs a named text: the box of its author alone may be called one.
        """
        page, start = self._page, self.record.row
        dated = self._date_and_row[1]  # what holds the date too is a box around the text
        spans = ((row, int(page.end[row])) for row in self._named_parts["text"])
        texts = [(first, end) for first, end in spans if self.record.is_post or not first <= dated < end]
        if self.record.is_post and not texts:
            return None, -1
        for name, row in self._user_links(start, self._end):
            if self._is_said[row - start] and not any(first <= row < end for first, end in texts):
                return name, row
        return None, -1

    def _name_before(self, date_row: int) -> str | None:
        """Return the name that stands before the date in its line: Ann Lee · 1 May; - Ann, York, 1 May."""
        start, end = self.record.row, int(self._page.end[date_row])
        first = max(start, date_row - _LAST_TEXTS)
        own = self._is_said[first - start : end - start] & self._visible.solid[first:end]
        lines = join_lines(self._page.columns, first + own.nonzero()[0])
        match = _NAME_AND_DATE.match(lines[-1][0]) if lines else None
        name = author_name(match[1] or match[2]) if match else ""
        return name if 0 < len(name) <= _MAX_DATED and not BUTTON.fullmatch(name) else None

    def _name_at_date(self, date_row: int) -> tuple[str | None, list[int]]:
        """Return the name among the short texts at the date of a comment, and rows that are no text then."""
        lines, at = self._lines_at_date(date_row)
        for name, rows in self._texts_at_date(lines, at, date_row):
            found = author_name(name)
            if _NAME.fullmatch(found) and not BUTTON.fullmatch(found):
                return found, rows
        return None, []

    def _texts_at_date(self, lines: _Lines, at: int, date_row: int) -> Iterator[tuple[str, list[int]]]:
        """Yield texts of their own: stressed in the line of the date, above it, else before it."""
        page, end = self._page, int(self._page.end[date_row])
        others = [row for row in lines[at][1] if not date_row <= row < end] if lines else []
        has_text = at + 1 < len(lines) or bool(self._named_parts["text"])
        is_head = has_text and int(page.n_chars[others].sum()) <= _MAX_NAME
        texts = [(page.row_text(row), lines[at][1] if is_head else [row]) for row in others]
        yield from (text for row, text in zip(others, texts, strict=True) if self._is_in(_STRESSED, row))
        above = lines[at - 1 : at] if has_text and at <= _MAX_LINES_ABOVE else []
        above += [
            one for one in lines[:at][:1] if page.is_link[one[1][0]] and self._is_in(_HEADINGS, one[1][0])
        ]
        for line, rows in above:
            is_one = len(rows) == 1 or any(self._is_in(_STRESSED, row) for row in rows)
            if is_one and page.name(page.parent[rows[0]]) != "dt":
                yield line, rows
        for row, text in zip(others, texts, strict=True):
            if row < date_row and _INLINE[page.tag[page.parent[row]]]:
                yield text

    def _is_in(self, tags: Bool, row: int) -> bool:
        """Return True if a text is in an element with one of some tags, or in a link in one."""
        parent = self._page.parent[row]
        return bool(tags[self._page.tag[[parent, self._page.parent[parent]]]].any())

    def _lines_at_date(self, date_row: int) -> tuple[_Lines, int]:
        """Return the lines that begin a record and those around its date, and which one has the date."""
        page, start = self._page, self.record.row
        solid = self._is_said & self._visible.solid[start : self._end]
        rows = start + solid.nonzero()[0]
        at = int(rows.searchsorted(date_row))
        near = {*rows[:_FIRST_TEXTS].tolist(), *rows[max(at - _LAST_TEXTS, 0) : at + _LAST_TEXTS].tolist()}
        lines = join_lines(page.columns, np.array(sorted(near), dtype=np.int64))
        return lines, next((i for i, (_, rows) in enumerate(lines) if date_row <= rows[-1]), 0)

    @cached_property
    def _date_and_row(self) -> tuple[Moment | None, int]:
        page = self._page
        names = [row for row in self._named_parts["author"] if not self._first_line(row).isdigit()]
        for row in [*self._times, *self._named_parts["date"], *names]:
            # What stands in brackets is the time of a change.
            text = page.value(row, "datetime") or self._first_line(row).partition(" (")[0]
            is_date = len(text) <= _MAX_DATE and not text.lower().startswith(_CHANGES)
            if is_date and (moment := parse_moment(text, reference=self._visible.reference)):
                return moment, row
        if (titled := self._date_in_title()) is not None:
            return titled
        moment, row = self._dated_line()
        if row >= 0:
            return moment, row
        declared = (parse_moment(page.value(row, "content") or "") for row in self._named_parts["declared"])
        return next(filter(None, declared), None) or self._date_before(), -1

    def _date_in_title(self) -> tuple[Moment, int] | None:
        """Return the date in the title of an element that shows less, and its row: May 20 at 1:54, 4d."""
        page, start = self._page, self.record.row
        dated = self._named_parts["date"]
        for name in (b" title",) if self.record.is_post else (b" title", b" data-tippy-content"):
            for row, title in values_having(page.columns, name, (start, self._end), _YEARS, _MAX_TITLES):
                moment = parse_moment(title.decode()) if self._is_said[row - start] else None
                if moment is None or not moment.day:
                    continue
                shown = self._first_line(row)
                is_relative = not find_moments(shown) and find_moments(shown, reference=moment.datetime())
                is_counted = any(map(str.isdigit, shown)) and not self.record.is_post
                if is_relative or is_counted or any(at <= row < page.end[at] for at in dated):
                    return moment, row
        return None

    def _date_before(self) -> Moment | None:
        """Return the date that is the first line of the element before the record, as bbPress has it."""
        page, row = self._page, self.record.row - 1
        while row > 0 and page.parent[row] > page.parent[self.record.row]:
            row = int(page.parent[row])
        if row < 0 or page.is_text[row] or page.parent[row] != page.parent[self.record.row]:
            return None
        line = self._first_line(row)
        return parse_moment(line, reference=self._visible.reference) if len(line) <= _MAX_DATED else None

    def _dated_line(self) -> tuple[Moment | None, int]:
        """Return the first of the leading text nodes that holds a date, else one at the end that is one."""
        page, start = self._page, self.record.row
        solid = start + (self._is_said & self._visible.solid[start : self._end]).nonzero()[0]
        rows = [*solid[:_FIRST_TEXTS].tolist(), *solid[:-_LAST_TEXTS:-1].tolist()]
        for i, row in enumerate(rows):
            text = " ".join(page.row_text(row).split()) if page.n_chars[row] <= _MAX_DATED else ""
            may_date = len(text) <= _MAX_DATED and any(map(str.isdigit, text))
            if not may_date or (i >= _FIRST_TEXTS and not text[0].isdigit()):
                continue
            moment = parse_moment(text, reference=self._visible.reference)
            label = " ".join(page.row_text(rows[i - 1]).split()) if moment and i else ""
            start = next((start for start, _, _ in find_moments(text)), 0)  # none in a relative date
            if moment and not OTHER_DATE.search(f"{label} {text[:start]}"):
                return (moment, row) if moment.day else (None, -1)
        return None, -1

    def _first_line(self, row: int) -> str:
        if row not in self._first_lines:
            content = self._page.value(row, "content") if self._page.tag[row] == _META else None
            line: str = content or first_line(self._page.columns, row, _FIRST_ROWS)
            self._first_lines[row] = line[: _MAX_DATE * 2].strip(MARKS)
        return self._first_lines[row]

    def _text_lines(self, left_out: list[int]) -> _Lines:
        """Return the lines of the text element, else own lines without author, date and buttons."""
        page, start = self._page, self.record.row
        visible, inside, times = self._visible, slice(start, self._end), self._times
        solid = self._is_own & visible.solid[inside] & ~visible.is_decoration[inside]
        button: _Lines = []
        # A quoted comment stands deeper than the text of its own; a box holds the time too.
        texts = sorted(self._named_parts["text"], key=lambda row: int(page.depth[row]))
        for row in sorted(texts, key=lambda row: bisect(times, page.end[row]) - bisect(times, row)):
            rows = row + solid[row - start : page.end[row] - start].nonzero()[0]
            if len(rows) and not any(row <= at < page.end[row] for at in left_out):
                lines = join_lines(page.columns, rows)
                if not all(BUTTON.fullmatch(line) for line, _ in lines):
                    is_titled = _REPLY_TITLE.match(lines[0][0]) and self._is_in(_HEADINGS, lines[0][1][0])
                    lines = lines[1:] if is_titled and len(lines) > 1 else lines
                    return _without_counts([one for one in lines if not NOTE.fullmatch(one[0])] or lines)
                button = button or lines
        if button:  # for want of more
            return button
        for row in left_out:
            if row >= 0:
                solid[row - start : page.end[row] - start] = False
        lines = join_lines(page.columns, start + solid.nonzero()[0])
        spoken = [(text, rows) for text, rows in lines if not ACTIONS.fullmatch(text)]
        # Who only writes "Thanks" presses no button: the first line stays.
        without_buttons = [line for line in spoken if not BUTTON.fullmatch(line[0])]
        return _without_counts(without_buttons) or spoken[:1]


@lru_cache(maxsize=16_384)
def _part_or_post(name: bytes) -> str:
    """Return the part of a record that a name tells, ``post`` for one of its own, ``""`` for none."""
    kind = record_of_name(name)
    return part_of_name(name) or ("post" if kind and kind[0] else "")


def _may_be_name(name: str) -> bool:
    """Return True for a short text that is neither a button nor the initial in place of a portrait."""
    is_initial = len(name) == 1 and name.isascii()
    is_button = ACTIONS.fullmatch(name) is not None and not any(map(str.isdigit, name))
    return 0 < len(name) <= _MAX_NAME and not is_initial and not is_button


def _without_counts(lines: _Lines) -> _Lines:
    """Return the lines of a text, without a date that begins them and a count that ends them."""
    last = lines[-1][0] if len(lines) > 1 else ""
    if BUTTON.fullmatch(last) and any(map(str.isdigit, last)) and not find_moments(last):
        lines = lines[:-1]
    first = lines[0][0] if len(lines) > 1 and len(lines[0][0]) <= _MAX_DATED else ""
    dates = find_moments(first) if any(map(str.isdigit, first)) else []
    label = f"{first[: dates[0][0]]}{first[dates[0][1] :]}".strip(MARKS) if dates else first
    return lines[1:] if dates and (not label or BUTTON.fullmatch(label)) else lines
