"""Micro-content: pages of many small records, such as posts, comments and chats.

Source
    region_autofill (RAF): Shen Chen, Zhou Hui, 基于区域分块的微内容类网页正文提取技术, Natural Science
    Journal of Hainan University 31 (1), 2013. Only the abstract was available; the rules are ours.
Steps
    1. Cues (:mod:`~maintext.records.posts.cues`): texts that are times, buttons or counts; elements named
       after authors and texts.
    2. Region blocking (:mod:`~maintext.records.posts.region`): the best group of records with such cues, and
       the replies inside them.
    3. Automatic filling (:mod:`~maintext.records.posts.slots`, :mod:`~maintext.records.posts.filling`):
       texts at the same place of each record form a slot. Author, time and text are slots. Numbers are
       counts (:mod:`~maintext.records.posts.counts`).
Cost
    O(n_rows log n_rows) in numpy, Python work per record and per name.
Limits
    Records without time and author; records that are lines of text without elements of their own.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from maintext.html import Page
from maintext.metadata.moment import Moment
from maintext.metadata.page_dates import local_time
from maintext.metadata.posts import find_posts
from maintext.records.anchors import text_weight
from maintext.records.elements import hash_names
from maintext.records.posts.cues import RecordContext, find_cues
from maintext.records.posts.filling import fill_records, with_named_parts
from maintext.records.posts.post import MicroContent, MicroPost, posts_csv, posts_jsonl, posts_table
from maintext.records.posts.region import PostRegion, find_region

if TYPE_CHECKING:  # imported on first use
    from maintext.html.snapshot import Layout

__all__ = ["MicroContent", "MicroPost", "find_microcontent", "posts_csv", "posts_jsonl", "posts_table"]

_NAMED_CONFIDENCE = 0.5  # confidence in posts that only names tell


def find_microcontent(
    page: Page, *, reference: Moment | dt.datetime | None = None, layout: Layout | None = None
) -> MicroContent:
    """Return the posts, comments or chat lines of a page.

    - ``reference``: time of fetching, for relative times (3分钟前, 2h) and dates without a year.
    - ``layout``: columns of a browser snapshot of the page. It excludes what is not drawn, tells portraits
      by size, and gives levels to replies that are only indented.

    A page without micro-content gives no posts and a reason. Cost: O(n_rows log n_rows).
    """
    weight, reference = text_weight(page), local_time(page, reference)
    if layout is not None:
        weight = weight * layout.is_shown
    context = RecordContext(page, weight, find_cues(page, weight), hash_names(page), layout)
    region = find_region(context)
    if not isinstance(region, PostRegion):
        return _posts_by_names(page, reference, region)
    posts = with_named_parts(page, fill_records(context, region, reference), find_posts(page, reference))
    return MicroContent(posts, region.row, region.confidence if posts else 0.0, region.reason)


def _posts_by_names(page: Page, reference: Moment | dt.datetime | None, reason: str) -> MicroContent:
    """Return posts found by element names only, also inside ``<noscript>``."""
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
