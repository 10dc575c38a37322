"""Which part of a page is its main list, and when there is none."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.classify.model.kind import KINDS, Kind
from maintext.html import Page, parse
from maintext.records.regions import ListRegion
from maintext.sites.listing import find_list, read_region
from maintext.sites.pagination import find_pagination

URL = "https://site.example/news"
TITLES = [
    "Ferry timetable changes from Monday", "Old mill reopens as a reading room",
    "Council votes on the harbour wall", "Why our apples ripened late this year",
]  # fmt: skip
PROSE = "The work took much longer than anyone in the town had planned, but the result is worth a visit. " * 4


def listed(titles: list[str] = TITLES, item: str = "<li><a href='/{i}'>{title}</a></li>") -> str:
    return "".join(item.format(i=i, title=title) for i, title in enumerate(titles))


def check(page: Page) -> None:
    found = find_list(page)
    assert bool(found.items) == (found.region is not None)
    assert found.reason
    for region in (*([found.region] if found.region else []), *found.others):
        check_region(page, region)
    for item in found.items:
        assert item.title
        assert item.url
        assert 0 <= item.row < item.end <= len(page)


def check_region(page: Page, region: ListRegion) -> None:
    assert region.score > 0
    ends = [0]
    for start, end in region.records:
        assert ends[-1] <= start < end <= len(page)
        ends.append(end)
    assert region.row < region.records[0][0]
    assert ends[-1] <= page.end[region.row]


@each("name", ZOO)
def test_odd_pages_give_records_in_order_that_do_not_overlap(name: str) -> None:
    check(parse(ZOO[name], URL))


@given(MARKUP)
def test_random_pages_give_records_in_order_that_do_not_overlap(html: str) -> None:
    check(parse(html, URL))


@given(MARKUP)
def test_a_random_record_repeated_gives_records_in_order(html: str) -> None:
    check(
        parse(
            f"<ul>{''.join(f'<li><a href=/{i}>Title of entry {i}</a>{html}</li>' for i in range(5))}</ul>",
            URL,
        )
    )


def test_a_page_without_links_has_no_list() -> None:
    assert find_list(parse("<p>Text</p>", URL)).reason == "the page has no links"


@pytest.mark.parametrize(
    "opened",
    [
        "<tr onclick='show({0})'><td>Notice number {0}",
        "<tr><td><a href='javascript:show({0})'>Notice number {0}</a>",
    ],
)
def test_a_page_whose_entries_open_by_scripts_says_so(opened: str) -> None:
    rows = "".join(map(opened.format, range(12)))
    found = find_list(parse(f"<nav><ul>{listed()}</ul></nav><table>{rows}</table>", URL))
    assert found.reason == "only menus repeat; 12 texts open by a script, without an address"


@pytest.mark.parametrize("opened", ["<a href='javascript:show(1)'>{}</a>", "<b onclick='show(1)'>{}</b>"])
def test_entries_of_a_list_that_scripts_open_are_told(opened: str) -> None:
    more = f"<li>{opened.format('A notice that a script opens')}</li><li>{opened.format('Next page')}</li>"
    found = find_list(
        parse(f"<ul>{listed()}{more}</ul><p onclick='about()'>What this page is about</p>", URL)
    )
    assert [item.title for item in found.items] == TITLES
    assert found.unaddressed == ("A notice that a script opens",)


def test_a_menu_alone_is_no_list() -> None:
    found = find_list(parse(f"<nav><ul>{listed()}</ul></nav>", URL))
    assert not found.items
    assert found.reason == "only menus repeat"
    assert len(found.others) == 1


def test_short_links_without_anything_else_are_no_list() -> None:
    found = find_list(parse(f"<ul>{listed(['News', 'Jobs', 'Team', 'Blog'])}</ul>", URL))
    assert not found.is_list


def test_links_beside_an_article_are_no_list() -> None:
    found = find_list(parse(f"<article><p>{PROSE}</p><p>{PROSE}</p></article><ul>{listed()}</ul>", URL))
    assert not found.is_list
    assert "prose" in found.doubt
    assert [item.title for item in found.items] == TITLES


def test_links_in_sentences_are_no_list() -> None:
    text = "".join(
        f"<p>What was said about it then was <a href=/{i}>only a part of it</a>, others say. {PROSE}</p>"
        for i in range(5)
    )
    assert not find_list(parse(text, URL)).items


def test_links_within_the_page_are_no_items() -> None:
    contents = listed(item="<li><a href='https://site.example/news#{i}'>{title}</a></li>")
    assert not find_list(parse(f"<ul>{contents}</ul>", URL)).items


def test_the_main_list_wins_over_a_longer_sidebar() -> None:
    main = listed(
        item="<div class=story><h2><a href=/{i}>{title}</a></h2><p>One sentence about it all.</p></div>"
    )
    side = "".join(f"<li><a href=/s{i}>Something else to read, {i}</a></li>" for i in range(20))
    found = find_list(parse(f"<div>{main}</div><aside><ul>{side}</ul></aside>", URL))
    assert [item.title for item in found.items] == TITLES
    assert found.region is not None
    assert found.region.score > found.others[0].score


def test_hidden_lists_do_not_count() -> None:
    hidden = "".join(f"<li><a href=/h{i}>Something hidden from readers {i}</a></li>" for i in range(30))
    found = find_list(parse(f"<ul style='display:none'>{hidden}</ul><ul>{listed()}</ul>", URL))
    assert [item.title for item in found.items] == TITLES


def test_the_path_names_the_place_of_the_list() -> None:
    region = find_list(parse(f"<div id=main><ul class='news big'>{listed()}</ul></div>", URL)).region
    assert region is not None
    assert region.path == "body > div#main > ul.news"


def test_one_entry_is_found_where_another_page_has_the_list() -> None:
    region = find_list(parse(f"<div><ul class=x>{listed()}</ul></div>", URL)).region
    page = parse("<div><ul class=x><li><a href=/9>The last of all entries</a></li></ul></div>", URL)
    assert not find_list(page).items
    assert [item.title for item in find_list(page, like=region).items] == ["The last of all entries"]
    assert find_list(page, like=region.path if region else "").is_list


def kind(name: str) -> Kind:
    probabilities = {one: 0.9 if one == name else 0.1 / (len(KINDS) - 1) for one in KINDS}
    return Kind(name, 0.9, probabilities)


def test_prose_beside_the_list_of_a_shop_does_not_count() -> None:
    page = parse(f"<ul>{listed()}</ul><p>{PROSE}</p><p>{PROSE}</p>", URL)
    assert not find_list(page).is_list
    assert find_list(page, kind=kind("collection")).is_list


def test_an_article_with_as_much_prose_as_list_is_no_list_page() -> None:
    page = parse(f"<p>{PROSE[:110]}</p><ul>{listed()}</ul>", URL)
    assert find_list(page).is_list
    found = find_list(page, kind=kind("article"))
    assert not found.is_list
    assert [item.title for item in found.items] == TITLES


def test_two_lists_of_equal_worth_halve_the_confidence() -> None:
    one = find_list(parse(f"<ul>{listed()}</ul>", URL))
    other = listed([title[::-1] for title in TITLES], "<p><a href='/x{i}'>{title}</a></p>")
    two = find_list(parse(f"<ul>{listed()}</ul><div>{other}</div>", URL))
    assert one.confidence == 1.0
    assert 0.4 < two.confidence < 0.7


def test_other_regions_can_be_read() -> None:
    page = parse(f"<nav><ul>{listed()}</ul></nav>", URL)
    found = find_list(page)
    assert found.confidence == 0.0
    assert [item.title for item in read_region(page, found.others[0])] == TITLES


def test_the_css_path_leads_to_the_list() -> None:
    region = find_list(parse(f"<div id=main><ul class='news big'>{listed()}</ul></div>", URL)).region
    assert region is not None
    assert region.css_path == "ul"


def test_a_wrapper_named_header_around_the_main_element_is_no_header() -> None:
    found = find_list(parse(f"<div class='pt-header'><main><ul>{listed()}</ul></main></div><p>x</p>", URL))
    assert [item.title for item in found.items] == TITLES


def test_a_long_list_in_an_element_named_after_its_pages_is_no_pagination() -> None:
    item = "<li><img src=/{i}.jpg><a href='/{i}'>{title}</a><p>{title}, as was said on Monday.</p>"
    found = find_list(
        parse(f"<div class=pagination><ul>{listed(TITLES * 2, item)}</ul></div><p>{PROSE}</p>", URL)
    )
    assert [item.title for item in found.items] == TITLES * 2


def test_dates_without_a_year_are_the_latest_before_the_fetch() -> None:
    html = f"<ul>{listed(item='<li><span>12-3{i}</span><a href=/{i}>{title}</a></li>')}</ul>"
    html = html.replace("12-32", "11-02").replace("12-33", "01-05")
    items = find_list(parse(html, URL), reference=dt.datetime(2024, 1, 10, tzinfo=dt.UTC)).items
    assert [str(item.date) for item in items] == ["2023-12-30", "2023-12-31", "2023-11-02", "2024-01-05"]
    assert [item.date_text for item in items] == ["12-30", "12-31", "11-02", "01-05"]


def test_dates_without_a_year_stay_text_without_a_reference() -> None:
    items = find_list(
        parse(f"<ul>{listed(item='<li>[05-1{i}] <a href=/{i}>{title}</a></li>')}</ul>", URL)
    ).items
    assert {item.date for item in items} == {None}
    assert items[0].date_text == "05-10"


def test_topics_before_the_titles_do_not_make_threads_the_same() -> None:
    rows = "".join(
        f"<tbody id=t{i}><tr><td><a href=/thread-{i}><img src=i.gif></a>"
        f"<th>[<a href=/topic-{i % 3}>{'ABC'[i % 3]} talk</a>] <a href=/thread-{i}>Question {i} on wheels</a>"
        f"<td class=by><a href=/user-{i}>rider {i}</a><em>2026-9-{i + 1}</em><td><a href=/thread-{i}>{i}</a>"
        f"<td class=by><a href=/user-x{i % 4}>rider {i % 4}</a></tbody>"
        for i in range(25)
    )
    items = find_list(parse(f"<div id=threads><table>{rows}</table></div>", URL)).items
    assert [(item.title, item.url) for item in items] == [
        (f"Question {i} on wheels", f"https://site.example/thread-{i}") for i in range(25)
    ]


@pytest.mark.parametrize(
    "page",
    [
        "<frameset cols='20%,*'><frame src=/list.asp><frame src='about:blank'></frameset>",
        "<body><p>Notices</p><iframe src=list.asp></iframe></body>",
    ],
)
def test_the_pages_that_frames_show_are_named(page: str) -> None:
    found = find_list(parse(page, "https://a.example/"))
    assert found.reason == "the page has no links; frames show other pages: https://a.example/list.asp"


def test_cards_in_rows_are_the_entries_also_at_the_path_of_the_list() -> None:
    names = [f"{TITLES[i % 4]} {i}" for i in range(12)]
    cards = [
        f"<div><h3><a href=/{i}>{name}</a></h3>{'' if i % 2 else f'<p>€{180 + i}</p>'}</div>"
        for i, name in enumerate(names)
    ]
    rows = "".join(f"<div class=row>{cards[i]}{cards[i + 1]}</div>" for i in range(0, 12, 2))
    page = parse(f"<main>{rows}</main>", URL)
    found = find_list(page)
    assert [item.title for item in found.items] == names
    assert find_list(page, like=found.region).items == found.items


def test_a_long_list_is_read_to_its_end() -> None:
    titles = [f"Minutes of meeting {i} of the council" for i in range(5_500)]
    page = parse(f"<ul>{listed(titles)}</ul><a href=/list?page=2>Next page</a>", URL)
    assert len(find_list(page).items) == len(titles)
    assert find_pagination(page).next_url.endswith("/list?page=2")
