"""A filter in a crawl: labels in the fields, and other labels left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from maintext.batch.page_filter import PageFilter
from maintext.batch.page_filter.model import gram_counts
from maintext.batch.store import open_store
from maintext.crawl import crawl
from maintext.crawl.options import CrawlOptions
from maintext.crawl.read import AnswerReading
from maintext.crawl.session import why_left_out
from maintext.errors import OptionError


@pytest.fixture
def filter_file(tmp_path: Path) -> str:
    weights = np.zeros((2, 4096), dtype=np.float32)
    weights[0, gram_counts("bank rates stock market traders", 12)[0]] = 9
    weights[1, gram_counts("soup with bread", 12)[0]] = 9
    ones = np.ones(4096, dtype=np.float32)
    PageFilter(("money", "other"), weights, np.zeros(2, dtype=np.float32), ones, {}).save(tmp_path / "f.npz")
    return str(tmp_path / "f.npz")


def reading(text: str) -> AnswerReading:
    return AnswerReading(
        result="record", record={"kind": "article", "title": "One", "text": text, "fields": {}}
    )


def test_the_label_decides_and_is_written_down(filter_file: str) -> None:
    options = CrawlOptions(filter_file=filter_file, keep=("money",))
    money, other = reading("The bank and the stock market"), reading("Soup with bread")
    assert why_left_out(options, money) == ""
    assert why_left_out(options, other) == "label other"
    assert money.record is not None
    assert money.record["fields"]["label"] == "money"
    assert 0.5 < money.record["fields"]["label_probability"] <= 1


def test_without_labels_to_keep_all_records_stay(filter_file: str) -> None:
    assert why_left_out(CrawlOptions(filter_file=filter_file), reading("Soup with bread")) == ""


def test_labels_need_a_filter() -> None:
    with pytest.raises(OptionError, match="filter_file"):
        CrawlOptions(keep=("money",))


def test_a_label_that_the_filter_does_not_have_ends_the_crawl_before_it_begins(filter_file: str) -> None:
    pytest.importorskip("scrapy")
    pytest.importorskip("sqlalchemy")
    options = CrawlOptions(filter_file=filter_file, keep=("money", "monye"))
    with open_store("sqlite://") as store:
        with pytest.raises(OptionError, match="no label monye; it has money, other"):
            crawl("https://a.example/", store, options)
        assert store.runs() == []
