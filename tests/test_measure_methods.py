"""The figures of the catalogue: means over the right pages, from ``scripts/measure_methods.py``."""

from __future__ import annotations

import json

import pytest
from scripts import measure_methods as measure
from tests.tiny import gold_page

from maintext.classify.methods.catalogue import Figures, MethodFigures
from maintext.lab.evaluate import PageResult, evaluate


def result(
    f1: float | None,
    *,
    system: str = "paragraphs",
    set_name: str = "s",
    lang: str = "en",
    kind: str = "human",
) -> PageResult:
    return PageResult(
        page_id="p", set=set_name, lang=lang, page_type=None, gold_kind=kind, system=system, precision=f1,
        recall=f1, f1=f1, f1_no_title=f1, with_rate=None, without_rate=None, cpu_ms=2.0, n_chars=1,
    )  # fmt: skip


def test_gold_of_a_tool_counts_in_its_own_set_only() -> None:
    pages = (
        [result(0.5)] * 10 + [result(1.0, set_name="t", kind="tool")] * 4 + [result(None, kind="snippets")]
    )
    figures = measure.figures_of(pages)
    own = figures["methods"]["paragraphs"]
    assert (figures["n_pages"], figures["overall"]) == (15, 10)
    assert figures["sets"] == {"s": 10, "t": 4}
    assert figures["alarm_sets"] == ["t"]
    assert (own["overall"], own["sets"], own["languages"]) == (0.5, {"s": 0.5, "t": 1.0}, {"en": 0.5})


def test_a_language_needs_some_pages() -> None:
    pages = [result(0.5)] * 10 + [result(1.0, lang="zh")] * 9
    assert measure.figures_of(pages)["languages"] == {"en": 10}


def test_methods_with_weights_from_these_pages_are_marked() -> None:
    systems = ("paragraphs", "learned")
    for set_name, marks in (("daniel", [False, True]), ("another", [False, False])):
        pages = [result(0.5, system=system, set_name=set_name) for system in systems]
        methods = measure.figures_of(pages)["methods"]
        assert [methods[name]["trained_here"] for name in systems] == marks


def test_the_figures_can_be_read_back() -> None:
    raw = json.loads(json.dumps(measure.figures_of([result(0.5)] * 10)))
    methods = {name: MethodFigures(**values) for name, values in raw.pop("methods").items()}
    assert Figures(methods=methods, **raw).methods["paragraphs"].ms == 2


def test_some_methods_can_be_measured_anew() -> None:
    old = measure.figures_of([result(0.5), result(0.4, system="all_text")])
    new = measure.figures_of([result(0.6)])
    joined = measure.joined(old, new)
    assert {name: method["overall"] for name, method in joined["methods"].items()} == {
        "all_text": 0.4,
        "paragraphs": 0.6,
    }
    with pytest.raises(SystemExit, match="other pages"):
        measure.joined(old, measure.figures_of([result(0.6)] * 2))


def test_the_time_is_that_of_the_method() -> None:
    (found,) = evaluate({"paragraphs": lambda page: measure.timed_text("paragraphs", page)}, [gold_page(1)])
    assert found.f1 == 1
    assert 0 <= found.cpu_ms < 1000
