"""A filter in a batch: labels in the rows, and no text of pages with another label."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from tests.unit.batch.made import CHINESE

from maintext.batch import BatchItem, BatchOptions, extract_many, run
from maintext.batch.page_filter import PageFilter
from maintext.batch.page_filter.model import gram_counts
from maintext.errors import OptionError

MONEY = "<p>The bank raised its rates on Monday, and the stock market fell, as traders had expected.</p>"
SPORT = "<p>The team won the match by two goals to none, and the coach praised all of the players.</p>"


@pytest.fixture
def filter_file(tmp_path: Path) -> str:
    weights = np.zeros((2, 4096), dtype=np.float32)
    weights[0, gram_counts("bank rates stock market traders", 12)[0]] = 9
    weights[1, gram_counts("team match goals coach players", 12)[0]] = 9
    ones, bias = np.ones(4096, dtype=np.float32), np.zeros(2, dtype=np.float32)
    PageFilter(("money", "sport"), weights, bias, ones, {}).save(tmp_path / "f.npz")
    return str(tmp_path / "f.npz")


def items() -> list[BatchItem]:
    return [
        BatchItem(key="m", html=MONEY),
        BatchItem(key="s", html=SPORT),
        BatchItem(key="none", html="<title>x</title>"),
    ]


def test_pages_in_other_languages_are_left_out_with_the_reason(filter_file: str) -> None:
    chinese = BatchItem(key="z", html=CHINESE)
    for file in ("", filter_file):
        found = extract_many([*items(), chinese], n_processes=1, language="de,zh", filter_file=file)
        rows = [row.record for row in found]
        assert [row["outcome"] for row in rows] == ["left_out", "left_out", "no_text", "found"]
        assert (rows[0]["reason"], rows[0].get("text"), rows[3]["language"]) == (
            "language en",
            None,
            "zh-Hans",
        )
    with pytest.raises(OptionError, match="codes like en"):
        BatchOptions(language="english")


def test_rows_have_labels(filter_file: str) -> None:
    rows = [row.record for row in extract_many(items(), n_processes=1, filter_file=filter_file)]
    assert [row["label"] for row in rows] == ["money", "sport", None]
    assert rows[0]["text"].startswith("The bank")
    assert rows[0]["reason"].startswith("label money, probability ")


def test_pages_with_other_labels_are_left_out(filter_file: str) -> None:
    rows = list(extract_many(items(), n_processes=1, filter_file=filter_file, keep="money"))
    assert [row.outcome for row in rows] == ["found", "left_out", "no_text"]
    assert "text" not in rows[1].record
    assert rows[1].record["error"] is None
    assert rows[1].record["label"] == "sport"


def test_files_say_what_was_left_out(filter_file: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, page in (("m", MONEY), ("s", SPORT)):
        (tmp_path / "in" / f"{name}.html").write_text(page)
    options = BatchOptions(n_processes=1, filter_file=filter_file, keep="money")
    report = run([str(tmp_path / "in")], str(tmp_path / "out.csv"), batch=options)
    assert report.to_dict()["outcomes"] == {"found": 1, "left_out": 1}
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        kept, left_out = csv.DictReader(file)
    assert kept["text"].startswith("The bank")
    assert (left_out["text"], left_out["outcome"]) == ("", "left_out")
    assert left_out["reason"].startswith("label sport")
    assert (kept["label"], left_out["label"]) == ("money", "sport")
    assert float(left_out["probability"]) >= 0.5


def test_a_batch_does_not_go_on_with_another_filter_of_the_same_name(
    filter_file: str, tmp_path: Path
) -> None:
    (tmp_path / "m.html").write_text(MONEY)
    batch = BatchOptions(n_processes=1, filter_file=filter_file)
    run(tmp_path / "m.html", tmp_path / "out.jsonl", batch=batch)
    other, ones = np.zeros((2, 4096), dtype=np.float32), np.ones(4096, dtype=np.float32)
    PageFilter(("money", "sport"), other, ones[:2], ones, {}).save(Path(filter_file))
    with pytest.raises(OptionError, match=r"own_models was .*f\.npz"):
        run(tmp_path / "m.html", tmp_path / "out.jsonl", batch=batch, start="resume")


def test_labels_must_be_the_filters(filter_file: str) -> None:
    with pytest.raises(OptionError, match="it has money, sport"):
        list(extract_many(items(), n_processes=1, filter_file=filter_file, keep="food"))
    with pytest.raises(OptionError, match="needs a filter_file"):
        list(extract_many(items(), n_processes=1, keep="food"))
