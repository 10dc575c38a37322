"""Formulas as LaTeX: what the page states, else what is made of its MathML.

KaTeX, MathJax 3, LaTeXML and wikis put the LaTeX into an ``annotation`` or an attribute.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import tag_mask
from maintext.render.mathml import latex_of_mathml

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["latex_of", "latex_of_image"]

_ANNOTATION = tag_mask(("annotation",))
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_DELIMITERS = re.compile(r"^(?:\$\$?|\\\(|\\\[)(.*?)(?:\$\$?|\\\)|\\\])$", re.DOTALL)
_COMMENT = re.compile(r"((?<!\\)(?:\\\\)*)%[^\n]*(?=\n)")  # to the end of a line, which is not the last one
_FORMULA_IMAGE = re.compile(r"(?:^|[\s/._-])(?:math|tex|latex|codecogs)", re.IGNORECASE)
_COMMAND = re.compile(r"\\[a-zA-Z]{3,}\{")  # \frac{, \operatorname{, \begin{
_LIKE_LATEX = re.compile(r"[\\^_=]|^\w$")


def latex_of(page: Page, row: int, kept: NDArray[np.bool_]) -> str:
    """Return the LaTeX of a ``<math>`` element; ``""`` for an empty one, and one that is not all kept.

    A formula is all kept when each of its texts is, or its LaTeX.
    """
    inside = slice(row, int(page.end[row]))
    notes = (row + np.flatnonzero(_ANNOTATION[page.tag[inside]])).tolist()
    in_note = np.zeros(int(page.end[row]) - row, dtype=np.bool_)
    for at in notes:
        in_note[at - row : page.end[at] - row] = True
    solid = page.is_text[inside] & (page.n_chars[inside] > 0)
    if not kept[inside][solid & (in_note if in_note[solid & kept[inside]].all() else ~in_note)].all():
        return ""
    for at in notes:
        if "tex" in page.attributes(at).get("encoding", "").lower():
            return _cleaned(page.row_text(at))
    stated = page.attributes(row).get("alttext", "")
    return _cleaned(stated) if stated else latex_of_mathml(page, row)


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
