"""Uploaded files that no run has taken yet, within a limit of bytes for all of them."""

from __future__ import annotations

import re
import secrets
import shutil
import threading
from typing import TYPE_CHECKING

from maintext.app.workbench.failure import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["Uploads"]

_NAME = re.compile(r"[\w][\w .()-]*")
_NAME_BYTES = 200  # file systems take 255; a number is put before the names of several files


class Uploads:
    """Folders of one file each. Safe to use in several threads, and by one server.

    Parameters
    ----------
    folder
        Gives the folder they are in, made when it is first needed.
    max_bytes
        Of all files together, those that are still being sent included.
    """

    def __init__(self, folder: Callable[[], Path], max_bytes: int) -> None:
        self._folder, self._max_bytes = folder, max_bytes
        self._lock = threading.Lock()
        self._n_bytes: dict[str, int] = {}  # charged, by id
        self._n_charged = 0  # their sum

    def new(self, name: str) -> Path:
        """Return the place for a file: a folder of its own, whose name is the id, with the file's name.

        Raises
        ------
        RequestError
            There is no room.
        """
        number = secrets.token_hex(16)
        with self._lock:
            if self._n_charged >= self._max_bytes:
                raise RequestError(
                    "busy", "there is no room for more uploads: start a run with those that wait"
                )
            self._n_bytes[number] = 0
        folder = self._folder() / number
        folder.mkdir()
        return folder / (_kept(name) or "page.html")

    def charge(self, path: Path, n_bytes: int) -> None:
        """Reserve room for bytes of a file before they are written.

        Raises
        ------
        RequestError
            There is not so much room.
        """
        with self._lock:
            if self._n_charged + n_bytes > self._max_bytes:
                raise RequestError(
                    "too_large", "the files that wait would have more bytes than may be uploaded"
                )
            self._n_bytes[path.parent.name] += n_bytes
            self._n_charged += n_bytes

    def drop(self, path: Path) -> None:
        """Forget a file, and give its room back."""
        shutil.rmtree(path.parent, ignore_errors=True)
        self._free([path.parent.name])

    def take(self, ids: list[str]) -> Path:
        """Put files into one folder, in their order; it is the caller's, and no longer counted.

        Raises
        ------
        RequestError
            One of them is not there.
        """
        ids = list(dict.fromkeys(ids))
        self._free(ids)
        taken = self._folder() / secrets.token_hex(16)
        taken.mkdir()
        width = len(str(len(ids)))
        for number, one in enumerate(ids, 1):
            folder = self._folder() / one
            for path in folder.iterdir():
                path.replace(taken / (path.name if len(ids) == 1 else f"{number:0{width}}-{path.name}"))
            folder.rmdir()
        return taken

    def _free(self, ids: list[str]) -> None:
        with self._lock:
            if not self._n_bytes.keys() >= set(ids):
                raise RequestError("not_found", "an uploaded file is not there any more: upload it again")
            self._n_charged -= sum(self._n_bytes.pop(one) for one in ids)


def _kept(name: str) -> str:
    """Return the end of a file's name that every file system takes, with its suffix; ``""`` for nothing."""
    kept = "".join(_NAME.findall(name.replace("\\", "/").rpartition("/")[2]))
    return kept.encode()[-_NAME_BYTES:].decode("utf-8", "ignore").strip(" .")
