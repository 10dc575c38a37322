"""The threads and processes that work is done in.

Extraction is computation: more pages at once than cores gain nothing, so a few threads take pages from
one queue, or processes, where there are some. Fetching is waiting: it has threads of its own, so that a
slow site stops nobody else. A request that takes too long is answered; its process is ended, its thread
is free again when the page is done, which the limits on a page's size keep short.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from maintext.app.workbench.data import Data
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.jobs import Jobs
from maintext.app.workbench.runs.keeper import Runs
from maintext.app.workbench.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maintext.app.workbench.settings import ServeOptions
    from maintext.net import FetchOptions, Response

    Fetch = Callable[[str], Response]

__all__ = ["Bench", "can_draw"]

T = TypeVar("T")

_FETCH_THREADS = 8
_MAX_REDIRECTS = 5
_QUIET_S = 8.0  # that a drawn page may take to load all; as RenderOptions.settle_s


class Bench:
    """What all requests share: limits, threads, batches, runs.

    Parameters
    ----------
    options
        Limits.
    fetch
        Gets a page by its address; over the network, with the checks of :mod:`maintext.net`, by default.
    """

    def __init__(self, options: ServeOptions, fetch: Fetch | None = None) -> None:
        self.options = options
        self.jobs = Jobs(self)
        self.data = Data(options)
        self.runs = Runs(self.data.runs, options.n_runs, options.max_runs)
        self._fetch = fetch or partial(_fetch, options)
        self._threads = ThreadPoolExecutor(options.n_threads, "maintext-work")
        self._workers = Workers(options.n_workers, options.timeout_s) if options.n_workers else None
        self._fetchers = ThreadPoolExecutor(_FETCH_THREADS, "maintext-fetch")
        self._drawer = ThreadPoolExecutor(1, "maintext-draw")  # a browser takes some 200 MB
        self._n_open = self._n_bytes = 0

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Count a request as long as it is open.

        Raises
        ------
        RequestError
            Too many are open already.
        """
        if self._n_open >= self.options.max_waiting:
            raise RequestError("busy", f"{self._n_open} requests are waiting already")
        self._n_open += 1
        try:
            yield
        finally:
            self._n_open -= 1

    @contextmanager
    def holding(self) -> Iterator[Callable[[int], None]]:
        """Give a function to call with the number of bytes of each piece of a body that is held.

        The function raises :class:`RequestError` when the server holds too much already.
        """
        held = 0

        def hold(n_bytes: int) -> None:
            nonlocal held
            if self._n_bytes + n_bytes > self.options.max_waiting_bytes:
                raise RequestError("busy", "the server holds as many bytes of requests as it may")
            held += n_bytes
            self._n_bytes += n_bytes

        try:
            yield hold
        finally:
            self._n_bytes -= held

    @property
    def n_open(self) -> int:
        """Requests with a body that are waiting or worked on."""
        return self._n_open

    async def work(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function in one of the threads for computation."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    async def work_on_page(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function about a page: in a process for that, or in a thread if there are none.

        Raises
        ------
        RequestError
            A process could not finish it.
        """
        if self._workers is None:
            return await self.work(function, *args)
        answer: T = await self._workers.run(function, *args)
        return answer

    async def fetched(self, url: str) -> Response:
        """Fetch a page in one of the threads for that.

        Raises
        ------
        FetchError
            It could not be fetched, or may not be.
        """
        return await asyncio.get_running_loop().run_in_executor(self._fetchers, self._fetch, url)

    async def drawn(self, url: str) -> Response:
        """Fetch a page by a browser, as it is after its scripts; one page at a time.

        Raises
        ------
        FetchError
            It could not be opened, or may not be.
        RequestError
            The server has no browser.
        """
        return await asyncio.get_running_loop().run_in_executor(self._drawer, _draw, self.options, url)

    async def work_fetching(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function that fetches pages by its last argument, ``fetch(url)``, in a thread for that."""
        return await asyncio.get_running_loop().run_in_executor(
            self._fetchers, partial(function, *args, self._fetch)
        )

    def begin(self) -> None:
        """Start the processes for pages."""
        if self._workers is not None:
            self._workers.begin()

    async def close(self) -> None:
        """Stop the runs, cancel the batches, end the processes, and let the threads end."""
        await self.jobs.close()
        await self.runs.close()
        await asyncio.to_thread(self.data.close)
        if self._workers is not None:
            self._workers.close()
        for pool in (self._threads, self._fetchers, self._drawer):
            pool.shutdown(wait=False, cancel_futures=True)


def _fetch(options: ServeOptions, url: str) -> Response:
    from maintext.net import fetch  # noqa: PLC0415 - urllib3 is loaded only to fetch

    return fetch(url, _limits(options))


def _limits(options: ServeOptions) -> FetchOptions:
    from maintext.net import FetchOptions  # noqa: PLC0415 - as above

    return FetchOptions(
        timeout_s=min(options.fetch_timeout_s, 10.0),
        total_timeout_s=options.fetch_timeout_s,
        max_bytes=options.max_bytes,
        max_redirects=_MAX_REDIRECTS,
        allow_private=options.allow_private,
    )


def _draw(options: ServeOptions, url: str) -> Response:
    from maintext.browser import NoBrowserError  # noqa: PLC0415 - loaded only to draw
    from maintext.crawl.visits import Visitor  # noqa: PLC0415
    from maintext.sites.recipe import RecipeVisit  # noqa: PLC0415

    try:
        with Visitor(_limits(options)) as visitor:
            return visitor(RecipeVisit(url=url, render="always", wait_s=_QUIET_S))
    except NoBrowserError as error:
        raise RequestError("extra_missing", error.message) from error


@cache
def can_draw() -> bool:
    """Whether the server has a browser, and the library that drives it."""
    from maintext.browser import NoBrowserError, find_browser  # noqa: PLC0415 - loaded only to draw

    try:
        return bool(find_browser()) and find_spec("playwright") is not None
    except NoBrowserError:
        return False
