"""Keep short replies and quotes of threads: posts that look like one that is kept.

Texts of a few characters say nothing to the model, least in Chinese, as it has learned from few such threads.
On a page that is likely a thread, elements of the same tag, class and depth are posts, if one is kept whole.
"""

from __future__ import annotations

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import Kind
from maintext.html.arrays import Bool, Float, mark_ranges, running_sum

__all__ = ["complete_thread"]

_LIKELY = 0.4  # probability of a thread
_WHOLE = 0.8  # share of the words of such posts that is kept
_MIN_PROBABILITY = 0.3  # of a block to be main content, in threads of other languages
_MAX_TEXT = 0.9  # share of all words kept that stand in posts
_MIN_CJK = 0.5  # share of the characters


def complete_thread(scene: BlockContext, kind: Kind, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks of a thread that stand in posts like those chosen.

    ``probability``, ``chosen`` and the result are of shape (n_blocks,). Cost O(n_rows) for a thread.
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(blocks), dtype=np.bool_)
    if kind.probabilities["forum"] < _LIKELY:
        return found
    at = page.attribute("class")
    places = np.searchsorted(blocks.row, (at.row, page.end[at.row]))
    has_blocks = places[0] < places[1]
    first, end = places[:, has_blocks]
    names = np.array((page.tag[at.row], page.depth[at.row], at.start, at.end))[:, has_blocks].T.tolist()
    number: dict[tuple[int, int, bytes], int] = {}
    group = np.array(
        [number.setdefault((tag, depth, page.data[i:j]), len(number)) for tag, depth, i, j in names], np.int64
    )
    words, kept = running_sum(blocks.n_words), running_sum(blocks.n_words * chosen)
    n_words, n_kept = words[end] - words[first], kept[end] - kept[first]
    of_group = np.bincount(group, n_kept)
    share = of_group / np.maximum(np.bincount(group, n_words * (n_kept > 0)), 1)
    is_post = (np.bincount(group) > 1) & (of_group >= _MAX_TEXT * kept[-1]) & (share >= _WHOLE)
    if is_post.any():
        chosen_posts = group == (share * is_post).argmax()
        found = mark_ranges(len(blocks), zip(first[chosen_posts], end[chosen_posts], strict=True))
    is_cjk = blocks.n_cjk.sum() >= _MIN_CJK * blocks.n_chars.sum()
    return found if is_cjk else found & (probability >= _MIN_PROBABILITY)
