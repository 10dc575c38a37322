"""The files of a run."""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["OVER", "RunFolder", "RunProgress", "without_folder"]

_NOTE_S = 0.3

OVER = ("done", "limited", "cancelled", "failed")
"""States after which nothing more comes: all is done, a limit was reached, somebody stopped it, an error."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A folder with all that belongs to a run; whoever writes a file puts it there as a whole.

    Attributes
    ----------
    path
        The folder; its name is the id of the run.
    """

    path: Path

    @property
    def input(self) -> Path:
        """Uploaded files."""
        return self.path / "input"

    @property
    def records(self) -> Path:
        """Database of the records."""
        return self.path / "records.sqlite"

    @property
    def report(self) -> Path:
        """Report as an HTML page."""
        return self.path / "report.html"

    @property
    def model(self) -> Path:
        """What a training gives."""
        return self.path / "model.npz"

    @property
    def board(self) -> Path:
        """Means of an evaluation."""
        return self.path / "board.json"

    @property
    def log(self) -> Path:
        """What the process wrote to stderr."""
        return self.path / "log.txt"

    def write_request(self, request: dict[str, Any]) -> None:
        """Write what was asked for."""
        self._write_json("request.json", request)

    def request(self) -> dict[str, Any]:
        """Return what was asked for; empty where it cannot be read."""
        return self._read_json("request.json")

    def write_state(self, state: dict[str, Any]) -> None:
        """Write how far it is."""
        self._write_json("state.json", state)

    def state(self) -> dict[str, Any]:
        """Return how far it is; empty before anything is written."""
        return self._read_json("state.json")

    def write_text(self, path: Path, text: str) -> None:
        """Write a file as a whole."""
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
    """Return a text in which files have their names below a folder: nobody is told where the server keeps it.

    Of the folder itself the last part of its path remains.
    """
    base = folder.rstrip("/\\")
    if not base:
        return text
    return text.replace(f"{base}/", "").replace(f"{base}\\", "").replace(base, Path(base).name)


class RunProgress:
    """How far a run is, for the server to read.

    Attributes
    ----------
    n_done, n_total
        Pages, and how many there will be; ``None`` for unknown.
    counts
        Numbers by name, in the order they are to be shown.
    share
        Share of the work that is done, 0-1, where no number of pages is known.
    now
        What it is at.
    message
        What the user should know of a run that went well otherwise.
    stopped_by
        ``"time"`` or ``"user"``; ``""`` as long as nothing stopped it.
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
        """Write the state, a few times a second at most."""
        if at_once or time.monotonic() >= self._next:
            self._next = time.monotonic() + _NOTE_S
            self.write("running")

    def write(self, status: str) -> None:
        """Write the state."""
        share = min(self.n_done / self.n_total, 1.0) if self.n_total else self.share
        self._folder.write_state({
            "status": status, "n_done": self.n_done, "n_total": self.n_total, "share": share,
            "counts": dict(self.counts), "now": self.now, "message": self.message,
            "seconds": round(time.monotonic() - self._started, 2),
        })  # fmt: skip
