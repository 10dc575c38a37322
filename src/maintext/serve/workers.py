"""Processes that pages are worked on in: each has a core of its own, and one that hangs can be ended."""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from maintext.batch.item import Problem
from maintext.batch.pool import Pool
from maintext.batch.record import warm_up
from maintext.serve.failure import Failure, RequestError, failure_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Workers"]

_LOG = logging.getLogger(__name__)


class Workers:
    """Processes behind threads: each thread hands tasks to a process of its own, and replaces it if it ends.

    Parameters
    ----------
    n_workers
        Processes, at least 1. They are started by :meth:`begin` or by the first tasks.
    timeout_s
        A process that takes longer for a task is ended.
    """

    def __init__(self, n_workers: int, timeout_s: float) -> None:
        self._n_workers, self._timeout_s = n_workers, timeout_s
        self._threads = ThreadPoolExecutor(n_workers, "maintext-worker")
        self._mine = threading.local()
        self._pools: list[Pool[Any, Any]] = []

    def begin(self) -> None:
        """Start all processes, so that no request waits for one."""
        all_there = threading.Barrier(self._n_workers)
        for _ in range(self._n_workers):
            self._threads.submit(self._first, all_there)

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in one of the processes; it, its arguments and its answer are pickled.

        Raises
        ------
        RequestError
            What the function raised, as a client is told; or its process ended.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._asked, function, args)

    def close(self) -> None:
        """End the processes; what waits is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools:
            pool.kill()

    def _first(self, all_there: threading.Barrier) -> None:
        all_there.wait(self._timeout_s)  # else one thread would take several of these calls
        self._asked(_ready, ())

    def _asked(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        ((_, answer),) = self._pool().mapped([(function, args)])
        if isinstance(answer, Failure):
            raise RequestError(answer.error, answer.message)
        if isinstance(answer, Problem):
            _LOG.error("%s: %s", answer.error, answer.reason)
            if answer.error == "PageTimeout":
                raise RequestError("busy", f"the page was not done within {self._timeout_s:g} s")
            raise RequestError("internal", answer.reason)
        return answer

    def _pool(self) -> Pool[Any, Any]:
        """Return this thread's process."""
        pool: Pool[Any, Any] | None = getattr(self._mine, "pool", None)
        if pool is None or not pool.is_fit:
            pool = Pool(_called, n_processes=1, timeout_s=self._timeout_s, prepare=warm_up)
            self._mine.pool = pool
            self._pools.append(pool)
        return pool


# -- in the process -----------------------------------------------------------------------------------


def _ready() -> bool:
    return True


def _called(task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, args = task
    try:
        return function(*args)
    except Exception as error:  # noqa: BLE001 - whatever a page does, the server goes on
        failure = failure_of(error)
        if failure.error == "internal":
            _LOG.exception("%s", function.__name__)
        return failure
