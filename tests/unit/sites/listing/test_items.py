"""What one entry of a list says."""

from __future__ import annotations

import pytest

from maintext.html import parse
from maintext.sites.listing import Item, find_list

URL = "https://site.example/list/"


def items(pattern: str, n: int = 4, around: str = "<ul>{}</ul>", lang: str = "") -> tuple[Item, ...]:
    html = "".join(
        pattern.replace("{i}", str(i)).replace("{title}", f"Title of the entry {i}") for i in range(n)
    )
    return find_list(parse(f"<html lang='{lang}'><body>{around.format(html)}", URL)).items


def first(pattern: str, lang: str = "") -> Item:
    return items(f"<li>{pattern}</li>", lang=lang)[0]


def test_the_address_is_absolute() -> None:
    assert first("<a href='a/{i}.html'>{title}</a>").url == "https://site.example/list/a/0.html"


def test_a_title_that_is_cut_off_is_taken_from_the_attribute() -> None:
    assert first("<a href=/{i} title='Something else'>Entry {i} of…</a>").title == "Entry 0 of…"
    assert first("<a href=/{i} title='Entry {i} of the list in full'>Entry {i} of…</a>").title == (
        "Entry 0 of the list in full"
    )


def test_the_link_in_the_heading_is_the_title() -> None:
    item = first("<a href=/u{i}>A long name of an author, {i}</a><h3><a href=/{i}>{title}</a></h3>")
    assert (item.title, item.url) == ("Title of the entry 0", "https://site.example/0")


def test_a_heading_without_a_link_is_the_title_of_the_link_onward() -> None:
    item = first("<h3>{title}</h3><p>Some words.</p><a href=/{i}>Read more</a>")
    assert (item.title, item.url) == ("Title of the entry 0", "https://site.example/0")


def test_in_a_link_around_the_card_the_heading_is_the_title() -> None:
    item = first(
        "<a href=/{i}><b>Culture</b><h3>{title}</h3><p>It began with a letter and a borrowed van.</p></a>"
    )
    assert item.title == "Title of the entry 0"
    assert item.summary == "It began with a letter and a borrowed van."


def test_authors_and_comments_are_no_titles() -> None:
    html = "<a class=author href=/u{i}>Somebody with a long name {i}</a> <a href=/{i}>{title}</a>"
    assert (
        first(html + " <a class=comments href=/{i}#c>Comments on it: {i}</a>").title == "Title of the entry 0"
    )


def test_of_several_links_in_a_heading_the_last_one_names_the_entry() -> None:
    assert first("<h3><a href=/o{i}>owner number {i}</a> / <a href=/{i}>{title}</a></h3>").url.endswith("/0")


def test_a_brand_and_a_name_side_by_side_are_set_apart() -> None:
    assert (
        first("<a href=/{i}><span>The Mill</span><span>Wawona {i} Tent</span></a>").title
        == "The Mill Wawona 0 Tent"
    )


def test_marked_characters_of_a_chinese_title_are_not_set_apart() -> None:
    assert first("<a href=/{i}>全市<em>春季</em>植树活动第{i}次启动</a>").title == "全市春季植树活动第0次启动"


def test_a_date_stated_for_machines_comes_first() -> None:
    item = first("<a href=/{i}>{title}</a> <time datetime=2024-05-1{i}>last week</time>")
    assert (str(item.date), item.date_text) == ("2024-05-10", "last week")


def test_a_day_above_its_month() -> None:
    item = first("<div><b>1{i}</b><span>2023-10</span></div><a href=/{i}>{title}</a>")
    assert str(item.date) == "2023-10-10"


def test_chinese_dates() -> None:
    assert str(first("<a href=/{i}>关于开展活动的通知之{i}</a><em>2015年1月1{i}日</em>").date) == "2015-01-10"


