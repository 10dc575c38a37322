"""Two crawls on one store: the second one is told so, and a killed one stands in nobody's way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from maintext.batch.store import open_store
from maintext.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOLD = """
import sys, time
from maintext.batch.store import open_store
with open_store(sys.argv[1]) as store, store.reserved():
    store.begin_run([], {})
    print("held", flush=True)
    time.sleep(60)
"""


@contextmanager
def holding(place: str) -> Iterator[subprocess.Popen[str]]:
    """Give a process that crawls into a store."""
    with subprocess.Popen([sys.executable, "-c", HOLD, place], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_a_second_crawl_is_told_at_once_who_uses_the_store(place: str) -> None:
    with holding(place) as process, open_store(place) as store:
        since = store.runs()[-1]["options"]["process"]["since"]
        start = time.monotonic()
        with pytest.raises(InputError, match="another crawl uses the store") as told, store.reserved():
            pass
        assert time.monotonic() - start < 5
        assert f"(process {process.pid}, since {since})" in told.value.message
        assert "@" not in told.value.message.partition("(")[0].replace("…@", "")
        assert store.n_records() == 0  # it can be read meanwhile


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_crawl_leaves_the_store_to_the_next_one(place: str, number: signal.Signals) -> None:
    with holding(place) as process, open_store(place) as store:
        os.kill(process.pid, number)
        assert process.wait(10) == -number
        with store.reserved():
            assert store.begin_run([], {}).n_starts == 2
        with store.reserved():  # given back
            assert store.runs()[-1]["options"]["process"]["id"] == os.getpid()


def test_a_store_is_given_back_after_an_error(place: str) -> None:
    with open_store(place) as store:
        with pytest.raises(ZeroDivisionError), store.reserved():
            raise ZeroDivisionError
        with open_store(place) as other, other.reserved():
            pass


def test_stores_in_memory_are_no_other_crawls(store: object) -> None:  # noqa: ARG001 - a file next to them
    with open_store("sqlite://") as one, open_store("sqlite://") as other, one.reserved(), other.reserved():
        pass


def test_a_lock_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "records.sqlite")) as store:
        (tmp_path / "records.sqlite.lock").mkdir()
        with pytest.raises(InputError, match="cannot be locked"), store.reserved():
            pass


def test_tables_are_made_by_several_at_once(place: str) -> None:
    n = 8
    together = Barrier(n)

    def opened(_: int) -> int:
        together.wait(30)
        with open_store(place) as store:
            return store.n_records()

    with ThreadPoolExecutor(n) as threads:
        assert list(threads.map(opened, range(n))) == [0] * n
