"""Visual features of each block of a page: position, columns, type, colours and layers.

The blocks are those of :class:`maintext.classify.features.context.BlockContext`, the numbers come from a
snapshot's layout. Lengths are relative to the window and the page's usual text, so that they do not depend on
the size of the window. The usual value of a property is that of most drawn words.

The default model does not use these features; see ``docs/browser.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.browser.overlay import find_overlays
from maintext.browser.vips.context import build_context
from maintext.html.snapshot import POSITIONS

if TYPE_CHECKING:
    from maintext.classify.features.context import BlockContext
    from maintext.html.snapshot import Snapshot

    Float = np.typing.NDArray[np.float64]
    Int = np.typing.NDArray[np.int64]
    Columns = dict[str, np.typing.NDArray[Any]]

__all__ = ["DEFINITIONS", "FEATURES", "MISSING", "visual_matrix"]

MISSING = -1.0
"""Value of all features without a layout, and of all but ``drawn`` for blocks that are not drawn."""

_GRID_PX = 8  # closer edges count as equal: columns differ by more, rounded boxes by less
_LEVELS = (1, 2, 3, 4)
_OUT_OF_FLOW = ("absolute", "sticky", "fixed")
_COLUMN_SHARE, _STYLE_SHARE = 0.05, 0.02  # minimum share of the words in a column or style

DEFINITIONS = {
    "drawn": "share of the block's characters that are drawn",
    # the rectangle around its drawn text
    "x": "left edge / window width",
    "centre_x": "middle / window width",
    "width": "width / window width",
    "height": "log(1 + height in px)",
    "area": "log(1 + area in px²)",
    "area_share": "area / area of all drawn blocks",
    "y": "upper edge / page height",
    "screen": "log(1 + upper edge / window height)",
    "on_first_screen": "1 when the upper edge is in the first window",
    "from_centre": "distance of its middle to the middle of the page, both axes 0–1",
    "words_per_area": "log(1 + words per 10 000 px²)",
    "words_per_line": "log(1 + words / (height / font size, at least 1))",
    "gap_above": "log(1 + distance down from the drawn block before, in usual font sizes); −1 for none",
    "gap_below": "log(1 + distance down to the drawn block after, in usual font sizes); −1 for none",
    "beside": "log(1 + words of other blocks at the height of its middle half)",
    # columns: blocks whose nearest element that is not inline has the same left edge and width
    "column_x": "left edge of that element / window width",
    "column_width": "its width / window width",
    "column_share": "share of the page's words in its column",
    "same_left": "share of the page's words in elements with its left edge",
    "same_width": "share of the page's words in elements of its width",
    "from_main_column": "distance of its middle to that of the column with most words / window width",
    "in_main_column": "share of its text's width within that column's edges",
    "column_goes_on": "how many of the drawn blocks before and after are in the same column, 0–2",
    # the elements around it, and the nearest one painted in a colour of its own
    **{f"l{level}_width": f"width of the element {level} levels up / window width" for level in _LEVELS},
    **{f"l{level}_height": f"its height / page height ({level} levels up)" for level in _LEVELS},
    "panel_share": "share of the page's words in the nearest painted element, 1 without one",
    "panel_width": "its width / window width, 1 without one",
    # type and colours, of its longest drawn text
    "font": "font size in px",
    "font_to_usual": "font size / the usual one",
    "font_to_largest": "font size / the largest one on the page",
    "larger_share": "share of the page's words in a larger font",
    "weight": "font weight / 100",
    "bolder": "font weight above the usual one, 0 where not",
    "contrast": "log of the contrast ratio of text and background (WCAG 2)",
    "colour_from_usual": "distance of its colour to the usual one, 0–1 in RGB",
    "colour_share": "share of the page's words in its colour",
    "saturation": "largest minus smallest of red, green and blue, 0–1",
    "background_from_usual": "distance of the background to the usual one, 0–1 in RGB",
    "style_share": "share of the page's words in its font size, weight and colour",
    "style_goes_on": "how many of the drawn blocks before and after have the same style, 0–2",
    # layers
    "in_overlay": "1 in what lies over the page (maintext.browser.overlay)",
    **{f"in_{name}": f"1 in an element of position {name}" for name in _OUT_OF_FLOW},
    "painted_before": "share of the page's words that are painted before it",
    # the page
    "page_screens": "log(1 + page height / window height)",
    "page_columns": "columns with at least a twentieth of the words",
    "page_main_column": "share of the words in the largest column",
    "page_styles": "styles with at least a fiftieth of the words",
}
FEATURES: tuple[str, ...] = tuple(DEFINITIONS)


def visual_matrix(snapshot: Snapshot | None, scene: BlockContext) -> np.typing.NDArray[np.float32]:
    """Return the visual features of every block, float32 of shape (n_blocks, n_features); no NaN.

    Without a layout all values are :data:`MISSING`. ``scene`` has the blocks of ``snapshot.page``. Cost
    O(n_rows + n_blocks · log n_blocks).
    """
    blocks = scene.blocks
    matrix = np.full((len(FEATURES), len(blocks)), MISSING, dtype=np.float32)
    if snapshot is None or not len(blocks):
        return matrix.T
    chosen = (blocks.of_row >= 0) & snapshot.layout.is_shown
    n_drawn = np.bincount(blocks.of_row[chosen], scene.page.n_chars[chosen], len(blocks))
    matrix[0] = n_drawn / np.maximum(blocks.n_chars, 1)
    if chosen.any():
        drawn = _DrawnBlocks(snapshot, scene, np.flatnonzero(chosen))
        columns: Columns = {}
        for features in _FEATURE_GROUPS:
            columns |= features(drawn)
        matrix[1:, drawn.block] = np.stack([columns[name] for name in FEATURES[1:]])
    return matrix.T


class _DrawnBlocks:
    """The blocks with drawn text, in page order; arrays of shape (n_drawn,).

    ``block`` is the number of the block, ``longest`` the row of its (first) longest drawn text, ``holder``
    its nearest ancestor that is not inline. ``left``, ``top``, ``right`` and ``bottom`` are the rectangle
    around the drawn text in px, ``column`` and ``style`` group numbers.
    """

    def __init__(self, snapshot: Snapshot, scene: BlockContext, rows: Int) -> None:
        page, layout, owner = snapshot.page, snapshot.layout, scene.blocks.of_row[rows]
        self.snapshot, self.scene, self.visual = snapshot, scene, build_context(snapshot)
        self.block, first = np.unique(owner, return_index=True)
        self.row_words = np.zeros(len(page))
        self.row_words[rows] = page.n_words[rows]
        self.words: Float = np.add.reduceat(self.row_words[rows], first)
        self.n_words = max(float(self.words.sum()), 1.0)
        by_length = np.lexsort((-rows, page.n_chars[rows], owner))
        self.longest: Int = rows[by_length[np.append(first[1:], len(rows)) - 1]]
        x, y = layout.x[rows].astype(np.float64), layout.y[rows].astype(np.float64)
        self.left, self.top = np.minimum.reduceat(x, first), np.minimum.reduceat(y, first)
        self.right = np.maximum.reduceat(x + layout.width[rows], first)
        self.bottom = np.maximum.reduceat(y + layout.height[rows], first)
        self.holder = self._block_holders()
        self.edge, self.span = _on_grid(layout.x[self.holder]), _on_grid(layout.width[self.holder])
        self.column = _number_keys(self.edge, self.span)
        self.font = layout.font_px[self.longest].astype(np.float64)
        self.weight = layout.font_weight[self.longest].astype(np.float64)
        self.colour = np.maximum(layout.colour[self.longest], 0).astype(np.int64)
        self.style = _number_keys(_to_tenths(self.font), self.weight.astype(np.int64), self.colour)

    def _block_holders(self) -> Int:
        page, layout = self.snapshot.page, self.snapshot.layout
        holder = self.scene.blocks.element[self.block].copy()
        while len(inner := np.flatnonzero(layout.is_inline[holder] & (page.parent[holder] >= 0))):
            holder[inner] = page.parent[holder[inner]]
        return holder

    def shares(self, key: Int) -> Float:
        """Return the share of the drawn words in blocks with the same key."""
        number = _number_keys(key)
        shares: Float = (np.bincount(number, self.words) / self.n_words)[number]
        return shares

    def usual(self, key: Int) -> int:
        """Return the first block with the key that has most words."""
        return int(np.argmax(self.shares(key)))

    @property
    def size(self) -> tuple[float, float, float, float]:
        """Width of the window, height of the page, height of the window, usual font size; at least 1 px."""
        sizes = (self.snapshot.view_width, self.snapshot.height, self.snapshot.view_height)
        font = self.font[self.usual(_to_tenths(self.font))]
        width, height, view, font_px = (max(float(size), 1.0) for size in (*sizes, font))
        return width, height, view, font_px


def _number_keys(*keys: Int) -> Int:
    """Number the distinct keys from 0."""
    numbers: Int = np.unique(np.stack(keys), axis=1, return_inverse=True)[1].reshape(-1)
    return numbers


def _on_grid(px: np.typing.NDArray[np.floating]) -> Int:
    return np.rint(px / _GRID_PX).astype(np.int64)


def _to_tenths(px: Float) -> Int:
    return np.rint(10 * px).astype(np.int64)


def _rectangle_features(drawn: _DrawnBlocks) -> Columns:
    width, height, view, font = drawn.size
    wide, high = drawn.right - drawn.left, drawn.bottom - drawn.top
    centre_x, centre_y = (drawn.left + drawn.right) / (2 * width), (drawn.top + drawn.bottom) / (2 * height)
    area = wide * high
    gap = np.log1p(np.maximum(drawn.top[1:] - drawn.bottom[:-1], 0) / font)
    return {
        "x": drawn.left / width,
        "centre_x": centre_x,
        "width": wide / width,
        "height": np.log1p(high),
        "area": np.log1p(area),
        "area_share": area / max(float(area.sum()), 1.0),
        "y": drawn.top / height,
        "screen": np.log1p(np.maximum(drawn.top, 0) / view),
        "on_first_screen": drawn.top < view,
        "from_centre": np.hypot(centre_x - 0.5, centre_y - 0.5),
        "words_per_area": np.log1p(1e4 * drawn.words / np.maximum(area, 1)),
        "words_per_line": np.log1p(drawn.words / np.maximum(high / np.maximum(drawn.font, 1), 1)),
        "gap_above": np.append(MISSING, gap),
        "gap_below": np.append(gap, MISSING),
        "beside": np.log1p(_words_beside(drawn)),
    }


def _words_beside(drawn: _DrawnBlocks) -> Float:
    """Count the words of other blocks that reach into the middle half of a block's height."""
    quarter = (drawn.bottom - drawn.top) / 4
    by_top, by_bottom = np.argsort(drawn.top, kind="stable"), np.argsort(drawn.bottom, kind="stable")
    begun = np.concatenate(([0.0], np.cumsum(drawn.words[by_top])))
    ended = np.concatenate(([0.0], np.cumsum(drawn.words[by_bottom])))
    n_begun = np.searchsorted(drawn.top[by_top], drawn.bottom - quarter, side="left")
    n_ended = np.searchsorted(drawn.bottom[by_bottom], drawn.top + quarter, side="right")
    beside: Float = np.maximum(begun[n_begun] - ended[n_ended] - drawn.words, 0)
    return beside


