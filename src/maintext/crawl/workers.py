"""Worker processes that extract pages while the crawl fetches."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from functools import partial

from maintext.batch.item import Problem
from maintext.batch.pool import BatchWorkers
from maintext.batch.record import warm_up
from maintext.crawl.options import CrawlOptions
from maintext.crawl.read import Answer, AnswerReading, read_page
from maintext.options import Options
from maintext.sites.wrapper import Wrapper

__all__ = ["CrawlWorkers"]

Task = tuple[tuple[Answer, ...], dt.datetime]

_LOG = logging.getLogger("maintext.crawl")
_KINDS = {"PageTimeout": "page timeout", "WorkerDied": "worker died"}


class CrawlWorkers:
    """Worker processes, or none; a page that kills its process is an error of that page only.

    With ``options.n_processes`` 0, pages are extracted in the calling thread, where none can be stopped.
    """

    def __init__(self, options: CrawlOptions, extraction: Options, *, wrapper: Wrapper | None = None) -> None:
        read = partial(read_page, options=extraction, robots=options.robots, wrapper=wrapper)
        self._read_task: Callable[[Task], AnswerReading] = partial(_read_safely, read)
        self._processes: BatchWorkers[Task, AnswerReading] | None = None
        if options.n_processes:
            self._processes = BatchWorkers(
                self._read_task,
                n_processes=options.n_processes,
                timeout_s=options.page_timeout_s,
                prepare=warm_up,
            )

    async def read(self, answers: tuple[Answer, ...], fetched: dt.datetime) -> AnswerReading:
        """Extract a page; arguments as for :func:`~maintext.crawl.read.read_page`.

        The reading of a page that took too long or ended its process is an error.

        Raises MethodError: a process ended before it was ready for work.
        """
        if self._processes is None:
            return self._read_task((answers, fetched))
        answer = await asyncio.wrap_future(self._processes.submit((answers, fetched)))
        if isinstance(answer, Problem):
            return AnswerReading(
                result="error", error=_KINDS.get(answer.error, "extraction"), reason=answer.reason
            )
        return answer

    def close(self) -> None:
        """End the processes and drop the waiting pages."""
        if self._processes is not None:
            self._processes.close()


# -- in the process -----------------------------------------------------------------------------------


def _read_safely(read: Callable[..., AnswerReading], task: Task) -> AnswerReading:
    """Read a page; an unexpected exception is the error of this page only."""
    try:
        return read(*task)
    except Exception as error:  # noqa: BLE001 - as of a batch
        _LOG.exception("%s: the page cannot be read", task[0][0].url)
        return AnswerReading(result="error", error="extraction", reason=f"{type(error).__name__}: {error}")
