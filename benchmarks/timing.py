"""CPU time of cases that take turns on a few pages, in a process of their own.

The process is sent a batch of pages. There, each case runs through the batch, page after page as a crawl
does, then the next case, and so for several rounds; of each page the median over the rounds counts. So
whatever else the machine does, it does to all cases, and no case finds the processor's caches full of
another's things on every page. Time is the CPU time of the process (all its threads), not what the clock
on the wall says.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import time
from collections import defaultdict
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING, Self

from benchmarks.cases import case_of, stages
from benchmarks.pages import SMALLEST, made_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from benchmarks.cases import Case

__all__ = ["STAGE", "Clock", "Times", "timed"]

STAGE = "stage: "
"""What the names of stages begin with."""

Times = dict[str, float]
"""Median CPU milliseconds of each case on one page; of one that failed, the time up to that is negative."""

_ENOUGH_MS = 60  # a case that took this long on a page is not run again on it: its time is known well


def _once(case: Case) -> Callable[[str, str | None], Times]:
    """A case that tells its own time."""

    def run(html: str, url: str | None) -> Times:
        start = time.process_time()
        sign = 1
        try:
            case(html, url)  # the result is dropped here: to free a tree is a part of the cost
        except Exception:  # noqa: BLE001 - a page that a peer cannot do is counted, not the end
            sign = -1
        return {"": sign * (time.process_time() - start) * 1000}

    return run


def timed(
    cases: dict[str, Callable[[str, str | None], Times]],
    pages: Sequence[tuple[str, str | None]],
    n_rounds: int,
) -> list[Times]:
    """Return for each page the medians of each case.

    Each run gets a copy of the page of its own: a text keeps its UTF-8 form once somebody asked for
    it, and the next would have it for nothing. A page on which a case has used 60 ms is left out of
    its further rounds.
    """
    samples: list[dict[str, list[float]]] = [defaultdict(list) for _ in pages]
    names = list(cases)
    for turn in range(n_rounds):
        first = turn * len(names) // n_rounds
        for name in names[first:] + names[:first]:
            gc.collect()  # what others left is not theirs to free
            for (html, url), own in zip(pages, samples, strict=True):
                if sum(map(abs, own.get(name, ()))) < _ENOUGH_MS:
                    for part, ms in cases[name](html[:-1] + html[-1:], url).items():
                        own[name + part].append(ms)
    return [{name: median(values) for name, values in own.items()} for own in samples]


class Clock:
    """A process of its own that times cases.

    Parameters
    ----------
    names
        Cases, see :func:`~benchmarks.cases.case_of`.
    with_stages
        Time the stages as well; their names begin with :data:`STAGE`.
    """

    def __init__(self, names: Sequence[str], *, with_stages: bool = False) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(theirs, list(names), with_stages), daemon=True)
        with _one_thread():
            self._process.start()
        theirs.close()  # so that the end of the process ends the waiting for an answer

    def times(self, pages: Sequence[tuple[str, str | None]], n_rounds: int) -> list[Times]:
        """Return :func:`timed` of a batch of pages, each its markup and its address."""
        self._pipe.send((pages, n_rounds))
        answer: list[Times] = self._pipe.recv()
        return answer

    def close(self) -> None:
        """End the process."""
        self._pipe.send(None)
        self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Have numpy use one thread in the process that is started now."""
    name = "OPENBLAS_NUM_THREADS"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _serve(pipe: Connection, names: list[str], with_stages: bool) -> None:
    """Answer batches of pages with times until ``None`` comes."""
    logging.disable(logging.CRITICAL)  # some peers complain about pages
    cases = {name: _once(case_of(name)) for name in names}
    if with_stages:
        cases[STAGE] = stages
    timed(cases, [(made_page(4 * SMALLEST), None)], 2)  # models are read, tables made at the first call
    gc.collect()
    gc.freeze()  # what lives until the end is not looked at before every turn
    while (asked := pipe.recv()) is not None:
        pipe.send(timed(cases, *asked))
