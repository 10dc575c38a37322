"""Separators between blocks: where nothing stands, across the whole region, and how much they separate.

Regions are small: half of them have four blocks or fewer. So these are plain lists; arrays of numpy took
four times as long.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Blocks", "Box", "Lines", "Separators", "find_separators", "surrounding"]

Box: TypeAlias = "Sequence[float]"
"""Left, top, right, bottom in px."""

_PX_PER_WEIGHT = 10.0
_MOST_FOR_DISTANCE = 5.0
_FOR_LINE, _FOR_BACKGROUND, _FOR_WEIGHT, _FOR_LARGER_BELOW, _FOR_LIKENESS = 2.0, 2.0, 1.0, 1.0, 1.0
_PX_PER_FONT, _MOST_FOR_FONT = 4.0, 2.0
_PX_PER_COLUMN, _MOST_FOR_COLUMN = 150.0, 4.0
_BOLDER = 200.0
_LEAST, _MOST = 1, 10


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The blocks of a pool as lists of n_blocks values.

    Attributes
    ----------
    box
        Rectangle of each.
    background
        0xRRGGBB.
    font_px, font_weight
        Of the longest text.
    tag
        Tag number of the first row.
    """

    box: list[Box]
    background: list[int]
    font_px: list[float]
    font_weight: list[float]
    tag: list[int]


@dataclass(frozen=True, slots=True, eq=False)
class Separators:
    """Separators of one direction, from the top down or from the left to the right.

    Attributes
    ----------
    start, end
        Where each begins and ends, in px.
    weight
        Of each, 1–10.
    order
        The members of the region along the direction.
    cut
        How many of ``order`` stand before each separator.
    """

    start: list[float]
    end: list[float]
    weight: list[int]
    order: list[int]
    cut: list[int]


class Lines:
    """Visible lines of a page, found by where their middle is; O(log n_lines + found) a question."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._sorted = [sorted(boxes, key=partial(_middle, side)) for side in (0, 1)]
        self._middles = [[_middle(side, box) for box in self._sorted[side]] for side in (0, 1)]

    def any_between(self, start: float, end: float, region: Box, side: int) -> bool:
        """Whether the middle of a line lies in a gap along a side, and the line within the region."""
        middles, across = self._middles[side], 1 - side
        found = self._sorted[side][bisect_left(middles, start) : bisect_right(middles, end)]
        return any(box[across] < region[across + 2] and box[across + 2] > region[across] for box in found)


def _middle(side: int, box: Box) -> float:
    return (box[side] + box[side + 2]) / 2


def find_separators(blocks: Blocks, members: Sequence[int], lines: Lines, *, horizontal: bool) -> Separators:
    """Find what separates some blocks, with weights.

    The report begins with one separator over everything, which each block splits, shrinks or removes;
    what is left, without the ones at the border, are the gaps of the union of the blocks' extents.
    So they are found here, with one sort.

    Parameters
    ----------
    blocks, members
        The pool, and the numbers of the blocks to look at, at least one.
    lines
        Visible lines of the page.
    horizontal
        Separators that lie between a block and the one below, else beside.
    """
    side, box = (1 if horizontal else 0), blocks.box
    order = sorted(members, key=lambda member: box[member][side])
    found = Separators([], [], [], order, [])
    before: list[int] = []
    furthest = order[0]
    reach = box[furthest][side + 2]
    for place, member in enumerate(order):
        start, end = box[member][side], box[member][side + 2]
        if start > reach:
            found.start.append(reach)
            found.end.append(start)
            found.cut.append(place)
            before.append(furthest)
        if end >= reach:
            furthest, reach = member, end
    if found.cut:
        region = _Region(blocks, lines, surrounding([box[member] for member in order]), side)
        behind = [order[place] for place in found.cut]
        found.weight.extend(map(region.weight, before, behind, found.start, found.end))
    return found


def surrounding(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle around some."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


@dataclass(frozen=True, slots=True)
class _Region:
    """What the weight of a separator of one direction depends on beside the two blocks."""

    blocks: Blocks
    lines: Lines
    box: Box
    side: int

    def weight(self, before: int, behind: int, start: float, end: float) -> int:
        """Weight of the gap between the block that reaches furthest before it and the first behind it."""
        background = self.blocks.background
        weight = min((end - start) / _PX_PER_WEIGHT, _MOST_FOR_DISTANCE)
        weight += _FOR_BACKGROUND * (background[before] != background[behind])
        if self.side:
            weight += self._of_fonts(before, behind)
        else:
            weight += min((self.box[3] - self.box[1]) / _PX_PER_COLUMN, _MOST_FOR_COLUMN)
        weight += _FOR_LINE * self.lines.any_between(start, end, self.box, self.side)
        return min(max(round(weight), _LEAST), _MOST)

    def _of_fonts(self, before: int, behind: int) -> float:
        blocks = self.blocks
        grown = blocks.font_px[behind] - blocks.font_px[before]
        is_bolder = abs(blocks.font_weight[behind] - blocks.font_weight[before]) >= _BOLDER
        is_like = grown == 0 and not is_bolder and blocks.tag[before] == blocks.tag[behind]
        weight = min(abs(grown) / _PX_PER_FONT, _MOST_FOR_FONT) + _FOR_WEIGHT * is_bolder
        return weight + _FOR_LARGER_BELOW * (grown > 0) - _FOR_LIKENESS * is_like
