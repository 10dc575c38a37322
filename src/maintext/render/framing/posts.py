"""Write each post of a thread and comment on an article under a heading: who, when, in reply to whom."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, mark_rows
from maintext.html.parser import to_markdown
from maintext.html.tags import HEADING_LEVEL, tag_mask
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
_MENTION = re.compile(r"(?:回[复覆]\s*(?:\d{1,6}[#楼樓]\s*)?@?|@+)\s*(.{1,60})")
_IN_NAME = re.compile(r"[\w-]")
_QUOTE, _BOXES = tag_mask(("blockquote",)), tag_mask("div p section aside fieldset".split())
_QUOTE_NAMES = frozenset("quote bbcode_quote quotecontent quote-thread".split())
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
    levels = HEADING_LEVEL[page.tag] * (page.subtree_sum(keep) > 0)
    is_body = keep & ~page.inside(levels > 0)
    is_article = int(page.n_chars[: rows[0]] @ is_body[: rows[0]]) > _MAX_BEFORE_POSTS
    lead = f"<h2>{_labels_of(language)[0]}</h2>" if is_article else ""
    _mark_quotes(page, posts, edits)
    for post, head in zip(posts, _head_lines(posts, language, _named_answers(page, posts)), strict=True):
        row = post.row
        opening = edits.start.get(row) or page.data[page.byte_start[row] : page.inner_start[row]].decode()
        closing = edits.end.get(row) or page.data[page.inner_end[row] : page.byte_end[row]].decode()
        level = 3 if is_article else 2
        edits.rename(row, f"{opening}{lead}<h{level}>{html.escape(head)}</h{level}>", closing)
        lead = ""
        inner = levels[row : page.end[row]]
        lower = max(level + 1 - int(inner[inner > 0].min(initial=9)), 0)  # its headings stand below its own
        for at in (row + inner.nonzero()[0]).tolist():
            if at not in edits.start:
                rank = min(int(levels[at]) + lower, 6)
                edits.rename(at, f"<h{rank}>", f"</h{rank}>")


def _mark_quotes(page: Page, posts: Sequence[Post], edits: Edits) -> None:
    """Write boxes in posts that boards name as quotations as such, with neither one nor a post in them."""
    texts = page.subtree_sum(mark_rows(len(page), [row for post in posts for row in post.text_rows]))
    others = page.subtree_sum(page.tagged(_QUOTE) | mark_rows(len(page), [post.row for post in posts]))
    for row, names in page.values("class").items():
        is_named = not _QUOTE_NAMES.isdisjoint(names.split())
        if is_named and _BOXES[page.tag[row]] and texts[row] and not others[row]:
            edits.rename(row, "<blockquote>", "</blockquote>")


def write_comments(comments: Sequence[Comment], posts: Sequence[Post], markdown: str, language: str) -> str:
    """Return the comments that Markdown lacks, below a heading of their own; ``""`` for none.

    ``posts`` are those that it has, whole or in part.
    """
    rows, letters = {post.row for post in posts}, _read_letters(LINK_TARGET.sub("]", markdown))
    comments = [one for one in comments if one.row not in rows]
    comments = [one for one in comments if _read_letters(one.text)[:_SAME_LETTERS] not in letters]
    if not comments:
        return ""
    title, _ = _labels_of(language)
    heads = _head_lines(comments, language, [""] * len(comments))
    parts = (
        f"<h3>{html.escape(head)}</h3>"
        + "".join(f"<p>{html.escape(line)}</p>" for line in comment.text.split("\n"))
        for comment, head in zip(comments, heads, strict=True)
    )
    markup = f"<h2>{title}</h2>{''.join(parts)}"
    return to_markdown(markup, base_url=None, links=False, images=False, tables=False).strip()


def _head_lines(posts: Sequence[Post | Comment], language: str, named: Iterable[str]) -> Iterator[str]:
    """Yield who wrote each post, when, in reply to whom: the author ``named``, else the one a level above."""
    _, in_reply_to = _labels_of(language)
    above: list[str] = []  # authors by level
    for number, (post, name) in enumerate(zip(posts, named, strict=True), start=1):
        del above[post.level :]
        answered = name or (above[-1] if above else "")
        above.extend([answered] * (post.level - len(above)))
        author = post.author or ""
        above.append(author)
        when = str(post.published or "").replace("T", " ")[:16]
        parts = (author, when, f"{in_reply_to} {answered}" if answered else "")
        yield ", ".join(part for part in parts if part) or f"#{number}"


def _named_answers(page: Page, posts: Sequence[Post]) -> Iterator[str]:
    """Yield the author of an earlier post whom each names first (@Ann, 回复 Ann) or above its text."""
    authors: dict[str, str] = {}  # by name and by the end of the link to them
    tabs = [row for row, names in page.values("class").items() if "reply-to" in names]
    in_tab = page.inside(mark_rows(len(page), tabs))
    for post in posts:
        start, first = post.row, post.text_rows[0]
        above = (start + page.is_text[start:first].nonzero()[0]).tolist()
        texts = ["@" * int(in_tab[row]) + page.row_text(row).strip() for row in above]
        mentions = map(_MENTION.match, [*texts, post.text])
        said = [mention[1].casefold() for mention in mentions if mention]
        starts = (one[:n] for one in said for n in range(len(one), 0, -1) if not _IN_NAME.match(one, n))
        yield next((authors[one] for one in starts if authors.get(one, post.author) != post.author), "")
        if author := post.author:
            links = (start + page.is_anchor[start:first].nonzero()[0]).tolist()
            urls = (page.value(row, "href") or "" for row in links if author in page.row_text(row))
            handles = (url.rpartition("/")[2].lstrip("@").partition("@")[0].casefold() for url in urls)
            authors |= dict.fromkeys((author.casefold(), *handles), author)


def _read_letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _labels_of(language: str) -> tuple[str, str]:
    return _WORDS.get(language) or _WORDS.get(language.partition("-")[0]) or _WORDS[""]


def _open_holders(page: Page, rows: Sequence[int], edits: Edits) -> None:
    """Write lists and tables around posts, and tables that are posts, as plain blocks, not those in posts."""
    around = page.subtree_sum(mark_rows(len(page), rows)) > 0
    in_tables = page.inside(around & page.tagged(_TABLE)) & ~page.inside(~around & page.tagged(_TABLE))
    opened = (around & page.tagged(_LISTS)) | (in_tables & page.tagged(_TABLE_PARTS))
    edits.open_blocks(opened.nonzero()[0].tolist())
