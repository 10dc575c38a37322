"""What goes into a batch: one page that waits to be extracted, or the reason why it cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["Item", "Problem", "size_of"]


CUT_SHORT = "SourceCutShort"
"""Kind of error of a source that cannot be read to its end: one row, for all pages that are left of it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no result for a page.

    Attributes
    ----------
    error
        Name of the kind: a class of :mod:`maintext.errors`, ``PageTimeout`` for a page over the limit of
        time, ``WorkerDied`` for a page on which the process ended, :data:`CUT_SHORT` for what is left of a
        source, or the class of an exception that nobody expected.
    reason
        A sentence.
    """

    error: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One page to extract.

    The page is in ``html``, or in the file ``path``, which is read where the page is extracted, or, when
    both are ``None``, to be fetched from ``url``.

    Attributes
    ----------
    key
        What the page is called in the output: path, WARC record id, line; need not be unique.
    html
        Bytes as fetched, or text.
    path
        File with the bytes, ``.gz`` and the like are decompressed.
    url
        Address of the page.
    charset
        ``charset`` of the Content-Type header.
    fetched
        When the page was fetched.
    problem
        Why the page could not be read; the row says so.
    """

    key: str
    html: bytes | str | None = None
    path: str | None = None
    url: str | None = None
    charset: str | None = None
    fetched: datetime | None = None
    problem: Problem | None = None

    @property
    def is_to_fetch(self) -> bool:
        """Whether the page is still on the net."""
        return self.html is None and self.path is None and self.problem is None


def size_of(item: Item) -> int:
    """Size of the page that an item holds, in bytes or characters; 0 for one that is in a file."""
    return len(item.html or b"")
