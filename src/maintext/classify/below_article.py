"""Texts that are not the page's own: below an article comments and other stories; lines around posts."""

from __future__ import annotations

import numpy as np

from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES, BlockFeatures, find_headline
from maintext.classify.model.kind import Kind
from maintext.html.arrays import Bool, mark_ranges, mark_rows
from maintext.html.tags import tag_id

__all__ = ["find_next_articles", "find_post_margins", "find_reader_comments"]

_H1, _TITLE_COVER, _IN_COMMENTS = tag_id("h1"), *map(FEATURES.index, ("title_cover", "n_named_comment"))
_IS_ARTICLE, _MAY_BE_ARTICLE = 0.9, 0.5  # probabilities of the kind
_MIN_WORDS, _MIN_NEXT_WORDS = 100, 50
_MAX_COVER = 0.5  # share of the title's words in the headline of another article
_MAY_BE_FORUM, _MIN_POSTS, _MAX_MARGIN_WORDS = 0.5, 2, 12
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
    if kind.probabilities["article"] < _IS_ARTICLE or (at := find_headline(features.matrix)) < 0:
        return found
    alike = at + 1 + (features.group[at + 1 :] == features.group[at]).nonzero()[0]
    others = alike[features.matrix[alike, _TITLE_COVER] < _MAX_COVER] if len(alike) else alike
    headline = int(blocks.row[at])
    if not len(others) or not page.inside(page.tag == _H1)[headline]:
        return found
    first, second = headline, int(blocks.row[others[0]])
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
    if kind.probabilities["article"] < _MAY_BE_ARTICLE or not features.matrix[chosen, _IN_COMMENTS].any():
        return found
    from maintext.metadata.posts import find_posts  # noqa: PLC0415 - few pages need it, and it loads much

    page, blocks = scene.page, scene.blocks
    is_comment = mark_rows(len(page), [row for post in find_posts(page) for row in post.text_rows])
    found = chosen & is_comment[blocks.row] & is_comment[blocks.last]
    if (blocks.n_words * found).sum() > _MAX_COMMENTS * (blocks.n_words * chosen).sum():
        found[:] = False
    return found


def find_post_margins(scene: BlockContext, kind: Kind, chosen: Bool) -> Bool:
    """Return the chosen blocks of posts that are about the user or repeat the subject (Re: Bees).

    The page is a forum with a probability of a half at least, and has two posts at least with author and
    text. The blocks stand outside of these texts, have twelve words at most, and do not state an author or
    the date of a post. Cost O(n_blocks), and that of :func:`~maintext.metadata.posts.find_posts` on such a
    page.

    Parameters and result are those of :func:`find_next_articles`.
    """
    found = np.zeros(len(chosen), dtype=np.bool_)
    if kind.probabilities["forum"] < _MAY_BE_FORUM or not chosen.any():
        return found
    # Few pages need them, and they load much.
    from maintext.metadata.moment import OTHER_DATE, find_moments  # noqa: PLC0415
    from maintext.metadata.posts import find_posts  # noqa: PLC0415

    page, blocks = scene.page, scene.blocks
    posts = [post for post in find_posts(page) if post.author and post.text_rows]
    if len(posts) < _MIN_POSTS:
        return found
    is_post = mark_ranges(len(page), ((post.row, int(page.end[post.row])) for post in posts))
    is_text = mark_ranges(len(page), ((post.text_rows[0], post.text_rows[-1] + 1) for post in posts))
    in_text = is_text[blocks.row] | is_text[blocks.last]
    found = chosen & ~in_text & is_post[blocks.row] & is_post[blocks.last]
    found &= blocks.n_words <= _MAX_MARGIN_WORDS
    authors = {post.author.lower() for post in posts if post.author}
    for at in found.nonzero()[0].tolist():
        text = scene.text_of(at)
        days = (text[:start] for start, _, moment in find_moments(text) if moment.day)
        is_dated = any(not OTHER_DATE.search(label) for label in days)
        found[at] = not (is_dated or any(author in text for author in authors))
    return found
