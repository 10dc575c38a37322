"""Extract the records of pages: of one, of many, and in shards that are written when they are complete.

All have the same fields, and an error if there is no page.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.batch.fetching import fetch_items
from maintext.batch.item import BatchItem, Problem, input_of, make_encodable, size_of
from maintext.batch.journal import Shard, ShardNotes
from maintext.batch.options import FORMS, BatchOptions, n_cores
from maintext.batch.page_filter import load_filter
from maintext.batch.pool import Pool
from maintext.batch.progress import ShardCounts
from maintext.batch.remote import path_of
from maintext.batch.source import PageSource, items_of
from maintext.classify.methods import get_method
from maintext.compression import DAMAGED, decompressed
from maintext.document import Document
from maintext.errors import InputError, MaintextError, OptionError
from maintext.html import parse
from maintext.html.word_overlap import split_words
from maintext.options import Options, changed

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions

__all__ = [
    "ERROR", "LEFT_OUT", "NO_RECORD", "BatchRow", "Done", "PageRecorder", "Work", "WorkPiece", "cannot_write",
    "error_record", "extract_many", "is_in_languages", "recorder_of", "warm_up", "write_pieces",
]  # fmt: skip

# The outcome of a page that could not be extracted.
ERROR = "error"

# The outcome of a page whose label or language is not one to keep.
LEFT_OUT = "left_out"

# Outcomes of pages without fields and text.
NO_RECORD = frozenset({ERROR, LEFT_OUT})

_cached_filter = cache(load_filter)

_WARM_UP = "<title>One</title><p>One sentence of a few words, and a second one.</p>"


_DEFAULT, _BATCH = Options(), BatchOptions()


def warm_up(options: Options = _DEFAULT) -> None:
    """Load everything extraction needs, so that the first page does not wait for it."""
    extract(_WARM_UP, options=options).to_dict()


@dataclass(frozen=True, slots=True)
class PageRecorder:
    """Picklable callable from item to record."""

    options: Options  # options of the extraction
    form: str  # form of the main text in the record: `text`, `markdown` or `html`
    # Its encoding, times, filter, and labels and languages to keep are used
    batch: BatchOptions = _BATCH
    names: frozenset[str] = frozenset()  # values to compute; empty for all

    def __call__(self, item: BatchItem) -> dict[str, Any]:
        """Return the record of a page; a :class:`~maintext.errors.MaintextError` becomes an error record."""
        start = time.process_time()
        html = item.html
        try:
            if item.problem is None and html is None:
                html = _read_file(item, self.options.max_bytes)
            record = self._extract_record(item, html)
        except MaintextError as error:
            record = error_record(item, Problem(type(error).__name__, error.message))
        record["input"] = input_of(item, html)
        if self.batch.times:
            record["cpu_ms"] = round((time.process_time() - start) * 1000, 3)
        return record

    def warm_up(self) -> None:
        """Load the model and the filter, so that the first page does not wait for them."""
        warm_up(self.options)
        if self.batch.filter_file:
            _cached_filter(self.batch.filter_file)

    def _extract_record(self, item: BatchItem, html: bytes | str | None) -> dict[str, Any]:
        if item.problem or html is None:
            return error_record(item, item.problem or Problem("", ""))
        of_bytes: dict[str, Any] = {"encoding": self.batch.encoding or None, "http_charset": item.charset}
        given = of_bytes if isinstance(html, bytes) else {}
        document = extract(html, item.url, fetched=item.fetched, options=self.options, **given)
        languages = self.batch.languages
        if languages and not is_in_languages(document.language, languages):
            return _left_out_record(item, f"language {document.language}")
        if self.batch.filter_file:
            return self._label_record(item, document)
        return self._document_record(item, document)

    def _label_record(self, item: BatchItem, document: Document) -> dict[str, Any]:
        """Return the record with the filter's label; a page that is not kept has no fields."""
        verdict = _cached_filter(self.batch.filter_file).judge(document)
        if verdict is None:
            return self._document_record(item, document) | {"label": None, "probability": None}
        said = {"label": verdict.label, "probability": round(verdict.probability, 4)}
        why = f"label {verdict.label}, probability {verdict.probability:.2f}"
        if self.batch.labels and verdict.label not in self.batch.labels:
            return _left_out_record(item, why) | said
        return self._document_record(item, document) | {"reason": why} | said

    def _document_record(self, item: BatchItem, document: Document) -> dict[str, Any]:
        """Return the document's fields and one form of its text, after the columns of every record."""
        names = self.names or None
        forms = [form for form in FORMS if form in self.names] if names else [self.form]
        record, found = error_record(item, Problem("", "")), document.to_dict(forms, names=names)
        record |= {"outcome": found.pop("outcome"), "error": None, "reason": None}
        record["url"] = record["url"] or found.pop("url")  # a saved page (MHTML) may state its own
        record |= {name: value for name, value in found.items() if name != "url"}
        if names is None or "language_probability" in names:
            language = document.field("language")
            record["language_probability"] = language and language.confidence
        if names is None or "n_words" in names:
            record["n_words"] = len(split_words(document.text))
        return record


def is_in_languages(language: str | None, wanted: Iterable[str]) -> bool:
    """Return True for a language that is one of those wanted, or unknown; zh is zh-Hans and zh-Hant too."""
    return not language or f"{language.lower()}-".startswith(tuple(f"{one.lower()}-" for one in wanted))


def _left_out_record(item: BatchItem, why: str) -> dict[str, Any]:
    return error_record(item, Problem("", why)) | {"outcome": LEFT_OUT, "error": None}


