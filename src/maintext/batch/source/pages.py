"""Pages that are files of their own."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import TYPE_CHECKING

from maintext.batch.fetch_time import fetched_at
from maintext.batch.item import Item
from maintext.batch.source.base import Source, stamp_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["PageFiles"]


class PageFiles(Source):
    """Files of one page each, in the order given; they are read where they are extracted.

    Parameters
    ----------
    paths
        At least one file; all exist.
    fetched
        When they were fetched: a time, ``mtime`` for the last change of each file, ``""`` for unknown.
    """

    def __init__(self, paths: Sequence[Path], fetched: str = "") -> None:
        self._sizes = [path.stat().st_size for path in paths]
        super().__init__(str(paths[0]), sum(self._sizes))
        self._paths, self._fetched = paths, fetched
        self._absolute = [os.path.abspath(path) for path in paths]  # noqa: PTH100 - links stay

    def parts(self, n_pages: int) -> list[PageFiles]:
        """Return the files in groups of so many, the last one smaller; with the same keys."""
        return [
            PageFiles(self._paths[first : first + n_pages], self._fetched)
            for first in range(0, len(self._paths), n_pages)
        ]

    def items(self) -> Iterator[Item]:
        """Give one item per file; its key is the path."""
        for path, place, n_bytes in zip(self._paths, self._absolute, self._sizes, strict=True):
            self.n_read += n_bytes
            yield Item(key=str(path), path=place, fetched=fetched_at(None, self._fetched, Path(place)))

    def stamp(self) -> list[str]:
        """Path, size and time of change of each file."""
        return [stamp_of(Path(path)) for path in self._absolute]
