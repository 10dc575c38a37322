"""Formulas as LaTeX: what the page states, else a plain conversion of MathML.

KaTeX, MathJax 3, LaTeXML and wikis put the LaTeX into an ``annotation`` or an attribute; of MathML without
it the common elements of MathML Core are converted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["is_display", "latex_of", "latex_of_image"]

_ANNOTATION = tag_mask(("annotation",))
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_DELIMITERS = re.compile(r"^(?:\$\$?|\\\(|\\\[)(.*?)(?:\$\$?|\\\)|\\\])$", re.DOTALL)
_COMMENT = re.compile(r"((?<!\\)(?:\\\\)*)%[^\n]*(?=\n)")  # to the end of a line, which is not the last one
_FORMULA_IMAGE = re.compile(r"(?:^|[\s/._-])(?:math|tex|latex|codecogs)", re.IGNORECASE)
_COMMAND = re.compile(r"\\[a-zA-Z]{3,}\{")  # \frac{, \operatorname{, \begin{
_LIKE_LATEX = re.compile(r"[\\^_=]|^\w$")
_MAX_DEPTH = 100
_SPECIAL = re.compile(r"[%{}#&_$]")  # in text of LaTeX
_SYMBOLS = {
    "×": r"\times ", "÷": r"\div ", "±": r"\pm ", "∓": r"\mp ", "·": r"\cdot ", "⋅": r"\cdot ", "≤": r"\le ",
    "≥": r"\ge ", "≠": r"\ne ", "≈": r"\approx ", "≡": r"\equiv ", "∞": r"\infty ", "∑": r"\sum ",
    "∏": r"\prod ", "∫": r"\int ", "∂": r"\partial ", "∇": r"\nabla ", "√": r"\surd ", "∈": r"\in ",
    "∉": r"\notin ", "⊂": r"\subset ", "⊆": r"\subseteq ", "∪": r"\cup ", "∩": r"\cap ", "∀": r"\forall ",
    "∃": r"\exists ", "→": r"\to ", "⇒": r"\Rightarrow ", "⇔": r"\Leftrightarrow ", "↦": r"\mapsto ",
    "…": r"\dots ", "⋯": r"\cdots ", "−": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "",
    "α": r"\alpha ", "β": r"\beta ", "γ": r"\gamma ", "δ": r"\delta ", "ε": r"\varepsilon ", "θ": r"\theta ",
    "λ": r"\lambda ", "μ": r"\mu ", "π": r"\pi ", "ρ": r"\rho ", "σ": r"\sigma ", "τ": r"\tau ",
    "φ": r"\varphi ", "ω": r"\omega ", "Γ": r"\Gamma ", "Δ": r"\Delta ", "Σ": r"\Sigma ", "Φ": r"\Phi ",
    "Ω": r"\Omega ", "%": r"\%", "{": r"\{", "}": r"\}", "#": r"\#", "&": r"\&", "_": r"\_", "$": r"\$",
}  # fmt: skip
_TABLE = str.maketrans(_SYMBOLS)
_FUNCTIONS = frozenset("sin cos tan log ln exp lim max min det dim gcd sup inf arg deg ker".split())
_ACCENTS = {
    **dict.fromkeys(("¯", "‾"), "overline"), **dict.fromkeys(("^", "ˆ"), "hat"),
    **dict.fromkeys(("~", "˜"), "tilde"), "→": "vec", "˙": "dot",
}  # fmt: skip


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
    return _cleaned(stated) if stated else " ".join(_converted(page, row, 0).split())


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


def is_display(page: Page, row: int) -> bool:
    """Whether a formula stands on lines of its own."""
    attributes = page.attributes(row)
    if attributes.get("display") == "block" or attributes.get("mode") == "display":
        return True
    at = int(page.parent[row])
    for _ in range(4):
        if at < 0:
            return False
        attributes = page.attributes(at)
        names = attributes.get("class", "").split()
        if {"katex-display", "MathJax_Display", "mwe-math-element-block"} & set(names):
            return True
        if page.name(at) == "mjx-container" and attributes.get("display") == "true":
            return True
        at = int(page.parent[at])
    return False


def _cleaned(text: str) -> str:
    """LaTeX on one line, without comments, delimiters and the style that wikis put around it."""
    text = " ".join(_COMMENT.sub(r"\1", text).split())
    for pattern in (_STYLE, _DELIMITERS):
        if found := pattern.match(text):
            text = found[1].strip()
    return text


# -- MathML ---------------------------------------------------------------------------------------------


def _children(page: Page, row: int) -> list[int]:
    found = []
    at = row + 1
    while at < page.end[row]:
        if not page.is_text[at] or page.n_chars[at]:
            found.append(at)
        at = int(page.end[at])
    return found


def _converted(page: Page, row: int, depth: int) -> str:
    if page.is_text[row]:
        return page.row_text(row).strip().translate(_TABLE)
    if depth > _MAX_DEPTH:
        return page.row_text(row).translate(_TABLE)
    name = page.name(row)
    if name == "annotation" or (page.is_hidden[row] and name.startswith("m") and name != "math"):
        return ""
    if name in _AS_A_WHOLE:
        return _AS_A_WHOLE[name](page, row, depth)
    parts = [_converted(page, child, depth + 1) for child in _children(page, row)]
    rule = _RULES.get(name)
    if rule is not None and len(parts) >= rule[0]:
        return rule[1](parts)
    return _joined(parts) if name != "mi" else _name("".join(parts))


def _quoted(page: Page, row: int, depth: int) -> str:  # noqa: ARG001 - one of the ways to write
    return rf"\text{{{' '.join(page.row_text(row).split())}}}"


def _joined(parts: list[str]) -> str:
    return "".join(parts)


def _name(text: str) -> str:
    """An identifier of several letters is set upright."""
    if text in _FUNCTIONS:
        return rf"\{text} "
    return rf"\mathrm{{{text}}}" if len(text) > 1 and text.isalpha() else text


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text.strip()}}}"


def _over(parts: list[str]) -> str:
    accent = _ACCENTS.get(parts[1].strip()) or ("vec" if parts[1].strip() == r"\to" else "")
    return rf"\{accent}{{{parts[0].strip()}}}" if accent else f"{parts[0]}^{_group(parts[1])}"


def _table(page: Page, row: int, depth: int) -> str:
    """Write a matrix; a table of one line with a label, which is a numbered formula, with its number."""
    lines = [line for line in _children(page, row) if page.is_text[line] or _children(page, line)]
    if len(lines) == 1 and page.name(lines[0]) == "mlabeledtr":
        label, *cells = _children(page, lines[0])
        return "".join(_converted(page, cell, depth + 2) for cell in cells) + _tag(page, row, label)
    texts = [_line(page, line, depth + 1) for line in lines]
    return r"\begin{matrix}" + r" \\ ".join(texts) + r"\end{matrix}" if texts else ""


def _line(page: Page, row: int, depth: int) -> str:
    """Cells of a line; its label behind them, where readers see it."""
    if page.name(row) != "mlabeledtr":
        return _converted(page, row, depth)
    label, *cells = (_converted(page, cell, depth + 1) for cell in _children(page, row))
    return " & ".join([*cells, label])


def _tag(page: Page, row: int, label: int) -> str:
    """The label of a formula; only one on lines of its own can have a tag."""
    while page.name(row) != "math":
        row = int(page.parent[row])
    text = "".join(_SPECIAL.sub(r"\\\g<0>", page.row_text(label)).split())
    if not text or not is_display(page, row):
        return rf"\quad\text{{{text}}}" if text else ""
    return rf"\tag{{{text[1:-1]}}}" if text[0] + text[-1] == "()" else rf"\tag*{{{text}}}"


# Elements that are not made from what is made of their children.
_AS_A_WHOLE: dict[str, Callable[[Page, int, int], str]] = {"mtext": _quoted, "ms": _quoted, "mtable": _table}
# Least number of children, and what is made of them.
_RULES: dict[str, tuple[int, Callable[[list[str]], str]]] = {
    "mfrac": (2, lambda p: rf"\frac{{{p[0].strip()}}}{{{p[1].strip()}}}"),
    "msup": (2, lambda p: f"{p[0]}^{_group(p[1])}"),
    "msub": (2, lambda p: f"{p[0]}_{_group(p[1])}"),
    "msubsup": (3, lambda p: f"{p[0]}_{_group(p[1])}^{_group(p[2])}"),
    "munder": (2, lambda p: f"{p[0]}_{_group(p[1])}"),
    "mover": (2, _over),
    "munderover": (3, lambda p: f"{p[0]}_{_group(p[1])}^{_group(p[2])}"),
    "msqrt": (1, lambda p: rf"\sqrt{{{''.join(p).strip()}}}"),
    "mroot": (2, lambda p: rf"\sqrt[{p[1].strip()}]{{{p[0].strip()}}}"),
    "mtr": (1, " & ".join),
    "mfenced": (1, lambda p: f"({','.join(p)})"),
}
