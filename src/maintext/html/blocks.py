"""Blocks of a page: texts between block-level boundaries, as columns; captions, and the main region.

A block is one paragraph, heading, list item, table cell or menu entry. Blocks are numpy columns in document
order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from maintext._core import columns as core
from maintext._core.elements import WordSet
from maintext._core.fields import find_captions, find_main_region
from maintext.html.arrays import Bool, Int, mark_rows, running_sum
from maintext.html.columns import Page
from maintext.html.parser import MARKS
from maintext.html.tags import BLOCK, tag_id, tag_mask

__all__ = [
    "Blocks", "caption_texts", "closed_rows", "find_blocks", "is_mostly_cjk", "link_around",
    "main_region_mask", "named_rows", "pictures_of_teasers", "shown_rows", "smallest_with_text",
    "sum_by_subtree",
]  # fmt: skip

_IMG = tag_id("img")
# The large copy of a picture, or the page itself, where a script opens that.
_PICTURE_LINK = re.compile(r"^#$|\.(?:jpe?g|png|gif|webp)(?:\?|$)", re.IGNORECASE)
_FIGURE, _FIGCAPTION, _BUTTON = tag_id("figure"), tag_id("figcaption"), tag_mask(("button",))
_SEEN = tag_mask(("img", "iframe", "video", "audio"))
_H1, _ARTICLE = tag_id("h1"), tag_id("article")
_SCRIPT_LINK = re.compile(r"^(?:#|javascript:)")
_SITE = re.compile(r"^(?:https?:)?//[^/]*")
_SHARES = re.compile(r"/share(?:r|article)?[?.]|/intent/|/pin/create/", re.IGNORECASE)
_FRAMES, _BLOCKS = tag_mask(("figure", "picture")), tag_mask(BLOCK)
_PHOTO = re.compile(r"\.jpe?g(?:\?|$)", re.IGNORECASE)
_PICTURE, _OUTSIDE = tag_id("picture"), tag_mask(("nav", "aside", "footer", "button"))
_MIN_FILE_NAME, _MAX_FILE_NAME = 6, 500  # bytes
# Sizes and endings of the file of one picture, with the versions of some systems: a-640x480.jpg, a.0.jpg.webp
_SIZES = rb"(?i:(?:[-_.~](?:\d+x[\w-]*|x\d+|scaled|s\d+-c\d+)|\.\d)?(?:\.(?:jpe?g|png|webp|gif|avif)){0,2})"
_SIZES_AT_END, _FILE_REST = re.compile(_SIZES + b"$"), re.compile(_SIZES + rb'["?&%\s,/]')
# A logo, a face, or a copy of less than 100 pixels; narrower than 30 is a ratio.
_NO_LEAD = re.compile(rb'logo|avatar|<img[^>]{0,999} width="[3-9]\d(?:px)?"', re.IGNORECASE)
_MIN_PARAGRAPH, _MAX_LEADS = 40, 10  # characters of the first text, pictures before it
_MAX_PICTURES, _MAX_STEPS, _MAX_CAPTION_TEXTS, _MAX_BYTES = 200, 3, 3, 200
# Tags of other pictures, in small letters: icons, codes to scan, faces, and what is smaller than 100 pixels.
_ICONS = WordSet(
    tuple("icon logo avatar share qrcode qr_code erweima code. zoom. button empty thumbup thumb_up".split())
)
# A pattern that begins with one character is found fast.
_SMALL = re.compile(rb' (?:width|height)="\d{1,2}(?:px)?"'), re.compile(rb"-\d\dx\d\d")
_ANIMATION = re.compile(rb"<img(?![^>]{0,999}(?:data-|srcset))[^>]{0,999}\.gif\b")
# In the tags of a box that is no part of the text: what plays, and who wrote it.
_PLAYS = re.compile(rb' (?:class|id)="[^"]{0,300}?video', re.IGNORECASE)
_WRITER = re.compile(
    rb' (?:class|id|rel|href|data-testid)="[^"]{0,300}?(?:auth?or|byline)|>\s*By [A-Z]', re.IGNORECASE
)
_MAX_NAME = 4  # words of an alternative text that is a name
_MAX_BOX = 3_000  # bytes of it
# Elements up from a picture to a headline or text, characters of a headline, its share of the text.
_MAX_UP, _MIN_HEADLINE, _MOSTLY = 6, 25, 0.75
# Words of a caption, characters of CJK; what is longer and called so is a card with its text.
_MAX_WORDS, _MAX_CJK = 60, 200


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Blocks of one page; arrays of shape (n_blocks,), int64.

    - ``row``: first text row.
    - ``last``: last text row.
    - ``element``: lowest element that holds both.
    - ``n_chars``, ``n_words``, ``n_punctuation``, ``n_digits``, ``n_cjk``: sums over the text rows of the
      block.
    - ``n_link_chars``: characters inside ``<a href>``.
    - ``of_row``: shape (n_rows,): block of each text row, −1 for all other rows.
    """

    row: Int
    last: Int
    element: Int
    n_chars: Int
    n_words: Int
    n_punctuation: Int
    n_digits: Int
    n_cjk: Int
    n_link_chars: Int
    of_row: Int

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self.row)


