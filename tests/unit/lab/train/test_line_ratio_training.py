"""Training of line_ratio's networks: gradients by differences, a rule learned, the comparison."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scripts.measure_line_ratio import compare, compare_costs, split_by_site
from tests.tiny import gold_page, paragraphs

pytest.importorskip("rapidfuzz")

from maintext.classify.model.networks import Network
from maintext.errors import DatasetError
from maintext.html.arrays import Float
from maintext.lab.evaluate import GoldPage
from maintext.lab.train import line_ratio as training
from maintext.lab.train.dataset import Example
from maintext.lab.train.line_ratio import fit_network, line_example, line_examples

PAGES = [gold_page(i) for i in range(40)]
EXAMPLES = [line_example(page) for page in PAGES]


# -- examples -----------------------------------------------------------------------------------------


def test_an_example_has_the_lines_of_its_page() -> None:
    # Twelve links, the paragraphs, one link in the footer.
    n = len(paragraphs(0))
    example = EXAMPLES[0]
    assert (example.label > 0.5).tolist() == [False] * 12 + [True] * n + [False]
    assert example.features.shape == (13 + n, 9)
    assert example.n_words.sum() == len(example.word)
    assert example.score(example.label > 0.5) == (1, 1, 1)


def test_hidden_lines_are_none() -> None:
    page = replace(PAGES[0], html=f"<p hidden>{paragraphs(0)[0]}</p>" + PAGES[0].html)
    assert len(line_example(page).label) == len(EXAMPLES[0].label)


def test_a_page_without_lines_is_an_example_too() -> None:
    example = line_example(replace(PAGES[0], html=""))
    assert (len(example.label), len(example.word), example.features.shape) == (0, 0, (0, 9))


def test_pages_of_a_site_stay_together() -> None:
    learn, held_out = split_by_site(EXAMPLES)
    assert {example.id for example in learn} | {example.id for example in held_out} == {p.id for p in PAGES}
    sites = [{int(e.id[1:]) // 2 for e in part} for part in (learn, held_out)]
    assert not sites[0] & sites[1]
    assert learn
    assert held_out


# -- training -----------------------------------------------------------------------------------------


@pytest.fixture
def is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train with few steps, where it is no matter what the networks learn: a comparison trains eighteen."""
    monkeypatch.setattr(training, "_N_STEPS", 50)


def error(network: Network, inputs: Float, label: Float, weight: Float) -> float:
    """Mean weighted cross-entropy."""
    p = network.probability(inputs)
    return float(-(weight * (label * np.log(p) + (1 - label) * np.log(1 - p))).mean())


@pytest.mark.parametrize("n_hidden", [[], [4], [4, 3]])
def test_gradients_are_those_of_small_differences(n_hidden: list[int]) -> None:
    rng = np.random.default_rng(5)
    samples = rng.normal(size=(7, 3)), rng.random(7), rng.random(7)
    network = training._first_network(samples[0], n_hidden, rng)
    found = training._loss_gradients(network, *samples)
    for parameter, slope in zip([*network.weights, *network.biases], found, strict=True):
        expected = np.zeros_like(parameter)
        for at in np.ndindex(parameter.shape):
            kept = parameter[at]
            parameter[at] = kept + 1e-5
            above = error(network, *samples)
            parameter[at] = kept - 1e-5
            expected[at] = (above - error(network, *samples)) / 2e-5
            parameter[at] = kept
        np.testing.assert_allclose(slope, expected, atol=1e-8)


def test_costs_make_the_weighted_error_of_the_source() -> None:
    # −y·ln p − c·(1 − y)·ln(1 − p), each page counting the same.
    example = EXAMPLES[0]
    shares = replace(example, label=np.linspace(0, 1, len(example.label), dtype=np.float32))
    _, label, weight = training._collect_samples([shares, EXAMPLES[1]], [0], 3.0)
    p = 0.3
    y = np.concatenate([shares.label, EXAMPLES[1].label]).astype(np.float64)
    per_page = np.concatenate([np.full(len(e.label), 1 / len(e.label)) for e in (shares, EXAMPLES[1])])
    source = per_page * -(y * np.log(p) + 3 * (1 - y) * np.log(1 - p))
    ours = weight * -(label * np.log(p) + (1 - label) * np.log(1 - p))
    np.testing.assert_allclose(ours / ours.sum(), source / source.sum())


