"""Which links a crawl follows, and in what order; what a dry run would fetch."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from maintext.batch.store.frontier import Address
from maintext.crawl.scope import Scope, normalised
from maintext.crawl.traps import Patterns, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.crawl.counts import Counts
    from maintext.crawl.options import CrawlOptions
    from maintext.crawl.read import PageLink

__all__ = ["Links", "seeds_of"]

_SITEMAP, _SEED, _FEED, _NEXT, _LINK = 1, 2, 3, 4, 10  # priorities; links by their depth
_MOST_KNOWN = 200_000  # links seen lately, in memory
_MOST_PLAN = 50_000
_SITEMAP_DEPTH = 2  # one more than sitemaps.org has: an index may name sitemaps, but no indexes
# Those of one run, all read before the first page: with half a second between two, less than 90 minutes.
_MOST_SITEMAPS, _FEW_SITEMAPS = 10_000, 100
_ENDLESS = "an endless part of the site"


class Links:
    """Addresses that a running crawl finds.

    Parameters
    ----------
    options, scope
        What is asked for, and what belongs to it.
    counts
        Counts the links that are not followed.
    dry_run
        Keep a plan.

    Attributes
    ----------
    found
        By address, what was found and is not yet written.
    plan
        Of a dry run: addresses, each with the reason why it would not be fetched, ``""`` for none.
    """

    def __init__(self, options: CrawlOptions, scope: Scope, counts: Counts, *, dry_run: bool) -> None:
        self.found: dict[str, Address] = {}
        self.plan: dict[str, str] = {}
        self._options, self._scope, self._counts, self._dry_run = options, scope, counts, dry_run
        self._patterns = Patterns(options.max_pattern_pages)
        self._known: set[str] = set()
        self._sitemaps: set[str] = set()
        few = max(options.max_pages, _FEW_SITEMAPS)
        self._most_sitemaps = min(few, _MOST_SITEMAPS) if options.max_pages else _MOST_SITEMAPS

    def in_scope(self, links: Iterable[PageLink]) -> list[tuple[str, str]]:
        """Return normalised addresses in the scope with their roles."""
        found: dict[str, str] = {}
        for link in links:
            if link.role == "feed" and not self._options.feeds:
                continue
            url = normalised(link.url)
            if url and not self._is_out(url):
                found.setdefault(url, link.role)
        return list(found.items())

    def follow(self, address: Address, links: list[tuple[str, str]], text: int, n_words: int) -> None:
        """Follow the links of a page.

        Parameters
        ----------
        address
            Of the page.
        links
            Those in the scope.
        text, n_words
            Fingerprint and length of its main text; 0 for a page that is no record.
        """
        forms = [(url, pattern_of(url)) for url, _ in links]
        has_news = self._patterns.note(address.url, forms, text, n_words)
        own, limit = pattern_of(address.url), self._options.max_depth
        for url, role in links:
            if url in self._known:
                continue
            depth = address.depth + (role != "next")
            pattern = pattern_of(url)
            if 0 <= limit < depth:
                self._leave(url, "too deep")
            elif (not has_news or pattern == own) and self._patterns.is_exhausted(pattern):
                self._leave(url, _ENDLESS)
            else:
                self.find(_found(url, role, depth, address.url))
                self._remember(url)

    def find_listed(self, url: str, discovered_from: str) -> None:
        """Follow an address that a sitemap or a feed names."""
        if url and not self._is_out(url):
            # Scope "any depth" apart, a page that a list of the site names is one step away.
            self.find(Address(url=url, depth=1, priority=_LINK + 1, discovered_from=discovered_from))

    def skip_listed(self, url: str) -> None:
        """Leave out an address of a list that has not changed since the first day."""
        self._leave(url, "last changed before the first day")

    def find_sitemap(self, url: str, discovered_from: str | None, depth: int = 0) -> None:
        """Add a sitemap that robots.txt or another one names, where its host is in the scope.

        Indexes of indexes are followed to depth 2. A run reads 10,000 sitemaps, and with a limit of pages
        only as many as pages, or 100; the others are counted as links that are not followed.
        """
        url = normalised(url)
        host_only = Scope(self._options, self._scope.hosts)
        if not url or not host_only._has_host(urlsplit(url).netloc.removeprefix("www.")):  # noqa: SLF001
            return
        if url in self._sitemaps:
            return
        if depth > _SITEMAP_DEPTH or len(self._sitemaps) >= self._most_sitemaps:
            self._leave(url, _ENDLESS)
            return
        self._sitemaps.add(url)
        self.find(Address(
            url=url, role="sitemap", depth=depth, priority=_SITEMAP, discovered_from=discovered_from
        ))  # fmt: skip

    def find(self, address: Address) -> None:
        """Note an address that is to be fetched."""
        self.found.setdefault(address.url, address)
        self.note(address.url, "")

    def note(self, url: str, reason: str) -> None:
        """Put into the plan of a dry run why an address would not be fetched, ``""`` where it would."""
        if self._dry_run and url and len(self.plan) < _MOST_PLAN:
            if reason:
                self.plan[url] = reason
            else:
                self.plan.setdefault(url, "")

    def _is_out(self, url: str) -> bool:
        reason = self._scope.why_not(url)
        if reason and url not in self._known:
            self._leave(url, reason)
            self._remember(url)
        return bool(reason)

    def _leave(self, url: str, reason: str) -> None:
        self._counts.not_followed[reason] += 1
        self.note(url, reason)

    def _remember(self, url: str) -> None:
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known.add(url)


def seeds_of(urls: Iterable[str], options: CrawlOptions) -> list[Address]:
    """Return the addresses a crawl begins with: start pages, and the usual place of their sitemaps."""
    found: dict[str, Address] = {}
    for url in urls:
        found[url] = Address(url=url, priority=_SEED)
        sitemap = urljoin(url, "/sitemap.xml")
        if options.sitemaps:
            found.setdefault(sitemap, Address(url=sitemap, role="sitemap", priority=_SITEMAP))
    return list(found.values())


def _found(url: str, role: str, depth: int, discovered_from: str) -> Address:
    priority = {"next": _NEXT, "feed": _FEED}.get(role, _LINK + depth)
    kind = "feed" if role == "feed" else "page"
    return Address(url=url, role=kind, depth=depth, priority=priority, discovered_from=discovered_from)
