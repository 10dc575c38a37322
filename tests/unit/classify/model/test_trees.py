"""The trees in numpy: the same sums as LightGBM and as a walk from root to leaf; the file."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from maintext.classify.features.matrix import FEATURES, VERSION
from maintext.classify.learned import load_model
from maintext.classify.model.archive import write_archive
from maintext.classify.model.kind import FAMILIES
from maintext.classify.model.trees import HEADLINE, MAX_LEAVES, Trees, load_trees, save_trees
from maintext.errors import ModelError, OptionError
from maintext.lab.train import TrainOptions
from maintext.lab.train.fit import from_lightgbm

Features = NDArray[np.float32]


def leaf(value: float) -> dict[str, Any]:
    return {"leaf_value": value}


def split(feature: int, threshold: float, left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    return {"split_feature": feature, "threshold": threshold, "left_child": left, "right_child": right}


def dump(*structures: dict[str, Any]) -> dict[str, Any]:
    return {"tree_info": [{"tree_structure": structure} for structure in structures]}


def walk(node: dict[str, Any], sample: list[float]) -> float:
    """The definition: left when at most the threshold, down to a leaf."""
    while "leaf_value" not in node:
        goes_left = sample[node["split_feature"]] <= node["threshold"]
        node = node["left_child"] if goes_left else node["right_child"]
    return float(node["leaf_value"])


def chain(n: int, to_right: bool) -> dict[str, Any]:
    """A tree with n leaves in one line."""
    node = leaf(1.0)
    for i in range(n - 1):
        ends = (leaf(i * 0.5), node) if to_right else (node, leaf(i * 0.5))
        node = split(i % 2, i / 4 - 1, *ends)
    return node


HAND_MADE = {
    "one leaf": leaf(0.25),
    "one split": split(0, 0.5, leaf(-1), leaf(2)),
    "two levels": split(1, 0.0, split(0, -0.5, leaf(1), leaf(2)), split(0, 0.5, leaf(3), leaf(4))),
    "sixteen leaves to the right": chain(MAX_LEAVES, to_right=True),
    "sixteen leaves to the left": chain(MAX_LEAVES, to_right=False),
    "infinite threshold": split(0, float("inf"), leaf(1), leaf(2)),
}


def samples() -> Features:
    """Two features on a grid that has every threshold of the hand-made trees."""
    axis = np.arange(-2, 4, 0.25)
    return np.array([(x, y) for x in axis for y in axis], dtype=np.float32)


def boosted(seed: int, values: Features) -> Any:
    lightgbm = pytest.importorskip("lightgbm")
    label = np.random.default_rng(seed).random(len(values)) < 1 / (1 + np.exp(-values[:, 0] * 2))
    parameters = {
        "objective": "binary", "num_leaves": MAX_LEAVES, "min_data_in_leaf": 3, "num_threads": 1,
        "verbose": -1, "deterministic": True, "seed": seed,
    }  # fmt: skip
    return lightgbm.train(parameters, lightgbm.Dataset(values, label), 20)


def rough(seed: int) -> Features:
    """Random features; the last ones have few different values, zero among them."""
    values = np.random.default_rng(seed).normal(size=(400, 6))
    values[:, 4:] = np.round(values[:, 4:])
    return values.astype(np.float32)


# -- sums ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HAND_MADE)
def test_sums_are_those_of_a_walk(name: str) -> None:
    trees = from_lightgbm(dump(HAND_MADE[name]), {})
    assert trees.raw(samples()).tolist() == [walk(HAND_MADE[name], s) for s in samples().tolist()]


def test_the_sum_is_over_all_trees() -> None:
    trees = from_lightgbm(dump(*HAND_MADE.values()), {})
    expected = [sum(walk(tree, s) for tree in HAND_MADE.values()) for s in samples().tolist()]
    assert trees.raw(samples()) == pytest.approx(expected)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sums_are_those_of_lightgbm(seed: int) -> None:
    values = rough(seed)
    booster = boosted(seed, values)
    trees = from_lightgbm(booster.dump_model(), {})
    others = rough(seed + 100)
    assert trees.raw(others) == pytest.approx(booster.predict(others, raw_score=True), abs=1e-6)
    assert trees.probability(others) == pytest.approx(booster.predict(others), abs=1e-6)


@pytest.mark.parametrize("toward", [-np.inf, None, np.inf])
def test_sums_at_and_beside_thresholds_are_those_of_lightgbm(toward: float | None) -> None:
    booster = boosted(1, rough(1))
    trees = from_lightgbm(booster.dump_model(), {})
    values = rough(2)
    for feature in range(values.shape[1]):
        thresholds = trees.threshold[(trees.feature == feature) & np.isfinite(trees.threshold)]
        if len(thresholds):
            values[:, feature] = np.resize(thresholds, len(values))
    values[np.abs(values) < 1e-30] = 0  # LightGBM reads ±1e-35, its thresholds next to zero, as zero
    if toward is not None:
        values = np.nextafter(values, np.float32(toward))
    assert trees.raw(values) == pytest.approx(booster.predict(values, raw_score=True), abs=1e-6)


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 31, 33, 127, 128, 129, 143, 144, 145, 257, 400])
def test_sums_do_not_depend_on_how_many_samples_stand_beside_a_sample(n: int) -> None:
    trees = from_lightgbm(boosted(1, rough(1)).dump_model(), {})
    alone = [trees.raw(sample[None])[0] for sample in rough(2)[:n]]
    assert trees.raw(rough(2)[:n]) == pytest.approx(alone, abs=1e-12)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("name", HAND_MADE)
def test_a_sample_without_a_number_goes_right_and_leaves_the_others_as_they_are(
    name: str, sign: float
) -> None:
    trees, values = from_lightgbm(dump(HAND_MADE[name]), {}), samples()
    for rows in (slice(0, None), slice(3, 400, 20)):  # some splits are decided for all of the second
        some = values[rows]
        some[1] = np.copysign(np.float32(np.nan), np.float32(sign))
        assert trees.raw(some).tolist() == [walk(HAND_MADE[name], s) for s in some.tolist()]


def test_no_samples_give_no_sums() -> None:
    trees = from_lightgbm(dump(HAND_MADE["two levels"]), {})
    assert trees.raw(np.zeros((0, 2), dtype=np.float32)).shape == (0,)


def test_a_sum_of_zero_is_an_even_chance() -> None:
    trees = from_lightgbm(dump(leaf(0.0)), {})
    assert trees.probability(samples()[:1]).tolist() == [0.5]


# -- files --------------------------------------------------------------------------------------------


def hand_made(**card: Any) -> Trees:
    return from_lightgbm(dump(*HAND_MADE.values()), card)


def written(path: Path, trees: Trees) -> bytes:
    save_trees(trees, path)
    return path.read_bytes()


def test_a_model_reads_back_as_it_was_written(tmp_path: Path) -> None:
    trees = hand_made(features_version=VERSION, note="数据")
    again = load_trees(written(tmp_path / "model.npz", trees))
    assert again.raw(samples()).tolist() == trees.raw(samples()).tolist()
    assert again.card == trees.card


def test_a_file_that_is_no_model_is_an_error() -> None:
    with pytest.raises(ModelError, match="not a model file"):
        load_trees(b"not a model")


@pytest.mark.parametrize("size", [0, 1, 4, 100, 500, -1, -30])
def test_a_cut_off_file_is_an_error(size: int, tmp_path: Path) -> None:
    data = written(tmp_path / "model.npz", hand_made())
    with pytest.raises(ModelError, match="maintext train"):
        load_trees(data[:size])


@pytest.mark.parametrize("at", range(0, 1200, 40))
def test_a_damaged_file_is_an_error_or_reads_well(at: int, tmp_path: Path) -> None:
    data = bytearray(written(tmp_path / "model.npz", hand_made()))
    data[at % len(data)] ^= 0xFF
    try:
        trees = load_trees(bytes(data))
    except ModelError:
        return
    assert trees.raw(samples()).tolist() == hand_made().raw(samples()).tolist()


def test_another_archive_is_an_error(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", feature=np.zeros(3))
    with pytest.raises(ModelError, match="not a model file"):
        load_trees((tmp_path / "other.npz").read_bytes())


def test_a_single_array_is_an_error(tmp_path: Path) -> None:
    np.save(tmp_path / "other.npy", np.zeros(3))
    with pytest.raises(ModelError, match="not a model file"):
        load_trees((tmp_path / "other.npy").read_bytes())


def test_a_second_sum_of_trees_is_written_and_read(tmp_path: Path) -> None:
    second = from_lightgbm(dump(HAND_MADE["two levels"]), {})
    trees = replace(hand_made(), of_family={"article": second})
    again = load_trees(written(tmp_path / "model.npz", trees))
    assert list(again.of_family) == ["article"]
    assert again.of_family["article"].card == {}
    for name in ("feature", "threshold", "mask", "value"):
        assert getattr(again, name).tolist() == getattr(trees, name).tolist()
        assert getattr(again.of_family["article"], name).tolist() == getattr(second, name).tolist()


def test_a_second_sum_with_a_part_missing_is_an_error(tmp_path: Path) -> None:
    trees = hand_made()
    arrays = {name: getattr(trees, name) for name in ("feature", "threshold", "mask", "value")}
    write_archive(tmp_path / "model.npz", trees.card, **arrays, other_value=trees.value)
    with pytest.raises(ModelError, match="other_feature"):
        load_trees((tmp_path / "model.npz").read_bytes())


def test_arrays_that_do_not_fit_together_are_an_error(tmp_path: Path) -> None:
    trees = hand_made()
    shorter = Trees(trees.feature, trees.threshold[:2], trees.mask, trees.value, trees.card)
    parts = ("feature", "threshold", "mask")
    more: Any = {name: np.tile(getattr(trees, name), MAX_LEAVES)[:, :MAX_LEAVES] for name in parts}
    no_leaf, other_type = trees.mask * 0, trees.value.astype(np.float32)
    too_high, too_low = trees.feature + len(FEATURES), trees.feature - len(FEATURES)
    altered = ({"feature": too_high}, {"feature": too_low}, {"mask": no_leaf}, {"value": other_type})
    for other in (shorter, *(replace(trees, **parts) for parts in (more, *altered))):
        with pytest.raises(ModelError, match="do not fit together"):
            load_trees(written(tmp_path / "model.npz", other))


def test_arrays_of_another_byte_order_or_layout_are_read(tmp_path: Path) -> None:
    trees, features = hand_made(), np.zeros((3, len(FEATURES)), dtype=np.float32)
    other = replace(trees, feature=trees.feature.astype(">i4"), mask=np.asfortranarray(trees.mask))
    read = load_trees(written(tmp_path / "model.npz", other))
    assert (read.raw(features) == trees.raw(features)).all()


@pytest.mark.parametrize("card", [{}, {"features_version": VERSION + 1}])
def test_a_model_for_other_features_is_an_error(card: dict[str, int], tmp_path: Path) -> None:
    written(tmp_path / "model.npz", hand_made(**card))
    with pytest.raises(ModelError, match="features version"):
        load_model(str(tmp_path / "model.npz"))


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read the model"):
        load_model(str(tmp_path / "none.npz"))


# -- the shipped model --------------------------------------------------------------------------------


def test_the_shipped_model_is_small() -> None:
    assert len((resources.files("maintext.classify.model") / "learned.npz").read_bytes()) < 3_000_000


def test_the_shipped_model_says_what_it_is() -> None:
    card = load_model().card
    assert card["features_version"] == VERSION
    assert card["n_features"] == len(FEATURES)
    assert sum(card["pages"].values()) == card["n_pages"]
    assert set(card["options"]) == set(asdict(TrainOptions()))
    assert json.loads(json.dumps(card)) == card


def test_the_shipped_model_uses_features_that_exist() -> None:
    trees = load_model()
    assert set(trees.of_family) == {*FAMILIES, HEADLINE}
    for one in (trees, *trees.of_family.values()):
        assert one.feature.min() >= 0
        assert one.feature.max() < len(FEATURES)
