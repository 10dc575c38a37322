"""Answers that cannot be read: each fails alone, with its reason, and the crawl goes on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.unit.crawl import days
from tests.unit.crawl.days import N_GOOD, article, front_page, serve

from maintext.batch.store import open_store, schema
from maintext.crawl import crawl, engine
from maintext.crawl.parts import Parts
from maintext.crawl.reactor import lib
from maintext.crawl.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.batch.store.database import Store
    from maintext.crawl import CrawlReport

FEED = '<rss version="2.0"><channel><item><title>{}</title><link>{}</link></item>{}</channel></rss>'
LISTED = "<item><title>z</title><link>/listed</link></item>"
LD = {
    "@type": "NewsArticle",
    "headline": "The XX river",
    "publisher": {"@type": "Organization", "name": "The XX Post"},
}
QUICK = days.QUICK | {"n_processes": 0}


def json_ld(escape: str) -> str:
    return f'<script type="application/ld+json">{json.dumps(LD).replace("XX", escape)}</script>'


ODD = {
    "pair": FEED.format("x &#55357;&#56832; y", "/listed", ""),
    "half": FEED.format("&#xD800;", "/listed", ""),
    "bracket": FEED.format("x", "http://[::1", LISTED),
    "json-half": article("json-half", head=json_ld(r"\ud800")),
    "json-nul": article("json-nul", head=json_ld(r"\u0000")),
    "redirect": "",
    "cookie": "",
    "validators": article("validators"),
}
HEADERS = {
    "redirect": {"Location": "http://[::1"},
    "cookie": {"Location": "http://[::1", "Set-Cookie": "a=b"},
    "validators": {"Last-Modified": "x" * 300, "ETag": '"\xff"'},
}


def odd_page(name: str) -> str:
    """A front page that links to all others, and these."""
    return ODD.get(name, article(name)) if name else front_page(ODD)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve(odd_page, HEADERS) as url:
        yield url


def crawled(site: str, store: Store) -> tuple[CrawlReport, dict[str, Any]]:
    """Crawl to the end; return the report and the rows of the frontier by their paths."""
    report = crawl(site, store, retry_delay_s=0.01, max_tries=2, **QUICK)
    with store.transaction() as connection:
        rows = connection.execute(schema.frontier.select()).all()
    assert (report.state, report.n_waiting) == ("finished", 0)
    return report, {row.url.rpartition("/")[2]: row for row in rows}


def test_no_character_and_no_address_of_an_answer_ends_a_crawl(site: str, store: Store) -> None:
    _, rows = crawled(site, store)
    good = {*map(str, range(N_GOOD)), "listed", "json-half", "json-nul", "validators"}
    assert {name for name, row in rows.items() if row.result == "record"} == good
    assert {rows[name].result for name in ("pair", "half", "bracket")} == {"feed"}
    assert [rows[name].error for name in ("redirect", "cookie")] == ["redirect", "redirect"]
    assert "http://[::1" in rows["redirect"].reason
    for name in ("json-half", "json-nul"):
        record = store.record(f"{site}/{name}")
        assert record is not None
        assert record["site_name"] == "The \ufffd Post"


def break_for(name: str, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Let a step of the crawl raise for one address, as a defect does."""

    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("by zero")

    def breaking(step: Any, url_of: Any) -> Any:
        return lambda *given, **named: (
            broken() if url_of(*given).endswith(f"/{name}") else step(*given, **named)
        )

    match what:
        case "taking":
            monkeypatch.setattr(
                Session, "take_page", breaking(Session.take_page, lambda _, entry, *__: entry.url)
            )
        case "reading":
            monkeypatch.setattr(
                Parts, "read_whole", breaking(Parts.read_whole, lambda _, answer, *__: answer.url)
            )
        case "requesting":
            request = breaking(lib.scrapy.Request, lambda url, **__: url)
            monkeypatch.setattr(lib.scrapy, "Request", request)
        case _:
            monkeypatch.setattr(engine, "read_feed", broken)


