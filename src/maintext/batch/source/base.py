"""Base."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from maintext.errors import MissingExtraError
from maintext.net.compression import DAMAGED, BytesRead, decompressed, stem_of, with_zstd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.batch.item import BatchItem
    from maintext.batch.options import BatchOptions

__all__ = [
    "KINDS",
    "WARC_MARK",
    "FileSource",
    "PageSource",
    "SourceReading",
    "kind_of",
    "kind_of_file",
    "stamp_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """What the readers need to know.

    Attributes
    ----------
    max_bytes
        Extraction refuses a larger page. Of a file of its own, a WARC record and a ZIP entry no more than one
        byte above it is unpacked; a line of JSON or a row of Parquet is in memory before it is measured,
        and a line that is far too long is passed over.
    html_field, url_field, id_field, fetched_field
        Names of fields or columns.
    fetched
        When pages without a time of their own were fetched: a time, ``mtime`` for the last change of a file
        of one page, ``""`` for unknown.
    """

    max_bytes: int
    html_field: str = "html"
    url_field: str = "url"
    id_field: str = "id"
    fetched_field: str = "fetched"
    fetched: str = ""

    @classmethod
    def of(cls, max_bytes: int, batch: BatchOptions) -> SourceReading:
        """Return what the options of a batch say."""
        names = ("html_field", "url_field", "id_field", "fetched_field", "fetched")
        return cls(max_bytes=max_bytes, **{name: getattr(batch, name) for name in names})


class PageSource(ABC):
    """A place that pages come from.

    Attributes
    ----------
    name
        As the user wrote it.
    n_bytes
        Size of all of it; 0 when it is not known.
    n_read
        Bytes of it read so far, for progress only.
    """

    def __init__(self, name: str, n_bytes: int) -> None:
        self.name, self.n_bytes, self.n_read = name, n_bytes, 0

    @abstractmethod
    def items(self) -> Iterator[BatchItem]:
        """Give the pages; the same ones in the same order every time.

        A page that cannot be read is an item with a problem. An exception means that the rest of the
        source cannot be read.
        """

    @abstractmethod
    def stamp(self) -> list[str]:
        """Return what tells this source from a changed one: one line per file."""


class FileSource(PageSource):
    """One file with many pages.

    Parameters
    ----------
    path
        The file; must exist.
    reading
        Limits and field names.
    """

    def __init__(self, path: Path, reading: SourceReading) -> None:
        super().__init__(str(path), path.stat().st_size)
        if path.suffix.lower() == ".zst":
            with_zstd()
        self.path, self.reading = path.absolute(), reading  # other machines may read it, from elsewhere

    def stamp(self) -> list[str]:
        """Path, size and time of change of the file."""
        return [stamp_of(self.path)]

    def counted(self) -> BytesRead:
        """Open the file as it is, counting what is read."""
        return BytesRead(self.path.open("rb"))

    def opened(self, counted: BytesRead) -> IO[bytes]:
        """Return the decompressed bytes of the file."""
        return decompressed(counted, self.path.name)


def stamp_of(path: Path) -> str:
    """Return path, size and time of change of a file."""
    status = path.stat()
    return f"{path.absolute()} {status.st_size} {status.st_mtime_ns}"


WARC_MARK = b"WARC/"
"""What every WARC record begins with."""

_GZIP = b"\x1f\x8b"

KINDS = {
    **dict.fromkeys((".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp"), "page"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".txt", ".urls"), "urls"),
    ".parquet": "parquet",
    **dict.fromkeys((".warc", ".wet"), "warc"),
    ".zip": "zip",
}
"""Suffix of a name to the kind of input; a suffix of compression may follow."""


def kind_of(name: str) -> str | None:
    """Return what a file is, one of :data:`~maintext.batch.options.INPUT_KINDS`; ``None`` for unknown."""
    return KINDS.get(Path(stem_of(name)).suffix)


def kind_of_file(name: str) -> str | None:
    """Return what a file is by its name, or where that says nothing, whether its first bytes are WARC's."""
    return kind_of(name) or ("warc" if _begins_with(name, WARC_MARK) else None)


def _begins_with(name: str, mark: bytes) -> bool:
    """Whether a file begins with some bytes, as it is or decompressed; not for one that cannot be read."""
    try:
        with Path(name).open("rb") as file:
            suffix = ".gz" if file.read(len(_GZIP)) == _GZIP else Path(name).suffix
            file.seek(0)
            return decompressed(file, suffix and f"x{suffix}").read(len(mark)) == mark
    except (*DAMAGED, MissingExtraError):  # that is said where it is read as what it is not known to be
        return False
