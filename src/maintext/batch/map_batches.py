"""A function for ``ray.data.Dataset.map_batches``: rows with pages to rows with texts and fields."""

from __future__ import annotations

from typing import Any

from maintext.batch.arrow import table_of
from maintext.batch.fetch_time import fetched_at
from maintext.batch.item import Item, Problem, size_of
from maintext.batch.many import extractor_of
from maintext.batch.options import BatchOptions
from maintext.batch.record import error_record
from maintext.batch.sink.columns import cells, columns_of
from maintext.batch.source.table import item_of
from maintext.batch.task import kept_pool
from maintext.errors import InputError
from maintext.options import Options, changed

__all__ = ["extract_batches"]

_DEFAULT, _BATCH = Options(), BatchOptions()


def extract_batches(
    batch: Any,
    *,
    options: Options = _DEFAULT,
    batch_options: BatchOptions = _BATCH,
    **changes: Any,
) -> Any:
    """Extract the pages of a batch of rows: a function for ``ray.data.Dataset.map_batches``.

    Parameters
    ----------
    batch
        Columns by name, in any ``batch_format``: numpy arrays, a pyarrow Table, a pandas DataFrame. The page
        is in ``html_field``, text or bytes; ``url_field``, ``id_field`` and
        ``fetched_field`` are used where they are.
    options
        What is extracted.
    batch_options
        How; ``changes`` are applied to it.
    **changes
        Options of :class:`~maintext.batch.BatchOptions` by name: ``page_timeout_s``, ``form``,
        ``html_field``, ``n_processes`` (0 is one) …

    Returns
    -------
    pyarrow.Table
        A row for each row, in the same order, errors too; the columns are those of the Parquet files of
        ``maintext batch``. ``key`` is the id, else null.

    Raises
    ------
    OptionError
        An option is wrong.
    InputError
        There is no column with the page.
    MissingExtraError
        pyarrow is not installed.

    Notes
    -----
    Pages are extracted in a process that stays from batch to batch, and is replaced when a page takes longer
    than ``page_timeout_s`` or ends it.

    Examples
    --------
    ::

        rows = ray.data.read_parquet("pages/").map_batches(
            extract_batches, fn_kwargs={"page_timeout_s": 10.0, "form": "markdown"}
        )
    """
    chosen = changed(batch_options, changes)
    form = chosen.form or "text"
    extractor = extractor_of(options, chosen, form)
    items = _items_of(batch, chosen)
    pool = kept_pool(extractor, extractor, chosen.n_processes or 1, chosen.page_timeout_s)
    results = [result for _, result in pool.mapped(items, size_of=size_of)]
    columns = columns_of(form, times=chosen.times)
    rows = [
        cells(error_record(item, result) if isinstance(result, Problem) else result, columns)
        for item, result in zip(items, results, strict=True)
    ]
    return table_of(columns, rows)


def _items_of(batch: Any, options: BatchOptions) -> list[Item]:
    names = list(getattr(batch, "column_names", batch))
    if options.html_field not in names:
        raise InputError(
            f"no column {options.html_field!r} (there are: {', '.join(map(str, names))}); see html_field"
        )
    pages = _values(batch[options.html_field])
    urls, keys, times = (
        _values(batch[name]) if name in names else [None] * len(pages)
        for name in (options.url_field, options.id_field, options.fetched_field)
    )
    return [
        item_of(own, html, url, options.html_field, fetched=fetched_at(stated, options.fetched))
        for own, html, url, stated in zip(keys, pages, urls, times, strict=True)
    ]


def _values(column: Any) -> list[Any]:
    values: list[Any] = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    # numpy keeps bytes of one length without the zeros at their ends, and texts as its own type.
    return [value.item() if hasattr(value, "item") else value for value in values]
