"""Run a batch on a Ray cluster, and extract pages in ``Dataset.map_batches``.

A task takes a piece of the input (a file with many pages, or the files of one shard). It extracts the
pages in its own worker processes and stages each shard in the output folder, which all machines share.
Only the driver, the process that the user started, names staged shards and writes the journal. A machine
that was thought dead therefore changes nothing: its shards carry the mark of an abandoned attempt.
A piece whose task is lost is assigned again, without its finished shards.

Source
    P. Moritz et al., "Ray: A Distributed Framework for Emerging AI Applications", OSDI 2018.
"""

from __future__ import annotations

import atexit
import pickle
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from uuid import uuid4

from maintext import __version__
from maintext.batch.columns import chosen_columns, column_types, typed_values
from maintext.batch.item import BatchItem, Problem, size_of
from maintext.batch.journal import MANIFEST, Journal, Shard, ShardNotes
from maintext.batch.options import BatchOptions
from maintext.batch.parquet import arrow_schema, table_of
from maintext.batch.pool import Pool
from maintext.batch.progress import BatchReport, Meter, ShardCounts, TellProgress
from maintext.batch.record import (
    PageRecorder,
    Work,
    WorkPiece,
    cannot_write,
    error_record,
    recorder_of,
    write_pieces,
)
from maintext.batch.remote import remove_tree
from maintext.batch.sink import Sink
from maintext.batch.source import PageSource, SourceReading
from maintext.batch.source.base import FileSource, share_read
from maintext.batch.source.files import OtherFiles, PageFiles, item_of
from maintext.errors import MaintextError, MethodError, OptionError, needs_extra
from maintext.options import Options, changed

__all__ = ["extract_batches", "pieces_of", "ray_engine", "with_ray"]

_MAX_LOSSES = 5  # of one piece in a row, without a shard between: then it is the piece that ends tasks
_AHEAD = 2  # pieces given out for each core of the cluster, so that no core waits for the driver
_WAIT_S = 1.0  # how often progress is told when nothing happens


def with_ray() -> Any:
    """Return the ray module; MissingExtraError if it is not installed."""
    with needs_extra("ray", "ray"):
        import ray  # noqa: PLC0415 - an extra
    return ray


def pieces_of(sources: Sequence[PageSource], shard_pages: int) -> list[WorkPiece]:
    """Split the input into pieces, one for each task.

    A file with many pages is one piece; files of one page each are grouped into pieces of one shard.

    Raises OptionError: other machines cannot read a source: stdin or URLs.
    """
    pieces: list[WorkPiece] = []
    for number, source in enumerate(sources):
        if isinstance(source, PageFiles):
            pieces += [WorkPiece(number, part, first) for first, part in enumerate(source.parts(shard_pages))]
        elif isinstance(source, OtherFiles) or (
            isinstance(source, FileSource) and source.kind != "urls" and source.reading.html_field
        ):
            pieces.append(WorkPiece(number, source))
        else:
            raise OptionError(
                f"{source.name}: a Ray cluster reads files that all machines see; fetch URLs, and save what"
                " comes from stdin, on one machine first (--engine local, or maintext crawl)"
            )
    return pieces


def ray_engine(sources: Sequence[PageSource], batch: BatchOptions) -> Callable[..., BatchReport]:
    """Return a function that does the unfinished work of a batch on a Ray cluster.

    All machines see the sources under the same path. ``batch.address`` is that of the cluster; a Ray that is
    already initialized is used and not shut down. Each task extracts in ``n_processes`` processes (0 is one)
    and requests as many cores.

    The function raises MaintextError if a machine does not see the input or the output, has another version
    or lacks an extra, or if a piece lost its task five times in a row. Finished work is kept.

    Raises OptionError: other machines cannot read a source. Raises MissingExtraError: Ray is not installed.
    """
    return partial(_run_on_cluster, with_ray(), pieces_of(sources, batch.shard_pages), batch)


