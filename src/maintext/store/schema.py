"""Tables of a store, in SQLAlchemy Core; ``docs/site.md`` describes every column."""

from __future__ import annotations

import hashlib
from typing import Any

__all__ = ["changes", "frontier", "key_of", "metadata", "pages", "runs", "sa"]


def _sqlalchemy() -> Any:
    try:
        import sqlalchemy  # noqa: PLC0415 - an extra
        import sqlalchemy.dialects.mysql  # noqa: PLC0415
        import sqlalchemy.exc  # noqa: PLC0415
        import sqlalchemy.pool  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    return sqlalchemy


sa: Any = _sqlalchemy()
"""SQLAlchemy; ``None`` where it is not installed, which :func:`maintext.store.open_store` says."""

metadata: Any = sa and sa.MetaData()
pages: Any = None
frontier: Any = None
runs: Any = None
changes: Any = None

if sa:
    # MySQL's Text ends at 64 kB.
    _LONG = sa.Text().with_variant(sa.dialects.mysql.LONGTEXT(), "mysql", "mariadb")
    # Hex digits of a hash: an address may be longer than what the databases take into an index.
    _KEY = sa.String(32)
    _TIME = sa.String(32)  # ISO 8601 in UTC: the same text in every database, and it sorts

    pages = sa.Table(
        "pages",
        metadata,
        sa.Column("key", _KEY, primary_key=True),
        sa.Column("canonical_url", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("fetched", _TIME, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("kind", sa.String(32)),
        sa.Column("title", sa.Text),
        sa.Column("author", sa.Text),
        sa.Column("authors", sa.JSON),
        sa.Column("published", sa.String(40)),
        sa.Column("modified", sa.String(40)),
        sa.Column("source", sa.Text),
        sa.Column("site_name", sa.Text),
        sa.Column("language", sa.String(32)),
        sa.Column("n_words", sa.Integer),
        sa.Column("n_parts", sa.Integer),
        sa.Column("text", _LONG),
        sa.Column("markdown", _LONG),
        sa.Column("fields", sa.JSON),
        sa.Column("fingerprint", sa.String(16), nullable=False),
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
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("n_redirects", sa.Integer, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("result", sa.String(32)),
        sa.Column("error", sa.String(64)),
        sa.Column("reason", sa.Text),
        sa.Column("discovered_from", sa.Text),
        sa.Column("page_key", _KEY),
        sa.Column("etag", sa.Text),
        sa.Column("last_modified", sa.String(64)),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Index("frontier_waiting", "state", "priority", "id"),
    )

    runs = sa.Table(
        "runs",
        metadata,
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("state", sa.String(16), nullable=False),
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
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("title_before", sa.Text),
        sa.Column("fingerprint", sa.String(16)),
        sa.Column("fingerprint_before", sa.String(16)),
    )


def key_of(url: str) -> str:
    """Return the key of an address: 128 bits of BLAKE2b in hex."""
    return hashlib.blake2b(url.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
