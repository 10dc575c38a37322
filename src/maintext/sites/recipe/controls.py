"""Buttons and select elements of a list page that a browser operates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice

import numpy as np

from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.html.parser import NEXT_RECORDS
from maintext.html.urls import link_url
from maintext.metadata import pattern_lists
from maintext.records.anchors import is_load_more_label, is_next_label
from maintext.sites.pagination.links import ARROWS, is_disabled, is_toggle
from maintext.sites.wrapper.selectors import PageIndex, parse_path

__all__ = ["find_button", "find_choices", "find_load_more", "find_total", "find_unfollowed", "has_button"]

_MAX_LABEL_CHARS = 30
_MAX_TOTAL_CHARS = 80
_MAX_NUMBERS = 15  # of a run of page numbers; days of a month are more
_DIGITS = 4  # of the number of a page
_ADDRESS = re.compile(r"[/?=]")
_LEVELS = 3  # elements around a page number
_PAGER = re.compile(r"pag(?:e|ing|in)", re.IGNORECASE)
_N = r"(\d{1,3}(?:[,.]\d{3})+|\d+)"
_ENTRIES = re.compile(
    rf"""共\s*(?:有|计|計|找到)?\s*{_N}\s*(?:[条條篇项項则則]|[个個件](?=结果|結果|商品|条目))
    (?:记录|信息|数据|结果|内容|新闻|公告|商品)?(?![^\W第每当])
    |(?:总计|總計|合计|合計|总共|總共)\s*(?:有)?\s*{_N}\s*[条條篇项項则則个個件]|{_N}\s*[条條](?:记录|記錄|结果|結果)
    |全\s*{_N}\s*件|\b1\s*[-–—~]\s*\d+\s*(?:of|von|sur|de|di|van|из)\s*{_N}\b
    |(?<![\d,.–-])\b{_N}\s*(?:results|ergebnisse|treffer|résultats|resultados|risultati)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_PAGES = re.compile(pattern_lists("site_patterns")["pages_in_all"], re.IGNORECASE)
# A button by its text, as find_button writes it.
_WRITTEN = re.compile(r'(\w+):text-is\("(.*)"\)')


def find_button(page: Page, is_label: Callable[[str], bool]) -> str:
    """Return the selector, for the browser, of an element whose script does what it says, or ``""``."""
    row, label = _find_labelled(page, is_label)
    # Its place may be another button's while a dialog is open.
    shown = f'[value="{label}"]' if page.name(row) == "input" else f':text-is("{label}")'
    return f"{page.name(row)}{shown}" if row else ""


def find_unfollowed(page: Page, end: int) -> str:
    """Return what shows more of a list by a script or a form, as its label; ``""`` for nothing.

    Numbers without addresses are page numbers if they stand after the ``end`` of the list.
    """
    for is_label in (is_load_more_label, is_next_label):
        row, label = _find_labelled(page, is_label)
        # Where a list ends, the word often stays, as a text of no use.
        if row and (page.name(row) in {"a", "button", "input"} or "onclick" in page.attributes(row)):
            return label
    if any(one.variable == NEXT_RECORDS for one in page.json_scripts):
        return NEXT_RECORDS
    return _find_page_numbers(page, end) or _find_arrow(page, end) or _find_page_options(page)


def find_load_more(page: Page) -> str:
    """Return the label of what shows more entries below the visible ones by a script; ``""`` for nothing."""
    row, label = _find_labelled(page, is_load_more_label)
    is_button = page.name(row) in {"button", "input"} or "onclick" in page.attributes(row)
    is_dead = page.name(row) == "a" and not link_url(page, page.attributes(row).get("href", ""))
    return label if row and (is_button or is_dead) else ""


def _find_page_options(page: Page) -> str:
    """Return the options of an element that chooses a page, numbers from 1 or 2 on with addresses."""
    values = page.values("value")
    for row in np.flatnonzero(page.is_tag(("select",)) & ~page.is_hidden).tolist():
        inside = (at for at in range(row, int(page.end[row])) if page.name(at) == "option")
        options = list(islice(inside, _MAX_NUMBERS + 1))
        texts = [collapse_whitespace(page.row_text(at)) for at in options]
        numbers = [int(digits) for text in texts if (digits := re.sub(r"\D", "", text)[:_DIGITS])]
        is_run = len(numbers) == len(texts) and numbers in [[*range(n, n + len(texts))] for n in (1, 2)]
        if len(texts) > 1 and is_run and all(_ADDRESS.search(values.get(at, "")) for at in options):
            return " ".join(texts)
    return ""


def _find_page_numbers(page: Page, end: int) -> str:
    """Return the first run of numbers from 1 or 2 on that are no links, and one of which can be clicked."""
    run: list[int] = []
    rows = np.flatnonzero(page.is_text & (page.n_chars > 0) & ~page.is_hidden)
    for row in [*rows[rows >= end].tolist(), -1]:
        text = page.row_text(row).strip() if row >= 0 and page.n_chars[row] <= len(str(_MAX_NUMBERS)) else ""
        number = int(text) if text.isdecimal() else 0
        if run and number == int(page.row_text(run[-1])) + 1:
            run.append(row)
            continue
        is_run = 1 < len(run) <= _MAX_NUMBERS
        around = [_attributes_around(page, one) for one in run] if is_run else []
        if any(map(_is_operated, around)) and not any(_has_address(page, one) for one in around):
            return " ".join(page.row_text(one).strip() for one in run)
        run = [row] if number in {1, 2} else []
    return ""