def test_the_list_says_whether_days_come_first() -> None:
    by_numbers = items("<li><a href=/{i}>{title}</a> 0{i}/1{i}/2024</li>")
    assert by_numbers[1].date is not None
    assert str(by_numbers[3].date) == "2024-03-13"
    assert str(by_numbers[1].date) == "2024-01-11"
    assert str(first("<a href=/{i}>{title}</a> 1{i}/02/2022", lang="el").date) == "2022-02-10"
    assert str(first("<a href=/{i}>{title}</a> 13/12/2{i}", lang="zh").date) == "2013-12-20"


def test_dates_in_titles_are_not_the_date_of_the_entry() -> None:
    item = first("<a href=/{i}>Plan of 2019-01-0{i} in short</a> <i>2024-05-1{i}</i>")
    assert str(item.date) == "2024-05-10"


def test_the_summary_is_text_beside_the_title() -> None:
    item = first(
        "<a href=/{i}>{title}</a><p>It began with a letter and a borrowed van. <a href=/{i}>Read more</a></p>"
    )
    assert item.summary == "It began with a letter and a borrowed van."


def test_the_image_of_lazy_loading_is_found() -> None:
    item = first("<a href=/{i}><img src=loading.gif data-src=/img/{i}.jpg></a><a href=/{i}>{title}</a>")
    assert item.image_url == "https://site.example/img/0.jpg"


def test_columns_have_the_headings_of_the_table() -> None:
    found = items(
        "<tr><td><a href=/{i}>{title}</a><td>Oban<td>2{i} 000</tr>",
        around="<table><tr><th>Job<th>Place<th>Salary</tr>{}</table>",
    )
    assert dict(found[1].columns) == {"Place": "Oban", "Salary": "21 000"}


def test_cells_without_headings_and_definitions_are_columns_by_number() -> None:
    found = items(
        "<tr><td><a href=/{i}>{title}</a><td>Oban<td><i>2{i} 000</i></tr>", around="<table>{}</table>"
    )
    assert dict(found[1].columns) == {"td 2": "Oban", "td 3": "21 000"}
    found = items("<dt><a href=/{i}>{title}</a><dd>by Ann Hill<dd>Shelf {i}", around="<dl>{}</dl>")
    assert dict(found[1].columns) == {"dd": "by Ann Hill", "dd 2": "Shelf 1"}


def test_a_cell_that_spans_rows_is_a_column_of_each_row() -> None:
    wards = "<td rowspan=2>North</td>", "", "<td rowspan='2'>South</td>", "", "<td>West</td>"
    rows = "".join(
        f"<tr>{ward}<td colspan=2><a href=/{i}>Title of the entry {i}</a><td>Oban<td>2{i} 000</tr>"
        for i, ward in enumerate(wards)
    )
    head = "<tr><th>Ward<th colspan=2>Job<th>Place<th>Salary</tr>"
    found = find_list(parse(f"<table>{head}{rows}</table>", URL)).items
    assert [item.title for item in found] == [f"Title of the entry {i}" for i in range(5)]
    assert [dict(item.columns) for item in found] == [
        {"Ward": ward, "Place": "Oban", "Salary": f"2{i} 000"}
        for i, ward in enumerate(("North", "North", "South", "South", "West"))
    ]


def test_a_date_that_spans_rows_is_the_date_of_each_row() -> None:
    rows = "".join(
        f"<tr>{'' if i % 2 else f'<td rowspan=2>2026-04-0{i + 1}'}<td><a href=/{i}>Title of the entry {i}</a>"
        f"<td>Room {i}</tr>"
        for i in range(6)
    )
    page = f"<table><tr><th>Day<th>Subject<th>Place</tr>{rows}</table>"
    found = find_list(parse(page, URL)).items
    assert [item.date_text for item in found] == [f"2026-04-0{i - i % 2 + 1}" for i in range(6)]
    assert [str(item.date) for item in found] == [item.date_text for item in found]
    assert all(dict(item.columns) == {"Place": f"Room {i}"} for i, item in enumerate(found))


