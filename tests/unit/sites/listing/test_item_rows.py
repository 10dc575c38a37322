"""Items as a table, CSV and JSON Lines."""

from __future__ import annotations

import csv
import io
import json
import time

import pytest

from maintext.metadata.moment import Moment
from maintext.sites.listing import Item, items_csv, items_jsonl, items_table

ITEMS = [
    Item("植树活动启动", "https://a.example/1", Moment(2024, 5, 1), "5月1日", columns={"price": "=1+1"}),
    Item("A mill", "https://a.example/2", columns={"title": "x", "rating": "-4.5"}),
]


def test_json_lines_have_all_fields() -> None:
    lines = [json.loads(line) for line in items_jsonl(ITEMS).splitlines()]
    assert lines[0]["title"] == "植树活动启动"
    assert lines[0]["date"] == "2024-05-01"
    assert lines[1]["columns"] == {"title": "x", "rating": "-4.5"}


def test_csv_has_a_column_for_each_name() -> None:
    rows = list(csv.DictReader(io.StringIO(items_csv(ITEMS))))
    assert list(rows[0])[6:] == ["price", "column.title", "rating"]
    assert rows[1]["column.title"] == "x"
    assert rows[1]["date"] == ""


def test_csv_runs_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(items_csv(ITEMS))))
    assert rows[0]["price"] == "'=1+1"
    assert rows[1]["rating"] == "-4.5"


def test_the_table_is_aligned_with_wide_characters() -> None:
    assert items_table(ITEMS) == (
        "2024-05-01  植树活动启动  https://a.example/1\n-           A mill        https://a.example/2\n"
    )


def test_long_titles_are_cut_in_the_table() -> None:
    assert items_table([Item("字" * 50, "u")]) == f"-  {'字' * 29}…   u\n"


def test_no_items_are_no_lines() -> None:
    assert items_table([]) == items_jsonl([]) == ""


@pytest.mark.parametrize(("width", "cut"), [(60, "字" * 30), (61, "字" * 29 + "…"), (62, "字" * 29 + "…")])
def test_a_title_is_cut_only_where_it_is_wider_than_the_column(width: int, cut: str) -> None:
    title = "字" * (width // 2) + "a" * (width % 2)
    assert items_table([Item(title, "u")]).split("  ")[1].strip() == cut


def test_the_table_costs_no_more_than_the_length_of_the_titles() -> None:
    items = [Item("字 word " * 50_000, f"https://a.example/{i}") for i in range(5)]
    start = time.process_time()
    assert len(items_table(items).splitlines()) == 5
    assert time.process_time() - start < 10
