"""block_similarity: similar neighbours joined to blocks (基于相似度的中文网页正文提取算法).

Source
    熊子奇 (Xiong Ziqi), Zhang Hui, Lin Maosong. 基于相似度的中文网页正文提取算法 (Main text extraction from
    Chinese web pages based on similarity). 西南科技大学学报 (Journal of Southwest University of Science and
    Technology) 25(1), March 2010. Known to us by a part of its first page, with the keywords text
    similarity, tag similarity, blocking, text mining; it names the last two authors in Latin letters.
Idea
    Cut the page finely, join neighbours that are similar in tags, then those that are similar in words;
    the main text is the large part next to the title.
Symbols
    ===========  ====================================================================================
    b            a block of the page (``maintext.html.blocks``) with a share of link text of at most λ
    P(b)         tag path: the elements from the root down to the lowest that holds b, or their names
                 (``paths``), each as often as it occurs
    f(b, t)      how often term t stands in b; terms of b: :func:`find_terms`
    m            blocks joined to one, in page order
    u(b)         unlinked characters of b
    λ, θ₁, θ₂    ``max_link_density``, ``min_tag_similarity``, ``min_text_similarity``
    L            ``full_chars``
    ===========  ====================================================================================
Steps
    1. Cut the page at block-level tags; leave out blocks with a larger share of link text than λ.
    2. Join neighbours a, b with S_tag ≥ θ₁.
    3. Join neighbours a, b among the results with S_text ≥ θ₂.
    4. The main text is the joined block m with the largest score(m). n is the number of blocks b; d(m) is
       how many blocks m stands away from the title, the first visible ``<h1>``: 0 where it stands in m or
       right before it, and on pages without one.

    ::

           S_tag(a, b) = 2 · |P(a) ∩ P(b)| / (|P(a)| + |P(b)|)                                     (1)
           S_text(a, b) = Σ_t f(a, t) · f(b, t) / √( Σ_t f(a, t)² · Σ_t f(b, t)² )                 (2)
           W(m) = Σ u(b) · min(L, u(b)) / L over the blocks b of m                                 (3)
           score(m) = W(m) · (1 − d(m) / n)                                                        (4)
Cost
    O(n_characters + n_terms · log n_terms), nearly all of it for (2).
Fails on
    Bodies cut into sections by nested elements, of which it takes the largest run (word-F1 on wcxb_dev
    .70; ``information_decay`` .80; with ``paths="names"`` .77); pages without a heading whose longest part
    is a comment thread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.classify.method import Method, swept
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Float, Int, mark_rows
from maintext.html.blocks import Blocks, find_blocks
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

Hash = NDArray[np.uint64]

__all__ = ["METHOD", "BlockSimilarityOptions", "find_terms", "tag_similarity", "text_similarity"]

PATHS = ("elements", "names")
_HASH_BITS = 40  # of a term; the other bits of 64 are the number of its block
# Odd, so that multiplication modulo 2⁶⁴ loses nothing: the golden ratio, as in Fibonacci hashing.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MAX_WORD = 64  # characters of a longer word all get the factor of the last
_FACTORS = np.cumprod(np.full(_MAX_WORD, _FACTOR), dtype=np.uint64)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockSimilarityOptions(CheckedOptions):
    """Measures and thresholds; the source gives none."""

    paths: str = option(
        "elements",
        "Tag paths are alike in their elements (places in the tree) or in the names of these.",
        source="the better one on the development corpus", choices=PATHS,
    )  # fmt: skip
    min_tag_similarity: float = swept(
        0.7, "Join neighbours whose tag paths are at least this similar; lower keeps more."
    )
    min_text_similarity: float = swept(
        0.4, "Join neighbours whose words are at least this similar; lower keeps more."
    )
    max_link_density: float = option(
        1 / 3, "Blocks with a larger share of link text are left out.",
        unit="share", source="Kohlschütter et al. 2010; .002 better than 1/2 on the corpus", minimum=0,
    )  # fmt: skip
    full_chars: int = swept(
        80,
        "Unlinked text of a block that counts in full; shorter blocks count less.",
        "characters",
        minimum=1,
    )


def select(page: Page, options: BlockSimilarityOptions) -> Selection:
    """Keep the large joined block next to the title."""
    blocks = find_blocks(page)
    selector = Selector(page, "not a block of text")
    linked = blocks.n_link_chars > options.max_link_density * blocks.n_chars
    chosen = np.flatnonzero(~linked)
    if len(chosen) == 0:
        return selector.drop(~page.is_hidden, "mostly links").done("block_similarity")
    joined = _join_neighbours(page, blocks, chosen, options)
    weight = _weigh_joined(page, blocks, chosen, joined, options)
    best = int(np.argmax(weight))
    of_block = np.full(len(blocks) + 1, -1)  # one more for rows in no block
    of_block[chosen] = joined
    of_row = of_block[blocks.of_row]
    in_block = blocks.of_row >= 0
    score = np.where(of_row >= 0, weight[of_row], np.nan)
    facts = {"n_blocks": len(blocks), "n_joined": len(weight), "weight": float(weight[best])}
    return (
        selector.drop(in_block & (of_row >= 0), "in another part of the page than the main text")
        .drop(in_block & (of_row < 0), "mostly links")
        .keep(in_block & (of_row == best) & (weight[best] > 0), "in the large part next to the title")
        .done("block_similarity", score=score, facts=facts)
    )


def tag_similarity(page: Page, blocks: Blocks, chosen: Int, paths: str = PATHS[0]) -> Float:
    """Return S_tag, formula (1), of each of at least one chosen block and the next."""
    n_elements = page.depth[blocks.element[chosen]] + 1
    # The lowest row between two texts stands right below the lowest element that holds both.
    between = np.stack((blocks.last[chosen[:-1]] + 1, blocks.row[chosen[1:]] + 1), axis=1).ravel()
    if len(between) == 0:
        return np.zeros(0)
    lowest = np.minimum.reduceat(np.append(page.depth, 0), between)[::2]
    n_shared = np.minimum(lowest, np.minimum(n_elements[:-1], n_elements[1:]))
    if paths == "names":
        n_shared = n_shared + _n_same_names(page, blocks, chosen)
    similarity: Float = 2 * n_shared / (n_elements[:-1] + n_elements[1:])
    return similarity


def _n_same_names(page: Page, blocks: Blocks, chosen: Int) -> Int:
    """Count the names that adjacent paths share below their last common element."""
    elements = np.flatnonzero(~page.is_text)
    first = np.searchsorted(blocks.row[chosen], elements)
    last = np.searchsorted(blocks.last[chosen], page.end[elements]) - 1
    # Each element ends before at most one chosen block, and begins after at most one.
    ends, begins = (first <= last) & (last < len(chosen) - 1), (first <= last) & (first > 0)
    n_tags = int(page.tag.max()) + 1
    tag = page.tag[elements].astype(np.int64)
    left, n_left = np.unique(last[ends] * n_tags + tag[ends], return_counts=True)
    right, n_right = np.unique((first[begins] - 1) * n_tags + tag[begins], return_counts=True)
    both, at_left, at_right = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    n_same = np.minimum(n_left[at_left], n_right[at_right])
    return np.bincount(both // n_tags, n_same, len(chosen) - 1).astype(np.int64)


def find_terms(points: NDArray[np.uint32], cuts: Int) -> tuple[Int, Hash]:
    """Return start and hash of each term of a text; none crosses one of the offsets ``cuts``."""
    flags = ch.classes(points)
    is_cjk = (flags & ch.CJK) != 0
    is_word = ((flags & ch.WORD) != 0) & ~is_cjk
    cut = mark_rows(len(points) + 1, cuts)
    at = np.flatnonzero(is_word)
    begins = np.flatnonzero(is_word & (cut[:-1] | ~np.append(False, is_word[:-1])))
    first = np.searchsorted(at, begins)
    place = np.minimum(at - np.repeat(begins, np.diff(np.append(first, len(at)))), _MAX_WORD - 1)
    letters = points[at] | (((points[at] >= 65) & (points[at] <= 90)).astype(np.uint32) * 32)
    words = np.add.reduceat(letters * _FACTORS[place], first) if len(first) else np.zeros(0, dtype=np.uint64)
    pairs = np.flatnonzero(is_cjk[:-1] & is_cjk[1:] & ~cut[1:-1])
    hashes = points[pairs] * _FACTORS[0] + points[pairs + 1] * _FACTORS[1]
    return np.concatenate((begins, pairs)), np.concatenate((words, hashes))


def text_similarity(page: Page, start: Int, end: Int, owner: Int) -> Float:
    """Return S_text, formula (2), of each joined block and the next.

    ``start`` and ``end`` are the ranges of blocks in ``page.text``, in page order; ``owner`` the joined block
    that each belongs to, from 0, ascending, without gaps.
    """
    first = int(start[0])
    points = ch.code_points(page.text[first : int(end[-1])])
    at, hashes = find_terms(points, np.concatenate((start, end)) - first)
    block = np.searchsorted(start, at + first, side="right") - 1
    inside = at + first < end[block]  # texts between the chosen blocks have terms too
    number = owner[block[inside]].astype(np.uint64) << np.uint64(_HASH_BITS)
    key, count = np.unique(number | (hashes[inside] >> np.uint64(64 - _HASH_BITS)), return_counts=True)
    number = (key >> np.uint64(_HASH_BITS)).astype(np.int64)
    n = int(owner[-1]) + 1
    squares = np.bincount(number, weights=count.astype(np.float64) ** 2, minlength=n)
    in_next = np.minimum(np.searchsorted(key, key + np.uint64(1 << _HASH_BITS)), max(len(key) - 1, 0))
    both = key[in_next] == key + np.uint64(1 << _HASH_BITS)
    common = (count[both] * count[in_next[both]]).astype(np.float64)
    product = np.bincount(number[both], weights=common, minlength=n)[: n - 1]
    norm = np.sqrt(squares[:-1] * squares[1:])
    similarity: Float = np.divide(product, norm, out=np.zeros(n - 1), where=norm > 0)
    return similarity


def _join_neighbours(page: Page, blocks: Blocks, chosen: Int, options: BlockSimilarityOptions) -> Int:
    """Return the number of the joined block of each chosen block after steps 2 and 3."""
    apart = tag_similarity(page, blocks, chosen, options.paths) < options.min_tag_similarity
    owner = np.concatenate(([0], np.cumsum(apart)))
    if owner[-1] == 0:
        return owner
    start = page.text_start[blocks.row[chosen]].astype(np.int64)
    end = page.text_end[blocks.last[chosen]].astype(np.int64)
    unlike = text_similarity(page, start, end, owner) < options.min_text_similarity
    joined: Int = np.concatenate(([0], np.cumsum(unlike)))[owner]
    return joined


def _weigh_joined(
    page: Page, blocks: Blocks, chosen: Int, joined: Int, options: BlockSimilarityOptions
) -> Float:
    """Return score(m) by formulas (3) and (4), float64 of shape (n_joined,)."""
    unlinked = (blocks.n_chars - blocks.n_link_chars)[chosen]
    full = options.full_chars
    weight = np.bincount(joined, weights=unlinked * np.minimum(full, unlinked)) / full
    title = _title_block(page, blocks)
    if title < 0:
        return weight
    place = int(np.searchsorted(chosen, title))  # the next block if the title is left out
    first = np.flatnonzero(np.diff(joined, prepend=-1))
    last = np.append(first[1:], len(joined)) - 1
    distance = np.maximum(0, np.maximum(first - place - 1, place - last))
    near: Float = weight * (1 - np.minimum(1.0, distance / len(chosen)))
    return near


def _title_block(page: Page, blocks: Blocks) -> int:
    """Return the last block of the first visible ``<h1>``, −1 for none."""
    headings = np.flatnonzero(page.is_tag(("h1",)) & ~page.is_hidden)
    if len(headings) == 0:
        return -1
    return int(blocks.of_row[headings[0] : page.end[headings[0]]].max())


METHOD = Method(
    id="block_similarity",
    title="Similar neighbours joined",
    title_zh="基于相似度的中文网页正文提取",
    source="熊子奇 et al. 2010, 西南科技大学学报 25(1)",
    idea="Join neighbours similar in tags, then in words; the large part next to the title is main text.",
    function=select,
    defaults=BlockSimilarityOptions(),
)
