"""The values that come out of a page of micro-content."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from maintext.metadata.moment import Moment

__all__ = ["MicroContent", "MicroPost"]


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
