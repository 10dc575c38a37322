"""Edit blocks that Markdown writes in its own way: callouts, definitions, lists, tables.

The edits leave the parser's renderer only what it renders well.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator
from itertools import count, pairwise

import numpy as np
from numpy.typing import NDArray

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows, outermost, running_sum
from maintext.html.characters import letters_of
from maintext.html.notes import rows_by_name
from maintext.html.tags import BLOCK, HEADING_LEVEL, HEADING_TAGS, tag_id, tag_mask
from maintext.html.urls import absolute_url, base_url
from maintext.metadata.post_words import SIGNS, is_text_of_post, record_of_name
from maintext.render.markup import LINE_END, SEEN_NAMES, Edits
from maintext.render.regions import Regions, RenderContext, reader_rows

__all__ = [
    "CELL_BREAK", "STAND_INS", "child_elements", "edit_callouts", "edit_containers", "edit_custom_lines",
    "edit_definitions", "edit_empty_items", "edit_headings", "edit_javadoc", "edit_links", "edit_lists",
    "edit_quotes", "edit_ruby", "edit_sentences", "edit_styles", "edit_tables", "edit_tabs", "edit_tasks",
    "list_start", "place_cells",
]  # fmt: skip

_BLOCKS = tag_mask(BLOCK)
_HEADINGS = HEADING_LEVEL > 0
_WEIGHT = _BLOCKS + _HEADINGS.astype(np.int64)  # 2 for a heading, 1 for another block
_TITLE_TAG, _SAME_BEGIN = tag_id("title"), 25  # letters of a title
_MIN_SENTENCE, _MIN_STANDFIRST = 100, 40  # characters of a heading that is a sentence
_SENTENCE_END = re.compile(r"[.!…。！][\"'”’»›」』)\]]*$")
_DL, _DT, _DD, _DIV = (tag_mask((name,)) for name in ("dl", "dt", "dd", "div"))
_SUMMARY, _BUTTON, _RT, _RP, _CODE = (tag_mask((name,)) for name in "summary button rt rp code".split())
_BOX_NAMES = {b"chcklst-box", b"checkbox-on", b"checkbox-off"}
# "1.", "(a)", "iv)"; no year, and no part of speech (n.)
_TYPED, _MAX_LABEL = re.compile(r"\s*\(?(\d{1,3}(?=[.)])|(?:[ivx]{1,4}|[a-z])(?=\)))[.)]\s*"), 6
_DRAWN_BOX = WordSet(("chcklst-box", "checkbox-o"))
_A, _ASIDE, _OL, _LI, _P, _INPUT = (tag_mask((name,)) for name in ("a", "aside", "ol", "li", "p", "input"))
_UNKNOWN = tag_mask(("#unknown",))
_QUOTE, _CITE, _ITEM_OR_DD = tag_mask(("blockquote",)), tag_mask(("cite",)), _LI | _DD
_UL_OL, _LABEL, _SEEN = tag_mask(("ul", "ol")), tag_mask(("label",)), tag_mask(SEEN_NAMES)
_PANEL = WordSet(("tabpanel",))
_BOLD = tag_mask(("b", "strong"))
_MAX_OWN_LINKS = 2  # of a heading: its number and its title; more are a table of contents
_NOT_IN_BOLD, _WRAPPER = _BLOCKS | _BOLD, _DIV | _P
_STYLED, _STYLE_WORDS = _BOLD | tag_mask(("span",)), WordSet(("font-weight", "font-style"))
_OWN_STYLE = tag_mask((*HEADING_TAGS, "pre", "code", "th"))
_BOLD_STYLE = re.compile(r"(?<![\w-])font-weight:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_ITALIC_STYLE = re.compile(r"(?<![\w-])font-style:\s*(?:italic|oblique)", re.IGNORECASE)
# Google Docs writes such a <b> around all of a text.
_PLAIN_STYLE = re.compile(r"(?<![\w-])font-weight:\s*(?:normal|[1-5]00)", re.IGNORECASE)

STAND_INS = {
    **dict.fromkeys(
        """
            #custom applet area audio button canvas center dialog fieldset form frame hgroup iframe isindex
            legend marquee noembed noframes noscript object portal search template title video
        """.split(),
        "div",
    ),
    **dict.fromkeys(("dir", "menu", "optgroup", "select"), "ul"),
    **dict.fromkeys(("listing", "plaintext", "xmp", "textarea"), "pre"),
    # Markdown has no mark for these, and emphasis around them would be left in pieces.
    **dict.fromkeys(
        "datalist rp image col embed track source abbr acronym basefont bdi bdo big cite data dfn font ins"
        " label mark nobr small time u var".split(),
        "",
    ),
    **dict.fromkeys(("kbd", "samp", "tt"), "code"),
    "option": "li",
    "strong": "b",
    "em": "i",
    "strike": "s",
}
"""What stands for elements that the renderer writes inline or drops, and one name for each emphasis."""

# Elements that may be a note or a warning, and words in the classes of each one.
_CALLOUT_TAGS = tag_mask("div aside section blockquote details dl p".split())
# Classes of documentation generators and site builders, by the five alerts of GitHub.
_KINDS = {
    **dict.fromkeys(("note", "info", "seealso", "abstract", "primary", "secondary"), "NOTE"),
    **dict.fromkeys(("tip", "hint", "success", "todo", "example"), "TIP"),
    "important": "IMPORTANT",
    **dict.fromkeys(("warning", "warn", "attention"), "WARNING"),
    **dict.fromkeys(("caution", "danger", "error", "bug", "failure"), "CAUTION"),
}
_CALLOUT_WORDS = WordSet(
    ("admonition", "callout", "alert", "custom-block", "notice", "ak-editor-panel", *_KINDS)
)
_CALLOUT = re.compile(
    r"(?:^|\s)(?:[\w-]*admonition(?:block)?|callout|alert|markdown-alert|custom-block|notice|hint|book-hint"
    r"|starlight-aside|confluence-information-macro|ak-editor-panel|awsdocs-note)(?=[\s-]|$)"
    r"|(?:^|\s)(?:prompt-(?:tip|info|warning|danger)|rmd(?:note|tip|warning|caution|important))$"
    r"|^note (?:alert|attention|caution|danger|important|info|note|tip|warn|warning)(?=\s|$)"
)
# A class that says the kind of what its first word names: hint hint-warning, note warning.
_STATED_KIND = re.compile(
    r"(?:^|\s)(?:book-hint |(?:hint|confluence-information-macro)-|awsdocs-(?!note)|rmd|^note )([a-z]+)"
)
_NOTE_WORDS = _KINDS.keys() - {"abstract", "example"}  # these two only where a class says it is a callout
_TITLE = re.compile(r"(?:^|[\s_-]|(?<=[a-z]))(?:[tT]itle|[hH]eading|label|admonition-header)(?:[\s_-]|$)")
_WORD = re.compile(r"[a-z]+")


def edit_lists(context: RenderContext, edits: Edits) -> None:
    """Write numbered lists right after each other as one where each goes on, as Notion has a list an item.

    Typed numbers of most items, all of them right, are dropped; a list of other typed labels has no numbers.
    """
    page, texts = context.page, context.kept.nonzero()[0]
    begins: dict[int, int] = {}
    for row in reversed(context.rows(_OL).tolist()):
        items, begin = context.items.get(row, []), list_start(page.value(row, "start"))
        firsts = texts[texts.searchsorted(items)]
        labels = page.parent[firsts]
        is_own = (labels > items) & (page.end[labels] == firsts + 1) & ~page.is_link[firsts]
        is_own &= page.n_chars[firsts] <= _MAX_LABEL
        own = ((i, _TYPED.fullmatch(page.row_text(int(firsts[i])))) for i in is_own.nonzero()[0].tolist())
        typed = {i: match[1] for i, match in own if match}
        if 2 * len(typed) > len(items) and all(text == str(begin + i) for i, text in typed.items()):
            edits.whole.update(dict.fromkeys(labels[list(typed)].tolist(), ""))
        elif typed and len(typed) == len(items):
            edits.rename(row, "<ul>", "</ul>")
            continue
        begins[row], after = begin, _row_after(page, row)
        if begins.get(after) == begin + len(items) and page.parent[after] == page.parent[row]:
            edits.rename(row, f'<ol start="{begin}">', "")
            edits.rename(after, "", edits.end.get(after, "</ol>"))


def child_elements(page: Page, row: int) -> Int:
    """Return the rows of the elements right in an element."""
    inside = slice(row + 1, int(page.end[row]))
    found: Int = row + 1 + ((page.parent[inside] == row) & ~page.is_text[inside]).nonzero()[0]
    return found


def _row_after(page: Page, row: int) -> int:
    """Return the row after an element and the white space after it; the number of rows for none."""
    after = int(page.end[row])
    return after + (after < len(page) and bool(page.is_text[after]) and page.n_chars[after] == 0)


def edit_custom_lines(context: RenderContext, edits: Edits) -> None:
    """Write custom elements that stand in a line, which the renderer takes for blocks, as ``<span>``.

    Those with nothing in them are left out.
    """
    if context.has(_UNKNOWN):
        rows = (context.page.tagged(_UNKNOWN) & context.in_main).nonzero()[0]
        edits.whole.update(dict.fromkeys(rows[context.page.end[rows] == rows + 1].tolist(), ""))
    for row in context.rows(_UNKNOWN).tolist():
        if "-" in context.page.name(row):
            edits.rename(row, "<span>", "</span>")


def edit_containers(context: RenderContext, edits: Edits) -> None:
    """Write lists and items that only hold other blocks as plain ones.

    These are a list without items of its own, an item with nothing but a list, a list whose only item with
    kept text holds paragraphs and most of the text, and a thread whose posts are items, none in another.
    """
    page, items = context.page, context.items
    edits.open_blocks(row for row in context.rows(_UL_OL).tolist() if row not in items)
    alone = {row: own[0] for row, own in items.items() if len(own) == 1 and _UL_OL[page.tag[row]]}
    half = page.n_chars @ context.kept / 2 if alone else 0
    for row, item in alone.items():
        inside = slice(item, int(page.end[item]))
        n_paragraphs = np.count_nonzero(_P[page.tag[inside]] & (context.n_kept[inside] > 0))
        if n_paragraphs >= _MANY_BLOCKS and page.n_chars[inside] @ context.kept[inside] > half:
            edits.open_blocks((row, item))
    _edit_hollow_items(context, alone.keys(), edits)
    _open_threads(context, edits)


def _open_threads(context: RenderContext, edits: Edits) -> None:
    """Write lists whose items are posts, with most of the text, as blocks, unless posts stand in posts."""
    page = context.page
    named = context.values("class", _LI, SIGNS) | context.values("itemtype", _LI, SIGNS)
    # WordPress also names entries of an archive so, with their type.
    posts = sorted(
        row for row, names in named.items() if "type-" not in names and record_of_name(names.encode())
    )
    if not posts or any(page.end[row] > after for row, after in pairwise(posts)):
        return
    n_before = running_sum(page.n_chars * context.kept)
    n_chars = int((n_before[page.end[posts]] - n_before[posts]).sum())
    if n_chars >= max(_MIN_POST * len(posts), n_before[-1] / 2):
        edits.open_blocks((*posts, *set(page.parent[posts].tolist())))


def _edit_hollow_items(context: RenderContext, single: Container[int], edits: Edits) -> None:
    """Write items with nothing but a list: it belongs to the item before them, or takes their place.

    ``single`` are the lists with one item.
    """
    page, items, lists = context.page, context.rows(_LI), context.rows(_UL_OL)
    inner = np.append(lists, -1)[lists.searchsorted(items, side="right")]
    is_hollow = (inner >= 0) & (inner < page.end[items]) & (context.n_kept[inner] == context.n_kept[items])
    lead: dict[int, bool] = {}  # whether the item before has a text of its own, by list
    for item, row, hollow in zip(items.tolist(), inner.tolist(), is_hollow.tolist(), strict=True):
        around = int(page.parent[item])
        has_lead, lead[around] = lead.get(around, False), not hollow
        if hollow and around in single:
            edits.open_blocks((around, item))
        elif hollow and has_lead:
            edits.rename(item, "", "")
        elif hollow and page.tag[around] == page.tag[row]:
            parts = item + (context.n_kept[item : row + 1] > 0).nonzero()[0]
            edits.drop_tags(parts.tolist())


def edit_quotes(context: RenderContext, edits: Edits) -> None:
    """Write quotations around one box in an item, as Docutils indents, and around a post as blocks.

    Who is quoted is a line.
    """
    page, cites, quotes = context.page, context.rows(_CITE), context.rows(_QUOTE).tolist()
    texts = np.append(context.kept.nonzero()[0], len(page)) if quotes else cites
    for row in quotes:
        inner = row + 1 + int(page.is_text[row + 1] and page.n_chars[row + 1] == 0)
        is_box = _DIV[page.tag[inner]] and context.n_kept[inner] == context.n_kept[row]
        is_box = is_box and _ITEM_OR_DD[page.tag[page.parent[row]]]
        if is_box or is_text_of_post((page.value(row, "class") or "").encode()):
            edits.rename(row, "<div>", "</div>")
        first = int(texts[texts.searchsorted(row)])
        for cite in cites[slice(*cites.searchsorted((row, first)))].tolist():
            after = int(texts[texts.searchsorted(page.end[cite])])
            if after < page.end[row] and page.block[after] == page.block[first]:
                edits.rename(cite, "", "<br/>")


def list_start(stated: str | None) -> int:
    """Return the number that a numbered list begins with, 1 where it states none that Markdown has."""
    digits = (stated or "").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 1


def edit_empty_items(context: RenderContext, edits: Edits) -> None:
    """Drop lists and items between the kept texts with nothing to see, such as a bullet without words."""
    rows, texts = context.rows_in_main(_UL_OL | _LI), context.kept.nonzero()[0]
    rows = rows[(context.n_kept[rows] == 0) & (rows > texts[0]) & (rows < texts[-1])]
    if len(rows):
        seen = context.page.tagged(_SEEN).nonzero()[0]
        is_empty = seen.searchsorted(rows) == seen.searchsorted(context.page.end[rows])
        edits.whole.update(dict.fromkeys(rows[is_empty].tolist(), LINE_END))


def edit_tasks(context: RenderContext, edits: Edits) -> None:
    """Move a checkbox before all text of a list item to the item's start."""
    if not len(context.rows(_LI)):
        return
    _edit_drawn_boxes(context, edits)
    if not context.has(_INPUT):
        return
    page, items = context.page, context.rows(_LI)
    n_before = running_sum(page.n_chars)
    for row in page.tagged(_INPUT).nonzero()[0].tolist():
        item = int(items[items.searchsorted(row) - 1])
        is_first = item < row < page.end[item] and n_before[item] == n_before[row]
        attributes = page.attributes(row)
        is_box = attributes.get("type", "").strip().lower() == "checkbox"
        start, end = edits.start.get(item, "<li>"), edits.end.get(item, "</li>")
        if is_first and is_box and start.endswith("<li>"):
            checked = " checked" if "checked" in attributes else ""
            edits.rename(item, f'{start}<input type="checkbox"{checked}/>', end)
            edits.whole[row] = ""


