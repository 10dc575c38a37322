"""Processes that extract pages while another one fetches."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING

from maintext.crawl.read import Answer, Reading, read_page
from maintext.options import Options

if TYPE_CHECKING:
    import datetime as dt

    from maintext.site.wrapper import Wrapper

__all__ = ["Workers"]

_WARM_UP = Answer(
    "http://localhost/", b"<title>One</title><p>One sentence of a few words, and a second one.</p>"
)


class Workers:
    """A pool of processes, or none; what a page does to a process does not stop the crawl.

    Parameters
    ----------
    n_processes
        0 extracts in the calling thread.
    options
        Of the extraction.
    robots
        Obey what pages say to robots.
    wrapper
        Rules of the site, ``None`` for none.
    """

    def __init__(
        self, n_processes: int, options: Options, *, robots: bool, wrapper: Wrapper | None = None
    ) -> None:
        self._n, self._options = n_processes, options
        self._read = partial(read_page, robots=robots, wrapper=wrapper)
        self._pool = self._new_pool()

    def submit(self, answers: tuple[Answer, ...], fetched: dt.datetime) -> Future[Reading]:
        """Extract a page; the future has the reading.

        Its exception is :class:`BrokenProcessPool` when a process died; then try once more.
        """
        if self._pool is None:
            done: Future[Reading] = Future()
            done.set_result(self._read(answers, fetched, self._options))
            return done
        try:
            return self._pool.submit(self._read, answers, fetched, self._options)
        except BrokenProcessPool:
            self._pool = self._new_pool()
            assert self._pool is not None  # noqa: S101 - as before
            return self._pool.submit(self._read, answers, fetched, self._options)

    def close(self) -> None:
        """End the processes; what they have not begun is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor | None:
        if not self._n:
            return None
        # Not forked: this process has threads and a reactor.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._n, context, _begin)


def _begin() -> None:
    """End with the parent, even when that is killed; load the model, so that no page waits for it."""
    import datetime as dt  # noqa: PLC0415
    import signal  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us after its last commit
    threading.Thread(target=_end_with_parent, daemon=True).start()
    read_page((_WARM_UP,), dt.datetime.now(dt.UTC), Options(), robots=True)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
