"""Formulas as LaTeX: stated by the page, or converted from MathML.

KaTeX, MathJax 3, LaTeXML and wikis state LaTeX in an ``annotation`` or an attribute, editors and platforms in
an attribute of an element of their own.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from urllib.parse import parse_qs, unquote, urlsplit

import numpy as np

from maintext._core.elements import WordSet
from maintext.html import Page
from maintext.html.arrays import Bool, Int, ancestors, mark_rows, outermost
from maintext.html.tags import tag_mask
from maintext.render.markup import Edits
from maintext.render.regions import RenderContext

__all__ = [
    "edit_formulas", "escape_latex_for_markdown", "find_formulas", "is_display", "is_display_image",
    "latex_of_image", "latex_of_mathml", "write_formula",
]  # fmt: skip

_ANNOTATION = tag_mask(("annotation",))
_STYLE = re.compile(r"^\{\\(?:displaystyle|textstyle)\s*(.*)\}$", re.DOTALL)
_DELIMITERS = re.compile(r"^(?:\$\$?|\\\(|\\\[)(.*?)(?:\$\$?|\\\)|\\\])$", re.DOTALL)
_COMMENT = re.compile(r"((?<!\\)(?:\\\\)*)%[^\n]*(?=\n)")  # to the end of any line but the last
# Classes and URLs of formula images; the first are sure, what the others show must look like LaTeX.
_LATEX_IMAGE = re.compile(r"(?:^|[\s/._-])(?:latex|codecogs|mathtex|mimetex)|equation\?tex=", re.IGNORECASE)
_FORMULA_IMAGE = re.compile(
    r"(?:^|[\s/._])(?:math|tex|equation|formula(?:Inl|Dsp)?|ee_img|mwe-math-fallback-image-[a-z]+)(?:[\s/._]|$)",
    re.IGNORECASE,
)
# What CodeCogs reads in a URL besides LaTeX.
_SERVER_WORDS = re.compile(r"&space;|\\(?:inline(?![a-zA-Z])|dpi\{\d+\}|bg_\w+)")
_COMMAND = re.compile(r"\\[a-zA-Z]{3,}\{")  # \frac{, \operatorname{, \begin{
_LIKE_LATEX = re.compile(r"[\\^_=]|^\w$")
_PROSE = re.compile(r"[^\W\d_]{3,}\s+[^\W\d_]{3,}|[^\W\d_]{4,}\s+[^\W\d_]{2,}")
_IS_DISPLAY = re.compile(r"(?:^|[\s_-])(?:display|block|formulaDsp)(?:[\s_-]|$)")
_STATED = ("data-latex", "data-tex", "data-math", "data-formula")
_NO_LATEX = frozenset(("", "true", "false", "inline", "display", "block", "0", "1"))
_MATH, _SPAN, _IMG, _UNKNOWN = (tag_mask((name,)) for name in ("math", "span", "img", "#unknown"))
_TABLE, _TR, _ROWS = tag_mask(("table",)), tag_mask(("tr",)), tag_mask(("tbody", "td", "th"))
_BOXES = tag_mask("span div code pre #unknown".split())
_BOX_WORDS = WordSet(("math", "ql-formula"))
_EQUATION_WORDS = WordSet(("ltx_e", "disp-formula"))
_EQUATION_TABLES = frozenset(("ltx_eqn_table", "ltx_equation", "ltx_equationgroup", "disp-formula"))


def edit_formulas(context: RenderContext, edits: Edits) -> None:
    """Write formulas once, those of an equation table one a line."""
    page, found = context.page, _find_stated(context)
    if context.has(_MATH):
        rows = page.tagged(_MATH).nonzero()[0]
        rows = rows[(context.in_main[rows] & ~page.is_hidden[rows]) | (context.n_kept[rows] > 0)]
        shown = find_formulas(page, rows, context.kept)
        found = {row: (latex, is_display(page, row)) for row, latex in shown if latex} | found
    for row in outermost(sorted(found), page.end):
        latex, on_line = found[row]
        edits.whole[row] = write_formula(context, latex, display=on_line)
        _drop_picture(context, row, edits)
    if found:
        _edit_equation_tables(context, found, edits)


def _drop_picture(context: RenderContext, row: int, edits: Edits) -> None:
    """Drop a formula's second form: drawn (KaTeX, if ``aria-hidden`` is lost; wikis), MathML (MathJax 4)."""
    page = context.page
    around = int(page.parent[row])
    for after in (end for end in page.end[[row, around]].tolist() if end < len(page)):
        if page.value(after, "class") == "katex-html" or page.name(after) == "mjx-assistive-mml":
            edits.whole[after] = ""
    around = int(page.parent[around])
    if not page.is_hidden[row] or around < 0:
        return
    if _SPAN[page.tag[around]] or "math" in (page.value(around, "class") or ""):
        pictures = around + _IMG[page.tag[around : page.end[around]]].nonzero()[0]
        edits.whole.update(dict.fromkeys(pictures.tolist(), ""))


