"""text_distribution: signed weights of sentences, spread to their neighbours (基于文字分布特征).

Source
    袁武, 林子涵, 袁文 (北京理工大学, Beijing Institute of Technology). 一种基于文字分布特征的网页正文提取
    方法 (A method to extract the main text of web pages by how characters are distributed), Chinese
    patent application, published 2013-02-07.
Idea
    Plain text weighs plus, link text weighs minus, and what stands close together strengthens or weakens
    each other. The node with the largest sum is the smallest one that holds all parts of the body.
Symbols
    ======================  ==========================================================================
    node; container, text   a row with visible text; an element row, a text row
    ID(i)                   number of a node in order of start tags and texts: the row. Only differences
                            are used.
    ID(s)                   number of a sentence in its text
    W(s), W(l)              length of a sentence; minus that for link text and in :data:`INTERACTIVE`
                            elements
    length                  Chinese characters + English words + numbers, see :func:`sentences`
    W(i)                    weight of a node: own weight + additional weight
    W(i)'                   own weight, :func:`own_weights`
    N(d; σ)                 1 / (√(2π) σ) · e^(−d² / 2σ²)
    σ                       ``sigma_plus``, 1, where the weight that spreads is positive, else
                            ``sigma_minus``, 0.5
    α                       ``alpha``, 10
    ======================  ==========================================================================
Steps
    1. Formula (2), own weight of a text: W(j)' = Σ_s ( Σ_{l≠s} N(ID(s) − ID(l); σ₁) · W(l) + W(s) ),
       over the sentences s of the text (:func:`text_weights`).
    2. Formula (1), own weight of a container: W(i)' = Σ_c W(c), over its children c with text.
    3. Formulas (1) and (2), additional weight: A(i) = α · Σ_n N(ID(i) − ID(n); σ₂) · W(n)', over the
       siblings n of i. A container's is cut to −|W(i)'| ≤ A(i) ≤ |W(i)'|. W(i) = W(i)' + A(i).
    4. From the leaves up; the node with the largest own weight is the body, all its visible text is
       kept. Of equal nodes the first in post-order is taken, that is the innermost one.
Cost
    O(n_rows + length of the text), with one step of numpy for each level of branching.
Fails on
    Bodies of short texts between links (listings, forums with long signatures). Nothing inside the
    chosen node is removed: a rail of links in the same container as the paragraphs stays. Comments
    without links next to the article weigh like the article.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.classify.method import Method
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Float, Int
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = [
    "INTERACTIVE", "MAX_LEVELS", "METHOD", "REACH", "TextDistributionOptions", "own_weights", "sentences",
    "text_weights",
]  # fmt: skip

INTERACTIVE = ("button", "label", "select", "textarea")
REACH = 8
MAX_LEVELS = 500
_FULL_STOP = ord(".")
_MAX_SCORE = float(np.finfo(np.float32).max)  # of a score; each level can double a weight


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDistributionOptions(CheckedOptions):
    """Constants of the source."""

    alpha: float = option(
        10.0, "How much siblings count; 0 weighs every node by its own sentences.",
        source="the patent, below formula (2)", minimum=0,
    )  # fmt: skip
    sigma_plus: float = option(
        1.0, "How far plain text reaches; none reaches further than 8 rows or sentences.",
        unit="rows", source="the patent, below formula (2)", minimum=0.05,
    )  # fmt: skip
    sigma_minus: float = option(
        0.5, "How far link text reaches.",
        unit="rows", source="the patent, below formula (2)", minimum=0.05,
    )  # fmt: skip


_DEFAULT = TextDistributionOptions()


def _gaussian_weight(distance: NDArray[np.integer], sigma: float) -> Float:
    """Return N(d; σ) of formulas (1) and (2)."""
    values: Float = np.exp(-(distance**2) / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma)
    return values


def _gaussian_sums(sigma: float) -> Float:
    """Return N(1; σ) + … + N(k; σ) for k = 0 … REACH."""
    return np.concatenate(([0.0], np.cumsum(_gaussian_weight(np.arange(1, REACH + 1), sigma))))


# -- formula (2): texts -------------------------------------------------------------------------------


def sentences(page: Page) -> tuple[Int, Int]:
    """Return the text row and the length of every sentence, hidden ones too, in page order.

    A sentence is a run of words of one text without a sentence end between them; its length is its
    words, as counted in ``page.n_words``.
    """
    points = ch.code_points(page.text)
    flags = ch.classes(points)
    is_cjk = (flags & ch.CJK) != 0
    is_plain = ((flags & ch.WORD) != 0) & ~is_cjk
    ends = (flags & ch.SENTENCE_END) != 0
    ends[:-1] &= (points[:-1] != _FULL_STOP) | ~is_plain[1:]
    texts = np.flatnonzero(page.n_words > 0)
    begins = is_plain.copy()
    begins[1:] &= ~is_plain[:-1]
    # A word that two texts share counts in both.
    begins[page.text_start[texts]] = is_plain[page.text_start[texts]]
    places = np.flatnonzero(begins | is_cjk | ends)
    is_end = ends[places]
    n_ends_before = np.cumsum(is_end)[~is_end]
    row_of_word = np.repeat(texts, page.n_words[texts])
    is_first = np.ones(len(row_of_word), dtype=np.bool_)
    is_first[1:] = (row_of_word[1:] != row_of_word[:-1]) | (n_ends_before[1:] != n_ends_before[:-1])
    first = np.flatnonzero(is_first)
    return row_of_word[first], np.diff(first, append=len(row_of_word))


def text_weights(page: Page, options: TextDistributionOptions = _DEFAULT) -> Float:
    """Return W(j)' of formula (2), the own weight of every visible text; 0 on all other rows.

    A sentence l gives each other sentence s of its text N(ID(s) − ID(l); σ₁) · W(l). Summed over s that
    is W(l) times one sum of N for the sentences before l and one for those after it.
    """
    row, length = sentences(page)
    n_in_row = np.bincount(row, minlength=len(page))
    n_before = np.arange(len(row)) - (np.cumsum(n_in_row) - n_in_row)[row]
    n_after = n_in_row[row] - 1 - n_before
    is_minus = (page.is_link | page.inside(page.is_tag(INTERACTIVE)))[row]
    before, after = np.minimum(n_before, REACH), np.minimum(n_after, REACH)
    plus, minus = _gaussian_sums(options.sigma_plus), _gaussian_sums(options.sigma_minus)
    spread = np.where(is_minus, minus[before] + minus[after], plus[before] + plus[after])
    weight = np.where(is_minus, -length, length) * (1 + spread)
    own = np.bincount(row, weights=weight, minlength=len(page))
    return np.where(page.is_hidden, 0.0, own)


# -- formula (1): containers --------------------------------------------------------------------------


def own_weights(page: Page, options: TextDistributionOptions = _DEFAULT) -> Float:
    """Return W(i)' for every node, NaN for rows without visible text; float64 of shape (n_rows,).

    A container with one child has its child's weight, so only texts and containers with several
    children are computed: the :class:`_Nodes`.
    """
    own = np.full(len(page), np.nan)
    has_text = page.subtree_sum((page.n_chars > 0) & ~page.is_hidden) > 0
    if has_text.any():
        rows = np.flatnonzero(has_text)
        nodes = _Nodes(page, rows)
        of_text = text_weights(page, options)
        of_subtree = page.subtree_sum(of_text)
        weight = np.where(nodes.level >= MAX_LEVELS, of_subtree[nodes.row], of_text[nodes.row])
        nodes.add_up(weight, options)
        own[rows] = weight[nodes.place][nodes.of_row]
    return own


class _Nodes:
    """Texts and containers with several children that have text, deepest level last.

    ``place`` is the index of each node in page order; all other arrays are by level. ``of_row`` is, for each
    row with text, the node in page order with its weight: itself or, for a container with one child, the
    first node below. ``top`` is the outermost container that holds nothing but the node, ``parent`` the node
    around it, −1 for the root; node ``start[k]`` is the first of level k.
    """

    def __init__(self, page: Page, rows: Int) -> None:
        n_children = np.bincount(page.parent[rows[1:]], minlength=len(page))
        at = np.flatnonzero(page.is_text[rows] | (n_children[rows] > 1))
        self.of_row = np.searchsorted(at, np.arange(len(rows)))
        row, top = rows[at], rows[np.concatenate(([0], at[:-1] + 1))]
        branches = n_children > 1
        n_around = np.cumsum(branches)
        n_closed = np.cumsum(np.bincount(page.end[branches], minlength=len(page) + 1))
        level = np.where(page.parent[top] < 0, 0, (n_around - n_closed[:-1])[page.parent[top]])
        order = np.argsort(level, kind="stable")
        self.place = np.empty_like(order)
        self.place[order] = np.arange(len(order))
        self.row, self.top, self.level = row[order], top[order], level[order]
        self.parent = self.place[np.searchsorted(row, page.parent[self.top])]
        self.parent[0] = -1
        self.n_levels = int(self.level[-1]) + 1
        self.start = np.searchsorted(self.level, np.arange(self.n_levels + 1))
        self.is_text = page.is_text[self.top]

    def add_up(self, weight: Float, options: TextDistributionOptions) -> None:
        """Add the own weights of containers to ``weight``, which has those of the texts."""
        to, by = self._find_siblings()
        distance = self.top[to] - self.top[by]
        plus = options.alpha * _gaussian_weight(distance, options.sigma_plus)
        minus = options.alpha * _gaussian_weight(distance, options.sigma_minus)
        unlimited = np.where(self.is_text, np.inf, 0.0)
        pair, start = np.searchsorted(to, self.start).tolist(), self.start.tolist()
        for k in range(min(self.n_levels - 1, MAX_LEVELS), 0, -1):
            first, end, pairs = start[k], start[k + 1], slice(pair[k], pair[k + 1])
            own = weight[first:end]
            given = weight[by[pairs]]
            given *= np.where(given > 0, plus[pairs], minus[pairs])
            additional = np.bincount(to[pairs] - first, given, end - first)
            limit = np.abs(own) + unlimited[first:end]
            total = own + np.maximum(np.minimum(additional, limit), -limit)
            above = start[k - 1]
            weight[above:first] += np.bincount(self.parent[first:end] - above, total, first - above)

    def _find_siblings(self) -> tuple[Int, Int]:
        """Return all siblings at most :data:`REACH` rows apart: receivers, ascending, and givers."""
        left: list[Int] = []
        right: list[Int] = []
        at = np.arange(len(self.top))
        for step in range(1, REACH + 1):
            at = at[: np.searchsorted(at, len(self.top) - step)]
            other = at + step
            near = (self.parent[other] == self.parent[at]) & (self.top[other] - self.top[at] <= REACH)
            at = at[near]  # whose sibling at one step is too far has none at more steps
            left.append(at)
            right.append(at + step)
            if len(at) == 0:
                break
        to, by = np.concatenate(left + right), np.concatenate(right + left)
        order = np.argsort(to, kind="stable")
        return to[order], by[order]


def select(page: Page, options: TextDistributionOptions) -> Selection:
    """Keep the subtree with the largest own weight."""
    own = own_weights(page, options)
    largest = np.max(own, initial=0.0, where=~np.isnan(own))
    chosen = np.zeros(len(page), dtype=np.bool_)
    facts = {"weight": float(largest)}
    if largest > 0:
        best = _first_in_post_order(page, np.flatnonzero(own == largest))
        chosen[best : page.end[best]] = True
        facts["row"] = best
    return (
        Selector(page, "outside the node with the largest own weight")
        .keep(chosen, "inside the node with the largest own weight")
        .done("text_distribution", score=np.clip(own, -_MAX_SCORE, _MAX_SCORE), facts=facts)
    )


def _first_in_post_order(page: Page, rows: Int) -> int:
    """Return the row whose subtree ends first; of several the innermost."""
    ends = page.end[rows]
    return int(rows[ends == ends.min()].max())


METHOD = Method(
    id="text_distribution",
    title="Distribution of text",
    title_zh="基于文字分布特征",
    source="袁武 et al. 2013, Chinese patent application (北京理工大学)",
    idea="Plain sentences weigh plus, link text minus, neighbours count; the heaviest node is the body.",
    function=select,
    defaults=TextDistributionOptions(),
)
