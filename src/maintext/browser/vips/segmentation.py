"""Divide a page into visual blocks and build their content structure; the package states the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from maintext.browser.vips.context import VisualContext
from maintext.html.arrays import Float

__all__ = [
    "Box", "Gap", "Separator", "VisualBlock", "VisualPiece", "content_structure", "divide_subtree",
    "find_separators", "has_line", "shown_children", "surrounding",
]  # fmt: skip

Box: TypeAlias = "Sequence[float]"
"""Left, top, right, bottom in px."""


_TABLES, _CELLS = {"table", "tbody", "thead", "tr"}, {"td", "th"}
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

    ``coherence`` is 1–10, ``rule`` the number of the rule that made it. The background is 0xRRGGBB; fonts are
    those of the longest text; background and tag are those of the first row.
    """

    start: int
    end: int
    coherence: int
    rule: int
    box: Box
    background: int
    font_px: float
    font_weight: float
    tag: int


def _make_piece(rows: VisualContext, start: int, end: int, coherence: int, rule: int) -> VisualPiece:
    """Return a piece with the rectangle around it: an element, or a run of texts."""
    box: Box = rows.box[start]
    if end > rows.end[start]:
        box = surrounding([rows.box[row] for row in range(start, end) if rows.is_valid[row]])
    background, font_px, font_weight = rows.background[start], rows.font_px[start], rows.font_weight[start]
    return VisualPiece(start, end, coherence, rule, box, background, font_px, font_weight, rows.tag[start])


