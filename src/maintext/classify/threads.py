"""Keep short replies and quotes of threads: posts that look like one that is kept.

Texts of a few characters say nothing to the model, least in Chinese, as it has learned from few such threads.
On a page that is likely a thread, elements of the same tag, class and depth are posts, if one is kept whole.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import Kind
from maintext.html.arrays import Bool, Float, running_sum

__all__ = ["complete_thread"]

_LIKELY = 0.4  # probability of a thread
_MIN_WORDS = 20  # of a post that is kept; each Chinese character is one
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
    is_cjk = blocks.n_cjk.sum() >= _MIN_CJK * blocks.n_chars.sum()
    groups: dict[tuple[int, int, bytes], list[tuple[int, int]]] = defaultdict(list)
    at = page.attribute("class")
    places = np.searchsorted(blocks.row, (at.row, page.end[at.row]))
    columns = np.array((page.tag[at.row], page.depth[at.row], at.start, at.end, *places))
    for tag, depth, start, stop, first, end in columns[:, places[0] < places[1]].T.tolist():
        groups[tag, depth, page.data[start:stop]].append((first, end))
    words, kept = (running_sum(n).tolist() for n in (blocks.n_words, blocks.n_words * chosen))
    shares = {name: _kept_share(words, posts, kept) for name, posts in groups.items() if len(posts) > 1}
    name = max(shares, key=shares.__getitem__, default=None)
    for first, end in groups[name] if name and shares[name] >= _WHOLE else ():
        found[first:end] = True
    return found if is_cjk else found & (probability >= _MIN_PROBABILITY)


def _kept_share(words: list[int], posts: list[tuple[int, int]], kept_words: list[int]) -> float:
    """Return the share of words kept in the posts that keep any; 0 if they do not hold most of the text.

    ``words`` and ``kept_words`` are those before each block of the page, and all.
    """
    kept = [(kept_words[end] - kept_words[first], words[end] - words[first]) for first, end in posts]
    n_kept = sum(n for n, _ in kept)
    if max(kept)[0] < _MIN_WORDS or n_kept < _MAX_TEXT * kept_words[-1]:
        return 0.0
    return n_kept / sum(n for n_own, n in kept if n_own)