def _find_arrow(page: Page, end: int) -> str:
    """Return the first arrow after the ``end`` of the list whose script turns the page; ``""`` for none."""
    rows = np.flatnonzero(page.is_text & (page.n_chars > 0) & (page.n_chars <= _MAX_LABEL_CHARS))
    for row in rows[rows >= end].tolist():
        arrow, around = page.row_text(row).strip(), _attributes_around(page, row)
        if arrow not in ARROWS or page.is_hidden[row] or _has_address(page, around):
            continue
        said = " ".join(own.get(key, "") for _, own in around for key in ("class", "id", "onclick", "href"))
        # Breadcrumbs have arrows that nobody clicks.
        is_button = any(name in {"a", "button"} or "onclick" in own for name, own in around)
        is_off = any(is_disabled(own) or is_toggle(own) for _, own in around)
        if is_button and _PAGER.search(said) and not is_off:
            return arrow
    return ""


def _attributes_around(page: Page, row: int) -> list[tuple[str, Mapping[str, str]]]:
    """Return name and attributes of the elements around a text, the inner first."""
    found: list[tuple[str, Mapping[str, str]]] = []
    while len(found) < _LEVELS and (row := int(page.parent[row])) > 0:
        found.append((page.name(row), page.attributes(row)))
    return found


def _is_operated(around: list[tuple[str, Mapping[str, str]]]) -> bool:
    """Return True for a link, a button, what has a script, and a part that is named a pager."""
    return any(
        name in {"a", "button"} or "onclick" in own or _PAGER.search(own.get("class", "") + own.get("id", ""))
        for name, own in around
    )


def _has_address(page: Page, around: list[tuple[str, Mapping[str, str]]]) -> bool:
    return any(name == "a" and link_url(page, own.get("href", "")) for name, own in around)


def find_total(page: Page, n_read: int, n_pages: int = 1) -> str:
    """Return the text that says that a list has more entries or pages (共24条, 1/3页); ``""`` for none.

    ``page`` is its first page.
    """
    rows = np.flatnonzero(
        page.is_tag(("div", "span", "p", "form", "td", "li", "ul", "nav")) & ~page.is_hidden
    )
    n_chars = page.subtree_sum(page.n_chars)[rows]
    for row in rows[(n_chars > 0) & (n_chars <= _MAX_TOTAL_CHARS)].tolist():
        text = collapse_whitespace(page.row_text(row))
        for pattern, n in ((_ENTRIES, n_read), (_PAGES, n_pages)):
            if (said := pattern.search(text)) and int(re.sub(r"\D", "", said[said.lastindex or 0])) > n:
                return said[0]
    return ""


def _find_labelled(page: Page, is_label: Callable[[str], bool]) -> tuple[int, str]:
    """Return the last possible button with such a label, and the label; 0 and ``""`` for none."""
    rows = np.flatnonzero(page.is_tag(("a", "button", "div", "span", "p", "input")) & ~page.is_hidden)
    n_chars = page.subtree_sum(page.n_chars)[rows]
    for row in rows[n_chars <= _MAX_LABEL_CHARS].tolist()[::-1]:
        said = page.attributes(row).get("value", "") if page.name(row) == "input" else page.row_text(row)
        label = collapse_whitespace(said)
        is_word = is_label(label) and any(map(str.isalpha, label))
        if is_word and not is_disabled(page.attributes(row)) and not is_toggle(page.attributes(row)):
            return row, label
    return 0, ""


def has_button(page: Page, selector: str) -> bool:
    """Return True if a page shows a button that can be clicked.

    ``selector`` is one of :func:`find_button` or a CSS path. Raises OptionError: it is neither.
    """
    if (written := _WRITTEN.fullmatch(selector)) is not None:
        return find_button(page, written[2].__eq__).startswith(f"{written[1]}:")
    rows = PageIndex(page).rows(parse_path(selector))
    return any(not page.is_hidden[row] and not is_disabled(page.attributes(row)) for row in rows)


def find_choices(page: Page, selector: str) -> list[str]:
    """Return the texts of the options of a select element, without one that asks to choose (an empty value).

    Raises OptionError: no such element, or it has no options.
    """
    index = PageIndex(page)
    rows = [row for at in index.rows(parse_path(selector)) for row in range(at, int(page.end[at]))]
    values = page.values("value")
    texts = [collapse_whitespace(page.row_text(row)) for row in rows
             if page.name(row) == "option" and values.get(row, "-").strip()]  # fmt: skip
    if not texts:
        raise OptionError(f"each = {selector!r}: the page has no such element with options", url=page.url)
    return texts
