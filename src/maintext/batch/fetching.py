"""Fetch the items that are only URLs: several hosts in parallel, each host at a polite rate."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from maintext.batch.item import BatchItem, Problem, host_of
from maintext.batch.options import BatchOptions
from maintext.errors import MaintextError

if TYPE_CHECKING:  # imported on first use
    from maintext.net import FetchOptions

__all__ = ["fetch_items"]


def fetch_items(
    items: Iterable[BatchItem], options: FetchOptions | None, batch: BatchOptions
) -> Iterator[BatchItem]:
    """Yield the items in order; those that are to be fetched get their page or a problem.

    Of ``batch`` the ``delay_s`` and ``n_connections`` are used: items are read up to ``2 * n_connections``
    ahead. robots.txt is not checked. Each item is fetched once, without retries.
    """
    turns = _HostTurns(batch.delay_s)
    fetch_page = partial(_fetch_page, options, turns)
    with closing(turns), closing(_fetch_ahead(items, fetch_page, batch.n_connections)) as found:
        yield from found


def _fetch_ahead(
    items: Iterable[BatchItem], page: Callable[[BatchItem], BatchItem], n_connections: int
) -> Generator[BatchItem, None, None]:
    """Map the items that are to be fetched in threads, in order; the first of them starts the threads."""
    waiting: deque[Future[BatchItem]] = deque()
    pool = ThreadPoolExecutor(n_connections, thread_name_prefix="maintext-fetch")
    try:
        for item in items:
            if item.is_to_fetch or waiting:
                waiting.append(pool.submit(page, item))
            else:
                yield item
            while len(waiting) > 2 * n_connections or (waiting and waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


class _HostTurns:
    """The next allowed request time of each host."""

    def __init__(self, delay_s: float) -> None:
        self._delay_s = delay_s
        self._next: dict[str, float] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def close(self) -> None:
        """Release all waiting threads, which the interpreter would otherwise wait for at exit."""
        self._closed.set()

    def wait(self, host: str) -> None:
        """Block until the host may be asked; raise CancelledError after :meth:`close`."""
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next.get(host, now))
            self._next[host] = turn + self._delay_s
        if self._closed.wait(turn - now):
            raise CancelledError


def _fetch_page(options: FetchOptions | None, turns: _HostTurns, item: BatchItem) -> BatchItem:
    if not item.is_to_fetch:
        return item
    from maintext.net import FetchOptions, fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch

    url = item.url or ""
    try:
        turns.wait(host_of(url))
        response = fetch(url, options or FetchOptions())
    except MaintextError as error:
        place = {"target_uri": url, "http_status": getattr(error, "status", None)}
        problem = Problem(type(error).__name__, error.message)
        return replace(item, problem=problem, input=item.input | place)
    place = {"target_uri": url, "http_status": response.status, "content_type": response.content_type}
    item = replace(item, fetched=datetime.now(UTC), input=item.input | place)
    return replace(item, html=response.body, url=response.url, charset=response.charset)
