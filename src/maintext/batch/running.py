"""The file way: inputs to one output, so that a run that was killed can be resumed."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from maintext import __version__
from maintext.batch.fetching import fetched
from maintext.batch.journal import Journal
from maintext.batch.many import extractor_of, n_processes_of
from maintext.batch.options import BatchOptions
from maintext.batch.place import Place
from maintext.batch.pool import Pool
from maintext.batch.progress import Meter, Progress, Report
from maintext.batch.sink import find_sink
from maintext.batch.source import Reading, find_sources
from maintext.batch.work import Piece, Work, written
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maintext.batch.item import Item
    from maintext.batch.sink import Sink
    from maintext.batch.source import Source
    from maintext.net import FetchOptions

__all__ = ["run"]

_DEFAULT, _BATCH = Options(), BatchOptions()
# These may differ between the runs of a batch: they change no row.
_FREE = frozenset({"n_processes", "delay_s", "n_connections", "engine", "address"})


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
    reading = Reading.of(options.max_bytes, batch)
    sources = find_sources(inputs, reading, kind=batch.input_kind, without=place.own)
    manifest = _manifest(sources, sink, options, batch)
    extract = _engine(sources, batch, fetch_options)
    report = place.prepare(manifest, start)
    if report is not None:
        return report
    work = Work(extractor_of(options, batch, sink.form), sink.encoder())
    with closing(Journal(sink.folder)) as journal:
        report = extract(work, sink, journal, progress)
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


def _engine(sources: Sequence[Source], batch: BatchOptions, fetch_options: FetchOptions | None) -> _Engine:
    """Return what does the work where the options say."""
    if batch.engine == "ray":
        from maintext.batch.ray import RayEngine  # noqa: PLC0415 - an extra

        return RayEngine(sources, batch)
    return _LocalEngine(sources, batch, fetch_options)


class _Engine(Protocol):
    """Does all that is not done of a batch, and returns what came of it."""

    def __call__(
        self, work: Work, sink: Sink, journal: Journal, progress: Callable[[Progress], None] | None
    ) -> Report: ...


class _LocalEngine:
    """Processes of this machine."""

    def __init__(
        self, sources: Sequence[Source], batch: BatchOptions, fetch_options: FetchOptions | None
    ) -> None:
        self._sources, self._batch, self._fetch_options = sources, batch, fetch_options

    def __call__(
        self, work: Work, sink: Sink, journal: Journal, progress: Callable[[Progress], None] | None
    ) -> Report:
        """Do all that is not done."""
        batch, meter = self._batch, Meter(journal.shards.values(), self._share, progress)
        pieces = [Piece(number, source) for number, source in enumerate(self._sources)]
        pages = partial(self._pages, meter)
        with Pool(
            work,
            n_processes=n_processes_of(batch),
            timeout_s=batch.page_timeout_s,
            prepare=work.extractor.warm_up,
        ) as pool:
            for page in written(pieces, pool, work, sink.write, journal, batch.shard_pages, pages):
                meter.add_page(*page)
        meter.note(at_once=True)
        return meter.report(sink.output)

    def _pages(self, meter: Meter, items: Iterator[Item]) -> Iterator[Item]:
        """Fetch what is to be fetched; the first item says how much was done before."""

        def begun() -> Iterator[Item]:
            for number, item in enumerate(items):
                if number == 0:
                    meter.begin()
                yield item

        batch = self._batch
        return fetched(begun(), self._fetch_options, delay_s=batch.delay_s, n_connections=batch.n_connections)

    def _share(self) -> float | None:
        n_bytes = sum(source.n_bytes for source in self._sources)
        n_read = sum(source.n_read for source in self._sources)
        return min(n_read / n_bytes, 1.0) if n_bytes else None