def _column_features(drawn: _DrawnBlocks) -> Columns:
    layout, width = drawn.snapshot.layout, drawn.size[0]
    left, wide = layout.x[drawn.holder].astype(np.float64), layout.width[drawn.holder].astype(np.float64)
    middle, main = left + wide / 2, drawn.usual(drawn.column)
    right = left[main] + wide[main]
    within = np.minimum(drawn.right, right) - np.maximum(drawn.left, left[main])
    return {
        "column_x": left / width,
        "column_width": wide / width,
        "column_share": drawn.shares(drawn.column),
        "same_left": drawn.shares(drawn.edge),
        "same_width": drawn.shares(drawn.span),
        "from_main_column": np.abs(middle - middle[main]) / width,
        "in_main_column": np.maximum(within, 0) / np.maximum(drawn.right - drawn.left, 1),
        "column_goes_on": _n_equal_neighbours(drawn.column),
    }


def _n_equal_neighbours(key: Int) -> Int:
    equal = (key[1:] == key[:-1]).astype(np.int64)
    number: Int = np.append(0, equal) + np.append(equal, 0)
    return number


def _ancestor_features(drawn: _DrawnBlocks) -> Columns:
    page, layout = drawn.snapshot.page, drawn.snapshot.layout
    width, height, *_ = drawn.size
    path = drawn.scene.path[:, drawn.block]
    columns: Columns = {}
    for level in _LEVELS:
        element = path[min(level, len(path) - 1)]
        columns[f"l{level}_width"] = layout.width[element] / width
        columns[f"l{level}_height"] = layout.height[element] / height
    behind = drawn.visual.background
    is_painted = (page.parent > 0) & (behind != behind[np.maximum(page.parent, 0)])
    painted = is_painted[path]
    has_panel = painted.any(axis=0)
    panel = path[np.argmax(painted, axis=0), np.arange(len(drawn.block))]
    share = page.subtree_sum(drawn.row_words)[panel] / drawn.n_words
    columns["panel_share"] = np.where(has_panel, share, 1.0)
    columns["panel_width"] = np.where(has_panel, layout.width[panel] / width, 1.0)
    return columns


