"""Pages in a ZIP archive."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

from maintext.batch.fetch_time import fetched_at
from maintext.batch.item import Item, Problem
from maintext.batch.source.base import FileSource
from maintext.batch.source.kinds import kind_of
from maintext.errors import MissingExtraError
from maintext.net.compression import DAMAGED, decompressed

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Zip"]

_IS_UTF8 = 0x800  # flag of an entry
_ENCODINGS = ("utf-8", "gb18030")  # what programs write without the flag, in spite of the standard


class Zip(FileSource):
    """A ZIP archive with a page per file; files whose names are not those of pages are passed over."""

    def items(self) -> Iterator[Item]:
        """Give one item per page in the order of the archive; its key is ``archive.zip!name``."""
        with self.path.open("rb") as file, zipfile.ZipFile(file) as archive:
            for entry in archive.infolist():
                self.n_read = min(entry.header_offset + entry.compress_size, self.n_bytes)
                name = _name_of(entry)
                if not entry.is_dir() and kind_of(name) == "page":
                    yield self._item(archive, entry, f"{self.name}!{name}")

    def _item(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, key: str) -> Item:
        try:
            with archive.open(entry) as packed, decompressed(packed, entry.filename) as stream:
                body = stream.read(self.reading.max_bytes + 1)
                return Item(key=key, html=body, fetched=fetched_at(None, self.reading.fetched))
        # Encrypted files are a RuntimeError, unknown compressions a NotImplementedError.
        except (zipfile.BadZipFile, *DAMAGED, RuntimeError, ValueError) as error:
            return Item(key=key, problem=Problem("InputError", f"cannot be unpacked: {error}"))
        except MissingExtraError as error:
            return Item(key=key, problem=Problem("MissingExtraError", error.message))


def _name_of(entry: zipfile.ZipInfo) -> str:
    """The name of a file; one without the mark of UTF-8 is mostly UTF-8 or Chinese in fact."""
    if entry.flag_bits & _IS_UTF8 or entry.filename.isascii():
        return entry.filename
    for encoding in _ENCODINGS:
        try:
            return entry.filename.encode("cp437").decode(encoding)
        except UnicodeError:
            continue
    return entry.filename
