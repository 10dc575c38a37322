"""Similarity of page layouts: improved simple tree matching (ISTM).

Source
    王海涌, 冯兆旭, 杨海波, 张津栋. 基于结构相似网页聚类的正文提取算法研究 (Text extraction based on
    structure similarity page clustering). 计算机工程与应用 (Computer Engineering and Applications)
    54(11), 122–127, 2018. Definitions 7–9, equations (5)–(9), algorithm 2.
Definition
    Two nodes are equal if tag name, attributes, number of children and position are equal. Two trees have
    similarity 0 if their roots differ, 1 if both are equal leaves, else the weighted sum over children at
    the same position. One of N children weighs 1/N. Child m = 0 … N − 1 of the root weighs
    (|(N − 1)/2 − m| + 1) / Σ, because both ends of a page (header, footer) tell more about its template.
Algorithm
    The sum unrolls over leaves. A leaf counts if every node on its path is equal in both pages; it adds the
    product of the weights on the path. So each leaf is a key (hash of its path) with a weight, and the
    similarity of two pages is the weight of their shared keys. All pairs are one matrix product.
Interpretation
    Nodes are the elements below ``body``. "Equal attributes" is the option
    :data:`~maintext.sites.template.keys.ATTRIBUTES`: taken literally (``all``), one link target tells two
    menus apart.
Cost
    O(n_elements) a page; for n pages a matrix product of n · n · (sets of pages that share a key), and
    8 n² bytes.
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
    """Layout of a page as a weighted set."""

    key: Key  # uint64 of shape (n_leaves,), ascending and unique: hash of the path to a leaf
    weight: Float  # float64 of shape (n_leaves,), sum 1


def find_layout(page: Page, attributes: str = ATTRIBUTES[0]) -> TemplateLayout:
    """Return the layout of a page; see :data:`~maintext.sites.template.keys.ATTRIBUTES`.

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
    """Return the ISTM of two pages, 0–1; symmetric, and 1 for equal layouts."""
    _, at, _ = np.intersect1d(a.key, b.key, assume_unique=True, return_indices=True)
    return float(a.weight[at].sum())


def similarities(layouts: Sequence[TemplateLayout]) -> Float:
    """Return the ISTM of all pairs, float64 of shape (n_pages, n_pages)."""
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
    """Return sets of at least two pages, and the weight of the keys only they share."""
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
    """Return the weight of each node among the ``n`` children of its parent."""
    n = np.maximum(n, 1)
    distance = np.abs((n - 1) / 2 - position) + 1
    # Σ over m of |(n − 1)/2 − m| is floor(n² / 4).
    return np.where(level == 1, distance / (n * n // 4 + n), 1 / n)
