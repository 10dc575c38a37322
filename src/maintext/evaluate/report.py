"""Turn page results into means by group, as a table for people and a dictionary for programs.

Every mean is a macro average: each page counts the same, however long it is. Groups come in a
fixed order: all ranked pages, the sets (ranked, then those with snippets only, then those with
another tool's output as gold), each set by page type, each set by language.
"""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from maintext.evaluate.run import PageResult

__all__ = ["METRICS", "GroupScore", "report_table", "shown_groups", "summarise", "to_json"]

METRICS = {
    "f1": "word-F1 (1 is best)",
    "f1_no_title": "word-F1 without the title line (1 is best)",
    "precision": "word precision (1 is best)",
    "recall": "word recall (1 is best)",
    "with_rate": "share of wanted snippets found (1 is best)",
    "without_rate": "share of unwanted snippets found (0 is best)",
    "ms_mean": "processor time in ms",
    "ms_median": "processor time in ms",
}
"""Columns a table or chart can show, with their meaning."""

_KINDS = ("overall", "set", "page_type", "language")


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
    precision, recall, f1, f1_no_title
        Means over the pages with full gold, from 0 to 1; ``None`` when there is no such page.
    with_rate, without_rate
        Means over the pages with such snippets, from 0 to 1; ``None`` when there is no such page.
    ms_mean, ms_median
        Processor time a page in milliseconds, crashed pages included.
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
    f1_no_title: float | None
    with_rate: float | None
    without_rate: float | None
    ms_mean: float
    ms_median: float


@dataclass(frozen=True, slots=True)
class _Group:
    """Key of a group; ``value`` is the page type or the language."""

    kind: str
    set: str = ""
    value: str = ""

    @property
    def name(self) -> str:
        return " · ".join(part for part in (self.set, self.value) if part) or self.kind


def summarise(results: Iterable[PageResult]) -> list[GroupScore]:
    """Average page results by group and system.

    Parameters
    ----------
    results
        Results of :func:`~maintext.evaluate.run.evaluate`; several runs may be joined.

    Returns
    -------
    list of GroupScore
        By group in the order of the module's description, then by system in order of first
        appearance. ``overall`` has the pages with ``human`` or ``annotated`` gold only, and is
        absent when there are none. Pages without a page type form the group ``<set> · untyped``.
    """
    rows: dict[_Group, dict[str, list[PageResult]]] = {}
    for result in results:
        for group in _groups_of(result):
            rows.setdefault(group, {}).setdefault(result.system, []).append(result)
    set_ranks = {group.set: _set_rank(by_system) for group, by_system in rows.items() if group.kind == "set"}

    def order(group: _Group) -> tuple[int, int, str, str]:
        return _KINDS.index(group.kind), set_ranks.get(group.set, 0), group.set, group.value

    return [
        _group_score(group, system, pages)
        for group in sorted(rows, key=order)
        for system, pages in rows[group].items()
    ]


def _groups_of(result: PageResult) -> list[_Group]:
    groups = [
        _Group("set", result.set),
        _Group("page_type", result.set, result.page_type or "untyped"),
        _Group("language", result.set, result.lang),
    ]
    return [_Group("overall"), *groups] if result.ranked else groups


def _set_rank(by_system: dict[str, list[PageResult]]) -> int:
    kinds = {page.gold_kind for pages in by_system.values() for page in pages}
    if "tool" in kinds:
        return 2
    return 1 if kinds == {"snippets"} else 0


def _group_score(group: _Group, system: str, pages: Sequence[PageResult]) -> GroupScore:
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
        f1_no_title=_mean(page.f1_no_title for page in pages),
        with_rate=_mean(page.with_rate for page in pages),
        without_rate=_mean(page.without_rate for page in pages),
        ms_mean=fmean(times),
        ms_median=median(times),
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


def report_table(
    results: Iterable[PageResult], metric: str = "f1", *, markdown: bool = False, min_pages: int = 5
) -> str:
    """Write a table with a line a group and a column a system.

    Parameters
    ----------
    results
        Results of :func:`~maintext.evaluate.run.evaluate`.
    metric
        A key of :data:`METRICS`.
    markdown
        Write a Markdown table instead of columns for a terminal.
    min_pages
        Leave out page types and languages with fewer pages.

    Returns
    -------
    str
        The table with a heading, ending in a newline. Its last lines are milliseconds a page and
        the number of crashes over all pages; ``-`` stands where a system has no value.

    Raises
    ------
    OptionError
        ``metric`` is not in :data:`METRICS`.
    """
    if metric not in METRICS:
        raise OptionError(f"metric {metric!r} is unknown: choose from {', '.join(METRICS)}")
    results = list(results)
    scores = summarise(results)
    systems = list(dict.fromkeys(result.system for result in results))
    shown = shown_groups(scores, metric, min_pages=min_pages)
    rows = [["group", "pages", *systems]]
    for name in shown:
        by_system = {score.system: score for score in scores if score.group == name}
        rows.append(_table_row(by_system, systems, metric))
    table = (_markdown if markdown else _aligned)([*rows, *_cost_rows(results, systems)])
    parts = [f"{METRICS[metric]}, {'median' if metric == 'ms_median' else 'mean'} over pages", table]
    if any(score.alarm_only and score.group in shown for score in scores):
        parts.append("[tool]: gold is another extractor's output; a regression alarm, not a ranking")
    return "\n\n".join(parts) + "\n"


def _table_row(by_system: dict[str, GroupScore], systems: Sequence[str], metric: str) -> list[str]:
    any_score = next(iter(by_system.values()))
    n_pages = max(_n_valued(score, metric) for score in by_system.values())
    label = any_score.group + (" [tool]" if any_score.alarm_only else "")
    values = [getattr(by_system[name], metric) if name in by_system else None for name in systems]
    digits = 1 if metric.startswith("ms") else 3
    return [label, str(n_pages), *("-" if value is None else f"{value:.{digits}f}" for value in values)]


def _n_valued(score: GroupScore, metric: str) -> int:
    """Count the pages a mean is taken over."""
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


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(_display_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for label, *cells in rows:
        padded = [
            " " * (width - _display_width(cell)) + cell for cell, width in zip(cells, widths[1:], strict=True)
        ]
        lines.append("  ".join([label + " " * (widths[0] - _display_width(label)), *padded]))
    return "\n".join(lines)


def _display_width(text: str) -> int:
    """Columns a text takes in a terminal: two for wide characters, none for combining marks."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    rule = "|".join(["", "---", *["---:"] * (len(rows[0]) - 1), ""])
    return "\n".join([lines[0], rule, *lines[1:]])


def to_json(results: Iterable[PageResult], *, pages: bool = False) -> dict[str, Any]:
    """Give all means, for ``json.dump``.

    Parameters
    ----------
    results
        Results of :func:`~maintext.evaluate.run.evaluate`.
    pages
        Add the results of the single pages.

    Returns
    -------
    dict
        ``metrics`` with the meaning of the numbers, ``systems`` with their names, ``groups`` with
        one :class:`GroupScore` a group and system as a dictionary, and on request ``pages`` with
        one :class:`~maintext.evaluate.run.PageResult` each.
    """
    results = list(results)
    report: dict[str, Any] = {
        "metrics": dict(METRICS),
        "systems": list(dict.fromkeys(result.system for result in results)),
        "groups": [asdict(score) for score in summarise(results)],
    }
    if pages:
        report["pages"] = [asdict(result) for result in results]
    return report
