"""Selection to GitHub-flavoured Markdown: the parser's renderer on the kept markup, edited before and after.

The renderer is fast and writes paragraphs, lists, emphasis and escapes well. What it does not know is
edited in the markup before (see the modules beside this one); what Markdown must hold as it is, such as
LaTeX, is written as a number between two characters that no page has, and put in its place afterwards.
"""

from __future__ import annotations

import html
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.parser import to_markdown
from maintext.html.tags import tag_mask
from maintext.metadata.address import base_url
from maintext.metadata.resolving import resolving
from maintext.render import blocks
from maintext.render.apart import with_paragraphs, without_indents
from maintext.render.clean import COPY, HAS_BREAKS, HAS_EDGES, HAS_STYLE, RESOLVE, Policy, cleaned
from maintext.render.code import CODE, find_code
from maintext.render.emphasis import with_marks
from maintext.render.formula import find_formulas
from maintext.render.markup import Edits, kept_markup
from maintext.render.mathml import is_display
from maintext.render.notes import edit_notes, finished_notes
from maintext.render.pictures import edit_pictures
from maintext.render.regions import regions_of
from maintext.render.scene import scene_of
from maintext.render.spaces import with_spaces
from maintext.render.tables import CELL_BREAK, edit_tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.options import Options
    from maintext.render.regions import Regions
    from maintext.render.scene import Scene
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]

__all__ = ["render_markdown"]

_CODE, _MATH, _TABLE = tag_mask(("code",)), tag_mask(("math",)), tag_mask(("table",))
_PLAYERS = tag_mask(("video", "audio", "iframe", "embed"))

# Where all alternatives of a pattern begin with a letter or sign, the search for it is fast.
_OPAQUE = re.compile("\x04(\\d+)\x05")
_SUB_TAG = re.compile(r"<(/?)(su[bp])(?:\s[^<>]*)?>")
_SUB_TAGS = tag_mask(("sub", "sup"))
# Elements as bits, for a quick look at what a page needs.
_KINDS = (
    blocks.UNKNOWN, tag_mask(("ol",)), tag_mask(("dl", "summary")), tag_mask(("a",)), tag_mask(("rt",)),
    tag_mask(("pre", "listing", "xmp", "table")), CODE, _TABLE, tag_mask(("img",)), _MATH,
    _PLAYERS, tag_mask(("input",)), tag_mask(("li",)),
)  # fmt: skip
(
    _UNKNOWN, _LISTS, _DEFINITIONS, _LINKS, _RUBY, _MAY_BE_CODE, _CODE_PARTS, _TABLES, _PICTURES, _FORMULAS,
    _PLAYING, _BOXES, _ITEMS, _ALWAYS,
) = (1 << bit for bit in range(len(_KINDS) + 1))  # fmt: skip
_KIND_OF = np.zeros(len(_MATH), dtype=np.uint16)
for _bit, _mask in enumerate(_KINDS):
    _KIND_OF[_mask] |= 1 << _bit
# What a step needs among the elements with kept text, and the step.
_STEPS: tuple[tuple[int, Callable[[Scene, Edits], None]], ...] = (
    (_UNKNOWN, blocks.edit_unknown),
    (_LISTS, blocks.edit_lists),
    (_ALWAYS, blocks.edit_headings),
    (_DEFINITIONS, blocks.edit_definitions),
    (_LINKS, blocks.edit_links),
    (_ALWAYS, blocks.edit_callouts),
    (_RUBY, blocks.edit_ruby),
    (_LINKS, edit_notes),
)
_SUB_MARKS = {"sub": "\x0e", "/sub": "\x0f", "sup": "\x10", "/sup": "\x11"}
_SUB_SPACE = re.compile("([\x0e\x10])\\s+")  # a tag alone on a line would begin a block of HTML
# LaTeX that a script of the page would set: between \( \), \[ \], $ $ or $$ $$ or in an environment for
# formulas, in one text. A $ is a delimiter as Pandoc reads it (nothing blank on its inner side, no digit
# behind the last one), and no letter on the outer side of either, which parts formulas from variables of
# shells and from prices.
_RAW_LATEX = re.compile(
    r"<(?:pre|code)[\s>].*?</(?:pre|code)>|<[^<>]*>|\\\((?P<inline>[^<>]{1,2000}?)\\\)"
    r"|\\\[(?P<display>[^<>]{1,4000}?)\\\]|\$\$(?P<dollars>[^<>$]{1,4000}?)\$\$"
    r"|\$(?<![\w\\$]\$)(?P<dollar>[^\s<>$](?:[^<>$]{0,998}[^\s\\<>$])?)\$(?![\w$])"
    r"|(?P<environment>\\begin\{(?P<name>(?:(?P<outer>equation|align(?:at)?|gather|multline|eqnarray|flalign"
    r"|displaymath)|aligned|gathered|split|cases|array|[bBpvV]?matrix)\*?)\}[^<>]{1,4000}?\\end\{(?P=name)\})",
    re.DOTALL,
)
# A pattern that begins with one character is found fast.
_MAY_BE_LATEX = {
    "\\": re.compile(r"\\(?:[(\[]|begin\{)"),
    "$": re.compile(r"\$(?:\$|(?<![\w\\$]\$)[^\s<>$](?:[^<>$]{0,998}[^\s\\<>$])?\$(?![\w$]))"),
}
# What is between $ and $ is LaTeX if Markdown would read a mark in it: others are the same as text.
_LIKE_LATEX = re.compile(r"\\[a-zA-Z{},;!|]|[\w)}\]'|][_^][\w{\\(*+'-]|\w ?\* ?\w")

