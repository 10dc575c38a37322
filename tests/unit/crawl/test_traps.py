from __future__ import annotations

import pytest

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


def test_zero_never_exhausts() -> None:
    patterns = Patterns(0)
    for month in range(500):
        note(patterns, f"/calendar/{month}")
    assert not patterns.is_exhausted(pattern_of(f"{HOST}/calendar/7"))
