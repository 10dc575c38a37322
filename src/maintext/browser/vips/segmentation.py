"""Divide a page into visual blocks and build their content structure; the package states the rules."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from maintext.browser.vips.context import context_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.browser.vips.context import ContextRows, VisualContext

__all__ = [
    "Box", "Separator", "SeparatorLines", "Separators", "VisualBlock", "VisualBlocks", "VisualPiece",
    "content_structure", "divide_subtree", "find_separators", "shown_children", "surrounding",
]  # fmt: skip


_TABLE, _CELL, _INLINE, _PARAGRAPH, _OTHER = range(5)
_KINDS = {
    **dict.fromkeys(("table", "tbody", "thead", "tr"), _TABLE),
    **dict.fromkeys(("td", "th"), _CELL),
    "p": _PARAGRAPH,
}
# Degree of coherence of an undivided block, by its element; 7 for others.
_COHERENCE = {
    **dict.fromkeys(("body", "html"), 4),
    **dict.fromkeys(("div", "section", "main", "table", "tbody", "form", "center", "article", "aside"), 6),
    **dict.fromkeys(
        ("p", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "li", "figure", "dd", "dt"), 8
    ),
}
_SMALL_SHARE = 0.1
_TINY_SHARE = 0.01


class VisualPiece(NamedTuple):
    """A block of the pool: a half-open range of rows that are whole siblings.

    ``coherence`` is 1–10, ``rule`` the number of the rule that made it.
    """

    start: int
    end: int
    coherence: int
    rule: int


def shown_children(rows: ContextRows, row: int) -> list[int]:
    """Return the rows of the valid children of an element, in order."""
    ends, valid, found = rows.end, rows.is_valid, []
    child, end = row + 1, ends[row]
    while child < end:
        if valid[child]:
            found.append(child)
        child = ends[child]
    return found


def divide_subtree(rows: ContextRows, root: int, region_area: float) -> list[VisualPiece]:
    """Divide the subtree below ``root`` in one round; return its pool of blocks in page order."""
    return _ExtractionRound(rows, root, region_area).pool


class _ExtractionRound:
    """One round of extraction below a root."""

    def __init__(self, rows: ContextRows, root: int, region_area: float) -> None:
        self._rows, self._root = rows, root
        self._area = max(region_area, 1.0)
        self.pool: list[VisualPiece] = []
        self._divide_subtree(root)

    def _divide_subtree(self, root: int) -> None:
        # A stack: pages are nested deeper than Python can recurse.
        ends = self._rows.end
        todo: list[tuple[int, int, bool]] = [(root, ends[root], False)]
        while todo:
            row, end, is_held = todo.pop()
            if end > ends[row]:  # a run of texts between elements
                self.pool.append(VisualPiece(row, end, 10, 4))
                continue
            children = shown_children(self._rows, row)
            rule, coherence = self._apply_rules(row, children, is_held)
            if coherence is None:
                todo.extend(reversed(self._child_parts(row, children)))
            else:
                self.pool.append(VisualPiece(row, end, coherence, rule))

    def _child_parts(self, row: int, children: list[int]) -> list[tuple[int, int, bool]]:
        """Return (start, end, is_held) per part: adjacent texts are joined, other backgrounds are held."""
        ends, texts, background = self._rows.end, self._rows.is_virtual_text, self._rows.background
        parts: list[tuple[int, int, bool, bool]] = []
        for child in children:
            is_text = texts[child]
            if parts and is_text and parts[-1][3]:
                parts[-1] = (parts[-1][0], ends[child], False, True)
            else:
                is_held = background[child] != background[row] and len(children) > 1
                parts.append((child, ends[child], is_held, is_text))
        return [part[:3] for part in parts]

    def _apply_rules(self, row: int, children: list[int], is_held: bool) -> tuple[int, int | None]:
        """Return the number of the first rule that applies, and the coherence; ``None`` to divide."""
        rows = self._rows
        if not children:
            return (4 if rows.is_text[row] else 1), 10
        if is_held and row != self._root:
            return 8, self._element_coherence(row)
        if len(children) == 1 and not rows.is_text[children[0]]:
            return 2, None
        texts = [child for child in children if rows.is_virtual_text[child]]
        if len(texts) == len(children):
            is_even = len({(rows.font_px[c], rows.font_weight[c]) for c in children}) == 1
            return 4, 10 if is_even else 9
        if row == self._root:
            return 3, None
        return self._apply_element_rules(row, children, bool(texts))

    def _apply_element_rules(self, row: int, children: list[int], has_text: bool) -> tuple[int, int | None]:
        areas = self._rows.area
        share = areas[row] / self._area
        rule = self._dividing_rule(row, children)
        if rule:
            return rule, None
        if has_text and share < _SMALL_SHARE:
            return 9, self._element_coherence(row)
        largest = max(areas[child] for child in children) / self._area
        if self._element_kind(row) == _CELL and largest < _SMALL_SHARE:
            return 10, self._element_coherence(row)
        return (13, self._element_coherence(row)) if share < _TINY_SHARE else (12, None)

    def _dividing_rule(self, row: int, children: list[int]) -> int:
        """Return the first of rules 5–8 that divides an element; 0 if none does."""
        rows, kind = self._rows, self._element_kind(row)
        if kind in {_INLINE, _PARAGRAPH} and any(not rows.is_virtual_text[child] for child in children):
            return 5
        if any(rows.is_line[child] for child in children):
            return 6
        if kind == _TABLE and sum(rows.area[child] for child in children) > rows.area[row]:
            return 7
        return 8 if any(rows.background[child] != rows.background[row] for child in children) else 0

    def _element_kind(self, row: int) -> int:
        name = self._rows.page.name(row)
        return _KINDS.get(name, _INLINE if self._rows.is_virtual_text[row] else _OTHER)

    def _element_coherence(self, row: int) -> int:
        usual = _COHERENCE.get(self._rows.page.name(row), 7)
        return min(usual + (self._rows.area[row] < _TINY_SHARE * self._area), 8)


Box: TypeAlias = "Sequence[float]"
"""Left, top, right, bottom in px."""

_PX_PER_WEIGHT = 10.0
_MAX_FOR_DISTANCE = 5.0
_FOR_LINE, _FOR_BACKGROUND, _FOR_WEIGHT, _FOR_LARGER_BELOW, _FOR_LIKENESS = 2.0, 2.0, 1.0, 1.0, 1.0
_PX_PER_FONT, _MAX_FOR_FONT = 4.0, 2.0
_PX_PER_COLUMN, _MAX_FOR_COLUMN = 150.0, 4.0
_BOLDER = 200.0
_MIN_WEIGHT, _MAX_WEIGHT = 1, 10


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlocks:
    """The blocks of a pool as lists of n_blocks values.

    Backgrounds are 0xRRGGBB, fonts those of the longest text, tags those of the first row.
    """

    box: list[Box]
    background: list[int]
    font_px: list[float]
    font_weight: list[float]
    tag: list[int]


@dataclass(frozen=True, slots=True, eq=False)
class Separators:
    """Separators of one direction, from top to bottom or from left to right."""

    # Extent of each along the direction, in px
    start: list[float]
    end: list[float]
    weight: list[int]  # Weight of each, 1–10
    order: list[int]  # The members of the region along the direction
    cut: list[int]  # Number of members in `order` before each separator


class SeparatorLines:
    """Visible lines of a page, indexed by their centres; O(log n_lines + found) per query."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._sorted = [sorted(boxes, key=partial(_box_centre, side)) for side in (0, 1)]
        self._centres = [[_box_centre(side, box) for box in self._sorted[side]] for side in (0, 1)]

    def any_between(self, start: float, end: float, region: Box, side: int) -> bool:
        """Return True if a line within the region has its centre in a gap along a side."""
        centres, across = self._centres[side], 1 - side
        found = self._sorted[side][bisect_left(centres, start) : bisect_right(centres, end)]
        return any(box[across] < region[across + 2] and box[across + 2] > region[across] for box in found)


