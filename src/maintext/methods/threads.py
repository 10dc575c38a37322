"""threads: what the records of a forum page say about its blocks, where the learned model is in doubt.

A model that judges blocks one by one does not see that a page is ten posts by ten people. Micro-content
(:mod:`maintext.microcontent`) does, but costs several times an extraction, so it is asked only where the
page may be a forum and its best set of blocks promises little.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.features.scene import Scene
from maintext.model.decision import expected_f
from maintext.model.odds import shifted

__all__ = ["Thread", "corrected", "in_doubt", "read_thread"]

# F1 of the forums of wcxb_dev and magic_html by models that had not seen the site, pages asked, and ms a page
# of all wcxb_dev: below .6 .836 and .835, 11 pages, .04 ms; below .8 .841, .847, 45, .36; below .9 .844,
# .847, 102, 1.0. By models that had not seen the set: .776 and .821; .791, .835; .796, .840.
_DOUBTFUL_F = 0.8
_IN_POST, _OUTSIDE = 1.0, -0.5  # added to the log-odds
_LIKELY, _MOST_ELSEWHERE = 0.7, 0.3
# Of an article with comments. Of the 38 pages that are asked four are read so: two are, and two are forums
# that lose nothing by it (F1 .95, 1), of which the model of kinds is sure of one.
_LEAST_BEFORE, _MIN_WORDS_BEFORE, _MIN_COMMENTS = 0.9, 40, 3
_MOST_ROWS = 5_000  # of a page that is asked: 20 ms per thousand


@dataclass(frozen=True, slots=True)
class Thread:
    """What the records of a page say about its blocks; columns are bool of shape (n_blocks,).

    Attributes
    ----------
    posts
        Texts of posts; none on an article with comments.
    comments
        On an article with comments all from the first comment on.
    """

    posts: NDArray[np.bool_]
    comments: NDArray[np.bool_]


def in_doubt(probability: NDArray[np.float64], n_words: NDArray[np.int64]) -> bool:
    """Whether the best set of blocks has an expected F1 below .8."""
    order = (-probability).argsort(kind="stable")
    return bool(expected_f(probability[order], n_words[order]).max(initial=0.0) < _DOUBTFUL_F)


def read_thread(scene: Scene, probability: NDArray[np.float64]) -> Thread:
    """Return the texts of posts, or of an article what is below it.

    There are no posts, if more than three tenths of the probable words (p > .7) stand outside of the records.
    If there are forty probable words or more, and nine tenths of them stand before the first of three records
    or more, it is an article, and these are its comments. Of a page of more than 5,000 rows neither is said.
    Cost that of :func:`maintext.microcontent.find_microcontent`.
    """
    from maintext.microcontent import find_microcontent  # noqa: PLC0415 - few pages need it

    page, blocks = scene.page, scene.blocks
    posts, comments = np.zeros((2, len(blocks)), dtype=np.bool_)
    records = find_microcontent(page).posts if len(page) <= _MOST_ROWS else ()
    if not records:
        return Thread(posts, comments)
    is_text, in_record = np.zeros((2, len(page)), dtype=np.bool_)
    for record in records:
        in_record[record.row : record.end] = True
        is_text[list(record.text_rows)] = True
    likely = blocks.n_words * (probability > _LIKELY)
    n_likely = int(likely.sum())
    if likely[~in_record[blocks.row]].sum() <= _MOST_ELSEWHERE * n_likely:
        posts[blocks.of_row[is_text & (blocks.of_row >= 0)]] = True
    elif n_likely >= _MIN_WORDS_BEFORE and len(records) >= _MIN_COMMENTS:
        behind = blocks.row >= min(record.row for record in records)
        comments[behind] = likely[~behind].sum() >= _LEAST_BEFORE * n_likely
    return Thread(posts, comments)


def corrected(probability: NDArray[np.float64], in_post: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return probabilities with log-odds raised by 1 in posts and lowered by ½ elsewhere."""
    return shifted(probability, np.where(in_post, _IN_POST, _OUTSIDE))
