"""Stores: records of pages in a database, with the frontier, the runs and the changes; and exports.

::

    schema.py    the tables
    database.py  Store: records, runs, changes
    lock.py      one crawl at a time
    frontier.py  URLs that wait, and the results of the others
    groups.py    near-duplicates
    export.py    JSON Lines, CSV, XLSX, Parquet, a folder of Markdown

Needs SQLAlchemy, the extra ``crawl``.
"""

from __future__ import annotations

from maintext.batch.store.database import Store
from maintext.batch.store.export import check_export, export
from maintext.batch.store.schema import sa
from maintext.errors import MissingExtraError

__all__ = ["check_export", "export", "open_store"]

_DRIVERS = {"postgresql://": "postgresql+psycopg://", "postgres://": "postgresql+psycopg://",
            "mysql://": "mysql+pymysql://"}  # fmt: skip


def open_store(place: str) -> Store:
    """Open a store, and create missing tables.

    ``place`` is a file (``records.sqlite``), or a database URL: ``sqlite:///records.sqlite``,
    ``postgresql://user:password@host/name`` (needs psycopg), ``mysql://…`` (needs PyMySQL), or any other
    that SQLAlchemy knows. ``sqlite://`` is in memory.

    Raises
    ------
    MissingExtraError
        SQLAlchemy is not installed.
    OptionError
        The database URL is malformed, or its driver is not installed.
    InputError
        The database cannot be opened.
    """
    if sa is None:
        raise MissingExtraError("SQLAlchemy", "crawl")
    for short, full in _DRIVERS.items():
        if place.startswith(short):
            place = full + place.removeprefix(short)
    return Store(place if "://" in place else f"sqlite:///{place}")