def _find_stated(context: RenderContext) -> dict[int, tuple[str, bool]]:
    """Return LaTeX that elements other than MathML state, by row, with True for display formulas."""
    page, found = context.page, {}
    for name in _STATED:
        for row in page.attribute(name).row.tolist():
            text = (page.value(row, name) or "").strip()
            if context.in_main[row] and text not in _NO_LATEX and not text.startswith("<"):
                found[row] = text
    for row, value in page.values("data-attrs").items() if len(page.attribute("data-attrs").row) else ():
        if "persistentExpression" in value and context.in_main[row]:
            found[row] = _read_expression(value)
    for row, names in context.values("class", _BOXES, _BOX_WORDS).items():
        if text := _read_class_formula(page, row, set(names.split())):
            found[row] = text
    for row in context.rows(_UNKNOWN).tolist():
        if page.name(row) == "d-math":
            found[row] = page.row_text(row)
    return {row: (_clean_latex(text), _is_on_line(page, row)) for row, text in found.items() if text.strip()}


def _read_expression(value: str) -> str:
    try:
        return str(json.loads(value)["persistentExpression"])
    except (ValueError, KeyError, TypeError):
        return ""


def _read_class_formula(page: Page, row: int, names: set[str]) -> str:
    """Return the LaTeX of an element that its class says is a formula, ``""`` for none."""
    if "ql-formula" in names:
        return page.value(row, "data-value") or ""
    is_flat = not (~page.is_text[row + 1 : page.end[row]]).any()
    text = page.row_text(row) if is_flat or page.name(row) == "pre" else ""
    if "katex-mathml" in names:  # without its tags: each sign on a line, LaTeX after empty lines
        return re.split(r"\n\s*\n", text.strip())[-1]
    is_formula = not names.isdisjoint(("math", "language-math")) and not names.isdisjoint(
        ("inline", "display", "math-inline", "math-display", "js-render-math")
    )
    return "" if not is_formula or "$" in text or "\\(" in text or "\\[" in text else text


def _is_on_line(page: Page, row: int) -> bool:
    attributes = page.attributes(row)
    kind = " ".join(attributes.get(name, "") for name in ("class", "data-type", "data-math-style"))
    is_block = page.name(row) == "div" or "block" in attributes or attributes.get("display") == "true"
    return is_block or bool(_IS_DISPLAY.search(kind)) or is_display(page, row)


def _edit_equation_tables(context: RenderContext, found: dict[int, tuple[str, bool]], edits: Edits) -> None:
    """Write the tables in which LaTeXML and PubMed set equations: a formula a line, with its number."""
    page, rows = context.page, np.array(sorted(found))
    for table, names in context.values("class", _TABLE, _EQUATION_WORDS).items():
        if not _EQUATION_TABLES.isdisjoint(names.split()):
            inside = table + (_TR | _ROWS)[page.tag[table : page.end[table]]].nonzero()[0]
            edits.open_blocks([table, *inside[context.n_kept[inside] > 0].tolist()])
            for line in inside[_TR[page.tag[inside]]].tolist():
                parts = rows[slice(*rows.searchsorted((line, page.end[line])))].tolist()
                latex = " ".join(found[row][0].removeprefix(r"\displaystyle").strip() for row in parts)
                if parts:
                    edits.whole[line] = write_formula(context, latex + _read_number(page, line), display=True)


