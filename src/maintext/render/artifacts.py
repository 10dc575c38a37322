"""Remove layout artifacts from a selection: link signs, line numbers, second copies.

Readers do not read the ¶ after a heading, the arrow after a footnote, line numbers of code or a formula
twice. The removal precedes rendering, so all output forms show the same text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from urllib.parse import unquote

import numpy as np

from maintext._core.columns import find_word
from maintext._core.text import look_for_decoration
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows, outermost
from maintext.html.blocks import link_around
from maintext.html.characters import WORDS
from maintext.html.tags import HEADING_TAGS, tag_mask
from maintext.html.urls import split_url
from maintext.render.code import CODE, line_number_rows
from maintext.render.highlighters import find_code_frames, find_editors, find_rest_of_code
from maintext.render.regions import class_rows, find_around, kept_signs, kept_texts, known_roles, reader_rows
from maintext.selection import Selection

__all__ = ["remove_artifacts"]

# Signs that lead to their own heading, or back from a footnote; some carry a variation selector, and those of
# icon fonts are for private use.
_SIGNS = "¶#§∞◆🔗↩↵⏎↑⇧⬆⤴^\ue000-\uf8ff"
_LINK_SIGN = re.compile(rf"(?=.*[{_SIGNS}])[{_SIGNS}†\ufe0e\ufe0f\[\]() ]*")
_DIGITS = "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹"
_BACK = ("^", "↑")  # before several links back from a note
_TEX = re.compile(r"tex", re.IGNORECASE)
_MATH, _ANNOTATION = tag_mask(("math",)), tag_mask(("annotation",))
_RUBY, _RP = tag_mask(("ruby",)), tag_mask(("rp",))
_BUTTON, _PRE, _TABLE = tag_mask(("button",)), tag_mask(("pre",)), tag_mask(("table",))
_HEADING, _ITEM = tag_mask(HEADING_TAGS), tag_mask(("li",))
_CELL, _HEAD = tag_mask(("td", "th")), tag_mask(("th",))
_FOLDS = frozenset("+-−–×▼▲▾▴▸►▶⌄⌃˅")
_BULLETS = frozenset("•◦▪‣●○■▢")
# Folds of rustdoc, Sphinx's links to the code, a label of Substack, what W3Schools, Twoslash and Verso show
# over a word, what DataTables writes around a table.
_CONTROLS = frozenset(
    """
        summary.hideme span.viewcode-link label.hide-text span.tooltiptext span.twoslash-popup-container
        div.dataTables_length div.dataTables_filter div.dataTables_info div.dataTables_paginate
        div.dt-length div.dt-search div.dt-info div.dt-paging span.hover-info
    """.split()
)
# Names of icons, which a font draws as one sign each; numbers of a notebook's cells.
_LABELS = (
    (re.compile(r"(?:^|\s)material-(?:icons|symbols)"), re.compile(r"\s*[a-z0-9_]+\s*")),
    (re.compile(r"[pP]rompt"), re.compile(r"\s*(?:In|Out)?\s*\[[\d* ]*\]:?\s*")),
)
_MAX_LABEL_ROWS = 12  # nbsphinx writes numbers as code
_CONTROL_CLASSES = frozenset(selector.partition(".")[2] for selector in _CONTROLS)
_FIGURE, _SPAN = tag_mask(("figcaption",)), tag_mask(("span",))
_SUP, _MARKED = tag_mask(("sup",)), tag_mask(("sup", "label"))
_FORMULA_BOXES = frozenset(("span", "mjx-container"))
_ASIDE = re.compile(r"\s*(?:[(（][^()（）]{1,50}[)）]|,\s[^,]{1,50})\s*")  # (opens in a new tab)
_MAX_SIGN_CHARS = 4
_MAX_MARK_CHARS = 3
_MAX_BRACKET_ROWS = 5  # an element, its two brackets, and a link with its text
_FALLBACK, _MAX_NOTE_CHARS = tag_mask(("noscript", "noframes")), 400
_BROWSER_NOTE = re.compile(r"java\s?script|browser|\bframes\b|浏览器|瀏覽器", re.IGNORECASE)
_MAX_EDIT_CHARS = 60  # "[Bearbeiten | Quelltext bearbeiten]"; a paragraph in brackets has more
_EDIT = b"action=edit"  # of MediaWiki, in every language
_NEW_PAGE = b"redlink=1"  # a link in the text, to a page that is yet to be written
# What LaTeXML writes into a note before its text: the mark once more, with and without words.
_LATEXML_MARKS = re.compile("ltx_(?:tag_note|note_type)")


def remove_artifacts(page: Page, selection: Selection) -> Selection:
    """Return the selection without layout artifacts, each dropped with its reason.

    ``_RULES`` lists them. Ruby parentheses (``<rp>``) are kept instead. Returns the same selection if there
    are none, as on most pages. Cost O(n_rows).
    """
    keep = selection.keep.view(np.uint8)
    present = look_for_decoration(page.columns, keep, _KIND_OF, _MAX_SIGN_CHARS)
    # The end of the word is found faster, as its second byte is a rarer one.
    if "[" in page.text and find_word(page.data, _EDIT[-6:], 1):
        present |= _HAS_EDIT_LINK
    for needed, rule, reason, is_kept in _RULES:
        rows = rule(page, selection.keep) if present & needed == needed else None
        if rows is not None and rows.any():
            selection = selection.with_rule(rows, reason, is_kept=is_kept)
            present |= _HAS_LINK_BACK  # another text may begin the block now
    return selection


def _find_link_signs(page: Page, keep: Bool) -> Bool:
    """Find texts of links that are a sign alone, in a heading or to an anchor of the page."""
    texts = _may_be_link_signs(page, keep).nonzero()[0]
    signs = (row for row in texts.tolist() if _is_link_sign(page.row_text(row)))
    links = [link for row in signs if (link := _link_to_anchor(page, row)) >= 0]
    return page.inside(mark_rows(len(page), [*links, *_find_brackets(page, links)])) & keep


def _find_brackets(page: Page, links: list[int]) -> list[int]:
    """Find the elements around links that hold brackets besides: [↩]."""
    around = [int(page.parent[link]) for link in links]
    short = (row for row in around if page.end[row] - row <= _MAX_BRACKET_ROWS)
    return [row for row in short if _is_link_sign(page.row_text(row))]


def _may_be_link_signs(page: Page, keep: Bool) -> Bool:
    """Return the mask of short kept texts of links, without words."""
    is_short = (page.n_chars > 0) & (page.n_chars <= _MAX_SIGN_CHARS) & (page.n_words == 0)
    found: Bool = keep & is_short & page.is_link
    return found


def _is_link_sign(text: str) -> bool:
    return _LINK_SIGN.fullmatch(text.strip()) is not None


def _link_to_anchor(page: Page, row: int) -> int:
    """Return the link to an anchor of the page, or in a heading, whose text a row is; -1 for none.

    The number of one of several links may follow a sign: ↩2. A page without a URL may state any in front.
    """
    at = link_around(page, row)
    text, own = page.row_text(at).strip(), page.row_text(row).strip()
    if own != text and own != text.rstrip(_DIGITS).strip():
        return -1
    return at if _leads_to_place(page, at) or _is_in_heading_with_words(page, at) else -1


def _leads_to_place(page: Page, link: int) -> bool:
    href = page.attributes(link)["href"].strip()
    return _read_fragment(page, link) != "" or href == "#" or (not page.url and "#" in href)


def _read_fragment(page: Page, link: int) -> str:
    """Return the anchor of the page that a link leads to, ``""`` for none."""
    own, _, fragment = page.attributes(link)["href"].strip().partition("#")
    return fragment if own in {"", page.url or ""} else ""


def _is_in_heading_with_words(page: Page, row: int) -> bool:
    while row >= 0 and not _HEADING[page.tag[row]]:
        row = int(page.parent[row])
    return row >= 0 and bool(page.n_words[row : page.end[row]].any())


def _find_links_back(page: Page, keep: Bool) -> Bool | None:
    """Find signs and short links to anchors at the start of a block: ^ a b before a note."""
    texts = kept_texts(page, keep)
    blocks = page.block[texts]
    found: list[int] = []
    for row, sign in kept_signs(page, keep).items():
        if sign in _BACK and not page.is_link[row]:
            start, stop = blocks.searchsorted((page.block[row], page.block[row] + 1)).tolist()
            if texts[start] == row:
                found += _take_sign_and_links(page, texts[start:stop].tolist())
    return mark_rows(len(page), found)


def _take_sign_and_links(page: Page, texts: list[int]) -> list[int]:
    """Return the sign at the start of a block and the short links after it, perhaps with labels."""
    n, n_found = 1, 0
    while n < len(texts):
        row, n = texts[n], n + 1
        link = link_around(page, row) if page.is_link[row] else -1
        if link >= 0:
            n = bisect_left(texts, int(page.end[link]))
        last = texts[n - 1]
        is_long = page.n_chars[last] > _MAX_SIGN_CHARS + min(2, page.n_digits[last])  # as 126.0 may be
        if is_long or (link >= 0 and not _leads_to_place(page, link)):
            break
        n_found = n if link >= 0 else n_found
    return texts[:n_found]


def _find_heading_links(page: Page, keep: Bool) -> Bool | None:
    """Find texts of links next to a heading that lead to it."""
    headings = page.tagged(_HEADING).nonzero()[0]
    after = page.end[headings]
    headings, after = headings[after < len(page) - 1], after[after < len(page) - 1]
    after = after + (page.is_text[after] & (page.n_chars[after] == 0))
    is_link = page.is_anchor[after] & (page.parent[after] == page.parent[headings])
    pairs = zip(headings[is_link].tolist(), after[is_link].tolist(), strict=True)
    links = [link for heading, link in pairs if _leads_to_heading(page, link, heading)]
    return page.inside(mark_rows(len(page), links)) & keep if links else None


def _leads_to_heading(page: Page, link: int, heading: int) -> bool:
    """Return True if a link leads to the heading or to their common parent."""
    fragment = _read_fragment(page, link)
    ids = {page.attributes(row).get("id", "") for row in (heading, int(page.parent[heading]))}
    return bool(fragment) and not {fragment, unquote(fragment)}.isdisjoint(ids)


def _find_link_home(page: Page, keep: Bool) -> Bool | None:
    """Find a link to the site's first page that is the last link and ends a paragraph: 返回首页."""
    texts = kept_texts(page, keep)
    links = texts[page.is_link[texts]]
    if not len(links):
        return None
    text = int(links[-1])
    row = link_around(page, text)
    url = split_url((page.value(row, "href") or "").strip())
    own = split_url(page.url or "").netloc.removeprefix("www.")
    if not own or url.netloc.removeprefix("www.") != own or url.path not in {"", "/"}:
        return None
    in_block = keep & (page.block == page.block[text])
    if in_block[text + 1 :].any() or not (in_block & ~page.is_link & (page.n_chars > 0)).any():
        return None
    return page.inside(mark_rows(len(page), [row])) & keep


