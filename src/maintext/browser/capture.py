"""Map the layout of a page in the browser to the rows of its HTML.

Every element in the browser gets a number, in an attribute with a random name. The document is serialised
with these numbers. One call (``DOMSnapshot.captureSnapshot``) returns boxes and computed styles of the same
tree with the same attributes. After parsing, an element row gets the box of the element with its number. A
text row gets the box around the text nodes in the same element after the same sibling. Then the numbers are
removed from the HTML, which changes no row.

A row is shown if it has a box with an area that is not wholly left of or above the page, ``visibility:
visible``, and no transparent ancestor. No ancestor may be a box of ``overflow: hidden`` at most 1 px wide or
high (texts for screen readers, closed accordions). A rule that would hide most of the text is ignored: such
pages are revealed by a script that has not run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page, parse
from maintext.html.arrays import Bool, Float
from maintext.html.snapshot import POSITIONS, Layout, Snapshot, tenths

__all__ = ["MARKED_HTML", "STYLES", "build_snapshot", "remove_marks"]

STYLES = (
    "font-size", "font-weight", "color", "background-color", "visibility", "opacity", "display",
    "position", "overflow-x", "overflow-y",
)  # fmt: skip
"""Computed styles to request, in this order."""

MARKED_HTML = """
([mark, limit]) => {
  const roots = [];
  let n = 0;
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (mark) element.setAttribute(mark, n++);
      if (element.shadowRoot) { roots.push(element.shadowRoot); walk(element.shadowRoot); }
    }
  };
  walk(document);
  const root = document.documentElement;
  if (!root) return '';
  const inner = root.getHTML ? root.getHTML({shadowRoots: roots}) : root.innerHTML;
  if (inner.length > limit) return inner.length;
  const shell = root.cloneNode(false).outerHTML.replace(/<\\/html>$/i, '');
  return (document.compatMode === 'CSS1Compat' ? '<!DOCTYPE html>' : '') + shell + inner + '</html>';
}
"""
"""JavaScript: number all elements unless ``mark`` is empty; return the HTML, or its length if too long."""

_COLOUR = re.compile(r"rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)")
_ELEMENT, _TEXT = 1, 3
_NO_SIBLING = -1
_TINY_PX = 1.0


def remove_marks(html: str, mark: str) -> str:
    """Remove the numbers of :data:`MARKED_HTML` from a document."""
    return re.sub(rf' {re.escape(mark)}="\d+"', "", html)


def build_snapshot(
    captured: Mapping[str, Any], marked: str, mark: str, url: str | None, view: tuple[int, int]
) -> Snapshot:
    """Build a snapshot from the browser's data.

    ``captured`` is the result of ``DOMSnapshot.captureSnapshot`` for :data:`STYLES`, with paint order;
    ``marked`` the numbered document (:data:`MARKED_HTML`), ``mark`` the name of the attribute, ``view`` the
    width and height of the window in px.
    """
    page, document, strings = parse(marked, url), captured["documents"][0], captured["strings"]
    layout = _build_layout(page, _match_boxes(page, document, strings, mark), strings)
    return Snapshot(
        html=remove_marks(marked, mark), url=url, layout=layout, width=int(document["contentWidth"]),
        height=int(document["contentHeight"]), view_width=view[0], view_height=view[1],
    )  # fmt: skip


class _Boxes:
    """Rectangle, style and paint order of each row; the paint order is −1 for rows without a box."""

    def __init__(self, n_rows: int) -> None:
        self.rect = np.zeros((n_rows, 4), dtype=np.float64)  # left, top, right, bottom
        self.style: list[Sequence[int] | None] = [None] * n_rows
        self.z = np.full(n_rows, -1, dtype=np.int32)

    def add(self, row: int, bounds: Sequence[float], style: Sequence[int], z: int) -> None:
        left, top, width, height = bounds
        rect = (left, top, left + width, top + height)
        if self.z[row] >= 0:
            old = self.rect[row]
            rect = (min(old[0], rect[0]), min(old[1], rect[1]), max(old[2], rect[2]), max(old[3], rect[3]))
        self.rect[row] = rect
        self.style[row] = style or self.style[row]
        self.z[row] = max(z, int(self.z[row]), 0)


def _match_boxes(page: Page, document: Mapping[str, Any], strings: Sequence[str], mark: str) -> _Boxes:
    marks = {row: int(value) for row, value in page.values(mark).items()}
    row_of_key = _rows_by_key(page, marks)
    key_of_node = _node_keys(document["nodes"], strings, mark, set(marks.values()))
    boxes = _Boxes(len(page))
    layout = document["layout"]
    for node, bounds, style, z in zip(
        layout["nodeIndex"], layout["bounds"], layout["styles"], layout["paintOrders"], strict=True
    ):
        for row in row_of_key.get(key_of_node.get(node, ()), ()):
            boxes.add(row, bounds, style, z)
    return boxes


def _rows_by_key(page: Page, marks: Mapping[int, int]) -> dict[tuple[int, ...], list[int]]:
    """Index rows by (number,) for elements, and (number of parent, number of previous sibling) for texts."""
    rows: dict[tuple[int, ...], list[int]] = {}
    last: dict[int, int] = {}
    for row, (parent, is_text) in enumerate(zip(page.parent.tolist(), page.is_text.tolist(), strict=True)):
        if is_text:
            rows.setdefault((marks.get(parent, _NO_SIBLING), last.get(parent, _NO_SIBLING)), []).append(row)
        elif row in marks:
            rows.setdefault((marks[row],), []).append(row)
            last[parent] = marks[row]
    return rows


def _node_keys(
    nodes: Mapping[str, Any], strings: Sequence[str], mark: str, kept: set[int]
) -> dict[int, tuple[int, ...]]:
    """Return the same keys for the browser's nodes; elements missing on the page do not count as siblings."""
    name = strings.index(mark) if mark in strings else -1
    places: dict[int, tuple[int, ...]] = {}
    last: dict[int, int] = {}
    kinds, parents, attributes = nodes["nodeType"], nodes["parentIndex"], nodes["attributes"]
    for node, (kind, parent) in enumerate(zip(kinds, parents, strict=True)):
        if kind == _TEXT:
            if parent in places:
                places[node] = (places[parent][0], last.get(parent, _NO_SIBLING))
        elif kind == _ELEMENT:
            pairs = attributes[node]
            values = dict(zip(pairs[::2], pairs[1::2], strict=True))
            number = int(strings[values[name]]) if name in values else -1
            if number in kept:
                places[node] = (number,)
                last[parent] = number
    return places


