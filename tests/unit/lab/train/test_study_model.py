"""The study of a model: families hold every feature once, the curve and ablation say what was needed."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scripts.study_model import (
    FAMILIES,
    ablation,
    decision_study,
    importance,
    learning_curve,
    study_report,
)
from tests.tiny import gold_page

pytest.importorskip("lightgbm")
pytest.importorskip("rapidfuzz")

from maintext.classify.features.matrix import FEATURES
from maintext.lab.train import Example, TrainOptions, build_examples, cross_validate

OPTIONS = TrainOptions(n_trees=10, min_blocks_in_leaf=2, learning_rate=0.2, n_threads=1)


@cache
def corpus() -> tuple[Example, ...]:
    return tuple(build_examples(gold_page(i) for i in range(12)))


def test_every_feature_is_in_one_family() -> None:
    names = [name for members in FAMILIES.values() for name in members]
    assert sorted(names) == sorted(FEATURES)
    assert all(FAMILIES.values())


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("neighbours", "up_a[-1]"),
        ("windows of blocks", "words[±5]"),
        ("page", "page_words"),
        ("subtrees", "l2_share"),
        ("regions and groups", "in_dominant_55"),
        ("class and id names", "n_named_nav"),
        ("tags around", "up_p"),
        ("text of the block", "log_words"),
        ("position and headline", "title_share"),
    ],
)
def test_families_are_what_they_are_called(family: str, name: str) -> None:
    assert name in FAMILIES[family]


def test_without_features_all_blocks_are_alike() -> None:
    everything = cross_validate(corpus(), OPTIONS, without=FEATURES)
    chosen = [s.chosen for s in everything]
    assert all(c.all() or not c.any() for c in chosen)  # one probability for all blocks


def test_shares_are_of_the_gain() -> None:
    shares = importance(corpus(), OPTIONS)
    assert sum(shares.values()) == pytest.approx(1)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


def test_two_folds_are_a_part_of_five() -> None:
    few = cross_validate(corpus(), OPTIONS, n_folds_run=2)
    every = {s.example.id: s for s in cross_validate(corpus(), OPTIONS)}
    assert 0 < len(few) < len(every) == len(corpus())
    assert all((every[s.example.id].chosen == s.chosen).all() for s in few)


def test_the_rule_of_the_corpus_needs_pages() -> None:
    curve = learning_curve(corpus(), OPTIONS, (0.5, 1.0))
    assert set(curve) == {"50%", "100%"}
    assert all(0 <= f1 <= 1 for f1 in curve.values())


def test_what_ablation_loses_is_taken_from_the_whole() -> None:
    lost = ablation(corpus(), OPTIONS)
    assert set(lost) == {"all", *FAMILIES}
    assert lost["all"] == pytest.approx(
        np.mean([s.f1 for s in cross_validate(corpus(), OPTIONS, n_folds_run=2)])
    )


def test_rules_are_compared_on_the_same_probabilities() -> None:
    rules = decision_study(corpus(), OPTIONS)
    assert rules["mean of both (ours)"] == pytest.approx(
        np.mean([s.f1 for s in cross_validate(corpus(), OPTIONS, n_folds_run=2)])
    )


def test_the_report_names_everything() -> None:
    report = study_report(corpus(), cross_validate(corpus(), OPTIONS), OPTIONS)
    for title in ("Learning curve", "Decision", "Families of features", "Most used features", "Worst pages"):
        assert f"## {title}" in report
    assert all(f"| {family} |" in report for family in FAMILIES)
    assert f"`{corpus()[0].id}`" in report
