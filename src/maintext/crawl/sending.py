"""What Scrapy sends: the queue of addresses, and the last look before each request."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.crawl.reactor import lib
from maintext.net.address import is_public, not_public_message

if TYPE_CHECKING:
    from maintext.crawl.answers import Spider
    from maintext.crawl.engine import Crawl

__all__ = ["Gate", "Refusal", "Scheduler"]


class Refusal(lib.exceptions.IgnoreRequest if lib else Exception):  # type: ignore[misc]
    """A request that is not sent.

    Attributes
    ----------
    error
        Kind of refusal.
    """

    def __init__(self, error: str, reason: str) -> None:
        super().__init__(reason)
        self.error, self.reason = error, reason


class Scheduler:
    """Scrapy's queue: the addresses that wait in the store, and those that are tried again."""

    def __init__(self) -> None:
        self._crawl: Crawl
        self._again: list[Any] = []

    @classmethod
    def from_crawler(cls, _crawler: Any) -> Scheduler:
        """Return the queue; :meth:`open` says of which crawl."""
        return cls()

    def open(self, spider: Spider) -> None:
        """Begin."""
        self._crawl = spider.crawl

    def close(self, reason: str) -> None:  # noqa: ARG002 - Scrapy's interface
        """End: write what is not written."""
        if self._crawl.error is None:
            with self._crawl.ending():
                self._crawl.session.flush()

    def has_pending_requests(self) -> bool:
        """Whether something waits, or will; not after an error that ends the crawl."""
        is_pending = False
        with self._crawl.ending():
            is_pending = bool(self._again) or self._crawl.n_held > 0 or not self._crawl.session.is_done()
        return is_pending and self._crawl.error is None

    def enqueue_request(self, request: Any) -> bool:
        """Take a request that is tried again."""
        self._again.append(request)
        return True

    def next_request(self) -> Any:
        """Return the next request, ``None`` while there is none."""
        if self._again:
            return self._again.pop(0)
        while self._crawl.error is None:
            address = None
            with self._crawl.ending():
                address = self._crawl.session.next_address()
            if address is None:
                return None
            with self._crawl.reading(address):  # an address that Scrapy refuses
                return self._crawl.request(address)
        return None


class Gate:
    """The last look before a request: is the address public, does robots.txt allow it."""

    def __init__(self, crawler: Any) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Any) -> Gate:
        """Return the gate of a crawl."""
        return cls(crawler)

    async def process_request(self, request: Any) -> None:
        """Let a request through, or refuse it."""
        crawl: Crawl = self._crawler.spider.crawl
        host = urlsplit(request.url).hostname or ""
        if not crawl.options.allow_private and _is_private(host):
            raise Refusal("private address", not_public_message(host, host))
        if crawl.options.robots and not request.meta.get("is_robots"):
            rules = await crawl.rules_for(request.url)
            if not rules.allows(request.url):
                raise Refusal(rules.error, rules.refusal or "robots.txt does not allow it")
        crawl.session.counts.n_requests += 1


def _is_private(host: str) -> bool:
    try:
        return not is_public(ipaddress.ip_address(host))
    except ValueError:  # a name: the resolver looks
        return False
