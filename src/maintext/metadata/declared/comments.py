"""Read the comments that a page declares in JSON-LD.

Source: schema.org ``Comment``, ``Answer``, ``DiscussionForumPosting``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from maintext.html import Page
from maintext.metadata.declared.structured_data import Node, as_values, read_json_ld, type_names
from maintext.metadata.moment import Moment, parse_moment

__all__ = ["Comment", "declared_comments"]

_OPENING = frozenset({"discussionforumposting", "socialmediaposting", "question"})
_REPLIES = frozenset({"comment", "answer", "usercomments"})
_INTO = ("comment", "acceptedAnswer", "suggestedAnswer", "reply")
_MAX_COMMENTS = 5_000
_MAX_LEVEL = 50
_MAX_TEXT_CHARS = 50_000  # of one text
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>")
_BREAK = re.compile(r"<(?:br|/p|/div|/li)\b[^<>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comment:
    r"""One comment, reply or forum post.

    - ``author``: name of the author as shown; ``None`` for none.
    - ``published``: date and time; ``None`` for unknown.
    - ``text``: text without the replies, lines separated by ``\n``.
    - ``level``: nesting level: 0 for comments on the text and for posts of a flat thread, 1 for replies to
      these, and so on.
    - ``origin``: ``visible``, or ``json-ld`` for declared comments.
    - ``row``: row of its element; −1 for declared ones.
    """

    author: str | None
    published: Moment | None
    text: str
    level: int
    origin: str
    row: int = -1


def declared_comments(page: Page) -> list[Comment]:
    """Return the comments, answers and posts that a page declares, in its order, at most 5,000."""
    declared = [comment for node in read_json_ld(page) for comment in _declared_comments(node, 0)]
    return list(dict.fromkeys(declared))[:_MAX_COMMENTS]


def _declared_comments(node: Node, level: int) -> Iterator[Comment]:
    """Yield the comments of a node and of its children."""
    kinds = type_names(node)
    is_post = bool(kinds & _REPLIES) or (bool(kinds & _OPENING) and any(node.get(key) for key in _INTO))
    comment = _read_comment(node, level) if is_post else None
    if comment is not None:
        yield comment
    if level >= _MAX_LEVEL:
        return
    for key in _INTO:
        for below in as_values(node.get(key), _MAX_COMMENTS):
            if isinstance(below, dict):
                yield from _declared_comments(below, level + (comment is not None))


def _read_comment(node: Node, level: int) -> Comment | None:
    text = _strip_markup(node.get("text") or node.get("articleBody") or node.get("commentText"))
    if not text:
        return None
    author = next(filter(None, map(_person_name, as_values(node.get("author")))), None)
    stated = node.get("dateCreated") or node.get("datePublished") or node.get("commentTime")
    published = parse_moment(stated[:100]) if isinstance(stated, str) else None
    if author is None and published is None:
        return None  # the answer of a list of frequent questions
    return Comment(author, published, text, level, "json-ld")


def _person_name(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("name") or value.get("alternateName")
    return " ".join(html.unescape(value).split())[:200] if isinstance(value, str) else ""


def _strip_markup(value: Any) -> str:
    """Return the text of a string that may be HTML, lines separated by line breaks."""
    if not isinstance(value, str):
        return ""
    text = html.unescape(_MARKUP.sub("", _BREAK.sub("\n", value[:_MAX_TEXT_CHARS])))
    return "\n".join(line for line in (" ".join(part.split()) for part in text.split("\n")) if line)
