"""What goes into a batch: a page to extract, when it was fetched, or why it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any

from maintext.metadata.moment import parse_moment

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OF_FILE", "BatchItem", "Problem", "fetch_time", "parse_time", "size_of"]

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
class BatchItem:
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


def size_of(item: BatchItem) -> int:
    """Size of the page that an item holds, in bytes or characters; 0 for one that is in a file."""
    return len(item.html or b"")


OF_FILE = "mtime"
"""What the user says for the time of the last change of each file."""


def parse_time(value: Any) -> datetime | None:
    """Return a value of a record as a time: a text, a date or a time; ``None`` for all else."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime.combine(value, time())
    moment = parse_moment(value) if isinstance(value, str) else None
    return moment.datetime() if moment else None


def fetch_time(stated: Any, given: str, path: Path | None = None) -> datetime | None:
    """Return when a page was fetched; ``None`` where nobody says it.

    Parameters
    ----------
    stated
        What its record says; goes before all else where it is a time.
    given
        What the user says of all pages: a time, :data:`OF_FILE`, or ``""``.
    path
        File of the page, ``None`` for one that has none of its own.
    """
    if found := parse_time(stated):
        return found
    if given != OF_FILE:
        return parse_time(given)
    return datetime.fromtimestamp(path.stat().st_mtime, UTC) if path else None
