"""The runs of a server: their files, their progress, their processes, and which of them repeat."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from maintext.app.workbench.failure import RequestError

__all__ = [
    "OVER", "PERIODS", "RunFolder", "RunProgress", "Runs", "Schedules", "read_object", "replace_text",
    "without_folder",
]  # fmt: skip

OVER = ("done", "limited", "cancelled", "failed")
"""Final states of a run: finished, limit reached, stopped by a user, error."""

_NOTE_S = 0.3
_ANSWER_S = 2.0  # a request to stop waits so long for the end
_STOP_S = 1.5  # then a run is ended by force: what it has is stored
_STOP_CRAWL_S = 35.0  # a crawl ends the requests under way and writes its report
_CLOSE_S = 10.0  # the same when the server ends
_LOG_CHARACTERS = 400
_WORK = "maintext.app.workbench.runs.work"


class RunFolder:
    """Name the files of a run; the folder's name is the id of the run."""

    def __init__(self, path: Path) -> None:
        self.path, self.input, self.records = path, path / "input", path / "records.sqlite"
        self.report, self.model = path / "report.html", path / "model.npz"
        self.board, self.log = path / "board.json", path / "log.txt"  # means; output of the process

    def write_request(self, request: dict[str, Any]) -> None:
        """Write the request."""
        replace_text(self.path / "request.json", json.dumps(request, ensure_ascii=False))

    def request(self) -> dict[str, Any]:
        """Return the request, empty if it cannot be read."""
        return read_object(self.path / "request.json")

    def write_state(self, state: dict[str, Any]) -> None:
        """Write the state."""
        replace_text(self.path / "state.json", json.dumps(state, ensure_ascii=False))

    def state(self) -> dict[str, Any]:
        """Return the state, empty before the first one is written."""
        return read_object(self.path / "state.json")

    def forget_records(self) -> None:
        """Delete the records, of a kind of run that starts over."""
        for path in (self.board, *self.path.glob(f"{self.records.name}*")):
            path.unlink(missing_ok=True)


def replace_text(path: Path, text: str) -> None:
    """Replace a file atomically; on a full disk the old one stays."""
    partial = path.with_name(f"{path.name}.tmp")
    partial.write_text(text, encoding="utf-8", errors="backslashreplace")
    for _ in range(50):
        with suppress(PermissionError):  # on Windows, while the server reads it
            partial.replace(path)
            return
        time.sleep(0.01)
    partial.replace(path)


def _read_request(folder: RunFolder) -> dict[str, Any]:
    """Return the request of a run.

    Raise :class:`RequestError` if there is no such run, or no longer.
    """
    if request := folder.request():
        return request
    raise RequestError("not_found", "there is no such run")


def read_object(path: Path) -> dict[str, Any]:
    """Read a JSON object from a file; empty if it cannot be read."""
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    return {}


def without_folder(text: str, folder: str) -> str:
    """Return a text with paths relative to a folder, for clients of the server.

    The folder itself becomes its last path component.
    """
    base = folder.rstrip("/\\")
    if not base:
        return text
    return text.replace(f"{base}/", "").replace(f"{base}\\", "").replace(base, Path(base).name)


