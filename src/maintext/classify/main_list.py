"""The main list of an index page, if the choice of blocks has missed it."""

from __future__ import annotations

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import INDEX_KINDS, Kind
from maintext.html.arrays import Bool, Float, mark_ranges

__all__ = ["complete_main_list"]

_IS_INDEX = 0.5  # probability of the kinds of an index together
_MIN_ENTRIES, _MIN_PROBABILITY = 3, 0.02


def complete_main_list(scene: BlockContext, kind: Kind, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks of an index page's main list that at least double the words chosen.

    The page is a listing or a collection with a probability of one half at least. Its main list has three
    entries at least and stands in no menu and no sidebar. A block of it has a probability of one in fifty at
    least. Cost O(n_blocks), and that of :func:`~maintext.records.regions.find_regions` where so many words
    are left on an index page.

    Parameters
    ----------
    scene, kind, probability
        The page, its kind, and the probability of each of its blocks.
    chosen
        Blocks that are kept so far; this and the result are bool of shape (n_blocks,).
    """
    if sum(kind.probabilities[name] for name in INDEX_KINDS) >= _IS_INDEX:
        n_words = scene.blocks.n_words
        least = (n_words * chosen).sum()
        found = ~chosen & (probability >= _MIN_PROBABILITY)
        if (n_words * found).sum() >= least:
            found &= _stands_in_main_list(scene)
            if (n_words * found).sum() >= least:
                return found
    return np.zeros(len(chosen), dtype=np.bool_)


def _stands_in_main_list(scene: BlockContext) -> Bool:
    """Return True for the blocks that begin in the main list, of shape (n_blocks,)."""
    # Most pages need none of this.
    from maintext.records.anchors import find_anchors, text_weight  # noqa: PLC0415
    from maintext.records.elements import ASIDE, CHROME  # noqa: PLC0415
    from maintext.records.regions import find_regions  # noqa: PLC0415

    page, anchors = scene.page, find_anchors(scene.page)
    regions = find_regions(page, anchors, text_weight(page))[:1] if len(anchors.row) else []
    for region in regions:
        if region.place not in {ASIDE, CHROME} and len(region.records) >= _MIN_ENTRIES:
            return mark_ranges(len(page), region.records)[scene.blocks.row]
    return np.zeros(len(scene.blocks), dtype=np.bool_)
