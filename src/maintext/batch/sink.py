"""Outputs of a batch: JSON Lines and CSV (also ``.gz``, ``.zst``), Parquet, SQLite, a folder of Markdown.

Also the formats of text corpora: conversion records as in WET files (https://commoncrawl.org/get-started),
documents of Dolma and datatrove (https://github.com/allenai/dolma/blob/main/docs/data-format.md). There,
pages without main text are no rows; the report counts them.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from functools import partial
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from maintext.batch.columns import TIMESTAMP, chosen_columns, column_types, row_nodes, typed_values
from maintext.batch.item import payload_digest
from maintext.batch.journal import Shard, write_durably, write_file
from maintext.batch.near_copies import copy_finder
from maintext.batch.options import FILLED_BY, BatchOptions
from maintext.batch.parquet import arrow_schema, join_tables, with_pyarrow, write_table
from maintext.batch.record import NO_RECORD
from maintext.batch.remote import is_remote, move, path_of, remove_tree
from maintext.compression import COMPRESSED, decompressed, open_writer, stem_of, with_zstd
from maintext.errors import OptionError
from maintext.html.surrogates import join_surrogates
from maintext.rows import COLUMNS, csv_text, json_lines, row_of

__all__ = [
    "CsvSink", "DocumentSink", "JsonLinesSink", "MarkdownSink", "ParquetSink", "Sink",
    "SqliteSink", "WetSink", "columns_of", "document_line", "find_sink", "json_line", "row_cells",
    "title_slug", "wet_info", "wet_record",
]  # fmt: skip

_BATCH = BatchOptions()


class Sink:
    """An output of one kind: encodes records in the workers, writes shards, and joins them.

    ``form`` is ``text``, ``markdown`` or ``html``. With ``is_folder``, the output is a folder whose parts are
    not joined. ``can_dedup`` is True for kinds whose rows say if they are duplicates.
    """

    can_dedup = False
    prefix, suffix = "part-", ""  # of the names of parts
    made_of: Mapping[str, str] = MappingProxyType({})  # columns of its own, by the value they need

    def __init__(self, output: Path, form: str, batch: BatchOptions, *, is_folder: bool) -> None:
        self.output, self.form, self.is_folder = output, form, is_folder
        self.columns: Sequence[str] = batch.column_names
        self.chosen = [self.made_of.get(name, name) for name in self.columns]
        self.names = chosen_columns(self.chosen, form, batch)
        self.batch = batch
        self.about: dict[str, str] = {}  # how the output was made, for its metadata
        self.dropped: Counter[str] = Counter()  # pages that joining left out, by reason
        self.check()
        if batch.dedup:
            self.check_dedup()

    def check(self) -> None:
        """Check that the output can be written, before the batch begins."""

    def check_dedup(self) -> None:
        """Check that duplicates can be left out: by a sink that joins its parts, of rows that tell."""
        if not self.can_dedup or self.is_folder:
            raise OptionError(
                "dedup writes one file of JSON Lines, Parquet or documents, no folder of parts: choose one"
            )
        if missing := sorted({"input", self.form} - {*self.names}):
            raise OptionError(f"dedup needs the column {' and '.join(missing)}: add it to --columns")
        copy_finder(self.batch.dedup)

    @property
    def folder(self) -> Path:
        """Work folder: the output folder, or ``OUTPUT.parts`` next to the output file."""
        return self.output if self.is_folder else self.output.with_name(self.output.name + ".parts")

    def encoder(self) -> Callable[[Mapping[str, Any]], Any]:
        """Return a picklable function from a record to a row of :meth:`write`: here its typed values."""
        return partial(typed_values, names=self.names)

    def write(self, shard: Shard, rows: Sequence[Any]) -> None:
        """Write the rows of a shard durably, replacing earlier ones; OSError if that fails."""
        self.stage(shard, rows, "")
        self.commit(shard, "")

    def stage(self, shard: Shard, rows: Sequence[Any], mark: str) -> None:
        """Write the rows of a shard durably under a name that ends in the mark and ``.tmp``.

        Nothing reads it before :meth:`commit`. Machines may stage the same shard under different marks.
        """
        with self.staged_path(shard, mark).open("wb") as file:
            self.write_rows(file, rows)
            write_durably(file)

    def commit(self, shard: Shard, mark: str) -> None:
        """Replace a shard by its staged rows; called by one process only."""
        move(self.staged_path(shard, mark), self.part_path(shard))

    def join(self, shards: Sequence[Shard]) -> None:
        """Make the output file from all shards, in order and atomically."""
        self.dropped.clear()
        joined = self.folder / f"joined{self.suffix}.tmp"
        with joined.open("wb") as file:
            self.join_parts(file, [self.part_path(shard) for shard in shards])
            write_durably(file)
        move(joined, self.output)

    def write_rows(self, file: IO[bytes], rows: Sequence[Any]) -> None:
        """Write rows as a complete file."""

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write the rows of all parts to a file."""

    def part_path(self, shard: Shard) -> Path:
        """Return the file or folder of a shard."""
        return self.folder / f"{self.prefix}{shard.name}{self.suffix}"

    def staged_path(self, shard: Shard, mark: str) -> Path:
        """Return the file or folder that a shard is staged in."""
        return self.folder / f"{self.prefix}{shard.name}{self.suffix}{mark}.tmp"

    def is_kept(self) -> Callable[[Mapping[str, Any]], bool] | None:
        """Return a function that is False for rows like an earlier one, and counts them; None to keep all."""
        if not self.batch.dedup:
            return None
        find = copy_finder(self.batch.dedup)

        def check(row: Mapping[str, Any]) -> bool:
            text, origin = row.get(self.form), row.get("input") or row["metadata"]["input"]
            copied = find(origin["digest"], text) if text else ""  # rows that say why there is none stay
            if copied:
                self.dropped[f"duplicate_{copied}"] += 1
            return not copied

        return check


