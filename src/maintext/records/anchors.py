"""Links that may be the title of something, and how much text each row weighs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import HEADING_TAGS
from maintext.html.urls import absolute_url, base_url
from maintext.records.paging_words import is_paging

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

    Int = NDArray[np.int64]
    Bool = NDArray[np.bool_]

__all__ = ["Anchors", "find_anchors", "is_more", "text_weight"]

_MOST_ANCHORS = 5_000
_MANY_TIMES = 3  # a short text that stands in so many links names no item: "Read more", an author
_SHORT = 40
_LEAST_SHARE = 0.4  # of itself and the unlinked text of its line that a title makes up, unless it begins it
_MOST_BEFORE = 12  # weight of the unlinked text before a title in its line: a date, a number
_LETTERS = re.compile(r"[\W\d_]*[^\W\d_][\W\d_]*[^\W\d_]")
_ADDRESS = re.compile(r"https?://\S+$")
# What leads on from an item; compared in lower case without marks.
_MORE = frozenset(
    """view details|view product|shop now|select options|quick view|see details|more|read more|full story|
    full article|comments|add comment|continue reading|continue|details|view|view more|see more|learn more|
    full story|reply|
    add to cart|add to basket|buy|buy now|download|share|edit|cached|permalink|quote|
    阅读全文|閱讀全文|繼續閱讀|继续阅读|查看全文|查看详情|查看更多|详情|详细|更多|全文|
    快照|下载|加入购物车|回复|
    mehr|weiterlesen|mehr lesen|lire la suite|en savoir plus|suite|leer más|seguir leyendo|leggi tutto|
    ler mais|leia mais|читать далее|подробнее|далее|
    続きを読む|もっと見る|더보기|περισσότερα|διαβάστε περισσότερα|
    lees meer|czytaj dalej|devamı""".replace("\n    ", "").split("|")
)
_MARKS = " \t\n.…>»›→[]()（）【】|·:："


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Links with an address that lead to another resource, in page order.

    Attributes
    ----------
    row
        Rows of the anchors, int64 of shape (n_anchors,).
    href
        Addresses as the page writes them; see :meth:`url`.
    number
        Int64 of shape (n_anchors,): equal where the addresses are written alike.
    text
        Texts with white space collapsed; ``""`` for a picture.
    has_name
        Bool of shape (n_anchors,): the text has letters and does not only lead on. It may stand in many
        links: an author, the name of a product in several colours.
    may_title
        Bool of shape (n_anchors,): the text may be the title of an item. It has letters, is not the
        usual text of a link onward, does not stand in three links or more, and is no link within a
        sentence. Links onward ("read more") below a heading that is none count as well.
    """

    base: str
    row: Int
    href: tuple[str, ...]
    number: Int
    text: tuple[str, ...]
    has_name: Bool
    may_title: Bool

    def url(self, i: int) -> str:
        """Address of one of the anchors, absolute where the page's address is known."""
        return absolute_url(self.base, self.href[i])


def text_weight(page: Page) -> Int:
    """Visible characters of each text row, int64 of shape (n_rows,); a CJK character counts twice."""
    weight: Int = (page.n_chars.astype(np.int64) + page.n_cjk) * (page.is_text & ~page.is_hidden)
    return weight


def find_anchors(page: Page) -> Anchors:
    """Return the visible links of a page that lead to another resource; at most 5,000.

    Cost O(n_rows) in numpy, and per link.
    """
    base, hrefs, here = base_url(page), page.values("href"), (page.url or "").partition("#")[0]
    candidates = np.flatnonzero(page.is_anchor & ~page.is_hidden)[:_MOST_ANCHORS]
    chosen = [row for row in candidates.tolist() if _leads_away(hrefs[row], base, here)]
    rows = np.array(chosen, dtype=np.int64)
    href = tuple(hrefs[row] for row in chosen)
    numbers: dict[str, int] = {}
    number = np.array([numbers.setdefault(one, len(numbers)) for one in href], dtype=np.int64)
    texts = _visible_texts(page, rows)
    has_name = np.array([_is_name(text) for text in texts], dtype=np.bool_)
    n_times = Counter(text for text in texts if len(text) < _SHORT)
    is_rare = np.array([n_times[text] < _MANY_TIMES for text in texts], dtype=np.bool_)
    alone = _stands_alone(page, rows)
    may_title = (has_name & is_rare & alone) | _onward(page, rows, texts)
    return Anchors(base, rows, href, number, tuple(texts), has_name & alone, may_title)