def _edit_drawn_boxes(context: RenderContext, edits: Edits) -> None:
    """Write task lists whose boxes are drawn by their class, as those of Discourse, Notion and Confluence."""
    page = context.page
    boxes = values_having(page.columns, b" class", (0, len(page)), _DRAWN_BOX, len(page))
    items = [(int(page.parent[row]), names.split()) for row, names in boxes]
    items = [one for one in items if not _BOX_NAMES.isdisjoint(one[1])]
    tasks = page.attribute("data-inline-task-id").row.tolist()
    items += ((row, (page.value(row, "class") or "").encode().split()) for row in tasks)
    for item, names in items:
        if _LI[page.tag[item]] and item not in edits.start and context.n_kept[item]:
            checked = " checked" if b"checked" in names or b"checkbox-on" in names else ""
            edits.rename(item, f'<li><input type="checkbox"{checked}/>', "</li>")


def edit_headings(context: RenderContext, edits: Edits) -> None:
    """Write elements with ``role="heading"`` as headings, none all in bold.

    Headings around other headings or several paragraphs are written as blocks. One that is a sentence is
    written as a paragraph; outside of items, also one right before a heading of a higher rank.
    """
    page, rows = context.page, context.rows(_HEADINGS)
    if len(rows):
        _drop_bold(context, rows, edits)
        edit_sentences(context, edits)
        ends, paragraphs = page.end[rows], context.rows(_P)
        above, gap = rows[:-1], rows[1:] - ends[:-1]
        n_inside = paragraphs.searchsorted(ends) - paragraphs.searchsorted(rows)
        edits.open_blocks((*rows[n_inside > 1].tolist(), *above[gap < 0].tolist()))
        level = HEADING_LEVEL[page.tag[rows]]
        for row in above[(level[1:] < level[:-1]) & (gap >= 0) & (gap <= 1)].tolist():
            around = int(page.parent[row])
            if not (_LI[page.tag[around]] or _LI[page.tag[page.parent[around]]]):
                edits.rename(row, "<p>", "</p>")
    for row, role in context.roles.items():
        is_own = role == "heading" and not _HEADINGS[page.tag[row : page.end[row]]].any()
        number = page.row_text(row).strip()  # of a step
        if is_own and not (number.isdecimal() and len(number) < 3):
            level = page.attributes(row).get("aria-level", "2").strip()
            name = f"h{level}" if level in set("123456") else "h2"
            edits.rename(row, f"<{name}>", f"</{name}>")


