"""What sets texts apart in markup and Markdown: in the place of removed parts, of line breaks, of indents."""

from __future__ import annotations

import re

from maintext._core.markup import end_paragraphs, set_apart, strip_lines
from maintext.html.tags import BLOCK
from maintext.render.closing import CLOSING

__all__ = ["SEEN_NAMES", "as_html", "with_paragraphs", "without_indents"]

SEEN_NAMES = frozenset(("img", "video", "audio", "math", "iframe", "embed"))
"""Elements of which something is to be seen, without text too."""
_RAW_TAG = re.compile(r"(</?)(?:listing|plaintext|xmp)(?=[\s/>])")
# A mark and a number stand for a removed part, until it is known whether other markup does its work: 1, the
# texts on its two sides want a space between them, but not before a comma or the like; 2, a line break; 3,
# two; 4, a space in any case. No page has this character.
_SIGN = "\x01"
_BLOCK_NAMES = BLOCK - {"#custom"}
_EMPHASIS = frozenset("a b code del em i ins kbd mark q s samp strike strong sub sup u var".split())
_BREAK_BREAK = re.compile(r"<br[^<>]*>(?:\s|&nbsp;)*<br")


def as_html(markup: str, *, has_raw_text: bool) -> tuple[str, bool]:
    """Return markup with marks so that a parser of HTML reads the same elements, and texts stay apart.

    Parameters
    ----------
    markup
        What is kept, with marks in the place of removed parts.
    has_raw_text
        Whether a tag of :data:`maintext.render.markup.RAW_TEXT` stands on the page.

    Returns
    -------
    markup
        Without marks.
    has_breaks
        Whether line breaks stand in the place of marks.
    """
    has_breaks = False
    if _SIGN in markup:
        markup, has_breaks = set_apart(markup, _BLOCK_NAMES, SEEN_NAMES, CLOSING)
    return _RAW_TAG.sub(r"\1pre", markup) if has_raw_text else markup, has_breaks


def with_paragraphs(markup: str) -> str:
    """Put the end of a paragraph where line breaks follow one another, but not inside emphasis."""
    found: str = end_paragraphs(markup, _EMPHASIS) if _BREAK_BREAK.search(markup) else markup
    return found


def without_indents(markup: str) -> str:
    """Return markup without white space that HTML shows at ends of lines, and breaks that begin blocks.

    Chinese pages indent paragraphs by wide spaces, others by such that do not break. What is in ``<pre>``
    stays.
    """
    found: str = strip_lines(markup, _BLOCK_NAMES, SEEN_NAMES)
    return found