def error_record(item: BatchItem, problem: Problem) -> dict[str, Any]:
    """Return the record of a page that could not be extracted."""
    key, url, reason = map(make_encodable, (item.key, item.url, problem.reason))
    record = {"key": key, "url": url, "outcome": ERROR, "error": problem.error, "reason": reason}
    return record | {"input": input_of(item, None)} | ({"extra": item.extra} if item.extra else {})


def _read_file(item: BatchItem, max_bytes: int) -> bytes:
    path = path_of(item.path or "")
    try:
        with path.open("rb") as file, decompressed(file, path.name) as stream:
            return stream.read(max_bytes + 1)
    except DAMAGED as error:  # the key of the row says which file; its path is nobody else's concern
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the file cannot be read: {reason}", stage="read") from error


@dataclass(frozen=True, slots=True)
class BatchRow:
    """The result of one page."""

    position: int  # index of the item, from 0
    # All results by name; see `docs/batch.md`. An error has only `key`, `url`, `outcome`, `error`
    # and `reason`
    record: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Key of the item."""
        return str(self.record["key"])

    @property
    def outcome(self) -> str:
        """``found``, ``no_text`` or ``no_content``; ``error`` if the page could not be extracted."""
        return str(self.record["outcome"])


def extract_many(
    items: Iterable[BatchItem],
    *,
    options: Options = _DEFAULT,
    batch: BatchOptions = _BATCH,
    fetch_options: FetchOptions | None = None,
    ordered: bool = True,
    **changes: Any,
) -> Iterator[BatchRow]:
    """Extract pages in several processes; yield one row for each item, also for errors.

    Parameters
    ----------
    items
        Pages, read as needed.
    options, batch, fetch_options
        Options of the extraction, of the batch, and of fetching; ``changes`` are applied to ``batch``.
    ordered
        Yield rows in the order of the items; otherwise as they finish.
    **changes
        Options of :class:`~maintext.batch.BatchOptions` by name: ``n_processes=4``, ``page_timeout_s=5.0``,
        ``form="markdown"`` …; options for reading and writing files have no effect.

    Raises
    ------
    OptionError
        An option is unknown or wrong; raised by the call itself.
    MethodError
        The processes cannot work: mostly a script without ``if __name__ == "__main__":``.

    Examples
    --------
    >>> from maintext.batch import BatchItem, extract_many
    >>> items = [BatchItem(key="a", html="<nav><a href=/>Home</a></nav><p>One sentence of text.</p>")]
    >>> [row.record["text"] for row in extract_many(items, n_processes=1)]
    ['One sentence of text.']
    """
    batch = changed(batch, changes)
    recorder = recorder_of(options, batch, batch.form or "text", batch.column_names)
    waiting: dict[int, BatchItem] = {}

    def noted() -> Iterator[BatchItem]:
        for index, item in enumerate(items):
            # For the row of a page that ends its process; the page itself would fill the memory.
            waiting[index] = replace(item, html=None)
            yield item

    def rows() -> Iterator[BatchRow]:
        pages = fetch_items(noted(), fetch_options, batch)
        n_processes, timeout_s = batch.n_processes or n_cores(), batch.page_timeout_s
        with Pool(recorder, n_processes=n_processes, timeout_s=timeout_s, prepare=recorder.warm_up) as pool:
            for index, result in pool.map_with_timeout(pages, ordered=ordered, size_of=size_of):
                item = waiting.pop(index)
                yield BatchRow(index, error_record(item, result) if isinstance(result, Problem) else result)

    return rows()


def recorder_of(
    options: Options, batch: BatchOptions, form: str, columns: Sequence[str] = ()
) -> PageRecorder:
    """Return the page recorder for the options of a batch; OptionError if one of them is wrong.

    ``columns`` are the values that are computed in addition to the first ones of a record; all for none.
    """
    method = get_method(options.method)
    changed(method.defaults, options.method_options)
    parse("", options=Options(only=options.only, keep=options.keep, drop=options.drop))  # are they selectors?
    if batch.filter_file:
        load_filter(batch.filter_file).check_labels(batch.labels)
    elif batch.labels:
        raise OptionError("keep needs a filter_file: the filter whose labels they are")
    return PageRecorder(options, form, batch, frozenset(columns))


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
            shards.add(shard, place, done)
            shards.write_finished()
            yield done[:3]
    shards.write_finished()


def cannot_write(error: OSError) -> OptionError:
    """Return the error of a batch whose rows cannot be written."""
    why = error.strerror or error
    return OptionError(
        f"cannot write ({why}): make room or mend that; what is done is kept, --resume goes on"
    )


@dataclass(slots=True)
class _OpenShard:
    """Rows of an unfinished shard."""

    rows: dict[int, Any] = field(default_factory=dict)
    counts: ShardCounts = field(default_factory=ShardCounts)
    n_items: int | None = None  # known when the last item was read


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

    def add(self, shard: Shard, place: int, done: Done) -> None:
        """Store the row of an item."""
        outcome, error, reason, self._open[shard].rows[place] = done
        self._open[shard].counts.add(outcome, error, reason)

    def write_finished(self) -> None:
        """Write the complete shards."""
        for shard in [shard for shard, opened in self._open.items() if len(opened.rows) == opened.n_items]:
            opened = self._open.pop(shard)
            try:
                self._write(shard, [opened.rows[place] for place in range(len(opened.rows))])
            except OSError as error:
                raise cannot_write(error) from error
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
