from __future__ import annotations

import json
from typing import Any

import pytest

from maintext.errors import OptionError
from maintext.lab.evaluate.groups import GroupScore, shown_groups, summarise
from maintext.lab.evaluate.paired import paired_differences
from maintext.lab.evaluate.report import report_table, to_json
from maintext.lab.evaluate.run import PageResult


def result(set_name: str = "s", f1: float | None = 1.0, **changes: Any) -> PageResult:
    values = {
        "page_id": "p", "set": set_name, "lang": "en", "page_type": "article", "gold_kind": "human",
        "system": "x", "precision": f1, "recall": f1, "f1": f1, "f1_no_title": f1,
        "with_rate": None, "without_rate": None, "cpu_ms": 1.0, "n_chars": 1, "lcs_f1": f1,
    }  # fmt: skip
    return PageResult(**(values | changes))


def score_of(results: list[PageResult], group: str, system: str = "x") -> GroupScore:
    (score,) = (s for s in summarise(results) if (s.group, s.system) == (group, system))
    return score


def lines_of(table: str) -> list[list[str]]:
    return [line.split() for line in table.splitlines()]


def test_every_page_counts_the_same() -> None:
    score = score_of([result(f1=1.0, n_chars=1), result(f1=0.5, n_chars=99), result(f1=0.0)], "s")

    assert (score.precision, score.recall, score.f1, score.f1_no_title) == (0.5, 0.5, 0.5, 0.5)


def test_means_skip_pages_without_a_value() -> None:
    results = [
        result(f1=0.4),
        result(f1=None, gold_kind="snippets", with_rate=1.0, without_rate=0.0),
        result(f1=None, gold_kind="snippets", with_rate=0.5),
    ]

    score = score_of(results, "s")

    assert (score.f1, score.with_rate, score.without_rate) == (0.4, 0.75, 0.0)
    assert (score.n_pages, score.n_scored, score.n_with, score.n_without) == (3, 1, 2, 1)


def test_times_have_mean_and_median() -> None:
    score = score_of([result(cpu_ms=ms) for ms in (1.0, 2.0, 9.0)], "s")

    assert (score.ms_mean, score.ms_median) == (4.0, 2.0)


def test_crashes_are_counted() -> None:
    assert score_of([result(f1=0.0, error="KeyError: 1"), result()], "s").n_crashed == 1


def test_overall_has_ranked_pages_only() -> None:
    results = [
        result("a", 1.0),
        result("b", 0.5, gold_kind="annotated"),
        result("c", 0.1, gold_kind="tool"),
        result("d", None, gold_kind="snippets"),
    ]

    assert (score_of(results, "overall").f1, score_of(results, "overall").n_pages) == (0.75, 2)


def test_no_ranked_page_gives_no_overall() -> None:
    assert [s.group for s in summarise([result(gold_kind="tool")])] == ["s", "s · article", "s · en"]


def test_tool_gold_is_an_alarm_only() -> None:
    assert score_of([result(gold_kind="tool")], "s").alarm_only


def test_groups_have_a_fixed_order() -> None:
    results = [
        result("tool", gold_kind="tool"),
        result("snippets", None, gold_kind="snippets"),
        result("b", lang="zh", page_type=None),
        result("a", page_type="forum"),
    ]

    assert [score.group for score in summarise(results)] == [
        "overall", "a", "b", "snippets", "tool",
        "a · forum", "b · untyped", "snippets · article", "tool · article",
        "a · en", "b · zh", "snippets · en", "tool · en",
    ]  # fmt: skip


def test_systems_keep_their_order() -> None:
    results = [result(system="z"), result(system="a")]

    assert [score.system for score in summarise(results) if score.kind == "set"] == ["z", "a"]


def test_shown_are_parts_that_are_large_enough_and_not_the_whole_set() -> None:
    results = [result(lang="zh")] * 3 + [result(lang="en")] * 2

    assert shown_groups(summarise(results), min_pages=3) == ["overall", "s", "s · zh"]


def test_table_has_a_column_a_system() -> None:
    results = [result(f1=0.5), result(f1=0.25), result(system="y", f1=1.0), result(system="y", f1=0.5)]

    assert lines_of(report_table(results))[2:5] == [
        ["group", "pages", "x", "y"],
        ["overall", "2", "0.375", "0.750"],
        ["s", "2", "0.375", "0.750"],
    ]


