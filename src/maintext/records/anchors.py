"""Links that may be titles of records, and the wording of pagination links."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, Int, running_sum
from maintext.html.characters import collapse_whitespace
from maintext.html.tags import HEADING_TAGS
from maintext.html.urls import absolute_url, base_url, encode_query
from maintext.metadata import pattern_lists, phrase_lists

__all__ = [
    "Anchors", "find_anchors", "is_article_label", "is_label", "is_load_more_label", "is_next_label",
    "is_paging_label", "is_read_more", "link_labels",
    "normalize_label", "text_weight",
]  # fmt: skip

_MANY_TIMES = 3  # a short text that stands in so many links names no item: "Read more", an author
_SHORT = 40
_DATE_DIGITS = 3  # of a short unlinked text that may be a date
_MAX_ABOVE = 600  # weight from a heading to the link of its entry: more is a part of an article
_MAX_BETWEEN = 120  # weight of the unlinked text from one link of a name to the next
_MIN_SHARE = 0.4  # of itself and the unlinked text of its line that a title makes up, unless it begins it
_MAX_BEFORE = 12  # weight of the unlinked text before a title in its line: a date, a number
_LETTERS = re.compile(r"[\W\d_]*[^\W\d_][\W\d_]*[^\W\d_]")
_URL = re.compile(r"https?://\S+$")
# What leads on from an item; compared in lower case without marks.
_LABELS = {kind: frozenset(labels) for kind, labels in phrase_lists("links").items()}
_PAGING = frozenset().union(*(_LABELS[kind] for kind in _LABELS.keys() - {"read_more", "badge"}))
_READ_MORE_MARKS = " \t\n.…>»›→[]()（）【】|·:："
_LABEL_MARKS = " \t\n\u00a0.…·|:：[]()（）【】<>‹›«»←→⇒►▶▸⟩〉》→_-–—+"


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """Links to other resources, in page order.

    - ``base``: base URL of the page.
    - ``row``, ``number``: int64 of shape (n_anchors,): row of the anchor, and an id that is equal for equal
      ``href``.
    - ``href``: URLs as written in the page; :meth:`url` resolves them.
    - ``text``: text with white space collapsed; ``""`` for a picture.
    - ``has_name``: bool of shape (n_anchors,): the text has letters and is no "read more". It may occur in
      many links.
    - ``may_title``: bool of shape (n_anchors,): the text may be a title. It is a name, occurs in fewer than
      3 links, or in links of dated rows, and does not stand in a sentence. The first "read more" link below
      an unlinked heading counts too, and a link without a text whose label is the heading next to it.
    """

    base: str
    row: Int
    href: tuple[str, ...]
    number: Int
    text: tuple[str, ...]
    has_name: Bool
    may_title: Bool

    def url(self, i: int) -> str:
        """Return the URL of a link, absolute if the URL of the page is known."""
        return absolute_url(self.base, self.href[i])


def text_weight(page: Page) -> Int:
    """Return the visible characters of each row, int64 (n_rows,); CJK counts twice."""
    return (page.n_chars.astype(np.int64) + page.n_cjk) * (page.is_text & ~page.is_hidden)


def find_anchors(page: Page) -> Anchors:
    """Return the visible links to other resources.

    Cost: O(n_rows) in numpy, plus Python work per link.
    """
    base, hrefs, here = base_url(page), page.values("href"), (page.url or "").partition("#")[0]
    candidates = np.flatnonzero(page.is_anchor & ~page.is_hidden)
    chosen = [row for row in candidates.tolist() if _leads_to_other_page(hrefs[row], base, here)]
    rows = np.array(chosen, dtype=np.int64)
    href = tuple(encode_query(page, hrefs[row]) for row in chosen)
    numbers: dict[str, int] = {}
    number = np.array([numbers.setdefault(one, len(numbers)) for one in href], dtype=np.int64)
    texts = _visible_texts(page, rows)
    has_name = np.array([_is_usable_name(text) for text in texts], dtype=np.bool_)
    n_times = Counter(text for text in texts if len(text) < _SHORT)
    is_rare = np.array([n_times[text] < _MANY_TIMES for text in texts], dtype=np.bool_)
    has_name &= _stands_alone(page, rows)
    is_own = np.bincount(number, minlength=1)[number] == 1
    is_more, is_title = np.array([*map(is_read_more, texts)], dtype=np.bool_), has_name & is_rare
    is_title |= _repeats_with_dates(page, rows, texts, is_own & (has_name | is_more) & ~is_title, is_title)
    # "Apply now": whatever the label, each leads to a page of its own. What a review shows stands far below.
    reach = np.where(is_more, len(page.text) * 2, np.where(is_own & has_name & ~is_rare, _MAX_ABOVE, -1))
    may_title = is_title | _leads_on_from_heading(page, rows, texts, reach)
    return Anchors(base, rows, href, number, tuple(texts), has_name, may_title)


def _repeats_with_dates(page: Page, rows: Int, texts: list[str], is_name: Bool, is_title: Bool) -> Bool:
    """Return True for repeated names with dates or numbers, but neither titles nor much text, between them.

    Minutes or notices of one name are titles; a button that each record adds to its title is none.
    """
    found, places = np.zeros(len(texts), dtype=np.bool_), dict[str, list[int]]()
    for i in np.flatnonzero(is_name).tolist():
        places.setdefault(texts[i], []).append(i)
    repeated = [same for same in places.values() if len(same) >= _MANY_TIMES]
    if not repeated:
        return found
    weight, n_titles = page.cached(text_weight), running_sum(is_title)
    said = running_sum(weight * ~page.is_link)
    n_dates = running_sum((weight > 0) & (weight <= _SHORT) & (page.n_digits >= _DATE_DIGITS) & ~page.is_link)
    for same in repeated:
        between = np.stack((rows[same[:-1]], rows[same[1:]]))
        is_dated = bool((np.diff(n_dates[between], axis=0) > 0).all())
        is_brief = said[rows[same[-1]]] - said[rows[same[0]]] <= _MAX_BETWEEN * len(same)
        found[same] = is_dated and is_brief and n_titles[same[0]] == n_titles[same[-1]]
    return found


def _leads_to_other_page(href: str, base: str, here: str) -> bool:
    """Return True if a URL points to another web resource."""
    href = href.strip()
    if href.startswith(("http://", "https://", "/")) and "#" not in href:
        return len(href) > 1 or bool(base)
    stem, mark, _ = absolute_url(base, href).partition("#")
    return bool(stem) and not (mark and stem == here)


def _stands_alone(page: Page, rows: Int) -> Bool:
    """Return True for links that dominate the text of their line, or begin it."""
    weight = page.cached(text_weight)
    shown = np.flatnonzero(weight > 0)
    if not len(rows) or not len(shown):
        return np.zeros(len(rows), dtype=np.bool_)
    said: Int = running_sum(weight)
    plain = weight * ~page.is_link
    plain_said: Int = running_sum(plain)
    of_line = np.bincount(page.line[shown], weights=plain[shown]).astype(np.int64)
    begins = np.zeros(len(of_line), dtype=np.int64)
    begins[page.line[shown[::-1]]] = shown[::-1]  # the first row is written last
    first = shown[np.minimum(np.searchsorted(shown, rows), len(shown) - 1)]
    line = page.line[first]
    own = said[page.end[rows]] - said[rows]
    before = plain_said[first] - plain_said[begins[line]]
    return (own >= _MIN_SHARE * (own + of_line[line])) | (before <= _MAX_BEFORE)


def _leads_on_from_heading(page: Page, rows: Int, texts: list[str], reach: Int) -> Bool:
    """Return True for the first link below each unlinked heading that leads on, and for links over a card.

    These have no text. Their label ends in the heading before or after them; that of an empty one may be any
    unlinked text. ``reach`` is the maximum weight from the heading to a link, −1 for one that does not lead
    on.
    """
    headings = np.flatnonzero(page.is_tag(HEADING_TAGS) & ~page.is_hidden)
    linked = (page.subtree_sum(page.is_anchor) > 0) | page.is_link
    at = np.searchsorted(headings, rows) - 1
    said = running_sum(page.cached(text_weight))
    found: Bool = at >= 0
    if len(headings):
        found &= ~linked[headings[at]] & (said[rows] - said[headings[at]] <= reach)
    chosen = np.flatnonzero(found)
    found[chosen[1:]] &= at[chosen[1:]] != at[chosen[:-1]]
    name = cache(lambda row: "" if linked[row] else collapse_whitespace(page.row_text(row)))
    for i, row in ((i, row) for i, row in enumerate(rows.tolist()) if not texts[i]):
        if labels := link_labels(page, row):
            names = tuple(filter(None, map(name, headings[max(at[i], 0) : at[i] + 2].tolist())))
            is_over = page.end[row] == row + 1 and not page.cached(_plain_texts).isdisjoint(labels)
            found[i] = is_over or any(label.endswith(names) for label in labels)
    return found


def link_labels(page: Page, row: int) -> list[str]:
    """Return what names a link besides its text: its label, its title, the element that labels it."""
    stated = [page.values(key).get(row, "") for key in ("aria-label", "title")]
    other = page.values("aria-labelledby").get(row, "").partition(" ")[0]
    stated += [page.row_text(at) for at in page.cached(_rows_by_id).get(other, ())]
    return [label for text in stated if (label := collapse_whitespace(text))]


def _rows_by_id(page: Page) -> dict[str, tuple[int, ...]]:
    """Return the rows of elements with short texts by their ids: other texts are no names."""
    is_short = page.subtree_sum(page.n_chars) <= _MAX_BETWEEN
    return {name: (row,) for row, name in page.values("id").items() if is_short[row]}


def _plain_texts(page: Page) -> frozenset[str]:
    """Return the visible texts that are no links, as long as a title."""
    is_plain = page.is_text & ~page.is_link & ~page.is_hidden & (page.n_chars <= _MAX_BETWEEN)
    return frozenset(collapse_whitespace(page.row_text(row)) for row in np.flatnonzero(is_plain).tolist())


def is_read_more(text: str) -> bool:
    """Return True if the text of a link only leads on: "Read more", 阅读全文."""
    return text.strip(_READ_MORE_MARKS).lower() in _LABELS["read_more"]


def _visible_texts(page: Page, rows: Int) -> list[str]:
    """Return the visible text of elements with white space collapsed."""
    texts, hidden = np.flatnonzero(page.is_text), running_sum(page.is_hidden)
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
def _is_usable_name(text: str) -> bool:
    """Return True if a text has letters, is no URL and no wording of navigation."""
    if _LETTERS.match(text[:60]) is None or _URL.match(text):
        return False
    return len(text) >= _SHORT or not (is_read_more(text) or is_paging_label(text))


_PATTERNS = pattern_lists("site_patterns")
_ARTICLE = re.compile(_PATTERNS["other_article"], re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:page|seite|seiten|página|pagina|страница|σελίδα|第)?\s?\d{1,4}\s?(?:页|頁|ページ)?"
)
# 下10页 leaves nine pages out.
_COUNTED_NEXT = re.compile(
    rf"(?:next|下)\s?(?:(?:\d{{1,3}}|[一十几]?)\s?(?:{_PATTERNS['entries']}|条|件)?|[1一]?\s?[頁页])"
)

# "More" with what there is more of, or how many: Show 24 more products, 查看更多新闻.
_MORE_OF = re.compile(
    r"(?:(?:load|show|view|see|get|browse)\s(?:\d+\s)?(?:more|older|next)|more)"
    rf"(?:\s\w+)?\s(?:{_PATTERNS['entries']}|page)|{_PATTERNS['more_of']}"
)


def normalize_label(text: str) -> str:
    """Return a text in lower case, without surrounding marks and arrows."""
    return " ".join(text.lower().split()).strip(_LABEL_MARKS)


def is_next_label(text: str) -> bool:
    """Return True if a text is a label for the next page."""
    word = normalize_label(text)
    return word in _LABELS["next"] or (bool(word) and _COUNTED_NEXT.fullmatch(word) is not None)


def is_load_more_label(text: str) -> bool:
    """Return True if a text asks for more entries below the visible ones."""
    label = normalize_label(text)
    return label in _LABELS["load_more"] or _MORE_OF.fullmatch(label) is not None


def is_label(kind: str, text: str) -> bool:
    """Return True if a text is a label of a kind.

    Kinds are ``next_period``, for the next month or week of a calendar, and ``single_page``, for the whole
    article on one page.
    """
    return normalize_label(text) in _LABELS[kind]


def is_article_label(text: str) -> bool:
    """Return True if a text leads to another article, not to another page of this one."""
    return _ARTICLE.match(normalize_label(text)) is not None


def is_paging_label(text: str) -> bool:
    """Return True if a text is about pages or other articles: never a title."""
    word = normalize_label(text)
    if word in _PAGING or _NUMBERED.fullmatch(word) or _MORE_OF.fullmatch(word):
        return True
    return len(word) < 12 and is_article_label(word)