def _find_reader_words(page: Page, keep: Bool) -> Bool | None:
    """Find what is for screen readers alone: (opens in a new tab), what announces a caption or the notes."""
    rows = [row for row, *_ in find_around(page, keep.nonzero()[0], page.cached(reader_rows))]
    found = [row for row in rows if page.value(row, "id") == "footnote-label"]  # of the notes, as GitHub's
    rows = [row for row in rows if _SPAN[page.tag[row]]]
    if rows:
        in_caption = page.inside(page.tagged(_FIGURE))
        n_kept = page.subtree_sum(keep & (page.is_link | in_caption))
        rows = [row for row in rows if n_kept[row]]
        found += [row for row in rows if in_caption[row] or _ASIDE.fullmatch(page.row_text(row))]
    return page.inside(mark_rows(len(page), found)) & keep if found else None


def _find_controls(page: Page, keep: Bool) -> Bool | None:
    """Find what generators write for those who use the page, by the element and class of each."""
    rows = class_rows(page, lambda names: not _CONTROL_CLASSES.isdisjoint(names.split()))
    named = ((row, (page.value(row, "class") or "").split()) for row in rows)
    found = [row for row, names in named if any(f"{page.name(row)}.{name}" in _CONTROLS for name in names)]
    for of_class, of_text in _LABELS:
        short = (row for row in class_rows(page, of_class.search) if page.end[row] - row <= _MAX_LABEL_ROWS)
        found += [row for row in short if of_text.fullmatch(page.row_text(row))]
    return page.inside(mark_rows(len(page), found)) & keep if found else None


