"""The day in the path of a page's own URL."""

from __future__ import annotations

import re

import pytest

from maintext.html import parse
from maintext.metadata.fields import Fields
from maintext.metadata.published import find_url_date

DAYS = [
    ("https://www.example.org/2024/05/01/a-walk/", "2024-05-01"),
    ("https://www.example.org/n/2024-05-01-a-walk.html", "2024-05-01"),
    ("https://www.example.org/n/a-walk_2024_05_01", "2024-05-01"),
    ("https://www.example.org/c/20240501/a.html", "2024-05-01"),
    ("https://www.example.org/n1/t20240501_123456.html", "2024-05-01"),
    ("https://www.example.org/news/01-05-2024", "2024-05-01"),
    ("https://www.example.org/2024/5/1/a-walk", "2024-05-01"),
    ("https://www.example.org/blog/2024/may/01/a-walk", "2024-05-01"),
    ("https://www.example.org/blog/2024/May/1/a-walk/", "2024-05-01"),
]
NONE = [
    "https://www.example.org/2024/05/a-walk/",  # a month only
    "https://www.example.org/2024/13/01/",
    "https://www.example.org/2024/02/30/",
    "https://www.example.org/2024/05-01/",
    "https://www.example.org/2024/walks/01/",
    "https://www.example.org/2024/5/100/",
    "https://www.example.org/id/120240501",
    "https://www.example.org/id/202405011",
    "https://www.example.org/id/20249901",
    "https://www.example.org/?d=2024-05-01",  # not the path: a search, a calendar
    "https://www.example.org/",
    "http://[",
    None,
]


@pytest.mark.parametrize(("url", "day"), DAYS)
def test_a_day_in_the_path(url: str, day: str) -> None:
    found = find_url_date(url)
    assert [str(one.value) for one in found] == [day]
    is_folder = re.search(r"/2024/\w+/\d", url) is not None
    assert found[0].origin == ("url:path" if is_folder else "url")


@pytest.mark.parametrize("url", NONE)
def test_no_day_in_the_path(url: str | None) -> None:
    assert find_url_date(url or "") == []


def test_it_counts_where_the_page_states_no_better_one() -> None:
    url = DAYS[0][0]
    bare = parse("<h1>A walk</h1><p>It rained.</p>", url)
    field = Fields(bare, bare.is_text, lambda: "")["published"]
    assert field is not None
    assert (str(field.value), field.origin) == ("2024-05-01", "url:path")
    dated = parse("<h1>A walk</h1><p>Published: 2 May 2024, 10:20</p><p>It rained.</p>", url)
    field = Fields(dated, dated.is_text, lambda: "")["published"]
    assert field is not None
    assert str(field.value) == "2024-05-02T10:20"


META = '<meta property="article:published_time" content="{}"><h1>A walk</h1><p>It rained.</p>'


@pytest.mark.parametrize(
    ("stated", "url", "shown"),
    [
        ("2024-05-02T02:25:54+00:00", "https://www.example.org/2024/05/01/a/", "2024-05-01T23:25:54-03:00"),
        ("2024-04-30T22:10:00Z", "https://www.example.org/2024/05/01/a/", "2024-05-01T00:10:00+02:00"),
        ("2024-05-02T02:25:54-05:00", "https://www.example.org/2024/05/01/a/", "2024-05-02T02:25:54-05:00"),
        ("2024-05-04T02:25:54Z", "https://www.example.org/2024/05/01/a/", "2024-05-04T02:25:54+00:00"),
        ("2024-05-02T02:25:54Z", "https://www.example.org/a-20240501", "2024-05-02T02:25:54+00:00"),
    ],
)
def test_a_time_in_utc_is_given_on_the_day_of_the_folders(stated: str, url: str, shown: str) -> None:
    page = parse(META.format(stated), url)
    field = Fields(page, page.is_text, lambda: "")["published"]
    assert field is not None
    assert str(field.value) == shown


def test_a_time_in_utc_is_given_in_the_zone_of_the_shown_time() -> None:
    markup = META.format("2024-05-02T02:25:54Z").replace("</h1>", "</h1><p>May 1, 2024 | 9:25pm</p>")
    page = parse(markup, "https://www.example.org/2024/05/01/a/")
    field = Fields(page, page.is_text, lambda: "")["published"]
    assert field is not None
    assert str(field.value) == "2024-05-01T21:25:54-05:00"


@pytest.mark.parametrize(
    ("local", "shown"),
    [
        ("2024-05-01 21:25:54", "2024-05-01T21:25:54-05:00"),
        ("2024-05-01T21:25:54-05:00", "2024-05-01T21:25:54-05:00"),
        ("2024-05-01T21:25:54+09:00", "2024-05-02T02:25:54+00:00"),  # another moment
        ("2024-05-01 21:20:00", "2024-05-02T02:25:54+00:00"),
    ],
)
def test_a_time_in_utc_takes_the_zone_that_another_place_states(local: str, shown: str) -> None:
    node = f'{{"@type": "NewsArticle", "headline": "A walk", "datePublished": "{local}"}}'
    page = parse(META.format("2024-05-02T02:25:54Z") + f'<script type="application/ld+json">{node}</script>')
    field = Fields(page, page.is_text, lambda: "")["published"]
    assert field is not None
    assert str(field.value) == shown
