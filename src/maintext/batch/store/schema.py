"""Tables of a store, in SQLAlchemy Core; ``docs/site.md`` describes every column."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from maintext.html.surrogates import join_surrogates

__all__ = [
    "STORE_ERRORS", "StoredText", "changes", "frontier", "key_of", "metadata", "pages", "pages_by_text",
    "runs", "sa",
]  # fmt: skip


def _import_sqlalchemy() -> Any:
    try:
        import sqlalchemy  # noqa: PLC0415 - an extra
        import sqlalchemy.dialects.mysql  # noqa: PLC0415
        import sqlalchemy.exc  # noqa: PLC0415
        import sqlalchemy.pool  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    return sqlalchemy


# SQLAlchemy; `None` if it is not installed, which `maintext.batch.store.open_store` says.
sa: Any = _import_sqlalchemy()

# Exceptions of a database that cannot be read or written.
STORE_ERRORS: tuple[type[Exception], ...] = (sa.exc.SQLAlchemyError,) if sa else ()

metadata: Any = sa and sa.MetaData()
pages: Any = None
pages_by_text: Any = None
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
    _TEXT, _WORD, _LONG = StoredText(), StoredText(32), StoredText(is_long=True)
    _JSON, _INT = sa.JSON(), sa.Integer()

    def _make_columns(required: str, **kinds: Any) -> Iterator[Any]:
        for name, kind in kinds.items():
            yield sa.Column(name, kind, nullable=name not in required.split())

    def _id_column() -> Any:
        return sa.Column("id", _INT, primary_key=True, autoincrement=True)

    pages = sa.Table(
        "pages", metadata, sa.Column("key", _KEY, primary_key=True),
        *_make_columns(
            "canonical_url url fetched outcome fingerprint first_seen last_seen last_changed n_changes run",
            canonical_url=_TEXT, url=_TEXT, fetched=_TIME, status=_INT, outcome=_WORD, reason=_TEXT,
            kind=_WORD, title=_TEXT, author=_TEXT, authors=_JSON, published=StoredText(40),
            modified=StoredText(40), source=_TEXT, site_name=_TEXT, language=_WORD, n_words=_INT,
            n_parts=_INT, text=_LONG, markdown=_LONG, fields=_JSON, fingerprint=StoredText(16),
            near_group=_KEY, first_seen=_TIME, last_seen=_TIME, last_changed=_TIME, n_changes=_INT, run=_INT,
        ),
    )  # fmt: skip
    pages_by_text = sa.Index("pages_by_text", pages.c.fingerprint)
    frontier = sa.Table(
        "frontier", metadata, _id_column(), sa.Column("key", _KEY, nullable=False, unique=True),
        *_make_columns(
            "url role state priority depth tries n_redirects run",
            url=_TEXT, role=StoredText(16), state=StoredText(16), priority=_INT, depth=_INT, tries=_INT,
            n_redirects=_INT, status=_INT, result=_WORD, error=StoredText(64), reason=_TEXT,
            discovered_from=_TEXT, page_key=_KEY, etag=_TEXT, last_modified=StoredText(64), run=_INT,
        ),
        sa.Index("frontier_waiting", "state", "priority", "id"),
    )  # fmt: skip
    runs = sa.Table(
        "runs", metadata, _id_column(),
        *_make_columns(
            "state started seconds n_starts seeds options counts",
            state=StoredText(16), started=_TIME, ended=_TIME, seconds=sa.Float(), n_starts=_INT, seeds=_JSON,
            options=_JSON, counts=_JSON,
        ),
    )  # fmt: skip
    changes = sa.Table(
        "changes", metadata, _id_column(), sa.Column("run", _INT, nullable=False, index=True),
        *_make_columns(
            "key what at url",
            key=_KEY, what=StoredText(16), at=_TIME, url=_TEXT, title=_TEXT, title_before=_TEXT,
            fingerprint=StoredText(16), fingerprint_before=StoredText(16),
        ),
    )  # fmt: skip


def key_of(url: str) -> str:
    """Return the key of a URL: 128 bits of BLAKE2b in hex."""
    return hashlib.blake2b(url.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()
