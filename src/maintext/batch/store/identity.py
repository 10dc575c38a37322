"""Which stored record a page is: by its canonical URL, the URL it moved from, or its title and text.

Error pages with status 200 are none: they are known by their titles, or by one text where the records of an
earlier run differed.

Two records are near-duplicates if at most :data:`MAX_BITS` of the 64 bits of their fingerprints differ; a
group is a connected component. Fingerprints that differ in at most 3 bits agree in one of four parts of 16
bits (pigeonhole; Manku, Jain and Das Sarma, WWW 2007), so only those are compared.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.batch.store.frontier import FAILED
from maintext.batch.store.schema import changes, frontier, key_of, pages, sa
from maintext.sites.error_title import is_error_title

__all__ = [
    "COLUMNS", "MAX_BITS", "NO_WORDS", "ErrorPages", "find_record", "find_unlike_twin", "has_other_offer",
    "has_other_title", "iter_equal", "n_different_bits", "near_groups",
]  # fmt: skip

MAX_BITS = 3  # Manku et al., section 4: for pages of the web
_PART_BITS = 16


def near_groups(fingerprints: Sequence[int]) -> NDArray[np.int64]:
    """Return for each 64-bit fingerprint the index of the first one in its group, as int64.

    0, a text without words, is always a group of its own. Cost O(n log n), plus the squares of the sets that
    share a part: about n² / 16,384 for unrelated texts.
    """
    values = np.array(fingerprints, dtype=np.uint64)
    found = np.arange(len(values))
    found[values != 0] = np.flatnonzero(values)[_group_distinct(values[values != 0])]
    return found


def _group_distinct(values: NDArray[np.uint64]) -> NDArray[np.int64]:
    different, first, place = np.unique(values, return_index=True, return_inverse=True)
    left, right = _near_pairs(different).T
    before = np.zeros_like(first)
    # The smallest index goes from neighbour to neighbour, once a round, until no group has a smaller one.
    while not np.array_equal(before, first):
        before = first.copy()
        np.minimum.at(first, left, before[right])
        np.minimum.at(first, right, before[left])
    found: NDArray[np.int64] = first[place.reshape(-1)]
    return found


def _near_pairs(values: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the pairs of indices whose values differ in few bits, of shape (n_pairs, 2)."""
    pairs = [np.zeros((0, 2), dtype=np.int64)]
    for shift in range(0, 64, _PART_BITS):
        part = (values >> np.uint64(shift)) & np.uint64(0xFFFF)
        order = np.argsort(part, kind="stable")
        bounds = np.flatnonzero(np.diff(part[order])) + 1
        for bucket in np.split(order, bounds):
            pairs += [_near_in_bucket(values, bucket, at) for at in range(len(bucket) - 1)]
    return np.concatenate(pairs)


def _near_in_bucket(values: NDArray[np.uint64], bucket: NDArray[np.int64], at: int) -> NDArray[np.int64]:
    others = bucket[at + 1 :]
    bits = np.unpackbits((values[others] ^ values[bucket[at]])[:, None].view(np.uint8), axis=1)
    near = others[bits.sum(axis=1) <= MAX_BITS]
    return np.column_stack((np.full(len(near), bucket[at]), near))


# Columns of a record that may be replaced: not its texts.
_RECORD_NAMES = "key url canonical_url title fingerprint run n_changes n_parts fields".split()
COLUMNS = sa and [pages.c[name] for name in _RECORD_NAMES]
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


_MAX_WORDS = 100  # of an error page that no earlier page of its URL tells
_MAX_REPLACED = 200  # records whose earlier values are kept in memory, the latest of a run


@dataclass(frozen=True, slots=True)
class _Replaced:
    """A record before a change, and what it was changed to."""

    before: Any  # the whole row
    url: str
    title: str
    fingerprint: str
    is_stored: bool  # False if the record kept its values


