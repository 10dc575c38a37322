"""Let one crawl use a store at a time, with a lock that ends with its process.

For SQLite it is an operating system lock on a file with the suffix ``.lock``, which is never removed. For
a database server it belongs to the session.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any

from maintext.batch.store.schema import STORE_ERRORS, sa
from maintext.errors import InputError

__all__ = ["lock_store"]

# The number is that of the table: tables of other schemas of a database are other stores.
_NUMBER = "(7168368 * 4294967296 + to_regclass('frontier')::oid::bigint)"
_NAME = "CONCAT('maintext ', MD5(DATABASE()))"  # for all databases of a server
_TAKE = {"postgresql": f"pg_try_advisory_lock({_NUMBER})", "mysql": f"GET_LOCK({_NAME}, 0)"}
_GIVE = {"postgresql": f"pg_advisory_unlock({_NUMBER})", "mysql": f"RELEASE_LOCK({_NAME})"}
_TRIES, _PAUSE_S = 20, 0.1  # until a server sees that a client was killed


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
        for number in range(_TRIES):
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
