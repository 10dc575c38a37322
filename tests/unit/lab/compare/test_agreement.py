from __future__ import annotations

import numpy as np
import pytest
from tests.zoo import ARTICLE_ZH, ZOO

from maintext.api import extract
from maintext.classify.methods.catalogue import METHODS
from maintext.errors import OptionError
from maintext.html import parse
from maintext.lab.compare import Comparison, Variant, agreement_table, compare_methods, comparison_table
from maintext.lab.evaluate import word_f1

PAGE = "<nav><a href=/>Home</a></nav><p>One two three.</p><p hidden>Not shown.</p><div>Four</div>"


def compared(*methods: str, html: str = PAGE, gold: str | None = None) -> Comparison:
    return compare_methods(parse(html), methods or None, gold=gold)


def test_all_methods_run_in_the_order_of_the_catalogue() -> None:
    assert [result.method.id for result in compared().results] == list(METHODS)


def test_a_method_is_taken_once_in_the_order_asked_for() -> None:
    results = compared("paragraphs", "all_text", "paragraphs").results
    assert [result.method.id for result in results] == ["paragraphs", "all_text"]


def test_variants_of_a_method_stand_side_by_side() -> None:
    mean, low = Variant("line_ratio", {"variant": "mean"}), Variant("line_ratio", {"variant": "threshold"})
    comparison = compare_methods(parse(ARTICLE_ZH), [mean, "line_ratio", low, mean])
    names = ["line_ratio:variant=mean", "line_ratio", "line_ratio:variant=threshold"]
    assert [result.name for result in comparison.results] == names
    assert [line.split()[1] for line in comparison_table(comparison).splitlines()[1:]] == names
    for result in comparison.results:
        options = result.variant.options
        assert result.text == extract(ARTICLE_ZH, method="line_ratio", method_options=options).text
    first, second, _ = comparison.to_dict()["methods"]
    assert (first["method"], first["options"]) == ("line_ratio", {"variant": "mean"})
    assert "options" not in second


def test_an_unknown_method_is_an_error() -> None:
    with pytest.raises(OptionError, match="paragraph"):
        compared("paragraph")


def test_figures_of_a_method() -> None:
    (everything, paragraphs) = compared("all_text", "paragraphs").results
    assert (everything.n_chars, everything.share) == (len("HomeOnetwothree.Four"), 1)
    assert (paragraphs.text, paragraphs.n_chars) == ("One two three.", 12)
    assert paragraphs.share == pytest.approx(12 / 20)


def test_of_two_runs_the_shorter_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([1.0, 1.5, 1.5, 1.75, 2.0, 2.125, 2.125, 3.0])  # begin and end of two runs of two methods
    monkeypatch.setattr("maintext.lab.compare.agreement.time.process_time", lambda: next(clock))
    assert [result.cpu_ms for result in compared("all_text", "paragraphs").results] == [250, 125]


def test_the_text_is_that_of_extract() -> None:
    for result in compared(html=ARTICLE_ZH).results:
        assert result.text == extract(ARTICLE_ZH, method=result.method.id).text


def test_agreement_is_the_word_f1_of_each_pair() -> None:
    comparison = compared(html=ARTICLE_ZH)
    texts = [result.text for result in comparison.results]
    expected = [[word_f1(a, b).f1 for b in texts] for a in texts]
    np.testing.assert_allclose(comparison.agreement, expected)


def test_scores_need_a_gold_text() -> None:
    assert compared("paragraphs").results[0].score is None
    score = compared("all_text", gold="One two three").results[0].score
    assert score is not None
    assert (score.precision, score.recall, score.f1) == (3 / 5, 1, 2 * 3 / 8)


@pytest.mark.parametrize("name", ["empty", "head only", "deep nesting", "flat"])
def test_odd_pages_can_be_compared(name: str) -> None:
    comparison = compared(html=ZOO[name])
    assert comparison.agreement.shape == (len(METHODS), len(METHODS))
    assert all(0 <= result.share <= 1 for result in comparison.results)
    assert comparison.to_dict()["methods"][0]["method"] == next(iter(METHODS))


# -- tables -------------------------------------------------------------------------------------------


def test_the_table_has_a_numbered_line_per_method() -> None:
    lines = comparison_table(compared("all_text", "paragraphs", gold="One two three")).splitlines()
    assert lines[0].split() == ["method", "chars", "share", "ms", "precision", "recall", "word-F1"]
    assert lines[1].split()[:4] == ["1", "all_text", "20", "100%"]
    assert lines[2].split()[-3:] == ["1.000", "1.000", "1.000"]


def test_the_matrix_is_in_percent_rounded_down() -> None:
    lines = agreement_table(compared("all_text", "paragraphs", "tag_filter")).splitlines()
    assert lines[0].split() == ["1", "2", "3"]
    assert lines[1].split() == ["1", "all_text", ".", "75", "88"]
    assert lines[2].split()[2:4] == ["75", "."]


def test_equal_words_are_marked() -> None:
    assert agreement_table(compared("paragraphs", "all_text", html="<p>one")).split()[-2:] == ["=", "."]


def test_twenty_methods_fit_a_terminal() -> None:
    (result,) = compared("all_text").results
    many = Comparison(parse(PAGE), (result,) * 20, np.full((20, 20), 0.5))
    lines = agreement_table(many, width=80).splitlines()
    assert len(lines) == 21
    assert max(map(len, lines)) <= 80
    assert "all_text" in lines[1]
    assert agreement_table(many, width=62).splitlines()[1].split()[:2] == ["1", "."]
