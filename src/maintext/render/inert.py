"""LaTeX that means the same to KaTeX and MathJax and nothing to a Markdown renderer.

A renderer without support for formulas reads what stands between the dollars as Markdown.
"""

from __future__ import annotations

import re

__all__ = ["inert_latex"]

# Commands of MathJax and KaTeX that link, load or set attributes of HTML, with the arguments that say what.
# A \bbox may keep options that name no function of CSS.
_OPTIONS, _GROUP = r"(?:\s*\[[^][]*\])?", r"(?:\s*\{[^{}]*\})?"
_ACTIVE = re.compile(
    r"(?P<kept>\\(?:[^a-zA-Z]|bbox\s*\[[^][{}()\\]*\]))|(?P<quote>``?)|(?P<cut>\\\Z)|(?P<url>\\url(?![a-zA-Z]))"
    r"|\\(?:href|class|cssId|style|data|html(?:Class|Id|Style|Data)|csname)(?![a-zA-Z])" + _GROUP
    + rf"|\\includegraphics(?![a-zA-Z]){_OPTIONS}{_GROUP}|\\mmlToken(?![a-zA-Z]){_GROUP}{_OPTIONS}"
    + rf"|\\bbox(?=\s*\[){_OPTIONS}"
)  # fmt: skip
# A parenthesis that is the argument of the command before it.
_ARGUMENT = re.compile(r"(\\(?:sqrt|smash|cfrac|x(?:[a-zA-Z]*arrow|mapsto|tofrom))\s*\[[^][]*\]\s*)\(")
# Text, in which MathJax shows spaces and braces.
_TEXT = r"(?P<text>\\(?:text[a-zA-Z]*|[mh]box)\s*\{)(?P<words>(?:[^\\{}]|\\.)*+)\}"
# Where Markdown would read a link, a picture, a note, a tag or an address: a space is put behind some and
# an empty group behind others. Dots and slashes make addresses where a host may follow.
_SPACED = r"<(?=[a-zA-Z/!?]|[^\s<>]*(?:@|\Z))|!(?=\[)|\[(?=[\[^])"
_PARTED = (
    r"\](?=\s*\()|(?<=:)/(?=/)|/(?=/[^\s/]*(?:\.|localhost))|(?<=www)\.|(?<=\w)\.(?=[^\W\d_]{2})"
    r"|[\w.+;:&=,\"~-](?=@)"
)
_READ = re.compile(rf"(?P<spaced>{_SPACED})|(?P<parted>{_PARTED})")
_READ_OUTSIDE_TEXT = re.compile(rf"(?P<break>\\\\)|{_TEXT}|{_READ.pattern}")
# One of these is in all LaTeX that changes; most has none.
_SIGNS = re.compile(r"[][<`@/.]|\\(?:href|url|class|cs|style|data|html|incl|mmlT|\Z)")
# A dimension like {1.cm}, which an empty group behind its dot would break.
_SIZE = re.compile(r"(?<=[{\[])(-?\d+)\.(?=[a-z]{2}[}\]])")


def inert_latex(latex: str) -> str:
    r"""Return LaTeX in which Markdown reads no link, picture, note, HTML or code.

    What Markdown reads is parted in a way that TeX does not see: ``](`` becomes ``]{}(`` and ``<b``
    becomes ``< b``. Commands that link, load or set attributes are left out with their address: of
    ``\href{address}{x}`` stays ``x``. A backtick becomes the quotation mark that TeX sets for it.

    Parameters
    ----------
    latex
        LaTeX on one line.
    """
    if not _SIGNS.search(latex):
        return latex.strip()
    latex = _ARGUMENT.sub(r"\1{(}", _SIZE.sub(r"\1.0", _ACTIVE.sub(_without_action, latex)))
    latex = _READ_OUTSIDE_TEXT.sub(_parted, latex).strip()
    # At the end, a "<" would have the text after the formula for its tag or address.
    return latex[:-1] + r"\lt" if latex.endswith("<") else latex


def _without_action(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind == "kept":
        return match[0]
    # A space keeps the commands on both sides of what is left out from becoming one.
    return {"``": "“", "`": "‘", "\\": "", r"\url": r"\texttt"}.get(match[0], " ")


def _parted(match: re.Match[str]) -> str:
    if match["spaced"]:
        return match[0] + " "
    if match["parted"]:
        return match[0] + "{}"
    if match["break"] or not _READ.search(match["words"]):
        return match[0]
    if "$" in match["words"] or r"\(" in match["words"]:  # formulas within the text
        return _READ.sub(lambda found: found[0] + (" " if found["spaced"] else "{}"), match[0])
    # Two texts side by side are read as one.
    between = "}" + match["text"]
    return "{" + match["text"] + _READ.sub(lambda found: found[0] + between, match["words"]) + "}}"
