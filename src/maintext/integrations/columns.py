"""Extract a column of pages into columns of fields; shared by the table libraries."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from maintext.batch import BatchItem, BatchOptions, Problem
from maintext.batch.options import FORMS
from maintext.batch.sink import columns_of, row_cells
from maintext.errors import OptionError
from maintext.integrations.reading import Reader
from maintext.options import Options, changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Columns", "found_columns"]

_SAMPLE_PAGE = BatchItem(key="", html="<p>One sentence.")

if TYPE_CHECKING:
    Columns = dict[str, tuple[type | None, list[Any]]]
else:
    Columns = dict


def found_columns(
    pages: Sequence[Any],
    urls: Sequence[Any] | None,
    names: Sequence[str] | None,
    options: Options | None,
    changes: Mapping[str, Any],
) -> Columns:
    """Extract a column of pages.

    Parameters
    ----------
    pages
        Bytes or text; any other value (``None``, a number) gives a row with an error.
    urls
        URL of each page, any other value than text if unknown; ``None`` for no URLs.
    names
        Columns to return; ``None`` for those of a table of ``maintext batch``, except ``key``. One of
        ``text``, ``markdown`` and ``html`` among them chooses the form.
    options
        Options of the extraction.
    changes
        Options of :class:`~maintext.Options` and :class:`~maintext.batch.BatchOptions` by name.

    Returns
    -------
    dict
        By name: the type of the values (``str``, ``int``; ``None`` for lists and other objects), and one
        value per page, ``None`` if unknown.

    Raises
    ------
    OptionError
        A name or an option is unknown, or the numbers of URLs and pages differ.
    """
    if isinstance(urls, str):
        raise OptionError("urls must have one URL per page: give a list or a column, not a text")
    if urls is not None and len(urls) != len(pages):
        raise OptionError(f"there are {len(pages)} pages, but {len(urls)} URLs")
    batch, page_changes, n_processes = _split_options(names, changes)
    reader = Reader(changed(options or Options(), page_changes), batch, n_processes=n_processes)
    flat = columns_of(reader.form, times=batch.times)
    wanted = _column_names(names, flat, reader)
    found: Columns = {name: (flat.get(name), []) for name in wanted}
    for record in reader.records(_page_items(pages, urls)):
        row = dict(zip(flat, row_cells(record, flat), strict=True))
        for name, (_, values) in found.items():
            values.append(row[name] if name in row else record.get(name))
    return found


def _column_names(names: Sequence[str] | None, flat: Mapping[str, type], reader: Reader) -> list[str]:
    if names is None:
        return [name for name in flat if name != "key"]
    known = dict.fromkeys((*flat, *reader.record(_SAMPLE_PAGE)))
    if unknown := [name for name in names if name not in known]:
        raise OptionError(f"no such column: {', '.join(unknown)} (known: {', '.join(known)})")
    return list(dict.fromkeys(names))


def _split_options(
    names: Sequence[str] | None, changes: Mapping[str, Any]
) -> tuple[BatchOptions, dict[str, Any], int]:
    """Return the batch options, the page options, and the number of processes (0: this process)."""
    known = {field.name for field in fields(BatchOptions)}
    batch_changes = {name: value for name, value in changes.items() if name in known}
    page_changes = {name: value for name, value in changes.items() if name not in known}
    forms = [name for name in FORMS if name in (names or ())]
    if len(forms) == 1:
        batch_changes.setdefault("form", forms[0])
    n_processes = batch_changes.pop("n_processes", 0)
    return changed(BatchOptions(), batch_changes), page_changes, n_processes


def _page_items(pages: Sequence[Any], urls: Sequence[Any] | None) -> Iterator[BatchItem]:
    for index, page in enumerate(pages):
        url = urls[index] if urls is not None else None
        yield _page_item(str(index), page, url if isinstance(url, str) and url else None)


def _page_item(key: str, page: Any, url: str | None) -> BatchItem:
    if isinstance(page, bytearray | memoryview):
        page = bytes(page)
    if isinstance(page, bytes | str):
        return BatchItem(key=key, url=url, html=page)
    problem = "the cell is empty" if page is None else f"{type(page).__name__} is not a page"
    return BatchItem(key=key, url=url, problem=Problem("InputError", f"{problem}: give text or bytes"))