def _find_list_marks(page: Page, keep: Bool) -> Bool | None:
    """Find bullets that are the first text of their list item, as LaTeXML writes them."""
    bullets = {row for row, sign in kept_signs(page, keep).items() if sign in _BULLETS}
    if not bullets:
        return None
    items = page.tagged(_ITEM).nonzero()[0].tolist()
    first = (row for _, row, _ in find_around(page, kept_texts(page, keep), items))
    return mark_rows(len(page), [row for row in first if row in bullets])


def _find_icons(page: Page, keep: Bool) -> Bool | None:
    """Find signs of icon fonts: for private use, in an element with a class, and not in code."""
    rows = [row for row, sign in kept_signs(page, keep).items() if "\ue000" <= sign < "\uf8ff"]
    rows = [row for row in rows if page.value(int(page.parent[row]), "class")]
    return mark_rows(len(page), rows) & ~page.inside(page.tagged(CODE)) if rows else None


def _find_sort_keys(page: Page, keep: Bool) -> Bool:
    """Find hidden texts that begin a cell, in one line with a text that is shown: keys to sort a table by."""
    texts = np.append(kept_texts(page, keep), 0)
    at = (page.is_hidden[texts[:-1]] & (page.n_chars[texts[:-1]] <= _MAX_EDIT_CHARS)).nonzero()[0]
    hidden, after = texts[at], texts[at + 1]
    begins = page.block[texts[at - 1]] != page.block[hidden]
    is_key = begins & ~page.is_hidden[after] & (page.block[after] == page.block[hidden])
    keys = mark_rows(len(page), hidden[is_key].tolist())
    return keys & page.inside(page.tagged(_CELL)) & ~page.inside(page.tagged(_MATH))


