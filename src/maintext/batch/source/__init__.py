"""Inputs of a batch: folders, patterns, files, URLs and ``-``, as sources in a fixed order."""

from __future__ import annotations

import glob
import gzip
import io
import os
import re
import sys
import zlib
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import IO, Any, cast

from maintext.batch.item import CUT_SHORT, BatchItem, Problem
from maintext.batch.remote import files_below, is_remote, is_remote_name, is_web, matching_files, path_of
from maintext.batch.source import base
from maintext.batch.source.base import PageSource, SourceReading
from maintext.batch.source.files import (
    READERS,
    LinesSource,
    OtherFiles,
    PageFiles,
    TableSource,
    TarSource,
    UrlsNamed,
    ZipSource,
)  # fmt: skip
from maintext.batch.source.warc import WaczSource, WarcSource
from maintext.compression import DAMAGED, decompressed
from maintext.errors import InputError, MissingExtraError, OptionError
from maintext.html.decode import refuse_other_files

__all__ = ["PageSource", "SourceReading", "StreamSource", "find_sources", "items_of", "read_items"]

# Files on the web that are not pages to fetch.
_ARCHIVES = frozenset({"jsonl", "csv", "parquet", "warc", "wacz", "zip", "tar"})
# In a folder a .txt is seldom a list of URLs, and a .csv seldom a table of pages.
_IN_FOLDERS = _ARCHIVES - {"csv"} | {"page"}
_OTHER = "other"  # a file in a folder that is no input
_OUTPUT = "output"  # a file that the batch writes
_SOURCES: dict[str, type[base.FileSource]] = {
    **dict.fromkeys(("jsonl", "csv", "urls"), LinesSource), "parquet": TableSource, "warc": WarcSource,
    "wacz": WaczSource, "zip": ZipSource, "tar": TarSource,
}  # fmt: skip


def find_sources(
    inputs: str | PathLike[str] | Iterable[str | PathLike[str]],
    reading: SourceReading,
    *,
    kind: str = "",
    without: Sequence[Path] = (),
) -> list[PageSource]:
    """Return the sources for the inputs, in their order; sorted by path in folders and patterns.

    A file named twice is read once. Adjacent files of one page are one source. The last source counts the
    files in folders that are no input.

    Parameters
    ----------
    inputs
        One or several: files, folders (read recursively), patterns (``**`` is recursive), URLs, or ``-``
        for stdin. Files in folders are chosen by name: pages, JSON Lines, Parquet, WARC, ZIP and TAR; those
        without a suffix are pages if they begin with a tag of HTML. A named or matching file with another
        name is WARC or JSON Lines if it begins so, else a page.
    reading
        Limits and field names.
    kind
        Kind of all files; ``""`` goes by their names.
    without
        Files and folders to skip: those the batch writes.

    Raises
    ------
    InputError
        An input does not exist, or no input has a page.
    """
    given = [os.fspath(one) for one in ([inputs] if isinstance(inputs, str | PathLike) else inputs)]
    if not given:
        raise OptionError("nothing to read: name files, folders, patterns or URLs, or - for stdin")
    hidden = [str(path) if is_remote(path) else os.path.abspath(path) for path in without]  # noqa: PTH100
    named: dict[str, tuple[str, str]] = {}
    for text in given:
        for name, found in _expand_input(text, kind, reading.paths_prefix):
            is_path = found not in {"url", "-"} and not is_remote_name(name)
            place = os.path.abspath(name) if is_path else name  # noqa: PTH100 - links stay
            is_output = any(place == path or place.startswith((path + os.sep, path + "/")) for path in hidden)
            named.setdefault(place, (name, _OUTPUT if is_output else found))
    if named and all(found == _OUTPUT for _, found in named.values()):
        raise InputError(
            f"{', '.join(given)} is the output of the batch: name another one with -o", stage="read"
        )
    named = {place: pair for place, pair in named.items() if pair[1] != _OUTPUT}
    chosen = [pair for pair in named.values() if pair[1] != _OTHER]
    sources = [*_make_sources(chosen, reading, kind)]
    if not sources:
        suffixes = ", ".join(suffix for suffix, found in base.KINDS.items() if found in _IN_FOLDERS)
        raise InputError(
            f"there is no page in {', '.join(given)}: files in folders are known by their names"
            f" ({suffixes}); a pattern takes others",
            stage="read",
        )
    n_others = len(named) - len(chosen)
    return [*sources, OtherFiles(n_others)] if n_others else sources


def read_items(
    inputs: str | PathLike[str] | Iterable[str | PathLike[str]],
    reading: SourceReading | None = None,
    *,
    kind: str = "",
) -> Iterator[BatchItem]:
    """Yield the pages of inputs; arguments and errors as for :func:`find_sources`.

    The last item of a source that cannot be read to its end has a problem.
    """
    for source in find_sources(inputs, reading or SourceReading(max_bytes=10_000_000), kind=kind):
        yield from items_of(source)


