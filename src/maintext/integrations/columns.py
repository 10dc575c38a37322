"""A column of pages to columns of what is found on them: what tables of all kinds share."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from maintext.batch import BatchItem, BatchOptions, Problem
from maintext.batch.options import FORMS
from maintext.batch.sink.base import columns_of, row_cells
from maintext.errors import OptionError
from maintext.integrations.reading import Reader
from maintext.options import Options, changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Columns", "found_columns"]

_ANY_PAGE = BatchItem(key="", html="<p>One sentence.")

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
        Bytes or text; of anything else (``None``, a number) the row is an error.
    urls
        Address of each page, anything but text for unknown; ``None`` for none at all.
    names
        Columns that are wanted; ``None`` for all of a table of ``maintext batch``, except ``key``. One of
        ``text``, ``markdown`` and ``html`` among them chooses the form.
    options
        What is extracted.
    changes
        Options of :class:`~maintext.Options` and :class:`~maintext.batch.BatchOptions` by name.

    Returns
    -------
    dict
        By name: the type of the values (``str``, ``int``; ``None`` for lists and the like) and the values,
        as many as there are pages, ``None`` for unknown.

    Raises
    ------
    OptionError
        A name or an option is unknown, or there are more or fewer addresses than pages.
    """
    if isinstance(urls, str):
        raise OptionError("addresses are one for each page: give a list or a column, not a text")
    if urls is not None and len(urls) != len(pages):
        raise OptionError(f"there are {len(pages)} pages, but {len(urls)} addresses")
    batch, of_pages, n_processes = _options(names, changes)
    reader = Reader(changed(options or Options(), of_pages), batch, n_processes=n_processes)
    flat = columns_of(reader.form, times=batch.times)
    wanted = _checked(names, flat, reader)
    found: Columns = {name: (flat.get(name), []) for name in wanted}
    for record in reader.records(_items(pages, urls)):
        row = dict(zip(flat, row_cells(record, flat), strict=True))
        for name, (_, values) in found.items():
            values.append(row[name] if name in row else record.get(name))
    return found


def _checked(names: Sequence[str] | None, flat: Mapping[str, type], reader: Reader) -> list[str]:
    if names is None:
        return [name for name in flat if name != "key"]
    known = dict.fromkeys((*flat, *reader.record(_ANY_PAGE)))
    if unknown := [name for name in names if name not in known]:
        raise OptionError(f"no such column: {', '.join(unknown)} (known: {', '.join(known)})")
    return list(dict.fromkeys(names))


def _options(
    names: Sequence[str] | None, changes: Mapping[str, Any]
) -> tuple[BatchOptions, dict[str, Any], int]:
    """Options of the batch, those of the pages, and the number of processes, where 0 is this one."""
    known = {field.name for field in fields(BatchOptions)}
    of_batch = {name: value for name, value in changes.items() if name in known}
    of_pages = {name: value for name, value in changes.items() if name not in known}
    asked = [name for name in FORMS if name in (names or ())]
    if len(asked) == 1:
        of_batch.setdefault("form", asked[0])
    n_processes = of_batch.pop("n_processes", 0)
    return changed(BatchOptions(), of_batch), of_pages, n_processes


def _items(pages: Sequence[Any], urls: Sequence[Any] | None) -> Iterator[BatchItem]:
    for place, page in enumerate(pages):
        url = urls[place] if urls is not None else None
        yield _item(str(place), page, url if isinstance(url, str) and url else None)


def _item(key: str, page: Any, url: str | None) -> BatchItem:
    if isinstance(page, bytearray | memoryview):
        page = bytes(page)
    if isinstance(page, bytes | str):
        return BatchItem(key=key, url=url, html=page)
    said = "the cell is empty" if page is None else f"{type(page).__name__} is no page"
    return BatchItem(key=key, url=url, problem=Problem("InputError", f"{said}: give text or bytes"))