_FIRST = ("key", "url", "outcome", "error", "reason")
_NUMBERS: dict[str, type] = dict.fromkeys(("n_images", "n_links", "n_tables", "n_words"), int)
_NUMBERS |= {"probability": float, "cpu_ms": float}


def columns_of(form: str, batch: BatchOptions) -> dict[str, type]:
    """Return the column names and value types of a row, the form of the text last."""
    fields = [name for name in COLUMNS if name not in {*_FIRST, "text"}]
    asked = [name for name, needed in FILLED_BY.items() if getattr(batch, needed)]
    names = (*_FIRST, *fields, "n_words", *asked, form)
    return {name: _NUMBERS.get(name, str) for name in names}


def row_cells(record: Mapping[str, Any], columns: Iterable[str]) -> list[Any]:
    """Return the values of a record in column order; ``None`` if unknown."""
    row = {} if record["outcome"] in NO_RECORD else row_of(record)
    values = (record.get(name, "") if name in _FIRST else row.get(name, record.get(name)) for name in columns)
    return [None if value == "" else value for value in values]


# -- a file per shard, joined at the end --------------------------------------------------------------


class JsonLinesSink(Sink):
    """One record per line, as JSON."""

    can_dedup = True
    header = b""
    plain_suffix = ".jsonl"

    def check(self) -> None:
        """Check that the compression can be written, and set the suffix of the parts."""
        self.suffix = self.plain_suffix + _packing_of(self.output, is_folder=self.is_folder)

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function from a record to its line."""
        return partial(json_line, names=self.names if self.chosen else ())

    def write_rows(self, file: IO[bytes], rows: Sequence[bytes]) -> None:
        """Write the header and the lines."""
        with open_writer(file, self.suffix) as stream:
            stream.write(self.header + b"".join(rows))

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write all parts as one compressed stream, since some readers stop after the first stream."""
        is_kept = self.is_kept()
        with open_writer(file, self.suffix) as joined:
            joined.write(self.header)
            for part in parts:
                with part.open("rb") as raw, decompressed(raw, part.name) as stream:
                    stream.read(len(self.header))
                    if is_kept is None:
                        shutil.copyfileobj(stream, joined, 1 << 20)
                    else:
                        # zstandard's streams have no writelines.
                        for line in filter(lambda line: is_kept(json.loads(line)), stream):
                            joined.write(line)


def _packing_of(output: Path, *, is_folder: bool) -> str:
    """Return the suffix of the compression, ``""`` for none; OptionError if it cannot be written."""
    name = output.name.lower()
    packing = "" if is_folder else next((suffix for suffix in COMPRESSED if name.endswith(suffix)), "")
    if packing in {".bz2", ".xz"}:
        raise OptionError(f"{output}: {packing} is too slow to write here; choose .gz or .zst")
    if packing == ".zst":
        with_zstd()
    return packing


