"""threads: what the records of a forum page say about its blocks, where the learned model is in doubt.

A model that judges blocks one by one does not see that a page is ten posts by ten people. Micro-content
(:mod:`maintext.microcontent`) does, but costs several times an extraction, so it is asked only where the
page may be a forum and its best set of blocks promises little.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maintext.features.scene import Scene
from maintext.model.decision import expected_f
from maintext.model.odds import shifted

__all__ = ["corrected", "in_doubt", "post_blocks"]

# F1 of the forums of wcxb_dev and magic_html by models that had not seen the site, pages asked, and ms a page
# of all wcxb_dev: below .6 .836 and .835, 11 pages, .04 ms; below .8 .841, .847, 45, .36; below .9 .844,
# .847, 102, 1.0. By models that had not seen the set: .776 and .821; .791, .835; .796, .840.
_DOUBTFUL_F = 0.8
_IN_POST, _OUTSIDE = 1.0, -0.5  # added to the log-odds
_LIKELY, _MOST_ELSEWHERE = 0.7, 0.3
_MOST_ROWS = 5_000  # of a page that is asked: 20 ms per thousand


def in_doubt(probability: NDArray[np.float64], n_words: NDArray[np.int64]) -> bool:
    """Whether the best set of blocks has an expected F1 below .8."""
    order = (-probability).argsort(kind="stable")
    return bool(expected_f(probability[order], n_words[order]).max(initial=0.0) < _DOUBTFUL_F)


def post_blocks(scene: Scene, probability: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the blocks that are the text of a post, bool of shape (n_blocks,).

    None are, if more than three tenths of the probable words (p > .7) stand outside of the records: that is
    an article with comments. Nor are any of a page of more than 5,000 rows. Cost that of
    :func:`maintext.microcontent.find_microcontent`.
    """
    from maintext.microcontent import find_microcontent  # noqa: PLC0415 - few pages need it

    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(blocks), dtype=np.bool_)
    if len(page) > _MOST_ROWS:
        return found
    is_text, in_record = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page), dtype=np.bool_)
    for post in find_microcontent(page).posts:
        in_record[post.row : post.end] = True
        is_text[list(post.text_rows)] = True
    likely = blocks.n_words * (probability > _LIKELY)
    elsewhere = likely[~in_record[blocks.row]].sum()
    if elsewhere <= _MOST_ELSEWHERE * likely.sum():
        found[blocks.of_row[is_text & (blocks.of_row >= 0)]] = True
    return found


def corrected(probability: NDArray[np.float64], in_post: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return probabilities with log-odds raised by 1 in posts and lowered by ½ elsewhere."""
    return shifted(probability, np.where(in_post, _IN_POST, _OUTSIDE))