def find_blocks(page: Page, rows: Bool | None = None) -> Blocks:
    """Return the blocks of a page in document order. Cost O(n_rows).

    ``rows`` are the text rows to use, bool of shape (n_rows,); all visible ones by default.
    """
    chosen = ~page.is_hidden if rows is None else rows
    return Blocks(*core.find_blocks(page.columns, chosen.view(np.uint8)))


def sum_by_subtree(page: Page, blocks: Blocks, column: Int) -> Int:
    """Return the sums of a column of blocks over those that begin in each row's subtree."""
    values = np.zeros(len(page), dtype=np.int64)
    values[blocks.row] = column
    return page.subtree_sum(values)


def caption_texts(page: Page) -> Bool:
    """Return a mask of the texts in a ``<figcaption>`` or in an element with a caption class.

    A caption class contains ``caption`` or ``Caption``; its element has at most 60 words, 200 on pages of
    mostly Chinese, Japanese or Korean, where each character is one. Bool of shape (n_rows,), cached for the
    page. Cost O(n_rows + n_attributes).
    """
    return page.cached(_read_captions)


def _read_captions(page: Page) -> Bool:
    most = _MAX_CJK if page.cached(is_mostly_cjk) else _MAX_WORDS
    found: Bool = find_captions(page.columns, _FIGCAPTION, most)
    return found


def _frame_texts(page: Page) -> Bool:
    """Mask captions, and other texts that belong to a picture.

    They are in a figure with a caption and few words (who took it), or in a link to a larger copy: Discourse
    writes the name and size of the file there.
    """
    found = caption_texts(page)
    if (page.tag == _FIGCAPTION).any():
        figures = (page.tag == _FIGURE) & (page.subtree_sum(page.n_words) <= _MAX_WORDS)
        for tag in (_FIGCAPTION, _IMG):
            figures &= page.subtree_sum(page.tag == tag) > 0
        found = found | (page.inside(figures) & page.is_text)
    if copies := page.rows_with("class", b"lightbox"):
        found = found | page.inside(mark_rows(len(page), copies) & page.is_anchor)
    return found


def is_mostly_cjk(page: Page) -> bool:
    """Return True if more than half of a page's characters are Chinese, Japanese or Korean."""
    return int(page.n_cjk.sum()) * 2 > int(page.n_chars.sum())


