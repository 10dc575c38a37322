"""Processes that pages are worked on in: each has a core of its own, and one that hangs can be ended."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import Failure, RequestError, failure_of
from maintext.batch.item import Problem
from maintext.batch.pool import BatchWorkers
from maintext.batch.record import warm_up

if TYPE_CHECKING:
    from collections.abc import Callable

    Task = tuple[Callable[..., Any], tuple[Any, ...]]

__all__ = ["Workers"]

_LOG = logging.getLogger(__name__)


class Workers:
    """Processes for the requests of a server, with its errors.

    Parameters
    ----------
    n_workers
        Processes, at least 1. They are started by :meth:`begin` or by the first tasks.
    timeout_s
        A process that takes longer for a task is ended.
    """

    def __init__(self, n_workers: int, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._workers: BatchWorkers[Task, Any] = BatchWorkers(
            _called, n_processes=n_workers, timeout_s=timeout_s, prepare=warm_up
        )

    def begin(self) -> None:
        """Start all processes, so that no request waits for one."""
        self._workers.begin((_ready, ()))

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in one of the processes; it, its arguments and its answer are pickled.

        Raises
        ------
        RequestError
            What the function raised, as a client is told; or its process ended.
        """
        answer = await asyncio.wrap_future(self._workers.submit((function, args)))
        if isinstance(answer, Failure):
            raise RequestError(answer.error, answer.message)
        if isinstance(answer, Problem):
            _LOG.error("%s: %s", answer.error, answer.reason)
            if answer.error == "PageTimeout":
                raise RequestError("busy", f"the page was not done within {self._timeout_s:g} s")
            raise RequestError("internal", answer.reason)
        return answer

    def close(self) -> None:
        """End the processes; what waits is dropped."""
        self._workers.close()


# -- in the process -----------------------------------------------------------------------------------


def _ready() -> bool:
    return True


def _called(task: Task) -> Any:
    function, args = task
    try:
        return function(*args)
    except Exception as error:  # noqa: BLE001 - whatever a page does, the server goes on
        failure = failure_of(error)
        if failure.error == "internal":
            _LOG.exception("%s", function.__name__)
        return failure
