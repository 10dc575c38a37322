"""Write an SQLite database with a table ``pages``, one row per page."""

from __future__ import annotations

import errno
import json
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from maintext.batch.journal import write_durably
from maintext.batch.sink.base import Sink

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from maintext.batch.journal import Shard

__all__ = ["SqliteSink"]

_TYPES = {str: "TEXT", int: "INTEGER", float: "REAL"}
# Room in the row id for the shards of a source and for the pages of a shard (MAX_SHARD_PAGES).
_SOURCE, _SHARD = 1 << 40, 1 << 20


class SqliteSink(Sink):
    """SQLite sink: ``id`` is in input order, with gaps; unknown values are NULL.

    The rows of a shard are one transaction. Their ids depend on the shard only, so a rewritten shard
    replaces itself.
    """

    def write(self, shard: Shard, rows: Sequence[Sequence[Any]]) -> None:
        """Write the rows in one transaction."""
        first = shard.source * _SOURCE + shard.number * _SHARD
        marks = ", ".join("?" * (len(self.columns) + 1))
        with self._open_database() as database, database:
            database.executemany(
                f"INSERT OR REPLACE INTO pages VALUES ({marks})",  # noqa: S608 - question marks
                ((first + place, *row) for place, row in enumerate(rows)),
            )

    def stage(self, shard: Shard, rows: Sequence[Sequence[Any]], mark: str) -> None:
        """Write the rows to a file, since a database has one writer."""
        with self._staged_path(shard, mark).open("wb") as file:
            file.write(json.dumps(rows).encode())
            write_durably(file)

    def commit(self, shard: Shard, mark: str) -> None:
        """Move the rows from the file to the database."""
        staged = self._staged_path(shard, mark)
        self.write(shard, json.loads(staged.read_bytes()))
        staged.unlink()

    def join(self, shards: Sequence[Shard]) -> None:  # noqa: ARG002 - they are in the database
        """Move the database to the output."""
        if self.output.exists() and not self._database_path.exists():  # killed right after the last line
            return
        with self._open_database():  # without a shard there is none yet
            pass
        self._database_path.replace(self.output)

    def _staged_path(self, shard: Shard, mark: str) -> Path:
        return self.folder / f"rows-{shard.name}{mark}.tmp"

    @property
    def _database_path(self) -> Path:
        return self.folder / "pages.sqlite"

    @contextmanager
    def _open_database(self) -> Iterator[sqlite3.Connection]:
        """Open the database with its table; OSError if the disk is full or the folder is read-only."""
        columns = ", ".join(f'"{name}" {_TYPES[kind]}' for name, kind in self.columns.items())
        try:
            with closing(sqlite3.connect(self._database_path)) as database:
                database.execute(f"CREATE TABLE IF NOT EXISTS pages (id INTEGER PRIMARY KEY, {columns})")
                yield database
        except sqlite3.OperationalError as error:
            # The last byte is the kind of error; some files of SQLite give an I/O error on a full disk.
            is_full = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
            raise OSError(errno.ENOSPC if is_full else errno.EACCES, str(error)) from error