def main_region_mask(page: Page, kept: Bool) -> Bool:
    """Return a mask of all rows in the main content, rows without text included.

    A row counts between two kept texts with no other visible text between them, in an element whose visible
    text is all kept, or right before a kept text in the element that holds all of them. Captions that are not
    kept do not count as text, so that their picture stays. A picture or player also counts right before or
    after a kept text, with only buttons between them. Icons do not, nor do linked pictures without a caption,
    unless the link leads to a picture. One photo between headline and text counts, and the picture that the
    page declares (``og:image``) where it stands before the end of the text. What the options ``only`` and
    ``drop`` leave out never counts.

    - ``kept``: bool of shape (n_rows,): the text rows of the main content.

    Returns
    -------
    bool, shape (n_rows,)
        All False if nothing is kept. Cost O(n_rows).
    """
    captions = page.cached(_frame_texts)
    found: Bool = find_main_region(
        page.columns, np.ascontiguousarray(kept).view(np.uint8), captions.view(np.uint8)
    )
    pictures = page.tagged(_SEEN).nonzero()[0]
    others = pictures[~found[pictures]]
    if len(others):
        aside = page.is_hidden | captions | page.inside(page.tagged(_BUTTON))
        texts = ((page.n_chars > 0) & (kept | (~aside & page.is_text))).nonzero()[0]
        for row in _pictures_around(page, kept, texts, others):
            found[row] = True
        lead = _find_lead(page, kept, texts, pictures)
        if declared := _find_declared(page, kept, texts, found):
            # One between headline and text goes first: its caption stands there.
            lead = [row for row in lead if row in declared] or declared
        if lead and not found[lead].any():
            found[lead[0]] = True
    return _without_closed(page, kept, found)


def named_rows(page: Page, name: str) -> Bool:
    """Return the rows in the elements that the user's selector of an option in ``MARKS`` names; a mask."""
    return page.inside(mark_rows(len(page), page.attribute(MARKS[name]).row))


def closed_rows(page: Page) -> Bool | None:
    """Return the rows that ``only`` and ``drop`` leave out and ``keep`` does not name; None without marks."""
    if not any(len(page.attribute(mark).row) for mark in MARKS.values()):
        return None
    only, keep, drop = (named_rows(page, name) for name in ("only", "keep", "drop"))
    return drop | ~(only | keep) if only.any() else drop


def _without_closed(page: Page, kept: Bool, rows: Bool) -> Bool:
    """Return a mask without the closed rows that have no kept text."""
    closed = page.cached(closed_rows)
    return rows if closed is None else rows & ~(closed & (page.subtree_sum(kept) == 0))


def _find_declared(page: Page, kept: Bool, texts: Int, found: Bool) -> list[int]:
    """Return the pictures before the text's end whose file the page declares, in page order.

    They need not be photos, nor next to the text. None if one is ``found`` already.
    """
    own = texts[kept[texts]]
    rows = [row for row in page.cached(_declared_pictures) if len(own) and row < own[-1]]
    if not rows or found[rows].any():
        return []
    is_outside = page.inside(page.tagged(_OUTSIDE))
    return [
        row
        for row in rows
        if not is_outside[row]
        and (not _leads_away(page, link := _link_address(page, row)) or _SCRIPT_LINK.search(link or ""))
        and not _NO_LEAD.search(_read_tag(page, row))
        and not _is_in_box(page, kept, texts, row)
    ]


def _declared_pictures(page: Page) -> list[int]:
    """Return the pictures that are not hidden whose file is that in ``og:image``, in any size."""
    pictures = ((page.tag == _IMG) & ~page.is_hidden).nonzero()[0]
    if not len(pictures):
        return []
    data = page.data
    at = data.find(b'"og:image"', 0, int(page.byte_start[pictures[0]]))
    if at < 0:
        return []
    tag = data[data.rfind(b"<", 0, at) : data.find(b">", at)]
    url = tag.partition(b' content="')[2].partition(b'"')[0].partition(b"?")[0]
    name = _SIZES_AT_END.sub(b"", url[-_MAX_FILE_NAME:].rpartition(b"/")[2])
    # The tags of the <source> elements before a picture count as its own.
    parents = page.parent[pictures]
    starts = page.byte_start[np.where(page.tag[parents] == _PICTURE, parents, pictures)]
    ends = page.inner_start[pictures]
    places = [*_find_file(data, name, int(starts[0]), int(ends[-1]))] if len(name) >= _MIN_FILE_NAME else []
    if not places:
        return []
    rows: list[int] = pictures[np.searchsorted(places, starts) < np.searchsorted(places, ends)].tolist()
    return rows


def _find_file(data: bytes, name: bytes, at: int, end: int) -> Iterator[int]:
    """Yield where the name of a file stands in a URL, in any size. A pattern takes longer to compile."""
    while (at := data.find(name, at + 1, end)) >= 0:
        is_start = data[at - 1 : at] in {b"/", b'"'} or data[at - 3 : at] == b"%2F"
        if is_start and _FILE_REST.match(data, at + len(name)):
            yield at


