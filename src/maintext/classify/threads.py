"""Keep short replies and quotes of threads: posts that look like one that is kept.

Texts of a few characters say nothing to the model, least in Chinese, as it has learned from few such threads.
On a page that is likely a thread, elements of the same tag, class and depth are posts, if one is kept whole.
A topic with a long opening post reads like an article: there the page says how many replies follow.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.fields import first_places
from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import Kind
from maintext.html import Page
from maintext.html.arrays import Bool, Float, mark_ranges, mark_rows, running_sum

if TYPE_CHECKING:  # imported on first use
    from maintext.metadata.posts import Post

__all__ = ["complete_thread", "find_counted_replies"]

_LIKELY = 0.4  # probability of a thread
_WHOLE = 0.8  # share of the words of such posts that is kept
_MIN_PROBABILITY = 0.3  # of a block to be main content, in threads of other languages
_MAX_TEXT = 0.9  # share of all words kept that stand in posts
_MIN_CJK = 0.5  # share of the characters
_COUNT = re.compile(r"(\d{1,5})\s*(?:条回[复帖]|[條則]回[覆應])(?![^\s•·|，,])")
_COUNT_WORDS = ("条回", "條回", "則回")
_ADDITION = re.compile(r"第\s*\d+\s*[条條]附言")  # of the user who opened the topic
_MIN_REPLIES = 2


def complete_thread(scene: BlockContext, kind: Kind, probability: Float, chosen: Bool) -> Bool:
    """Return the blocks of a thread that stand in posts like those chosen.

    ``probability``, ``chosen`` and the result are of shape (n_blocks,). Cost O(n_rows) for a thread.
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(blocks), dtype=np.bool_)
    if kind.probabilities["forum"] < _LIKELY:
        return found
    words, kept = running_sum(blocks.n_words), running_sum(blocks.n_words * chosen)
    at = page.attribute("class")
    depth = page.depth[at.row]
    first, end = np.searchsorted(blocks.row, (at.row, page.end[at.row]))
    # Posts are of one depth, and have most of the words: others need not be compared.
    of_depth = np.bincount(depth, kept[end] - kept[first])
    may_be = (first < end) & (of_depth >= _MAX_TEXT * kept[-1])[depth]
    first, end = first[may_be], end[may_be]
    names = np.array((page.tag[at.row], depth, at.start, at.end))[:, may_be].T.tolist()
    number: dict[tuple[int, int, bytes], int] = {}
    group = np.array(
        [number.setdefault((tag, depth, page.data[i:j]), len(number)) for tag, depth, i, j in names], np.int64
    )
    n_words, n_kept = words[end] - words[first], kept[end] - kept[first]
    of_group = np.bincount(group, n_kept)
    share = of_group / np.maximum(np.bincount(group, n_words * (n_kept > 0)), 1)
    is_post = (np.bincount(group) > 1) & (of_group >= _MAX_TEXT * kept[-1]) & (share >= _WHOLE)
    if is_post.any():
        chosen_posts = group == (share * is_post).argmax()
        found = mark_ranges(len(blocks), zip(first[chosen_posts], end[chosen_posts], strict=True))
    is_cjk = blocks.n_cjk.sum() >= _MIN_CJK * blocks.n_chars.sum()
    return found if is_cjk else found & (probability >= _MIN_PROBABILITY)


def find_counted_replies(scene: BlockContext) -> Bool:
    """Return the blocks of the replies below a Chinese line like 12 条回复, and of additions to the topic.

    Two replies at least have an author, a date and a text in an element named a reply, and there are no more
    of them than the line says. The result is of shape (n_blocks,). Cost O(n_blocks), and that of
    :func:`~maintext.metadata.posts.find_posts` where there is such a line.
    """
    page, blocks = scene.page, scene.blocks
    found = np.zeros(len(blocks), dtype=np.bool_)
    # One letter is found much faster than three, and stands on few pages of other scripts.
    if "回" not in page.text or not first_places(page.text, _COUNT_WORDS, 0):
        return found
    counts = ((at, match) for at in range(len(blocks)) if (match := _COUNT.match(scene.text_of(at))))
    at, count = next(counts, (0, None))
    if count is None:
        return found
    from maintext.metadata.posts import find_posts  # noqa: PLC0415 - few pages need it, and it loads much

    replies = [post for post in find_posts(page) if post.row > blocks.row[at] and _is_reply(page, post)]
    if not _MIN_REPLIES <= len(replies) <= int(count[1]):
        return found
    is_text = mark_rows(len(page), [row for post in replies for row in post.text_rows])
    found = is_text[blocks.row] | is_text[blocks.last]
    for addition in [i for i, text in enumerate(scene.texts[:at]) if _ADDITION.match(text)]:
        around = page.parent[blocks.element[addition]]
        found[addition : min(at, int(blocks.row.searchsorted(page.end[around])))] = True
    return found


def _is_reply(page: Page, post: Post) -> bool:
    """Return True for a record with author and date, and a text in an element whose class says reply."""
    row = int(page.parent[post.text_rows[0]])
    while row > post.row and "reply" not in (page.value(row, "class") or ""):
        row = int(page.parent[row])
    return row > post.row and bool(post.author and post.published)
