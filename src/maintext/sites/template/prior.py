"""Correct the default method by the blocks that repeat on other pages of a site.

Source
    maintext's own. Repeated blocks as boilerplate: Lin & Ho, "Discovering informative content blocks from
    web documents" (KDD 2002); Yi, Liu & Li, "Eliminating noisy information in web pages for data mining"
    (KDD 2003).
Definition
    logit p′ = logit p − :data:`STRENGTH` · log2(1 + c). p is the learned probability of a block. c is the
    number of other titles with the same block: equal text (lower case, white space collapsed) below
    elements of the same names and classes (without digits). The best set of blocks is then chosen as in
    the learned method.
    Titles are counted instead of pages, so a story fetched twice keeps its text. A site with one title for
    all pages gains nothing. c is capped at :data:`MAX_COUNTED`, so headings such as "Background" stay
    possible.
Cost
    That of the learned method, plus a hash per block.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from maintext.classify.attributions import keep_attributions
from maintext.classify.choice import VERDICTS, Judges, choose
from maintext.classify.embedded import find_embedded_text
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import block_features
from maintext.classify.learned import BETA, LearnedOptions, load_model
from maintext.classify.model.kind import kind_facts
from maintext.classify.model.trees import Trees
from maintext.document import Document
from maintext.errors import OptionError
from maintext.html import Page
from maintext.options import DEFAULT_METHOD, Options, changed
from maintext.selection import BlockSelector, Selection, Selector, Verdict
from maintext.sites.template.keys import block_keys, page_title

__all__ = ["MAX_COUNTED", "STRENGTH", "extract_pages", "n_titles_with", "prior_of", "select_together"]

# Chosen on four fifths of the sites of daniel, five times the same: docs/sites-template.md.
STRENGTH = 2.0
MAX_COUNTED = 20
_SURE = 0.5

_SELECTOR = BlockSelector(
    DEFAULT_METHOD,
    "not a block of text",
    (
        *VERDICTS,
        Verdict("probably boilerplate; the same on other pages of the site", keep=False),
        Verdict("reads like main content, but other pages of the site have it", keep=False),
    ),
)
_REPEATED, _READS_WELL = len(VERDICTS), len(VERDICTS) + 1


def select_together(pages: Sequence[Page], options: LearnedOptions | None = None) -> list[Selection]:
    """Select the text of pages of one site with the corrected default method.

    A single page or title gives the result of the learned method. Pages of several sites do no harm: they
    share no blocks.
    """
    given = options or LearnedOptions()
    model = load_model(given.model)
    # A scene keeps all that it has computed: one at a time.
    counts = n_titles_with(map(BlockContext, pages))
    pairs = zip(map(BlockContext, pages), counts, strict=True)
    return [_select_blocks(scene, model, count, BETA[given.focus]) for scene, count in pairs]


def extract_pages(pages: Sequence[Page], options: Options | None = None) -> list[Document]:
    """Extract pages of one site with :func:`select_together`; one document per page.

    Text embedded in scripts is used as by :func:`maintext.extract`. Raises :class:`OptionError` for other
    methods: only the default method gives probabilities to correct.
    """
    chosen = options or Options()
    if chosen.method != DEFAULT_METHOD:
        raise OptionError(
            f"several pages are read together by {DEFAULT_METHOD!r} only, not {chosen.method!r}"
        )
    selections = select_together(pages, changed(LearnedOptions(), chosen.method_options))
    return [
        Document(page, selection, chosen, find_embedded_text(page, selection))
        for page, selection in zip(pages, selections, strict=True)
    ]


def n_titles_with(scenes: Iterable[BlockContext]) -> list[NDArray[np.int64]]:
    """Return the number of other titles with each block, int64 of shape (n_blocks,).

    A page without title counts as a title of its own.
    """
    keys: list[list[int]] = []
    of_title: defaultdict[str, set[int]] = defaultdict(set)
    for number, scene in enumerate(scenes):
        keys.append(block_keys(scene).tolist())
        of_title[page_title(scene.page) or f"\0{number}"].update(keys[-1])
    n_titles = Counter(key for found in of_title.values() for key in found)
    return [np.array([n_titles[key] - 1 for key in own], dtype=np.int64) for own in keys]


def prior_of(count: NDArray[np.int64], strength: float = STRENGTH) -> NDArray[np.float64]:
    """Return the change of log-odds of repeated blocks, at most 0; see above.

    ``count`` is the number of other titles per block, ``strength`` the change per doubling.
    """
    prior: NDArray[np.float64] = -strength * np.log2(1 + np.minimum(count, MAX_COUNTED))
    return prior


def _select_blocks(scene: BlockContext, model: Trees, count: NDArray[np.int64], beta: float) -> Selection:
    if not len(scene.blocks):
        return Selector(scene.page, "not a block of text", also_hidden=True).done(DEFAULT_METHOD)
    features = block_features(scene)
    alone = model.probability(features.matrix)
    choice = choose(scene, features, alone, beta, Judges(model.of_family), prior_of(count))
    verdict, repeated = choice.verdict(), count > 0
    again = ~choice.kept & repeated
    verdict[again] = np.where(alone[again] >= _SURE, _READS_WELL, _REPEATED)
    numbers = {"n_blocks": len(scene.blocks), "n_kept": choice.kept.sum(), "n_repeated": repeated.sum()}
    facts = {name: int(n) for name, n in numbers.items()} | kind_facts(choice.kind)
    selection = _SELECTOR.select(scene.page, scene.blocks.of_row, verdict, choice.probability, facts)
    return keep_attributions(scene.page, selection)