def edit_sentences(context: RenderContext, edits: Edits) -> None:
    """Write headings that are long sentences as paragraphs, as a standfirst in any case.

    The standfirst is the first kept text but the main heading: a long text, or a sentence.
    """
    page, rows = context.page, context.rows(_HEADINGS)
    if not len(rows):
        return
    first = _find_first_heading(context, rows)
    is_long = (page.byte_end[rows] - page.byte_start[rows] > _MIN_SENTENCE) & (
        HEADING_LEVEL[page.tag[rows]] > 1
    )
    for row in {first, *rows[is_long].tolist()} - {-1}:
        text = " ".join(page.row_text(row).split())
        is_sentence = _SENTENCE_END.search(text) is not None and not text[0].isdigit()
        if row == first:
            least = _MIN_STANDFIRST if is_sentence else _MIN_SENTENCE
            is_prose = len(text) > least and not _is_title(page, text)
        else:
            is_prose = is_sentence and len(text) > _MIN_SENTENCE
        inside = slice(row, page.end[row])
        if is_prose and not page.is_link[inside][page.n_chars[inside] > 0].all():
            edits.rename(row, "<p>", "</p>")


def _is_title(page: Page, text: str) -> bool:
    """Return True if the ``<title>`` holds the beginning of a text, or the text that of the title."""
    titles = (page.tag == _TITLE_TAG).nonzero()[0][:1].tolist()
    title, key = "".join([letters_of(page.row_text(at)) for at in titles]), letters_of(text)
    return title != "" and (key[:_SAME_BEGIN] in title or title[:_SAME_BEGIN] in key)


def _find_first_heading(context: RenderContext, rows: Int) -> int:
    """Return the heading of a lower level around the first kept text after the main one, else -1."""
    page, kept = context.page, context.kept
    first = int(kept.argmax())
    row = int(rows[0])
    if row < first < page.end[row] and HEADING_LEVEL[page.tag[row]] == 1:
        end = int(page.end[row])
        first = end + int(kept[end:].argmax()) if end < len(page) else end
        row = int(rows[min(1, len(rows) - 1)])
    return row if row < first < page.end[row] and HEADING_LEVEL[page.tag[row]] > 1 else -1


