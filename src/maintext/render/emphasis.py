"""Emphasis that the renderer writes as HTML, in the marks of Markdown where they work."""

from __future__ import annotations

import re
import unicodedata

from maintext._core.markup import find_emphasis

__all__ = ["with_marks"]

# The renderer writes HTML beside letters that are not ASCII, where marks do as well. Code stays as it is.
_HTML_EMPHASIS = re.compile(r"<(?P<name>strong|em)>(?P<text>[^<>*`\n]+)</(?P=name)>(?!\*|<strong>|<em>)")
_CODE_OR_EMPHASIS = re.compile(rf"\\.|`(`*).*?(?<!`)`\1(?!`)|``*|{_HTML_EMPHASIS.pattern}", re.DOTALL)


def with_marks(markdown: str, *, has_code: bool) -> str:
    """Return Markdown in which ``<strong>`` and ``<em>`` are marks where those work; code stays as it is.

    Parameters
    ----------
    markdown
        What the renderer wrote.
    has_code
        Whether there is a backtick in it.
    """
    starts = find_emphasis(markdown)
    if starts is None:
        return (_CODE_OR_EMPHASIS if has_code else _HTML_EMPHASIS).sub(_with_marks, markdown)
    parts: list[str] = []
    done = 0
    for start in starts:
        if found := _HTML_EMPHASIS.match(markdown, start):
            parts += [markdown[done:start], _with_marks(found)]
            done = found.end()
    return "".join([*parts, markdown[done:]])


def _with_marks(match: re.Match[str]) -> str:
    """Emphasis in marks where they work beside the letters around (CommonMark 0.31, 6.2), else as it is."""
    text, source = match["text"], match.string
    if text is None:
        return match[0]
    before, after = source[match.start() - 1 : match.start()], source[match.end() : match.end() + 1]
    if before in {"*", "\\"} or not (_stands_beside(text[0], before) and _stands_beside(text[-1], after)):
        return match[0]
    mark = {"strong": "**", "em": "*"}[match["name"]]
    return f"{mark}{text}{mark}"


def _stands_beside(letter: str, outside: str) -> bool:
    """Whether a mark works between the first or last letter of emphasis and what is beside it."""
    if letter.isalnum():
        return True
    return not _is_space(letter) and (not _is_sign(letter) or _is_space(outside) or _is_sign(outside))


def _is_space(letter: str) -> bool:
    return not letter or letter.isspace()


def _is_sign(letter: str) -> bool:
    """Whether CommonMark takes a character for punctuation: Unicode's categories P and S."""
    return bool(letter) and unicodedata.category(letter)[0] in "PS"
