"""Several pages of a site at hand: the default method, corrected by what repeats from page to page.

Source
    maintext's own. That repeated blocks are boilerplate: Lin & Ho, "Discovering informative content
    blocks from web documents" (KDD 2002); Yi, Liu & Li, "Eliminating noisy information in web pages for
    data mining" (KDD 2003).
Idea
    The learned method looks at one page. A block whose text stands at the same place of other pages of
    the site is boilerplate, however much it reads like prose.
Definition
    logit p′ = logit p − :data:`STRENGTH` · log2(1 + c), with p the learned probability of a block and c
    the number of other titles under which a page has the same block: same text (lower case, white space
    collapsed) below elements with the same names and classes (digits left out). Blocks that no other page
    has keep their probability. The best set of blocks is then chosen as in the learned method.
    Titles are counted, not pages, so that one story fetched twice does not lose its text; a site with
    one title for all pages gains nothing. c ends at :data:`MAX_COUNTED`: more pages than were measured
    must not make a heading such as "Background" impossible.
Cost
    That of the learned method, and a hash per block.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.choice import VERDICTS, Judges, choose
from maintext.classify.embedded import better_text
from maintext.classify.features.matrix import feature_matrix
from maintext.classify.features.scene import Scene
from maintext.classify.learned import BETA, LearnedOptions, load_model
from maintext.classify.model.kind import kind_facts
from maintext.document import Document
from maintext.errors import OptionError
from maintext.options import DEFAULT_METHOD, Options, changed
from maintext.selection import BlockSelector, Selection, Selector, Verdict
from maintext.sites.template.keys import block_keys, page_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from maintext.classify.model.trees import Trees
    from maintext.html import Page

    Float = NDArray[np.float64]

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
    """Run the default method on pages of one site, each with what the others say; in order.

    Parameters
    ----------
    pages
        Two or more pages of one site; of one page, or of one title, it is the learned method. Pages of
        several sites do no harm: they have nothing in common.
    options
        Of the learned method.
    """
    given = options or LearnedOptions()
    model = load_model(given.model)
    # A scene keeps all that it has computed: one at a time.
    counts = n_titles_with(map(Scene, pages))
    selections = []
    for scene, count in zip(map(Scene, pages), counts, strict=True):
        if not len(scene.blocks):
            selections.append(
                Selector(scene.page, "not a block of text", also_hidden=True).done(DEFAULT_METHOD)
            )
            continue
        features = feature_matrix(scene)
        selections.append(_select_blocks(scene, features, model, count, BETA[given.focus]))
    return selections


def extract_pages(pages: Sequence[Page], options: Options | None = None) -> list[Document]:
    """Extract pages of one site with :func:`select_together`; one document a page, in order.

    Text from scripts is taken as :func:`maintext.extract` does.

    Raises
    ------
    OptionError
        Another method than the default: only its probabilities can be corrected.
    """
    chosen = options or Options()
    if chosen.method != DEFAULT_METHOD:
        raise OptionError(
            f"several pages are read together by {DEFAULT_METHOD!r} only, not {chosen.method!r}"
        )
    selections = select_together(pages, changed(LearnedOptions(), chosen.method_options))
    return [
        Document(page, selection, chosen, better_text(page, selection))
        for page, selection in zip(pages, selections, strict=True)
    ]


def n_titles_with(scenes: Iterable[Scene]) -> list[NDArray[np.int64]]:
    """Return for each block of each page how many other titles have it, int64 of shape (n_blocks,).

    A page without title counts as one of its own.
    """
    keys: list[list[int]] = []
    of_title: defaultdict[str, set[int]] = defaultdict(set)
    for number, scene in enumerate(scenes):
        keys.append(block_keys(scene).tolist())
        of_title[page_title(scene.page) or f"\0{number}"].update(keys[-1])
    n_titles = Counter(key for found in of_title.values() for key in found)
    return [np.array([n_titles[key] - 1 for key in own], dtype=np.int64) for own in keys]


def prior_of(count: NDArray[np.int64], strength: float = STRENGTH) -> Float:
    """Return what is added to the log-odds of repeated blocks, at most 0; see the definition above.

    Parameters
    ----------
    count
        Other titles that have each block, int64 of shape (n_blocks,).
    strength
        Log-odds per doubling; 0 for no correction.
    """
    prior: Float = -strength * np.log2(1 + np.minimum(count, MAX_COUNTED))
    return prior


def _select_blocks(
    scene: Scene, features: NDArray[np.float32], model: Trees, count: NDArray[np.int64], beta: float
) -> Selection:
    blocks = scene.blocks
    alone = model.probability(features)

    choice = choose(scene, features, alone, beta, Judges(model.of_family), prior_of(count))
    verdict, repeated = choice.verdict(), count > 0
    again = ~choice.kept & repeated
    verdict[again] = np.where(alone[again] >= _SURE, _READS_WELL, _REPEATED)
    facts = {
        "n_blocks": len(blocks),
        "n_kept": int(choice.kept.sum()),
        "n_repeated": int(repeated.sum()),
        **kind_facts(choice.kind),
    }
    return _SELECTOR.select(scene.page, blocks.of_row, verdict, choice.probability, facts)