def _drop_bold(context: RenderContext, rows: Int, edits: Edits) -> None:
    """Write as text what is all of a heading in bold, or in bold around it."""
    page, bold, n_kept = context.page, context.rows(_BOLD), context.n_kept
    at = rows.searchsorted(bold)
    before, after = rows[at - 1], rows[np.minimum(at, len(rows) - 1)]
    is_in = (before < bold) & (bold < page.end[before]) & (n_kept[before] == n_kept[bold])
    is_around = (bold < after) & (after < page.end[bold]) & (n_kept[after] == n_kept[bold])
    edits.drop_tags(bold[is_in | is_around].tolist())


def edit_styles(context: RenderContext, edits: Edits) -> None:
    """Write spans that are bold or italic by their own style as emphasis, and ``<b>`` that is not as text."""
    page, styles = context.page, context.values("style", _STYLED, _STYLE_WORDS)
    is_styled = page.inside(page.tagged(_OWN_STYLE)) if styles else context.kept
    for row, style in styles.items():
        bold, slanted = (bool(pattern.search(style)) for pattern in (_BOLD_STYLE, _ITALIC_STYLE))
        tags = "<b>" * bold + "<i>" * slanted, "</i>" * slanted + "</b>" * bold
        if _BOLD[page.tag[row]]:
            if _PLAIN_STYLE.search(style) and not bold:
                edits.rename(row, "", "")
        elif tags[0] and not is_styled[row] and not _BLOCKS[page.tag[row : page.end[row]]].any():
            edits.rename(row, *tags)


def edit_tabs(context: RenderContext, edits: Edits) -> None:
    """Move the labels of tabs to their panels, as far as the page says which belong together.

    It says so by ARIA, by as many panels as tabs in one list, or by labels of radio buttons in the element
    before the panels.
    """
    page = context.page
    panels = [row for row, role in context.roles.items() if role == "tabpanel"]
    tabs = [row for row, role in context.roles.items() if role == "tab"] if panels else []
    names = {page.value(row, name): row for row in tabs for name in ("id", "aria-controls")}
    stated = ((page.value(row, name), row) for name in ("aria-labelledby", "id") for row in panels)
    pairs = [(names.get(name), row) for name, row in stated if name]
    pairs += [*_tabs_by_place(context)] if panels else []
    if named := context.values("class", _DIV, _PANEL):  # of Asciidoctor, whose roles a script adds
        ids = page.cached(rows_by_name)
        pairs += [(ids.get(page.value(row, "aria-labelledby") or "", 0), row) for row in named]
    for tab, row in (*pairs, *_radio_tabs(context)):
        if tab and page.end[tab] <= row and tab not in edits.whole and row not in edits.start:
            texts = (tab + context.kept[tab : page.end[tab]].nonzero()[0]).tolist()
            label = html.escape(" ".join("".join(map(page.row_text, texts)).split()))
            holders = int(page.parent[tab]), *range(tab, int(page.end[tab]))
            name = next((page.name(at) for at in holders if _HEADINGS[page.tag[at]]), "p")
            edits.whole[tab] = ""
            edits.rename(row, f"<div><{name}>{label}</{name}>", "</div>")


def _tabs_by_place(context: RenderContext) -> Iterator[tuple[int, int]]:
    """Yield tabs and their panels where as many panels as tabs follow a list of several."""
    groups: list[tuple[list[int], list[int]]] = []
    for row, role in sorted(context.page.values("role").items()):
        if role == "tab" and (not groups or groups[-1][1]):
            groups.append(([], []))
        if groups and role in {"tab", "tabpanel"}:
            groups[-1][role == "tabpanel"].append(row)
    for tabs, panels in groups:
        if 1 < len(tabs) == len(panels):
            pairs = zip(tabs, panels, strict=True)
            yield from (pair for pair in pairs if context.n_kept[list(pair)].all())


def _radio_tabs(context: RenderContext) -> Iterator[tuple[int, int]]:
    """Yield labels of radio buttons and their panels, the children of the element after the labels."""
    page, groups = context.page, defaultdict[int, list[int]](list)
    if stated := context.values("for", _LABEL):
        radios = {page.value(row, "id") for row, kind in page.values("type").items() if kind == "radio"}
        for row in (row for row, name in stated.items() if name in radios):
            groups[int(page.parent[row])].append(row)
    for around, labels in groups.items():
        at = _row_after(page, around)
        if len(labels) > 1 and at < len(page) and page.parent[at] == page.parent[around]:
            panels = child_elements(page, at).tolist()
            if len(panels) == len(labels):
                yield from zip(labels, panels, strict=True)


def edit_ruby(context: RenderContext, edits: Edits) -> None:
    """Put ruby text in parentheses if the page has none."""
    rows = context.rows(_RT)
    if len(rows) and not len(context.rows(_RP)):
        for row in rows.tolist():
            edits.rename(row, "(", ")")


def edit_definitions(context: RenderContext, edits: Edits) -> None:
    """Write definition lists as lists; terms and lines that open their text by a click become bold."""
    page = context.page
    folds = context.values("aria-expanded", _BUTTON | _DIV)
    buttons = (row for row in folds if _BUTTON[page.tag[row]] or page.value(row, "role") == "button")
    for row in (*context.rows(_SUMMARY).tolist(), *buttons):
        if not _HEADINGS[page.tag[page.parent[row]]]:
            edits.rename(row, *_bold_tags(page, row))
    lists = context.rows(_DL)
    if not len(lists):
        return
    is_kept = context.n_kept > 0
    n_terms, n_texts = (page.subtree_sum(page.tagged(mask) & is_kept) for mask in (_DT, _DD))
    for row in lists[(n_terms[lists] > 0) & (n_texts[lists] > 0)].tolist():
        _edit_definition_list(page, row, context.n_kept, edits)


