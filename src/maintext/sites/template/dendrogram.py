"""Draw a clustering as a dendrogram; needs the extra ``plot``."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.errors import OptionError
from maintext.picture import check_suffix, saved_figure

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from maintext.sites.template.cluster import Clustering

__all__ = ["draw_dendrogram"]

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's palette
_GREY = "#999999"
_WIDTH, _PAGE_HEIGHT, _MAX_HEIGHT = 8.0, 0.16, 120.0  # inches
_DPI = 100
# Letters of an SVG are left to the viewer's fonts, as DejaVu has no Chinese.
_SETTINGS = {"svg.fonttype": "none", "font.size": 7}
_MAX_NAMES = 500  # more cannot be read


def draw_dendrogram(
    clustering: Clustering, names: Sequence[str], path: str | os.PathLike[str], *, cut: float
) -> None:
    """Draw the tree of a clustering, one line per page; clusters are coloured.

    Parameters
    ----------
    names
        Names of the pages; not written for more than 500.
    path
        File to write, ``.png`` or ``.svg``; overwritten if it exists. The directory must exist.
    cut
        Similarity at which a line is drawn, 0–1.

    Raises
    ------
    OptionError
        Another suffix, or fewer than two pages.
    MissingExtraError
        matplotlib is not installed.
    OSError
        The file cannot be written.
    """
    check_suffix(path)
    if len(names) < 2:
        raise OptionError("a dendrogram needs two pages or more")
    size = _WIDTH, min(1.0 + _PAGE_HEIGHT * len(names), _MAX_HEIGHT)
    with warnings.catch_warnings(), saved_figure(path, size, dpi=_DPI, settings=_SETTINGS) as figure:
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        axes = figure.subplots()
        _draw_tree(axes, clustering)
        axes.axvline(cut, color="black", linewidth=0.7, linestyle="--")
        _name_pages(axes, [names[page] for page in _order_pages(clustering)])


def _order_pages(clustering: Clustering) -> list[int]:
    """Return the pages from top to bottom so that no lines cross."""
    n = len(clustering.of_page)
    order, stack = [], [2 * n - 2]
    while stack:
        at = stack.pop()
        if at < n:
            order.append(at)
        else:
            first, second = clustering.tree[at - n, :2].astype(int).tolist()
            stack += [second, first]
    return order


def _draw_tree(axes: Any, clustering: Clustering) -> None:
    """Draw a bracket for every join, from the two groups to their joint group."""
    n = len(clustering.of_page)
    place = np.zeros((2 * n - 1, 2))  # similarity at which the group was made, and its line
    place[:n, 0] = 1
    place[_order_pages(clustering), 1] = np.arange(n)
    cluster = np.concatenate((clustering.of_page, np.full(n - 1, -1)))
    for number, (first, second, distance, _) in enumerate(clustering.tree.tolist(), n):
        (x1, y1), (x2, y2) = place[int(first)], place[int(second)]
        at = 1 - distance
        place[number] = at, (y1 + y2) / 2
        if cluster[int(first)] == cluster[int(second)]:
            cluster[number] = cluster[int(first)]
        colour = _COLOURS[cluster[number] % len(_COLOURS)] if cluster[number] >= 0 else _GREY
        axes.plot((x1, at, at, x2), (y1, y1, y2, y2), color=colour, linewidth=0.9)


def _name_pages(axes: Any, names: Sequence[str]) -> None:
    axes.set_xlim(1, -0.02)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel("similarity of the layouts")
    axes.yaxis.tick_left()
    if len(names) > _MAX_NAMES:
        axes.set_yticks([])
    else:
        # A name is a file's name: a dollar sign in it is no formula.
        axes.set_yticks(range(len(names)), [name.replace("$", r"\$") for name in names])
    axes.spines[["top", "right", "left"]].set_visible(False)
