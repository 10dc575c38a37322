"""More machines than one, by Ray: files to one output.

A task takes a piece of the input (a file with many pages, or the files of one shard), reads it, extracts it
in processes that it can stop, and stages shard by shard in the output folder, which all machines share. The
driver, the process that was started by the user, gives a staged shard its name and notes it in the journal;
nobody else does. So a machine that is thought to be dead, and is not, changes nothing: what it stages bears
the mark of an attempt that nobody waits for. A piece whose task is lost is given out again, without the
shards that are noted.

Source
    P. Moritz et al., "Ray: A Distributed Framework for Emerging AI Applications", OSDI 2018.
"""

from __future__ import annotations

import shutil
from collections import deque
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from maintext import __version__
from maintext.batch.journal import MANIFEST, Journal, Shard
from maintext.batch.map_batches import extract_batches
from maintext.batch.progress import Meter, Progress, Report
from maintext.batch.source.base import FileSource
from maintext.batch.source.lines import UrlList
from maintext.batch.source.pages import PageFiles
from maintext.batch.task import Message, Order, staged
from maintext.batch.work import Piece, Work
from maintext.errors import MaintextError, MissingExtraError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from maintext.batch.options import BatchOptions
    from maintext.batch.sink import Sink
    from maintext.batch.source import Source

__all__ = ["RayEngine", "extract_batches", "pieces_of", "with_ray"]

_MOST_LOSSES = 5  # of one piece in a row, without a shard between: then it is the piece that ends tasks
_AHEAD = 2  # pieces given out for each core of the cluster, so that no core waits for the driver
_WAIT_S = 1.0  # how often progress is told when nothing happens