class ErrorPages:
    """What the records of one run were changed to.

    A page that changes to the title and text of another record keeps its record, provided that the two
    differed before: a site in maintenance answers every URL with one page. So does a page that changes to the
    title of an error page.
    """

    def __init__(self) -> None:
        self._replaced: deque[_Replaced] = deque(maxlen=_MAX_REPLACED)
        self._known: list[_Replaced] = []  # first pages with the title and text of an error page
        self._counts: Counter[str] = Counter()

    def take_counts(self) -> Counter[str]:
        """Return what to add to the counts of records since the last call; ``copied``: URLs that failed."""
        counts, self._counts = self._counts, Counter()
        return counts

    def refuse_new(self, connection: Any, record: Mapping[str, Any], run: int, *, is_target: bool) -> bool:
        """Return True if a page without a record shows a known error page; its URL has failed then.

        So has a short page that has the title of one, if a redirect led to it, as where a site asks for a
        login, or if another page has its text too.
        """
        # An article may have such a title, too: 404 Not Found of a reference, news of a login.
        has_title = is_error_title(record.get("title")) and (record.get("n_words") or 0) <= _MAX_WORDS
        error = _find_alike(record, self._known)
        if has_title and not error and (other := next(iter_equal(connection, record), None)):
            first = _Replaced(None, other.url, record["title"], record["fingerprint"], is_stored=False)
            error = self._learn_error(connection, first, run)
        is_error = error is not None or (is_target and has_title)
        if is_error:
            self._note_failed(connection, record["url"], error.url if error else record["url"], page_key=None)
        return is_error

    def keep_earlier(self, connection: Any, record: Mapping[str, Any], before: Any, run: int) -> bool:
        """Return True if a changed page shows another one; its record stays, and its URL has failed then.

        The first page with that title and text was stored; it gets its earlier values back.
        """
        if record["fingerprint"] == NO_WORDS or not record.get("title"):
            return False
        error, first = (_find_alike(record, those) for those in (self._known, self._replaced))
        if not error and first and _is_different(first.before, before):
            error = self._learn_error(connection, first, run)
        url, title, text = (record[name] for name in ("url", "title", "fingerprint"))
        if not error and is_error_title(title) and not is_error_title(before.title):
            error = self._learn_error(connection, _Replaced(before, url, title, text, is_stored=False), run)
        if not error and first and first.is_stored:  # two URLs of one page, which has changed
            return False
        other = error.url if error else find_unlike_twin(connection, record, before)
        if other:
            self._note_failed(connection, record["url"], other, page_key=before.key)
        if not error:
            row = connection.execute(sa.select(pages).where(pages.c.key == before.key)).first()
            self._replaced.append(_Replaced(row, url, title, text, is_stored=not other))
        return bool(other)

    def _learn_error(self, connection: Any, first: _Replaced, run: int) -> _Replaced:
        """Give the first record its earlier values, and delete records that this run made of the text."""
        self._known.append(first)
        if first.is_stored:
            key, values = first.before.key, dict(first.before._mapping)  # noqa: SLF001 - SQLAlchemy's public name
            connection.execute(sa.update(pages).where(pages.c.key == key).values(**values))
            self._undo_change(connection, key, run, "changed")
            self._note_failed(connection, first.url, "", page_key=key)
        made = sa.select(pages.c.key, pages.c.url, pages.c.title).join(changes, changes.c.key == pages.c.key)
        made = made.where(pages.c.fingerprint == first.fingerprint, changes.c.run == run)
        for row in connection.execute(made.where(changes.c.what == "new")).all():
            if row.title == first.title:
                connection.execute(sa.delete(pages).where(pages.c.key == row.key))
                self._undo_change(connection, row.key, run, "new")
                self._note_failed(connection, row.url, first.url, page_key=None)
        return first

    def _undo_change(self, connection: Any, key: str, run: int, what: str) -> None:
        connection.execute(sa.delete(changes).where(changes.c.key == key, changes.c.run == run))
        self._counts[what] -= 1

    def _note_failed(self, connection: Any, url: str, other: str, *, page_key: str | None) -> None:
        """Note that a URL has failed, without the validators of the error page."""
        self._counts["copied"] += 1
        if other == url:
            reason = "has the title of an error page"
        else:
            reason = f"shows the same as another page: {other}" if other else "shows the same as other pages"
        values = {"etag": None, "last_modified": None, "page_key": page_key}
        values |= {"state": FAILED, "result": "copy", "error": "error page", "reason": reason}
        connection.execute(sa.update(frontier).where(frontier.c.key == key_of(url)).values(**values))


def _find_alike(record: Mapping[str, Any], replaced: Iterable[_Replaced]) -> _Replaced | None:
    """Return the first change of another page to the title and nearly the text of a page."""
    # An error page may state the time, or the number of the request.
    titled = (one for one in replaced if one.title == record.get("title") and one.url != record["url"])
    alike = (one for one in titled if n_different_bits(one.fingerprint, record["fingerprint"]) <= MAX_BITS)
    return next(alike, None)


def _is_different(one: Any, other: Any) -> bool:
    """Return True if two records differ in more than the way to one page, as its print version does."""
    is_other_text = n_different_bits(one.fingerprint, other.fingerprint) > MAX_BITS
    return is_other_text or has_other_title(one.title, other.title)