def _edit_definition_list(page: Page, row: int, n_kept: NDArray[np.int32], edits: Edits) -> None:
    around = int(page.parent[row])
    is_item = _LI[page.tag[around]] and n_kept[around] == n_kept[row]  # of a list that takes its items
    edits.rename(row, *(("", "") if is_item else ("<ul>", "</ul>")))
    inside = np.arange(row + 1, int(page.end[row]))
    inside = inside[n_kept[inside] > 0]
    grouping = inside[_DIV[page.tag[inside]] & (page.parent[inside] == row)]
    edits.drop_tags(grouping.tolist())
    parts = inside[np.isin(page.parent[inside], [row, *grouping.tolist()])]
    is_open, item = False, "" if is_item else "<li>"
    for part in parts[(_DT | _DD)[page.tag[parts]]].tolist():
        inside_blocks = part + 1 + _BLOCKS[page.tag[part + 1 : page.end[part]]].nonzero()[0]
        is_wrapper = _WRAPPER[page.tag[inside_blocks]] & (n_kept[inside_blocks] == n_kept[part])
        if is_wrapper.all():
            edits.drop_tags(inside_blocks.tolist())
            inside_blocks = inside_blocks[:0]
        if _DT[page.tag[part]]:
            has_bold = len(inside_blocks) or _BOLD[page.tag[part + 1 : page.end[part]]].any()
            # The parser closes the item at the next one, so that the texts stand in it.
            edits.rename(part, *((item, "") if has_bold else (f"{item}<b>", "</b>")))
        elif len(inside_blocks):
            edits.rename(part, "<div>" if is_open else f"{item}<div>", "</div>")
        else:
            edits.rename(part, "<br>" if is_open else item, "")
        is_open, item = True, "<li>"


def _bold_tags(page: Page, row: int) -> tuple[str, str]:
    """Return the tags of a paragraph for an element's content, bold unless it has blocks or bold text."""
    inside = page.tag[row + 1 : page.end[row]]
    return ("<p>", "</p>") if _NOT_IN_BOLD[inside].any() else ("<p><b>", "</b></p>")


# -- callouts -------------------------------------------------------------------------------------------


def edit_callouts(context: RenderContext, edits: Edits) -> None:
    """Write notes and warnings as GitHub alerts: quotations that begin with ``[!NOTE]``."""
    page = context.page
    classes = context.values("class", _CALLOUT_TAGS, _CALLOUT_WORDS)
    if context.has(_ASIDE):  # other elements need a callout class or role
        classes |= context.values("class", _ASIDE)
    notes = {row for row, role in context.roles.items() if role == "note" and _CALLOUT_TAGS[page.tag[row]]}
    end = -1
    for row in sorted(classes.keys() | notes):
        kind = _callout_kind(page, row, is_note=row in notes)
        if row < end or not kind:
            continue
        end = int(page.end[row])
        edits.rename(row, f"<blockquote><p>{context.opaque(f'[!{kind}]')}</p>", "</blockquote>")
        _edit_title(context, _open_note_table(page, row, edits), kind, edits)


def _open_note_table(page: Page, row: int, edits: Edits) -> int:
    """Write the table in which AsciiDoctor sets a note as blocks, without its icon; return its text's row."""
    if "admonitionblock" not in (page.value(row, "class") or "").split():
        return row
    cells = row + _CELL[page.tag[row : page.end[row]]].nonzero()[0][:2]
    if len(cells) < 2 or page.value(int(cells[0]), "class") != "icon":
        return row
    text = int(cells[1])
    edits.open_blocks((row + (_TABLE | _PARTS)[page.tag[row : text + 1]].nonzero()[0]).tolist())
    edits.whole[int(cells[0])] = ""
    return text


def _callout_kind(page: Page, row: int, *, is_note: bool) -> str:
    """Return one of GitHub's five alert kinds, ``""`` for no callout."""
    attributes = "class data-callout data-callout-type data-panel-type".split()
    names, *stated_names = ((page.value(row, name) or "").lower() for name in attributes)
    names = names.replace("hint-container", "custom-block")  # of VuePress, also for what folds
    stated = " ".join((*stated_names, *_STATED_KIND.findall(names))).strip()
    if is_note or _CALLOUT.search(names):
        kinds = (_KINDS[word] for word in _WORD.findall(f"{stated} {names}") if word in _KINDS)
        return next(kinds, "NOTE" if is_note or stated else "")
    kind = next((_KINDS[word] for word in _WORD.findall(names) if word in _NOTE_WORDS), "")
    if not kind or (page.name(row) == "aside" and not _KINDS.keys().isdisjoint(names.split())):
        return kind
    texts = row + page.is_text[row : page.end[row]].nonzero()[0]
    first = next(filter(None, (page.row_text(text).strip(" \n\t:!") for text in texts.tolist())), "")
    return kind if _KINDS.get(first.lower()) == kind else ""


def _edit_title(context: RenderContext, row: int, kind: str, edits: Edits) -> None:
    """Drop a title, or first words in bold, that only repeat the kind; write other titles in bold."""
    page, end = context.page, int(context.page.end[row])
    first = _first_part(context, row)
    if first < end and (inner := _first_part(context, first)) < page.end[first]:  # as in Quarto's header
        is_all = _DIV[page.tag[inner]] and context.n_kept[inner] == context.n_kept[first]
        first = inner if is_all and _TITLE.search(page.value(inner, "class") or "") else first
    is_title = first < end and (
        _TITLE.search(page.attributes(first).get("class", ""))
        or (_P[page.tag[first]] and page.row_text(first).strip(" \n:!").upper() == kind)
    )
    spoken = _first_part(context, first) if is_title else -1
    if spoken in page.cached(reader_rows) and page.row_text(spoken).strip().lower() in _KINDS:
        edits.whole[spoken] = ""
    if first < end and _P[page.tag[first]] and not is_title:
        first += 1
    if first >= end:
        return
    own = page.row_text(first)
    title, after = " ".join(own.split()).strip(" :!"), page.row_text(row).partition(own)[2].lstrip()
    if title.upper() == kind and after[:1] not in {"", ":"}:
        edits.whole[first] = ""
    elif is_title:
        inside = np.arange(first, page.end[first])
        whole = inside[~page.is_text[inside] & (context.n_kept[inside] == context.n_kept[first])]
        inner = int(whole[-1]) if len(whole) else first
        edits.rename(inner, *_bold_tags(page, inner))


def _first_part(context: RenderContext, row: int) -> int:
    """Return the first child of an element that has kept text; the end of the element for none."""
    page, first = context.page, row + 1
    while first < page.end[row] and not (
        page.n_chars[first] if page.is_text[first] else context.n_kept[first]
    ):
        first = int(page.end[first])
    return first


# -- links ----------------------------------------------------------------------------------------------