def _read_tag(page: Page, row: int) -> bytes:
    """Return the tag of a picture, with those of the ``<source>`` elements before it."""
    around = int(page.parent[row])
    start = around if page.tag[around] == _PICTURE else row
    return page.data[page.byte_start[start] : page.inner_start[row]]


def _find_lead(page: Page, kept: Bool, texts: Int, pictures: Int) -> list[int]:
    """Return the pictures between the headline and the first paragraph: in a frame, or a photo on its own.

    One in a frame may also stand above the headline, at the start of the ``<article>`` around all the text.
    """
    own = kept[texts].nonzero()[0]
    long = own[page.n_chars[texts[own]] >= _MIN_PARAGRAPH]
    headlines = (page.tag == _H1).nonzero()[0]
    if not len(long) or not len(headlines):
        return []
    first = int(texts[long[0]])
    at = int(headlines.searchsorted(first)) - 1
    if at < 0 or page.end[headlines[at]] > first:
        return []
    headline, article = int(page.end[headlines[at]]), int(headlines[at])
    while article > 0 and page.tag[article] != _ARTICLE:
        article = int(page.parent[article])
    is_whole = 0 < article < texts[own[0]] and texts[own[-1]] < page.end[article]
    above = pictures[(pictures > article) & (pictures < headline) & _FRAMES[page.tag[page.parent[pictures]]]]
    between = pictures[(pictures >= headline) & (pictures < first)][:_MAX_LEADS]
    found = []
    for row in [*(above.tolist() if is_whole and len(above) == 1 else ()), *between.tolist()]:
        after = texts[texts.searchsorted(row) : long[0]]
        before = texts[texts.searchsorted(headline) : texts.searchsorted(row)]
        if (
            page.tag[row] == _IMG
            and page.n_words[after].sum() <= _MAX_WORDS
            and page.n_words[before].sum() <= 2 * _MAX_WORDS
            and ((link := _link_address(page, row)) is None or _PICTURE_LINK.search(link))
            and not _is_sign(page, row)
            and not _is_in_box(page, kept, texts, row)
            and _is_photo(page, texts, row)
        ):
            found.append(row)
    return found


def _is_photo(page: Page, texts: Int, row: int) -> bool:
    """Return True for a picture in ``<figure>`` or ``<picture>``, or a photo in a block without text."""
    around = int(page.parent[row])
    for _ in range(_MAX_STEPS):
        if _FRAMES[page.tag[around]]:
            return True
        if _BLOCKS[page.tag[around]]:
            break
        around = int(page.parent[around])
    start, stop = texts.searchsorted((around, page.end[around])).tolist()
    return start == stop and _PHOTO.search(page.value(row, "src") or "") is not None


def pictures_of_teasers(page: Page, kept: Bool, pictures: Int) -> Iterator[int]:
    """Yield the pictures that belong to the headline of another page, and some above that of this one.

    That is a link, and most of the text in the lowest element around the picture that has any; no text in it
    is kept. A caption is one only if the picture links to a page too. Above the headline, if the text begins
    with it, pictures that link to pages do not count. Nor does what links to a form to share the
    page. ``pictures`` are rows. Cost O(n_rows).
    """
    if not len(pictures):
        return
    seen = page.is_text & ~page.is_hidden
    n_seen, linked = running_sum(page.n_chars * seen), seen & page.is_link
    linked_text = linked & ~page.cached(_frame_texts)
    headline = around = int(kept.argmax())
    while around >= 0 and page.tag[around] != _H1:
        around = int(page.parent[around])
    for row in pictures[:_MAX_PICTURES].tolist():
        start, end, n_up = row, row + 1, 0
        while n_seen[end] == n_seen[start] and start > 0 and n_up < _MAX_UP:
            start = int(page.parent[start])
            end, n_up = int(page.end[start]), n_up + 1
        link = _link_address(page, row)
        is_linked = link is not None and not _PICTURE_LINK.search(link)
        part, n_chars = slice(start, end), n_seen[end] - n_seen[start]
        counted = linked if is_linked else linked_text
        n_own = page.n_chars[part] @ counted[part] if n_chars >= _MIN_HEADLINE else 0
        is_teaser = n_own >= max(_MIN_HEADLINE, _MOSTLY * n_chars) and not page.n_chars[part] @ kept[part]
        is_above = row < headline and around >= 0
        if is_teaser or (link and _SHARES.search(link)) or (is_above and _leads_away(page, link)):
            yield row


