"""Similarity of two page layouts: ISTM, improved simple tree matching, of every pair of pages at once.

Source
    王海涌, 冯兆旭, 杨海波, 张津栋. 基于结构相似网页聚类的正文提取算法研究 (Text extraction based on
    structure similarity page clustering). 计算机工程与应用 (Computer Engineering and Applications)
    54(11), 122–127, 2018. Definitions 7–9, equations (5)–(9), algorithm 2.
Definition
    Two nodes are equal when tag name, attributes, number of children and position are. The similarity of
    two trees is 0 when their roots are not equal, 1 for two equal leaves, else the weighted sum of the
    similarities of children at the same place. The weight of one of N children is 1/N; among the children
    m = 0 … N − 1 of the root it is (|(N − 1)/2 − m| + 1) / Σ: what stands at both ends of a page
    (header, footer) says more about its template than what stands in the middle.
Fast
    Unrolled, the sum runs over the leaves: a leaf counts when every node on its way from the root is
    equal in both pages, and then it adds the product of the weights on that way, the same in both. So
    each leaf is one key (a hash of its way) with a weight, and the similarity of two pages is the weight
    of the keys they share. All pairs together are one matrix product; nothing is compared node by node.
Interpretation
    Nodes are elements: text is content, not layout. The root is ``body``; ``head`` is not laid out.
    Scripts, styles and comments are gone already. "Equal attributes" is an option,
    :data:`~maintext.sites.template.keys.ATTRIBUTES`: taken literally (``all``) one different link target
    tells two menus apart, and a post's number in the class of ``body`` leaves nothing in common.
Cost
    O(n_elements) a page; for n pages a matrix product of n · n · (sets of pages that share a key), and
    8 n² bytes. Two keys of 64 bits are the same by chance once in 10⁷ runs over a million leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.sites.template.keys import ATTRIBUTES, family_of, hash_elements, iter_levels, mix_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page

    Key = NDArray[np.uint64]
    Float = NDArray[np.float64]

__all__ = ["TemplateLayout", "find_layout", "similarities", "similarity"]

_CHUNK = 2048  # columns of the matrix product at a time


@dataclass(frozen=True, slots=True, eq=False)
class TemplateLayout:
    """The layout of one page as a weighted set.

    Attributes
    ----------
    key
        uint64 of shape (n_leaves,), ascending, each once: the way to a leaf.
    weight
        float64 of shape (n_leaves,): its share of the page; the sum is 1.
    """

    key: Key
    weight: Float


def find_layout(page: Page, attributes: str = ATTRIBUTES[0]) -> TemplateLayout:
    """Return the layout of a page; of ``attributes`` see :data:`~maintext.sites.template.keys.ATTRIBUTES`.

    A page without ``body`` (a frameset) is taken from its root.
    """
    bodies = np.flatnonzero(page.is_tag(("body",)))
    root = int(bodies[0]) if len(bodies) else 0
    rows = root + np.flatnonzero(~page.is_text[root : page.end[root]])
    parent, position, n_children = family_of(page, rows)
    own = hash_elements(page, rows, attributes)
    own = mix_bits(own ^ mix_bits(n_children.astype(np.uint64) << np.uint64(32) | position.astype(np.uint64)))
    level = (page.depth[rows] - page.depth[root]).astype(np.int64)
    share = _child_weights(level, position, n_children[np.maximum(parent, 0)])
    key, weight = own.copy(), np.ones(len(rows))
    for at in iter_levels(level):
        key[at] = mix_bits(key[parent[at]] + own[at])
        weight[at] = weight[parent[at]] * share[at]
    leaves = np.flatnonzero(n_children == 0)
    leaves = leaves[np.argsort(key[leaves], kind="stable")]
    return TemplateLayout(key[leaves], weight[leaves])


def similarity(a: TemplateLayout, b: TemplateLayout) -> float:
    """Return ISTM of two pages, 0–1: symmetric, and 1 for equal layouts."""
    _, at, _ = np.intersect1d(a.key, b.key, assume_unique=True, return_indices=True)
    return float(a.weight[at].sum())


def similarities(layouts: Sequence[TemplateLayout]) -> Float:
    """Return ISTM of every two pages, float64 of shape (n_pages, n_pages), 1 on the diagonal."""
    n = len(layouts)
    matrix = np.zeros((n, n))
    pages, weight = _group_shared_keys(layouts)
    for start in range(0, len(weight), _CHUNK):
        part = pages[start : start + _CHUNK]
        has = np.zeros((n, len(part)))
        for column, members in enumerate(part):
            has[members, column] = 1
        matrix += (has * weight[start : start + _CHUNK]) @ has.T
    np.clip(matrix, 0, 1, out=matrix)
    np.fill_diagonal(matrix, 1)
    return matrix


def _group_shared_keys(layouts: Sequence[TemplateLayout]) -> tuple[list[NDArray[np.int64]], Float]:
    """Sets of at least two pages, and the weight of all keys that just these pages have."""
    sizes = [len(layout.key) for layout in layouts]
    key = np.concatenate([layout.key for layout in layouts] or [np.zeros(0, np.uint64)])
    weight = np.concatenate([layout.weight for layout in layouts] or [np.zeros(0)])
    page = np.repeat(np.arange(len(layouts)), sizes)
    order = np.argsort(key, kind="stable")
    key, weight, page = key[order], weight[order], page[order]
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1]))) if len(key) else order
    n_pages = np.diff(np.append(first, len(key)))
    if not len(first):
        return [], weight
    # Keys with the same pages are one column; the sum of a random number per page stands for the pages.
    members = np.add.reduceat(mix_bits(page.astype(np.uint64)), first)
    often = np.flatnonzero(n_pages > 1)
    _, example, column = np.unique(members[often], return_index=True, return_inverse=True)
    total: Float = np.bincount(column, weight[first[often]], minlength=len(example)).astype(np.float64)
    at = often[example]
    return [page[first[i] : first[i] + n_pages[i]] for i in at.tolist()], total


def _child_weights(level: NDArray[np.int64], position: NDArray[np.int64], n: NDArray[np.int64]) -> Float:
    """Weight of each node among the ``n`` children of its parent."""
    n = np.maximum(n, 1)
    distance = np.abs((n - 1) / 2 - position) + 1
    # Σ over m of |(n − 1)/2 − m| is floor(n² / 4).
    return np.where(level == 1, distance / (n * n // 4 + n), 1 / n)
