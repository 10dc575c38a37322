"""Worker processes that survive a page that hangs or kills them.

``concurrent.futures`` breaks as a whole when one process ends, and cannot stop a call. Here each process
has its own pipe and answers page by page, so the parent knows which page each process works on. A process
that exceeds the time limit or ends is replaced. Its page becomes a :class:`~maintext.batch.item.Problem`,
and the pages it had not begun go to the new process.

Processes are spawned: fork copies locks that numpy's threads may hold. A process whose parent was killed
ends at the next page; a C timer ends it if that page never does.
"""
# No library in its place: multiprocessing waits for ever for a killed process, concurrent.futures and mpire
# end as a whole with one process or late page, billiard has no time limit in imap, and pebble is LGPL.

from __future__ import annotations

import faulthandler
import gc
import math
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from maintext.batch.item import Problem
from maintext.errors import MethodError

__all__ = ["BatchWorkers", "Pool", "call_safely"]

T = TypeVar("T")
R = TypeVar("R")
_Prepare = Callable[[], object] | None

_CHUNK_ITEMS = 16  # some 150 ms of work: sending one costs less than 1 % of it
_CHUNK_BYTES = 2_000_000  # so that sixteen of the largest pages do not fill the memory
_AHEAD_ITEMS = 2048  # how far the others may be before the slowest, where the order is kept
_BACKSTOP = 3  # times the limit after which a process that nobody stops ends itself
_ENDING_S = 5.0  # for a process to end by itself when there is no more work
# Threads of linear algebra in every process would fight for the cores.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
_environment = threading.Lock()


def _restore_order(results: Iterator[tuple[int, R]]) -> Iterator[tuple[int, R]]:
    waiting: list[tuple[int, Any]] = []
    following = 0
    for result in results:
        heappush(waiting, result)
        while waiting and waiting[0][0] == following:
            yield heappop(waiting)
            following += 1


class _PoolWorker(Generic[T]):
    """A process with its pipe and the items it has not answered; it works on the first of them."""

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve_items, args=(theirs, *arguments), daemon=True)
        with _one_thread():
            self.process.start()
        theirs.close()
        self.chunk: deque[tuple[int, T]] = deque()
        self.is_ready = False
        self.since = 0.0

    @property
    def is_idle(self) -> bool:
        return self.is_ready and not self.chunk

    def give(self, chunk: deque[tuple[int, T]]) -> None:
        self.chunk, self.since = chunk, time.monotonic()
        # A process that has just ended is seen when its pipe is read.
        with suppress(OSError):
            self.pipe.send(len(chunk))
            for _, item in chunk:  # for one large message, each of its reads would allocate all of it
                self.pipe.send(item)


