"""The runs of a server: their files, their progress, and their processes."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["OVER", "RunFolder", "RunProgress", "Runs", "without_folder"]

OVER = ("done", "limited", "cancelled", "failed")
"""Final states of a run: finished, limit reached, stopped by a user, error."""

_NOTE_S = 0.3
_ANSWER_S = 2.0  # a request to stop waits so long for the end
_STOP_S = 35.0  # longer than a run takes to finish open work
_CLOSE_S = 10.0  # the same when the server ends
_LOG_CHARACTERS = 400
_WORK = "maintext.app.workbench.runs.work"


class RunFolder:
    """Name the files of a run, and replace them atomically; the folder's name is the id of the run."""

    def __init__(self, path: Path) -> None:
        self.path, self.input, self.records = path, path / "input", path / "records.sqlite"
        self.report, self.model = path / "report.html", path / "model.npz"
        self.board, self.log = path / "board.json", path / "log.txt"  # means; output of the process

    def write_request(self, request: dict[str, Any]) -> None:
        """Write the request."""
        self.write_text(self.path / "request.json", json.dumps(request, ensure_ascii=False))

    def request(self) -> dict[str, Any]:
        """Return the request, empty if it cannot be read."""
        return _read_object(self.path / "request.json")

    def write_state(self, state: dict[str, Any]) -> None:
        """Write the state."""
        self.write_text(self.path / "state.json", json.dumps(state, ensure_ascii=False))

    def state(self) -> dict[str, Any]:
        """Return the state, empty before the first one is written."""
        return _read_object(self.path / "state.json")

    def write_text(self, path: Path, text: str) -> None:
        """Replace a file atomically."""
        partial = path.with_name(f"{path.name}.tmp")
        partial.write_text(text, encoding="utf-8", errors="backslashreplace")
        for _ in range(50):
            with suppress(PermissionError):  # on Windows, while the server reads it
                partial.replace(path)
                return
            time.sleep(0.01)
        partial.replace(path)


