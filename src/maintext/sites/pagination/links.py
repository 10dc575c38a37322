"""Find the links from a page to the other pages of its series."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from maintext.html import Page
from maintext.html.parser import PAGE_NUMBERS
from maintext.html.urls import link_url, split_url
from maintext.metadata.declared.meta import first_contents
from maintext.records.anchors import (
    is_article_label,
    is_label,
    is_load_more_label,
    is_next_label,
    is_paging_label,
    normalize_label,
)
from maintext.sites.pagination.series import (
    PageNumber,
    is_cursor,
    is_same_series,
    is_same_url,
    page_number,
    series_of,
)

__all__ = [
    "ARROWS", "Pagination", "find_frames", "find_onward", "find_pagination", "find_refresh",
    "is_disabled", "is_toggle",
]  # fmt: skip


def _name_pattern(names: str) -> re.Pattern[str]:
    """Return a pattern of names within a class or id, between its edges, white space and hyphens."""
    return re.compile(rf"(?:^|[\s_-])(?:{names})(?:$|[\s_-])", re.IGNORECASE)


_NEXT_NAME = _name_pattern("next|nxt|pager-next|nextpage|next-page|page-next|older")
ARROWS = frozenset({">", "›", "»", ">>", "→", "▶", "►", "⟩", "〉", "❯", "chevron_right", "arrow_forward"})
_is_period_label = partial(is_label, "next_period")
_WORD_RULE = "a word for the next page"
_MAX_TEXT_CHARS = 40  # of a text that is looked at
_DISABLED = _name_pattern("disabled?|inactive|unavailable|off|nolink")
_CURRENT = _name_pattern("active|current|cur|selected|on|this|thisclass|page_now|now")
# Attributes of what opens a menu or turns pictures, by ARIA and Bootstrap
_TOGGLES = frozenset("aria-haspopup data-toggle data-bs-toggle data-slide data-bs-slide".split())
_STATED = ("data-next-url", "data-next-page", "data-next", "data-url", "data-href", "hx-get")
_LEVELS = 4
_STUB_CHARS = 200  # that a page shows at most while it leads on
_REFRESH = re.compile(r"\s*\d+\s*;\s*url\s*=\s*['\"]?([^'\"]+)", re.IGNORECASE)
_RANGE = re.compile(r"[\[(]?\d{1,6}\s?[-–—~]\s?\d{1,6}[\])]?")  # of entries, as 11–20
_YEARS = frozenset(range(1900, 2101))  # a strip of these alone is one of years
_NUMBER = re.compile(
    r"[\[(（第\s]*(?:(?:go\sto\s)?page|pagination|seite|página|pagina|страница)?\s?(\d{1,4})\s?[页頁\])）\s]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pagination:
    """Links to other pages of the same list or parts of the same article."""

    next_url: str  # "" on the last page or if there is none
    reason: str  # why this URL was chosen, or what was found instead
    number: int = -1  # of this page by the page numbers or its URL; −1 if unknown
    numbered: Mapping[int, str] = field(default_factory=dict)  # URLs of linked pages by number
    single_page_url: str = ""  # whole article on one page
    row: int = -1  # of the element with the next URL


@dataclass(frozen=True, slots=True)
class _PageLink:
    row: int
    url: str  # "" if it leads nowhere
    texts: tuple[str, ...]  # its text, label, title and the text of its picture
    attributes: Mapping[str, str]

    def has(self, test: Callable[[str], bool]) -> bool:
        """Return True if the test holds for one of the texts."""
        return any(map(test, self.texts))


_Finder = Callable[[Page], list[_PageLink]]


def find_pagination(page: Page) -> Pagination:
    """Return the links to other pages of this page's series.

    The first rule that applies wins: ``rel="next"`` on a link, unless it leads to another article; a label
    for the next page; the next page number; an arrow or a range of entries among page numbers;
    ``<link rel="next">`` of the same series; a link to load more; a URL with the next number; the next month
    of a calendar; an attribute from which a script loads more. A dead label for the next page marks the last
    page, unless the next number is linked. Cost: O(n_rows) in numpy, plus Python work per link.
    """
    links = _find_links(page)
    strip = _find_strip(page, links)
    current = _find_current(page, strip)
    following = [link for number, link in strip.items() if number == current + 1 > 1]
    single = next((link.url for link in links if link.url and link.has(partial(is_label, "single_page"))), "")
    rules: tuple[tuple[str, list[_PageLink] | _Finder, Callable[[Page, _PageLink], bool]], ...] = (
        ("rel=next on a link", links, _is_next_by_rel),
        ("the script of the page numbers", _find_scripted, lambda _, link: bool(link.url)),
        (_WORD_RULE, links, _is_next_by_word),
        ("the number after this page's", following, _is_usable),
        ("an arrow or a range of entries next to the page numbers", links, _is_next_by_arrow),
        ("rel=next in the head", _find_head_links, _is_next_in_head),
        ("a link to load more", links, _is_load_more),
        ("a URL with the next number", links, _is_next_by_url),
        ("a word for the next month or week", links, _is_next_period),
        ("an attribute with the URL of the next number", _find_stated, _is_next_stated),
    )
    numbered = {number: link.url for number, link in sorted(strip.items())}
    nothing = Pagination("", "no link to a next page", current, numbered, single)
    # A menu may say "More", and a row of pictures "Next": the number of the next page outweighs them.
    is_numbered = any(_is_usable(page, link) for link in following)
    for reason, some, is_next in rules:
        rule_links = some(page) if callable(some) else some
        if found := next((link for link in rule_links if is_next(page, link)), None):
            return replace(nothing, next_url=found.url, reason=reason, row=found.row)
        if reason == _WORD_RULE and not is_numbered and (is_last := _find_last_page_reason(page, links)):
            return replace(nothing, reason=is_last)
    return nothing


def _find_links(page: Page) -> list[_PageLink]:
    """Return the links of a page in page order, including dead ones."""
    found = []
    # Lists that grow by a script have the link for those without scripts.
    is_shown = ~page.is_hidden | page.inside(page.is_tag(("noscript",)))
    rows = np.flatnonzero(page.is_tag(("a",)) & is_shown)
    images = np.flatnonzero(page.is_tag(("img",)))
    for row in rows.tolist():
        if page.text_end[page.end[row] - 1] - page.text_start[row] > 200 and page.end[row] - row > 40:
            continue
        attributes = page.attributes(row)
        first, last = np.searchsorted(images, (row, page.end[row])).tolist()
        alts = [page.attributes(at).get("alt", "") for at in images[first:last].tolist()[:2]]
        said = (page.row_text(row), attributes.get("aria-label", ""), attributes.get("title", ""), *alts)
        texts = tuple(" ".join(text.split()) for text in said if text.strip() and len(text) < 200)
        found.append(_PageLink(row, link_url(page, attributes.get("href", "")), texts, attributes))
    return found


def _find_head_links(page: Page) -> list[_PageLink]:
    """Return the ``<link rel="next">`` elements."""
    rels, hrefs = page.values("rel"), page.values("href")
    rows = (row for row, rel in rels.items() if "next" in rel.lower().split() and page.name(row) == "link")
    return [_PageLink(row, link_url(page, hrefs.get(row, "")), (), {}) for row in rows]


def _find_scripted(page: Page) -> list[_PageLink]:
    """Return the next page by the call of a script that writes the links (TRS WCM)."""
    said = next((json.loads(one.text) for one in page.json_scripts if one.variable == PAGE_NUMBERS), None)
    if said is None or int(said[1]) + 1 >= int(said[0]):
        return []
    return [_PageLink(-1, link_url(page, f"{said[2]}_{int(said[1]) + 1}.{said[3]}"), (), {})]


def _find_stated(page: Page) -> list[_PageLink]:
    """Return the URLs in attributes from which scripts load more of a list (htmx, Turbo, infinite scroll)."""
    stated = [pair for name in _STATED for pair in page.values(name).items()]
    stated += [(row, url) for row, url in page.values("src").items() if page.name(row) == "turbo-frame"]
    return [_PageLink(row, link_url(page, url), (), {}) for row, url in stated]


# -- rules: whether a link leads to the next page ------------------------------------------------------


def _is_next_by_rel(page: Page, link: _PageLink) -> bool:
    if "next" not in link.attributes.get("rel", "").lower().split() or not _is_usable(page, link):
        return False
    # Systems of blogs put it on the link to the next article, which says that one's title.
    is_word = not link.texts or link.has(lambda text: is_paging_label(text) or text in ARROWS)
    return not link.has(is_article_label) and (is_word or _is_in_series(page, link.url))


_VAGUE = frozenset("more older weiter далее next vor sau 次 back dalej avanti ileri înainte".split())


def _is_next_by_word(page: Page, link: _PageLink) -> bool:
    """Return True for an unambiguous label, or a vague one with a URL of the series."""
    labels = [normalize_label(text) for text in link.texts if is_next_label(text)]
    if not labels or not _is_usable(page, link) or link.has(is_article_label):
        return False
    number = page_number(link.url)
    if not _VAGUE.issuperset(labels) or _is_in_series(page, link.url) or (number and not number.is_weak):
        return True
    if any(len(text) >= _MAX_TEXT_CHARS for text in link.texts):
        return False
    return _is_same_host(page, link.url) and link.has(lambda text: normalize_label(text) != "more")


def _is_same_host(page: Page, url: str) -> bool:
    return not page.url or split_url(url).netloc in {"", split_url(page.url).netloc}


def _find_last_page_reason(page: Page, links: list[_PageLink]) -> str:
    """Return why this is the last page (a dead next label), or ``""``."""
    dead = (link for link in links if not _is_usable(page, link) and not is_toggle(link.attributes))
    if any(link.has(is_next_label) for link in dead):
        return "the link to the next page leads nowhere: this is the last one, or scripts follow it"
    is_short = (page.n_chars > 0) & (page.n_chars <= 12)
    for row in np.flatnonzero(page.is_text & ~page.is_link & ~page.is_hidden & is_short).tolist():
        label = normalize_label(text := page.row_text(row))
        if is_next_label(text) and label not in _VAGUE and len(label) > 1:
            return "the word for the next page is no link: this is the last one"
    return ""


def is_disabled(attributes: Mapping[str, str]) -> bool:
    """Return True for an element that is marked as one that does nothing."""
    is_said = "disabled" in attributes or attributes.get("aria-disabled") == "true"
    return is_said or _DISABLED.search(attributes.get("class", "")) is not None


def is_toggle(attributes: Mapping[str, str]) -> bool:
    """Return True for an element that opens a menu or turns pictures."""
    return not _TOGGLES.isdisjoint(attributes) or "dropdown" in attributes.get("class", "")


def _is_next_by_arrow(page: Page, link: _PageLink) -> bool:
    """Return True for an arrow, an element named "next" or a range of entries with a later page's URL."""
    named = link.attributes.get("class", "") + " " + link.attributes.get("id", "")
    is_named = link.has(lambda text: "".join(text.split()) in ARROWS) or bool(_NEXT_NAME.search(named))
    is_range = any(map(_RANGE.fullmatch, link.texts[:1]))
    if not (is_named or is_range):
        return False
    here, there = page.cached(_own_number), page_number(link.url)
    if there is None or not (is_named or there.is_offset):
        return False
    if not _is_usable(page, link) or link.has(is_article_label):
        return False
    is_range &= there.is_offset
    first = 0 if is_range else -1  # the first entries are those of a page without a number
    return _is_in_series(page, link.url) and there.number > (here.number if here else first)


