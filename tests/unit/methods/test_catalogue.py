"""Pages of catalogues are judged by a second sum of trees as well, other pages are not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.methods import choice
from maintext.model.kind import CATALOGUE_KINDS, KINDS, Kind
from maintext.model.odds import mixed
from maintext.page import parse

WORDS = "a chair of oak with a seat of straw and a back of four slats"
PAGE = "".join(f"<div><p>{WORDS} number {i}</p></div>" for i in range(6))


def kind(**probabilities: float) -> Kind:
    found = {name: probabilities.get(name, 0.0) for name in KINDS}
    name = max(found, key=found.__getitem__)
    return Kind(name, found[name], found)


def chosen(monkeypatch: pytest.MonkeyPatch, of: Kind, first: float, second: float) -> choice.Choice:
    monkeypatch.setattr(choice, "kind_of", lambda *_: of)
    scene = Scene(parse(PAGE))
    n = len(scene.blocks)
    values = np.full(n, first)
    values[0] = 0.9
    return choice.choose(scene, feature_matrix(scene), values, 1.0, lambda: np.full(n, second))


@pytest.mark.parametrize(
    ("probabilities", "n_kept"),
    [
        ({"listing": 0.3, "collection": 0.15, "product": 0.1, "article": 0.45}, 6),
        ({"product": 0.9, "article": 0.1}, 6),
        ({"listing": 0.3, "article": 0.7}, 1),
        ({"service": 1.0}, 1),
    ],
)
def test_only_pages_of_catalogues_are_judged_again(
    probabilities: dict[str, float], n_kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = chosen(monkeypatch, kind(**probabilities), 0.1, 0.99)
    assert found.kept.sum() == found.best.sum() == n_kept
    assert found.probability[1] == pytest.approx(
        mixed(np.array([0.1]), np.array([0.99]))[0] if n_kept > 1 else 0.1
    )


def test_both_sums_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    one = chosen(monkeypatch, kind(listing=1.0), 0.2, 0.9).probability[1:]
    other = chosen(monkeypatch, kind(listing=1.0), 0.9, 0.2).probability[1:]
    assert one.tolist() == pytest.approx(other.tolist())


def test_catalogues_are_three_of_the_kinds() -> None:
    assert {"listing", "collection", "product"} == CATALOGUE_KINDS
    assert kind(listing=0.25, collection=0.25, product=0.1, article=0.4).is_catalogue
    assert not kind(listing=0.5, article=0.5).is_catalogue


def log_odds(p: float) -> float:
    p = min(max(p, 1e-6), 1 - 1e-6)
    return float(np.log(p / (1 - p)))


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=20))
def test_mixed_is_half_way_in_log_odds(pairs: list[tuple[float, float]]) -> None:
    columns: NDArray[np.float64] = np.array(pairs).reshape(-1, 2)
    wanted = [(log_odds(one) + log_odds(other)) / 2 for one, other in pairs]
    found = mixed(columns[:, 0], columns[:, 1])
    assert [log_odds(p) for p in found.tolist()] == pytest.approx(wanted, abs=1e-6)
