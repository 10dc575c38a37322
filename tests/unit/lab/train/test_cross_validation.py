"""Scores on a tiny corpus: by models of which pages, of which pages, and in which order."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from tests.tiny import gold_page

pytest.importorskip("lightgbm")
pytest.importorskip("rapidfuzz")

from maintext.errors import DatasetError
from maintext.lab.train import Example, TrainOptions, build_examples, cross_validate, leave_out
from maintext.lab.train.dataset import site_of

OPTIONS = TrainOptions(n_trees=20, min_blocks_in_leaf=2, learning_rate=0.2, n_threads=1)
MODULE = import_module("maintext.lab.train.cross_validation")


@cache
def corpus() -> tuple[Example, ...]:
    return tuple(build_examples(gold_page(i) for i in range(12)))


@pytest.fixture
def trained_on(monkeypatch: pytest.MonkeyPatch) -> list[list[Example]]:
    """The pages of every training, in turn."""
    trainings: list[list[Example]] = []
    train = MODULE.train_trees

    def recorded(examples: list[Example], options: TrainOptions, without: Any = ()) -> Any:
        trainings.append(examples)
        return train(examples, options, without)

    monkeypatch.setattr(MODULE, "train_trees", recorded)
    return trainings


def by_a_tool(examples: tuple[Example, ...]) -> list[Example]:
    return [replace(e, gold_kind="tool") for e in examples]


def test_cross_validation_scores_every_page_in_order() -> None:
    scored = cross_validate(corpus(), OPTIONS)
    assert [s.example for s in scored] == list(corpus())
    assert np.mean([s.f1 for s in scored]) > 0.9


def test_cross_validation_never_trains_on_the_site_of_a_page(
    trained_on: list[list[Example]], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored_by: list[tuple[set[str], str]] = []
    predict = MODULE._predict_blocks

    def recorded(trees: Any, example: Example) -> Any:
        scored_by.append(({site_of(e) for e in trained_on[-1]}, site_of(example)))
        return predict(trees, example)

    monkeypatch.setattr(MODULE, "_predict_blocks", recorded)
    cross_validate(corpus(), OPTIONS)
    assert len(scored_by) == len(corpus())
    assert all(site not in seen for seen, site in scored_by)


def test_cross_validation_trains_on_most_pages(trained_on: list[list[Example]]) -> None:
    cross_validate(corpus(), OPTIONS)
    assert sum(len(corpus()) - len(examples) for examples in trained_on) == len(corpus())


def test_cross_validation_of_one_site_is_an_error() -> None:
    with pytest.raises(DatasetError):
        cross_validate(corpus()[:2], OPTIONS)


def test_a_set_left_out_is_scored_by_the_others(trained_on: list[list[Example]]) -> None:
    even, odd = [corpus()[i] for i in (0, 2, 4, 6, 8)], [corpus()[i] for i in (3, 7, 11)]
    of_same_site = corpus()[2], corpus()[6]
    scored = leave_out([*even, *odd], "odd", OPTIONS)
    assert trained_on == [[e for e in even if e not in of_same_site]]
    assert [s.example for s in scored] == odd


def test_leaving_out_an_unknown_set_is_an_error() -> None:
    with pytest.raises(DatasetError, match="no page of the set 'none'"):
        leave_out(corpus(), "none", OPTIONS)


def test_a_page_without_blocks_scores_nothing() -> None:
    empty = replace(gold_page(20), html="")
    scored = cross_validate([*corpus(), *build_examples([empty])], OPTIONS)
    assert scored[-1].f1 == 0.0


def test_gold_texts_by_another_extractor_are_never_scored() -> None:
    mixed = [*corpus()[:8], *by_a_tool(corpus()[8:])]
    assert [s.example for s in cross_validate(mixed, OPTIONS)] == list(corpus()[:8])
    with pytest.raises(DatasetError, match="no page of the set 'odd'"):
        leave_out([e for e in mixed if e.set == "even"] + by_a_tool(corpus()[9:10]), "odd", OPTIONS)