class RunProgress:
    """Hold the progress of a run, and write it for the server.

    ``n_total`` is ``None`` if unknown; then ``share`` may be the share of finished work, 0-1. ``counts`` are
    in display order, ``empty`` the numbers of records without a value by column. ``message`` has the notices
    about a run that did not fail, one a line. ``stopped_by`` is ``"time"``, ``"user"``, or ``""`` if nothing
    stopped it. ``is_whole`` is False if a list or file could not be read to its end.
    """

    def __init__(self, folder: RunFolder) -> None:
        # The time of a run that goes on counts from its first start.
        self._folder, self._next = folder, 0.0
        self._started = time.monotonic() - float(folder.state().get("seconds", 0.0))
        self.n_done = 0
        self.n_total: int | None = None
        self.counts: Counter[str] = Counter()
        self.empty: dict[str, int] = {}
        self.share: float | None = None
        self.now = self.message = ""
        self.stopped_by = ""
        self.is_whole = True

    def begin(self, step: str) -> None:
        """Write the state at once, with the step that begins."""
        self.now, self._next = step, 0.0
        self.note()

    def advance(self, now: str) -> None:
        """Count one more page."""
        self.n_done += 1
        self.now = now
        self.note()

    def note(self) -> None:
        """Write the state, at most a few times a second."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _NOTE_S
            self.write("running")

    def write(self, status: str) -> None:
        """Write the state with a status."""
        share = min(self.n_done / self.n_total, 1.0) if self.n_total else self.share
        self._folder.write_state({
            "status": status, "n_done": self.n_done, "n_total": self.n_total, "share": share,
            "counts": dict(self.counts), "empty": self.empty, "now": self.now, "message": self.message,
            "is_whole": self.is_whole and status == "done",
            "seconds": round(time.monotonic() - self._started, 2),
        })  # fmt: skip


class Runs:
    """Keep the runs in a folder, including those of an earlier server.

    ``find_folder()`` gives the folder. At most ``n_at_once`` runs work at the same time, the others wait; at
    most ``max_runs`` are kept.
    """

    def __init__(self, find_folder: Callable[[], Path], n_at_once: int, max_runs: int) -> None:
        self._find_folder, self._max_runs = find_folder, max_runs
        self._turns = asyncio.Semaphore(n_at_once)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped: set[str] = set()  # by a person
        self._ended: set[str] = set()  # by anyone
        self._ends: set[asyncio.Task[None]] = set()
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._unwritten: dict[str, dict[str, Any]] = {}  # ends that could not be written, as on a full disk

    def folder(self, number: str) -> RunFolder:
        """Return the folder of a run.

        Raise :class:`RequestError` if there is no such run.
        """
        folder = RunFolder(self._find_folder() / number)
        _read_request(folder)
        return folder

    def start(self, request: Mapping[str, Any], uploads: Path | None = None) -> dict[str, Any]:
        """Add a run, and return its state.

        ``request`` has ``kind``, ``title``, ``max_s`` and the values of the kind. The folder ``uploads`` is
        moved and becomes ``folder`` of the request.

        Raise :class:`RequestError` if too many runs are kept. The uploads are deleted if the run cannot be
        added.
        """
        folder = RunFolder(self._find_folder() / secrets.token_hex(16))
        try:
            self._write_run(folder, request, uploads)
        except (OSError, RequestError):
            for path in filter(None, (folder.path, uploads)):
                shutil.rmtree(path, ignore_errors=True)
            raise
        return self._begin_run(folder)

    def _write_run(self, folder: RunFolder, request: Mapping[str, Any], uploads: Path | None) -> None:
        if len(self._list_folders()) >= self._max_runs:
            raise RequestError("too_many_jobs", f"{self._max_runs} runs are kept: delete one")
        folder.path.mkdir()
        asked = {"created": datetime.now(UTC).isoformat(timespec="milliseconds"), **request}
        if uploads is not None:
            uploads.replace(folder.input)
            asked["folder"] = str(folder.input)
        folder.write_request(asked)

    def _begin_run(self, folder: RunFolder) -> dict[str, Any]:
        self._tasks[folder.path.name] = asyncio.create_task(self._run_in_turn(folder))
        return self.state(folder)

    def resume(self) -> None:
        """Go on with the runs that an earlier server left unfinished."""
        for folder in self._list_folders():
            if folder.state().get("status", "waiting") not in OVER and folder.path.name not in self._tasks:
                self._begin_run(folder)

    async def go_on(self, folder: RunFolder, changes: dict[str, Any]) -> dict[str, Any]:
        """Continue a run that is over; ``changes`` are of its request, such as another ``max_pages``.

        Raise :class:`RequestError` if it is not over.
        """
        if self.state(folder)["status"] in OVER:
            # Its process may still be about to exit, and would end the next one with it.
            await self._end_run(folder.path.name, _ANSWER_S, is_stopped=False)
        if self.state(folder)["status"] not in OVER:
            raise RequestError("bad_request", "the run is not over")
        folder.write_request(folder.request() | changes)
        folder.write_state(folder.state() | {"status": "waiting", "message": ""})
        self._unwritten.pop(folder.path.name, None)
        return self._begin_run(folder)

    def again(self, folder: RunFolder) -> dict[str, Any]:
        """Run the same request once more, as a run of its own in the same series.

        Of a series that fills the folder the oldest run makes room.
        """
        request = {key: value for key, value in folder.request().items() if key != "created"}
        request["series"] = request.get("series", folder.path.name)
        over = [one for one in self.series(folder) if one["status"] in OVER and one["id"] != folder.path.name]
        if len(self._list_folders()) >= self._max_runs and over:
            shutil.rmtree(self._find_folder() / over[-1]["id"], ignore_errors=True)
        uploads = None
        if folder.input.is_dir():
            uploads = self._find_folder().parent / f"again-{secrets.token_hex(8)}"
            shutil.copytree(folder.input, uploads, copy_function=os.link)
        return self.start(request, uploads)

    def series(self, folder: RunFolder) -> list[dict[str, Any]]:
        """Return the runs of the same series, the newest first."""
        name = folder.request().get("series", folder.path.name)
        return [one for one in self.all() if one["series"] == name]

    def previous(self, folder: RunFolder) -> RunFolder | None:
        """Return the run of the series that a run is compared with; None for the first one.

        It has records and was not stopped: what it did not reach would be new. A whole run is compared with
        a whole one, if there is any.
        """
        own = self.state(folder)
        read = [one for one in self.series(folder) if one["n_done"] and one["status"] in {"done", "limited"}]
        earlier = [one for one in read if one["created"] < own["created"]]
        earlier.sort(key=lambda one: own["is_whole"] and not one["is_whole"])
        return RunFolder(self._find_folder() / earlier[0]["id"]) if earlier else None

    def _list_folders(self) -> list[RunFolder]:
        folders = [RunFolder(path) for path in self._find_folder().iterdir() if path.is_dir()]
        return [folder for folder in folders if folder.request()]

    def state(self, folder: RunFolder) -> dict[str, Any]:
        """Return the state of a run as plain values.

        Raise :class:`RequestError` if it was deleted.
        """
        request, number = _read_request(folder), folder.path.name
        state = folder.state() | self._unwritten.get(number, {})
        status = state.get("status", "waiting")
        if status not in OVER and number in self._stopped:
            status = "stopping"
        return {
            "id": number, "kind": request["kind"], "title": request["title"], "created": request["created"],
            "status": status, "n_done": 0, "n_total": None, "share": None, "counts": {}, "empty": {},
            "seconds": 0.0, "now": "", "message": "", "series": request.get("series", number),
            "has_report": folder.report.exists(), "has_model": folder.model.exists(),
            "is_whole": status == "done",
        } | state | {"status": status} | ({"share": 1.0} if status == "done" else {})  # fmt: skip

    def all(self) -> list[dict[str, Any]]:
        """Return all runs, the newest first."""
        found = []
        for folder in self._list_folders():
            with suppress(RequestError):  # deleted meanwhile
                found.append(self.state(folder))
        return sorted(found, key=lambda one: (one["created"], one["id"]), reverse=True)

    async def cancel(self, folder: RunFolder) -> dict[str, Any]:
        """Stop a run and keep its records. It may be ``stopping`` for some time."""
        number = folder.path.name
        if task := self._tasks.get(number):
            if number not in self._stopped:
                patience_s = _STOP_CRAWL_S if folder.request()["kind"] == "crawl" else _STOP_S
                self._ends.add(end := asyncio.create_task(self._end_run(number, patience_s)))
                end.add_done_callback(self._ends.discard)
            await asyncio.wait([task], timeout=_ANSWER_S)
        return self.state(folder)

    async def delete(self, folder: RunFolder) -> dict[str, Any]:
        """Stop a run and delete its folder."""
        while folder.path.name in self._tasks:  # it may be continued meanwhile
            await self._end_run(folder.path.name, _ANSWER_S)
        state = self.state(folder)
        (folder.path / "request.json").unlink(missing_ok=True)  # at once it is no run any more
        await asyncio.to_thread(shutil.rmtree, folder.path, ignore_errors=True)
        return state

    async def close(self) -> None:
        """End all runs; those that nobody stopped go on with the next server."""
        running = [self._end_run(number, _CLOSE_S, is_stopped=False) for number in list(self._tasks)]
        await asyncio.gather(*running)
        for end in list(self._ends):
            end.cancel()

    # -- processes ------------------------------------------------------------------------------------

    async def _run_in_turn(self, folder: RunFolder) -> None:
        number = folder.path.name
        try:
            async with self._turns:
                if number not in self._ended:
                    await self._run_process(folder)
        finally:
            if folder.path.exists() and folder.state().get("status") not in OVER:
                status = "cancelled" if number in self._stopped else "waiting"
                state = {"status": status} if number in self._ended else _failed_state(folder)
                try:
                    folder.write_state(folder.state() | state)
                except OSError as error:
                    message = f"the state of the run cannot be written ({error.strerror}); make room"
                    self._unwritten[number] = {"status": "failed", "message": message}
            self._tasks.pop(number, None)
            self._stopped.discard(number)
            self._ended.discard(number)

    async def _run_process(self, folder: RunFolder) -> None:
        number = folder.path.name
        with folder.log.open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", _WORK, str(folder.path),
                stdin=subprocess.PIPE, stdout=log, stderr=log, **_APART,
            )  # fmt: skip
        self._processes[number] = process
        try:
            await process.wait()
        finally:
            _kill_group(process)
            del self._processes[number]

    async def _end_run(self, number: str, patience_s: float, *, is_stopped: bool = True) -> None:
        """End a run, by force after ``patience_s``; one that is not stopped goes on with the next server."""
        task = self._tasks.get(number)
        if task is None:
            return
        if is_stopped:
            self._stopped.add(number)
        self._ended.add(number)
        process = self._processes.get(number)
        if process is None:  # it still waits for its turn
            task.cancel()
        elif process.stdin is not None:
            if is_stopped:
                process.stdin.write(b"s")
            process.stdin.close()
        done, _ = await asyncio.wait([task], timeout=patience_s)
        if not done and process is not None:
            _kill_group(process)
            await asyncio.wait([task], timeout=_CLOSE_S)


# Its own process group: Ctrl-C reaches only the server, and child processes can be ended with the run.
_APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    _APART = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def _kill_group(process: asyncio.subprocess.Process) -> None:
    """End a process and its child processes."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            if process.returncode is None:
                process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _failed_state(folder: RunFolder) -> dict[str, Any]:
    """Return the state of a run whose process ended before it was done."""
    output = ""
    with suppress(OSError):
        output = folder.log.read_text("utf-8", "replace").strip()[-_LOG_CHARACTERS:]
    message = f"the process of the run ended early: {output or 'without output'}"
    return {"status": "failed", "message": message}


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
        replace_text(self._find_path(), json.dumps(known))
