"""What all requests of a server share: limits, threads, batches, runs.

Extraction is computation: more pages at once than cores gain nothing. A few threads, or processes, take
pages from one queue. Fetching is waiting: it has its own threads, so a slow site blocks no other request.
A request that takes too long is answered: its process is ended, its thread is free after the page.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, TypeVar

from maintext.app.given_page import GivenPage
from maintext.app.workbench.data import Data
from maintext.app.workbench.failure import Failure, RequestError, failure_of
from maintext.app.workbench.pages import KeptPages, drawn
from maintext.app.workbench.runs.folder import Runs, Schedules
from maintext.app.workbench.settings import ServeOptions, make_fetch
from maintext.app.workbench.tasks import batch_record, call_task, failed_record
from maintext.batch.item import Problem
from maintext.batch.pool import BatchWorkers
from maintext.batch.record import warm_up
from maintext.errors import PageTooLargeError
from maintext.net import Response
from maintext.sites.recipe import RecipeVisit

__all__ = ["AppState", "Job", "Jobs", "can_draw"]

Fetch = Callable[[str], Response]

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_FETCH_THREADS = 8
_AT_ONCE = 4  # pages of one batch that are fetched or wait for a thread at the same time


class AppState:
    """Hold limits, threads, batches and runs of a server.

    ``fetch(url)`` gives a response; by default over the network, as :mod:`maintext.net` allows.
    """

    def __init__(self, options: ServeOptions, fetch: Fetch | None = None) -> None:
        self.options = options
        self.jobs = Jobs(self)
        self.data = Data(options)
        self.runs = Runs(partial(self.data.open_subfolder, "runs"), options.n_runs, options.max_runs)
        self.schedules = Schedules(self.runs, lambda: self.data.path / "schedules.json")
        self._fetch_url = fetch or make_fetch(options)
        self.pages = KeptPages(options, self._fetch_url)
        self._threads = ThreadPoolExecutor(options.n_threads, "maintext-work")
        self._workers: BatchWorkers[Any, Any] | None = None
        if options.n_workers:
            self._workers = BatchWorkers(
                call_task, n_processes=options.n_workers, timeout_s=options.timeout_s, prepare=warm_up
            )
        self._fetchers = ThreadPoolExecutor(_FETCH_THREADS, "maintext-fetch")
        self._drawer = ThreadPoolExecutor(1, "maintext-draw")  # a browser takes some 200 MB
        self.n_open = self._n_bytes = 0  # requests with a body, and the bytes that they hold

    @contextmanager
    def admitted(self) -> Iterator[Callable[[int], None]]:
        """Count a request as open inside the context; give ``hold(n_bytes)``, which reserves memory.

        Raise :class:`RequestError` if too many requests are open, or all together hold too much.
        """
        if self.n_open >= self.options.max_waiting:
            raise RequestError("busy", f"{self.n_open} requests are waiting already")
        held = 0

        def hold(n_bytes: int) -> None:
            nonlocal held
            if self._n_bytes + n_bytes > self.options.max_waiting_bytes:
                raise RequestError("busy", "the server holds as many bytes of requests as it may")
            held += n_bytes
            self._n_bytes += n_bytes

        self.n_open += 1
        try:
            yield hold
        finally:
            self.n_open -= 1
            self._n_bytes -= held

    async def work(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function in a thread for computation."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    async def work_on_page(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function in a process for pages, or in a thread without processes.

        All that is passed to a process is pickled. Raise :class:`RequestError` if the function raised an
        error in its process, or the process ended.
        """
        if self._workers is None:
            return await self.work(function, *args)
        answer: T | Failure | Problem = await asyncio.wrap_future(self._workers.submit((function, args)))
        if isinstance(answer, Failure):
            raise RequestError(answer.error, answer.message)
        if isinstance(answer, Problem):
            _LOG.error("%s: %s", answer.error, answer.reason)
            if answer.error == "PageTimeout":
                raise RequestError(
                    "page_timeout", f"the page was not done within {self.options.timeout_s:g} s"
                )
            raise RequestError("internal", answer.reason)
        return answer

    async def work_on_kept(self, function: Callable[..., T], request: Mapping[str, Any]) -> T:
        """Run ``function(request, pages)`` in a thread for fetching; ``can_draw`` is added to the request."""
        whole = {**request, "can_draw": await asyncio.to_thread(can_draw)}
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._fetchers, function, whole, self.pages)

    async def read_page(self, request: Mapping[str, Any]) -> GivenPage:
        """Return the page that a checked request names by ``html``, ``file`` or ``url``.

        ``file`` is Base64, or bytes for a body that is the page itself. With ``draw`` a browser opens
        the URL; with ``kept`` a page that was fetched a short time ago will do.

        Raise :class:`FetchError` if the page cannot or may not be fetched, :class:`RequestError` if the
        server has no browser to draw it, :class:`PageTooLargeError` if it is larger than the server takes.
        """
        url, encoding, fetched = (request.get(name) for name in ("url", "encoding", "fetched"))
        if "html" in request:
            page = GivenPage(request["html"], url, encoding=encoding, fetched=fetched)
        elif "file" in request:
            file = request["file"]
            data = file if isinstance(file, bytes) else base64.b64decode(file)
            page = GivenPage(data, url, request.get("charset"), encoding, fetched=fetched)
        else:
            visit = drawn(request["url"]) if request.get("draw") else RecipeVisit(url=request["url"])
            if not request.get("kept"):
                self.pages.forget(visit)
            pool = self._drawer if visit.needs_browser else self._fetchers
            kept = await asyncio.get_running_loop().run_in_executor(pool, self.pages.get, visit)
            answer, fetched = kept.response, kept.fetched
            page = GivenPage(answer.body, answer.url, answer.charset, encoding, fetched=fetched)
        if len(page.html) > self.options.max_bytes:
            raise PageTooLargeError(f"the page has more than {self.options.max_bytes:,} bytes", stage="read")
        return page

    def begin(self) -> None:
        """Start the processes for pages."""
        if self._workers is not None:
            self._workers.begin((bool, ()))

    def go_on(self) -> None:
        """Continue what an earlier server left: unfinished runs, and schedules; needs the event loop."""
        if self.options.data:
            self.runs.resume()
        self.schedules.begin()

    async def close(self) -> None:
        """Stop the runs, cancel the batches, end the processes and threads."""
        await self.jobs.close()
        await self.schedules.close()
        await self.runs.close()
        await asyncio.to_thread(self.data.close)
        if self._workers is not None:
            self._workers.close()
        for pool in (self._threads, self._fetchers, self._drawer):
            pool.shutdown(wait=False, cancel_futures=True)


