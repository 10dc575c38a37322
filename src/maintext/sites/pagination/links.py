"""Find the links from a page to the other pages of its series."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from maintext.html.tags import tag_mask
from maintext.html.urls import absolute_url, base_url
from maintext.records.anchors import (
    is_article_label,
    is_load_more_label,
    is_next_label,
    is_paging_label,
    is_single_page_label,
    normalize_label,
)
from maintext.sites.pagination.series import is_same_series, is_same_url, page_number, series_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from maintext.html import Page


__all__ = [
    "Anchor",
    "PageNumberStrip",
    "Pagination",
    "find_links",
    "find_pagination",
    "is_in_series",
    "is_usable",
]

_HEAD_LINK = tag_mask(("link",))
_NEXT_NAME = re.compile(
    r"(?:^|[\s_-])(?:next|nxt|pager-next|nextpage|next-page|page-next|older)(?:$|[\s_-])", re.IGNORECASE
)
_ARROWS = frozenset({">", "›", "»", ">>", "→", "▶", "►", "⟩", "〉", "❯", "chevron_right", "arrow_forward"})
_WORD_RULE = "a word for the next page"
MAX_TEXT_CHARS = 40
"""Characters of a text that is looked at."""

_MAX_ANCHORS = 5_000
_DISABLED = re.compile(
    r"(?:^|[\s_-])(?:disabled?|inactive|unavailable|off|nolink)(?:$|[\s_-])", re.IGNORECASE
)
_CURRENT = re.compile(
    r"(?:^|[\s_-])(?:active|current|cur|selected|on|this|thisclass|page_now|now)(?:$|[\s_-])", re.IGNORECASE
)
_LEVELS = 4
_YEARS = frozenset(range(1900, 2101))  # a strip of these alone is one of years
_NUMBER = re.compile(
    r"[\[(（第\s]*(?:(?:go\sto\s)?page|pagination|seite|página|pagina|страница)?\s?(\d{1,4})\s?[页頁\])）\s]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pagination:
    """Links to other pages of the same list or parts of the same article.

    Attributes
    ----------
    next_url
        URL of the next page; ``""`` on the last page or if there is none.
    reason
        Why this URL was chosen, or what was found instead.
    number
        Number of this page by the page numbers or its URL; −1 if unknown.
    numbered
        URLs of linked pages by number.
    single_page_url
        URL of the whole article on one page, or ``""``.
    row
        Row of the element with the next URL, or −1.
    """

    next_url: str
    reason: str
    number: int = -1
    numbered: Mapping[int, str] = field(default_factory=dict)
    single_page_url: str = ""
    row: int = -1


def find_pagination(page: Page) -> Pagination:
    """Return the links to other pages of this page's series.

    The first rule that applies wins: ``rel="next"`` on a link, unless it leads to another article; a label
    for the next page; the next page number; an arrow among page numbers; ``<link rel="next">`` of the same
    series; a link to load more; a URL with the next number. A dead label for the next page marks the last
    page.
    Cost: O(n_rows) in numpy, plus Python work per link.
    """
    anchors = find_links(page)
    numbers = PageNumberStrip(page, anchors)
    single = next((a.url for a in anchors if a.url and any(map(is_single_page_label, a.texts))), "")
    rules: tuple[tuple[str, Callable[[], Anchor | None]], ...] = (
        ("rel=next on a link", lambda: _by_rel(page, anchors)),
        (_WORD_RULE, lambda: _by_word(page, anchors)),
        ("the number after this page's", numbers.following),
        ("an arrow next to the page numbers", lambda: _by_arrow(page, anchors)),
        ("rel=next in the head", lambda: _by_head(page)),
        ("a link to load more", lambda: _by_load_more(page, anchors)),
        ("a URL with the next number", lambda: _by_url(page, anchors)),
    )
    nothing = Pagination("", "no link to a next page", numbers.current, numbers.linked, single)
    for reason, rule in rules:
        if (found := rule()) is not None:
            return replace(nothing, next_url=found.url, reason=reason, row=found.row)
        if reason == _WORD_RULE and (is_last := _find_last_page_reason(page, anchors)):
            return replace(nothing, reason=is_last)
    return nothing


def _leads_to_article(anchor: Anchor) -> bool:
    return any(is_article_label(text) for text in anchor.texts)


def _by_rel(page: Page, anchors: list[Anchor]) -> Anchor | None:
    for anchor in anchors:
        if "next" not in anchor.attributes.get("rel", "").lower().split() or not is_usable(page, anchor):
            continue
        # Systems of blogs put it on the link to the next article, which says that one's title.
        is_word = not anchor.texts or any(is_paging_label(text) or text in _ARROWS for text in anchor.texts)
        if not _leads_to_article(anchor) and (is_word or is_in_series(page, anchor.url)):
            return anchor
    return None


def _by_word(page: Page, anchors: list[Anchor]) -> Anchor | None:
    found = [
        anchor
        for anchor in anchors
        if is_usable(page, anchor)
        and any(is_next_label(text) for text in anchor.texts)
        and not _leads_to_article(anchor)
    ]
    sure = [anchor for anchor in found if _is_sure(page, anchor)]
    return next(iter(sure), None)


_VAGUE = frozenset("more older weiter далее next vor sau 次 back dalej avanti ileri înainte".split())


def _is_sure(page: Page, anchor: Anchor) -> bool:
    """Return True if the label is unambiguous, or the URL belongs to the series."""
    if not all(normalize_label(text) in _VAGUE for text in anchor.texts if is_next_label(text)):
        return True
    number = page_number(anchor.url)
    if is_in_series(page, anchor.url) or (number is not None and not number.is_weak):
        return True
    return (
        _is_same_host(page, anchor.url)
        and all(len(text) < MAX_TEXT_CHARS for text in anchor.texts)
        and (any(normalize_label(text) != "more" for text in anchor.texts))
    )


def _is_same_host(page: Page, url: str) -> bool:
    try:
        return not page.url or urlsplit(url).netloc in {"", urlsplit(page.url).netloc}
    except ValueError:  # an unclosed bracket in the host
        return False


def _find_last_page_reason(page: Page, anchors: list[Anchor]) -> str:
    """Return why this is the last page (a dead next label), or ``""``."""
    for anchor in anchors:
        if not is_usable(page, anchor) and any(is_next_label(text) for text in anchor.texts):
            return "the link to the next page leads nowhere: this is the last one"
    rows = np.flatnonzero(
        page.is_text & ~page.is_link & ~page.is_hidden & (page.n_chars > 0) & (page.n_chars <= 12)
    )
    for row in rows.tolist():
        text = page.row_text(row)
        if (
            is_next_label(text)
            and normalize_label(text) not in _VAGUE | {""}
            and len(normalize_label(text)) > 1
        ):
            return "the word for the next page is no link: this is the last one"
    return ""


def _by_arrow(page: Page, anchors: list[Anchor]) -> Anchor | None:
    """Return an arrow or an element named "next" that leads to a page of the series."""
    here = page_number(page.url) if page.url else None
    for anchor in anchors:
        is_arrow = any("".join(text.split()) in _ARROWS for text in anchor.texts)
        is_named = _NEXT_NAME.search(
            anchor.attributes.get("class", "") + " " + anchor.attributes.get("id", "")
        )
        there = page_number(anchor.url)
        if (
            not (is_arrow or is_named)
            or not is_usable(page, anchor)
            or there is None
            or _leads_to_article(anchor)
        ):
            continue
        if is_in_series(page, anchor.url) and (here is None or there.number > here.number):
            return anchor
    return None


def _by_head(page: Page) -> Anchor | None:
    """Return ``<link rel="next">`` of the same series; others lead to articles."""
    base = base_url(page)
    for row, rel in page.values("rel").items():
        if _HEAD_LINK[page.tag[row]] and "next" in rel.lower().split():
            url = absolute_url(base, page.attributes(row).get("href", ""))
            if (
                url
                and (page.url is None or is_in_series(page, url))
                and not (page.url and is_same_url(url, page.url))
            ):
                return Anchor(row, url, (), {})
    return None


def _by_load_more(page: Page, anchors: list[Anchor]) -> Anchor | None:
    for anchor in anchors:
        if is_usable(page, anchor) and any(is_load_more_label(text) for text in anchor.texts):
            number = page_number(anchor.url)
            if number is not None or is_in_series(page, anchor.url):
                return anchor
    return None


def _by_url(page: Page, anchors: list[Anchor]) -> Anchor | None:
    """Return a link without letters whose URL differs only by the next number."""
    here = page_number(page.url) if page.url else None
    if here is None:
        return None
    for anchor in anchors:
        there = page_number(anchor.url)
        has_letters = any(map(str.isalpha, "".join(anchor.texts)))
        if (
            there
            and not has_letters
            and there.series == here.series
            and not here.is_offset
            and there.number == here.number + 1
        ):
            return anchor
    return None


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link."""

    row: int
    url: str  # "" if it leads nowhere
    texts: tuple[str, ...]  # its text, label, title and the text of its picture
    attributes: Mapping[str, str]