def surrounding(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle around some boxes."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def shown_children(rows: VisualContext, row: int) -> list[int]:
    """Return the rows of the valid children of an element, in order."""
    ends, valid, found = rows.end, rows.is_valid, []
    child, end = row + 1, ends[row]
    while child < end:
        if valid[child]:
            found.append(child)
        child = ends[child]
    return found


def divide_subtree(rows: VisualContext, root: int, region_area: float) -> list[VisualPiece]:
    """Divide the subtree below ``root`` in one round; return its pool of blocks in page order."""
    return _ExtractionRound(rows, root, region_area).pool


class _ExtractionRound:
    """One round of extraction below a root."""

    def __init__(self, rows: VisualContext, root: int, region_area: float) -> None:
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
                self.pool.append(_make_piece(self._rows, row, end, 10, 4))
                continue
            children = shown_children(self._rows, row)
            rule, coherence = self._apply_rules(row, children, is_held)
            if coherence is None:
                todo.extend(reversed(self._child_parts(row, children)))
            else:
                self.pool.append(_make_piece(self._rows, row, end, coherence, rule))

    def _child_parts(self, row: int, children: list[int]) -> list[tuple[int, int, bool]]:
        """Return (start, end, is_held) per part: adjacent texts are joined, other backgrounds are held."""
        ends, texts, background = self._rows.end, self._rows.is_virtual_text, self._rows.background
        parts: list[tuple[int, int, bool]] = []
        is_after_text = False
        for child in children:
            if is_after_text and texts[child]:
                parts[-1] = (parts[-1][0], ends[child], False)
            else:
                is_held = background[child] != background[row] and len(children) > 1
                parts.append((child, ends[child], is_held))
            is_after_text = texts[child]
        return parts

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
        if rule := self._dividing_rule(row, children):
            return rule, None
        if has_text and share < _SMALL_SHARE:
            return 9, self._element_coherence(row)
        largest = max(areas[child] for child in children) / self._area
        if self._rows.page.name(row) in _CELLS and largest < _SMALL_SHARE:
            return 10, self._element_coherence(row)
        return (13, self._element_coherence(row)) if share < _TINY_SHARE else (12, None)

    def _dividing_rule(self, row: int, children: list[int]) -> int:
        """Return the first of rules 5–8 that divides an element; 0 if none does."""
        rows, name = self._rows, self._rows.page.name(row)
        if name == "p" and any(not rows.is_virtual_text[child] for child in children):
            return 5
        if any(rows.is_line[child] for child in children):
            return 6
        if name in _TABLES and sum(rows.area[child] for child in children) > rows.area[row]:
            return 7
        return 8 if any(rows.background[child] != rows.background[row] for child in children) else 0

    def _element_coherence(self, row: int) -> int:
        usual = _COHERENCE.get(self._rows.page.name(row), 7)
        return min(usual + (self._rows.area[row] < _TINY_SHARE * self._area), 8)


_PX_PER_WEIGHT = 10.0
_MAX_FOR_DISTANCE = 5.0
_FOR_LINE, _FOR_BACKGROUND, _FOR_WEIGHT, _FOR_LARGER_BELOW, _FOR_LIKENESS = 2.0, 2.0, 1.0, 1.0, 1.0
_PX_PER_FONT, _MAX_FOR_FONT = 4.0, 2.0
_PX_PER_COLUMN, _MAX_FOR_COLUMN = 150.0, 4.0
_BOLDER = 200.0
_MIN_WEIGHT, _MAX_WEIGHT = 1, 10


class Gap(NamedTuple):
    """A separator of one direction: its extent along it in px, its weight 1–10, and the pieces before it."""

    start: float
    end: float
    weight: int
    cut: int  # number of pieces before it


def has_line(lines: Float, start: float, end: float, region: Box, side: int) -> bool:
    """Return True if a line within the region has its centre in a gap along a side."""
    low, high = lines[:, 1 - side], lines[:, 3 - side]
    centre = (lines[:, side] + lines[:, side + 2]) / 2
    is_inside = (low < region[3 - side]) & (high > region[1 - side])
    return bool((is_inside & (start <= centre) & (centre <= end)).any())


def find_separators(
    pieces: Sequence[VisualPiece], lines: Float, *, horizontal: bool
) -> tuple[list[VisualPiece], list[Gap]]:
    """Find the separators of one direction between some pieces; return these sorted along it, and the gaps.

    ``lines`` are the rectangles of the visible lines of the page. Horizontal separators lie between a piece
    and the one below it. The report starts with one separator over everything, which each block splits,
    shrinks or removes. The result is the gaps in the union of the pieces' extents, which need only one sort.
    """
    side = 1 if horizontal else 0
    order = sorted(pieces, key=lambda piece: piece.box[side])
    region = surrounding([piece.box for piece in order])
    gaps: list[Gap] = []
    furthest = order[0]
    for index, piece in enumerate(order):
        start, reach = piece.box[side], furthest.box[side + 2]
        if start > reach:
            weight = _gap_weight(furthest, piece, region, side)
            weight += _FOR_LINE * has_line(lines, reach, start, region, side)
            gaps.append(Gap(reach, start, min(max(round(weight), _MIN_WEIGHT), _MAX_WEIGHT), index))
        if piece.box[side + 2] >= reach:
            furthest = piece
    return order, gaps


def _gap_weight(before: VisualPiece, after: VisualPiece, region: Box, side: int) -> float:
    """Return the weight of a gap without lines, from the last piece before and the first after it."""
    weight = min((after.box[side] - before.box[side + 2]) / _PX_PER_WEIGHT, _MAX_FOR_DISTANCE)
    weight += _FOR_BACKGROUND * (before.background != after.background)
    if not side:
        return weight + min((region[3] - region[1]) / _PX_PER_COLUMN, _MAX_FOR_COLUMN)
    grown = after.font_px - before.font_px
    is_bolder = abs(after.font_weight - before.font_weight) >= _BOLDER
    is_like = grown == 0 and not is_bolder and before.tag == after.tag
    weight += min(abs(grown) / _PX_PER_FONT, _MAX_FOR_FONT) + _FOR_WEIGHT * is_bolder
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
    whole = _make_piece(context, 0, context.end[0], 1, 3)
    return _StructureBuilder(context, permitted).build_round(whole, 1, 0)


class _StructureBuilder:
    """Build the content structure of a page; ``minimum`` is the coherence of the block around."""

    def __init__(self, rows: VisualContext, permitted: int) -> None:
        self._rows, self._permitted = rows, permitted
        self._lines = np.array(rows.box)[np.array(rows.is_line)]
        self._n_blocks = 0

    def build_round(self, piece: VisualPiece, minimum: int, depth: int) -> VisualBlock:
        """Divide a piece by the rules, and build the structure of its pool."""
        pool = divide_subtree(self._rows, piece.start, self._rows.area[piece.start])
        pool = [one for one in pool if not self._rows.is_line[one.start]] or [piece]
        if len(pool) == 1 and pool[0][:2] == piece[:2]:
            return _make_block(pool, max(minimum, piece.coherence), pool[0].rule)
        self._n_blocks += len(pool)
        return self._build_region(pool, minimum, depth)

    def _build_region(self, pieces: Sequence[VisualPiece], minimum: int, depth: int) -> VisualBlock:
        """Split some pieces of a pool at their strongest separators, recursively."""
        if len(pieces) == 1:
            return self._build_single(pieces[0], minimum, depth)
        found = [find_separators(pieces, self._lines, horizontal=flag) for flag in (True, False)]
        across, down = (max((gap.weight for gap in gaps), default=0) for _, gaps in found)
        strongest, is_horizontal = max(across, down), across >= down
        # No straight line separates the pieces, as with texts around a picture: children without separators.
        if strongest == 0:
            parts = () if depth >= _MAX_DEPTH else pieces
            children = tuple(self._build_single(piece, minimum, depth + 1) for piece in parts)
            return _make_block(pieces, minimum, children=children)
        coherence = max(minimum, 11 - strongest)
        whole = _make_block(pieces, coherence)
        if coherence > self._permitted or depth >= _MAX_DEPTH:
            return whole
        order, gaps = found[0] if is_horizontal else found[1]
        chosen = [gap for gap in gaps if gap.weight == strongest]
        children = tuple(
            self._build_region(sorted(order[start:end]), coherence, depth + 1)
            for start, end in pairwise([0, *(gap.cut for gap in chosen), len(order)])
        )
        # Separators extend over the width or height of their region.
        separators = tuple(
            Separator(whole.x, gap.start, whole.width, gap.end - gap.start, gap.weight, True)
            if is_horizontal
            else Separator(gap.start, whole.y, gap.end - gap.start, whole.height, gap.weight, False)
            for gap in chosen
        )
        return replace(whole, children=children, separators=separators)

    def _build_single(self, piece: VisualPiece, minimum: int, depth: int) -> VisualBlock:
        """Divide a block in its own round, unless it is coherent enough."""
        coherence = max(minimum, piece.coherence)
        is_whole = piece.end == self._rows.end[piece.start]
        may_divide = piece.rule in {8, 9, 10, 13} and is_whole and coherence <= self._permitted
        has_room = depth < _MAX_DEPTH and self._n_blocks < _MAX_BLOCKS
        if may_divide and has_room and shown_children(self._rows, piece.start):
            return self.build_round(piece, minimum, depth + 1)
        return _make_block([piece], coherence, piece.rule)


def _make_block(
    pieces: Sequence[VisualPiece], coherence: int, rule: int = 0, children: tuple[VisualBlock, ...] = ()
) -> VisualBlock:
    """Return a block made of one or several pieces of a pool; several have no rule."""
    left, top, right, bottom = surrounding([piece.box for piece in pieces])
    ranges = tuple((piece.start, piece.end) for piece in pieces)
    return VisualBlock(left, top, right - left, bottom - top, coherence, rule, ranges, children)
