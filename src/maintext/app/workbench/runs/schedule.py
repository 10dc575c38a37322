"""Runs that repeat: every hour, day or week; kept in a file, so that they survive the server."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.folder import OVER, RunFolder, Runs, read_object

__all__ = ["PERIODS", "Schedules"]

PERIODS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
"""Times between two runs of a series, by name."""

_LOOK_S = 2.0  # between two looks at the clock
_LOG = logging.getLogger(__name__)


class Schedules:
    """The series of runs that repeat, in a file; ``find_path()`` names it, ``clock()`` tells the time.

    A run that was missed while no server ran is caught up once. A run that is due while the one before it
    works is left out.
    """

    def __init__(
        self, runs: Runs, find_path: Callable[[], Path], clock: Callable[[], datetime] | None = None
    ) -> None:
        self._runs, self._find_path = runs, find_path
        self._clock = clock or (lambda: datetime.now(UTC))
        self._task: asyncio.Task[None] | None = None

    def all(self) -> dict[str, dict[str, str]]:
        """Return period and next time (ISO 8601) by series."""
        return read_object(self._find_path())

    def set(self, folder: RunFolder, every: str) -> None:
        """Repeat the series of a run, or no longer for ``""``."""
        series, known = folder.request().get("series", folder.path.name), self.all()
        known.pop(series, None)
        if every:
            due = self._clock() + PERIODS[every]
            known[series] = {"every": every, "next": due.isoformat(timespec="seconds")}
        self._save_file(known)

    def start_due(self) -> list[dict[str, Any]]:
        """Start the runs that are due; return their states."""
        started, known, now = [], self.all(), self._clock()
        for series, one in list(known.items()):
            due = datetime.fromisoformat(one["next"])
            if due > now:
                continue
            missed = int((now - due) / PERIODS[one["every"]]) + 1
            one["next"] = (due + missed * PERIODS[one["every"]]).isoformat(timespec="seconds")
            runs = [run for run in self._runs.all() if run["series"] == series]
            if not runs:  # the last run of the series was deleted
                del known[series]
            elif runs[0]["status"] in OVER:
                try:
                    started.append(self._runs.again(self._runs.folder(runs[0]["id"])))
                except (OSError, RequestError):
                    _LOG.exception("the scheduled run of %s cannot start", runs[0]["title"])
        if known != self.all():
            self._save_file(known)
        return started

    def begin(self) -> None:
        """Look at the clock from now on."""
        self._task = asyncio.create_task(self._watch_clock())

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch_clock(self) -> None:
        while True:
            try:
                self.start_due()
            except Exception:  # noqa: BLE001 - one broken entry must not end all schedules
                _LOG.exception("schedules")
            await asyncio.sleep(_LOOK_S)

    def _save_file(self, known: dict[str, dict[str, str]]) -> None:
        path = self._find_path()
        RunFolder(path.parent).write_text(path, json.dumps(known))
