"""The chosen set has the best expected F-measure of all sets."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from maintext.classify.model import decision
from maintext.classify.model.decision import adjust_log_odds, max_expected_f1_set, smooth_log_odds

# Hundredths: two sets are the same good, or differ by far more than rounding does.
PROBABILITY = st.integers(0, 100).map(lambda n: n / 100)
SMALL = st.lists(st.tuples(PROBABILITY, st.just(10)), max_size=8)
BETA = st.sampled_from([0.5, 1.0, 2.0])
BLOCKS = st.lists(st.tuples(PROBABILITY, st.integers(0, 40)), max_size=8)


def chosen(blocks: list[tuple[float, int]], beta: float = 1.0) -> NDArray[np.bool_]:
    probability = np.array([p for p, _ in blocks], dtype=np.float64)
    return max_expected_f1_set(probability, np.array([n for _, n in blocks], dtype=np.int64), beta=beta)


def expected_f(blocks: list[tuple[float, int]], kept: tuple[bool, ...], beta: float) -> float:
    """The mean of the two extremes: blocks independent, and one draw for all of them."""
    independent = f_of(blocks, kept, [p for p, _ in blocks], beta)
    draws = [(i + 0.5) / decision._N_DRAWS for i in range(decision._N_DRAWS)]
    together = [f_of(blocks, kept, [float(p > draw) for p, _ in blocks], beta) for draw in draws]
    share = decision._TOGETHER
    return (1 - share) * independent + share * sum(together) / len(together)


def f_of(blocks: list[tuple[float, int]], kept: tuple[bool, ...], truth: list[float], beta: float) -> float:
    """F_β of the kept blocks' words when a share ``truth`` of each block is main content."""
    right = [n * share for (_, n), share in zip(blocks, truth, strict=True)]
    n_right = sum(words for words, is_kept in zip(right, kept, strict=True) if is_kept)
    n_kept = sum(n for (_, n), is_kept in zip(blocks, kept, strict=True) if is_kept)
    return (1 + beta**2) * n_right / (n_kept + beta**2 * sum(right)) if n_right else 0.0


def n_kept(blocks: list[tuple[float, int]], beta: float) -> int:
    return sum(n for (_, n), is_kept in zip(blocks, chosen(blocks, beta).tolist(), strict=True) if is_kept)


@settings(deadline=None, max_examples=40)
@given(SMALL, BETA)
def test_no_other_set_of_blocks_of_one_size_has_a_better_expected_f(
    blocks: list[tuple[float, int]], beta: float
) -> None:
    every = product((False, True), repeat=len(blocks))
    best = max(expected_f(blocks, kept, beta) for kept in every)
    found = expected_f(blocks, tuple(chosen(blocks, beta).tolist()), beta)
    assert found == pytest.approx(best, abs=1e-9)


@settings(deadline=None)
@given(BLOCKS, BETA)
def test_no_other_set_of_the_most_probable_blocks_has_a_better_expected_f(
    blocks: list[tuple[float, int]], beta: float
) -> None:
    limits = [*{p for p, _ in blocks}, 2.0]
    best = max(expected_f(blocks, tuple(p >= limit for p, _ in blocks), beta) for limit in limits)
    found = expected_f(blocks, tuple(chosen(blocks, beta).tolist()), beta)
    assert found >= best - 1e-9


@given(BLOCKS)
def test_recall_keeps_no_fewer_words_than_balance_and_precision_no_more(
    blocks: list[tuple[float, int]],
) -> None:
    assert n_kept(blocks, 0.5) <= n_kept(blocks, 1.0) <= n_kept(blocks, 2.0)


@given(BLOCKS)
def test_a_block_is_chosen_only_with_all_more_probable_ones(blocks: list[tuple[float, int]]) -> None:
    is_kept = chosen(blocks).tolist()
    kept = [p for (p, _), keep in zip(blocks, is_kept, strict=True) if keep]
    left = [p for (p, _), keep in zip(blocks, is_kept, strict=True) if not keep]
    assert min(kept, default=1.0) >= max(left, default=0.0)