def _box_centre(side: int, box: Box) -> float:
    return (box[side] + box[side + 2]) / 2


def find_separators(
    blocks: VisualBlocks, members: Sequence[int], lines: SeparatorLines, *, horizontal: bool
) -> Separators:
    """Find the separators of one direction between some blocks, with weights.

    ``members`` are the numbers of one or more blocks. Horizontal separators lie between a block and the one
    below it. The report starts with one separator over everything, which each block splits, shrinks or
    removes. The result is the gaps in the union of the blocks' extents, which need only one sort.
    """
    side, box = (1 if horizontal else 0), blocks.box
    order = sorted(members, key=lambda member: box[member][side])
    found = Separators([], [], [], order, [])
    before: list[int] = []
    furthest = order[0]
    reach = box[furthest][side + 2]
    for index, member in enumerate(order):
        start, end = box[member][side], box[member][side + 2]
        if start > reach:
            found.start.append(reach)
            found.end.append(start)
            found.cut.append(index)
            before.append(furthest)
        if end >= reach:
            furthest, reach = member, end
    if found.cut:
        weights = _SeparatorWeights(blocks, lines, surrounding([box[member] for member in order]), side)
        after = [order[index] for index in found.cut]
        found.weight.extend(map(weights.weight, before, after, found.start, found.end))
    return found