def with_ray() -> Any:
    """Return the module ray.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("ray", "ray") from error
    return ray


def pieces_of(sources: Sequence[Source], shard_pages: int) -> list[Piece]:
    """Return the pieces of the input that tasks take.

    A file with many pages is a piece. Files of one page each are in pieces of one shard.

    Raises
    ------
    OptionError
        A source is one that other machines cannot read: stdin or URLs.
    """
    pieces: list[Piece] = []
    for number, source in enumerate(sources):
        if isinstance(source, PageFiles):
            pieces += [Piece(number, part, first) for first, part in enumerate(source.parts(shard_pages))]
        elif isinstance(source, FileSource) and not isinstance(source, UrlList):
            pieces.append(Piece(number, source))
        else:
            raise OptionError(
                f"{source.name}: a Ray cluster reads files that all machines see; fetch URLs, and save what"
                " comes from stdin, on one machine first (--engine local, or maintext crawl)"
            )
    return pieces


class RayEngine:
    """Does all that is not done of a batch, on a Ray cluster.

    Parameters
    ----------
    sources
        Files that all machines see under the same path.
    batch
        ``address`` is that of the cluster; a Ray that is initialized already is used as it is, and left so.
        ``n_processes`` processes extract in each task (0 is one), which asks Ray for as many cores.

    Raises
    ------
    OptionError
        A source is one that other machines cannot read.
    MissingExtraError
        Ray is not installed.
    """

    def __init__(self, sources: Sequence[Source], batch: BatchOptions) -> None:
        self._ray, self._batch = with_ray(), batch
        self._pieces = pieces_of(sources, batch.shard_pages)

    def __call__(
        self, work: Work, sink: Sink, journal: Journal, progress: Callable[[Progress], None] | None
    ) -> Report:
        """Do all that is not done.

        Parameters
        ----------
        work
            What is done with an item.
        sink
            Where rows are written; its folder is one that all machines share.
        journal
            What is done; only this process writes it.
        progress
            Called about once a second, and at the end.

        Raises
        ------
        OptionError
            There is no such cluster.
        MaintextError
            A machine does not see the input or the output, or has another version or not all extras; or a
            piece lost its task five times in a row. What is done is kept.
        """
        was_there = self._ray.is_initialized()
        if not was_there:
            _connect(self._ray, self._batch.address)
        try:
            return _Driver(self._ray, self._pieces, work, sink, journal, self._batch, progress).run()
        finally:
            if not was_there:
                self._ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    if address.startswith("ray://"):
        raise OptionError(
            "start the batch on a machine of the cluster, and give host:port of the head without ray://"
        )
    try:
        ray.init(address=address or "auto", log_to_driver=False, logging_level="warning")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise OptionError(
            f"no Ray cluster at {address or 'this machine'} ({error}): start one with  ray start --head, and"
            " give --address host:port"
        ) from error


@dataclass(slots=True)
class _Given:
    """A piece that was given out."""

    piece: Piece
    mark: str = ""
    n_losses: int = 0
    messages: Any = field(default=None, repr=False)


class _Driver:
    """The process that gives pieces out and names what comes back."""

    def __init__(  # noqa: PLR0913, PLR0917 - one value each
        self,
        ray: Any,
        pieces: Sequence[Piece],
        work: Work,
        sink: Sink,
        journal: Journal,
        batch: BatchOptions,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._ray, self._work, self._journal, self._batch = ray, work, journal, batch
        self._output, self._sink = sink.output, copy(sink)
        self._sink.output = sink.output.absolute()
        self._manifest = (self._sink.folder / MANIFEST).read_bytes()
        self._n_processes = batch.n_processes or 1
        self._pieces, self._run = pieces, uuid4().hex[:8]
        self._n_given = 0
        self._waiting: deque[_Given] = deque()
        self._out: dict[Any, _Given] = {}
        self._meter = Meter(journal.shards.values(), self._share, progress)
        # A task whose machine is lost is given out again by us, with what is still to do, not by Ray.
        self._task = ray.remote(_task).options(
            num_cpus=self._n_processes, max_retries=0, num_returns="streaming", scheduling_strategy="SPREAD"
        )

    def run(self) -> Report:
        """Do all pieces."""
        self._clear()
        for piece in self._pieces:
            self._plan(piece)
        self._meter.begin()
        while self._waiting or self._out:
            self._give_out()
            ready, _ = self._ray.wait(list(self._out), timeout=_WAIT_S, fetch_local=False)
            for messages in ready:
                self._hear(messages)
            self._meter.note()
        self._clear()
        self._meter.note(at_once=True)
        return self._meter.report(self._output)

    def _plan(self, piece: Piece) -> None:
        """Put a piece on the list, if something of it is still to do."""
        if isinstance(piece.source, PageFiles):  # one shard, and the last of them says how many there are
            is_done = Shard(piece.number, piece.first) in self._journal.shards
        else:
            is_done = self._journal.is_done(piece.number)
        if is_done:
            piece.source.n_read = piece.source.n_bytes
        else:
            self._waiting.append(_Given(piece))

    def _give_out(self) -> None:
        n_cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        most = max(1, _AHEAD * n_cores // self._n_processes)
        while self._waiting and len(self._out) < most:
            given = self._waiting.popleft()
            self._n_given += 1
            given.mark = f".{self._run}-{self._n_given}"
            given.messages = self._task.remote(self._order(given))
            self._out[given.messages] = given

    def _order(self, given: _Given) -> Order:
        number = given.piece.number
        return Order(
            version=__version__,
            manifest=self._manifest,
            stamp=given.piece.source.stamp(),
            piece=given.piece,
            done=frozenset(shard for shard in self._journal.shards if shard.source == number),
            mark=given.mark,
            work=self._work,
            sink=self._sink,
            n_processes=self._n_processes,
            timeout_s=self._batch.page_timeout_s,
            shard_pages=self._batch.shard_pages,
        )

    def _hear(self, messages: Any) -> None:
        """Take one message of a task."""
        given = self._out[messages]
        try:
            message = self._ray.get(next(messages))
        except StopIteration:
            del self._out[messages]
        except self._ray.exceptions.RayError as error:
            del self._out[messages]
            self._lose(given, error)
        else:
            self._take(given, message)

    def _lose(self, given: _Given, error: Exception) -> None:
        """Put a piece whose task was lost first on the list again."""
        given.n_losses += 1
        if given.n_losses >= _MOST_LOSSES:
            cause = getattr(error, "cause", None) or type(error).__name__
            raise MaintextError(
                f"the task for {given.piece.source.name} was lost {given.n_losses} times in a row ({cause}):"
                " look at the memory of the machines; what is done is kept, --resume goes on",
                stage="ray",
            ) from error
        self._waiting.appendleft(given)

    def _take(self, given: _Given, message: Message) -> None:
        if message.failure:
            raise MaintextError(message.failure, stage="ray")
        given.n_losses = 0
        given.piece.source.n_read = message.n_read
        if message.n_shards is not None:
            self._end(given.piece, message.n_shards)
        elif message.shard is not None and message.counts is not None:
            self._name(message.shard, given.mark)
            self._journal.note_shard(message.shard, message.counts)
            self._meter.add(message.counts)

    def _end(self, piece: Piece, n_shards: int) -> None:
        n_pieces = sum(other.number == piece.number for other in self._pieces)
        self._journal.note_end(piece.number, n_pieces if isinstance(piece.source, PageFiles) else n_shards)

    def _name(self, shard: Shard, mark: str) -> None:
        try:
            self._sink.commit(shard, mark)
        except OSError as error:
            raise OptionError(
                f"cannot write to {self._sink.folder} ({error}): what is done is kept; --resume goes on"
            ) from error

    def _clear(self) -> None:
        """Remove what lost tasks have left, of this run and of those before."""
        for path in self._sink.folder.glob("*.tmp"):
            _remove(path)

    def _share(self) -> float | None:
        n_bytes = sum(piece.source.n_bytes for piece in self._pieces)
        n_read = sum(piece.source.n_read for piece in self._pieces)
        return min(n_read / n_bytes, 1.0) if n_bytes else None


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _task(order: Order) -> Iterator[Message]:
    """What Ray runs on a machine."""
    yield from staged(order, f"machine {with_ray().util.get_node_ip_address()}")
