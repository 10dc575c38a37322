"""Charts of the benchmarks as SVG; needs matplotlib (``pip install 'maintext[plot]'``)."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from maintext.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["COLOURS", "bars", "figure", "lines"]

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#000000")
"""Okabe and Ito's palette, told apart with every kind of colour blindness."""


@contextmanager
def figure(path: Path, n_panels: int, height_inches: float) -> Iterator[Any]:
    """Give the axes of panels side by side; save the figure afterwards."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to import
        from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("matplotlib", "plot") from error
    with mpl.rc_context({"svg.hashsalt": "maintext", "svg.fonttype": "none", "font.size": 9}):
        drawn = Figure(figsize=(5.2 * n_panels, height_inches), layout="constrained")
        FigureCanvasSVG(drawn)
        yield drawn.subplots(1, n_panels, squeeze=False)[0]
        drawn.savefig(path, format="svg", metadata={"Creator": "maintext", "Date": None})


def bars(axes: Any, values: Mapping[str, Mapping[str, float]], title: str, unit: str) -> None:
    """Draw horizontal bars: by name, one of each group; the numbers stand behind them."""
    names = list(dict.fromkeys(name for group in values.values() for name in group))
    height = 0.8 / len(values)
    for number, (group, colour) in enumerate(zip(values, COLOURS, strict=False)):
        own = values[group]
        places = [
            place + (number - (len(values) - 1) / 2) * height for place, n in enumerate(names) if n in own
        ]
        drawn = axes.barh(places, list(own.values()), height=height * 0.9, color=colour, label=group)
        axes.bar_label(drawn, fmt="%.3g", padding=2, fontsize=7)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel(unit)
    _finish(axes, title)
    axes.tick_params(axis="y", length=0)


def lines(axes: Any, x: Sequence[float], values: Mapping[str, Sequence[float]], title: str) -> None:
    """Draw a line per name over ``x``; the caller sets scales and labels."""
    for (name, y), colour in zip(values.items(), COLOURS, strict=False):
        axes.plot(x, y, color=colour, marker="o" if len(x) < 40 else "", markersize=3, label=name)
    _finish(axes, title)


def _finish(axes: Any, title: str) -> None:
    axes.set_title(title, fontsize=10)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if len(axes.get_legend_handles_labels()[0]) > 1:
        axes.legend(frameon=False, fontsize=8)
