"""Content structure: a tree of visual blocks, the further down the more coherent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.browser.vips.divide import Piece, divided, shown_children
from maintext.browser.vips.separators import Blocks, Separators, find_separators

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.browser.vips.scene import Scene

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
    return _Builder(scene, permitted).round([Piece(0, int(scene.page.end[0]), 1, 3)], 1, 0)


class _Builder:
    def __init__(self, scene: Scene, permitted: int) -> None:
        self._scene, self._permitted = scene, permitted
        self._lines = scene.box[:, scene.is_line].T
        self._n_blocks = 0

    def round(self, pieces: list[Piece], least: int, depth: int) -> VisualBlock:
        """Divide one piece by the rules, and build the structure of what it falls into."""
        piece = pieces[0]
        area = float(self._scene.area[piece.start])
        pool = divided(self._scene, piece.start, area)
        pool = [one for one in pool if not self._scene.is_line[one.start]] or [piece]
        if pool == pieces or (len(pool) == 1 and (pool[0].start, pool[0].end) == (piece.start, piece.end)):
            return self._leaf(pool[0], max(least, piece.coherence))
        self._n_blocks += len(pool)
        return self._region(pool, self._columns(pool), np.arange(len(pool)), least, depth)

    def _columns(self, pool: list[Piece]) -> Blocks:
        scene = self._scene
        first = np.array([piece.start for piece in pool])
        box = scene.box[:, first].copy()
        for i, piece in enumerate(pool):
            if piece.end > scene.page.end[piece.start]:
                box[:, i] = self._around(piece)
        tag = scene.page.tag[first]
        return Blocks(box, scene.background[first], scene.font_px[first], scene.font_weight[first], tag)

    def _around(self, piece: Piece) -> NDArray[np.float64]:
        """Rectangle around an element or a run of texts."""
        if piece.end == self._scene.page.end[piece.start]:
            return self._scene.box[:, piece.start]
        inside = self._scene.box[:, piece.start : piece.end]
        inside = inside[:, ~np.isnan(inside[0])]
        return np.concatenate((inside[:2].min(axis=1), inside[2:].max(axis=1)))

    def _region(
        self, pool: list[Piece], blocks: Blocks, members: NDArray[np.int64], least: int, depth: int
    ) -> VisualBlock:
        """Structure of some blocks of a pool: split at the strongest separators, again and again."""
        if len(members) == 1:
            return self._single(pool[int(members[0])], least, depth)
        found = [find_separators(blocks, members, self._lines, horizontal=flag) for flag in (True, False)]
        most = [int(one.weight.max(initial=0)) for one in found]
        is_horizontal = most[0] >= most[1]
        chosen = found[0] if is_horizontal else found[1]
        coherence = max(least, 11 - max(most)) if max(most) else least
        if max(most) == 0:
            return self._overlapping(pool, blocks, members, least, depth)
        if coherence > self._permitted or depth >= _MAX_DEPTH:
            return self._made(pool, blocks, members, coherence)
        at = chosen.weight == max(most)
        parts = np.split(chosen.order, chosen.cut[at])
        children = tuple(self._region(pool, blocks, np.sort(part), coherence, depth + 1) for part in parts)
        whole = self._made(pool, blocks, members, coherence)
        return _with_children(whole, children, _rectangles(chosen, at, whole, is_horizontal=is_horizontal))

    def _overlapping(
        self, pool: list[Piece], blocks: Blocks, members: NDArray[np.int64], least: int, depth: int
    ) -> VisualBlock:
        """Blocks that no straight line separates, as texts around a picture: children without separators."""
        whole = self._made(pool, blocks, members, least)
        if depth >= _MAX_DEPTH:
            return whole
        return _with_children(
            whole, tuple(self._single(pool[i], least, depth + 1) for i in members.tolist()), ()
        )

    def _single(self, piece: Piece, least: int, depth: int) -> VisualBlock:
        """One block of the pool: divided on in a round of its own while it is not coherent enough."""
        coherence = max(least, piece.coherence)
        is_whole = piece.end == self._scene.page.end[piece.start]
        may_divide = piece.rule in {8, 9, 10, 13} and is_whole and coherence <= self._permitted
        has_room = depth < _MAX_DEPTH and self._n_blocks < _MAX_BLOCKS
        if may_divide and has_room and shown_children(self._scene, piece.start):
            return self.round([piece], least, depth + 1)
        return self._leaf(piece, coherence)

    def _leaf(self, piece: Piece, coherence: int) -> VisualBlock:
        box = self._around(piece)
        return _block(box, coherence, piece.rule, ((piece.start, piece.end),))

    def _made(
        self, pool: list[Piece], blocks: Blocks, members: NDArray[np.int64], coherence: int
    ) -> VisualBlock:
        """A block made of several."""
        box = blocks.box[:, members]
        around = np.concatenate((box[:2].min(axis=1), box[2:].max(axis=1)))
        pieces = tuple((pool[i].start, pool[i].end) for i in members.tolist())
        return _block(around, coherence, 0, pieces)


def _block(
    box: NDArray[np.float64], coherence: int, rule: int, pieces: tuple[tuple[int, int], ...]
) -> VisualBlock:
    left, top, right, bottom = box.tolist()
    return VisualBlock(left, top, right - left, bottom - top, coherence, rule, pieces)


def _with_children(
    block: VisualBlock, children: tuple[VisualBlock, ...], separators: tuple[Separator, ...]
) -> VisualBlock:
    return VisualBlock(
        block.x, block.y, block.width, block.height, block.coherence, 0, block.pieces, children, separators
    )


def _rectangles(
    found: Separators, at: NDArray[np.bool_], region: VisualBlock, *, is_horizontal: bool
) -> tuple[Separator, ...]:
    """The chosen separators, as long as their region is wide or high."""
    gaps = zip(found.start[at].tolist(), found.end[at].tolist(), found.weight[at].tolist(), strict=True)
    if is_horizontal:
        return tuple(Separator(region.x, a, region.width, b - a, weight, True) for a, b, weight in gaps)
    return tuple(Separator(a, region.y, b - a, region.height, weight, False) for a, b, weight in gaps)
