"""Automatic filling: read each record, its pictures and its level."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

import numpy as np

from maintext.html import Page
from maintext.html.arrays import nesting_levels
from maintext.metadata.body_parts import Image, find_images
from maintext.metadata.moment import Moment
from maintext.metadata.posts import Post, stated_levels
from maintext.records.posts.counts import ButtonBars
from maintext.records.posts.cues import RecordContext
from maintext.records.posts.post import MicroPost
from maintext.records.posts.record import PostRecord
from maintext.records.posts.region import PostRegion
from maintext.records.posts.slots import Slots

__all__ = ["fill_records", "find_pictures", "with_named_parts"]

_MIN_SIDE = 64  # px: what is drawn smaller is a portrait or an icon
_MIN_INDENT = 12.0  # px between levels of replies
_PORTRAIT = re.compile(
    rb"avatar|\bface\b|userpic|head[-_]?(?:img|pic|icon|portrait)|portrait|profile|emoji|emotion|\bicon|smil",
    re.IGNORECASE,
)


def fill_records(
    context: RecordContext, region: PostRegion, reference: Moment | dt.datetime | None
) -> tuple[MicroPost, ...]:
    """Return the posts of a region in page order.

    Cost: O(n_rows) in numpy, then O(rows of the records).
    """
    slots = Slots(context, region.records)
    images = find_pictures(slots)
    bars = ButtonBars(slots)
    numbers = range(len(slots.records))
    posts = [PostRecord(slots, i, bars, images.get(i, [])).post(reference) for i in numbers]
    fields = ("author", "time_text", "text")
    levels = nesting_levels(slots.records.tolist())
    if not any(levels):
        levels = stated_levels(slots.context.page, slots.owner, len(posts)) or _drawn_levels(slots) or levels
    usual = [name for name in fields if sum(bool(getattr(one, name)) for one in posts) * 2 > len(posts)]
    found = []
    for post, level in zip(posts, levels, strict=True):
        if (post.author or post.time_text) and (post.text or post.images or post.quoted):
            n_present = sum(bool(getattr(post, name)) for name in usual)
            sure = region.confidence * (n_present / max(len(usual), 1))
            found.append(replace(post, level=level, confidence=sure))
    return tuple(found)


def with_named_parts(page: Page, posts: tuple[MicroPost, ...], named: list[Post]) -> tuple[MicroPost, ...]:
    """Return posts with the author and date of the one named post in each: names tell more than places.

    Elements of the same shape may hold the editor of a post, or counts. But who alone stands before the text
    is the author, not who likes it.
    """
    rows = np.array([one.row for one in named], dtype=np.int64)
    return tuple(
        _with_parts(page, post, named[first]) if last == first + 1 else post
        for post in posts
        for first, last in [rows.searchsorted((post.row, post.end)).tolist()]
    )


def _with_parts(page: Page, post: MicroPost, named: Post) -> MicroPost:
    first = post.text_rows[0] if post.text_rows else post.end - 1
    before = "\n".join(page.row_text(row) for row in range(post.row, first) if page.is_text[row])
    author, other = post.author or "", named.author or ""
    at, at_other = before.find(author), before.find(other)
    is_first = at >= 0 and (at_other < 0 or at < at_other)
    is_known = not other or (is_first and any(map(str.isalpha, author)))
    days = [one and one.date() for one in (post.published, named.published)]
    # The same times in two zones may be a day apart.
    is_same = days[0] and days[1] and abs((days[0] - days[1]).days) <= 1
    return replace(
        post,
        author=post.author if is_known else other,
        published=post.published if is_same else named.published or post.published,
    )


def find_pictures(slots: Slots) -> dict[int, list[Image]]:
    """Return the pictures of each record by its number, without portraits and icons."""
    page = slots.context.page
    inside = slots.owner >= 0
    by_record: dict[int, list[Image]] = {}
    for image in find_images(page, inside & page.is_text, in_main=inside & ~slots.in_quote):
        if slots.owner[image.row] >= 0 and not _is_portrait(slots, image):
            by_record.setdefault(int(slots.owner[image.row]), []).append(image)
    return by_record


def _is_portrait(slots: Slots, image: Image) -> bool:
    """Return True for a small picture before the text, or one in an element named after a portrait."""
    page, start = slots.context.page, int(slots.records[slots.owner[image.row], 0])
    sides = [float(side) for side in (image.width, image.height) if side is not None]
    if (layout := slots.context.layout) is not None and layout.is_shown[image.row]:
        sides = [float(layout.width[image.row]), float(layout.height[image.row])]
    before = slice(start, image.row)
    is_main = slots.key[before] == np.uint64(max(slots.main, 0))
    if sides and max(sides) < _MIN_SIDE and not (slots.context.weight[before] * is_main > 0).any():
        return True  # what is small after the text is a preview
    at = image.row
    for _ in range(3):
        raw = page.data[page.byte_start[at] : page.inner_start[at]]
        if _PORTRAIT.search(raw.partition(b"src=")[0]) and at > start:
            return True
        at = int(page.parent[at])
        if at <= start:
            break
    return False


def _drawn_levels(slots: Slots) -> list[int]:
    """Return levels by drawn indentation; empty without layout or for columns."""
    layout, context = slots.context.layout, slots.context
    if layout is None:
        return []
    firsts = [start + int(np.argmax(context.weight[start:end] > 0)) for start, end in slots.records.tolist()]
    x, y = layout.x[firsts].astype(float), layout.y[firsts].astype(float)
    if (np.diff(y) <= 0).any() or np.ptp(x) < _MIN_INDENT:
        return []
    steps = np.unique(np.round((x - x.min()) / _MIN_INDENT))
    levels: list[int] = np.searchsorted(steps, np.round((x - x.min()) / _MIN_INDENT)).tolist()
    return levels
