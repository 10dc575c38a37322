"""Compare two systems on the same pages: mean difference, interval, significance, wins and losses.

Pages of one site are alike, so sites are resampled as a whole: the interval is a cluster bootstrap, the
test a cluster sign-flip. A page whose site is unknown is a site of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.errors import OptionError
from maintext.html.arrays import Float, Int
from maintext.lab.evaluate.groups import LOWER_IS_BETTER, check_metrics, group_results
from maintext.lab.evaluate.run import PageResult

__all__ = ["PairedDifference", "check_comparison", "paired_differences"]

# Not by scipy.stats, which gives the same interval: as many lines, slower, and one more extra to install.
_DRAWN_AT_ONCE = 1_000_000  # sites: some 20 MB of memory
_EQUAL = 1e-9  # smaller differences come from the order of additions


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """The difference ``system`` minus ``against`` over the pages of a group on which both have a value."""

    group: str
    kind: str
    metric: str
    system: str
    against: str
    n_pages: int
    n_sites: int
    mean: float  # over the pages, each counting the same
    low: float  # bounds of the 95 % bootstrap interval of the mean
    high: float
    p_value: float
    """Two-sided, that the sign of a site's difference is chance; not corrected for many comparisons."""
    n_wins: int  # pages on which ``system`` is better
    n_losses: int
    n_ties: int


def paired_differences(
    results: Iterable[PageResult], against: str, metric: str = "f1", *, n_draws: int = 2000, seed: int = 1
) -> list[PairedDifference]:
    """Compare every system with one of them, page by page. Cost O(n_draws · n_sites) each.

    The differences are by group, then by system. ``metric`` is a key of
    :data:`~maintext.lab.evaluate.groups.METRICS` except ``ms_median``, which no page has. The minimum p-value
    is 1 / (n_draws + 1).

    Raises
    ------
    OptionError
        The system or the metric is unknown, or has no paired difference.
    """
    results = list(results)
    systems = list(dict.fromkeys(result.system for result in results))
    check_comparison([metric], systems, against)
    found = []
    for group, by_system in group_results(results).items():
        for system in systems:
            pairs = list(_site_differences(by_system.get(system, ()), by_system.get(against, ()), metric))
            if system != against and pairs:
                names = {"group": group.name, "kind": group.kind, "system": system, "against": against}
                found.append(_measure_difference(names, metric, pairs, n_draws, np.random.default_rng(seed)))
    return found


def check_comparison(metrics: Iterable[str], systems: Sequence[str], against: str | None) -> None:
    """Raise :class:`~maintext.errors.OptionError` for metrics or a system that cannot be compared."""
    metrics = list(metrics)
    check_metrics(metrics)
    if against is None:
        return
    if against not in systems:
        raise OptionError(f"no system {against!r} to compare with: choose from {', '.join(systems)}")
    if "ms_median" in metrics:
        raise OptionError("a median has no difference by page: compare ms_mean")


def _site_differences(
    ours: Sequence[PageResult], theirs: Sequence[PageResult], metric: str
) -> Iterator[tuple[object, float]]:
    """Yield site and difference of each page with both values."""
    value = "cpu_ms" if metric == "ms_mean" else metric
    other = {(page.set, page.page_id): getattr(page, value) for page in theirs}
    for page in ours:
        one, two = getattr(page, value), other.get((page.set, page.page_id))
        if one is not None and two is not None:
            yield page.site or (page.set, page.page_id), one - two


def _measure_difference(
    names: dict[str, str], metric: str, pairs: Sequence[tuple[object, float]], n_draws: int,
    rng: np.random.Generator,
) -> PairedDifference:  # fmt: skip
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


def _drawn_means(total: Float, n_pages: Int, n_draws: int, rng: np.random.Generator) -> Float:
    """Return means over the pages of sites drawn with replacement."""
    means = []
    for n in _batch_sizes(n_draws, len(total)):
        drawn = rng.integers(len(total), size=(n, len(total)))
        means.append(total[drawn].sum(axis=1) / n_pages[drawn].sum(axis=1))
    return np.concatenate(means)


def _p_value(total: Float, n_draws: int, rng: np.random.Generator) -> float:
    """Return the share of random sign flips with as large a sum, the observed one included."""
    n_far = 0
    for n in _batch_sizes(n_draws, len(total)):
        signs = rng.integers(2, size=(n, len(total))) * 2 - 1
        n_far += int((np.abs(signs @ total) >= abs(total.sum()) - _EQUAL).sum())
    return (n_far + 1) / (n_draws + 1)


def _batch_sizes(n_draws: int, n_sites: int) -> Iterator[int]:
    """Split the draws into parts that fit into memory."""
    at_once = max(1, _DRAWN_AT_ONCE // n_sites)
    for start in range(0, n_draws, at_once):
        yield min(at_once, n_draws - start)
