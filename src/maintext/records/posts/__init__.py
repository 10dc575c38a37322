"""Micro-content: pages whose content is many small records, not one body.

Source
    region_autofill (RAF): Shen Chen, Zhou Hui, 基于区域分块的微内容类网页正文提取技术, Natural Science
    Journal of Hainan University 31 (1), 2013. Of the paper the abstract was at hand: region blocking, then
    content blocks that are filled in automatically.
Idea
    Microblogs, comments, posts of a thread and lines of a chat repeat, and each names a time or an author.
Steps
    1. Marks (:mod:`~maintext.records.posts.cues`): texts that are times, buttons, counts; elements named
       after authors and texts.
    2. Region blocking (:mod:`~maintext.records.posts.region`): the repeating parts with marks of their own,
       found as those of lists; the best one by what its records say. Replies within them.
    3. Automatic filling (:mod:`~maintext.records.posts.slots`, :mod:`~maintext.records.posts.filling`): texts
       in the same place of each record are one slot. Author, time and text are slots; numbers are counts by
       the words and names beside them (:mod:`~maintext.records.posts.counts`).
Interpretation
    The abstract gives no rules; those here are ours. How records repeat is shared with list pages.
Cost
    O(n_rows log n_rows) in numpy, Python work per record and per name.
Fails on
    Records without time and without author; a line of text for each record without elements of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.metadata.clock import local_time
from maintext.metadata.posts import find_posts
from maintext.records.anchors import text_weight
from maintext.records.elements import hash_names
from maintext.records.posts.cues import RecordContext, find_cues
from maintext.records.posts.filling import fill_records
from maintext.records.posts.post import MicroContent, MicroPost, posts_csv, posts_jsonl, posts_table
from maintext.records.posts.region import PostRegion, find_region

if TYPE_CHECKING:
    import datetime as dt

    from maintext.html import Page
    from maintext.html.snapshot import Layout
    from maintext.metadata.moment import Moment

__all__ = ["MicroContent", "MicroPost", "find_microcontent", "posts_csv", "posts_jsonl", "posts_table"]

_NAMED_CONFIDENCE = 0.5  # confidence in posts that only names tell


def find_microcontent(
    page: Page,
    *,
    reference: Moment | dt.datetime | None = None,
    layout: Layout | None = None,
) -> MicroContent:
    """Return the records of a page of micro-content.

    Parameters
    ----------
    page
        The page.
    reference
        When it was fetched: what 3分钟前, 2h and dates without a year are counted from.
    layout
        Columns of a snapshot of this page. With them, what is not drawn is left out, portraits are told by
        the size they are drawn in, and replies that are only drawn further in have their levels.

    Notes
    -----
    A page without micro-content gives no posts, and the reason. Cost O(n_rows log n_rows).
    """
    weight, reference = text_weight(page), local_time(page, reference)
    if layout is not None:
        weight = weight * layout.is_shown
    context = RecordContext(page, weight, find_cues(page, weight), hash_names(page), layout)
    region = find_region(context)
    if not isinstance(region, PostRegion):
        return _posts_by_names(page, reference, region)
    posts = fill_records(context, region, reference)
    return MicroContent(posts, region.row, region.confidence if posts else 0.0, region.reason)


def _posts_by_names(page: Page, reference: Moment | dt.datetime | None, reason: str) -> MicroContent:
    """Posts that only names tell, also in a ``<noscript>``, as forums write them that scripts fill."""
    noscript = page.inside(page.is_tag(("noscript",))) & page.is_text
    found = find_posts(page, reference, noscript)
    if not found:
        return MicroContent((), -1, 0.0, reason)
    posts = tuple(
        MicroPost(
            text=one.text, author=one.author, published=one.published, level=one.level,
            time_text=str(one.published or ""), confidence=_NAMED_CONFIDENCE,
            row=one.row, end=int(page.end[one.row]), text_rows=one.text_rows,
        )
        for one in found
    )  # fmt: skip
    return MicroContent(posts, 0, _NAMED_CONFIDENCE, f"named as posts; {reason}")
