"""Turn page results into means by group, as a table for people and a dictionary for programs.

Every mean is a macro average: each page counts the same, however long it is. Groups come in the order
of :mod:`maintext.lab.evaluate.groups`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.lab.evaluate.groups import group_results
from maintext.lab.evaluate.layout import STAR, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from maintext.lab.evaluate.groups import Group
    from maintext.lab.evaluate.paired import PairedDifference
    from maintext.lab.evaluate.run import PageResult

__all__ = [
    "LOWER_IS_BETTER",
    "METRICS",
    "GroupScore",
    "check_metrics",
    "is_starred",
    "n_valued",
    "report_table",
    "shown_groups",
    "summarise",
    "to_json",
    "written",
]

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
"""Those of the columns where less is better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """Means of one system over one group of pages.

    Attributes
    ----------
    group
        ``overall``, the name of a set, or ``<set> · <page type>`` or ``<set> · <language>``.
    kind
        ``overall``, ``set``, ``page_type`` or ``language``.
    set
        Name of the set; empty for ``overall``.
    alarm_only
        Whether the gold is another extractor's output: a fall is an alarm, a rank means nothing.
    system
        Name of the system.
    n_pages, n_crashed
        Pages of the group, and those the system crashed on.
    n_scored, n_with, n_without
        Pages behind the means below: those with a word score, and with either snippet rate.
    precision, recall, f1, lcs_precision, lcs_recall, lcs_f1, f1_no_title
        Means over the pages with full gold, from 0 to 1; ``None`` when there is no such page.
    with_rate, without_rate
        Means over the pages with such snippets, from 0 to 1; ``None`` when there is no such page.
    ms_mean, ms_median
        Processor time a page in milliseconds, crashed pages included.
    trained_here
        Whether the system learned from sets of these pages: its scores are then too good.
    """

    group: str
    kind: str
    set: str
    alarm_only: bool
    system: str
    n_pages: int
    n_crashed: int
    n_scored: int
    n_with: int
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
    trained_here: bool


def summarise(results: Iterable[PageResult]) -> list[GroupScore]:
    """Average page results by group and system.

    Parameters
    ----------
    results
        Results of :func:`~maintext.lab.evaluate.run.evaluate`; several runs may be joined.

    Returns
    -------
    list of GroupScore
        By group in the order of :func:`~maintext.lab.evaluate.groups.group_results`, then by system in
        order of first appearance.
    """
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
        precision=_mean(page.precision for page in pages),
        recall=_mean(page.recall for page in pages),
        f1=_mean(page.f1 for page in pages),
        lcs_precision=_mean(page.lcs_precision for page in pages),
        lcs_recall=_mean(page.lcs_recall for page in pages),
        lcs_f1=_mean(page.lcs_f1 for page in pages),
        f1_no_title=_mean(page.f1_no_title for page in pages),
        with_rate=_mean(page.with_rate for page in pages),
        without_rate=_mean(page.without_rate for page in pages),
        ms_mean=fmean(times),
        ms_median=median(times),
        trained_here=any(page.trained_here for page in pages),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def shown_groups(scores: Sequence[GroupScore], metric: str = "f1", *, min_pages: int = 5) -> list[str]:
    """Choose the groups worth a line in a table or chart.

    Left out are groups without any value of the metric, page types and languages with fewer than
    ``min_pages`` pages, and those that are the only one of their set.

    Parameters
    ----------
    scores
        Result of :func:`summarise`.
    metric
        A key of :data:`METRICS`.
    min_pages
        Least number of pages of a page type or language; 1 for all.

    Returns
    -------
    list of str
        Names of groups, in the order of ``scores``.
    """
    whole = {score.set: score.n_pages for score in scores if score.kind == "set"}
    shown = [
        score.group
        for score in scores
        if getattr(score, metric) is not None
        and (score.kind in {"overall", "set"} or min_pages <= score.n_pages < whole[score.set])
    ]
    return list(dict.fromkeys(shown))


def check_metrics(metrics: Iterable[str]) -> None:
    """Raise :class:`~maintext.errors.OptionError` for a metric that is not in :data:`METRICS`."""
    for metric in metrics:
        if metric not in METRICS:
            raise OptionError(f"metric {metric!r} is unknown: choose from {', '.join(METRICS)}")


def report_table(
    results: Iterable[PageResult],
    metric: str | Sequence[str] = "f1",
    *,
    markdown: bool = False,
    min_pages: int = 5,
) -> str:
    """Write a table of means by group and system.

    Parameters
    ----------
    results
        Results of :func:`~maintext.lab.evaluate.run.evaluate`.
    metric
        A key of :data:`METRICS`: the table has a line a group and a column a system. Or several: it has
        a line a group and system, and a column a metric.
    markdown
        Write a Markdown table instead of columns for a terminal.
    min_pages
        Leave out page types and languages with fewer pages.

    Returns
    -------
    str
        The table with a heading, ending in a newline; ``-`` stands where a system has no value, a star
        behind scores on sets that the system learned from. With one metric the last lines are
        milliseconds a page and the number of crashes over all pages; with several the last column has
        the crashes.

    Raises
    ------
    OptionError
        A metric is not in :data:`METRICS`.
    """
    metrics = [metric] if isinstance(metric, str) else list(metric)
    check_metrics(metrics)
    results = list(results)
    scores = summarise(results)
    kept = {name for each in metrics for name in shown_groups(scores, each, min_pages=min_pages)}
    shown = [score for score in scores if score.group in kept]
    if len(metrics) == 1:
        systems = list(dict.fromkeys(result.system for result in results))
        rows = [*_rows_by_group(shown, systems, metrics[0]), *_cost_rows(results, systems)]
    else:
        rows = _rows_by_system(shown, metrics)
    table = lay_out(rows, markdown=markdown, n_left=1 if len(metrics) == 1 else 2)
    return "\n\n".join([_heading(metrics), table, *_footnotes(shown, metrics, markdown=markdown)]) + "\n"


