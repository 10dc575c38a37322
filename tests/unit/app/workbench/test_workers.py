"""Processes that pages are worked on in: the same answers, and what ends one ends nothing else."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
import urllib3
from tests.browser.serving import serving
from tests.tiny import ARTICLE
from tests.unit.app.workbench.made import break_down, die, hang, number, refuse

from maintext.app.workbench import ServeOptions
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.state import AppState

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator


@pytest.fixture(scope="module")
def workers() -> Iterator[AppState]:
    two = AppState(ServeOptions(n_workers=2, timeout_s=5.0))
    two.begin()
    yield two
    run(two.close())


def run(wanted: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread of its own: browser tests leave a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, wanted).result()


def asked(workers: AppState, function: Callable[[], None]) -> str:
    with pytest.raises(RequestError) as raised:
        run(workers.work_on_page(function))
    return raised.value.failure.error


def test_tasks_run_in_two_other_processes(workers: AppState) -> None:
    async def several() -> list[tuple[int, int]]:
        return list(await asyncio.gather(*(workers.work_on_page(number, i) for i in range(6))))

    answers = run(several())
    assert [of for _, of in answers] == list(range(6))
    processes = {pid for pid, _ in answers}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_what_a_task_raises_is_told_to_the_client(workers: AppState) -> None:
    assert asked(workers, refuse) == "not_html"
    assert asked(workers, break_down) == "internal"


@pytest.mark.parametrize(("function", "code"), [(die, "internal"), (hang, "page_timeout")])
def test_a_process_that_ends_or_hangs_is_replaced(
    workers: AppState, function: Callable[[], None], code: str
) -> None:
    assert asked(workers, function) == code
    assert asked(workers, function) == code  # whichever process it was, the other one too
    assert run(workers.work_on_page(number, 7))[1] == 7


def test_closing_ends_what_is_under_way() -> None:
    one = AppState(ServeOptions(n_workers=1, timeout_s=30.0))

    async def closed_meanwhile() -> str:
        await one.work_on_page(number, 1)
        task = asyncio.ensure_future(one.work_on_page(hang))
        await asyncio.sleep(0.5)
        await one.close()
        with pytest.raises(RequestError) as raised:
            await task
        return raised.value.failure.error

    start = time.monotonic()
    assert run(closed_meanwhile()) == "internal"
    assert time.monotonic() - start < 25


def test_pages_are_the_same_as_with_threads() -> None:
    answers = []
    for n_workers in (0, 2):
        with serving(ServeOptions(n_workers=n_workers)) as base:
            for path in ("extract", "look", "compare"):
                answer = urllib3.request("POST", f"{base}/api/{path}", json={"html": ARTICLE}, timeout=60)
                assert answer.status == 200
                answers.append(answer.json())
            refused = urllib3.request("POST", f"{base}/api/extract", json={"html": "%PDF-1.4 \x00\x01"})
            answers.append(refused.json())
    for record in answers:
        for name in ("comparison", "methods"):
            record.pop(name, None)  # their times differ
    assert answers[:4] == answers[4:]
