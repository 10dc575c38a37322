"""The files of a run."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["OVER", "RunFolder", "without_folder"]

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
        self._write("request.json", request)

    def request(self) -> dict[str, Any]:
        """Return what was asked for; empty where it cannot be read."""
        return self._read("request.json")

    def write_state(self, state: dict[str, Any]) -> None:
        """Write how far it is."""
        self._write("state.json", state)

    def state(self) -> dict[str, Any]:
        """Return how far it is; empty before anything is written."""
        return self._read("state.json")

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

    def _write(self, name: str, value: dict[str, Any]) -> None:
        self.write_text(self.path / name, json.dumps(value, ensure_ascii=False))

    def _read(self, name: str) -> dict[str, Any]:
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
