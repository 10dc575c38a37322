"""Keep the short replies of Chinese threads: posts that look like one that is kept.

Texts of a few characters say nothing to the model, which has learned from few Chinese threads. On a page that
is likely a thread, elements of the same tag, class and depth are posts, if one of them is kept whole.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.classify.features.context import BlockContext
    from maintext.classify.model.kind import Kind

__all__ = ["complete_thread"]

_LIKELY = 0.4  # probability of a thread
_MIN_WORDS = 20  # of a post that is kept; each Chinese character is one
_MIN_CJK = 0.5  # share of the characters


def complete_thread(scene: BlockContext, kind: Kind, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the blocks of a Chinese thread that stand in posts like those chosen.

    ``chosen`` and the result are bool of shape (n_blocks,). Cost O(n_rows) for such a thread, else O(1).
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(blocks), dtype=np.bool_)
    if kind.probabilities["forum"] < _LIKELY or blocks.n_cjk.sum() < _MIN_CJK * blocks.n_chars.sum():
        return found
    groups: dict[tuple[int, int, str], list[slice]] = defaultdict(list)
    for row, name in page.values("class").items():
        first, end = np.searchsorted(blocks.row, (row, page.end[row])).tolist()
        if first < end:
            groups[int(page.tag[row]), int(page.depth[row]), name].append(slice(first, end))
    for posts in groups.values():
        kept = [post for post in posts if chosen[post].any()]
        if any(blocks.n_words[post].sum() >= _MIN_WORDS for post in kept) and all(
            chosen[post].all() for post in kept
        ):
            for post in posts:
                found[post] = True
    return found
