"""vips: vision-based page segmentation (基于视觉的页面分块).

Source
    Deng Cai, Shipeng Yu, Ji-Rong Wen, Wei-Ying Ma. VIPS: a Vision-based Page Segmentation Algorithm.
    Microsoft Technical Report MSR-TR-2003-79, 2003.
Idea
    Readers take in a page as blocks before they read. So does this: blocks from the layout, separators
    between them, a tree of blocks of which each has a degree of coherence; then the block that a reader
    would call the page's subject.
Symbols
    ==============  ==================================================================================
    valid node      :attr:`Scene.is_valid`: something of it can be seen
    virtual text    :attr:`Scene.is_virtual_text`: a text, or an inline element of nothing but texts
    DoC             ``coherence`` of a :class:`VisualBlock`, 1–10
    PDoC            ``permitted``: blocks at or below it are divided on
    relative size   area of a row's visible content, as a share of that of the round's root
    ==============  ==================================================================================
Rules of extraction
    Asked in this order for each element, from the root of the round down:

    1. Nothing valid in it: it is cut; a picture or a form field is a block, DoC 10.
    2. One valid child, no text: divide.
    3. The root of the round: divide.
    4. All children are (virtual) texts: a block, DoC 10 if their fonts are the same, else 9.
    5. An inline element or ``<p>`` with a child that breaks the line: divide.
    6. A child is a visible line (``<hr>``): divide.
    7. A table or row that is smaller than its children together: divide.
    8. A child has another background: divide; that child is a block of this round, DoC by its element.
    9. It has (virtual) text children and its relative size is below 0.1: a block, DoC by its element.
    10. A cell whose largest child has a relative size below 0.1: a block.
    11. (After a sibling that was not divided: not divided.) Left out, see Deviations.
    12. Divide.
    13. Relative size below 0.01: a block.

    DoC by element: 4 for body, 6 for div, section, table and the like, 8 for p, headings, li and the like,
    7 for others; one more for a relative size below 0.01, at most 8.
Separators
    All gaps that no block of the region reaches into, across its whole width or height. Weight: 1 for each
    10 px between the blocks, at most 5; 2 more for a visible line; 2 for another background; across the
    page also up to 2 for another font size (1 for each 4 px), 1 for another font weight, 1 for a larger
    font below, 1 less for blocks of the same element and font; between columns up to 4 for their height (1
    for each 150 px). Rounded, 1–10.
Content structure
    A region is split at its strongest separators, each part again; its DoC is 11 less their weight, never
    below that of the region around it. A region with a DoC above PDoC is a leaf. A block of the pool with
    a DoC not above PDoC gets a round of extraction of its own, if rule 8, 9, 10 or 13 made it.
Main block
    A leaf is worth its words, less ``link_cost`` for each word inside a link, less ``block_cost``; the words
    of leaves beside the middle of the page count less (``aside``). The node of the tree that is worth most
    is the main block; its leaves that are mostly links are left out.
Interpretation
    The report merges blocks over the weakest separators first; splitting at the strongest first gives the
    same tree, and finds separators between columns that the page's header would cover. It gives no
    numbers for thresholds, weights and DoC beyond ranges; those here were set on development pages.
    Boxes are of what can be seen in an element, not of the element: floats and margins then do no harm.
Deviations
    Rule 11 is left out: what follows a heading would become one block, to be divided in the next round.
    Parts fixed to the window belong to no block. That tall columns separate more than gaps within them, and
    the main block, are ours; the report stops at the tree. Going on with leaves of the same column and font
    was tried, since gaps that cross the page cut through columns: 0.003 word-F1 less on 200 pages.
Cost
    O(n_rows log n_rows) for columns and gaps, Python work for each element that is divided.
Fails on
    Pages without layout (style sheets that did not load give one column); main texts in blocks far apart,
    with adverts between them; lists of links that are the content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.browser.vips.main_block import Main, find_main
from maintext.browser.vips.scene import Scene, scene_of
from maintext.browser.vips.structure import Separator, VisualBlock, content_structure
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from maintext.html.snapshot import Snapshot

__all__ = ["Segmentation", "Separator", "VipsOptions", "VisualBlock", "segment", "select"]

_TUNED = "the best of a few on development pages (scripts/measure_vips.py)"


@dataclass(frozen=True, slots=True, kw_only=True)
class VipsOptions(CheckedOptions):
    """How finely a page is divided, and what makes the main block."""

    permitted: int = option(
        9,
        "Permitted degree of coherence (PDoC), 1-10: a higher one gives smaller blocks.",
        source=_TUNED,
        minimum=1,
    )
    link_cost: float = option(
        2.0, "Words that a word inside a link takes away from its block.", source=_TUNED, minimum=0
    )
    block_cost: float = option(
        3.0, "Words that every block must have to be worth anything.", unit="words", source=_TUNED, minimum=0
    )
    aside: float = option(
        0.7,
        "What words at the left or right border of the page count; 1 as much as others.",
        source=_TUNED,
        minimum=0,
    )
    most_links: float = option(
        0.5,
        "Leave out blocks of the main block with a larger share of words in links.",
        source=_TUNED,
        minimum=0,
    )


_DEFAULT = VipsOptions()


@dataclass(frozen=True, slots=True, eq=False)
class Segmentation:
    """A page as VIPS sees it.

    Attributes
    ----------
    root
        The content structure; ``None`` for a page on which nothing can be seen.
    main
        The main block and the facts of all leaves; ``None`` likewise.
    scene
        Columns it was made from.
    """

    root: VisualBlock | None
    main: Main | None
    scene: Scene


def segment(snapshot: Snapshot, options: VipsOptions = _DEFAULT) -> Segmentation:
    """Divide a page into visual blocks and find the main one.

    Raises
    ------
    SnapshotError
        The snapshot does not fit its page.
    """
    scene = scene_of(snapshot)
    root = content_structure(scene, options.permitted)
    if root is None:
        return Segmentation(None, None, scene)
    main = find_main(
        root,
        scene,
        link_cost=options.link_cost,
        block_cost=options.block_cost,
        aside=options.aside,
    )
    return Segmentation(root, main, scene)


def select(snapshot: Snapshot, options: VipsOptions = _DEFAULT) -> Selection:
    """Keep the main block of a rendered page.

    The score of a row is the value of the leaf it stands in.

    Raises
    ------
    SnapshotError
        The snapshot does not fit its page.
    """
    found = segment(snapshot, options)
    page = snapshot.page
    selector = Selector(page, "in no visual block")
    selector.drop(~snapshot.layout.is_shown, "not shown: nothing is drawn for it")
    selector.drop(found.scene.is_floating, "in a part fixed to the window")
    if found.main is None or found.root is None:
        return selector.done("vips", facts={"n_blocks": 0})
    leaves = found.main.leaves
    inside = _any_rows([found.main.block] if found.main.block else [], len(page))
    linked = [leaf for leaf, f in leaves if f.n_link_words > options.most_links * f.n_words]
    seen = snapshot.layout.is_shown & ~found.scene.is_floating
    in_links = _any_rows(linked, len(page))
    selection = (
        selector.drop(
            seen & _rows(found.root, len(page)) & ~inside, "in a visual block beside the main block"
        )
        .keep(seen & inside, "in the main block")
        .drop(seen & inside & in_links, "in the main block, in a part that is mostly links")
    )
    score = np.full(len(page), np.nan)
    for leaf, fact in leaves:
        for start, end in leaf.pieces:
            score[start:end] = fact.value
    block = found.main.block
    facts: dict[str, float] = {"n_blocks": len(leaves), "permitted": options.permitted}
    if block is not None:
        facts |= {"x": block.x, "y": block.y, "width": block.width, "height": block.height}
        facts["coherence"] = block.coherence
    return selection.done("vips", score=score, facts=facts)


def _rows(block: VisualBlock, n_rows: int) -> NDArray[np.bool_]:
    return _any_rows([block], n_rows)


def _any_rows(blocks: Iterable[VisualBlock], n_rows: int) -> NDArray[np.bool_]:
    rows = np.zeros(n_rows, dtype=np.bool_)
    for block in blocks:
        for start, end in block.pieces:
            rows[start:end] = True
    return rows