def items_of(source: PageSource) -> Iterator[BatchItem]:
    """Yield the items of a source; if it breaks off, the last one is a problem that says so."""
    n_items = 0
    source.skipped.clear()
    try:
        for item in source.items():
            n_items += 1
            yield item
    except (MissingExtraError, OptionError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    # Every library has errors of its own, and a panic in compiled code is not even an Exception.
    except BaseException as error:  # noqa: BLE001 - the batch goes on with the next source
        # The key says which file; its whole path, which the system adds, is nobody else's concern.
        said = getattr(error, "strerror", None) or str(error) or type(error).__name__
        if isinstance(error, FileNotFoundError):  # fsspec repeats the name
            said = "No such file or directory"
        if "range requests" in said:  # what fsspec says, of how to open the file
            said = "its server sends no parts of files; download it first"
        reason = f"cannot be read{f' further than {n_items} pages' if n_items else ''}: {said}"
        yield BatchItem(key=source.name, input={"file": source.name}, problem=Problem(CUT_SHORT, reason))


def _expand_input(text: str, kind: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the files of one input with their kinds; ``prefix`` is that of the entries of a paths file."""
    if text == "-":
        yield text, "-"
    elif (kind or base.kind_of(text)) in {"files", "paths"}:
        yield from _expand_list(text, "" if (kind or base.kind_of(text)) == "files" else prefix)
    elif is_web(text) and (kind or base.kind_of(text)) not in _ARCHIVES:
        yield text, "url"
    elif is_remote_name(text):
        yield from _expand_remote(text, kind)
    elif os.path.isdir(text):  # noqa: PTH112 - what the user wrote is shown, not what Path makes of it
        below = base.list_files(text)
        known = frozenset(below)
        yield from ((name, kind or _kind_in_folder(name, known)) for name in below)
    else:
        # A name with brackets may be that of a file. Path has patterns only below a folder.
        fitting = [text] if os.path.exists(text) else sorted(glob.glob(text, recursive=True))  # noqa: PTH110, PTH207
        yield from _named_files([name for name in fitting if not os.path.isdir(name)], text, kind)  # noqa: PTH112


def _kind_in_folder(name: str, known: Container[str]) -> str:
    """Return the kind of a file in a folder; one without a suffix is a page if it begins with a tag."""
    if base.is_part_of_page(name, known):
        return _OTHER
    kind = base.kind_of(name)
    if kind in _IN_FOLDERS and _is_broken_link(name):
        return "page"
    if kind or base.has_suffix(name) or not os.path.isfile(name):  # noqa: PTH113 - a pipe would block
        return kind if kind in _IN_FOLDERS else _OTHER
    try:
        with open(name, "rb") as file:  # noqa: PTH123
            return "page" if base.begins_page(file.read(base.HEAD_BYTES)) else _OTHER
    except OSError:
        return _OTHER


def _named_files(names: Sequence[str], text: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield files with their kinds; InputError for none, which names what the user wrote."""
    if not names:
        raise InputError(f"{text} does not exist, and no file fits it as a pattern", stage="read")
    for name in names:
        if not is_remote_name(name) and Path(name).is_fifo():  # as <(…) of a shell: it is read once
            yield name, "-"
        else:
            yield name, "page" if _is_broken_link(name) else kind or base.kind_of_file(name) or "page"


def _is_broken_link(name: str) -> bool:
    """Return True for a link to no file: as a page it is a row with the reason."""
    return os.path.islink(name) and not os.path.exists(name)  # noqa: PTH110, PTH114


def _expand_list(text: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the inputs that a file lists, with a prefix for those that are neither URLs nor files here."""
    try:
        with path_of(text).open("rb") as file, decompressed(file, text) as stream:
            names = _listed_paths(stream.read())
    except DAMAGED as error:
        raise InputError(f"cannot read the list {text}: {error}", stage="read") from error
    for name in names:
        is_here = not prefix or is_remote_name(name) or os.path.exists(name)  # noqa: PTH110
        yield from _expand_input(name if is_here else prefix + name, "", prefix)


def _expand_remote(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a URL of object storage: of a file, a folder or a pattern."""
    path = path_of(text)
    if is_web(path):
        yield text, kind or base.kind_of(text) or "page"
    elif path.is_dir():
        found = ((name, kind or base.kind_of(name)) for name in files_below(path))
        yield from ((name, one if one and (kind or one in _IN_FOLDERS) else _OTHER) for name, one in found)
    else:
        yield from _named_files([text] if path.exists() else matching_files(text), text, kind)


def _make_sources(
    named: Iterable[tuple[str, str]], reading: SourceReading, kind: str
) -> Iterator[PageSource]:
    for found, group in groupby(named, key=lambda pair: pair[1]):
        names = [name for name, _ in group]
        if found == "page":
            yield PageFiles([path_of(name) for name in names], reading.fetched)
        elif found == "-":
            yield from (_open_stream(name, reading, kind) for name in names)
        elif found == "url":
            yield UrlsNamed(names)
        else:
            yield from (_SOURCES[found](path_of(name), reading, found) for name in names)


def _open_stream(name: str, reading: SourceReading, kind: str) -> StreamSource:
    return StreamSource(sys.stdin.buffer if name == "-" else Path(name).open("rb"), reading, kind, name)


_STREAM_KINDS = (*READERS, "files")
_CSV_MARKS = re.compile(rb"[,;\t\r\"]+")
# First bytes of compressed streams other than gzip, whose WARC records have their places in the file.
_PACKINGS = {b"\x28\xb5\x2f\xfd": ".zst", b"\xfd7zXZ\0": ".xz", b"BZh": ".bz2"}
_MAIL_START = re.compile(rb"(?:[A-Za-z-]+:[ \t][^\n]*\n(?:[ \t][^\n]*\n)*){2}")  # of MHTML: two fields
_TAR = slice(257, 262)  # where TAR archives have their mark


class StreamSource(PageSource):
    """JSON Lines, CSV, URLs, paths, WARC or a page on a stream that is read once, compressed or not.

    ``kind`` is ``jsonl``, ``csv``, ``urls``, ``warc``, ``files`` (paths that end in NUL, or one a line) or
    ``page``; ``""`` detects it from the first bytes. ``name`` is that of a pipe, ``-`` for stdin.
    """

    def __init__(self, stream: IO[bytes], reading: SourceReading, kind: str = "", name: str = "-") -> None:
        self._label = "stdin" if name == "-" else name
        if kind and kind not in _STREAM_KINDS:
            raise OptionError(
                f"{self._label} cannot be read as {kind}: pipe {', '.join(_STREAM_KINDS)}, or name a file"
            )
        super().__init__(name, 0)
        self._stream, self._reading, self._kind = stream, reading, kind

    def stamp(self) -> list[str]:
        """``stdin`` or the name of the pipe only: to resume, the same input must be piped again."""
        return [self._label]

    def items(self) -> Iterator[BatchItem]:
        """Yield the pages; InputError if the stream is another kind of file."""
        with io.BufferedReader(cast("io.RawIOBase", self._stream)) as stream:
            yield from self._items_of(stream)

    def _items_of(self, stream: io.BufferedReader[Any]) -> Iterator[BatchItem]:
        head = stream.peek(base.HEAD_BYTES)[: base.HEAD_BYTES]
        if packing := next((suffix for mark, suffix in _PACKINGS.items() if head.startswith(mark)), ""):
            stream = io.BufferedReader(cast("io.RawIOBase", decompressed(stream, f"stdin{packing}")))
            head = stream.peek(base.HEAD_BYTES)[: base.HEAD_BYTES]
        is_gzip = head.startswith(base.GZIP_MARK)
        if is_gzip:
            head = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head)
        kind, name = self._kind or _kind_of(head, self._reading.page_field), self._label
        if kind != "page":
            base.refuse_utf16(head)
        if is_gzip and kind != "warc":
            stream = io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=stream)))
        if kind == "files":
            return self._listed_items(stream.read())
        return READERS[kind](stream, name, self._reading, self.skipped)

    def _listed_items(self, paths: bytes) -> Iterator[BatchItem]:
        """Yield the pages of the listed files; a path that does not exist is an item with a problem."""
        for name in _listed_paths(paths):
            try:
                sources = find_sources([name], self._reading)
            except InputError as error:
                yield BatchItem(key=name, problem=Problem(CUT_SHORT, error.message))
                continue
            for source in sources:
                yield from items_of(source)
                self.skipped.update(source.skipped)


def _listed_paths(data: bytes) -> list[str]:
    """Return the paths of a list, each once; they end in NUL, or are one a line."""
    paths = data.split(b"\0") if b"\0" in data else data.splitlines()
    return [os.fsdecode(path) for path in dict.fromkeys(paths) if path.strip()]


def _kind_of(head: bytes, field: str) -> str:
    """Return the kind of a stream by its first bytes; ``field`` is in the first line of a table."""
    is_tar = head[_TAR] == b"ustar"
    head = head.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")  # of UTF-16 too
    if head.startswith(base.WARC_MARK):
        return "warc"
    if head.startswith((b"{", b"[")):
        return "jsonl"
    if is_tar or head.startswith((b"PK\x03\x04", b"PAR1")):
        raise InputError("archives and Parquet are not read from a pipe: name the file by its path")
    if head.startswith(b"<") or _MAIL_START.match(head):
        return "page"
    refuse_other_files(head.replace(b"\0", b"\n"), None)
    is_table = field.encode() in _CSV_MARKS.split(head.partition(b"\n")[0])
    return "files" if b"\0" in head else "csv" if is_table else "urls"
