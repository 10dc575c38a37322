"""A page for display: safe copy, decisions on its marks, differences of texts.

A mark is one text node (:func:`maintext.lab.compare.frame.marked_rows`). Lists have one value for each mark,
in page order.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from maintext.document import Document
from maintext.html import Page
from maintext.html.arrays import Int, mark_rows
from maintext.html.characters import WORDS
from maintext.lab.compare import Comparison, Explanation
from maintext.lab.compare.explain import nearest_scores
from maintext.lab.compare.frame import framed_page, marked_rows
from maintext.lab.compare.highlight import round_score
from maintext.lab.compare.plot import score_curve
from maintext.selection import Selection

__all__ = ["MAX_WORDS", "clickable_view", "compared_view", "looked_view", "word_difference"]


def looked_view(document: Document, explanation: Explanation) -> dict[str, Any]:
    """Return a page with the decisions of one method, block by block.

    ``kept`` marks the text in the output. If the text came from a script, it marks the selection on the
    page. ``parent`` and ``end`` are for all rows.
    """
    page = document.page
    rows = marked_rows(page)
    keep = explanation.selection.keep.copy()
    if document.embedded is None:
        keep &= mark_rows(len(page), [row.row for row in document.trace() if row.kept])
    firsts = np.array([block.row for block in explanation.blocks], dtype=np.int64)
    record = explanation.to_dict()
    for block in record["blocks"]:
        block["score"] = round_score(block["score"])
    block_of = (np.searchsorted(firsts, rows, side="right") - 1).tolist()
    found = {"kept": keep[rows].astype(int).tolist(), "block_of": block_of, "blocks": record["blocks"]}
    facts = {name: round_score(value) for name, value in record["facts"].items()}
    curve = _curve_of(page, explanation.selection, rows)
    return _clickable_marks(page, rows) | found | {"facts": facts, "curve": curve}


def compared_view(comparison: Comparison) -> dict[str, Any]:
    """Return a page with the decisions of several methods on each mark."""
    page, rows = comparison.page, marked_rows(comparison.page)
    texts = [" ".join(page.row_text(row).split()) for row in rows.tolist()]
    found = _framed_marks(page, rows) | {"text": texts, "block": page.block[rows].tolist()}
    chosen = [_method_decisions(page, result.selection, rows) for result in comparison.results]
    return found | {"methods": chosen}


def clickable_view(page: Page) -> dict[str, Any]:
    """Return a page whose elements can be chosen.

    For each mark ``row`` is its text row, and ``like`` the number of elements that look like that around it
    (same name, classes and parent). ``parent`` and ``end`` are for all rows, ``name`` is for ``element``.
    """
    rows = marked_rows(page)
    classes = page.values("class")

    def look_of(row: int) -> tuple[str, str]:
        return page.name(row), classes.get(row, "")

    around = [int(row) for row in page.parent[rows]]
    looks = [(look_of(row), look_of(max(int(page.parent[row]), 0))) for row in around]
    alike = Counter(look for _, look in dict.fromkeys(zip(around, looks, strict=True)))
    return _clickable_marks(page, rows) | {"like": [alike[look] for look in looks]}


def _framed_marks(page: Page, rows: Int) -> dict[str, Any]:
    return {"frame": framed_page(page, [""] * len(rows)), "n_marks": len(rows)}


def _clickable_marks(page: Page, rows: Int) -> dict[str, Any]:
    elements = np.flatnonzero(~page.is_text).tolist()
    return _framed_marks(page, rows) | {
        "row": rows.tolist(), "parent": page.parent.tolist(), "end": page.end.tolist(),
        "element": elements, "name": [page.name(row) for row in elements],
    }  # fmt: skip


def _method_decisions(page: Page, selection: Selection, rows: Int) -> dict[str, Any]:
    scores = nearest_scores(page, selection.score)[rows].tolist()
    facts = {name: round_score(float(value)) for name, value in selection.facts.items()}
    kept, why = selection.keep[rows].astype(int).tolist(), selection.reason[rows].tolist()
    found = {"id": selection.method, "kept": kept, "why": why, "reasons": list(selection.reasons)}
    curve = _curve_of(page, selection, rows)
    return found | {"score": list(map(round_score, scores)), "facts": facts, "curve": curve}


def _curve_of(page: Page, selection: Selection, rows: Int) -> dict[str, Any]:
    """Return the score along the page, and for each piece its mark, −1 for none."""
    curve = score_curve(page, selection)
    is_lines = selection.method == "html2article"
    # A curve over characters has a piece for each text that is visible or kept.
    texts = np.flatnonzero((page.n_chars > 0) & (selection.keep | ~page.is_hidden))
    place = np.where(np.isin(texts, rows), np.searchsorted(rows, texts), -1)
    y = "score" if curve.y_label.startswith("score") else "block_chars"
    axes = {"x": "lines", "y": "line_chars"} if is_lines else {"x": "chars", "y": y}
    edges, kept = curve.edges.astype(np.int64).tolist(), curve.kept.astype(int).tolist()
    found = axes | {"edges": edges, "height": list(map(round_score, curve.height.tolist())), "kept": kept}
    return found | {"mark": None if is_lines else place.tolist()}


MAX_WORDS = 20_000
"""Number of words of a text that are compared; the rest is ignored."""

_PIECES = re.compile(rf"\W*(?:{WORDS.pattern})(?:(?!\n)\W)*")
_BARE = re.compile(r"\W+")


def word_difference(gold: str, found: str) -> list[tuple[str, str]]:
    """Return the pieces that two texts share, and those of only one of them.

    A word is a lower-case run of word characters or one CJK character, as in word-F1. White space and
    punctuation belong to the word before them, so they make no difference.

    Each piece is ``same``, ``gold`` or ``found``, and its text, which for ``same`` is that of the gold text.
    ``difflib`` takes long common runs first; the difference is not always the shortest.
    """
    mine, other = _PIECES.findall(gold)[:MAX_WORDS], _PIECES.findall(found)[:MAX_WORDS]
    a_words, b_words = ([_BARE.sub("", piece).lower() for piece in pieces] for pieces in (mine, other))
    found_pieces: list[tuple[str, str]] = []
    for what, a, a_end, b, b_end in SequenceMatcher(None, a_words, b_words).get_opcodes():
        found_pieces.append(("same" if what == "equal" else "gold", "".join(mine[a:a_end])))
        if what != "equal":
            found_pieces.append(("found", "".join(other[b:b_end])))
    return [piece for piece in found_pieces if piece[1]]
