"""Where on a page a list stands: main content, sidebar, menu; told by the elements around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.records.names import words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

    Int = NDArray[np.int64]

__all__ = ["ASIDE", "CHROME", "MAIN", "Places", "is_furniture"]

CHROME, ASIDE = "in a menu, header or footer", "in a sidebar or beside the main content"
MAIN = "in the main element"
_FACETS = "beside a list, to choose from it"

_MOST_OF_PAGE = 0.75  # of the text: names of wrappers list what is in them
_MOST_PAGING = 300  # weight of an element that is named after links to pages and is one
_CHROME_TAGS, _ASIDE_TAGS = tag_mask(("nav", "header", "footer", "menu")), tag_mask(("aside",))
_MAIN_TAG = tag_mask(("main",))
_CHROME_WORDS = frozenset(
    """nav navbar navigation menu topmenu mainmenu submenu header footer foot toolbar topbar topnav subnav
    copyright daohang friendlink language languages social share login""".split()
)
_PAGING_WORDS = frozenset("breadcrumb breadcrumbs crumb crumbs pagination pager paging pagenav".split())
_ASIDE_WORDS = frozenset(
    """sidebar side aside widget widgets related recommend recommended recommendations popular trending
    mostread hot hots rank ranking tags tagcloud archives blogroll promo ad ads advert tuijian xiangguan
    comments commentlist carousel""".split()
)
_FACET_WORDS = frozenset("filter filters facet facets".split())  # they hold no pictures


class Places:
    """Says where elements of one page stand."""

    def __init__(self, page: Page, said: Int) -> None:
        self._page, self._said = page, said
        self._most = _MOST_OF_PAGE * int(said[-1])
        role = page.values("role")
        is_main = _MAIN_TAG[page.tag]
        is_main[[row for row, value in role.items() if value == "main"]] = True
        self._main = np.flatnonzero(is_main)
        self._made: dict[int, str] = {}

    def of(self, at: int, *, has_images: bool = False) -> str:
        """Return where an element stands: :data:`CHROME`, :data:`ASIDE`, :data:`MAIN`, or ``""``."""
        in_main = False
        while at > 1:
            own = self._own(at)
            if own in {CHROME, ASIDE} or (own == _FACETS and not has_images):
                return ASIDE if own == _FACETS else own
            in_main = in_main or own == MAIN
            at = int(self._page.parent[at])
        return MAIN if in_main else ""

    def _own(self, at: int) -> str:
        if at not in self._made:
            self._made[at] = self._make(at)
        return self._made[at]

    def _make(self, at: int) -> str:
        tag = self._page.tag[at]
        for mask, place in ((_CHROME_TAGS, CHROME), (_ASIDE_TAGS, ASIDE), (_MAIN_TAG, MAIN)):
            if mask[tag]:
                return place
        said = self._said[self._page.end[at]] - self._said[at]
        first, last = np.searchsorted(self._main, (at, self._page.end[at]))
        if said > self._most or first != last:  # it holds the main content, whatever it is called
            return ""
        words = words_of(self._page, at)
        paging = _PAGING_WORDS if said <= _MOST_PAGING else frozenset()
        known = ((_CHROME_WORDS | paging, CHROME), (_ASIDE_WORDS, ASIDE), (_FACET_WORDS, _FACETS))
        return next((place for names, place in known if not names.isdisjoint(words)), "")


def is_furniture(page: Page, row: int) -> bool:
    """Whether an element is named like a menu or something beside the main content."""
    known = _CHROME_WORDS | _PAGING_WORDS | _ASIDE_WORDS | _FACET_WORDS
    return not known.isdisjoint(words_of(page, row))
