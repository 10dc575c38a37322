"""Settings of all tests."""

from __future__ import annotations

import contextlib
import errno
import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# No deadline: machines that run tests are busy. In CI the same examples every time, so that a change
# is judged by what it changes.
settings.register_profile("maintext", deadline=None, derandomize="CI" in os.environ)
# By default fewer examples, and others every time; -m "" and CI have the usual hundred.
settings.register_profile("quick", settings.get_profile("maintext"), max_examples=30)

# A shell ignores SIGINT, and nohup SIGHUP, for what runs in the background; the commands that tests start and
# stop would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Kinds of tests that the default run leaves out, by how their ids begin; all of them: sh scripts/test -m ""
LEFT_OUT = {
    "browser": (
        *("browser/", "unit/browser/test_rendering.py", "unit/browser/test_snapshot.py"),
        "cli/test_render_command.py::test_a_file_that_cannot_be_written_is_an_error",
        "cli/test_render_command.py::test_files_are_written_and_stdout_is_silent",
        *("cli/test_render_command.py::test_scripts_run_by_default", "unit/crawl/test_visits.py"),
    ),
    "process": (
        *("cli/test_batch_command.py", "cli/test_full_disk.py", "cli/test_stopping.py"),
        *("unit/app/workbench/test_serve_runs.py", "unit/app/workbench/test_workers.py"),
        *("unit/batch/store/test_lock.py", "unit/batch/store/test_store.py", "unit/batch/test_pool.py"),
        *("unit/batch/test_running.py", "unit/crawl/test_crawl_workers.py", "unit/crawl/test_kills.py"),
        "unit/crawl/test_site.py",
    ),
    "bench": (
        "cli/test_train_command.py::test_networks_of_line_ratio_are_trained_with_a_cost",
        *("corpus/", "test_benchmarks.py", "unit/lab/train/test_label_pages.py"),
        *("unit/lab/train/test_line_ratio_training.py", "unit/render/test_output_options_corpus.py"),
    ),
    "matrix": (
        "contracts/test_methods.py::test_every_page_can_be_rendered",
        "unit/render/test_sanitising.py::test_nothing_runs_in_generated_markup",
        "unit/test_hostile_input.py::test_a_short_fuzz_run",
    ),
}
# Some of each kind stay.
SMOKE = {
    "test_panes_scroll_together",
    "test_the_output_has_a_row_for_every_page_and_the_report_counts_them",
    "test_the_stages_are_those_of_an_extraction",
    *(f"test_every_page_can_be_rendered[{method}]" for method in ("all_text", "learned", "symbol_density")),
    *(f"test_nothing_runs_in_generated_markup[{start}]" for start in (0, 1000)),
    *(f"test_a_short_fuzz_run[{part}]" for part in (0, 1)),
}


@pytest.fixture(scope="module", autouse=True)
def workers_are_forked() -> Iterator[None]:
    """Let the workers of batches and crawls begin with all imported; spawned, each takes a second for that.

    Modules that test how workers start and end have a fixture of this name that does nothing; commands that
    tests start as programs spawn their workers, too.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        yield
        return
    from multiprocessing.forkserver import ensure_running  # noqa: PLC0415 - not on Windows

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.warm"])

    def forked(_method: str) -> BaseContext:
        with contextlib.chdir(Path(__file__).parents[1]):  # where it finds what to load
            ensure_running()
        return context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("maintext.batch.pool.get_context", forked)
        yield


@pytest.fixture(name="close")
def make_close(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Return what lets a folder not be listed, also for an administrator."""

    def close(closed: Path) -> None:
        listed = os.scandir

        def refuse(path: Any = ".") -> Any:
            if str(path) == str(closed):
                raise PermissionError(errno.EACCES, "Permission denied", path)
            return listed(path)

        monkeypatch.setattr(os, "scandir", refuse)

    return close


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples tests have before they are imported."""
    is_all = "CI" in os.environ or not config.option.markexpr
    settings.load_profile("maintext" if is_all else "quick")


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over all that is imported by now, and come less often.

    To look through it again and again took a seventh of the time of tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of each kind in :data:`LEFT_OUT`."""
    folder = Path(__file__).parent
    for item in items:
        file = item.path.relative_to(folder).as_posix()
        for kind, files in LEFT_OUT.items():
            if f"{file}::{item.name}".startswith(files) and item.name not in SMOKE:
                item.add_marker(kind)
