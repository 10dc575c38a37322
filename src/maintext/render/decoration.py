"""What belongs to the layout of a kept text and not to the text: signs, line numbers, second copies.

Readers of a page do not read the ¶ behind a heading, the arrow behind a footnote or the numbers beside
code. These are taken out of a selection, each with its reason, before anything is rendered, so that all
forms show the same text.
"""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import tag_mask
from maintext.render.code import line_number_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]

__all__ = ["without_decoration"]

# Signs that lead to their own heading, or back from a footnote; some carry a variation selector.
_SIGNS = frozenset("¶#§∞🔗↩↵⏎↑⇧⬆⤴^†\ufe0e\ufe0f[]() ")
_HAS_SIGN = "¶#§∞🔗↩↵⏎↑⇧⬆⤴^"
_TEX = re.compile(r"tex", re.IGNORECASE)
_MATH, _ANNOTATION = tag_mask(("math",)), tag_mask(("annotation",))
_RUBY, _RP = tag_mask(("ruby",)), tag_mask(("rp",))
_BUTTON, _PRE = tag_mask(("button",)), tag_mask(("pre",))
_FORMULA_BOXES = frozenset(("span", "mjx-container"))
_MAX_SIGN_CHARS = 4
_MAX_BUTTON_CHARS = 24


def without_decoration(page: Page, selection: Selection) -> Selection:
    """Return a selection without signs, line numbers, buttons of code and second copies of formulas.

    Dropped, each with its reason: links of a sign alone that lead to a place in the page (¶ behind
    headings, ↩ behind footnotes), line numbers beside code, buttons beside code, and of a formula that
    states its LaTeX everything but the LaTeX. Kept beside ruby text: its parentheses (``<rp>``).

    The same selection where there is nothing of all that, which is most pages. Cost O(n_rows).
    """
    rules = (
        (_signs, "sign of a link within the page", False),
        (_line_numbers, "line number of code", False),
        (_buttons, "button of code", False),
        (_second_copies, "second copy of a formula", False),
        (_parentheses, "parenthesis of ruby text", True),
    )
    for rule, reason, is_kept in rules:
        rows = rule(page, selection.keep)
        if rows is not None and rows.any():
            selection = _changed(selection, rows, reason, is_kept=is_kept)
    return selection


def _changed(selection: Selection, rows: Bool, reason: str, *, is_kept: bool) -> Selection:
    keep, number = selection.keep.copy(), selection.reason.copy()
    keep[rows] = is_kept
    number[rows] = len(selection.reasons)
    for column in (keep, number):
        column.setflags(write=False)
    return dataclasses.replace(selection, keep=keep, reason=number, reasons=(*selection.reasons, reason))


def _signs(page: Page, keep: Bool) -> Bool | None:
    """Texts of links to a place in the page that are a sign alone."""
    texts = np.flatnonzero(
        keep & (page.n_chars > 0) & (page.n_chars <= _MAX_SIGN_CHARS) & (page.n_words == 0)
    )
    texts = texts[page.is_link[texts]]
    found = [row for row in texts.tolist() if _is_sign(page.row_text(row)) and _leads_inside(page, row)]
    return _rows(page, found)


def _is_sign(text: str) -> bool:
    text = text.strip()
    return _SIGNS.issuperset(text) and any(sign in text for sign in _HAS_SIGN)


def _leads_inside(page: Page, row: int) -> bool:
    at = int(page.parent[row])
    while not page.is_anchor[at]:
        at = int(page.parent[at])
    address = page.attributes(at)["href"].strip()
    own, _, place = address.partition("#")
    return (
        bool(place)
        and page.row_text(at).strip() == page.row_text(row).strip()
        and own in {"", page.url or ""}
    )


def _line_numbers(page: Page, keep: Bool) -> Bool | None:
    return _rows(page, line_number_rows(page, keep))


def _buttons(page: Page, keep: Bool) -> Bool | None:
    """Texts of buttons in an element that holds a block of code."""
    buttons = np.flatnonzero(_BUTTON[page.tag])
    is_pre = _PRE[page.tag]
    if not len(buttons) or not is_pre.any():
        return None
    buttons = buttons[page.subtree_sum(np.where(keep, page.n_chars, 0))[buttons] > 0]
    n_pre = page.subtree_sum(is_pre)
    around = page.parent[buttons]
    beside = (n_pre[around] == 1) | (n_pre[page.parent[around]] == 1)
    short = page.subtree_sum(page.n_chars)[buttons] <= _MAX_BUTTON_CHARS
    found = np.zeros(len(page), dtype=np.bool_)
    found[buttons[beside & short]] = True
    return page.inside(found) & keep


def _second_copies(page: Page, keep: Bool) -> Bool | None:
    """Texts of formulas beside their LaTeX, other annotations, and what is drawn of a formula."""
    is_math = _MATH[page.tag]
    if not is_math.any():
        return None
    drawn = (
        keep
        & page.is_hidden
        & page.inside(_rows(page, _formula_boxes(page, is_math)))
        & ~page.inside(is_math)
    )
    notes = np.flatnonzero(_ANNOTATION[page.tag])
    if not len(notes):
        return drawn
    is_note = _rows(page, notes.tolist())
    is_tex = _rows(
        page, [row for row in notes.tolist() if _TEX.search(page.attributes(row).get("encoding", ""))]
    )
    has_tex = is_math & (page.subtree_sum(is_tex & (page.subtree_sum(keep & page.is_text) > 0)) > 0)
    in_note, in_tex = page.inside(is_note), page.inside(is_tex)
    return drawn | (keep & ((page.inside(has_tex) & ~in_tex) | (in_note & ~in_tex & page.inside(is_math))))


def _formula_boxes(page: Page, is_math: Bool) -> list[int]:
    """Inline elements around formulas in which scripts put the formula twice: to be drawn, and as MathML."""
    boxes = page.parent[page.parent[np.flatnonzero(is_math)]]
    return [row for row in boxes.tolist() if row >= 0 and page.name(row) in _FORMULA_BOXES]


def _parentheses(page: Page, keep: Bool) -> Bool | None:
    is_rp = _RP[page.tag]
    if not is_rp.any():
        return None
    solid = keep & (page.n_chars > 0)
    whole = _RUBY[page.tag] & (
        page.subtree_sum(solid) == page.subtree_sum((page.n_chars > 0) & ~page.is_hidden)
    )
    whole &= page.subtree_sum(solid) > 0
    return page.inside(is_rp) & page.is_text & page.inside(whole) & (page.n_chars > 0) & ~_hidden_around(page)


def _hidden_around(page: Page) -> Bool:
    """Whether a ruby around a row is hidden itself."""
    return page.inside(_RUBY[page.tag] & page.is_hidden)


def _rows(page: Page, rows: list[int]) -> Bool:
    found = np.zeros(len(page), dtype=np.bool_)
    found[rows] = True
    return found
