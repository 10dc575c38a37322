from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from maintext.classify.methods import Variant, read_variant, with_changes
from maintext.classify.methods.catalogue import METHODS, read_figures
from maintext.classify.model.archive import model_bytes, read_archive, write_archive
from maintext.errors import ModelError, OptionError
from maintext.lab.compare import method_system

if TYPE_CHECKING:
    from pathlib import Path

MEAN = Variant("line_ratio", {"variant": "mean"})


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("line_ratio", {}),
        ("line_ratio:variant=mean", {"variant": "mean"}),
        ("line_ratio:variant=threshold:threshold=.4", {"variant": "threshold", "threshold": 0.4}),
        ("line_ratio:model=C:\\weights.npz:window=1", {"model": "C:\\weights.npz", "window": 1}),
        ("html2article:append_mode=yes", {"append_mode": True}),
    ],
)
def test_a_variant_is_read_as_it_is_written(text: str, options: dict[str, object]) -> None:
    variant = read_variant(text)
    assert (variant.method, dict(variant.options)) == (text.partition(":")[0], options)
    assert read_variant(variant.name) == variant


def test_the_name_says_what_is_changed() -> None:
    assert read_variant("line_ratio").name == "line_ratio"
    assert read_variant("line_ratio:threshold=.40:variant=mean").name == (
        "line_ratio:threshold=0.4:variant=mean"
    )
    assert read_variant("html2article:append_mode=1").name == "html2article:append_mode=true"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("line_ration", "did you mean 'line_ratio'"),
        ("line_ratio:mean", "write name=value"),
        ("line_ratio:varian=mean", "did you mean 'variant'"),
        ("line_ratio:variant=median", "must be one of"),
        ("line_ratio:threshold=much", "of type float"),
    ],
)
def test_a_wrong_variant_is_told(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        read_variant(text)


def test_a_variant_is_checked_when_it_is_made() -> None:
    with pytest.raises(OptionError, match="must be one of"):
        Variant("line_ratio", {"variant": "median"})


def test_a_variant_is_a_value() -> None:
    assert len({MEAN, Variant("line_ratio", {"variant": "mean"}), Variant("line_ratio")}) == 2
    assert pickle.loads(pickle.dumps(MEAN)) == MEAN  # noqa: S301 - our own bytes


def test_methods_that_learned_name_the_sets() -> None:
    figures = read_figures().methods
    for name in METHODS:
        sets = Variant(name).learned_sets
        assert bool(sets) == figures[name].trained_here, name
        assert not sets or {"daniel", "gne", "wcxb_dev"} <= sets, name


def test_a_rule_without_a_network_learned_nothing() -> None:
    assert MEAN.learned_sets == frozenset()
    assert Variant("line_ratio", {"variant": "perceptron"}).learned_sets


def test_a_model_of_one_s_own_has_its_own_sets(tmp_path: Path) -> None:
    own = tmp_path / "own.npz"
    arrays, card = read_archive(model_bytes("cpn.npz"))
    write_archive(own, card | {"pages": {"mine": 3}}, **arrays)
    own_variant = Variant("cpn", {"model": str(own)})
    assert own_variant.learned_sets == method_system(own_variant).learned_sets == {"mine"}


def test_a_model_that_cannot_be_read_has_no_sets(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"no model")
    bad = Variant("cpn", {"model": str(tmp_path / "bad.npz")})
    with pytest.raises(ModelError):
        _ = bad.learned_sets
    assert method_system(bad).learned_sets == frozenset()  # it is told of every page


def test_words_change_what_a_variant_leaves_open() -> None:
    variants = [MEAN, Variant("line_ratio"), Variant("paragraphs")]
    words = ["line_ratio.variant=mlp", "line_ratio.threshold=.3", "line_ratio.variant=threshold"]
    assert with_changes(variants, words) == [
        Variant("line_ratio", {"variant": "mean", "threshold": 0.3}),
        Variant("line_ratio", {"variant": "threshold", "threshold": 0.3}),
        Variant("paragraphs"),
    ]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("variant=mean", "METHOD.OPTION=VALUE"),
        ("threshold=.5", "METHOD.OPTION=VALUE"),
        ("html2article.depth=3", "does not run"),
        ("nonsense.depth=3", "unknown method"),
        ("line_ratio.depth=3", "unknown option"),
        ("line_ratio.variant", "write name=value"),
    ],
)
def test_a_wrong_word_is_told(word: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        with_changes([MEAN], [word])