def _build_layout(page: Page, boxes: _Boxes, strings: Sequence[str]) -> Layout:
    has_box = boxes.z >= 0
    styles = [[strings[i] for i in style] if style else None for style in boxes.style]
    parent = page.parent.tolist()
    for row, is_text in enumerate(page.is_text.tolist()):
        if is_text and has_box[row] and parent[row] >= 0:
            styles[row] = styles[parent[row]] or styles[row]
    column = {name: [s[i] if s else None for s in styles] for i, name in enumerate(STYLES)}
    is_element = ~page.is_text
    shown = has_box & ~_hidden_rows(page, boxes.rect, column) & _has_visible_area(page, boxes.rect)
    rect = _fill_boxless_elements(page, boxes.rect, has_box, shown)
    display = [value or "" for value in column["display"]]
    return Layout(
        x=_round_lengths(rect[:, 0]),
        y=_round_lengths(rect[:, 1]),
        width=_round_lengths(rect[:, 2] - rect[:, 0]),
        height=_round_lengths(rect[:, 3] - rect[:, 1]),
        font_px=_round_lengths([float((v or "0").removesuffix("px")) for v in column["font-size"]]),
        font_weight=np.array([int(float(v or 0)) for v in column["font-weight"]], dtype=np.int16),
        colour=_parse_colours(column["color"]),
        background=np.where(is_element, _parse_colours(column["background-color"]), -1).astype(np.int32),
        is_shown=shown,
        is_inline=page.is_text | np.array([v.startswith("inline") or v == "contents" for v in display]),
        z=boxes.z,
        position=np.where(
            is_element, [POSITIONS.index(v) if v in POSITIONS else 0 for v in column["position"]], 0
        ).astype(np.int8),
    )


def _round_lengths(px: Sequence[float] | Float) -> NDArray[np.float32]:
    """Round lengths as snapshot files do, so that saved and fresh snapshots are equal."""
    return np.array(tenths(np.asarray(px, np.float64)), dtype=np.float32)


def _hidden_rows(page: Page, rect: Float, column: Mapping[str, list[str | None]]) -> Bool:
    """Return a mask of rows that are invisible, or inside a transparent or closed element."""
    invisible = np.array([v not in {None, "visible"} for v in column["visibility"]])
    transparent = np.array([v is not None and float(v) == 0 for v in column["opacity"]]) & ~page.is_text
    clips = [
        (x in {"hidden", "clip"}, y in {"hidden", "clip"})
        for x, y in zip(column["overflow-x"], column["overflow-y"], strict=True)
    ]
    clips_x, clips_y = np.array(clips, dtype=np.bool_).reshape(-1, 2).T
    width, height = rect[:, 2] - rect[:, 0], rect[:, 3] - rect[:, 1]
    closed = (clips_x & (width <= _TINY_PX)) | (clips_y & (height <= _TINY_PX))
    closed &= ~page.is_text & ~page.is_tag(("html", "body"))
    # A rule that would hide most of the text is ignored.
    half = page.n_chars[~page.is_hidden].sum() / 2
    invisible &= bool(page.n_chars[invisible].sum() <= half)
    little: Bool = page.subtree_sum(page.n_chars) <= half
    return invisible | page.inside((transparent | closed) & little)


def _has_visible_area(page: Page, rect: Float) -> Bool:
    """Return a mask of boxes on the page with an area; those of texts must exceed 1 px in both directions."""
    width, height = rect[:, 2] - rect[:, 0], rect[:, 3] - rect[:, 1]
    minimum = np.where(page.is_text, _TINY_PX, 0.0)
    return (width > minimum) & (height > minimum) & (rect[:, 2] > 0) & (rect[:, 3] > 0)


def _fill_boxless_elements(page: Page, rect: Float, has_box: Bool, shown: Bool) -> Float:
    """Give elements without a box the rectangle around their shown children, and mark them as shown."""
    rect = rect.copy()
    boxless = ~has_box & ~page.is_text
    for row in np.flatnonzero(boxless)[::-1].tolist():  # children come after their parents
        inside = np.flatnonzero(shown[row + 1 : page.end[row]]) + row + 1
        inside = inside[page.parent[inside] == row]
        if len(inside):
            low, high = rect[inside, :2].min(axis=0), rect[inside, 2:].max(axis=0)
            rect[row] = (*low, *high)
            shown[row] = True
    return rect


def _parse_colours(values: Sequence[str | None]) -> NDArray[np.int32]:
    known: dict[str | None, int] = {value: _parse_colour(value) for value in set(values)}
    return np.array([known[value] for value in values], dtype=np.int32)


def _parse_colour(value: str | None) -> int:
    """Return 0xRRGGBB; −1 for missing or nearly transparent colours and for non-sRGB notations."""
    match = _COLOUR.match(value or "")
    if match is None or (match[4] is not None and float(match[4]) < 0.1):
        return -1
    return (int(match[1]) << 16) | (int(match[2]) << 8) | int(match[3])
