"""Selection to GitHub-flavoured Markdown: the parser's renderer on the kept HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.parser import to_markdown
from maintext.render.html import TAGS, clean_markup
from maintext.render.markup import nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.options import Options
    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["render_markdown"]

# Markdown has no players. Tables stay even when they are not shown as such: the renderer separates cells.
_TAGS = TAGS - {"audio", "video"}
_IMAGES = frozenset({"img", "picture", "source"})
_TABLE_PARTS = ("table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th")
_MANY_BLOCKS = 3
_EMPHASIS = "a|b|code|del|em|i|ins|kbd|mark|q|s|samp|strike|strong|sub|sup|u|var"
_BREAKS = re.compile(
    rf"<pre[\s>].*?</pre>|<(?P<slash>/?)(?:{_EMPHASIS})(?=[\s>])|(?P<breaks><br[^<>]*>(?:(?:\s|&nbsp;)*<br[^<>]*>)+)",
    re.DOTALL,
)

# The renderer writes HTML beside letters that are not ASCII, where marks do as well. Code stays as it is.
_HTML_EMPHASIS = re.compile(
    r"(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)"
    r"|(?<![*\\])<(strong|em)>(\w|\w[^<>*`\n]*\w)</\2>(?!\*|<strong>|<em>)",
    re.DOTALL,
)


def render_markdown(page: Page, selection: Selection, options: Options) -> str:
    """Return the kept part of a page as Markdown.

    ``options.links``, ``images`` and ``tables`` choose what is shown; the words stay the same. Two
    line breaks in a row end a paragraph. Tables that lay out the page are not written as tables.
    """
    tags = _TAGS if options.images else _TAGS - _IMAGES
    markup = clean_markup(page, selection, tags, _layout_tables(page, selection.keep))
    shown = {"links": options.links, "images": options.images, "tables": options.tables}
    markdown = to_markdown(_with_paragraphs(markup), base_url=page.url, **shown)
    has_emphasis = "<strong>" in markdown or "<em>" in markdown
    return _HTML_EMPHASIS.sub(_with_marks, markdown) if has_emphasis else markdown


def _layout_tables(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Rows of the tables that lay out the page, with their parts.

    Those of which one cell is kept only, or a cell with several blocks: in Markdown a cell is one line.
    """
    table = nearest(page, ("table",))
    texts = np.flatnonzero(kept & (page.n_chars > 0))
    begins_block = np.zeros(len(page), dtype=np.bool_)
    begins_block[texts[np.unique(page.block[texts], return_index=True)[1]]] = True
    n_blocks = page.subtree_sum(begins_block)
    cells = np.flatnonzero(page.is_tag(("td", "th")) & (table >= 0) & (n_blocks > 0))
    n_cells = np.bincount(table[cells], minlength=len(page))
    most_blocks = np.zeros(len(page), dtype=np.int64)
    np.maximum.at(most_blocks, table[cells], n_blocks[cells])
    is_layout = (n_cells == 1) | (most_blocks >= _MANY_BLOCKS)
    chosen: NDArray[np.bool_] = page.is_tag(_TABLE_PARTS) & (table >= 0) & is_layout[table]
    return chosen


def _with_paragraphs(markup: str) -> str:
    """Put the end of a paragraph where line breaks follow one another, but not inside emphasis."""
    n_open = 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal n_open
        if match["slash"] is not None:
            n_open += -1 if match["slash"] else 1
        return "<p></p>" if match["breaks"] and n_open == 0 else match[0]

    return _BREAKS.sub(replaced, markup) if "<br" in markup else markup


def _with_marks(match: re.Match[str]) -> str:
    """Emphasis in marks; it begins and ends with a letter, so the marks stand as Markdown wants them."""
    mark = {"strong": "**", "em": "*", None: ""}[match[2]]
    return f"{mark}{match[3]}{mark}" if mark else match[0]
