"""The softmax in numpy: classes by hand, its file, and bytes that are no model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from maintext.classify.model.networks import Softmax, load_softmax, save_softmax, standardise
from maintext.errors import ModelError

# Two inputs, two classes: the first class for a large first input, the second for a large second one.
MODEL = Softmax(
    mean=np.array([1.0, 0.0]),
    deviation=np.array([2.0, 1.0]),
    weight=np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.0]]),
    card={"kind": "example"},
)


def test_probabilities_by_hand() -> None:
    # standardise: (3 − 1) / 2 = 1, 0.25, and the 1 of the bias; logits 1 + 0.5 and 0.25
    expected = np.exp([1.5, 0.25]) / np.exp([1.5, 0.25]).sum()
    assert MODEL.probability(np.array([3.0, 0.25])) == pytest.approx(expected)


@pytest.mark.parametrize("inputs", [[3.0, 0.25], [-5.0, 2.0], [1.0, 0.0], [1e9, -1e9]])
def test_probabilities_are_as_defined(inputs: list[float]) -> None:
    logit = standardise(np.array(inputs), MODEL.mean, MODEL.deviation) @ MODEL.weight
    odds = np.exp(logit - logit.max())
    assert MODEL.probability(np.array(inputs)) == pytest.approx(odds / odds.sum())


def test_far_inputs_count_as_four_deviations() -> None:
    assert standardise(np.array([1e9, -1e9]), MODEL.mean, MODEL.deviation).tolist() == [4, -4, 1]


def test_a_file_gives_the_model_back_in_half_precision(tmp_path: Path) -> None:
    save_softmax(MODEL, tmp_path / "model.npz")
    read = load_softmax((tmp_path / "model.npz").read_bytes())
    assert read.card == MODEL.card
    inputs = np.array([3.0, 0.25])
    assert read.probability(inputs) == pytest.approx(MODEL.probability(inputs), abs=1e-3)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not a model" * 20])
def test_bytes_that_are_no_model_are_an_error(data: bytes) -> None:
    with pytest.raises(ModelError, match="not a model file"):
        load_softmax(data)


def test_parts_that_do_not_fit_are_an_error(tmp_path: Path) -> None:
    wrong = Softmax(MODEL.mean, MODEL.deviation, MODEL.weight[:2], {})
    save_softmax(wrong, tmp_path / "model.npz")
    with pytest.raises(ModelError, match="do not fit"):
        load_softmax((tmp_path / "model.npz").read_bytes())