def edit_links(context: RenderContext, edits: Edits) -> None:
    """Move a link around a heading or several blocks to its first heading, else its first block.

    Code that is a link is a link of code.
    """
    page, links = context.page, context.rows(_A)
    _drop_own_links(context, links, edits)
    around = page.parent[links]
    for link in links[_CODE[page.tag[around]] & (context.n_kept[around] == context.n_kept[links])].tolist():
        if link not in edits.start and (href := page.value(link, "href")):
            edits.rename(int(page.parent[link]), f'<a href="{html.escape(href)}"><code>', "</code></a>")
            edits.rename(link, "", "")
    links = links[page.is_anchor[links] & (page.end[links] > links + 2)]
    if not len(links):
        return
    # A heading counts twice: also one that is all of a link has to be around it.
    n_blocks = page.subtree_sum(_WEIGHT.take(page.tag))
    for row in links[n_blocks[links] > 1].tolist():
        inside = slice(row + 1, int(page.end[row]))
        weight = _WEIGHT[page.tag[inside]]
        is_leaf = (weight > 0) & (n_blocks[inside] == weight) & (context.n_kept[inside] > 0)
        _edit_wide_link(page, row, row + 1 + is_leaf.nonzero()[0], edits)


def _drop_own_links(context: RenderContext, links: Int, edits: Edits) -> None:
    """Write as text the links that are all of a heading and lead to the page, and a term's link to itself."""
    page = context.page
    headings = context.rows(_HEADINGS).tolist()
    headings += [row for row, role in context.roles.items() if role == "heading"]
    starts, stops = links.searchsorted((headings, page.end[headings])).tolist() if headings else ((), ())
    for row, start, stop in zip(headings, starts, stops, strict=True):
        inside = links[start:stop].tolist()
        is_whole = 0 < len(inside) <= _MAX_OWN_LINKS and context.n_kept[inside].sum() == context.n_kept[row]
        if is_whole and all(_leads_to_page(page, link) for link in inside):
            edits.drop_tags(inside)
    for row in context.rows(_DT).tolist():
        for link in links[slice(*links.searchsorted((row, page.end[row])))].tolist():
            if page.value(link, "href") == f"#{page.value(row, 'id')}":
                edits.rename(link, "", "")


def _edit_wide_link(page: Page, row: int, leaves: Int, edits: Edits) -> None:
    headings = leaves[_HEADINGS[page.tag[leaves]]]
    chosen = headings if len(headings) else leaves
    if not len(chosen) or int(chosen[0]) in edits.start or int(chosen[0]) in edits.whole:
        return
    first = int(chosen[0])
    name = page.name(first)
    edits.rename(row, "", "")
    if not (len(headings) and _leads_to_page(page, row)):
        href = html.escape(page.value(row, "href") or "")
        edits.rename(first, f'<{name}><a href="{href}">', f"</a></{name}>")


def _leads_to_page(page: Page, link: int) -> bool:
    """Return True if a link leads to the page or to a part of it."""
    own, mark, _ = (page.value(link, "href") or "").strip().partition("#")
    return absolute_url(page.cached(base_url), own) == page.url if own else bool(mark)


# -- tables -------------------------------------------------------------------------------------------

# A GitHub table is a grid of single lines. So empty cells follow cells that span others, and <br> separates
# paragraphs and list items in a cell.
CELL_BREAK = "\x06"
"""Stands for ``<br>`` in a cell until Markdown is made; no page has this character."""
_TABLE, _CELL, _HEAD, _TR = (tag_mask(names.split()) for names in ("table", "td th", "th", "tr"))
_LINE_PARTS = tag_mask(("tbody", "tr", "td"))
_PARTS = tag_mask(("caption", "thead", "tbody", "tfoot", "tr", "td", "th"))
# What cannot stand in a line: a table around one of these lays out the page, unless it has heads.
_BIG = tag_mask("h1 h2 h3 h4 h5 h6 pre blockquote table figure article section form".split())
_IN_CELL = _BIG | tag_mask(
    "p div li ul ol dl dt dd br center address figcaption td th tr tbody thead tfoot".split()
)
_SECTION_LISTS = {"summary-list", "details-list", "member-list", "blockList", "blockListLast"}
_SECTION_WORDS = WordSet(tuple({name.lower() for name in _SECTION_LISTS}))
_N_COLUMNS = {"two-column-summary": 2, "three-column-summary": 3, "four-column-summary": 4}
_SUMMARY_WORDS = WordSet(tuple(_N_COLUMNS))
_MAX_BIG = 500  # characters of a cell with such an element, of a table with heads
_MIN_POST = 100  # characters, on average
_MAX_IN_LINE = 60  # characters of a cell, in a table of one line without heads
_MANY_BLOCKS = 3  # paragraphs in one cell, of a table that names no headings
_MAX_SPAN = 1_000  # what HTML allows for colspan
_MAX_EMPTY = 5_000  # cells added to one table where cells span others
_MAX_PADDING = 4  # cells added at the ends of lines, for each cell of the table


def edit_tables(context: RenderContext, edits: Edits, code: Bool | None) -> None:
    """Write tables without text and layout tables as blocks, and other tables as plain grids.

    ``code`` is the row mask of code blocks, whose tables stay as they are; None for none.
    """
    page, n_kept = context.page, context.n_kept
    _open_empty_tables(page, n_kept, edits)
    tables = context.rows(_TABLE)
    if code is not None:
        tables = tables[~code[tables]]
    if not len(tables):
        return
    # The innermost table around each row: in pre-order an inner one comes later and overwrites the outer.
    table = np.full(len(page), -1, dtype=np.int64)
    for row in page.tagged(_TABLE).nonzero()[0].tolist():
        table[row : page.end[row]] = row
    n_big = page.subtree_sum(page.tagged(_BIG) & (n_kept > 0) & page.inside(page.tagged(_CELL)))
    pictures = [row for row, markup in edits.whole.items() if markup.startswith("<img ")]
    n_shown = n_kept + page.subtree_sum(mark_rows(len(page), pictures))
    end = 0  # of the last grid, whose cells may have tables
    for row in (row for row in tables.tolist() if row not in edits.start):  # others are notes
        if row < end:
            continue
        own = row + ((table[row : page.end[row]] == row) & _PARTS[page.tag[row : page.end[row]]]).nonzero()[0]
        is_title = _find_title_line(page, own, n_big, n_kept)
        cells = own[_CELL[page.tag[own]] & (n_kept[own] > 0) & ~is_title]
        if _is_layout(context, row, cells, n_big):
            edits.open_blocks([row, *own[n_kept[own] > 0].tolist()])
        elif _is_line(page, own[n_shown[own] > 0]):
            _write_line(page, row, own, edits, n_shown)
        else:
            end = int(page.end[row])
            _write_before_table(page, row, own[is_title], edits)
            _edit_grid(page, own[~is_title], edits, n_shown)


def _open_empty_tables(page: Page, n_kept: NDArray[np.int32], edits: Edits) -> None:
    """Write tables without text, perhaps with pictures, as blocks."""
    tables = page.tagged(_TABLE).nonzero()[0]
    for row in outermost(tables[n_kept[tables] == 0].tolist(), page.end):
        edits.open_blocks((row + (_PARTS | _TABLE)[page.tag[row : page.end[row]]].nonzero()[0]).tolist())


