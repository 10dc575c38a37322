"""vips: vision-based page segmentation (基于视觉的页面分块).

Source
    Deng Cai, Shipeng Yu, Ji-Rong Wen, Wei-Ying Ma. VIPS: a Vision-based Page Segmentation Algorithm.
    Microsoft Technical Report MSR-TR-2003-79, 2003.
Idea
    Readers see a page as blocks before they read it. The method takes blocks from the layout, finds the
    separators between them, and builds a tree of blocks with a degree of coherence each. The main block is
    the node that holds the page's subject.
Symbols
    ==============  ==================================================================================
    valid node      :attr:`VisualContext.is_valid`: some of it is visible
    virtual text    :attr:`VisualContext.is_virtual_text`: a text, or an inline element of virtual texts
    DoC             ``coherence`` of a :class:`VisualBlock`, 1–10
    PDoC            ``permitted``: blocks at or below it are divided further
    relative size   area of a row's visible content, as a share of that of the round's root
    ==============  ==================================================================================
Rules of extraction
    Applied in this order to each element, from the root of the round down:

    1. No valid child: dropped; a picture or a form field is a block, DoC 10.
    2. One valid child, no text: divide.
    3. The root of the round: divide.
    4. All children are (virtual) texts: a block, DoC 10 if their fonts are the same, else 9.
    5. A ``<p>`` with a child that breaks the line: divide.
    6. A child is a visible line (``<hr>``): divide.
    7. A table or row that is smaller than its children together: divide.
    8. A child has another background: divide; that child is a block of this round, DoC by its element.
    9. It has (virtual) text children and its relative size is below 0.1: a block, DoC by its element.
    10. A cell whose largest child has a relative size below 0.1: a block.
    11. (Do not divide if the sibling before was not divided.) Left out, see Deviations.
    12. Divide.
    13. Relative size below 0.01: a block.

    DoC by element: 4 for body, 6 for div, section, table and the like, 8 for p, headings, li and the like,
    7 for others; one more for a relative size below 0.01, at most 8.
Separators
    All gaps across the whole width or height of a region that no block reaches into. Weight: 1 for each
    10 px between the blocks, at most 5; 2 more for a visible line; 2 for another background; across the
    page also up to 2 for another font size (1 for each 4 px), 1 for another font weight, 1 for a larger
    font below, 1 less for blocks of the same element and font; between columns up to 4 for their height (1
    for each 150 px). Rounded, 1–10.
Content structure
    A region is split at its strongest separators, recursively; its DoC is 11 minus their weight, but never
    below that of its parent region. A region with a DoC above PDoC is a leaf. A block of the pool with a DoC
    not above PDoC gets its own round of extraction, if rule 8, 9, 10 or 13 made it.
Main block
    The value of a leaf is its words, minus ``link_cost`` for each word inside a link, minus ``block_cost``.
    Words count less towards the left and right border of the page (``aside``). A region that holds at least
    ``columns`` of the page's area and falls apart into columns at PDoC has one main column: of those with a
    value above 0 the one with the greatest area, less towards the borders too. Columns narrower than
    ``rail`` of its width are rails: prose or not, they add nothing and are left out. The node with the
    greatest sum is the main block; its leaves that are mostly links are left out.
Interpretation
    The report merges blocks over the weakest separators first. Splitting at the strongest first gives the
    same tree, and finds separators between columns that the page's header would cover. The report gives no
    numbers for thresholds, weights and DoC beyond ranges; those here were set on development pages. Boxes
    enclose the visible content of an element, not the element: floats and margins do no harm.
Deviations
    Rule 11 is left out: it would merge what follows a heading into one block, to be divided in the next
    round. The report's rule 5 is for inline elements too; here one with such a child is taken like a block.
    Parts fixed to the window belong to no block. Two things are ours: column height adds weight, and the main
    block (the report stops at the tree; place, size and PDoC, by which it is chosen, are its terms).
Cost
    O(n_rows log n_rows) for columns and gaps, Python work for each element that is divided.
Fails on
    Pages without layout (style sheets that did not load give one column); main texts in blocks far apart,
    with adverts between them; lists of links that are the content.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from maintext.browser.vips.context import VisualContext, build_context
from maintext.browser.vips.segmentation import Separator, VisualBlock, content_structure
from maintext.classify.methods import Method
from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.arrays import Bool, mark_ranges
from maintext.html.snapshot import Snapshot
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = [
    "LeafFacts", "MainBlock", "Segmentation", "Separator", "VipsOptions", "VisualBlock", "segment", "select",
    "vips_method",
]  # fmt: skip

_TUNED = "the best of a few on development pages (scripts/measure_vips.py)"


@dataclass(frozen=True, slots=True, kw_only=True)
class VipsOptions(CheckedOptions):
    """Options of VIPS: how finely a page is divided, and how the main block is chosen."""

    permitted: int = option(
        9, "Permitted degree of coherence (PDoC), 1-10: a higher one gives smaller blocks.",
        source=_TUNED, minimum=1,
    )  # fmt: skip
    link_cost: float = option(
        2.0, "Words that a word inside a link takes away from its block.", source=_TUNED, minimum=0
    )
    block_cost: float = option(
        3.0, "Words that a block must exceed to have a positive value.",
        unit="words", source=_TUNED, minimum=0,
    )  # fmt: skip
    aside: float = option(
        0.7, "Weight of words at the left or right border of the page; 1 as much as others.",
        source=_TUNED, minimum=0,
    )  # fmt: skip
    columns: float = option(
        0.3, "Regions with this share of the page's area may have rails; above 1 none has.",
        unit="share", source="ours: less than the body of a page, more than a table in it", minimum=0,
    )  # fmt: skip
    rail: float = option(
        0.6, "Columns narrower than this share of the main column are rails, and left out; 0 keeps them.",
        unit="share", source="ours: between rails and columns of one text", minimum=0,
    )  # fmt: skip
    most_links: float = option(
        0.5, "Leave out blocks of the main block with a larger share of words in links.",
        source=_TUNED, minimum=0,
    )  # fmt: skip


_DEFAULT = VipsOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafFacts:
    """Numbers that decide about one leaf."""

    # Words shown in it, and those inside links
    n_words: int
    n_link_words: int
    value: float  # What it adds to a main block; negative for links and for scraps


@dataclass(frozen=True, slots=True, eq=False)
class MainBlock:
    """The main block, and the facts of all leaves."""

    block: VisualBlock | None  # The node with the greatest sum of values; `None` if no sum is positive
    # All leaves with their facts, in the order of the structure
    leaves: tuple[tuple[VisualBlock, LeafFacts], ...]
    rails: tuple[VisualBlock, ...]  # Columns of the page, in the main block or not, that are left out


@dataclass(frozen=True, slots=True, eq=False)
class Segmentation:
    """The visual structure of a page."""

    root: VisualBlock | None  # The content structure; `None` if nothing on the page is visible
    main: MainBlock | None  # The main block; `None` likewise
    context: VisualContext  # Columns that the structure was built from


def segment(snapshot: Snapshot, options: VipsOptions = _DEFAULT) -> Segmentation:
    """Divide a page into visual blocks and find the main one.

    Raises SnapshotError: the snapshot does not fit its page.
    """
    context = build_context(snapshot)
    root = content_structure(context, options.permitted)
    if root is None:
        return Segmentation(None, None, context)
    leaves = tuple((leaf, _leaf_facts(leaf, root, context, options)) for leaf in root.leaves())
    search = _MainSearch(root, options, {id(leaf): facts.value for leaf, facts in leaves})
    _, value, block = search.value_of(root)
    main = MainBlock(block if value > 0 else None, leaves, tuple(search.rails))
    return Segmentation(root, main, context)


class _MainSearch:
    """Sums of the values of leaves below each block, without those of rails."""

    def __init__(self, root: VisualBlock, options: VipsOptions, values: dict[int, float]) -> None:
        self._root, self._options, self._values = root, options, values
        self.rails: list[VisualBlock] = []

    def value_of(self, block: VisualBlock) -> tuple[float, float, VisualBlock]:
        """Return the sum of values below a block, the greatest one of a block in it, and that block."""
        if not block.children:
            value = self._values[id(block)]
            return value, value, block
        found = [self.value_of(child) for child in block.children]
        rails = self._find_rails(block, [value for value, _, _ in found])
        self.rails += [block.children[number] for number in rails]
        found = [one for number, one in enumerate(found) if number not in rails]
        total = sum(value for value, _, _ in found)
        _, greatest, main = max(found, key=lambda one: one[1])
        # The smaller block wins ties.
        return (total, greatest, main) if greatest >= total else (total, total, block)

    def _find_rails(self, block: VisualBlock, values: list[float]) -> list[int]:
        """Return the numbers of the columns of a block next to its main one."""
        columns, root = block.children, self._root
        is_part = block.width * block.height < self._options.columns * root.width * root.height
        text = [number for number, value in enumerate(values) if value > 0]
        if is_part or not text or not block.separators or block.separators[0].is_horizontal:
            return []
        sizes = [one.width * one.height * _place_weight(one, root, self._options) for one in columns]
        main = columns[max(text, key=sizes.__getitem__)]
        least = self._options.rail * main.width
        return [number for number, column in enumerate(columns) if column.width < least]


def _place_weight(block: VisualBlock, root: VisualBlock, options: VipsOptions) -> float:
    """Return 1 for a block in the middle of the page's content, ``aside`` at its left or right border."""
    half = max(root.width / 2, 1.0)
    offset = abs((block.x + block.width / 2) - (root.x + half)) / half
    return options.aside + (1 - options.aside) * float(np.clip(1 - offset, 0, 1))