def _read_number(page: Page, line: int) -> str:
    """Return the tag of a numbered equation, ``""`` for none."""
    texts = line + (page.n_chars[line : page.end[line]] > 0).nonzero()[0]
    edges = [page.row_text(row).strip() for row in (*texts[-1:].tolist(), *texts[:1].tolist())]
    return next((rf"\tag{{{text[1:-1]}}}" for text in edges if re.fullmatch(r"\([\w.]{1,12}\)", text)), "")


def write_formula(context: RenderContext, latex: str, *, display: bool = False) -> str:
    """Return a placeholder for LaTeX in Markdown, in a block of its own if ``display``."""
    latex = escape_latex_for_markdown(latex)
    if not latex:
        return ""
    return f"<div>{context.opaque(f'$${latex}$$')}</div>" if display else context.opaque(f"${latex}$")


def find_formulas(page: Page, rows: Int, kept: Bool) -> Iterator[tuple[int, str]]:
    """Yield row and LaTeX of ``<math>`` elements; ``""`` for empty ones.

    Only formulas with all texts kept, or with their LaTeX kept, are found; nested formulas are not. Cost
    O(n_rows).
    """
    stated = page.values("encoding").items()
    notes = [at for at, name in stated if _ANNOTATION[page.tag[at]] and "tex" in name.lower()]
    whole = rows[_is_all_kept(page, mark_rows(len(page), notes), kept)[rows]]
    for row in outermost(whole.tolist(), page.end):
        i = bisect_left(notes, row)
        if i < len(notes) and notes[i] < page.end[row]:
            yield row, _clean_latex(page.row_text(notes[i]))
        else:
            latex = page.value(row, "alttext")
            yield row, _clean_latex(latex) if latex else latex_of_mathml(page, row)


def _is_all_kept(page: Page, is_note: Bool, kept: Bool) -> Bool:
    """Return the rows with their LaTeX kept, or with all texts but annotations."""
    in_note = page.inside(is_note)
    solid = page.is_text & (page.n_chars > 0)
    has_note = page.subtree_sum(solid & kept & in_note) > 0
    whole: Bool = has_note | (page.subtree_sum(solid & ~kept & ~in_note) == 0)
    return whole


def latex_of_image(attributes: dict[str, str]) -> str:
    """Return the LaTeX in the alternative text of a formula image, ``""`` for other images."""
    kind, url = attributes.get("class", ""), attributes.get("src", "")
    # A URL that holds the picture itself names no server, and is long.
    url = "" if url.startswith("data:") else url
    is_sure = bool(_LATEX_IMAGE.search(f"{kind} {url}"))
    alt = attributes.get("alt") or (is_sure and (attributes.get("title") or _latex_of_url(url))) or ""
    alt = alt.strip().removeprefix("LaTeX: ")  # of Canvas
    if _COMMAND.search(alt) or (_DELIMITERS.match(alt) and len(alt) > 2):
        return _clean_latex(alt)
    if not alt or not (is_sure or _FORMULA_IMAGE.search(f"{kind} {url}")):
        return ""
    is_prose = "\\" not in alt and _PROSE.search(alt)
    return _clean_latex(alt) if not is_prose and (is_sure or _LIKE_LATEX.search(alt)) else ""


def is_display_image(attributes: dict[str, str]) -> bool:
    """Return True if the class or a delimiter of a formula image says that it has lines of its own."""
    is_on_line = attributes.get("alt", "").startswith(r"\[")
    return is_on_line or bool(_IS_DISPLAY.search(attributes.get("class", "")))


def _latex_of_url(url: str) -> str:
    """Return the LaTeX that the URL of a formula image asks a server for, ``""`` for none."""
    try:
        query = urlsplit(url).query
    except ValueError:
        return ""
    values = parse_qs(query)
    stated = next((values[name][0] for name in ("tex", "latex") if name in values), unquote(query))
    return _SERVER_WORDS.sub(" ", stated)