def _pictures_around(page: Page, kept: Bool, texts: Int, pictures: Int) -> Iterator[int]:
    """Yield pictures next to the text: right before or after a kept text, in the element around all of them.

    A short text in the element of the picture alone is its caption. Links do not count unless the picture has
    a caption or they lead to a picture; icons do not. What is attached to posts in Discuz! (``zoomfile``)
    does: scraps of hidden text stand before it.
    """
    own = kept[texts].nonzero()[0]
    if not len(own) or not len(pictures):
        return
    first, last = texts[own[[0, -1]]].tolist()
    top, end = _element_around(page, texts, int(own[0]), int(own[-1]))
    bottom = _lowest_around(page, first, last)
    has_caption: Bool = page.tag == _FIGCAPTION
    if has_caption.any():
        has_caption = page.inside((page.tag == _FIGURE) & (page.subtree_sum(has_caption) > 0))
    for row in pictures[(pictures > top) & (pictures < end)][:_MAX_PICTURES].tolist():
        if b"zoomfile=" in page.data[page.byte_start[row] : page.inner_start[row]]:
            yield row
            continue
        link = None if has_caption[row] else _link_address(page, row)
        if link is not None and not _PICTURE_LINK.search(link):
            if _leads_to_kept(page, texts[own], row, link) and not _is_sign(page, row):
                yield row
            continue
        if _is_sign(page, row):
            continue
        neighbours = [texts[i] for i in _adjacent_texts(page, texts, row) if 0 <= i < len(texts)]
        others = [text for text in neighbours if not kept[text]]
        links = [text for text in others if first < text < last and page.is_link[text]]
        if len(others) == len(neighbours):
            continue
        boxes = [_lowest_around(page, row, text) for text in links if not has_caption[row]]
        # As near to the text above as to the link, in a box of its own: in a post above its date and buttons.
        above = _lowest_around(page, row, neighbours[0]) if kept[neighbours[0]] else bottom
        is_aside = any(box > bottom and (box != above or box == page.parent[row]) for box in boxes)
        if page.tag[row] != _IMG or not (is_aside or _is_in_box(page, kept, texts, row)):
            yield row


def _lowest_around(page: Page, *rows: int) -> int:
    """Return the lowest element around some rows."""
    around = min(rows)
    while page.end[around] <= max(rows):
        around = int(page.parent[around])
    return around


def _is_sign(page: Page, row: int) -> bool:
    """Return True for an icon, a small picture or an animation, by its tag and that around it."""
    start = int(page.byte_start[row])
    around = max(int(page.byte_start[page.parent[row]]), start - _MAX_BYTES)
    tag = page.data[around : page.inner_start[row]].lower()
    is_icon = _ICONS.found_in(tag.decode("latin-1")) or any(size.search(tag) for size in _SMALL)
    return is_icon or (b".gif" in tag and _ANIMATION.search(tag) is not None)


def _is_in_box(page: Page, kept: Bool, texts: Int, row: int) -> bool:
    """Return True for the still of a video, or a portrait of the writer, with a text that is dropped."""
    around, own = smallest_with_text(page, texts, row)
    if not len(own) or kept[own].any():
        return False
    first = int(page.byte_start[around])
    box = page.data[first : min(int(page.byte_end[around]), first + _MAX_BOX)]
    if (b"ideo" in box and _PLAYS.search(box)) or b"author" in page.data[
        page.byte_start[row] : page.inner_start[row]
    ]:
        return True
    name = (page.value(row, "alt") or "").lower().split()
    text = " ".join(page.row_text(at) for at in own.tolist()).lower()
    is_name = 1 < len(name) <= _MAX_NAME and " ".join(name[-2:]) in text
    return is_name and _WRITER.search(box) is not None


