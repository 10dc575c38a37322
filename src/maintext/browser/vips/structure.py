"""Content structure: a tree of visual blocks, the further down the more coherent."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from maintext.browser.vips.divide import Piece, divided, shown_children
from maintext.browser.vips.scene import rows_of
from maintext.browser.vips.separators import Blocks, Lines, find_separators, surrounding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maintext.browser.vips.scene import Rows, Scene
    from maintext.browser.vips.separators import Box, Separators

__all__ = ["Separator", "VisualBlock", "content_structure"]

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
    """A node of the content structure.

    Attributes
    ----------
    x, y, width, height
        Rectangle around what can be seen of it, px.
    coherence
        Degree of coherence (DoC), 1–10; never less than that of the block around it.
    rule
        Number of the rule by which its element was not divided; 0 for a block made of others.
    pieces
        Half-open ranges of rows that belong to it, in page order.
    children
        Blocks it is made of; empty for a leaf.
    separators
        What lies between the children.
    """

    x: float
    y: float
    width: float
    height: float
    coherence: int
    rule: int
    pieces: tuple[tuple[int, int], ...]
    children: tuple[VisualBlock, ...] = ()
    separators: tuple[Separator, ...] = ()

    def leaves(self) -> list[VisualBlock]:
        """Blocks that are not divided further, in the order of the structure."""
        return [leaf for child in self.children for leaf in child.leaves()] if self.children else [self]


def content_structure(scene: Scene, permitted: int) -> VisualBlock | None:
    """Return the root of the content structure; ``None`` for a page on which nothing can be seen.

    Parameters
    ----------
    scene
        Columns of the snapshot.
    permitted
        Permitted degree of coherence (PDoC), 1–10: blocks that are less coherent are divided on.
    """
    if not len(scene.page) or not scene.is_valid[0]:
        return None
    rows = rows_of(scene)
    return _Builder(rows, permitted).round([Piece(0, rows.end[0], 1, 3)], 1, 0)


class _Builder:
    def __init__(self, rows: Rows, permitted: int) -> None:
        self._rows, self._permitted = rows, permitted
        self._lines = Lines([box for box, is_line in zip(rows.box, rows.is_line, strict=True) if is_line])
        self._n_blocks = 0

    def round(self, pieces: list[Piece], least: int, depth: int) -> VisualBlock:
        """Divide one piece by the rules, and build the structure of what it falls into."""
        piece = pieces[0]
        pool = divided(self._rows, piece.start, self._rows.area[piece.start])
        pool = [one for one in pool if not self._rows.is_line[one.start]] or [piece]
        if pool == pieces or (len(pool) == 1 and (pool[0].start, pool[0].end) == (piece.start, piece.end)):
            return self._leaf(pool[0], max(least, piece.coherence))
        self._n_blocks += len(pool)
        return self._region(pool, self._columns(pool), list(range(len(pool))), least, depth)

    def _columns(self, pool: list[Piece]) -> Blocks:
        rows, first = self._rows, [piece.start for piece in pool]
        return Blocks(
            box=[self._around(piece) for piece in pool],
            background=[rows.background[row] for row in first],
            font_px=[rows.font_px[row] for row in first],
            font_weight=[rows.font_weight[row] for row in first],
            tag=[rows.tag[row] for row in first],
        )

    def _around(self, piece: Piece) -> Box:
        """Rectangle around an element or a run of texts."""
        rows = self._rows
        if piece.end <= rows.end[piece.start]:
            return rows.box[piece.start]
        return surrounding([rows.box[row] for row in range(piece.start, piece.end) if rows.is_valid[row]])

    def _region(
        self, pool: list[Piece], blocks: Blocks, members: list[int], least: int, depth: int
    ) -> VisualBlock:
        """Structure of some blocks of a pool: split at the strongest separators, again and again."""
        if len(members) == 1:
            return self._single(pool[members[0]], least, depth)
        found = [find_separators(blocks, members, self._lines, horizontal=flag) for flag in (True, False)]
        most = [max(one.weight, default=0) for one in found]
        is_horizontal = most[0] >= most[1]
        chosen = found[0] if is_horizontal else found[1]
        coherence = max(least, 11 - max(most)) if max(most) else least
        if max(most) == 0:
            return self._overlapping(pool, blocks, members, least, depth)
        if coherence > self._permitted or depth >= _MAX_DEPTH:
            return self._made(pool, blocks, members, coherence)
        at = [number for number, weight in enumerate(chosen.weight) if weight == max(most)]
        cuts = [0, *(chosen.cut[number] for number in at), len(chosen.order)]
        parts = [sorted(chosen.order[start:end]) for start, end in pairwise(cuts)]
        children = tuple(self._region(pool, blocks, part, coherence, depth + 1) for part in parts)
        whole = self._made(pool, blocks, members, coherence)
        return _with_children(whole, children, _rectangles(chosen, at, whole, is_horizontal=is_horizontal))

    def _overlapping(
        self, pool: list[Piece], blocks: Blocks, members: list[int], least: int, depth: int
    ) -> VisualBlock:
        """Blocks that no straight line separates, as texts around a picture: children without separators."""
        whole = self._made(pool, blocks, members, least)
        if depth >= _MAX_DEPTH:
            return whole
        return _with_children(
            whole, tuple(self._single(pool[member], least, depth + 1) for member in members), ()
        )

    def _single(self, piece: Piece, least: int, depth: int) -> VisualBlock:
        """One block of the pool: divided on in a round of its own while it is not coherent enough."""
        coherence = max(least, piece.coherence)
        is_whole = piece.end == self._rows.end[piece.start]
        may_divide = piece.rule in {8, 9, 10, 13} and is_whole and coherence <= self._permitted
        has_room = depth < _MAX_DEPTH and self._n_blocks < _MAX_BLOCKS
        if may_divide and has_room and shown_children(self._rows, piece.start):
            return self.round([piece], least, depth + 1)
        return self._leaf(piece, coherence)

    def _leaf(self, piece: Piece, coherence: int) -> VisualBlock:
        box = self._around(piece)
        return _block(box, coherence, piece.rule, ((piece.start, piece.end),))

    def _made(self, pool: list[Piece], blocks: Blocks, members: list[int], coherence: int) -> VisualBlock:
        """A block made of several."""
        around = surrounding([blocks.box[member] for member in members])
        pieces = tuple((pool[member].start, pool[member].end) for member in members)
        return _block(around, coherence, 0, pieces)


def _block(box: Box, coherence: int, rule: int, pieces: tuple[tuple[int, int], ...]) -> VisualBlock:
    left, top, right, bottom = box
    return VisualBlock(left, top, right - left, bottom - top, coherence, rule, pieces)


def _with_children(
    block: VisualBlock, children: tuple[VisualBlock, ...], separators: tuple[Separator, ...]
) -> VisualBlock:
    return VisualBlock(
        block.x, block.y, block.width, block.height, block.coherence, 0, block.pieces, children, separators
    )


def _rectangles(
    found: Separators, at: Sequence[int], region: VisualBlock, *, is_horizontal: bool
) -> tuple[Separator, ...]:
    """The chosen separators, as long as their region is wide or high."""
    gaps = [(found.start[number], found.end[number], found.weight[number]) for number in at]
    if is_horizontal:
        return tuple(Separator(region.x, a, region.width, b - a, weight, True) for a, b, weight in gaps)
    return tuple(Separator(a, region.y, b - a, region.height, weight, False) for a, b, weight in gaps)