def _clean_latex(text: str) -> str:
    """Return LaTeX on one line, without comments, delimiters and a wiki's style group."""
    text = " ".join(_COMMENT.sub(r"\1", text).split())
    for pattern in (_STYLE, _DELIMITERS):
        if found := pattern.match(text):
            text = found[1].strip()
    return text


# -- LaTeX within Markdown ----------------------------------------------------------------------------

# Commands of MathJax and KaTeX that link, load or set HTML attributes, with those arguments.
# A \bbox may keep options that name no function of CSS.
_OPTIONS, _GROUP = r"(?:\s*\[[^][]*\])?", r"(?:\s*\{[^{}]*\})?"
_ACTIVE = re.compile(
    r"(?P<kept>\\(?:[^a-zA-Z]|bbox\s*\[[^][{}()\\]*\]))|(?P<quote>``?)|(?P<cut>\\\Z)|(?P<url>\\url(?![a-zA-Z]))"
    r"|\\(?:href|class|cssId|style|data|html(?:Class|Id|Style|Data)|csname)(?![a-zA-Z])" + _GROUP
    + rf"|\\includegraphics(?![a-zA-Z]){_OPTIONS}{_GROUP}|\\mmlToken(?![a-zA-Z]){_GROUP}{_OPTIONS}"
    + rf"|\\bbox(?=\s*\[){_OPTIONS}"
)  # fmt: skip
# Where Markdown would read a link, an image, a note, a tag or a URL. Some get a space after them, others an
# empty group. Dots and slashes make URLs where a host may follow.
_SPACED = r"<(?=[a-zA-Z/!?]|[^\s<>]*(?:@|\Z))|!(?=\[)|\[(?=[\[^])"
_PARTED = (
    r"\](?=\s*\()|(?<=:)/(?=/)|/(?=/[^\s/]*(?:\.|localhost))|(?<=www)\.|(?<=\w)\.(?=[^\W\d_]{2})"
    r"|[\w.+;:&=,\"~-](?=@)"
)
# Text commands without formulas in them: MathJax shows braces there.
_TEXT = r"(?P<text>\\(?:text[a-zA-Z]*|[mh]box)\s*\{)(?P<words>(?>(?:[^\\{}$]|\\[^(])*))\}"
_MARKDOWN_SYNTAX = re.compile(rf"\\\\|{_TEXT}|(?P<spaced>{_SPACED})|(?P<parted>{_PARTED})")
_SYNTAX_IN_TEXT = re.compile(f"{_SPACED}|{_PARTED}")
# A parenthesis that is the argument of the command before it.
_ARGUMENT = re.compile(r"(\\(?:sqrt|cfrac|x(?:[a-zA-Z]*arrow|mapsto))\s*\[[^][]*\]\s*)\(")
# A length like 1.cm, which an empty group after its dot would break.
_LENGTH = re.compile(r"(?<![\w.])(\d+)\.(?=(?:[cem]m|ex|p[tx])(?![a-zA-Z]))")
_BARE_LESS_AT_END = re.compile(r"(?<!\\)((?:\\\\)*)<\Z")
# All LaTeX that changes contains one of these.
_ACTIVE_SIGN = re.compile(r"[][<`@/.]|\\(?:href|url|class|cs|style|data|html|incl|mmlT|\Z)")


def escape_latex_for_markdown(latex: str) -> str:
    r"""Return one-line LaTeX in which Markdown reads no link, image, note, HTML or code.

    Empty groups and spaces separate what Markdown would read: ``](`` becomes ``]{}(`` and ``<b`` becomes
    ``< b``. TeX ignores them. Commands that link, load or set attributes are removed with their URL:
    ``\href{url}{x}`` becomes ``x``. A backtick becomes the quotation mark that TeX sets for it.
    """
    if not _ACTIVE_SIGN.search(latex):
        return latex.strip()
    latex = _ARGUMENT.sub(r"\1{(}", _LENGTH.sub(r"\1.0", _ACTIVE.sub(_drop_action, latex)))
    latex = _MARKDOWN_SYNTAX.sub(_part_syntax, latex).strip()
    # At the end, "<" would form a tag or URL with the text after the formula.
    return _BARE_LESS_AT_END.sub(r"\1\\lt", latex)


