"""The folder of the workbench: runs, uploads, saved recipes, marked pages.

::

    runs/ID/            one folder a run
    uploads/ID/         files that no run has taken yet; deleted with the server
    recipes/NAME.toml   recipes for ``maintext run``
    versions/NAME/      what was saved under that name, by time
    corpus/SET.jsonl.xz marked pages, in the format of docs/evaluation.md
    lock                is locked by the server that uses the folder

No other user of the computer can read it: folders have mode 700, files 600.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import secrets
import shutil
import stat
import tempfile
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import IO, Any

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.folder import replace_text
from maintext.app.workbench.settings import ServeOptions
from maintext.batch.journal import open_locked
from maintext.errors import DatasetError, OptionError
from maintext.lab.evaluate import corpus_sets

__all__ = ["NAME", "OWN_CORPUS", "Data", "Uploads"]

NAME = r"""^[^\s./\\:*?"<>|\x00-\x1f][^/\\:*?"<>|\x00-\x1f]{0,59}$"""
"""Pattern of the names of recipes and sets: valid on every file system, and inside the folder."""

OWN_CORPUS = "marked"
"""Id of the corpus of marked pages."""

_MAX_VERSIONS = 50  # of a recipe
_OWN_NAMES = ("runs", "recipes", "versions", "corpus", "lock")
_ACCESS_OF_OTHERS = 0o077


class Data:
    """Hold the folder, which is created at first use.

    ``options.data`` names it; without it :meth:`close` removes a temporary one. ``options.corpora`` and
    ``options.folders`` may also be read.

    Raise :class:`OptionError` if a folder does not exist, another server uses the folder, or other users can
    read the data and that cannot be changed.
    """

    def __init__(self, options: ServeOptions) -> None:
        for name in (*options.corpora, *options.folders):
            if not Path(name).is_dir():
                raise OptionError(f"{name} is not a folder")
        self._options = options
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()
        self.uploads = Uploads(partial(self.open_subfolder, "uploads"), options.max_upload_bytes)
        self._in_use: IO[bytes] | None = None
        if options.data:
            busy = f"another workbench uses {options.data}: stop it, or choose another folder for data"
            self._in_use = open_locked(self.path / "lock", busy)
            # Leftovers of a server that was killed.
            shutil.rmtree(self.path / "uploads", ignore_errors=True)
            try:
                _make_private(self.path)
            except OptionError:
                self.close()
                raise

    @cached_property
    def path(self) -> Path:
        """The folder."""
        if not self._options.data:
            with self._lock:  # several first requests may come at once
                self._temporary = self._temporary or tempfile.TemporaryDirectory(
                    prefix="maintext-serve-", ignore_cleanup_errors=True
                )
            return Path(self._temporary.name)
        path = Path(self._options.data)
        try:
            path.mkdir(0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"{path} cannot be created: {error.strerror}") from error
        return path.absolute()

    def close(self) -> None:
        """Remove the uploads, and the folder if it is temporary."""
        if "path" in self.__dict__:
            shutil.rmtree(self.path / "uploads", ignore_errors=True)
        if self._temporary is not None:
            self._temporary.cleanup()
        if self._in_use is not None:
            self._in_use.close()

    def open_subfolder(self, name: str) -> Path:
        """Return a folder in the folder; create it."""
        path = self.path / name
        path.mkdir(exist_ok=True)
        return path

    # -- folders of the server ----------------------------------------------------------------------------

    def folder(self, number: int) -> str:
        """Return a folder that a batch may read, by its number."""
        if not 0 <= number < len(self._options.folders):
            raise RequestError("not_found", "there is no such folder: see /api/runs")
        return str(Path(self._options.folders[number]).absolute())

    def folders(self) -> list[str]:
        """Return the names of the folders that a batch may read."""
        return [Path(name).absolute().name or name for name in self._options.folders]

    # -- recipes --------------------------------------------------------------------------------------

    def recipes(self) -> dict[str, str]:
        """Return the saved recipes by name."""
        paths = sorted(self.open_subfolder("recipes").glob("*.toml"))
        return {path.stem: path.read_text("utf-8") for path in paths}

    def save_recipe(self, name: str, text: str, overwrite: bool) -> None:
        """Save a recipe.

        Raise :class:`RequestError` if another recipe has this name, and ``overwrite`` is not set.
        """
        path = self.open_subfolder("recipes") / f"{name}.toml"
        with self._lock:  # of two at once, the second is refused
            if not overwrite and path.is_file() and path.read_text("utf-8") != text:
                raise RequestError("name_taken", f"there is another recipe {name!r} already")
            self._keep_version(name, text)
            replace_text(path, text)

    def _keep_version(self, name: str, text: str) -> None:
        """Keep a saved text among the versions of a recipe; the oldest ones go."""
        folder = self.open_subfolder("versions") / name
        folder.mkdir(exist_ok=True)
        kept = sorted(folder.glob("*.toml"))
        if kept and kept[-1].read_text("utf-8") == text:
            return
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        replace_text(folder / f"{stamp}.toml", text)
        for path in kept[: 1 - _MAX_VERSIONS]:
            path.unlink()

    def recipe_versions(self, name: str) -> list[dict[str, str]]:
        """Return the saved versions of a recipe, the newest first, with the times in ISO 8601."""
        paths = sorted((self.open_subfolder("versions") / name).glob("*.toml"), reverse=True)
        if not paths:
            raise RequestError("not_found", f"there is no recipe {name!r}")
        times = (datetime.strptime(path.stem, "%Y%m%dT%H%M%S%f%z") for path in paths)
        saved = (time.isoformat(timespec="seconds") for time in times)
        return [{"saved": at, "recipe": one.read_text("utf-8")} for at, one in zip(saved, paths, strict=True)]

    def delete_recipe(self, name: str) -> None:
        """Delete a recipe."""
        path = self.open_subfolder("recipes") / f"{name}.toml"
        if not path.is_file():
            raise RequestError("not_found", f"there is no recipe {name!r}")
        path.unlink()

    # -- corpora --------------------------------------------------------------------------------------

    def corpora(self) -> list[dict[str, Any]]:
        """Return the corpora that can be evaluated: id, name, sets."""
        known = [(one, path, _sets_of(path)) for one, path in self._corpus_folders().items()]
        return [{"id": one, "name": path.absolute().name, "sets": sets} for one, path, sets in known if sets]

    def corpus(self, number: str) -> Path:
        """Return the folder of a corpus.

        Raise :class:`RequestError` if there is no such corpus, or it has no pages.
        """
        path = self._corpus_folders().get(number)
        if path is None:
            raise RequestError("not_found", "there is no such corpus: see /api/corpora")
        if not _sets_of(path):
            raise RequestError("not_found", "the corpus has no pages: mark some, or name one with --corpus")
        return path.absolute()

    def _corpus_folders(self) -> dict[str, Path]:
        found = {str(number): Path(name) for number, name in enumerate(self._options.corpora)}
        return found | {OWN_CORPUS: self.path / "corpus"}

    def save_gold(self, set_name: str, page: dict[str, Any]) -> dict[str, Any]:
        """Add a page with its gold text to a set; replace one with the same URL or HTML.

        Safe to call in several threads. Compresses the whole set again.
        """
        path = self.open_subfolder("corpus") / f"{set_name}.jsonl.xz"
        source = (page["url"] or page["html"]).encode("utf-8", "replace")
        page = {"id": f"{set_name}/{hashlib.sha256(source).hexdigest()[:16]}", **page}
        with self._lock:  # two pages at once would each drop the other
            lines = lzma.decompress(path.read_bytes()).splitlines(keepends=True) if path.exists() else []
            kept = [line.decode() for line in lines if json.loads(line)["id"] != page["id"]]
            partial = path.with_name(f"{path.name}.tmp")
            with lzma.open(partial, "wt", encoding="utf-8", preset=3) as file:
                file.writelines([*kept, json.dumps(page) + "\n"])
            partial.replace(path)
        return {"id": page["id"], "set": set_name, "n_pages": len(kept) + 1}


def _make_private(folder: Path) -> None:
    """Remove access of other users to the folder and to files of an earlier server."""
    own = (path for name in _OWN_NAMES for path in (folder / name, *(folder / name).rglob("*")))
    for path in (folder, *own):
        try:
            mode = path.stat(follow_symlinks=False).st_mode
            # The target of a link is not ours.
            if mode & _ACCESS_OF_OTHERS and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~_ACCESS_OF_OTHERS)
        except FileNotFoundError:
            continue
        except OSError as error:
            why = f"{path} can be read by other users, and that cannot be changed ({error.strerror})"
            raise OptionError(f"{why}: choose another folder for data") from error


def _sets_of(path: Path) -> list[str]:
    """Return the names of the sets of a corpus, none if the folder is not a corpus."""
    try:
        return corpus_sets(path)
    except DatasetError:
        return []


_NOT_IN_NAMES = re.compile(r"""[\x00-\x1f\x7f:*?"<>|]+""")
_NAME_BYTES = 200  # file systems take 255; a number is put before the names of several files