def _is_next_in_head(page: Page, link: _PageLink) -> bool:
    """Return True for a link of the same series; others lead to articles."""
    if not link.url or (page.url and is_same_url(link.url, page.url)):
        return False
    return page.url is None or _is_in_series(page, link.url)


def _is_load_more(page: Page, link: _PageLink) -> bool:
    if not link.has(is_load_more_label) or not _is_usable(page, link):
        return False
    is_page = page_number(link.url) is not None or _is_in_series(page, link.url)
    return is_page or (page.url is not None and is_cursor(page.url, link.url))


def _is_next_by_url(page: Page, link: _PageLink) -> bool:
    """Return True for a link without letters whose URL differs only by the next number."""
    if any(map(str.isalpha, "".join(link.texts))):
        return False
    here, there = page.cached(_own_number), page_number(link.url)
    if there is None or there.is_offset or there.is_weak:
        return False
    if here is None:  # the first page; ?p=2 may be a post with a picture
        is_sure = there.is_named or "page" in link.attributes.get("class", "").lower()
        return is_sure and there.number == 2 and _is_in_series(page, link.url)
    return (there.series, there.number) == (here.series, here.number + 1)


def _is_next_stated(page: Page, link: _PageLink) -> bool:
    here, there = page.cached(_own_number), page_number(link.url)
    if there is None or there.is_weak or (here and not there.is_named) or not _is_in_series(page, link.url):
        return False
    last = here.number if here else 1 - there.is_offset
    return there.number > last if there.is_offset else there.number == last + 1


