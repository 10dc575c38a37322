"""The file way: inputs to one output, so that a run that was killed can be resumed."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.batch.fetching import fetched
from maintext.batch.item import Item, Problem, size_of
from maintext.batch.journal import Counts, Journal, Shard
from maintext.batch.many import extractor_of, n_processes_of
from maintext.batch.options import BatchOptions
from maintext.batch.place import Place
from maintext.batch.pool import mapped
from maintext.batch.progress import Progress, Report
from maintext.batch.record import Extractor, error_record
from maintext.batch.sink import find_sink
from maintext.batch.source import Reading, find_sources
from maintext.batch.source.plan import items_of
from maintext.errors import OptionError
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maintext.batch.sink import Sink
    from maintext.batch.source import Source
    from maintext.fetch import FetchOptions

__all__ = ["run"]

_DEFAULT, _BATCH = Options(), BatchOptions()
_NOTE_S = 0.1
# These may differ between the runs of a batch: they change no row.
_FREE = frozenset({"n_processes", "delay_s", "n_connections"})


def run(  # noqa: PLR0913 - what, where to, and how: each is one value
    inputs: Sequence[str],
    output: str,
    *,
    options: Options = _DEFAULT,
    batch: BatchOptions = _BATCH,
    fetch_options: FetchOptions | None = None,
    start: str = "new",
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Extract all pages of the inputs into one output.

    Rows stand in the order of the input, whatever the number of processes, and are the same after any
    number of kills. They are written in shards; what is finished stands in a folder: the output folder, or
    ``OUTPUT.parts`` until the output file is made of it at the end. The output file is there as a whole or
    not at all. Beside it, ``OUTPUT.report.json`` says what it was made of.

    Parameters
    ----------
    inputs
        As :func:`maintext.batch.find_sources` takes them.
    output
        As :func:`maintext.batch.find_sink` takes it.
    options, batch, fetch_options
        What is extracted, how, and how URLs are fetched.
    start
        ``new``; ``resume`` to go on with what is there, if it is of the same inputs, unchanged, and the
        same options, else to begin; ``overwrite`` to drop what is there.
    progress
        Called some times a second, and at the end.

    Returns
    -------
    Report
        Pages by outcome; pages that cannot be extracted are rows, not exceptions.

    Raises
    ------
    OptionError
        The output is there already, or what is there is of another batch; an option is wrong.
    InputError
        An input does not exist.
    MissingExtraError
        An input or the output needs a library that is not installed.
    """
    sink = find_sink(output, kind=batch.output_kind, form=batch.form, times=batch.times)
    place = Place(sink)
    reading = Reading(
        max_bytes=options.max_bytes,
        html_field=batch.html_field,
        url_field=batch.url_field,
        id_field=batch.id_field,
    )
    sources = find_sources(inputs, reading, kind=batch.input_kind, without=place.own)
    manifest = _manifest(sources, sink, options, batch)
    report = place.prepare(manifest, start)
    if report is not None:
        return report
    extractor = extractor_of(options, batch, sink.form)
    with closing(Journal(sink.folder)) as journal:
        work = _Run(sources, sink, journal, batch, progress)
        work.extract(extractor, fetch_options)
        report = work.report()
        if not sink.is_folder:
            sink.join(journal.in_order())
    place.finish(manifest, report)
    return report


def _manifest(sources: Sequence[Source], sink: Sink, options: Options, batch: BatchOptions) -> dict[str, Any]:
    """What two runs must have in common to be of one batch."""
    fixed = {name: value for name, value in asdict(batch).items() if name not in _FREE}
    chosen = {
        **fixed,
        **{name: getattr(options, name) for name in options.__slots__},
        "method_options": dict(sorted(options.method_options.items())),
        "form": sink.form,
        "output_kind": type(sink).__name__,
    }
    stamps = (
        {
            "name": source.name,
            "stamp": sha256("\n".join(source.stamp()).encode("utf-8", "replace")).hexdigest(),
        }
        for source in sources
    )
    return {"version": __version__, "options": chosen, "inputs": list(stamps)}


@dataclass(frozen=True, slots=True)
class _Work:
    """The callable of the workers: item to outcome, kind of error, and the row as the sink takes it."""

    extractor: Extractor
    encode: Callable[[dict[str, Any]], Any]

    def __call__(self, item: Item) -> tuple[str, str | None, Any]:
        return self.encoded(self.extractor(item))

    def encoded(self, record: dict[str, Any]) -> tuple[str, str | None, Any]:
        return record["outcome"], record["error"], self.encode(record)


