"""Columns about the rows of a snapshot that the rules of VIPS read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int
from maintext.html.snapshot import POSITIONS, Snapshot
from maintext.records.elements import iter_levels

__all__ = ["VisualContext", "build_context"]

_REPLACED = (
    "img", "video", "canvas", "iframe", "object", "embed", "input", "button", "select", "textarea", "meter",
)  # fmt: skip
_FIXED = POSITIONS.index("fixed")
_LINE_PX = 3.0
_LONG_PX = 50.0
_NOTHING = np.inf


@dataclass(frozen=True, slots=True, eq=False)
class VisualContext:
    """Columns of the rows of a page: lists, for rules that look at single rows."""

    page: Page
    is_floating: Bool  # in an element fixed to the window: no part of the page's structure
    end: list[int]  # these three are those of the page
    tag: list[int]
    is_text: list[bool]
    is_valid: list[bool]  # some of the row is visible (the report's valid node)
    # Left, top, right, bottom in px of the visible content of the subtree: texts, pictures, form fields, and
    # elements with their own background. NaN if there is none
    box: list[list[float]]
    area: list[float]  # px²; 0 for rows that are not valid
    is_virtual_text: list[bool]  # a text node, or an inline element that holds only virtual texts
    # 0xRRGGBB: own background or that of the nearest painted ancestor; white if there is none
    background: list[int]
    font_px: list[float]  # an element has the font of its longest text
    font_weight: list[float]
    n_words: NDArray[np.int32]  # words shown in the row itself, and those inside links
    n_link_words: NDArray[np.int32]
    is_line: list[bool]  # a visible line, `<hr>` or an element of at most 3 px with a background


def build_context(snapshot: Snapshot) -> VisualContext:
    """Compute the visual columns of a snapshot; O(n_rows)."""
    page, layout = snapshot.page, snapshot.layout
    levels = list(iter_levels(page.depth))
    floating = _floating_rows(snapshot)
    background = _effective_background(page, layout.background, levels)
    seen = layout.is_shown & ~page.is_hidden & ~floating
    is_text = page.is_text & (page.n_chars > 0) & seen
    parent = np.maximum(page.parent, 0)
    paints = seen & ~page.is_text & (page.parent >= 0) & (background != background[parent])
    is_line = (
        seen & (page.is_tag(("hr",)) | (paints & (layout.height <= _LINE_PX))) & (layout.width >= _LONG_PX)
    )
    leaf = is_text | (seen & page.is_tag(_REPLACED))
    is_valid = page.subtree_sum(leaf | is_line) > 0
    rect = np.stack([layout.x, layout.y, layout.x + layout.width, layout.y + layout.height])
    box = _visible_boxes(page, rect, leaf | is_line | (paints & is_valid), levels)
    area = np.where(is_valid, (box[2] - box[0]) * (box[3] - box[1]), 0.0)
    is_other = is_valid & ~page.is_text & ~layout.is_inline
    replaced = is_valid & page.is_tag((*_REPLACED, "br"))
    longest = _longest_text(page, is_text, levels)
    words = page.n_words * is_text
    return VisualContext(
        page=page,
        is_floating=floating,
        end=page.end.tolist(),
        tag=page.tag.tolist(),
        is_text=page.is_text.tolist(),
        is_valid=is_valid.tolist(),
        box=box.T.tolist(),
        area=np.nan_to_num(area).tolist(),
        is_virtual_text=(is_valid & (page.subtree_sum(is_other | replaced) == 0)).tolist(),
        background=background.tolist(),
        font_px=layout.font_px[longest].tolist(),
        font_weight=layout.font_weight[longest].astype(np.float32).tolist(),
        n_words=words,
        n_link_words=words * page.is_link,
        is_line=is_line.tolist(),
    )


def _floating_rows(snapshot: Snapshot) -> Bool:
    """Return the rows in elements fixed to the window, unless they hold most of the text."""
    page = snapshot.page
    inside = page.inside(snapshot.layout.position == _FIXED)
    shown = page.n_chars * (snapshot.layout.is_shown & page.is_text)
    return inside & bool(2 * shown[inside].sum() < shown.sum())


def _effective_background(page: Page, own: NDArray[np.int32], levels: list[Int]) -> NDArray[np.int32]:
    behind = own.copy()
    behind[:1][behind[:1] < 0] = 0xFFFFFF
    for rows in levels:
        open_rows = rows[behind[rows] < 0]
        behind[open_rows] = behind[page.parent[open_rows]]
    return behind


def _visible_boxes(page: Page, rect: NDArray[np.float32], counts: Bool, levels: list[Int]) -> Float:
    """Return the rectangle around the counting rows of each subtree."""
    box = np.where(counts, rect, np.array([[_NOTHING], [_NOTHING], [-_NOTHING], [-_NOTHING]])).astype(
        np.float64
    )
    for rows in levels[::-1]:
        above = page.parent[rows]
        for side in (0, 1):
            np.minimum.at(box[side], above, box[side][rows])
            np.maximum.at(box[side + 2], above, box[side + 2][rows])
    return np.where(np.isfinite(box), box, np.nan)


def _longest_text(page: Page, is_text: Bool, levels: list[Int]) -> Int:
    """Return the first longest shown text row of each subtree, or the row itself if there is none."""
    # One number holds both: length first, then earliness.
    key = np.where(
        is_text, page.n_chars.astype(np.int64) * len(page) + (len(page) - 1 - np.arange(len(page))), -1
    )
    for rows in levels[::-1]:
        np.maximum.at(key, page.parent[rows], key[rows])
    return np.where(key >= 0, len(page) - 1 - key % max(len(page), 1), np.arange(len(page)))
