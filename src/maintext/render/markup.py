"""Selection to markup: slices of the page's bytes around the kept text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.page.tags import BLOCK, tag_id, tag_ids

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.selection import Selection

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["is_block", "kept_markup", "nearest", "shown_rows"]

_MEDIA = ("img", "picture", "source", "video", "audio", "track", "hr", "br", "wbr", "math", "iframe", "embed")
# Drawn by browsers although their fallback text is hidden.
_DRAWN = tag_ids(("video", "audio"))
_BLOCK = tag_ids(BLOCK)
_VOID = frozenset(
    """
        area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr
    """.split()
)
_EMPTY = re.compile(r"<([^\s/>]++)([^<>]*+)(?<=/)>")
# HTML reads their content without entities, and plaintext has no end.
_RAW_TEXT = re.compile(r"(</?)(?:listing|plaintext|xmp)(?=[\s/>])")
# A mark stands for a removed part, until it is known whether other markup does its work: 1, the texts
# on its two sides want a space between them; 2, a line break; 3, two. No page has these characters.
_MARK = re.compile(r"[\x01-\x03]")
_BETWEEN_TEXTS = re.compile(r"(?:<[^<>]*+>|[\s\x01-\x03])++")
_NAME = re.compile(r"</?([^\s/>]+)")


def kept_markup(page: Page, selection: Selection, as_div: Bool | None = None) -> str:
    """Return the kept text with the elements around it, unsanitised, to be read as HTML.

    A subtree whose visible text is all kept is one slice of ``page.data``; elsewhere only the tags
    on the way to kept text are written. Hidden parts are cut out. Pictures and other elements
    without text stay when the texts before and after them are kept. Texts stay as far apart as they
    were: where only a removed part did that, a space or ``<br/>`` stands in its place. Elements among
    the rows ``as_div`` are written as ``<div>``.
    """
    as_div = np.zeros(len(page), dtype=np.bool_) if as_div is None else as_div
    kept = selection.keep & page.is_text & (page.n_chars > 0)
    shown = shown_rows(page, kept)
    whole, partly = _states(page, kept, shown, as_div)
    mark = _marks(page, kept, shown)
    body = np.flatnonzero(page.is_tag(("body", "frameset")))
    pieces: list[bytes] = []
    row = int(body[0]) if len(body) else 0
    last = int(page.end[row])
    closing: list[int] = []
    while row < last or closing:
        if closing and (row >= last or page.end[closing[-1]] <= row):
            done = closing.pop()
            pieces.append(
                b"</div>" if as_div[done] else page.data[page.inner_end[done] : page.byte_end[done]]
            )
        elif whole[row]:
            pieces.append(page.data[page.byte_start[row] : page.byte_end[row]])
            row = int(page.end[row])
        elif partly[row]:
            pieces.append(
                b"<div>" if as_div[row] else page.data[page.byte_start[row] : page.inner_start[row]]
            )
            closing.append(row)
            row += 1
        else:
            pieces.append(b"%c" % int(mark[row]) if mark[row] else b"")
            row = int(page.end[row])
    return _as_html(b"".join(pieces).decode())


def is_block(name: str) -> bool:
    """Return whether text inside and outside an element of this name never belongs to one paragraph."""
    return tag_id(name) in _BLOCK


def nearest(page: Page, names: Iterable[str]) -> Rows:
    """Return the innermost element with one of the names around each row, or the row; −1 for none."""
    found = np.full(len(page), -1, dtype=np.int64)
    # Pre-order: an inner element comes later and overwrites its part of the outer one's range.
    for row in np.flatnonzero(page.is_tag(names)).tolist():
        found[row : page.end[row]] = row
    return found


def shown_rows(page: Page, kept: Bool) -> Bool:
    """Return the rows that are not hidden, or stand in a hidden element of which some text is kept."""
    return ~page.is_hidden | page.inside(page.is_hidden & (page.subtree_sum(kept) > 0))


# -- what is written ----------------------------------------------------------------------------------


def _states(page: Page, kept: Bool, shown: Bool, as_div: Bool) -> tuple[Bool, Bool]:
    """Rows to copy with their subtree, and elements of which only a part is kept."""
    solid = page.is_text & (page.n_chars > 0)
    in_media = _in_media(page)
    before, after = _neighbours(page, solid & shown)
    is_between = (before >= 0) & kept[before] & (after >= 0) & kept[after]
    is_space = page.is_text & ~solid & shown & is_between
    is_media = page.is_tag(_MEDIA) & (shown | in_media) & (is_between | _in_kept(page, kept, solid & shown))
    unwanted = (solid & ~kept) | ~(shown | in_media) | as_div
    n_wanted, n_unwanted = page.subtree_sum(kept | is_space | is_media), page.subtree_sum(unwanted)
    whole = (n_wanted > 0) & (n_unwanted == 0) & ~(page.is_text & ~kept & ~is_space)
    return whole, (n_wanted > 0) & ~whole & ~page.is_text


def _neighbours(page: Page, among: Bool) -> tuple[Rows, Rows]:
    """The nearest rows before, and after, each row's subtree among some text rows; −1 for none."""
    places = np.flatnonzero(among)
    padded = np.concatenate(([-1], places, [-1]))
    before = padded[np.searchsorted(places, np.arange(len(page)))]
    return before, padded[np.searchsorted(places, page.end) + 1]


def _in_kept(page: Page, kept: Bool, visible: Bool) -> Bool:
    """Rows in, or next to the text in, an element that has visible text, all of it kept."""
    n_visible = page.subtree_sum(visible)
    all_kept = (page.subtree_sum(kept) == n_visible) & (n_visible > 0)
    return page.inside(all_kept & ~page.is_text)


def _in_media(page: Page) -> Bool:
    """Rows of video and audio players that nothing else hides."""
    players = np.isin(page.tag, list(_DRAWN)) & ~page.is_hidden[np.maximum(page.parent, 0)]
    return page.inside(players)


def _marks(page: Page, kept: Bool, shown: Bool) -> Rows:
    """The mark to write when a row is removed with its subtree; 0 for none."""
    before, after = _neighbours(page, kept)
    is_seen = page.subtree_sum(page.is_text & shown) > 0
    in_line = np.where(page.line[before] == page.line[after], is_seen, 2)
    in_page = np.where(page.block[before] == page.block[after], in_line, 3)
    return np.where((before >= 0) & (after >= 0), in_page, 0)


# -- how it is written --------------------------------------------------------------------------------


def _as_html(markup: str) -> str:
    """Write well-formed markup with marks so that a parser of HTML reads the same elements."""
    if _MARK.search(markup):
        markup = _BETWEEN_TEXTS.sub(_set_apart, markup)
    return _RAW_TEXT.sub(r"\1pre", _EMPTY.sub(_closed, markup))


def _set_apart(between: re.Match[str]) -> str:
    """Replace the marks among the tags between two texts by what else is needed to part the texts."""
    mark = _MARK.search(between[0])
    if mark is None:
        return between[0]
    needed = max(map(ord, _MARK.findall(between[0])))
    names = _NAME.findall(between[0])
    filling = " " if needed == 1 else "<br/>" * (needed - 1 - names.count("br"))
    if any(map(is_block, names)):
        filling = ""
    return between[0][: mark.start()] + filling + _MARK.sub("", between[0][mark.end() :])


def _closed(empty: re.Match[str]) -> str:
    """``<i/>`` with an end tag: to a parser of HTML the slash means nothing."""
    name, rest = empty[1], empty[2][:-1]
    return empty[0] if name in _VOID else f"<{name}{rest}></{name}>"
