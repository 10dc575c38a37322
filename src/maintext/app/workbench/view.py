"""A page for the eye: its safe copy, the marks in it, and what methods decided about each mark.

A mark is one text of the page (:func:`maintext.lab.compare.frame.marked_rows`); all lists here have one value
for each mark, in page order.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.lab.compare.explain import nearest_scores
from maintext.lab.compare.frame import framed_page, marked_rows
from maintext.lab.compare.plot import score_curve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.document import Document
    from maintext.html import Page
    from maintext.lab.compare import Comparison, Explanation
    from maintext.selection import Selection

    Int = NDArray[np.int64]

__all__ = ["compared_view", "looked_view"]


def looked_view(document: Document, explanation: Explanation) -> dict[str, Any]:
    """Return a page with what one method decided, block by block.

    ``kept`` is what the output holds; where the text came from a script it is what the method kept on the
    page. ``parent`` and ``end`` are those of all rows, for choosing elements.
    """
    page = document.page
    rows = marked_rows(page)
    keep = explanation.selection.keep.copy()
    if document.embedded is None:
        in_output = np.zeros(len(page), dtype=np.bool_)
        in_output[[row.row for row in document.trace() if row.kept]] = True
        keep &= in_output
    firsts = np.array([block.row for block in explanation.blocks], dtype=np.int64)
    record = explanation.to_dict()
    for block in record["blocks"]:
        block["score"] = _rounded(block["score"])
    return _base(page, rows) | {
        "kept": keep[rows].astype(int).tolist(),
        "block_of": (np.searchsorted(firsts, rows, side="right") - 1).tolist(),
        "blocks": record["blocks"],
        "facts": {name: _rounded(value) for name, value in record["facts"].items()},
        "curve": _curve(page, explanation.selection, rows),
        "row": rows.tolist(),
        "parent": page.parent.tolist(),
        "end": page.end.tolist(),
        "name": [page.name(row) for row in np.flatnonzero(~page.is_text).tolist()],
        "element": np.flatnonzero(~page.is_text).tolist(),
    }


def compared_view(comparison: Comparison) -> dict[str, Any]:
    """Return a page with what each of several methods decided, text by text."""
    page = comparison.page
    rows = marked_rows(page)
    return _base(page, rows) | {
        "text": [" ".join(page.row_text(row).split()) for row in rows.tolist()],
        "block": page.block[rows].tolist(),
        "methods": [_decisions(page, result.selection, rows) for result in comparison.results],
    }


def _base(page: Page, rows: Int) -> dict[str, Any]:
    return {"frame": framed_page(page, [""] * len(rows)), "n_marks": len(rows)}


def _decisions(page: Page, selection: Selection, rows: Int) -> dict[str, Any]:
    return {
        "id": selection.method,
        "kept": selection.keep[rows].astype(int).tolist(),
        "why": selection.reason[rows].tolist(),
        "reasons": list(selection.reasons),
        "score": _all_rounded(nearest_scores(page, selection.score)[rows].tolist()),
        "facts": {name: _rounded(float(value)) for name, value in selection.facts.items()},
        "curve": _curve(page, selection, rows),
    }


def _curve(page: Page, selection: Selection, rows: Int) -> dict[str, Any]:
    """The score along the page, and for each piece the mark it belongs to, −1 for none."""
    curve = score_curve(page, selection)
    is_lines = selection.method == "html2article"
    # Pieces of a curve over characters are the texts that a reader sees or the method keeps.
    texts = np.flatnonzero((page.n_chars > 0) & (selection.keep | ~page.is_hidden))
    place = np.searchsorted(rows, texts)
    place[
        (place == len(rows)) | (rows[np.minimum(place, len(rows) - 1)] != texts if len(rows) else True)
    ] = -1
    y = "score" if curve.y_label.startswith("score") else "block_chars"
    return {
        "x": "lines" if is_lines else "chars",
        "y": "line_chars" if is_lines else y,
        "edges": curve.edges.astype(np.int64).tolist(),
        "height": _all_rounded(curve.height.tolist()),
        "kept": curve.kept.astype(int).tolist(),
        "mark": None if is_lines else place.tolist(),
    }


def _all_rounded(values: Iterable[float]) -> list[float | None]:
    return [_rounded(value) for value in values]


def _rounded(value: float | None) -> float | None:
    return float(f"{value:.4g}") if value is not None and math.isfinite(value) else None
