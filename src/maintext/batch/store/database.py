"""A store: records, frontier, runs and the log of changes in one database, by SQLAlchemy.

One crawl uses a store at a time, by a lock that ends with its process. For SQLite it is an operating system
lock on a file with the suffix ``.lock``, which is never removed. For a database server it belongs to the
session.
"""

from __future__ import annotations

import datetime as dt
import os
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

from maintext.batch.store import frontier as queue
from maintext.batch.store.identity import COLUMNS, ErrorPages, find_record, has_other_offer, near_groups
from maintext.batch.store.schema import (
    STORE_ERRORS,
    changes,
    frontier,
    key_of,
    metadata,
    pages,
    pages_by_text,
    runs,
    sa,
)
from maintext.errors import InputError, OptionError
from maintext.rows import field_columns

__all__ = ["Run", "Store", "lock_store", "now"]

RUNNING, STOPPED, FINISHED = "running", "stopped", "finished"
_CHUNK = 500
_TRIES, _PAUSE_S = 10, 0.1  # to make the tables, while another process does
_NONE_MOVED: Mapping[str, str] = MappingProxyType({})
_MEMORY = ("sqlite://", "sqlite:///:memory:")


@dataclass(slots=True)
class Run:
    """One crawl, over all its starts."""

    id: int
    n_starts: int  # 1, plus one for each time it was resumed after a stop or a kill
    seconds: float  # duration of the earlier starts
    counts: dict[str, Any]  # counts so far, as plain values