@pytest.mark.parametrize("what", ["taking", "reading", "requesting", "listing"])
def test_a_defect_fails_one_answer_with_a_traceback_in_the_log(
    site: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    name = "pair" if what == "listing" else "3"
    break_for(name, monkeypatch, what)
    with open_store("sqlite://") as store:
        report, rows = crawled(site, store)
        records = {record["url"].rpartition("/")[2] for record in store.records()}
    assert {*map(str, range(N_GOOD))} - {name} <= records
    assert name not in records
    assert (rows[name].state, rows[name].error) == ("failed", "reading")
    assert rows[name].reason == "the answer cannot be read: ZeroDivisionError: by zero"
    assert report.counts.errors["reading"] == (3 if what == "listing" else 1)
    (logged, *_) = [one for one in caplog.records if f"/{name}:" in one.getMessage()]
    assert logged.exc_info
    assert logged.exc_info[0] is ZeroDivisionError


def test_a_store_that_cannot_be_written_ends_the_crawl(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from maintext.batch.store import frontier  # noqa: PLC0415
    from maintext.errors import InputError  # noqa: PLC0415

    def broken(*_: Any) -> None:
        raise schema.sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(frontier, "finish", broken)
    with open_store("sqlite://") as store, pytest.raises(InputError, match="disk is full"):
        crawl(site, store, **QUICK)


def test_a_site_that_is_down_fails_and_loses_no_record(store: Store) -> None:
    is_down = False

    def page(name: str) -> str:
        if is_down:  # one page for all URLs
            return article("of maintenance, come back later")
        return article(name) if name else front_page(())

    with serve(page) as url:
        first = crawl(url, store, **QUICK)
        before = [record["text"] for record in store.records()]
        is_down = True
        down = crawl(url, store, **QUICK)
        is_down = False
        after = crawl(url, store, **QUICK)
    n = N_GOOD + 1
    assert (first.n_records, down.n_records, down.counts.results["failed"], after.n_records) == (5, 5, n, 5)
    assert not down.is_any_read
    assert [record["text"] for record in store.records()] == before
    assert (after.counts.records["unchanged"], after.failure) == (N_GOOD, "")


def filtered(name: str) -> str:
    """A list of articles with four filters of three values each: 256 URLs."""
    if name and not name.startswith("?"):
        return article(name)
    chosen = dict(pair.split("=") for pair in name[1:].split("&") if pair)
    more = [sorted((chosen | {key: value}).items()) for key in "abcd" for value in "123"]
    urls = ["&".join(map("=".join, pairs)) for pairs in more]
    return front_page(()) + "".join(f'<li><a href="/?{url}">{url}</a>' for url in urls)


def test_combinations_of_filters_come_to_an_end() -> None:
    with serve(filtered) as url, open_store("sqlite://") as store:
        report = crawl(url, store, max_pattern_pages=10, **QUICK)
    assert report.n_records == N_GOOD
    assert report.counts.n_pages < 200  # of 261
    assert report.counts.not_followed["an endless part of the site"] > 0


def json_feed(name: str) -> str:
    """A front page without links, and a feed in JSON."""
    if name.startswith("feed.json"):  # of two pages, which any later number repeats
        number = int(name.partition("page=")[2] or 1)
        items = [{"id": str(n), "url": f"/{n}"} for n in range(number > 1, N_GOOD, 2)]
        feed = {"version": "https://jsonfeed.org/version/1.1", "items": items}
        return json.dumps(feed | {"next_url": f"/feed.json?page={number + 1}"})
    return article(name) if name else FEED_LINK


FEED_LINK = "<title>Days</title><link rel=alternate type=application/feed+json href=/feed.json><p>Days"


@pytest.mark.parametrize("start", ["", "feed.json"])
def test_a_json_feed_is_a_way_to_pages(start: str) -> None:
    with serve(json_feed) as url, open_store("sqlite://") as store:
        report = crawl(f"{url}/{start}", store, **QUICK)
        assert {record["title"] for record in store.records()} >= {f"Day {n}" for n in range(N_GOOD)}
    assert report.counts.results["feed"] == 3