def _drop_action(match: re.Match[str]) -> str:
    if match.lastgroup == "kept":
        return match[0]
    # A space keeps the commands on both sides of what is left out from becoming one.
    return {"``": "“", "`": "‘", "\\": "", r"\url": r"\texttt"}.get(match[0], " ")


def _part_syntax(match: re.Match[str]) -> str:
    if match["spaced"]:
        return match[0] + " "
    if match["parted"]:
        return match[0] + "{}"
    if not match["text"]:
        return match[0]
    # Two texts side by side are read as one.
    between = "}" + match["text"]
    words = _SYNTAX_IN_TEXT.sub(lambda found: found[0] + between, match["words"])
    return match[0] if words == match["words"] else "{" + match["text"] + words + "}}"


# -- MathML -------------------------------------------------------------------------------------------

_MAX_DEPTH, _MAX_BOXES = 100, 4
_DISPLAY_CLASS = re.compile(r"(?:^|\s)(?:katex-{1,2}display|MathJax_Display|mwe-math-element-block)(?:\s|$)")
_SPECIAL = re.compile(r"[%{}#&_$]")  # in text of LaTeX
_SPACES, _TRIMMED = re.compile(r"\s+"), " \t\r\n"
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
_TRANSLATION = str.maketrans(_SYMBOLS)
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
# Bases of scripts that need no braces.
_SINGLE = re.compile(r"[^\\^_{}]|[\d.,]+|\\[a-zA-Z]+|\\[^a-zA-Z]|\\[a-zA-Z]+\{[^{}]*\}")
_VARIANTS = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak",
    "bold-italic": "boldsymbol", "sans-serif": "mathsf", "monospace": "mathtt", "normal": "mathrm",
}  # fmt: skip
_ENCLOSURES = {
    "longdiv": "overline", "top": "overline", "bottom": "underline", "radical": "sqrt",
    "updiagonalstrike": "cancel", "downdiagonalstrike": "bcancel", "horizontalstrike": "cancel",
}  # fmt: skip
_NO_LINE = re.compile(r"\s*0+(?:\.0+)?(?![\d.])")
_BINOMIAL = re.compile(r"\(\{([^{}]*) \\atop ([^{}]*)\}\)")
_WIDE = re.compile(r"\s*[1-9][\d.]*em")
# Elements whose children stand in a line; "none" is a script that is not there.
_IN_LINE = frozenset(
    "math mrow mstyle mpadded merror mtr mtd mi mn mo semantics maction a none mprescripts".split()
)


def latex_of_mathml(page: Page, row: int) -> str:
    """Return the LaTeX of a ``<math>`` element, ``""`` for an empty one.

    Elements of unknown names keep them, so that the result is not read as another formula.
    """
    return _BINOMIAL.sub(r"\\binom{\1}{\2}", " ".join(_convert_element(page, row, 0).split()))


def is_display(page: Page, row: int) -> bool:
    """Return True if a formula stands on lines of its own."""
    if page.value(row, "display") == "block" or page.value(row, "mode") == "display":
        return True
    return not page.cached(_display_boxes).isdisjoint(islice(ancestors(page.parent, row), _MAX_BOXES))


def _display_boxes(page: Page) -> frozenset[int]:
    """Return the rows of elements that scripts put around display formulas."""
    named = {row for row, names in page.values("class").items() if _DISPLAY_CLASS.search(names)}
    stated = page.values("display").items()
    return frozenset(named | {row for row, v in stated if v == "true" and page.name(row) == "mjx-container"})


