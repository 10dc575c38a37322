"""MathML as LaTeX, and whether a formula stands on lines of its own.

The elements of MathML Core that set formulas are converted, with the attributes that change what is read.
Of what is not known the name is written, so that it is not taken for another formula.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.html import Page

__all__ = ["is_display", "latex_of_mathml"]

_MAX_DEPTH = 100
_DISPLAY_CLASS = re.compile(r"(?:^|\s)(?:katex-display|MathJax_Display|mwe-math-element-block)(?:\s|$)")
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
    "Ω": r"\Omega ", "′": "'", "″": "''", "‴": "'''", "\u2057": "''''", "\\": r"\backslash ", "%": r"\%",
    "{": r"\{", "}": r"\}", "#": r"\#", "&": r"\&", "_": r"\_", "$": r"\$",
}  # fmt: skip
_TABLE = str.maketrans(_SYMBOLS)
_FUNCTIONS = frozenset("sin cos tan log ln exp lim max min det dim gcd sup inf arg deg ker".split())
# As they are converted.
_ACCENTS = {
    **dict.fromkeys(("¯", "‾"), "overline"), **dict.fromkeys(("^", "ˆ"), "hat"), r"\to": "vec", "˙": "dot",
    **dict.fromkeys(("~", "˜"), "tilde"), "¨": "ddot", "⏞": "overbrace",
}  # fmt: skip
_ACCENTS_BELOW = {**dict.fromkeys((r"\_", "\u0332", "¯"), "underline"), "⏟": "underbrace"}
_LIMITS = frozenset((r"\sum", r"\prod", r"\int", r"\cup", r"\cap", *"∐∮⋃⋂⋁⋀⨁⨂")) | {
    rf"\{name}" for name in ("lim", "max", "min", "det", "gcd", "sup", "inf")
}
# What a script stands beside without braces.
_SINGLE = re.compile(r"[^\\^_{}]|[\d.,]+|\\[a-zA-Z]+|\\[^a-zA-Z]|\\[a-zA-Z]+\{[^{}]*\}")
_VARIANTS = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "bold-script": "mathcal",
    "fraktur": "mathfrak", "bold-fraktur": "mathfrak", "bold-italic": "boldsymbol", "sans-serif": "mathsf",
    "bold-sans-serif": "mathsf", "monospace": "mathtt", "normal": "mathrm",
}  # fmt: skip
_ENCLOSURES = {
    "radical": "sqrt", "top": "overline", "bottom": "underline", "updiagonalstrike": "cancel",
    "downdiagonalstrike": "bcancel", "horizontalstrike": "sout", "longdiv": "overline",
}  # fmt: skip
_NO_THICKNESS = re.compile(r"\s*0+(?:\.0+)?\s*(?:[a-z]+|%)?\s*", re.IGNORECASE)
_BINOMIAL = re.compile(r"\(\{([^{}]*) \\atop ([^{}]*)\}\)")
_UPRIGHT = re.compile(r"\\mathrm\{(.*)\}")
# Elements whose children stand in a line; "none" is a script that is not there.
_IN_LINE = frozenset(
    """
        math mrow mstyle mpadded merror mtr mlabeledtr mtd mi mn mo mspace a none mprescripts malignmark
        maligngroup
    """.split()
)


def latex_of_mathml(page: Page, row: int) -> str:
    """Return the LaTeX that is made of what is in a ``<math>`` element, ``""`` for nothing."""
    return _BINOMIAL.sub(r"\\binom{\1}{\2}", " ".join(_converted(page, row, 0).split()))


def is_display(page: Page, row: int) -> bool:
    """Whether a formula stands on lines of its own."""
    if page.value(row, "display") == "block" or page.value(row, "mode") == "display":
        return True
    boxes = page.cached(_display_boxes)
    at = int(page.parent[row])
    for _ in range(4):
        if at < 0 or at in boxes:
            return at >= 0
        at = int(page.parent[at])
    return False


def _display_boxes(page: Page) -> frozenset[int]:
    """Rows of the elements that scripts put around a formula on lines of its own."""
    named = {row for row, names in page.values("class").items() if _DISPLAY_CLASS.search(names)}
    stated = page.values("display").items()
    return frozenset(named | {row for row, v in stated if v == "true" and page.name(row) == "mjx-container"})


def _children(page: Page, row: int) -> list[int]:
    found = []
    at = row + 1
    while at < page.end[row]:
        if not page.is_text[at] or page.n_chars[at]:
            found.append(at)
        at = int(page.end[at])
    return found


def _converted(page: Page, row: int, depth: int) -> str:
    if page.is_text[row] or depth > _MAX_DEPTH:
        return page.row_text(row).strip().translate(_TABLE)
    name = page.name(row)
    if name == "annotation" or (page.is_hidden[row] and name.startswith("m") and name != "math"):
        return ""
    if name in _AS_A_WHOLE:
        return _AS_A_WHOLE[name](page, row, depth)
    parts = _parts(page, row, depth)
    if name in _RULES:
        least, rule = _RULES[name]
        return rule(parts) if len(parts) >= least else "".join(parts)
    if name not in _IN_LINE and "-" not in name:
        return _unknown(name, parts)
    text = "".join(parts)
    return _varied(page, row, _name(text) if name == "mi" else text) if name in _HAS_VARIANTS else text


def _parts(page: Page, row: int, depth: int) -> list[str]:
    return [_converted(page, child, depth + 1) for child in _children(page, row)]


def _unknown(name: str, parts: list[str]) -> str:
    """An element that is not known, as a function of its parts: to be seen, and no other formula."""
    return rf"\operatorname{{{_escaped(name)}}}" + (
        f"({', '.join(part.strip() for part in parts)})" if parts else ""
    )


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _quoted(page: Page, row: int, depth: int) -> str:  # noqa: ARG001 - one of the ways to write
    text = " ".join(page.row_text(row).split())
    return rf"\text{{{_escaped(text)}}}"


def _name(text: str) -> str:
    """An identifier of several letters is set upright."""
    if text in _FUNCTIONS:
        return rf"\{text} "
    return rf"\mathrm{{{text}}}" if len(text) > 1 and text.isalpha() else text


def _varied(page: Page, row: int, text: str) -> str:
    """Letters and digits in the alphabet that their element asks for."""
    command = _VARIANTS.get(page.attributes(row).get("mathvariant", "").strip().lower())
    inner = text.strip()
    if upright := _UPRIGHT.fullmatch(inner):
        inner = upright[1]
    is_plain = inner.isascii() and inner.isalnum()
    if not command or not inner or (command == "mathrm" and not (is_plain and inner.isalpha())):
        return text
    return rf"\{'boldsymbol' if command == 'mathbf' and not is_plain else command}{{{inner}}}"


# -- scripts --------------------------------------------------------------------------------------------


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text.strip()}}}"


def _base(text: str) -> str:
    """What scripts stand beside; in braces where they would belong to its last part alone."""
    bare = text.strip()
    return text if _SINGLE.fullmatch(bare) or bare[-1:] in {")", "]", "|"} else f"{{{bare}}}"


def _scripts(below: str, above: str) -> str:
    """A lower and an upper script, each ``""`` for none; primes are an upper script as they are."""
    above = above.strip()
    upper = above if set(above) == {"'"} else f"^{_group(above)}" if above else ""
    return (f"_{_group(below)}" if below.strip() else "") + upper


def _under(parts: list[str]) -> str:
    base, below = parts[0].strip(), parts[1].strip()
    if accent := _ACCENTS_BELOW.get(below):
        return rf"\{accent}{{{base}}}"
    return f"{parts[0]}{_scripts(below, '')}" if base in _LIMITS else rf"\underset{{{below}}}{{{base}}}"


def _over(parts: list[str]) -> str:
    base, above = parts[0].strip(), parts[1].strip()
    if accent := _ACCENTS.get(above):
        return rf"\{accent}{{{base}}}"
    return f"{parts[0]}{_scripts('', above)}" if base in _LIMITS else rf"\overset{{{above}}}{{{base}}}"


def _under_over(parts: list[str]) -> str:
    if parts[0].strip() in _LIMITS:
        return parts[0] + _scripts(parts[1], parts[2])
    return _under([_over([parts[0], parts[2]]), parts[1]])


def _multiscripts(page: Page, row: int, depth: int) -> str:
    """Scripts on both sides, as of ¹⁴₆C: lower and upper ones by turns, those before it behind a mark."""
    children = _children(page, row)
    names = [page.name(child) for child in children]
    parts = [_converted(page, child, depth + 1) for child in children]
    mark = names.index("mprescripts") if "mprescripts" in names else len(names)
    before, after = _pairs(parts[mark + 1 :]), _pairs(parts[1:mark])
    return f"{{}}{before}" * bool(before) + (_base(parts[0]) if parts else "") + after


def _pairs(parts: list[str]) -> str:
    """Scripts by turns; a second pair needs something of its own to stand beside."""
    pairs = zip_longest(parts[::2], parts[1::2], fillvalue="")
    return "{}".join(filter(None, (_scripts(below, above) for below, above in pairs)))


# -- elements whose attributes matter -------------------------------------------------------------------


def _fraction(page: Page, row: int, depth: int) -> str:
    """A fraction; one without a line is not read as one."""
    parts = [part.strip() for part in _parts(page, row, depth)]
    if len(parts) < 2:
        return "".join(parts)
    if _NO_THICKNESS.fullmatch(page.attributes(row).get("linethickness", "")):
        return rf"{{{parts[0]} \atop {parts[1]}}}"
    return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"


def _fenced(page: Page, row: int, depth: int) -> str:
    attributes = page.attributes(row)
    start, end, marks = (
        "".join(attributes.get(name, default).split())
        for name, default in (("open", "("), ("close", ")"), ("separators", ","))
    )
    parts = _parts(page, row, depth)
    between = [marks[min(n, len(marks) - 1) :][:1].translate(_TABLE) for n in range(len(parts) - 1)]
    inner = "".join(part + mark for part, mark in zip_longest(parts, between, fillvalue=""))
    return start.translate(_TABLE) + inner + end.translate(_TABLE)


def _enclosed(page: Page, row: int, depth: int) -> str:
    names = page.attributes(row).get("notation", "longdiv").split()
    command = next((_ENCLOSURES[name] for name in names if name in _ENCLOSURES), "boxed")
    return rf"\{command}{{{''.join(_parts(page, row, depth)).strip()}}}"


def _chosen(page: Page, row: int, depth: int) -> str:
    """The one child that is drawn: the first one, or the one that the element chooses."""
    children = _children(page, row)
    number = page.attributes(row).get("selection", "1").strip()[:9]
    at = int(number) - 1 if number.isdecimal() else 0
    return _converted(page, children[at if 0 <= at < len(children) else 0], depth + 1) if children else ""


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
    text = "".join(_escaped(page.row_text(label)).split())
    if not text or not is_display(page, row):
        return rf"\quad\text{{{text}}}" if text else ""
    return rf"\tag{{{text[1:-1]}}}" if text[0] + text[-1] == "()" else rf"\tag*{{{text}}}"


# Elements that are not made from what is made of their children alone.
_AS_A_WHOLE: dict[str, Callable[[Page, int, int], str]] = {
    "mtext": _quoted, "ms": _quoted, "mtable": _table, "mfrac": _fraction, "mfenced": _fenced,
    "mmultiscripts": _multiscripts, "menclose": _enclosed, "semantics": _chosen, "maction": _chosen,
}  # fmt: skip
# Least number of children, and what is made of them.
_RULES: dict[str, tuple[int, Callable[[list[str]], str]]] = {
    "msup": (2, lambda p: _base(p[0]) + _scripts("", p[1])),
    "msub": (2, lambda p: _base(p[0]) + _scripts(p[1], "")),
    "msubsup": (3, lambda p: _base(p[0]) + _scripts(p[1], p[2])),
    "munder": (2, _under),
    "mover": (2, _over),
    "munderover": (3, _under_over),
    "msqrt": (1, lambda p: rf"\sqrt{{{''.join(p).strip()}}}"),
    "mroot": (2, lambda p: rf"\sqrt[{p[1].strip()}]{{{p[0].strip()}}}"),
    "mphantom": (1, lambda p: rf"\phantom{{{''.join(p).strip()}}}"),
    "mtr": (1, " & ".join),
}
_HAS_VARIANTS = frozenset(("mi", "mn", "mstyle"))
