"""Write page results as tables for people and as a dictionary for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from statistics import fmean, median
from typing import Any

from maintext.lab.evaluate.groups import METRICS, GroupScore, check_metrics, n_valued, shown_groups, summarise
from maintext.lab.evaluate.paired import PairedDifference
from maintext.lab.evaluate.run import PageResult
from maintext.rows import display_width

__all__ = [
    "STAR", "difference_table", "group_label", "is_starred", "lay_out", "report_table", "to_json",
    "written",
]  # fmt: skip

STAR = "*"
"""Mark after a figure; the digits of a column stay aligned."""


def report_table(
    results: Iterable[PageResult], metric: str | Sequence[str] = "f1", *, markdown: bool = False,
    min_pages: int = 5,
) -> str:  # fmt: skip
    """Return a table of means by group and system, for a terminal or in Markdown.

    With one metric (a key of :data:`~maintext.lab.evaluate.groups.METRICS`) it has a line per group, a column
    per system, and last times and crashes over all pages; with several a line per group and system, a column
    per metric. ``-`` is no value; a star stands after scores on sets that the system learned from. Page
    types and languages with fewer than ``min_pages`` pages are left out. The most frequent error of a system
    stands below.

    Raises
    ------
    OptionError
        A metric is unknown.
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
    notes = [*_table_notes(shown, metrics, markdown=markdown), *_crash_notes(results)]
    return "\n\n".join([_table_heading(metrics), table, *notes]) + "\n"


def _table_heading(metrics: Sequence[str]) -> str:
    if len(metrics) == 1:
        return f"{METRICS[metrics[0]]}, {'median' if metrics == ['ms_median'] else 'mean'} over pages"
    return "means over pages\n" + "\n".join(f"{metric}: {METRICS[metric]}" for metric in metrics)


def _table_notes(shown: Sequence[GroupScore], metrics: Sequence[str], *, markdown: bool) -> list[str]:
    notes = []
    if any(is_starred(score, metric) for score in shown for metric in metrics):
        star = f"\\{STAR}" if markdown else STAR
        notes.append(f"{star}: the system learned from pages of these sets, so the figure is too good")
    if any(score.alarm_only for score in shown):
        notes.append("[tool]: gold is another extractor's output; a regression alarm, not a ranking")
    return notes


def _crash_notes(results: Sequence[PageResult]) -> list[str]:
    """Return for each system that crashed how often, and its most frequent error."""
    crashed = [result for result in results if result.error is not None]
    frequent = Counter((result.system, result.error) for result in crashed).most_common()
    errors = dict(pair for pair, _ in reversed(frequent))
    counts = Counter(result.system for result in crashed)
    return [f"crashes of {system}: {n}, most often with {errors[system]}" for system, n in counts.items()]


def _rows_by_group(shown: Sequence[GroupScore], systems: Sequence[str], metric: str) -> list[list[str]]:
    rows = [["group", "pages", *systems]]
    for name in dict.fromkeys(score.group for score in shown):
        by_system = {score.system: score for score in shown if score.group == name}
        n_pages = max(n_valued(score, metric) for score in by_system.values())
        cells = [written(by_system[one], metric) if one in by_system else "-" for one in systems]
        rows.append([group_label(next(iter(by_system.values()))), str(n_pages), *cells])
    return rows


def _rows_by_system(shown: Sequence[GroupScore], metrics: Sequence[str]) -> list[list[str]]:
    rows = [["group", "system", "pages", *metrics, "crashed"]]
    for score in shown:
        n_pages = max(n_valued(score, metric) for metric in metrics)
        cells = [written(score, metric) for metric in metrics]
        rows.append([group_label(score), score.system, str(n_pages), *cells, str(score.n_crashed)])
    return rows


def group_label(score: GroupScore) -> str:
    """Return the name of a group, marked if its gold is another extractor's output."""
    return score.group + (" [tool]" if score.alarm_only else "")


def written(score: GroupScore, metric: str) -> str:
    """Return a value as tables show it, with its star; a dash for none."""
    value = getattr(score, metric)
    if value is None:
        return "-"
    return f"{value:.{1 if metric.startswith('ms') else 3}f}" + (STAR if is_starred(score, metric) else "")


