"""Training of the cpn network: what is learned, by which formulas, and with what result."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiny import gold_page, markup, paragraphs

pytest.importorskip("rapidfuzz")

from maintext.classify.methods import cpn
from maintext.classify.methods.cpn import FEATURES, VERSION
from maintext.classify.model.networks import CounterPropagation
from maintext.errors import DatasetError
from maintext.html import parse
from maintext.lab.train import cpn as training
from maintext.lab.train.cpn import (
    BlockSamples,
    block_samples,
    fit_cpn,
    train_cpn,
)
from maintext.lab.train.dataset import learned_pages
from maintext.render import render_text


@cache
def samples() -> BlockSamples:
    return block_samples(gold_page(i) for i in range(12))


@cache
def two_groups(n: int = 600) -> BlockSamples:
    """Patterns around two points; those of one are main text."""
    random = np.random.default_rng(3)
    label = (np.arange(n) % 3 == 0).astype(np.float64)
    return BlockSamples(random.normal(0, 0.3, (n, 4)) + 5 * label[:, None], label, (("tiny", "p"),))


# -- samples ------------------------------------------------------------------------------------------


def test_every_block_of_a_small_page_is_a_sample() -> None:
    found = block_samples([gold_page(0)])
    assert found.features.shape == (12 + 4 + 1, len(FEATURES))
    assert (found.label >= 0.6).tolist() == [False] * 12 + [True] * 4 + [False]


def test_a_large_page_is_thinned() -> None:
    page = gold_page(0)
    large = replace(page, html=page.html + "<p>one two three</p>" * 500)
    assert len(block_samples([large]).label) == 200


def test_pages_without_a_gold_text_by_people_are_left_out() -> None:
    pages = [replace(gold_page(0), gold_kind="tool"), replace(gold_page(1), gold_text="")]
    found = block_samples(pages)
    assert found.pages == ()
    assert found.features.shape == (0, len(FEATURES))


# -- counter-propagation ------------------------------------------------------------------------------


def test_the_rule_of_the_corpus_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    network = train_cpn((gold_page(i) for i in range(12)), n_hidden=8, n_epochs=20)
    monkeypatch.setattr(cpn, "load_network", lambda _="": network)
    page = parse(markup(20))
    assert render_text(page, cpn.METHOD.select(page)).split("\n\n") == paragraphs(20)


def same(a: CounterPropagation, b: CounterPropagation) -> bool:
    return np.array_equal(a.kohonen, b.kohonen) and np.array_equal(a.grossberg, b.grossberg)


def test_training_is_reproducible_from_the_seed() -> None:
    first = fit_cpn(samples(), n_hidden=8, seed=5)
    assert same(first, fit_cpn(samples(), n_hidden=8, seed=5))
    assert not same(first, fit_cpn(samples(), n_hidden=8, seed=6))


def test_the_hidden_layer_does_not_see_the_labels() -> None:
    found = samples()
    other = BlockSamples(found.features, 1 - found.label, found.pages)
    first, second = fit_cpn(found, n_hidden=8), fit_cpn(other, n_hidden=8)
    assert np.array_equal(first.kohonen, second.kohonen)
    np.testing.assert_allclose(first.grossberg, 1 - second.grossberg, atol=1e-6)


def test_the_card_says_how_the_network_was_trained() -> None:
    card = fit_cpn(samples(), n_hidden=8, n_epochs=2, seed=5).card
    n_blocks = len(samples().label)
    assert card == {
        "features_version": VERSION, "n_pages": 12, "pages": {"even": 6, "odd": 6},
        "pages_digest": learned_pages(samples().pages)["pages_digest"], "n_blocks": n_blocks,
        "n_hidden": 8, "n_epochs": 2, "seed": 5,
    }  # fmt: skip


def test_two_groups_get_a_unit_each() -> None:
    network = fit_cpn(two_groups(), n_hidden=6, n_epochs=3)
    centres = network.kohonen * network.scale + network.mean
    assert set(np.round(centres / 5).ravel().astype(int).tolist()) == {0, 1}
    assert sorted(set(network.grossberg.round(3).tolist())) == [0, 1]


def test_fewer_blocks_than_units_are_an_error() -> None:
    with pytest.raises(DatasetError, match="give more pages"):
        fit_cpn(block_samples([gold_page(0)]), n_hidden=100)


def test_a_constant_feature_is_no_error() -> None:
    found = two_groups()
    constant = BlockSamples(
        np.column_stack((found.features, np.ones(len(found.label)))), found.label, found.pages
    )
    network = fit_cpn(constant, n_hidden=6)
    assert np.isfinite(network.kohonen).all()
    assert network.scale[-1] == 1


@given(st.integers(1, 12), st.floats(0.01, 0.5))
def test_a_batch_moves_each_winner_as_far_as_its_patterns_one_by_one(n: int, rate: float) -> None:
    """Formula (3) for one pattern n times: the distance shrinks by (1 − η)ⁿ."""
    weights = np.array([[0.0, 0.0], [9.0, 9.0]], dtype=np.float32)
    training._move_winners(weights, np.full((n, 2), 1.0, dtype=np.float32), rate)
    one_by_one = 0.0
    for _ in range(n):
        one_by_one += rate * (1.0 - one_by_one)
    assert weights[0].tolist() == pytest.approx([one_by_one] * 2, rel=1e-5)
    assert weights[1].tolist() == [9, 9]


def test_the_output_layer_is_the_mean_label_of_what_a_unit_wins() -> None:
    patterns = np.array([[0.0], [0.1], [5.0], [5.1], [4.9]], dtype=np.float32)
    kohonen = np.array([[0.0], [5.0], [100.0]], dtype=np.float32)
    label = np.array([1.0, 0.5, 0.0, 0.0, 0.3])
    found = training._grossberg_layer(patterns, label, kohonen)
    # The last unit wins nothing and gets the mean of all labels.
    assert found.tolist() == pytest.approx([0.75, 0.1, 0.36])