@pytest.mark.parametrize("variant", ["perceptron", "mlp"])
def test_a_simple_rule_is_learned(variant: str) -> None:
    network = fit_network(line_examples(PAGES[:30]), variant=variant)
    for example in EXAMPLES[30:]:
        assert ((network.probability(example.features) > 0.5) == (example.label > 0.5)).all()


@pytest.mark.usefixtures("is_short")
def test_the_same_seed_gives_the_same_network() -> None:
    one, two, other = (fit_network(EXAMPLES[:8], variant="mlp", seed=seed).flat() for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)


@pytest.mark.usefixtures("is_short")
def test_inputs_of_a_network_are_those_asked_for() -> None:
    network = fit_network(EXAMPLES[:8], variant="mlp", n_attributes=2, window=3)
    assert network.sizes == [6, training.N_HIDDEN, 1]
    assert fit_network(EXAMPLES[:8], variant="perceptron", n_attributes=1, window=2).sizes == [2, 1]


def noisy(example: Example) -> Example:
    """Labels that the inputs do not tell: every other line."""
    return replace(example, label=(np.arange(len(example.label)) % 2).astype(np.float32))


def test_costly_false_positives_make_the_network_keep_less() -> None:
    examples = [noisy(example) for example in EXAMPLES[:10]]
    shares = []
    for cost in (0.2, 1.0, 5.0):
        network = fit_network(
            examples, variant="perceptron", n_attributes=1, window=1, false_positive_cost=cost
        )
        shares.append(np.mean([network.probability(e.features[:, [0]]).mean() for e in examples]))
    # The best constant is the share of the weight: 1 / (1 + c) where half of the lines are kept.
    assert shares == pytest.approx([5 / 6, 1 / 2, 1 / 6], abs=0.05)


def test_a_large_page_counts_as_much_as_a_small_one() -> None:
    example = EXAMPLES[0]
    n = 5 * len(example.label)
    large = replace(example, features=np.tile(example.features, (5, 1)), label=np.ones(n, dtype=np.float32))
    none = replace(example, label=np.zeros_like(example.label))
    network = fit_network([large, none], variant="perceptron", n_attributes=1, window=1)
    assert network.probability(example.features[:, [0]]).mean() == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("pages", [[], [replace(PAGES[0], html="")], [replace(PAGES[0], gold_kind="tool")]])
def test_nothing_to_learn_from_is_an_error(pages: list[GoldPage]) -> None:
    with pytest.raises(DatasetError, match="no line to learn from"):
        fit_network(line_examples(pages), variant="mlp")


# -- comparison ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("is_short")
def test_the_comparison_has_every_rule_of_the_source() -> None:
    learn, held_out = split_by_site(EXAMPLES[:16])
    rows = compare(learn, held_out)
    assert [row.name for row in rows[:3]] == ["all lines", "density > 0.5", "density > mean"]
    assert {row.name for row in rows[3:]} == {
        f"{v} {w}L {a}A" for v in ("perceptron", "mlp") for w in (1, 2, 3) for a in (1, 2, 3)
    }


@pytest.mark.usefixtures("is_short")
def test_errors_are_shares_of_the_lines() -> None:
    example = EXAMPLES[0]
    n, n_main = len(example.label), int(example.label.sum())
    everything = compare([EXAMPLES[2]], [example])[0]
    assert everything.false_positives == pytest.approx((n - n_main) / n)
    assert everything.false_negatives == 0
    assert everything.error == everything.false_positives
    assert 0 < everything.f1 < 1


@pytest.mark.usefixtures("is_short")
def test_a_page_without_lines_has_no_errors() -> None:
    empty = line_example(replace(PAGES[0], html=""))
    assert all((row.error, row.f1) == (0, 0) for row in compare([EXAMPLES[2]], [empty])[:3])


def test_costs_are_compared_in_training_and_in_use() -> None:
    rows = compare_costs([noisy(e) for e in EXAMPLES[:8]], EXAMPLES[8:10], [1.0, 50.0])
    (_, plain, same), (_, trained, used) = rows
    assert plain.error == same.error
    assert trained.false_positives <= plain.false_positives
    assert used.false_positives <= plain.false_positives
    assert trained.false_negatives > plain.false_negatives
    assert used.false_negatives > plain.false_negatives
