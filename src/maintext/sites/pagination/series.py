"""Page numbers in URLs and titles: which URLs and titles belong to one series."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl

from maintext.html.urls import split_url, without_tracking
from maintext.metadata import word_sets

__all__ = [
    "PageNumber", "fold_letters", "is_cursor", "is_one_article", "is_part_of", "is_same_series",
    "is_same_url", "is_surely_page", "is_surely_part", "page_number", "series_of", "without_list_page",
]  # fmt: skip

_PAGE_KEYS = word_sets("list_names")["page_keys"]
_UNNAMED_KEYS = frozenset("cp p pg pn".split())  # as well of a post or a product
_OFFSET_KEYS = word_sets("list_names")["offset_keys"]
_CURSOR_KEYS = word_sets("list_names")["cursor_keys"]
_CARRIED = re.compile(r"(?:\w+=)?(\w+)(?:=|%3d)\d{1,7}", re.IGNORECASE)  # page=2, extra=page%3D2
_PATH = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<stem>.*/)(?P<name>page|seite|p|pagina|page-)[/-]?(?P<number>\d{1,5})/?(?:[^/]*\.\w+)?$",
        r"(?P<stem>.*/[^/]+)-(?P<name>page)-(?P<number>\d{1,5})(?:\.\w+|/?)$",
        # Discuz: the thread, its page, and the page of the board.
        r"(?P<stem>.*/(?P<name>thread)-\d+)-(?P<number>\d{1,5})-\d{1,5}\.\w+$",
        r"(?P<stem>.*[^/\d])[_-](?P<number>\d{1,4})\.(?:s?html?|jsp|aspx?|php|shtm)$",
        r"(?P<stem>.*/(?P<name>index|list|default|page|node))(?P<number>\d{1,4})\.\w+$",
        r"(?P<stem>.*/[^/]*\d)[_-](?P<number>\d{1,3})(?:\.(?:s?html?|jsp|aspx?|php|shtm)|/?)$",
        r"(?P<stem>.*/)(?P<number>\d{1,3})(?:\.(?:s?html?|aspx?|php)|/?)$",
    )
]
_NUMBER_NAMES = frozenset("page page- seite pagina index list default thread".split())
_OF_FORUM = re.compile(r"(\d+)\.(\d{1,6})")  # topic=7.20 (SMF): the thread, and the number of its first post
# What templates put after the title of a later part: (2), - page 2, 第2页, 2/5.
_PART = re.compile(
    r"[\s\-–—|_,:：·]*(?:[(（\[【]\s*)?"
    r"(?:(?:page|part|seite|teil|página|pagina|страница)\s*\d{1,3}(?:\s*(?:/|of|von|de|из)\s*\d{1,3})?"
    r"|第\s*[\d一二三四五六七八九十]{1,3}\s*[页頁]|\d{1,3}\s*/\s*\d{1,3})"
    r"\s*[)）\]】]?\s*$"
    r"|\s*[(（]\d{1,3}[)）]\s*$",
    re.IGNORECASE,
)


class PageNumber(NamedTuple):
    """A number in a URL that may be a page number."""

    series: str  # URL without the number and its ending; equal for all pages of one series
    number: int  # page number, or the number of the first entry if is_offset
    is_offset: bool = False  # entries are counted, not pages
    is_weak: bool = False  # maybe an article number: nothing names it, and the path ends in it
    # The URL names it a page number (page=2, /page/2). Others (p=2, /p/2, chair_2.html) may number articles,
    # posts or products.
    is_named: bool = True


def page_number(url: str) -> PageNumber | None:
    """Return the page number in a URL, or None.

    Known forms: common parameters (``page=2``, ``start=20``), ``/page/2/``, ``list_2.html``, ``index2.htm``,
    and up to three digits at the end of a path.
    """
    parts = split_url(without_tracking(url))
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    for key, value in sorted(pairs, key=lambda pair: pair[0].lower() in _UNNAMED_KEYS):
        is_offset, is_named = key.lower() in _OFFSET_KEYS, key.lower() not in _UNNAMED_KEYS
        if (is_offset or key.lower() in _PAGE_KEYS) and re.fullmatch("[0-9]{1,7}", value):
            rest = "&".join(sorted(f"{k}={v}" for k, v in pairs if k != key))
            series = f"{parts.netloc}{_path_stem(parts.path)}?{rest}"
            return PageNumber(series, int(value), is_offset, is_named=is_named)
        if key in {"topic", "board"} and (match := _OF_FORUM.fullmatch(value)):
            return PageNumber(f"{parts.netloc}{parts.path}?{key}={match[1]}", int(match[2]), is_offset=True)
    for pattern in _PATH:
        if match := pattern.match(parts.path):
            name = f"{parts.netloc}{_path_stem(match['stem'])}?{parts.query}"
            is_named = match.groupdict().get("name", "").lower() in _NUMBER_NAMES
            return PageNumber(name, int(match["number"]), is_weak=pattern is _PATH[-1], is_named=is_named)
    return None


def series_of(url: str, label: int = -1) -> str:
    """Return a URL without its page number, also of an unknown parameter that has the ``label`` of a link."""
    number = page_number(url)
    return number.series if number else _url_without_number(url, label)


def is_same_series(one: str, other: str) -> bool:
    """Return True if two URLs are pages of one series; the first may lack a number.

    True for ``90.html`` and ``90_2.html``. False for ``90.html`` and ``91.html``: these may be two articles.
    """
    numbers = [page_number(url) for url in (one, other)]
    strong = [number.series for number in numbers if number and not number.is_weak]
    plain = _url_without_number(one), _url_without_number(other)
    if len(strong) == 2:
        return strong[0] in {strong[1], plain[1]} or plain[0] == strong[1]
    return bool(strong) and strong[0] in plain


def is_part_of(first: str, url: str) -> bool:
    """Return True if a URL is a page of the series that begins at ``first``, also ``/story/2/``."""
    number = page_number(url)
    is_below = number is not None and number.is_weak and number.series == _url_without_number(first)
    return is_below or is_same_series(first, url)


def is_cursor(one: str, other: str) -> bool:
    """Return True if two URLs differ in where a list goes on only: ``/jobs`` and ``/jobs?after=c7f3a``."""
    here, there = split_url(one), split_url(other)
    changed = set(parse_qsl(there.query)) ^ set(parse_qsl(here.query))
    names = {name.lower() for name, _ in changed}
    return here[:3] == there[:3] and bool(names) and names <= _CURSOR_KEYS


def _url_without_number(url: str, label: int = -1) -> str:
    parts = split_url(without_tracking(url))
    pairs = parse_qsl(parts.query)
    labelled = [pair for pair in pairs if pair[1] == str(label)]
    pairs = [pair for pair in pairs if pair not in labelled[-1:]]
    query = "&".join(sorted(f"{key}={value}" for key, value in pairs))
    return f"{parts.netloc}{_path_stem(parts.path)}?{query}"


def _path_stem(path: str) -> str:
    """Return a path without index file, ending and trailing slash."""
    path = re.sub(r"\.(?:s?html?|jsp|aspx?|php|shtm)$", "", path, flags=re.IGNORECASE)
    path = re.sub(r"(?<=/)(?:index|default)$", "", path, flags=re.IGNORECASE)
    return path.rstrip("/_-")


def without_list_page(urls: Sequence[str]) -> list[str]:
    """Return the URLs of a list's entries without the number of the list's page (``/item/3?page=2``).

    It is a parameter that most of the entries share. Tracking parameters and session ids are dropped too.
    """
    urls = [without_tracking(url) for url in urls]
    carried = Counter(part for url in set(urls) for part in set(url.partition("?")[2].split("&")))
    common = {part for part, n in carried.items() if n > max(1, len(urls) / 2) and _is_carried(part)}
    kept = ((url, [part for part in url.partition("?")[2].split("&") if part not in common]) for url in urls)
    return [f"{url.partition('?')[0]}?{'&'.join(parts)}" for url, parts in kept]


def _is_carried(part: str) -> bool:
    match = _CARRIED.fullmatch(part)
    return match is not None and match[1].lower() in _PAGE_KEYS | _OFFSET_KEYS


def is_same_url(one: str, other: str) -> bool:
    """Return True if two URLs are equal without fragment and trailing slash."""
    return one.partition("#")[0].rstrip("/") == other.partition("#")[0].rstrip("/")


def is_surely_page(url: str) -> bool:
    """Return True if a URL names its number a page number, so titles need not agree."""
    number = page_number(url)
    return number is not None and number.is_named


def is_surely_part(first: str, url: str) -> bool:
    """Return False if the number of a URL may be that of another article: chair_5.html, chair_6.html."""
    own, other = page_number(first), page_number(url)
    return is_surely_page(url) or own is None or other is None or own.series != other.series


def is_one_article(first: str, later: str) -> bool:
    """Return True if two titles are equal apart from the number of the part.

    Compares letters and digits without case. False if a title is empty.
    """
    wanted, found = fold_letters(first), fold_letters(later)
    return bool(wanted) and wanted in {found, fold_letters(_PART.sub("", later))}


def fold_letters(title: str) -> str:
    """Return the letters and digits of a title, case-folded."""
    return "".join(filter(str.isalnum, title)).casefold()
