"""Dates without a year, and prices, ratings, sizes and versions that look like some."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest

from maintext.html import parse
from maintext.sites.listing import Item, find_list

NOW = dt.datetime(2026, 3, 20, tzinfo=dt.UTC)
NAMES = ("river", "bridge", "harbour", "orchard", "station", "museum", "library", "garden")


def items(entry: str, values: Sequence[str], around: str = "<ul>{}</ul>") -> tuple[Item, ...]:
    rows = "".join(
        entry.format(i=i, title=f"What they said of the {NAMES[i % 8]} {i}", value=value)
        for i, value in enumerate(values)
    )
    return find_list(parse(around.format(rows), "https://site.example/news/"), reference=NOW).items


ITEM = "<li><a href=/{i}>{title}</a><span>{value}</span></li>"
SECTION = (
    "<h2>{value}</h2><ul><li class=x><a href=/{i}>{title}</a> 10:2{i}"
    "<li class=x><a href=/1{i}>More on {title}</a> 09:1{i}</ul>"
)
NAMED = "<li><a href=/{i}>{title}</a><div class=%s>{value}</div></li>"


@pytest.mark.parametrize(
    ("entry", "values"),
    [
        (NAMED % "rating", ["3.1 (4)", "4.5 (12)", "2.8 (1)", "5.0 (7)", "1.3 (3)"]),
        (NAMED % "rating", ["3.1", "4.5", "2.8", "5.1", "1.3"]),
        (NAMED % "price", ["11.20", "12.30", "10.15", "11.10", "12.05"]),
        (NAMED % "stock", ["01-02", "03-04", "05-06", "07-08", "09-10"]),
        (NAMED % "x", ["€ 11.20", "€ 12.30", "€ 10.15", "€ 11.10", "€ 12.05"]),
        (NAMED % "x", ["11.20 元", "12.30 元", "10.15 元", "11.10 元", "12.05 元"]),
        (NAMED % "x", ["1.5 kg", "2.5 kg", "3.5 kg", "4.5 kg", "5.5 kg"]),
        (ITEM, ["4.5", "3.1", "4.8", "2.2", "4.9"]),
        (ITEM, ["1.2", "1.12", "2.1", "1.3", "3.1"]),
        (ITEM, ["11.20", "12.30", "10.15", "11.10", "12.05"]),
        (ITEM, ["11.20", "19.90", "10.15", "45.00", "12.05"]),
        (ITEM, ["10/12", "9/12", "8/12", "7/12", "5/12"]),
        (ITEM, ["3-1", "2-2", "1-3", "4-2", "2-1"]),
        (ITEM, ["8.5分", "9.1分", "7.2分", "6.3分", "9.2分"]),
    ],
)
def test_what_is_no_date_stays_in_its_column(entry: str, values: list[str]) -> None:
    found = items(entry, values)
    assert [(item.date, item.date_text) for item in found] == [(None, "")] * len(values)
    assert [next(iter(item.columns.values())) for item in found] == values


@pytest.mark.parametrize(
    ("entry", "values"),
    [
        (ITEM, ["03-19", "03-18", "03-18", "03-02", "02-27"]),
        (ITEM, ["03/19", "03/18", "03/18", "03/02", "02/27"]),
        (ITEM, ["[03-19]", "[03-18]", "[03-18]", "[03-02]", "[02-27]"]),
        (ITEM, ["03.19", "03.18", "03.18", "03.02", "02.27"]),
        (ITEM, ["3月19日", "3月18日", "3月18日", "3月2日", "2月27日"]),
        (ITEM, ["3-19", "3-18", "3-18", "3-2", "2-27"]),
        (ITEM, ["3/19", "3/18", "3/18", "3/2", "2/27"]),
        (ITEM, ["03-19 10:20", "03-18 08:00", "03-18 07:31", "03-02 23:15", "02-27 12:12"]),
        ("<li>{value} <a href=/{i}>{title}</a></li>", ["03-19", "03-18", "03-18", "03-02", "02-27"]),
        (NAMED % "news-date", ["3.19", "3.18", "3.18", "3.2", "2.27"]),
        (NAMED % "news-date", ["10:20", "3.18", "3.18", "3.2", "2.27"]),
        (ITEM, ["10:20", "03-18", "03-18", "03-02", "02-27"]),
        (ITEM, ["Thursday, 19 March", "Wed. 18 March", "Wed 18 March", "Monday 2 March", "Fri, 27 February"]),
        (
            "<li><a href=/{i}>{title}</a><p><i>Post</i><b>{value}</b><i>2{i} replies</i></li>",
            ["03-19", "03-18", "03-18", "03-02", "02-27"],
        ),
        (
            SECTION,
            ["Thursday, 19 March", "3月18日", "Mar 18", "2 March", "02-27"],
        ),
    ],
)
def test_dates_without_a_year_are_dates(entry: str, values: list[str]) -> None:
    days = [str(item.date) if item.date else "" for item in items(entry, values) if "More" not in item.title]
    assert days[1:] == ["2026-03-18", "2026-03-18", "2026-03-02", "2026-02-27"]
    assert days[0] == ("" if values[0] == "10:20" else "2026-03-19")


@pytest.mark.parametrize(
    "values",
    [
        ["03-19", "03-18", "2025-12-30", "2025-11-02", "2025-10-01"],
        ["Mar 19", "Mar 18", "Dec 30, 2025", "Nov 2, 2025", "Oct 1, 2025"],
        ["1小时前", "03-18", "昨天", "刚刚", "前天"],
    ],
)
def test_dates_without_a_year_stand_among_others(values: list[str]) -> None:
    assert [str(item.date)[:10] for item in items(ITEM, values)][1] == "2026-03-18"


def test_a_day_in_the_text_of_an_entry_is_not_its_date() -> None:
    text = "The town council met in the old mill to speak of the bridge and of the law of 1 January 2027."
    found = items(ITEM.replace("</li>", f"<p>{text}</p></li>"), ["6 March", "5 March", "4 March"])
    assert [str(item.date) for item in found] == ["2026-03-06", "2026-03-05", "2026-03-04"]


def test_the_cell_of_a_table_that_spans_rows_holds_a_date_without_a_year() -> None:
    around = "<table><tr><th>Day<th>Course<th>Room</tr>{}</table>"
    entry = (
        "<tr><td rowspan=2>{value}<td><a href=/{i}>{title}</a><td>R {i}</tr>"
        "<tr><td><a href=/1{i}>More on {title}</a><td>R {i}</tr>"
    )
    found = items(entry, ["18 March", "2 March", "27 February"], around)
    assert [str(item.date) for item in found[1::2]] == ["2026-03-18", "2026-03-02", "2026-02-27"]


def test_a_date_beside_a_price_is_the_date() -> None:
    entry = "<li><a href=/{i}>{title}</a><p class=price>{i}.5</p><p class=when>{value}</p></li>"
    found = items(entry, ["03-19", "03-18", "03-17", "03-02", "02-27"])
    assert [item.date_text for item in found] == ["03-19", "03-18", "03-17", "03-02", "02-27"]
    assert [item.columns["price"] for item in found] == [f"{i}.5" for i in range(5)]


@pytest.mark.parametrize(("heading", "is_date"), [("价格", False), ("评分", False), ("发布日期", True)])
def test_the_heading_of_a_column_says_what_it_is(heading: str, is_date: bool) -> None:
    around = "<table><tr><th>标题<th>地点<th>" + heading + "</tr>{}</table>"
    entry = "<tr><td><a href=/{i}>{title}</a><td>Oban<td>{value}</tr>"
    found = items(entry, ["4.5", "3.12", "2.8", "1.1", "3.3"], around)
    assert [bool(item.date_text) for item in found] == [is_date] * 5
    assert [item.columns.get(heading) for item in found] == (
        [None] * 5 if is_date else ["4.5", "3.12", "2.8", "1.1", "3.3"]
    )


def dated(
    entry: str, values: Sequence[str], around: str = "<ul>{}</ul>", url: str = "https://site.example/news/",
    reference: dt.datetime | None = None,
) -> list[tuple[str, str]]:  # fmt: skip
    rows = "".join(
        entry.format(i=i, title=f"What they said of the {NAMES[i % 8]} {i}", value=value)
        for i, value in enumerate(values)
    )
    found = find_list(parse(around.format(rows), url), reference=reference).items
    assert all(item.date_text for item in found)
    return [(str(item.date or ""), item.date_origin) for item in found]


NEW_YEAR = ["01-03", "01-02", "12-30", "12-29", "12-01"]


@pytest.mark.parametrize("reference", [None, NOW])
@pytest.mark.parametrize(
    ("entry", "around", "url", "origin"),
    [
        ("<li><a href=/2019/12/a{i}.htm>{title}</a><span>{value}</span></li>", "<ul>{}</ul>", "", "url"),
        ("<li><a href=/c/t2019121{i}_7.htm>{title}</a><span>{value}</span></li>", "<ul>{}</ul>", "", "url"),
        (ITEM, "<title>Notices</title><h2>2019年</h2><ul>{}</ul>", "", "page"),
        (ITEM, "<title>Notices of 2019 - Town</title><ul>{}</ul>", "", "page"),
        (ITEM, "<ul>{}</ul>", "https://site.example/archive/2019/", "page"),
        (ITEM, "<ul>{}</ul>", "https://site.example/list?year=2019&page=2", "page"),
    ],
)
def test_what_says_the_year_gives_it(
    entry: str, around: str, url: str, origin: str, reference: dt.datetime | None
) -> None:
    found = dated(entry, ["12-30", "12-29", "12-21", "12-11", "12-01"], around, url, reference)
    days = ["2019-12-30", "2019-12-29", "2019-12-21", "2019-12-11", "2019-12-01"]
    assert found == [(day, origin) for day in days]


def test_the_month_in_a_url_settles_the_year_around_new_year() -> None:
    entry = "<li><a href=/2018-12/{i}.htm>{title}</a><span>{value}</span></li>"
    days = [day for day, _ in dated(entry, NEW_YEAR, reference=NOW)]
    assert days == ["2019-01-03", "2019-01-02", "2018-12-30", "2018-12-29", "2018-12-01"]


@pytest.mark.parametrize("known", [0, 4])
def test_neighbours_give_the_year_also_around_new_year(known: int) -> None:
    days = ["2020-01-03", "2020-01-02", "2019-12-30", "2019-12-29", "2019-12-01"]
    values = [days[i] if i == known else value for i, value in enumerate(NEW_YEAR)]
    found = dated(ITEM, values)
    assert found == [(day, "" if i == known else "neighbours") for i, day in enumerate(days)]


def test_what_nothing_says_is_empty_and_what_the_time_of_fetching_suggests_is_marked() -> None:
    values = ["03-19", "03-18", "03-18", "03-02", "02-27"]
    assert dated(ITEM, values) == [("", "")] * 5
    assert dated(ITEM, values, reference=NOW)[0] == ("2026-03-19", "fetched")
    # A footer and titles of entries say nothing about dates.
    around = "<ul>{}</ul><footer>© 2012 Town</footer>"
    entry = "<li><h3><a href=/{i}>{title} of 2011</a></h3><span>{value}</span></li>"
    assert dated(entry, values, around) == [("", "")] * 5


def test_a_text_in_the_place_of_dates_that_is_none_is_kept_though_it_is_rare() -> None:
    entry = "<li><a href=/{i}>{title}</a><div><i class=by>Ann</i><i class=tm>{value}</i></div></li>"
    found = items(entry, ["2026-03-19"] * 11 + ["after the fair"] + ["2026-03-02"])
    assert [item.columns.get("tm", "") for item in found] == [""] * 11 + ["after the fair", ""]


@pytest.mark.parametrize(
    "entry",
    [
        "<li><b>{day}</b><i>Mar</i> <a href=/{i}>{title}</a></li>",
        "<li><div>Mar</div><div>{day}</div><h3><a href=/{i}>{title}</a></h3></li>",
        "<li><a href=/{i}>{title}</a><p>Fri, March {day}</p></li>",
        "<li><a href=/{i}><div><span>{day}.</span><span>März</span></div><h3>{title}</h3></a></li>",
        "<li><a href=/{i}>{title}<span>{day} de marzo</span></a></li>",
    ],
)
def test_a_day_with_the_name_of_its_month_is_a_date(entry: str) -> None:
    rows = "".join(entry.format(i=i, title=f"What they said of the {NAMES[i]}", day=19 - i) for i in range(6))
    found = find_list(parse(f"<ul>{rows}</ul>", "https://site.example/news/"), reference=NOW).items
    assert [(str(item.date), item.date_origin) for item in found] == [
        (f"2026-03-{19 - i}", "fetched") for i in range(6)
    ]


@pytest.mark.parametrize(("first", "step", "origin"), [(18, 1, ""), (19, -1, "fetched")])
def test_days_that_rise_beyond_the_time_of_fetching_are_not_of_last_year(
    first: int, step: int, origin: str
) -> None:
    found = items(NAMED % "date", [f"03-{first + step * i}" for i in range(6)])
    assert {item.date_origin for item in found} == {origin}


@pytest.mark.parametrize("form", ["{:02}.03.", "{}.3.", "{:02}/03"])
def test_a_date_without_a_year_begins_with_the_day_where_the_language_does(form: str) -> None:
    rows = "".join(
        f"<li><a href=/{i}>Was man vom Hafen {i} erzählt</a><span>{form.format(19 - i)}</span>"
        for i in range(6)
    )
    page = parse(f"<html lang=de><ul>{rows}</ul>", "https://site.example/news/")
    assert [str(item.date) for item in find_list(page, reference=NOW).items] == [
        f"2026-03-{19 - i}" for i in range(6)
    ]


def test_a_count_before_a_word_is_no_date() -> None:
    found = items(ITEM, ["12 comments", "3 Mal", "7 seats", "12 May flowers", "1 set", "4 rooms"])
    assert {item.date_text for item in found} == {""}