class _OpenShard:
    """Rows of a shard that is not finished."""

    def __init__(self) -> None:
        self.rows: dict[int, Any] = {}
        self.counts = Counts()
        self.n_items: int | None = None  # known when the last item was read


class _Run:
    """One run: which item is which row of which shard, and what is finished."""

    def __init__(
        self,
        sources: Sequence[Source],
        sink: Sink,
        journal: Journal,
        batch: BatchOptions,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._sources, self._sink, self._journal, self._batch = sources, sink, journal, batch
        self._open: dict[Shard, _OpenShard] = {}
        self._finished: list[Shard] = []
        self._places: dict[int, tuple[Shard, int, Item]] = {}
        self._n_given = 0
        self._started = time.monotonic()
        self._next_note = 0.0
        self._tell = progress
        counts = Counts()
        for done in journal.shards.values():
            counts.update(done)
        self._progress = Progress(counts=counts, n_pages_before=counts.n_pages)
        self._n_bytes = sum(source.n_bytes for source in sources)

    def extract(self, extractor: Extractor, fetch_options: FetchOptions | None) -> None:
        """Do all that is not done."""
        batch, work = self._batch, _Work(extractor, self._sink.encoder())
        results = mapped(
            work,
            fetched(self._items(), fetch_options, delay_s=batch.delay_s, n_connections=batch.n_connections),
            n_processes=n_processes_of(batch),
            timeout_s=batch.page_timeout_s,
            ordered=False,
            prepare=extractor.warm_up,
            size_of=size_of,
        )
        with closing(results):
            for index, result in results:
                shard, place, item = self._places.pop(index)
                done = work.encoded(error_record(item, result)) if isinstance(result, Problem) else result
                self._add(shard, place, *done)
                self._write_finished()
                self._note_progress()
        self._write_finished()
        self._next_note = 0.0
        self._note_progress()

    def report(self) -> Report:
        """Return what came of it."""
        return Report(
            output=self._sink.output,
            counts=self._progress.counts,
            n_pages_before=self._progress.n_pages_before,
            seconds=time.monotonic() - self._started,
        )

    def _items(self) -> Iterator[Item]:
        """Give the items of shards that are not done, and remember which row each will be."""
        for number, source in enumerate(self._sources):
            if self._journal.is_done(number):
                source.n_read = source.n_bytes
                continue
            n_items = 0
            for item in items_of(source):
                shard, place = (
                    Shard(number, n_items // self._batch.shard_pages),
                    n_items % self._batch.shard_pages,
                )
                n_items += 1
                if shard not in self._journal.shards:
                    self._give(shard, place, item)
                    yield item
            self._end(number, n_items)

    def _give(self, shard: Shard, place: int, item: Item) -> None:
        if self._n_given == 0:
            self._progress.share_before = self._share() or 0.0
        self._places[self._n_given] = (shard, place, replace(item, html=None))
        self._n_given += 1
        opened = self._open.setdefault(shard, _OpenShard())
        if place + 1 == self._batch.shard_pages:
            opened.n_items = place + 1

    def _end(self, number: int, n_items: int) -> None:
        n_full, n_rest = divmod(n_items, self._batch.shard_pages)
        last = Shard(number, n_full)
        if n_rest and last in self._open:
            self._open[last].n_items = n_rest
            self._look_at(last)
        self._journal.note_end(number, n_full + bool(n_rest))
        self._sources[number].n_read = self._sources[number].n_bytes

    def _add(self, shard: Shard, place: int, outcome: str, error: str | None, row: Any) -> None:
        opened = self._open[shard]
        opened.rows[place] = row
        opened.counts.add(outcome, error)
        self._progress.counts.add(outcome, error)
        self._look_at(shard)

    def _look_at(self, shard: Shard) -> None:
        if len(self._open[shard].rows) == self._open[shard].n_items:
            self._finished.append(shard)

    def _write_finished(self) -> None:
        for shard in self._finished:
            opened = self._open.pop(shard)
            try:
                self._sink.write(shard, [opened.rows[place] for place in range(len(opened.rows))])
            except OSError as error:
                raise OptionError(
                    f"cannot write to {self._sink.folder} ({error}): what is done is kept; --resume goes on"
                ) from error
            self._journal.note_shard(shard, opened.counts)
        self._finished.clear()

    def _note_progress(self) -> None:
        now = time.monotonic()
        if self._tell is not None and now >= self._next_note:
            self._next_note = now + _NOTE_S
            self._progress.seconds = now - self._started
            self._progress.share = self._share()
            self._tell(self._progress)

    def _share(self) -> float | None:
        n_read = sum(source.n_read for source in self._sources)
        return min(n_read / self._n_bytes, 1.0) if self._n_bytes else None
