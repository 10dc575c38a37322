"""Sources of pages in files: files of one page, ZIP archives, Parquet tables."""

from __future__ import annotations

import os.path
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.batch.item import BatchItem, Problem, fetch_time
from maintext.batch.parquet import read_columns, with_pyarrow
from maintext.batch.source.base import FileSource, PageSource, kind_of, stamp_of
from maintext.errors import MissingExtraError
from maintext.net.compression import DAMAGED, decompressed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from maintext.batch.source.base import SourceReading

__all__ = ["PageFiles", "TableSource", "ZipSource", "item_of"]


class PageFiles(PageSource):
    """Existing files of one page each, at least one, in the given order; the workers read them.

    ``fetched`` is a time, ``mtime`` for the modification time of each file, or ``""`` if unknown.
    """

    def __init__(self, paths: Sequence[Path], fetched: str = "") -> None:
        self._sizes = [path.stat().st_size for path in paths]
        super().__init__(str(paths[0]), sum(self._sizes))
        self._paths, self._fetched = paths, fetched
        self._absolute = [os.path.abspath(path) for path in paths]  # noqa: PTH100 - links stay

    def parts(self, n_pages: int) -> list[PageFiles]:
        """Return the files in groups of ``n_pages``, with the same keys."""
        return [
            PageFiles(self._paths[first : first + n_pages], self._fetched)
            for first in range(0, len(self._paths), n_pages)
        ]

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per file; its key is the path."""
        for path, place, n_bytes in zip(self._paths, self._absolute, self._sizes, strict=True):
            self.n_read += n_bytes
            yield BatchItem(key=str(path), path=place, fetched=fetch_time(None, self._fetched, Path(place)))

    def stamp(self) -> list[str]:
        """Path, size and modification time of each file."""
        return [stamp_of(Path(path)) for path in self._absolute]


_IS_UTF8 = 0x800  # flag of an entry
_ENCODINGS = ("utf-8", "gb18030")  # what programs write without the flag, in spite of the standard


class ZipSource(FileSource):
    """A ZIP archive with a page per file; files without the name of a page are skipped."""

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per page in archive order; its key is ``archive.zip!name``."""
        with self.path.open("rb") as file, zipfile.ZipFile(file) as archive:
            for entry in archive.infolist():
                self.n_read = min(entry.header_offset + entry.compress_size, self.n_bytes)
                name = _entry_name(entry)
                if not entry.is_dir() and kind_of(name) == "page":
                    yield self._zip_item(archive, entry, f"{self.name}!{name}")

    def _zip_item(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, key: str) -> BatchItem:
        try:
            with archive.open(entry) as packed, decompressed(packed, entry.filename) as stream:
                body = stream.read(self.reading.max_bytes + 1)
                return BatchItem(key=key, html=body, fetched=fetch_time(None, self.reading.fetched))
        # Encrypted files are a RuntimeError, unknown compressions a NotImplementedError.
        except (zipfile.BadZipFile, *DAMAGED, RuntimeError, ValueError) as error:
            return BatchItem(key=key, problem=Problem("InputError", f"cannot be unpacked: {error}"))
        except MissingExtraError as error:
            return BatchItem(key=key, problem=Problem("MissingExtraError", error.message))


def _entry_name(entry: zipfile.ZipInfo) -> str:
    """Return the name of an entry; without the UTF-8 flag it is mostly UTF-8 or Chinese all the same."""
    if entry.flag_bits & _IS_UTF8 or entry.filename.isascii():
        return entry.filename
    for encoding in _ENCODINGS:
        try:
            return entry.filename.encode("cp437").decode(encoding)
        except UnicodeError:
            continue
    return entry.filename


class TableSource(FileSource):
    """A Parquet file with pages in a column, as text or bytes. Needs pyarrow."""

    def __init__(self, path: Path, reading: SourceReading) -> None:
        with_pyarrow()
        super().__init__(path, reading)

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per row; its key is the id column, else file name and row number from 1.

        Raises InputError: the column with the page is missing.
        """
        reading = self.reading
        names = (reading.html_field, reading.url_field, reading.id_field, reading.fetched_field)
        for number, (share, row) in enumerate(read_columns(self.path, names), 1):
            self.n_read = int(share * self.n_bytes)
            html, url, own, stated = map(row.get, names)
            fetched = fetch_time(stated, reading.fetched)
            yield item_of(own, html, url, names[0], f"{self.name}:{number}", fetched)


def item_of(
    own: Any, html: Any, url: Any, html_field: str, key: str = "", fetched: datetime | None = None
) -> BatchItem:
    """Return the item of a row; a row without a page has a problem."""
    key = str(own) if isinstance(own, str | int) and own != "" else key
    url = url if isinstance(url, str) else None
    if not isinstance(html, str | bytes):
        reason = f"no text in the column {html_field!r}; see --html-field"
        return BatchItem(key=key, url=url, problem=Problem("InputError", reason))
    return BatchItem(key=key, html=html, url=url, fetched=fetched)
