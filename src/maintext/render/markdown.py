"""Render a selection as GitHub-flavoured Markdown.

The parser's renderer handles paragraphs, lists, emphasis and escapes. The modules next to this one edit the
markup where the renderer falls short. Texts that must stay unchanged, such as LaTeX, become numbered
placeholders of control characters, and are inserted after rendering.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

from maintext.html import Page
from maintext.html.parser import to_markdown
from maintext.html.tags import tag_mask
from maintext.html.urls import base_url, url_joiner
from maintext.options import Options
from maintext.render import blocks, notes, quill
from maintext.render.code import edit_code
from maintext.render.formula import edit_formulas, write_formula
from maintext.render.markup import (
    ASK,
    COPY,
    HAS_BREAKS,
    HAS_EDGES,
    INDENT,
    RESOLVE,
    Edits,
    Policy,
    drop_hollow_elements,
    end_paragraphs_at_breaks,
    minify_markup,
    strip_line_indents,
    write_kept_markup,
)
from maintext.render.pictures import edit_pictures, edit_players
from maintext.render.regions import Regions, RenderContext, regions_of
from maintext.selection import Selection

__all__ = ["render_markdown"]

_TABLE, _Q = tag_mask(("table",)), tag_mask(("q",))

# Where all alternatives of a pattern begin with a letter or sign, the search for it is fast. What must not
# stand before that sign is then looked for after it: \$(?<!\w\$) is (?<!\w)\$.
_OPAQUE = re.compile("\x04(\\d+)\x05")
_SUB_OR_SUP = re.compile(
    r"<(?P<name>su[bp])(?:\s[^<>]*)?>(?P<before>(?:\s{0,9}<[^/<>][^<>]*>){0,4})(?P<text>[^<>]*)"
    r"(?P<after>(?:</[^<>]*>\s{0,9}){0,4}?)</(?P=name)>|</?su[bp](?:\s[^<>]*)?>"
)
_SUB_TAGS = tag_mask(("sub", "sup"))
_STEPS: tuple[Callable[[RenderContext, Edits], None], ...] = (
    blocks.edit_lists, blocks.edit_containers, quill.edit_quill_lists, blocks.edit_quotes,
    blocks.edit_custom_lines, blocks.edit_styles, blocks.edit_headings, blocks.edit_tabs,
    blocks.edit_definitions, blocks.edit_links, blocks.edit_callouts, blocks.edit_ruby, notes.edit_notes,
    blocks.edit_tasks,
)  # fmt: skip
# LaTeX that a script of the page would set: between \( \), \[ \], $ $, $$ $$ or $$$ $$$ (in a line, on
# Codeforces) or in an environment for formulas, in one text. A $ is a delimiter as Pandoc reads it (no space
# on its inner side, no digit after the closing one), and no letter stands on the outer sides. This excludes
# shell variables and prices.
_RAW_LATEX = re.compile(
    r"<(?:pre|code)[\s>].*?</(?:pre|code)>|<[^<>]*>|\\\((?P<inline>[^<>]{1,2000}?)\\\)"
    r"|\\\[(?P<display>(?>(?>[^<>\\]+|\\[^][<>]|<br/?>)+))\\\]"
    r"|\$\$\$(?P<three>[^\s<>$](?:[^<>$]{0,998}[^\s<>$])?)\$\$\$"
    r"|(?<!\$)\$\$(?P<dollars>(?>(?>[^<>$]+|<br/?>)+))\$\$(?!\$)"
    r"|\$(?<![\w\\$]\$)(?P<dollar>[^\s<>$](?:[^<>$]{0,998}[^\s\\<>$])?)\$(?![\w$])"
    r"|(?P<environment>\\begin\{(?P<name>(?:(?P<outer>equation|align(?:at)?|gather|multline|eqnarray|flalign"
    r"|displaymath)|aligned|gathered|split|cases|array|[bBpvV]?matrix)\*?)\}"
    r"(?>(?>[^<>\\]+|\\(?!(?:begin|end)\{(?P=name)\})[^<>]|<br/?>)+)\\end\{(?P=name)\})",
    re.DOTALL,
)
_GAPS = re.compile(r"(?:\s|<br/?>)+")
_MAY_BE_LATEX = {
    "\\": re.compile(r"\\(?:[(\[]|begin\{)"),
    "$": re.compile(r"\$(?:\$|(?<![\w\\$]\$)[^\s<>$](?:[^<>$]{0,998}[^\s\\<>$])?\$(?![\w$]))"),
}
# What is between $ and $ is LaTeX if Markdown would read a mark in it: others are the same as text.
_LIKE_LATEX = re.compile(r"\\[a-zA-Z{},;!|]|[\w)}\]'|][_^][\w{\\(*+'-]|\w ?\* ?\w")

# What stands between $$ and $$ where they tell how dear a restaurant is.
_BETWEEN_PRICES = re.compile(r"(?!.*[\\^_={}])(?:.*[^\W\d_]{3}|[\W_]*\Z)", re.DOTALL)

_FENCED = r"^[ >]*(?P<fence>`{3,})[^`\n]*$.*?^[ >]*(?P=fence) *$"
# Two or more lines or paragraphs that begin with the same sign; code stays.
_BULLETS = "•●▪■·∙◦‣◆◇►▶➤➢❖"
_LINE = r"[^\S\n]*(?![+#>-]|\d+[.)])\S[^\n]*\n"
_TYPED_LIST = re.compile(
    rf"^(?P<fence>`{{3,}})[^`\n]*$.*?^(?P=fence) *$|^(?P<sign>[{_BULLETS}]){_LINE}(?:\n?(?P=sign){_LINE})+",
    re.MULTILINE | re.DOTALL,
)
# After a colon, two lines or more that begin with a hyphen, three or more with a dash: two may be a talk.
_ANNOUNCED_LIST = re.compile(
    r"\n`{3,}[^`\n]*\n.*?\n`{3,} *(?=\n)|(?P<end>[:：]\**)(?:  )?\n\n?(?P<items>"
    rf"(?P<hyphen>\\-(?= )){_LINE}(?:\n?(?P=hyphen){_LINE})+"
    rf"|(?P<dash>[–—]){_LINE}(?:\n?(?P=dash){_LINE}){{2,}})",
    re.DOTALL,
)
# Items that begin with a box, as AsciiDoctor, Org mode and people write them, one of them open; code stays.
_OPEN_BOXES = "❏ ", "☐ ", "`[ ]` ", "`[\xa0]` ", "\\[ \\] "
_TYPED_BOX = re.compile(
    rf"{_FENCED}|^(?P<item>[ >]*(?:[-*]|\d+[.)]) )"
    r"(?:(?P<open>❏|☐|`\[[ \xa0]\]`|\\\[ \\\])|✓|☑|`\[X\]`|\\\[[xX]\\\]) ",
    re.MULTILINE | re.DOTALL,
)
_NOT_BEFORE_LIST = (" ", ">", "-", "|", *"0123456789")
# A paragraph of three or more of one sign; code stays.
_TYPED_RULE = re.compile(
    r"(?P<fence>\n`{3,}[^`\n]*\n.*?\n`{3,} *(?=\n))"
    r"|\n\n(?:\\(?P<sign>[*_=~#-])(?: ?\\?(?P=sign)){2,}|—(?: ?—){2,}) *(?=\n\n)",
    re.DOTALL,
)
# Begins an item of such a list or such a rule.
_LINE_SIGN = re.compile(r"\n(?:\\[*_=~#-]|[–—])")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2}")
# The renderer escapes "3.5" as if it numbered an item, which a space would follow, writes a rule in an item
# right below a line, which makes a heading of that line, and a second line break as a line of its own. A rule
# before another one is what a dropped text leaves. Prose, in which none of this begins, is skipped at once.
_FLAWS = re.compile(
    rf"{_FENCED}|"
    r"\n(?:[ \t]*\n){2,}|\n\n(?:\\\n)+"
    r"|^(?P<number>[ >]*(?:(?:[-*]|\d+[.)]) )*\d+)\\(?=[.)][^\s\\])"
    r"|(?P<line>[^\s|>]\n)(?P<indent>[ >]+)(?=---$)"
    r"|  (?P<break>\n[ >]*)(?:\\\n[ >]*)*\\(?=\n)|^(?P<rule>[ >]*)---\n[ >]*\n(?=(?P=rule)---$)"
    r"|(?P<prose>[^\n]+(?=[^\n]{3}\n))",
    re.MULTILINE | re.DOTALL,
)
_FLAW_SIGNS = re.compile(r"\\[.)\n]"), re.compile(r"---\n(?:\n---|(?<=  ---\n))"), _BLANK_LINES
_WITHOUT_WIDTH = {sign: re.compile(sign) for sign in "\xad\u2060\ufeff"}
# It parts the words of Thai, Lao, Tibetan, Burmese and Khmer.
_WITHOUT_WIDTH["\u200b"] = re.compile("\u200b(?<![\u0e00-\u109f\u1780-\u17ff]\u200b)")
# It joins emoji, and letters of India.
_WITHOUT_WIDTH["\u200d"] = re.compile("\u200d(?<![^\\s\\x00-\\x7f]\u200d)")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")  # where marks of direction have a meaning
_EMPTY_LINK = re.compile(r"\[\](?<![!\\]\[\])\((?:<[^<>\n]*>|[^()\s]*)\)")
_ACTIONS: dict[str, dict[str, int]] = {
    "*": {"href": RESOLVE, "start": ASK, **dict.fromkeys("src alt type checked".split(), COPY)},
    "img": {"title": COPY},  # that of a link is shown to a mouse; half of them repeat the text
    "code": {"class": COPY},
    "pre": {"class": COPY},
}
# With and without links: emphasis around and in one that is not shown would be left in pieces.
_POLICIES = {
    True: Policy.build(_ACTIONS, blocks.STAND_INS),
    False: Policy.build(_ACTIONS, {**blocks.STAND_INS, "a": ""}),
}
_PLAIN_LINK = re.compile(r"https?://[^\s\[\]]*\Z")
_HREF = ' href="'
_UNSAFE = re.compile(r"(?!https?:|mailto:|tel:|ftp:)[a-z][a-z0-9+.\s-]*:|#\Z", re.IGNORECASE)
# Editors write a list for each item, and shops one in each box.
_NEXT_LIST = re.compile(r"</ul>\s*(?P<ends>(?:</div>\s*)*)(?P<starts>(?:<div>\s*)*)<ul>")
# Markdown has no means for neighbours; emphasis between them may find no place for its marks.
_NEXT_CODE = re.compile(r"(</code>(?:</[bis]>){0,9})((?:<[bis]>){0,9}(?=<code))")
# A picture before a word, its links and emphasis ended; a letter that is a picture begins the word. Most
# pictures stand before no word, which is asked first.
_IMAGE = "<img "
_IMAGE_BEFORE_WORD = re.compile(
    r"(?=[^<>]*>(?:</\w+>)*(?:<(?:a|b|code|i|span)(?:\s[^<>]*)?>)*[\dA-Za-z\u00c0-\u1fff])"
    r"(?![^<>]*\salt=\"\w\")[^<>]*>(?:</\w+>)*"
)
_PICTURE = r"\s*(?:<img [^<>]*>|<a [^<>]*>\s*<img [^<>]*>\s*</a>)\s*"
_EMPHASIS_AFTER_IMAGE = re.compile(r"[^<>]*>(?:</a>)?\s*</[bi]>")
_EMPHASISED_IMAGE = re.compile(rf"(?:<[bi](?:\s[^<>]*)?>){{1,3}}({_PICTURE})(?:</[bi]>){{1,3}}")
# Pictures that begin or end a paragraph or heading, or are all of a heading; signs go on with their line.
# Atomic groups stand for what is possessive: before Python 3.11.5 that gives up on a group in which something
# is tried twice.
_SIGN = r"img (?:src=\"[^\"]*(?:[/_-]icons?[/_.-]|emoji|smil|/flags?/|\.gif|\.svg)|[^<>]*alt=\"\w\")"
_ONE = rf"<(?!(?:a [^<>]*>\s*<)?{_SIGN})(?:img [^<>]*>|a [^<>]*>\s*<img [^<>]*>\s*</a>)\s*"
_PICTURES_FIRST = re.compile(
    r"<(?P<name>p|h[1-6])(?P<more>(?:\s[^<>]*)?>\s*(?>(?:<(?:b|i|span)(?:\s[^<>]*)?>\s*)*))"
    rf"(?P<pictures>(?>(?:{_ONE})+))(?P<rest>(?!</|<br)|(?:</\w+>\s*)*?</(?=h)(?P=name)>)"
)
_PICTURES_LAST = re.compile(
    rf"(?<!\s)\s*+(?P<pictures>(?>(?:{_ONE})+))(?P<ends>(?:</(?:b|i|span)>\s*)*</(?:p|h[1-6])>)"
)
_MAX_BEFORE = 300  # characters of white space between a text and a picture in its line
_IN_LINE = tuple(f"</{name}>" for name in ("a", "b", "i", "span"))
# Delimiters of emphasis do not work next to the end of a line, nor where those of two others meet.
_BREAK_IN_EMPHASIS = re.compile(r"<br/?>\s*</[abi]>|<[bi]>\s*<br/?>")
_EMPHASIS_AT_TAG = re.compile(r"<(?:/?[bis]>\s*<(?:br|/?span>|[bis]>)|br/?>\s*</[abi]>)")
_BREAKS_LAST = re.compile(r"(<br/?>(?>(?:\s|<br/?>)*))((?:</[abi]>)*)")
_BREAKS_FIRST = re.compile(r"((?:<[bi]>){1,4})((?>(?:\s|<br/?>)*)(?<=>))")
_BOLD_IN_ITALICS = re.compile("<i><b>([^<>]*)</b></i>")
_EMPHASIS_PIECES = re.compile(r"</([bis])>((?:</?span>|\s)*)<\1>")  # editors begin it again
# A quotation in a line with typed marks around or in it; the renderer would write others.
_TYPED_MARKS = '„“”«»‚‘"「『'
_MARKED_QUOTE = re.compile(rf"<q>(?:(?<=[{_TYPED_MARKS}]<q>)|(?=[{_TYPED_MARKS}]))(.*?)</q>", re.DOTALL)
_SAME_LINK = re.compile(r"(<a [^<>]*>)([^<>]*(?:</a>\1[^<>]*)+)")
_SPACE_FIRST = re.compile(r"(<a [^<>]*>)(\xa0+)")
_SPACE_LAST = re.compile(r"(\xa0(?<!\xa0\xa0)\xa0*+)((?:</\w+>)*?)</a>")
_BREAK = blocks.CELL_BREAK
_NEXT_TABLE = re.compile(r"\|\n( +)(?=\|.*\|\n\1\| ---)")  # in an item the renderer leaves no line before it
_CELL_BREAKS = re.compile(rf"(?<! ) *{_BREAK}[{_BREAK} ]*(\n)?")
# At the edges of links and emphasis around the blocks of a cell: a space within these marks is none.
_CELL_BREAK_FIRST = re.compile(rf"((?>(?:<(?!p\b|t[dhr])\w[^<>]*>){{1,9}}))({_BREAK}+)")
_CELL_BREAK_LAST = re.compile(rf"({_BREAK}(?<!{_BREAK}{_BREAK}){_BREAK}*+\s*+)((?:</(?!p\b|t[dhr])\w+>)+)")
_ALERT = re.compile(r"^( *(?:> ?)+\[![A-Z]+\])\n *(?:> ?)+\n(?=[> ]*[^>\s])", re.MULTILINE)


def render_markdown(
    page: Page,
    selection: Selection,
    options: Options,
    regions: Regions | None = None,
    edit_more: Callable[[Edits], None] | None = None,
) -> str:
    """Return the kept part of a page as Markdown.

    ``options.links``, ``images`` and ``tables`` choose the elements shown; the words stay the same. Two line
    breaks in a row end a paragraph. Layout tables are not written as tables. ``regions`` are those of the
    selection, if computed already. ``edit_more`` adds to the edits. Cost O(n_rows), plus O(1) for each edited
    part.
    """
    regions = regions or regions_of(page, selection)
    if not regions.kept.any():
        return ""
    context = RenderContext(regions)
    edits = _collect_edits(context, options)
    if edit_more:
        edit_more(edits)
    markup = _prepare_markup(context, *write_kept_markup(regions, edits), _POLICIES[options.links])
    markdown = to_markdown(markup, base_url=None, links=options.links, images=True, tables=options.tables)
    return _finish_markdown(markdown, context)


def _collect_edits(context: RenderContext, options: Options) -> Edits:
    """Collect the edits of all kinds; a later edit replaces an earlier one of the same part."""
    edits = Edits()
    for edit in _STEPS:
        edit(context, edits)
    code = edit_code(context, edits)
    edit_pictures(context, edits, options)
    blocks.edit_javadoc(context, edits)
    if context.has(_TABLE):  # after the pictures, which stay in cells
        blocks.edit_tables(context, edits, code)
    edit_formulas(context, edits)
    edit_players(context, edits, shown=options.images)
    return edits


def _prepare_markup(context: RenderContext, markup: str, is_broken: bool, policy: Policy) -> str:
    """Rewrite the markup for the renderer, and drop attributes that it does not read."""
    markup = _drop_invisible(markup)  # before white space at the edges of emphasis is moved
    resolved = url_joiner(context.page.cached(base_url))
    markup, has = minify_markup(
        markup,
        context.page,
        policy,
        lambda _tag, name, value: _make_attribute(name, value, resolved),
        resolves_places=True,
    )
    if any(sign in markup and pattern.search(markup) for sign, pattern in _MAY_BE_LATEX.items()):
        markup = _RAW_LATEX.sub(lambda match: _replace_raw_latex(match, context), markup)
    if is_broken or has & HAS_BREAKS or "<br/><span" in markup or (has & HAS_EDGES and INDENT in markup):
        markup = strip_line_indents(end_paragraphs_at_breaks(markup))
    elif has & HAS_EDGES or context.opaque_texts:
        markup = strip_line_indents(markup)
    if context.has(_Q) and "<q>" in markup:
        markup = _MARKED_QUOTE.sub(r"\1", markup)
    if context.has(_TABLE) and _BREAK in markup:
        markup = _CELL_BREAK_LAST.sub(r"\2\1", _CELL_BREAK_FIRST.sub(r"\2\1", markup))
    markup = _mend_links(_mend_pictures(markup))
    if context.has(_SUB_TAGS) and "<su" in markup:
        markup = _SUB_OR_SUP.sub(_write_sub_or_sup, markup)
    markup = drop_hollow_elements(markup, context.page)
    if "</ul>" in markup:
        markup = _NEXT_LIST.sub(_join_lists, markup)
    markup = _mend_emphasis(markup)
    return _NEXT_CODE.sub(r"\1 \2", markup) if "</code><" in markup else markup


def _mend_pictures(markup: str) -> str:
    """Set pictures apart from words; those that begin or end a paragraph or heading are one of their own."""
    first, *images = markup.split(_IMAGE)
    if not images:
        return markup
    markup = _IMAGE.join([first, *map(_part_from_word, images)])
    if any(map(_EMPHASIS_AFTER_IMAGE.match, images)):
        markup = _EMPHASISED_IMAGE.sub(r"\1", markup)
    if any(_ends_in_line(part, len(part)) for part in (first, *images)):
        markup = _PICTURES_LAST.sub(_write_pictures_last, markup)
    return _PICTURES_FIRST.sub(_write_pictures_first, markup)


def _mend_links(markup: str) -> str:
    """Join links to one address that are next to each other; move no-break spaces out of links."""
    if "</a><a " in markup:
        markup = _SAME_LINK.sub(lambda match: match[1] + match[2].replace(f"</a>{match[1]}", ""), markup)
    if "\xa0" in markup:
        markup = _SPACE_LAST.sub(r"\2</a>\1", _SPACE_FIRST.sub(r"\2\1", markup))
    return markup


def _mend_emphasis(markup: str) -> str:
    """Move line breaks at the edges of emphasis out of it, and join emphasis that is begun again."""
    if not _EMPHASIS_AT_TAG.search(markup):  # as on most pages
        return markup
    if _BREAK_IN_EMPHASIS.search(markup):
        markup = _BREAKS_FIRST.sub(r"\2\1", _BREAKS_LAST.sub(r"\2\1", markup))
        # A sign that was removed after a term leaves a line break before ours.
        markup = markup.replace("<br/><br>", "<br>")
    markup = _EMPHASIS_PIECES.sub(r"\2", _EMPHASIS_PIECES.sub(r"\2", markup))  # also one in another
    if "</i><b>" in markup or "</b><i>" in markup:
        markup = _EMPHASIS_PIECES.sub(r"\2", _BOLD_IN_ITALICS.sub(r"<b><i>\1</i></b>", markup))
    return markup


def _write_pictures_last(match: re.Match[str]) -> str:
    """Return the pictures at the end of a paragraph or heading after it."""
    is_last = _ends_in_line(match.string, match.start())
    return f"{match['ends']}<p>{match['pictures']}</p>" if is_last else match[0]


def _ends_in_line(markup: str, end: int) -> bool:
    """Return True if a line of text goes up to ``end``, perhaps with the start tag of a link."""
    start = markup.rfind("<", 0, end)
    if markup.startswith("<a ", start) and markup[start:end].rstrip()[-1] == ">":
        end = start
    before = markup[max(0, end - _MAX_BEFORE) : end].rstrip()
    return before != "" and (before[-1] != ">" or before.endswith(_IN_LINE))


def _write_pictures_first(match: re.Match[str]) -> str:
    """Return first pictures before their paragraph or heading; instead of it if it has no text."""
    pictures, rest = f"<p>{match['pictures']}</p>", match["rest"]
    return pictures if rest else f"{pictures}<{match['name']}{match['more']}"


def _part_from_word(image: str) -> str:
    """Return what follows ``<img ``, with a space between the picture and a word."""
    found = _IMAGE_BEFORE_WORD.match(image)
    return f"{found[0]} {image[found.end() :]}" if found else image


def _join_lists(match: re.Match[str]) -> str:
    """Return nothing between two lists next to each other, or of one item each in as many boxes."""
    ends, markup = match["ends"].count("<"), match.string
    if not ends and not match["starts"]:
        return ""
    before = markup[markup.rfind("<ul>", 0, match.start()) : match.start()]
    after = markup[match.end() : markup.find("</ul>", match.end())]
    is_next = ends == match["starts"].count("<") and before.count("<li") == after.count("<li") == 1
    return "" if is_next else match[0]


# Signs that Unicode has raised and lowered; ordinals (1er, 2o, 3a) stay as they are.
_RAISED = str.maketrans("0123456789+-−–=()ikmnpqtxyzHT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻–⁼⁽⁾ⁱᵏᵐⁿᵖqᵗˣʸᶻᴴᵀ")
_LOWERED = str.maketrans("0123456789+-−–=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋–₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_IN_SUP = re.compile(r"(?=.*\d|\(?[ikmnptxyzHT]\)?\Z)[\d+\-−–=(),ikmnptxyzHT]{1,12}", re.ASCII)
_IN_SUB = re.compile(r"[\d+\-−–=(),aehijklmnoprstuvx]{1,12}", re.ASCII)


def _write_sub_or_sup(match: re.Match[str]) -> str:
    """Return the content of ``<sub>`` or ``<sup>``, raised or lowered if Unicode can."""
    text = match["text"]
    if text is None:
        return ""
    stripped = text.strip()
    pattern, table = (_IN_SUP, _RAISED) if match["name"] == "sup" else (_IN_SUB, _LOWERED)
    if pattern.fullmatch(stripped):
        text = text.replace(stripped, stripped.translate(table))
    return f"{match['before']}{text}{match['after']}"


def _make_attribute(name: str, value: str, resolved: Callable[[str], str]) -> str:
    """Return the number of a list, or a link with an absolute URL; ``""`` for what runs code (``#`` too)."""
    if name == "start":
        return f' start="{blocks.list_start(value)}"'
    if _PLAIN_LINK.match(value):
        return f'{_HREF}{value}"'
    link = html.unescape(value).strip()
    if _UNSAFE.match(link):
        return ""
    try:
        return f'{_HREF}{html.escape(resolved(link))}"'
    except ValueError:  # an unclosed bracket in the host
        return ""


def _replace_raw_latex(match: re.Match[str], context: RenderContext) -> str:
    names = "inline", "three", "display", "dollars", "dollar", "environment"
    latex = next(filter(None, match.group(*names)), None)
    if latex is None or (match["dollar"] and not _LIKE_LATEX.search(latex)):
        return match[0]  # code, a tag, or a text
    latex = _GAPS.sub(" ", latex).strip()
    if (match["dollars"] or "<br" in match[0]) and _BETWEEN_PRICES.match(latex):
        return match[0]
    is_display = match["display"] or match["dollars"] or match["outer"]
    return write_formula(context, html.unescape(latex), display=bool(is_display))


def _finish_markdown(markdown: str, context: RenderContext) -> str:
    """Correct the renderer's output and insert the opaque texts."""
    markdown = _tag_labels(_read_typed_blocks(markdown))
    if "<" in markdown and any(tag in markdown for tag in _HTML_TAGS):
        markdown = _mark_html_emphasis(markdown)
    # One character is found ten times as fast as several.
    if "&" in markdown and "&#" in markdown:
        markdown = _CODE_OR_REFERENCE.sub(_unescape_space, markdown)
    if "\\" in markdown and ("\\_" in markdown or "\\~" in markdown):
        markdown = _CODE_OR_WORD.sub(_unescape_word, markdown)
    if "***" in markdown:
        markdown = _CODE_OR_ITALICS.sub(
            lambda match: f"_{text}_" if (text := match["before"] or match["after"]) else match[0], markdown
        )
    if "[](" in markdown:
        markdown = _EMPTY_LINK.sub("", markdown)
    if any(sign.search(markdown) for sign in _FLAW_SIGNS):
        # Each line needs its end: prose is looked for up to it.
        markdown = _FLAWS.sub(_mend_lines, f"{markdown}\n")
    if "`" in markdown and "```" in markdown:
        # The renderer leaves spaces in the empty lines of code within lists.
        markdown = "\n".join([line if line.strip(" \t") else "" for line in markdown.split("\n")])
    markdown = _finish_tables(markdown)
    if context.opaque_texts:
        markdown = _OPAQUE.sub(lambda match: _read_opaque(match, context), markdown)
        markdown = notes.finish_notes(markdown)
        markdown = _ALERT.sub(r"\1\n", markdown) if "[!" in markdown else markdown
    # After the last text a rule parts nothing.
    return markdown.strip("\n").removesuffix("\n\n---").rstrip("\n")


def _finish_tables(markdown: str) -> str:
    """Return Markdown with spaces for line ends in cells, and an empty line between tables in an item."""
    if _BREAK in markdown:
        markdown = _CELL_BREAKS.sub(lambda match: match[1] or " ", markdown)
    return _NEXT_TABLE.sub(r"|\n\n\1", markdown) if "|\n " in markdown else markdown


def _read_typed_blocks(markdown: str) -> str:
    """Return Markdown with lists and rules for lines that are typed as such."""
    if any(sign in markdown for sign in _BULLETS):
        markdown = _TYPED_LIST.sub(_write_typed_list, f"{markdown}\n").replace("  \n\n- ", "\n\n- ")
    # One character is found ten times as fast as several.
    if any(box[0] in markdown and box in markdown for box in _OPEN_BOXES):
        markdown = _TYPED_BOX.sub(_write_typed_box, markdown)
    if not _LINE_SIGN.search(markdown):
        return markdown
    if "\n\\- " in markdown or "\n–" in markdown or "\n—" in markdown:
        markdown = _ANNOUNCED_LIST.sub(_write_announced_list, f"{markdown}\n")
    return _TYPED_RULE.sub(lambda match: match["fence"] or "\n\n---", markdown)


def _write_typed_list(match: re.Match[str]) -> str:
    """Return lines that begin with a bullet as a list of its own."""
    if not match["sign"]:
        return match[0]
    items = "\n".join([f"- {line[1:].strip()}" for line in match[0].split("\n") if line])
    return f"\n{items}\n\n"


def _write_typed_box(match: re.Match[str]) -> str:
    """Return the start of an item with a box as GitHub writes it."""
    return match[0] if match["fence"] else f"{match['item']}[{' ' if match['open'] else 'x'}] "


def _write_announced_list(match: re.Match[str]) -> str:
    """Return lines that begin with a dash after an announcement as a list."""
    announcement = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    if not match["items"] or announcement.startswith(_NOT_BEFORE_LIST):
        return match[0]
    sign = match["hyphen"] or match["dash"]
    items = [f"- {line.removeprefix(sign).strip()}" for line in match["items"].split("\n") if line]
    return f"{match['end']}\n\n" + "\n".join(items) + "\n\n"


def _drop_invisible(markup: str) -> str:
    """Drop characters without width, but for those that part words or give a direction."""
    for sign, rule in _WITHOUT_WIDTH.items():
        if sign in markup:
            markup = rule.sub("", markup)
    if "\u200e" in markup and not _RIGHT_TO_LEFT.search(markup):
        markup = markup.replace("\u200e", "")
    return markup


def _mend_lines(match: re.Match[str]) -> str:
    if match["line"]:
        return f"{match['line']}{match['indent'].rstrip()}\n{match['indent']}"
    if match["rule"] is not None:
        return ""
    if match["break"]:
        return match["break"].rstrip(" ")
    return match["number"] or match["prose"] or (match[0] if match["fence"] else "\n\n")


def _read_opaque(match: re.Match[str], context: RenderContext) -> str:
    """Return an opaque text, its bars escaped in a table, where each would begin a cell.

    A formula that is a paragraph is set on lines of its own.
    """
    text, source = context.opaque_texts[int(match[1])], match.string
    around = source[max(0, match.start() - 2) : match.start()] + source[match.end() : match.end() + 2]
    if text[:1] == "$" != text[1:2] and not around.strip("\n") and len(around) in {0, 2, 4}:
        return f"${text}$"
    if "|" not in text:
        return text
    line = source[source.rfind("\n", 0, match.start()) + 1 : match.start()]
    return text.replace("|", "\\|") if line.lstrip(" >").startswith("|") else text


# -- emphasis and spaces ------------------------------------------------------------------------------

# The renderer writes HTML where its marks may not work.
_HTML_EMPHASIS = re.compile(
    r"<(?P<name>strong|em|del|s)>(?P<text>(?>(?:[^<\\]+|\\.|<(?!/?(?:strong|em|del|s)>))+))</(?P=name)>",
    re.DOTALL,
)
_CODE_SPAN = r"\\.|`(?>(`*)).*?(?<!`)`\1(?!`)|``*"
_CODE_OR_EMPHASIS = re.compile(rf"{_CODE_SPAN}|{_HTML_EMPHASIS.pattern}", re.DOTALL)
# The space before a line break; the break, and after it what would begin a block: a sign, or a number.
_BEGIN = r"(?P<begin>(?=[>#=+-])|\d{1,9}(?=[.)]\s))"
_LINE_BREAK = rf" (?=<br>)|<br> ?{_BEGIN}?"
_BLOCK_BEGIN = re.compile(_BEGIN)
_CODE_OR_TAG = re.compile(rf"{_CODE_SPAN}|</?(?P<name>strong|em|del|s)>|{_LINE_BREAK}", re.DOTALL)
# The renderer does not see the letter after a bold label that begins a line if an element is between.
_MARK_BEFORE_WORD = re.compile(r"\*\*(?<=[^\w\s*]..)\w")
_LABEL_BEFORE_WORD = re.compile(
    rf"{_FENCED}|"
    r"^(?P<before>[ >]*(?:[-*] |\d+[.)] )?)\*\*(?P<label>[^*<>`\\\n]*[^\w\s*<>`\\])\*\*(?=\w)",
    re.MULTILINE | re.DOTALL,
)
_IN_ITALICS = re.compile(r"([_*])([^_*]+)\1")
_LINE_MARKS = "-*>.) 0123456789"  # before the text of items and quotations
_MARK_OF = {"strong": "**", "em": "*", "del": "~~", "s": "~~"}
_DELETED = frozenset(("del", "s"))
_HTML_TAGS = (*(f"<{name}>" for name in _MARK_OF), "<br>")
_MAX_LINE = 2_000  # characters before a line break or emphasis that tell what line it is in
_MAX_NESTED = 4  # kinds of emphasis
# What may as well stand outside of emphasis.
_LOOSE = " \t\n\xa0\u3000\"'“”„‘’«»‹›,.:;?!…·，。、：；？！《》「」『』【】〈〉（）—–-"

_PAIRS = dict(zip("\"'”’»›》」』】〉）", "\"'“‘«‹《「『【〈（", strict=True))
_AFTER_WORD = frozenset(",.;:，。、；：")
_MAX_BRACKET = 20  # characters of a bracket that moves out of emphasis


def _tag_labels(markdown: str) -> str:
    """Write bold labels as HTML that begin a line, end with punctuation and stand before a word."""
    if not _MARK_BEFORE_WORD.search(markdown):
        return markdown
    return _LABEL_BEFORE_WORD.sub(
        lambda match: match[0] if match["fence"] else f"{match['before']}<strong>{match['label']}</strong>",
        markdown,
    )


def _mark_html_emphasis(markdown: str) -> str:
    """Write emphasis that the renderer wrote as HTML with marks, from the innermost; drop what has none."""
    for _ in range(_MAX_NESTED):
        if not any(tag in markdown for tag in _HTML_TAGS[:-1]):
            break
        markdown = _CODE_OR_EMPHASIS.sub(_mark_emphasis, markdown)
    return _CODE_OR_TAG.sub(_replace_html_tag, markdown)


def _replace_html_tag(match: re.Match[str]) -> str:
    """Return a line break, or a space where a line cannot end; drop tags of emphasis."""
    if match[0].startswith("<br>"):
        line = match.string.rfind("\n", max(0, match.start() - _MAX_LINE), match.start()) + 1
        begin = match["begin"]
        if match.string[line : line + _MAX_LINE].lstrip(" >")[:1] in {"|", "#"}:
            return f" {begin or ''}"
        return "  \n" if begin is None else f"  \n{begin}\\"
    if match["name"] in _DELETED:
        return "</s>" if match[0].startswith("</") else "<s>"
    return "" if match["name"] or match[0] == " " else match[0]


def _mark_emphasis(match: re.Match[str]) -> str:
    """Return emphasis with marks, its edges outside where they would not flank (CommonMark 0.31, 6.2)."""
    text, source = match["text"], match.string
    if text is None:
        return match[0]
    mark = _MARK_OF[match["name"]]
    if mark == "**" and (italics := _IN_ITALICS.fullmatch(text)):
        mark, text = "***", italics[2]
    before, after = source[match.start() - 1 : match.start()], source[match.end() : match.end() + 1]
    first = last = ""
    begins, ends = _edges_flank(text, before, after)
    if not (begins and ends):
        first, text, last = _part_edges(text, begins=begins, ends=ends)
        if not all(_edges_flank(text, first[-1:] or before, last[:1] or after)):
            # Without its mark, what is deleted would read as what holds.
            if text and match["name"] in _DELETED:
                return f"{first}<s>{text}</s>{last}"
            text = first + text + last
            line = source[max(0, match.start() - _MAX_LINE) : match.start()].rpartition("\n")[2]
            begin = None if line.strip(_LINE_MARKS) else _BLOCK_BEGIN.match(text)
            return f"{begin[0]}\\{text[begin.end() :]}" if begin else text
    return f"{first}{mark}{text}{mark}{last}"


def _edges_flank(text: str, before: str, after: str) -> tuple[bool, bool]:
    """Return whether delimiters work at the start and at the end of emphasis."""
    return _may_flank(text.lstrip("*~")[:1], before), _may_flank(text.rstrip("*~")[-1:], after)


def _part_edges(text: str, *, begins: bool, ends: bool) -> tuple[str, str, str]:
    """Return what moves out before emphasis, the rest, and what moves out after it.

    Only an edge where no delimiter works moves, and the other one if both are of one pair or it begins with
    a mark of the word before. A short pair of brackets at the end moves as a whole.
    """
    core = text.lstrip(_LOOSE)
    core = "!" + core if core.startswith("[") and text.endswith("!" + core) else core  # a picture
    first, core = text[: len(text) - len(core)], core.rstrip(_LOOSE)
    last = text[len(first) + len(core) :]
    is_pair = any(mark in last and _PAIRS[mark] in first for mark in _PAIRS)
    if begins and not is_pair and first[:1] not in _AFTER_WORD:
        first, core = "", first + core
    if ends and not is_pair:
        return first, core + last, ""
    opening = max((core.rfind(_PAIRS[mark]) for mark in _PAIRS if mark in last), default=-1)
    if opening > 0 and len(core) - opening < _MAX_BRACKET and (shorter := core[:opening].rstrip(_LOOSE)):
        core, last = shorter, core[len(shorter) :] + last
    return first, core, last


def _may_flank(letter: str, outside: str) -> bool:
    """Return True if a delimiter works between a letter of emphasis and its outer neighbour."""
    if letter.isalnum():
        return True
    is_at_edge = not outside or outside.isspace() or _is_punctuation(outside)
    return letter != "" and not letter.isspace() and (not _is_punctuation(letter) or is_at_edge)


def _is_punctuation(letter: str) -> bool:
    """Return True for CommonMark punctuation: Unicode categories P and S."""
    return unicodedata.category(letter)[0] in "PS"


# Between a word and punctuation three stars end one emphasis or begin one, and do not do both.
_ITALICS = r"[^*_\s\\\]](?:[^*_\n]*[^*_\s\\])?"
_CODE_OR_ITALICS = re.compile(
    rf"{_CODE_SPAN}|\*(?<![\w*\\]\*)(?P<before>{_ITALICS})\*(?=\*\*[^*\s])(?:(?<=\w.)(?!..\w)|(?<=[^\w\s].)(?=..\w))"
    rf"|\*(?<=[^*\s]\*\*\*)(?:(?<=\w...)(?!\w)|(?<=[^\w\s]...)(?=\w))(?P<after>{_ITALICS})\*(?![\w*])",
    re.DOTALL,
)


# Within a word no mark can stand for an underscore. GitHub's parser makes a link of an address in a text, and
# reads the escapes as part of it.
_CODE_OR_WORD = re.compile(
    rf"\\_(?<=[^\W_]\\_)(?:\\_){{0,9}}[^\W_]|{_CODE_SPAN}"
    r"|(?<!\[)(?:https?://|www\.(?<!\Swww\.))[\w\\/.:?=&%#~+;,@!$'*-]+",
    re.DOTALL,
)
_ESCAPE_IN_WORD = re.compile(r"\\(?=[_~](?:\\[_~]){0,9}[^\W_])")


def _unescape_word(match: re.Match[str]) -> str:
    """Return an address or a word without escapes before letters and digits; keep code."""
    return match[0] if match[0].startswith("`") else _ESCAPE_IN_WORD.sub("", match[0])


# Escapes and code stay as they are.
_CODE_OR_REFERENCE = re.compile(rf"{_CODE_SPAN}|&#(?P<point>\d{{3,5}});", re.DOTALL)


def _unescape_space(match: re.Match[str]) -> str:
    """Return the white space of a character reference, none at a line end; keep code and escapes."""
    space = chr(int(match["point"])) if match["point"] else ""
    if not space.isspace():
        return match[0]
    return "" if match.string[match.end() : match.end() + 1] in {"", "\n"} else space
