"""The files of a run, and its progress."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["OVER", "RunFolder", "RunProgress", "without_folder"]

_NOTE_S = 0.3

OVER = ("done", "limited", "cancelled", "failed")
"""Final states of a run: finished, limit reached, stopped by a user, error."""


class RunFolder:
    """Name the files of a run, and replace them atomically.

    Attributes
    ----------
    path
        The folder; its name is the id of the run.
    input
        Uploaded files.
    records, report, model, board, log
        Database of the records, HTML report, trained model, means of an evaluation, output of the process.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.input, self.records = path, path / "input", path / "records.sqlite"
        self.report, self.model = path / "report.html", path / "model.npz"
        self.board, self.log = path / "board.json", path / "log.txt"

    def write_request(self, request: dict[str, Any]) -> None:
        """Write the request."""
        self._write_json("request.json", request)

    def request(self) -> dict[str, Any]:
        """Return the request, empty if it cannot be read."""
        return self._read_json("request.json")

    def write_state(self, state: dict[str, Any]) -> None:
        """Write the state."""
        self._write_json("state.json", state)

    def state(self) -> dict[str, Any]:
        """Return the state, empty before the first one is written."""
        return self._read_json("state.json")

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

    def _write_json(self, name: str, value: dict[str, Any]) -> None:
        self.write_text(self.path / name, json.dumps(value, ensure_ascii=False))

    def _read_json(self, name: str) -> dict[str, Any]:
        try:
            found = json.loads((self.path / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


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

    Attributes
    ----------
    n_done, n_total
        Number of finished and of all pages; ``None`` if the total is unknown.
    counts
        Numbers by name, in display order.
    share
        Share of finished work, 0-1, if the total is unknown.
    now
        Current page or step.
    message
        Notice for the user about a run that did not fail.
    stopped_by
        ``"time"``, ``"user"``, or ``""`` if nothing stopped it.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder, self._started, self._next = folder, time.monotonic(), 0.0
        self.n_done = 0
        self.n_total: int | None = None
        self.counts: Counter[str] = Counter()
        self.share: float | None = None
        self.now = self.message = ""
        self.stopped_by = ""

    def note(self, *, at_once: bool = False) -> None:
        """Write the state, at most a few times a second."""
        if at_once or time.monotonic() >= self._next:
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