def find_links(page: Page) -> list[Anchor]:
    """Return the links of a page in page order, including dead ones."""
    base, found = base_url(page), []
    rows = np.flatnonzero(page.is_tag(("a",)) & ~page.is_hidden)[:_MAX_ANCHORS]
    images = np.flatnonzero(page.is_tag(("img",)))
    for row in rows.tolist():
        if page.text_end[page.end[row] - 1] - page.text_start[row] > 200 and page.end[row] - row > 40:
            continue
        attributes = page.attributes(row)
        first, last = np.searchsorted(images, (row, page.end[row])).tolist()
        alts = [page.attributes(at).get("alt", "") for at in images[first:last].tolist()[:2]]
        said = (page.row_text(row), attributes.get("aria-label", ""), attributes.get("title", ""), *alts)
        texts = tuple(" ".join(text.split()) for text in said if text.strip() and len(text) < 200)
        found.append(Anchor(row, absolute_url(base, attributes.get("href", "")), texts, attributes))
    return found


def is_usable(page: Page, anchor: Anchor) -> bool:
    """Return True if a link leads to another page and is not disabled."""
    if not anchor.url or _is_disabled(page, anchor):
        return False
    return not (page.url and is_same_url(anchor.url, page.url))


def _is_disabled(page: Page, anchor: Anchor) -> bool:
    own = anchor.attributes
    if own.get("aria-disabled") == "true" or _DISABLED.search(own.get("class", "")):
        return True
    # Many links may stand in one element, whose start tag may be long: it is read once for all of them.
    return int(page.parent[anchor.row]) in page.cached(_disabled_rows)


