"""Find headings whose section was dropped: See also, Related articles, Sign up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import HEADING_TAGS, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

    Bool = NDArray[np.bool_]

__all__ = ["find_hollow_headings"]

_LEVEL = np.max([tag_mask((tag,)) * level for level, tag in enumerate(HEADING_TAGS, start=1)], axis=0)
_HEADING = _LEVEL > 0
_PICTURE = tag_mask(("img", "picture", "video", "audio", "iframe", "hr"))
_MAX_CHARS = 100  # of a heading; what is longer is prose
_MANY = 3  # hollow headings of one level are the titles of a list


def find_hollow_headings(page: Page, keep: Bool) -> Bool | None:
    """Find kept headings that no kept text follows before the next one of their level.

    Headings of the first level, with a link, before a picture, or of more than 100 characters stay, and so do
    three or more of one level: titles of cards. Cost O(n_rows).
    """
    texts = np.flatnonzero(keep & (page.n_chars > 0))
    headings = np.flatnonzero(_HEADING[page.tag])
    first, end = np.searchsorted(texts, headings), np.searchsorted(texts, page.end[headings])
    own = end > first
    headings, first, end = headings[own].tolist(), first[own].tolist(), end[own].tolist()
    is_body = np.ones(len(texts), dtype=np.bool_)
    for start, stop in zip(first, end, strict=True):
        is_body[start:stop] = False
    body = np.flatnonzero(is_body)
    if not headings or not len(body):
        return None
    next_body = np.append(body, len(texts))[np.searchsorted(body, end)].tolist()
    found: dict[int, list[int]] = {}
    following, following_level = len(texts), 0  # the next heading that stays
    for row, start, after, text in zip(headings[::-1], first[::-1], end[::-1], next_body[::-1], strict=True):
        level = int(_LEVEL[page.tag[row]])
        if following <= text and following_level <= level > 1 and _is_title(page, texts[start:after]):
            # Pictures after the last text are not part of it.
            stop = texts[following] if following < len(texts) else row
            if not _PICTURE[page.tag[page.end[row] : stop]].any():
                found.setdefault(level, []).append(row)
                continue
        following, following_level = start, level
    rows = [row for some in found.values() if len(some) < _MANY for row in some]
    if not rows:
        return None
    hollow = np.zeros(len(page), dtype=np.bool_)
    hollow[rows] = True
    return page.inside(hollow) & keep


def _is_title(page: Page, texts: NDArray[np.int64]) -> bool:
    return bool(page.n_chars[texts].sum() <= _MAX_CHARS) and not page.is_link[texts].any()
