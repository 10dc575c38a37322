"""Comments, replies and forum posts of a page: those that it shows, or those that it declares.

Sources: schema.org ``Comment``, ``Answer``, ``DiscussionForumPosting``; the visible ones stand in
:mod:`~maintext.metadata.posts`.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext.metadata.declared.json_ld import read_json_ld
from maintext.metadata.moment import Moment, parse_moment
from maintext.metadata.posts import find_posts

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.declared.json_ld import Node

__all__ = ["Comment", "find_comments"]

_OPENING = frozenset({"discussionforumposting", "socialmediaposting", "question"})
_REPLIES = frozenset({"comment", "answer", "usercomments"})
_INTO = ("comment", "acceptedAnswer", "suggestedAnswer", "reply")
_MAX_COMMENTS = 5_000
_MAX_LEVEL = 50
_MAX_CHARS = 50_000  # of one text
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>")
_BREAK = re.compile(r"<(?:br|/p|/div|/li)\b[^<>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comment:
    r"""One comment, reply or forum post.

    Attributes
    ----------
    author
        Name of who wrote it, as shown; ``None`` where none is stated.
    published
        When; ``None`` where that is not stated.
    text
        What it says, lines apart by ``\n``, without the replies to it.
    level
        How deep it stands: 0 for comments on the text and for all posts of a flat thread, 1 for replies
        to these, and so on.
    origin
        ``visible`` for what the page shows, ``json-ld`` for what it declares.
    row
        Row of its element; −1 for declared ones.
    """

    author: str | None
    published: Moment | None
    text: str
    level: int
    origin: str
    row: int = -1


def find_comments(
    page: Page,
    reference: Moment | dt.datetime | None = None,
    kept: NDArray[np.bool_] | None = None,
) -> list[Comment]:
    """Return the comments of a page in page order, ``[]`` for none.

    What the page shows is taken, unless it declares more than that: many pages load their comments
    later. Posts of a thread count, the opening one too; it stands one level above the answers where the
    page declares them.

    Parameters
    ----------
    page
        The page.
    reference
        When it was fetched; see :func:`~maintext.metadata.moment.parse_moment`. Without it dates such
        as 3 hours ago are not read.
    kept
        Text rows of the main content; see :func:`~maintext.metadata.posts.find_posts`.

    Notes
    -----
    Cost O(n_rows), and O(length of the JSON-LD). Comments are found by the names of their elements, by
    microdata or by JSON-LD; the same comments without any of these are not found.
    """
    shown = [
        Comment(post.author, post.published, post.text, post.level, "visible", post.row)
        for post in find_posts(page, reference, kept)
    ]
    declared = [comment for node in read_json_ld(page) for comment in _declared(node, 0)]
    unique = list(dict.fromkeys(declared))[:_MAX_COMMENTS]
    return unique if len(unique) > len(shown) else shown


def _declared(node: Node, level: int) -> Iterator[Comment]:
    """Give the comments of a node and below it."""
    kinds = _kinds(node)
    is_post = bool(kinds & _REPLIES) or (bool(kinds & _OPENING) and _has_replies(node))
    comment = _comment(node, level) if is_post else None
    if comment is not None:
        yield comment
    if level >= _MAX_LEVEL:
        return
    for key in _INTO:
        for below in _nodes(node.get(key)):
            yield from _declared(below, level + (comment is not None))


def _comment(node: Node, level: int) -> Comment | None:
    text = _plain(node.get("text") or node.get("articleBody") or node.get("commentText"))
    if not text:
        return None
    author = next((name for name in map(_name, _values(node.get("author"))) if name), None)
    stated = node.get("dateCreated") or node.get("datePublished") or node.get("commentTime")
    published = parse_moment(stated[:100]) if isinstance(stated, str) else None
    if author is None and published is None:
        return None  # the answer of a list of frequent questions
    return Comment(author, published, text, level, "json-ld")


def _has_replies(node: Node) -> bool:
    return any(node.get(key) for key in _INTO)


def _kinds(node: Node) -> set[str]:
    stated = _values(node.get("@type"))[:10]
    return {one.rpartition("/")[2].rpartition(":")[2].lower() for one in stated if isinstance(one, str)}


def _nodes(value: Any) -> list[Node]:
    return [one for one in _values(value) if isinstance(one, dict)]


def _values(value: Any) -> list[Any]:
    if value is None:
        return []
    return value[:_MAX_COMMENTS] if isinstance(value, list) else [value]


def _name(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("name") or value.get("alternateName")
    return " ".join(html.unescape(value).split())[:200] if isinstance(value, str) else ""


def _plain(value: Any) -> str:
    """Text of a string that may be HTML; lines apart by a line break."""
    if not isinstance(value, str):
        return ""
    text = html.unescape(_MARKUP.sub("", _BREAK.sub("\n", value[:_MAX_CHARS])))
    return "\n".join(line for line in (" ".join(part.split()) for part in text.split("\n")) if line)
