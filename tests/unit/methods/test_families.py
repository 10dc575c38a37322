"""Pages of a family, and headlines, are judged by a second sum of trees as well, others are not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.methods import choice
from maintext.model.kind import FAMILIES, KINDS, Kind
from maintext.model.odds import mixed
from maintext.model.trees import HEADLINE
from maintext.page import parse

WORDS = "a chair of oak with a seat of straw and a back of four slats"
PAGE = "".join(f"<div><p>{WORDS} number {i}</p></div>" for i in range(6))
TITLED = f"<title>Oak and straw - Shop</title><h2>Oak and straw</h2>{PAGE}"


def kind(**probabilities: float) -> Kind:
    found = {name: probabilities.get(name, 0.0) for name in KINDS}
    name = max(found, key=found.__getitem__)
    return Kind(name, found[name], found)


class Second:
    """Trees for families that say the same of every block, and what they were asked about."""

    def __init__(self, said: dict[str, float]) -> None:
        self.said = said
        self.asked: list[tuple[str, list[int]]] = []

    def __call__(self, family: str, blocks: NDArray[np.int64]) -> NDArray[np.float64] | None:
        self.asked.append((family, blocks.tolist()))
        return np.full(len(blocks), self.said[family]) if family in self.said else None


def judged(
    monkeypatch: pytest.MonkeyPatch,
    html: str,
    of: Kind,
    second: dict[str, float],
    first: tuple[float, ...] = (0.9,),
) -> tuple[choice.Choice, Second]:
    """A page of which the trees for all pages keep the first block, and those for a family what is said."""
    monkeypatch.setattr(choice, "kind_of", lambda *_: of)
    scene = Scene(parse(html))
    values = np.full(len(scene.blocks), 0.1)
    values[: len(first)] = first
    trees = Second(second)
    return choice.choose(scene, feature_matrix(scene), values, 1.0, trees), trees


def chosen(monkeypatch: pytest.MonkeyPatch, of: Kind, second: dict[str, float]) -> choice.Choice:
    return judged(monkeypatch, PAGE, of, second)[0]


@pytest.mark.parametrize(
    ("probabilities", "share"),
    [
        ({"listing": 0.3, "collection": 0.15, "product": 0.1, "article": 0.45}, 0.6),
        ({"service": 0.3, "documentation": 0.3, "forum": 0.4}, 0.6),
        ({"product": 0.9, "article": 0.1}, 0.6),
        ({"listing": 0.3, "article": 0.7}, 0.5),
        ({"listing": 0.3, "forum": 0.7}, 0.5),
        ({"listing": 0.5, "article": 0.5}, 0.0),
    ],
)
def test_pages_of_families_are_judged_by_both(
    probabilities: dict[str, float], share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = chosen(monkeypatch, kind(**probabilities), dict.fromkeys(FAMILIES, 0.999))
    assert found.probability[1] == pytest.approx(mixed(np.array([0.1]), np.array([0.999]), share)[0])
    assert found.best.sum() == (6 if found.probability[1] > 0.4 else 1)


def test_without_trees_for_the_family_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen(monkeypatch, kind(listing=1.0), {"article": 0.999}).best.sum() == 1


def test_blocks_of_which_the_first_trees_are_sure_are_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sure = (0.995, 0.99, 0.01, 0.005)
    found, trees = judged(monkeypatch, PAGE, kind(article=1.0), {"article": 0.5}, sure)
    assert trees.asked == [("article", [1, 2, 4, 5])]
    assert found.probability[[0, 3]].tolist() == [0.995, 0.005]
    assert found.probability[1] == pytest.approx(mixed(np.array([0.99]), np.array([0.5]), 0.5)[0])


def test_a_headline_is_judged_by_trees_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found, trees = judged(monkeypatch, TITLED, kind(article=1.0), {"article": 0.999, HEADLINE: 1e-6})
    assert trees.asked == [("article", list(range(7))), (HEADLINE, [0])]
    by_family = mixed(np.array([0.9, 0.1]), np.array([0.999, 0.999]), 0.5)
    wanted = mixed(by_family[:1], np.array([1e-6]), 0.5)[0]
    assert found.probability[:2].tolist() == pytest.approx([wanted, by_family[1]])
    assert found.kept.tolist() == [False, *[True] * 6]
    without, _ = judged(monkeypatch, TITLED, kind(article=1.0), {"article": 0.999})
    assert without.kept.all()


def test_trees_for_headlines_are_not_asked_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found, trees = judged(monkeypatch, PAGE, kind(listing=0.5, article=0.5), {HEADLINE: 0.01})
    assert trees.asked == []
    assert found.probability.tolist() == [0.9, *[0.1] * 5]


def test_families() -> None:
    assert sorted(name for kinds in FAMILIES.values() for name in kinds) == sorted(KINDS)
    assert kind(listing=0.25, collection=0.25, product=0.1, article=0.4).family == "other"
    assert kind(service=0.3, documentation=0.3, forum=0.4).family == "other"
    assert kind(article=0.6, listing=0.4).family == "article"
    assert kind(article=0.4, forum=0.6).family == "forum"
    assert kind(listing=0.5, article=0.5).family == kind(forum=0.5, article=0.5).family == ""


def log_odds(p: float) -> float:
    p = min(max(p, 1e-6), 1 - 1e-6)
    return float(np.log(p / (1 - p)))


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=20), st.floats(0, 1))
def test_mixed_is_between_two_in_log_odds(pairs: list[tuple[float, float]], share: float) -> None:
    columns: NDArray[np.float64] = np.array(pairs).reshape(-1, 2)
    wanted = [log_odds(one) + share * (log_odds(other) - log_odds(one)) for one, other in pairs]
    found = mixed(columns[:, 0], columns[:, 1], share)
    assert [log_odds(p) for p in found.tolist()] == pytest.approx(wanted, abs=1e-5)