def _find_hidden_cells(page: Page, keep: Bool) -> Bool:
    """Find the texts of hidden cells of a line that is shown, such as the identifiers of a database."""
    hidden = page.tagged(_CELL) & page.is_hidden & ~page.is_hidden[page.parent]
    return page.inside(hidden) & keep if hidden.any() else hidden


def _find_browser_notes(page: Page, keep: Bool) -> Bool | None:
    """Find what is said to readers whose browser runs no scripts or shows no frames."""
    if not page.has_tag(_FALLBACK):
        return None
    rows = page.tagged(_FALLBACK).nonzero()[0]
    n_chars = page.subtree_sum(np.where(keep, page.n_chars, 0))[rows]
    short = rows[(n_chars > 0) & (n_chars <= _MAX_NOTE_CHARS)].tolist()
    notes = [row for row in short if _BROWSER_NOTE.search(page.row_text(row))]
    return page.inside(mark_rows(len(page), notes)) & keep


def _find_repeated_heads(page: Page, keep: Bool) -> Bool | None:
    """Find texts that say the head of their column before each value, for narrow screens.

    In one column alone, they are part of the values: Model S and Model 3 below Model.
    """
    has_text = keep & (page.n_chars > 0)
    cells = page.tagged(_CELL).nonzero()[0]
    lines, n_texts = page.parent[cells].tolist(), page.subtree_sum(has_text)[cells].tolist()
    n_before: Counter[int] = Counter()  # by line
    heads: dict[int, str] = {}
    found: dict[int, int] = {}  # columns by row
    for cell, line, n in zip(cells.tolist(), lines, n_texts, strict=True):
        at = n_before[line]
        n_before[line] += 1
        if _HEAD[page.tag[cell]]:
            heads[at] = page.row_text(cell).strip()
        elif n > 1 and heads.get(at):
            first = cell + int(np.argmax(has_text[cell : page.end[cell]]))
            if page.parent[first] != cell and page.row_text(first).strip(" :：\n") == heads[at]:
                found[first] = at
    return mark_rows(len(page), list(found)) if len(set(found.values())) > 1 else None


def _find_tooltips(page: Page, keep: Bool) -> Bool | None:
    """Find what appears next to a control when the pointer is over it; after a raised mark it is a note."""
    rows = [row for row, role in page.cached(known_roles).items() if role.strip().lower() == "tooltip"]
    sups = page.tagged(_SUP).nonzero()[0].tolist() if rows else []
    rows = [row for row in rows if bisect_left(sups, page.parent[row]) == bisect_left(sups, row)]
    return page.inside(mark_rows(len(page), rows)) & keep if rows else None


def _find_edit_links(page: Page, keep: Bool) -> Bool | None:
    """Find texts in brackets around a link that edits a wiki section."""
    links = [row for row, url in page.raw_values("href") if _EDIT in url and _NEW_PAGE not in url]
    around = np.unique(page.parent[links])
    short = around[page.subtree_sum(page.n_chars)[around] <= _MAX_EDIT_CHARS]
    texts = [page.row_text(row).strip() for row in short.tolist()]
    in_brackets = [text.startswith("[") and text.endswith("]") for text in texts]
    return page.inside(mark_rows(len(page), short[in_brackets].tolist())) & keep


def _find_line_numbers(page: Page, keep: Bool) -> Bool:
    return mark_rows(len(page), line_number_rows(page, keep))


