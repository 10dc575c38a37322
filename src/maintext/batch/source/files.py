"""Sources of pages: files of one page, ZIP and TAR archives, tables, JSON Lines, lists of URLs."""

from __future__ import annotations

import csv
import io
import json
import os.path
import re
import stat
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import IO, Any, Self, cast

from maintext.batch.item import CUT_SHORT, DAMAGED_RECORD, BatchItem, Problem, fetch_time, no_page_hint
from maintext.batch.parquet import read_columns, with_pyarrow
from maintext.batch.remote import is_remote, path_of, status_of
from maintext.batch.source import base
from maintext.batch.source.warc import warc_items
from maintext.compression import DAMAGED, decompressed
from maintext.errors import InputError, MaintextError, MissingExtraError
from maintext.html.decode import decode

__all__ = [
    "READERS", "LinesSource", "OtherFiles", "PageFiles", "TableSource", "TarSource", "UrlsNamed", "ZipSource",
    "csv_items", "item_of", "json_items", "page_items", "url_items",
]  # fmt: skip


class PageFiles(base.PageSource):
    """Files of one page each, at least one, in the given order; the workers read them.

    A file that is gone, or a link to none, is a page that cannot be read.
    ``fetched`` is a time, ``mtime`` for the modification time of each file, or ``""`` if unknown.
    """

    def __init__(self, paths: Sequence[Path], fetched: str = "") -> None:
        self._sizes = [status.st_size if (status := status_of(path)) else 0 for path in paths]
        super().__init__(str(paths[0]), sum(self._sizes))
        self._paths, self._fetched = paths, fetched
        # Not resolved: links stay.
        self._absolute = [str(path) if is_remote(path) else os.path.abspath(path) for path in paths]  # noqa: PTH100

    def parts(self, n_pages: int) -> list[PageFiles]:
        """Return the files in groups of ``n_pages``, with the same keys."""
        starts = range(0, len(self._paths), n_pages)
        return [PageFiles(self._paths[start : start + n_pages], self._fetched) for start in starts]

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per file; its key is the path."""
        for path, place, n_bytes in zip(self._paths, self._absolute, self._sizes, strict=True):
            self.n_read += n_bytes
            fetched = fetch_time(None, self._fetched, path)
            yield BatchItem(key=str(path), path=place, fetched=fetched, input={"file": str(path)})

    def stamp(self) -> list[str]:
        """Path, size and modification time of each file."""
        return [base.stamp_of(path_of(path)) for path in self._absolute]


class OtherFiles(base.PageSource):
    """Files in folders that are no input; they are skipped, and counted."""

    def __init__(self, n_files: int) -> None:
        super().__init__("files in folders that are no input", 0)
        self._n_files = n_files

    def items(self) -> Iterator[BatchItem]:
        """Count the files; yield nothing."""
        self.skipped["not_html"] = self._n_files
        return iter(())

    def stamp(self) -> list[str]:
        """Nothing: a file that is not read may come or go."""
        return []


_TAR_END = "end of file header"  # what tarfile says of the mark at the end, which is none of the errors
_STREAMS = frozenset({"jsonl", "warc"})  # kinds of files with many pages that are read in an archive
_IS_UTF8 = 0x800  # flag of an entry
_ENCODINGS = ("utf-8", "gb18030")  # what programs write without the flag, in spite of the standard


class ZipSource(base.FileSource):
    """A ZIP archive; of its files those are read that are in a folder: pages, JSON Lines, WARC."""

    def items(self) -> Iterator[BatchItem]:
        """Yield the pages in archive order; the key of a file of one page is ``archive.zip!name``."""
        with self.path.open("rb") as file, zipfile.ZipFile(file) as archive:
            entries = [(_entry_name(entry), entry) for entry in archive.infolist() if not entry.is_dir()]
            names = {name for name, _ in entries}
            for name, entry in entries:
                self.n_read = min(entry.header_offset + entry.compress_size, self.n_bytes)
                is_link = stat.S_ISLNK(entry.external_attr >> 16)  # its content is the name of another file
                if is_link or base.is_part_of_page(name, names):
                    self.skipped["not_html"] += 1
                else:
                    yield from _packed_items(self, name, partial(archive.open, entry))


class TarSource(base.FileSource):
    """A TAR archive, compressed or not; its files are read as those of :class:`ZipSource`."""

    def items(self) -> Iterator[BatchItem]:
        """Yield the pages in archive order; the key of a file of one page is ``archive.tar!name``.

        Raises OSError: the archive is damaged, or cut short.
        """
        with self.path.open("rb") as file:
            stream = decompressed(file, self.path.name)
            with tarfile.open(fileobj=stream, mode="r|*", tarinfo=_TarEntry) as archive:
                archive.fileobject = _TarFile
                yield from self.note_place(file, self._tar_items(archive))
                # To the end of the stream, where gzip has the sum of all bytes.
                while rest := cast("IO[bytes]", archive.fileobj).read(1 << 20):
                    if rest.strip(b"\0\r\n"):  # some programs end what they send with a line
                        raise OSError("more follows the end of the archive: is another one appended?")

    def _tar_items(self, archive: tarfile.TarFile) -> Iterator[BatchItem]:
        for entry in archive:
            if entry.isfile():
                name = _reread_name(entry.name, "utf-8")
                yield from _packed_items(self, name, partial(archive.extractfile, entry))
            elif not entry.isdir():  # a link
                self.skipped["not_html"] += 1


class _TarFile(tarfile.ExFileObject):
    """A file in an archive that is read once, from its begin to its end."""

    def seekable(self) -> bool:
        return False


class _TarEntry(tarfile.TarInfo):
    """An entry that is missing or damaged is an error, and not the end of the archive."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        """Return the next entry.

        Raises OSError: it is damaged, or the archive has no end.
        """
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            if str(error) == _TAR_END:
                raise
            raise OSError(f"the archive is damaged at byte {archive.offset}: {error}") from error


def _packed_items(
    source: base.FileSource, name: str, unpack: Callable[[], IO[bytes] | None]
) -> Iterator[BatchItem]:
    """Yield the pages of a file in an archive; the last is a problem if it cannot be unpacked to its end."""
    key, kind = f"{source.name}!{name}", base.kind_of(name)
    if kind not in _STREAMS | {"page"} and (kind or base.has_suffix(name)):
        source.skipped["not_html"] += 1
        return
    try:
        with cast("io.BufferedReader", unpack()) as packed:
            if kind or base.begins_page(packed.peek(base.HEAD_BYTES)):
                stream = packed if kind == "warc" else decompressed(packed, name)
                yield from READERS[kind or "page"](stream, key, source.reading, source.skipped)
            else:
                source.skipped["not_html"] += 1
    # Encrypted files are a RuntimeError, unknown compressions a NotImplementedError.
    except (zipfile.BadZipFile, tarfile.TarError, *DAMAGED, RuntimeError, ValueError) as error:
        problem = Problem(CUT_SHORT if kind in _STREAMS else DAMAGED_RECORD, f"cannot be unpacked: {error}")
        yield BatchItem(key=key, problem=problem)
    except MissingExtraError as error:
        yield BatchItem(key=key, problem=Problem("MissingExtraError", error.message))


def page_items(
    stream: IO[bytes], key: str, reading: base.SourceReading, _: Counter[str]
) -> Iterator[BatchItem]:
    """Yield the page of a stream."""
    body = stream.read(reading.max_bytes + 1)
    yield BatchItem(key=key, html=body, fetched=fetch_time(None, reading.fetched), input={"file": key})


def _entry_name(entry: zipfile.ZipInfo) -> str:
    """Return the name of an entry; without the UTF-8 flag it is mostly UTF-8 or Chinese all the same."""
    if entry.flag_bits & _IS_UTF8 or entry.filename.isascii():
        return entry.filename
    return _reread_name(entry.filename, "cp437")


def _reread_name(name: str, codec: str) -> str:
    """Return a name, whose bytes were read by a codec, in the encoding that it mostly has."""
    for encoding in _ENCODINGS:
        try:
            return name.encode(codec, "surrogateescape").decode(encoding)
        except UnicodeError:
            continue
    return name


class TableSource(base.FileSource):
    """A Parquet file with pages in a column, as text or bytes. Needs pyarrow."""

    needs = staticmethod(with_pyarrow)

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per row; its key is the id column, else file name and row number from 1.

        Raises InputError: the column with the page is missing.
        """
        with self.path.open("rb") as file:
            for number, (share, row) in enumerate(read_columns(file, self.reading.choose_columns), 1):
                self.n_read = int(share * self.n_bytes)
                reading = self.reading.for_fields(row)
                item = item_of(row, reading, f"{self.name}:{number}", f"column {reading.page_field!r}")
                extra = _carried_values(row, reading.html_field)
                yield replace(item, input={"file": self.name, "row": number}, extra=extra)