def test_sure_blocks_are_chosen_and_no_others() -> None:
    assert chosen([(0.99, 10), (0.01, 10), (0.98, 5)]).tolist() == [True, False, True]


def test_the_best_of_doubtful_blocks_are_chosen() -> None:
    assert chosen([(0.3, 10), (0.02, 10)]).tolist() == [True, False]


def test_no_blocks_give_no_choice() -> None:
    assert chosen([]).shape == (0,)


def test_blocks_without_words_are_not_chosen_alone() -> None:
    assert not chosen([(0.9, 0), (0.8, 0)]).any()


def test_impossible_blocks_are_not_chosen() -> None:
    assert not chosen([(0.0, 10), (0.0, 5)]).any()


def log_odds(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.log(probability / (1 - probability))


def test_a_block_takes_more_of_its_log_odds_from_the_words_of_a_larger_group() -> None:
    given = np.array([0.9, 0.2, 0.5, 0.4, *[0.3] * 6])
    n_words, group = np.array([10, 30, 5, 0, *[2] * 6]), np.array([0, 0, 1, 2, *[2] * 6])
    mean = (10.5 * 0.9 + 30.5 * 0.2) / 41, (0.5 * 0.4 + 6 * 2.5 * 0.3) / 15.5
    near = log_odds(np.array([mean[0], mean[0], 0.5, *[mean[1]] * 7]))
    share = 0.5 * np.array([1 / 6, 1 / 6, 0, *[6 / 11] * 7])
    smoothed = log_odds(smooth_log_odds(given, n_words, group))
    assert smoothed == pytest.approx((1 - share) * log_odds(given) + share * near)


@given(BLOCKS, st.randoms())
def test_blocks_of_a_group_keep_their_order_and_a_block_alone_its_probability(
    blocks: list[tuple[float, int]], random: Random
) -> None:
    probability = np.array([min(max(p, 0.01), 0.99) for p, _ in blocks])
    _, group = np.unique(np.array([random.randrange(3) for _ in blocks]), return_inverse=True)
    smoothed = smooth_log_odds(probability, np.array([n for _, n in blocks], dtype=np.int64), group)
    for number in set(group.tolist()):
        own, now = probability[group == number], smoothed[group == number]
        assert (np.diff(now[np.argsort(own, kind="stable")]) >= -1e-12).all()
        if len(own) == 1:
            assert now == pytest.approx(own)


MANY = 30  # blocks of the shortest page that is adjusted


def test_blocks_of_a_page_with_enough_sure_words_lose_a_quarter_of_log_odds() -> None:
    given = np.array([0.95, 0.5, *[0.2] * (MANY - 2)])
    adjusted = adjust_log_odds(given, np.array([20, 100, *[1] * (MANY - 2)]))  # 19 of 74.6 expected words
    assert log_odds(adjusted) == pytest.approx(log_odds(given) - 0.25)


def test_probabilities_of_a_page_without_sure_blocks_move_toward_a_half() -> None:
    given = np.array([0.95, *[0.8] * 10, *[0.2] * (MANY - 11)])
    adjusted = adjust_log_odds(given, np.array([10, *[10] * (MANY - 1)]))  # 9.5 of 127.5
    assert log_odds(adjusted) == pytest.approx(0.85 * log_odds(given))


def test_short_pages_are_not_adjusted() -> None:
    given = np.array([0.95, *[0.5] * (MANY - 2)])
    assert adjust_log_odds(given, np.full(MANY - 1, 10)) is given


def test_certain_blocks_stay_in_order() -> None:
    adjusted = adjust_log_odds(np.array([1.0, 0.5, *[0.0] * MANY]), np.full(MANY + 2, 10))
    assert 1 > adjusted[0] > adjusted[1] > adjusted[2] > 0
