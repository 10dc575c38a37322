"""The subtrees around a block: how much text, how linked, how repeated, how dominant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

    Columns = dict[str, NDArray[Any]]
    Float = NDArray[np.float64]
    Int = NDArray[np.int64]

__all__ = ["DEFINITIONS", "N_LEVELS", "structure_features"]

N_LEVELS = 6
_OTHER = ("related", "comment", "review", "account", "share", "paging", "cookie", "copyright")
_DOMINANT = (0.55, 0.75, 0.9)

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
        for level in (1, 2, 3, 4)
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
    columns = _levels(scene, sums, says)
    columns |= _best(scene, sums)
    columns |= _dominant(scene, sums)
    columns |= _groups(scene, sums)
    return columns


class _Sums:
    """Per block values and their sums over every subtree of the page."""

    def __init__(self, scene: Scene) -> None:
        blocks, page = scene.blocks, scene.page
        self.words = blocks.n_words.astype(np.float64)
        self.link_density = blocks.n_link_chars / np.maximum(blocks.n_chars, 1)
        self.linked = self.words * self.link_density
        self.long = self.words * scene.is_long
        n = len(blocks)
        values = (self.words, self.linked, self.long, scene.n_sentences, scene.heading_level > 0, np.ones(n))
        on_rows = np.zeros((len(page) + 1, len(values) + 2))
        for i, value in enumerate(values):
            on_rows[blocks.row + 1, i] = value
        on_rows[1:, len(values)] = page.is_tag(("img",))
        n_children = np.bincount(page.parent[1:][~page.is_text[1:]], minlength=len(page))
        total = np.cumsum(on_rows, axis=0)
        self.of = total[page.end] - total[:-1]
        self.n_children = n_children
        self.total = max(float(self.of[0, 0]), 1.0)
        self.before = np.cumsum(self.words) - self.words
        self.row_before = total[:-1, 0]


def _levels(scene: Scene, sums: _Sums, says: Columns) -> Columns:
    """Features of the ancestors where the number of blocks grows, from the block's own element up."""
    path = scene.path
    n_blocks = sums.of[:, 5][path]
    rank = np.cumsum(np.diff(n_blocks, axis=1, prepend=n_blocks[:, :1]) > 0, axis=1)
    alike = _n_alike(scene)[path]
    prose = _prose(scene, sums)
    best = max(float(prose.max(initial=0)), 1e-6)
    rows = np.arange(len(path))
    opens = _openings(says)
    columns: Columns = {}
    for level in range(N_LEVELS):
        top = path[rows, np.maximum((rank <= level).sum(axis=1) - 1, 0)]
        words, linked, long, sentences, headings, blocks, images = sums.of[top, :7].T
        some, many = np.maximum(words, 1), np.maximum(blocks, 1)
        columns |= {
            f"l{level}_log_words": np.log1p(words),
            f"l{level}_share": words / sums.total,
            f"l{level}_link_density": linked / some,
            f"l{level}_n_blocks": np.log1p(blocks),
            f"l{level}_words_per_block": np.log1p(words / many),
            f"l{level}_long_share": long / some,
            f"l{level}_sentence_density": sentences / some,
            f"l{level}_n_headings": np.log1p(headings),
            f"l{level}_n_images": np.minimum(images / many, 5),
            f"l{level}_n_children": np.log1p(sums.n_children[top]),
            f"l{level}_n_alike": np.log(np.where(rank == level, alike, 1).max(axis=1)),
            f"l{level}_prose": prose[top] / best,
            f"l{level}_place": (sums.before - sums.row_before[top]) / some,
        }
        if 1 <= level <= 4:
            first = np.searchsorted(scene.blocks.row, top)
            columns |= {f"l{level}_opens_{name}": column[first] for name, column in opens.items()}
    return columns


def _openings(says: Columns) -> Columns:
    """Whether a block announces something that stands beside, or in, the main content."""
    other = np.max([says[f"says_{name}"] for name in _OTHER], axis=0)
    return {"other": other, "detail": says["says_detail"]}


def _n_alike(scene: Scene) -> Int:
    """Number of siblings with the same tag and class, itself included; 1 for texts."""
    page = scene.page
    rows = np.flatnonzero(~page.is_text)
    key = page.parent[rows].astype(np.int64) * (int(scene.shape.max(initial=0)) + 1) + scene.shape[rows]
    _, place, count = np.unique(key, return_inverse=True, return_counts=True)
    alike = np.ones(len(page), dtype=np.int64)
    alike[rows] = count[place]
    return alike


def _prose(scene: Scene, sums: _Sums) -> Float:
    """Score per row: square roots of the words of unlinked prose among its children and grandchildren."""
    page, blocks = scene.page, scene.blocks
    is_prose = page.is_tag(("p", "pre", "blockquote"))[blocks.element] | (blocks.n_words >= 25)
    worth = np.where(is_prose, np.sqrt(sums.words) * (1 - np.minimum(1, 1.5 * sums.link_density)), 0)
    score = np.zeros(len(page))
    holder = np.maximum(page.parent[blocks.element], 0)
    np.add.at(score, blocks.element, worth * 0.5)
    np.add.at(score, holder, worth)
    np.add.at(score, np.maximum(page.parent[holder], 0), worth * 0.5)
    return score


def _best(scene: Scene, sums: _Sums) -> Columns:
    page, row = scene.page, scene.blocks.row
    best = int(np.argmax(_prose(scene, sums)))
    holds = (scene.path <= best) & (page.end[scene.path] > best)
    return {
        "best_share": np.full(len(row), sums.of[best, 0] / sums.total),
        "in_best": (row >= best) & (row < page.end[best]),
        "steps_to_best": holds.argmax(axis=1) if holds.size else np.zeros(len(row)),
    }


def _dominant(scene: Scene, sums: _Sums) -> Columns:
    page, row = scene.page, scene.blocks.row
    columns: Columns = {}
    for threshold in _DOMINANT:
        weight = sums.of[:, 2] if sums.of[0, 2] > 0 else sums.of[:, 0]
        # More than half: such elements stand inside one another, the last one is the smallest.
        dominant = int(np.flatnonzero(weight >= threshold * weight[0])[-1]) if weight[0] > 0 else 0
        start, words = sums.row_before[dominant], max(sums.of[dominant, 0], 1.0)
        name = f"dominant_{int(threshold * 100)}"
        columns[f"in_{name}"] = (row >= dominant) & (row < page.end[dominant])
        columns[f"{name}_share"] = np.full(len(row), words / sums.total)
        columns[f"{name}_place"] = np.clip((sums.before - start) / words, -0.5, 1.5)
    return columns


def _groups(scene: Scene, sums: _Sums) -> Columns:
    """Statistics of the blocks whose element and its parent have the same tags and classes."""
    page, blocks = scene.page, scene.blocks
    own, above = scene.shape[blocks.element], scene.shape[np.maximum(page.parent[blocks.element], 0)]
    _, group, count = np.unique(
        own * (int(scene.shape.max(initial=0)) + 2) + above, return_inverse=True, return_counts=True
    )
    n_groups = len(count)
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
