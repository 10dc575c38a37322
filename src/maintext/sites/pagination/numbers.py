"""The strip of page numbers: which pages of a series a page links, and which it is itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.urls import absolute_url
from maintext.sites.pagination.address import page_number, series
from maintext.sites.pagination.anchor import MOST_TEXT_CHARS, Anchor, is_same_series, is_usable

if TYPE_CHECKING:
    from maintext.html import Page

__all__ = ["Numbers"]

_CURRENT = re.compile(
    r"(?:^|[\s_-])(?:active|current|cur|selected|on|this|thisclass|page_now|now)(?:$|[\s_-])", re.IGNORECASE
)
_LEVELS = 4
_YEARS = frozenset(range(1900, 2101))  # a strip of these alone is one of years
_NUMBER = re.compile(
    r"[\[(（第\s]*(?:(?:go\sto\s)?page|pagination|seite|página|pagina|страница)?\s?(\d{1,4})\s?[页頁\])）\s]*",
    re.IGNORECASE,
)


class Numbers:
    """The strip of page numbers: neighbours that are numbers, one of which is this page.

    Attributes
    ----------
    linked
        Addresses by number, in order.
    current
        Number of this page; −1 where nothing tells it.
    """

    def __init__(self, page: Page, anchors: list[Anchor]) -> None:
        self._page = page
        self._anchors: dict[int, list[Anchor]] = {}
        for anchor in anchors:
            number = _number_of(anchor.texts[0]) if anchor.texts else -1
            if number > 0 and anchor.url and len(anchor.texts[0]) < MOST_TEXT_CHARS:
                self._anchors.setdefault(number, []).append(anchor)
        self._strip = self._find_strip()
        self.linked = {number: anchor.url for number, anchor in sorted(self._strip.items())}
        self.current = self._current()

    def following(self) -> Anchor | None:
        """Return the link with the number after this page's."""
        found = self._strip.get(self.current + 1) if self.current > 0 else None
        return found if found is not None and is_usable(self._page, found) else None

    def _find_strip(self) -> dict[int, Anchor]:
        """Numbers linked near one another to one series: the largest such set."""
        groups: dict[tuple[str, bool], dict[int, Anchor]] = {}
        for number, anchors in self._anchors.items():
            for anchor in anchors:
                at = page_number(anchor.url)
                if at is None:
                    key = (series(anchor.url), False)
                elif at.is_offset or abs(at.number - number) <= 1 or is_same_series(self._page, anchor.url):
                    key = (at.series, at.is_offset)
                else:
                    continue
                groups.setdefault(key, {}).setdefault(number, anchor)
        home = series(self._page.url) if self._page.url else None
        groups = {key: found for key, found in groups.items() if not _YEARS.issuperset(found)}
        return max(groups.items(), key=lambda pair: (pair[0][0] == home, len(pair[1])), default=((), {}))[1]

    def _current(self) -> int:
        """Number of this page: the one marked so, the one without a link, or the one in the address."""
        for number, anchor in self._strip.items():
            if self._is_marked(anchor):
                return number
        unlinked = self._unlinked()
        if unlinked > 0:
            return unlinked
        here = page_number(self._page.url) if self._page.url else None
        if here is not None and not here.is_offset and here.number > 0:
            return here.number
        return 1 if 2 in self._strip and 1 not in self._strip else -1

    def _is_marked(self, anchor: Anchor) -> bool:
        page = self._page
        if anchor.attributes.get("aria-current") or (page.url and anchor.url == page.url):
            return True
        is_own = _CURRENT.search(anchor.attributes.get("class", "")) is not None
        # Many links may stand in one element, whose class may be long: it is read once for all of them.
        return is_own or int(page.parent[anchor.row]) in page.cached(_current_rows)

    def _unlinked(self) -> int:
        """A number that is text beside the strip, and not one of those linked."""
        if not self._strip:
            return -1
        page = self._page
        rows = [anchor.row for anchor in self._strip.values()]
        holder = int(page.parent[rows[0]])
        for _ in range(_LEVELS):
            inside = slice(holder, int(page.end[holder]))
            is_near = (page.n_chars[inside] > 0) & (page.n_chars[inside] <= 10) & ~page.is_hidden[inside]
            texts = holder + np.flatnonzero(is_near & page.is_text[inside])
            for row in texts.tolist():
                number = _number_of(page.row_text(row))
                dead = not page.is_link[row] or self._leads_nowhere(row)
                if (
                    dead
                    and number > 0
                    and number not in self._strip
                    and {number - 1, number + 1} & set(self._strip)
                ):
                    return number
            holder = int(page.parent[holder])
            if holder <= 1:
                break
        return -1

    def _leads_nowhere(self, row: int) -> bool:
        parent = int(self._page.parent[row])
        href = self._page.attributes(parent).get("href", "")
        return not absolute_url(self._page.url or "", href)


def _current_rows(page: Page) -> frozenset[int]:
    """Rows of the elements that are named as the current one."""
    return frozenset(row for row, names in page.values("class").items() if _CURRENT.search(names))


def _number_of(text: str) -> int:
    """Number that a text is, −1 for others."""
    match = _NUMBER.fullmatch(text.strip())
    return int(match[1]) if match else -1
