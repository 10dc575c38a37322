"""The input of a batch: a page to extract, the time it was fetched, or why it cannot be read."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

from maintext.batch.remote import status_of
from maintext.html.urls import split_url
from maintext.metadata.moment import parse_moment

__all__ = [
    "CUT_SHORT", "DAMAGED_RECORD", "LOSSES", "MTIME", "BatchItem", "Problem", "fetch_time", "host_of",
    "input_of", "make_encodable", "no_page_hint", "parse_time", "payload_digest", "size_of",
]  # fmt: skip

# Kind of error of the one row for the unread rest of a source.
CUT_SHORT = "SourceCutShort"

# Kind of error of a record that is damaged; those after it are read.
DAMAGED_RECORD = "RecordDamaged"

# Errors that mean that a source is damaged and pages are missing.
LOSSES = (CUT_SHORT, DAMAGED_RECORD)


@dataclass(frozen=True, slots=True)
class Problem:
    """The reason why a page has no result."""

    # A class name of `maintext.errors` or of an unexpected exception; `PageTimeout` for a page over
    # the time limit, `WorkerDied` for a page that ended its process, or `CUT_SHORT`
    error: str
    reason: str  # a sentence for people


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchItem:
    """One page to extract.

    The page is in ``html``, or in the file ``path``, which the worker reads. If both are ``None``, it is
    fetched from ``url``.
    """

    key: str  # name of the page in the output: path, WARC record id, line; need not be unique
    html: bytes | str | None = None  # bytes as fetched, or text
    path: str | None = None  # file with the bytes; compressed files are decompressed
    url: str | None = None
    charset: str | None = None  # `charset` of the Content-Type header
    fetched: datetime | None = None  # time when the page was fetched
    problem: Problem | None = None  # why the page could not be read; it becomes an error row
    # Where the page is from, by the names of `input` in `docs/document.schema.json`; those known so far
    input: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)  # other keys of a line of JSON, for its row

    @property
    def is_to_fetch(self) -> bool:
        """Return True if the page must be fetched from its URL."""
        return self.html is None and self.path is None and self.problem is None


# Names of `input` in a record: where the page is from; null for what a source does not have.
_INPUT = (
    "file", "row", "offset", "length", "size", "digest", "record_id", "fetched", "target_uri", "http_status",
    "content_type",
)  # fmt: skip


def input_of(item: BatchItem, page: bytes | str | None) -> dict[str, Any]:
    """Return where a page is from, by the names of ``input`` in ``docs/document.schema.json``.

    Size and digest are those of ``page`` if the item does not have them; text is measured in UTF-8.
    """
    known = {"fetched": item.fetched and item.fetched.isoformat()} | item.input
    if page is not None and not ("size" in known and known.get("digest")):
        data = page if isinstance(page, bytes) else page.encode("utf-8", "surrogatepass")
        known = {"size": len(data)} | known | {"digest": known.get("digest") or payload_digest(data)}
    return {name: make_encodable(known.get(name)) for name in _INPUT}


def make_encodable(value: Any) -> Any:
    """Escape lone surrogates of a text, which file names and JSON may contain; return other values."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def no_page_hint(*, has_url: bool) -> str:
    """Return what to do about a table or line without a page, with a URL or not."""
    return "see --html-field" + ("; --html-field '' fetches the URLs" if has_url else "")


def payload_digest(page: bytes) -> str:
    """Return the digest of a page in the form of WARC files: SHA-1 in base 32."""
    return f"sha1:{b32encode(hashlib.sha1(page, usedforsecurity=False).digest()).decode()}"


def size_of(item: BatchItem) -> int:
    """Return the size of an item's page in bytes or characters; 0 for a page in a file."""
    return len(item.html or b"")


# Value of the option `fetched`: the modification time of each file.
MTIME = "mtime"


def host_of(url: str) -> str:
    """Return the host of a URL; ``""`` if it has none or is malformed."""
    return split_url(url).hostname or ""


def parse_time(value: Any) -> datetime | None:
    """Convert a field value to a datetime: text, date, datetime, seconds since 1970; else ``None``.

    A year or month alone is none: its first day would be taken for the time, and later dates for mistakes.
    """
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime.combine(value, time())
    if isinstance(value, int | float):
        value = f"{value:.0f}"
    moment = parse_moment(value) if isinstance(value, str) else None
    return moment.datetime() if moment and moment.day else None


def fetch_time(stated: Any, given: str, path: Path | None = None) -> datetime | None:
    """Return the time a page was fetched, ``None`` if unknown.

    ``stated``, a value from the page's record, is used first if it is a time. ``given`` is the user's value
    for all pages: a time, :data:`MTIME` for the modification time of ``path``, or ``""``.
    """
    if found := parse_time(stated):
        return found
    if given != MTIME:
        return parse_time(given)
    status = path and status_of(path)
    return datetime.fromtimestamp(status.st_mtime, UTC) if status else None
