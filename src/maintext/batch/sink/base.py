"""Base classes of the sinks, and the columns of a row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

from maintext.batch.journal import Shard, write_durably
from maintext.batch.record import NO_RECORD
from maintext.render.rows import COLUMNS, row_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["PartSink", "Sink", "columns_of", "row_cells"]


class Sink(ABC):
    """An output of one kind: encodes records in the workers, writes shards, and joins them.

    ``form`` is ``text``, ``markdown`` or ``html``. With ``times``, rows have ``cpu_ms``. With ``is_folder``,
    the output is a folder whose parts are not joined.
    """

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        self.output, self.form, self.is_folder = output, form, is_folder
        self.columns = columns_of(form, times=times)

    @property
    def folder(self) -> Path:
        """Work folder: the output folder, or ``OUTPUT.parts`` beside the output file."""
        return self.output if self.is_folder else self.output.with_name(self.output.name + ".parts")

    def encoder(self) -> Callable[[Mapping[str, Any]], Any]:
        """Return a picklable function from a record to a row of :meth:`write`: here its columns."""
        return partial(row_cells, columns=self.columns)

    def write(self, shard: Shard, rows: Sequence[Any]) -> None:
        """Write the rows of a shard durably, replacing earlier ones.

        Raises OSError: they cannot be written.
        """
        self.stage(shard, rows, "")
        self.commit(shard, "")

    @abstractmethod
    def stage(self, shard: Shard, rows: Sequence[Any], mark: str) -> None:
        """Write the rows of a shard durably under a name that ends in the mark and ``.tmp``.

        Nothing reads it before :meth:`commit`. Machines may stage the same shard under different marks.

        Raises OSError: they cannot be written.
        """

    @abstractmethod
    def commit(self, shard: Shard, mark: str) -> None:
        """Replace a shard by its staged rows; called by one process only.

        Raises OSError: they cannot be moved, or are missing.
        """

    @abstractmethod
    def join(self, shards: Sequence[Shard]) -> None:
        """Make the output file from all shards, in order and atomically."""


class PartSink(Sink):
    """A sink that writes a file per shard, and joins them at the end."""

    suffix: ClassVar[str]

    def stage(self, shard: Shard, rows: Sequence[Any], mark: str) -> None:
        """Write the part under a temporary name."""
        with self._staged_path(shard, mark).open("wb") as file:
            self.write_rows(file, rows)
            write_durably(file)

    def commit(self, shard: Shard, mark: str) -> None:
        """Rename the part to its final name."""
        self._staged_path(shard, mark).replace(self.part(shard))

    def join(self, shards: Sequence[Shard]) -> None:
        """Join all parts in a file of the work folder, then move it to the output."""
        joined = self.folder / f"joined{self.suffix}.tmp"
        with joined.open("wb") as file:
            self.join_parts(file, [self.part(shard) for shard in shards])
            write_durably(file)
        joined.replace(self.output)

    def _staged_path(self, shard: Shard, mark: str) -> Path:
        part = self.part(shard)
        return part.with_name(f"{part.name}{mark}.tmp")

    def part(self, shard: Shard) -> Path:
        """Return the path of a shard."""
        return self.folder / f"part-{shard.name}{self.suffix}"

    @abstractmethod
    def write_rows(self, file: IO[bytes], rows: Sequence[Any]) -> None:
        """Write rows as a complete file."""

    @abstractmethod
    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write the rows of all parts to a file."""


_FIRST = ("key", "url", "outcome", "error", "reason")
_NUMBERS = {"n_images": int, "n_links": int, "n_tables": int, "n_words": int, "cpu_ms": float}


def columns_of(form: str, *, times: bool) -> dict[str, type]:
    """Return the column names and value types of a row, the form of the text last."""
    fields = [name for name in COLUMNS if name not in {*_FIRST, "text"}]
    names = (*_FIRST, *fields, "n_words", *(("cpu_ms",) if times else ()), form)
    return {name: _NUMBERS.get(name, str) for name in names}


def row_cells(record: Mapping[str, Any], columns: Mapping[str, type]) -> list[Any]:
    """Return the values of a record in column order; ``None`` if unknown."""
    row = {} if record["outcome"] in NO_RECORD else row_of(record)
    values = (record.get(name, "") if name in _FIRST else row.get(name, record.get(name)) for name in columns)
    return [None if value == "" else value for value in values]
