"""From items to written shards: assign each item to a row, and write the shards that are complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from maintext.batch.item import BatchItem, Problem, size_of
from maintext.batch.journal import Shard, ShardNotes
from maintext.batch.pool import Pool
from maintext.batch.progress import ShardCounts
from maintext.batch.record import PageRecorder, error_record
from maintext.batch.source import PageSource, items_of
from maintext.errors import OptionError

__all__ = ["Done", "Work", "WorkPiece", "write_pieces"]

Done = tuple[str, str | None, str | None, Any]
"""Outcome, kind of error, reason and encoded row of a page."""


@dataclass(frozen=True, slots=True)
class WorkPiece:
    """A source, or some whole shards of one."""

    number: int  # index of the source in the batch, from 0
    source: PageSource
    first: int = 0  # index of its first shard in the source


@dataclass(frozen=True, slots=True)
class Work:
    """Callable of the worker processes: item to outcome, kind of error and reason, and encoded row."""

    recorder: PageRecorder
    encode: Callable[[dict[str, Any]], Any]

    def __call__(self, item: BatchItem) -> Done:
        """Extract an item; return its outcome, kind of error, reason and row."""
        return self.encoded(self.recorder(item))

    def encoded(self, record: dict[str, Any]) -> Done:
        """Return outcome, kind of error, reason and row of a record."""
        return record["outcome"], record["error"], record["reason"], self.encode(record)


def write_pieces(  # noqa: PLR0913, PLR0917 - one value each
    pieces: Sequence[WorkPiece],
    pool: Pool[BatchItem, Done],
    work: Work,
    write: Callable[[Shard, Sequence[Any]], None],
    notes: ShardNotes,
    shard_pages: int,
    pages: Callable[[Iterator[BatchItem]], Iterator[BatchItem]] = iter,
) -> Iterator[tuple[str, str | None, str | None]]:
    """Do the unfinished work of the pieces in order; write and note each shard when it is complete.

    ``pool`` calls ``work``, ``write`` writes the rows of a shard durably, ``notes`` tells and records what is
    done, and ``pages`` maps the items before extraction, keeping their number and order. Yields outcome, kind
    of error and reason of each page, as they finish.

    Raises OptionError: a shard cannot be written.
    """
    shards = _Shards(write, notes, shard_pages)
    results = pool.map_with_timeout(pages(shards.items(pieces)), ordered=False, size_of=size_of)
    with closing(results):
        for index, result in results:
            shard, place, item = shards.places.pop(index)
            done = work.encoded(error_record(item, result)) if isinstance(result, Problem) else result
            shards.add(shard, place, *done)
            shards.write_finished()
            yield done[:3]
    shards.write_finished()


@dataclass(slots=True)
class _OpenShard:
    """Rows of an unfinished shard."""

    rows: dict[int, Any] = field(default_factory=dict)
    counts: ShardCounts = field(default_factory=ShardCounts)
    n_items: int | None = None  # known when the last item was read

    @property
    def is_complete(self) -> bool:
        return len(self.rows) == self.n_items


class _Shards:
    """The unfinished shards of a run."""

    def __init__(
        self, write: Callable[[Shard, Sequence[Any]], None], notes: ShardNotes, shard_pages: int
    ) -> None:
        self._write, self._notes, self._shard_pages = write, notes, shard_pages
        self._open: dict[Shard, _OpenShard] = {}
        self._n_given = 0
        self.places: dict[int, tuple[Shard, int, BatchItem]] = {}

    def items(self, pieces: Sequence[WorkPiece]) -> Iterator[BatchItem]:
        """Yield the items of unfinished shards, and remember the row of each."""
        for piece in pieces:
            if not self._notes.is_done(piece.number):
                n_items = 0
                for item in items_of(piece.source):
                    number, place = divmod(n_items, self._shard_pages)
                    shard = Shard(piece.number, piece.first + number)
                    n_items += 1
                    if shard not in self._notes.shards:
                        self._assign_row(shard, place, item)
                        yield item
                self._end_piece(piece, n_items)
            piece.source.n_read = piece.source.n_bytes

    def add(
        self, shard: Shard, place: int, outcome: str, error: str | None, reason: str | None, row: Any
    ) -> None:
        """Store the row of an item."""
        self._open[shard].rows[place] = row
        self._open[shard].counts.add(outcome, error, reason)

    def write_finished(self) -> None:
        """Write the complete shards."""
        for shard in [shard for shard, opened in self._open.items() if opened.is_complete]:
            opened = self._open.pop(shard)
            try:
                self._write(shard, [opened.rows[place] for place in range(len(opened.rows))])
            except OSError as error:
                raise OptionError(
                    f"cannot write ({error.strerror or error}): make room or mend that; what is done is kept,"
                    " --resume goes on"
                ) from error
            self._notes.note_shard(shard, opened.counts)

    def _assign_row(self, shard: Shard, place: int, item: BatchItem) -> None:
        self.places[self._n_given] = (shard, place, item)  # the pool has the page as long
        self._n_given += 1
        opened = self._open.setdefault(shard, _OpenShard())
        if place + 1 == self._shard_pages:
            opened.n_items = place + 1

    def _end_piece(self, piece: WorkPiece, n_items: int) -> None:
        n_full, n_rest = divmod(n_items, self._shard_pages)
        last = Shard(piece.number, piece.first + n_full)
        if n_rest and last in self._open:
            self._open[last].n_items = n_rest
        n_shards = piece.first + n_full + bool(n_rest)
        self._notes.note_end(piece.number, n_shards, Counter(piece.source.skipped))
