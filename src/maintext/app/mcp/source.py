"""Get the page that an agent names: HTML, a file below a folder, or a URL."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from maintext.app.given_page import GivenPage, TTLCache
from maintext.app.mcp import McpOptions
from maintext.app.workbench.settings import make_fetch
from maintext.crawl.feeds import Robots, read_robots
from maintext.errors import (
    AddressRefusedError,
    FetchError,
    HttpStatusError,
    InputError,
    OptionError,
    PageTooLargeError,
)
from maintext.net import Response
from maintext.net.address import parse_target

__all__ = ["PageReader"]

Fetch = Callable[[str], Response]

_MAX_CACHED_PAGES, _MAX_CACHED_HOSTS, _MAX_CACHED_BYTES = 16, 64, 50_000_000
_ONLY_URL = re.compile(r"\s*https?://[^\s<]+\s*", re.IGNORECASE)


class PageReader:
    """Read pages, and cache what was fetched. Safe to use in several threads.

    ``fetch(url)`` gives a response; by default over the network, as :mod:`maintext.net` allows.
    """

    def __init__(self, options: McpOptions, fetch: Fetch | None = None) -> None:
        self.options = options
        self._fetch = fetch or make_fetch(options, user_agent=options.user_agent)
        self._roots = [Path(root).resolve() for root in options.roots]
        self._pages: TTLCache[GivenPage] = TTLCache(_MAX_CACHED_PAGES, _MAX_CACHED_BYTES)
        self._robots: TTLCache[Robots] = TTLCache(_MAX_CACHED_HOSTS, _MAX_CACHED_BYTES)

    def read(self, html: str | None, url: str | None, path: str | None) -> GivenPage:
        """Return the page that an agent names by one of the arguments.

        Next to ``html`` or ``path``, ``url`` is the page's own URL and is not fetched. An empty text is as
        good as none.

        Raise :class:`OptionError` if no page or two pages are named, or the file is outside the folders that
        may be read. Raise :class:`InputError` if the file cannot be read, or is too large. Raise
        :class:`FetchError` if the page cannot or may not be fetched.
        """
        if (html and path) or not (html or path or url):
            empty = "html is empty: " if html == "" else ""
            raise OptionError(f"{empty}give one of html, path and url")
        if html:
            if _ONLY_URL.fullmatch(html):
                raise OptionError("html is a URL: give it as url")
            return GivenPage(html, url)
        return GivenPage(self._read_file(path), url) if path else self.fetch(url or "")

    def fetch(self, url: str) -> GivenPage:
        """Fetch a page, or return its cached copy, if robots.txt allows it.

        The robots.txt of the URL and of the last redirect are obeyed.

        Raise :class:`FetchError` if the page cannot or may not be fetched.
        """
        self._check_robots(url)
        page = self.fetch_resource(url)
        if page.url and page.url != url:
            self._check_robots(page.url)
        return page

    def fetch_resource(self, url: str) -> GivenPage:
        """Fetch a file such as a sitemap, or return its cached copy; ignore robots.txt.

        Raise :class:`FetchError` if the file cannot or may not be fetched.
        """
        known = self._pages.get(url)
        if known is None:
            answer = self._fetch(url)
            known = GivenPage(
                answer.body, answer.url, answer.charset, status=answer.status,
                content_type=answer.content_type, fetched=datetime.now(UTC),
            )  # fmt: skip
            self._pages.put(url, known, len(answer.body))
        return known

    def read_robots(self, url: str) -> Robots:
        """Return the rules in the robots.txt of a URL's site.

        Raise :class:`AddressRefusedError` if the URL may not be fetched.
        """
        origin = parse_target(url).origin
        known = self._robots.get(origin)
        if known is None:
            status, body = 0, b""
            try:
                answer = self._fetch(f"{origin}/robots.txt")
                status, body = answer.status, answer.body
            except AddressRefusedError:
                raise
            except HttpStatusError as error:
                status = error.status
            except (FetchError, PageTooLargeError):
                pass
            known = read_robots(status, body, self.options.user_agent)
            self._robots.put(origin, known, 0)
        return known

    def _check_robots(self, url: str) -> None:
        if self.options.robots and not self.read_robots(url).allows(url):
            refusal = self.read_robots(url).refusal or "the robots.txt of the site does not allow this page"
            raise FetchError(f"{refusal}; the server takes --ignore-robots", url=url, stage="fetch")

    def _read_file(self, path: str) -> bytes:
        # Follows links first, so none leads out of the folder. Relative paths are those below a root, too.
        places = [place.resolve() for place in (*(root / path for root in self._roots), Path(path))]
        inside = [file for file in places if any(file.is_relative_to(root) for root in self._roots)]
        if not inside:
            allowed = ", ".join(map(str, self._roots)) or "none; the server was started without --root"
            raise OptionError(f"{path} is not in a folder that may be read ({allowed})")
        file = next((one for one in inside if one.is_file()), inside[0])
        try:
            with file.open("rb") as stream:
                data = stream.read(self.options.max_bytes + 1)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}", stage="read") from error
        if len(data) > self.options.max_bytes:
            raise PageTooLargeError(f"{path} has more than {self.options.max_bytes:,} bytes", stage="read")
        return data