def _find_editor_numbers(page: Page, keep: Bool) -> Bool | None:
    return _find_line_numbers(page, keep) if page.cached(find_editors) else None


def _find_signs_of_buttons(page: Page, keep: Bool) -> Bool | None:
    """Find + or ▼ next to the words of a button."""
    rows = [row for row, sign in kept_signs(page, keep).items() if sign in _FOLDS]
    if not rows:
        return None
    buttons = page.inside(page.tagged(_BUTTON) & (page.subtree_sum(page.n_words) > 0))
    return mark_rows(len(page), rows) & buttons


def _find_formula_copies(page: Page, keep: Bool) -> Bool:
    """Find texts next to the LaTeX of formulas: other annotations, MathML and drawn text."""
    is_math = page.tagged(_MATH)
    in_box = page.inside(mark_rows(len(page), _find_formula_boxes(page, is_math)))
    drawn = keep & page.is_hidden & in_box & ~page.inside(is_math)
    notes = page.tagged(_ANNOTATION).nonzero()[0]
    if not len(notes):
        return drawn
    is_note = mark_rows(len(page), notes.tolist())
    tex = [row for row in notes.tolist() if _TEX.search(page.attributes(row).get("encoding", ""))]
    is_tex = mark_rows(len(page), tex)
    has_tex = is_math & (page.subtree_sum(is_tex & (page.subtree_sum(keep & page.is_text) > 0)) > 0)
    in_note, in_tex = page.inside(is_note), page.inside(is_tex)
    return drawn | (keep & ((page.inside(has_tex) & ~in_tex) | (in_note & ~in_tex & page.inside(is_math))))


def _find_formula_boxes(page: Page, is_math: Bool) -> list[int]:
    """Find inline elements in which scripts put a formula twice, drawn and as MathML."""
    boxes = page.parent[page.parent[is_math.nonzero()[0]]]
    return [row for row in boxes.tolist() if row >= 0 and page.name(row) in _FORMULA_BOXES]


def _find_repeated_marks(page: Page, keep: Bool) -> Bool:
    """Find marks of notes after the same mark, and those that LaTeXML adds to notes."""
    texts = kept_texts(page, keep)
    before, after = texts[:-1], texts[1:]
    may_be = _SUP[page.tag[page.parent[after]]] & (page.n_chars[after] <= _MAX_MARK_CHARS)
    may_be &= page.n_chars[before] == page.n_chars[after]
    may_be &= page.text_end[before] == page.text_start[after]
    found = mark_rows(len(page), [])
    for first, second in zip(before[may_be].tolist(), after[may_be].tolist(), strict=True):
        found[second] = page.row_text(first) == page.row_text(second) and _is_marked(page, first, second)
    latexml = mark_rows(len(page), class_rows(page, _LATEXML_MARKS.search))
    return found | (page.inside(latexml) & keep)


def _is_marked(page: Page, row: int, other: int) -> bool:
    """Return True if only the first text stands in ``<sup>`` or ``<label>``, links aside."""
    at = int(page.parent[row])
    if page.is_anchor[at]:
        at = int(page.parent[at])
    return bool(_MARKED[page.tag[at]]) and other >= page.end[at]


def _find_repeated_hidden_words(page: Page, keep: Bool) -> Bool:
    """Find ``aria-hidden`` texts with only words that their block has for all readers.

    Example: a hidden "(21)" next to "21 reviews" for screen readers.
    """
    has_text = keep & (page.n_chars > 0)
    texts = (has_text & ~page.is_hidden).nonzero()[0]
    blocks = page.block[texts]  # ascending, as texts are
    shown: dict[int, set[str]] = {}
    found = mark_rows(len(page), [])
    for root in _find_aria_hidden(page, has_text):
        own = root + has_text[root : page.end[root]].nonzero()[0]
        first, last = int(page.block[own[0]]), int(page.block[own[-1]])
        if first not in shown:
            shown[first] = _words_of_rows(
                page, texts[slice(*blocks.searchsorted((first, first + 1)).tolist())]
            )
        words = _words_of_rows(page, own)
        found[own] = bool(words) and first == last and words <= shown[first]
    return found


def _find_hidden_in_headings(page: Page, keep: Bool) -> Bool:
    """Find hidden words of headings that show others, such as a number for machines."""
    solid = keep & page.is_text & (page.n_chars > 0)
    shows = page.tagged(_HEADING) & (page.subtree_sum(solid & ~page.is_hidden) > 0)
    return page.inside(shows) & solid & page.is_hidden & (page.n_words > 0)


