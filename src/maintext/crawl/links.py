"""Which links a crawl follows and in what order; which parts of a site are endless.

Calendars, filters and the like are endless parts: URLs of one pattern without news. URLs of one pattern
differ in numbers only: ``/calendar/2031/05`` is ``/calendar/0/0``. A page has news if it is a record with
its own text, or links to a URL of another pattern that no page of its pattern linked to. Links of
patterns that are exhausted do not count, nor do those that add a filter to the page's own URL: a
parameter that other pages have alone. A pattern is exhausted after :attr:`CrawlOptions.max_pattern_pages`
pages without news, if they are 90 % of its pages; after a tenth of them, if all patterns of its path
together have that many. So are then new patterns of the path whose parameters all occurred on pages
without news. URLs of an exhausted pattern are followed only from pages of another pattern with news,
lists, sitemaps and feeds; those that wait and were found on pages of the same path are left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from maintext.batch.store.frontier import FrontierUrl
from maintext.crawl.counts import CrawlCounts
from maintext.crawl.options import CrawlOptions
from maintext.crawl.read import PageLink
from maintext.crawl.scope import A_FILE, Scope, normalize_url
from maintext.html.urls import bare_host

__all__ = ["ENDLESS", "NEXT", "Links", "Patterns", "pattern_of", "seed_urls"]

_NUMBER = re.compile(r"\d+")
_HEX = re.compile(r"(?=[a-f]*\d)[0-9a-f]{8,}", re.IGNORECASE)
_SLUG = re.compile(r"\w+(?:[-_]\w+){2,}(?:\.\w+)?\Z")
_MIN_WORDS = 20  # of a text that is news by itself; a CJK character is a word
_SHARE, _FILTER_SHARE = 0.9, 0.1
_MAX_PATTERNS, _MAX_PATTERN_LINKS = 50_000, 20_000  # kept in memory


@dataclass(slots=True)
class _PatternPages:
    n_pages: int = 0
    n_without_news: int = 0
    links: set[int] = field(default_factory=set)
    texts: set[int] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)  # of a path: parameters of pages without news

    def is_without_news(self, most: float) -> bool:
        """Return True if at least ``most`` pages, and nearly all, have no news."""
        return self.n_without_news >= max(most, _SHARE * self.n_pages)


def pattern_of(url: str) -> str:
    """Return the pattern of a URL: numbers become 0, long names ``-``, parameters lose their values."""
    parts = urlsplit(url)
    segments = [
        "-" if _SLUG.match(part) and not part[0].isdigit() and len(part) > 20
        else _NUMBER.sub("0", _HEX.sub("0", part))
        for part in parts.path.split("/")
    ]  # fmt: skip
    keys = sorted({pair.partition("=")[0] for pair in parts.query.split("&")})
    return f"{parts.netloc}{'/'.join(segments)}?{'&'.join(keys)}"


class Patterns:
    """What was found on pages of each pattern, in memory; a resumed crawl starts from zero.

    A pattern is exhausted after ``most`` pages without news; 0 never.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._forms: dict[str, _PatternPages] = {}
        self._paths: dict[str, _PatternPages] = {}  # the counts of all patterns of a path

    def is_exhausted(self, pattern: str) -> bool:
        """Return True if a pattern has enough pages, and nearly none of them with news."""
        form, (path, _, keys) = self._forms.get(pattern), pattern.partition("?")
        whole = self._paths.get(path)
        if whole is None or not self._most:
            return False
        is_endless = whole.is_without_news(self._most)
        if form is None:  # each combination of filters is a pattern of its own
            return is_endless and whole.keys.issuperset(keys.split("&"))
        return form.is_without_news(self._most * _FILTER_SHARE if is_endless else self._most)

    def _is_filtered(self, pattern: str, other: str) -> bool:
        """Return True if another pattern adds to a pattern parameters that other pages have alone."""
        path, _, keys = pattern.partition("?")
        there, _, more = other.partition("?")
        if there != path:
            return False
        own, others = set(keys.split("&")) - {""}, set(more.split("&"))
        return own < others and f"{path}?{'&'.join(sorted(others - own))}" in self._forms

    def note(self, url: str, links: Iterable[tuple[str, str]], text: int, n_words: int) -> bool:
        """Count a page; return True if it has news.

        ``links`` are its links in the scope, each with its pattern. ``text`` and ``n_words`` are the
        fingerprint and length of its main text, 0 for a page that is not a record.
        """
        pattern = pattern_of(url)
        if pattern not in self._forms and len(self._forms) >= _MAX_PATTERNS:
            return True
        form = self._forms.setdefault(pattern, _PatternPages())
        path, _, keys = pattern.partition("?")
        whole = self._paths.setdefault(path, _PatternPages())
        others = {
            hash(link)
            for link, other in links
            if other != pattern and not self._is_filtered(pattern, other) and not self.is_exhausted(other)
        }
        has_news = bool(others - form.links) or (n_words >= _MIN_WORDS and text not in form.texts)
        if len(form.links) < _MAX_PATTERN_LINKS:
            form.links |= others
        if n_words and len(form.texts) < _MAX_PATTERN_LINKS:
            form.texts.add(text)
        for one in (form, whole):
            one.n_pages += 1
            one.n_without_news += not has_news
        if not has_news:
            whole.keys.update(keys.split("&"))
        return has_news


_SITEMAP, _SEED, _FEED, NEXT, _LINK = 1, 2, 3, 4, 10  # priorities; NEXT of next pages, links by their depth
_MAX_KNOWN = 200_000  # links seen lately, in memory
_MAX_PLAN = 50_000
_SITEMAP_DEPTH = 2  # one more than sitemaps.org has: an index may name sitemaps, but no indexes
# Those of one run, all read before the first page: with half a second between two, less than 90 minutes.
_MAX_SITEMAPS, _FEW_SITEMAPS = 10_000, 100
ENDLESS = "an endless part of the site"