_EMPTY_LINK = re.compile(r"\[\](?<![!\\]\[\])\((?:<[^<>\n]*>|[^()\s]*)\)")
_POLICY = Policy.build(
    {
        "*": {"href": RESOLVE, **dict.fromkeys("src alt type title start value checked".split(), COPY)},
        "code": {"class": COPY},
        "pre": {"class": COPY},
    },
    keeps_attributes=("table", "ol"),  # which the renderer may write as they are
)
_PLAIN_LINK = re.compile(r"https?://[^\s\[\]]*\Z")
_HREF = ' href="'
_UNSAFE = re.compile(r"(?!https?:|mailto:|tel:|ftp:)[a-z][a-z0-9+.\s-]*:", re.IGNORECASE)
_STYLE = re.compile(r' style="[^"]*"')  # of which the renderer reads white-space
_CELL_BREAKS = re.compile(rf"{CELL_BREAK}[{CELL_BREAK} ]*")
_ALERT = re.compile(r"^((?:> ?)+\[![A-Z]+\])\n(?:> ?)+\n(?=[> ]*[^>\s])", re.MULTILINE)


def render_markdown(
    page: Page, selection: Selection, options: Options, regions: Regions | None = None
) -> str:
    """Return the kept part of a page as Markdown.

    ``options.links``, ``images`` and ``tables`` choose what is shown; the words stay the same. Two
    line breaks in a row end a paragraph. Tables that lay out the page are not written as tables.
    ``regions`` are those of the selection, for those who have them already.

    Cost about 1 ms a page: O(n_rows) in numpy, and O(1) for each part that is edited.
    """
    regions = regions or regions_of(page, selection)
    if not regions.kept.any():
        return ""
    scene = scene_of(regions)
    markup = _prepared(scene, *kept_markup(regions, _edits(scene, options)))
    markdown = to_markdown(markup, base_url=None, links=options.links, images=True, tables=options.tables)
    return _finished(markdown, scene, options)


def _edits(scene: Scene, options: Options) -> Edits:
    """Edits of all kinds; of two of one part, the later one wins. What a page has none of costs nothing."""
    edits = Edits()
    kept, there = (int(np.bitwise_or.reduce(_KIND_OF[tags])) for tags in (scene.tags[1], scene.tags[0]))
    for needed, edit in _STEPS:
        if (kept | _ALWAYS) & needed:
            edit(scene, edits)
    if there & _BOXES and kept & _ITEMS:
        blocks.edit_tasks(scene, edits)
    code = _edit_code(scene, edits) if kept & _MAY_BE_CODE and there & _CODE_PARTS else None
    if kept & _TABLES:
        edit_tables(scene, edits, code)
    if there & _PICTURES:
        edit_pictures(scene, edits, shown=options.images)
    if there & _FORMULAS:
        _edit_formulas(scene, edits)
    if there & _PLAYING:
        _edit_players(scene, edits)
    return edits


def _edit_code(scene: Scene, edits: Edits) -> Bool | None:
    """Write blocks of code without what highlighters put into them; return their rows, None for none."""
    page = scene.page
    found = find_code(page, scene.kept)
    if not found:
        return None
    is_block = np.zeros(len(page), dtype=np.bool_)
    for block in found:
        language = f' class="language-{html.escape(block.language)}"' if block.language else ""
        # The parser takes one line break after <pre> away.
        edits.whole[block.row] = f"<pre>\n<code{language}>{html.escape(block.text, quote=False)}</code></pre>"
        is_block[block.row] = True
    # <code> around a block would make a line of it.
    around = scene.rows(_CODE)
    for row in around[page.subtree_sum(is_block)[around] > 0].tolist():
        edits.rename(row, "<div>", "</div>")
    return page.inside(is_block)


def _edit_formulas(scene: Scene, edits: Edits) -> None:
    page = scene.page
    rows = scene.rows_in_main(_MATH)
    for row, latex in find_formulas(page, rows[~page.is_hidden[rows]], scene.kept):
        if latex:
            edits.whole[row] = scene.formula(latex, display=is_display(page, row))


