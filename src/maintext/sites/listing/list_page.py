"""The list of an index page: which part it is, what its entries say, and whether the page is one of lists."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.model.kind import INDEX_KINDS
from maintext.html.blocks import find_blocks
from maintext.metadata.page_dates import local_time
from maintext.records.anchors import find_anchors, text_weight
from maintext.records.places import CHROME
from maintext.sites.listing.item import Item
from maintext.sites.listing.items import read_items
from maintext.sites.listing.regions import Region, find_regions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.classify.model.kind import Kind
    from maintext.html import Page
    from maintext.metadata.moment import Moment

    Int = NDArray[np.int64]
    Bool = NDArray[np.bool_]

__all__ = ["ListPage", "find_list", "read_region"]

_PROSE_WEIGHT = 80  # of a block that is prose: 40 CJK characters, a sentence and a half
_MOST_LINKED = 0.3
_MOST_PROSE = 2.0  # times the weight of the list: there the page is an article with links beside it
_MOST_PROSE_RICH = 5.0  # the same for many records with images or dates: shops describe what they sell
_MOST_PROSE_OTHER = 0.5  # the same where the kind of the page is another
_FEW, _MANY = 3, 10  # records
_MOST_ENTRY = 1_000  # weight of a record that counts as an entry, not as an article
_LEAST_MEAN_WEIGHT = 8  # of the records of a list without dates, images or headings: menus say less
# Probability of an index kind from which on prose does not count against a list, and below which little of
# it does. Of every third page of WCXB's development part; see docs/sites-lists.md.
_SURELY_INDEX, _SURELY_NOT = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class ListPage:
    """The main list of a page, and whether the page is a list page at all.

    Attributes
    ----------
    items
        Entries in page order; empty where nothing but menus repeats.
    region
        The part of the page that they stand in; ``None`` where there are none.
    others
        Other repeated parts (menus, sidebars …), the best one first; :func:`read_region` reads them.
    reason
        Why the region won, or why there is none.
    confidence
        How sure it is that the region is the main one of the page, 0–1: its share of the scores of the
        two best; 0 without a region.
    doubt
        Why the page does not look like a list page; ``""`` where it does.
    """

    items: tuple[Item, ...]
    region: Region | None
    others: tuple[Region, ...]
    reason: str
    confidence: float = 0.0
    doubt: str = ""

    @property
    def is_list(self) -> bool:
        """Whether the page looks like a list page: it has items, and nothing speaks against it."""
        return bool(self.items) and not self.doubt


def find_list(
    page: Page,
    *,
    kind: Kind | None = None,
    reference: Moment | dt.datetime | None = None,
    like: Region | str | None = None,
) -> ListPage:
    """Return the main list of a page with its items.

    There is one wherever something with links of its own repeats outside of menus; ``is_list`` says whether
    the page looks like a list page.

    Parameters
    ----------
    page
        The page.
    kind
        What kind of page it is (``Document.kind``); makes ``is_list`` surer.
    reference
        When it was fetched: what dates like "3 hours ago" and those without a year are counted from.
    like
        Region of another page of the same list, or its path. What stands in the same place is preferred,
        and may be one record alone.

    Notes
    -----
    Cost O(n_rows · log n_rows) in numpy, and per link and record.
    """
    anchors, weight = find_anchors(page), text_weight(page)
    reference = local_time(page, reference)
    if not len(anchors.row):
        return _none((), "the page has no links")
    path = like if isinstance(like, str) else like.path if like else ""
    regions = find_regions(page, anchors, weight, path)
    if not regions:
        return _none((), "no part of the page repeats with links of its own")
    is_like = bool(path) and regions[0].path == path
    for i, main in enumerate(regions):
        if main.place == CHROME and not is_like:
            return _none(regions, "only menus repeat")
        if items := read_items(page, anchors, weight, main, reference):
            others = [*regions[:i], *regions[i + 1 :]]
            doubt = "" if is_like else _doubt(page, weight, main, others, kind)
            confidence = _confidence(main, others)
            return ListPage(items, main, tuple(others), _why(main, others), confidence, doubt)
    return _none(regions, "no repeated part has titles that lead somewhere")


def read_region(
    page: Page, region: Region, *, reference: Moment | dt.datetime | None = None
) -> tuple[Item, ...]:
    """Return the items of any repeated part of a page, as one of ``ListPage.others``."""
    return read_items(page, find_anchors(page), text_weight(page), region, reference)


def _none(regions: Sequence[Region], reason: str) -> ListPage:
    return ListPage((), None, tuple(regions), reason, 0.0, reason)


def _why(main: Region, others: list[Region]) -> str:
    second = f"; the next best has {others[0].score:.0f}" if others else ""
    return f"score {main.score:.0f}: {', '.join(main.reasons)}{second}"


def _confidence(main: Region, others: list[Region]) -> float:
    second = max((other.score for other in others if other.place != CHROME), default=0.0)
    return main.score / (main.score + second)


def _doubt(page: Page, weight: Int, main: Region, others: list[Region], kind: Kind | None) -> str:
    """Why a page with a list does not look like a list page; ``""`` where it does."""
    sums = np.concatenate(([0], np.cumsum(weight)))
    ranges = np.array(main.records)
    each = sums[ranges[:, 1]] - sums[ranges[:, 0]]
    is_plain = not any(reason.startswith("with ") for reason in main.reasons)
    if is_plain and each.sum() < _LEAST_MEAN_WEIGHT * len(each):
        return "what repeats is as short as a menu"
    if is_plain and 1 < len(each) < _FEW:
        return f"only {len(each)} parts of the page repeat"
    if len(each) <= _FEW and {"made of lists", "named like menus"} & set(main.reasons):
        return "only parts of the page repeat"
    return _more_prose(page, sums, main, others, each, most=_most_prose(kind, len(each), is_plain=is_plain))


def _most_prose(kind: Kind | None, n_records: int, *, is_plain: bool) -> float:
    """How much prose a list page may have beside its list, as times the weight of the list."""
    if kind is not None:
        index = sum(kind.probabilities.get(name, 0.0) for name in INDEX_KINDS)
        if index >= _SURELY_INDEX:
            return math.inf
        if index < _SURELY_NOT:
            return _MOST_PROSE_OTHER
    return _MOST_PROSE_RICH if n_records >= _MANY and not is_plain else _MOST_PROSE


def _more_prose(page: Page, sums: Int, main: Region, others: list[Region], each: Int, *, most: float) -> str:
    """Whether there are more sentences outside the list than it may have beside it, in words."""
    are_posts = len(each) > _FEW and "with headings" in main.reasons
    said = int(each.sum() if are_posts else np.minimum(each, _MOST_ENTRY).sum())
    listed = _listed(page, sums, [main, *others])
    if are_posts:
        for start, end in main.records:
            listed[start:end] = True
    prose = _prose(page, listed)
    return (
        f"much of the page is prose ({prose}), little its best list ({said})" if prose > most * said else ""
    )


def _listed(page: Page, sums: Int, regions: list[Region]) -> Bool:
    """Rows of records that are entries of lists: several, and none of them as long as an article."""
    listed = np.zeros(len(page), dtype=np.bool_)
    for region in regions:
        for start, end in region.records:
            if len(region.records) >= _FEW and sums[end] - sums[start] <= _MOST_ENTRY:
                listed[start:end] = True
    return listed


def _prose(page: Page, listed: Bool) -> int:
    """Weight of the sentences outside the lists."""
    blocks = find_blocks(page)
    weight = blocks.n_chars + blocks.n_cjk
    is_prose = (weight >= _PROSE_WEIGHT) & (blocks.n_link_chars < _MOST_LINKED * blocks.n_chars)
    return int(weight[is_prose & ~listed[blocks.row]].sum())
