"""Format comparisons and explanations as tables for a terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import astuple

from maintext.lab.compare.agreement import Comparison, MethodResult
from maintext.lab.compare.explain import Explanation
from maintext.lab.evaluate.report import lay_out
from maintext.rows import cut_to_width

__all__ = ["agreement_table", "comparison_table", "explanation_table", "result_cells"]

_MIN_TEXT = 20  # columns of a terminal


def comparison_table(comparison: Comparison) -> str:
    """Return a line per method: number, kept characters, share of the visible text, ms, scores."""
    has_gold = any(result.score is not None for result in comparison.results)
    header = ["", "method", "chars", "share", "ms", *(["precision", "recall", "word-F1"] if has_gold else [])]
    digits = len(str(len(comparison.results)))
    rows = [[f"{i:{digits}}", *result_cells(result)] for i, result in enumerate(comparison.results, 1)]
    return lay_out([header, *rows], n_left=2)


def result_cells(result: MethodResult) -> list[str]:
    """Return name, kept characters, share, ms, and the scores if there are some, as tables show them."""
    scores = [] if result.score is None else [f"{value:.3f}" for value in astuple(result.score)]
    return [result.name, f"{result.n_chars:,}", f"{result.share:.0%}", f"{result.cpu_ms:.2f}", *scores]


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
        # Rounded down, so that 99 is not yet equal.
        cells = ["=" if f1 == 1 else str(math.floor(100 * f1)) for f1 in comparison.agreement[i].tolist()]
        cells[i] = "."
        lines.append(name.ljust(label) + "".join(f"{cell:>3}" for cell in cells))
    return "\n".join(lines)


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
        sign = "-" if not block.kept else "+" if block.n_kept_chars == block.n_chars else "±"
        text = f"{sign} {score:>9}  {block.reason}: "
        room = max(_MIN_TEXT, width - len(text))
        place = f"{block.path}  bytes {block.byte_start}-{block.byte_end}"
        lines += [text + cut_to_width(block.text, room), " " * 13 + place]
    return "\n".join(lines)


def _fact_lines(facts: Mapping[str, float]) -> list[str]:
    """Return the facts of the page on one line, and a line for each object (``candidate_1.row``)."""
    lines: dict[str, list[str]] = {}
    for full_name, value in facts.items():
        thing, _, name = full_name.rpartition(".")
        lines.setdefault(thing, [f"{thing}:"] if thing else []).append(f"{name} {value:.6g}")
    return ["  ".join(words) for words in lines.values()]
