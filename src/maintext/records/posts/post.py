"""Posts and their output as a table, CSV and JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from maintext.metadata.moment import Moment
from maintext.rows import csv_text, json_lines

__all__ = ["MicroContent", "MicroPost", "posts_csv", "posts_jsonl", "posts_table"]

_POST_FIELDS = tuple(
    """author published time_text text n_reposts n_comments n_likes images url quoted quoted_author level
    confidence""".split()
)
_COUNTS = {"n_reposts": "reposts", "n_comments": "comments", "n_likes": "likes"}
_MAX_TEXT = 300  # characters that the table shows


@dataclass(frozen=True, slots=True, kw_only=True)
class MicroPost:
    r"""One record of micro-content: a post, a comment, a line of a chat.

    - ``text``: text with lines separated by ``\n``, without replies and quotes; ``""`` for pictures only.
    - ``author``: name as shown, or ``None``.
    - ``published``: date as exact as stated. ``None`` if unreadable, for a clock without a day, and for
      relative times if the time of fetching is unknown.
    - ``time_text``: time as shown, or ``""``.
    - ``n_reposts``, ``n_comments``, ``n_likes``: counts shown in the record, or ``None``.
    - ``images``: URLs of its pictures, without portraits and icons.
    - ``url``: URL of the record, or ``""``.
    - ``quoted``, ``quoted_author``: text and author of the post it quotes or reposts; ``""`` and ``None`` if
      there is none.
    - ``level``: 0 for records of the region, 1 for replies to them, and so on.
    - ``confidence``: 0–1: share of the usual fields present in this record, times the confidence of the
      region.
    - ``row``, ``end``: Half-open range of rows of the record; it includes its replies.
    - ``text_rows``: rows of ``text``, in order.
    """

    text: str
    author: str | None = None
    published: Moment | None = None
    time_text: str = ""
    n_reposts: int | None = None
    n_comments: int | None = None
    n_likes: int | None = None
    images: tuple[str, ...] = ()
    url: str = ""
    quoted: str = ""
    quoted_author: str | None = None
    level: int = 0
    confidence: float = 0.0
    row: int = -1
    end: int = -1
    text_rows: tuple[int, ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values, without its rows."""
        plain = {name: getattr(self, name) for name in _POST_FIELDS}
        return plain | {
            "published": str(self.published) if self.published else None,
            "images": list(self.images),
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True, slots=True)
class MicroContent:
    """The micro-content of a page.

    - ``posts``: records in page order, replies after the post they answer.
    - ``row``: row of the element around all of them, or −1.
    - ``confidence``: 0–1: how certain it is that these are records of micro-content.
    - ``reason``: why these records were chosen, or why none.
    """

    posts: tuple[MicroPost, ...]
    row: int
    confidence: float
    reason: str


def posts_jsonl(posts: Iterable[MicroPost]) -> str:
    """Return one line of JSON per record; non-ASCII letters are not escaped."""
    return "".join(json_lines(post.to_dict() for post in posts))


def posts_csv(posts: Iterable[MicroPost]) -> str:
    """Return a header and one CSV line per record (RFC 4180).

    A text that a spreadsheet would run as a formula is prefixed with ``'``.
    """
    records = (post.to_dict() | {"images": " ".join(post.images)} for post in posts)
    return csv_text([_POST_FIELDS, *([record[name] for name in _POST_FIELDS] for record in records)])


def posts_table(posts: Iterable[MicroPost]) -> str:
    """Return two lines per record: author, time, counts; then the text."""
    return "".join(_format_post(post) for post in posts)


def _format_post(post: MicroPost) -> str:
    indent = "  " * post.level
    stated = ((getattr(post, field), name) for field, name in _COUNTS.items())
    counts = [f"{count} {name}" for count, name in stated if count is not None]
    head = "  ".join([post.author or "-", str(post.published or post.time_text or "-"), *counts])
    text = " ".join(post.text.split())
    cut = text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"
    quoted = f"{indent}  > {' '.join(post.quoted.split())[:_MAX_TEXT]}\n" if post.quoted else ""
    return f"{indent}{head}\n{quoted}{indent}  {cut}\n"
