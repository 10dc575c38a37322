"""Processes that work on pages; one that hangs is ended."""

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

__all__ = ["WorkbenchWorkers"]

_LOG = logging.getLogger(__name__)


class WorkbenchWorkers:
    """Run functions in processes, and report their errors as a server does.

    Parameters
    ----------
    n_workers
        Number of processes, at least 1. :meth:`begin` or the first tasks start them.
    timeout_s
        A process that takes longer for a task is ended.
    """

    def __init__(self, n_workers: int, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._workers: BatchWorkers[Task, Any] = BatchWorkers(
            _call_task, n_processes=n_workers, timeout_s=timeout_s, prepare=warm_up
        )

    def begin(self) -> None:
        """Start all processes, so that no request waits for a start."""
        self._workers.begin((_is_ready, ()))

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function in one of the processes; all that is passed is pickled.

        Raise :class:`RequestError` if the function raised an error, or its process ended.
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
        """End the processes, and drop waiting tasks."""
        self._workers.close()


# -- in the process -----------------------------------------------------------------------------------


def _is_ready() -> bool:
    return True


def _call_task(task: Task) -> Any:
    function, args = task
    try:
        return function(*args)
    except Exception as error:  # noqa: BLE001 - whatever a page does, the server goes on
        failure = failure_of(error)
        if failure.error == "internal":
            _LOG.exception("%s", function.__name__)
        return failure
