"""Group page results by set, page type and language, and average them.

Every mean is a macro average: each page counts the same, however long it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from maintext.errors import OptionError
from maintext.lab.evaluate.run import PageResult

__all__ = [
    "LOWER_IS_BETTER", "METRICS", "Group", "GroupScore", "check_metrics", "group_results", "n_valued",
    "shown_groups", "summarise",
]  # fmt: skip

_KINDS = ("overall", "set", "page_type", "language")

METRICS = {
    "f1": "word-F1 (1 is best)",
    "lcs_precision": "precision of the longest common subsequence of words (1 is best)",
    "lcs_recall": "recall of the longest common subsequence of words (1 is best)",
    "lcs_f1": "F1 of the longest common subsequence of words, ROUGE-L (1 is best)",
    "f1_no_title": "word-F1 without the title line (1 is best)",
    "precision": "word precision (1 is best)",
    "recall": "word recall (1 is best)",
    "with_rate": "share of wanted snippets found (1 is best)",
    "without_rate": "share of unwanted snippets found (0 is best)",
    "ms_mean": "processor time in ms",
    "ms_median": "processor time in ms",
}
"""Columns a table or chart can show, with their meaning."""

LOWER_IS_BETTER = frozenset({"without_rate", "ms_mean", "ms_median"})
"""Metrics of which less is better."""


@dataclass(frozen=True, slots=True)
class Group:
    """The key of a group of pages."""

    kind: str  # overall, set, page_type or language
    set: str = ""
    value: str = ""  # the page type or the language

    @property
    def name(self) -> str:
        """``overall``, the name of a set, or ``<set> · <page type>`` or ``<set> · <language>``."""
        return " · ".join(part for part in (self.set, self.value) if part) or self.kind


def group_results(results: Iterable[PageResult]) -> dict[Group, dict[str, list[PageResult]]]:
    """Group page results, possibly of several runs, by group and system.

    First comes ``overall``, with ranked pages only; then the sets: ranked, with snippets only, with a tool's
    gold; then each set by page type and by language. Systems are in order of first appearance.
    """
    rows: dict[Group, dict[str, list[PageResult]]] = {}
    for result in results:
        for group in _groups_of(result):
            rows.setdefault(group, {}).setdefault(result.system, []).append(result)
    set_ranks = {group.set: _set_rank(by_system) for group, by_system in rows.items() if group.kind == "set"}

    def order(group: Group) -> tuple[int, int, str, str]:
        return _KINDS.index(group.kind), set_ranks.get(group.set, 0), group.set, group.value

    return {group: rows[group] for group in sorted(rows, key=order)}


def _groups_of(result: PageResult) -> list[Group]:
    groups = [
        Group("set", result.set),
        Group("page_type", result.set, result.page_type or "untyped"),
        Group("language", result.set, result.lang),
    ]
    return [Group("overall"), *groups] if result.ranked else groups


def _set_rank(by_system: dict[str, list[PageResult]]) -> int:
    kinds = {page.gold_kind for pages in by_system.values() for page in pages}
    if "tool" in kinds:
        return 2
    return 1 if kinds <= {"snippets", "date"} else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """Means of one system over one group of pages.

    Scores, 0–1, are means over the pages with full gold, rates over those with such snippets; ``None``
    without such a page. Times count crashed pages too.
    """

    group: str
    kind: str
    set: str
    alarm_only: bool
    """True if the gold is another extractor's output: a fall is an alarm, a rank means nothing."""
    system: str
    n_pages: int
    n_crashed: int
    n_scored: int  # pages with a word score
    n_with: int  # pages with wanted snippets
    n_without: int
    precision: float | None
    recall: float | None
    f1: float | None
    lcs_precision: float | None
    lcs_recall: float | None
    lcs_f1: float | None
    f1_no_title: float | None
    with_rate: float | None
    without_rate: float | None
    ms_mean: float
    ms_median: float
    trained_here: bool  # the system learned from sets of these pages: its scores are too good


def summarise(results: Iterable[PageResult]) -> list[GroupScore]:
    """Average page results by group and system, in the order of :func:`group_results`."""
    return [
        _group_score(group, system, pages)
        for group, by_system in group_results(results).items()
        for system, pages in by_system.items()
    ]


def _group_score(group: Group, system: str, pages: Sequence[PageResult]) -> GroupScore:
    times = [page.cpu_ms for page in pages]
    return GroupScore(
        group=group.name,
        kind=group.kind,
        set=group.set,
        alarm_only=any(page.gold_kind == "tool" for page in pages),
        system=system,
        n_pages=len(pages),
        n_crashed=sum(page.error is not None for page in pages),
        n_scored=sum(page.f1 is not None for page in pages),
        n_with=sum(page.with_rate is not None for page in pages),
        n_without=sum(page.without_rate is not None for page in pages),
        ms_mean=fmean(times),
        ms_median=median(times),
        trained_here=any(page.trained_here for page in pages),
        **{metric: _mean_of_known(pages, metric) for metric in METRICS if not metric.startswith("ms")},
    )


def _mean_of_known(pages: Sequence[PageResult], metric: str) -> float | None:
    known = [value for page in pages if (value := getattr(page, metric)) is not None]
    return fmean(known) if known else None


def check_metrics(metrics: Iterable[str]) -> None:
    """Raise :class:`~maintext.errors.OptionError` for a metric that is not in :data:`METRICS`."""
    for metric in metrics:
        if metric not in METRICS:
            raise OptionError(f"metric {metric!r} is unknown: choose from {', '.join(METRICS)}")


def shown_groups(scores: Sequence[GroupScore], metric: str = "f1", *, min_pages: int = 5) -> list[str]:
    """Return the names of the groups worth a line in a table or chart, in the order of ``scores``.

    Left out are groups without any value of the metric, page types and languages with fewer than
    ``min_pages`` pages, and those that are the only one of their set.
    """
    whole = {score.set: score.n_pages for score in scores if score.kind == "set"}
    shown = [
        score.group
        for score in scores
        if getattr(score, metric) is not None
        and (score.kind in {"overall", "set"} or min_pages <= score.n_pages < whole[score.set])
    ]
    return list(dict.fromkeys(shown))


def n_valued(score: GroupScore, metric: str) -> int:
    """Return the number of pages that a mean is taken over."""
    counts = {"with_rate": score.n_with, "without_rate": score.n_without}
    return counts.get(metric, score.n_pages if metric.startswith("ms") else score.n_scored)
