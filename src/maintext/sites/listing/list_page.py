"""Find the main list of an index page and follow it over several pages."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from maintext.classify.model.kind import INDEX_KINDS, Kind
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_ranges, running_sum
from maintext.html.blocks import find_blocks
from maintext.html.characters import collapse_whitespace
from maintext.html.urls import bare_host
from maintext.metadata.page_dates import local_time
from maintext.options import CheckedOptions, changed, option
from maintext.records.anchors import find_anchors, is_paging_label, text_weight
from maintext.records.elements import CHROME
from maintext.records.regions import ListRegion, find_regions
from maintext.sites.listing.items import Item, read_items
from maintext.sites.listing.record import Reference
from maintext.sites.pagination.links import Pagination, find_frames, find_pagination
from maintext.sites.pagination.series import is_same_url, without_list_page

__all__ = ["FollowOptions", "Followed", "ListPage", "find_list", "follow_list", "read_region"]

_PROSE_WEIGHT = 80  # of a block that is prose: 40 CJK characters, a sentence and a half
_MAX_LINKED = 0.3
_MAX_PROSE = 2.0  # times the weight of the list: there the page is an article with links next to it
_MAX_PROSE_RICH = 5.0  # the same for many records with images or dates: shops describe what they sell
_MAX_PROSE_OTHER = 0.5  # the same where the kind of the page is another
_FEW, _MANY = 3, 10  # records
_MAX_ENTRY = 1_000  # weight of a record that counts as an entry, not as an article
_NOWHERE = ("javascript:", "#/", "#!")  # what URLs of links that scripts follow begin with
_PICTURES = (".gif", ".jpeg", ".jpg", ".png", ".webp")
_MIN_MEAN_WEIGHT = 8  # of the records of a list without dates, images or headings: menus say less
# Probability of an index kind from which on prose does not count against a list, and below which little of
# it does. Of every third page of WCXB's development part; see docs/sites-lists.md.
_SURELY_INDEX, _SURELY_NOT = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class ListPage:
    """The main list of a page, and reasons to doubt that the page is a list page."""

    items: tuple[Item, ...]  # in page order; empty if nothing but menus repeats
    region: ListRegion | None  # part of the page with the entries
    others: tuple[ListRegion, ...]  # menus, sidebars, best first; read them with read_region()
    reason: str  # why the region was chosen, or why there is none
    confidence: float = 0.0  # 0–1: score of the region as a share of the two best scores
    doubt: str = ""  # why the page does not look like a list page
    # Texts of elements like the records that a script opens, or that have no link
    unaddressed: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """True if there are items and no doubt."""
        return bool(self.items) and not self.doubt


def find_list(
    page: Page,
    *,
    kind: Kind | None = None,
    reference: Reference = None,
    like: ListRegion | str | None = None,
    only_like: bool = False,
    earlier: Sequence[str] = (),
) -> ListPage:
    """Return the main list of a page with its items.

    A list is returned if anything with links of its own repeats outside menus. Use ``is_list`` to tell list
    pages from others; the page kind (``Document.kind``) makes it more reliable. ``reference`` is the time of
    fetching, for relative dates and dates without a year. ``like`` is a region of another page of the same
    list, or its path. The region at the same path is preferred, even if it holds a single record; with
    ``only_like`` no other one is taken. ``earlier`` are dates and labels on earlier pages of the list: they
    tell whether days or months stand first, and what is no title.

    Cost: O(n_rows · log n_rows) in numpy, plus Python work per link and record.
    """
    anchors, weight = find_anchors(page), text_weight(page)
    reference = local_time(page, reference)
    if not len(anchors.row):
        return _empty_page(page, weight, (), "the page has no links")
    path = like if isinstance(like, str) else like.path if like else ""
    regions = find_regions(page, anchors, weight, path)
    if not regions:
        return _empty_page(page, weight, (), "no part of the page repeats with links of its own")
    is_like = bool(path) and regions[0].path == path
    if only_like and not is_like:
        return _empty_page(page, weight, regions, f"nothing repeats at {path}")
    for i, main in enumerate(regions):
        if main.place == CHROME and not is_like:
            return _empty_page(page, weight, regions, "only menus repeat")
        if items := read_items(page, anchors, weight, main, reference, earlier):
            others = [*regions[:i], *regions[i + 1 :]]
            doubt = "" if is_like else _find_doubt(page, weight, main, others, kind) or _tell_alike(items)
            second = f"; the next best has {others[0].score:.0f}" if others else ""
            reason = f"score {main.score:.0f}: {', '.join(main.reasons)}{second}"
            rival = max((other.score for other in others if other.place != CHROME), default=0.0)
            confidence, unaddressed = main.score / (main.score + rival), _find_unaddressed(page, weight, main)
            return ListPage(items, main, tuple(others), reason, confidence, doubt, unaddressed)
    return _empty_page(page, weight, regions, "no repeated part has titles that lead somewhere")


def read_region(page: Page, region: ListRegion, *, reference: Reference = None) -> tuple[Item, ...]:
    """Return the items of any repeated part, such as one of ``ListPage.others``."""
    return read_items(page, find_anchors(page), text_weight(page), region, reference)


def _empty_page(page: Page, weight: Int, regions: Sequence[ListRegion], reason: str) -> ListPage:
    if (n_opened := len(_opened_by_scripts(page, weight))) >= _FEW:
        reason = f"{reason}; {n_opened} texts open by a script, without an address"
    if frames := find_frames(page):
        reason = f"{reason}; frames show other pages: {', '.join(frames[:_FEW])}"
    return ListPage((), None, tuple(regions), reason, 0.0, reason)


def _find_unaddressed(page: Page, weight: Int, main: ListRegion) -> tuple[str, ...]:
    """Return the texts that scripts open in elements next to the records of a list, of their kind.

    So are those of rows and items between two records without a link, with digits if all records have some.
    """

    def element(row: int) -> int:
        """Return the element of the list that a row stands in."""
        while row > main.row and page.parent[row] != main.row:
            row = int(page.parent[row])
        return row

    def kind(row: int) -> tuple[str, list[str]]:
        return page.name(row), classes.get(row, "").split()[:1]

    classes, records = page.values("class"), {element(start) for start, _ in main.records}
    kinds, found = [kind(row) for row in records], dict[int, str]()
    for row in _opened_by_scripts(page, weight):
        at, text = element(row), collapse_whitespace(page.row_text(row))
        is_inside = main.row < row < page.end[main.row] and at not in records
        if is_inside and kind(at) in kinds and not is_paging_label(text):
            found.setdefault(at, text)
    n_links, n_digits = page.subtree_sum(page.is_anchor), page.subtree_sum(page.n_digits)
    first, last = min(records), max(records)
    is_plain = (page.parent == main.row)[first:last] & page.is_tag(("li", "tr"))[first:last]
    is_plain &= n_links[first:last] == 0
    is_plain &= n_digits[first:last] >= min(1, *(int(n_digits[row]) for row in records))
    sums = running_sum(weight)
    for row in (first + np.flatnonzero(is_plain)).tolist():
        is_entry = _MIN_MEAN_WEIGHT <= sums[page.end[row]] - sums[row] <= _MAX_ENTRY
        if is_entry and row not in records and kind(row) in kinds:
            longest = row + int(np.argmax(weight[row : page.end[row]]))
            found.setdefault(row, collapse_whitespace(page.row_text(longest)))
    return tuple(found[row] for row in sorted(found))


def _opened_by_scripts(page: Page, weight: Int) -> list[int]:
    """Return the rows of texts as long as a title that have an ``onclick``, or are links without address."""
    hrefs, sums = page.values("href"), running_sum(weight)
    anchors = {
        row: hrefs.get(row, "").strip().lower() for row in np.flatnonzero(page.is_tag(("a",))).tolist()
    }
    links = [row for row, href in anchors.items() if href in {"", "#"} or href.startswith(_NOWHERE)]
    found, last = list[int](), 0
    for row in sorted({*links, *page.values("onclick")}):
        end = int(page.end[row])
        if row >= last and _MIN_MEAN_WEIGHT <= sums[end] - sums[row] <= _MAX_ENTRY:
            found.append(row)
            last = end
    return found


def _find_doubt(
    page: Page, weight: Int, main: ListRegion, others: list[ListRegion], kind: Kind | None
) -> str:
    """Return why a page with a list does not look like a list page, or ``""``."""
    sums = running_sum(weight)
    ranges = np.array(main.records)
    each = sums[ranges[:, 1]] - sums[ranges[:, 0]]
    is_plain = not any(reason.startswith("with ") for reason in main.reasons)
    if is_plain and each.sum() < _MIN_MEAN_WEIGHT * len(each):
        return "what repeats is as short as a menu"
    if is_plain and 1 < len(each) < _FEW:
        return f"only {len(each)} parts of the page repeat"
    if len(each) <= _FEW and {"made of lists", "named like menus"} & set(main.reasons):
        return "only parts of the page repeat"
    # Of posts, all text counts; elsewhere a record as long as an article is none.
    are_posts = len(each) > _FEW and "with headings" in main.reasons
    said = int(each.sum() if are_posts else np.minimum(each, _MAX_ENTRY).sum())
    listed = [
        (start, end)
        for region in (main, *others)
        for start, end in region.records
        if len(region.records) >= _FEW and sums[end] - sums[start] <= _MAX_ENTRY
    ]
    listed += main.records if are_posts else ()
    prose = _weigh_prose(page, mark_ranges(len(page), listed))
    if prose > _max_prose_share(kind, len(each), is_plain=is_plain) * said:
        return f"much of the page is prose ({prose}), little its best list ({said})"
    return ""


def _tell_alike(items: Sequence[Item]) -> str:
    """Return that most entries say the same, as buttons do, or are text with a picture, or ``""``."""
    shown = [item for item in items if item.summary and item.url.lower().endswith(_PICTURES)]
    if 2 * len(shown) > len(items):
        return "its entries are text with a picture, and lead to no page"
    told = ((item.title, item.date, item.summary, *item.columns.values()) for item in items)
    title, n_times = Counter(told).most_common(1)[0]
    return f"its entries say the same: {title[0]}" if n_times >= max(_FEW, len(items) / 2) else ""


def _max_prose_share(kind: Kind | None, n_records: int, *, is_plain: bool) -> float:
    """Return the maximum prose outside the list, as a multiple of the list's weight."""
    if kind is not None:
        index = sum(kind.probabilities.get(name, 0.0) for name in INDEX_KINDS)
        if index >= _SURELY_INDEX:
            return math.inf
        if index < _SURELY_NOT:
            return _MAX_PROSE_OTHER
    return _MAX_PROSE_RICH if n_records >= _MANY and not is_plain else _MAX_PROSE


