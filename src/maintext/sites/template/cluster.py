"""Compare pages by their layouts (ISTM), cluster them, and draw the clusters.

Source
    王海涌, 冯兆旭, 杨海波, 张津栋. 基于结构相似网页聚类的正文提取算法研究 (Text extraction based on
    structure similarity page clustering). 计算机工程与应用 (Computer Engineering and Applications)
    54(11), 122–127, 2018. Definitions 7–9, equations (5)–(9), algorithm 2: improved simple tree matching.
    Section 3.2, "hierarchical clustering", names neither linkage nor threshold; both are options.
Definition
    Two nodes are equal if tag name, attributes, number of children and position are equal. Two trees have
    similarity 0 if their roots differ, 1 if both are equal leaves, else the weighted sum over children at
    the same position. One of N children weighs 1/N. Child m = 0 … N − 1 of the root weighs
    (|(N − 1)/2 − m| + 1) / Σ, because both ends of a page (header, footer) tell more about its template.
Algorithm
    The sum unrolls over leaves. A leaf counts if every node on its path is equal in both pages; it adds the
    product of the weights on the path. So each leaf is a key (hash of its path) with a weight, and the
    similarity of two pages is the weight of their shared keys. All pairs are one matrix product.
    Clusters: nearest-neighbour chain (Murtagh, A survey of recent advances in hierarchical clustering
    algorithms, The Computer Journal 26(4), 1983) with the Lance–Williams update; exact for the linkages.
    SciPy's linkage gives the same trees up to ties, but the bare installation has no SciPy.
Interpretation
    Nodes are the elements below ``body``. "Equal attributes" is the option
    :data:`~maintext.sites.template.keys.ATTRIBUTES`: taken literally (``all``), one link target tells two
    menus apart.
Cost
    O(n_elements) a page; for n pages a matrix product of n · n · (sets of pages that share a key), O(n²)
    time for the clusters, and 24 n² bytes.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.arrays import Float, Int
from maintext.options import CheckedOptions, option
from maintext.picture import check_suffix, saved_figure
from maintext.records.elements import iter_levels, mix_bits
from maintext.sites.template.keys import ATTRIBUTES, Key, family_of, hash_elements

__all__ = [
    "LINKAGES", "MAX_PAGES", "Cluster", "ClusterOptions", "Clustering", "TemplateLayout", "cluster_pages",
    "draw_dendrogram", "find_layout", "linkage", "similarities", "similarity",
]  # fmt: skip

_CHUNK = 2048  # columns of the matrix product at a time
LINKAGES = ("average", "complete", "single")
MAX_PAGES = 10_000  # 2.4 GB
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's palette
_GREY = "#999999"
_WIDTH, _PAGE_HEIGHT, _MAX_HEIGHT = 8.0, 0.16, 120.0  # inches
_DPI = 100
# Letters of an SVG are left to the viewer's fonts, as DejaVu has no Chinese.
_SETTINGS = {"svg.fonttype": "none", "font.size": 7}
_MAX_NAMES = 500  # more cannot be read


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


def _group_shared_keys(layouts: Sequence[TemplateLayout]) -> tuple[list[Int], Float]:
    """Return sets of at least two pages, and the weight of the keys only they share."""
    key = np.concatenate([layout.key for layout in layouts] or [np.zeros(0, np.uint64)])
    weight = np.concatenate([layout.weight for layout in layouts] or [np.zeros(0)])
    page = np.repeat(np.arange(len(layouts)), [len(layout.key) for layout in layouts])
    order = np.argsort(key, kind="stable")
    key, weight, page = key[order], weight[order], page[order]
    if not len(key):
        return [], weight
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    n_pages = np.diff(np.append(first, len(key)))
    # Keys with the same pages are one column; the sum of a random number per page stands for the pages.
    members = np.add.reduceat(mix_bits(page.astype(np.uint64)), first)
    often = np.flatnonzero(n_pages > 1)
    _, example, column = np.unique(members[often], return_index=True, return_inverse=True)
    total: Float = np.bincount(column, weight[first[often]], minlength=len(example)).astype(np.float64)
    return [page[first[i] : first[i] + n_pages[i]] for i in often[example].tolist()], total


def _child_weights(level: Int, position: Int, n: Int) -> Float:
    """Return the weight of each node among the ``n`` children of its parent."""
    n = np.maximum(n, 1)
    distance = np.abs((n - 1) / 2 - position) + 1
    # Σ over m of |(n − 1)/2 − m| is floor(n² / 4).
    return np.where(level == 1, distance / (n * n // 4 + n), 1 / n)


# -- clusters ------------------------------------------------------------------------------------------


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
    """Clusters of pages with their similarities."""

    clusters: tuple[Cluster, ...]  # largest first, then by first page
    of_page: Int  # shape (n_pages,): cluster of each page
    similarity: Float  # shape (n_pages, n_pages)
    tree: Float  # shape (n_pages − 1, 4), see linkage()

    def neighbours(self, page: int) -> list[int]:
        """Return the other pages of a page's cluster, most similar first."""
        others = [other for other in self.clusters[self.of_page[page]].pages if other != page]
        return sorted(others, key=lambda other: -self.similarity[page, other])


_DEFAULT = ClusterOptions()


