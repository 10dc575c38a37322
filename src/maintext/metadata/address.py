"""Addresses on a page, made absolute."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

from maintext.html.tags import tag_id
from maintext.metadata.candidate import Candidate
from maintext.metadata.moment import parse_moment

if TYPE_CHECKING:
    from maintext.html import Page

__all__ = ["absolute_url", "base_url", "find_address_date", "is_whole", "parts_of"]

_BASE = tag_id("base")
_MAX_CHARS = 5_000  # of an address
_PLAIN = re.compile(
    r"https?://[\w.-]+(?::\d+)?(?:[/?#][^\s\[\]]*)?$", re.ASCII
)  # nothing to resolve or to doubt

_PATH_DATE = re.compile(
    r"(?<!\d)(?:(?P<apart>(?:19|20)\d\d(?P<mark>[/_-])[01]\d(?P=mark)[0-3]\d|[0-3]\d-[01]\d-(?:19|20)\d\d)"
    r"|(?<=/)(?P<parts>(?:19|20)\d\d/(?:\d\d?|[A-Za-z]{3,9})/\d\d?)(?=/)"
    r"|(?:19|20)\d\d[01]\d[0-3]\d)(?!\d)",
    re.ASCII,
)


def find_address_date(page: Page) -> list[Candidate]:
    """Return the day in the path of the page's own address as a candidate for ``published``.

    Forms: ``/2024/05/01/``, ``/2024/5/1/``, ``/2024/may/01/``, ``/2024-05-01``, ``/20240501-``,
    ``/t20240501_``, ``/01-05-2024``.
    """
    match = _PATH_DATE.search(parts_of(page.url or "").path)
    if match is None:
        return []
    if match["apart"]:
        parts = re.findall(r"\d+", match[0])
    else:
        parts = match["parts"].split("/") if match["parts"] else [match[0][:4], match[0][4:6], match[0][6:]]
    moment = parse_moment("-".join(reversed(parts) if len(parts[0]) == 2 else parts))
    return [Candidate("published", moment, "url")] if moment else []


def parts_of(url: str) -> SplitResult:
    """Take an address apart; all parts are empty where it is malformed, as ``http://[``."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def base_url(page: Page) -> str:
    """Address that relative links of a page are resolved on: its ``<base href>`` or its own."""
    url = page.url or ""
    rows = (page.tag == _BASE).nonzero()[0]
    if len(rows):
        return absolute_url(url, page.attributes(int(rows[0])).get("href", "")) or url
    return url


def is_whole(link: str) -> bool:
    """Whether a link is an address of the web to which a base adds nothing."""
    return (
        link.startswith(("https://", "http://"))
        and len(link) <= _MAX_CHARS
        and _PLAIN.match(link) is not None
    )


def absolute_url(base: str, link: str) -> str:
    """Resolve a link on a base address; ``""`` for what is no address of a resource on the web.

    Without a base, a relative link stays as it is. Addresses of other schemes than http, and those
    within the page, are none.
    """
    link = link.strip()
    if not link or link.startswith("#") or len(link) > _MAX_CHARS:
        return ""
    if is_whole(link):
        return link
    try:
        full = urljoin(base, link) if base else link
        parts = urlsplit(full)
    except ValueError:  # an unclosed bracket in the host
        return ""
    if parts.scheme in {"http", "https"}:
        return full if parts.netloc else ""
    return "" if parts.scheme else full
