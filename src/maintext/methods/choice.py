"""choice: from the probabilities of blocks to the blocks that are kept; steps 4 to 8 of ``learned``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from maintext.features.context import FAR
from maintext.features.matrix import FEATURES
from maintext.features.scene import HEADING_STEPS, HEADINGS, Scene
from maintext.kernel import compiled
from maintext.methods.asides import announcement, asides
from maintext.methods.threads import corrected, in_doubt, read_thread
from maintext.model.decision import best_blocks
from maintext.model.kind import Kind, kind_of
from maintext.model.odds import mixed
from maintext.model.softmax import Softmax
from maintext.model.trees import HEADLINE
from maintext.page.tags import tag_mask
from maintext.selection import Verdict

__all__ = ["VERDICTS", "Choice", "Second", "choose", "doubtful_regions", "whole_parts"]

Second = Callable[[str, NDArray[np.int64]], NDArray[np.float64] | None]
"""Gives the probabilities of numbered blocks by the trees for a family, ``None`` where there are none."""

VERDICTS = (
    Verdict("probably main content", keep=True),
    Verdict("doubtful, but the page's best set of blocks has it", keep=True),
    Verdict("a part of what is kept around it", keep=True),
    Verdict("probably boilerplate", keep=False),
    Verdict("likely, but too doubtful beside the page's surer blocks", keep=False),
    Verdict("announces what is not kept", keep=False),
    Verdict("in comments or a notice that are doubtful as a whole", keep=False),
    Verdict("the text of a post of a thread", keep=True),
    Verdict("closes the text with a notice of rights or liability, by its words", keep=False),
    Verdict("closes the text with a call to follow or subscribe, by its words", keep=False),
    Verdict("a credit: who made something, or its source, by its words", keep=False),
    Verdict("the label of an advertisement, by its words", keep=False),
    Verdict("doubtful, and under a heading of other stories", keep=False),
    Verdict("doubtful, and the caption of a picture", keep=False),
)
"""What is said of a block, by number."""

_PART, _BOILERPLATE, _ANNOUNCES, _DOUBTFUL, _POST = 2, 3, 5, 6, 7  # places there; asides follow
_SURE = 0.5
_WHOLE = 0.25
_LINES = 0.9  # share of a table's lines with a kept cell; half of them do a third less good
_MIN_LINES = 3
_PROSE_WORDS = 150  # a cell with more lays out the page
# Regions that are one decision, and the mean probability of their words below which they are dropped. Two
# cross-validations, pages that change for the better and the worse: comments (.6, of pages that are no forum)
# 13, 3 and 16, 5; cookies and overlays (.2) 17, 3 and 17, 1. Of 28 other families of names, related pages
# (.25) had 17, 9 and 23, 10, but where not trained on they lost three wanted snippets and one unwanted.
_REGIONS = (("comment", 0.6), ("cookie", 0.2))
_COLUMNS = tuple((family, FEATURES.index(f"named_{family}"), bound) for family, bound in _REGIONS)
# What the trees for a family count beside those for all pages; docs/model-card.md, "Trees for families of
# pages" and "The headline". On articles ¼ is as good where the source is known, but not on Russian pages with
# DAnIEL left out (.837, with ½ .849).
_SHARES = {"article": 0.5, "forum": 0.5, "other": 0.6, HEADLINE: 0.5}
# Nearer to 0 or 1 the trees for all pages are sure, and those for the page's family are not asked: about two
# blocks of three, of which they would change the choice on 7 pages of 2,757, and no set's F1 by .0001.
_CERTAIN = 0.01
# From the first on a page may be a forum; .1 asks for a tenth more pages as threads, and gains nothing. Below
# the second it may be an article with comments: of the forums that are in doubt 24 of 33 are above.
_FORUM, _SURELY_FORUM = 0.2, 0.8
_MIN_WORDS_LEFT = 20
_FORMULA = tag_mask(("math",))
_TABLE, _LINE = tag_mask(("table",)), tag_mask(("tr",))
_LISTS = tag_mask(("table", "ul", "ol", "dl"))
_KERNEL = compiled("parts")


@dataclass(frozen=True, slots=True)
class Choice:
    """The blocks that are kept, and why; columns are of shape (n_blocks,).

    Attributes
    ----------
    best
        bool: blocks of the set with the best expected F-measure.
    kept
        bool: blocks that are kept in the end.
    doubtful
        bool: blocks of the best set, or of its parts, that are dropped with the region around them.
    aside
        uint8: of blocks that are dropped as asides a place in :data:`maintext.methods.asides.ASIDES`.
    announcement
        The block that is dropped since it announces what is not kept, −1 for none.
    kind
        The kind of the page, as its probable content tells it.
    probability
        float64: as given; of the headline, and on a page of a family of all blocks, mixed with that of the
        trees for these, on a page of posts as :mod:`maintext.methods.threads` corrects it.
    posts
        bool: texts of posts, where the page was looked at as a thread.
    """

    best: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    doubtful: NDArray[np.bool_]
    aside: NDArray[np.uint8]
    announcement: int
    kind: Kind
    probability: NDArray[np.float64]
    posts: NDArray[np.bool_]

    def verdict(self) -> NDArray[np.int64]:
        """Return what is said of each block, a number of :data:`VERDICTS`."""
        likely = self.probability >= _SURE
        verdict = np.where(self.kept, np.where(self.best, ~likely, _PART), _BOILERPLATE + likely)
        verdict[self.doubtful] = _DOUBTFUL
        verdict[self.kept & self.posts] = _POST
        is_aside = self.aside > 0
        verdict[is_aside] = _POST + self.aside[is_aside]
        if self.announcement >= 0:
            verdict[self.announcement] = _ANNOUNCES
        return verdict.astype(np.int64, copy=False)


def choose(
    scene: Scene,
    features: NDArray[np.float32],
    probability: NDArray[np.float64],
    beta: float,
    second: Second | None = None,
    kinds: Softmax | None = None,
) -> Choice:
    """Return the blocks of a page that are kept; it has at least one.

    Parameters
    ----------
    scene, features, probability
        The page, and of each of its blocks the features and the probability to be main content, 0–1.
    beta
        Above 1 for recall, below 1 for precision; doubtful regions are dropped up to 1.
    second
        What the trees for families say. Those for pages of a family are asked only on such a page, those for
        headlines only about that block; what they are asked about is judged by both.
    kinds
        The model of kinds; the shipped one by default.
    """
    n_words = scene.blocks.n_words
    best, kept = _best(scene, probability, beta)
    kind = kind_of(features, n_words, kept, kinds)
    judged = _judged_again(scene, probability, kind.family, second) if second else probability
    if judged is not probability:
        probability = judged
        best, kept = _best(scene, probability, beta)
    doubtful = posts = comments = np.zeros(len(kept), dtype=np.bool_)
    aside = np.zeros(len(kept), dtype=np.uint8)
    may_be_forum = kind.probabilities["forum"] >= _FORUM
    if may_be_forum and in_doubt(probability, n_words):
        thread = read_thread(scene, probability)
        posts, comments = thread.posts, thread.comments & (kind.probabilities["forum"] < _SURELY_FORUM)
        if posts.any():
            probability = corrected(probability, posts)
            best, kept = _best(scene, probability, beta)
    if beta <= 1:
        doubtful = doubtful_regions(features, probability, n_words, kept, keep_comments=may_be_forum)
        doubtful |= kept & comments
        kept &= ~doubtful
        aside = asides(scene, probability, kept, is_article=kind.name == "article")
        kept &= aside == 0
    announced = announcement(scene, kept)
    if announced >= 0:
        kept[announced] = False
    return Choice(best, kept, doubtful, aside, announced, kind, probability, posts)


def _judged_again(
    scene: Scene, probability: NDArray[np.float64], family: str, second: Second
) -> NDArray[np.float64]:
    """The probabilities, mixed with those of the trees for the page's family, and for its headline.

    The same array where there are no such trees.
    """
    unsure = ((probability >= _CERTAIN) & (probability <= 1 - _CERTAIN)).nonzero()[0]
    headline = np.arange(scene.headline, scene.headline + 1)
    asked = [(family, unsure)] * bool(family) + [(HEADLINE, headline)] * (scene.headline >= 0)
    for name, blocks in asked:
        if (other := second(name, blocks)) is not None:
            probability = probability.copy()
            probability[blocks] = mixed(probability[blocks], other, _SHARES[name])
    return probability


def _best(
    scene: Scene, probability: NDArray[np.float64], beta: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the best set of blocks, and it with its parts."""
    best = best_blocks(probability, scene.blocks.n_words, beta=beta)
    return best, best | whole_parts(scene, probability, best)


