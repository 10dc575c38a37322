"""Source of pages in WARC files of crawlers and Common Crawl: ``.warc``, ``.warc.gz``, ``.warc.zst``.

FastWARC reads them: its compiled wheels also decode transfer and content encodings. Pages are responses
with status 200 whose Content-Type is HTML, XHTML or missing, and resources that state it or begin as a page.
Conversions (WET) are pages too; their lines become paragraphs. All other records are skipped and counted by
reason. After a damaged record, reading continues at the next one.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import IO, Any, cast

from maintext.batch.item import DAMAGED_RECORD, BatchItem, Problem, fetch_time, payload_digest
from maintext.batch.source.base import GZIP_MARK, WARC_MARK, FileSource, SourceReading, begins_page
from maintext.compression import decompressed
from maintext.errors import InputError, needs_extra

__all__ = ["WaczSource", "WarcSource", "warc_items", "with_fastwarc"]

_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_TEXT = "text/plain"
_OK = 200
_REDIRECTS = range(300, 400)
_HEADER_BYTES = 1_000_000  # of HTTP, in addition to the page
_PAGE_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[a-z!?]", re.IGNORECASE)
_MAX_CODINGS = 5
_BREAKS_OFF = "its compressed content breaks off"
_PIECE_BYTES = 1 << 12  # of a body: what follows a member is copied
_MARKS = (GZIP_MARK, WARC_MARK, b"\x28\xb5\x2f\xfd")  # of a record, or of a member or frame with one
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_INTERIM = re.compile(rb"(?:HTTP/[\d.]+ 1\d\d\b.*?\r?\n\r?\n[\r\n]*)+", re.DOTALL)
_FOLD = re.compile(rb"\r?\n[ \t]+")
_STATUS = re.compile(rb"[^:\s]+[ \t]+(\d{3})\b")
_CHARSET = re.compile(r"\bcharset\s*=[\s\"']*([\w.:+-]+)", re.IGNORECASE)
_CHUNK_HEAD = re.compile(rb"\s*([0-9a-f]+)[ \t]*(?:;[^\r\n]*)?\r?\n", re.IGNORECASE)
_PACKED_START = re.compile(rb".{,15}?[^\t\r\n -~]", re.DOTALL)  # not the size of a chunk, nor text
_PSEUDO_STATUS = re.compile(rb"^:status:[ \t]*(\d{3})\b", re.IGNORECASE | re.MULTILINE)  # HTTP/2, written out
_IN_WACZ = re.compile(r"archive/.+\.warc(?:\.gz)?", re.IGNORECASE)
_ROBOTS = re.compile(r"https?://[^/]+/robots\.txt(?:[?#]|$)", re.IGNORECASE)


def with_fastwarc() -> Any:
    """Return the module fastwarc.warc; MissingExtraError if it is not installed."""
    with needs_extra("fastwarc", "warc"):
        import fastwarc.warc  # noqa: PLC0415 - an extra
    return fastwarc.warc


class WarcSource(FileSource):
    """A WARC file. Needs fastwarc."""

    needs = staticmethod(with_fastwarc)

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per page; its key is the record id, else file name and offset."""
        if self.path.suffix.lower() in {".bz2", ".xz"}:
            raise InputError("WARC is read as it is, as .gz or as .zst: decompress it first")
        with self.path.open("rb") as file:
            yield from self.note_place(file, warc_items(file, self.name, self.reading, self.skipped))


