"""Selection to GitHub-flavoured Markdown: the parser's renderer on the kept markup, edited before and after.

The renderer is fast and writes paragraphs, lists, emphasis and escapes well. What it does not know is
edited in the markup before (see the modules beside this one); what Markdown must hold as it is, such as
LaTeX, is written as a number between two characters that no page has, and put in its place afterwards.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.metadata.address import base_url
from maintext.page.parser import to_markdown
from maintext.page.tags import tag_mask
from maintext.render import blocks
from maintext.render.code import find_code
from maintext.render.formula import is_display, latex_of
from maintext.render.links import resolving
from maintext.render.markup import Edits, kept_markup
from maintext.render.notes import edit_notes, finished_notes
from maintext.render.pictures import edit_pictures
from maintext.render.scene import scene_of
from maintext.render.tables import CELL_BREAK, edit_tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.options import Options
    from maintext.page import Page
    from maintext.render.scene import Scene
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]

__all__ = ["render_markdown"]

_KERNEL = compiled("markup")
_CODE, _MATH = tag_mask(("code",)), tag_mask(("math",))
_PLAYERS = tag_mask(("video", "audio", "iframe", "embed"))

# Where all alternatives of a pattern begin with a letter or sign, the search for it is fast.
_OPAQUE = re.compile("\x04(\\d+)\x05")
# Addresses that are not absolute, or that the standard would not take as they are.
_LINK = re.compile(r' href="(?!https?://[^"\s\[\]]*")([^"]*)"')
_HREF = ' href="'
_UNSAFE = re.compile(r"(?!https?:|mailto:|tel:|ftp:)[a-z][a-z0-9+.\s-]*:", re.IGNORECASE)
_SUB_TAG = re.compile(r"<(/?)(su[bp])(?:\s[^<>]*)?>")
_SUB_TAGS = tag_mask(("sub", "sup"))
_SUB_MARKS = {"sub": "\x0e", "/sub": "\x0f", "sup": "\x10", "/sup": "\x11"}
_SUB_SPACE = re.compile("([\x0e\x10])\\s+")  # a tag alone on a line would begin a block of HTML
_EMPHASIS = "a|b|code|del|em|i|ins|kbd|mark|q|s|samp|strike|strong|sub|sup|u|var"
_BREAKS = re.compile(
    rf"<(?:pre[\s>].*?</pre>|(?P<slash>/?)(?:{_EMPHASIS})(?=[\s>])"
    r"|(?P<breaks>br[^<>]*>(?:(?:\s|&nbsp;)*<br[^<>]*>)+))",
    re.DOTALL,
)
_BREAK_BREAK = re.compile(r"<br[^<>]*>(?:\s|&nbsp;)*<br")
# LaTeX that a script of the page would set: between \( \), \[ \] or $$ $$ in one text.
_RAW_LATEX = re.compile(
    r"<(?:pre|code)[\s>].*?</(?:pre|code)>|\\\((?P<inline>[^<>]{1,2000}?)\\\)"
    r"|\\\[(?P<display>[^<>]{1,4000}?)\\\]|\$\$(?P<dollars>[^<>$]{1,4000}?)\$\$",
    re.DOTALL,
)

# The renderer writes HTML beside letters that are not ASCII, where marks do as well. Code stays as it is.
_HTML_EMPHASIS = re.compile(r"<(?P<name>strong|em)>(?P<text>[^<>*`\n]+)</(?P=name)>(?!\*|<strong>|<em>)")
_CODE_OR_EMPHASIS = re.compile(rf"\\.|`(`*).*?(?<!`)`\1(?!`)|``*|{_HTML_EMPHASIS.pattern}", re.DOTALL)
_EMPTY_LINK = re.compile(r"\[\](?<![!\\]\[\])\((?:<[^<>\n]*>|[^()\s]*)\)")
_STYLE = re.compile(r' style="[^"]*"')  # of which the renderer reads white-space
_BLANK_LINE = re.compile(r"^[ \t]+$", re.MULTILINE)  # of code in a list
_CELL_BREAKS = re.compile(rf" *{CELL_BREAK}[{CELL_BREAK} ]*")
_ALERT = re.compile(r"^((?:> ?)+\[![A-Z]+\])\n(?:> ?)+\n(?=[> ]*[^>\s])", re.MULTILINE)


def render_markdown(page: Page, selection: Selection, options: Options) -> str:
    """Return the kept part of a page as Markdown.

    ``options.links``, ``images`` and ``tables`` choose what is shown; the words stay the same. Two
    line breaks in a row end a paragraph. Tables that lay out the page are not written as tables.

    Cost about 1 ms a page: O(n_rows) in numpy, and O(1) for each part that is edited.
    """
    kept = selection.keep & page.is_text & (page.n_chars > 0)
    if not kept.any():
        return ""
    scene = scene_of(page, kept)
    edits = _edits(scene, options)
    markup = _prepared(page, kept_markup(page, selection, edits, scene.in_main), scene)
    markdown = to_markdown(markup, base_url=None, links=options.links, images=True, tables=options.tables)
    return _finished(markdown, scene, options)


def _edits(scene: Scene, options: Options) -> Edits:
    """Edits of all kinds; of two of one part, the later one wins."""
    edits = Edits()
    blocks.edit_unknown(scene, edits)
    blocks.edit_lists(scene, edits)
    blocks.edit_headings(scene, edits)
    blocks.edit_definitions(scene, edits)
    blocks.edit_links(scene, edits)
    blocks.edit_callouts(scene, edits)
    blocks.edit_ruby(scene, edits)
    edit_notes(scene, edits)
    code = _edit_code(scene, edits)
    edit_tables(scene, edits, code)
    edit_pictures(scene, edits, shown=options.images)
    _edit_formulas(scene, edits)
    _edit_players(scene, edits)
    return edits


def _edit_code(scene: Scene, edits: Edits) -> Bool:
    """Write blocks of code without what highlighters put into them; return their rows."""
    page = scene.page
    is_block = np.zeros(len(page), dtype=np.bool_)
    for block in find_code(page, scene.kept):
        language = f' class="language-{html.escape(block.language)}"' if block.language else ""
        # The parser takes one line break after <pre> away.
        edits.whole[block.row] = f"<pre>\n<code{language}>{html.escape(block.text, quote=False)}</code></pre>"
        is_block[block.row] = True
    if not is_block.any():
        return is_block
    # <code> around a block would make a line of it.
    around = scene.rows(_CODE)
    for row in around[page.subtree_sum(is_block)[around] > 0].tolist():
        edits.rename(row, "<div>", "</div>")
    return page.inside(is_block)


def _edit_formulas(scene: Scene, edits: Edits) -> None:
    page = scene.page
    rows = scene.rows_in_main(_MATH)
    for row in rows[~page.is_hidden[rows]].tolist():
        if latex := latex_of(page, row, scene.kept):
            edits.whole[row] = scene.formula(latex, display=is_display(page, row))


def _edit_players(scene: Scene, edits: Edits) -> None:
    """Write players without kept text as empty blocks, which set apart what is around them."""
    rows = scene.rows_in_main(_PLAYERS)
    edits.whole.update(dict.fromkeys(rows[scene.n_kept[rows] == 0].tolist(), "<div></div>"))


def _prepared(page: Page, markup: str, scene: Scene) -> str:
    """Markup with everything in it that the renderer does not know written another way."""
    markup = _with_addresses(markup, resolving(base_url(page)))
    if len(page.attribute("style").row) and "white-space" in markup:
        markup = _STYLE.sub("", markup)
    if scene.has(_SUB_TAGS):
        markup = _SUB_TAG.sub(lambda tag: _SUB_MARKS[tag[1] + tag[2]], markup)
    if ("\\" in markup and ("\\(" in markup or "\\[" in markup)) or ("$" in markup and "$$" in markup):
        markup = _RAW_LATEX.sub(lambda match: _raw_latex(match, scene), markup)
    return _with_paragraphs(markup) if _BREAK_BREAK.search(markup) else markup


def _with_addresses(markup: str, resolved: Callable[[str], str]) -> str:
    """Markup with absolute addresses of links; none for what runs a script."""
    if _KERNEL is not None:
        places = _KERNEL.links(markup)
    else:
        places = [link.span(1) for link in _LINK.finditer(markup)]
    parts: list[str] = []
    done = 0
    for start, end in places:
        begin = start - len(_HREF)
        if markup.rfind("<", done, begin) < markup.rfind(">", done, begin):
            continue  # text that reads like an attribute
        parts += [markup[done:begin], _address(html.unescape(markup[start:end]).strip(), resolved)]
        done = end + 1
    return "".join([*parts, markup[done:]])


def _address(link: str, resolved: Callable[[str], str]) -> str:
    """Attribute with the absolute address of a link; ``""`` for what runs a script."""
    if _UNSAFE.match(link):
        return ""
    try:
        return f'{_HREF}{html.escape(resolved(link))}"'
    except ValueError:  # an unclosed bracket in the host
        return ""


def _raw_latex(match: re.Match[str], scene: Scene) -> str:
    latex = match["inline"] or match["display"] or match["dollars"]
    if latex is None:
        return match[0]  # code
    return scene.formula(html.unescape(" ".join(latex.split())), display=match["inline"] is None)


def _finished(markdown: str, scene: Scene, options: Options) -> str:
    """Markdown with everything in its place."""
    # One character is found ten times as fast as several.
    has_code = "`" in markdown
    if "<" in markdown and ("<strong>" in markdown or "<em>" in markdown):
        pattern = _CODE_OR_EMPHASIS if has_code else _HTML_EMPHASIS
        markdown = pattern.sub(_with_marks, markdown)
    if "[](" in markdown:
        markdown = _EMPTY_LINK.sub("", markdown)
    if has_code and "```" in markdown:
        markdown = _BLANK_LINE.sub("", markdown)
    if CELL_BREAK in markdown:
        mark = "<br>" if options.tables else " "
        markdown = _CELL_BREAKS.sub(lambda breaks: " " if _is_at_edge(breaks) else mark, markdown)
    if any(mark in markdown for mark in _SUB_MARKS.values()):
        markdown = _SUB_SPACE.sub(r"\1", markdown)
        for name, mark in _SUB_MARKS.items():
            markdown = markdown.replace(mark, f"<{name}>")
    if scene.opaque_texts:
        markdown = _OPAQUE.sub(lambda match: scene.opaque_texts[int(match[1])], markdown)
        markdown = _ALERT.sub(r"\1\n", finished_notes(markdown))
    return markdown.strip("\n")


def _is_at_edge(match: re.Match[str]) -> bool:
    """Whether breaks stand at the begin or end of a cell."""
    source, start, end = match.string, match.start(), match.end()
    return source[start - 1 : start] == "|" or source[end : end + 1] == "|"


def _with_paragraphs(markup: str) -> str:
    """Put the end of a paragraph where line breaks follow one another, but not inside emphasis."""
    n_open = 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal n_open
        if match["slash"] is not None:
            n_open += -1 if match["slash"] else 1
        return "<p></p>" if match["breaks"] and n_open == 0 else match[0]

    return _BREAKS.sub(replaced, markup)


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
