"""Links from one page of a series to the others, and why the next one is taken for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from maintext.html.tags import tag_mask
from maintext.html.urls import absolute_url, base_url
from maintext.records import paging_words as words
from maintext.sites.pagination.address import page_number, same_address
from maintext.sites.pagination.anchor import MOST_TEXT_CHARS, Anchor, anchors_of, is_same_series, is_usable
from maintext.sites.pagination.numbers import Numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from maintext.html import Page

__all__ = ["Pagination", "find_pagination"]

_HEAD_LINK = tag_mask(("link",))
_NEXT_NAME = re.compile(
    r"(?:^|[\s_-])(?:next|nxt|pager-next|nextpage|next-page|page-next|older)(?:$|[\s_-])", re.IGNORECASE
)
_ARROWS = frozenset({">", "›", "»", ">>", "→", "▶", "►", "⟩", "〉", "❯", "chevron_right", "arrow_forward"})
_WORD_RULE = "a word for the next page"


@dataclass(frozen=True, slots=True)
class Pagination:
    """Where other pages of the same list, or parts of the same article, are.

    Attributes
    ----------
    next_url
        Address of the next page; ``""`` on the last one, and where there is none.
    reason
        Why that one; where there is none, what was found instead.
    number
        Number of this page, where a strip of numbers or the address states it; else −1.
    numbered
        Addresses of other pages by number, those that the page links.
    single_page_url
        Address of the whole article on one page; ``""`` for none.
    row
        Row of the element with the next address; −1 for none.
    """

    next_url: str
    reason: str
    number: int = -1
    numbered: Mapping[int, str] = field(default_factory=dict)
    single_page_url: str = ""
    row: int = -1


def find_pagination(page: Page) -> Pagination:
    """Return the links to other pages of this page's series.

    Looked at in this order, the first that holds wins: ``rel="next"`` on a link that does not lead to
    another article, a word for the next page, the number after this page's in a strip of numbers, an arrow
    in such a strip, ``<link rel="next">`` of the same series, a link to load more, an address with the next
    number. A word for the next page that leads nowhere says that this is the last one.

    Cost O(n_rows) in numpy, and per link.
    """
    anchors = anchors_of(page)
    numbers = Numbers(page, anchors)
    single = next((a.url for a in anchors if a.url and any(map(words.is_single_page, a.texts))), "")
    rules: tuple[tuple[str, Callable[[], Anchor | None]], ...] = (
        ("rel=next on a link", lambda: _by_rel(page, anchors)),
        (_WORD_RULE, lambda: _by_word(page, anchors)),
        ("the number after this page's", numbers.following),
        ("an arrow beside the numbers", lambda: _by_arrow(page, anchors)),
        ("rel=next in the head", lambda: _by_head(page)),
        ("a link to load more", lambda: _by_load_more(page, anchors)),
        ("an address with the next number", lambda: _by_address(page, anchors)),
    )
    nothing = Pagination("", "no link to a next page", numbers.current, numbers.linked, single)
    for reason, rule in rules:
        if (found := rule()) is not None:
            return replace(nothing, next_url=found.url, reason=reason, row=found.row)
        if reason == _WORD_RULE and (is_last := _is_last(page, anchors)):
            return replace(nothing, reason=is_last)
    return nothing


def _leads_to_article(anchor: Anchor) -> bool:
    return any(words.is_article_link(text) for text in anchor.texts)


def _by_rel(page: Page, anchors: list[Anchor]) -> Anchor | None:
    for anchor in anchors:
        if "next" not in anchor.attributes.get("rel", "").lower().split() or not is_usable(page, anchor):
            continue
        # Systems of blogs put it on the link to the next article, which says that one's title.
        is_word = not anchor.texts or any(words.is_paging(text) or text in _ARROWS for text in anchor.texts)
        if not _leads_to_article(anchor) and (is_word or is_same_series(page, anchor.url)):
            return anchor
    return None


def _by_word(page: Page, anchors: list[Anchor]) -> Anchor | None:
    found = [
        anchor
        for anchor in anchors
        if is_usable(page, anchor)
        and any(words.is_next(text) for text in anchor.texts)
        and not _leads_to_article(anchor)
    ]
    sure = [anchor for anchor in found if _is_sure(page, anchor)]
    return next(iter(sure), None)


_VAGUE = frozenset("more older weiter далее next vor sau 次 back dalej avanti ileri înainte".split())


def _is_sure(page: Page, anchor: Anchor) -> bool:
    """Whether a word for the next page is not one of the vague ones, or the address is of the series."""
    if not all(words.plain(text) in _VAGUE for text in anchor.texts if words.is_next(text)):
        return True
    number = page_number(anchor.url)
    if is_same_series(page, anchor.url) or (number is not None and not number.is_weak):
        return True
    return (
        _is_same_host(page, anchor.url)
        and all(len(text) < MOST_TEXT_CHARS for text in anchor.texts)
        and (any(words.plain(text) != "more" for text in anchor.texts))
    )


def _is_same_host(page: Page, url: str) -> bool:
    try:
        return not page.url or urlsplit(url).netloc in {"", urlsplit(page.url).netloc}
    except ValueError:  # an unclosed bracket in the host
        return False


def _is_last(page: Page, anchors: list[Anchor]) -> str:
    """Reason why this is the last page: a word for the next one that leads nowhere; ``""`` for none."""
    for anchor in anchors:
        if not is_usable(page, anchor) and any(words.is_next(text) for text in anchor.texts):
            return "the link to the next page leads nowhere: this is the last one"
    rows = np.flatnonzero(
        page.is_text & ~page.is_link & ~page.is_hidden & (page.n_chars > 0) & (page.n_chars <= 12)
    )
    for row in rows.tolist():
        text = page.row_text(row)
        if words.is_next(text) and words.plain(text) not in _VAGUE | {""} and len(words.plain(text)) > 1:
            return "the word for the next page is no link: this is the last one"
    return ""


def _by_arrow(page: Page, anchors: list[Anchor]) -> Anchor | None:
    """An arrow, or an element named so, that leads to a page of the series."""
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
        if is_same_series(page, anchor.url) and (here is None or there.number > here.number):
            return anchor
    return None


def _by_head(page: Page) -> Anchor | None:
    """``<link rel="next">`` of the same series; others lead to the next article."""
    base = base_url(page)
    for row, rel in page.values("rel").items():
        if _HEAD_LINK[page.tag[row]] and "next" in rel.lower().split():
            url = absolute_url(base, page.attributes(row).get("href", ""))
            if (
                url
                and (page.url is None or is_same_series(page, url))
                and not (page.url and same_address(url, page.url))
            ):
                return Anchor(row, url, (), {})
    return None


def _by_load_more(page: Page, anchors: list[Anchor]) -> Anchor | None:
    for anchor in anchors:
        if is_usable(page, anchor) and any(words.is_load_more(text) for text in anchor.texts):
            number = page_number(anchor.url)
            if number is not None or is_same_series(page, anchor.url):
                return anchor
    return None


def _by_address(page: Page, anchors: list[Anchor]) -> Anchor | None:
    """A link without letters whose address differs from this page's in the next number only."""
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
