"""Crawls of a few pages on a server that answers as it is told."""

from __future__ import annotations

import gzip
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.crawl import days
from tests.unit.crawl.days import article, front_page
from tests.unit.net.answering import Site, page, serving

from maintext.batch.store import open_store
from maintext.crawl import crawl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.batch.store.database import Store
    from maintext.crawl import CrawlReport

QUICK = days.QUICK | {"n_processes": 0, "retry_delay_s": 0.01, "max_tries": 2}


@pytest.fixture
def site() -> Iterator[Site]:
    """Give a server with a front page that links to a few articles."""
    with serving() as server:
        server.pages = defaultdict(lambda: page(b"", "404 Not Found"))
        server.pages["/"] = html(front_page(()))
        server.pages |= {f"/{n}": html(article(str(n))) for n in range(days.N_GOOD)}
        yield server


@pytest.fixture
def memory() -> Iterator[Store]:
    with open_store("sqlite://") as opened:
        yield opened


def html(text: str, encoding: str = "utf-8", **headers: str) -> bytes:
    return page(text.encode(encoding), Content_Type=f"text/html; charset={encoding}", **headers)


def crawled(site: Site, store: Store, path: str = "/", **options: Any) -> CrawlReport:
    return crawl(site.url + path, store, **(QUICK | options))


def names(store: Store) -> list[str]:
    """The paths of all records."""
    return ["/" + record["canonical_url"].split("/", 3)[3] for record in store.records()]


def test_a_compressed_page_that_breaks_off_is_an_error(site: Site, memory: Store) -> None:
    packed = gzip.compress(article("0").encode())
    site.pages["/0"] = page(packed[: len(packed) // 2], Content_Type="text/html", Content_Encoding="gzip")
    site.pages["/1"] = page(gzip.compress(article("1").encode()), Content_Encoding="gzip")
    site.pages["/2"] = page(b"not packed", Content_Encoding="gzip")
    report = crawled(site, memory)
    assert names(memory) == ["/1", "/3", "/4"]
    assert report.counts.errors == {"broken off": 2}


def test_queries_of_links_are_sent_in_the_encoding_of_the_page(site: Site, memory: Store) -> None:
    site.pages["/"] = html("<title>Days</title><a href='/s?c=新闻&d=0'>Day 0</a>", "gbk")
    site.pages["/s?c=%D0%C2%CE%C5&d=0"] = html(article("0"), "gbk")
    crawled(site, memory)
    assert names(memory) == ["/s?c=%D0%C2%CE%C5&d=0"]
