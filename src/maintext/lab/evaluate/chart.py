"""Draw a bar chart of a metric by group and system; needs the extra ``plot``."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from typing import Any

from maintext.errors import OptionError
from maintext.lab.evaluate.groups import (
    LOWER_IS_BETTER,
    METRICS,
    GroupScore,
    check_metrics,
    n_valued,
    shown_groups,
    summarise,
)
from maintext.lab.evaluate.report import STAR, group_label, is_starred, written
from maintext.lab.evaluate.run import PageResult
from maintext.picture import check_suffix, saved_figure

__all__ = ["draw_comparison"]

# Okabe and Ito's palette, told apart with every kind of colour blindness.
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#000000")
_FONTS = ("DejaVu Sans", "Noto Sans CJK SC", "WenQuanYi Zen Hei", "PingFang SC", "Microsoft YaHei")
_BAR = 0.15  # inches: minimum height for a legible number
_GAP = 0.16  # inches between groups
_FRAME = 1.2  # inches for title and axis
_LEGEND_COLUMNS = 2  # a panel
_LEGEND_LINE = 0.2  # inches
_PANEL_WIDTH = 6.5  # inches
_COLUMN = 8  # groups in one column before there are two


def draw_comparison(
    results: Iterable[PageResult], path: str | os.PathLike[str], *, metric: str = "f1", min_pages: int = 5
) -> None:
    """Draw a metric of the best 8 systems, overall and by set, page type and language, as .png or .svg.

    A star marks scores on sets that the system learned from. Left out are page types and languages with fewer
    than ``min_pages`` pages, and those of sets with a tool's gold.

    Raises
    ------
    OptionError
        Another suffix, an unknown metric, or no page with a value of it.
    MissingExtraError, OSError
        As :func:`maintext.picture.saved_figure`.
    """
    check_suffix(path)
    check_metrics([metric])
    scores = summarise(results)
    systems = _best_systems(scores, metric)
    panels = _lay_out_panels(scores, metric, min_pages)
    if not panels:
        raise OptionError(f"no page has a value of {metric} to draw: choose another metric or more pages")
    n_rows = max(len(panel) for panel in panels)
    legend_lines = math.ceil(len(systems) / (_LEGEND_COLUMNS * len(panels)))
    height = n_rows * (len(systems) * _BAR + _GAP) + _FRAME + legend_lines * _LEGEND_LINE
    with saved_figure(path, (_PANEL_WIDTH * len(panels), height), fonts=_FONTS) as figure:
        _draw_figure(figure, scores, systems, panels, metric)


def _best_systems(scores: Sequence[GroupScore], metric: str) -> list[str]:
    """Return the systems that one chart has room for: the best overall, in the order given."""
    sign = 1 if metric in LOWER_IS_BETTER else -1
    systems = dict.fromkeys((score.system for score in scores), math.inf)
    for score in scores:
        if score.kind == "overall" and getattr(score, metric) is not None:
            systems[score.system] = sign * getattr(score, metric)
    best = sorted(systems, key=systems.__getitem__)[: len(_COLOURS)]
    return [system for system in systems if system in best]


def _lay_out_panels(scores: Sequence[GroupScore], metric: str, min_pages: int) -> list[list[str]]:
    """Lay out the groups in one column, or in two of equal length when there are many."""
    left_out = {score.group for score in scores if score.alarm_only and score.kind != "set"}
    shown = shown_groups(scores, metric, min_pages=min_pages)
    groups = [group for group in shown if group not in left_out]
    length = len(groups) if len(groups) <= _COLUMN else math.ceil(len(groups) / 2)
    return [groups[start : start + length] for start in range(0, len(groups), length or 1)]


def _draw_figure(
    figure: Any, scores: Sequence[GroupScore], systems: Sequence[str], panels: Sequence[Sequence[str]],
    metric: str,
) -> None:  # fmt: skip
    n_rows = max(len(panel) for panel in panels)
    all_axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, panel in zip(all_axes, panels, strict=True):
        _draw_panel(axes, [score for score in scores if score.group in panel], systems, metric)
        axes.set_ylim(n_rows - 0.5, -0.5)  # the same bar height in all panels, first group on top
    handles, labels = all_axes[0].get_legend_handles_labels()
    starred = any(is_starred(score, metric) for score in scores)
    note = f"\n{STAR} learned from pages of these sets: too good" if starred else ""
    title = f"{METRICS[metric]} by group, {'median' if metric == 'ms_median' else 'mean'} over pages{note}"
    # The title is the legend's, since constrained layout puts a legend outside over a suptitle.
    figure.legend(
        handles, labels, title=title, title_fontsize=12, loc="outside upper center",
        ncols=min(len(systems), _LEGEND_COLUMNS * len(panels)), frameon=False,
    )  # fmt: skip


def _draw_panel(axes: Any, scores: Sequence[GroupScore], systems: Sequence[str], metric: str) -> None:
    groups = list(dict.fromkeys(score.group for score in scores))
    rows = {group: row for row, group in enumerate(groups)}
    share = _BAR / (len(systems) * _BAR + _GAP)  # of the distance between two groups
    for number, (system, colour) in enumerate(zip(systems, _COLOURS, strict=False)):
        drawn = [s for s in scores if s.system == system and getattr(s, metric) is not None]
        offset = (number - (len(systems) - 1) / 2) * share
        places, values = [rows[s.group] + offset for s in drawn], [getattr(s, metric) for s in drawn]
        bars = axes.barh(places, values, height=share * 0.9, color=colour, label=system)
        axes.bar_label(bars, [written(s, metric) for s in drawn], padding=2, fontsize=7)
    axes.set_yticks(range(len(groups)), [_group_label(scores, group, metric) for group in groups])
    axes.set_xlabel(METRICS[metric].partition(" (")[0])  # without which end is best
    if metric.startswith("ms"):
        axes.margins(x=0.1)  # room for the number after the longest bar
    else:
        axes.set_xlim(0, 1.1)  # room for the number after a full bar
        axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _group_label(scores: Sequence[GroupScore], group: str, metric: str) -> str:
    """Return the name of a group with its number of valued pages, and a mark for a tool's gold."""
    members = [score for score in scores if score.group == group]
    return f"{group_label(members[0])}\n{max(n_valued(score, metric) for score in members)} pages"
