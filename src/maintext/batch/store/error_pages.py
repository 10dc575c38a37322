"""Error pages with status 200: by their titles, or one text where the records of an earlier run differed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from maintext.batch.store.frontier import FAILED
from maintext.batch.store.groups import MAX_BITS
from maintext.batch.store.identity import (
    NO_WORDS,
    find_unlike_twin,
    has_other_title,
    iter_equal,
    n_different_bits,
)
from maintext.batch.store.schema import changes, frontier, key_of, pages, sa
from maintext.sites.error_title import is_error_title

__all__ = ["ErrorPages"]

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
    alike = (
        one
        for one in replaced
        if one.title == record.get("title")
        and one.url != record["url"]
        and n_different_bits(one.fingerprint, record["fingerprint"]) <= MAX_BITS
    )
    return next(alike, None)


def _is_different(one: Any, other: Any) -> bool:
    """Return True if two records differ in more than the way to one page, as its print version does."""
    is_other_text = n_different_bits(one.fingerprint, other.fingerprint) > MAX_BITS
    return is_other_text or has_other_title(one.title, other.title)