def whole_parts(
    scene: Scene, probability: NDArray[np.float64], chosen: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the blocks that belong to what is chosen around them.

    These are tables and lists between chosen blocks that are likely as a whole; the rest of tables of which
    nine lines in ten have a chosen cell, when it has no more words than those; headings (not ``h1``) and
    formulas right between chosen blocks.

    Parameters
    ----------
    scene, probability
        The page, and the probability of each of its blocks.
    chosen
        The best set of blocks; these and the result are bool of shape (n_blocks,).
    """
    page, blocks = scene.page, scene.blocks
    if _KERNEL is not None:
        parts: NDArray[np.bool_] = _KERNEL.whole_parts(
            (page.tag, page.parent, page.end, page.is_hidden.view(np.uint8)),
            (blocks.row, blocks.n_words, blocks.n_link_chars),
            probability, chosen.view(np.uint8), *_kernel_tables(_KERNEL), HEADING_STEPS,
            _WHOLE, _LINES, _MIN_LINES, _PROSE_WORDS,
        )  # fmt: skip
        return parts
    elements = np.flatnonzero(_LISTS[page.tag] & ~page.is_hidden)
    first = np.searchsorted(blocks.row, elements)
    end = np.searchsorted(blocks.row, page.end[elements])
    between = (first < end) & (first > 0) & (end < len(blocks))
    first, end = first[between], end[between]
    between = chosen[first - 1] & chosen[end]
    likely = np.concatenate(([0.0], np.cumsum((probability - _WHOLE) * blocks.n_words)))
    filled = np.zeros(len(blocks), dtype=np.bool_)
    for start, stop in zip(first[between].tolist(), end[between].tolist(), strict=True):
        if likely[stop] >= likely[start]:
            filled[start:stop] = True
    filled |= _rest_of_tables(scene, chosen | filled)
    return filled | _joints(scene, probability, chosen | filled)


def doubtful_regions(
    features: NDArray[np.float32],
    probability: NDArray[np.float64],
    n_words: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    *,
    keep_comments: bool,
) -> NDArray[np.bool_]:
    """Return the chosen blocks of regions that are doubtful as a whole.

    The regions are all elements named after comments, and all named after cookies or overlays; the mean
    probability of their words, of blocks chosen or not, is below .6 or .2. None is dropped that would leave
    fewer than twenty words: it is what the page has.

    Parameters
    ----------
    features, probability, n_words
        Of the page's blocks; :func:`maintext.features.matrix.feature_matrix` describes the first.
    chosen
        The best set of blocks; this and the result are bool of shape (n_blocks,).
    keep_comments
        Whether comments stay: those of a forum are its posts.
    """
    dropped = np.zeros_like(chosen)
    for family, column, bound in _COLUMNS:
        inside = features[:, column] < FAR
        found = chosen & inside
        if (keep_comments and family == "comment") or not found.any():
            continue
        words = n_words * inside
        is_doubtful = probability @ words < bound * int(words.sum())
        if is_doubtful and int(n_words[chosen & ~dropped & ~inside].sum()) >= _MIN_WORDS_LEFT:
            dropped |= found
    return dropped


@cache
def _kernel_tables(kernel: ModuleType) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Of each tag the bits of the families it belongs to, and the level of a heading."""
    families = (kernel.LIST, _LISTS), (kernel.TABLE, _TABLE), (kernel.LINE, _LINE), (kernel.FORMULA, _FORMULA)
    kinds = np.bitwise_or.reduce([bit * tags.astype(np.uint8) for bit, tags in families])
    return kinds.astype(np.uint8), HEADINGS.astype(np.uint8)


def _rest_of_tables(scene: Scene, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the blocks not chosen of tables that are chosen nearly in all lines."""
    page, n_words = scene.page, scene.blocks.n_words
    filled = np.zeros(len(chosen), dtype=np.bool_)
    tables = np.flatnonzero(_TABLE[page.tag])
    if not len(tables):
        return filled
    bounds = np.searchsorted(scene.blocks.row, (tables, page.end[tables]))
    lines = np.flatnonzero(_LINE[page.tag])
    line = np.searchsorted(lines, scene.blocks.row, side="right")
    n_inner = page.subtree_sum(_TABLE[page.tag])[tables]
    for first, end in bounds[:, n_inner == 1].T.tolist():
        kept = chosen[first:end]
        if not kept.any() or kept.all() or n_words[first:end].max() > _PROSE_WORDS:
            continue
        all_lines, kept_lines = np.unique(line[first:end]), np.unique(line[first:end][kept])
        is_grid = len(all_lines) >= _MIN_LINES and end - first >= 2 * len(all_lines)
        is_chosen = len(kept_lines) >= _LINES * len(all_lines)
        is_most = 2 * n_words[first:end][kept].sum() >= n_words[first:end].sum()
        filled[first:end] |= is_grid and is_chosen and is_most
    return filled & ~page.is_hidden[scene.blocks.row]


def _joints(scene: Scene, probability: NDArray[np.float64], chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the headings and formulas right between chosen blocks."""
    page, blocks = scene.page, scene.blocks
    between = np.zeros(len(chosen), dtype=np.bool_)
    between[1:-1] = ~chosen[1:-1] & chosen[:-2] & chosen[2:]
    between &= ~page.is_hidden[blocks.row]
    if not between.any():
        return between
    is_heading = (scene.heading_level > 1) & (blocks.n_link_chars == 0) & (probability >= _WHOLE)
    is_formula = _FORMULA[page.tag]
    in_formula = page.inside(is_formula)[blocks.row] if is_formula.any() else np.zeros_like(between)
    joints: NDArray[np.bool_] = between & (is_heading | in_formula)
    return joints
