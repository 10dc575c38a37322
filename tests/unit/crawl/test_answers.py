"""Crawls of a few pages on a server that answers as it is told."""

from __future__ import annotations

import asyncio
import gc
import gzip
import os
import random
import signal
import threading
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.crawl import days
from tests.unit.crawl.days import article, front_page
from tests.unit.net.answering import Site, page, serving, to

from maintext.batch.store import open_store
from maintext.crawl import crawl
from maintext.crawl.counts import report_lines
from maintext.crawl.state import Crawl
from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.batch.store.database import Store
    from maintext.crawl import CrawlReport

QUICK = days.QUICK | {"n_processes": 0, "retry_delay_s": 0.01, "max_tries": 2}

WORDS = tuple("river bridge school market winter harbour letter garden copper morning forest doctor".split())


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


def test_a_run_whose_pages_mostly_fail_is_no_success(site: Site, memory: Store) -> None:
    assert crawled(site, memory).failure == ""
    broken = {path: page(b"", "500 Oops") for path in ("/0", "/1", "/2", "/3")}
    site.pages |= broken
    report = crawled(site, memory)
    assert report.failure.startswith("4 of 6 pages could not be read")
    assert "4 of 5 records of earlier runs were not found" in "\n".join(report_lines(report))


def test_pages_that_are_gone_are_a_failure_once(site: Site, memory: Store) -> None:
    for path in ("/0", "/1", "/2", "/3"):
        del site.pages[path]
    assert crawled(site, memory).failure.startswith("4 of 6 pages")
    assert crawled(site, memory).failure == ""


def test_a_packed_sitemap_is_a_start_page(site: Site, memory: Store) -> None:
    urls = "".join(f"<url><loc>{site.url}/{n}</loc></url>" for n in range(3))
    site.pages["/s.xml.gz"] = page(gzip.compress(f"<urlset>{urls}</urlset>".encode()), Content_Type="x/gzip")
    site.pages["/f.bin"] = page(b"\0", Content_Type="x/file")
    assert crawled(site, memory, "/s.xml.gz").counts.results["sitemap"] == 1
    assert names(memory) == ["/0", "/1", "/2"]
    assert list(crawled(site, memory, "/f.bin").unread.values()) == ["is x/file, not a web page"]


def test_a_guessed_sitemap_that_is_a_page_is_not_named(site: Site, memory: Store) -> None:
    site.pages["/sitemap.xml"] = html(article("9"))
    assert crawled(site, memory, sitemaps=True).lost == {}


@pytest.mark.parametrize("text", ["<title>Down</title><h1>We are down for maintenance</h1>", ""])
def test_a_site_without_content_is_no_success(site: Site, memory: Store, text: str) -> None:
    crawled(site, memory)
    site.pages = defaultdict(lambda: html(text))
    report = crawled(site, memory)
    assert report.failure.startswith("none of 6 pages had a text")
    assert memory.n_records() == days.N_GOOD


def test_a_sitemap_that_cannot_be_read_is_named(site: Site, memory: Store) -> None:
    site.pages["/robots.txt"] = page(f"Sitemap: {site.url}/map.xml".encode())
    site.pages["/map.xml"] = page(b"", "500 Oops")
    report = crawled(site, memory, robots=True, sitemaps=True)
    assert [*report.lost] == [f"{site.url}/map.xml"]
    assert f"the list {site.url}/map.xml could not be read to its end: " in "\n".join(report_lines(report))


def test_a_next_page_of_a_list_that_cannot_be_read_is_named(site: Site, memory: Store) -> None:
    site.pages["/"] = html(front_page(()) + "<p class=pager>1 <a rel=next href=/?page=2>Next page</a>")
    site.pages["/?page=2"] = page(b"", "500 Oops")
    assert [*crawled(site, memory).lost] == [f"{site.url}/?page=2"]
    site.pages["/?page=2"] = page(b"", "404 Not Found")  # the page after the last one
    assert crawled(site, memory).lost == {}


@pytest.mark.parametrize(
    ("header", "kept"),
    [
        ("noindex", False),
        ("none, max-snippet: 5", False),
        ("max-snippet: 5, noindex", False),
        ("unavailable_after: 25-Jun-2099 15:00:00 PST, noindex", False),
        ("noindex, otherbot: all", False),
        ("otherbot: noindex", True),
        ("max-snippet:5, otherbot : nofollow, noindex", True),
        ("all", True),
    ],
)
def test_the_header_about_robots_is_obeyed(site: Site, memory: Store, header: str, kept: bool) -> None:
    site.pages["/0"] = html(article("0"), X_Robots_Tag=header)
    crawled(site, memory, robots=True)
    assert ("/0" in names(memory)) == kept