class Store:
    """A database of records; a context manager, or call :meth:`close`.

    ``url`` is an SQLAlchemy URL; ``sqlite://`` is in memory. One crawl writes at a time (:meth:`reserved`).
    """

    def __init__(self, url: str) -> None:
        self.url = url
        is_memory = url in _MEMORY
        arguments: dict[str, Any] = {"poolclass": sa.pool.StaticPool} if is_memory else {}
        if url.startswith("sqlite"):
            # The crawl has a thread of its own.
            arguments["connect_args"] = {"check_same_thread": False, "timeout": 30}
        try:
            self._engine = sa.create_engine(url, **arguments)
        except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ValueError):
            # Without the error below: it may repeat a part of the password.
            raise OptionError(
                f"the store {_hide_password(url)} has no known form: name a file, or write a URL like"
                " postgresql://user:password@host:5432/name with %40 for an @ in the password"
            ) from None
        except ModuleNotFoundError as error:
            message = f"the store {_hide_password(url)} needs a driver: pip install {error.name}"
            raise OptionError(message) from error
        sa.event.listen(self._engine, "handle_error", self._refuse_a_full_disk)
        try:
            self._refuse_others()
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _set_up_sqlite)
            self._make_tables()
        except sa.exc.DBAPIError as error:
            self.close()
            raise InputError(f"the store {_hide_password(url)} cannot be opened: {error.orig}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def _refuse_others(self) -> None:
        """Raise InputError for a file or tables of another program, before anything is written."""
        try:
            inspected = sa.inspect(self._engine)
            there = set(inspected.get_table_names())
            known = [table for table in metadata.tables.values() if table.name in there]
            columns = {one.name: {each["name"] for each in inspected.get_columns(one.name)} for one in known}
            is_other = not all(columns[one.name] >= {*one.c.keys()} for one in known)
        except sa.exc.DatabaseError as error:
            # What SQLite says of a file of another kind has no class of its own.
            if "not a database" not in str(error.orig):
                raise
            is_other = True
        # The connections that looked are not set up for writing.
        self.close()
        if is_other:
            raise InputError(f"{_display_name(self.url)} is not a store of maintext; choose another file")

    def _make_tables(self) -> None:
        """Create missing tables; try again while another process creates them."""
        for _ in range(_TRIES):
            with suppress(sa.exc.DBAPIError):
                metadata.create_all(self._engine)
                pages_by_text.create(self._engine, checkfirst=True)  # of a store that is older than it
                return
            time.sleep(_PAUSE_S)
        metadata.create_all(self._engine)

    def _refuse_a_full_disk(self, context: Any) -> None:
        """Replace SQLite's error for a full disk by an OptionError."""
        error = context.original_exception
        # The last byte is the kind of error; some files of SQLite give an I/O error on a full disk.
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            raise OptionError(
                f"the store {_hide_password(self.url)} cannot be written ({error}): make room, and the"
                " same command goes on"
            ) from error

    def transaction(self) -> AbstractContextManager[Any]:
        """Return a context of a connection: all that is written is committed at its end, or nothing."""
        return self._engine.begin()  # type: ignore[no-any-return]

    @contextmanager
    def named_in_errors(self) -> Iterator[None]:
        """Name the store in database errors of a block.

        Raises InputError: the database does not answer, is locked or damaged.
        """
        try:
            yield
        except sa.exc.DBAPIError as error:
            raise InputError(
                f"the store {_hide_password(self.url)} cannot be used any more: {error.orig}; mend that, and"
                " the same command goes on"
            ) from error

    @contextmanager
    def reserved(self) -> Iterator[None]:
        """Lock the store against other crawls while a block runs; a kill ends the lock too.

        Raises InputError: another crawl uses the store; the message names its process.
        """
        with lock_store(self._engine) as is_ours:
            if not is_ours:
                raise InputError(
                    f"another crawl uses the store {_display_name(self.url)}{self._name_holder()}: wait until"
                    " it ends, stop it, or give this one a store of its own"
                )
            yield

    def _name_holder(self) -> str:
        """Name the process that started the last crawl: the one that holds the lock."""
        last = self.runs()[-1:]
        holder = last[0]["options"].get("process") if last else None
        if not holder:
            return ""
        elsewhere = f" on {holder['host']}" if holder["host"] != socket.gethostname() else ""
        return f" (process {holder['id']}{elsewhere}, since {holder['since']})"

    # -- records --------------------------------------------------------------------------------------

    def put(
        self, connection: Any, records: Iterable[Mapping[str, Any]], run: int,
        moved: Mapping[str, str] = _NONE_MOVED, errors: ErrorPages | None = None,
    ) -> dict[str, int]:  # fmt: skip
        """Insert or update records by ``canonical_url``; count them by ``new``, ``changed``, ``unchanged``.

        Counted too: ``shared`` are pages that keep their own URL since another article has their canonical
        one; ``same`` have the title and text of a record whose URL differs in the query or a final slash
        only, and are that record. So is a page whose URL is the target of a redirect from the URL of a
        record; ``moved`` has these redirects by target. ``copied`` are pages that show what another one
        shows: their records stay as they are. ``errors`` knows what this run has found so far.

        A record holds values by column, at least ``canonical_url``, ``url``, ``outcome``, ``fingerprint``
        and ``fetched``. It has changed if its fingerprint, title, price, currency or availability differs.
        Changes of punctuation, white space or the page's frame do not count. Of several URLs of one record
        in a run, the canonical one is kept, else the first in alphabetical order; the order of fetching
        makes no difference.
        """
        done = []
        for one in records:
            record, before, note = find_record(connection, one, run, moved)
            is_target = one["url"] in moved
            done += [note, self._put_record(connection, record, before, run, errors, is_target=is_target)]
        known = errors.take_counts() if errors else {}
        names = ("new", "changed", "unchanged", "shared", "same", "copied")
        return {what: done.count(what) + known.get(what, 0) for what in names}

    def _put_record(
        self, connection: Any, record: Mapping[str, Any], before: Any, run: int, errors: ErrorPages | None,
        *, is_target: bool,
    ) -> str:  # fmt: skip
        key, at = key_of(record["canonical_url"]), record["fetched"]
        values = {"key": key, "last_seen": at, "run": run, **record}
        if before is None and errors and errors.refuse_new(connection, record, run, is_target=is_target):
            return ""
        if before is None:
            first = {"first_seen": at, "last_changed": at, "n_changes": 0, "near_group": key}
            connection.execute(sa.insert(pages).values(**first, **values))
            self._log_change(connection, run, "new", values, None)
            return "new"
        if before.run == run and not _is_better(record, before):
            return ""
        if before.run != run and record.get("reason") and record["n_parts"] < (before.n_parts or 0):
            # A later part could not be read: the text of an earlier run is whole.
            kept = {name: values[name] for name in ("last_seen", "run", "reason")}
            connection.execute(sa.update(pages).where(pages.c.key == key).values(**kept))
            return "unchanged"
        is_other_text = (before.fingerprint, before.title) != (record["fingerprint"], record.get("title"))
        is_changed = is_other_text or has_other_offer(record, before)
        # A better URL for a record of this run is not a change of the page, unless it was found unchanged.
        is_changed &= before.run != run or not self._is_logged(connection, key, run)
        is_replaced = is_changed and is_other_text and before.run != run
        if is_replaced and errors and errors.keep_earlier(connection, record, before, run):
            return ""
        if is_changed:
            values |= {"last_changed": at, "n_changes": before.n_changes + 1}
            self._log_change(connection, run, "changed", values, before)
        connection.execute(sa.update(pages).where(pages.c.key == key).values(**values))
        return "changed" if is_changed else "" if before.run == run else "unchanged"

    @staticmethod
    def _is_logged(connection: Any, key: str, run: int) -> bool:
        """Return True if a run has logged a change of a record."""
        logged = sa.select(changes.c.id).where(changes.c.key == key, changes.c.run == run)
        return connection.execute(logged.limit(1)).first() is not None

    def seen(self, connection: Any, url: str, run: int) -> bool:
        """Note that a URL's record has not changed (304); return False if there is no record."""
        row = connection.execute(sa.select(frontier.c.page_key).where(frontier.c.key == key_of(url))).first()
        if row is None or row.page_key is None:
            return False
        chosen = sa.update(pages).where(pages.c.key == row.page_key).values(last_seen=now(), run=run)
        return bool(connection.execute(chosen).rowcount)

    def gone(self, connection: Any, url: str, run: int) -> bool:
        """Log that a stored page is gone (404, 410) and keep its record; return True if it was logged."""
        chosen = sa.select(*COLUMNS).join(frontier, frontier.c.page_key == pages.c.key)
        chosen = chosen.where(frontier.c.key == key_of(url), pages.c.url == url)
        before = connection.execute(chosen).first()
        if before is None:
            return False
        last = sa.select(changes.c.what).where(changes.c.key == before.key).order_by(changes.c.id.desc())
        if connection.execute(last.limit(1)).scalar() == "gone":
            return False
        values = {"key": before.key, "url": url, "title": before.title}
        self._log_change(connection, run, "gone", values, before)
        return True

    @staticmethod
    def _log_change(connection: Any, run: int, what: str, values: Mapping[str, Any], before: Any) -> None:
        at, url = values.get("fetched") or now(), values.get("canonical_url") or values["url"]
        row = {"run": run, "key": values["key"], "what": what, "at": at, "url": url}
        for name in ("title", "fingerprint"):
            row |= {name: values.get(name), f"{name}_before": getattr(before, name, None)}
        connection.execute(sa.insert(changes).values(**row))

    def group_near_duplicates(self) -> int:
        """Set ``near_group`` to the smallest key of each group; return the number of near-duplicates."""
        with self.transaction() as connection:
            chosen = sa.select(pages.c.key, pages.c.fingerprint, pages.c.near_group).order_by(pages.c.key)
            rows = connection.execute(chosen).all()
            groups = near_groups([int(row.fingerprint, 16) for row in rows])
            for row, place in zip(rows, groups.tolist(), strict=True):
                if row.near_group != rows[place].key:
                    chosen = sa.update(pages).where(pages.c.key == row.key)
                    connection.execute(chosen.values(near_group=rows[place].key))
        return int((groups != range(len(rows))).sum()) if rows else 0

    def n_records(self) -> int:
        """Return the number of records."""
        with self.transaction() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(pages)).scalar_one())

    def n_not_found(self, run: Run) -> int:
        """Return the number of records that no run since the last whole one has found."""
        before = sa.select(sa.func.max(runs.c.id)).where(runs.c.id < run.id, runs.c.state == FINISHED)
        with self.transaction() as connection:
            chosen = sa.select(sa.func.count()).where(pages.c.run <= before.scalar_subquery())
            return int(connection.execute(chosen).scalar_one())

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield all records as values by column, ordered by canonical URL."""
        with self._engine.connect() as connection:
            keys = connection.execute(sa.select(pages.c.key).order_by(pages.c.canonical_url)).scalars().all()
            for start in range(0, len(keys), _CHUNK):
                chunk = keys[start : start + _CHUNK]
                rows = connection.execute(sa.select(pages).where(pages.c.key.in_(chunk)))
                by_key = {row.key: dict(row._mapping) for row in rows}  # noqa: SLF001
                yield from (by_key[key] for key in chunk if key in by_key)

    def field_columns(self) -> dict[str, str]:
        """Return the columns of fields taught to wrappers, with the field names."""
        names = (name for run in self.runs() for name in run["options"].get("fields", ()))
        return field_columns(names, pages.c.keys())

    def record(self, url: str) -> dict[str, Any] | None:
        """Return the record with a canonical URL, ``None`` if there is none."""
        return next(iter(self._fetch_dicts(sa.select(pages).where(pages.c.key == key_of(url)))), None)

    def counts(self, column: str) -> dict[str, int]:
        """Return the number of records by value of a column (``kind`` …); ``""`` is unknown."""
        chosen = sa.select(pages.c[column], sa.func.count()).group_by(pages.c[column])
        with self._engine.connect() as connection:
            return {str(value or ""): int(n) for value, n in connection.execute(chosen)}

    def changes(self, run: int | None = None) -> list[dict[str, Any]]:
        """Return the log of changes of one run or of all, oldest first."""
        chosen = sa.select(changes).order_by(changes.c.id)
        if run is not None:
            chosen = chosen.where(changes.c.run == run)
        return self._fetch_dicts(chosen)

    def why_not_read(self, urls: Iterable[str]) -> dict[str, str]:
        """Return the reasons of those URLs that failed or were refused, also after redirects."""
        with self.transaction() as connection:
            reasons = {url: queue.why_not_read(connection, url) for url in urls}
        return {url: reason for url, reason in reasons.items() if reason}

    # -- runs -----------------------------------------------------------------------------------------

    def begin_run(
        self, seeds: list[queue.FrontierUrl], options: Mapping[str, Any], *, refetch: str = "all"
    ) -> Run:
        """Resume a run that was stopped or killed, or begin the next one.

        Known ``seeds`` stay as they are. ``options`` are plain values; a resumed run gets the last ones.
        ``refetch`` is what is fetched again after a finished run: ``all``, or ``index`` for pages that lead
        to others.
        """
        process = {"id": os.getpid(), "host": socket.gethostname(), "since": now()}  # for another crawl
        options = {**options, "process": process}
        with self.transaction() as connection:
            last = connection.execute(sa.select(runs).order_by(runs.c.id.desc()).limit(1)).first()
            number = last.id if last else 0
            if last and last.state in {RUNNING, STOPPED}:
                queue.add_urls(connection, seeds, number)
                starts = sa.update(runs).where(runs.c.id == number)
                both = {**last.options, **options}
                connection.execute(starts.values(state=RUNNING, n_starts=last.n_starts + 1, options=both))
                return Run(number, last.n_starts + 1, last.seconds, dict(last.counts))
            queue.add_urls(connection, seeds, number + 1)
            if last and last.state == FINISHED:
                queue.reset(connection, only_indexes=refetch == "index")
            values = {"seeds": [seed.url for seed in seeds], "options": options, "counts": {}}
            first = sa.insert(runs).values(state=RUNNING, started=now(), seconds=0.0, n_starts=1, **values)
            done = connection.execute(first)
            return Run(int(done.inserted_primary_key[0]), 1, 0.0, {})

    def note_run(self, connection: Any, run: Run, counts: Mapping[str, Any], seconds: float) -> None:
        """Write the counts of a run, in the transaction of what it counted."""
        values = {"counts": dict(counts), "seconds": run.seconds + seconds}
        connection.execute(sa.update(runs).where(runs.c.id == run.id).values(**values))

    def end_run(self, run: Run, state: str) -> None:
        """Set the final state of a run: ``finished``, ``limited`` or ``stopped``."""
        with self.transaction() as connection:
            connection.execute(sa.update(runs).where(runs.c.id == run.id).values(state=state, ended=now()))

    def runs(self) -> list[dict[str, Any]]:
        """Return all runs, oldest first."""
        return self._fetch_dicts(sa.select(runs).order_by(runs.c.id))

    def _fetch_dicts(self, query: Any) -> list[dict[str, Any]]:
        with self._engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]  # noqa: SLF001


def now() -> str:
    """Return the time in UTC as in the tables: ISO 8601, whole seconds."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _is_better(record: Mapping[str, Any], before: Any) -> bool:
    """Return True if the record's URL is preferred to the one it is stored with."""
    canonical = record["canonical_url"]
    return bool((record["url"] != canonical, record["url"]) < (before.url != canonical, before.url))


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # A write-ahead log: what is committed outlives a kill, and readers do not wait.
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")


