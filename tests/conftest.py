"""Settings of all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: machines that run tests are busy. In CI the same examples every time, so that a change
# is judged by what it changes.
settings.register_profile("maintext", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("maintext")

# A shell ignores SIGINT, and nohup SIGHUP, for what runs in the background; the commands that tests start and
# stop would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Kinds of tests that the default run leaves out, by file; all of them: sh scripts/test -m ""
LEFT_OUT = {
    "browser": (
        *("browser/", "unit/browser/test_rendering.py", "unit/browser/test_snapshot.py"),
        "unit/crawl/test_visits.py",
    ),
    "process": (
        *("cli/test_batch_command.py", "cli/test_full_disk.py", "cli/test_stopping.py"),
        *("unit/app/workbench/test_serve_runs.py", "unit/app/workbench/test_workers.py"),
        *("unit/batch/store/test_lock.py", "unit/batch/store/test_store.py", "unit/batch/test_pool.py"),
        *("unit/batch/test_running.py", "unit/crawl/test_crawl_workers.py", "unit/crawl/test_kills.py"),
        "unit/crawl/test_site.py",
    ),
    "bench": (
        *("corpus/", "test_benchmarks.py", "unit/lab/train/test_label_pages.py"),
        *("unit/lab/train/test_line_ratio_training.py", "unit/render/test_output_options_corpus.py"),
    ),
}
# One of each kind stays.
SMOKE = {
    "test_panes_scroll_together",
    "test_the_output_has_a_row_for_every_page_and_the_report_counts_them",
    "test_the_stages_are_those_of_an_extraction",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of each kind in :data:`LEFT_OUT`."""
    folder = Path(__file__).parent
    for item in items:
        file = item.path.relative_to(folder).as_posix()
        for kind, files in LEFT_OUT.items():
            if file.startswith(files) and item.name not in SMOKE:
                item.add_marker(kind)
