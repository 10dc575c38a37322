"""The entries of an index page: of its main list also what alone looks like a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.model.kind import INDEX_KINDS

if TYPE_CHECKING:
    from maintext.classify.features.context import BlockContext
    from maintext.classify.model.kind import Kind
    from maintext.html.arrays import Bool, Float

__all__ = ["complete_main_list"]

_IS_INDEX = 0.5  # probability of the kinds of an index together
_MIN_ENTRIES, _MIN_PROBABILITY = 3, 0.05


def complete_main_list(scene: BlockContext, kind: Kind, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks of the main list of an index page.

    The page is a list or a collection with a probability of one half at least. Its main list has three
    entries at least, stands in no menu and no sidebar, and has as many words as are chosen outside it. A
    block of it has a probability of one in twenty at least. Cost of an index page: that of
    :func:`~maintext.records.regions.find_regions`.

    Parameters
    ----------
    scene, kind, probability
        The page, its kind, and the probability of each of its blocks.
    chosen
        Blocks that are kept so far; this and the result are bool of shape (n_blocks,).
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(chosen), dtype=np.bool_)
    if sum(kind.probabilities[name] for name in INDEX_KINDS) < _IS_INDEX:
        return found
    # Most pages are no index, and need none of this.
    from maintext.records.anchors import find_anchors, text_weight  # noqa: PLC0415
    from maintext.records.elements import ASIDE, CHROME  # noqa: PLC0415
    from maintext.records.regions import find_regions, mark_ranges  # noqa: PLC0415

    anchors = find_anchors(page)
    regions = find_regions(page, anchors, text_weight(page)) if len(anchors.row) else []
    if not regions or regions[0].place in {ASIDE, CHROME} or len(regions[0].records) < _MIN_ENTRIES:
        return found
    is_entry = mark_ranges(page, regions[0].records)[blocks.row]
    if (blocks.n_words * (chosen & ~is_entry)).sum() <= (blocks.n_words * is_entry).sum():
        found = is_entry & (probability >= _MIN_PROBABILITY)
    return found
