"""Turn what a library hands over into items, and items into records; shared by the integrations."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from email.utils import parsedate_to_datetime
from os import PathLike
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.batch import BatchItem, BatchOptions, Problem, extract_many
from maintext.batch.fetching import fetch_items
from maintext.batch.many import recorder_of
from maintext.batch.record import error_record
from maintext.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maintext.document import Document
    from maintext.net import FetchOptions
    from maintext.options import Options

__all__ = ["Reader", "absent", "extract_item", "response_item", "source_items"]


class Reader:
    """Extract items into records, in this process or in several.

    Parameters
    ----------
    options
        Options of the extraction.
    batch
        ``form``, ``encoding`` and ``times``; for several processes ``page_timeout_s``; for items to fetch
        ``delay_s`` and ``n_connections``.
    fetch_options
        Limits and headers of fetching; ``None`` for the defaults.
    n_processes
        0 for this process, without a time limit per page. Otherwise the size of the pool of
        :func:`maintext.batch.extract_many`; a script must start it under ``if __name__ == "__main__":``.

    Raises OptionError: a method or option is unknown, or the number is negative.
    """

    def __init__(
        self,
        options: Options,
        batch: BatchOptions,
        fetch_options: FetchOptions | None = None,
        *,
        n_processes: int = 0,
    ) -> None:
        if n_processes < 0:
            raise OptionError(f"n_processes must be at least 0, not {n_processes}")
        self._options, self._fetch_options, self._n_processes = options, fetch_options, n_processes
        self._batch = replace(batch, n_processes=n_processes)
        self.form = batch.form or "text"
        self._extractor = recorder_of(options, batch, self.form)

    def records(self, items: Iterable[BatchItem]) -> Iterator[dict[str, Any]]:
        """Yield the record of each page in order, including errors; see ``docs/batch.md``."""
        batch, fetching = self._batch, self._fetch_options
        if self._n_processes:
            rows = extract_many(items, options=self._options, batch=batch, fetch_options=fetching)
            yield from (dict(row.record) for row in rows)
            return
        for item in fetch_items(items, fetching, delay_s=batch.delay_s, n_connections=batch.n_connections):
            yield self.record(item)

    def record(self, item: BatchItem) -> dict[str, Any]:
        """Return the record of one page that is already fetched, in this process."""
        try:
            return self._extractor(item)
        except Exception as error:  # noqa: BLE001 - one page is no reason to lose the others
            return error_record(item, Problem(type(error).__name__, str(error) or "no reason is given"))


def source_items(sources: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[BatchItem]:
    """Return the items of one or several URLs (``http://``, ``https://``) and file paths."""
    names = [str(one) for one in ([sources] if isinstance(sources, str | PathLike) else sources)]
    return [
        BatchItem(key=name, url=name)
        if name.lower().startswith(("http://", "https://"))
        else BatchItem(key=name, path=name)
        for name in names
    ]


def response_item(body: bytes, url: str, content_type: str, date: str) -> BatchItem:
    """Return the item of an HTTP response.

    Parameters
    ----------
    body, url
        The decompressed page, and its URL.
    content_type, date
        The headers Content-Type and Date, ``""`` if missing: charset, and time of the fetch.
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

    Parameters
    ----------
    package, extra
        Name of the library, and of the extra that installs it.
    """

    class MissingLibraryClass:
        def __new__(cls, *_given: Any, **_named: Any) -> Any:
            raise MissingExtraError(package, extra)

        def __class_getitem__(cls, _item: Any) -> Any:
            return cls

    return MissingLibraryClass