def _edit_players(scene: Scene, edits: Edits) -> None:
    """Write players without kept text as empty blocks, which set apart what is around them."""
    rows = scene.rows_in_main(_PLAYERS)
    edits.whole.update(dict.fromkeys(rows[scene.n_kept[rows] == 0].tolist(), "<div></div>"))


def _prepared(scene: Scene, markup: str, is_broken: bool) -> str:
    """Markup with everything in it that the renderer does not know written another way.

    Attributes that the renderer does not read are left out, so that it has less to parse.
    """
    resolved = resolving(scene.page.cached(base_url))
    markup, has = cleaned(
        markup, scene.page, _POLICY, lambda _tag, _name, link: _link(link, resolved), resolves_places=True
    )
    if has & HAS_STYLE and "white-space" in markup:
        markup = _STYLE.sub("", markup)
    if scene.has(_SUB_TAGS) and "<su" in markup:
        markup = _SUB_TAG.sub(lambda tag: _SUB_MARKS[tag[1] + tag[2]], markup)
    if any(sign in markup and pattern.search(markup) for sign, pattern in _MAY_BE_LATEX.items()):
        markup = _RAW_LATEX.sub(lambda match: _raw_latex(match, scene), markup)
    if is_broken or has & HAS_BREAKS:
        return without_indents(with_paragraphs(markup))
    return without_indents(markup) if has & HAS_EDGES or scene.opaque_texts else markup


def _link(value: str, resolved: Callable[[str], str]) -> str:
    """The attribute of a link with an absolute address; none for what runs a script."""
    if _PLAIN_LINK.match(value):
        return f'{_HREF}{value}"'
    link = html.unescape(value).strip()
    if _UNSAFE.match(link):
        return ""
    try:
        return f'{_HREF}{html.escape(resolved(link))}"'
    except ValueError:  # an unclosed bracket in the host
        return ""


def _raw_latex(match: re.Match[str], scene: Scene) -> str:
    latex = match["inline"] or match["display"] or match["dollars"] or match["dollar"] or match["environment"]
    if latex is None or (match["dollar"] and not _LIKE_LATEX.search(latex)):
        return match[0]  # code, a tag, or a text
    is_display = match["display"] or match["dollars"] or match["outer"]
    return scene.formula(html.unescape(" ".join(latex.split())), display=bool(is_display))


def _finished(markdown: str, scene: Scene, options: Options) -> str:
    """Markdown with everything in its place."""
    # One character is found ten times as fast as several.
    has_code = "`" in markdown
    if "<" in markdown and ("<strong>" in markdown or "<em>" in markdown):
        markdown = with_marks(markdown, has_code=has_code)
    if "&#" in markdown:
        markdown = with_spaces(markdown)
    if "[](" in markdown and _has_empty_link(markdown):
        markdown = _EMPTY_LINK.sub("", markdown)
    if has_code and "```" in markdown:
        markdown = _without_blanks(markdown)
    if scene.has(_TABLE) and CELL_BREAK in markdown:
        markdown = _with_breaks(markdown, "<br>" if options.tables else " ")
    if "\x0e" in markdown or "\x10" in markdown:
        markdown = _SUB_SPACE.sub(r"\1", markdown)
        for name, mark in _SUB_MARKS.items():
            markdown = markdown.replace(mark, f"<{name}>")
    if scene.opaque_texts:
        markdown = _with_opaque_texts(markdown, scene)
    return markdown.strip("\n")


def _with_opaque_texts(markdown: str, scene: Scene) -> str:
    """Markdown with what it must hold as it is, and with notes and alerts, which are made of such."""
    markdown = _OPAQUE.sub(lambda match: scene.opaque_texts[int(match[1])], markdown)
    if "[^" in markdown:
        markdown = finished_notes(markdown)
    return _ALERT.sub(r"\1\n", markdown) if "[!" in markdown else markdown


def _without_blanks(markdown: str) -> str:
    """Markdown with nothing in empty lines, where spaces stand in those of code in a list."""
    return "\n".join([line if line.strip(" \t") else "" for line in markdown.split("\n")])


def _has_empty_link(markdown: str) -> bool:
    """Whether a link may be without text; most of what looks so is a picture."""
    at = markdown.find("[](")
    while at > 0 and markdown[at - 1] == "!":
        at = markdown.find("[](", at + 1)
    return at >= 0


def _with_breaks(markdown: str, mark: str) -> str:
    """Markdown with a mark between the lines of a cell; a space at the begin and end of the cell."""
    lines = _CELL_BREAKS.split(markdown)
    parts: list[str] = []
    for line, after in pairwise(lines):
        before = line.rstrip(" ")
        parts += [before, " " if before.endswith("|") or after.startswith("|") else mark]
    return "".join([*parts, lines[-1]])
