"""Write files: JSON Lines and CSV (plain, ``.gz`` or ``.zst``), Parquet, and a folder of Markdown."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from functools import partial
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from maintext.batch.journal import write_durably
from maintext.batch.parquet import join_tables, with_pyarrow, write_table
from maintext.batch.sink.base import PartSink, Sink, row_cells
from maintext.errors import OptionError
from maintext.net.compression import COMPRESSED, blocks, decompressed, open_writer, with_zstd
from maintext.render.rows import harmless, json_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from maintext.batch.journal import Shard

__all__ = [
    "CsvSink",
    "JsonLinesSink",
    "MarkdownSink",
    "ParquetSink",
    "json_line",
    "markdown_file",
    "title_slug",
]


class JsonLinesSink(PartSink):
    """One record per line, as JSON."""

    header = b""
    _suffix = ".jsonl"

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        super().__init__(output, form, times=times, is_folder=is_folder)
        compressed = "" if is_folder else next((s for s in COMPRESSED if output.name.lower().endswith(s)), "")
        if compressed == ".xz":
            raise OptionError(f"{output}: .xz is too slow to write here; choose .gz or .zst")
        if compressed == ".zst":
            with_zstd()
        self.suffix = self._suffix + compressed  # type: ignore[misc]

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function from a record to its line."""
        return json_line

    def write_rows(self, file: IO[bytes], rows: Sequence[bytes]) -> None:
        """Write the header and the lines."""
        with open_writer(file, self.suffix) as stream:
            stream.write(self.header + b"".join(rows))

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write all parts as one compressed stream, since some readers stop after the first stream."""
        with open_writer(file, self.suffix) as joined:
            joined.write(self.header)
            for part in parts:
                with part.open("rb") as raw, decompressed(raw, part.name) as stream:
                    stream.read(len(self.header))
                    for block in blocks(stream):
                        joined.write(block)


class CsvSink(JsonLinesSink):
    """One row per page, by RFC 4180 in UTF-8; unknown values are empty."""

    _suffix = ".csv"

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        super().__init__(output, form, times=times, is_folder=is_folder)
        self.header = _csv_line(list(self.columns))

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function from a record to its line."""
        return partial(_csv_row, self.columns)


def json_line(record: Mapping[str, Any]) -> bytes:
    """Return a record as a line of JSON."""
    return "".join(json_lines([record])).encode("utf-8", "backslashreplace")


def _csv_row(columns: Mapping[str, type], record: Mapping[str, Any]) -> bytes:
    return _csv_line([harmless(value) for value in row_cells(record, columns)])


def _csv_line(values: Sequence[Any]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode("utf-8", "backslashreplace")


class ParquetSink(PartSink):
    """One row per page; unknown values are null. Needs pyarrow."""

    suffix = ".parquet"

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        super().__init__(output, form, times=times, is_folder=is_folder)
        with_pyarrow()

    def write_rows(self, file: IO[bytes], rows: Sequence[Sequence[Any]]) -> None:
        """Write a file with the rows."""
        write_table(file, self.columns, rows)

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write a row group per part."""
        join_tables(parts, self.columns, file)


_FRONT = ("title", "url", "key", "author", "published", "site_name", "language", "kind", "tags")
_NO_NAME = re.compile(r"[\W_]+")
_NAME_CHARACTERS = 40  # 160 bytes at most: file systems take 255


class _MarkdownFile(NamedTuple):
    name: str
    content: bytes
    entry: dict[str, Any]


class MarkdownSink(Sink):
    """A Markdown file with front matter for each page with main text, and an ``index.jsonl`` of all pages.

    Each shard is a folder. A file name is the number of the page in the shard and its title, so that names
    are unique and have no special characters.
    """

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        if form != "markdown" or not is_folder:
            raise OptionError("a folder of Markdown files has the form markdown, and no other")
        super().__init__(output, form, times=times, is_folder=is_folder)

    def encoder(self) -> Callable[[Mapping[str, Any]], _MarkdownFile]:
        """Return a function from a record to file name, content and line of the index."""
        return partial(_make_file, self.columns)

    def stage(self, shard: Shard, rows: Sequence[_MarkdownFile], mark: str) -> None:
        """Write the folder under a temporary name."""
        partial_folder = self._staged_path(shard, mark)
        shutil.rmtree(partial_folder, ignore_errors=True)
        partial_folder.mkdir()
        index = []
        for place, row in enumerate(rows):
            name = f"{place:06}-{row.name}.md" if row.content else None
            if name:
                _write_file(partial_folder / name, row.content)
            index.append(json.dumps({"file": name, **row.entry}, ensure_ascii=False) + "\n")
        _write_file(partial_folder / "index.jsonl", "".join(index).encode())

    def commit(self, shard: Shard, mark: str) -> None:
        """Rename the folder to its final name."""
        folder = self.folder / shard.name
        shutil.rmtree(folder, ignore_errors=True)
        self._staged_path(shard, mark).replace(folder)

    def join(self, shards: Sequence[Shard]) -> None:
        """Do nothing: the folders are the output."""

    def _staged_path(self, shard: Shard, mark: str) -> Path:
        return self.folder / f"{shard.name}{mark}.tmp"


def _write_file(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        write_durably(file)


def _make_file(columns: Mapping[str, type], record: Mapping[str, Any]) -> _MarkdownFile:
    entry = dict(zip(columns, row_cells(record, columns), strict=True))
    markdown = entry.pop("markdown")
    if not markdown:
        return _MarkdownFile("", b"", entry)
    content = markdown_file(entry, _FRONT, markdown).encode("utf-8", "backslashreplace")
    return _MarkdownFile(title_slug(entry["title"]), content, entry)


def markdown_file(record: Mapping[str, Any], names: Iterable[str], markdown: str) -> str:
    """Return Markdown with the known fields of a record as YAML front matter."""
    # JSON texts are YAML texts as well.
    front = [
        f"{name}: {json.dumps(record[name], ensure_ascii=False)}"
        for name in names
        if record.get(name) is not None
    ]
    return "\n".join(["---", *front, "---", "", markdown, ""])


def title_slug(title: str | None) -> str:
    """Return a title as a part of a file name: up to 40 letters, digits and hyphens."""
    return _NO_NAME.sub("-", title or "")[:_NAME_CHARACTERS].strip("-") or "page"
