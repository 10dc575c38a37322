from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("lxml", reason="lxml is not installed (extra mcp)")
pytest.importorskip("protego", reason="Protego is not installed (extra mcp)")

from tests.site_server import Site, SiteServer

from maintext.app.given_page import GivenPage
from maintext.app.mcp import McpOptions
from maintext.app.mcp.tasks import LONG_FIELDS, PageReader, extract_page, fetch_page, list_entries, map_site
from maintext.errors import FetchTimeoutError, HttpStatusError, OptionError, PageTooLargeError

if TYPE_CHECKING:
    from collections.abc import Iterator

PARAGRAPH = "The river rose again in the night, and the bridge was closed until the morning. "
PARAGRAPHS = "".join(f"<p>{n}. {PARAGRAPH * 3}</p>" for n in range(20))
PAGE = f"""<html lang="en"><title>The river - Gazette</title>
<nav><a href=/>Home</a> <a href=/news>News</a></nav>
<article><h1>The river rises</h1>{PARAGRAPHS}</article></html>"""
LIST = "".join(
    f'<li><a href="/news/{n}.html">The council talked about bridge {n}</a> <span>2026-05-{n:02}</span></li>'
    for n in range(1, 21)
)
GIVEN = PageReader(McpOptions())


def of_page(html: str = PAGE, **named: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"form": "markdown", "include": (), "start": 0, "max_chars": 0} | named
    return extract_page(GIVEN, GivenPage(html, "http://a.example/1"), **asked)


@pytest.fixture(scope="module")
def server() -> Iterator[SiteServer]:
    with SiteServer(Site(100)) as running:
        yield running


@pytest.fixture
def net() -> PageReader:
    return PageReader(McpOptions(allow_private=True))


# -- extract ------------------------------------------------------------------------------------------


def test_the_main_text_comes_with_what_is_known_of_the_page() -> None:
    answer = of_page()
    assert answer["title"] == "The river rises"
    assert answer["outcome"] == "found"
    assert answer["url"] == "http://a.example/1"
    assert answer["text"].count(PARAGRAPH.strip()) == 60
    assert "Home" not in answer["text"]
    assert answer["next_start"] is None
    assert "author" not in answer  # what is not stated is not there


def test_pieces_after_the_first_have_no_fields() -> None:
    whole, first = of_page()["text"], of_page(max_chars=1000)
    second = of_page(max_chars=1000, start=first["next_start"])
    assert whole.startswith(first["text"] + second["text"])
    assert second.keys() == {"url", "title", "form", "text", "start", "n_chars", "next_start"}


def test_an_answer_is_no_longer_than_the_server_allows() -> None:
    answer = extract_page(
        PageReader(McpOptions(max_chars=100)),
        GivenPage(PAGE),
        form="text",
        include=(),
        start=0,
        max_chars=5000,
    )
    assert len(answer["text"]) <= 100


def test_long_fields_are_given_where_they_are_asked_for() -> None:
    page = PAGE.replace("<p>0.", '<p><a href="/x">the gauge</a> 0.')
    assert not of_page(page).keys() & set(LONG_FIELDS)
    assert of_page(page, include=("links",))["links"][0]["url"] == "http://a.example/x"


def test_options_of_a_page_are_taken() -> None:
    page = PAGE.replace("<p>0.", '<p><a href="/x">the gauge</a> 0.')
    answer = of_page(page, options={"links": False, "front_matter": True, "drop": "p + p"})
    assert answer["text"].startswith("---\n")
    assert "/x" not in answer["text"].partition("\n---\n")[2]
    assert "0. The river" in answer["text"]
    assert "1. The river" not in answer["text"]


@pytest.mark.parametrize("wrong", [
    {"form": "pdf"}, {"include": ("all",)}, {"start": 10**6}, {"max_chars": -1}, {"options": {"link": False}},
    {"options": {"max_bytes": 10**9}}, {"options": {"links": 1}}, {"options": {"only": "p:("}},
])  # fmt: skip
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        of_page(**wrong)


# -- fetch --------------------------------------------------------------------------------------------


def test_all_of_a_page_or_its_source_can_be_had(server: SiteServer, net: PageReader) -> None:
    article = server.site.article(6)  # in GBK
    url = server.url + article.path
    seen = fetch_page(net, url, form="markdown", start=0, max_chars=0)
    source = fetch_page(net, url, form="source", start=0, max_chars=0)
    assert article.title in seen["text"]
    assert "Related" in seen["text"]
    assert source["text"].lstrip().lower().startswith("<!doctype html")
    assert article.paragraphs[0] in source["text"]
    assert (source["status"], source["url"]) == (200, url)


def test_what_is_no_page_is_an_error(server: SiteServer, net: PageReader) -> None:
    with pytest.raises(HttpStatusError):
        fetch_page(net, f"{server.url}/nothing", form="markdown", start=0, max_chars=0)


