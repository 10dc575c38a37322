"""Threads with a process each, for work that comes piece by piece, where one piece may hang or end it."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Generic, TypeVar

from maintext.batch.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.batch.item import Problem

__all__ = ["Workers"]

T = TypeVar("T")
R = TypeVar("R")


class Workers(Generic[T, R]):
    """Processes behind threads: each thread hands items to a process of its own, and replaces it if it ends.

    Unlike :func:`~maintext.batch.pool.mapped`, which reads a stream, it takes items one by one, from any
    thread, and gives a future for each. What an item does to its process is told of that item alone.

    Parameters
    ----------
    function
        Called with an item in one of the processes. Picklable, as are the items and what it returns.
    n_processes
        At least 1. They are started by :meth:`begin` or by the first items.
    timeout_s
        A process that takes longer for an item is ended.
    prepare
        Called in every process before its first item, for what is loaded once.
    """

    def __init__(
        self,
        function: Callable[[T], R],
        *,
        n_processes: int,
        timeout_s: float,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        self._function, self._prepare = function, prepare
        self._n_processes, self._timeout_s = n_processes, timeout_s
        self._threads = ThreadPoolExecutor(n_processes, "maintext-worker")
        self._mine = threading.local()
        self._pools: list[Pool[T, R]] = []
        self._is_closed = False
        self._lock = threading.Lock()

    def begin(self, item: T) -> None:
        """Start all processes with an item each, so that no later one waits for a start."""
        all_there = threading.Barrier(self._n_processes)
        for _ in range(self._n_processes):
            self._threads.submit(self._first, all_there, item)

    def submit(self, item: T) -> Future[R | Problem]:
        """Call the function on an item.

        The future has what it returned; or why it did not: an exception of it, the limit of time
        (``PageTimeout``) or the end of its process (``WorkerDied``), as of
        :class:`~maintext.batch.pool.Pool`. Its exception is :class:`~maintext.errors.MethodError` when a
        process ended before it was ready for work.
        """
        return self._threads.submit(self._asked, item)

    def close(self) -> None:
        """End the processes; what waits is dropped, what is under way becomes a problem."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._is_closed = True
            for pool in self._pools:
                pool.kill()

    def _first(self, all_there: threading.Barrier, item: T) -> None:
        all_there.wait(self._timeout_s)  # else one thread would take several of these items
        self._asked(item)

    def _asked(self, item: T) -> R | Problem:
        ((_, answer),) = self._pool().mapped([item])
        return answer

    def _pool(self) -> Pool[T, R]:
        """Return this thread's process."""
        pool: Pool[T, R] | None = getattr(self._mine, "pool", None)
        if pool is not None and pool.is_fit:
            return pool
        with self._lock:
            if self._is_closed:
                raise CancelledError
            new: Pool[T, R] = Pool(
                self._function, n_processes=1, timeout_s=self._timeout_s, prepare=self._prepare
            )
            self._pools = [*(other for other in self._pools if other is not pool), new]
        self._mine.pool = new
        return new