def _disabled_rows(page: Page) -> frozenset[int]:
    """Return the rows of the elements marked as disabled."""
    classes = page.values("class").items()
    marked = {row for row, names in classes if _DISABLED.search(names)}
    return frozenset(marked | {row for row, said in page.values("aria-disabled").items() if said == "true"})


def is_in_series(page: Page, url: str) -> bool:
    """Return True if a URL belongs to the series of the page's own URL."""
    return page.url is not None and is_same_series(page.url, url)


class PageNumberStrip:
    """Strip of adjacent page numbers; one of them is this page."""

    def __init__(self, page: Page, anchors: list[Anchor]) -> None:
        self._page = page
        self._anchors: dict[int, list[Anchor]] = {}
        for anchor in anchors:
            number = _parse_number(anchor.texts[0]) if anchor.texts else -1
            if number > 0 and anchor.url and len(anchor.texts[0]) < MAX_TEXT_CHARS:
                self._anchors.setdefault(number, []).append(anchor)
        self._strip = self._find_strip()
        self.linked = {number: anchor.url for number, anchor in sorted(self._strip.items())}
        self.current = self._find_current()

    def following(self) -> Anchor | None:
        """Return the link with the number after this page's."""
        found = self._strip.get(self.current + 1) if self.current > 0 else None
        return found if found is not None and is_usable(self._page, found) else None

    def _find_strip(self) -> dict[int, Anchor]:
        """Return the largest set of linked numbers that form one series."""
        groups: dict[tuple[str, bool], dict[int, Anchor]] = {}
        for number, anchors in self._anchors.items():
            for anchor in anchors:
                at = page_number(anchor.url)
                if at is None:
                    key = (series_of(anchor.url), False)
                elif at.is_offset or abs(at.number - number) <= 1 or is_in_series(self._page, anchor.url):
                    key = (at.series, at.is_offset)
                else:
                    continue
                groups.setdefault(key, {}).setdefault(number, anchor)
        home = series_of(self._page.url) if self._page.url else None
        groups = {key: found for key, found in groups.items() if not _YEARS.issuperset(found)}
        return max(groups.items(), key=lambda pair: (pair[0][0] == home, len(pair[1])), default=((), {}))[1]

    def _find_current(self) -> int:
        """Return the page's own number: marked, unlinked, or in its URL; else −1."""
        for number, anchor in self._strip.items():
            if self._is_marked(anchor):
                return number
        unlinked = self._find_unlinked_number()
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

    def _find_unlinked_number(self) -> int:
        """Return a number near the strip that is text and not linked, or −1."""
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
                number = _parse_number(page.row_text(row))
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
    """Return the rows of elements named as the current one."""
    return frozenset(row for row, names in page.values("class").items() if _CURRENT.search(names))


def _parse_number(text: str) -> int:
    """Return the page number that a text states, or −1."""
    match = _NUMBER.fullmatch(text.strip())
    return int(match[1]) if match else -1
