"""Counter-propagation networks: the formulas, one input at a time, and the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.classify.model import networks
from maintext.classify.model.networks import (
    CounterPropagation,
    load_counter_propagation,
    save_counter_propagation,
)
from maintext.errors import ModelError


def single(values: Any) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def network(**card: Any) -> CounterPropagation:
    """Three hidden units over two features."""
    return CounterPropagation(
        single([10, 0]), single([2, 1]), single([[0, 0], [3, 0], [0, 4]]), single([0.1, 0.5, 0.9]), card
    )


def output_as_defined(net: CounterPropagation, features: list[float], n_winners: int) -> float:
    """Formulas (1) and (2) of the method cpn."""
    x = [(f - m) / s for f, m, s in zip(features, net.mean.tolist(), net.scale.tolist(), strict=True)]
    units = []
    for weights, learned in zip(net.kohonen.tolist(), net.grossberg.tolist(), strict=True):
        units.append((sum((a - w) ** 2 for a, w in zip(x, weights, strict=True)), learned))
    winners = sorted(units, key=lambda unit: unit[0])[:n_winners]
    shares = [1 / (distance + 0.001) for distance, _ in winners]
    return float(sum(s * v for s, (_, v) in zip(shares, winners, strict=True)) / sum(shares))


# -- output -------------------------------------------------------------------------------------------


def test_the_input_is_standardised() -> None:
    assert network().encoded(np.array([[14.0, 3.0]])).tolist() == [[2, 3]]


@pytest.mark.parametrize(
    ("features", "winner"),
    [([10, 0], 0.1), ([16, 0], 0.5), ([10, 4], 0.9), ([12.8, 0], 0.1), ([13.2, 0], 0.5)],
)
def test_the_nearest_unit_wins(features: list[float], winner: float) -> None:
    assert network().output(np.array([features])).tolist() == pytest.approx([winner])


def test_two_winners_worked_by_hand() -> None:
    # x' = (1, 0): squared distances 1, 4, 17.
    found = network().output(np.array([[12.0, 0.0]]), n_winners=2)
    assert found.tolist() == pytest.approx([(0.1 / 1.001 + 0.5 / 4.001) / (1 / 1.001 + 1 / 4.001)])


NUMBERS = st.floats(-20, 20, width=32)


@given(
    st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8),
    st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8, unique=True),
)
def test_all_winners_are_weighted_as_defined(
    inputs: list[tuple[float, float]], units: list[tuple[float, float]]
) -> None:
    learned = single(np.linspace(0, 1, len(units)))
    net = CounterPropagation(single([1, 2]), single([1, 3]), single(units), learned)
    found = net.output(np.array(inputs), n_winners=len(units))
    expected = [output_as_defined(net, list(x), len(units)) for x in inputs]
    assert found.tolist() == pytest.approx(expected, abs=1e-3)
    assert ((found >= 0) & (found <= 1 + 1e-6)).all()


def test_more_winners_than_units_are_all_units() -> None:
    x = np.array([[11.0, 2.0]])
    assert network().output(x, n_winners=99).tolist() == network().output(x, n_winners=3).tolist()


def test_one_row_does_not_depend_on_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    features = np.random.default_rng(1).normal(10, 4, (50, 2))
    at_once = network().output(features, n_winners=2)
    monkeypatch.setattr(networks, "_ROWS_AT_ONCE", 7)
    np.testing.assert_allclose(network().output(features, n_winners=2), at_once, rtol=1e-5)


def test_no_rows_give_no_output() -> None:
    assert network().output(np.zeros((0, 2))).shape == (0,)


# -- the file -----------------------------------------------------------------------------------------


def written(path: Path, net: CounterPropagation) -> bytes:
    save_counter_propagation(net, path)
    return path.read_bytes()


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    again = load_counter_propagation(written(tmp_path / "n.npz", network(note="数据")))
    for name in ("mean", "scale", "kohonen", "grossberg"):
        assert getattr(again, name).tolist() == getattr(network(), name).tolist()
    assert again.card == {"note": "数据"}


def test_a_file_that_is_no_network_is_an_error() -> None:
    with pytest.raises(ModelError, match="not a model file"):
        load_counter_propagation(b"no network")


@pytest.mark.parametrize("size", [0, 1, 4, 100, 500, -1, -30])
def test_a_cut_off_file_is_an_error(size: int, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="maintext train"):
        load_counter_propagation(written(tmp_path / "n.npz", network())[:size])


@pytest.mark.parametrize("at", range(0, 1200, 40))
def test_a_damaged_file_is_an_error_or_reads_well(at: int, tmp_path: Path) -> None:
    data = bytearray(written(tmp_path / "n.npz", network()))
    data[at % len(data)] ^= 0xFF
    try:
        again = load_counter_propagation(bytes(data))
    except ModelError:
        return
    assert again.kohonen.tolist() == network().kohonen.tolist()


@pytest.mark.parametrize(
    "parts",
    [
        {"mean": single([1, 2, 3])},
        {"scale": single([[1, 2]])},
        {"kohonen": single([1, 2])},
        {"kohonen": np.zeros((0, 2), dtype=np.float32), "grossberg": single([])},
        {"grossberg": single([1, 2])},
        {"card": np.frombuffer(b"[1]", dtype=np.uint8)},
    ],
)
def test_parts_that_do_not_fit_together_are_an_error(parts: dict[str, Any], tmp_path: Path) -> None:
    net = network()
    whole = {name: getattr(net, name) for name in ("mean", "scale", "kohonen", "grossberg")}
    np.savez(tmp_path / "n.npz", **({"card": np.frombuffer(b"{}", dtype=np.uint8)} | whole | parts))
    with pytest.raises(ModelError, match="do not fit together"):
        load_counter_propagation((tmp_path / "n.npz").read_bytes())