class Uploads:
    """Keep uploaded files that wait for a run. Safe to use in several threads.

    ``folder()`` gives the folder of all uploads. ``max_bytes`` limits all files together, including those
    still being sent.
    """

    def __init__(self, folder: Callable[[], Path], max_bytes: int) -> None:
        self._folder, self._max_bytes = folder, max_bytes
        self._lock = threading.Lock()
        self._n_bytes: dict[str, int] = {}  # reserved, by id

    def new(self, name: str) -> Path:
        """Return the path for a new file, in its own folder whose name is the id.

        Raise :class:`RequestError` if there is no room.
        """
        number = secrets.token_hex(16)
        with self._lock:
            if sum(self._n_bytes.values()) >= self._max_bytes:
                raise RequestError("no_room", f"the files that wait have {self._max_bytes:,} bytes already")
            self._n_bytes[number] = 0
        folder = self._folder() / number
        folder.mkdir()
        return folder / (_safe_name(name) or "page.html")

    def charge(self, path: Path, n_bytes: int) -> None:
        """Reserve room for a file before bytes are written.

        Raise :class:`RequestError` if there is not enough room.
        """
        with self._lock:
            if sum(self._n_bytes.values()) + n_bytes > self._max_bytes:
                full = f"the files that wait would have more than {self._max_bytes:,} bytes"
                raise RequestError("no_room", full)
            self._n_bytes[path.parent.name] += n_bytes

    def drop(self, path: Path) -> None:
        """Delete a file and free its room."""
        shutil.rmtree(path.parent, ignore_errors=True)
        self._free_room([path.parent.name])

    def take(self, ids: list[str]) -> Path:
        """Move files into one folder; they no longer count. Only a name that is taken gets a number.

        Raise :class:`RequestError` if a file is missing.
        """
        ids = list(dict.fromkeys(ids))
        self._free_room(ids)
        taken = self._folder() / secrets.token_hex(16)
        taken.mkdir()
        for number, one in enumerate(ids, 1):
            folder = self._folder() / one
            for path in folder.iterdir():
                is_taken = (taken / path.name).exists()
                path.replace(taken / (f"{number}-{path.name}" if is_taken else path.name))
            folder.rmdir()
        return taken

    def _free_room(self, ids: list[str]) -> None:
        with self._lock:
            if not self._n_bytes.keys() >= set(ids):
                raise RequestError("not_found", "an uploaded file is not there any more: upload it again")
            for one in ids:
                del self._n_bytes[one]


def _safe_name(name: str) -> str:
    """Return the end of a file name, valid on every file system; maybe ``""``."""
    kept = _NOT_IN_NAMES.sub("_", name.replace("\\", "/").rpartition("/")[2])
    return kept.encode("utf-8", "replace")[-_NAME_BYTES:].decode("utf-8", "ignore").strip(" .")