class CsvSink(JsonLinesSink):
    """One row per page, by RFC 4180 in UTF-8; unknown values are empty."""

    can_dedup = False  # a row may be several lines
    plain_suffix = ".csv"
    made_of = MappingProxyType(
        {"lead_image": "images", "n_images": "images", "n_links": "links", "n_tables": "tables"}
    )

    def check(self) -> None:
        """Check the compression, and make the header."""
        super().check()
        self.columns = self.columns or [*columns_of(self.form, self.batch), "input", "extra"]
        self.header = csv_text([self.columns]).encode()

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function from a record to its line."""
        return partial(_csv_row, self.columns)


def json_line(record: Mapping[str, Any], names: Sequence[str] = ()) -> bytes:
    """Return a record as a line of JSON, of the given names alone.

    Other keys of the line of its page are ``input.NAME`` if rows have another value of this name.
    """
    found = {name: record.get(name) for name in names or record if name != "extra"}
    for name, value in (record.get("extra") or {}).items() if not names or "extra" in names else ():
        is_taken = name in record or (name in row_nodes() and name not in FILLED_BY)
        is_other = is_taken and value not in ("", record.get(name))
        found.setdefault(f"input.{name}" if is_other else name, value)
    return join_surrogates("".join(json_lines([found]))).encode()


def _csv_row(columns: Sequence[str], record: Mapping[str, Any]) -> bytes:
    cells = (
        json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
        for value in row_cells(record, columns)
    )
    return join_surrogates(csv_text([cells])).encode()


_ELSEWHERE = frozenset({"key", "error", "reason", "text", "markdown", "html"})


def document_line(form: str, record: Mapping[str, Any], names: Sequence[str] = ()) -> bytes:
    """Return a record as the line of a document: ``id``, ``text``, ``source``, times and ``metadata``.

    ``names`` are the values that metadata may have; empty for all.
    """
    text = record.get(form)
    if not text:
        return b""
    document = {"id": record["key"], "text": text, "source": "maintext"}
    times = {"added": record["input"].get("fetched"), "created": record.get("published")}
    document |= {name: value for name, value in times.items() if value}
    known = {name: record.get(name) for name in names or record if name not in _ELSEWHERE}
    others = {name: value for name, value in known.items() if value}
    return json_line(document | {"metadata": others})


class DocumentSink(JsonLinesSink):
    """One line of JSON per page with main text, in the format of Dolma, which datatrove reads too."""

    def check(self) -> None:
        """Check the compression; the text is always written."""
        super().check()
        self.chosen = self.chosen and [*dict.fromkeys([*self.chosen, self.form])]
        told_by = ["input", self.form] if self.batch.dedup else [self.form]
        self.names = tuple(dict.fromkeys([*self.names, *told_by]))

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function from a record to its line."""
        return partial(document_line, self.form, names=self.names if self.chosen else ())


_NO_DATE = "1970-01-01T00:00:00Z"


def wet_record(suffix: str, form: str, record: Mapping[str, Any]) -> bytes:
    """Return the main text as a conversion record, compressed alone by a suffix; the title is its first line.

    Its id depends on the key of the record only, and its date is the fetch time, the epoch if unknown.
    """
    text, title = record.get(form), record.get("title")
    if not text:
        return b""
    lines = text if not title or text.startswith(title) else f"{title}\n{text}"
    origin, data = record["input"], lines.encode("utf-8", "backslashreplace") + b"\n"
    return _pack_record(
        suffix,
        {
            "WARC-Type": "conversion",
            "WARC-Target-URI": record["url"],
            "WARC-Date": origin.get("fetched") or _NO_DATE,
            "WARC-Record-ID": f"<{uuid5(NAMESPACE_URL, record['key']).urn}>",
            "WARC-Refers-To": origin.get("record_id"),
            "WARC-Block-Digest": payload_digest(data),
            "Content-Type": "text/plain",
        },
        data,
    )


def wet_info(suffix: str, about: Mapping[str, str]) -> bytes:
    """Return the record that begins a file: how it was made."""
    data = "".join(f"{name}: {value}\r\n" for name, value in about.items()).encode()
    fields = {"WARC-Type": "warcinfo", "WARC-Date": _NO_DATE}
    fields["WARC-Record-ID"] = f"<{uuid5(NAMESPACE_URL, data.decode()).urn}>"
    return _pack_record(suffix, fields | {"Content-Type": "application/warc-fields"}, data)


def _pack_record(suffix: str, fields: Mapping[str, str | None], data: bytes) -> bytes:
    values = {name: "".join(value.split()) for name, value in fields.items() if value}  # no line breaks
    head = "".join(f"{name}: {value}\r\n" for name, value in {**values, "Content-Length": len(data)}.items())
    packed = io.BytesIO()
    with open_writer(packed, suffix) as stream:
        stream.write(f"WARC/1.0\r\n{head}\r\n".encode() + data + b"\r\n\r\n")
    return packed.getvalue()


