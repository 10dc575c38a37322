"""A bar chart of a metric by group and system; needs the extra ``plot``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.lab.evaluate.layout import STAR
from maintext.lab.evaluate.report import (
    LOWER_IS_BETTER,
    METRICS,
    check_metrics,
    is_starred,
    n_valued,
    shown_groups,
    summarise,
    written,
)
from maintext.picture import check_suffix, saved_figure

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

    from maintext.lab.evaluate.report import GroupScore
    from maintext.lab.evaluate.run import PageResult

__all__ = ["draw_comparison"]

# Okabe and Ito's palette, told apart with every kind of colour blindness.
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#000000")
_FONTS = ("DejaVu Sans", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "PingFang SC", "Microsoft YaHei")
_BAR = 0.15  # inches: the least height for a legible number
_GAP = 0.16  # inches between groups
_FRAME = 1.2  # inches for title and axis
_LEGEND_COLUMNS = 2  # a panel
_LEGEND_LINE = 0.2  # inches
_PANEL_WIDTH = 6.5  # inches
_COLUMN = 8  # groups in one column before there are two


def draw_comparison(
    results: Iterable[PageResult],
    path: str | os.PathLike[str],
    *,
    metric: str = "f1",
    min_pages: int = 5,
) -> None:
    """Draw a metric of every system, overall and by set, page type and language.

    Parameters
    ----------
    results
        Results of :func:`~maintext.lab.evaluate.run.evaluate`; of more than 8 systems the best 8 are drawn.
    path
        File to write, ``.png`` or ``.svg``; an existing one is replaced. The directory must exist.
    metric
        A key of :data:`~maintext.lab.evaluate.report.METRICS`; a star stands behind scores on sets that the
        system learned from.
    min_pages
        Leave out page types and languages with fewer pages. Those of sets whose gold is another
        tool's output are left out anyway.

    Raises
    ------
    OptionError
        Another suffix, an unknown metric, or no page with a value of it.
    MissingExtraError
        matplotlib is not installed.
    OSError
        The file cannot be written.
    """
    check_suffix(path)
    check_metrics([metric])
    scores = summarise(results)
    systems = _best(scores, metric)
    panels = _panels(scores, metric, min_pages)
    if not panels:
        raise OptionError(f"no page has a value of {metric} to draw: choose another metric or more pages")
    n_rows = max(len(panel) for panel in panels)
    height = n_rows * (len(systems) * _BAR + _GAP) + _frame_height(len(systems), len(panels))
    with saved_figure(path, (_PANEL_WIDTH * len(panels), height), fonts=_FONTS) as figure:
        _draw(figure, scores, systems, panels, metric)


def _best(scores: Sequence[GroupScore], metric: str) -> list[str]:
    """The systems that one chart has room for: those best over all, in the order given."""
    worst = math.inf if metric in LOWER_IS_BETTER else -math.inf
    overall = {score.system: getattr(score, metric) for score in scores if score.kind == "overall"}
    systems = list(dict.fromkeys(score.system for score in scores))

    def rank(system: str) -> float:
        value = overall.get(system)
        value = worst if value is None else value
        return value if metric in LOWER_IS_BETTER else -value

    best = sorted(systems, key=rank)[: len(_COLOURS)]
    return [system for system in systems if system in best]


def _panels(scores: Sequence[GroupScore], metric: str, min_pages: int) -> list[list[str]]:
    """Lay out the groups in one column, or in two of equal length when there are many."""
    left_out = {score.group for score in scores if score.alarm_only and score.kind != "set"}
    shown = shown_groups(scores, metric, min_pages=min_pages)
    groups = [group for group in shown if group not in left_out]
    length = len(groups) if len(groups) <= _COLUMN else math.ceil(len(groups) / 2)
    return [groups[start : start + length] for start in range(0, len(groups), length or 1)]


def _frame_height(n_systems: int, n_panels: int) -> float:
    """Inches of the figure that are not bars."""
    return _FRAME + math.ceil(n_systems / (_LEGEND_COLUMNS * n_panels)) * _LEGEND_LINE


def _draw(
    figure: Any,
    scores: Sequence[GroupScore],
    systems: Sequence[str],
    panels: Sequence[Sequence[str]],
    metric: str,
) -> None:
    n_rows = max(len(panel) for panel in panels)
    all_axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, panel in zip(all_axes, panels, strict=True):
        _draw_panel(axes, [score for score in scores if score.group in panel], systems, metric)
        axes.set_ylim(n_rows - 0.5, -0.5)  # the same bar height in all panels, first group on top
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        # As the legend's title, since constrained layout puts a legend outside over a suptitle.
        title=_title(scores, metric),
        title_fontsize=12,
        loc="outside upper center",
        ncols=min(len(systems), _LEGEND_COLUMNS * len(panels)),
        frameon=False,
    )


def _title(scores: Sequence[GroupScore], metric: str) -> str:
    starred = any(is_starred(score, metric) for score in scores)
    note = f"\n{STAR} learned from pages of these sets: too good" if starred else ""
    return f"{METRICS[metric]} by group, {'median' if metric == 'ms_median' else 'mean'} over pages{note}"


def _draw_panel(axes: Any, scores: Sequence[GroupScore], systems: Sequence[str], metric: str) -> None:
    groups = list(dict.fromkeys(score.group for score in scores))
    rows = {group: row for row, group in enumerate(groups)}
    share = _BAR / (len(systems) * _BAR + _GAP)  # of the distance between two groups
    for number, (system, colour) in enumerate(zip(systems, _COLOURS, strict=False)):
        drawn = [s for s in scores if s.system == system and getattr(s, metric) is not None]
        offset = (number - (len(systems) - 1) / 2) * share
        bars = axes.barh(
            [rows[s.group] + offset for s in drawn],
            [getattr(s, metric) for s in drawn],
            height=share * 0.9,
            color=colour,
            label=system,
        )
        axes.bar_label(bars, [written(s, metric) for s in drawn], padding=2, fontsize=7)
    axes.set_yticks(range(len(groups)), [_label(scores, group, metric) for group in groups])
    _set_scale(axes, metric)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _set_scale(axes: Any, metric: str) -> None:
    axes.set_xlabel(METRICS[metric].partition(" (")[0])  # without which end is best
    if metric.startswith("ms"):
        axes.margins(x=0.1)  # room for the number behind the longest bar
        return
    axes.set_xlim(0, 1.1)  # room for the number behind a full bar
    axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])


def _label(scores: Sequence[GroupScore], group: str, metric: str) -> str:
    """Name a group with its number of pages with a value, and warn of a tool's gold."""
    members = [score for score in scores if score.group == group]
    warning = " [tool]" if members[0].alarm_only else ""
    return f"{group}{warning}\n{max(n_valued(score, metric) for score in members)} pages"
