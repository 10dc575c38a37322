from __future__ import annotations

import pytest

pytest.importorskip("pandas.core", reason="pandas is not installed (extra pandas)")

import pandas as pd
from tests.integrations.news import EMPTY, ENGLISH, ENGLISH_URL, GBK, PICTURE

from maintext.errors import OptionError
from maintext.integrations.pandas import extract_column

PAGES = pd.Series([ENGLISH, GBK, None, PICTURE, EMPTY, 3], index=list("cbaxyz"), name="html")


def test_each_page_is_a_row_with_the_index_of_the_column() -> None:
    table = extract_column(PAGES)
    assert list(table.index) == list(PAGES.index)
    assert table["outcome"].tolist()[:4] == ["found", "found", "error", "error"]
    assert table.loc["c", "title"] == "The ferry comes back"
    assert table.loc["b", "source"] == "河岸日报"
    assert "oystercatchers" in table.loc["c", "text"]


def test_what_is_no_page_is_a_row_with_the_reason() -> None:
    table = extract_column(PAGES)
    assert table.loc["a", "reason"] == "the cell is empty: give text or bytes"
    assert table.loc["x", "error"] == "NotHtmlError"
    assert "int" in table.loc["z", "reason"]
    assert pd.isna(table.loc["a", "text"])
    assert pd.isna(table.loc["x", "n_words"])


def test_types_are_those_of_texts_and_numbers_whatever_is_in_the_rows() -> None:
    for pages in (PAGES, PAGES[:0], PAGES[["a"]]):
        types = extract_column(pages).dtypes
        assert types["title"] == "string"
        assert types["n_words"] == "Int64"


def test_missing_values_of_all_kinds_are_errors() -> None:
    table = extract_column(pd.Series([None, float("nan"), pd.NA, pd.NaT], dtype=object))
    assert table["reason"].tolist() == ["the cell is empty: give text or bytes"] * 4
    assert extract_column(pd.Series([None, "<p>x"], dtype="string"))["outcome"].tolist()[0] == "error"


def test_addresses_are_taken_by_place() -> None:
    urls = pd.Series([ENGLISH_URL, None], index=[7, 8])
    table = extract_column(PAGES[:2], url=urls, columns=["url", "markdown"])
    assert table["url"].tolist()[0] == ENGLISH_URL
    assert pd.isna(table["url"].iloc[1])
    assert "](https://gazette.example/birds)" in table["markdown"].iloc[0]


def test_relative_dates_are_counted_from_times_of_all_kinds() -> None:
    page = "<h1>Walk</h1><p class=date>3 hours ago</p><p>It rained all day, and we came down late.</p>"
    times = pd.Series([pd.Timestamp("2024-05-02T15:00", tz="Asia/Shanghai"), pd.NaT])
    table = extract_column(pd.Series([page, page]), fetched=times, columns=["published"])
    assert table["published"].iloc[0] == "2024-05-02T12+08:00"
    assert pd.isna(table["published"].iloc[1])


def test_columns_may_be_lists() -> None:
    table = extract_column(PAGES[:3], columns=["links", "tags", "authors"])
    assert table.columns.tolist() == ["links", "tags", "authors"]
    assert table["links"].iloc[0][0]["text"] == "you can hear the oystercatchers"
    assert table["tags"].iloc[0] == "ferry; river"
    assert table["authors"].iloc[2] is None


def test_several_processes_give_the_same_table() -> None:
    pd.testing.assert_frame_equal(extract_column(PAGES, n_processes=1), extract_column(PAGES))


@pytest.mark.parametrize(
    "wrong", [{"columns": ["titel"]}, {"url": [""]}, {"form": "pdf"}, {"linkz": True}, {"n_processes": -1}]
)
def test_wrong_arguments_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        extract_column(PAGES, **wrong)  # type: ignore[arg-type]


def test_a_text_as_urls_and_a_list_as_pages_are_told() -> None:
    with pytest.raises(OptionError, match="one URL per page"):
        extract_column(PAGES, url="https://a.example/")
    with pytest.raises(OptionError, match=r"pages must be a pandas.Series, not list"):
        extract_column(["<p>x"])