def _weigh_prose(page: Page, listed: Bool) -> int:
    """Return the weight of the sentences outside the lists."""
    blocks = find_blocks(page)
    weight = blocks.n_chars + blocks.n_cjk
    is_prose = (weight >= _PROSE_WEIGHT) & (blocks.n_link_chars < _MAX_LINKED * blocks.n_chars)
    return int(weight[is_prose & ~listed[blocks.row]].sum())


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowOptions(CheckedOptions):
    """Limits for following the pages of a list."""

    max_pages: int = option(20, "Pages of one list at most.", unit="pages", minimum=1)
    same_host: bool = option(True, "Follow links to the host of the first page only.")
    only_like: bool = option(False, "Take no other list than the one that was asked for.")


@dataclass(frozen=True, slots=True)
class Followed:
    """One page of a list."""

    url: str | None  # None if unknown
    found: ListPage  # the list without items of earlier pages
    pagination: Pagination  # link to the next page
    is_left: bool = False  # the next page is on another host, and left out


def follow_list(
    first: Page,
    fetch: Callable[[str], Page],
    options: FollowOptions | None = None,
    *,
    kind: Kind | None = None,
    reference: Reference = None,
    like: ListRegion | str | None = None,
    **changes: Any,
) -> Iterator[Followed]:
    """Yield the pages of a list; each is fetched on demand.

    Ends at the limit and after a page without a new item or next link. A next link that was seen before or
    leads to another host ends it too. Exceptions of ``fetch`` are not caught; it returns the page at a URL:
    ``lambda url: maintext.parse(body_of(url), url)``. ``first`` has its URL; ``changes`` are limits by name,
    such as ``max_pages=5``; :class:`OptionError` names unknown or invalid ones. ``kind``, ``reference`` and
    ``like`` are as for :func:`find_list`; ``like`` defaults to the main list.
    """
    options = changed(options or FollowOptions(), changes)
    page, region, host = first, like, bare_host(first.url or "")
    seen, known, dates, labels = [first.url or ""], set[tuple[str, str]](), list[str](), list[str]()
    for n_pages in range(1, options.max_pages + 1):
        whole = find_list(
            page, kind=kind, reference=reference, like=region, only_like=options.only_like,
            earlier=[*dates, *labels],
        )  # fmt: skip
        said = Counter(text for item in whole.items for text in item.columns.values())
        labels = labels or [text for text, n in said.items() if n >= max(_FEW, len(whole.items) / 2)]
        dates = dates or [item.date_text for item in whole.items if item.date and (item.date.day or 0) > 12]
        urls = without_list_page([item.url for item in whole.items])
        keys = [(item.title, url) for item, url in zip(whole.items, urls, strict=True)]
        new = tuple(item for item, key in zip(whole.items, keys, strict=True) if key not in known)
        known.update(keys)
        region = region or whole.region
        pagination = find_pagination(page)
        url = pagination.next_url
        is_away = options.same_host and bool(host) and bare_host(url) not in {"", host}
        is_last = not url or not new or n_pages == options.max_pages
        yield Followed(page.url, replace(whole, items=new), pagination, is_away and not is_last)
        if is_last or is_away or any(is_same_url(url, other) for other in seen):
            return
        seen.append(url)
        page = fetch(url)
