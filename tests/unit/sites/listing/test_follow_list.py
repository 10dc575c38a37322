"""Lists over several pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.sites.listing import follow_list

SITE = "https://site.example/news"
WORDS = "bridge river council library ferry mayor garden school market station".split()


def html(number: int, n_items: int, *, last: bool) -> str:
    items = "".join(
        f"<li><a href=/{number}-{i}>All about the {WORDS[i]} of page {number}</a></li>"
        for i in range(n_items)
    )
    onward = "<span>Next page</span>" if last else f"<a href='/news?page={number + 1}'>Next page</a>"
    side = "".join(f"<li><a href=/side{i}>Read about the {word} too</a></li>" for i, word in enumerate(WORDS))
    return f"<div><ul class=rows>{items}</ul>{onward}</div><div class=sidebar><ul>{side}</ul></div>"


def fetch(url: str) -> Page:
    number = int(url.rpartition("=")[2])
    return parse(html(number, 1 if number == 3 else 6, last=number == 3), url)


def titles(**changes: Any) -> list[list[str]]:
    first = parse(html(1, 6, last=False), SITE)
    return [[item.title for item in page.found.items] for page in follow_list(first, fetch, **changes)]


def test_pages_are_followed_to_the_last_one_with_one_entry() -> None:
    found = titles()
    assert [len(page) for page in found] == [6, 6, 1]
    assert found[2] == ["All about the bridge of page 3"]


def test_days_and_months_have_the_order_of_earlier_pages() -> None:
    def dated(number: int) -> str:
        days = iter(((24, 23, 22), (11, 10, 9), (8, 7, 6))[number - 1])
        page = html(number, 3, last=number == 3)
        return re.sub(r"\d</a></li>", lambda match: f"{match[0][:-5]} {next(days):02}/05/2024</li>", page)

    pages = follow_list(parse(dated(1), SITE), lambda url: parse(dated(int(url[-1])), url))
    days = [str(item.date) for page in pages for item in page.found.items]
    assert days == [f"2024-05-{day:02}" for day in (24, 23, 22, 11, 10, 9, 8, 7, 6)]


def test_the_label_of_earlier_pages_is_no_title_of_the_last_entry() -> None:
    names = "lake lamp mill moor oaks".split()
    cards = [
        f"<div><p>1{i} May 2024</p><p>A talk on the {name}</p><p><a href=/{i}>Tickets</a></p></div>"
        for i, name in enumerate(names)
    ]
    first = parse(f"<main>{''.join(cards[:4])}</main><a rel=next href=/list/2>Next</a>", SITE)
    pages = follow_list(first, lambda url: parse(f"<main>{cards[4]}</main>", url))
    found = [item.title for page in pages for item in page.found.items]
    assert found == [f"A talk on the {name}" for name in names]


def test_a_limit_ends_the_pages() -> None:
    assert len(titles(max_pages=2)) == 2


def test_a_page_without_new_items_ends_the_pages() -> None:
    def same(url: str) -> Page:
        return parse(html(1, 6, last=False).replace("page=2", "page=9"), url)

    pages = list(follow_list(parse(html(1, 6, last=False), SITE), same))
    assert [len(page.found.items) for page in pages] == [6, 0]


@pytest.mark.parametrize("carried", ["page={}", "extra=page%3D{}", "from=4&page={}"])
def test_an_entry_whose_url_names_the_page_of_the_list_is_one_entry(carried: str) -> None:
    def shown(url: str) -> Page:
        number = int(url.rpartition("=")[2])
        said = html(number, 6, last=number == 2).replace("/2-0>All about the bridge of page 2", "/1-0>Pinned")
        said = said.replace("/1-0>All about the bridge of page 1", "/1-0>Pinned")
        return parse(re.sub(r"href=(/\d-\d)", rf"href=\1?{carried.format(number)}", said), url)

    found = list(follow_list(shown(f"{SITE}?page=1"), shown))
    assert [[item.title for item in page.found.items].count("Pinned") for page in found] == [1, 0]
    assert [len(page.found.items) for page in found] == [6, 5]
    assert carried.format(1) in found[0].found.items[0].url


@pytest.mark.parametrize("entry", ["/view?p={}", "/view?page={}", "/a?id={}&page=1"])
def test_entries_that_differ_in_a_number_alone_are_different(entry: str) -> None:
    def shown(url: str) -> Page:
        number = int(url.rpartition("=")[2])
        said = re.sub("of page .", "", html(number, 6, last=number == 2))
        return parse(re.sub(r"/(\d)-(\d)", lambda at: entry.format(at[1] + at[2]), said), url)

    found = list(follow_list(shown(f"{SITE}?page=1"), shown))
    assert [len(page.found.items) for page in found] == [6, 6]


def test_other_hosts_are_not_followed() -> None:
    page = parse(html(1, 6, last=False).replace("/news?page=2", "https://other.example/news?page=2"), SITE)
    (first,) = follow_list(page, fetch)
    assert first.is_left


def test_unknown_options_are_refused() -> None:
    with pytest.raises(OptionError, match="max_pages"):
        titles(max_page=3)
