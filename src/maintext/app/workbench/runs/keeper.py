"""The runs of a server: started as processes, looked at, stopped, deleted."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.folder import OVER, RunFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Runs"]

_ANSWER_S = 2.0  # that a request to stop waits for the end
_STOP_S = 35.0  # longer than a run takes to end what is on its way
_CLOSE_S = 10.0  # the same when the server ends
_LOG_CHARACTERS = 400
_WORK = "maintext.app.workbench.runs.work"


class Runs:
    """All runs in a folder; those of an earlier server too.

    Parameters
    ----------
    place
        Gives the folder; called when it is needed.
    n_at_once
        Runs that work at the same time; the others wait.
    most
        Runs that are kept.
    """

    def __init__(self, place: Callable[[], Path], n_at_once: int, most: int) -> None:
        self._place, self._most = place, most
        self._turns = asyncio.Semaphore(n_at_once)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped: set[str] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._processes: dict[str, asyncio.subprocess.Process] = {}

    def folder(self, number: str) -> RunFolder:
        """Return the folder of a run.

        Raises
        ------
        RequestError
            There is none of this id.
        """
        folder = RunFolder(self._place() / number)
        if not folder.request():
            raise RequestError("not_found", "there is no such run")
        return folder

    def start(self, request: Mapping[str, Any], uploads: Path | None = None) -> dict[str, Any]:
        """Take on a run.

        Parameters
        ----------
        request
            ``kind``, ``title``, ``max_s`` and what else its kind needs.
        uploads
            Folder with uploaded files, which the run takes; its request then has it as ``folder``.

        Raises
        ------
        RequestError
            So many are kept already.
        """
        place = self._place()
        if sum(1 for _ in place.iterdir()) >= self._most:
            raise RequestError("too_many_jobs", f"{self._most} runs are kept: delete one")
        folder = RunFolder(place / secrets.token_hex(16))
        folder.path.mkdir()
        asked = {"created": datetime.now(UTC).isoformat(timespec="seconds"), **request}
        if uploads is not None:
            uploads.replace(folder.input)
            asked["folder"] = str(folder.input)
        folder.write_request(asked)
        self._tasks[folder.path.name] = asyncio.create_task(self._run_in_turn(folder))
        return self.state(folder)

    def state(self, folder: RunFolder) -> dict[str, Any]:
        """Return what is known of a run, as plain values."""
        request, state, number = folder.request(), folder.state(), folder.path.name
        status = state.get("status", "waiting")
        if status not in OVER and number not in self._tasks:  # its server ended before it did
            status = "cancelled"
        elif status not in OVER and number in self._stopped:
            status = "stopping"
        return {
            "id": number, "kind": request["kind"], "title": request["title"], "created": request["created"],
            "status": status, "n_done": state.get("n_done", 0), "n_total": state.get("n_total"),
            "share": 1.0 if status == "done" else state.get("share"), "counts": state.get("counts", {}),
            "seconds": state.get("seconds", 0.0), "now": state.get("now", ""),
            "message": state.get("message", ""), "has_report": folder.report.exists(),
            "has_model": folder.model.exists(),
        }  # fmt: skip

    def all(self) -> list[dict[str, Any]]:
        """Return all runs, the newest first."""
        folders = [RunFolder(path) for path in self._place().iterdir() if path.is_dir()]
        found = [self.state(folder) for folder in folders if folder.request()]
        return sorted(found, key=lambda one: (one["created"], one["id"]), reverse=True)

    async def cancel(self, folder: RunFolder) -> dict[str, Any]:
        """Stop a run; what it has is kept. It may be ``stopping`` for some time."""
        number = folder.path.name
        if task := self._tasks.get(number):
            if number not in self._stopped:
                self._ends.add(end := asyncio.create_task(self._end_run(number, _STOP_S)))
                end.add_done_callback(self._ends.discard)
            await asyncio.wait([task], timeout=_ANSWER_S)
        return self.state(folder)

    async def delete(self, folder: RunFolder) -> dict[str, Any]:
        """Stop a run and delete all that it has."""
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
        """End a run, by force when it takes longer."""
        task = self._tasks.get(number)
        if task is None:
            return
        self._stopped.add(number)
        process = self._processes.get(number)
        if process is None:  # it waits for its turn
            task.cancel()
        elif process.stdin is not None:
            process.stdin.close()
        done, _ = await asyncio.wait([task], timeout=patience_s)
        if not done and process is not None:
            _kill_group(process)
            await asyncio.wait([task], timeout=_CLOSE_S)


# A group of its own: Ctrl-C is for the server alone, and what a run starts can be ended with it.
_APART: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if sys.platform == "win32"
    else {"start_new_session": True}
)


def _kill_group(process: asyncio.subprocess.Process) -> None:
    """End a process, if it has not, and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            if process.returncode is None:
                process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _end_state(folder: RunFolder, *, was_stopped: bool) -> dict[str, Any]:
    if was_stopped:
        return {"status": "cancelled"}
    said = ""
    with contextlib.suppress(OSError):
        said = folder.log.read_text("utf-8", "replace").strip()[-_LOG_CHARACTERS:]
    return {"status": "failed", "message": f"the process of the run ended early: {said or 'it said nothing'}"}
