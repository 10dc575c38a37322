"""Numbers of pages in addresses."""

from __future__ import annotations

import pytest

from maintext.sites.pagination.series import is_same_series, is_same_url, page_number


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("https://a.example/list?page=3", 3),
        ("https://a.example/list?id=7&pn=20", 20),
        ("https://a.example/list.asp?PageNo=2", 2),
        ("https://a.example/list/page/4/", 4),
        ("https://a.example/list/p2", 2),
        ("https://a.example/zwgk/index_3.htm", 3),
        ("https://a.example/gg/list_12.shtml", 12),
        ("https://a.example/a/90_2.html", 2),
        ("https://a.example/index2.htm", 2),
        ("https://a.example/archive/5/", 5),
        ("https://a.example/thread-8000-2-1.html", 2),
        ("https://a.example/thread-8000-page-3.html", 3),
        ("https://a.example/index.php?topic=7.20", 20),
    ],
)
def test_the_number_of_a_page(url: str, number: int) -> None:
    found = page_number(url)
    assert found is not None
    assert found.number == number


@pytest.mark.parametrize(
    "url",
    ["https://a.example/", "https://a.example/news", "https://a.example/2024-report", "https://a.example/?q=5",
     "https://a.example/news/20240501123.html", "https://[a.example/"],
)  # fmt: skip
def test_addresses_without_a_number_of_a_page(url: str) -> None:
    assert page_number(url) is None


def test_offsets_count_entries() -> None:
    found = page_number("https://a.example/search?start=20")
    assert found is not None
    assert found.is_offset


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/list", "https://a.example/list?page=2"),
        ("https://a.example/list?page=2&sort=a", "https://a.example/list?sort=a&page=3"),
        ("https://a.example/a/90.html", "https://a.example/a/90_2.html"),
        ("https://a.example/zwgk/", "https://a.example/zwgk/index_1.html"),
        ("https://a.example/blog/", "https://a.example/blog/page/2/"),
        ("https://a.example/a/90_2.html", "https://a.example/a/90_3.html"),
        ("https://a.example/thread-8000-1-1.html", "https://a.example/thread-8000-2-1.html"),
        ("https://a.example/thread-8000.html", "https://a.example/thread-8000-page-2.html"),
        ("https://a.example/index.php?topic=7.0", "https://a.example/index.php?topic=7.20"),
    ],
)
def test_pages_of_one_series(one: str, other: str) -> None:
    assert is_same_series(one, other)
    assert is_same_series(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/a/90.html", "https://a.example/a/91.html"),
        ("https://a.example/a/90.html", "https://a.example/a/91_2.html"),
        ("https://a.example/list?page=2", "https://b.example/list?page=3"),
        ("https://a.example/list?page=2&id=1", "https://a.example/list?page=3&id=2"),
        ("https://a.example/one", "https://a.example/two"),
        ("https://a.example/thread-8000-1-1.html", "https://a.example/thread-8001-1-1.html"),
        ("https://a.example/index.php?topic=7.0", "https://a.example/index.php?topic=8.20"),
    ],
)
def test_pages_of_different_series(one: str, other: str) -> None:
    assert not is_same_series(one, other)


def test_a_fragment_and_a_slash_make_no_other_address() -> None:
    assert is_same_url("https://a.example/x/#top", "https://a.example/x")
    assert not is_same_url("https://a.example/x", "https://a.example/y")


def test_session_ids_are_no_part_of_a_series() -> None:
    thread = "https://a.example/viewtopic.php?f=2&t=5"
    assert is_same_series(f"{thread}&sid={'0f' * 16}", f"{thread}&start=10")
    assert is_same_series(f"{thread}&sid={'0f' * 16}", f"{thread}&start=10&sid={'a1' * 16}")
