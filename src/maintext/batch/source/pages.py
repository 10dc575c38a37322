"""Pages that are files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._sizes = [path.stat().st_size for path in paths]
        super().__init__(str(paths[0]), sum(self._sizes))
        self._paths = paths

    def items(self) -> Iterator[Item]:
        """Give one item per file; its key is the path."""
        for path, n_bytes in zip(self._paths, self._sizes, strict=True):
            self.n_read += n_bytes
            yield Item(key=str(path), path=str(path))

    def stamp(self) -> list[str]:
        """Path, size and time of change of each file."""
        return [stamp_of(path) for path in self._paths]
