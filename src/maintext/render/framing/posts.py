"""Write each post of a thread and comment on an article under a heading: who, when, in reply to whom."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.parser import to_markdown
from maintext.html.tags import HEADING_LEVEL, HEADING_TAGS, tag_mask
from maintext.render.markup import Edits
from maintext.selection import Selection

if TYPE_CHECKING:  # imported on first use
    from maintext.metadata.declared.comments import Comment
    from maintext.metadata.posts import Post

__all__ = ["LINK_TARGET", "edit_posts", "select_posts", "write_comments"]

LINK_TARGET = re.compile(r'\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)')
"""The end of a link or picture in Markdown: its URL and title."""

_MAX_BEFORE_POSTS = 200  # kept characters above the posts and not in headings: more is an article
_SAME_LETTERS = 80  # at the beginning of a comment that Markdown has
_MAX_OTHERS = 150  # kept characters around the text of a short post: author, date, rank, signature
_REPLY_TO, _MAX_NAMES, _MAX_NAME = WordSet(("reply-to",)), 3, 60  # names above a text, and characters
_MENTION, _WORD_SIGN = re.compile(r"(?:(?:回复|回覆)\s*@?|@)\s*"), re.compile(r"[\w-]", re.ASCII)
_QUOTE, _QUOTES = tag_mask(("blockquote",)), WordSet(("quote",))
_QUOTES_EXACT = frozenset((b"quote", b"bbcode_quote", b"quotecontent", b"quote-thread"))
_HEADINGS = tag_mask(HEADING_TAGS)
_LISTS = tag_mask("ul ol li dl dd dt".split())
_TABLE = tag_mask(("table",))
_TABLE_PARTS = tag_mask("table tbody thead tfoot tr td th".split())
_WORDS = {"": ("Comments", "in reply to"), "zh": ("评论", "回复"), "zh-Hant": ("評論", "回覆")}


def select_posts(
    page: Page, selection: Selection, posts: Sequence[Post], *, adds: bool
) -> tuple[Selection, list[Post]]:
    """Return the selection with the texts of posts, without what stands around them; and these posts.

    Posts are whole if ``adds``, with the quotations that the selection leaves out; else what it has of them
    stays. Elements with more kept text around the text of their post are none. Cost O(n_rows), and O(rows of
    posts).
    """
    keep, around = selection.keep, np.zeros(len(page), dtype=np.int64)
    for number, post in enumerate(posts, start=1):
        around[post.row : page.end[post.row]] = number  # of the innermost, as they come in page order
    chosen = np.zeros(len(page), dtype=np.bool_)
    for post in posts:
        rows = np.array(post.text_rows, dtype=np.int64)
        chosen[rows] = keep[rows] | adds
    n_chosen, n_others = (
        np.bincount(around[rows], weights=page.n_chars[rows], minlength=len(posts) + 1)
        for rows in (chosen, keep & ~chosen)
    )
    is_post = (n_chosen > 0) & (n_others <= np.maximum(n_chosen, _MAX_OTHERS))
    is_post[0] = False
    inside = is_post[around]
    others = keep & inside & ~chosen
    selection = selection.with_rule(others, "stands next to the text of a post", is_kept=False)
    selection = selection.with_rule(chosen & inside & ~keep, "a post or comment", is_kept=True)
    return selection, [post for number, post in enumerate(posts, start=1) if is_post[number]]


def edit_posts(page: Page, keep: Bool, posts: Sequence[Post], language: str, edits: Edits) -> None:
    """Add the headings of posts with kept text; lists and tables that hold posts become plain blocks."""
    if not posts:
        return
    rows = [post.row for post in posts]
    _open_holders(page, rows, edits)
    is_body = keep & ~page.inside(page.tagged(_HEADINGS))
    is_article = int(page.n_chars[: rows[0]] @ is_body[: rows[0]]) > _MAX_BEFORE_POSTS
    title, _ = _labels_of(language)
    lead = f"<h2>{title}</h2>" if is_article else ""
    _mark_quotes(page, posts, edits)
    for post, head in zip(posts, _head_lines(posts, language, _named_answers(page, posts)), strict=True):
        row = post.row
        opening = edits.start.get(row) or page.data[page.byte_start[row] : page.inner_start[row]].decode()
        closing = edits.end.get(row) or page.data[page.inner_end[row] : page.byte_end[row]].decode()
        level = 3 if is_article else 2
        edits.rename(row, f"{opening}{lead}<h{level}>{html.escape(head)}</h{level}>", closing)
        lead = ""
        ranks = HEADING_LEVEL[page.tag[row : page.end[row]]]
        inner = ranks.nonzero()[0]
        lower = max(level + 1 - int(ranks[inner].min(initial=9)), 0)  # its headings stand below its own
        for at in (row + inner).tolist():
            if at not in edits.start:
                rank = min(int(HEADING_LEVEL[page.tag[at]]) + lower, 6)
                edits.rename(at, f"<h{rank}>", f"</h{rank}>")


def _mark_quotes(page: Page, posts: Sequence[Post], edits: Edits) -> None:
    """Write elements of posts that boards name as quotations, without one in them, as quotations."""
    n_quotes = page.subtree_sum(page.tagged(_QUOTE))
    named = values_having(page.columns, b" class", (posts[0].row, len(page)), _QUOTES, len(page))
    texts = {row for post in posts for row in post.text_rows}
    for row, names in named:
        is_named = not _QUOTES_EXACT.isdisjoint(names.split())
        if is_named and not n_quotes[row] and not texts.isdisjoint(range(row, page.end[row])):
            edits.rename(row, "<blockquote>", "</blockquote>")


def write_comments(comments: Sequence[Comment], posts: Sequence[Post], markdown: str, language: str) -> str:
    """Return the comments that Markdown lacks, below a heading of their own; ``""`` for none.

    ``posts`` are those that it has, whole or in part.
    """
    shown, letters = {post.row for post in posts}, _read_letters(LINK_TARGET.sub("]", markdown))
    comments = [
        one
        for one in comments
        if one.row not in shown and _read_letters(one.text)[:_SAME_LETTERS] not in letters
    ]
    if not comments:
        return ""
    title, _ = _labels_of(language)
    heads = _head_lines(comments, language)
    parts = (
        f"<h3>{html.escape(head)}</h3>"
        + "".join(f"<p>{html.escape(line)}</p>" for line in comment.text.split("\n"))
        for comment, head in zip(comments, heads, strict=True)
    )
    markup = f"<h2>{title}</h2>{''.join(parts)}"
    return to_markdown(markup, base_url=None, links=False, images=False, tables=False).strip()


def _head_lines(posts: Sequence[Post | Comment], language: str, named: Sequence[str] = ()) -> Iterator[str]:
    """Yield who wrote each post, when, in reply to whom: the author ``named``, else the one a level above."""
    _, in_reply_to = _labels_of(language)
    above: list[str] = []  # authors by level
    for number, post in enumerate(posts, start=1):
        del above[post.level :]
        answered = (named[number - 1] if named else "") or (above[-1] if above else "")
        above.extend([answered] * (post.level - len(above)))
        author = post.author or ""
        above.append(author)
        when = str(post.published or "").replace("T", " ")[:16]
        parts = (author, when, f"{in_reply_to} {answered}" if answered else "")
        yield ", ".join(part for part in parts if part) or f"#{number}"


def _named_answers(page: Page, posts: Sequence[Post]) -> list[str]:
    """Return the author of an earlier post whom each names first (@Ann, 回复 Ann) or above its text."""
    authors: dict[str, str] = {}  # by name and by the end of the link to them
    found = []
    for post in posts:
        start, first = post.row, post.text_rows[0]
        above = start + page.is_text[start:first].nonzero()[0]
        head = "\n".join(map(page.row_text, above.tolist()))
        tabs = values_having(page.columns, b" class", (start, first), _REPLY_TO, first - start)
        texts = [page.row_text(row) for row, _ in tabs] + head.split("@", _MAX_NAMES)[1:]
        named = (_author_named(text, authors) for text in (*(f"@{one.strip()}" for one in texts), post.text))
        found.append(next((name for name in named if name and name != post.author), ""))
        if author := post.author:
            authors[author.casefold()] = author
            for row in (start + page.is_anchor[start:first].nonzero()[0]).tolist():
                handle = (page.value(row, "href") or "").rpartition("/")[2].lstrip("@").partition("@")[0]
                if handle and author in page.row_text(row):
                    authors[handle.casefold()] = author
    return found


def _author_named(text: str, authors: Mapping[str, str]) -> str:
    """Return whose name a text begins with after @ or 回复; ``""`` for nobody's."""
    mention = _MENTION.match(text)
    said = text[mention.end() : mention.end() + _MAX_NAME].casefold() if mention else ""
    ends = (end for end in range(len(said), 0, -1) if said[:end] in authors)
    return next((authors[said[:end]] for end in ends if not _WORD_SIGN.match(said, end)), "")


def _read_letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _labels_of(language: str) -> tuple[str, str]:
    return _WORDS.get(language) or _WORDS.get(language.partition("-")[0]) or _WORDS[""]


def _open_holders(page: Page, rows: Sequence[int], edits: Edits) -> None:
    """Write the lists and tables around posts, and tables that are posts, as plain blocks."""
    holders: set[int] = set()
    for row in rows:
        at = row
        while at > 0 and at not in holders:
            holders.add(at)
            at = int(page.parent[at])
    around = np.array(sorted(holders), dtype=np.int64)
    opened = around[(_LISTS | _TABLE_PARTS)[page.tag[around]]].tolist()
    for table in around[_TABLE[page.tag[around]]].tolist():
        inner = table + np.flatnonzero(_TABLE_PARTS[page.tag[table : page.end[table]]])
        opened.extend(inner.tolist())
    edits.open_blocks(opened)