def _heading(metrics: Sequence[str]) -> str:
    if len(metrics) == 1:
        return f"{METRICS[metrics[0]]}, {'median' if metrics == ['ms_median'] else 'mean'} over pages"
    return "means over pages\n" + "\n".join(f"{metric}: {METRICS[metric]}" for metric in metrics)


def _footnotes(shown: Sequence[GroupScore], metrics: Sequence[str], *, markdown: bool) -> list[str]:
    notes = []
    if any(is_starred(score, metric) for score in shown for metric in metrics):
        star = f"\\{STAR}" if markdown else STAR
        notes.append(f"{star}: the system learned from pages of these sets, so the figure is too good")
    if any(score.alarm_only for score in shown):
        notes.append("[tool]: gold is another extractor's output; a regression alarm, not a ranking")
    return notes


def _rows_by_group(shown: Sequence[GroupScore], systems: Sequence[str], metric: str) -> list[list[str]]:
    """A line a group, a column a system."""
    rows = [["group", "pages", *systems]]
    for name in dict.fromkeys(score.group for score in shown):
        by_system = {score.system: score for score in shown if score.group == name}
        n_pages = max(n_valued(score, metric) for score in by_system.values())
        cells = [written(by_system[one], metric) if one in by_system else "-" for one in systems]
        rows.append([_label(next(iter(by_system.values()))), str(n_pages), *cells])
    return rows


def _rows_by_system(shown: Sequence[GroupScore], metrics: Sequence[str]) -> list[list[str]]:
    """A line a group and system, a column a metric."""
    rows = [["group", "system", "pages", *metrics, "crashed"]]
    for score in shown:
        n_pages = max(n_valued(score, metric) for metric in metrics)
        cells = [written(score, metric) for metric in metrics]
        rows.append([_label(score), score.system, str(n_pages), *cells, str(score.n_crashed)])
    return rows


def _label(score: GroupScore) -> str:
    return score.group + (" [tool]" if score.alarm_only else "")


def written(score: GroupScore, metric: str) -> str:
    """Return a value as tables show it, with its star; a dash where there is none."""
    value = getattr(score, metric)
    if value is None:
        return "-"
    return f"{value:.{1 if metric.startswith('ms') else 3}f}" + (STAR if is_starred(score, metric) else "")


def is_starred(score: GroupScore, metric: str) -> bool:
    """Whether a value is a score on sets that the system learned from."""
    is_score = not metric.startswith("ms") and getattr(score, metric) is not None
    return is_score and score.trained_here


def n_valued(score: GroupScore, metric: str) -> int:
    """Count the pages that a mean is taken over."""
    counts = {"with_rate": score.n_with, "without_rate": score.n_without}
    return counts.get(metric, score.n_pages if metric.startswith("ms") else score.n_scored)


def _cost_rows(results: Sequence[PageResult], systems: Sequence[str]) -> list[list[str]]:
    """Time and crashes of every system over all pages, ranked or not."""
    pages = {name: [result for result in results if result.system == name] for name in systems}
    n_pages = str(max((len(rows) for rows in pages.values()), default=0))

    def row(label: str, cell: Callable[[list[PageResult]], str]) -> list[str]:
        return [label, n_pages, *(cell(pages[name]) for name in systems)]

    return [
        row("ms a page, mean", lambda rows: f"{fmean(page.cpu_ms for page in rows):.1f}"),
        row("ms a page, median", lambda rows: f"{median(page.cpu_ms for page in rows):.1f}"),
        row("crashed pages", lambda rows: str(sum(page.error is not None for page in rows))),
    ]


def to_json(
    results: Iterable[PageResult], *, pages: bool = False, differences: Iterable[PairedDifference] = ()
) -> dict[str, Any]:
    """Give all means, for ``json.dump``.

    Parameters
    ----------
    results
        Results of :func:`~maintext.lab.evaluate.run.evaluate`.
    pages
        Add the results of the single pages.
    differences
        Results of :func:`~maintext.lab.evaluate.paired.paired_differences` to put beside the means.

    Returns
    -------
    dict
        ``metrics`` with the meaning of the numbers, ``systems`` with their names, ``groups`` with
        one :class:`GroupScore` a group and system as a dictionary, where there are any
        ``differences``, and on request ``pages`` with one
        :class:`~maintext.lab.evaluate.run.PageResult` each.
    """
    results = list(results)
    report: dict[str, Any] = {
        "metrics": dict(METRICS),
        "systems": list(dict.fromkeys(result.system for result in results)),
        "groups": [asdict(score) for score in summarise(results)],
    }
    if found := [asdict(difference) for difference in differences]:
        report["differences"] = found
    if pages:
        report["pages"] = [asdict(result) for result in results]
    return report