def surrounding(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle around some boxes."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


@dataclass(frozen=True, slots=True)
class _SeparatorWeights:
    """Weights of the separators of one region and direction."""

    blocks: VisualBlocks
    lines: SeparatorLines
    box: Box
    side: int

    def weight(self, before: int, after: int, start: float, end: float) -> int:
        """Return the weight of the gap between two blocks, the last before and the first after it."""
        background = self.blocks.background
        weight = min((end - start) / _PX_PER_WEIGHT, _MAX_FOR_DISTANCE)
        weight += _FOR_BACKGROUND * (background[before] != background[after])
        if self.side:
            weight += self._font_weight(before, after)
        else:
            weight += min((self.box[3] - self.box[1]) / _PX_PER_COLUMN, _MAX_FOR_COLUMN)
        weight += _FOR_LINE * self.lines.any_between(start, end, self.box, self.side)
        return min(max(round(weight), _MIN_WEIGHT), _MAX_WEIGHT)

    def _font_weight(self, before: int, after: int) -> float:
        blocks = self.blocks
        grown = blocks.font_px[after] - blocks.font_px[before]
        is_bolder = abs(blocks.font_weight[after] - blocks.font_weight[before]) >= _BOLDER
        is_like = grown == 0 and not is_bolder and blocks.tag[before] == blocks.tag[after]
        weight = min(abs(grown) / _PX_PER_FONT, _MAX_FOR_FONT) + _FOR_WEIGHT * is_bolder
        return weight + _FOR_LARGER_BELOW * (grown > 0) - _FOR_LIKENESS * is_like


_MAX_DEPTH = 30
_MAX_BLOCKS = 3000


class Separator(NamedTuple):
    """A separator of the structure: its rectangle in px, and its weight from 1 to 10."""

    x: float
    y: float
    width: float
    height: float
    weight: int
    is_horizontal: bool


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlock:
    """A node of the content structure."""

    # Rectangle around its visible content, px
    x: float
    y: float
    width: float
    height: float
    coherence: int  # Degree of coherence (DoC), 1–10; never less than that of its parent
    rule: int  # Number of the rule that kept its element whole; 0 for a block made of others
    pieces: tuple[tuple[int, int], ...]  # Its half-open ranges of rows, in page order
    children: tuple[VisualBlock, ...] = ()  # Its parts; empty for a leaf
    separators: tuple[Separator, ...] = ()  # Separators between the children

    def leaves(self) -> list[VisualBlock]:
        """Return the blocks that are not divided further, in the order of the structure."""
        return [leaf for child in self.children for leaf in child.leaves()] if self.children else [self]


def content_structure(context: VisualContext, permitted: int) -> VisualBlock | None:
    """Return the root of the content structure; ``None`` if nothing on the page is visible.

    ``permitted`` is the permitted degree of coherence (PDoC), 1–10: less coherent blocks are divided further.
    """
    if not len(context.page) or not context.is_valid[0]:
        return None
    rows = context_rows(context)
    return _StructureBuilder(rows, permitted).build_round(VisualPiece(0, rows.end[0], 1, 3), 1, 0)


class _StructureBuilder:
    """Build the content structure of a page; ``minimum`` is the coherence of the block around."""

    def __init__(self, rows: ContextRows, permitted: int) -> None:
        self._rows, self._permitted = rows, permitted
        self._lines = SeparatorLines(
            [box for box, is_line in zip(rows.box, rows.is_line, strict=True) if is_line]
        )
        self._n_blocks = 0

    def build_round(self, piece: VisualPiece, minimum: int, depth: int) -> VisualBlock:
        """Divide a piece by the rules, and build the structure of its pool."""
        pool = divide_subtree(self._rows, piece.start, self._rows.area[piece.start])
        pool = [one for one in pool if not self._rows.is_line[one.start]] or [piece]
        if len(pool) == 1 and pool[0][:2] == piece[:2]:
            return self._make_leaf(pool[0], max(minimum, piece.coherence))
        self._n_blocks += len(pool)
        return self._build_region(pool, self._pool_columns(pool), list(range(len(pool))), minimum, depth)

    def _pool_columns(self, pool: list[VisualPiece]) -> VisualBlocks:
        rows, first = self._rows, [piece.start for piece in pool]
        return VisualBlocks(
            box=[self._piece_box(piece) for piece in pool],
            background=[rows.background[row] for row in first],
            font_px=[rows.font_px[row] for row in first],
            font_weight=[rows.font_weight[row] for row in first],
            tag=[rows.tag[row] for row in first],
        )

    def _piece_box(self, piece: VisualPiece) -> Box:
        """Return the rectangle around an element or a run of texts."""
        rows = self._rows
        if piece.end <= rows.end[piece.start]:
            return rows.box[piece.start]
        return surrounding([rows.box[row] for row in range(piece.start, piece.end) if rows.is_valid[row]])

    def _build_region(
        self, pool: list[VisualPiece], blocks: VisualBlocks, members: list[int], minimum: int, depth: int
    ) -> VisualBlock:
        """Split some blocks of a pool at their strongest separators, recursively."""
        if len(members) == 1:
            return self._build_single(pool[members[0]], minimum, depth)
        found = [find_separators(blocks, members, self._lines, horizontal=flag) for flag in (True, False)]
        across, down = (max(one.weight, default=0) for one in found)
        strongest, is_horizontal = max(across, down), across >= down
        # No straight line separates the blocks, as with texts around a picture: children without separators.
        if strongest == 0:
            parts = [] if depth >= _MAX_DEPTH else members
            children = tuple(self._build_single(pool[member], minimum, depth + 1) for member in parts)
            return self._make_block(pool, blocks, members, minimum, children)
        coherence = max(minimum, 11 - strongest)
        whole = self._make_block(pool, blocks, members, coherence)
        if coherence > self._permitted or depth >= _MAX_DEPTH:
            return whole
        chosen = found[0] if is_horizontal else found[1]
        at = [number for number, weight in enumerate(chosen.weight) if weight == strongest]
        cuts = [0, *(chosen.cut[number] for number in at), len(chosen.order)]
        children = tuple(
            self._build_region(pool, blocks, sorted(chosen.order[start:end]), coherence, depth + 1)
            for start, end in pairwise(cuts)
        )
        separators = _separator_rectangles(chosen, at, whole, is_horizontal=is_horizontal)
        return replace(whole, children=children, separators=separators)

    def _build_single(self, piece: VisualPiece, minimum: int, depth: int) -> VisualBlock:
        """Divide a block in its own round, unless it is coherent enough."""
        coherence = max(minimum, piece.coherence)
        is_whole = piece.end == self._rows.end[piece.start]
        may_divide = piece.rule in {8, 9, 10, 13} and is_whole and coherence <= self._permitted
        has_room = depth < _MAX_DEPTH and self._n_blocks < _MAX_BLOCKS
        if may_divide and has_room and shown_children(self._rows, piece.start):
            return self.build_round(piece, minimum, depth + 1)
        return self._make_leaf(piece, coherence)

    def _make_leaf(self, piece: VisualPiece, coherence: int) -> VisualBlock:
        left, top, right, bottom = self._piece_box(piece)
        pieces = ((piece.start, piece.end),)
        return VisualBlock(left, top, right - left, bottom - top, coherence, piece.rule, pieces)

    def _make_block(
        self, pool: list[VisualPiece], blocks: VisualBlocks, members: list[int], coherence: int,
        children: tuple[VisualBlock, ...] = (),
    ) -> VisualBlock:  # fmt: skip
        """Return a block made of several blocks of a pool."""
        left, top, right, bottom = surrounding([blocks.box[member] for member in members])
        pieces = tuple((pool[member].start, pool[member].end) for member in members)
        return VisualBlock(left, top, right - left, bottom - top, coherence, 0, pieces, children)


def _separator_rectangles(
    found: Separators, at: Sequence[int], region: VisualBlock, *, is_horizontal: bool
) -> tuple[Separator, ...]:
    """Return the chosen separators, extended over the width or height of their region."""
    gaps = [(found.start[number], found.end[number], found.weight[number]) for number in at]
    if is_horizontal:
        return tuple(Separator(region.x, a, region.width, b - a, weight, True) for a, b, weight in gaps)
    return tuple(Separator(a, region.y, b - a, region.height, weight, False) for a, b, weight in gaps)
