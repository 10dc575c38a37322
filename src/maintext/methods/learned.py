"""learned: blocks judged by a model that was trained on gold texts; the default.

Source
    maintext's own. The line of work: Kohlschütter et al. (WSDM 2010), blocks and shallow features;
    Peters & Lecocq, "Content extraction using diverse feature sets" (WWW 2013), a trained model over
    many features; Ye et al., "Optimizing F-measures" (ICML 2012), the decision.
Idea
    No single density decides. Boosted trees weigh some three hundred of them for every block: its
    text, the elements and names around it, the subtrees it stands in, its place to the headline, its
    neighbours, the kind of page. What is kept is the set of blocks with the best expected F1.
Steps
    1. Cut the page into blocks, also those hidden until a script or a click shows them
       (:mod:`maintext.features.scene`).
    2. Compute the features (:mod:`maintext.features.matrix`, one line of definition each).
    3. Give each block a probability (:mod:`maintext.model.trees`).
    4. Keep the best set (:mod:`maintext.model.decision`).
    5. A table or list between kept blocks is one thing: it is kept whole when its words have a mean
       probability of at least a quarter. The score hardly notices (+.0003), a reader does. So is a table
       of which nine lines in ten have a kept cell, a heading between kept blocks, and a formula there.
    A short last line that ends in a colon announces what was not kept, and is dropped ("Read more:").
Cost
    O(n_rows + n_blocks · n_splits), all in numpy.
Fails on
    Pages unlike any in the training data; short texts beside long rails that read like prose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.features.matrix import VERSION, feature_matrix
from maintext.features.scene import HEADING_STEPS, HEADINGS, Scene
from maintext.kernel import compiled
from maintext.methods.base import Method
from maintext.model.archive import model_bytes
from maintext.model.decision import best_blocks
from maintext.model.kind import kind_facts, kind_of
from maintext.model.trees import Trees, load_trees
from maintext.options import option
from maintext.page import Page
from maintext.page.tags import tag_mask
from maintext.selection import BlockSelector, Selection, Verdict

__all__ = ["BETA", "METHOD", "LearnedOptions", "announcement", "load_model", "whole_parts"]

BETA = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""Weight of recall beside precision, by focus."""

_SURE = 0.5
_WHOLE = 0.25
_LINES = 0.9  # share of a table's lines with a kept cell; half of them do a third less good
_MIN_LINES = 3
_PROSE_WORDS = 150  # a cell with more lays out the page
# Of a last line that announces something. On the development corpus dropping it made 20 of 28 pages better.
_COLONS = frozenset(map(ord, ":："))
_ANNOUNCING_WORDS = 12
_MIN_BLOCKS = 4
_MEDIA = tag_mask(("img", "video", "audio", "iframe", "embed", "object"))
_FORMULA = tag_mask(("math",))
_TABLE, _LINE = tag_mask(("table",)), tag_mask(("tr",))
_LISTS = tag_mask(("table", "ul", "ol", "dl"))
_KERNEL = compiled("parts")
_SELECTOR = BlockSelector(
    "learned",
    "not a block of text",
    (
        Verdict("probably main content", keep=True),
        Verdict("doubtful, but the page's best set of blocks has it", keep=True),
        Verdict("a part of what is kept around it", keep=True),
        Verdict("probably boilerplate", keep=False),
        Verdict("likely, but too doubtful beside the page's surer blocks", keep=False),
        Verdict("announces what is not kept", keep=False),
    ),
)
_ANNOUNCES = 5  # its place there


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedOptions:
    """How the model's probabilities are used."""

    focus: str = option(
        "balanced", "Which mistake is worse: keeping boilerplate (precision) or losing content (recall).",
        choices=tuple(BETA),
    )  # fmt: skip
    model: str = option("", "File of a model from `maintext train`; the shipped one by default.")


@cache
def load_model(path: str = "") -> Trees:
    """Return a model, read once; the shipped one for ``""``.

    Raises
    ------
    OptionError
        The file cannot be read.
    ModelError
        It is no model, or one for other features.
    """
    trees = load_trees(model_bytes("learned.npz", path))
    if trees.card.get("features_version") != VERSION:
        raise ModelError(
            f"the model is for features version {trees.card.get('features_version')}, these are {VERSION}; "
            "train it again with maintext train",
            stage="model",
        )
    return trees


def select(page: Page, options: LearnedOptions) -> Selection:
    """Keep the set of blocks with the best expected F1."""
    scene = Scene(page)
    blocks = scene.blocks
    if len(blocks) == 0:
        nothing = np.zeros(0)
        return _SELECTOR.select(page, blocks.of_row, nothing.astype(np.int64), nothing, {})
    features = feature_matrix(scene)
    probability = load_model(options.model).probability(features)
    best = best_blocks(probability, blocks.n_words, beta=BETA[options.focus])
    chosen = best | whole_parts(scene, probability, best)
    announced = announcement(scene, chosen)
    if announced >= 0:
        chosen[announced] = False
    kind = kind_of(features, blocks.n_words, chosen)
    facts = {"n_blocks": len(chosen), "n_kept": int(np.count_nonzero(chosen)), **kind_facts(kind)}
    verdict = _verdict(probability, best, chosen)
    if announced >= 0:
        verdict[announced] = _ANNOUNCES
    return _SELECTOR.select(page, blocks.of_row, verdict, probability, facts)


def _verdict(
    probability: NDArray[np.float64], best: NDArray[np.bool_], chosen: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Number of what is said of each block."""
    likely = probability >= _SURE
    return np.where(chosen, np.where(best, ~likely, 2), 3 + likely).astype(np.int64, copy=False)


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


def announcement(scene: Scene, chosen: NDArray[np.bool_]) -> int:
    """Return the last chosen block where it announces what is not chosen, −1 where it does not.

    It is a line of at most twelve words that ends in a colon, but for one right before a picture or player
    that is no link; of fewer than four blocks none is.
    """
    page, blocks, places = scene.page, scene.blocks, chosen.nonzero()[0]
    if len(places) < _MIN_BLOCKS:
        return -1
    last = int(places[-1])
    if blocks.n_words[last] > _ANNOUNCING_WORDS or int(scene.wording.last[last]) not in _COLONS:
        return -1
    behind = slice(int(blocks.last[last]), int(blocks.row[last + 1]) if last + 1 < len(blocks) else None)
    return -1 if (_MEDIA[page.tag[behind]] & ~page.is_link[behind]).any() else last


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


METHOD = Method(
    id="learned",
    title="Learned block classifier",
    title_zh="学习的区块分类器",
    source="maintext's own model",
    idea="Boosted trees judge every block; the set with the best expected F1 is kept.",
    function=select,
    defaults=LearnedOptions(),
    reads_hidden=True,
)
