"""Sitemaps that name sitemaps without end."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.loopback import Loopback, Reply, answering

from maintext.batch.store import open_store
from maintext.crawl import CrawlOptions, crawl
from maintext.crawl.counts import CrawlCounts
from maintext.crawl.feeds import FeedEntries, read_feed
from maintext.crawl.links import Links
from maintext.crawl.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

HOME = "http://a.example/"
ENDLESS = "an endless part of the site"


def index_of(base: str, n: int) -> str:
    return (
        "<sitemapindex>"
        + "".join(f"<sitemap><loc>{base}-{i}.xml</loc></sitemap>" for i in range(n))
        + "</sitemapindex>"
    )


def links(**options: int) -> Links:
    asked = CrawlOptions(**options)  # type: ignore[arg-type]
    return Links(asked, Scope.of(asked, [HOME]), CrawlCounts(), dry_run=False)


@pytest.fixture
def endless() -> Iterator[Loopback]:
    """A site each of whose sitemaps names thirty new ones."""

    def answer(path: str) -> Reply:
        if path.endswith(".xml"):
            index = index_of(f"{server.url}{path.removesuffix('.xml')}", 30)
            return Reply(index, kind="application/xml")
        return Reply("<p>One page.", 404 if path == "/robots.txt" else 200)

    with answering(answer) as server:
        yield server


def test_a_limit_of_pages_bounds_the_sitemaps(endless: Loopback) -> None:
    url, asked = endless
    with open_store("sqlite://") as store:
        report = crawl(url, store, allow_private=True, delay_s=0.0, n_processes=0, max_pages=5)
    sitemaps = [path for path in asked if path.endswith(".xml")]
    assert len(sitemaps) == 101  # the first one, and a hundred that others named
    assert {path.count("-") for path in sitemaps} == {0, 1, 2}
    assert "/" in asked
    assert (report.state, report.counts.results["sitemap"]) == ("finished", 101)
    assert report.counts.not_followed[ENDLESS] > 800


def test_a_sitemap_is_read_while_pages_are_fetched(
    endless: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = set[str]()

    def read_slowly(*given: Any) -> FeedEntries:
        readers.add(threading.current_thread().name)
        return read_feed(*given)

    monkeypatch.setattr("maintext.crawl.engine.read_feed", read_slowly)
    with open_store("sqlite://") as store:
        crawl(endless.url, store, allow_private=True, delay_s=0.0, n_processes=0, max_pages=1)
    assert readers
    assert "maintext-crawl" not in readers, "no request is sent while this thread reads"


def test_indexes_of_indexes_end() -> None:
    found = links()
    for depth in range(5):
        found.find_sitemap(f"{HOME}{depth}.xml", HOME, depth)
    assert [address.depth for address in found.found.values()] == [0, 1, 2]
    assert found._counts.not_followed == {ENDLESS: 2}


@pytest.mark.parametrize(("max_pages", "most"), [(0, 10_000), (5, 100), (2_000, 2_000), (20_000, 10_000)])
def test_a_run_reads_so_many_sitemaps(max_pages: int, most: int) -> None:
    found = links(max_pages=max_pages)
    for number in (*range(12_000), 0, 1):  # one that is known is not counted again
        found.find_sitemap(f"{HOME}{number}.xml", HOME)
    assert len(found.found) == most
    assert found._counts.not_followed == {ENDLESS: 12_000 - most}


def test_a_list_of_any_length_is_read_to_its_end() -> None:
    urls = [f"{HOME}{i}" for i in range(50_100)]
    pages = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    for body in ("\n".join(urls), f"<urlset>{pages}</urlset>"):
        found = read_feed(body.encode(), 10_000_000)
        assert ([url for url, _ in found.pages], found.breaks_off) == (urls, "")
    assert len(read_feed(index_of(HOME, 50_100).encode(), 10_000_000).sitemaps) == 50_100
