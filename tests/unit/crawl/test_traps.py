from __future__ import annotations

from typing import Any

import pytest
from tests.unit.crawl.test_parts import QUICK, served

from maintext.batch.store import open_store
from maintext.crawl import crawl
from maintext.crawl.links import Patterns, pattern_of

HOST = "http://a.example"


def note(patterns: Patterns, url: str, *links: str, text: int = 0, n_words: int = 0) -> bool:
    forms = [(HOST + link, pattern_of(HOST + link)) for link in links]
    return patterns.note(HOST + url, forms, text, n_words)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("/calendar/2026/05", "/calendar/1999/12", True),
        ("/list?page=2&sort=a", "/list?sort=b&page=31", True),
        ("/list?page=2", "/list?page=2&sort=a", False),
        ("/news/a-long-name-of-an-article", "/news/another-long-name-of-one.html", True),
        ("/a/12", "/b/12", False),
        ("/x/0123456789abcdef", "/x/fedcba9876543210", True),
        ("/about", "/contact", False),
    ],
)
def test_the_form_of_an_address(left: str, right: str, same: bool) -> None:
    assert (pattern_of(HOST + left) == pattern_of(HOST + right)) is same


def test_pages_without_news_exhaust_their_form() -> None:
    patterns = Patterns(10)
    for month in range(1, 12):  # the first one has news: a link that was not known
        assert not patterns.is_exhausted(pattern_of(f"{HOST}/calendar/{month}"))
        note(patterns, f"/calendar/{month}", f"/calendar/{month + 1}", "/")
    assert patterns.is_exhausted(pattern_of(f"{HOST}/calendar/99"))
    assert not patterns.is_exhausted(pattern_of(f"{HOST}/news/99"))


def test_the_days_of_a_month_are_no_text_of_its_own() -> None:
    days = "".join(f"<td>{day}</td>" for day in range(1, 29))
    following = "<h1>Calendar 2031-{}</h1><table>{}</table><a href=/cal/2031/{}>Next month</a>"
    pages = {f"/cal/2031/{n}": following.format(n, days, n + 1) for n in range(100, 160)}
    given: dict[str, Any] = {**QUICK, "max_pattern_pages": 10}
    with served(pages) as (host, asked), open_store("sqlite://") as store:
        crawl(f"{host}/cal/2031/100", store, **given)
    assert 10 <= len(asked) <= 15


def test_lists_with_new_links_are_never_exhausted() -> None:
    patterns = Patterns(10)
    for page in range(100):
        assert note(patterns, f"/list/{page}", f"/list/{page + 1}", f"/article/{page}", "/")
    assert not patterns.is_exhausted(pattern_of(f"{HOST}/list/7"))


def test_articles_with_texts_of_their_own_are_never_exhausted() -> None:
    patterns = Patterns(10)
    for number in range(100):
        assert note(patterns, f"/article/{number}", "/", text=number, n_words=100) or number
    assert not patterns.is_exhausted(pattern_of(f"{HOST}/article/7"))


def test_the_same_text_again_and_again_is_no_news() -> None:
    patterns = Patterns(10)
    for number in range(12):
        note(patterns, f"/print/{number}", text=1, n_words=100)
    assert patterns.is_exhausted(pattern_of(f"{HOST}/print/7"))


def test_months_that_lead_to_exhausted_days_only_are_exhausted_too() -> None:
    patterns = Patterns(10)
    for day in range(20):
        note(patterns, f"/calendar/1/{day}", f"/calendar/1/{day + 1}")
    for month in range(20):
        note(patterns, f"/calendar/{month}", *(f"/calendar/{month}/{day}" for day in range(28)))
    assert patterns.is_exhausted(pattern_of(f"{HOST}/calendar/7"))


def read_filters(patterns: Patterns, n_filters: int, *articles: str) -> int:
    """Read lists from the one without a filter on; return how many are read. A filter has four values."""
    waiting: list[tuple[str, ...]] = [()]
    seen, n_read = set(waiting), 0
    for chosen in waiting:
        if patterns.is_exhausted(pattern_of(f"{HOST}/list?{'&'.join(chosen)}")):
            continue
        n_read += 1
        more = [
            tuple(sorted([one for one in chosen if one[0] != key] + [f"{key}={value}"]))
            for key in "abcdefgh"[:n_filters]
            for value in range(4)
        ]
        urls = {one: f"/list?{'&'.join(one)}" for one in more}
        note(patterns, f"/list?{'&'.join(chosen)}".rstrip("?"), *urls.values(), *articles)
        for one, url in urls.items():
            if one not in seen and not patterns.is_exhausted(pattern_of(HOST + url)):
                seen.add(one)
                waiting.append(one)
    return n_read


@pytest.mark.parametrize(("n_filters", "most"), [(4, 250), (6, 500)])
def test_combinations_of_filters_are_one_endless_part(n_filters: int, most: int) -> None:
    assert 100 <= read_filters(Patterns(100), n_filters, "/p/1", "/p/2") <= most


def test_boards_before_their_threads_exhaust_no_threads() -> None:
    patterns = Patterns(10)
    for board in range(50):
        note(patterns, f"/view?board={board}", f"/view?board={board}&no=1", f"/view?board={board + 1}")
    for thread in range(50):
        assert not patterns.is_exhausted(pattern_of(f"{HOST}/view?board=1&no={thread}"))
        note(patterns, f"/view?board=1&no={thread}", "/", text=thread, n_words=100)
    for page in range(50):
        links = [f"/view?board=1&no={page}{n}" for n in range(10)]
        assert note(patterns, f"/view?board=1&page={page}", *links)


def test_zero_never_exhausts() -> None:
    patterns = Patterns(0)
    for month in range(500):
        note(patterns, f"/calendar/{month}")
    assert not patterns.is_exhausted(pattern_of(f"{HOST}/calendar/7"))
