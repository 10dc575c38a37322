"""Comparisons and explanations as tables for a terminal."""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maintext.lab.compare.agreement import Comparison, MethodResult
    from maintext.lab.compare.explain import BlockDecision, Explanation

__all__ = ["agreement_table", "comparison_table", "explanation_table"]

_LEAST_TEXT = 20  # columns of a terminal


def comparison_table(comparison: Comparison) -> str:
    """Return one line a method: number, kept characters, share of the visible text, ms, scores."""
    has_gold = any(result.score is not None for result in comparison.results)
    header = ["", "method", "chars", "share", "ms", *(["precision", "recall", "word-F1"] if has_gold else [])]
    rows = [_figures(i, result) for i, result in enumerate(comparison.results, 1)]
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    return "\n".join(_line(row, widths) for row in (header, *rows))


def _figures(number: int, result: MethodResult) -> list[str]:
    score = result.score
    scores = [] if score is None else [f"{x:.3f}" for x in (score.precision, score.recall, score.f1)]
    figures = [f"{result.n_chars:,}", f"{result.share:.0%}", f"{result.cpu_ms:.2f}"]
    return [str(number), result.name, *figures, *scores]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.ljust(width) if i == 1 else cell.rjust(width)
        for i, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def agreement_table(comparison: Comparison, *, width: int = 80) -> str:
    """Return the agreement of each pair of methods in percent, columns numbered as the rows.

    ``=`` stands for equal words, a dot on the diagonal. Names are left out where the table would be wider
    than ``width`` columns; :func:`comparison_table` has them by number.
    """
    n = len(comparison.results)
    names = [f"{i:2} {result.name}" for i, result in enumerate(comparison.results, 1)]
    if max(map(len, names), default=0) + 3 * n > width:
        names = [name[:2] for name in names]
    label = max(map(len, names), default=0)
    lines = [" " * label + "".join(f"{i:3}" for i in range(1, n + 1))]
    for i, name in enumerate(names):
        cells = ["  ." if i == j else _percent(float(comparison.agreement[i, j])) for j in range(n)]
        lines.append(name.ljust(label) + "".join(cells))
    return "\n".join(lines)


def _percent(f1: float) -> str:
    """Three columns; rounded down, so that 99 is still not equal."""
    return "  =" if f1 == 1 else f"{math.floor(100 * f1):3}"


def explanation_table(explanation: Explanation, *, width: int = 80) -> str:
    """Return what was decided: the facts used, then two lines a block, cut to ``width`` columns.

    The first line has ``+`` for kept, ``-`` for dropped and ``±`` for kept in part, the score, the reason
    and the text's beginning; the second the path and the bytes.
    """
    selection = explanation.selection
    lines = [
        f"{explanation.method.id}: {selection.outcome(explanation.page).value}",
        *_fact_lines(selection.facts),
    ]
    for block in explanation.blocks:
        score = "" if math.isnan(block.score) else f"{block.score:.4g}"
        text = f"{_sign(block)} {score:>9}  {block.reason}: "
        room = max(_LEAST_TEXT, width - len(text))
        place = f"{block.path}  bytes {block.byte_start}-{block.byte_end}"
        lines += [text + _cut(block.text, room), " " * 13 + place]
    return "\n".join(lines)


def _fact_lines(facts: Mapping[str, float]) -> list[str]:
    """The facts of the page on one line; those of a thing, as ``candidate_1.row``, on a line of its own."""
    lines: dict[str, list[str]] = {}
    for full_name, value in facts.items():
        thing, _, name = full_name.rpartition(".")
        lines.setdefault(thing, [f"{thing}:"] if thing else []).append(f"{name} {value:.6g}")
    return ["  ".join(words) for words in lines.values()]


def _sign(block: BlockDecision) -> str:
    if not block.kept:
        return "-"
    return "+" if block.n_kept_chars == block.n_chars else "±"


def _cut(text: str, width: int) -> str:
    """Cut a text to a number of columns in a terminal; wide characters take two."""
    taken = 0
    for i, char in enumerate(text):
        taken += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if taken > width:
            return text[: max(0, i - 1)] + "…"
    return text