def _type_features(drawn: _DrawnBlocks) -> Columns:
    font, weight, size = drawn.font, drawn.weight, _to_tenths(drawn.font)
    background = drawn.visual.background[drawn.longest].astype(np.int64)
    order = np.argsort(size, kind="stable")
    up_to = np.append(0.0, np.cumsum(drawn.words[order]))
    n_up_to = np.searchsorted(size[order], size, side="right")
    usual_colour, usual_background = (key[drawn.usual(key)] for key in (drawn.colour, background))
    rgb = _to_rgb(drawn.colour)
    return {
        "font": font,
        "font_to_usual": font / drawn.size[3],
        "font_to_largest": font / max(float(font.max()), 1.0),
        "larger_share": (up_to[-1] - up_to[n_up_to]) / drawn.n_words,
        "weight": weight / 100,
        "bolder": np.maximum(weight - weight[drawn.usual(weight.astype(np.int64))], 0) / 100,
        "contrast": np.abs(np.log(_relative_luminance(drawn.colour) / _relative_luminance(background))),
        "colour_from_usual": _colour_distance(drawn.colour, usual_colour),
        "colour_share": drawn.shares(drawn.colour),
        "saturation": rgb.max(axis=0) - rgb.min(axis=0),
        "background_from_usual": _colour_distance(background, usual_background),
        "style_share": drawn.shares(drawn.style),
        "style_goes_on": _n_equal_neighbours(drawn.style),
    }