def _is_next_period(page: Page, link: _PageLink) -> bool:
    return link.has(_is_period_label) and _is_usable(page, link) and _is_same_host(page, link.url)


def _is_usable(page: Page, link: _PageLink) -> bool:
    """Return True if a link leads to another page and is not disabled."""
    if not link.url or is_disabled(link.attributes):
        return False
    # Many links may stand in one element, whose start tag may be long: it is read once for all of them.
    is_off = int(page.parent[link.row]) in page.cached(_disabled_rows)
    return not is_off and not (page.url and is_same_url(link.url, page.url))


def _disabled_rows(page: Page) -> frozenset[int]:
    """Return the rows of the elements marked as disabled."""
    marked = {row for row, names in page.values("class").items() if _DISABLED.search(names)}
    return frozenset(marked | {row for row, said in page.values("aria-disabled").items() if said == "true"})


def _is_in_series(page: Page, url: str) -> bool:
    """Return True if a URL belongs to the series of the page's own URL."""
    return page.url is not None and is_same_series(page.url, url)


def _own_number(page: Page) -> PageNumber | None:
    return page_number(page.url) if page.url else None


# -- strips of adjacent page numbers; one of them is this page ------------------------------------------


def _find_strip(page: Page, links: list[_PageLink]) -> dict[int, _PageLink]:
    """Return the largest set of linked numbers that form one series."""
    by_number: dict[int, list[_PageLink]] = {}
    for link in links:
        number = _parse_number(link.texts[0]) if link.texts else -1
        if number > 0 and link.url and len(link.texts[0]) < _MAX_TEXT_CHARS:
            by_number.setdefault(number, []).append(link)
    groups: dict[str, dict[int, _PageLink]] = {}
    for number, link in ((number, link) for number, same in by_number.items() for link in same):
        at = page_number(link.url)
        if at is None or at.is_offset or abs(at.number - number) <= 1 or _is_in_series(page, link.url):
            series = at.series if at else series_of(link.url, number)
            groups.setdefault(series, {}).setdefault(number, link)
    home = series_of(page.url) if page.url else None
    groups = {series: found for series, found in groups.items() if not _YEARS.issuperset(found)}
    # The number of a board (/forum/7) may look like the number of its page.
    own = {
        series
        for series, found in groups.items()
        if series == home or _is_in_series(page, next(iter(found.values())).url)
    }
    series = max(groups, key=lambda one: (one in own, len(groups[one])), default="")
    strip = groups.get(series, {})
    # Boards show the pages of a thread next to its title, and none of them is this page.
    is_foreign = home is not None and series not in own and home.partition("?")[0] != series.partition("?")[0]
    titled = (link.url for link in links if strip and is_foreign and link.url and link.has(_is_title))
    # The number of a thread may look like that of a page: /thread/12.
    if any(series_of(url) == series or is_same_series(url, next(iter(strip.values())).url) for url in titled):
        return strip if _find_unlinked_number(page, strip, levels=2) > 0 else {}
    return strip


