"""CSV and JSON Lines of several pages."""

from __future__ import annotations

import csv
import io
import json

import pytest

from maintext.api import extract
from maintext.rows import COLUMNS, csv_lines, json_lines, row_of

TAGS = "<meta property=article:tag content=a><meta property=article:tag content=b>"
PAGES = (
    (
        f'<title>Bees</title>{TAGS}<main><h1>Bees</h1><p>Bees, "and" others\ncarry <a href=/x>pollen</a>.'
        "<img src=/i.png></p><p>二。</p></main>"
    ),
    "<title>=1+1</title><main><h1>=1+1</h1><p>A page with a title like a formula, no more.</p></main>",
    "",
)
RECORDS = [
    extract(page, f"https://site.test/{i}", method="tag_filter").to_dict() for i, page in enumerate(PAGES)
]


def read_back() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(csv_lines(RECORDS)), newline="")))


def test_a_row_per_page_under_the_same_names() -> None:
    rows = read_back()
    assert len(rows) == len(PAGES)
    assert all(tuple(row) == COLUMNS for row in rows)


def test_values_come_back_as_they_were() -> None:
    row = read_back()[0]
    assert row["text"] == RECORDS[0]["text"]
    assert "\n" in row["text"]
    assert (row["url"], row["title"], row["n_links"]) == ("https://site.test/0", "Bees", "1")


def test_lists_are_one_text() -> None:
    assert row_of({"tags": ["a", "b"]})["tags"] == "a; b"


def test_unknown_is_empty() -> None:
    assert row_of({"author": None}) == {
        **dict.fromkeys(COLUMNS, ""),
        "n_images": 0,
        "n_links": 0,
        "n_tables": 0,
    }


def test_the_lead_image_is_the_first() -> None:
    row = row_of({"images": [{"url": "https://a.test/1"}, {"url": "https://a.test/2"}]})
    assert (row["lead_image"], row["n_images"]) == ("https://a.test/1", 2)


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tx", "\rx", "＝1+1", "＋1", "－1+2", "＠A1"]
)
def test_formulas_are_made_harmless(text: str) -> None:
    line = "".join(csv_lines([{"title": text}]))
    assert next(csv.DictReader(io.StringIO(line, newline="")))["title"] == "'" + text


@pytest.mark.parametrize("text", ["-5", "+49.30", "a=b", "", "1-2"])
def test_other_texts_stay(text: str) -> None:
    line = "".join(csv_lines([{"title": text}]))
    assert next(csv.DictReader(io.StringIO(line, newline="")))["title"] == text


def test_json_lines_are_the_records() -> None:
    lines = "".join(json_lines(RECORDS)).split("\n")
    assert [json.loads(line) for line in lines[:-1]] == RECORDS
    assert lines[-1] == ""
    assert "二" in lines[0]