def _to_rgb(colour: Int) -> Float:
    """Return red, green and blue, 0–1, of shape (3, n)."""
    return np.stack([(colour >> shift) & 255 for shift in (16, 8, 0)]) / 255


def _colour_distance(colour: Int, other: int) -> Float:
    distance: Float = np.sqrt(((_to_rgb(colour) - _to_rgb(np.array([other]))) ** 2).sum(axis=0) / 3)
    return distance


def _relative_luminance(colour: Int) -> Float:
    """Return the relative luminance of WCAG 2 plus .05, a term of its contrast ratio."""
    part = _to_rgb(colour)
    linear = np.where(part <= 0.03928, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    light: Float = np.array([0.2126, 0.7152, 0.0722]) @ linear + 0.05
    return light


def _layer_features(drawn: _DrawnBlocks) -> Columns:
    page, layout = drawn.snapshot.page, drawn.snapshot.layout
    over = np.zeros(len(page), dtype=np.bool_)
    over[[overlay.row for overlay in find_overlays(drawn.snapshot)]] = True
    columns: Columns = {"in_overlay": page.inside(over)[drawn.longest]}
    for name in _OUT_OF_FLOW:
        columns[f"in_{name}"] = page.inside(layout.position == POSITIONS.index(name))[drawn.longest]
    z = layout.z[drawn.longest]
    order = np.argsort(z, kind="stable")
    painted = np.append(0.0, np.cumsum(drawn.words[order]))
    columns["painted_before"] = painted[np.searchsorted(z[order], z, side="left")] / drawn.n_words
    return columns


def _page_features(drawn: _DrawnBlocks) -> Columns:
    _, height, view, _ = drawn.size
    of_column, of_style = (
        np.bincount(key, drawn.words) / drawn.n_words for key in (drawn.column, drawn.style)
    )
    numbers = {
        "page_screens": np.log1p(height / view),
        "page_columns": (of_column >= _COLUMN_SHARE).sum(),
        "page_main_column": of_column.max(),
        "page_styles": (of_style >= _STYLE_SHARE).sum(),
    }
    return {name: np.full(len(drawn.block), value) for name, value in numbers.items()}


_FEATURE_GROUPS = (
    _rectangle_features, _column_features, _ancestor_features, _type_features, _layer_features,
    _page_features,
)  # fmt: skip
