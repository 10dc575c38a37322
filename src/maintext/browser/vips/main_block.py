"""The main block of a content structure, by text, size and position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from maintext.browser.vips.scene import Scene
    from maintext.browser.vips.structure import VisualBlock

__all__ = ["LeafFacts", "Main", "find_main"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafFacts:
    """What counts about one leaf.

    Attributes
    ----------
    n_words, n_link_words
        Words shown in it, and those inside links.
    centrality
        1 for a block whose middle is that of the page's content, 0 at its left or right border.
    value
        What it adds to a main block; negative for links and for scraps.
    """

    n_words: int
    n_link_words: int
    centrality: float
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class Main:
    """The main block, and what was known of all leaves.

    Attributes
    ----------
    block
        The node of the structure with the greatest sum of values; ``None`` if none is positive.
    leaves
        All leaves with their facts, in the order of the structure.
    """

    block: VisualBlock | None
    leaves: tuple[tuple[VisualBlock, LeafFacts], ...]


def find_main(root: VisualBlock, scene: Scene, *, link_cost: float, block_cost: float, aside: float) -> Main:
    """Return the node whose leaves are worth most together.

    A leaf is worth ``weight · (n_words − link_cost · n_link_words) − block_cost``, where ``weight`` falls
    from 1 for a leaf in the middle of the page to ``aside`` at its border.
    """
    facts: dict[int, LeafFacts] = {}
    leaves: list[tuple[VisualBlock, LeafFacts]] = []
    for leaf in root.leaves():
        fact = _facts(leaf, root, scene, link_cost=link_cost, block_cost=block_cost, aside=aside)
        facts[id(leaf)] = fact
        leaves.append((leaf, fact))
    best: list[tuple[float, VisualBlock]] = []
    _sum(root, facts, best)
    value, block = max(best, key=lambda pair: pair[0])
    return Main(block if value > 0 else None, tuple(leaves))


def _sum(block: VisualBlock, facts: dict[int, LeafFacts], sums: list[tuple[float, VisualBlock]]) -> float:
    """Sum of the values below a block; smaller blocks come first in ``sums``, so they win ties."""
    if block.children:
        total = sum(_sum(child, facts, sums) for child in block.children)
    else:
        total = facts[id(block)].value
    sums.append((total, block))
    return total


def _facts(
    leaf: VisualBlock, root: VisualBlock, scene: Scene, *, link_cost: float, block_cost: float, aside: float
) -> LeafFacts:
    n_words = sum(_within(scene.n_words, scene, piece) for piece in leaf.pieces)
    n_link_words = sum(_within(scene.n_link_words, scene, piece) for piece in leaf.pieces)
    half = max(root.width / 2, 1.0)
    off = abs((leaf.x + leaf.width / 2) - (root.x + half)) / half
    centrality = float(np.clip(1 - off, 0, 1))
    weight = aside + (1 - aside) * centrality
    text = n_words - link_cost * n_link_words
    value = weight * text if text > 0 else text
    return LeafFacts(
        n_words=n_words, n_link_words=n_link_words, centrality=centrality, value=value - block_cost
    )


def _within(totals: np.typing.NDArray[np.int64], scene: Scene, piece: tuple[int, int]) -> int:
    """Sum over a range of whole siblings of what is known by subtree."""
    row, total = piece[0], 0
    while row < piece[1]:
        total += int(totals[row])
        row = int(scene.page.end[row])
    return total
