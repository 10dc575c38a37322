"""Which stored record a page is: by its canonical URL, the URL it moved from, or its title and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.batch.store.schema import changes, frontier, key_of, pages, sa

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["COLUMNS", "find_record"]

# Columns of a record that may be replaced: not its texts.
COLUMNS = sa and [
    pages.c[name] for name in ("key", "url", "canonical_url", "title", "fingerprint", "run", "n_changes")
]
_UNLIKE_BITS = 16  # fingerprints of unrelated texts differ in 32 of 64 bits, give or take 4
_NO_WORDS = f"{0:016x}"


def find_record(
    connection: Any, record: Mapping[str, Any], run: int, moved: Mapping[str, str]
) -> tuple[dict[str, Any], Any, str]:
    """Return the record with the canonical URL it is stored with, the stored one before it, and a note.

    There is none before a new one. The note is ``shared`` if the page declares the canonical URL of another
    article, ``same`` if it has the title and text of a record whose URL differs in the query or a final
    slash only, else ``""``. ``moved`` has the URLs that redirected in this run, by their targets.
    """
    record, note = dict(record), ""
    declared = record["canonical_url"]
    before = _find(connection, declared)
    if before and _is_another(record, before, run):
        note = "shared"
        if record["url"] != declared:
            record["canonical_url"] = record["url"]
            before = _find(connection, record["url"])
        elif _rename(connection, before, before.url):
            before = None
    if not before and (origin := moved.get(record["url"])):
        before = _find(connection, origin)
        # Of what is gone, some sites lead to their front page.
        if before and before.url == origin and not _differs(record, before):
            _rename(connection, before, record["canonical_url"])
            before = _find(connection, record["canonical_url"])
        else:
            before = None
    if not before and (before := _find_same(connection, record)):
        note = "same"
        if before.run == run and record["canonical_url"] < before.canonical_url:
            _rename(connection, before, record["canonical_url"])
            before = _find(connection, record["canonical_url"])
        record["canonical_url"] = before.canonical_url
    if record["canonical_url"] != declared:
        _link(connection, record["url"], key_of(record["canonical_url"]))
    return record, before, note


def _find(connection: Any, url: str) -> Any:
    return connection.execute(sa.select(*COLUMNS).where(pages.c.key == key_of(url))).first()


def _is_another(record: Mapping[str, Any], before: Any, run: int) -> bool:
    """Return True if a stored record is another article: of another page, title and text."""
    is_of_page = before.run == run or before.url == before.canonical_url
    return is_of_page and before.url != record["url"] and _differs(record, before)


def _differs(record: Mapping[str, Any], before: Any) -> bool:
    ours, theirs = ((title or "").casefold() for title in (record.get("title"), before.title))
    bits = int(record["fingerprint"], 16) ^ int(before.fingerprint, 16)
    return ours not in theirs and theirs not in ours and bits.bit_count() > _UNLIKE_BITS


def _find_same(connection: Any, record: Mapping[str, Any]) -> Any:
    """Return the record with the title and text of a page whose URL differs in the query or a final slash."""
    if record["fingerprint"] == _NO_WORDS or not record.get("title"):
        return None
    rows = connection.execute(
        sa.select(*COLUMNS).where(pages.c.fingerprint == record["fingerprint"]).order_by(pages.c.key)
    )
    place = _place(record["canonical_url"])
    alike = (row for row in rows if row.title == record["title"] and _place(row.canonical_url) == place)
    return next(alike, None)


def _place(url: str) -> str:
    return url.partition("?")[0].rstrip("/")


def _rename(connection: Any, row: Any, url: str) -> bool:
    """Give a record another canonical URL, unless there is one with it; return True if it was done."""
    if _find(connection, url):
        return False
    key = key_of(url)
    connection.execute(sa.update(pages).where(pages.c.key == row.key).values(key=key, canonical_url=url))
    connection.execute(sa.update(changes).where(changes.c.key == row.key).values(key=key, url=url))
    _link(connection, row.url, key)
    return True


def _link(connection: Any, url: str, key: str) -> None:
    """Note in the frontier which record a page is."""
    connection.execute(sa.update(frontier).where(frontier.c.key == key_of(url)).values(page_key=key))
