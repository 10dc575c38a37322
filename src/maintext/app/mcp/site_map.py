"""What a site lists: robots.txt, sitemaps, feeds, and the links of a page."""

from __future__ import annotations

import datetime as dt
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maintext.app.mcp.paging import list_piece
from maintext.app.mcp.source import origin_of
from maintext.crawl.feeds import FeedEntries, read_feed
from maintext.crawl.read import Answer, read_page
from maintext.errors import FetchError, InputError, MaintextError
from maintext.html import parse
from maintext.metadata.links import find_links
from maintext.options import Options

if TYPE_CHECKING:
    from maintext.app.mcp.source import Sources

__all__ = ["site_map"]

_MOST_SITEMAPS = 10  # of one call: an index may name thousands
_MOST_PAGES = 100_000
_MOST_LINKS = 200


@dataclass(slots=True)
class _Found:
    """What the sitemaps of a site list."""

    pages: dict[str, str] = field(default_factory=dict)
    files: list[dict[str, Any]] = field(default_factory=list)
    n_unread: int = 0


def site_map(sources: Sources, url: str, *, contains: str, start: int, max_pages: int) -> dict[str, Any]:
    """Return what a site says about its pages.

    Parameters
    ----------
    sources
        Fetches.
    url
        A page of the site; its links and feeds are given with the first piece.
    contains
        Only pages with this in their address; ``""`` for all.
    start, max_pages
        Piece of the list of pages.

    Raises
    ------
    OptionError
        ``start`` is beyond the list.
    AddressRefusedError
        The address is none that may be fetched.

    Notes
    -----
    At most ten sitemaps are read. A file or a page that cannot be read is told of; it is no error.
    """
    origin, rules = origin_of(url), sources.rules(url)
    named = list(rules.sitemaps) or [f"{origin}/sitemap.xml"]
    found = _read_sitemaps(sources, named)
    pages = [{"url": page, "modified": day or None} for page, day in found.pages.items() if contains in page]
    about = {
        "url": url,
        "robots": {
            "allows": rules.allows(url),
            "refusal": rules.refusal or None,
            "delay_s": rules.delay_s or None,
        },
        "sitemaps": found.files,
        "n_sitemaps_unread": found.n_unread,
    }
    of_page = _links(sources, url) if not start else {}
    return {**about, **of_page, **list_piece("pages", pages, start, max_pages)}


def _read_sitemaps(sources: Sources, named: list[str]) -> _Found:
    found, waiting, seen = _Found(), deque(named), set(named)
    while waiting and len(found.files) < _MOST_SITEMAPS and len(found.pages) < _MOST_PAGES:
        url = waiting.popleft()
        try:
            listed = _listed(sources, url)
        except (FetchError, InputError) as error:
            found.files.append({"url": url, "error": error.message})
            continue
        found.files.append({"url": url, "n_pages": len(listed.pages), "n_sitemaps": len(listed.sitemaps)})
        for page, day in listed.pages:
            found.pages.setdefault(page, day)
        new = [one for one in dict.fromkeys(listed.sitemaps) if one not in seen]
        waiting.extend(new)
        seen.update(new)
    found.n_unread = len(waiting)
    return found


def _listed(sources: Sources, url: str) -> FeedEntries:
    return read_feed(sources.resource(url).data, sources.options.max_bytes)


def _links(sources: Sources, url: str) -> dict[str, Any]:
    """The links that a reader sees on a page, with what they say, and its feeds; or why there are none."""
    options = Options(max_bytes=sources.options.max_bytes)
    try:
        source = sources.fetched(url)
        page = parse(source.html, source.url, http_charset=source.charset, options=options)
    except MaintextError as error:
        return {"links": [], "feeds": [], "page_error": error.message}
    links = {link.url: link.text for link in reversed(find_links(page, page.is_text & ~page.is_hidden))}
    answer = Answer(source.url or url, source.data, source.charset)
    read = read_page((answer,), source.fetched or dt.datetime.now(dt.UTC), options, robots=False)
    first = list(reversed(links.items()))[:_MOST_LINKS]
    return {
        "links": [{"url": link, "text": text} for link, text in first],
        "n_links": len(links),
        "feeds": [link.url for link in read.links if link.role == "feed"],
    }
