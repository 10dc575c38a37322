"""Runs are started, and waited for until they are what the page shows."""

from __future__ import annotations

from typing import Any

__all__ = ["start_run"]


def start_run(page: Any, button: str) -> None:
    """Click a button that starts a run; return when the run is open, so that no older one is taken for it."""
    with page.expect_response(lambda one: "/api/run/" in one.url and one.request.method == "POST") as answer:
        page.click(button)
    run = answer.value.json()["id"]
    page.locator(f'.entry[data-run="{run}"][aria-current]').wait_for()
