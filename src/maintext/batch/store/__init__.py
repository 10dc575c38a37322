"""Stores: records of pages in a database, with the frontier, the runs and the changes; and exports.

::

    schema.py    the tables
    database.py  Store: records, runs, changes; one crawl at a time
    identity.py  which record a page is, error pages, near-duplicates
    frontier.py  URLs that wait, and the results of the others
    export.py    JSON Lines, CSV, XLSX, Parquet, a folder of Markdown

Needs SQLAlchemy, the extra ``crawl``.
"""

from __future__ import annotations

from maintext.batch.store.database import Store
from maintext.batch.store.export import DRIVERS, check_export, export
from maintext.batch.store.schema import sa
from maintext.errors import MissingExtraError

__all__ = ["check_export", "export", "open_store"]


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
    scheme, separator, rest = place.partition("://")
    return Store(f"{DRIVERS.get(scheme, scheme)}://{rest}" if separator else f"sqlite:///{place}")
