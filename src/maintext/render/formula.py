"""Formulas as LaTeX: what the page states, else what is made of its MathML.

KaTeX, MathJax 3, LaTeXML and wikis put the LaTeX into an ``annotation`` or an attribute.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.render.mathml import latex_of_mathml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["find_formulas", "latex_of_image"]

_ANNOTATION = tag_mask(("annotation",))
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_DELIMITERS = re.compile(r"^(?:\$\$?|\\\(|\\\[)(.*?)(?:\$\$?|\\\)|\\\])$", re.DOTALL)
_COMMENT = re.compile(r"((?<!\\)(?:\\\\)*)%[^\n]*(?=\n)")  # to the end of a line, which is not the last one
_FORMULA_IMAGE = re.compile(r"(?:^|[\s/._-])(?:math|tex|latex|codecogs)", re.IGNORECASE)
_COMMAND = re.compile(r"\\[a-zA-Z]{3,}\{")  # \frac{, \operatorname{, \begin{
_LIKE_LATEX = re.compile(r"[\\^_=]|^\w$")


def find_formulas(page: Page, rows: NDArray[np.int64], kept: NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    """Give the LaTeX of some ``<math>`` elements, by row; ``""`` for empty ones.

    A formula that is not all kept is none: all kept is one of which each text is, or its LaTeX. One inside a
    formula is a part of that. Cost O(n_rows), however deep they stand in each other.
    """
    is_note = _ANNOTATION[page.tag]
    notes = [
        at for at, encoding in page.values("encoding").items() if is_note[at] and "tex" in encoding.lower()
    ]
    end = 0
    for row in rows[_all_kept(page, is_note, kept)[rows]].tolist():
        if row < end:
            continue
        end = int(page.end[row])
        place = bisect_left(notes, row)
        if place < len(notes) and notes[place] < end:
            yield row, _cleaned(page.row_text(notes[place]))
        else:
            stated = page.value(row, "alttext")
            yield row, _cleaned(stated) if stated else latex_of_mathml(page, row)


def _all_kept(page: Page, is_note: NDArray[np.bool_], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether all texts in a subtree are kept: those of annotations if no other is, else the others."""
    in_note = page.inside(is_note)
    solid = page.is_text & (page.n_chars > 0)
    only_notes = page.subtree_sum(solid & kept & ~in_note) == 0
    left_out = solid & ~kept
    n_left_out = np.where(
        only_notes, page.subtree_sum(left_out & in_note), page.subtree_sum(left_out & ~in_note)
    )
    whole: NDArray[np.bool_] = n_left_out == 0
    return whole


def latex_of_image(attributes: dict[str, str]) -> str:
    """Return the LaTeX that a picture of a formula has as its alternative text, ``""`` for other pictures."""
    alt = attributes.get("alt", "").strip()
    kind = attributes.get("class", "") + " " + attributes.get("src", "")
    if _COMMAND.search(alt):
        return _cleaned(alt)
    if not alt or not (found := _FORMULA_IMAGE.search(kind)):
        return ""
    is_sure = "latex" in found[0].lower()
    return _cleaned(alt) if is_sure or _LIKE_LATEX.search(alt) else ""


def _cleaned(text: str) -> str:
    """LaTeX on one line, without comments, delimiters and the style that wikis put around it."""
    text = " ".join(_COMMENT.sub(r"\1", text).split())
    for pattern in (_STYLE, _DELIMITERS):
        if found := pattern.match(text):
            text = found[1].strip()
    return text
