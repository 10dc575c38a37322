"""From what an agent names to a page: given as HTML, read below a folder, or fetched within limits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maintext.app.mcp.kept import Kept
from maintext.crawl.feeds import Robots, read_robots
from maintext.errors import (
    AddressRefusedError,
    FetchError,
    HttpStatusError,
    InputError,
    OptionError,
    PageTooLargeError,
)
from maintext.net import FetchOptions, Response, fetch
from maintext.net.address import parse_target

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.app.mcp.options import McpOptions

    Fetch = Callable[[str], Response]

__all__ = ["Source", "Sources", "origin_of"]

_MOST_PAGES, _MOST_HOSTS, _MOST_BYTES = 16, 64, 50_000_000  # that are kept
_MAX_REDIRECTS = 5


@dataclass(frozen=True, slots=True)
class Source:
    """A page before it is parsed.

    Attributes
    ----------
    html
        The page as given, read or fetched.
    url
        Its address after redirects, ``None`` where it is not known.
    charset, status, content_type
        What the server stated; ``None`` for what was not fetched.
    fetched
        When it was fetched, ``None`` for what was not.
    """

    html: bytes | str
    url: str | None = None
    charset: str | None = None
    status: int | None = None
    content_type: str | None = None
    fetched: datetime | None = None

    @property
    def data(self) -> bytes:
        """The page as bytes."""
        return self.html if isinstance(self.html, bytes) else self.html.encode()

    def for_extract(self) -> dict[str, Any]:
        """Return the arguments of :func:`maintext.extract` besides options."""
        return {"html": self.html, "url": self.url, "http_charset": self.charset, "fetched": self.fetched}


class Sources:
    """Where pages come from; what was fetched is kept for some minutes. Safe to use in several threads.

    Parameters
    ----------
    options
        What may be read.
    fetch
        Gets an address; over the network, with the checks of :mod:`maintext.net`, by default.
    """

    def __init__(self, options: McpOptions, fetch: Fetch | None = None) -> None:
        self.options = options
        self._fetch = fetch or _fetcher(options)
        self._roots = [Path(root).resolve() for root in options.roots]
        self._pages: Kept[Source] = Kept(_MOST_PAGES, _MOST_BYTES)
        self._robots: Kept[Robots] = Kept(_MOST_HOSTS, _MOST_BYTES)

    def read(self, html: str | None, url: str | None, path: str | None) -> Source:
        """Return the page that an agent names.

        Parameters
        ----------
        html, url, path
            One of them; ``url`` beside another is the page's address, and is not fetched.

        Raises
        ------
        OptionError
            None or two of them are given, or the file is not in a folder that may be read.
        InputError
            The file cannot be read, or is too large.
        FetchError
            The page cannot be fetched, or may not be.
        """
        if (html is not None) + (path is not None) > 1 or not (html or path or url):
            raise OptionError("give one of html, path and url")
        if html is not None:
            return Source(html, url)
        return Source(self._file(path), url) if path is not None else self.fetched(url or "")

    def fetched(self, url: str) -> Source:
        """Fetch a page that robots.txt allows, or return it as it was a few minutes ago.

        After redirects, the robots.txt of the last address is asked too; those in between are not.

        Raises
        ------
        FetchError
            It cannot be fetched, or may not be.
        """
        self._check_robots(url)
        source = self.resource(url)
        if source.url and source.url != url:  # where redirects led to
            self._check_robots(source.url)
        return source

    def _check_robots(self, url: str) -> None:
        if self.options.robots and not self.rules(url).allows(url):
            said = self.rules(url).refusal or "the robots.txt of the site does not allow this page"
            raise FetchError(f"{said}; the server takes --no-robots", url=url, stage="fetch")

    def rules(self, url: str) -> Robots:
        """Return what the robots.txt of a page's site says.

        Raises
        ------
        AddressRefusedError
            The address is none that may be fetched.
        """
        origin = origin_of(url)
        known = self._robots.get(origin)
        if known is None:
            known = self._read_rules(f"{origin}/robots.txt")
            self._robots.put(origin, known, 0)
        return known

    def resource(self, url: str) -> Source:
        """Fetch what stands at an address, whatever robots.txt says, as for sitemaps.

        Raises
        ------
        FetchError
            It cannot be fetched, or may not be.
        """
        known = self._pages.get(url)
        if known is None:
            answer = self._fetch(url)
            known = Source(
                answer.body, answer.url, answer.charset, answer.status, answer.content_type,
                datetime.now(UTC),
            )  # fmt: skip
            self._pages.put(url, known, len(answer.body))
        return known

    def _read_rules(self, url: str) -> Robots:
        try:
            answer = self._fetch(url)
        except AddressRefusedError:
            raise
        except HttpStatusError as error:
            return read_robots(error.status, b"", self.options.user_agent)
        except (FetchError, PageTooLargeError):
            return read_robots(0, b"", self.options.user_agent)
        return read_robots(answer.status, answer.body, self.options.user_agent)

    def _file(self, path: str) -> bytes:
        file = Path(path).resolve()  # links are followed first: none leads out of the folder
        if not any(file.is_relative_to(root) for root in self._roots):
            named = ", ".join(map(str, self._roots)) or "none; the server was started without --root"
            raise OptionError(f"{path} is not in a folder that may be read ({named})")
        try:
            with file.open("rb") as stream:
                data = stream.read(self.options.max_bytes + 1)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}", stage="read") from error
        if len(data) > self.options.max_bytes:
            raise PageTooLargeError(f"{path} has more than {self.options.max_bytes:,} bytes", stage="read")
        return data


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address.

    Raises
    ------
    AddressRefusedError
        It is none that may be fetched.
    """
    return parse_target(url).origin


def _fetcher(options: McpOptions) -> Fetch:
    limits = FetchOptions(
        timeout_s=min(options.fetch_timeout_s, 10.0),
        total_timeout_s=options.fetch_timeout_s,
        max_bytes=options.max_bytes,
        max_redirects=_MAX_REDIRECTS,
        allow_private=options.allow_private,
        user_agent=options.user_agent,
    )
    return lambda url: fetch(url, limits)