def _count_blocks(regions: Regions) -> Int:
    """Count the kept blocks that begin in each subtree, list items excluded."""
    page, texts = regions.page, regions.kept.nonzero()[0]
    begins = mark_rows(len(page), texts[np.unique(page.block[texts], return_index=True)[1]])
    return page.subtree_sum(begins & ~page.inside(page.tagged(_LI)))


def _is_layout(context: RenderContext, row: int, cells: Int, n_big: Int) -> bool:
    page = context.page
    if len(cells) <= 1 or (n_big[cells].any() and not _has_heads(context, cells, n_big)):
        return True
    if _HEAD[page.tag[cells]].any():
        return False
    if page.attributes(row).get("role", "").strip() in {"presentation", "none"}:
        return True
    n_lines = len(np.unique(page.parent[cells]))
    is_layout = n_lines == len(cells)
    if n_lines == 1:  # a quotation mark in a cell of its own belongs to its text
        parts = [slice(cell, int(page.end[cell])) for cell in cells.tolist()]
        n_chars = [page.n_chars[part].sum() * bool(page.n_words[part].any()) for part in parts]
        is_long = max(n_chars) > _MAX_IN_LINE or all(_UL_OL[page.tag[part]].any() for part in parts)
        is_layout = bool(min(n_chars)) and is_long
    return is_layout or bool((context.regions.cached(_count_blocks)[cells] >= _MANY_BLOCKS).any())


def _is_line(page: Page, own: Int) -> bool:
    """Return True for a table of one line, with no heads or caption, one of whose cells has no words."""
    cells = own[_CELL[page.tag[own]]]
    is_plain = _LINE_PARTS[page.tag[own]].all() and page.parent[cells[0]] == page.parent[cells[-1]]
    return bool(is_plain) and not all(page.n_words[cell : page.end[cell]].any() for cell in cells.tolist())


def _write_line(page: Page, row: int, own: Int, edits: Edits, n_shown: NDArray[np.int32]) -> None:
    """Write a table of one line as a paragraph, a space between its cells."""
    edits.drop_tags(own.tolist())
    edits.rename(row, "<p>", "</p>")
    cells = own[_CELL[page.tag[own]]]
    for cell, blocks in zip(cells.tolist(), _blocks_of_cells(page, cells, n_shown), strict=True):
        edits.rename(cell, "", " ")
        _edit_cell_blocks(page, cell, blocks or [], edits)


def _has_heads(context: RenderContext, cells: Int, n_big: Int) -> bool:
    """Return True for cells with heads of columns or lines, none with a long text around big elements.

    Heads are two or more ``<th>``, or headings in all cells of the first line.
    """
    page, n_kept, lines = context.page, context.n_kept, context.page.parent[cells]
    if len(np.unique(lines)) in {1, len(cells)}:
        return False
    if np.count_nonzero(_HEAD[page.tag[cells]]) < 2:
        first = cells[lines == lines[0]]
        headings = first[0] + _HEADINGS[page.tag[first[0] : page.end[first[-1]]]].nonzero()[0]
        if len(first) < 2 or n_kept[headings].sum() != n_kept[first].sum():
            return False
    parts = (slice(cell, page.end[cell]) for cell in cells[n_big[cells] > 0].tolist())
    return all(page.n_chars[part] @ context.kept[part] <= _MAX_BIG for part in parts)


def _find_title_line(page: Page, own: Int, n_big: Int, n_kept: NDArray[np.int32]) -> Bool:
    """Mask the parts of a table in its first line, if it is a heading or a cell above a line of heads."""
    cells = own[_CELL[page.tag[own]] & (n_kept[own] > 0)]
    if len(cells) < 2 or page.parent[cells[0]] == page.parent[cells[1]]:
        return np.zeros(len(own), dtype=np.bool_)
    first, line = int(cells[0]), int(page.parent[cells[0]])
    if n_big[first] == 1:
        headings = first + _HEADINGS[page.tag[first : page.end[first]]].nonzero()[0]
        is_all = n_kept[headings].max(initial=0) == n_kept[first]
    else:
        heads = cells[page.parent[cells] == page.parent[cells[1]]]
        n_columns = _read_spans(page, first, _MAX_SPAN)[0]
        is_all = not n_big[first] and 1 < len(heads) < len(cells) - 1 and n_columns >= len(heads)
        if is_all and not _HEAD[page.tag[heads]].all():  # two columns are names and values
            parts = [slice(cell, int(page.end[cell])) for cell in cells[1:].tolist()]
            is_number = [2 * page.n_digits[part].sum() >= page.n_chars[part].sum() for part in parts]
            is_all = n_columns > 2 and not any(is_number[: len(heads)]) and any(is_number)
    found: Bool = is_all & (own >= line) & (own < page.end[line])
    return found


def _write_before_table(page: Page, row: int, title: Int, edits: Edits) -> None:
    """Write the parts of its first line before a table, if there are some."""
    if len(title):
        line = int(title[0])
        edits.drop_tags({int(page.parent[line]), *title.tolist()})
        edits.rename(line, "", "<table>")
        edits.rename(row, "", "</table>")


def _edit_grid(page: Page, own: Int, edits: Edits, n_shown: NDArray[np.int32]) -> None:
    """Write plain cells, and empty ones for spans and short lines; leave out columns with nothing to see.

    ``n_shown`` counts the kept texts and the images in each subtree.
    """
    lines = own[_TR[page.tag[own]] & (n_shown[own] > 0)].tolist()
    edits.whole.update(dict.fromkeys(own[_TR[page.tag[own]] & (n_shown[own] == 0)].tolist(), ""))
    # A method may keep text of a hidden line, whose cells are all hidden.
    cells = own[_CELL[page.tag[own]] & (~page.is_hidden[own] | page.is_hidden[page.parent[own]])]
    by_line: dict[int, list[int]] = {line: [] for line in lines}
    for cell, line in zip(cells.tolist(), page.parent[cells].tolist(), strict=True):
        if line in by_line:
            by_line[line].append(cell)
    blocks = dict(zip(cells.tolist(), _blocks_of_cells(page, cells, n_shown), strict=True))
    columns = place_cells(page, by_line)
    filled = sorted({columns[cell][0] for cell in columns if blocks[cell] is not None})
    n_columns: dict[int, int] = {}
    for line in lines:
        done = 0
        for cell in by_line[line]:
            of_cell = blocks[cell]
            if of_cell is None:
                edits.whole[cell] = ""
                continue
            first, end = (bisect_left(filled, column) for column in columns[cell][:2])
            _edit_cell(page, cell, edits, first - done, end - first, of_cell)
            done = end
        n_columns[line] = done
    _pad_lines(lines, n_columns, _MAX_EMPTY + _MAX_PADDING * len(cells), edits)


