"""The subtrees around a block: how much text, how linked, how repeated, how dominant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.features.groups import numbered
from maintext.page.tags import tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene
    from maintext.page import Page

    Columns = dict[str, NDArray[Any]]
    Float = NDArray[np.float64]
    Int = NDArray[np.int64]

__all__ = ["DEFINITIONS", "N_LEVELS", "OTHER", "PROSE", "structure_features"]

N_LEVELS = 6
OTHER = ("related", "comment", "review", "account", "share", "paging", "cookie", "copyright")
_OPENING_LEVELS = (1, 2, 3, 4)
_DOMINANT = (0.55, 0.75, 0.9)
_IMAGE = tag_mask(("img",))
PROSE = tag_mask(("p", "pre", "blockquote"))

_LEVEL = {
    "log_words": "log(1 + words)",
    "share": "words / words of the page",
    "link_density": "words in link-dense share: linked words / words",
    "n_blocks": "log(1 + blocks)",
    "words_per_block": "words / blocks, log",
    "long_share": "words in blocks of at least 15 words / words",
    "sentence_density": "sentence ends / words",
    "n_headings": "log(1 + heading blocks)",
    "n_images": "images / blocks",
    "n_children": "log(1 + child elements)",
    "n_alike": "log(siblings of the same tag and class)",
    "prose": "prose score (see best_share) / the best on the page",
    "place": "where the block stands in it, 0–1 in words",
}
DEFINITIONS = {
    **{f"l{level}_{name}": f"{text}, of the ancestor {level} levels up" for level in range(N_LEVELS) for name, text in _LEVEL.items()},
    "best_share": "share of the page's words in the element with the best prose score: sum of square roots of words of"
    " its unlinked long blocks, half of that for grandchildren",
    "in_best": "1 inside that element",
    "steps_to_best": "steps up to the lowest ancestor that holds it",
    **{f"in_dominant_{int(t * 100)}": f"1 inside the smallest element with {t:.0%} of the long words" for t in _DOMINANT},
    **{f"dominant_{int(t * 100)}_share": f"its share of the page's words ({t:.0%})" for t in _DOMINANT},
    **{f"dominant_{int(t * 100)}_place": f"where the block stands to it, 0–1 inside ({t:.0%})" for t in _DOMINANT},
    **{
        f"l{level}_opens_{name}": f"1 when the first short block of the ancestor {level} levels up speaks of {text}"
        for level in _OPENING_LEVELS
        for name, text in {"other": "related pages, comments, reviews, accounts, sharing or paging", "detail": "details"}.items()
    },
    "group_n": "log of the blocks in elements of the same shape",
    "group_share": "their share of the page's words",
    "group_link_density": "their link density",
    "group_spread": "standard deviation of their log words",
}  # fmt: skip


def structure_features(scene: Scene, says: Columns) -> Columns:
    """Return the features of :data:`DEFINITIONS` for every block; ``says`` are those of the phrases."""
    sums = _Sums(scene)
    prose = _prose(scene, sums)
    top, n_alike = _tops(scene, sums)
    columns = _levels(scene, sums, prose, top)
    columns |= {f"l{i}_n_alike": row for i, row in enumerate(np.log(n_alike))}
    columns |= _openings(sums, says, top)
    columns |= _best(scene, sums, prose)
    columns |= _dominant(scene, sums)
    columns |= _groups(scene, sums)
    return columns


class _Sums:
    """Per block values and their sums over subtrees of the page."""

    def __init__(self, scene: Scene) -> None:
        blocks, page = scene.blocks, scene.page
        self.words = blocks.n_words.astype(np.float64)
        self.link_density = blocks.n_link_chars / np.maximum(blocks.n_chars, 1)
        self.linked = self.words * self.link_density
        long = self.words * scene.is_long
        values = np.stack((self.words, self.linked, long, scene.wording.n_sentences, scene.heading_level > 0))
        self._before_block = np.zeros((len(values), len(blocks) + 1))
        np.cumsum(values, axis=1, out=self._before_block[:, 1:])
        self.before = self._before_block[0, :-1]
        # Blocks, images before each row and before the end of its subtree.
        self.first, self.end = _bounds(page, blocks.row)
        self._images, self._images_end = _bounds(page, np.flatnonzero(_IMAGE[page.tag]))
        self.total = max(float(self.of(0)[0]), 1.0)

    def of(self, rows: Any) -> Float:
        """Words, linked words, words of long blocks, sentences, headings in subtrees: shape (5, …)."""
        total = self._before_block
        sums: Float = total[:, self.end[rows]] - total[:, self.first[rows]]
        return sums

    def weights(self) -> Float:
        """Words of long blocks in the subtree of each row; all words on a page without long blocks."""
        total = self._before_block[2 if self.of(0)[2] > 0 else 0]
        weights: Float = total[self.end] - total[self.first]
        return weights

    def n_blocks(self, rows: Int) -> Int:
        """Blocks in subtrees."""
        return self.end[rows] - self.first[rows]

    def n_images(self, rows: Int) -> Int:
        """Images in subtrees."""
        return self._images_end[rows] - self._images[rows]

    def words_before(self, rows: Any) -> Any:
        """Words before rows."""
        return self._before_block[0, self.first[rows]]


def _bounds(page: Page, rows: Int) -> tuple[Int, Int]:
    """How many of some rows stand before each row of the page, and before the end of its subtree."""
    is_one = np.zeros(len(page) + 1, dtype=np.int64)
    is_one[rows + 1] = 1
    before = np.cumsum(is_one)
    return before[:-1], before[page.end]


def _levels(scene: Scene, sums: _Sums, prose: Float, top: Int) -> Columns:
    """Features of the ancestors where the number of blocks grows, from the block's own element up."""
    words, linked, long, sentences, headings = sums.of(top)
    blocks, images = sums.n_blocks(top), sums.n_images(top)
    some, many = np.maximum(words, 1), np.maximum(blocks, 1)
    n_children = np.bincount(scene.page.parent[1:][~scene.page.is_text[1:]], minlength=len(scene.page))
    features = {
        "log_words": np.log1p(words),
        "share": words / sums.total,
        "link_density": linked / some,
        "n_blocks": np.log1p(blocks),
        "words_per_block": np.log1p(words / many),
        "long_share": long / some,
        "sentence_density": sentences / some,
        "n_headings": np.log1p(headings),
        "n_images": np.minimum(images / many, 5),
        "n_children": np.log1p(n_children[top]),
        "prose": prose[top] / max(float(prose.max(initial=0)), 1e-6),
        "place": (sums.before - sums.words_before(top)) / some,
    }
    return {f"l{i}_{name}": row for name, rows in features.items() for i, row in enumerate(rows)}


