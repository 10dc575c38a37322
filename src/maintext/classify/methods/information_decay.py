"""information_decay: down the tree until the information falls (基于信息量衰减幅度).

Source
    陈阳 (Chen Yang), 陈兴蜀 (Chen Xingshu), 吴麒 (Wu Qi). 基于信息量衰减幅度的网页正文提取 (Main text
    extraction from web pages based on the magnitude of reduction of information quantity). 计算机工程与设计
    (Computer Engineering and Design) 33(7), July 2012. Known to us by its abstract only.
Idea
    The main text is most of what a page says. Going down from the root, the child that holds the main
    text loses almost nothing against its parent; where every child loses much, the text stands in
    several children, and the parent is the primary area.
Symbols
    ===========  ====================================================================================
    信息量 I(i)     information quantity of the subtree of i, formula (2): :func:`information`
    衰减幅度 D(i)    magnitude of reduction from the parent of i to i, formula (3)
    primary area the subtree r where the descent ends: :func:`primary_area`
    T, LT        characters of text, of linked text; of a subtree i or a block b; only considered text
    u(b)         T(b) − LT(b), the unlinked characters of a block
    δ, λ, ρ, τ   ``max_decay``, ``max_link_density``, ``heavy_share``, ``min_richness``
    L            ``full_chars``
    ===========  ====================================================================================
Steps
    0. Text in elements for input and navigation (``main_subtree.BOILERPLATE_TAGS``) is not considered,
       unless one such element holds half of the page's text.
    1. A text t of n(t) characters in block b has the information q(t), 0 for a link.
    2. From a parent p to its child i the information falls by D(i).
    3. From the root, go to the child with the largest I as long as its D(i) ≤ δ. Where it is larger, or
       no child has information, the row reached is the primary area r.
    4. Prune below r every element i with (4), which is made of links, or of tiny texts; what holds much
       of the area is neither.

    ::

           q(t) = n(t) · min(L, u(b)) / L   if LT(b) ≤ λ · T(b), else 0                            (1)
           I(i) = Σ q(t) over the texts t in the subtree of i                                      (2)
           D(i) = (I(p) − I(i)) / I(p)                                                             (3)
           I(i) < ρ · I(r)  and  ( LT(i) > λ · T(i)  or  I(i) < τ · T(i) )                         (4)

    5. The rest of the primary area is the main text.
Cost
    O(n_rows): prefix sums, and one pass that finds each element's best child.
Fails on
    Bodies below a third of the page's prose (a comment thread longer than the article); pages whose
    content is links; notes inside the body that read like prose (a licence, a teaser).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maintext.classify.method import Method, swept
from maintext.classify.methods.main_subtree import PRUNED_TAGS, block_sums, discarded_rows
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["METHOD", "InformationDecayOptions", "information", "primary_area"]

_FEW_CHARS = 30  # (4) says nothing about the richness of a single short line


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationDecayOptions(CheckedOptions):
    """Thresholds; the abstract gives none."""

    max_decay: float = swept(
        0.4, "Go down into a child that loses at most this share of the information; lower keeps more."
    )
    full_chars: int = swept(
        80,
        "Unlinked text of a block that counts in full; shorter blocks count less.",
        "characters",
        minimum=1,
    )
    max_link_density: float = option(
        0.5, "Blocks and parts with a larger share of link text are made of links.",
        unit="share", source="swept on the development corpus: .5 better than .3 and .7", minimum=0,
    )  # fmt: skip
    heavy_share: float = option(
        0.3, "A part with this share of the primary area's information is never pruned.",
        unit="share", source="swept on the development corpus: flat from .15 to .5", minimum=0,
    )  # fmt: skip
    min_richness: float = option(
        0.1, "Parts with less information per character than this are pruned as tiny texts.",
        unit="share", source="swept on the development corpus: flat up to .3", minimum=0,
    )  # fmt: skip


def select(page: Page, options: InformationDecayOptions) -> Selection:
    """Keep the primary area without what is made of links or of tiny texts."""
    considered = page.is_text & ~page.is_hidden & ~discarded_rows(page)
    quantity = page.subtree_sum(information(page, considered, options))
    area = primary_area(page, quantity, options.max_decay)
    main = mark_rows(len(page), slice(area, page.end[area])) & (quantity[area] > 0)
    linked, tiny = _pruned_elements(page, considered, quantity, int(quantity[area]), options)
    score = quantity / options.full_chars
    facts = {"row": area, "information": float(score[area]), "decay": _decay_below(page, quantity, area)}
    return (
        Selector(page, "outside the primary area")
        .keep(main, "in the primary area")
        .drop(page.inside(tiny) & main, "in a part of tiny texts")
        .drop(page.inside(linked) & main, "in a part made of links")
        .drop(main & ~considered, "in an element for input or navigation")
        .done("information_decay", score=score, facts=facts)
    )


def information(page: Page, considered: Bool, options: InformationDecayOptions) -> Int:
    """Return L · q of every row, formula (1), as integers for exact sums; ``considered`` texts count."""
    unlinked = page.n_chars.astype(np.int64) * (considered & ~page.is_link)
    u, total = block_sums(page, unlinked), block_sums(page, page.n_chars * considered)
    is_linked = total - u > options.max_link_density * total
    worth = np.where(is_linked, 0, np.minimum(u, options.full_chars)).astype(np.int64)
    return unlinked * np.where(page.block >= 0, worth[page.block], 0)


def primary_area(page: Page, quantity: Int, max_decay: float) -> int:
    """Return the row where the descent of step 3 ends; 0 if the root's children lose too much.

    ``quantity`` is L · I of every row, or any multiple of I; ``max_decay`` is δ.
    """
    elements = np.flatnonzero(~page.is_text)[1:]
    parent = page.parent[elements]
    own, whole = quantity[elements], quantity[parent]
    most = np.zeros(len(page), dtype=np.int64)
    np.maximum.at(most, parent, own)
    small = (own > 0) & (own == most[parent]) & (whole - own <= max_decay * whole)
    # Of equal children the first: written last, as the rows are gone through backwards.
    first = np.full(len(page), -1, dtype=np.int64)
    first[parent[small][::-1]] = elements[small][::-1]
    left = ~page.is_text
    left[0] = False
    left[first[first >= 0]] = False
    # The way down is all elements outside of the subtrees it leaves aside; its last row is the end.
    way = np.flatnonzero(~page.is_text & ~page.inside(left))
    return int(way[-1]) if len(way) else 0


def _pruned_elements(
    page: Page, considered: Bool, quantity: Int, most: int, options: InformationDecayOptions
) -> tuple[Bool, Bool]:
    """Return the elements that formula (4) prunes: made of links, and of tiny texts."""
    n_chars = page.n_chars * considered
    total = page.subtree_sum(n_chars)
    linked = page.subtree_sum(n_chars * page.is_link)
    light = page.is_tag(PRUNED_TAGS) & (quantity < options.heavy_share * most)
    tiny = (quantity < options.min_richness * options.full_chars * total) & (total > _FEW_CHARS)
    return light & (linked > options.max_link_density * total), light & tiny


def _decay_below(page: Page, quantity: Int, row: int) -> float:
    """Return the reduction from a row to its best child by formula (3); 1 without one."""
    below = slice(row + 1, int(page.end[row]))
    children = (page.parent[below] == row) & ~page.is_text[below]
    best = float(quantity[below][children].max(initial=0))
    return (float(quantity[row]) - best) / float(quantity[row]) if quantity[row] > 0 else 1.0


METHOD = Method(
    id="information_decay",
    title="Reduction of information down the tree",
    title_zh="基于信息量衰减幅度",
    source="陈阳, 陈兴蜀, 吴麒 2012, 计算机工程与设计 33(7)",
    idea="Go down to where the information of the best child falls; prune that primary area.",
    function=select,
    defaults=InformationDecayOptions(),
)
