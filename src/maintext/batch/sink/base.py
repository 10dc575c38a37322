"""Sink."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

from maintext.batch.journal import Shard, write_durably
from maintext.batch.record import NO_RECORD
from maintext.render.rows import COLUMNS, row_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["PartSink", "Sink", "columns_of", "row_cells"]


class Sink(ABC):
    """An output of one kind.

    Parameters
    ----------
    output
        The file or folder that the user named.
    form
        Form of the main text: ``text``, ``markdown`` or ``html``.
    times
        Rows have ``cpu_ms``.

    Attributes
    ----------
    is_folder
        The output is a folder, and its parts stay as they are.
    """

    def __init__(self, output: Path, form: str, *, times: bool, is_folder: bool) -> None:
        self.output, self.form, self.times, self.is_folder = output, form, times, is_folder

    @property
    def folder(self) -> Path:
        """Where the work goes on: the output folder, or one beside the output file until that is whole."""
        return self.output if self.is_folder else self.output.with_name(self.output.name + ".parts")

    @abstractmethod
    def encoder(self) -> Callable[[Mapping[str, Any]], Any]:
        """Return a picklable function from a record to what :meth:`write` takes; it runs in the workers."""

    def write(self, shard: Shard, rows: Sequence[Any]) -> None:
        """Write the rows of a shard durably, in the place of what may be there of it.

        Raises
        ------
        OSError
            They cannot be written.
        """
        self.stage(shard, rows, "")
        self.commit(shard, "")

    @abstractmethod
    def stage(self, shard: Shard, rows: Sequence[Any], mark: str) -> None:
        """Write the rows of a shard durably under a name that ends in the mark and ``.tmp``.

        Nobody reads it until :meth:`commit`. Several machines may stage at a time, also the same shard,
        each with a mark of its own.

        Raises
        ------
        OSError
            They cannot be written.
        """

    @abstractmethod
    def commit(self, shard: Shard, mark: str) -> None:
        """Put what was staged in the place of what may be there of the shard; one process only.

        Raises
        ------
        OSError
            It cannot be moved, or is not there.
        """

    @abstractmethod
    def join(self, shards: Sequence[Shard]) -> None:
        """Make the output file of all shards, in their order; it is there as a whole or not at all."""


class PartSink(Sink):
    """A sink that writes a file per shard, and one of all at the end."""

    suffix: ClassVar[str]

    def stage(self, shard: Shard, rows: Sequence[Any], mark: str) -> None:
        """Write the part under another name."""
        with self._staged_path(shard, mark).open("wb") as file:
            self.write_rows(file, rows)
            write_durably(file)

    def commit(self, shard: Shard, mark: str) -> None:
        """Give the part its name."""
        self._staged_path(shard, mark).replace(self.part(shard))

    def join(self, shards: Sequence[Shard]) -> None:
        """Write all parts to one file in the work folder, then move it to its place."""
        joined = self.folder / f"joined{self.suffix}.tmp"
        with joined.open("wb") as file:
            self.join_parts(file, [self.part(shard) for shard in shards])
            write_durably(file)
        joined.replace(self.output)

    def _staged_path(self, shard: Shard, mark: str) -> Path:
        part = self.part(shard)
        return part.with_name(f"{part.name}{mark}.tmp")

    def part(self, shard: Shard) -> Path:
        """Return the file of a shard."""
        return self.folder / f"part-{shard.name}{self.suffix}"

    @abstractmethod
    def write_rows(self, file: IO[bytes], rows: Sequence[Any]) -> None:
        """Write rows to an open file that is then whole in itself."""

    @abstractmethod
    def join_parts(self, file: IO[bytes], parts: Sequence[Path]) -> None:
        """Write the rows of all parts to an open file."""


_FIRST = ("key", "url", "outcome", "error", "reason")
_NUMBERS = {"n_images": int, "n_links": int, "n_tables": int, "n_words": int, "cpu_ms": float}


def columns_of(form: str, *, times: bool) -> dict[str, type]:
    """Return the names of the columns with the type of their values, the form of the text last."""
    fields = [name for name in COLUMNS if name not in {*_FIRST, "text"}]
    names = (*_FIRST, *fields, "n_words", *(("cpu_ms",) if times else ()), form)
    return {name: _NUMBERS.get(name, str) for name in names}


def row_cells(record: Mapping[str, Any], columns: Mapping[str, type]) -> list[Any]:
    """Return the values of a record in the order of the columns; ``None`` for unknown."""
    row = {} if record["outcome"] in NO_RECORD else row_of(record)
    values = (record.get(name, "") if name in _FIRST else row.get(name, record.get(name)) for name in columns)
    return [None if value == "" else value for value in values]