def test_an_interrupt_waits_for_no_page_that_is_drawn_and_the_next_crawl_asks_for_it(
    site: Site, memory: Store, caplog: pytest.LogCaptureFixture
) -> None:
    begun, ended, told = threading.Event(), threading.Event(), threading.Event()

    def draw(_url: str, _body: bytes) -> None:
        begun.set()
        ended.wait(60)
        raise RuntimeError("the browser was closed")

    def interrupt(_: object) -> None:
        if begun.is_set() and not told.is_set():
            told.set()
            raise KeyboardInterrupt

    start = time.monotonic()
    report = crawl(site.url, memory, render=draw, progress=interrupt, **QUICK)
    ended.set()
    assert (report.state, report.n_waiting, report.counts.results) == ("stopped", 1, {})
    assert time.monotonic() - start < 30
    assert crawled(site, memory).state == "finished"
    assert memory.n_records() == days.N_GOOD
    gc.collect()  # asyncio logs exceptions that nobody takes
    assert caplog.records == []


def test_a_host_that_is_no_name_is_not_found(memory: Store) -> None:
    report = crawl("http://a..b/", memory, **QUICK)
    assert dict(report.counts.errors) == {"name": 1}


def test_pages_are_drawn_one_at_a_time(site: Site, memory: Store) -> None:
    drawn = threading.Lock()

    def draw(_url: str, _body: bytes) -> None:
        assert drawn.acquire(blocking=False)
        time.sleep(0.05)
        drawn.release()

    assert crawled(site, memory, render=draw).counts.results["failed"] == 0


def test_a_wrong_option_of_the_browser_ends_the_crawl(site: Site, memory: Store) -> None:
    def draw(_url: str, _body: bytes) -> None:
        raise OptionError("not a selector")

    with pytest.raises(OptionError, match="not a selector"):
        crawled(site, memory, render=draw)


def test_an_interrupt_before_the_engine_runs_ends_the_crawl(
    site: Site, memory: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Crawl.run

    async def run_late(self: Crawl, crawler: object) -> None:
        await asyncio.sleep(0.5)  # until the main thread waits for the crawl
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(0.5)
        await run(self, crawler)

    with monkeypatch.context() as patch:
        patch.setattr(Crawl, "run", run_late)
        assert crawled(site, memory).state == "stopped"
    assert crawled(site, memory).state == "finished"
    assert memory.n_records() == days.N_GOOD


def test_a_feed_that_breaks_off_is_named(site: Site, memory: Store) -> None:
    feed = f"<rss version='2.0'><channel><item><title>x</title><link>{site.url}/0</link></item><item><ti"
    site.pages["/rss"] = page(feed.encode(), Content_Type="text/xml")
    report = crawled(site, memory, "/rss")
    assert names(memory) == ["/0"]
    assert report.lost == {f"{site.url}/rss": "the feed breaks off after 1 entries"}


def test_an_article_that_moved_is_not_new(site: Site, memory: Store) -> None:
    crawled(site, memory)
    site.pages |= {"/0": to("/b/0", "301 Moved Permanently"), "/b/0": html(article("0"))}
    report = crawled(site, memory)
    assert (report.counts.records["new"], report.counts.records["unchanged"]) == (0, days.N_GOOD)
    assert "/b/0" in names(memory)
    assert "/0" not in names(memory)
    site.pages["/b/0"] = page(b"", "410 Gone")
    report = crawled(site, memory)
    assert [change["what"] for change in memory.changes(report.run)] == ["gone"]


def test_articles_under_one_wrong_canonical_url_are_all_kept(site: Site, memory: Store) -> None:
    for n, word in enumerate(WORDS[: days.N_GOOD]):
        drawn = random.Random(n)  # noqa: S311
        text = "".join(f"<p>The {' '.join(drawn.choices(WORDS, k=30))} of the town.</p>" for _ in range(6))
        head = f"<title>{word}</title><link rel=canonical href=/0>"
        site.pages[f"/{n}"] = html(f"{head}<article><h1>{word}</h1>{text}</article>")
    for _ in range(2):
        report = crawled(site, memory)
        assert names(memory) == ["/0", "/1", "/2", "/3", "/4"]
    assert +report.counts.records == {"unchanged": 5, "shared": 4}
    assert "4 pages share the canonical URL of another article" in "\n".join(report_lines(report))
    site.pages["/3"] = page(b"", "404 Not Found")
    report = crawled(site, memory)
    assert [change["url"] for change in memory.changes(report.run)] == [f"{site.url}/3"]


def test_a_part_that_cannot_be_read_is_named_in_the_record(site: Site, memory: Store) -> None:
    links = "<a href=/0>1</a> <a href=/0_2.html>2</a> <a href=/0_2.html>Next page</a>"
    site.pages["/0"] = html(article("0") + links)
    site.pages["/0_2.html"] = page(b"", "500 Oops")
    report = crawled(site, memory)
    record = memory.record(f"{site.url}/0")
    assert record is not None
    assert f"the part {site.url}/0_2.html could not be read" in record["reason"]
    assert "  1 records lack a later part" in "\n".join(report_lines(report))
    site.pages["/0_2.html"] = html(article("0").replace("river", "lake") + links)
    crawled(site, memory)
    record = memory.record(f"{site.url}/0")
    assert record is not None
    assert (record["reason"], record["n_parts"]) == (None, 2)
