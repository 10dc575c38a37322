"""Hierarchical clustering of pages by the similarity of their layouts.

Source
    王海涌 et al. 2018 (see :mod:`maintext.sites.template.similarity`), section 3.2, "hierarchical
    clustering". It names neither linkage nor threshold; both are options.
Algorithm
    Nearest-neighbour chain (Murtagh, A survey of recent advances in hierarchical clustering algorithms,
    The Computer Journal 26(4), 1983) with the Lance–Williams update; exact for the three linkages.
Cost
    O(n²) time and 24 n² bytes for n pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.errors import OptionError
from maintext.options import CheckedOptions, option
from maintext.sites.template.keys import ATTRIBUTES
from maintext.sites.template.similarity import find_layout, similarities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page

    Float = NDArray[np.float64]

__all__ = ["LINKAGES", "MAX_PAGES", "Cluster", "ClusterOptions", "Clustering", "cluster_pages", "linkage"]

LINKAGES = ("average", "complete", "single")
MAX_PAGES = 10_000  # 2.4 GB


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterOptions(CheckedOptions):
    """Options for clustering pages."""

    cut: float = option(
        0.6,
        "Least similarity (of `linkage`) at which two groups are joined; higher makes more groups.",
        unit="share",
        source="docs/sites-template.md: purity and pages with a neighbour, on daniel",
        minimum=0.0,
    )
    linkage: str = option(
        "average",
        "Similarity of two groups: of their pages on average, of the least alike, or of the most alike.",
        choices=LINKAGES,
    )
    attributes: str = option(
        "class",
        "Attributes that equal elements share: class and id without digits, names, all (the source), none.",
        source="docs/sites-template.md",
        choices=ATTRIBUTES,
    )


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages of one layout."""

    pages: tuple[int, ...]  # ascending page numbers
    example: int  # page most similar to all others
    similarity: float  # mean over all pairs, 0–1; 1 for a single page


@dataclass(frozen=True, slots=True, eq=False)
class Clustering:
    """Clusters of pages with their similarities.

    Attributes
    ----------
    clusters
        Largest first, then by first page.
    of_page
        int64 of shape (n_pages,): cluster of each page.
    similarity
        float64 of shape (n_pages, n_pages).
    tree
        float64 of shape (n_pages − 1, 4), see :func:`linkage`.
    """

    clusters: tuple[Cluster, ...]
    of_page: NDArray[np.int64]
    similarity: Float
    tree: Float

    def neighbours(self, page: int) -> list[int]:
        """Return the other pages of a page's cluster, most similar first."""
        others = [other for other in self.clusters[self.of_page[page]].pages if other != page]
        return sorted(others, key=lambda other: -self.similarity[page, other])


_DEFAULT = ClusterOptions()


def cluster_pages(pages: Sequence[Page], options: ClusterOptions = _DEFAULT) -> Clustering:
    """Cluster at most :data:`MAX_PAGES` pages by layout; else :class:`OptionError`."""
    if len(pages) > MAX_PAGES:
        raise OptionError(f"{len(pages)} pages are too many to compare: give at most {MAX_PAGES} at once")
    similarity = similarities([find_layout(page, options.attributes) for page in pages])
    tree = linkage(1 - similarity, options.linkage)
    of_page = _cut_tree(tree, len(pages), 1 - options.cut)
    groups = [np.flatnonzero(of_page == k) for k in range(int(of_page.max(initial=-1)) + 1)]
    groups.sort(key=lambda group: (-len(group), int(group[0])))
    for k, group in enumerate(groups):
        of_page[group] = k
    return Clustering(
        tuple(_describe_cluster(group, similarity) for group in groups), of_page, similarity, tree
    )


def _describe_cluster(group: NDArray[np.int64], similarity: Float) -> Cluster:
    inside = similarity[np.ix_(group, group)]
    n = len(group)
    mean = float((inside.sum() - n) / (n * (n - 1))) if n > 1 else 1.0
    return Cluster(tuple(group.tolist()), int(group[np.argmax(inside.sum(axis=1).round(9))]), mean)


def linkage(distance: Float, method: str = LINKAGES[0]) -> Float:
    """Return the tree of an agglomerative clustering, float64 of shape (n − 1, 4).

    ``distance`` is symmetric, of shape (n, n); ``method`` is one of :data:`LINKAGES`. The rows are those of
    SciPy's ``linkage``: two joined groups (a page if below n, else tree row − n), ascending distance, number
    of pages.
    """
    merges = sorted(_nearest_neighbour_chain(distance.astype(np.float64), method), key=lambda merge: merge[2])
    n = len(distance)
    tree = np.zeros((max(n - 1, 0), 4))
    groups = _UnionFind(n)
    for row, (a, b, height) in enumerate(merges):
        first, second = sorted((groups.of(a), groups.of(b)))
        tree[row] = first, second, height, groups.join(first, second)
    return tree


def _nearest_neighbour_chain(distance: Float, method: str) -> list[tuple[int, int, float]]:
    """Return pairs of pages whose groups are joined, with the distance, unordered."""
    n = len(distance)
    np.fill_diagonal(distance, np.inf)
    size = np.ones(n)
    active = np.ones(n, dtype=np.bool_)
    chain: list[int] = []
    merges: list[tuple[int, int, float]] = []
    while len(merges) < n - 1:
        if not chain:
            chain.append(int(np.argmax(active)))
        a = chain[-1]
        b = int(np.argmin(distance[a]))
        if len(chain) > 1 and distance[a, chain[-2]] <= distance[a, b]:
            b = chain[-2]  # also of equally near ones, so that the chain ends
            del chain[-2:]
            merges.append((a, b, float(distance[a, b])))
            _merge_distances(distance, size, a, b, method)
            active[a] = False
        else:
            chain.append(b)
    return merges


def _merge_distances(distance: Float, size: Float, a: int, b: int, method: str) -> None:
    """Make ``b`` the joined group and remove ``a``."""
    if method == "average":
        joined = (size[a] * distance[a] + size[b] * distance[b]) / (size[a] + size[b])
    else:
        joined = (np.minimum if method == "single" else np.maximum)(distance[a], distance[b])
    joined[[a, b]] = np.inf
    distance[b] = distance[:, b] = joined
    distance[a] = distance[:, a] = np.inf
    size[b] += size[a]


class _UnionFind:
    """Union-find over pages; each join creates a new group."""

    def __init__(self, n: int) -> None:
        self._n, self._size = n, [1] * n
        self._parent = list(range(n))

    def of(self, at: int) -> int:
        while self._parent[at] != at:
            self._parent[at] = self._parent[self._parent[at]]
            at = self._parent[at]
        return at

    def join(self, a: int, b: int) -> int:
        """Join two groups into a new one and return its number of pages."""
        new = len(self._parent)
        self._parent.append(new)
        self._parent[a] = self._parent[b] = new
        self._size.append(self._size[a] + self._size[b])
        return self._size[new]


def _cut_tree(tree: Float, n: int, height: float) -> NDArray[np.int64]:
    """Return the group of each page, 0, 1, …, with joins up to a height."""
    groups = _UnionFind(n)
    # A similarity is a sum of many shares: one that is 0.6 may come out a little less.
    for a, b in tree[tree[:, 2] <= height + 1e-9, :2].astype(int).tolist():
        groups.join(a, b)
    number: dict[int, int] = {}
    return np.array([number.setdefault(groups.of(page), len(number)) for page in range(n)], dtype=np.int64)
