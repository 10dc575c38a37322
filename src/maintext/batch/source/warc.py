"""Pages in a WARC file, as crawlers and Common Crawl keep them: ``.warc``, ``.warc.gz``, ``.warc.zst``.

Read by FastWARC: compiled, its wheels need no compiler and no parser library, and it unpacks transfer and
content encodings. Only responses with status 200 whose Content-Type is HTML, XHTML or missing are pages;
requests, metadata, redirects, images and the like are passed over.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, cast

from maintext.batch.item import Item
from maintext.batch.source.base import FileSource, Reading
from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Warc", "warc_items", "with_fastwarc"]

_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_OK = 200
_HEADER_BYTES = 1_000_000  # of HTTP, beside the page


class Warc(FileSource):
    """A WARC file.

    Raises
    ------
    MissingExtraError
        fastwarc is not installed.
    """

    def __init__(self, path: Path, reading: Reading) -> None:
        with_fastwarc()
        super().__init__(path, reading)

    def items(self) -> Iterator[Item]:
        """Give one item per page; its key is the record id, else the file and the place in it."""
        with self.counted() as counted:
            for item in warc_items(cast("IO[bytes]", counted), self.name, self.reading):
                self.n_read = counted.n_bytes
                yield item


def with_fastwarc() -> Any:
    """Return the module fastwarc.warc.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    try:
        import fastwarc.warc  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("fastwarc", "warc") from error
    return fastwarc.warc


def warc_items(stream: IO[bytes], name: str, reading: Reading) -> Iterator[Item]:
    """Give the pages of a stream of WARC records, compressed or not.

    Raises
    ------
    OSError
        The rest is damaged, or the last record breaks off.
    """
    warc = with_fastwarc()
    kinds = warc.WarcRecordType.response | warc.WarcRecordType.resource
    for record in warc.ArchiveIterator(_Forward(stream), record_types=kinds, parse_http=False):
        _take_whole(record, reading.max_bytes)
        if record.is_http:
            record.parse_http(auto_decode="all")
        if _is_page(record):
            key = record.record_id or f"{name}@{record.stream_pos}"
            yield Item(
                key=key.strip("<>"),
                html=record.reader.read(reading.max_bytes + 1),
                url=record.headers.get("WARC-Target-URI"),
                charset=record.http_charset if record.is_http else None,
                fetched=record.record_date,
            )


class _Forward:
    """A stream as FastWARC wants it: it asks for the place, also of one that cannot go back."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._place = stream, 0

    def read(self, n_bytes: int = -1) -> bytes:
        data = self._stream.read(n_bytes)
        self._place += len(data)
        return data

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = 0) -> int:
        if (offset, whence) not in {(0, 1), (self._place, 0)}:
            raise OSError("a WARC file is read forward only")
        return self._place


def _take_whole(record: Any, max_bytes: int) -> None:
    """Read a record into memory, to see that it is whole; not one that is far too large for a page."""
    n_stated = record.content_length
    if n_stated > max_bytes + _HEADER_BYTES:
        return
    record.freeze()
    if record.content_length < n_stated:
        raise OSError(f"a record breaks off after {record.content_length} of {n_stated} bytes")


def _is_page(record: Any) -> bool:
    if not record.is_http:
        media_type = record.headers.get("Content-Type") or ""
        return media_type.partition(";")[0].strip().lower() in _PAGE_TYPES
    media_type = (record.http_content_type or "").lower()
    return record.http_headers.status_code == _OK and (not media_type or media_type in _PAGE_TYPES)