def _hide_password(url: str) -> str:
    """Return a database URL without its password."""
    head, at, tail = url.rpartition("@")
    return f"{head.partition('://')[0]}://…@{tail}" if at else url


def _display_name(url: str) -> str:
    """Return the name of a database for messages; for SQLite the file."""
    return _hide_password(url).removeprefix("sqlite:///")


# The number is that of the table: tables of other schemas of a database are other stores.
_NUMBER = "(7168368 * 4294967296 + to_regclass('frontier')::oid::bigint)"
_NAME = "CONCAT('maintext ', MD5(DATABASE()))"  # for all databases of a server
_TAKE = {"postgresql": f"pg_try_advisory_lock({_NUMBER})", "mysql": f"GET_LOCK({_NAME}, 0)"}
_GIVE = {"postgresql": f"pg_advisory_unlock({_NUMBER})", "mysql": f"RELEASE_LOCK({_NAME})"}
_LOCK_TRIES = 20  # until a server sees that a client was killed


def lock_store(engine: Any) -> AbstractContextManager[bool]:
    """Lock a store while a block runs; yield True if the lock was acquired.

    Stores in memory and databases without advisory locks always yield True. The database of ``engine`` has
    the tables.

    Raises InputError: the lock file cannot be written.
    """
    dialect = "mysql" if engine.dialect.name == "mariadb" else engine.dialect.name
    if dialect == "sqlite":
        with engine.connect() as connection:
            file = connection.execute(sa.text("PRAGMA database_list")).first()[2]
        return _locked_file(file) if file else nullcontext(True)
    if dialect in _TAKE:
        return _locked_session(engine, f"SELECT {_TAKE[dialect]}", f"SELECT {_GIVE[dialect]}")
    return nullcontext(True)


@contextmanager
def _locked_file(file: str) -> Iterator[bool]:
    from filelock import FileLock, Timeout  # noqa: PLC0415 - an extra

    lock = FileLock(f"{file}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        pass
    except OSError as error:
        message = f"the store cannot be locked: {lock.lock_file}: {error.strerror or error}"
        raise InputError(message) from error
    try:
        yield lock.is_locked
    finally:
        lock.release()


@contextmanager
def _locked_session(engine: Any, take: str, give: str) -> Iterator[bool]:
    # Each statement on its own: an open transaction would stand in the way of the server's housekeeping.
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        # Closed at the end, not given back to the pool: the lock ends with it.
        connection.detach()
        for number in range(_LOCK_TRIES):
            time.sleep(_PAUSE_S if number else 0)
            is_ours = bool(connection.execute(sa.text(take)).scalar())
            if is_ours:
                break
        try:
            yield is_ours
        finally:
            if is_ours:
                with suppress(*STORE_ERRORS):  # the server is gone, and the lock with it
                    connection.execute(sa.text(give))
