"""Base classes of the sources, and the kinds of files."""

from __future__ import annotations

import codecs
import os
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from maintext.batch.item import BatchItem, no_page_hint
from maintext.batch.options import BatchOptions
from maintext.batch.remote import is_remote, is_web, path_of, status_of
from maintext.compression import DAMAGED, decompressed, stem_of, with_zstd
from maintext.errors import InputError, MissingExtraError
from maintext.html.decode import decode

__all__ = [
    "GZIP_MARK", "HEAD_BYTES", "KINDS", "PAGE_SUFFIXES", "WARC_MARK", "FileSource", "PageSource",
    "SourceReading", "begins_page", "has_suffix", "is_part_of_page", "kind_of", "kind_of_file",
    "list_files", "refuse_utf16", "share_read", "stamp_of",
]  # fmt: skip


# Editors and shells of Windows may write so; read as lines of UTF-8 it is damage on every line.
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NAME_COLUMN = "call the column of the pages html, or that of their URLs url"
# What people call it, the likeliest first; an address may also be that of a house.
_URL_NAMES = ("url", "网址", "網址", "链接", "鏈接", "连结", "連結", "link", "地址")
_FIELDS = ("html_field", "url_field", "id_field", "fetched_field")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """Limits and field names for reading sources."""

    # Extraction refuses larger pages. At most one more byte is unpacked from a file, a WARC record or a ZIP
    # entry. Lines of JSON and rows of tables are in memory before they are measured
    max_bytes: int
    html_field: str = "html"  # names of fields or columns
    url_field: str = "url"
    id_field: str = "id"
    fetched_field: str = "fetched"
    # Fetch time of pages that do not state one: a time, `mtime` for the modification time of a file of one
    # page, `""` if unknown
    fetched: str = ""
    fetches: bool = False  # fetch the pages of a table that has URLs alone
    with_extra: bool = True  # read the other columns of Parquet too, for `extra` of a row
    paths_prefix: str = ""  # of the entries of a `.paths` file that are neither URLs nor files here

    @property
    def page_field(self) -> str:
        """Return the name of the field or column that a page is read or fetched by."""
        return self.html_field or self.url_field

    def for_fields(self, names: Collection[str]) -> SourceReading:
        """Return the reading of a table with these fields; if it is to fetch, of one that has URLs alone."""
        if not self.fetches or self.html_field in names:
            return self
        known = {name.strip().lower(): name for name in names}
        url = next((known[one] for one in (self.url_field, *_URL_NAMES) if one in known), None)
        return replace(self, html_field="", url_field=url) if url else self

    def choose_columns(self, known: Sequence[str]) -> list[str]:
        """Return which columns of a table are read.

        Raises InputError: it does not have that of the page, or another one that the user named.
        """
        may_lack = {"", "url", "id", "fetched"} - {self.page_field}
        names = {option: getattr(self.for_fields(known), option) for option in _FIELDS}
        for option, name in names.items():
            if name not in known and name not in may_lack:
                has_url = self.url_field.lower() in map(str.lower, known)
                hint = f"see --{option.replace('_', '-')}"
                if option == "html_field":
                    hint = _NAME_COLUMN if self.fetches else no_page_hint(has_url=has_url)
                # Bytes of another encoding than UTF-8 stand in a head of CSV as they are.
                there = decode(", ".join(known).encode("utf-8", "surrogateescape")).text or "none"
                raise InputError(f"there is no column {name!r} (there are: {there}); {hint}")
        return [name for name in known if self.with_extra or name in names.values()]

    @classmethod
    def of(cls, max_bytes: int, batch: BatchOptions) -> SourceReading:
        """Return the reading options of a batch."""
        names = (*_FIELDS, "fetched", "paths_prefix")
        with_extra = not batch.columns or "extra" in batch.column_names
        return cls(
            max_bytes=max_bytes, with_extra=with_extra, **{name: getattr(batch, name) for name in names}
        )


class PageSource(ABC):
    """An input with pages in a fixed order."""

    def __init__(self, name: str, n_bytes: int) -> None:
        self.name = name  # as the user wrote it
        self.n_bytes = n_bytes  # total size; 0 if unknown
        self.n_read = 0  # bytes read so far, for progress only
        self.skipped: Counter[str] = Counter()  # records that are no page, by reason, of those read so far

    @abstractmethod
    def items(self) -> Iterator[BatchItem]:
        """Yield the pages, the same ones in the same order every time; count what is :attr:`skipped`.

        A page that cannot be read is an item with a problem. An exception means that the rest of the source
        cannot be read.
        """

    @abstractmethod
    def stamp(self) -> list[str]:
        """Return what tells this source from a changed one: one line per file."""


class FileSource(PageSource):
    """One existing file with many pages, of one of the kinds in :data:`KINDS`."""

    @staticmethod
    def needs() -> object:
        """Load the library that reads such a file; MissingExtraError if it is not installed."""

    def __init__(self, path: Path, reading: SourceReading, kind: str) -> None:
        self.needs()
        super().__init__(str(path), 0 if is_web(path) else path.stat().st_size)
        if path.suffix.lower() == ".zst":
            with_zstd()
        self.path, self.reading = path.absolute(), reading  # other machines may read it, from elsewhere
        self.kind = kind

    def stamp(self) -> list[str]:
        """Path, size and modification time of the file."""
        return [stamp_of(self.path)]

    def note_place(self, file: IO[bytes], items: Iterator[BatchItem]) -> Iterator[BatchItem]:
        """Yield items, each with the place in the file as the bytes read so far."""
        for item in items:
            self.n_read = file.tell()
            yield item


