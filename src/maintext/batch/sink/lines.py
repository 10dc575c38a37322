"""Lines: JSON Lines with the whole record, and CSV with a row a page; plain, ``.gz`` or ``.zst``."""

from __future__ import annotations

import csv
import io
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from maintext.batch.sink.base import PartSink
from maintext.batch.sink.columns import cells, columns_of
from maintext.errors import OptionError
from maintext.net.compression import COMPRESSED, blocks, decompressed, open_writer, with_zstd
from maintext.render.rows import harmless, json_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

__all__ = ["CsvSink", "JsonLinesSink", "json_line"]


class JsonLinesSink(PartSink):
    """One record a line."""

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
        """Return a function to bytes."""
        return json_line

    def write_rows(self, file: IO[bytes], rows: Sequence[bytes]) -> None:
        """Write the header and the lines."""
        with open_writer(file, self.suffix) as stream:
            stream.write(self.header + b"".join(rows))

    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write all parts as one stream: programs that stop at the end of the first do not lose the rest."""
        with open_writer(file, self.suffix) as joined:
            joined.write(self.header)
            for part in parts:
                with part.open("rb") as raw, decompressed(raw, part.name) as stream:
                    stream.read(len(self.header))
                    for block in blocks(stream):
                        joined.write(block)


class CsvSink(JsonLinesSink):
    """One row a page, by RFC 4180, in UTF-8; unknown values are empty."""

    _suffix = ".csv"

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        super().__init__(output, form, times=times, is_folder=is_folder)
        self._columns = columns_of(form, times=times)
        self.header = _csv_line(list(self._columns))

    def encoder(self) -> Callable[[Mapping[str, Any]], bytes]:
        """Return a function to bytes."""
        return partial(_csv_row, self._columns)


def json_line(record: Mapping[str, Any]) -> bytes:
    """Return a record as a line of JSON."""
    return "".join(json_lines([record])).encode("utf-8", "backslashreplace")


def _csv_row(columns: Mapping[str, type], record: Mapping[str, Any]) -> bytes:
    return _csv_line([harmless(value) for value in cells(record, columns)])


def _csv_line(values: Sequence[Any]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode("utf-8", "backslashreplace")
