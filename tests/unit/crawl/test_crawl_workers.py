"""Pages that kill or stop the process that extracts them: their own error, and nobody else's."""

from __future__ import annotations

import datetime as dt
import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.crawl.days import N_GOOD, QUICK, article, front_page, serve

from maintext.batch.store import open_store, schema
from maintext.crawl import crawl, workers
from maintext.crawl.read import Answer, AnswerReading, read_page
from maintext.errors import MethodError

if TYPE_CHECKING:
    from collections.abc import Iterator


def breaking(name: str) -> str:
    """A front page that links to pages that break their process, and to good ones."""
    return article(name) if name else front_page(("killer", "hanger", "defect"))


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve(breaking) as url:
        yield url


def awkward(answers: tuple[Answer, ...], fetched: dt.datetime, **given: Any) -> AnswerReading:
    """Read a page, or do what its address says; called in the processes."""
    name = answers[0].url.rpartition("/")[2]
    if name == "killer":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "hanger":
        time.sleep(600)
    if name == "defect":
        raise ZeroDivisionError("by zero")
    return read_page(answers, fetched, **given)


def no_start() -> None:
    os._exit(3)


def test_one_page_fails_and_no_other(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "read_page", awkward)
    start = time.monotonic()
    with open_store("sqlite://") as store:
        report = crawl(site, store, n_processes=2, page_timeout_s=8.0, n_connections=8, **QUICK)
        with store.transaction() as connection:
            rows = connection.execute(schema.frontier.select()).all()
        read = {record["url"].rpartition("/")[2] for record in store.records()}
        fates = {row.url.rpartition("/")[2]: (row.error, row.reason) for row in rows}
    assert {name: fate[0] for name, fate in fates.items() if fate[0]} == {
        "killer": "worker died", "hanger": "page timeout", "defect": "extraction",
    }  # fmt: skip
    assert "SIGKILL" in fates["killer"][1]
    assert "--page-timeout" in fates["hanger"][1]
    assert "ZeroDivisionError" in fates["defect"][1]
    assert (report.state, read) == ("finished", set(map(str, range(N_GOOD))))
    assert time.monotonic() - start < 60


def test_a_crawl_whose_processes_cannot_start_ends(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "warm_up", no_start)
    with open_store("sqlite://") as store, pytest.raises(MethodError, match="before it could work"):
        crawl(site, store, n_processes=1, **QUICK)
