"""The frontier: URLs found, which of them wait, and the results of the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from maintext.batch.store.schema import frontier, key_of, sa

__all__ = [
    "DONE", "FAILED", "REFUSED", "WAITING", "Fate", "FrontierUrl", "add_urls", "failures", "find_url",
    "finish", "leave", "n_waiting", "reset", "waiting", "why_not_read",
]  # fmt: skip

WAITING, DONE, FAILED, REFUSED = "waiting", "done", "failed", "refused"
_FATE = ("state", "result", "error", "reason", "status", "tries", "page_key", "etag", "last_modified")
_REDIRECTS = 20  # looked after at most
_CHUNK = 500  # values of one query; SQLite takes 32,766


@dataclass(slots=True, kw_only=True)
class FrontierUrl:
    """A URL to fetch, as a row of the frontier."""

    url: str  # normalized URL: the key
    role: str = "page"  # `page`, `sitemap` or `feed`: the expected content
    priority: int = 20  # lower ones are fetched first
    depth: int = 0  # number of links followed from a start page
    tries: int = 0  # failed requests so far
    n_redirects: int = 0  # redirects that led here
    discovered_from: str | None = None  # URL of the page that links here, `None` for start pages
    etag: str | None = None  # validators of the last answer
    last_modified: str | None = None
    status: int | None = None  # HTTP status of the last answer
    id: int = -1  # id of the row; −1 if it is not stored

    @property
    def key(self) -> str:
        """Key of the URL."""
        return key_of(self.url)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """The result for a URL."""

    url: str  # the URL; it is added if the frontier does not have it
    state: str  # `done`, `failed`, `refused`, or `waiting` for one that is tried again
    # Kind of a page that was read: `record`, `index`, `no content`, `redirect` …
    result: str | None = None
    error: str | None = None  # kind of failure or refusal, and the sentence for people
    reason: str | None = None
    status: int | None = None  # HTTP status, `None` without an answer
    tries: int = 0
    page_key: str | None = None  # key of the record it became or is a part of
    etag: str | None = None
    last_modified: str | None = None
    role: str = "page"


def add_urls(connection: Any, found: Iterable[FrontierUrl], run: int) -> int:
    """Add new URLs; return how many are new. Known ones stay as they are."""
    by_key = {entry.key: entry for entry in found}
    known, listed = set[str](), list(by_key)
    for start in range(0, len(listed), _CHUNK):
        chosen = sa.select(frontier.c.key).where(frontier.c.key.in_(listed[start : start + _CHUNK]))
        known.update(connection.execute(chosen).scalars())
    rows = [_to_row(entry, key, run) for key, entry in by_key.items() if key not in known]
    for start in range(0, len(rows), _CHUNK):
        connection.execute(sa.insert(frontier), rows[start : start + _CHUNK])
    return len(rows)


def finish(connection: Any, fates: Iterable[Fate], run: int) -> None:
    """Write the results of URLs; add those that are missing."""
    by_key = {key_of(fate.url): fate for fate in fates}
    add_urls(connection, (FrontierUrl(url=fate.url, role=fate.role) for fate in by_key.values()), run)
    if by_key:
        values = {name: sa.bindparam(name) for name in _FATE}
        chosen = sa.update(frontier).where(frontier.c.key == sa.bindparam("of_key")).values(run=run, **values)
        rows = [{"of_key": key, **{n: getattr(fate, n) for n in _FATE}} for key, fate in by_key.items()]
        connection.execute(chosen, rows)


def leave(connection: Any, urls: Iterable[str], run: int) -> None:
    """Set unchanged URLs to done and keep everything else about them."""
    rows = [{"of_key": key_of(url)} for url in urls]
    if rows:
        chosen = sa.update(frontier).where(frontier.c.key == sa.bindparam("of_key"))
        connection.execute(chosen.values(state=DONE, run=run), rows)


def waiting(connection: Any, limit: int, but: Collection[int] = ()) -> list[FrontierUrl]:
    """Return the most urgent waiting URLs, except those with the ids in ``but``."""
    chosen = sa.select(frontier).where(frontier.c.state == WAITING).limit(limit + len(but))
    rows = connection.execute(chosen.order_by(frontier.c.priority, frontier.c.id))
    return [_from_row(row) for row in islice((row for row in rows if row.id not in but), limit)]


def find_url(connection: Any, url: str) -> FrontierUrl | None:
    """Return the row of a URL, ``None`` if there is none."""
    row = _find_row(connection, url)
    return _from_row(row) if row else None


def n_waiting(connection: Any) -> int:
    """Return the number of waiting URLs."""
    chosen = sa.select(sa.func.count()).select_from(frontier).where(frontier.c.state == WAITING)
    return int(connection.execute(chosen).scalar_one())


def failures(connection: Any, run: int) -> Iterator[dict[str, Any]]:
    """Yield the URLs of a run that failed or were refused, with the reasons."""
    columns = [frontier.c[name] for name in ("url", "state", "error", "reason", "status", "discovered_from")]
    chosen = sa.select(*columns).where(frontier.c.state.in_((FAILED, REFUSED)), frontier.c.run == run)
    for row in connection.execute(chosen.order_by(frontier.c.error, frontier.c.url)):
        yield dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name


def why_not_read(connection: Any, url: str) -> str:
    """Return why a URL, or its redirect target, failed or was refused; ``""`` if it did not."""
    for _ in range(_REDIRECTS):
        row = _find_row(connection, url)
        if row is None or row.result != "redirect":
            is_failed = row is not None and row.state in {FAILED, REFUSED}
            return (row.reason or row.error) if is_failed else ""
        url = row.reason
    return ""


def reset(connection: Any, *, only_indexes: bool) -> None:
    """Let URLs wait again for the next run: all, or those that lead to others or could not be read."""
    # What redirects led to instead of an article, as a login: they lead there again if they still do.
    is_led_to = (frontier.c.n_redirects > 0) & (frontier.c.error == "error page")
    connection.execute(sa.delete(frontier).where(is_led_to & frontier.c.page_key.is_(None)))
    chosen = sa.update(frontier).values(state=WAITING, tries=0, n_redirects=0, error=None, reason=None)
    if only_indexes:
        one = frontier.c
        is_gone = sa.and_(one.status.is_not(None), one.status.in_((404, 410)))
        is_lost = sa.and_(one.state == FAILED, sa.not_(is_gone))
        chosen = chosen.where(sa.or_(one.role != "page", one.depth == 0, one.result != "record", is_lost))
    connection.execute(chosen)


def _find_row(connection: Any, url: str) -> Any:
    return connection.execute(sa.select(frontier).where(frontier.c.key == key_of(url))).first()


def _to_row(entry: FrontierUrl, key: str, run: int) -> dict[str, Any]:
    names = ("url", "role", "priority", "depth", "tries", "n_redirects", "discovered_from")
    return {"key": key, "state": WAITING, "run": run, **{name: getattr(entry, name) for name in names}}


def _from_row(row: Any) -> FrontierUrl:
    names = FrontierUrl.__dataclass_fields__
    return FrontierUrl(**{name: value for name, value in row._mapping.items() if name in names})  # noqa: SLF001