def _tops(scene: Scene, sums: _Sums) -> tuple[Int, Int]:
    """Highest element of each level, and the most siblings alike on it; shape (N_LEVELS, n_blocks)."""
    path = scene.path
    n_blocks = sums.n_blocks(path)
    level = np.zeros(path.shape, dtype=np.uint8)
    np.cumsum(n_blocks[1:] != n_blocks[:-1], axis=0, out=level[1:])
    alike = _n_alike(scene)[path]
    top, most = np.empty((2, N_LEVELS, path.shape[1]), dtype=np.int64)
    columns = np.arange(path.shape[1])
    for i in range(N_LEVELS):
        n_lines = (level <= i).view(np.uint8).sum(axis=0, dtype=np.uint8)
        top[i] = path[n_lines - 1, columns]
        most[i] = np.where(level == i, alike, 1).max(axis=0)
    return top, most


def _openings(sums: _Sums, says: Columns, top: Int) -> Columns:
    """Whether an ancestor begins with a block that announces something beside, or in, the main content."""
    other = np.max([says[f"says_{name}"] for name in OTHER], axis=0)
    columns: Columns = {}
    for level in _OPENING_LEVELS:
        first = sums.first[top[level]]
        columns[f"l{level}_opens_other"] = other[first]
        columns[f"l{level}_opens_detail"] = says["says_detail"][first]
    return columns


def _n_alike(scene: Scene) -> Int:
    """Number of siblings with the same tag and class, itself included; 1 for texts."""
    page = scene.page
    rows = np.flatnonzero(~page.is_text)
    key = page.parent[rows].astype(np.int64) * (scene.largest_shape + 1) + scene.shape[rows]
    group, n_groups = numbered(key)
    alike = np.ones(len(page), dtype=np.int64)
    alike[rows] = np.bincount(group, minlength=n_groups)[group]
    return alike


def _prose(scene: Scene, sums: _Sums) -> Float:
    """Score per row: square roots of the words of unlinked prose among its children and grandchildren."""
    page, blocks = scene.page, scene.blocks
    is_prose = PROSE[page.tag[blocks.element]] | (blocks.n_words >= 25)
    worth = np.where(is_prose, np.sqrt(sums.words) * (1 - np.minimum(1, 1.5 * sums.link_density)), 0)
    holder = np.maximum(page.parent[blocks.element], 0)
    rows = np.concatenate((blocks.element, holder, np.maximum(page.parent[holder], 0)))
    weights = np.concatenate((worth * 0.5, worth, worth * 0.5))
    return np.bincount(rows, weights, len(page)).astype(np.float64, copy=False)


def _best(scene: Scene, sums: _Sums, prose: Float) -> Columns:
    page, row = scene.page, scene.blocks.row
    best = int(np.argmax(prose))
    return {
        "best_share": np.full(len(row), sums.of(best)[0] / sums.total),
        "in_best": (row >= best) & (row < page.end[best]),
        "steps_to_best": scene.steps_to(best),
    }


def _dominant(scene: Scene, sums: _Sums) -> Columns:
    page, row = scene.page, scene.blocks.row
    columns: Columns = {}
    weight = sums.weights()
    for threshold in _DOMINANT:
        # More than half: such elements stand inside one another, the last one is the smallest.
        dominant = int(np.flatnonzero(weight >= threshold * weight[0])[-1]) if weight[0] > 0 else 0
        start, words = sums.words_before(dominant), max(sums.of(dominant)[0], 1.0)
        name = f"dominant_{int(threshold * 100)}"
        columns[f"in_{name}"] = (row >= dominant) & (row < page.end[dominant])
        columns[f"{name}_share"] = np.full(len(row), words / sums.total)
        columns[f"{name}_place"] = np.clip((sums.before - start) / words, -0.5, 1.5)
    return columns


def _groups(scene: Scene, sums: _Sums) -> Columns:
    """Statistics of the blocks whose element and its parent have the same tags and classes."""
    page, blocks = scene.page, scene.blocks
    own, above = scene.shape[blocks.element], scene.shape[np.maximum(page.parent[blocks.element], 0)]
    group, n_groups = numbered(own * (scene.largest_shape + 2) + above)
    count = np.bincount(group, minlength=n_groups)
    words = np.bincount(group, sums.words, n_groups)
    linked = np.bincount(group, sums.linked, n_groups)
    log_words = np.log1p(sums.words)
    mean = np.bincount(group, log_words, n_groups) / np.maximum(count, 1)
    spread = np.bincount(group, log_words**2, n_groups) / np.maximum(count, 1) - mean**2
    return {
        "group_n": np.log(count)[group],
        "group_share": (words / sums.total)[group],
        "group_link_density": (linked / np.maximum(words, 1))[group],
        "group_spread": np.sqrt(np.maximum(spread, 0))[group],
    }