@cache
def can_draw() -> bool:
    """Return True if the server has a browser and the library that drives it."""
    from maintext.browser import NoBrowserError, find_browser  # noqa: PLC0415 - loaded only to draw

    try:
        return bool(find_browser()) and find_spec("playwright") is not None
    except NoBrowserError:
        return False


# -- batches in memory --------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Job:
    """Hold the progress and the results of one batch.

    ``id`` is random, so that nobody guesses it. ``status`` is waiting, running, done or cancelled.
    ``records`` has the JSON of each finished page by its place in the request. ``outcomes`` counts pages;
    those that could not be read are ``error``.
    """

    id: str
    n_items: int
    status: str = "waiting"
    records: dict[int, bytes] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    n_bytes: int = 0  # of the records
    task: asyncio.Task[None] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the progress as plain values."""
        found = {"id": self.id, "status": self.status, "n_items": self.n_items, "n_done": len(self.records)}
        return found | {"outcomes": dict(self.outcomes)}


class Jobs:
    """Run batches one after another; new ones replace the oldest finished ones."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()

    def __getitem__(self, number: str) -> Job:
        """Return a batch by its id.

        Raise :class:`RequestError` if there is no such batch, or no longer.
        """
        if number not in self._jobs:
            raise RequestError("not_found", "there is no such batch, or no longer")
        return self._jobs[number]

    def start(self, request: Mapping[str, Any]) -> Job:
        """Add a batch.

        Raise :class:`RequestError` if too many batches are unfinished.
        """
        over = [job for job in self._jobs.values() if job.status == "done"]
        while len(self._jobs) >= self._state.options.max_jobs:
            if not over:
                raise RequestError("too_many_jobs", f"{len(self._jobs)} batches are unfinished")
            del self._jobs[over.pop(0).id]
        job = Job(secrets.token_hex(16), len(request["items"]))
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run_job(job, request))
        return job

    async def cancel(self, number: str) -> Job:
        """Stop a batch and forget its results."""
        job = self[number]
        del self._jobs[number]
        if job.task is not None and job.status != "done":
            job.task.cancel()
            await asyncio.gather(job.task, return_exceptions=True)
            job.status = "cancelled"
        return job

    async def close(self) -> None:
        """Stop all batches."""
        for number in list(self._jobs):
            await self.cancel(number)

    async def _run_job(self, job: Job, request: Mapping[str, Any]) -> None:
        async with self._turn:
            job.status = "running"
            places = iter(range(job.n_items))
            await asyncio.gather(*(self._work_off(job, request, places) for _ in range(_AT_ONCE)))
            job.status = "done"

    async def _work_off(self, job: Job, request: Mapping[str, Any], places: Iterator[int]) -> None:
        """Work on pages until none are left."""
        settings = {key: value for key, value in request.items() if key != "items"}
        max_bytes = self._state.options.max_bytes
        for place in places:
            item = settings | request["items"][place]
            try:
                source = await self._state.read_page(item)
                outcome, record = await self._state.work_on_page(batch_record, place, item, source, max_bytes)
                self._check_room(len(record))
            except Exception as error:  # noqa: BLE001 - one page must not end the batch
                outcome, record = "error", failed_record(place, item, failure_of(error))
            job.records[place] = record
            job.outcomes[outcome] += 1
            job.n_bytes += len(record)

    def _check_room(self, n_bytes: int) -> None:
        if sum(one.n_bytes for one in self._jobs.values()) + n_bytes > self._state.options.max_result_bytes:
            raise RequestError("busy", "there is no room for more results: delete a batch")