class WetSink(Sink):
    """One conversion record per page with main text, as in WET files, each compressed alone."""

    def check(self) -> None:
        """Check that the compression can be written, and that all columns are."""
        self.suffix = ".wet" + _packing_of(self.output, is_folder=self.is_folder)
        if self.chosen:
            raise OptionError("a WET file has no columns to choose")

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function from a record to a WARC record."""
        return partial(wet_record, self.suffix, self.form)

    def write_rows(self, file: IO[bytes], rows: Sequence[bytes]) -> None:
        """Write the records."""
        file.writelines(rows)

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write a record that says how the file was made, and all others."""
        file.write(wet_info(self.suffix, self.about))
        for part in parts:
            with part.open("rb") as raw:
                shutil.copyfileobj(raw, file, 1 << 20)


class ParquetSink(Sink):
    """One row per page, with typed columns; unknown values are null. Needs pyarrow."""

    can_dedup = True
    suffix = ".parquet"

    def check(self) -> None:
        """Check that pyarrow is installed."""
        with_pyarrow()

    @property
    def _arrow_schema(self) -> Any:
        return arrow_schema(column_types(self.names), self.about)

    def write_rows(self, file: IO[bytes], rows: Sequence[Sequence[Any]]) -> None:
        """Write a file with the rows."""
        write_table(file, self._arrow_schema, rows)

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write the parts as row groups."""
        join_tables(
            parts, self._arrow_schema, file, self.batch.group_rows, self.is_kept(), ("input", self.form)
        )


# -- SQLite -------------------------------------------------------------------------------------------

_TYPES = {"integer": "INTEGER", "number": "REAL", TIMESTAMP: "TIMESTAMP"}  # others are TEXT
# Room in the row id for the shards of a source and for the pages of a shard (MAX_SHARD_PAGES).
_SOURCE, _SHARD = 1 << 40, 1 << 20


class SqliteSink(Sink):
    """A table ``pages``, one row per page: ``id`` is in input order, with gaps; unknown values are NULL.

    Timestamps are ISO 8601 in UTC, lists and objects JSON, for SQLite's functions of both. The table ``run``
    says how it was made. The ids of rows depend on their shard and their place in it only.
    """

    suffix = ".json"  # of the parts

    def encoder(self) -> Callable[[Mapping[str, Any]], Any]:
        """Return a function from a record to its values."""
        return partial(_sql_values, self.names)

    def write_rows(self, file: IO[bytes], rows: Sequence[Sequence[Any]]) -> None:
        """Write the rows as JSON."""
        file.write(join_surrogates(json.dumps(rows, ensure_ascii=False)).encode())

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write the database; OSError if the disk is full."""
        types = column_types(self.names).items()
        columns = ", ".join(f'"{name}" {_TYPES.get(str(kind), "TEXT")}' for name, kind in types)
        insert = f"INSERT INTO pages VALUES ({', '.join('?' * (len(types) + 1))})"  # noqa: S608 - question marks
        try:
            with closing(sqlite3.connect(file.name)) as database, database:
                database.execute("PRAGMA journal_mode=OFF")  # a database that is cut short is made again
                database.execute(f"CREATE TABLE pages (id INTEGER PRIMARY KEY, {columns})")
                for part in parts:
                    source, shard = part.stem.split("-")[1:]
                    first = int(source) * _SOURCE + int(shard) * _SHARD
                    rows = enumerate(json.loads(part.read_bytes()), first)
                    database.executemany(insert, ((number, *row) for number, row in rows))
                database.execute("CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT)")
                database.executemany("INSERT INTO run VALUES (?, ?)", self.about.items())
        except sqlite3.OperationalError as error:
            # The last byte is the kind of error; some files of SQLite give an I/O error on a full disk.
            is_full = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
            raise OSError(errno.ENOSPC if is_full else errno.EACCES, str(error)) from error


def _sql_values(names: tuple[str, ...], record: Mapping[str, Any]) -> list[Any]:
    return list(map(_sql_value, typed_values(record, names)))


def _sql_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=datetime.isoformat)
    return value