class WaczSource(WarcSource):
    """A WACZ archive: a ZIP file with WARC files in the folder ``archive``. Needs fastwarc."""

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per page; ``file`` of its input is ``name.wacz!archive/name.warc.gz``."""
        with self.path.open("rb") as file, zipfile.ZipFile(file) as archive:
            entries = [entry for entry in archive.infolist() if _IN_WACZ.fullmatch(entry.filename)]
            if not entries:
                raise InputError("there is no WARC file in its folder archive/")
            for entry in entries:
                with archive.open(entry) as stream:
                    name = f"{self.name}!{entry.filename}"
                    yield from self.note_place(file, warc_items(stream, name, self.reading, self.skipped))


def warc_items(
    stream: IO[bytes], name: str, reading: SourceReading, skipped: Counter[str]
) -> Iterator[BatchItem]:
    """Yield the pages of a stream of WARC records, compressed or not; count the other records by reason.

    A page with damaged chunks or compression is an item with a problem. So is a damaged record of a file
    that is uncompressed or has a gzip member per record; the next record is looked for after it.

    Raises OSError: the rest of the stream is damaged, or the last record is truncated.
    """
    start = 0
    stream = _with_known_names(stream)
    while True:
        records = _WarcRecords(stream, start, name, reading, skipped)
        try:
            yield from records.items()
        except OSError:
            if not stream.seekable():
                raise
            damaged, start = _next_record(stream, records.offset)
            if records.held and damaged > records.offset:  # it is the record after it that is damaged
                yield _with_length(records.held, damaged)
            if not start:
                raise
            place = {"file": name, "offset": damaged, "length": start - damaged}
            reason = f"the record at byte {damaged} is damaged: {start - damaged} bytes are skipped"
            yield BatchItem(key=f"{name}@{damaged}", input=place, problem=Problem(DAMAGED_RECORD, reason))
        else:
            return


class _WarcRecords:
    """The records of a stream from an offset on, until one is damaged."""

    def __init__(
        self, stream: IO[bytes], start: int, name: str, reading: SourceReading, skipped: Counter[str]
    ) -> None:
        if start:
            stream.seek(start)
        self._file, self._stream, self._start = stream, _Forward(stream), start
        self._is_on_disk = isinstance(stream, io.BufferedReader) and stream.seekable()
        self._name, self._skipped = name, skipped
        self._max_bytes, self._fetched = reading.max_bytes, reading.fetched
        self.offset = start  # of the record that is read
        self.held: BatchItem | None = None  # page of this record; the start of the next one tells its length

    def items(self) -> Iterator[BatchItem]:
        warc = with_fastwarc()
        kinds = warc.WarcRecordType
        records = warc.ArchiveIterator(self._stream, record_types=kinds.any_type, parse_http=False)
        record, last = None, -1
        for record in records:
            offset = self._start + record.stream_pos
            # In a member with several records, only the offset of the first is known.
            begins, last = offset > last and self._begins_at(offset), offset
            if self.held:
                yield _with_length(self.held, offset if begins else None)
            self.offset, self.held = offset, None
            found = self._read_record(record, kinds)
            if isinstance(found, str):
                self._skipped[found] += 1
            else:
                self.held = found
                found.input["offset"] = offset if begins else None
        if record is None:
            raise OSError("there is no record in it")
        end = self._start + self._stream.tell()
        if self._file.seekable() and _rest_after_record(self._file, self.offset):
            raise OSError("a record breaks off in its head")  # too short for FastWARC to see it
        if self.held:
            yield _with_length(self.held, end)

    def _read_record(self, record: Any, kinds: Any) -> BatchItem | str:
        """Return the page of a record, or the reason why it is skipped."""
        n_stated = record.content_length
        # Without the line that every record must have, FastWARC takes it for empty.
        if not n_stated and record.headers.get("Content-Length") != "0":
            raise OSError("a record breaks off in its head")
        reason = self._reason_to_skip(record, kinds)
        data: bytes = b"" if reason else record.reader.read()
        # Of a skipped record too: one that states more bytes than there are hides the records after it.
        n_there = record.reader.consume() if reason else len(data)
        if n_there < n_stated:
            raise OSError(f"a record breaks off after {n_there} of {n_stated} bytes")
        # Such content may hold the end of its record, or the next one.
        may_be_more = data.endswith((b"\r", b"\r\n")) or _PLAIN_START in data
        if may_be_more and not self._ends_as_stated():
            raise OSError("a record states more bytes than it has")
        if reason:
            return reason
        url = (record.headers.get("WARC-Target-URI") or "").strip("<>") or None  # wget sets them there too
        if _ROBOTS.match(url or ""):
            return "robots"
        digest = record.headers.get("WARC-Payload-Digest")
        place: dict[str, Any] = {"file": self._name, "offset": self.offset, "digest": digest}
        place |= {"record_id": record.record_id, "target_uri": url}
        key = (record.record_id or f"{self._name}@{self.offset}").strip("<>")
        date = record.record_date
        stated = date if date and date.timestamp() else None  # a WET file has 1970 where it is unknown
        item = BatchItem(key=key, url=url, fetched=fetch_time(stated, self._fetched), input=place)
        read = _with_text if record.record_type & kinds.conversion else _with_page
        return read(item, record, data, self._max_bytes)

    def _begins_at(self, offset: int, marks: tuple[bytes, ...] = _MARKS) -> bool:
        """Return True if one of the marks is at an offset, or where that cannot be read."""
        if not self._is_on_disk:
            return getattr(self._file, "has_places", True)
        place = self._file.tell()
        self._file.seek(offset)
        begins = self._file.read(_START_BYTES).lstrip(b"\r\n").startswith(marks)
        self._file.seek(place)
        return begins

    def _ends_as_stated(self) -> bool:
        """Return True if the record ends where it says, or cannot be read again, alone and at little cost."""
        if not self._is_on_disk:
            return True
        place = self._file.tell()
        is_alone = self._begins_at(self.offset, _MARKS[:2])
        is_whole = not is_alone or bool(_end_of_record(self._file, self.offset))
        self._file.seek(place)
        return is_whole

    def _reason_to_skip(self, record: Any, kinds: Any) -> str:
        """Return the reason why a record is skipped by its head alone, "" for a record to read."""
        if record.record_type & kinds.revisit:
            return "revisit"
        if not record.record_type & (kinds.response | kinds.resource | kinds.conversion):
            return "not_a_response"
        return "too_large" if record.content_length > self._max_bytes + _HEADER_BYTES else ""


def _with_page(item: BatchItem, record: Any, data: bytes, max_bytes: int) -> BatchItem | str:
    """Return the item with the page of a response or resource, or the reason why it is skipped."""
    stated, status, body = record.headers.get("Content-Type"), None, data
    is_http = record.is_http or (not stated and data.startswith(b"HTTP/"))
    if is_http:
        status, headers, body = _split_response(data)
        stated = headers.get("content-type")
        if status in _REDIRECTS:
            return "redirect"
        if status != _OK:
            return "bad_status"
    media_type = _media_type(stated)
    if media_type not in _PAGE_TYPES and (media_type or not (is_http or begins_page(data))):
        return "not_html"
    place = {**item.input, "http_status": status, "content_type": media_type or None}
    if is_http and (headers.get("content-encoding") or headers.get("transfer-encoding")):
        place["digest"] = place["digest"] or payload_digest(body)
        try:
            body = _unpack_body(headers, body, max_bytes)
        except OSError as error:
            problem = Problem("InputError", f"cannot be unpacked: {ascii(str(error))[1:-1]}")
            return replace(item, input=place, problem=problem)
    if len(body) > max_bytes:
        return "too_large"
    charset = _CHARSET.search(stated or "") if is_http else None
    return replace(item, html=body, charset=charset and charset[1], input=place)


def _with_text(item: BatchItem, record: Any, data: bytes, max_bytes: int) -> BatchItem | str:
    """Return the item with a text as a page with a paragraph per line."""
    media_type = _media_type(record.headers.get("Content-Type")) or _TEXT
    if media_type != _TEXT:
        return "not_html"
    if len(data) > max_bytes:
        return "too_large"
    text = data.decode("utf-8", "replace")
    lines = [html.escape(line, quote=False) for line in map(str.strip, text.splitlines()) if line]
    page = "".join(f"<p>{line}</p>\n" for line in lines)
    title = f"<title>{lines[0]}</title>\n" if lines else ""
    digest = item.input["digest"] or payload_digest(data)
    place = {**item.input, "content_type": media_type, "size": len(data), "digest": digest}
    return replace(item, html=f"<!DOCTYPE html>\n{title}{page}", input=place)


def _with_length(item: BatchItem, end: int | None) -> BatchItem:
    """Return an item after noting the length of its record, which ends where the next begins, if known."""
    offset = item.input["offset"]
    item.input["length"] = None if offset is None or end is None else end - offset
    return item


def _split_response(data: bytes) -> tuple[int | None, dict[str, str], bytes]:
    """Return the status of an HTTP response, its header fields by names in lower case, and its body.

    Interim responses (``100 Continue``) are left out. Without an empty line, there is no body.
    """
    data = data.lstrip()
    if interim := _INTERIM.match(data):
        data = data[interim.end() :]
    blank = _BLANK_LINE.search(data, 0, _HEADER_BYTES)
    head = data[: blank.start()] if blank else data[:_HEADER_BYTES]
    status = _PSEUDO_STATUS.search(head) or _STATUS.match(head)
    fields: dict[str, str] = {}
    for line in _FOLD.sub(b" ", head).splitlines():  # as text it has more line breaks
        name, _, value = line.decode("latin-1").partition(":")
        if value.strip():
            fields.setdefault(name.strip().lower(), value.strip())
    return int(status[1]) if status else None, fields, data[blank.end() :] if blank else b""


def _unpack_body(headers: Mapping[str, str], body: bytes, max_bytes: int) -> bytes:
    """Undo chunks and compression of a page, up to 1 MB more than it may have; OSError if it breaks off."""
    for name in ("transfer-encoding", "content-encoding"):
        codings = headers.get(name, "").lower().split(",")
        if len(codings) > _MAX_CODINGS:
            raise OSError("it states too many encodings")
        for coding in reversed(codings):
            body = _undo_coding(coding.strip().removeprefix("x-"), body, max_bytes + _HEADER_BYTES)
    return body


def _undo_coding(coding: str, body: bytes, limit: int) -> bytes:
    """Undo an encoding that a header states, up to a limit; return a body without it as it is."""
    try:
        if coding == "chunked":
            return _join_chunks(body)
        if coding in {"gzip", "deflate"}:
            return _undo_deflate(body, limit)
        http = with_fastwarc().WarcRecord()
        http.is_http = True
        http.set_bytes_content(f"HTTP/1.1 200\r\nContent-Encoding: {coding}\r\n\r\n".encode() + body)
        http.parse_http(auto_decode="all")
        unpacked: bytes = http.reader.read(limit)
    except OSError:
        if _PAGE_START.match(body) or (coding == "chunked" and _PACKED_START.match(body)):
            return body
        raise
    return unpacked


def _join_chunks(body: bytes) -> bytes:
    """Return the data of HTTP chunks, without their extensions; OSError if they break off.

    Some servers leave the empty one at the end out.
    """
    parts, end = list[bytes](), 0
    while head := _CHUNK_HEAD.match(body, end):
        end = head.end() + int(head[1], 16)
        parts.append(body[head.end() : end])
        if end == head.end() or end > len(body):
            break
    if not parts or end > len(body) or (head is None and body[end:].strip(b"\r\n0")):
        raise OSError("its chunks break off")
    return b"".join(parts)


def _undo_deflate(body: bytes, limit: int) -> bytes:
    """Undo gzip or deflate, whichever it is, also bare or with bytes after it, up to a limit.

    Several members of gzip are one body. Cost O(n_bytes), of many small members too.

    Raises OSError: it is damaged.
    """
    for window in (_GZIP_WINDOW, -zlib.MAX_WBITS):
        inflater, unpacked, place = zlib.decompressobj(window), bytearray(), 0
        try:
            while len(unpacked) < limit and (piece := body[place : place + _PIECE_BYTES]):
                unpacked += inflater.decompress(piece, limit - len(unpacked))
                place += len(piece) - len(inflater.unused_data)
                if inflater.eof and not body.startswith(GZIP_MARK, place):
                    return bytes(unpacked)
                if inflater.eof:
                    inflater = zlib.decompressobj(window)
        except zlib.error as error:
            reason = str(error)
            continue
        if not body or len(unpacked) >= limit:
            return bytes(unpacked)
        raise OSError(_BREAKS_OFF)
    raise OSError(reason)


def _media_type(stated: str | None) -> str:
    """Return the first media type of Content-Type: proxies join that of two headers."""
    return re.split(r"[;,\s]", (stated or "").strip().strip('"'), maxsplit=1)[0].lower()


class _Forward:
    """A forward-only stream with the ``tell`` and ``seek`` that FastWARC calls; it begins at 0."""

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


# FastWARC knows the names of these fields in one case only.
_FIELD = re.compile(rb"^(?:warc-type|content-(?:type|length))(?=:)", re.IGNORECASE | re.MULTILINE)


def _rename_fields(head: bytes) -> bytes:
    return _FIELD.sub(lambda found: found[0].title().replace(b"Warc", b"WARC"), head)


def _with_known_names(stream: IO[bytes]) -> IO[bytes]:
    """Return a stream of records with the names of their fields as FastWARC knows them.

    If the first record has others, the stream is unpacked, and read forward only.
    """
    head: bytes = stream.peek(_HEAD_BYTES) if hasattr(stream, "peek") else b""
    if is_gzip := head.startswith(GZIP_MARK):
        head = _start_of_member(head)
    fields = _BLANK_LINE.split(head, 1)[0]
    if not fields.startswith(WARC_MARK) or _rename_fields(fields) == fields:
        return stream
    renamed = _KnownNames(decompressed(stream, "a.gz" if is_gzip else ""), has_places=not is_gzip)
    return cast("IO[bytes]", renamed)


class _KnownNames:
    def __init__(self, stream: IO[bytes], *, has_places: bool) -> None:
        self._stream, self._n_stated, self._n_left = stream, 0, 0
        self.has_places = has_places  # they are those in the file

    def seekable(self) -> bool:
        return False

    def read(self, n_bytes: int) -> bytes:
        if self._n_left:
            data = self._stream.read(min(self._n_left, n_bytes))
            self._n_left -= len(data)
            return data
        line = self._stream.readline(n_bytes)
        if stated := _LENGTH.match(line):
            self._n_stated = int(stated[1])
        elif not line.strip():
            self._n_left, self._n_stated = self._n_stated, 0
        return _rename_fields(line)


# -- after damage -------------------------------------------------------------------------------------

_CHUNK_BYTES = 1 << 20
_HEAD_BYTES = 1 << 14  # of a record: its fields are in it
_START_BYTES = 256  # of a gzip member: enough for the first word of a record
_GZIP_START = GZIP_MARK + b"\x08"
_RECORD_END = b"\r\n\r\n"
_PLAIN_START = _RECORD_END + WARC_MARK
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d+)", re.IGNORECASE | re.MULTILINE)
_GZIP_WINDOW = 47  # or zlib


def _next_record(file: IO[bytes], last: int) -> tuple[int, int]:
    """Return the offset of the damaged record and of the next readable one, 0 for none.

    ``last`` is the offset of the last record that could be begun: it is damaged itself, or the one after.
    """
    damaged = _end_of_record(file, last) or last
    file.seek(last)
    is_gzip = file.read(2) == GZIP_MARK
    mark = _GZIP_START if is_gzip else _PLAIN_START
    before, place = b"", damaged + 1
    file.seek(place)
    while chunk := file.read(_CHUNK_BYTES):
        window = before + chunk
        for found in re.finditer(re.escape(mark), window):
            offset = place - len(before) + found.start()
            if not is_gzip:
                return damaged, offset + len(_PLAIN_START) - len(WARC_MARK)
            if _begins_record(file, offset):
                return damaged, offset
        place += len(chunk)
        before = window[-len(mark) + 1 :]
        file.seek(place)
    return damaged, 0


def _end_of_record(file: IO[bytes], start: int) -> int | None:
    """Return where the record at an offset ends, ``None`` if it states another length.

    0 if its gzip member is damaged.
    """
    file.seek(start)
    stream, first, end = file, start, None
    if file.read(2) == GZIP_MARK:
        end = _end_of_member(file, start)
        if end is None:
            return 0
        file.seek(start)
        stream, first = decompressed(io.BytesIO(file.read(end - start)), "record.gz"), 0
    stream.seek(first)
    fields, _, _ = stream.read(_HEAD_BYTES).partition(_RECORD_END)
    if not (stated := _LENGTH.search(fields)):
        return None
    stream.seek(first + len(fields) + len(_RECORD_END) + int(stated[1]))
    is_whole = stream.read(len(_RECORD_END)) == _RECORD_END
    return (end or stream.tell()) if is_whole else None


def _rest_after_record(file: IO[bytes], start: int) -> bytes:
    """Return the first bytes after a record other than padding; none if its end is unknown.

    Raises OSError: its gzip member is damaged, in a way that FastWARC does not see.
    """
    end = _end_of_record(file, start)
    if end is None:
        return b""
    if not end:
        raise OSError(_BREAKS_OFF)
    file.seek(end)
    return file.read(_START_BYTES).strip(b"\r\n\0")


def _end_of_member(file: IO[bytes], start: int) -> int | None:
    """Return where the gzip member at an offset ends, ``None`` if it is damaged."""
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    file.seek(start)
    try:
        while not unpacker.eof:
            chunk = file.read(_CHUNK_BYTES)
            if not chunk:
                return None
            unpacker.decompress(chunk)
    except zlib.error:
        return None
    return file.tell() - len(unpacker.unused_data)


def _begins_record(file: IO[bytes], offset: int) -> bool:
    file.seek(offset)
    return _start_of_member(file.read(_START_BYTES)).startswith(WARC_MARK)


def _start_of_member(packed: bytes) -> bytes:
    """Return what is in the first bytes of a gzip member; none if it is damaged."""
    try:
        return zlib.decompressobj(_GZIP_WINDOW).decompress(packed, _HEAD_BYTES)
    except zlib.error:
        return b""