def _leaf_facts(
    leaf: VisualBlock, root: VisualBlock, context: VisualContext, options: VipsOptions
) -> LeafFacts:
    n_words = sum(int(context.n_words[start:end].sum()) for start, end in leaf.pieces)
    n_link_words = sum(int(context.n_link_words[start:end].sum()) for start, end in leaf.pieces)
    text = n_words - options.link_cost * n_link_words
    value = (_place_weight(leaf, root, options) * text if text > 0 else text) - options.block_cost
    return LeafFacts(n_words=n_words, n_link_words=n_link_words, value=value)


def select(snapshot: Snapshot, options: VipsOptions = _DEFAULT) -> Selection:
    """Keep the main block of a rendered page.

    The score of a row is the value of its leaf.

    Raises SnapshotError: the snapshot does not fit its page.
    """
    found = segment(snapshot, options)
    page = snapshot.page
    selector = Selector(page, "in no visual block")
    selector.drop(~snapshot.layout.is_shown, "not shown: nothing is drawn for it")
    selector.drop(found.context.is_floating, "in a part fixed to the window")
    if found.main is None or found.root is None:
        return selector.done("vips", facts={"n_blocks": 0})
    block, leaves = found.main.block, found.main.leaves
    inside = _rows_of_blocks([block] if block else [], len(page))
    link_leaves = [leaf for leaf, f in leaves if f.n_link_words > options.most_links * f.n_words]
    seen = snapshot.layout.is_shown & ~found.context.is_floating
    in_other_blocks = seen & _rows_of_blocks([found.root], len(page)) & ~inside
    links = seen & inside & _rows_of_blocks(link_leaves, len(page))
    selector.drop(in_other_blocks, "in a visual block next to the main block")
    selector.keep(seen & inside, "in the main block")
    selector.drop(links, "in the main block, in a part that is mostly links")
    rails = seen & _rows_of_blocks(found.main.rails, len(page))
    selector.drop(rails, "in a column next to the main one")
    score = np.full(len(page), np.nan)
    for leaf, leaf_facts in leaves:
        for start, end in leaf.pieces:
            score[start:end] = leaf_facts.value
    facts: dict[str, float] = {"n_blocks": len(leaves), "permitted": options.permitted}
    if block is not None:
        facts |= {"x": block.x, "y": block.y, "width": block.width, "height": block.height}
        facts["coherence"] = block.coherence
    return selector.done("vips", score=score, facts=facts)


def _rows_of_blocks(blocks: Iterable[VisualBlock], n_rows: int) -> Bool:
    return mark_ranges(n_rows, (piece for block in blocks for piece in block.pieces))


def vips_method(snapshot: Snapshot | None = None) -> Method:
    """Return vips as a method for ``maintext.select`` and for the comparison of methods.

    The method works on ``snapshot.page`` only. On any other page, or without a snapshot, it raises
    :class:`~maintext.errors.OptionError`; its name and options can still be read.
    """

    def function(page: Page, options: VipsOptions) -> Selection:
        if snapshot is None or page is not snapshot.page:
            raise OptionError("vips needs the layout of the page: give a snapshot of it", url=page.url)
        return select(snapshot, options)

    return Method(
        id="vips", title="Vision-based page segmentation", title_zh="基于视觉的页面分块",
        source="Cai, Yu, Wen, Ma: VIPS, a vision-based page segmentation algorithm, MSR-TR-2003-79, 2003",
        idea="Keep the main one of the blocks that a reader sees.", function=function, defaults=VipsOptions(),
    )  # fmt: skip