def _list_children(page: Page, row: int) -> list[int]:
    """Return the child rows of an element: texts, and elements that are not hidden in it."""
    found = []
    at = row + 1
    while at < page.end[row]:
        if page.n_chars[at] if page.is_text[at] else page.is_hidden[at] <= page.is_hidden[row]:
            found.append(at)
        at = int(page.end[at])
    return found


def _convert_element(page: Page, row: int, depth: int) -> str:
    if page.is_text[row] or depth > _MAX_DEPTH:
        return page.row_text(row).strip().translate(_TRANSLATION)
    name = page.name(row)
    if name in {"mtext", "ms"}:
        return rf"\text{{{_escape_text(_SPACES.sub(' ', page.row_text(row).strip(_TRIMMED)))}}}"
    if name == "mtable":
        return _write_matrix(page, row, depth)
    children = _list_children(page, row)
    if name in {"semantics", "maction"}:  # what is drawn comes first
        del children[1:]
    parts = [_convert_element(page, child, depth + 1) for child in children]
    if name in _RULES:
        least, rule = _RULES[name]
        return rule(page, row, parts) if len(parts) >= least else "".join(parts)
    text = "".join(parts)
    if name in _IN_LINE or "-" in name:
        return _apply_variant(page, row, text) if name in {"mi", "mn", "mstyle"} else text
    arguments = f"({', '.join(part.strip() for part in parts)})" if parts else ""
    return rf"\operatorname{{{_escape_text(name)}}}{arguments}"


def _escape_text(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _apply_variant(page: Page, row: int, text: str) -> str:
    """Set an element in the alphabet of ``mathvariant``; identifiers of several letters upright."""
    letters, command = text.strip(), _VARIANTS.get(page.value(row, "mathvariant") or "")
    if command and letters and (command != "mathrm" or letters.isalpha()):
        is_sign = command == "mathbf" and letters.startswith("\\")
        return rf"\{'boldsymbol' if is_sign else command}{{{letters}}}"
    if page.name(row) != "mi":
        return text
    if letters in _FUNCTIONS:
        return rf"\{letters} "
    return rf"\mathrm{{{letters}}}" if len(letters) > 1 and letters.isalpha() else text


# -- scripts --------------------------------------------------------------------------------------------


def _brace_group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text.strip()}}}"


def _brace_base(text: str) -> str:
    """Return the base of scripts, in braces if they would attach to its last part only."""
    bare = text.strip()
    return text if _SINGLE.fullmatch(bare) or bare[-1:] in {")", "]", "|"} else f"{{{bare}}}"


def _write_scripts(below: str, above: str) -> str:
    """Write a lower and an upper script; primes need no ``^``."""
    above = above.strip()
    upper = above if set(above) == {"'"} else f"^{_brace_group(above)}" if above else ""
    return (f"_{_brace_group(below)}" if below.strip() else "") + upper


def _write_stacked(base: str, below: str, above: str) -> str:
    """Write what stands below and above a base: the limits of an operator, an accent, or others."""
    if base.strip() in _LIMITS:
        return base + _write_scripts(below, above)
    text = base.strip()
    for script, accents, command in ((above, _ACCENTS, "overset"), (below, _ACCENTS_BELOW, "underset")):
        if accent := accents.get(script.strip()):
            text = rf"\{accent}{{{text}}}"
        elif script.strip():
            text = rf"\{command}{{{script.strip()}}}{{{text}}}"
    return text


def _write_multiscripts(page: Page, row: int, parts: list[str]) -> str:
    """Write scripts on both sides, as in ¹⁴₆C."""
    names = [page.name(child) for child in _list_children(page, row)]
    mark = names.index("mprescripts") if "mprescripts" in names else len(names)
    before, after = _write_script_pairs(parts[mark + 1 :]), _write_script_pairs(parts[1:mark])
    return ("{}" + before if before else "") + _brace_base(parts[0]) + after


def _write_script_pairs(parts: list[str]) -> str:
    """Write alternating lower and upper scripts; each further pair gets an empty base."""
    pairs = zip_longest(parts[::2], parts[1::2], fillvalue="")
    return "{}".join(filter(None, (_write_scripts(below, above) for below, above in pairs)))