def is_starred(score: GroupScore, metric: str) -> bool:
    """Return True if a value is a score on sets that the system learned from."""
    is_score = not metric.startswith("ms") and getattr(score, metric) is not None
    return is_score and score.trained_here


def _cost_rows(results: Sequence[PageResult], systems: Sequence[str]) -> list[list[str]]:
    """Return time and crashes of every system over all pages, ranked or not."""
    pages = {name: [result for result in results if result.system == name] for name in systems}
    n_pages = str(max((len(rows) for rows in pages.values()), default=0))

    times = [[page.cpu_ms for page in rows] for rows in pages.values()]
    n_crashed = [sum(page.error is not None for page in rows) for rows in pages.values()]
    return [
        ["ms a page, mean", n_pages, *(f"{fmean(ms):.1f}" for ms in times)],
        ["ms a page, median", n_pages, *(f"{median(ms):.1f}" for ms in times)],
        ["crashed pages", n_pages, *map(str, n_crashed)],
    ]


def difference_table(differences: Sequence[PairedDifference], *, markdown: bool = False) -> str:
    """Return a table of paired differences in one metric, as :func:`report_table`; a newline for none."""
    if not differences:
        return "\n"
    first = differences[0]
    heading = f"{METRICS[first.metric]}: mean difference from {first.against} on the same pages"
    rows = [
        ["group", "system", "pages", "sites", "difference", "95 % interval", "p", "better", "worse", "equal"]
    ]
    rows += [_difference_cells(one) for one in differences]
    note = "interval: bootstrap over sites; p: random signs of sites, not corrected for many comparisons"
    return "\n\n".join([heading, lay_out(rows, markdown=markdown, n_left=2), note]) + "\n"


def _difference_cells(one: PairedDifference) -> list[str]:
    digits = 1 if one.metric == "ms_mean" else 3
    mean, low, high = (f"{value:+.{digits}f}" for value in (one.mean, one.low, one.high))
    counts = (one.n_wins, one.n_losses, one.n_ties)
    sizes = [str(one.n_pages), str(one.n_sites)]
    return [one.group, one.system, *sizes, mean, f"{low} … {high}", f"{one.p_value:.4f}", *map(str, counts)]


def to_json(
    results: Iterable[PageResult], *, pages: bool = False, differences: Iterable[PairedDifference] = ()
) -> dict[str, Any]:
    """Return all means as a dictionary for ``json.dump``.

    It has ``metrics`` (their meaning), ``systems``, ``groups`` (GroupScore), ``differences`` if there are
    any, and on request ``pages`` (PageResult).
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


# -- layout --------------------------------------------------------------------------------------------


def lay_out(rows: Sequence[Sequence[str]], *, markdown: bool = False, n_left: int = 1) -> str:
    """Return rows of equal length, the header first, as a table without a final newline.

    The first ``n_left`` columns are aligned to the left, the others to the right.
    """
    if markdown:
        cells = [[cell.replace("|", "\\|").replace(STAR, f"\\{STAR}") for cell in row] for row in rows]
        rule = "|".join(["", *["---"] * n_left, *["---:"] * (len(rows[0]) - n_left), ""])
        first, *rest = (f"| {' | '.join(row)} |" for row in cells)
        return "\n".join([first, rule, *rest])
    columns = [_pad_column(column, left=i < n_left) for i, column in enumerate(zip(*rows, strict=True))]
    return "\n".join("  ".join(cells).rstrip() for cells in zip(*columns, strict=True))


def _pad_column(column: Sequence[str], *, left: bool) -> list[str]:
    if any(cell.endswith(STAR) for cell in column[1:]):  # the digits of the others stay below each other
        column = [column[0], *(cell if cell.endswith(STAR) else f"{cell} " for cell in column[1:])]
    width = max(map(display_width, column))
    spaces = [" " * (width - display_width(cell)) for cell in column]
    return [cell + space if left else space + cell for cell, space in zip(column, spaces, strict=True)]
