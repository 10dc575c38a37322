"""What the integrations share: items and records, main texts for an index, columns for a table."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from email.utils import parsedate_to_datetime
from os import PathLike
from typing import Any, TypeAlias

from maintext import __version__, errors
from maintext.api import extract
from maintext.batch import BatchItem, BatchOptions, Problem, extract_many
from maintext.batch.fetching import fetch_items
from maintext.batch.item import parse_time
from maintext.batch.options import FORMS
from maintext.batch.pool import call_safely
from maintext.batch.record import ERROR, error_record, recorder_of
from maintext.batch.sink import columns_of, row_cells
from maintext.document import Document
from maintext.errors import MaintextError, MissingExtraError, OptionError
from maintext.net import FetchOptions
from maintext.options import Options, changed
from maintext.rows import COLUMNS, row_of

TableColumns: TypeAlias = dict[str, tuple[type | None, list[Any]]]

__all__ = [
    "METADATA", "ON_ERROR", "PROVENANCE", "DocumentText", "Reader", "Texts", "absent", "check_names",
    "extract_item", "found_columns", "response_item", "source_items", "stated_values",
]  # fmt: skip


class Reader:
    """Extract items into records, in this process or in several.

    ``batch`` has ``form``, ``encoding`` and ``times``; for several processes ``page_timeout_s``; for items to
    fetch ``delay_s`` and ``n_connections``. Its ``n_processes`` 0 is this process, without a time limit per
    page; else the size of the pool of :func:`maintext.batch.extract_many`.

    Raises OptionError: a method or option is unknown.
    """

    def __init__(
        self, options: Options, batch: BatchOptions, fetch_options: FetchOptions | None = None
    ) -> None:
        self._options, self._batch, self._fetch_options = options, batch, fetch_options
        self.form = batch.form or "text"
        self._extractor = recorder_of(options, batch, self.form)

    @property
    def names(self) -> dict[str, Any]:
        """Names of the values of a record, as keys."""
        return self.record(BatchItem(key="", html="<p>One sentence."))

    def records(self, items: Iterable[BatchItem]) -> Iterator[dict[str, Any]]:
        """Yield the record of each page in order, including errors; see ``docs/batch.md``."""
        options, batch, fetching = self._options, self._batch, self._fetch_options
        if batch.n_processes:
            rows = extract_many(items, options=options, batch=batch, fetch_options=fetching)
            yield from (dict(row.record) for row in rows)
        else:
            yield from map(self.record, fetch_items(items, fetching, batch))

    def record(self, item: BatchItem) -> dict[str, Any]:
        """Return the record of one page that is already fetched, in this process."""
        result: dict[str, Any] | Problem = call_safely(self._extractor, item)
        return error_record(item, result) if isinstance(result, Problem) else result


def source_items(sources: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[BatchItem]:
    """Return the items of one or several URLs (``http://``, ``https://``) and file paths."""
    names = [str(one) for one in ([sources] if isinstance(sources, str | PathLike) else sources)]
    urls = {name for name in names if name.lower().startswith(("http://", "https://"))}
    return [BatchItem(key=one, url=one) if one in urls else BatchItem(key=one, path=one) for one in names]


def response_item(body: bytes, url: str, content_type: str, date: str) -> BatchItem:
    """Return the item of an HTTP response with a decompressed body.

    The headers Content-Type and Date, ``""`` if missing, say the charset and the time of the fetch.
    """
    from maintext.net.model import charset_of  # noqa: PLC0415 - loads urllib3

    fetched_at = None
    with suppress(ValueError):
        fetched_at = parsedate_to_datetime(date)
    return BatchItem(key=url, html=body, url=url, charset=charset_of(content_type), fetched=fetched_at)


def extract_item(item: BatchItem, options: Options) -> Document:
    """Extract the page of a :func:`response_item`.

    Raises InputError: it is not a web page, or larger than the limits.
    """
    return extract(
        item.html or b"", item.url, http_charset=item.charset, fetched=item.fetched, options=options
    )


def absent(package: str, extra: str) -> Any:
    """Return a base class that replaces one of a library that is not installed.

    Modules with such classes can be imported and documented without the library. Creating an object raises
    :class:`~maintext.MissingExtraError`, which names the pip command.
    """

    class MissingLibraryClass:
        def __new__(cls, *_given: Any, **_named: Any) -> Any:
            raise MissingExtraError(package, extra)

        def __class_getitem__(cls, _item: Any) -> Any:
            return cls

    return MissingLibraryClass


# -- main texts for an index ------------------------------------------------------------------------

_LOG = logging.getLogger("maintext.integrations")
PROVENANCE = ("digest", "extractor")
"""Fields of metadata that say which bytes a text was made from, and by what."""
_KNOWN = (*(name for name in COLUMNS if name != "text"), *PROVENANCE)

ON_ERROR = ("raise", "skip")
"""Ways to handle a page that cannot be extracted."""

METADATA = (
    "url", "title", "author", "published", "modified", "source", "site_name", "description", "language",
    "categories", "tags", "canonical_url", "kind", *PROVENANCE,
)  # fmt: skip
"""Default fields in the metadata of a document."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    """The main text of a page, for an index."""

    content: str  # in the requested form
    metadata: dict[str, str | int]  # the stated fields; lists (tags, categories) are joined by `; `
    key: str  # name of the page
    url: str | None  # after redirects; `None` if unknown


class Texts:
    """Extract main texts with metadata from pages; also a base, next to a class of another library.

    Arguments are as for :class:`maintext.integrations.langchain.MaintextLoader`.

    Raises OptionError: an argument is not allowed.
    """

    def __init__(
        self,
        *,
        form: str = "markdown",
        metadata: Sequence[str] = METADATA,
        on_error: str = "raise",
        fetch_options: FetchOptions | None = None,
        options: Options | None = None,
        keep_empty: bool = False,
        **changes: Any,
    ) -> None:
        if on_error not in ON_ERROR:
            raise OptionError(f"on_error must be one of {', '.join(ON_ERROR)}, not {on_error!r}")
        check_names(metadata)
        batch = changed(BatchOptions(), {"form": form})
        self._reader = Reader(changed(options or Options(), changes), batch, fetch_options)
        self._names, self._raises, self._keep_empty = tuple(metadata), on_error == "raise", keep_empty

    def found(self, items: Iterable[BatchItem]) -> Iterator[DocumentText | None]:
        """Yield the text of each page in order, ``None`` for a page that is left out.

        Raises MaintextError: a page cannot be fetched or extracted, and ``on_error`` is ``raise``.
        """
        return map(self._make_text, self._reader.records(items))

    def _make_text(self, record: Mapping[str, Any]) -> DocumentText | None:
        key, url = str(record["key"]), record["url"]
        if record["outcome"] == ERROR:
            if self._raises:
                raise _error_from_record(record)
            _LOG.warning("%s is left out: %s: %s", key, record["error"], record["reason"])
            return None
        content = record[self._reader.form]
        if not content and not self._keep_empty:
            _LOG.info("%s is left out: it has no main content (%s)", key, record["outcome"])
            return None
        return DocumentText(content, stated_values(record, self._names), key, url)


def check_names(metadata: Sequence[str]) -> None:
    """Check the names of fields for metadata; OptionError for one that is unknown."""
    if unknown := [name for name in metadata if name not in _KNOWN]:
        raise OptionError(f"no field for metadata: {', '.join(unknown)} (known: {', '.join(_KNOWN)})")


def stated_values(record: Mapping[str, Any], names: Sequence[str]) -> dict[str, str | int]:
    """Return the fields of a record with these names as plain values, without those that are not stated."""
    row = row_of(record)
    row["digest"] = (record.get("input") or {}).get("digest") or ""
    row["extractor"] = f"maintext {__version__} {row['method']}"
    return {name: row[name] for name in names if row[name] != ""}


def _error_from_record(record: Mapping[str, Any]) -> MaintextError:
    """Rebuild the error from the class name and message in a record."""
    named = getattr(errors, record["error"], None)
    kind = errors.FetchError if named is errors.HttpStatusError else named
    where = record["url"] or record["key"]
    if isinstance(kind, type) and issubclass(kind, errors.InputError | errors.FetchError):
        return kind(record["reason"], url=where)
    return MaintextError(f"{record['error']}: {record['reason']}", url=where)


# -- columns for a table ----------------------------------------------------------------------------


def found_columns(
    pages: Sequence[Any],
    urls: Iterable[Any] | None,
    names: Sequence[str] | None,
    options: Options | None,
    changes: Mapping[str, Any],
    fetched: Any = None,
) -> TableColumns:
    """Extract a column of pages; return by name the type of the values, and one value per page.

    The type is ``None`` for lists and other objects, a value is ``None`` if unknown. A page that is neither
    bytes nor text gives a row with an error. ``names`` ``None`` is the columns of a table of ``maintext
    batch``, except ``key``; one of ``text``, ``markdown`` and ``html`` among them chooses the form.
    ``changes`` are options of :class:`~maintext.Options` and :class:`~maintext.batch.BatchOptions` by name.
    ``fetched`` is one time for all pages, or one per page.

    Raises OptionError: a name or an option is unknown, or the numbers of URLs or times and pages differ.
    """
    if isinstance(urls, str):
        raise OptionError("urls must have one URL per page: give a list or a column, not a text")
    if isinstance(names, str):
        raise OptionError(f"columns must be a list of names, not the text {names!r}")
    urls = [None] * len(pages) if urls is None else list(urls)
    if len(urls) != len(pages):
        raise OptionError(f"there are {len(pages)} pages, but {len(urls)} URLs")
    if isinstance(fetched, str) and not parse_time(fetched):
        raise OptionError(f"fetched must be a time like 2024-05-02T15:00+08:00, not {fetched!r}")
    is_one = fetched is None or isinstance(fetched, str | int | float | dt.date)
    times = [fetched] * len(pages) if is_one else list(fetched)
    if len(times) != len(pages):
        raise OptionError(f"there are {len(pages)} pages, but {len(times)} times of fetching")
    batch, page_changes = _split_options(names, changes)
    reader = Reader(changed(options or Options(), page_changes), batch)
    flat = columns_of(reader.form, batch)
    wanted = _column_names(names, flat, reader)
    found: TableColumns = {name: (flat.get(name), []) for name in wanted}
    for record in reader.records(_page_items(pages, urls, times)):
        row = dict(zip(flat, row_cells(record, flat), strict=True))
        for name, (_, values) in found.items():
            values.append(row[name] if name in row else record.get(name))
    return found


def _column_names(names: Sequence[str] | None, flat: Mapping[str, type], reader: Reader) -> list[str]:
    if names is None:
        return [name for name in flat if name != "key"]
    known = dict.fromkeys((*flat, *reader.names))
    if unknown := [name for name in names if name not in known]:
        raise OptionError(f"no such column: {', '.join(unknown)} (known: {', '.join(known)})")
    return list(dict.fromkeys(names))


def _split_options(
    names: Sequence[str] | None, changes: Mapping[str, Any]
) -> tuple[BatchOptions, dict[str, Any]]:
    """Return the batch options, and the changes of the page options."""
    page_changes = dict(changes)
    known = [field.name for field in fields(BatchOptions) if field.name in changes]
    batch_changes = {name: page_changes.pop(name) for name in known}
    forms = [name for name in FORMS if name in (names or ())]
    if len(forms) > 1:
        raise OptionError(f"columns can have one form of the text, not {' and '.join(forms)}: extract twice")
    if forms:
        batch_changes.setdefault("form", forms[0])
    return changed(BatchOptions(), batch_changes), page_changes


def _page_items(pages: Sequence[Any], urls: Sequence[Any], times: Sequence[Any]) -> Iterator[BatchItem]:
    for index, (cell, url, time) in enumerate(zip(pages, urls, times, strict=True)):
        page = bytes(cell) if isinstance(cell, bytearray | memoryview) else cell
        known_url = url if isinstance(url, str) and url else None
        item = BatchItem(key=str(index), url=known_url, fetched=parse_time(time))
        if isinstance(page, bytes | str):
            yield replace(item, html=page)
        else:
            problem = "the cell is empty" if page is None else f"{type(page).__name__} is not a page"
            yield replace(item, problem=Problem("InputError", f"{problem}: give text or bytes"))
