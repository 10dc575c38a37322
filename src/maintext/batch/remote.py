"""Files in object storage as paths: ``s3://``, ``gs://``, ``https://`` …; the only file that imports upath.

universal-pathlib gives the URLs of fsspec the interface of :class:`pathlib.Path`, so sources and sinks use
one. What differs stands here: objects cannot be renamed, appended to or locked, but each is written as a
whole.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maintext.errors import MissingExtraError, OptionError

__all__ = [
    "files_below", "is_remote", "is_remote_name", "is_web", "matching_files", "move", "path_of",
    "remove_tree", "status_of",
]  # fmt: skip

_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_WEB = re.compile(r"https?://", re.IGNORECASE)
_PATTERN = re.compile(r"[*?[]")


def path_of(name: str) -> Path:
    """Return the path of a file name, or of the URL of a file in object storage.

    Raises MissingExtraError: the URL needs a library that is not installed; OptionError: no library opens it.
    """
    if not _URL.match(name):
        return Path(name)
    try:
        from upath import UPath  # noqa: PLC0415 - an extra

        path: Any = UPath(name)
        path.fs  # noqa: B018 - loads the library of the protocol
    except ImportError as error:
        # What a protocol needs, such as s3fs, is no part of the extra; fsspec's error for it has no name.
        if library := getattr(error.__cause__, "name", None):
            raise MissingExtraError(library, "") from error
        missing = (error.name or "").partition(".")[0]
        raise MissingExtraError(missing or "universal-pathlib", "cloud") from error
    except ValueError as error:  # the name may hold a password
        protocol = name.partition("://")[0]
        raise OptionError(
            f"files of {protocol}:// cannot be opened: name a file, or a URL of s3, gs, az or https"
        ) from error
    return path  # type: ignore[no-any-return]


def is_remote_name(name: str) -> bool:
    """Return True for the URL of a file in object storage."""
    return bool(_URL.match(name))


def is_remote(path: Path) -> bool:
    """Return True for a path in object storage."""
    return hasattr(path, "fs")


def is_web(path: Path | str) -> bool:
    """Return True for a URL of the web, where asking for size and time costs a request a file."""
    return bool(_WEB.match(str(path)))


def status_of(path: Path) -> os.stat_result | None:
    """Return the size and times of a file; None for one that is gone, or a link to none."""
    try:
        return path.stat()
    except OSError:
        return None


def files_below(folder: Path) -> list[str]:
    """Return the names of all files in a remote folder and below, sorted."""
    return sorted(str(path) for path in folder.rglob("*") if path.is_file())


def matching_files(pattern: str) -> list[str]:
    """Return the names of the remote files that match a pattern, sorted; none if it is no pattern."""
    parts = pattern.split("/")
    first = next((number for number, part in enumerate(parts) if _PATTERN.search(part)), None)
    if first is None:
        return []
    found: Iterator[Path] = path_of("/".join(parts[:first]) + "/").glob("/".join(parts[first:]))
    return sorted(str(path) for path in found if path.is_file())


def move(path: Path, target: Path) -> None:
    """Replace a file by another one: atomically on a disk; in object storage as a copy."""
    if is_remote(path):
        storage: Any = path
        storage.fs.mv(storage.path, target.path)  # type: ignore[attr-defined]
    else:
        path.replace(target)


def remove_tree(path: Path) -> None:
    """Remove a folder with all files, or a file; one that is not there is no error."""
    if is_remote(path):
        storage: Any = path
        if path.exists():
            storage.fs.rm(storage.path, recursive=True)
    elif path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
