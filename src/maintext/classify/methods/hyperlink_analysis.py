"""hyperlink_analysis: links in clusters are boilerplate, links in sentences are text (基于超链接分析).

Source
    任翔 et al. 基于超链接分析的网页正文提取方法 (A method to extract the main text of web pages based on
    hyperlink analysis). 泰山学院学报 (Journal of Taishan University) 32(3), from page 44, May 2010. The
    source available to us names the first author only and has the introduction, not the algorithm.
Idea
    Link text in clusters only leads to other pages and is removed. Link text in a sentence is part of
    a statement and is kept. So links are judged block by block, not by one threshold for the page.
Symbols
    =========  ===========================================================================
    W(b)       words of block b; a CJK character is a word
    L(b)       those of W(b) that are link text
    N(s)       links (``<a href>``) whose text begins in a link block of stretch s
    W(i)       words in the subtree of element i
    C(i)       those of W(i) that stand in clusters
    S(i)       words of statements in the subtree of element i
    =========  ===========================================================================
Steps
    1. Each block is of one kind. A link block: W(b) − L(b) < max_unlinked · L(b). A statement:
       any other block with W(b) − L(b) ≥ min_statement. A label: the rest.
    2. A stretch is what stands between two statements. Its link blocks are a cluster when
       N(s) ≥ min_links; a lone link between two statements is none.
    3. An element is noise when C(i) > min_cluster_share · W(i) and no statement stands in it.
    4. Remove the clusters, and the noise elements with the labels in them ("Related news").
    5. The body is the innermost container with S(i) ≥ min_share · S(page): all that is left in it is
       kept. On a page without statements all that is left is kept.
Cost
    O(n_rows): prefix sums over rows and a few counts per block, and a binary search per link.
Fails on
    Pages whose content is links (listings, of which it removes the content); bodies of short lines,
    which are labels; comment threads longer than the article; side texts without links.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maintext.classify.method import Method, swept
from maintext.classify.methods.main_subtree import block_sums
from maintext.classify.methods.symbol_density import CONTAINERS
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows
from maintext.html.tags import BLOCK
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["METHOD", "HyperlinkAnalysisOptions", "link_clusters"]

_PARTS = tuple(BLOCK.difference({"html", "body", "frameset"}))


@dataclass(frozen=True, slots=True, kw_only=True)
class HyperlinkAnalysisOptions(CheckedOptions):
    """Constants of the steps."""

    max_unlinked: float = swept(
        1.0, "A link block has fewer unlinked words than this times its linked words.", ""
    )
    min_statement: int = swept(
        15, "A block with this many unlinked words is a statement.", "words", minimum=1
    )
    min_links: int = option(
        2, "Links between two statements that make a cluster.",
        unit="links", source="the least that can stand together", minimum=1,
    )  # fmt: skip
    min_cluster_share: float = option(
        0.5, "An element without statements is removed when clusters have more than this share of its words.",
        unit="share", source="more than half; swept on the development corpus", minimum=0,
    )  # fmt: skip
    min_share: float = swept(
        0.6, "The body has this share of the words of statements; higher keeps larger parts.", minimum=0.5
    )


def link_clusters(page: Page, options: HyperlinkAnalysisOptions) -> tuple[Bool, Bool]:
    """Return the blocks in link clusters, and the statements (steps 1 and 2), both of shape (n_blocks,)."""
    n_words = page.n_words * ~page.is_hidden
    n_linked = block_sums(page, n_words * page.is_link)
    n_unlinked = block_sums(page, n_words) - n_linked
    is_link_block = n_unlinked < options.max_unlinked * n_linked  # (1)
    is_statement = ~is_link_block & (n_unlinked >= options.min_statement)
    stretch = np.cumsum(is_statement)
    n_links = np.bincount(stretch, is_link_block * _count_links(page, len(n_linked)))
    return is_link_block & (n_links[stretch] >= options.min_links), is_statement  # (2)


def _count_links(page: Page, n_blocks: int) -> Int:
    """Count the links whose text begins in each block."""
    texts = np.flatnonzero((page.block >= 0) & ~page.is_hidden & (page.n_chars > 0))
    anchors = np.flatnonzero(page.is_anchor)
    first = np.append(texts, len(page))[np.searchsorted(texts, anchors)]
    begins = first[first < page.end[anchors]]
    return np.bincount(page.block[begins], minlength=n_blocks)


def select(page: Page, options: HyperlinkAnalysisOptions) -> Selection:
    """Keep the innermost part with most of the statements, without link clusters."""
    is_clustered, is_statement = link_clusters(page, options)
    n_words = page.n_words.astype(np.int64) * ~page.is_hidden
    clustered, statement = _rows_of_blocks(page, is_clustered), _rows_of_blocks(page, is_statement)
    noise = _find_noise(page, n_words, clustered, statement, options.min_cluster_share)
    weight = page.subtree_sum(n_words * statement)  # no statement stands in noise
    body = _find_body(page, weight, options.min_share)
    n_clustered, n_statements = int(is_clustered.sum()), int(is_statement.sum())
    facts = {"row": int(np.argmax(body)), "n_clustered": n_clustered, "n_statements": n_statements}
    return (
        Selector(page, "outside the part that holds most of the statements")
        .keep(body, "in the part that holds most of the statements")
        .drop(noise & body, "next to the links of a cluster")
        .drop(clustered & body, "in a cluster of links")
        .done("hyperlink_analysis", score=weight.astype(np.float64), facts=facts)
    )


def _rows_of_blocks(page: Page, blocks: Bool) -> Bool:
    """Return the text rows of some blocks."""
    return np.append(blocks, False)[page.block]  # −1 points at the last


def _find_noise(page: Page, n_words: Int, clustered: Bool, statement: Bool, min_cluster_share: float) -> Bool:
    """Return the rows inside noise elements (step 3)."""
    n_clustered = page.subtree_sum(n_words * clustered)
    is_free = page.subtree_sum(n_words * statement) == 0
    is_noise = is_free & (n_clustered > min_cluster_share * page.subtree_sum(n_words))
    return page.inside(is_noise & page.is_tag(_PARTS))


def _find_body(page: Page, weight: Int, min_share: float) -> Bool:
    """Return the rows of the innermost container with the share of the weight (step 5)."""
    if weight[0] <= 0:
        return np.ones(len(page), dtype=np.bool_)
    # With more than half such elements stand inside one another: the last one is innermost.
    rows = np.flatnonzero(page.is_tag(CONTAINERS) & (weight >= min_share * weight[0]))
    row = int(rows[-1]) if len(rows) else 0
    return mark_rows(len(page), slice(row, page.end[row]))


METHOD = Method(
    id="hyperlink_analysis",
    title="Hyperlink analysis",
    title_zh="基于超链接分析",
    source="任翔 et al. 2010, 泰山学院学报 32(3)",
    idea="Links in clusters are removed block by block, links in sentences stay.",
    function=select,
    defaults=HyperlinkAnalysisOptions(),
)
