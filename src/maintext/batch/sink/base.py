"""What every sink can do: encode a record in a worker, write the rows of a shard, make the output of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

from maintext.batch.journal import Shard, write_durably

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["PartSink", "Sink"]


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
        with self._staged(shard, mark).open("wb") as file:
            self.write_rows(file, rows)
            write_durably(file)

    def commit(self, shard: Shard, mark: str) -> None:
        """Give the part its name."""
        self._staged(shard, mark).replace(self.part(shard))

    def join(self, shards: Sequence[Shard]) -> None:
        """Write all parts to one file in the work folder, then move it to its place."""
        joined = self.folder / f"joined{self.suffix}.tmp"
        with joined.open("wb") as file:
            self.join_parts(file, [self.part(shard) for shard in shards])
            write_durably(file)
        joined.replace(self.output)

    def _staged(self, shard: Shard, mark: str) -> Path:
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