def _is_title(text: str) -> bool:
    return any(map(str.isalpha, text)) and not is_paging_label(text)


def _find_current(page: Page, strip: dict[int, _PageLink]) -> int:
    """Return the page's own number: marked, unlinked, or in its URL; else −1."""
    marked = next((number for number, link in strip.items() if _is_marked(page, link)), -1)
    if marked > 0 or (marked := _find_unlinked_number(page, strip)) > 0:
        return marked
    here = page.cached(_own_number)
    if here is not None and not here.is_offset and here.number > 0:
        return here.number
    # The list's own URL has no number; its first page may be linked under another one.
    is_first = 1 in strip and here is None and _is_in_series(page, strip[1].url)
    return 1 if 2 in strip and (1 not in strip or is_first) else -1


def _is_marked(page: Page, link: _PageLink) -> bool:
    own = link.attributes
    if own.get("aria-current") or link.url == page.url or _CURRENT.search(own.get("class", "")):
        return True
    # Many links may stand in one element, whose class may be long: it is read once for all of them.
    return int(page.parent[link.row]) in page.cached(_current_rows)


def _find_unlinked_number(page: Page, strip: dict[int, _PageLink], levels: int = _LEVELS) -> int:
    """Return a number near the strip that is text and not linked, or −1; ``levels`` of elements around it."""
    if not strip:
        return -1
    adjacent = {number + step for number in strip for step in (-1, 1)} - strip.keys()
    holder = int(page.parent[next(iter(strip.values())).row])
    is_short = page.is_text & (page.n_chars > 0) & (page.n_chars <= 10) & ~page.is_hidden
    for _ in range(levels):
        for row in (holder + np.flatnonzero(is_short[holder : page.end[holder]])).tolist():
            if (number := _parse_number(page.row_text(row))) > 0 and number in adjacent:
                href = page.attributes(int(page.parent[row])).get("href", "")
                if not page.is_link[row] or not link_url(page, href):
                    return number
        holder = int(page.parent[holder])
        if holder <= 1:
            break
    return -1