def cluster_pages(pages: Sequence[Page], options: ClusterOptions = _DEFAULT) -> Clustering:
    """Cluster at most :data:`MAX_PAGES` pages by layout; else :class:`OptionError`."""
    if len(pages) > MAX_PAGES:
        raise OptionError(f"{len(pages)} pages are too many to compare: give at most {MAX_PAGES} at once")
    alike = similarities([find_layout(page, options.attributes) for page in pages])
    tree = linkage(1 - alike, options.linkage)
    of_page = np.arange(len(pages))
    # A similarity is a sum of many shares: one that is 0.6 may come out a little less.
    for row in np.flatnonzero(tree[:, 2] <= 1 - options.cut + 1e-9).tolist():
        of_page[np.isin(of_page, tree[row, :2])] = len(pages) + row
    groups = [np.flatnonzero(of_page == number) for number in np.unique(of_page)]
    groups.sort(key=lambda group: (-len(group), int(group[0])))
    for number, group in enumerate(groups):
        of_page[group] = number
    return Clustering(tuple(_describe_cluster(group, alike) for group in groups), of_page, alike, tree)


def _describe_cluster(group: Int, alike: Float) -> Cluster:
    inside, n = alike[np.ix_(group, group)], len(group)
    mean = float((inside.sum() - n) / (n * (n - 1))) if n > 1 else 1.0
    return Cluster(tuple(group.tolist()), int(group[np.argmax(inside.sum(axis=1).round(9))]), mean)


def linkage(distance: Float, method: str = LINKAGES[0]) -> Float:
    """Return the tree of an agglomerative clustering, float64 of shape (n − 1, 4).

    ``distance`` is symmetric, of shape (n, n); ``method`` is one of :data:`LINKAGES`. The rows are those of
    SciPy's ``linkage``: two joined groups (a page if below n, else tree row − n), ascending distance, number
    of pages.
    """
    n = len(distance)
    tree, group = np.zeros((max(n - 1, 0), 4)), np.arange(n)
    merges = sorted(_nearest_neighbour_chain(distance.astype(np.float64), method), key=lambda merge: merge[2])
    for row, (a, b, height) in enumerate(merges):
        first, second = sorted((int(group[a]), int(group[b])))
        is_joined = (group == first) | (group == second)
        group[is_joined] = n + row
        tree[row] = first, second, height, is_joined.sum()
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


# -- picture -------------------------------------------------------------------------------------------


def draw_dendrogram(
    clustering: Clustering, names: Sequence[str], path: str | os.PathLike[str], *, cut: float
) -> None:
    """Draw the tree of a clustering to ``.png`` or ``.svg``; needs the extra ``plot``.

    More than 500 names are not written. A line marks the similarity ``cut``, 0–1. Raises
    :class:`OptionError` for another suffix or fewer than two pages,
    :class:`~maintext.errors.MissingExtraError` without matplotlib, ``OSError`` if the file cannot be written.
    """
    check_suffix(path)
    if len(names) < 2:
        raise OptionError("a dendrogram needs two pages or more")
    size = _WIDTH, min(1.0 + _PAGE_HEIGHT * len(names), _MAX_HEIGHT)
    with warnings.catch_warnings(), saved_figure(path, size, dpi=_DPI, settings=_SETTINGS) as figure:
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        axes = figure.subplots()
        _draw_tree(axes, clustering)
        axes.axvline(cut, color="black", linewidth=0.7, linestyle="--")
        _name_pages(axes, [names[page] for page in _order_pages(clustering)])


def _order_pages(clustering: Clustering) -> list[int]:
    """Return the pages from top to bottom so that no lines cross."""
    n = len(clustering.of_page)
    order, stack = [], [2 * n - 2]
    while stack:
        at = stack.pop()
        if at < n:
            order.append(at)
        else:
            first, second = clustering.tree[at - n, :2].astype(int).tolist()
            stack += [second, first]
    return order


def _draw_tree(axes: Any, clustering: Clustering) -> None:
    n = len(clustering.of_page)
    place = np.zeros((2 * n - 1, 2))  # similarity at which the group was made, and its line
    place[:n, 0] = 1
    place[_order_pages(clustering), 1] = np.arange(n)
    cluster = np.concatenate((clustering.of_page, np.full(n - 1, -1)))
    pairs = clustering.tree[:, :2].astype(int).tolist()
    for number, ((first, second), at) in enumerate(zip(pairs, 1 - clustering.tree[:, 2], strict=True), n):
        (x1, y1), (x2, y2) = place[first], place[second]
        place[number] = at, (y1 + y2) / 2
        if cluster[first] == cluster[second]:
            cluster[number] = cluster[first]
        colour = _COLOURS[cluster[number] % len(_COLOURS)] if cluster[number] >= 0 else _GREY
        axes.plot((x1, at, at, x2), (y1, y1, y2, y2), color=colour, linewidth=0.9)


def _name_pages(axes: Any, names: Sequence[str]) -> None:
    axes.set_xlim(1, -0.02)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel("similarity of the layouts")
    axes.yaxis.tick_left()
    if len(names) > _MAX_NAMES:
        axes.set_yticks([])
    else:
        # A name is a file's name: a dollar sign in it is no formula.
        axes.set_yticks(range(len(names)), [name.replace("$", r"\$") for name in names])
    axes.spines[["top", "right", "left"]].set_visible(False)