def test_answers_have_a_limit_of_bytes_and_of_time(server: SiteServer) -> None:
    limits = {"allow_private": True, "robots": False, "max_bytes": 100_000, "fetch_timeout_s": 0.5}
    sources = PageReader(McpOptions(**limits))  # type: ignore[arg-type]
    with pytest.raises(PageTooLargeError):
        fetch_page(sources, f"{server.url}/bomb", form="source", start=0, max_chars=0)
    with pytest.raises(FetchTimeoutError):
        fetch_page(sources, f"{server.url}/slow", form="source", start=0, max_chars=0)


# -- list_items ---------------------------------------------------------------------------------------


def test_the_entries_of_a_page_come_in_pieces() -> None:
    page = GivenPage(f"<html><body><ul>{LIST}</ul></body></html>", "http://a.example/")
    answer = list_entries(GIVEN, page, max_pages=1, start=5, max_items=2)
    assert [item["url"] for item in answer["items"]] == [f"http://a.example/news/{n}.html" for n in (6, 7)]
    assert answer["items"][0]["date"] == "2026-05-06"
    assert (answer["n_items"], answer["next_start"], answer["is_list"]) == (20, 7, True)


def test_further_pages_of_a_list_are_read_together(server: SiteServer, net: PageReader) -> None:
    first = net.fetch(f"{server.url}/list/0/1")
    one = list_entries(net, first, max_pages=1, start=0, max_items=100)
    both = list_entries(net, first, max_pages=5, start=0, max_items=100)
    assert (one["n_pages"], one["n_items"]) == (1, 20)
    assert one["next_url"] == f"{server.url}/list/0/2"
    assert (both["n_pages"], both["n_items"], both["next_url"], both["stopped"]) == (2, 25, None, None)
    assert {item["title"] for item in both["items"]} == {
        server.site.article(number).title for number in range(0, 100, 4)
    }


def test_a_page_that_fails_ends_the_list_with_the_reason() -> None:
    following = f'<html><body><ul>{LIST}</ul><a rel="next" href="/p2">Next page</a></body></html>'
    asked: list[str] = []

    def fetch(url: str) -> Any:
        asked.append(url)
        raise HttpStatusError("the server answered 500", status=500, url=url)

    sources = PageReader(McpOptions(robots=False), fetch)
    page = GivenPage(following, "http://a.example/", fetched=dt.datetime(2026, 6, 1, tzinfo=dt.UTC))
    answer = list_entries(sources, page, max_pages=3, start=0, max_items=100)
    assert asked == ["http://a.example/p2"]
    assert answer["n_items"] == 20
    assert "answered 500" in answer["stopped"]


def test_a_page_that_is_no_list_says_why() -> None:
    answer = list_entries(GIVEN, GivenPage(PAGE, "http://a.example/1"), max_pages=1, start=0, max_items=9)
    assert not answer["is_list"]
    assert answer["reason"]


# -- site_map -----------------------------------------------------------------------------------------


def test_a_site_lists_its_pages_by_sitemaps_feeds_and_links(server: SiteServer, net: PageReader) -> None:
    answer = map_site(net, f"{server.url}/", contains="/news/", start=0, max_pages=1000)
    listed_there = {server.url + server.site.article(number).path for number in range(0, 100, 2)}
    assert {page["url"] for page in answer["pages"]} == listed_there
    assert answer["n_pages"] == 50
    assert answer["feeds"] == [f"{server.url}/feed.xml"]
    assert answer["robots"] == {"allows": True, "refusal": None, "delay_s": None}
    assert answer["sitemaps"][0]["url"] == f"{server.url}/sitemap_index.xml"
    assert all(link["text"] and link["url"].startswith("http") for link in answer["links"])
    assert answer["links"]


def test_pages_of_a_site_come_in_pieces_without_the_links_again(server: SiteServer, net: PageReader) -> None:
    answer = map_site(net, f"{server.url}/", contains="", start=10, max_pages=5)
    assert len(answer["pages"]) == 5
    assert answer["next_start"] == 15
    assert "links" not in answer


def test_a_page_that_robots_may_not_read_is_told_of(server: SiteServer, net: PageReader) -> None:
    answer = map_site(net, f"{server.url}/private/1", contains="", start=0, max_pages=5)
    assert answer["robots"]["allows"] is False
    assert "robots.txt" in answer["page_error"]
    assert answer["pages"]


def test_a_site_without_anything_is_no_error() -> None:
    def fetch(url: str) -> Any:
        raise HttpStatusError("no such page", status=404, url=url)

    answer = map_site(PageReader(McpOptions(), fetch), "http://a.example/", contains="", start=0, max_pages=5)
    assert (answer["pages"], answer["links"]) == ([], [])
    assert answer["sitemaps"] == [{"url": "http://a.example/sitemap.xml", "error": "no such page"}]
