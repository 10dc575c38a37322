"""Batches: many pages in one request, worked on in the background, results kept in memory."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import RequestError, failure_of
from maintext.app.workbench.source import read_source
from maintext.app.workbench.tasks import batch_record, failed_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.app.workbench.bench import Bench

__all__ = ["Job", "Jobs"]

_AT_ONCE = 4
"""Pages of one batch that are fetched or wait for a thread at the same time."""


@dataclass(slots=True, eq=False)
class Job:
    """One batch.

    Attributes
    ----------
    id
        Made at random, so that nobody guesses it.
    n_items
        Pages in it.
    status
        ``waiting``, ``running``, ``done`` or ``cancelled``.
    records
        JSON of each page that is done, by its place in the request.
    outcomes
        How often each outcome came; ``error`` for pages that could not be read.
    n_bytes
        Bytes of the records.
    """

    id: str
    n_items: int
    status: str = "waiting"
    records: dict[int, bytes] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    n_bytes: int = 0
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether no more records will come."""
        return self.status in {"done", "cancelled"}

    def to_dict(self) -> dict[str, Any]:
        """Return the progress as plain values."""
        return {
            "id": self.id,
            "status": self.status,
            "n_items": self.n_items,
            "n_done": len(self.records),
            "outcomes": dict(self.outcomes),
        }

    def keep(self, place: int, outcome: str, record: bytes) -> None:
        """Add the record of a page."""
        self.records[place] = record
        self.outcomes[outcome] += 1
        self.n_bytes += len(record)


class Jobs:
    """The batches of a server: one runs at a time, the others wait; the oldest finished one makes room."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()

    def __getitem__(self, number: str) -> Job:
        """Return a batch.

        Raises
        ------
        RequestError
            There is none of this id, or no longer.
        """
        if number not in self._jobs:
            raise RequestError("not_found", "there is no such batch, or no longer")
        return self._jobs[number]

    def start(self, request: Mapping[str, Any]) -> Job:
        """Take on a batch.

        Raises
        ------
        RequestError
            There is no room: so many are unfinished.
        """
        self._make_room()
        job = Job(secrets.token_hex(16), len(request["items"]))
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job, request))
        return job

    async def cancel(self, number: str) -> Job:
        """Stop a batch and forget its results."""
        job = self[number]
        del self._jobs[number]
        if job.task is not None and not job.is_over:
            job.task.cancel()
            await asyncio.gather(job.task, return_exceptions=True)
            job.status = "cancelled"
        return job

    async def close(self) -> None:
        """Stop all batches."""
        for number in list(self._jobs):
            await self.cancel(number)

    def _make_room(self) -> None:
        over = [job for job in self._jobs.values() if job.is_over]
        while len(self._jobs) >= self._bench.options.max_jobs:
            if not over:
                raise RequestError("too_many_jobs", f"{len(self._jobs)} batches are unfinished")
            del self._jobs[over.pop(0).id]

    async def _run(self, job: Job, request: Mapping[str, Any]) -> None:
        async with self._turn:
            job.status = "running"
            places = iter(range(job.n_items))
            workers = [self._take(job, request, places) for _ in range(_AT_ONCE)]
            await asyncio.gather(*workers)
            job.status = "done"

    async def _take(self, job: Job, request: Mapping[str, Any], places: Any) -> None:
        """Do pages until there are none left."""
        settings = {key: value for key, value in request.items() if key != "items"}
        for place in places:
            item = request["items"][place]
            outcome, record = await self._record(place, settings | item)
            n_bytes = sum(one.n_bytes for one in self._jobs.values())
            if n_bytes + len(record) > self._bench.options.max_result_bytes:
                full = RequestError("busy", "there is no room for more results: delete a batch")
                outcome, record = "error", failed_record(place, item, full.failure)
            job.keep(place, outcome, record)

    async def _record(self, place: int, request: Mapping[str, Any]) -> tuple[str, bytes]:
        try:
            source = await read_source(self._bench, request)
            max_bytes = self._bench.options.max_bytes
            return await self._bench.work_on_page(batch_record, place, request, source, max_bytes)
        except Exception as error:  # noqa: BLE001 - one page must not end the batch
            return "error", failed_record(place, request, failure_of(error))