@pytest.mark.parametrize(
    ("heading", "date"),
    [("{} May 2026", "2026-05-0{}"), ("Friday, {} May 2026", "2026-05-0{}"), ("Room {}", None),
     ("All that is new since {} May 2026", None)],
)  # fmt: skip
def test_the_date_above_entries_is_theirs(heading: str, date: str | None) -> None:
    rows = "".join(
        f"<h4>{heading.format(day)}</h4>"
        + "".join(f"<p>{8 + i}:30 <a href=/{day}{i}>Title of the entry {day}{i}</a></p>" for i in range(3))
        for day in range(1, 5)
    )
    found = find_list(parse(f"<main><div>{rows}</div></main>", URL)).items
    assert [item.date and str(item.date) for item in found] == [
        date and date.format(day) for day in range(1, 5) for _ in range(3)
    ]
    assert [item.columns["section"] for item in found[::3]] == [heading.format(day) for day in range(1, 5)]


@pytest.mark.parametrize("days", [[11, 12, 13, 14], [11, 11, 12, 13, 13, 14]], ids=["each", "some alike"])
def test_a_date_as_heading_is_no_title(days: list[int]) -> None:
    heads = [f"<h3>2026年5月{day}日</h3>" if day not in days[:i] else "" for i, day in enumerate(days)]
    rows = "".join(
        f"{head}<ul><li><a href=/{i}>南湖步道第{i}段重新开放</a></ul>" for i, head in enumerate(heads)
    )
    found = find_list(parse(f"<main><div>{rows.replace('</ul><ul>', '')}</div></main>", URL)).items
    assert [(item.title, str(item.date)) for item in found] == [
        (f"南湖步道第{i}段重新开放", f"2026-05-{day}") for i, day in enumerate(days)
    ]


def test_rows_whose_picture_spans_them_are_one_entry() -> None:
    found = items(
        "<tr><td rowspan=2><img src=/{i}.jpg><td><a href=/{i}>{title}</a></tr>"
        "<tr><td>by <a href=/u{i}>user{i} of the town</a>, <i>read {i}5 times since May</i></tr>",
        around="<table>{}</table>",
    )
    assert [item.title for item in found] == [f"Title of the entry {i}" for i in range(4)]


def test_texts_of_buttons_and_links_onward_are_no_columns() -> None:
    item = first(
        "<a href=/{i}>{title}</a><b class=price>£{i}</b><button>Buy</button><button class=likes>12</button>"
        "<a href=/{i}>Read more</a>"
    )
    assert dict(item.columns) == {"price": "£0", "likes": "12"}


def test_columns_have_the_names_of_classes() -> None:
    assert first("<a href=/{i}>{title}</a><b class='price big'>£{i}.50</b>").columns["price"] == "£0.50"


def test_a_column_of_one_entry_alone_is_left_out() -> None:
    html = "".join(
        f"<li><a href=/{i}>Title of the entry {i}</a>{'<b class=new>New</b>' if i == 3 else ''}</li>"
        for i in range(20)
    )
    found = find_list(parse(f"<ul>{html}</ul>", URL)).items
    assert len(found) == 20
    assert not any(item.columns for item in found)


def test_plain_values() -> None:
    record = first("<a href=/{i}>{title}</a> <i>2024-05-1{i}</i>").to_dict()
    assert record == {
        "title": "Title of the entry 0", "url": "https://site.example/0", "date": "2024-05-10",
        "date_text": "2024-05-10", "summary": "", "image_url": "", "columns": {},
    }  # fmt: skip


@pytest.mark.parametrize("marks", ["（{}）", "[{}]", " ({})"])
def test_a_date_in_the_last_brackets_of_a_title_is_that_of_an_entry_without_another(marks: str) -> None:
    day = marks.format("2024年5月1{i}日")
    item = first(f"<a href=/{{i}}>{{title}}{day}</a>")
    assert (str(item.date), item.title) == ("2024-05-10", f"Title of the entry 0{day.replace('{i}', '0')}")
    assert str(first(f"<a href=/{{i}}>{{title}}{day}</a> <i>2023-05-1{{i}}</i>").date) == "2023-05-10"
    assert first("<a href=/{i}>{title} (2024年5月1{i}日工作会议的记录和说明)</a>").date is None
