"""Crawls of the test site."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.site_server import Site, SiteServer

from maintext.batch.store import open_store, schema
from maintext.crawl import crawl
from maintext.crawl.counts import CrawlProgress, progress_line, report_lines, report_page
from maintext.crawl.site import change_line, read_period, watch
from maintext.errors import MaintextError, OptionError
from maintext.net import address

if TYPE_CHECKING:
    from maintext.batch.store.database import Store
    from maintext.crawl.counts import CrawlReport

N = 60
QUICK: dict[str, Any] = {
    "allow_private": True, "delay_s": 0.0, "retry_delay_s": 0.05, "n_processes": 0, "timeout_s": 20.0,
}  # fmt: skip


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with SiteServer(Site(N, traps=False)) as running:
        yield running


@pytest.fixture
def memory() -> Iterator[Store]:
    with open_store("sqlite://") as opened:
        yield opened


def fates(store: Store) -> dict[str, dict[str, Any]]:
    """What became of each address, by its path."""
    with store.transaction() as connection:
        rows = connection.execute(schema.frontier.select())
        return {"/" + row.url.split("/", 3)[3]: dict(row._mapping) for row in rows}


def urls(store: Store) -> set[str]:
    return {record["canonical_url"] for record in store.records()}


# -- what is found ------------------------------------------------------------------------------------


def test_all_articles_and_threads_are_found_and_nothing_else(server: SiteServer, store: Store) -> None:
    report = crawl(server.url, store, **QUICK)
    threads = {f"{server.url}/forum/thread-{n}.html" for n in range(server.site.n_threads)}
    assert urls(store) == server.article_urls() | threads
    assert (report.state, report.n_waiting, report.counts.records["new"]) == ("finished", 0, N + len(threads))


def test_fields_of_all_articles_are_right(server: SiteServer, memory: Store) -> None:
    crawl(server.url, memory, **QUICK)
    for number in range(N):
        said = server.site.article(number)
        found = memory.record(server.url + said.path)
        assert found is not None
        assert (found["title"], found["author"], found["source"] or "") == (
            said.title,
            said.author,
            said.source,
        )
        assert found["published"].startswith(said.published.replace(" ", "T"))
        assert found["language"] == ("zh-Hans" if said.is_chinese else "en")
        assert found["text"].endswith("\n\n".join(said.paragraphs))
        assert (found["kind"], found["status"], found["n_parts"]) == ("article", 200, len(said.parts))


def test_robots_and_scope_hold_on_the_log_of_the_server(memory: Store) -> None:
    with SiteServer(Site(20)) as server:
        crawl(server.url, memory, **QUICK | {"exclude": ("calendar", "slow", "endless", "bomb")})
        assert not server.asked("/private/")
        assert {host for host, _, _ in server.log} == {f"127.0.0.1:{server.port}"}
        assert len(server.asked("/robots.txt")) == 1
    assert fates(memory)["/private/notes.html"]["error"] == "robots.txt"


def test_no_page_is_asked_for_twice(server: SiteServer, memory: Store) -> None:
    crawl(server.url, memory, **QUICK)
    assert [path for path, n in Counter(server.asked()).items() if n > 1] == []


@pytest.mark.parametrize("way", ["sitemaps", "feeds"])
def test_sitemaps_and_feeds_are_ways_to_pages(server: SiteServer, memory: Store, way: str) -> None:
    given = {"sitemaps": False, "feeds": False, way: True, "max_depth": 1}
    crawl(server.url + "/forum/1", memory, **QUICK | given)
    n_listed = len(urls(memory) & server.article_urls())
    # The forum links to no article; its pages do not name the feed.
    assert n_listed == (N // 2 if way == "sitemaps" else 0)


def test_sitemaps_that_robots_name_are_read_without_obeying_them(server: SiteServer, memory: Store) -> None:
    crawl(server.url + "/forum/1", memory, **QUICK | {"robots": False, "feeds": False})
    assert urls(memory) & server.article_urls()


def test_next_pages_of_a_list_are_no_step_in_depth(memory: Store) -> None:
    with SiteServer(Site(500, traps=False)) as server:
        given = {"sitemaps": False, "feeds": False, "max_depth": 1, "include": ("nothing",)}
        crawl(server.url + "/list/1/1", memory, **QUICK | given)
        assert "/list/1/7" in server.asked("/list/1/")


def test_a_limit_of_pages_holds_and_the_next_run_goes_on(server: SiteServer, memory: Store) -> None:
    first = crawl(server.url, memory, max_pages=10, **QUICK)
    # What robots.txt refuses counts as asked for.
    assert first.state == "limited"
    assert 8 <= first.counts.n_pages <= 10
    assert crawl(server.url, memory, **QUICK).n_not_found == 0  # it did not ask for the first again
    assert server.article_urls() <= urls(memory)
    assert max(Counter(server.asked("/news/")).values()) == 1


def test_filters_leave_records_out_and_say_so(server: SiteServer, memory: Store) -> None:
    report = crawl(server.url, memory, languages=("zh",), kinds=("article",), **QUICK)
    assert {record["language"] for record in memory.records()} == {"zh-Hans"}
    assert report.counts.left_out["language en"] > 0
    assert report.counts.left_out["kind forum"] > 0


def test_only_included_addresses_are_records(server: SiteServer, memory: Store) -> None:
    crawl(server.url, memory, include=(r"/2024/01/",), **QUICK)
    assert urls(memory) == {url for url in server.article_urls() if "/2024/01/" in url}


def test_a_dry_run_lists_and_fetches_no_articles(server: SiteServer, memory: Store) -> None:
    plan = dict(crawl(server.url, memory, dry_run=True, **QUICK).plan)
    assert plan[server.url + server.site.article(0).path] == ""
    assert server.asked("/news/") == []
    assert memory.n_records() == 0


def test_a_page_may_come_from_a_browser(server: SiteServer, memory: Store) -> None:
    def render(url: str, body: bytes) -> bytes | None:
        return body.replace(b"</h1>", b" (drawn)</h1>") if url.endswith("/1.html") else None

    crawl(server.url, memory, render=render, include=("/news/",), **QUICK)
    drawn = [record for record in memory.records() if "(drawn)" in (record["title"] or "") + record["text"]]
    assert [record["url"][-7:] for record in drawn] == ["/1.html"]


# -- what fails ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trapped() -> Iterator[tuple[SiteServer, Store, CrawlReport]]:
    given = {"timeout_s": 4.0, "max_bytes": 2_000_000, "max_pattern_pages": 20, "max_tries": 2}
    with SiteServer(Site(20)) as server, open_store("sqlite://") as opened:
        yield server, opened, crawl(server.url, opened, **QUICK | given)


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("/loop/b", "redirect loop"),
        ("/self", "redirect loop"),
        ("/redirect/10", "redirect loop"),
        ("/redirect/private", "redirect out of scope"),
        ("/redirect/outside", "redirect out of scope"),
        ("/missing.html", "http 404"),
        ("/broken", "http 500"),
        ("/slow", "timeout"),
        ("/endless", "too large"),
        ("/bomb", "too large"),
        ("/bomb.gz.html", "not html"),
        ("/picture", "not html"),
        ("/private/more.html", "robots.txt"),
        ("/redirected.html", "http 404"),
    ],
)
def test_a_trap_ends_with_its_reason(
    trapped: tuple[SiteServer, Store, CrawlReport], path: str, error: str
) -> None:
    fate = fates(trapped[1])[path]
    assert (fate["error"], bool(fate["reason"])) == (error, True)
    assert trapped[2].counts.errors[error] > 0


def test_traps_do_not_end_the_crawl(trapped: tuple[SiteServer, Store, CrawlReport]) -> None:
    server, store, report = trapped
    assert report.state == "finished"
    assert server.article_urls() <= urls(store)


def test_an_endless_calendar_is_left(trapped: tuple[SiteServer, Store, CrawlReport]) -> None:
    assert 20 <= len(trapped[0].asked("/calendar/")) < 200
    assert trapped[2].counts.not_followed["an endless part of the site"] > 0


def test_a_page_behind_a_cookie_is_read(trapped: tuple[SiteServer, Store, CrawlReport]) -> None:
    assert fates(trapped[1])["/cookies"]["state"] == "done"


def test_a_server_that_fails_is_asked_again_and_no_more(
    trapped: tuple[SiteServer, Store, CrawlReport],
) -> None:
    assert len(trapped[0].asked("/broken")) == 2


def test_what_is_busy_is_asked_again(server: SiteServer, memory: Store) -> None:
    path = server.site.article(3).path
    server.fail_once.add(path)
    crawl(server.url, memory, **QUICK)
    assert server.url + path in urls(memory)
    assert len(server.asked(path)) == 2


def test_a_host_whose_robots_fail_is_left_alone(memory: Store) -> None:
    with SiteServer(Site(5)) as server:
        server.fail_once.add("/robots.txt")
        report = crawl(server.url, memory, **QUICK)
        assert set(server.asked()) == {"/robots.txt"}
    assert report.counts.errors == {"robots.txt": 2}  # the start page and the sitemap
    assert "left alone" in fates(memory)["/"]["reason"]


def test_a_private_address_is_refused(server: SiteServer, memory: Store) -> None:
    report = crawl(server.url, memory, **QUICK | {"allow_private": False})
    assert (server.log, report.counts.errors["private address"] > 0) == ([], True)


def test_a_name_with_a_private_address_is_refused(server: SiteServer, memory: Store) -> None:
    report = crawl(
        f"http://localhost:{server.port}/", memory, **QUICK | {"allow_private": False, "robots": False}
    )
    assert (server.log, report.counts.errors["private address"] > 0) == ([], True)


def test_a_start_page_that_redirects_inside_is_refused_at_the_hop(
    memory: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_public = address.is_public
    monkeypatch.setattr(address, "is_public", lambda ip: str(ip) == "127.0.0.1" or is_public(ip))
    with SiteServer(Site(5), robots="") as server:
        crawl(f"{server.url}/redirect/private", memory, **QUICK | {"allow_private": False, "sitemaps": False})
    assert fates(memory)["/secret"]["error"] == "private address"


def test_a_host_that_is_not_there_is_counted(memory: Store) -> None:
    report = crawl("http://127.0.0.1:1/", memory, robots=False, **QUICK | {"max_tries": 1})
    assert (report.state, sum(report.counts.errors.values())) == ("finished", 2)


def test_a_delay_that_robots_ask_for_is_kept(memory: Store) -> None:
    with SiteServer(Site(3, traps=False), robots="User-agent: *\nCrawl-delay: 0.3\n") as server:
        crawl(server.url, memory, **QUICK | {"max_pages": 3, "sitemaps": False})
        times = [at for _, path, at in server.log if path != "/robots.txt"]
    # Scrapy waits between half and one and a half of it.
    assert min(after - before for before, after in pairwise(times)) > 0.14


# -- again --------------------------------------------------------------------------------------------


def test_a_second_run_adds_and_updates_and_doubles_nothing(server: SiteServer, store: Store) -> None:
    crawl(server.url, store, **QUICK)
    before = {record["key"]: record["text"] for record in store.records()}
    server.site.changed[4] = "One more paragraph about the river, which rose by a metre in a night. " * 3
    server.site.n_articles += 1
    server.site.__dict__.pop("paths")
    gone = server.site.article(9).path
    server.gone.add(gone)
    report = crawl(server.url, store, **QUICK)
    changes = {(one["what"], one["url"].rpartition("/")[2]) for one in store.changes(report.run)}
    assert changes == {("changed", "4.html"), ("new", f"{N}.html"), ("gone", "9.html")}
    assert (store.n_records(), report.counts.records["changed"]) == (len(before) + 1, 1)


def test_watching_gives_the_changes_of_each_run(server: SiteServer, memory: Store) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        server.site.changed[2] = "The council found another thousand coins under the old wooden bridge. " * 3

    runs = list(watch(server.url, memory, 3600.0, n_runs=2, sleep=sleep, **QUICK))
    assert [len(changes) for _, changes in runs] == [memory.n_records(), 1]
    assert change_line(runs[1][1][0]).startswith("~ ")
    assert 3000 < slept[0] <= 3600


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("30m", 1800), ("6h", 21600), ("1d", 86400), ("5", 5)]
)
def test_periods(text: str, seconds: float) -> None:
    assert read_period(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "0s", "-5m", "5w"])
def test_what_is_no_period_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        read_period(text)


# -- what is shown ------------------------------------------------------------------------------------


def test_the_report_is_one_page_with_counts_failures_and_samples(
    trapped: tuple[SiteServer, Store, CrawlReport],
) -> None:
    _, store, report = trapped
    page = report_page(store, report)
    assert "redirect loop" in page
    assert "by language" in page
    assert "河岸日报" in page
    assert "src=" not in page
    assert "<script" not in page


def test_the_lines_of_the_report_have_the_counts(trapped: tuple[SiteServer, Store, CrawlReport]) -> None:
    text = "\n".join(report_lines(trapped[2]))
    assert "redirect loop 3" in text
    assert "records in the store" in text


def test_progress_is_shown_while_it_runs(server: SiteServer, memory: Store) -> None:
    seen: list[CrawlProgress] = []
    crawl(server.url, memory, progress=seen.append, **QUICK | {"delay_s": 0.02})
    assert seen
    assert "waiting" in progress_line(seen[-1])


def test_an_interrupt_while_progress_is_told_ends_the_crawl_with_its_report(
    server: SiteServer, memory: Store
) -> None:
    seen: list[CrawlProgress] = []

    def interrupt(progress: CrawlProgress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            raise KeyboardInterrupt

    report = crawl(server.url, memory, progress=interrupt, **QUICK | {"delay_s": 0.05})
    assert report.state == "stopped"
    assert report.n_waiting > 0


def test_a_stopped_crawl_does_not_wait_for_the_turn_of_a_request(server: SiteServer, memory: Store) -> None:
    begun, asked = time.monotonic(), list[CrawlProgress]()

    def interrupt(progress: CrawlProgress) -> None:
        if time.monotonic() > begun + 2 and not asked:
            asked.append(progress)
            raise KeyboardInterrupt

    report = crawl(server.url, memory, progress=interrupt, **QUICK | {"delay_s": 60.0})
    assert report.state == "stopped"
    assert report.n_waiting > 0
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("url", ["", "ftp://a.example/", "http://"])
def test_what_is_no_address_is_refused(memory: Store, url: str) -> None:
    with pytest.raises(OptionError):
        crawl(url, memory)


def test_a_cache_answers_the_second_time(server: SiteServer, memory: Store, tmp_path: Path) -> None:
    given = QUICK | {"cache_dir": str(tmp_path / "cache"), "max_pages": 5}
    crawl(server.url, memory, **given)
    asked = {path for _, path, _ in server.log}
    n_asked = len(server.log)
    with open_store("sqlite://") as other:
        crawl(server.url, other, **given)
    # On a busy machine the second crawl may come to other pages first.
    again = [path for _, path, _ in server.log[n_asked:]]
    assert asked.isdisjoint(again)
    assert len(again) < n_asked


@pytest.mark.parametrize("table", ["frontier", "pages"])
def test_a_store_that_fails_ends_the_crawl_with_its_message(
    server: SiteServer, tmp_path: Path, table: str
) -> None:
    """Without an end it would wait for ever: so in a thread of its own, which may be left behind."""
    path, ended = tmp_path / "s.sqlite", threading.Event()
    said: list[Exception] = []

    def drop(_progress: object = None) -> None:
        with closing(sqlite3.connect(path)) as other:
            other.execute(f"drop table if exists {table}")

    def run() -> None:
        try:
            crawl(server.url, store, **QUICK | {"delay_s": 0.02}, progress=drop)
        except MaintextError as error:
            said.append(error)
        ended.set()

    with open_store(str(path)) as store:
        threading.Thread(target=run, daemon=True).start()
        assert ended.wait(30)
    assert "cannot be used any more" in str(said[0])
