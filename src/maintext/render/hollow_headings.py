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
_PICTURE = tag_mask(("img", "picture", "video", "audio", "iframe", "hr"))
_MAX_CHARS = 100  # of a heading; what is longer is prose
_MANY = 3  # hollow headings of one level are the titles of a list


def find_hollow_headings(page: Page, keep: Bool) -> Bool | None:
    """Find kept headings that no kept text follows before the next one of their level.

    Headings of the first level, with a link, before a picture, or of more than 100 characters stay, and so do
    three or more of one level: titles of cards. Cost O(n_rows).
    """
    headings = np.flatnonzero((_LEVEL[page.tag] > 0) & ~page.is_hidden)
    if not len(headings):
        return None
    texts = np.flatnonzero((page.n_chars > 0) & (keep | (page.is_text & ~page.is_hidden)))
    first, end = np.searchsorted(texts, (headings, page.end[headings]))
    in_heading = np.zeros(len(texts) + 1, dtype=np.int64)
    np.add.at(in_heading, first, 1)
    np.add.at(in_heading, end, -1)
    body = np.flatnonzero(keep[texts] & (in_heading.cumsum()[:-1] == 0))
    if not len(body):
        return None
    kept_before = np.concatenate(([0], keep[texts].cumsum()))
    is_kept = kept_before[end] > kept_before[first]
    next_body = np.append(body, len(texts))[np.searchsorted(body, end)]
    level = _LEVEL[page.tag[headings]]
    found: dict[int, list[int]] = {}
    following, following_level = len(texts), 0  # the next heading that stays
    for i in np.flatnonzero(is_kept)[::-1].tolist():
        row, after = int(headings[i]), int(end[i])
        is_empty = following <= next_body[i] and following_level <= level[i] > 1
        # Pictures after the last text are not part of it.
        stop = int(texts[following]) if following < len(texts) else row
        is_seen = _PICTURE[page.tag[page.end[row] : stop]].any()
        own = texts[first[i] : after]
        is_title = page.n_chars[own].sum() <= _MAX_CHARS and not page.is_link[own].any()
        if is_empty and is_title and not is_seen:
            found.setdefault(int(level[i]), []).append(row)
        else:
            following, following_level = int(first[i]), int(level[i])
    hollow = np.zeros(len(page), dtype=np.bool_)
    hollow[[row for rows in found.values() if len(rows) < _MANY for row in rows]] = True
    return page.inside(hollow) & keep if hollow.any() else None
