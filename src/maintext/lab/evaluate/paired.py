"""One system against another on the same pages: mean difference, interval, significance, wins and losses.

Pages of one site are alike, so a site is drawn or turned as a whole: the interval is a cluster bootstrap,
the test a cluster sign-flip. A page whose site is not known is a site of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.errors import OptionError
from maintext.lab.evaluate.groups import group_results
from maintext.lab.evaluate.layout import lay_out
from maintext.lab.evaluate.report import LOWER_IS_BETTER, METRICS, check_metrics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from maintext.lab.evaluate.run import PageResult

    Float = NDArray[np.float64]

__all__ = ["PairedDifference", "check_comparison", "difference_table", "paired_differences"]

_DRAWN_AT_ONCE = 1_000_000  # sites, so that memory is some 20 MB
_EQUAL = 1e-9  # a difference below is that of adding floats in another order


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """How one system differs from another over a group of pages.

    Attributes
    ----------
    group, kind
        As in :class:`~maintext.lab.evaluate.report.GroupScore`.
    metric
        Key of :data:`~maintext.lab.evaluate.report.METRICS`.
    system, against
        Names of the two systems; the difference is ``system`` minus ``against``.
    n_pages, n_sites
        Pages on which both have a value, and their sites.
    mean
        Mean difference over the pages, each counting the same.
    low, high
        Bounds of the 95 % bootstrap interval of the mean.
    p_value
        Two-sided, of the hypothesis that the sign of a site's difference is chance: above 0, at most 1.
        It is not corrected for the number of comparisons.
    n_wins, n_losses, n_ties
        Pages where ``system`` is better, worse, and equal.
    """

    group: str
    kind: str
    metric: str
    system: str
    against: str
    n_pages: int
    n_sites: int
    mean: float
    low: float
    high: float
    p_value: float
    n_wins: int
    n_losses: int
    n_ties: int


def paired_differences(
    results: Iterable[PageResult], against: str, metric: str = "f1", *, n_draws: int = 2000, seed: int = 1
) -> list[PairedDifference]:
    """Compare every system with one of them, page by page.

    Parameters
    ----------
    results
        Results of :func:`~maintext.lab.evaluate.run.evaluate`.
    against
        Name of the system that the others are compared with.
    metric
        Key of :data:`~maintext.lab.evaluate.report.METRICS` but ``ms_median``, which no single page has.
    n_draws
        Draws of the bootstrap and of the test, at least 1; the smallest p-value is 1 / (n_draws + 1).
    seed
        Of the draws: the same results and seed give the same figures.

    Returns
    -------
    list of PairedDifference
        By group in the order of :func:`~maintext.lab.evaluate.groups.group_results`, then by system. Groups
        without a page on which both have a value are left out.

    Raises
    ------
    OptionError
        The system or the metric is unknown, or has no paired difference.

    Notes
    -----
    Cost O(n_draws · n_sites) per group and system.
    """
    results = list(results)
    systems = list(dict.fromkeys(result.system for result in results))
    check_comparison([metric], systems, against)
    found = []
    for group, by_system in group_results(results).items():
        for system in systems:
            pairs = list(_pairs(by_system.get(system, ()), by_system.get(against, ()), metric))
            if system != against and pairs:
                names = {"group": group.name, "kind": group.kind, "system": system, "against": against}
                found.append(_difference(names, metric, pairs, n_draws, np.random.default_rng(seed)))
    return found


def difference_table(differences: Sequence[PairedDifference], *, markdown: bool = False) -> str:
    """Write a table with a line a group and system; only a newline where there are no differences.

    Parameters
    ----------
    differences
        Results of :func:`paired_differences` with one metric, those to show.
    markdown
        Write a Markdown table instead of columns for a terminal.
    """
    if not differences:
        return "\n"
    first = differences[0]
    heading = f"{METRICS[first.metric]}: mean difference from {first.against} on the same pages"
    rows = [
        ["group", "system", "pages", "sites", "difference", "95 % interval", "p", "better", "worse", "equal"]
    ]
    rows += [_row(one) for one in differences]
    note = "interval: bootstrap over sites; p: random signs of sites, not corrected for many comparisons"
    return "\n\n".join([heading, lay_out(rows, markdown=markdown, n_left=2), note]) + "\n"


def _row(one: PairedDifference) -> list[str]:
    digits = 1 if one.metric == "ms_mean" else 3
    mean, low, high = (f"{value:+.{digits}f}" for value in (one.mean, one.low, one.high))
    counts = (one.n_wins, one.n_losses, one.n_ties)
    sizes = [str(one.n_pages), str(one.n_sites)]
    return [one.group, one.system, *sizes, mean, f"{low} … {high}", f"{one.p_value:.4f}", *map(str, counts)]


def check_comparison(metrics: Iterable[str], systems: Sequence[str], against: str | None) -> None:
    """Raise :class:`~maintext.errors.OptionError` for what cannot be compared, before systems run for it.

    That is an unknown metric; and, where there is a system to compare with, one that does not run, or
    ``ms_median``, which no single page has.
    """
    metrics = list(metrics)
    check_metrics(metrics)
    if against is None:
        return
    if against not in systems:
        raise OptionError(f"no system {against!r} to compare with: choose from {', '.join(systems)}")
    if "ms_median" in metrics:
        raise OptionError("a median has no difference by page: compare ms_mean")


def _pairs(
    ours: Sequence[PageResult], theirs: Sequence[PageResult], metric: str
) -> Iterator[tuple[object, float]]:
    """Site and difference of each page with both values."""
    value = "cpu_ms" if metric == "ms_mean" else metric
    other = {(page.set, page.page_id): getattr(page, value) for page in theirs}
    for page in ours:
        one, two = getattr(page, value), other.get((page.set, page.page_id))
        if one is not None and two is not None:
            yield page.site or (page.set, page.page_id), one - two


def _difference(
    names: dict[str, str],
    metric: str,
    pairs: Sequence[tuple[object, float]],
    n_draws: int,
    rng: np.random.Generator,
) -> PairedDifference:
    number = {site: i for i, site in enumerate(dict.fromkeys(site for site, _ in pairs))}
    site = np.array([number[name] for name, _ in pairs])
    difference = np.array([value for _, value in pairs])
    total = np.bincount(site, weights=difference).astype(np.float64)
    n_pages = np.bincount(site)
    low, high = np.quantile(_drawn_means(total, n_pages, n_draws, rng), [0.025, 0.975])
    gain = -difference if metric in LOWER_IS_BETTER else difference
    n_wins, n_losses = int((gain > _EQUAL).sum()), int((gain < -_EQUAL).sum())
    return PairedDifference(
        **names,
        metric=metric,
        n_pages=len(pairs),
        n_sites=len(number),
        mean=float(difference.mean()),
        low=float(low),
        high=float(high),
        p_value=_p_value(total, n_draws, rng),
        n_wins=n_wins,
        n_losses=n_losses,
        n_ties=len(pairs) - n_wins - n_losses,
    )


def _drawn_means(total: Float, n_pages: NDArray[np.int64], n_draws: int, rng: np.random.Generator) -> Float:
    """Means over the pages of as many sites as there are, drawn with replacement."""
    means = []
    for n in _shares(n_draws, len(total)):
        drawn = rng.integers(len(total), size=(n, len(total)))
        means.append(total[drawn].sum(axis=1) / n_pages[drawn].sum(axis=1))
    return np.concatenate(means)


def _p_value(total: Float, n_draws: int, rng: np.random.Generator) -> float:
    """Share of draws with random signs whose sum is as far from 0, what was seen counted as one of them."""
    n_far = 0
    for n in _shares(n_draws, len(total)):
        signs = rng.integers(2, size=(n, len(total))) * 2 - 1
        n_far += int((np.abs(signs @ total) >= abs(total.sum()) - _EQUAL).sum())
    return (n_far + 1) / (n_draws + 1)


def _shares(n_draws: int, n_sites: int) -> Iterator[int]:
    """Cut the draws into parts that fit into memory."""
    at_once = max(1, _DRAWN_AT_ONCE // n_sites)
    for start in range(0, n_draws, at_once):
        yield min(at_once, n_draws - start)
