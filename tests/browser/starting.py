"""Runs are started, and waited for until they are what the page shows; finished ones are written."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.runs.folder import RunFolder
from maintext.app.workbench.runs.records import RecordWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = ["start_run", "wait_until", "write_finished_run"]


def start_run(page: Any, button: str) -> None:
    """Click a button that starts a run; return when the run is open, so that no older one is taken for it."""
    with page.expect_response(lambda one: "/api/run/" in one.url and one.request.method == "POST") as answer:
        page.click(button)
    run = answer.value.json()["id"]
    page.locator(f'.entry[data-run="{run}"][aria-current]').wait_for()


def wait_until(condition: Callable[[], bool], seconds: float = 30) -> None:
    """Return when a condition holds that no selector can say."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def write_finished_run(data: Path, title: str, records: Sequence[dict[str, Any]]) -> None:
    """Write a run that is over into the folder of a workbench; all records have the columns of the first."""
    folder, n = RunFolder(data / "runs" / ("a" * 32)), len(records)
    folder.path.mkdir(parents=True)
    folder.write_request({"kind": "batch", "title": title, "created": "2026-01-01T00:00:00+00:00"})
    folder.write_state({"status": "done", "n_done": n, "counts": {"found": n}, "seconds": 100.0})
    with RecordWriter(folder.records, tuple(records[0])) as writer:
        for record in records:
            writer.add(record)
