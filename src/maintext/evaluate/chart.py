"""A bar chart of word-F1 by group and system; needs the extra ``plot``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from maintext.errors import OptionError
from maintext.evaluate.report import shown_groups, summarise
from maintext.picture import check_suffix, saved_figure

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

    from maintext.evaluate.report import GroupScore
    from maintext.evaluate.run import PageResult

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
    results: Iterable[PageResult], path: str | os.PathLike[str], *, min_pages: int = 5
) -> None:
    """Draw the mean word-F1 of every system, overall and by set, page type and language.

    Parameters
    ----------
    results
        Results of :func:`~maintext.evaluate.run.evaluate`; of more than 8 systems the best 8 are drawn.
    path
        File to write, ``.png`` or ``.svg``; an existing one is replaced. The directory must exist.
    min_pages
        Leave out page types and languages with fewer pages. Those of sets whose gold is another
        tool's output are left out anyway.

    Raises
    ------
    OptionError
        Another suffix, or no page with full gold.
    MissingExtraError
        matplotlib is not installed.
    OSError
        The file cannot be written.
    """
    check_suffix(path)
    scores = summarise(results)
    systems = _best(scores, list(dict.fromkeys(score.system for score in scores)))
    panels = _panels(scores, min_pages)
    if not panels:
        raise OptionError("no page has a full gold text: there is no word-F1 to draw")
    n_rows = max(len(panel) for panel in panels)
    height = n_rows * (len(systems) * _BAR + _GAP) + _frame_height(len(systems), len(panels))
    with saved_figure(path, (_PANEL_WIDTH * len(panels), height), fonts=_FONTS) as figure:
        _draw(figure, scores, systems, panels)


def _best(scores: Sequence[GroupScore], systems: Sequence[str]) -> list[str]:
    """The systems that one chart has room for: those best over all, in the order given."""
    overall = {score.system: score.f1 or 0.0 for score in scores if score.kind == "overall"}
    best = sorted(systems, key=lambda system: -overall.get(system, 0.0))[: len(_COLOURS)]
    return [system for system in systems if system in best]


def _panels(scores: Sequence[GroupScore], min_pages: int) -> list[list[str]]:
    """Lay out the groups in one column, or in two of equal length when there are many."""
    left_out = {score.group for score in scores if score.alarm_only and score.kind != "set"}
    shown = shown_groups(scores, "f1", min_pages=min_pages)
    groups = [group for group in shown if group not in left_out]
    length = len(groups) if len(groups) <= _COLUMN else math.ceil(len(groups) / 2)
    return [groups[start : start + length] for start in range(0, len(groups), length or 1)]


def _frame_height(n_systems: int, n_panels: int) -> float:
    """Inches of the figure that are not bars."""
    return _FRAME + math.ceil(n_systems / (_LEGEND_COLUMNS * n_panels)) * _LEGEND_LINE


def _draw(
    figure: Any, scores: Sequence[GroupScore], systems: Sequence[str], panels: Sequence[Sequence[str]]
) -> None:
    n_rows = max(len(panel) for panel in panels)
    all_axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, panel in zip(all_axes, panels, strict=True):
        _draw_panel(axes, scores, systems, panel)
        axes.set_ylim(n_rows - 0.5, -0.5)  # the same bar height in all panels, first group on top
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        # As the legend's title, since constrained layout puts a legend outside over a suptitle.
        title="word-F1 by group, mean over pages (1 is best)",
        title_fontsize=12,
        loc="outside upper center",
        ncols=min(len(systems), _LEGEND_COLUMNS * len(panels)),
        frameon=False,
    )


def _draw_panel(
    axes: Any, scores: Sequence[GroupScore], systems: Sequence[str], panel: Sequence[str]
) -> None:
    rows = {group: row for row, group in enumerate(panel)}
    share = _BAR / (len(systems) * _BAR + _GAP)  # of the distance between two groups
    for number, (system, colour) in enumerate(zip(systems, _COLOURS, strict=False)):
        drawn = [s for s in scores if s.system == system and s.group in rows and s.f1 is not None]
        offset = (number - (len(systems) - 1) / 2) * share
        bars = axes.barh(
            [rows[s.group] + offset for s in drawn],
            [s.f1 for s in drawn],
            height=share * 0.9,
            color=colour,
            label=system,
        )
        axes.bar_label(bars, fmt="%.3f", padding=2, fontsize=7)
    axes.set_yticks(range(len(panel)), [_label(scores, group) for group in panel])
    axes.set_xlim(0, 1.1)  # room for the number behind a full bar
    axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    axes.set_xlabel("word-F1")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _label(scores: Sequence[GroupScore], group: str) -> str:
    """Name a group with its number of pages with gold, and warn of a tool's gold."""
    members = [score for score in scores if score.group == group]
    warning = " [tool]" if members[0].alarm_only else ""
    return f"{group}{warning}\n{max(score.n_scored for score in members)} pages"
