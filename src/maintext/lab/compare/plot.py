"""Draw the score along a page, with the kept parts shaded; needs the extra ``plot``."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from maintext.classify.methods.html2article import source_lines
from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.arrays import Bool, Float
from maintext.html.blocks import find_blocks
from maintext.lab.compare.explain import nearest_scores
from maintext.picture import check_suffix, saved_figure
from maintext.selection import Selection

__all__ = ["Curve", "draw_scores", "score_curve"]

_SIZE = (8.0, 2.6)  # inches
_LINE, _SHADE, _CUT = "#0072B2", "#F0E442", "#D55E00"  # Okabe and Ito's palette
_CUTS = ("threshold", "cut")  # facts that are on the scale of the score


class Curve(NamedTuple):
    """The data of a plot of n pieces of a page."""

    edges: Float  # of shape (n + 1,): start of each piece on the x axis, and the end
    height: Float  # NaN for none
    kept: Bool
    x_label: str
    y_label: str


def score_curve(page: Page, selection: Selection) -> Curve:
    """Return the score of each text over the characters of the page.

    For ``html2article``, the characters of each source line; for methods without scores, of each block.
    """
    if selection.method == "html2article":
        return _line_curve(page, selection)
    rows = np.flatnonzero((page.n_chars > 0) & (selection.keep | ~page.is_hidden))
    edges = np.concatenate(([0.0], np.cumsum(page.n_chars[rows])))
    score = nearest_scores(page, selection.score)[rows]
    label = f"score of {selection.method}"
    if np.isnan(score).all():
        blocks = find_blocks(page, selection.keep | ~page.is_hidden)
        score = blocks.n_chars[blocks.of_row[rows]].astype(np.float64)
        label = "characters in the block"
    return Curve(edges, score, selection.keep[rows], "characters of text from the top of the page", label)


def _line_curve(page: Page, selection: Selection) -> Curve:
    lines, places = source_lines(page)
    rows = np.flatnonzero(page.is_text & ~page.is_hidden)
    kept = np.zeros(len(lines), dtype=np.bool_)
    for row, (first, end) in zip(rows.tolist(), places, strict=True):
        if selection.keep[row] and page.n_chars[row]:
            kept[first:end] = True
    lengths = np.array([len(line) for line in lines], dtype=np.float64)
    edges = np.arange(len(lines) + 1, dtype=np.float64)
    return Curve(edges, lengths, _close_gaps(kept, lengths > 0), "source line", "characters in the line")


def _close_gaps(kept: Bool, is_full: Bool) -> Bool:
    """Return kept lines, and blank lines between two adjacent kept ones."""
    full = np.flatnonzero(is_full)
    number = np.cumsum(is_full)  # full lines up to and with this one
    around = np.concatenate(([False], kept[full], [False]))
    return np.where(is_full, kept, around[number] & around[number + 1])


def draw_scores(page: Page, selection: Selection, path: str | os.PathLike[str]) -> None:
    """Draw the score along the page, kept parts shaded, to a ``.png`` or ``.svg`` file.

    Raises
    ------
    OptionError
        Another suffix, or a page without any text to draw.
    MissingExtraError, OSError
        As :func:`maintext.picture.saved_figure`.
    """
    check_suffix(path)
    if not (page.n_chars[selection.keep | ~page.is_hidden] > 0).any():
        raise OptionError("the page has no text: there is no score to draw")
    curve = score_curve(page, selection)
    with saved_figure(path, _SIZE) as figure:
        _draw_curve(figure.subplots(), curve, selection)


def _draw_curve(axes: Any, curve: Curve, selection: Selection) -> None:
    bounds = np.flatnonzero(np.diff(np.concatenate(([False], curve.kept, [False])).astype(np.int8)))
    for start, end in curve.edges[bounds].reshape(-1, 2).tolist():
        axes.axvspan(start, end, color=_SHADE, alpha=0.5, linewidth=0, label="_nolegend_")
    axes.stairs(curve.height, curve.edges, color=_LINE, fill=False, linewidth=1.1, baseline=None)
    for name in _CUTS:
        if name in selection.facts and np.isfinite(selection.facts[name]):
            axes.axhline(selection.facts[name], color=_CUT, linewidth=0.9, linestyle="--")
            axes.annotate(
                name, (1, selection.facts[name]), xycoords=("axes fraction", "data"), ha="right", va="bottom"
            )
    axes.set_xlim(0, curve.edges[-1])
    axes.set_xlabel(curve.x_label)
    axes.set_ylabel(curve.y_label)
    axes.set_title(f"{selection.method}: kept parts are shaded", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
