"""Sources by newspaper's names: the articles, sections and feeds that a front page links to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import maintext
from maintext.compat import warn_once
from maintext.compat.newspaper.article import Article, fetch_html
from maintext.compat.newspaper.configuration import Configuration
from maintext.errors import MaintextError
from maintext.html import Page
from maintext.html.urls import link_url, split_url

__all__ = ["Category", "Feed", "Source", "build"]

# Paths of articles have a date, a number, or several words; those of sections a short word or two.
_ARTICLE = re.compile(
    r"(?:19|20)\d\d[/-]?[01]\d|\d{5}|[^/_-]+(?:[_-][^/_-]+){3}[^/]*/?$|/[^/]+/[^/]*\d{3}[^/]*$"
)
_SECTION = re.compile(r"/[^/\d.]{2,25}/?")
_NO_PAGE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|pdf|mp[34]|zip|xml|rss|css|js)$", re.IGNORECASE)
_FEED_TYPES = ("application/rss+xml", "application/atom+xml")
_MAX_SECTIONS, _MAX_FEED_BYTES = 30, 20_000_000


@dataclass(slots=True)
class Category:
    """A section of a source."""

    url: str
    html: str | None = None


@dataclass(slots=True)
class Feed:
    """A feed that the front page names."""

    url: str
    rss: str | None = None


class Source:
    """A news site: after :meth:`build`, the articles that its front page, sections and feeds link to.

    Articles are not downloaded yet. ``kwargs`` change the settings by name. Unlike in the original, nothing
    is remembered between runs, and pages are fetched one after another.

    Raises ValueError: the URL is not one of HTTP.
    """

    def __init__(
        self, url: str, read_more_link: str = "", config: Configuration | None = None, **kwargs: Any
    ) -> None:
        parts = split_url(url)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ValueError(f"the URL of a source begins with http:// or https://, not {url!r}")
        if read_more_link:
            warn_once("newspaper", "read_more_link", "has no effect: fetch the whole article's own address")
        self.config = config or Configuration()
        self.config.update(**kwargs)
        self.url, self.scheme, self.domain = url, parts.scheme, parts.netloc
        self.brand = self.domain.removeprefix("www.").partition(".")[0]
        self.html = self.description = ""
        self.page: Page | None = None
        self.categories: list[Category] = []
        self.feeds: list[Feed] = []
        self.articles: list[Article] = []

    def __str__(self) -> str:
        return f"Source({self.url}: {len(self.articles)} articles)"

    def build(
        self, input_html: str | None = None, only_homepage: bool = False, only_in_path: bool = False
    ) -> None:
        """Read the front page, its sections and feeds, and list the articles that they link to.

        ``only_homepage`` fetches no more than the front page; ``only_in_path`` keeps articles below its path.

        Raises MaintextError: the front page cannot be fetched.
        """
        if input_html is None:
            self.download()
        else:
            self.html = input_html
        self.parse()
        if not only_homepage:
            self.set_categories()
            self.download_categories()
            self.set_feeds()
            self.download_feeds()
        self.generate_articles(only_in_path=only_in_path)

    def download(self) -> None:
        """Fetch the front page; MaintextError if it fails."""
        self.html, self.url = fetch_html(self.url, self.config)

    def parse(self) -> None:
        """Read the front page."""
        document = maintext.extract(self.html, self.url)
        self.page, self.description = document.page, document.description or ""

    def set_categories(self) -> None:
        """List the sections that the front page links to, at most 30."""
        urls = (url for url in self._own_links(self._read_page()) if _SECTION.fullmatch(split_url(url).path))
        self.categories = [Category(url) for url in dict.fromkeys(urls)][:_MAX_SECTIONS]

    def download_categories(self) -> None:
        """Fetch the sections; those that fail stay without a page."""
        for one in self.categories:
            one.html = self._fetch_or_none(one.url)

    def parse_categories(self) -> None:
        """Leave out the sections without a page."""
        self.categories = [one for one in self.categories if one.html]

    def set_feeds(self) -> None:
        """List the feeds that the front page names."""
        page = self._read_page()
        types, hrefs = page.values("type"), page.values("href")
        rows = [row for row, type_ in types.items() if type_.lower() in _FEED_TYPES and row in hrefs]
        urls = [link_url(page, hrefs[row]) for row in rows]
        self.feeds = [Feed(url) for url in dict.fromkeys(urls) if url]

    def download_feeds(self) -> None:
        """Fetch the feeds; those that fail stay without content."""
        for one in self.feeds:
            one.rss = self._fetch_or_none(one.url)

    def generate_articles(self, limit: int = 5000, only_in_path: bool = False) -> None:
        """Fill ``articles`` from the pages and feeds read so far."""
        sections = [maintext.parse(one.html, one.url) for one in self.categories if one.html]
        links = (url for page in (self._read_page(), *sections) for url in self._own_links(page))
        urls = [url for url in links if _ARTICLE.search(split_url(url).path)]
        urls += [url for feed in self.feeds if feed.rss for url in _feed_links(feed.rss)]
        path = split_url(self.url).path.rstrip("/") if only_in_path else ""
        chosen = [url for url in dict.fromkeys(urls) if split_url(url).path.startswith(path)][:limit]
        self.articles = [Article(url, source_url=self.url, config=self.config) for url in chosen]

    def download_articles(self) -> list[Article]:
        """Download all articles and return them; ``parse()`` of one that failed raises its error."""
        return [one.download() for one in self.articles]

    def parse_articles(self) -> None:
        """Parse all downloaded articles."""
        for one in self.articles:
            one.parse()

    def size(self) -> int:
        """Return the number of articles."""
        return len(self.articles)

    def article_urls(self) -> list[str]:
        """Return the URLs of the articles."""
        return [one.url for one in self.articles]

    def category_urls(self) -> list[str]:
        """Return the URLs of the sections."""
        return [one.url for one in self.categories]

    def feed_urls(self) -> list[str]:
        """Return the URLs of the feeds."""
        return [one.url for one in self.feeds]

    def clean_memo_cache(self) -> None:
        """Do nothing: nothing is remembered between runs."""

    def _read_page(self) -> Page:
        if self.page is None:
            self.page = maintext.parse(self.html, self.url)
        return self.page

    def _fetch_or_none(self, url: str) -> str | None:
        try:
            return fetch_html(url, self.config)[0]
        except MaintextError:
            return None

    def _own_links(self, page: Page) -> Iterator[str]:
        """Yield the URLs of a page's links within the site."""
        host = self.domain.removeprefix("www.")
        for href in page.values("href").values():
            url = link_url(page, href).partition("#")[0]
            parts = split_url(url)
            is_own = parts.scheme in {"http", "https"} and parts.netloc.endswith(host)
            if is_own and not _NO_PAGE.search(parts.path):
                yield url


def _feed_links(text: str) -> list[str]:
    """Return the URLs of a feed's entries, none if it is damaged."""
    from maintext.crawl.feeds import read_feed  # noqa: PLC0415 - for sources alone

    try:
        return [url for url, _ in read_feed(text.encode("utf-8", "replace"), _MAX_FEED_BYTES).pages]
    except MaintextError:
        return []


def build(
    url: str = "", dry: bool = False, only_homepage: bool = False, only_in_path: bool = False,
    input_html: str | None = None, config: Configuration | None = None, **kwargs: Any,
) -> Source:  # fmt: skip
    """Return a source, built unless ``dry``.

    Raises ValueError: the URL is not one of HTTP; MaintextError: the front page cannot be fetched.
    """
    source = Source(url, config=config, **kwargs)
    if not dry:
        source.build(input_html, only_homepage, only_in_path)
    return source
