"""Tables of a store, in SQLAlchemy Core; ``docs/site.md`` describes every column."""

from __future__ import annotations

import hashlib
from typing import Any

from maintext.html.surrogates import join_surrogates

__all__ = ["STORE_ERRORS", "StoredText", "changes", "frontier", "key_of", "metadata", "pages", "runs", "sa"]


def _import_sqlalchemy() -> Any:
    try:
        import sqlalchemy  # noqa: PLC0415 - an extra
        import sqlalchemy.dialects.mysql  # noqa: PLC0415
        import sqlalchemy.exc  # noqa: PLC0415
        import sqlalchemy.pool  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    return sqlalchemy


sa: Any = _import_sqlalchemy()
"""SQLAlchemy; ``None`` if it is not installed, which :func:`maintext.batch.store.open_store` says."""

STORE_ERRORS: tuple[type[Exception], ...] = (sa.exc.SQLAlchemyError,) if sa else ()
"""Exceptions of a database that cannot be read or written."""

metadata: Any = sa and sa.MetaData()
pages: Any = None
frontier: Any = None
runs: Any = None
changes: Any = None

if sa:

    class StoredText(sa.TypeDecorator):  # type: ignore[misc]
        """Text that every database accepts, so that one value cannot break a transaction of many pages.

        Lone surrogates and NUL are stored as U+FFFD; values longer than the column are cut.
        """

        impl = sa.Text
        cache_ok = True

        def __init__(self, length: int | None = None, *, is_long: bool = False) -> None:
            super().__init__()
            self.length, self.is_long = length, is_long

        def load_dialect_impl(self, dialect: Any) -> Any:
            """Return the column type of a database."""
            if self.length:
                return sa.String(self.length)
            # MySQL's Text ends at 64 kB.
            is_mysql = self.is_long and dialect.name in {"mysql", "mariadb"}
            return sa.dialects.mysql.LONGTEXT() if is_mysql else sa.Text()

        def process_bind_param(self, value: str | None, dialect: Any) -> str | None:  # noqa: ARG002
            """Return the value that is stored."""
            return None if value is None else join_surrogates(value).replace("\0", "\ufffd")[: self.length]

    # Hex digits of a hash: a URL may be longer than databases allow in an index.
    _KEY = StoredText(32)
    _TIME = StoredText(32)  # ISO 8601 in UTC: the same text in every database, and it sorts

    pages = sa.Table(
        "pages",
        metadata,
        sa.Column("key", _KEY, primary_key=True),
        sa.Column("canonical_url", StoredText, nullable=False),
        sa.Column("url", StoredText, nullable=False),
        sa.Column("fetched", _TIME, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("outcome", StoredText(32), nullable=False),
        sa.Column("reason", StoredText),
        sa.Column("kind", StoredText(32)),
        sa.Column("title", StoredText),
        sa.Column("author", StoredText),
        sa.Column("authors", sa.JSON),
        sa.Column("published", StoredText(40)),
        sa.Column("modified", StoredText(40)),
        sa.Column("source", StoredText),
        sa.Column("site_name", StoredText),
        sa.Column("language", StoredText(32)),
        sa.Column("n_words", sa.Integer),
        sa.Column("n_parts", sa.Integer),
        sa.Column("text", StoredText(is_long=True)),
        sa.Column("markdown", StoredText(is_long=True)),
        sa.Column("fields", sa.JSON),
        sa.Column("fingerprint", StoredText(16), nullable=False),
        sa.Column("near_group", _KEY),
        sa.Column("first_seen", _TIME, nullable=False),
        sa.Column("last_seen", _TIME, nullable=False),
        sa.Column("last_changed", _TIME, nullable=False),
        sa.Column("n_changes", sa.Integer, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
    )

    frontier = sa.Table(
        "frontier",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("key", _KEY, nullable=False, unique=True),
        sa.Column("url", StoredText, nullable=False),
        sa.Column("role", StoredText(16), nullable=False),
        sa.Column("state", StoredText(16), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("n_redirects", sa.Integer, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("result", StoredText(32)),
        sa.Column("error", StoredText(64)),
        sa.Column("reason", StoredText),
        sa.Column("discovered_from", StoredText),
        sa.Column("page_key", _KEY),
        sa.Column("etag", StoredText),
        sa.Column("last_modified", StoredText(64)),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Index("frontier_waiting", "state", "priority", "id"),
    )

    runs = sa.Table(
        "runs",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("state", StoredText(16), nullable=False),
        sa.Column("started", _TIME, nullable=False),
        sa.Column("ended", _TIME),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("n_starts", sa.Integer, nullable=False),
        sa.Column("seeds", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("counts", sa.JSON, nullable=False),
    )

    changes = sa.Table(
        "changes",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("run", sa.Integer, nullable=False, index=True),
        sa.Column("key", _KEY, nullable=False),
        sa.Column("what", StoredText(16), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("url", StoredText, nullable=False),
        sa.Column("title", StoredText),
        sa.Column("title_before", StoredText),
        sa.Column("fingerprint", StoredText(16)),
        sa.Column("fingerprint_before", StoredText(16)),
    )


def key_of(url: str) -> str:
    """Return the key of a URL: 128 bits of BLAKE2b in hex."""
    return hashlib.blake2b(url.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