def edit_javadoc(context: RenderContext, edits: Edits) -> None:
    """Write lists of sections as blocks, and boxes that are set out in two to four columns as a table."""
    page = context.page
    stated = context.values("class", _UL_OL, _SECTION_WORDS)
    lists = {row for row, names in stated.items() if names in _SECTION_LISTS}
    if not lists:
        return
    for row in lists:
        edits.open_blocks((row, *context.items.get(row, ())))
    for row, names in context.values("class", _DIV, _SUMMARY_WORDS).items():
        width = next((n for name, n in _N_COLUMNS.items() if name in names.split()), 1)
        cells = child_elements(page, row).tolist()
        if width == 1 or len(cells) % width:
            continue
        edits.rename(row, "<table>", "</table>")
        for line in (cells[at : at + width] for at in range(0, len(cells), width)):
            shown = [at for at, cell in enumerate(line) if context.n_kept[cell]]
            for before, at in pairwise([-1, *shown]):
                cell, begin = line[at], "<tr>" if before < 0 else ""
                edits.rename(cell, f"{begin}{'<td></td>' * (at - before - 1)}<td>", "</td>")
                blocks = cell + 1 + _IN_CELL[page.tag[cell + 1 : page.end[cell]]].nonzero()[0]
                _edit_cell_blocks(page, cell, blocks.tolist(), edits)
            if shown:
                edits.end[line[shown[-1]]] += "<td></td>" * (width - shown[-1] - 1) + "</tr>"


def place_cells(page: Page, by_line: dict[int, list[int]]) -> dict[int, tuple[int, int, int]]:
    """Return the first column of each cell, the one after its last, and the lines it stands in.

    ``by_line`` has the cells of each line of a table.
    """
    columns: dict[int, tuple[int, int, int]] = {}
    taken: dict[int, int] = {}  # column → lines in which a cell from above still takes it
    limit = _MAX_EMPTY
    for cells in by_line.values():
        column = 0
        for cell in cells:
            before = next(n for n in count() if column + n not in taken)  # columns that cells from above take
            width, height = _read_spans(page, cell, max(1, limit))
            limit -= before + width - 1
            column += before
            columns[cell] = column, column + width, height
            if height > 1:
                taken.update(dict.fromkeys(range(column, column + width), height))
            column += width
        taken = {at: left - 1 for at, left in taken.items() if left > 1}
    return columns


def _pad_lines(lines: list[int], n_columns: dict[int, int], limit: int, edits: Edits) -> None:
    """Pad all lines to the widest, or only the first line if that adds too many cells."""
    widest = max(n_columns.values(), default=0)
    if widest * len(lines) - sum(n_columns.values()) > limit:
        lines = lines[:1]
    for line in lines:
        if missing := widest - n_columns[line]:
            edits.rename(line, "<tr>", "<td></td>" * missing + "</tr>")


def _blocks_of_cells(page: Page, cells: Int, n_shown: NDArray[np.int32]) -> list[list[int] | None]:
    """Return the rows of blocks in each cell; None for a cell with nothing to see."""
    if not len(cells):
        return []
    start, ends = int(cells[0]), page.end[cells]
    blocks = start + _IN_CELL[page.tag[start : int(ends.max())]].nonzero()[0]
    rows = blocks.tolist()
    firsts, lasts = blocks.searchsorted(cells, side="right").tolist(), blocks.searchsorted(ends).tolist()
    places = zip(firsts, lasts, n_shown[cells].tolist(), strict=True)
    return [rows[first:last] if n else None for first, last, n in places]


def _read_spans(page: Page, cell: int, limit: int) -> tuple[int, int]:
    if b"span" not in page.data[page.byte_start[cell] : page.inner_start[cell]]:
        return 1, 1
    attributes = page.attributes(cell)
    width, height = (attributes.get(name, "") for name in ("colspan", "rowspan"))
    n_lines = limit if height.strip() == "0" else _read_span(height)
    return max(1, min(_read_span(width), _MAX_SPAN, limit)), n_lines


def _read_span(text: str) -> int:
    digits = text.strip()[:9]
    return max(1, int(digits)) if digits.isascii() and digits.isdecimal() else 1


def _edit_cell(page: Page, cell: int, edits: Edits, before: int, width: int, blocks: list[int]) -> None:
    """Write a cell with empty ones before and after it."""
    name = page.name(cell)
    empty = f"<{name}></{name}>"
    has_attributes = page.inner_start[cell] - page.byte_start[cell] > len("<td>")
    if before or width > 1 or has_attributes:
        edits.rename(cell, f"{empty * before}<{name}>", f"</{name}>{empty * (width - 1)}")
    if blocks:
        _edit_cell_blocks(page, cell, blocks, edits)


def _edit_cell_blocks(page: Page, cell: int, blocks: list[int], edits: Edits) -> None:
    """Write the blocks of a cell as lines: items with their mark, headings with text after them in bold."""
    n_chars = page.n_chars[cell : page.end[cell]]
    first, total, numbers = cell + int(np.argmax(n_chars > 0)), n_chars.sum(), dict[int, int]()
    for row in blocks:
        mark = CELL_BREAK if row > first and total else ""
        name = page.name(row)
        if name == "br":
            edits.whole[row] = mark
        elif edits.whole.get(row, "").startswith("<pre>"):
            edits.whole[row] = mark + _write_code_lines(edits.whole[row]) + CELL_BREAK
        elif name == "li":
            around = int(page.parent[row])
            numbers[around] = numbers.get(around, list_start(page.value(around, "start")) - 1) + 1
            sign = f"{numbers[around]}." if page.name(around) == "ol" else "•"
            edits.rename(row, f"{mark}{sign} ", "")
        elif "><a " in edits.start.get(row, ""):  # a link around the blocks of the cell
            edits.rename(row, f"{mark}<a {edits.start[row].partition('<a ')[2]}", f"</a>{CELL_BREAK}")
        elif _HEADINGS[page.tag[row]] and page.n_chars[row : page.end[row]].sum() < total:
            edits.rename(row, f"{mark}<b>", f"</b>{CELL_BREAK}")
        else:
            edits.rename(row, mark, CELL_BREAK)


def _write_code_lines(code: str) -> str:
    """Return a block of code as a span of code for each line."""
    lines = code[code.index(">", code.index("<code")) + 1 : code.rindex("</code>")].split("\n")
    return CELL_BREAK.join(f"<code>{line.strip()}</code>" for line in lines if line.strip())
