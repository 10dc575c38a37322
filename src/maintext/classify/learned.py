"""learned: blocks judged by a model that was trained on gold texts; the default.

Source
    maintext's own. The line of work: Kohlschütter et al. (WSDM 2010), blocks and shallow features;
    Peters & Lecocq, "Content extraction using diverse feature sets" (WWW 2013), a trained model over
    many features; Ye et al., "Optimizing F-measures" (ICML 2012), the decision.
Idea
    No single density decides. Boosted trees weigh some two hundred of them for every block: its
    text, the elements and names around it, the subtrees it stands in, its place to the headline, its
    neighbours, the kind of page. What is kept is the set of blocks with the best expected F1.
Steps
    1. Cut the page into blocks, also those hidden until a script or a click shows them
       (:mod:`maintext.classify.features.context`).
    2. Compute the features (:mod:`maintext.classify.features.matrix`, one line of definition each).
    3. Give each block a probability (:mod:`maintext.classify.model.trees`).
    4. Keep the set with the best expected F1 (:mod:`maintext.classify.model.decision`; this and the next,
       :mod:`maintext.classify.choice`). The log-odds of a block first move towards those of the blocks of
       its shape, and are adjusted by how sure the model is of the page.
       Where that looks like a page of a family (article, or a kind that is neither article nor forum, above
       a half: :mod:`maintext.classify.model.kind`), judge the blocks it is not certain of (.01 to .99) by
       further trees as well, which have learned from a part of the sources; take the mean
       of the log-odds, and choose again. Sources differ in what they call main content: news pages with
       rails of links teach to drop what is the content of a listing. The block that states the title is
       judged so by trees that have learned from such blocks alone, as sources differ in this too.
    5. Complete partial structures. A Chinese document keeps the signature with its date, and its attachments
       (:mod:`maintext.classify.closing_lines`), a thread short posts like those that are kept, and a Chinese
       topic that counts its replies these (:mod:`maintext.classify.threads`). A table or list between kept
       blocks is kept whole when its words have a mean probability of at least a quarter. A table is kept
       whole when nine of ten lines have a kept cell, a list or line when three of five items or cells are
       kept, a list of up to twelve short items right after a kept block when one is. Kept as well are the
       label of a kept value (``dt``, ``th``), the notes that kept references lead to and that lead back, the
       questions and answers that the page declares as its FAQ (:mod:`maintext.classify.faq`), and, but on
       forums, the label of a tab or fold right before its kept text, a block of up to six words without a
       link and of .46 at least between two kept ones, a heading right before a kept block, a kept heading of
       a lower level or up to three dropped blocks above its text, with a probability of at least a quarter,
       and between likely blocks a line all in bold. Right before a likely block in its own parent a heading
       needs a fifth, right after a kept block a tenth, but no ``h1``. Code right after a kept block of the
       same element is kept, also in elements that add no more than labels to it (css, Copy). On an index page
       (a listing or collection with a half at least) also the main list, if that at least doubles the words
       kept (:mod:`maintext.classify.main_list`). In a text without a page around it, as in
       feeds, a tenth is enough, for a block that is all link a quarter, but not with the focus on precision
       (:mod:`maintext.classify.fragment`).
    6. Drop end matter (:mod:`maintext.classify.end_matter`): notices of rights, calls to follow, and credits,
       told by what they say, and captions of pictures with a low score; and below an article comments of
       readers, and the articles that follow; in posts short lines about the user
       (:mod:`maintext.classify.below_article`).
    7. Keep who is quoted, and captions of tables and code (:mod:`maintext.classify.attributions`).
Cost
    O(n_rows + n_blocks · n_splits), all compiled.
Fails on
    Pages unlike any in the training data; short texts next to long rails that read like prose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from maintext.classify.attributions import keep_attributions
from maintext.classify.choice import VERDICTS, Judges, choose
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import VERSION, block_features
from maintext.classify.method import Method
from maintext.classify.model.archive import model_bytes
from maintext.classify.model.kind import kind_facts
from maintext.classify.model.trees import Trees, load_trees
from maintext.errors import ModelError
from maintext.html import Page
from maintext.options import CheckedOptions, option
from maintext.selection import BlockSelector, Selection

__all__ = ["BETA", "METHOD", "LearnedOptions", "load_model"]

BETA = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}
"""Weight of recall against precision, by focus."""

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


def select(page: Page, options: LearnedOptions) -> Selection:
    """Keep the set of blocks with the best expected F1."""
    scene = BlockContext(page)
    blocks = scene.blocks
    if len(blocks) == 0:
        nothing = np.zeros(0)
        return _SELECTOR.select(page, blocks.of_row, nothing.astype(np.int64), nothing, {})
    features = block_features(scene)
    model = load_model(options.model)
    probability, judges = model.probability(features.matrix), Judges(model.of_family)
    choice = choose(scene, features, probability, BETA[options.focus], judges)
    n_kept = int(np.count_nonzero(choice.kept))
    facts = {"n_blocks": len(blocks), "n_kept": n_kept, **kind_facts(choice.kind)}
    selection = _SELECTOR.select(page, blocks.of_row, choice.verdict(), choice.probability, facts)
    return keep_attributions(page, selection)


METHOD = Method(
    id="learned",
    title="Learned block classifier",
    title_zh="学习的区块分类器",
    source="maintext's own model",
    idea="Boosted trees judge every block; the set with the best expected F1 is kept.",
    function=select,
    defaults=LearnedOptions(),
    reads_hidden=True,
    reads_scripts=True,
    card=lambda options: load_model(options.model).card,
)
