"""From what a library hands over to the records of pages: the way that the integrations share."""

from __future__ import annotations

from dataclasses import replace
from email.utils import parsedate_to_datetime
from os import PathLike
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.batch import BatchItem, BatchOptions, Problem, extract_many
from maintext.batch.fetching import fetch_items
from maintext.batch.many import recorder_of
from maintext.batch.record import error_record
from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from maintext.document import Document
    from maintext.net import FetchOptions
    from maintext.options import Options

__all__ = ["Reader", "answer_item", "extracted", "source_items"]


class Reader:
    """From items to records, in this process or in several.

    Parameters
    ----------
    options
        What is extracted.
    batch
        ``form``, ``encoding`` and ``times``; for several processes, ``page_timeout_s``; for items that are to
        be fetched, ``delay_s`` and ``n_connections``.
    fetch_options
        Limits and headers of fetching; ``None`` for the defaults.
    n_processes
        0 for this process, where there is no limit of time for a page; otherwise a pool as in
        :func:`maintext.batch.extract_many`, which a script must begin below
        ``if __name__ == "__main__":``.

    Raises
    ------
    OptionError
        There is no such method or option, or the number is negative.
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
        """Give the record of each page in order, errors too; see ``docs/batch.md``."""
        batch, fetching = self._batch, self._fetch_options
        if self._n_processes:
            rows = extract_many(items, options=self._options, batch=batch, fetch_options=fetching)
            yield from (dict(row.record) for row in rows)
            return
        for item in fetch_items(items, fetching, delay_s=batch.delay_s, n_connections=batch.n_connections):
            yield self.record(item)

    def record(self, item: BatchItem) -> dict[str, Any]:
        """Return the record of one page that need not be fetched, in this process."""
        try:
            return self._extractor(item)
        except Exception as error:  # noqa: BLE001 - one page is no reason to lose the others
            return error_record(item, Problem(type(error).__name__, str(error) or "no reason is given"))


def source_items(sources: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[BatchItem]:
    """Return the items of addresses (``http://``, ``https://``) and paths of files; one or several."""
    several = [sources] if isinstance(sources, str | PathLike) else sources
    return [_source_item(str(one)) for one in several]


def _source_item(source: str) -> BatchItem:
    if source.lower().startswith(("http://", "https://")):
        return BatchItem(key=source, url=source)
    return BatchItem(key=source, path=source)


def answer_item(body: bytes, url: str, content_type: str, date: str) -> BatchItem:
    """Return the item of what a server answered.

    Parameters
    ----------
    body, url
        The page as fetched, decompressed, and its address.
    content_type, date
        The headers Content-Type and Date, ``""`` for none: the charset, and when the page was fetched.
    """
    from maintext.net.model import charset_of  # noqa: PLC0415 - its package loads urllib3

    return BatchItem(key=url, html=body, url=url, charset=charset_of(content_type), fetched=_moment(date))


def extracted(answer: BatchItem, options: Options) -> Document:
    """Return what is found on the page of :func:`answer_item`.

    Raises
    ------
    InputError
        It is not a web page, or larger than the limits.
    """
    return extract(
        answer.html or b"",
        answer.url,
        http_charset=answer.charset,
        fetched=answer.fetched,
        options=options,
    )


def _moment(date: str) -> datetime | None:
    try:
        return parsedate_to_datetime(date)
    except ValueError:
        return None
