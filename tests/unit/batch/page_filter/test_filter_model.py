from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import maintext
from maintext.batch.page_filter import PageFilter, filter_text, load_filter, visible_text
from maintext.batch.page_filter.model import FORMAT, gram_counts, weigh_grams
from maintext.classify.model.archive import write_archive
from maintext.errors import ModelError, OptionError

BITS = 12


def by_hand() -> PageFilter:
    """A filter for money: its weights are set by hand, gram by gram."""
    weights = np.zeros((2, 2**BITS), dtype=np.float32)
    weights[1, gram_counts("stock market bank 股市 银行", BITS)[0]] = 5
    weights[0, gram_counts("football match goal 足球 比赛", BITS)[0]] = 5
    bias = np.array([0.1, 0], dtype=np.float32)
    return PageFilter(("other", "money"), weights, bias, np.ones(2**BITS, dtype=np.float32), {"made": "here"})


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The bank and the stock market", "money"), ("A football match with one goal", "other"),
        ("昨天股市上涨，银行股领先", "money"), ("足球比赛", "other"), ("", "other"),
    ],
)  # fmt: skip
def test_the_label_is_that_of_the_greater_weight(text: str, label: str) -> None:
    assert by_hand().verdict(text).label == label


def test_probabilities_are_a_softmax_of_the_scores() -> None:
    page_filter = by_hand()
    text = "the stock market and a match"
    buckets, counts = gram_counts(text, BITS)
    values = [1 + math.log(count) for count in counts]
    length = math.sqrt(sum(value**2 for value in values))
    scores = [
        sum(float(row[b]) * v / length for b, v in zip(buckets, values, strict=True)) + float(bias)
        for row, bias in zip(page_filter.weights, page_filter.bias, strict=True)
    ]
    whole = sum(map(math.exp, scores))
    verdict = page_filter.verdict(text)
    for label, score in zip(page_filter.labels, scores, strict=True):
        assert verdict.probabilities[label] == pytest.approx(math.exp(score) / whole, rel=1e-4)
    assert verdict.probability == max(verdict.probabilities.values())
    assert sum(verdict.probabilities.values()) == pytest.approx(1)


def test_huge_scores_do_not_overflow() -> None:
    page_filter = by_hand()
    huge = PageFilter(page_filter.labels, page_filter.weights * 1e6, page_filter.bias, page_filter.idf, {})
    assert huge.verdict("stock market").probability == pytest.approx(1)


def test_values_have_length_one_and_grams_without_weight_count_nothing() -> None:
    idf = np.ones(2**BITS, dtype=np.float32)
    buckets, counts = gram_counts("a stock market", BITS)
    assert np.linalg.norm(weigh_grams(buckets, counts, idf)) == pytest.approx(1)
    assert not weigh_grams(buckets, counts, idf * 0).any()


def test_a_page_is_judged_by_title_and_main_text() -> None:
    document = maintext.extract(
        "<title>The stock market</title><nav><a href=/>Football match</a> <a href=/x>Goal</a></nav>"
        "<article><p>The bank said on Monday that the market had been calm, and that it would stay so.</p>"
        "</article>"
    )
    assert filter_text(document).startswith("The stock market\nThe bank said")
    assert "Football" not in filter_text(document)
    assert "Football" in visible_text(document)
    verdict = by_hand().judge(document)
    assert verdict is not None
    assert verdict.label == "money"
    assert by_hand().judge_record(document.to_dict()) == verdict


def test_a_page_without_main_text_is_not_judged() -> None:
    document = maintext.extract("<title>The stock market</title>")
    assert by_hand().judge(document) is None
    assert by_hand().judge_record(document.to_dict()) is None


def test_a_filter_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "f.npz"
    by_hand().save(path)
    loaded = load_filter(path)
    assert loaded.labels == ("other", "money")
    assert loaded.bits == BITS
    assert loaded.card["made"] == "here"
    assert loaded.verdict("stock market") == by_hand().verdict("stock market")


def test_the_file_has_the_name_that_was_given(tmp_path: Path) -> None:
    by_hand().save(tmp_path / "plain")
    assert [path.name for path in tmp_path.iterdir()] == ["plain"]


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read"):
        load_filter(tmp_path / "none.npz")
    with pytest.raises(OptionError, match="cannot write"):
        by_hand().save(tmp_path / "no" / "f.npz")


def test_other_files_are_no_filters(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    write_archive(tmp_path / "other.npz", {"kind": "trees"}, weights=np.zeros(3))
    for name, why in {"text": "it is damaged, or another", "other.npz": "it is no page filter"}.items():
        with pytest.raises(ModelError, match=rf"not a model file \({why}.*; train one .* filter train"):
            load_filter(tmp_path / name)


def test_other_formats_are_refused(tmp_path: Path) -> None:
    card = {"kind": "page filter", "format": FORMAT + 1, "labels": ["a", "b"]}
    write_archive(tmp_path / "f.npz", card, weights=np.zeros((2, 4)), bias=np.zeros(2), idf=np.zeros(4))
    with pytest.raises(ModelError, match="train it again"):
        load_filter(tmp_path / "f.npz")


@pytest.mark.parametrize(
    "changes",
    [
        {"weights": np.zeros((2, 5))}, {"bias": np.zeros(3)}, {"idf": np.zeros(5)}, {"idf": np.zeros((2, 2))},
        {"idf": np.zeros(0)},
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_are_refused(changes: dict[str, NDArray[np.float64]], tmp_path: Path) -> None:
    card = {"kind": "page filter", "format": FORMAT, "labels": ["a", "b"]}
    parts = {"weights": np.zeros((2, 4)), "bias": np.zeros(2), "idf": np.zeros(4)} | changes
    write_archive(tmp_path / "f.npz", card, **parts)
    with pytest.raises(ModelError, match="do not fit"):
        load_filter(tmp_path / "f.npz")