# -- elements whose attributes matter -------------------------------------------------------------------


def _write_fraction(page: Page, row: int, parts: list[str]) -> str:
    r"""Write a fraction; one without a line uses ``\atop``."""
    above, below = parts[0].strip(), parts[1].strip()
    has_no_line = _NO_LINE.match(page.value(row, "linethickness") or "")
    return rf"{{{above} \atop {below}}}" if has_no_line else rf"\frac{{{above}}}{{{below}}}"


def _write_fenced(page: Page, row: int, parts: list[str]) -> str:
    stated = [page.value(row, name) for name in ("open", "separators", "close")]
    start, between, end = (
        (usual if value is None else value.strip()).translate(_TRANSLATION)
        for value, usual in zip(stated, "(,)", strict=True)
    )
    return start + between[:1].join(parts) + end


def _write_enclosed(page: Page, row: int, parts: list[str]) -> str:
    names = (page.value(row, "notation") or "longdiv").split()
    command = next((_ENCLOSURES[name] for name in names if name in _ENCLOSURES), "boxed")
    return rf"\{command}{{{''.join(parts).strip()}}}"


def _write_space(page: Page, row: int, _: list[str]) -> str:
    return r"\quad " if _WIDE.match(page.value(row, "width") or "") else ""


# -- tables ---------------------------------------------------------------------------------------------


def _write_matrix(page: Page, row: int, depth: int) -> str:
    """Write a matrix, or a numbered formula for one labelled line."""
    lines = [line for line in _list_children(page, row) if page.is_text[line] or _list_children(page, line)]
    if len(lines) == 1 and page.name(lines[0]) == "mlabeledtr":
        label, *cells = _list_children(page, lines[0])
        parts = [_convert_element(page, cell, depth + 2) for cell in cells]
        return "".join([*parts, _write_equation_tag(page, row, label)])
    texts = [_convert_element(page, line, depth + 1) for line in lines]
    return r"\begin{matrix}" + r" \\ ".join(texts) + r"\end{matrix}" if texts else ""


def _write_equation_tag(page: Page, row: int, label: int) -> str:
    """Write the label of a formula; only display formulas can have a tag."""
    while page.name(row) != "math":
        row = int(page.parent[row])
    text = "".join(_escape_text(page.row_text(label)).split())
    if not text or not is_display(page, row):
        return rf"\quad\text{{{text}}}" if text else ""
    return rf"\tag{{{text[1:-1]}}}" if text[0] + text[-1] == "()" else rf"\tag*{{{text}}}"


# Least number of children, and what is made of them.
_RULES: dict[str, tuple[int, Callable[[Page, int, list[str]], str]]] = {
    "msup": (2, lambda _, __, p: _brace_base(p[0]) + _write_scripts("", p[1])),
    "msub": (2, lambda _, __, p: _brace_base(p[0]) + _write_scripts(p[1], "")),
    "msubsup": (3, lambda _, __, p: _brace_base(p[0]) + _write_scripts(p[1], p[2])),
    "mmultiscripts": (1, _write_multiscripts),
    "munder": (2, lambda _, __, p: _write_stacked(p[0], p[1], "")),
    "mover": (2, lambda _, __, p: _write_stacked(p[0], "", p[1])),
    "munderover": (3, lambda _, __, p: _write_stacked(*p[:3])),
    "mfrac": (2, _write_fraction),
    "mfenced": (0, _write_fenced),
    "menclose": (1, _write_enclosed),
    "mspace": (0, _write_space),
    "msqrt": (1, lambda _, __, p: rf"\sqrt{{{''.join(p).strip()}}}"),
    "mroot": (2, lambda _, __, p: rf"\sqrt[{p[1].strip()}]{{{p[0].strip()}}}"),
    "mphantom": (1, lambda _, __, p: rf"\phantom{{{''.join(p).strip()}}}"),
    "mtr": (1, lambda _, __, p: " & ".join(p)),
    "mlabeledtr": (1, lambda _, __, p: " & ".join(p)),
}
