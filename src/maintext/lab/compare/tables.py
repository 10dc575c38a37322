"""Format comparisons and explanations as tables for a terminal."""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maintext.lab.compare.agreement import Comparison, MethodResult
    from maintext.lab.compare.explain import BlockDecision, Explanation

__all__ = ["agreement_table", "comparison_table", "explanation_table"]

_MIN_TEXT = 20  # columns of a terminal


def comparison_table(comparison: Comparison) -> str:
    """Return a line per method: number, kept characters, share of the visible text, ms, scores."""
    has_gold = any(result.score is not None for result in comparison.results)
    header = ["", "method", "chars", "share", "ms", *(["precision", "recall", "word-F1"] if has_gold else [])]
    rows = [_result_cells(i, result) for i, result in enumerate(comparison.results, 1)]
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    return "\n".join(_align_cells(row, widths) for row in (header, *rows))


def _result_cells(number: int, result: MethodResult) -> list[str]:
    score = result.score
    scores = [] if score is None else [f"{x:.3f}" for x in (score.precision, score.recall, score.f1)]
    figures = [f"{result.n_chars:,}", f"{result.share:.0%}", f"{result.cpu_ms:.2f}"]
    return [str(number), result.name, *figures, *scores]


def _align_cells(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.ljust(width) if i == 1 else cell.rjust(width)
        for i, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def agreement_table(comparison: Comparison, *, width: int = 80) -> str:
    """Return the agreement of each pair of methods in percent, columns numbered as the rows.

    ``=`` means equal words. Names are omitted if the table would be wider than ``width`` columns;
    :func:`comparison_table` has them by number.
    """
    n = len(comparison.results)
    names = [f"{i:2} {result.name}" for i, result in enumerate(comparison.results, 1)]
    if max(map(len, names), default=0) + 3 * n > width:
        names = [name[:2] for name in names]
    label = max(map(len, names), default=0)
    lines = [" " * label + "".join(f"{i:3}" for i in range(1, n + 1))]
    for i, name in enumerate(names):
        cells = ["  ." if i == j else _percent_cell(float(comparison.agreement[i, j])) for j in range(n)]
        lines.append(name.ljust(label) + "".join(cells))
    return "\n".join(lines)


def _percent_cell(f1: float) -> str:
    """Return three columns, rounded down, so that 99 is not yet equal."""
    return "  =" if f1 == 1 else f"{math.floor(100 * f1):3}"


def explanation_table(explanation: Explanation, *, width: int = 80) -> str:
    """Return the facts used, then two lines per block, cut to ``width`` columns.

    The first line has ``+`` for kept, ``-`` for dropped or ``±`` for partly kept, the score, the reason and
    the start of the text; the second the path and the bytes.
    """
    selection = explanation.selection
    lines = [
        f"{explanation.method.id}: {selection.outcome(explanation.page).value}",
        *_fact_lines(selection.facts),
    ]
    for block in explanation.blocks:
        score = "" if math.isnan(block.score) else f"{block.score:.4g}"
        text = f"{_decision_sign(block)} {score:>9}  {block.reason}: "
        room = max(_MIN_TEXT, width - len(text))
        place = f"{block.path}  bytes {block.byte_start}-{block.byte_end}"
        lines += [text + _cut_text(block.text, room), " " * 13 + place]
    return "\n".join(lines)


def _fact_lines(facts: Mapping[str, float]) -> list[str]:
    """Return the facts of the page on one line, and a line for each object (``candidate_1.row``)."""
    lines: dict[str, list[str]] = {}
    for full_name, value in facts.items():
        thing, _, name = full_name.rpartition(".")
        lines.setdefault(thing, [f"{thing}:"] if thing else []).append(f"{name} {value:.6g}")
    return ["  ".join(words) for words in lines.values()]


def _decision_sign(block: BlockDecision) -> str:
    if not block.kept:
        return "-"
    return "+" if block.n_kept_chars == block.n_chars else "±"


def _cut_text(text: str, width: int) -> str:
    """Cut a text to a number of terminal columns; wide characters take two."""
    taken = 0
    for i, char in enumerate(text):
        taken += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if taken > width:
            return text[: max(0, i - 1)] + "…"
    return text
