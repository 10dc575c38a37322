"""When saved pages were fetched: what records, files and the user say."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any

from maintext.metadata.moment import parse_moment

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OF_FILE", "fetched_at", "time_of"]

OF_FILE = "mtime"
"""What the user says for the time of the last change of each file."""


def time_of(value: Any) -> datetime | None:
    """Return a value of a record as a time: a text, a date or a time; ``None`` for all else."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime.combine(value, time())
    moment = parse_moment(value) if isinstance(value, str) else None
    return moment.datetime() if moment else None


def fetched_at(stated: Any, given: str, path: Path | None = None) -> datetime | None:
    """Return when a page was fetched; ``None`` where nobody says it.

    Parameters
    ----------
    stated
        What its record says; goes before all else where it is a time.
    given
        What the user says of all pages: a time, :data:`OF_FILE`, or ``""``.
    path
        File of the page, ``None`` for one that has none of its own.
    """
    if found := time_of(stated):
        return found
    if given != OF_FILE:
        return time_of(given)
    return datetime.fromtimestamp(path.stat().st_mtime, UTC) if path else None
