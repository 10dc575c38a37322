"""Outputs of a batch.

::

    base.py      Sink, PartSink for a file per shard, and the columns of a row
    files.py     JSON Lines, CSV, Parquet, a folder of Markdown files
    database.py  SQLite
"""

from __future__ import annotations

from pathlib import Path

from maintext.batch.sink.base import Sink
from maintext.batch.sink.database import SqliteSink
from maintext.batch.sink.files import CsvSink, JsonLinesSink, MarkdownSink, ParquetSink, json_line
from maintext.errors import OptionError
from maintext.net.compression import stem_of

__all__ = ["Sink", "find_sink", "json_line"]

_SINKS: dict[str, type[Sink]] = {
    "jsonl": JsonLinesSink, "csv": CsvSink, "parquet": ParquetSink, "sqlite": SqliteSink,
    "markdown": MarkdownSink,
}  # fmt: skip
_KINDS = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".parquet": "parquet", ".sqlite": "sqlite",
    ".sqlite3": "sqlite", ".db": "sqlite",
}  # fmt: skip
_COMPRESSIBLE = frozenset({"jsonl", "csv"})


def find_sink(output: str, *, kind: str = "", form: str = "", times: bool = False) -> Sink:
    """Return the sink for an output name.

    Parameters
    ----------
    output
        A file whose suffix gives the kind; or a folder, which ends in ``/`` or has no suffix: of Markdown
        files, or with ``kind`` of the parts of that kind.
    kind
        One of :data:`~maintext.batch.options.OUTPUT_KINDS`; ``""`` goes by the name.
    form
        ``text``, ``markdown`` or ``html``; ``""`` is Markdown for a folder of Markdown files, else text.
    times
        Add the column ``cpu_ms``.

    Raises
    ------
    OptionError
        The name has no known kind, or the kind does not support it.
    MissingExtraError
        A needed library is not installed.
    """
    path, stem = Path(output), stem_of(output)
    is_folder = (
        output.endswith(("/", "\\")) or path.is_dir() or (not path.suffix and kind in {"", "markdown"})
    )
    kind = kind or ("markdown" if is_folder else _KINDS.get(Path(stem).suffix, ""))
    if not kind:
        raise OptionError(
            f"the name {output} does not say what to write: end it in {', '.join(_KINDS)} (the first three"
            " of them also with .gz or .zst), or give --to; a folder of Markdown files ends in /"
        )
    if is_folder and kind == "sqlite":
        raise OptionError("an SQLite database is one file: name it so, such as pages.sqlite")
    if stem != output.lower() and kind not in _COMPRESSIBLE and not is_folder:
        raise OptionError(f"{kind} is not compressed as a whole: leave {path.suffix} out")
    form = form or ("markdown" if kind == "markdown" else "text")
    return _SINKS[kind](path, form, times=times, is_folder=is_folder)
