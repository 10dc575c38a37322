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
    ],
)
def test_dates_without_a_year_are_dates(entry: str, values: list[str]) -> None:
    days = [str(item.date) if item.date else "" for item in items(entry, values)]
    assert days[1:] == ["2026-03-18", "2026-03-18", "2026-03-02", "2026-02-27"]
    assert days[0] == ("" if values[0] == "10:20" else "2026-03-19")


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