def item_of(row: Mapping[str, Any], reading: base.SourceReading, key: str, where: str) -> BatchItem:
    """Return the item of a row or JSON object; one without a page has a problem that names ``where``.

    If no field has the page, it is to be fetched.
    """
    html, url, own = (row.get(name) for name in (reading.html_field, reading.url_field, reading.id_field))
    key = str(own) if isinstance(own, str | int) and own != "" else key
    url = url if isinstance(url, str) and url else None
    if not reading.html_field:
        no_url = f"no URL in the {where}; see --url-field"
        return BatchItem(key=key, url=url) if url else _bad_item(key, no_url)
    if not isinstance(html, str | bytes):
        hint = no_page_hint(has_url=url is not None and html is None)
        return _bad_item(key, f"no text in the {where}; {hint}", url)
    fetched = fetch_time(row.get(reading.fetched_field), reading.fetched)
    return BatchItem(key=key, html=html, url=url, fetched=fetched)


def _carried_values(row: Mapping[str, Any], html_field: str) -> dict[str, Any]:
    """Return the values of a row other than the page, as JSON has them: times as text, bytes not at all."""
    others = {
        name: value for name, value in row.items() if name != html_field and not isinstance(value, bytes)
    }
    text = json.dumps(others, default=lambda value: None if isinstance(value, bytes) else str(value))
    values: dict[str, Any] = _read_json(text)
    return values