# -- a folder of Markdown files -----------------------------------------------------------------------

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

    prefix = ""

    def check(self) -> None:
        """Check that the output is a folder of Markdown."""
        if self.form != "markdown" or not self.is_folder or self.chosen:
            raise OptionError(
                "a folder of Markdown files ends in / or has no suffix, has the form markdown, and no chosen"
                " columns"
            )

    def encoder(self) -> Callable[[Mapping[str, Any]], _MarkdownFile]:
        """Return a function from a record to file name, content and line of the index."""
        return partial(_make_file, columns_of(self.form, self.batch))

    def stage(self, shard: Shard, rows: Sequence[_MarkdownFile], mark: str) -> None:
        """Write the folder under a temporary name."""
        folder = self.staged_path(shard, mark)
        remove_tree(folder)
        folder.mkdir()
        index = []
        for place, row in enumerate(rows):
            name = f"{place:06}-{row.name}.md" if row.content else None
            if name:
                write_file(folder / name, row.content)
            index.append(json.dumps({"file": name, **row.entry}, ensure_ascii=False) + "\n")
        write_file(folder / "index.jsonl", join_surrogates("".join(index)).encode())

    def commit(self, shard: Shard, mark: str) -> None:
        """Rename the folder to its final name."""
        remove_tree(self.part_path(shard))
        super().commit(shard, mark)


def _make_file(columns: Mapping[str, type], record: Mapping[str, Any]) -> _MarkdownFile:
    entry = dict(zip(columns, row_cells(record, columns), strict=True))
    entry |= {name: record[name] for name in ("input", "extra") if name in record}
    markdown = entry.pop("markdown")
    if record["outcome"] != "found":
        return _MarkdownFile("", b"", entry)
    content = f"{markdown}\n".encode("utf-8", "backslashreplace")
    return _MarkdownFile(title_slug(entry["title"]), content, entry)


def title_slug(title: str | None) -> str:
    """Return a title as a part of a file name: up to 40 letters, digits and hyphens."""
    return _NO_NAME.sub("-", title or "")[:_NAME_CHARACTERS].strip("-") or "page"


# -- the sink of an output name -----------------------------------------------------------------------

_SINKS: dict[str, type[Sink]] = {
    "jsonl": JsonLinesSink, "csv": CsvSink, "parquet": ParquetSink, "sqlite": SqliteSink,
    "markdown": MarkdownSink, "wet": WetSink, "dolma": DocumentSink,
}  # fmt: skip
_KINDS = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet", ".sqlite": "sqlite",
    ".sqlite3": "sqlite", ".db": "sqlite", ".wet": "wet",
}  # fmt: skip


def find_sink(output: str | PathLike[str], batch: BatchOptions = _BATCH) -> Sink:
    """Return the sink for an output name.

    Parameters
    ----------
    output
        A file whose suffix gives the kind; or a folder, which ends in ``/`` or has no suffix: of Markdown
        files, or with ``kind`` of the parts of that kind.
    batch
        Kind of the output (``""`` goes by the name), form of the text (``""`` is Markdown for a folder of
        Markdown files, else text), columns, size of row groups.

    Raises
    ------
    OptionError
        The name has no known kind, or the kind does not support it.
    """
    output = os.fspath(output)
    path, stem, kind = path_of(output), stem_of(output), batch.output_kind
    is_folder = (
        output.endswith(("/", "\\")) or path.is_dir() or (not path.suffix and kind in {"", "markdown"})
    )
    is_there = not is_remote(path) and path.exists()
    # /dev/stdout is a file where stdout goes to one; its link would be replaced.
    if is_there and not path.is_dir() and (not path.is_file() or path.parent == Path("/dev")):
        raise OptionError(f"{output} is a device or a pipe: leave -o out, and redirect stdout to it")
    kind = kind or ("markdown" if is_folder else _KINDS.get(Path(stem).suffix, ""))
    if not kind:
        raise OptionError(
            f"the name {output} does not say what to write: end it in {', '.join(_KINDS)} "
            "(.jsonl, .ndjson, .csv and .wet also with .gz or .zst), or give --to; a folder of"
            " Markdown files ends in /"
        )
    if is_folder and kind == "sqlite":
        raise OptionError("an SQLite database is one file: name it so, such as pages.sqlite")
    if is_remote(path) and kind in {"sqlite", "markdown"}:
        raise OptionError(f"{kind} cannot be written to {output}: write it to a disk, and copy it")
    if stem != output.lower() and kind not in {"jsonl", "csv", "wet", "dolma"} and not is_folder:
        raise OptionError(f"{kind} is not compressed as a whole: leave {path.suffix} out")
    form = batch.form or ("markdown" if kind == "markdown" else "text")
    return _SINKS[kind](path, form, batch, is_folder=is_folder)
