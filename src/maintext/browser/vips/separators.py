"""Separators between blocks: where nothing stands, across the whole region, and how much they separate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Blocks", "Separators", "find_separators"]

_PX_PER_WEIGHT = 10.0
_MOST_FOR_DISTANCE = 5.0
_FOR_LINE, _FOR_BACKGROUND, _FOR_WEIGHT, _FOR_LARGER_BELOW, _FOR_LIKENESS = 2.0, 2.0, 1.0, 1.0, 1.0
_PX_PER_FONT, _MOST_FOR_FONT = 4.0, 2.0
_PX_PER_COLUMN, _MOST_FOR_COLUMN = 150.0, 4.0
_BOLDER = 200.0
_LEAST, _MOST = 1, 10


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The blocks of a pool as columns of shape (n_blocks,).

    Attributes
    ----------
    box
        float64 of shape (4, n_blocks): left, top, right, bottom in px.
    background
        int32, 0xRRGGBB.
    font_px, font_weight
        Of the longest text.
    tag
        int16: tag number of the first row.
    """

    box: NDArray[np.float64]
    background: NDArray[np.int32]
    font_px: NDArray[np.float32]
    font_weight: NDArray[np.float32]
    tag: NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class Separators:
    """Separators of one direction, from the top down or from the left to the right.

    Attributes
    ----------
    start, end
        float64 of shape (n_separators,): where they begin and end, in px.
    weight
        int64, 1–10.
    order
        int64 of shape (n_members,): the members of the region along the direction.
    cut
        int64 of shape (n_separators,): how many of ``order`` stand before each separator.
    """

    start: NDArray[np.float64]
    end: NDArray[np.float64]
    weight: NDArray[np.int64]
    order: NDArray[np.int64]
    cut: NDArray[np.int64]


def find_separators(
    blocks: Blocks, members: NDArray[np.int64], lines: NDArray[np.float64], *, horizontal: bool
) -> Separators:
    """Find what separates some blocks, with weights.

    The report begins with one separator over everything, which each block splits, shrinks or removes;
    what is left, without the ones at the border, are the gaps of the union of the blocks' extents.
    So they are found here, with one sort.

    Parameters
    ----------
    blocks, members
        The pool, and the numbers of the blocks to look at.
    lines
        float64 of shape (n_lines, 4): rectangles of visible lines.
    horizontal
        Separators that lie between a block and the one below, else beside.
    """
    side = 1 if horizontal else 0
    starts, ends = blocks.box[side, members], blocks.box[side + 2, members]
    by_start = np.argsort(starts, kind="stable")
    order, starts, ends = members[by_start], starts[by_start], ends[by_start]
    reach = np.maximum.accumulate(ends)
    cut = np.flatnonzero(starts[1:] > reach[:-1]) + 1
    if not len(cut):
        return Separators(
            start=cut.astype(np.float64), end=cut.astype(np.float64), weight=cut, order=order, cut=cut
        )
    # The block that reaches furthest before the separator, and the first one behind it.
    furthest = np.maximum.accumulate(np.where(ends == reach, np.arange(len(order)), 0))
    before, behind = order[furthest[cut - 1]], order[cut]
    start, end = reach[cut - 1], starts[cut]
    across = _extent(blocks, members, 1 - side)
    height = across[1] - across[0]
    weight = _weights(blocks, before, behind, end - start, horizontal=horizontal, height=height)
    if len(lines):
        weight += _FOR_LINE * _has_line(lines, across, (start, end), side)
    whole = np.clip(np.round(weight), _LEAST, _MOST).astype(np.int64)
    return Separators(start=start, end=end, weight=whole, order=order, cut=cut)


def _weights(
    blocks: Blocks,
    before: NDArray[np.int64],
    behind: NDArray[np.int64],
    distance: NDArray[np.float64],
    *,
    horizontal: bool,
    height: float,
) -> NDArray[np.float64]:
    weight = np.minimum(distance / _PX_PER_WEIGHT, _MOST_FOR_DISTANCE)
    weight += _FOR_BACKGROUND * (blocks.background[before] != blocks.background[behind])
    if not horizontal:
        return weight + min(height / _PX_PER_COLUMN, _MOST_FOR_COLUMN)
    grown = blocks.font_px[behind].astype(np.float64) - blocks.font_px[before]
    bolder = np.abs(blocks.font_weight[behind] - blocks.font_weight[before]) >= _BOLDER
    is_like = (grown == 0) & ~bolder & (blocks.tag[before] == blocks.tag[behind])
    weight += np.minimum(np.abs(grown) / _PX_PER_FONT, _MOST_FOR_FONT) + _FOR_WEIGHT * bolder
    weight += _FOR_LARGER_BELOW * (grown > 0) - _FOR_LIKENESS * is_like
    return weight


def _extent(blocks: Blocks, members: NDArray[np.int64], side: int) -> tuple[float, float]:
    return float(blocks.box[side, members].min()), float(blocks.box[side + 2, members].max())


def _has_line(
    lines: NDArray[np.float64],
    extent: tuple[float, float],
    gap: tuple[NDArray[np.float64], NDArray[np.float64]],
    side: int,
) -> NDArray[np.bool_]:
    """Whether a visible line lies in each gap, within the region."""
    across = lines[(lines[:, 1 - side] < extent[1]) & (lines[:, 3 - side] > extent[0])]
    middle = np.sort((across[:, side] + across[:, side + 2]) / 2)
    return np.searchsorted(middle, gap[0], side="left") < np.searchsorted(middle, gap[1], side="right")