def _current_rows(page: Page) -> frozenset[int]:
    """Return the rows of elements named as the current one."""
    return frozenset(row for row, names in page.values("class").items() if _CURRENT.search(names))


def _parse_number(text: str) -> int:
    """Return the page number that a text states, or −1."""
    match = _NUMBER.fullmatch(text.strip())
    return int(match[1]) if match else -1


def find_refresh(page: Page) -> str:
    """Return the URL that a page leads to by ``<meta http-equiv=refresh>``, ``""`` for none."""
    stated = _REFRESH.match(first_contents(page, ("refresh",)).get("refresh", ""))
    return link_url(page, stated[1].strip()) if stated else ""


def find_onward(page: Page) -> str:
    """Return the URL that a page without a text of its own leads to by itself, ``""`` for none."""
    target = find_refresh(page) if int(page.n_chars.sum()) <= _STUB_CHARS else ""
    return target if target.startswith("http") and not is_same_url(target, page.url or "") else ""


def find_frames(page: Page) -> list[str]:
    """Return the URLs of the pages that a frameset shows, or inline frames of a page without links."""
    tags = ("frame",) if page.is_anchor.any() else ("frame", "iframe")
    rows = np.flatnonzero(page.is_tag(tags)).tolist()
    urls = (link_url(page, page.attributes(row).get("src", "").strip() or "#") for row in rows)
    return [url for url in dict.fromkeys(urls) if url]
