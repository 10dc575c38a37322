"""Source of pages in WARC files of crawlers and Common Crawl: ``.warc``, ``.warc.gz``, ``.warc.zst``.

FastWARC reads them: its compiled wheels also decode transfer and content encodings. Pages are responses
with status 200 whose Content-Type is HTML, XHTML or missing. Conversions (WET) are pages too; their lines
become paragraphs. All other records are skipped.
"""

from __future__ import annotations

import html
from typing import IO, TYPE_CHECKING, Any

from maintext.batch.item import BatchItem, Problem
from maintext.batch.source.base import FileSource, SourceReading
from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["WarcSource", "warc_items", "with_fastwarc"]

_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_TEXT = "text/plain"
_OK = 200
_HEADER_BYTES = 1_000_000  # of HTTP, in addition to the page


class WarcSource(FileSource):
    """A WARC file. Needs fastwarc."""

    def __init__(self, path: Path, reading: SourceReading) -> None:
        with_fastwarc()
        super().__init__(path, reading)

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per page; its key is the record id, else file name and offset."""
        return self.stream_items(warc_items, is_packed=False)


def with_fastwarc() -> Any:
    """Return the module fastwarc.warc; MissingExtraError if it is not installed."""
    try:
        import fastwarc.warc  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("fastwarc", "warc") from error
    return fastwarc.warc


def warc_items(stream: IO[bytes], name: str, reading: SourceReading) -> Iterator[BatchItem]:
    """Yield the pages of a stream of WARC records, compressed or not.

    A page with damaged chunks or compression is an item with a problem. So is a file without any page.

    Raises OSError: the rest of the stream is damaged, or the last record is truncated.
    """
    warc = with_fastwarc()
    kinds = warc.WarcRecordType
    n_records = n_pages = 0
    for record in warc.ArchiveIterator(_Forward(stream), record_types=kinds.any_type, parse_http=False):
        n_records += 1
        if not record.record_type & (kinds.response | kinds.resource | kinds.conversion):
            continue
        key = (record.record_id or f"{name}@{record.stream_pos}").strip("<>")
        url = (record.headers.get("WARC-Target-URI") or "").strip("<>") or None  # wget sets them there too
        read = _text_item if record.record_type & kinds.conversion else _page_item
        if item := read(record, key, url, reading.max_bytes):
            n_pages += 1
            yield item
    if n_records and not n_pages:
        reason = f"none of {n_records} records is a page: a response with status 200 that is HTML, or a text"
        yield BatchItem(key=name, problem=Problem("InputError", reason))


def _page_item(record: Any, key: str, url: str | None, max_bytes: int) -> BatchItem | None:
    """Return the page of a record, ``None`` if it holds none."""
    data = _read_whole(record, max_bytes)
    try:
        page = _parse_http(record if data is None else _copy_record(record, data), "none")
        if not _is_page(page):
            return None
        if data is not None:
            page = _parse_http(_copy_record(record, data), "all")
        body = page.reader.read(max_bytes + 1)
    except OSError as error:
        if data is None:  # it is the file that is damaged
            raise
        return BatchItem(key=key, url=url, problem=Problem("InputError", f"cannot be unpacked: {error}"))
    charset = page.http_charset if page.is_http else None
    return BatchItem(key=key, html=body, url=url, charset=charset, fetched=record.record_date)


def _text_item(record: Any, key: str, url: str | None, max_bytes: int) -> BatchItem | None:
    """Return a text as a page with a paragraph per line, ``None`` for other media types."""
    if _media_type(record, _TEXT) != _TEXT:
        return None
    text = (_read_whole(record, max_bytes) or record.reader.read(max_bytes + 1)).decode("utf-8", "replace")
    lines = [html.escape(line, quote=False) for line in map(str.strip, text.splitlines()) if line]
    page = "".join(f"<p>{line}</p>\n" for line in lines)
    title = f"<title>{lines[0]}</title>\n" if lines else ""
    return BatchItem(key=key, html=f"<!DOCTYPE html>\n{title}{page}", url=url, fetched=record.record_date)


class _Forward:
    """A forward-only stream with the ``tell`` and ``seek`` that FastWARC calls."""

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


def _read_whole(record: Any, max_bytes: int) -> bytes | None:
    """Return the content of a record, ``None`` if it is far too large; OSError if it is truncated."""
    n_stated = record.content_length
    if n_stated > max_bytes + _HEADER_BYTES:
        return None
    data: bytes = record.reader.read()
    if len(data) < n_stated:
        raise OSError(f"a record breaks off after {len(data)} of {n_stated} bytes")
    return data


def _copy_record(record: Any, data: bytes) -> Any:
    """Copy a record, so that damage in its content does not end the iterator."""
    copy = with_fastwarc().WarcRecord()
    if media_type := record.headers.get("Content-Type"):
        copy.headers["Content-Type"] = media_type
    copy.is_http = record.is_http
    copy.set_bytes_content(data)
    return copy


def _parse_http(record: Any, decoded: str) -> Any:
    if record.is_http:
        record.parse_http(auto_decode=decoded)
    return record


def _is_page(record: Any) -> bool:
    if not record.is_http:
        return _media_type(record, "") in _PAGE_TYPES
    media_type = (record.http_content_type or "").lower()
    return record.http_headers.status_code == _OK and (not media_type or media_type in _PAGE_TYPES)


def _media_type(record: Any, default: str) -> str:
    stated: str = record.headers.get("Content-Type") or default
    return stated.partition(";")[0].strip().lower()
