"""Addresses on a page, made absolute."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import numpy as np

from maintext.page.tags import tag_id

if TYPE_CHECKING:
    from maintext.page import Page

__all__ = ["absolute_url", "base_url"]

_BASE = tag_id("base")
_MAX_CHARS = 5_000  # of an address
_PLAIN = re.compile(
    r"https?://[\w.-]+(?::\d+)?(?:[/?#][^\s\[\]]*)?$", re.ASCII
)  # nothing to resolve or to doubt


def base_url(page: Page) -> str:
    """Address that relative links of a page are resolved on: its ``<base href>`` or its own."""
    url = page.url or ""
    rows = np.flatnonzero(page.tag == _BASE)
    if len(rows):
        return absolute_url(url, page.attributes(int(rows[0])).get("href", "")) or url
    return url


def absolute_url(base: str, link: str) -> str:
    """Resolve a link on a base address; ``""`` for what is no address of a resource on the web.

    Without a base, a relative link stays as it is. Addresses of other schemes than http, and those
    within the page, are none.
    """
    link = link.strip()
    if not link or link.startswith("#") or len(link) > _MAX_CHARS:
        return ""
    if link.startswith(("https://", "http://")) and _PLAIN.match(link):
        return link
    try:
        full = urljoin(base, link) if base else link
        parts = urlsplit(full)
    except ValueError:  # an unclosed bracket in the host
        return ""
    if parts.scheme in {"http", "https"}:
        return full if parts.netloc else ""
    return "" if parts.scheme else full
