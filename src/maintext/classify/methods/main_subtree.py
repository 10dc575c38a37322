"""main_subtree: the smallest part of the page that holds most of its prose, pruned.

Source
    Our own rule; the default until the learned method exists. It joins three ideas of the field: link
    density per block (Kohlschütter et al., WSDM 2010), the descent to where the text stops
    concentrating (陈阳 et al. 2012, see ``information_decay``), and pruning by element and name.
Idea
    Go down from the root while one child holds most of the prose; remove parts made of links, or named.
Steps
    1. Discard: elements that never hold main content (:data:`BOILERPLATE_TAGS`), unless one holds half
       of the page's text.
    2. Weigh: a block weighs its unlinked characters when links are at most half of it; blocks below
       ``min_prose_chars`` weigh a quarter.
    3. Descend: from the root into the heaviest child while it has ``min_share`` of the weight.
    4. Prune inside: subtrees of which more than half is link text, and subtrees with a boilerplate
       name (:data:`~maintext.classify.features.names.BOILERPLATE_NAMES`), where they are light.
Cost
    O(n_rows).
Fails on
    Short texts next to long rails; pages whose content is links (listings); bodies in several parts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.classify.features import density
from maintext.classify.features.names import BOILERPLATE_NAMES, rows_named
from maintext.classify.method import Method, swept
from maintext.html import Page
from maintext.html.arrays import Bool, Float, mark_rows
from maintext.html.tags import BLOCK
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["BOILERPLATE_TAGS", "METHOD", "PRUNED_TAGS", "MainSubtreeOptions", "block_sums", "discarded_rows"]

BOILERPLATE_TAGS = (
    "nav", "footer", "aside", "form", "button", "select", "dialog", "menu", "textarea", "label", "fieldset",
)  # fmt: skip
PRUNED_TAGS = (*(BLOCK - {"#custom", "body", "frameset"}), "span")
_DISCARD_SHARE = 0.5
_PRUNE_LINKS_SHARE = 0.3
_PRUNE_NAMED_SHARE = 0.2
_SHORT_BLOCK_WEIGHT = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class MainSubtreeOptions(CheckedOptions):
    """Thresholds of the rule."""

    min_share: float = swept(
        0.7, "Go down into a child that has this share of the prose; higher keeps larger parts."
    )
    min_prose_chars: int = swept(
        80, "Blocks with less unlinked text than this weigh a quarter.", "characters"
    )
    max_link_density: float = option(
        0.5, "Blocks and parts with a larger share of link text are boilerplate.",
        unit="share", source="Kohlschütter et al. 2010 use 1/3; swept on the development corpus", minimum=0,
    )  # fmt: skip


def select(page: Page, options: MainSubtreeOptions) -> Selection:
    """Keep the dominant subtree without its light, linked or named parts."""
    discarded = discarded_rows(page)
    candidates = page.is_text & ~page.is_hidden & ~discarded
    weight = page.subtree_sum(_prose_weights(page, candidates, options))
    root = _find_root(page, weight, options.min_share)
    main = mark_rows(len(page), slice(root, page.end[root])) & (weight[root] > 0)
    n_chars = page.n_chars * candidates
    n_linked = page.subtree_sum(n_chars * page.is_link)
    linked = page.is_tag(PRUNED_TAGS) & (n_linked > options.max_link_density * page.subtree_sum(n_chars))
    linked &= weight < _PRUNE_LINKS_SHARE * weight[root]
    named = rows_named(page, BOILERPLATE_NAMES) & (weight < _PRUNE_NAMED_SHARE * weight[root])
    return (
        Selector(page, "outside the subtree that holds most of the prose")
        .keep(main, "in the subtree that holds most of the prose")
        .drop(page.inside(named) & main, "in a part named as boilerplate")
        .drop(page.inside(linked) & main, "in a part made of links")
        .drop(discarded, "in an element that holds no main content")
        .done("main_subtree", score=weight, facts={"row": root, "weight": float(weight[root])})
    )


def discarded_rows(page: Page) -> Bool:
    """Return the rows inside boilerplate elements, except those with half of the page's text."""
    n_chars = density.text_chars(page)
    inside = page.inside(page.is_tag(BOILERPLATE_TAGS) & (n_chars < _DISCARD_SHARE * n_chars[0]))
    everything = (inside | page.is_hidden | (page.n_chars == 0)).all()
    return np.zeros_like(inside) if everything else inside


def _prose_weights(page: Page, candidates: Bool, options: MainSubtreeOptions) -> Float:
    """Return the weight of each text row: its share of the unlinked characters of a prose block."""
    n_chars = page.n_chars * candidates
    total = block_sums(page, n_chars)
    unlinked = total - block_sums(page, n_chars * page.is_link)
    prose = np.where(total - unlinked <= options.max_link_density * total, unlinked, 0.0)
    prose[prose < options.min_prose_chars] *= _SHORT_BLOCK_WEIGHT
    share = prose / np.maximum(total, 1)
    return np.where(page.block >= 0, share[page.block], 0.0) * n_chars


def block_sums(page: Page, values: NDArray[np.integer]) -> Float:
    """Sum values by block, float64 of shape (n_blocks,); one zero without blocks."""
    inside = page.block >= 0
    return np.bincount(page.block[inside], values[inside], 1).astype(np.float64)


def _find_root(page: Page, weight: Float, min_share: float) -> int:
    """Descend to the row where no child has ``min_share`` of the weight."""
    row = 0
    while True:
        child, heaviest = row + 1, -1
        while child < page.end[row]:
            if not page.is_text[child] and (heaviest < 0 or weight[child] > weight[heaviest]):
                heaviest = child
            child = int(page.end[child])
        if heaviest < 0 or weight[heaviest] < max(min_share * weight[row], 1):
            return row
        row = heaviest


METHOD = Method(
    id="main_subtree",
    title="Dominant subtree, pruned",
    title_zh="主导子树",
    source="maintext's own rule",
    idea="The smallest part of the page that holds most of its prose, without linked and named parts.",
    function=select,
    defaults=MainSubtreeOptions(),
)
