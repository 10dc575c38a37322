"""Feeds and sitemaps, told from web pages by their root element."""

from __future__ import annotations

import re

__all__ = ["listing_of"]

_HEAD = 4096  # characters or bytes before which the root element begins
_BEFORE_ROOT = re.compile(
    r"[\ufeff\s]*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(?:[\w-]+:)?(rss|rdf|feed|urlset|sitemapindex)\b([^>]*)>", re.IGNORECASE)
# What an element of that name has in a feed or a sitemap, and no element of a page.
_OWN = {
    "rss": "version", "rdf": "purl.org/rss/", "feed": "w3.org/2005/atom", "urlset": "xmlns",
    "sitemapindex": "xmlns",
}  # fmt: skip
_SITEMAPS = frozenset({"urlset", "sitemapindex"})


def listing_of(document: bytes | str) -> str:
    """Return ``feed`` for RSS and Atom, ``sitemap`` for a sitemap or an index of them, else ``""``.

    Looks at the first 4,096 bytes or characters; a page in XHTML has another root element.
    """
    head = document[:_HEAD]
    text = head.decode("utf-8", "replace") if isinstance(head, bytes) else head
    before = _BEFORE_ROOT.match(text)
    root = _ROOT.match(text, before.end() if before else 0)
    if root is None or _OWN[root[1].lower()] not in root[2].lower():
        return ""
    return "sitemap" if root[1].lower() in _SITEMAPS else "feed"