def refuse_utf16(head: bytes) -> None:
    """Raise InputError for the first bytes of lines in UTF-16."""
    if head[:2] in _UTF16_MARKS:
        raise InputError("it is in UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)")


def share_read(sources: Iterable[PageSource]) -> float | None:
    """Return the share of the sources that is read, 0 to 1; ``None`` if their size is unknown."""
    n_read, n_bytes = map(sum, zip((0, 0), *((one.n_read, one.n_bytes) for one in sources), strict=True))
    return min(n_read / n_bytes, 1.0) if n_bytes else None


def stamp_of(path: Path) -> str:
    """Return path, size and modification time of a file; of one on the web, or gone, its name."""
    status = None if is_web(path) else status_of(path)
    if status is None:
        return str(path)
    changed = status.st_mtime if is_remote(path) else status.st_mtime_ns
    return f"{path.absolute()} {status.st_size} {changed}"


# First bytes of every WARC record.
WARC_MARK = b"WARC/"

# First bytes of every gzip file.
GZIP_MARK = b"\x1f\x8b"

# File suffixes of saved pages.
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", ".mhtml", ".mht", ".webarchive")

# File suffix to kind of input; a compression suffix may follow.
KINDS = {
    **dict.fromkeys((*PAGE_SUFFIXES, ".php", ".asp", ".aspx", ".jsp"), "page"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".txt", ".urls"), "urls"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    ".parquet": "parquet",
    **dict.fromkeys((".warc", ".wet"), "warc"),
    ".zip": "zip",
    **dict.fromkeys((".tar", ".tgz", ".tbz2", ".txz"), "tar"),
    ".wacz": "wacz",
    ".paths": "paths",
}


def kind_of(name: str) -> str | None:
    """Return the kind of a file by its name, ``None`` if unknown."""
    # A Mac keeps there what other disks and archives do not hold of a file.
    if Path(name).name.startswith("._"):
        return None
    return KINDS.get(Path(stem_of(name)).suffix)


# Not those of programs that make pages on a server.
_SUFFIX = re.compile(r"\.(?!(?:cfm|cgi|dhtml|do|jhtml|phtml|php\d|pl|xht)$)[A-Za-z]\w{0,4}$", re.IGNORECASE)
_PAGE_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|!--|(?:html|head|body|meta|title)\b)", re.IGNORECASE
)

_JSON_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*\"")  # an object, or an array of them

# So many of its first bytes tell what a file is.
HEAD_BYTES = 512


def has_suffix(name: str) -> bool:
    """Return True if a name says that a file is no page: ``logo.png``, not ``index.php?id=3``."""
    return bool(_SUFFIX.search(name))


def begins_page(head: bytes) -> bool:
    """Return True if a file begins with a tag of HTML."""
    return bool(_PAGE_START.match(head))


# Folder that browsers save next to a page, in the languages of Windows ("connected files").
_SAVED_FILES = re.compile(
    r"[-._](?:files?|dateien|fichiers|bestanden|archivos|filer|tiedostot|pliki|soubory|elemei|ficheiros|arquivos"
    r"|dosyalar|datoteke|fitxers|failid|fails|bylos|fajlovi|fitxategiak)[/\\]",
    re.IGNORECASE,
)


def is_part_of_page(name: str, known: Container[str]) -> bool:
    """Return True for a file that a browser saved in a folder next to a page, such as a frame.

    ``known`` are the names of all files there.
    """
    stems = [name[: folder.start()] for folder in _SAVED_FILES.finditer(name)]
    return any(stem + suffix in known for stem in stems for suffix in PAGE_SUFFIXES)


def list_files(folder: str) -> list[str]:
    """Return the names of all files in a folder on a disk and below, sorted.

    Raises InputError: a folder cannot be listed; its pages would be missing without a word.
    """

    def refuse(error: OSError) -> None:
        raise InputError(f"cannot read {error.filename}: {error.strerror}", stage="read") from error

    walked = os.walk(folder, onerror=refuse)
    return sorted(os.path.join(where, name) for where, _, names in walked for name in names)  # noqa: PTH118


def kind_of_file(name: str) -> str | None:
    """Return the kind of a file by its name, else ``warc`` or ``jsonl`` if it begins so, else ``None``."""
    if kind := kind_of(name):
        return kind
    try:
        with path_of(name).open("rb") as file:
            suffix = ".gz" if file.read(len(GZIP_MARK)) == GZIP_MARK else Path(name).suffix
            file.seek(0)
            head = decompressed(file, suffix and f"x{suffix}").read(HEAD_BYTES)
            return "warc" if head.startswith(WARC_MARK) else "jsonl" if _JSON_START.match(head) else None
    except (*DAMAGED, MissingExtraError):  # the error is reported when the file is read
        return None