def _find_aria_hidden(page: Page, has_text: Bool) -> list[int]:
    """Return the outermost ``aria-hidden`` elements with kept text."""
    n_solid = page.subtree_sum(has_text)
    values = page.values("aria-hidden").items()
    hidden = [row for row, value in values if value.strip().lower() == "true" and n_solid[row]]
    return outermost(hidden, page.end)


def _words_of_rows(page: Page, rows: Int) -> set[str]:
    return set(WORDS.findall(" ".join(page.row_text(row) for row in rows.tolist()).lower()))


def _find_ruby_parentheses(page: Page, keep: Bool) -> Bool:
    is_ruby, has_text = page.tagged(_RUBY), page.is_text & (page.n_chars > 0)
    n_kept, n_shown = (page.subtree_sum(has_text & rows) for rows in (keep, ~page.is_hidden))
    in_whole = page.inside(is_ruby & (n_kept == n_shown) & (n_kept > 0))
    return page.inside(page.tagged(_RP)) & has_text & in_whole & ~page.inside(is_ruby & page.is_hidden)


# Elements and kept texts as bits, as maintext/_core/text.pxd has them.
_HAS_BUTTON, _HAS_PRE, _HAS_CODE, _HAS_TABLE, _HAS_MATH, _HAS_SUP, _HAS_RP = (1 << i for i in range(7))
(
    _HAS_NUMBER, _HAS_SIGN_LINK, _HAS_HIDDEN, _HAS_LINK_BACK, _HAS_HEADING_LINK, _IS_HEADING, _HOLDS_CODE,
    _HAS_EDIT_LINK,
) = (1 << i for i in range(7, 15))  # fmt: skip
_KIND_OF = np.zeros(len(_PRE), dtype=np.uint16)
for _mask, _bit in (
    (_BUTTON, _HAS_BUTTON), (_PRE, _HAS_PRE), (CODE, _HAS_CODE | _HOLDS_CODE), (_MATH, _HAS_MATH),
    (_TABLE, _HAS_TABLE | _HOLDS_CODE), (_SUP, _HAS_SUP), (_RP, _HAS_RP), (_HEADING, _IS_HEADING),
):  # fmt: skip
    _KIND_OF[_mask] |= _bit
# What a rule needs, the rule, its reason, and whether it keeps what it finds.
_RULES: tuple[tuple[int, Callable[[Page, Bool], Bool | None], str, bool], ...] = (
    (_HAS_SIGN_LINK, _find_link_signs, "sign of a link within the page", False),
    (_HAS_LINK_BACK, _find_links_back, "links back from a note", False),
    (_HAS_HEADING_LINK, _find_heading_links, "link of a heading to itself", False),
    (0, _find_reader_words, "words of a link for screen readers", False),
    (0, _find_tooltips, "a tooltip", False),
    (0, _find_list_marks, "bullet of a list item", False),
    (0, _find_icons, "sign of an icon font", False),
    (_HAS_TABLE, _find_repeated_heads, "head of the column in each cell", False),
    (_HAS_HIDDEN, _find_browser_notes, "a note for browsers without scripts or frames", False),
    (_HAS_TABLE | _HAS_HIDDEN, _find_sort_keys, "key to sort a table by", False),
    (_HAS_TABLE | _HAS_HIDDEN, _find_hidden_cells, "hidden cell", False),
    (0, _find_link_home, "link to the first page at the end", False),
    (_HAS_EDIT_LINK, _find_edit_links, "link to edit a section", False),
    (0, find_rest_of_code, "the rest of code that is kept", True),
    (0, _find_controls, "a control of the generator", False),
    (_HAS_CODE | _HAS_NUMBER, _find_line_numbers, "line number of code", False),
    (0, _find_editor_numbers, "line number of code", False),
    (_HAS_BUTTON, _find_signs_of_buttons, "sign of a button", False),
    (_HAS_PRE, find_code_frames, "language or button of code", False),
    (_HAS_MATH, _find_formula_copies, "second copy of a formula", False),
    (_HAS_SUP, _find_repeated_marks, "second mark of a note", False),
    (_HAS_HIDDEN, _find_repeated_hidden_words, "second copy for the eyes alone", False),
    (_HAS_HIDDEN, _find_hidden_in_headings, "hidden text of a heading", False),
    (_HAS_RP, _find_ruby_parentheses, "parenthesis of ruby text", True),
)