class Pool(Generic[T, R]):
    """Worker processes that call a function on items, with a time limit for each call; for several runs.

    Parameters
    ----------
    function
        Picklable, as are the items and results. Its exceptions become problems.
    n_processes
        At least 1; even a single worker is a separate process, since only that can be stopped.
    timeout_s
        Limit of one call, in seconds of wall-clock time.
    prepare
        Called in each process before its first item.
    """

    def __init__(
        self, function: Callable[[T], R], *, n_processes: int, timeout_s: float, prepare: _Prepare = None
    ) -> None:
        self._arguments = (function, prepare, timeout_s * _BACKSTOP)
        self._n_processes, self._timeout_s = n_processes, timeout_s
        self._workers: list[_PoolWorker[T]] = []
        self._ahead: deque[deque[tuple[int, T]]] = deque()
        self._n_chunks = 0

    def __enter__(self) -> Pool[T, R]:
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        self.close(at_once=kind is not None)

    def close(self, *, at_once: bool = False) -> None:
        """End the processes; those without work end by themselves, unless ``at_once``."""
        for worker in self._workers:
            worker.pipe.close()
            if not at_once and worker.is_idle:
                worker.process.join(_ENDING_S)
        self.kill()  # all of them before the first wait, which another interrupt may end
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()
        self._ahead.clear()

    def kill(self) -> None:
        """Kill the processes; a run in another thread turns the items under way into problems and ends."""
        for worker in self._workers:
            worker.process.kill()

    def map_with_timeout(
        self, items: Iterable[T], *, ordered: bool = True, size_of: Callable[[T], int] | None = None
    ) -> Generator[tuple[int, R | Problem], None, None]:
        """Yield the index of each item from 0, with its result or problem.

        Items are read as needed; exceptions while reading are raised here. At most 16 items or 2 MB per
        process, and as much waiting, are in memory (or one larger item); with ``ordered``, up to 2,048
        results too. Otherwise results come as they finish. ``size_of`` is the size of an item in bytes: fewer
        large items than small ones are sent at once.

        Raises MethodError: a process ended before it was ready for work: mostly a script without
        ``if __name__ == "__main__":``.
        """
        if self._ahead or any(worker.chunk for worker in self._workers):  # a run was abandoned
            self.close(at_once=True)
        sized = ((item, size_of(item) if size_of else 0) for item in items)
        results = self._run_items(sized, _AHEAD_ITEMS if ordered else math.inf)
        yield from _restore_order(results) if ordered else results

    def _run_items(self, items: Iterable[tuple[T, int]], window: float) -> Iterator[tuple[int, R | Problem]]:
        """Yield results as they finish; no item starts ``window`` or more after the slowest."""
        stream = enumerate(items)
        is_read = False
        while True:
            if len(self._ahead) < self._n_processes and not is_read:
                chunk = self._next_chunk(stream)
                is_read = not chunk
                if chunk:
                    self._ahead.append(chunk)
            self._hand_out(window)
            if is_read and not self._ahead and not any(worker.chunk for worker in self._workers):
                return
            is_full = is_read or len(self._ahead) >= self._n_processes
            yield from self._receive_results(is_full=is_full)
            yield from self._stop_overdue()

    def _next_chunk(self, stream: Iterator[tuple[int, tuple[T, int]]]) -> deque[tuple[int, T]]:
        """Read items for one process: few at first, so that all processes start soon."""
        n_items = min(_CHUNK_ITEMS, 1 << min(self._n_chunks // self._n_processes, 8))
        self._n_chunks += 1
        chunk: deque[tuple[int, T]] = deque()
        n_bytes = 0
        for index, (item, size_bytes) in stream:
            chunk.append((index, item))
            n_bytes += size_bytes
            if len(chunk) >= n_items or n_bytes >= _CHUNK_BYTES:
                break
        return chunk

    def _hand_out(self, window: float) -> None:
        while self._ahead:
            first = self._ahead[0][0][0]
            if first - min((one.chunk[0][0] for one in self._workers if one.chunk), default=first) >= window:
                return
            if worker := next((worker for worker in self._workers if worker.is_idle), None):
                worker.give(self._ahead.popleft())
                continue
            n_starting = sum(not worker.is_ready for worker in self._workers)
            if len(self._workers) == self._n_processes or n_starting >= len(self._ahead):
                return
            self._workers.append(_PoolWorker(self._arguments))

    def _receive_results(self, *, is_full: bool) -> Iterator[tuple[int, R | Problem]]:
        """Yield what the processes answer; if no more items are wanted, wait until a page may be too late."""
        by_pipe: dict[Any, _PoolWorker[T]] = {worker.pipe: worker for worker in self._workers}
        starts = [worker.since for worker in self._workers if worker.chunk]
        left_s = max(0.0, min(starts) + self._timeout_s - time.monotonic()) if starts else None
        patience_s = left_s if is_full else 0.0
        for pipe in wait(list(by_pipe), patience_s):
            worker = by_pipe[pipe]
            try:
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._replace_dead(worker)
                continue
            worker.since = time.monotonic()
            if worker.is_ready:
                yield worker.chunk.popleft()[0], answer
            worker.is_ready = True

    def _stop_overdue(self) -> Iterator[tuple[int, R | Problem]]:
        now = time.monotonic()
        for worker in list(self._workers):
            # An answer that nobody has read yet was in time.
            if worker.chunk and now - worker.since > self._timeout_s and not worker.pipe.poll():
                self._stop_worker(worker)
                reason = f"not done after {self._timeout_s:g} s; raise --page-timeout to wait longer"
                yield self._give_up_item(worker, Problem("PageTimeout", reason))

    def _replace_dead(self, worker: _PoolWorker[T]) -> Iterator[tuple[int, R | Problem]]:
        worker.process.join(_ENDING_S)
        end = self._stop_worker(worker)
        if not worker.is_ready:
            raise MethodError(
                f"a process ended before it could work ({end}); a script must begin such"
                " work under  if __name__ == '__main__':",
                stage="batch",
            )
        if worker.chunk:  # else it ended between two chunks: no page is to blame
            yield self._give_up_item(worker, Problem("WorkerDied", f"the process ended on this page ({end})"))

    def _stop_worker(self, worker: _PoolWorker[T]) -> str:
        """Kill a process; return how it ended."""
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        code = worker.process.exitcode
        with suppress(ValueError):
            return signal.Signals(-(code or 0)).name
        return f"exit code {code}"

    def _give_up_item(self, worker: _PoolWorker[T], problem: Problem) -> tuple[int, Problem]:
        """Return the problem of the page in work; a new process will take the others."""
        index, _ = worker.chunk.popleft()
        if worker.chunk:
            self._ahead = deque(sorted((worker.chunk, *self._ahead), key=lambda chunk: chunk[0][0]))
        return index, problem


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let new processes use one thread for linear algebra, unless the user set the variables."""
    # The environment is that of all threads: one that looks while another has set it would find ours.
    with _environment:
        added = [name for name in _ONE_THREAD if name not in os.environ]
        os.environ.update(dict.fromkeys(added, "1"))
        try:
            yield
        finally:
            for name in added:
                os.environ.pop(name, None)


# -- in the process -----------------------------------------------------------------------------------


def _serve_items(
    pipe: Connection[Any, Any], function: Callable[[Any], Any], prepare: _Prepare, backstop_s: float
) -> None:
    """Answer chunks of items, one message per result, until the pipe is closed."""
    # Sent to the whole group, a signal is for the parent, which ends its processes: one that ended before
    # the parent does would make an error of its page.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_IGN)
    if prepare is not None:
        prepare()
    gc.collect()
    gc.freeze()  # modules and models stay: collections need not visit them
    with open(os.devnull, "w") as nowhere, suppress(EOFError, OSError):  # noqa: PTH123
        pipe.send(None)
        while True:
            for item in [pipe.recv() for _ in range(pipe.recv())]:
                faulthandler.dump_traceback_later(backstop_s, exit=True, file=nowhere)
                result = call_safely(function, item)
                faulthandler.cancel_dump_traceback_later()
                pipe.send(result)


def call_safely(function: Callable[[Any], Any], item: Any) -> Any:
    """Return what a function makes of an item, or the exception that it raises as a problem."""
    try:
        return function(item)
    except Exception as error:  # noqa: BLE001 - one page does not end a batch
        return Problem(type(error).__name__, str(error) or "no reason is given")


class BatchWorkers(Generic[T, R]):
    """Threads with one worker process each, for items that arrive one by one.

    Unlike :class:`Pool`, it accepts items from any thread and returns a future for each. The
    processes are started by :meth:`begin` or by the first items. Arguments are as for :class:`Pool`.
    """

    def __init__(
        self, function: Callable[[T], R], *, n_processes: int, timeout_s: float, prepare: _Prepare = None
    ) -> None:
        self._threads = ThreadPoolExecutor(n_processes, "maintext-worker")
        self._pools: list[Pool[T, R]] = [
            Pool(function, n_processes=1, timeout_s=timeout_s, prepare=prepare) for _ in range(n_processes)
        ]
        self._idle: SimpleQueue[Pool[T, R]] = SimpleQueue()
        for pool in self._pools:
            self._idle.put(pool)
        self._is_closed = False

    def begin(self, item: T) -> None:
        """Start all processes with one item each, so that later items need not wait for a start."""
        for _ in self._pools:  # the process that was idle for longest takes the next item
            self.submit(item)

    def submit(self, item: T) -> Future[R | Problem]:
        """Call the function on an item; return a future of its result or problem.

        The future raises :class:`~maintext.errors.MethodError` if a process ended before it was ready.
        """
        return self._threads.submit(self._run_item, item)

    def close(self) -> None:
        """End the processes: waiting items are dropped, items under way become problems."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for pool in self._pools:
            pool.kill()

    def _run_item(self, item: T) -> R | Problem:
        if self._is_closed:
            raise CancelledError
        pool = self._idle.get()
        try:
            ((_, answer),) = pool.map_with_timeout([item])
        finally:
            self._idle.put(pool)
        return answer