def smallest_with_text(page: Page, texts: Int, row: int) -> tuple[int, Int]:
    """Return the smallest of the six elements around a row that has some of ``texts``, and these.

    The sixth, or the root, with no texts if none of them has any. ``texts`` are ascending rows.
    """
    at = int(texts.searchsorted(row))
    before = int(texts[at - 1]) if at else 0
    after = int(texts[at]) if at < len(texts) else len(page)
    for _ in range(_MAX_UP):
        row = int(page.parent[row])
        if row <= before or after < page.end[row]:
            break
    start, stop = texts.searchsorted((row, page.end[row])).tolist()
    return row, texts[start:stop]


def _leads_to_kept(page: Page, own: Int, row: int, link: str) -> bool:
    """Return True for a picture that leads where a kept title of the same card does."""
    near = smallest_with_text(page, own, row)[1][:_MAX_LEADS]
    return any(_link_address(page, text) == link for text in near.tolist())


def _leads_away(page: Page, link: str | None) -> bool:
    """Return True for a link to another page, not to a picture or this page."""
    if link is None or _PICTURE_LINK.search(link):
        return False
    path, own = (_SITE.sub("", url).strip("/") for url in (link, page.url or ""))
    return not path or path != own


def _link_address(page: Page, row: int) -> str | None:
    """Return what the link around a row leads to, None for no link."""
    return (page.value(link_around(page, row), "href") or "") if page.is_link[row] else None


def link_around(page: Page, row: int) -> int:
    """Return the link that a row is or stands in, −1 for none."""
    while row >= 0 and not page.is_anchor[row]:
        row = int(page.parent[row])
    return row


def _element_around(page: Page, texts: Int, first: int, last: int) -> tuple[int, int]:
    """Return start and end of the lowest element around some texts that has other texts too."""
    row, bottom = int(texts[first]), int(texts[last])
    before = int(texts[first - 1]) if first else -1
    after = int(texts[last + 1]) if last + 1 < len(texts) else len(page)
    while row > 0:
        row = int(page.parent[row])
        if page.end[row] > bottom and (row <= before or page.end[row] > after):
            break
    return row, int(page.end[row])


def _adjacent_texts(page: Page, texts: Int, row: int) -> tuple[int, int]:
    """Return the numbers of the texts before and after a picture, its caption left out."""
    after = int(texts.searchsorted(row))
    before = after - 1
    around = row
    for _ in range(_MAX_STEPS):
        around = int(page.parent[around])
        start, stop = texts.searchsorted((around, page.end[around])).tolist()
        if stop - start > _MAX_CAPTION_TEXTS or page.is_link[texts[start:stop]].any():
            break
        if page.n_words[texts[start:stop]].sum() > _MAX_WORDS:
            break
        before, after = start - 1, stop
    return before, after


def shown_rows(page: Page, kept: Bool) -> Bool:
    """Return the rows that are not hidden, or in a hidden element with kept text; bool of shape (n_rows,).

    Those that the options ``only`` and ``drop`` leave out are not shown. Links around a picture that only
    screen readers do not see (``aria-hidden``) are drawn.
    """
    links = page.cached(_drawn_links)
    found = ~page.is_hidden
    if links or (kept & page.is_hidden).any():
        opened = page.is_hidden & (page.subtree_sum(kept) > 0)
        opened[links] = True
        found |= page.inside(opened)
    return _without_closed(page, kept, found)


def _drawn_links(page: Page) -> list[int]:
    """Return the links around a picture that are hidden by ``aria-hidden`` alone."""
    pictures = ((page.tag == _IMG) & page.is_hidden & page.is_link).nonzero()[0]
    links = page.attribute("aria-hidden").row if len(pictures) else pictures
    links = links[page.is_anchor[links] & page.is_hidden[links] & ~page.is_hidden[page.parent[links]]]
    links = links[pictures.searchsorted(links) < pictures.searchsorted(page.end[links])]
    return [row for row in links.tolist() if page.attributes(row).keys().isdisjoint(("style", "hidden"))]
