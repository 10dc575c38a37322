"""The values that come out of a page of micro-content."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maintext.render.rows import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.metadata.moment import Moment


__all__ = ["MicroContent", "MicroPost", "posts_csv", "posts_jsonl", "posts_table"]

_POST_FIELDS = tuple(
    """author published time_text text n_reposts n_comments n_likes images url quoted quoted_author level
    confidence""".split()
)
_COUNTS = {"n_reposts": "reposts", "n_comments": "comments", "n_likes": "likes"}
_MAX_TEXT = 300  # characters that the table shows


@dataclass(frozen=True, slots=True, kw_only=True)
class MicroPost:
    r"""One record of micro-content: a microblog, a comment, a post of a thread, a line of a chat.

    Attributes
    ----------
    text
        What it says, lines apart by ``\n``, without replies and without what it quotes; ``""`` for a post
        of pictures only.
    author
        Name as shown; ``None`` where the record states none.
    published
        When, as exact as stated; ``None`` where nothing can be read, for a clock without a day, and for
        relative times of a page whose time of fetching is not known.
    time_text
        The time as shown, ``""`` for none.
    n_reposts, n_comments, n_likes
        Counts that the record shows; ``None`` for none.
    images
        Addresses of its pictures, without portraits and icons.
    url
        Its own address; ``""`` for none.
    quoted, quoted_author
        Text of the post that it quotes or passes on, and who wrote that; ``""`` and ``None`` for none.
    level
        0 for those of the region, 1 for replies to these, and so on.
    confidence
        0–1: how much of what records of this page have stands in this one, times that of the region.
    row, end
        Rows of the record on the page, half-open; replies stand within.
    text_rows
        Rows of ``text`` on the page, in order.
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
        return {
            "author": self.author,
            "published": str(self.published) if self.published else None,
            "time_text": self.time_text,
            "text": self.text,
            "n_reposts": self.n_reposts, "n_comments": self.n_comments, "n_likes": self.n_likes,
            "images": list(self.images),
            "url": self.url,
            "quoted": self.quoted, "quoted_author": self.quoted_author,
            "level": self.level,
            "confidence": round(self.confidence, 3),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class MicroContent:
    """The micro-content of a page.

    Attributes
    ----------
    posts
        Records in page order, replies behind what they answer; empty where there are none.
    row
        Row of the element around all of them; −1 for none.
    confidence
        0–1: how sure it is that these are records of micro-content.
    reason
        Why these, or why none.
    """

    posts: tuple[MicroPost, ...]
    row: int
    confidence: float
    reason: str


def posts_jsonl(posts: Iterable[MicroPost]) -> str:
    """Return each record as a line of JSON, non-ASCII letters as they are."""
    return "".join(json.dumps(post.to_dict(), ensure_ascii=False) + "\n" for post in posts)


def posts_csv(posts: Iterable[MicroPost]) -> str:
    """Return a header and a line per record, by RFC 4180; addresses of images are apart by a space.

    A text that a spreadsheet would run as a formula has a ``'`` before it.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(_POST_FIELDS)
    for post in posts:
        record = post.to_dict() | {"images": " ".join(post.images)}
        values = (record[name] for name in _POST_FIELDS)
        writer.writerow(["" if value is None else harmless(str(value)) for value in values])
    return file.getvalue()


def posts_table(posts: Iterable[MicroPost]) -> str:
    """Return two lines per record: author, time and counts, then the text; replies stand further in."""
    return "".join(_format_post(post) for post in posts)


def _format_post(post: MicroPost) -> str:
    indent = "  " * post.level
    counts = [
        f"{getattr(post, field)} {name}"
        for field, name in _COUNTS.items()
        if getattr(post, field) is not None
    ]
    head = "  ".join([post.author or "-", str(post.published or post.time_text or "-"), *counts])
    text = " ".join(post.text.split())
    cut = text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"
    quoted = f"{indent}  > {' '.join(post.quoted.split())[:_MAX_TEXT]}\n" if post.quoted else ""
    return f"{indent}{head}\n{quoted}{indent}  {cut}\n"
