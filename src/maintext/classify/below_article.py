"""Texts below an article that are not the page's own: comments of readers, and other stories."""

from __future__ import annotations

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES, BlockFeatures, find_headline
from maintext.classify.model.kind import Kind
from maintext.html.arrays import Bool, mark_rows
from maintext.html.tags import tag_id

__all__ = ["find_next_articles", "find_reader_comments"]

_H1, _TITLE_COVER, _IN_COMMENTS = tag_id("h1"), *map(FEATURES.index, ("title_cover", "n_named_comment"))
_IS_ARTICLE, _MAY_BE_ARTICLE = 0.9, 0.5  # probabilities of the kind
_MIN_WORDS, _MIN_NEXT_WORDS = 100, 50
_MAX_COVER = 0.5  # share of the title's words in the headline of another article
_MAX_COMMENTS = 0.8  # share of the chosen words; where comments are more, they are the content


def find_next_articles(scene: BlockContext, features: BlockFeatures, kind: Kind, chosen: Bool) -> Bool:
    """Return the chosen blocks of the articles that follow the page's own.

    The page's own article has the page's title in an ``h1``, and the next one has another title in an ``h1``
    of the same shape (tag and class, and those of the parent). The headings stand in two elements side by
    side. The first has 100 chosen words at least; from the second on there are 50. The page is an article
    with a probability of .9 at least. Cost O(n_blocks).

    Parameters
    ----------
    scene, features, kind
        The page, the features of its blocks, and its kind.
    chosen
        Blocks that are kept so far; this and the result are bool of shape (n_blocks,).
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(chosen), dtype=np.bool_)
    at = find_headline(features.matrix)
    if at < 0 or kind.probabilities["article"] < _IS_ARTICLE:
        return found
    is_other = (features.group == features.group[at]) & (features.matrix[:, _TITLE_COVER] < _MAX_COVER)
    is_other[:at] = False
    headline, heading = blocks.row[[at, is_other.argmax()]].tolist()
    if not is_other.any() or not page.inside(page.tag == _H1)[headline]:
        return found
    first, second = headline, heading
    while page.parent[second] > headline:
        second = int(page.parent[second])
    while page.parent[first] != page.parent[second]:
        first = int(page.parent[first])
    start, end, start_of_next = blocks.row.searchsorted((first, page.end[first], second)).tolist()
    n_words = blocks.n_words * chosen
    if n_words[start:end].sum() >= _MIN_WORDS and n_words[start_of_next:].sum() >= _MIN_NEXT_WORDS:
        found[start_of_next:] = chosen[start_of_next:]
    return found


def find_reader_comments(scene: BlockContext, features: BlockFeatures, kind: Kind, chosen: Bool) -> Bool:
    """Return the chosen blocks of an article's page that are comments with an author or a date.

    The page is an article with a probability of one half at least, and comments have at most four fifths of
    the chosen words. Cost O(n_blocks), and that of :func:`~maintext.metadata.posts.find_posts` where a
    chosen block is in an element named after comments.

    Parameters and result are those of :func:`find_next_articles`.
    """
    found = np.zeros(len(chosen), dtype=np.bool_)
    is_near = chosen & (features.matrix[:, _IN_COMMENTS] > 0)
    if kind.probabilities["article"] < _MAY_BE_ARTICLE or not is_near.any():
        return found
    from maintext.metadata.posts import find_posts  # noqa: PLC0415 - few pages need it, and it loads much

    page, blocks = scene.page, scene.blocks
    is_comment = mark_rows(len(page), [row for post in find_posts(page) for row in post.text_rows])
    found = chosen & is_comment[blocks.row] & is_comment[blocks.last]
    if (blocks.n_words * found).sum() > _MAX_COMMENTS * (blocks.n_words * chosen).sum():
        found[:] = False
    return found