def _run_on_cluster(ray: Any, pieces: list[WorkPiece], batch: BatchOptions, *given: Any) -> BatchReport:
    if ray.is_initialized():
        return _Driver(ray, pieces, batch, *given).run()
    if batch.address.startswith("ray://"):
        raise OptionError(
            "start the batch on a machine of the cluster, and give host:port of the head without ray://"
        )
    try:
        ray.init(address=batch.address or "auto", log_to_driver=False, logging_level="warning")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise OptionError(
            f"no Ray cluster at {batch.address or 'this machine'} ({error}): start one with  ray start"
            " --head, and give --address host:port"
        ) from error
    try:
        return _Driver(ray, pieces, batch, *given).run()
    finally:
        ray.shutdown()


@dataclass(slots=True)
class _GivenPiece:
    """A piece assigned to a task."""

    piece: WorkPiece
    mark: str = ""
    n_losses: int = 0


class _Driver:
    """Assigns the pieces to tasks and names the shards they stage."""

    def __init__(  # noqa: PLR0913, PLR0917 - one value each
        self,
        ray: Any,
        pieces: Sequence[WorkPiece],
        batch: BatchOptions,
        work: Work,
        sink: Sink,
        journal: Journal,
        progress: TellProgress | None,
    ) -> None:
        self._ray, self._work, self._journal, self._batch = ray, work, journal, batch
        self._output, self._sink = sink.output, copy(sink)
        self._sink.output = sink.output.absolute()
        self._manifest = (self._sink.folder / MANIFEST).read_bytes()
        self._n_processes = batch.n_processes or 1
        self._pieces, self._run = pieces, uuid4().hex[:8]
        self._n_given = 0
        self._waiting: deque[_GivenPiece] = deque()
        self._out: dict[Any, _GivenPiece] = {}  # by the stream of the task's messages
        share = partial(share_read, [piece.source for piece in pieces])
        self._meter = Meter(journal.shards.values(), share, progress)
        # A task whose machine is lost is given out again by us, with what is still to do, not by Ray.
        self._task = ray.remote(_run_order).options(
            num_cpus=self._n_processes, max_retries=0, num_returns="streaming", scheduling_strategy="SPREAD"
        )

    def run(self) -> BatchReport:
        """Do all pieces."""
        self._remove_staged()
        for piece in self._pieces:
            # Of pages in files, a piece is one shard, and the last of them says how many there are.
            is_shard, shard = isinstance(piece.source, PageFiles), Shard(piece.number, piece.first)
            if shard in self._journal.shards if is_shard else self._journal.is_done(piece.number):
                piece.source.n_read = piece.source.n_bytes
            else:
                self._waiting.append(_GivenPiece(piece))
        while self._waiting or self._out:
            self._give_out()
            ready, _ = self._ray.wait(list(self._out), timeout=_WAIT_S, fetch_local=False)
            for messages in ready:
                self._receive_message(messages)
            self._meter.note()
        self._remove_staged()
        self._meter.note(at_once=True)
        return self._meter.report(self._output, self._journal.skipped.values())

    def _give_out(self) -> None:
        n_cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        while self._waiting and len(self._out) < max(1, _AHEAD * n_cores // self._n_processes):
            given = self._waiting.popleft()
            self._n_given += 1
            given.mark = f".{self._run}-{self._n_given}"
            self._out[self._task.remote(self._make_order(given))] = given

    def _make_order(self, given: _GivenPiece) -> _Order:
        number = given.piece.number
        done = frozenset(shard for shard in self._journal.shards if shard.source == number)
        seen = (__version__, self._manifest, given.piece.source.stamp())
        return _Order(*seen, given.piece, done, given.mark, self._work, self._sink, self._batch)

    def _receive_message(self, messages: Any) -> None:
        given = self._out[messages]
        try:
            message = self._ray.get(next(messages))
        except StopIteration:
            del self._out[messages]
        except self._ray.exceptions.RayError as error:
            del self._out[messages]
            self._requeue_piece(given, error)
        else:
            self._apply_message(given, message)

    def _requeue_piece(self, given: _GivenPiece, error: Exception) -> None:
        """Put the piece of a lost task at the front of the queue."""
        given.n_losses += 1
        if given.n_losses >= _MAX_LOSSES:
            cause = getattr(error, "cause", None) or type(error).__name__
            raise MaintextError(
                f"the task for {given.piece.source.name} was lost {given.n_losses} times in a row ({cause}):"
                " look at the memory of the machines; what is done is kept, --resume goes on",
                stage="ray",
            ) from error
        self._waiting.appendleft(given)

    def _apply_message(self, given: _GivenPiece, message: _Message) -> None:
        if message.failure:
            raise MaintextError(message.failure, stage="ray")
        piece = given.piece
        given.n_losses, piece.source.n_read = 0, message.n_read
        if message.shard is None:
            n_shards = message.n_shards
            if isinstance(piece.source, PageFiles):  # a piece is a shard
                n_shards = sum(other.number == piece.number for other in self._pieces)
            self._journal.note_end(piece.number, n_shards, message.skipped)
            return
        try:
            self._sink.commit(message.shard, given.mark)
        except OSError as error:
            raise cannot_write(error) from error
        self._journal.note_shard(message.shard, message.counts)
        self._meter.add(message.counts)

    def _remove_staged(self) -> None:
        """Remove the staged files of lost tasks, of this run and earlier ones."""
        for path in self._sink.folder.glob(f"{self._sink.prefix}[0-9]*-[0-9]*.tmp"):
            remove_tree(path)


# -- on a machine of the cluster ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Order:
    """The work of one task."""

    version: str
    manifest: bytes
    stamp: list[str]
    piece: WorkPiece
    done: frozenset[Shard]
    mark: str
    work: Work
    sink: Sink
    batch: BatchOptions


@dataclass(frozen=True, slots=True)
class _Message:
    """Message of a task: a staged shard, else the number of shards of its source, or a failure."""

    shard: Shard | None = None
    counts: ShardCounts = field(default_factory=ShardCounts)
    n_shards: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    n_read: int = 0
    failure: str = ""


class _TaskNotes(ShardNotes):
    """Stands in for the journal in a task: notes become messages."""

    def __init__(self, order: _Order) -> None:
        super().__init__(dict.fromkeys(order.done, ShardCounts()))
        self._source = order.piece.source
        self.messages: deque[_Message] = deque()

    def note_shard(self, shard: Shard, counts: ShardCounts) -> None:
        self.messages.append(_Message(shard, counts, n_read=self._source.n_read))

    def note_end(self, source: int, n_shards: int, skipped: Counter[str]) -> None:  # noqa: ARG002 - there is one
        self.messages.append(_Message(n_shards=n_shards, skipped=skipped, n_read=self._source.n_bytes))


def _run_order(order: _Order) -> Iterator[_Message]:
    """Do a piece on a machine; yield messages as work is finished.

    Raises MethodError: the worker processes were killed; the task should be retried.
    """
    machine = f"machine {with_ray().util.get_node_ip_address()}"
    if failure := _why_unfit(order):
        yield _Message(failure=f"{machine}: {failure}")
        return
    notes = _TaskNotes(order)
    stage = partial(order.sink.stage, mark=order.mark)
    pool = _kept_pool(order.work, order.work.recorder, order.batch)
    # One by one: Ray sends values into the generator, which a list that is yielded from does not take.
    try:
        for _ in write_pieces([order.piece], pool, order.work, stage, notes, order.batch.shard_pages):
            while notes.messages:
                yield notes.messages.popleft()
    except MethodError:
        raise
    except MaintextError as error:  # a full disk, a library that is missing: trying again does not help
        notes.messages.append(_Message(failure=f"{machine}: {error.message}"))
    while notes.messages:
        yield notes.messages.popleft()


def _why_unfit(order: _Order) -> str:
    """Return why this machine cannot run the order; ``""`` if it can."""
    if order.version != __version__:
        return f"has maintext {__version__}, the driver {order.version}: install the same"
    folder, source, what = order.sink.folder, order.piece.source, "output"
    try:
        if (folder / MANIFEST).read_bytes() != order.manifest:
            return f"{folder} is not the folder that the driver writes to: share it"
        what = "input"
        return "" if source.stamp() == order.stamp else f"{source.name} is not the file that the driver sees"
    except OSError as error:
        return f"does not see the {what} ({error}): it must be in a folder that all machines share"


_pools: dict[bytes, Pool[BatchItem, Any]] = {}


def _kept_pool(
    function: Callable[[BatchItem], Any], recorder: PageRecorder, batch: BatchOptions
) -> Pool[BatchItem, Any]:
    """Return a pool of worker processes that is reused by later tasks or batches in this process."""
    n_processes, timeout_s = batch.n_processes or 1, batch.page_timeout_s
    key = pickle.dumps((function, n_processes, timeout_s))
    if key not in _pools:
        _close_pools()
        _forget_main_of_ray()
        _pools[key] = Pool(function, n_processes=n_processes, timeout_s=timeout_s, prepare=recorder.warm_up)
    return _pools[key]


def _forget_main_of_ray() -> None:
    """Spare worker processes the main module of a task: they would load it first, and all of Ray with it."""
    main = sys.modules["__main__"]
    if (getattr(main, "__file__", None) or "").endswith("default_worker.py"):
        del main.__file__


@atexit.register
def _close_pools() -> None:
    while _pools:
        _pools.popitem()[1].close()


# -- Dataset.map_batches ------------------------------------------------------------------------------

_DEFAULT, _BATCH = Options(), BatchOptions()


def extract_batches(
    batch: Any, *, options: Options = _DEFAULT, batch_options: BatchOptions = _BATCH, **changes: Any
) -> Any:
    """Extract the pages of a batch of rows: a function for ``ray.data.Dataset.map_batches``.

    Returns a pyarrow Table: one row for each input row in the same order, also for errors, with the Parquet
    columns of ``maintext batch``. ``key`` is the id, else null. The worker process is kept between batches,
    and replaced when a page ends it or exceeds ``page_timeout_s``.

    Parameters
    ----------
    batch
        Columns by name in any ``batch_format``: numpy arrays, a pyarrow Table, a pandas DataFrame. The page,
        text or bytes, is in ``html_field``; ``url_field``, ``id_field`` and ``fetched_field`` are optional.
    options, batch_options
        Options of the extraction, and of the batch; ``changes`` are applied to the latter.
    **changes
        Options of :class:`~maintext.batch.BatchOptions` by name: ``page_timeout_s``, ``form``,
        ``html_field``, ``n_processes`` (0 is one) …

    Raises
    ------
    InputError
        The column with the page is missing.

    Examples
    --------
    ::

        rows = ray.data.read_parquet("pages/").map_batches(
            extract_batches, fn_kwargs={"page_timeout_s": 10.0, "form": "markdown"}
        )
    """
    chosen = changed(batch_options, changes)
    form = chosen.form or "text"
    columns = chosen.column_names
    recorder = recorder_of(options, chosen, form, columns)
    items = _items_of_batch(batch, chosen)
    pool = _kept_pool(recorder, recorder, chosen)
    results = [result for _, result in pool.map_with_timeout(items, size_of=size_of)]
    names = chosen_columns(columns, form, chosen)
    pairs = zip(items, results, strict=True)
    records = (error_record(item, one) if isinstance(one, Problem) else one for item, one in pairs)
    return table_of(arrow_schema(column_types(names)), [typed_values(one, names) for one in records])


def _items_of_batch(batch: Any, options: BatchOptions) -> list[BatchItem]:
    if not options.html_field:
        raise OptionError("html_field must name the column of the page: URLs are not fetched here")
    reading = replace(SourceReading.of(0, options), with_extra=False)
    names = reading.choose_columns(list(map(str, getattr(batch, "column_names", batch))))
    rows = zip(*(_to_list(batch[name]) for name in names), strict=True)
    where = f"column {options.html_field!r}"
    return [item_of(dict(zip(names, row, strict=True)), reading, "", where) for row in rows]


def _to_list(column: Any) -> list[Any]:
    values: list[Any] = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    # Numpy keeps bytes of one length without the zeros at their ends, and texts as its own type.
    return [value.item() if hasattr(value, "item") else value for value in values]
