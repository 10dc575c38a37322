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
    3. Give each block a probability (:mod:`maintext.model.trees`): the mean of two sums of trees. For one a
       block weighs as its words, for the other as their square root; that has learned more from short ones.
    4. Keep the best set (:mod:`maintext.model.decision`; this and the next, :mod:`maintext.methods.choice`).
    5. Where that looks like a page of a family (:mod:`maintext.model.kind`: article, forum, or one of the
       other kinds, together above a half), judge the blocks it is not sure of (.01 to .99) by a second model
       as well, which has learned from a part of the sources, take a mean of the log-odds, and choose anew.
       The one for other kinds (.6 of the mean) has learned only from sources with pages of many kinds: news
       pages with rails of links have taught the first to drop what is the content there. The one for
       articles (.5) has learned from all others, the one for forums (.5) from sources with many forums.
       The block that states the page's title is judged so too (.5), by trees that have learned from such
       blocks alone: whether it is main text is a habit of a source, which its few words hardly teach the
       others.
    6. A table or list between kept blocks is one thing: it is kept whole when its words have a mean
       probability of at least a quarter. The score hardly notices (+.0003), a reader does. So is a table
       of which nine lines in ten have a kept cell, a heading between kept blocks, and a formula there.
    7. Comments, and cookie notices and overlays, by the names of elements, are one decision each, not thirty:
       they are dropped together when they are doubtful as a whole. The comments of a page that may be a
       forum are its posts, and stay.
    8. A page that may be a forum, and whose best set promises an F1 below .8, is looked at as a thread
       (:mod:`maintext.methods.threads`): the log-odds of texts of posts rise by 1, those of all else fall by
       ½, and the best set is chosen anew. Where all that is likely stands before the first of three posts
       or more, it is an article with comments, and these are dropped.
    9. Asides are dropped by what they say (:mod:`maintext.methods.asides`): notices of rights, credits,
       calls to follow, labels of advertisements, what stands under a heading of other stories, and a short
       last line that ends in a colon, which announces what was not kept ("Read more:"). So are captions of
       an article's pictures, where they are doubtful.
Cost
    O(n_rows + n_blocks · n_splits), all in numpy.
Fails on
    Pages unlike any in the training data; short texts beside long rails that read like prose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.errors import ModelError
from maintext.features.matrix import VERSION, feature_matrix
from maintext.features.scene import Scene
from maintext.methods.base import Method
from maintext.methods.choice import VERDICTS, choose
from maintext.model.archive import model_bytes
from maintext.model.kind import kind_facts
from maintext.model.trees import Trees, load_trees
from maintext.options import CheckedOptions, option
from maintext.page import Page
from maintext.selection import BlockSelector, Selection

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["BETA", "METHOD", "LearnedOptions", "family_probability", "load_model"]

BETA = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""Weight of recall beside precision, by focus."""

_SELECTOR = BlockSelector("learned", "not a block of text", VERDICTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedOptions(CheckedOptions):
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


def _card(options: LearnedOptions) -> Mapping[str, Any]:
    return load_model(options.model).card


def family_probability(
    model: Trees, features: NDArray[np.float32], family: str, blocks: NDArray[np.int64]
) -> NDArray[np.float64] | None:
    """Return the probabilities of some blocks by a model's trees for a family; ``None`` where it has none."""
    trees = model.of_family.get(family)
    # Column after column, as the matrix is and the trees read it.
    return None if trees is None else trees.probability(features.T.take(blocks, axis=1).T)


def select(page: Page, options: LearnedOptions) -> Selection:
    """Keep the set of blocks with the best expected F1."""
    scene = Scene(page)
    blocks = scene.blocks
    if len(blocks) == 0:
        nothing = np.zeros(0)
        return _SELECTOR.select(page, blocks.of_row, nothing.astype(np.int64), nothing, {})
    features = feature_matrix(scene)
    model = load_model(options.model)
    second = partial(family_probability, model, features)
    choice = choose(scene, features, model.probability(features), BETA[options.focus], second)
    n_kept = int(np.count_nonzero(choice.kept))
    facts = {"n_blocks": len(blocks), "n_kept": n_kept, **kind_facts(choice.kind)}
    return _SELECTOR.select(page, blocks.of_row, choice.verdict(), choice.probability, facts)


METHOD = Method(
    id="learned",
    title="Learned block classifier",
    title_zh="学习的区块分类器",
    source="maintext's own model",
    idea="Boosted trees judge every block; the set with the best expected F1 is kept.",
    function=select,
    defaults=LearnedOptions(),
    reads_hidden=True,
    card=_card,
)
