"""Later parts of articles, and pages that only their addresses make look like some."""

from __future__ import annotations

from collections import Counter
from contextlib import AbstractContextManager
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed (extra crawl)")
pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed (extra crawl)")

from tests.loopback import Loopback, answering

from maintext.batch.store import open_store
from maintext.crawl import crawl
from maintext.crawl.counts import CrawlCounts, CrawlReport, report_lines

QUICK: dict[str, Any] = {
    "allow_private": True, "delay_s": 0.0, "retry_delay_s": 0.05, "n_processes": 0, "timeout_s": 20.0,
    "robots": False, "sitemaps": False, "feeds": False,
}  # fmt: skip
WORDS = "oak ash elm birch cedar maple walnut cherry pine larch".split()


def served(pages: dict[str, str]) -> AbstractContextManager[Loopback]:
    """Serve some pages by path and query."""
    return answering(lambda path: pages.get(path) or None)


def page(title: str, main: str, menu: str = "") -> str:
    return f"<title>{title} - Site</title><nav>{menu}</nav><main><h1>{title}</h1>{main}</main>"


def prose(number: int) -> str:
    return "".join(
        f"<p>Paragraph {k} of number {number} says that the {WORDS[number % 10]} table from the workshop by"
        f" the river is made by hand, oiled {k + number} times, and sent within {number + 2} days.</p>"
        for k in range(4)
    )


def crawled(pages: dict[str, str], start: str) -> tuple[list[dict[str, Any]], Counter[str], list[str]]:
    """The records, what pages turned out to be, and what was asked for."""
    with served(pages) as (host, asked), open_store("sqlite://") as store:
        report = crawl(host + start, store, **QUICK)
        return list(store.records()), report.counts.results, asked


def shop(form: str, n: int = 12) -> dict[str, str]:
    menu = "<a href='/shop/'>Shop</a>"
    paths = [form.format(number) for number in range(n)]
    names = [f"Table of {WORDS[number % 10]}, model {number}" for number in range(n)]
    cards = "".join(
        f"<div class=card><a href='{path}'><h2>{name}</h2></a><span class=price>{number}.20 €</span></div>"
        for number, (path, name) in enumerate(zip(paths, names, strict=True))
    )
    products = {
        path: page(names[number], prose(number), menu)
        + f"<a rel=next href='{paths[(number + 1) % n]}'>Next</a>"
        for number, path in enumerate(paths)
    }
    return {"/shop/": page("Shop", cards, menu), **products}


@pytest.mark.parametrize("form", ["/shop/p/{}", "/shop/?p={}", "/shop/chair_{}.html"])
def test_products_with_numbers_in_their_addresses_are_records(form: str) -> None:
    records, results, asked = crawled(shop(form), "/shop/")
    assert len(records) == 12
    assert results["part"] == 0
    # What is asked for a second time: the next products of those that may be first parts, 0 and 1; and that
    # first part itself where others are read while it is on its way, by all of them together.
    assert len(asked) <= len(set(asked)) + 3
    assert max(Counter(asked).values()) <= 2


def test_posts_of_a_blog_with_plain_addresses_are_records() -> None:
    posts = {
        f"/?p={n}": page(f"What the {WORDS[n]} said", prose(n), "<a href='/'>Blog</a>")
        + f"<a rel=prev href='/?p={n - 1}'>Previous</a><a rel=next href='/?p={n + 1}'>Next</a>"
        for n in range(1, 7)
    }
    home = page(
        "Blog", "".join(f"<h2><a href='/?p={n}'>What the {WORDS[n]} said</a></h2>" for n in range(1, 7))
    )
    records, results, _ = crawled({"/": home, **posts}, "/")
    assert {record["title"] for record in records} >= {f"What the {WORDS[n]} said" for n in range(1, 7)}
    assert results["part"] == 0


def parts(form: str, title: str = "The story of the old mill{}") -> dict[str, str]:
    """An article in three parts, whose first one has no number."""
    paths = ["/a/mill/" if form.endswith("/") else "/a/mill.html", *(form.format(n) for n in (2, 3))]
    strip = "".join(f"<a href='{path}'>{n}</a> " for n, path in enumerate(paths, 1))
    return {
        path: page(title.format("" if n == 1 else f" ({n})"), prose(n) + strip)
        for n, path in enumerate(paths, 1)
    }


@pytest.mark.parametrize(
    "form",
    ["/a/mill_{}.html", "/a/mill.html?page={}", "/a/mill.html?p={}", "/a/mill.html?start={}0", "/a/mill/{}/"],
)
@pytest.mark.parametrize("start", [1, 2])
def test_parts_of_an_article_are_one_record(form: str, start: int) -> None:
    pages = parts(form)
    records, results, _ = crawled(pages, list(pages)[start - 1])
    assert [record["n_parts"] for record in records] == [3]
    assert (results["part"] == 0) == (start == 1)
    assert all(f"of number {n} says" in records[0]["text"] for n in (1, 2, 3))


def test_pages_with_titles_of_their_own_are_no_parts() -> None:
    records, _, _ = crawled(parts("/a/mill_{}.html", "Chapter{} of the guide"), "/a/mill.html")
    assert len(records) == 3


def test_a_page_whose_first_part_cannot_be_had_is_a_record() -> None:
    pages = parts("/a/mill_{}.html")
    del pages["/a/mill.html"]
    assert len(crawled(pages, "/a/mill_2.html")[0]) == 2


def test_parts_of_an_article_whose_first_page_fails_later_are_no_records() -> None:
    parts = {
        f"/p/{n}": page("Oak", prose(n), f"<a href=/p/1>1</a> <a href=/p/{n + 1}>Next</a>") for n in (1, 2, 3)
    }
    pages = parts | {"/": page("Home", "".join(f"<p><a href={path}>Oak</a></p>" for path in parts))}
    with served(pages) as (host, _), open_store("sqlite://") as store:
        crawl(f"{host}/", store, **QUICK)
        before = [one["url"] for one in store.records()]
        pages["/p/1"] = page(
            "Page not found", "<p>There is no page at this address, or no longer one.</p>" * 3
        )
        crawl(f"{host}/", store, **QUICK)
        assert [one["url"] for one in store.records()] == before
        assert "Paragraph" in next(one["text"] for one in store.records() if one["title"] == "Oak")


@pytest.mark.parametrize(("n_parts", "is_said"), [(28, True), (9, False)])
def test_many_parts_are_a_warning(n_parts: int, is_said: bool) -> None:
    counts = CrawlCounts(results=Counter(record=2, part=n_parts))
    lines = report_lines(CrawlReport(run=1, state="finished", counts=counts, seconds=1.0))
    assert any("warning" in line and f"{n_parts} of" in line for line in lines) == is_said