def _leads_away(href: str, base: str, here: str) -> bool:
    """Whether an address is of another resource on the web."""
    href = href.strip()
    if href.startswith(("http://", "https://", "/")) and "#" not in href:
        return len(href) > 1 or bool(base)
    stem, mark, _ = absolute_url(base, href).partition("#")
    return bool(stem) and not (mark and stem == here)


def _stands_alone(page: Page, rows: Int) -> Bool:
    """Whether links say much of what is not linked in their line, or begin it; those in sentences do not."""
    weight = text_weight(page)
    shown = np.flatnonzero(weight > 0)
    if not len(rows) or not len(shown):
        return np.zeros(len(rows), dtype=np.bool_)
    said = np.concatenate(([0], np.cumsum(weight)))
    plain = weight * ~page.is_link
    plain_said = np.concatenate(([0], np.cumsum(plain)))
    of_line = np.bincount(page.line[shown], weights=plain[shown]).astype(np.int64)
    begins = np.zeros(len(of_line), dtype=np.int64)
    begins[page.line[shown[::-1]]] = shown[::-1]  # the first row is written last
    first = shown[np.minimum(np.searchsorted(shown, rows), len(shown) - 1)]
    line = page.line[first]
    own = said[page.end[rows]] - said[rows]
    before = plain_said[first] - plain_said[begins[line]]
    found: Bool = (own >= _LEAST_SHARE * (own + of_line[line])) | (before <= _MOST_BEFORE)
    return found


def _onward(page: Page, rows: Int, texts: list[str]) -> Bool:
    """Whether links lead on from a heading that is no link, each the first such link below it."""
    more = np.array([is_more(text) for text in texts], dtype=np.bool_)
    is_heading = page.is_tag(HEADING_TAGS) & ~page.is_hidden
    headings = np.flatnonzero(is_heading)
    if not more.any() or not len(headings):
        return np.zeros(len(rows), dtype=np.bool_)
    linked = (page.subtree_sum(page.is_anchor) > 0) | page.is_link
    at = np.searchsorted(headings, rows) - 1
    found: Bool = more & (at >= 0) & ~linked[headings[at]]
    chosen = np.flatnonzero(found)
    found[chosen[1:]] &= at[chosen[1:]] != at[chosen[:-1]]
    return found


def is_more(text: str) -> bool:
    """Whether a link's text only leads on: "Read more", 阅读全文."""
    return text.strip(_MARKS).lower() in _MORE


def _visible_texts(page: Page, rows: Int) -> list[str]:
    """Texts of elements without what a reader does not see, white space collapsed."""
    texts, hidden = np.flatnonzero(page.is_text), np.concatenate(([0], np.cumsum(page.is_hidden)))
    if not len(texts) or not len(rows):
        return [""] * len(rows)
    first, last = np.searchsorted(texts, rows), np.searchsorted(texts, page.end[rows]) - 1
    start = page.text_start[texts[np.minimum(first, len(texts) - 1)]]
    end = np.where(last >= first, page.text_end[texts[last]], start)
    found = [" ".join(page.text[a:b].split()) for a, b in zip(start.tolist(), end.tolist(), strict=True)]
    for i in np.flatnonzero(hidden[page.end[rows]] > hidden[rows]).tolist():
        own = texts[first[i] : last[i] + 1]
        shown = own[~page.is_hidden[own]].tolist()
        found[i] = " ".join(" ".join(page.row_text(at) for at in shown).split())
    return found


@lru_cache(maxsize=16_384)
def _is_name(text: str) -> bool:
    """Whether a text has letters, is no address, and is no usual text of a link onward or to other pages."""
    if _LETTERS.match(text[:60]) is None or _ADDRESS.match(text):
        return False
    return len(text) >= _SHORT or not (is_more(text) or is_paging(text))