def _read_json(text: str | bytes) -> Any:
    """Return a value of JSON; NaN, Infinity and 1e999, which JSON cannot be written with, are null."""
    return json.loads(text, parse_constant=lambda _: None, parse_float=_read_float)


def _read_float(text: str) -> float | None:
    return number if isfinite(number := float(text)) else None


# -- lines ---------------------------------------------------------------------------------------------

# "\u0000": JSON may write six bytes for one of the page's; the rest is for the other fields.
_JSON_BYTES_PER_BYTE, _JSON_MORE_BYTES = 6, 1_000_000
_URL_BYTES = 100_000
_SHOWN_CHARACTERS = 60  # of a value in a message
_DELIMITERS = ",;\t"
_ARRAY_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*(?:\{|\Z)")
_LEFT_AS_BYTES = re.compile("[\udc80-\udcff]")


class LinesSource(base.FileSource):
    """A file with a page a line or row: JSON Lines, CSV, URLs; also compressed."""

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per line or row; InputError for UTF-16, or a table without a needed column."""
        with self.path.open("rb") as file, decompressed(file, self.path.name) as opened:
            # Files in object storage cannot peek, and read lines without a limit.
            can_peek = hasattr(opened, "peek")
            stream = opened if can_peek else io.BufferedReader(cast("io.RawIOBase", opened))
            base.refuse_utf16(cast("io.BufferedReader", stream).peek(2))
            found = READERS[self.kind](stream, self.name, self.reading, self.skipped)
            yield from self.note_place(file, found)


class UrlsNamed(base.PageSource):
    """URLs given by the user, at least one."""

    def __init__(self, urls: Sequence[str]) -> None:
        super().__init__(urls[0], 0)
        self._urls = urls

    def items(self) -> Iterator[BatchItem]:
        """Yield one item per URL, to be fetched."""
        for url in self._urls:
            yield BatchItem(key=url, url=url)

    def stamp(self) -> list[str]:
        """The URLs."""
        return list(self._urls)


def json_items(
    stream: IO[bytes], name: str, reading: base.SourceReading, _: Counter[str]
) -> Iterator[BatchItem]:
    """Yield the pages of a stream of JSON Lines; a bad line is an item with a problem.

    The key is the id field, else name and line number.

    Raises InputError: it is a JSON array of objects.
    """
    max_bytes = _max_line_bytes(reading)
    for number, line in _read_lines(stream, max_bytes):
        key = f"{name}:{number}"
        if number == 1 and line and _ARRAY_START.match(line):
            raise InputError("it is a JSON array: write one object a line (jq -c '.[]')")
        if line is None:
            item = _bad_item(key, f"the line has more than {max_bytes} bytes; raise --max-bytes")
        else:
            item = _json_item(line, key, reading)
        yield replace(item, input={"file": name, "row": number})


def _max_line_bytes(reading: base.SourceReading) -> int:
    return reading.max_bytes * _JSON_BYTES_PER_BYTE + _JSON_MORE_BYTES


def _json_item(line: bytes, key: str, reading: base.SourceReading) -> BatchItem:
    """Return the page of a line, or a problem where the line is not a JSON object."""
    try:
        record = _read_json(line)
    except (ValueError, RecursionError) as error:
        return _bad_item(key, f"the line is not JSON ({error})")
    if not isinstance(record, dict):
        return _bad_item(key, "the line is not a JSON object")
    reading = reading.for_fields(record)
    there = f" (there are: {', '.join(map(str, list(record)[:10]))})"
    if reading.page_field in record and not isinstance(html := record[reading.page_field], str):
        there = f", which holds {json.dumps(html)[:_SHOWN_CHARACTERS]}"
    item = item_of(record, reading, key, f"field {reading.page_field!r}{there}")
    return replace(item, extra={key: value for key, value in record.items() if key != reading.html_field})


def csv_items(
    stream: IO[bytes], name: str, reading: base.SourceReading, _: Counter[str]
) -> Iterator[BatchItem]:
    """Yield the pages of a stream of CSV, whose values are set apart by ``,``, ``;`` or a tab.

    It is UTF-8; a row that is not is in the encoding of its page. The key is the id column, else name and
    row number.
    """
    max_chars = _max_line_bytes(reading)
    csv.field_size_limit(max(csv.field_size_limit(), max_chars))
    with io.TextIOWrapper(stream, "utf-8-sig", "surrogateescape", newline="") as text:
        lines = iter(partial(text.readline, max_chars), "")
        line = next(lines, "")
        delimiter = max(_DELIMITERS, key=line.count)
        number, n_whole, is_at_end = 0, 0, False

        def read_to_end() -> Iterator[str]:
            nonlocal is_at_end, line
            yield line
            for line in lines:
                yield line
            is_at_end = True

        table = csv.DictReader(read_to_end(), delimiter=delimiter)
        try:
            names = table.fieldnames or []
            if is_at_end:
                raise OSError("a quote in the head is not closed, and the rest of the file is in it")
            reading = reading.for_fields(names)
            reading.choose_columns(names)
            for number, raw in enumerate(table, 1):
                if is_at_end:  # a whole row is given before the next line is asked for
                    raise OSError(f"a quote of row {number} is not closed, and the rest of the file is in it")
                is_short, is_last = None in raw.values(), not line.endswith(("\n", "\r"))
                # The only row that is not whole; a longer line comes in pieces.
                if is_short and is_last and 0 < n_whole == number - 1 and len(line) < max_chars:
                    raise OSError(f"row {number} breaks off: it has no line end, and not all values")
                n_whole += not is_short
                is_too_long = any(map(str.strip, raw.pop(None, ())))
                row = _decode_row(raw, reading.html_field)
                item = item_of(row, reading, f"{name}:{number}", f"column {reading.page_field!r}")
                if is_too_long:  # mostly a page without quotes that is cut at its first comma
                    reason = (
                        f"the row has more than {len(names)} values: put those with {delimiter!r} in quotes"
                    )
                    item = _bad_item(item.key, reason, item.url)
                extra = {key: value for key, value in row.items() if key not in {reading.html_field, ""}}
                yield replace(item, input={"file": name, "row": number}, extra=extra)
        except csv.Error as error:
            raise OSError(
                f"row {number + 1} has a value of more than {max_chars} characters; raise --max-bytes"
            ) from error


def _decode_row(row: dict[str, Any], html_field: str) -> dict[str, Any]:
    """Return a row of CSV; one that is not UTF-8 with its page as bytes, the rest in the page's encoding."""
    others = {name: value for name, value in row.items() if name != html_field}
    page = (row[html_field] or "") if html_field else "".join(map(str, others.values()))
    if not any(_LEFT_AS_BYTES.search(f"{text}") for text in (page, *others, *others.values())):
        return row
    try:
        encoding = decode(_bytes_of(page)).encoding

        def mend(text: Any) -> Any:
            is_text = isinstance(text, str) and text
            return decode(_bytes_of(text), http_charset=encoding).text if is_text else text

        others = {mend(name): mend(value) for name, value in others.items()}
    except MaintextError:  # what the page is instead, its own row says
        pass
    return others | {html_field: _bytes_of(page)}


def _bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def url_items(
    stream: IO[bytes], name: str, _: base.SourceReading, skipped: Counter[str]
) -> Iterator[BatchItem]:
    """Yield the URLs of a stream, one per line, each once; count those that are there again.

    Blank lines and comments (``#``) are skipped. The key is the URL.
    """
    seen: set[str] = set()
    for number, line in _read_lines(stream, _URL_BYTES):
        url = (line or b"").decode("utf-8", "replace").strip().removeprefix("\ufeff")
        if line is None or (not url.startswith("#") and "://" not in url):
            yield _bad_item(
                f"{name}:{number}",
                f"the line is not a URL ({url[:80]!r}); write http:// or https://, or --from files for paths,"
                " --from page for pages",
            )
        elif url in seen:
            skipped["duplicate_url"] += 1
        elif not url.startswith("#"):
            seen.add(url)
            yield BatchItem(key=url, url=url)


READERS: dict[str, Callable[[IO[bytes], str, base.SourceReading, Counter[str]], Iterator[BatchItem]]] = {
    "jsonl": json_items, "csv": csv_items, "urls": url_items, "warc": warc_items, "page": page_items,
}  # fmt: skip
"""What reads a stream by its kind: stream, name for keys, options, and a count of what is skipped."""


def _bad_item(key: str, reason: str, url: str | None = None) -> BatchItem:
    return BatchItem(key=key, url=url, problem=Problem("InputError", reason))


def _read_lines(stream: IO[bytes], max_bytes: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines that are not blank with their numbers from 1; ``None`` for a line that is too long."""
    number = 0
    while line := stream.readline(max_bytes + 1):
        number += 1
        if len(line) > max_bytes:
            while line and not line.endswith(b"\n"):
                line = stream.readline(max_bytes)
            yield number, None
        elif not line.isspace():
            yield number, line
