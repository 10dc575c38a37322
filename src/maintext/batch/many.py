"""Extract many pages from Python: items in, rows out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from maintext.batch.fetching import fetch_items
from maintext.batch.item import BatchItem, Problem, size_of
from maintext.batch.options import BatchOptions, n_cores
from maintext.batch.page_filter import load_filter
from maintext.batch.pool import Pool
from maintext.batch.record import PageRecorder, error_record
from maintext.classify.methods import get_method
from maintext.errors import OptionError
from maintext.html import parse
from maintext.options import Options, changed

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions

__all__ = ["BatchRow", "extract_many", "recorder_of"]

_DEFAULT, _BATCH = Options(), BatchOptions()


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
    return _extract_rows(items, recorder, batch, fetch_options, ordered=ordered)


def recorder_of(
    options: Options, batch: BatchOptions, form: str, columns: Sequence[str] = ()
) -> PageRecorder:
    """Return the page recorder for the options of a batch; OptionError if one of them is wrong.

    ``columns`` are the values that are computed in addition to the first ones of a record; all for none.
    """
    method = get_method(options.method)
    changed(method.defaults, options.method_options)
    parse("", options=Options(only=options.only, keep=options.keep, drop=options.drop))  # are they selectors?
    keep = tuple(label.strip() for label in batch.keep.split(",") if label.strip())
    if batch.filter_file:
        known = load_filter(batch.filter_file).labels
        if unknown := sorted(set(keep) - set(known)):
            raise OptionError(f"the filter has no label {', '.join(unknown)}; it has {', '.join(known)}")
    elif keep:
        raise OptionError("keep needs a filter_file: the filter whose labels they are")
    names = frozenset(columns)
    return PageRecorder(
        options, form, batch.encoding, batch.times, batch.filter_file, keep, batch.languages, names
    )


def _extract_rows(
    items: Iterable[BatchItem],
    recorder: PageRecorder,
    batch: BatchOptions,
    fetch_options: FetchOptions | None,
    *,
    ordered: bool,
) -> Iterator[BatchRow]:
    waiting: dict[int, BatchItem] = {}

    def noted() -> Iterator[BatchItem]:
        for index, item in enumerate(items):
            # For the row of a page that ends its process; the page itself would fill the memory.
            waiting[index] = replace(item, html=None)
            yield item

    pages = fetch_items(noted(), fetch_options, batch)
    n_processes, timeout_s = batch.n_processes or n_cores(), batch.page_timeout_s
    with Pool(recorder, n_processes=n_processes, timeout_s=timeout_s, prepare=recorder.warm_up) as pool:
        for index, result in pool.map_with_timeout(pages, ordered=ordered, size_of=size_of):
            item = waiting.pop(index)
            yield BatchRow(index, error_record(item, result) if isinstance(result, Problem) else result)
