from __future__ import annotations

import pytest

pytest.importorskip("polars.series", reason="polars is not installed (extra polars)")

import polars as pl
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE

from maintext.errors import OptionError
from maintext.integrations.polars import extract_column

PAGES = pl.Series("html", [ENGLISH.encode(), GBK, None, PICTURE, EMPTY.encode()], dtype=pl.Binary)


def test_each_page_is_a_row_in_order() -> None:
    table = extract_column(PAGES)
    assert table["title"].to_list()[:3] == ["The ferry comes back", "渡轮恢复通航", None]
    assert table["outcome"].to_list()[:4] == ["found", "found", "error", "error"]
    assert table["reason"][2] == "the cell is empty: give text or bytes"
    assert table["error"][3] == "NotHtmlError"


def test_types_are_those_of_texts_and_numbers_whatever_is_in_the_rows() -> None:
    full = extract_column(PAGES).schema
    assert full["title"] == pl.String
    assert full["n_words"] == pl.Int64
    assert extract_column(PAGES[:0]).schema == extract_column(PAGES[2:3]).schema == full


def test_it_stands_beside_the_other_columns_of_a_frame() -> None:
    frame = pl.DataFrame({"html": [ENGLISH], "url": [ENGLISH_URL]})
    table = frame.hstack(extract_column(frame["html"], url=frame["url"], columns=["title", "markdown"]))
    assert table.columns == ["html", "url", "title", "markdown"]
    assert "](https://gazette.example/birds)" in table["markdown"][0]


def test_types_of_lists_are_those_of_the_schema_whatever_is_in_the_rows() -> None:
    names = ["authors", "images", "comments", "input", "tables"]
    full = extract_column(PAGES, columns=names).schema
    assert full["authors"] == pl.List(pl.Struct({"name": pl.String, "role": pl.String}))
    assert "published_text" not in dict(full["comments"].inner)
    assert (
        extract_column(PAGES[:0], columns=names).schema
        == extract_column(PAGES[2:3], columns=names).schema
        == full
    )


def test_columns_may_be_lists_of_structs() -> None:
    table = extract_column(PAGES, columns=["links", "tags"])
    assert table["links"][0][0]["text"] == "you can hear the oystercatchers"
    assert table["links"][2] is None
    assert table["tags"][0] == "ferry; river"


def test_it_works_in_a_lazy_frame() -> None:
    lazy = pl.LazyFrame({"html": [ENGLISH]})
    schema = {"html": pl.String, "title": pl.String}
    made = lazy.map_batches(
        lambda one: one.hstack(extract_column(one["html"], columns=["title"])), schema=schema
    )
    assert made.collect()["title"].to_list() == ["The ferry comes back"]


def test_several_processes_give_the_same_table() -> None:
    assert extract_column(PAGES, n_processes=1).equals(extract_column(PAGES))


@pytest.mark.parametrize("wrong", [{"columns": ["titel"]}, {"url": [""]}, {"form": "pdf"}, {"linkz": True}])
def test_wrong_arguments_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        extract_column(PAGES, **wrong)  # type: ignore[arg-type]


def test_a_text_as_urls_and_a_list_as_pages_are_told() -> None:
    with pytest.raises(OptionError, match="one URL per page"):
        extract_column(PAGES, url="https://a.example/")
    with pytest.raises(OptionError, match=r"pages must be a polars.Series, not list"):
        extract_column(["<p>x"])
