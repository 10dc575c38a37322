from __future__ import annotations

from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.errors import OptionError
from maintext.lab.evaluate.paired import PairedDifference, paired_differences
from maintext.lab.evaluate.report import difference_table
from maintext.lab.evaluate.run import PageResult

if TYPE_CHECKING:
    from collections.abc import Sequence


def result(page: str, system: str, f1: float | None, site: str = "", **changes: float | None) -> PageResult:
    values: dict[str, float | None] = {"with_rate": None, "without_rate": None, "cpu_ms": 1.0}
    return PageResult(
        page_id=page, set="s", lang="zh", page_type="article", gold_kind="human", system=system,
        precision=f1, recall=f1, f1=f1, f1_no_title=f1, n_chars=1, site=site,
        **(values | changes),  # type: ignore[arg-type]
    )  # fmt: skip


def pairs(differences: Sequence[float], sites: Sequence[str] = ()) -> list[PageResult]:
    """Pages on which y differs from x by so much."""
    named = sites or [""] * len(differences)
    return [
        one
        for i, (value, site) in enumerate(zip(differences, named, strict=True))
        for one in (result(f"p{i}", "x", 0.5, site), result(f"p{i}", "y", 0.5 + value, site))
    ]


def overall(results: list[PageResult], metric: str = "f1", n_draws: int = 2000) -> PairedDifference:
    (found,) = (
        one for one in paired_differences(results, "x", metric, n_draws=n_draws) if one.kind == "overall"
    )
    return found


def exact_p(totals: Sequence[float]) -> float:
    """Share of all choices of signs whose sum is as far from 0 as the one that was seen."""
    seen = abs(sum(totals))
    sums = [
        abs(sum(sign * total for sign, total in zip(signs, totals, strict=True)))
        for signs in product((1, -1), repeat=len(totals))
    ]
    return fmean(value >= seen - 1e-9 for value in sums)


def exact_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Quantiles of the mean over all equally likely draws of as many sites as there are."""
    means = sorted(
        fmean([value for site in drawn for value in site]) for drawn in product(groups, repeat=len(groups))
    )
    return means[int(0.025 * len(means))], means[min(int(0.975 * len(means)), len(means) - 1)]


def test_mean_wins_losses_and_ties() -> None:
    found = overall(pairs([0.1, 0.2, -0.3, 0.0]))

    assert found.mean == pytest.approx(0.0)
    assert (found.n_wins, found.n_losses, found.n_ties) == (2, 1, 1)
    assert (found.n_pages, found.n_sites, found.system, found.against) == (4, 4, "y", "x")


@settings(max_examples=30)
@given(st.lists(st.sampled_from([-0.3, -0.1, 0.0, 0.05, 0.1, 0.4]), min_size=1, max_size=8))
def test_p_is_that_of_all_signs(differences: list[float]) -> None:
    # The standard error of a share of 4000 draws is below .008.
    assert overall(pairs(differences), n_draws=4000).p_value == pytest.approx(exact_p(differences), abs=0.04)


@pytest.mark.parametrize(
    "groups", [[[0.1], [0.2], [-0.1], [0.3], [0.0]], [[0.1, 0.3], [-0.2], [0.4, 0.0, 0.2]]]
)
def test_interval_is_that_of_all_draws_of_sites(groups: list[list[float]]) -> None:
    values = [value for group in groups for value in group]
    sites = [f"site{i}" for i, group in enumerate(groups) for _ in group]

    found = overall(pairs(values, sites), n_draws=20_000)

    assert (found.low, found.high) == pytest.approx(exact_interval(groups), abs=0.02)
    assert found.low <= found.mean <= found.high


def test_pages_of_one_site_are_no_evidence_of_their_own() -> None:
    values = [0.1, 0.12, 0.08, 0.11] * 5
    alone, together = overall(pairs(values)), overall(pairs(values, ["one", "two"] * 10))

    assert (alone.n_sites, together.n_sites) == (20, 2)
    assert alone.p_value < 0.01
    assert together.p_value == pytest.approx(0.5, abs=0.05)


def test_one_site_has_no_significance() -> None:
    assert overall(pairs([0.5, 0.4], ["a", "a"])).p_value == 1


def test_less_is_better_of_time_and_unwanted_snippets() -> None:
    results = [
        result("p", "x", 0.5, without_rate=0.4, cpu_ms=3.0),
        result("p", "y", 0.5, without_rate=0.6, cpu_ms=1.0),
    ]

    time, unwanted = overall(results, "ms_mean"), overall(results, "without_rate")

    assert (time.mean, time.n_wins, time.n_losses) == (-2.0, 1, 0)
    assert (unwanted.n_wins, unwanted.n_losses) == (0, 1)


def test_only_pages_with_both_values_count() -> None:
    results = [*pairs([0.2]), result("q", "x", 0.1), result("r", "y", None), result("r", "x", 1.0)]

    assert overall(results).n_pages == 1
    assert overall(results).mean == pytest.approx(0.2)
    assert paired_differences([result("p", "x", None), result("p", "y", None)], "x") == []


def test_groups_and_systems_keep_their_order() -> None:
    results = [*pairs([0.1]), result("p0", "z", 0.5)]

    found = [(one.group, one.system) for one in paired_differences(results, "y")]

    groups = ["overall", "s", "s · article", "s · zh"]
    assert found == [(group, system) for group in groups for system in ("x", "z")]


def test_the_same_results_give_the_same_figures() -> None:
    results = pairs([0.1, -0.2, 0.3, 0.25])
    assert paired_differences(results, "x") == paired_differences(results, "x")


def test_table_has_a_line_a_group_and_system() -> None:
    lines = difference_table([overall(pairs([0.1, 0.1], ["a", "a"]))]).splitlines()

    assert lines[0] == "word-F1 (1 is best): mean difference from x on the same pages"
    cells = ["overall", "y", "2", "1", "+0.100", "+0.100", "…", "+0.100", "1.0000", "2", "0", "0"]
    assert lines[3].split() == cells
    assert difference_table([]) == "\n"


@pytest.mark.parametrize(
    ("against", "metric", "says"),
    [("w", "f1", "choose from x, y"), ("x", "bleu", "unknown"), ("x", "ms_median", "compare ms_mean")],
)
def test_what_cannot_be_compared_is_told(against: str, metric: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        paired_differences(pairs([0.1]), against, metric)