def test_table_ends_with_time_and_crashes() -> None:
    results = [
        result(cpu_ms=1.0),
        result(cpu_ms=2.0, error="E: 1"),
        result(cpu_ms=6.0, gold_kind="tool", set="t"),
    ]

    table = report_table(results)

    assert table.endswith("\n\ncrashes of x: 1, most often with E: 1\n")
    assert lines_of(table)[-7:-4] == [
        ["ms", "a", "page,", "mean", "3", "3.0"],
        ["ms", "a", "page,", "median", "3", "2.0"],
        ["crashed", "pages", "3", "1"],
    ]


def test_table_marks_tool_sets_and_explains_the_mark() -> None:
    table = report_table([result("a"), result("t", gold_kind="tool")])

    assert "t [tool]" in table
    assert table.endswith("[tool]: gold is another extractor's output; a regression alarm, not a ranking\n")


def test_table_counts_the_pages_behind_the_metric() -> None:
    results = [result(with_rate=0.5), result()]

    assert ["s", "1", "0.500"] in lines_of(report_table(results, "with_rate"))


def test_missing_value_is_a_dash() -> None:
    results = [result("a"), result("b"), result("b", system="y")]

    assert ["a", "1", "1.000", "-"] in lines_of(report_table(results))


def test_columns_are_aligned_with_wide_characters() -> None:
    table = report_table([result(system="正文"), result(system="y")])

    assert table.splitlines()[2:4] == [
        "group              pages   正文      y",
        "overall                1  1.000  1.000",
    ]


def test_markdown_table_escapes_bars() -> None:
    lines = report_table([result(system="a|b")], markdown=True).splitlines()

    assert lines[2:5] == ["| group | pages | a\\|b |", "|---|---:|---:|", "| overall | 1 | 1.000 |"]


def test_table_without_results_still_is_one() -> None:
    assert lines_of(report_table([]))[2] == ["group", "pages"]


def test_unknown_metric_is_an_error_that_lists_them() -> None:
    with pytest.raises(OptionError, match="choose from f1, lcs_precision"):
        report_table([result()], "bleu")


def test_several_metrics_have_a_line_for_each_system() -> None:
    results = [
        result(precision=0.5, recall=1.0, f1=2 / 3),
        result(system="y", precision=None, recall=None, f1=None, error="E: 1", gold_kind="snippets"),
    ]

    table = report_table(results, ["precision", "recall", "f1", "ms_mean"])

    assert [line for line in lines_of(table) if line][5:-1] == [
        ["group", "system", "pages", "precision", "recall", "f1", "ms_mean", "crashed"],
        ["overall", "x", "1", "0.500", "1.000", "0.667", "1.0", "0"],
        ["s", "x", "1", "0.500", "1.000", "0.667", "1.0", "0"],
        ["s", "y", "1", "-", "-", "-", "1.0", "1"],
    ]
    assert table.startswith("means over pages\nprecision: word precision (1 is best)\n")


def test_scores_on_training_pages_are_starred_and_the_star_is_explained() -> None:
    results = [result("a", 0.5, trained_here=True), result("a", 0.5, system="y"), result("b", 1.0)]

    table = report_table(results)

    assert table.splitlines()[2:6] == [
        "group              pages       x      y",
        "overall                2  0.750*  0.500",
        "a                      1  0.500*  0.500",
        "b                      1  1.000       -",
    ]
    assert table.endswith("\n*: the system learned from pages of these sets, so the figure is too good\n")
    assert "0.500\\*" in report_table(results, markdown=True)
    assert [score.trained_here for score in summarise(results) if score.kind == "set"] == [True, False, False]


def test_time_is_not_starred() -> None:
    assert "*" not in report_table([result(trained_here=True)], "ms_mean")
    assert "*" not in report_table([result()])


def test_json_has_differences_where_there_are_some() -> None:
    results = [result(), result(system="y", f1=0.5)]

    report = to_json(results, differences=paired_differences(results, "x"))

    assert {(one["group"], one["system"], one["mean"]) for one in report["differences"]} == {
        (group, "y", -0.5) for group in ("overall", "s", "s · article", "s · en")
    }
    assert "differences" not in to_json(results)


def test_json_can_be_written() -> None:
    report = to_json([result(f1=None, gold_kind="snippets")])

    assert json.loads(json.dumps(report)) == report


def test_json_has_groups_and_systems() -> None:
    report = to_json([result(), result(system="y", f1=0.5)])

    assert report["systems"] == ["x", "y"]
    assert [(g["group"], g["system"], g["f1"]) for g in report["groups"][:2]] == [
        ("overall", "x", 1.0),
        ("overall", "y", 0.5),
    ]


def test_json_has_pages_on_request() -> None:
    assert to_json([result()], pages=True)["pages"][0]["page_id"] == "p"
    assert "pages" not in to_json([result()])
