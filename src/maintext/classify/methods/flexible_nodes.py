"""flexible_nodes: from the heaviest node of a flat list backward and forward (灵活结构网页的正文提取).

Source
    灵活结构网页的正文提取 (Main text extraction from web pages of flexible structure), received February
    2011, revised June 2011; authors and journal do not stand in the copy we have, which is the abstract,
    Observation 1 and one line of a node list.
Idea
    Pages are often malformed, and a tree repaired from them is a guess. A flat list of the texts
    between tags needs no repair. Its heaviest node is main text; from there the main text goes on in
    both directions until the nodes that follow weigh too little.
Symbols
    =====================  ==========================================================================
    HTMLNode(j)            text between two tags, :class:`Nodes`; j counts from 1 in the source
    正文节点 (body node)       :func:`body_node`
    链接节点 (link node)       a node with ``is_link``
    超节点 (super-node)       a run of nodes; the smallest are those of one block, ``super_node``
    链接密度 (link density)    LD(s), formula (3)
    超节点权值                  W(s), formula (4), and R(k), formula (5): :func:`super_node_weights`
    =====================  ==========================================================================
Steps
    1. Cut the page into nodes. n(j) is the number of characters of node j, white space not counted.
    2. Observation 1 of the source: "the node with the largest weight is a body node; what it holds is a
       part of the main text".
    3. Join the nodes between two block boundaries (a start or end tag of a block, a double ``<br>``) to
       super-nodes s, so that ``<b>`` or a link does not break a sentence. T(s) are the characters of s,
       LT(s) those of its link nodes, which are links in sentences or in clusters by their density.

    ::

           w(j) = n(j) / max n over all nodes                                                      (1)
           body node = argmax w(j) over the nodes j that are no links, in super-nodes with LD ≤ λ  (2)
           LD(s) = LT(s) / T(s)                                                                    (3)
           W(s)  = T(s) − LT(s) − c if LD(s) ≤ λ, else −T(s) − c                                   (4)
           R(k) = Σ W(s) over s = e + 1 … k                                                        (5)

    4. Forward from the super-node e of the body node, the main text ends at the first k with the largest
       R(k) > 0, or at e if there is none. The search stops where the weight falls:
       R(k) < max(0, R(e + 1), …, R(k − 1)) − F. Backward likewise.
    5. Super-nodes between the two ends are kept, but those with LD > λ.
Cost
    O(n_rows): prefix sums; the search ends are found with running maxima.
Fails on
    Bodies split by a long rail in the source order; a footer of prose right below the body, which is
    taken along; pages whose content is links or short lines (listings, tables, forums).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.classify.method import Method, swept
from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int, mark_rows
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = [
    "METHOD", "FlexibleNodesOptions", "Nodes", "body_node", "extension", "find_nodes", "super_node_weights",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FlexibleNodesOptions(CheckedOptions):
    """Numbers of the formulas; the abstract gives none."""

    max_link_density: float = option(
        1 / 3, "Super-nodes with a larger share of link text are clusters of links.",
        unit="share", source="Kohlschütter et al. 2010; .002 better than 1/2 on the corpus", minimum=0,
    )  # fmt: skip
    cost: int = swept(
        20,
        "Taken off the weight of every super-node: shorter texts do not lead on; higher keeps less.",
        "characters",
    )
    max_fall: int = swept(
        1500,
        "Stop looking for more where the weight has fallen by more than this; higher keeps more.",
        "characters",
    )


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The flat list of nodes of a page, in source order; arrays of shape (n_nodes,)."""

    row: Int
    tag: NDArray[np.int16]  # of the element that the text stands in
    n_chars: Int
    weight: Float  # nodeWeight, formula (1)
    is_link: Bool  # isALink
    super_node: Int  # number of the node's block among those with nodes, from 0 without gaps

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.row)


def find_nodes(page: Page) -> Nodes:
    """Return the visible texts of a page that are not blank. Cost O(n_rows)."""
    row = np.flatnonzero((page.n_chars > 0) & ~page.is_hidden)
    n_chars = page.n_chars[row].astype(np.int64)
    block = page.block[row]
    return Nodes(
        row=row,
        tag=page.tag[page.parent[row]],
        n_chars=n_chars,
        weight=n_chars / n_chars.max(initial=1),
        is_link=page.is_link[row],
        super_node=np.cumsum(np.diff(block, prepend=block[:1]) != 0),
    )


def super_node_weights(nodes: Nodes, options: FlexibleNodesOptions) -> tuple[Float, Bool]:
    """Return W by formula (4), and True for LD ≤ λ, both of shape (n_super_nodes,)."""
    total = np.bincount(nodes.super_node, weights=nodes.n_chars)
    linked = np.bincount(nodes.super_node, weights=nodes.n_chars * nodes.is_link)
    is_text = linked <= options.max_link_density * total
    return np.where(is_text, total - linked, -total) - options.cost, is_text


def body_node(nodes: Nodes, is_text: Bool) -> int:
    """Return the number of the body node by formula (2), the first of equal ones; −1 for none."""
    weight = np.where(nodes.is_link | ~is_text[nodes.super_node], 0.0, nodes.weight)
    return int(np.argmax(weight)) if weight.any() else -1


def extension(weights: Float, max_fall: float) -> int:
    """Return the number of super-nodes that the main text extends into (step 4), from W, nearest first."""
    run = np.cumsum(weights)
    before = np.concatenate(([0.0], np.maximum.accumulate(np.maximum(run, 0.0))))[:-1]
    stops = run < before - max_fall
    end = int(np.argmax(stops)) if stops.any() else len(run)
    best = int(np.argmax(run[:end])) if end else 0
    return best + 1 if end and run[best] > 0 else 0


def select(page: Page, options: FlexibleNodesOptions) -> Selection:
    """Keep the run of super-nodes around the heaviest node."""
    nodes = find_nodes(page)
    selector = Selector(page, "not a text with characters")
    if len(nodes) == 0:
        return selector.done("flexible_nodes")
    weights, is_text = super_node_weights(nodes, options)
    body = body_node(nodes, is_text)
    kept = np.zeros(len(weights), dtype=np.bool_)
    if body >= 0:
        at = int(nodes.super_node[body])
        start = at - extension(weights[:at][::-1], options.max_fall)
        kept[start : at + 1 + extension(weights[at + 1 :], options.max_fall)] = True
    score = np.full(len(page), np.nan)
    score[nodes.row] = nodes.weight
    row = int(nodes.row[body]) if body >= 0 else -1
    facts = {"row": row, "n_nodes": len(nodes), "n_super_nodes": len(kept), "n_kept": int(kept.sum())}
    return (
        selector.drop(_rows_of_nodes(page, nodes, ~kept), "before or after the run of heavy nodes")
        .drop(_rows_of_nodes(page, nodes, kept & ~is_text), "a cluster of links")
        .keep(_rows_of_nodes(page, nodes, kept & is_text), "in the run of nodes around the heaviest one")
        .done("flexible_nodes", score=score, facts=facts)
    )


def _rows_of_nodes(page: Page, nodes: Nodes, chosen: Bool) -> Bool:
    """Return the rows of the nodes in the chosen super-nodes."""
    return mark_rows(len(page), nodes.row[chosen[nodes.super_node]])


METHOD = Method(
    id="flexible_nodes",
    title="Super-nodes around the heaviest node",
    title_zh="灵活结构网页的正文提取",
    source="灵活结构网页的正文提取, 2011",
    idea="The heaviest text is main text; go on from it both ways until the texts weigh too little.",
    function=select,
    defaults=FlexibleNodesOptions(),
)