class Links:
    """URLs found by a running crawl; ``counts`` gets the links that are not followed."""

    def __init__(self, options: CrawlOptions, scope: Scope, counts: CrawlCounts, *, dry_run: bool) -> None:
        self.found: dict[str, FrontierUrl] = {}  # URLs not yet written to the store
        # Of a dry run: URLs, each with the reason why it would not be fetched, or ""
        self.plan: dict[str, str] = {}
        self._options, self._scope, self._counts, self._dry_run = options, scope, counts, dry_run
        self._patterns = Patterns(options.max_pattern_pages)
        self._known: set[str] = set()
        self._sitemaps: set[str] = set()
        few = max(options.max_pages, _FEW_SITEMAPS)
        self._max_sitemaps = min(few, _MAX_SITEMAPS) if options.max_pages else _MAX_SITEMAPS

    def in_scope(self, links: Iterable[PageLink]) -> list[tuple[str, str]]:
        """Return the normalized URLs in the scope with their roles."""
        found: dict[str, str] = {}
        for link in links:
            if link.role != "feed" or self._options.feeds:
                url = normalize_url(link.url)
                if url and not self._is_out(url, is_feed=link.role == "feed"):
                    found.setdefault(url, link.role)
        return list(found.items())

    def follow(self, entry: FrontierUrl, links: list[tuple[str, str]], text: int, n_words: int) -> None:
        """Follow the links of a page, given in the scope with their roles.

        ``text`` and ``n_words`` are the fingerprint and length of its main text, 0 for a page that is not a
        record.
        """
        forms = [(url, pattern_of(url)) for url, _ in links]
        has_news = self._patterns.note(entry.url, forms, text, n_words)
        own, limit = pattern_of(entry.url), self._options.max_depth
        for url, role in links:
            if url in self._known:
                continue
            depth = entry.depth + (role != "next")
            pattern = pattern_of(url)
            if 0 <= limit < depth:
                self.skip(url, "too deep")
            elif (not has_news or pattern == own) and self._patterns.is_exhausted(pattern):
                self.skip(url, ENDLESS)
            else:
                priority = {"next": NEXT, "feed": _FEED}.get(role, _LINK + depth)
                self._add_url(url, "feed" if role == "feed" else "page", depth, priority, entry.url)
                self._remember_url(url)

    def is_endless(self, entry: FrontierUrl) -> bool:
        """Return True if a URL that waits was found in a part of the site that has no news any more."""
        pattern, origin = pattern_of(entry.url), entry.discovered_from
        if not origin or not self._patterns.is_exhausted(pattern):
            return False
        return pattern_of(origin).partition("?")[0] == pattern.partition("?")[0]

    def find_listed(self, url: str, discovered_from: str) -> None:
        """Follow a URL from a sitemap or a feed."""
        if url and not self._is_out(url):
            # Scope "any depth" apart, a page that a list of the site names is one step away.
            self._add_url(url, "page", 1, _LINK + 1, discovered_from)

    def find_sitemap(self, url: str, discovered_from: str | None, depth: int = 0) -> None:
        """Add a sitemap named by robots.txt or another sitemap, if its host is in the scope.

        Sitemap indexes are followed to depth 2. A run reads at most 10,000 sitemaps; with ``max_pages``, at
        most that many or 100. The others are counted as links not followed.
        """
        url = normalize_url(url)
        if not url or not self._scope.has_host(bare_host(url)) or url in self._sitemaps:
            return
        if depth > _SITEMAP_DEPTH or len(self._sitemaps) >= self._max_sitemaps:
            self.skip(url, ENDLESS)
        else:
            self._sitemaps.add(url)
            self._add_url(url, "sitemap", depth, _SITEMAP, discovered_from)

    def _add_url(self, url: str, role: str, depth: int, priority: int, discovered_from: str | None) -> None:
        self.find(
            FrontierUrl(url=url, role=role, depth=depth, priority=priority, discovered_from=discovered_from)
        )

    def find(self, entry: FrontierUrl) -> None:
        """Add a URL to fetch."""
        self.found.setdefault(entry.url, entry)
        self.note(entry.url, "")

    def note(self, url: str, reason: str) -> None:
        """Note in the plan of a dry run why a URL would not be fetched, ``""`` if it would."""
        if self._dry_run and url and len(self.plan) < _MAX_PLAN:
            self.plan[url] = reason or self.plan.get(url, "")

    def _is_out(self, url: str, *, is_feed: bool = False) -> bool:
        reason = self._scope.why_not(url)
        if is_feed and reason == A_FILE:
            return False
        if reason and url not in self._known:
            self.skip(url, reason)
            self._remember_url(url)
        return bool(reason)

    def skip(self, url: str, reason: str) -> None:
        """Count a link that is not followed."""
        self._counts.not_followed[reason] += 1
        self.note(url, reason)

    def _remember_url(self, url: str) -> None:
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        self._known.add(url)


def seed_urls(urls: Iterable[str], options: CrawlOptions) -> list[FrontierUrl]:
    """Return the URLs a crawl begins with: start pages, and the usual URLs of their sitemaps."""
    found: dict[str, FrontierUrl] = {}
    for url in urls:
        found[url] = FrontierUrl(url=url, priority=_SEED)
        sitemap = urljoin(url, "/sitemap.xml")
        if options.sitemaps:
            found.setdefault(sitemap, FrontierUrl(url=sitemap, role="sitemap", priority=_SITEMAP))
    return list(found.values())