def _read_object(path: Path) -> dict[str, Any]:
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
    in display order. ``message`` is a notice about a run that did not fail. ``stopped_by`` is ``"time"``,
    ``"user"``, or ``""`` if nothing stopped it.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder, self._started, self._next = folder, time.monotonic(), 0.0
        self.n_done = 0
        self.n_total: int | None = None
        self.counts: Counter[str] = Counter()
        self.share: float | None = None
        self.now = self.message = ""
        self.stopped_by = ""

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
            "counts": dict(self.counts), "now": self.now, "message": self.message,
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
        self._stopped: set[str] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._processes: dict[str, asyncio.subprocess.Process] = {}

    def folder(self, number: str) -> RunFolder:
        """Return the folder of a run.

        Raise :class:`RequestError` if there is no such run.
        """
        folder = RunFolder(self._find_folder() / number)
        if not folder.request():
            raise RequestError("not_found", "there is no such run")
        return folder

    def start(self, request: Mapping[str, Any], uploads: Path | None = None) -> dict[str, Any]:
        """Add a run, and return its state.

        ``request`` has ``kind``, ``title``, ``max_s`` and the values of the kind. The folder ``uploads`` is
        moved and becomes ``folder`` of the request.

        Raise :class:`RequestError` if too many runs are kept.
        """
        runs = self._find_folder()
        if sum(1 for _ in runs.iterdir()) >= self._max_runs:
            raise RequestError("too_many_jobs", f"{self._max_runs} runs are kept: delete one")
        folder = RunFolder(runs / secrets.token_hex(16))
        folder.path.mkdir()
        asked = {"created": datetime.now(UTC).isoformat(timespec="seconds"), **request}
        if uploads is not None:
            uploads.replace(folder.input)
            asked["folder"] = str(folder.input)
        folder.write_request(asked)
        self._tasks[folder.path.name] = asyncio.create_task(self._run_in_turn(folder))
        return self.state(folder)

    def state(self, folder: RunFolder) -> dict[str, Any]:
        """Return the state of a run as plain values."""
        request, state, number = folder.request(), folder.state(), folder.path.name
        status = state.get("status", "waiting")
        if status not in OVER and number not in self._tasks:  # its server ended first
            status = "cancelled"
        elif status not in OVER and number in self._stopped:
            status = "stopping"
        return {
            "id": number, "kind": request["kind"], "title": request["title"], "created": request["created"],
            "status": status, "n_done": 0, "n_total": None, "share": None, "counts": {}, "seconds": 0.0,
            "now": "", "message": "", "has_report": folder.report.exists(),
            "has_model": folder.model.exists(),
        } | state | {"status": status} | ({"share": 1.0} if status == "done" else {})  # fmt: skip

    def all(self) -> list[dict[str, Any]]:
        """Return all runs, the newest first."""
        folders = [RunFolder(path) for path in self._find_folder().iterdir() if path.is_dir()]
        found = [self.state(folder) for folder in folders if folder.request()]
        return sorted(found, key=lambda one: (one["created"], one["id"]), reverse=True)

    async def cancel(self, folder: RunFolder) -> dict[str, Any]:
        """Stop a run and keep its records. It may be ``stopping`` for some time."""
        number = folder.path.name
        if task := self._tasks.get(number):
            if number not in self._stopped:
                self._ends.add(end := asyncio.create_task(self._end_run(number, _STOP_S)))
                end.add_done_callback(self._ends.discard)
            await asyncio.wait([task], timeout=_ANSWER_S)
        return self.state(folder)

    async def delete(self, folder: RunFolder) -> dict[str, Any]:
        """Stop a run and delete its folder."""
        await self._end_run(folder.path.name, _ANSWER_S)
        state = self.state(folder)
        await asyncio.to_thread(shutil.rmtree, folder.path, ignore_errors=True)
        return state

    async def close(self) -> None:
        """Stop all runs."""
        await asyncio.gather(*(self._end_run(number, _CLOSE_S) for number in list(self._tasks)))
        for end in list(self._ends):
            end.cancel()

    # -- processes ------------------------------------------------------------------------------------

    async def _run_in_turn(self, folder: RunFolder) -> None:
        number = folder.path.name
        try:
            async with self._turns:
                if number not in self._stopped:
                    await self._run_process(folder)
        finally:
            if folder.path.exists() and folder.state().get("status") not in OVER:
                folder.write_state(folder.state() | _end_state(folder, was_stopped=number in self._stopped))
            self._tasks.pop(number, None)
            self._stopped.discard(number)

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

    async def _end_run(self, number: str, patience_s: float) -> None:
        """End a run, by force after ``patience_s``."""
        task = self._tasks.get(number)
        if task is None:
            return
        self._stopped.add(number)
        process = self._processes.get(number)
        if process is None:  # it still waits for its turn
            task.cancel()
        elif process.stdin is not None:
            process.stdin.close()
        done, _ = await asyncio.wait([task], timeout=patience_s)
        if not done and process is not None:
            _kill_group(process)
            await asyncio.wait([task], timeout=_CLOSE_S)


# Its own process group: Ctrl-C reaches only the server, and child processes can be ended with the run.
_APART: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if sys.platform == "win32"
    else {"start_new_session": True}
)


def _kill_group(process: asyncio.subprocess.Process) -> None:
    """End a process and its child processes."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            if process.returncode is None:
                process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _end_state(folder: RunFolder, *, was_stopped: bool) -> dict[str, Any]:
    if was_stopped:
        return {"status": "cancelled"}
    output = ""
    with suppress(OSError):
        output = folder.log.read_text("utf-8", "replace").strip()[-_LOG_CHARACTERS:]
    message = f"the process of the run ended early: {output or 'without output'}"
    return {"status": "failed", "message": message}
