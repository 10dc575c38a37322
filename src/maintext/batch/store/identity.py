"""Which stored record a page is: by its canonical URL, the URL it moved from, or its title and text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from maintext.batch.store.schema import changes, frontier, key_of, pages, sa

__all__ = [
    "COLUMNS", "NO_WORDS", "find_record", "find_unlike_twin", "has_other_offer", "has_other_title",
    "iter_equal", "n_different_bits",
]  # fmt: skip

# Columns of a record that may be replaced: not its texts.
COLUMNS = sa and [
    pages.c[name]
    for name in (
        "key", "url", "canonical_url", "title", "fingerprint", "run", "n_changes", "n_parts", "fields",
    )
]  # fmt: skip
_OFFER = ("price", "currency", "availability")  # fields of a product; ratings change each day
_INDEX_FILE = re.compile(r"(?<=/)(?:index|default)\.\w+\Z", re.IGNORECASE)
_UNLIKE_BITS = 16  # fingerprints of unrelated texts differ in 32 of 64 bits, give or take 4
NO_WORDS = f"{0:016x}"
"""Fingerprint of a text without words."""
_MAX_EQUAL = 100  # records with one text that are compared: a site may answer all URLs with one page


def find_record(
    connection: Any, record: Mapping[str, Any], run: int, moved: Mapping[str, str]
) -> tuple[dict[str, Any], Any, str]:
    """Return the record with the canonical URL it is stored with, the stored one before it, and a note.

    There is none before a new one. The note is ``shared`` if the page declares the canonical URL of
    another article, ``same`` if it has the title and text of a record whose URL differs in the query, a
    final slash, capital letters or ``index.html`` only, else ``""``. ``moved`` has the URLs that redirected
    in this run, by their targets.
    """
    record, note = dict(record), ""
    declared = record["canonical_url"]
    before = _fetch_row(connection, declared)
    if before and _is_another(record, before, run):
        note = "shared"
        if record["url"] != declared:
            record["canonical_url"] = record["url"]
            before = _fetch_row(connection, record["url"])
        elif _move_record(connection, before, before.url):
            before = None
    if not before and (origin := moved.get(record["url"])):
        before = _fetch_row(connection, origin)
        # Of what is gone, some sites lead to their front page.
        if before and before.url == origin and not _is_unlike(record, before):
            _move_record(connection, before, record["canonical_url"])
            before = _fetch_row(connection, record["canonical_url"])
        else:
            before = None
    if not before and (before := _find_same(connection, record)):
        note = "same"
        if before.run == run and record["canonical_url"] < before.canonical_url:
            _move_record(connection, before, record["canonical_url"])
            before = _fetch_row(connection, record["canonical_url"])
        record["canonical_url"] = before.canonical_url
    if record["canonical_url"] != declared:
        _note_key(connection, record["url"], key_of(record["canonical_url"]))
    return record, before, note


def _fetch_row(connection: Any, url: str) -> Any:
    return connection.execute(sa.select(*COLUMNS).where(pages.c.key == key_of(url))).first()


def _is_another(record: Mapping[str, Any], before: Any, run: int) -> bool:
    """Return True if a stored record is another article: of another page, title and text."""
    is_of_page = before.run == run or before.url == before.canonical_url
    return is_of_page and before.url != record["url"] and _is_unlike(record, before)


def _is_unlike(record: Mapping[str, Any], before: Any) -> bool:
    bits = n_different_bits(record["fingerprint"], before.fingerprint)
    return bits > _UNLIKE_BITS and has_other_title(record.get("title"), before.title)


def has_other_title(one: str | None, other: str | None) -> bool:
    """Return True if neither of two titles is a part of the other one."""
    ours, theirs = ((title or "").casefold() for title in (one, other))
    return ours not in theirs and theirs not in ours


def has_other_offer(record: Mapping[str, Any], before: Any) -> bool:
    """Return True if a page states another price, currency or availability than the stored record."""
    ours, theirs = record.get("fields") or {}, before.fields or {}
    return any(name in ours and name in theirs and ours[name] != theirs[name] for name in _OFFER)


def n_different_bits(one: str, other: str) -> int:
    """Return the number of bits in which two fingerprints differ, 0–64."""
    return (int(one, 16) ^ int(other, 16)).bit_count()


def _find_same(connection: Any, record: Mapping[str, Any]) -> Any:
    """Return the record with the title and text of a page whose URL differs in its end only."""
    place = _bare_url(record["canonical_url"])
    alike = (row for row in iter_equal(connection, record) if _bare_url(row.canonical_url) == place)
    return next(alike, None)


def find_unlike_twin(connection: Any, record: Mapping[str, Any], before: Any) -> str | None:
    """Return the URL of another record with the title and text of a changed page, None if there is none.

    There is none either if the page had nearly that text ``before``.
    """
    others = (row.url for row in iter_equal(connection, record) if row.key != before.key)
    return next(others, None) if _is_unlike(record, before) else None


def iter_equal(connection: Any, record: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the records with the title and text of a page."""
    if record["fingerprint"] != NO_WORDS and record.get("title"):
        equal = sa.select(*COLUMNS).where(pages.c.fingerprint == record["fingerprint"]).order_by(pages.c.key)
        rows = connection.execute(equal.limit(_MAX_EQUAL)).all()
        yield from (row for row in rows if row.title == record["title"])


def _bare_url(url: str) -> str:
    """Return a URL in lower case, without its query, a final slash and the file that stands for a folder."""
    return _INDEX_FILE.sub("", url.partition("?")[0]).rstrip("/").lower()


def _move_record(connection: Any, row: Any, url: str) -> bool:
    """Give a record another canonical URL, unless there is one with it; return True if it was done."""
    if _fetch_row(connection, url):
        return False
    key = key_of(url)
    connection.execute(sa.update(pages).where(pages.c.key == row.key).values(key=key, canonical_url=url))
    connection.execute(sa.update(changes).where(changes.c.key == row.key).values(key=key, url=url))
    _note_key(connection, row.url, key)
    return True


def _note_key(connection: Any, url: str, key: str) -> None:
    """Note in the frontier which record a page is."""
    connection.execute(sa.update(frontier).where(frontier.c.key == key_of(url)).values(page_key=key))
