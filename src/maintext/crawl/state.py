"""The state of a running crawl, shared by the parts that Scrapy creates; and why a request failed."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from maintext.batch.store.frontier import FrontierUrl
from maintext.batch.store.schema import STORE_ERRORS
from maintext.crawl.feeds import Robots, read_robots
from maintext.crawl.options import CrawlOptions
from maintext.crawl.reactor import ReactorThread, lib
from maintext.crawl.session import Session
from maintext.crawl.workers import CrawlWorkers
from maintext.errors import FetchError, MaintextError, MethodError, OptionError, PageTooLargeError
from maintext.net.address import not_public_message, not_resolved_message
from maintext.net.client import REDIRECTS, failure_message, timeout_message
from maintext.net.proxies import choose_proxy, read_proxies

__all__ = ["Crawl", "Refusal", "failure_of", "response_header"]

Render: TypeAlias = Callable[[str, bytes], bytes | None]

_LOG = logging.getLogger("maintext.crawl")
_MAX_DELAY_S = 60.0
_MAX_ROBOTS_REDIRECTS = 5  # RFC 9309, 2.3.1.2
_MAX_REASON_CHARACTERS = 300
# Scrapy's exceptions by name; any other is a broken connection.
_FAILURE_KINDS = {
    "DownloadTimeoutError": "timeout",
    "CannotResolveHostError": "name",
    "ResponseDataLossError": "broken off",
    "FetchError": "broken off",
    "DownloadConnectionRefusedError": "refused",
    "DownloadCancelledError": "too large",
    "IgnoreRequest": "too large",
}


class Refusal(lib.exceptions.IgnoreRequest if lib else Exception):  # type: ignore[misc]
    """A request that is not sent: the kind of refusal, and the reason as a sentence for people."""

    def __init__(self, error: str, reason: str) -> None:
        super().__init__(reason)
        self.error, self.reason = error, reason


class Crawl:
    """State of a crawl, shared by the spider, the scheduler and the downloader middleware."""

    def __init__(
        self, thread: ReactorThread, session: Session, workers: CrawlWorkers, render: Render | None
    ) -> None:
        self.session, self.workers, self.render = session, workers, render
        self.options: CrawlOptions = session.options
        self.lookup, self.loop = thread.lookup, thread.loop
        self.lookup.allow_private = self.options.allow_private
        self.lookup.proxies = frozenset(one.host for one in read_proxies(self.options.proxies))
        self.lookup.refused.clear()
        self.robots: dict[str, asyncio.Future[Robots]] = {}
        self.n_held = 0  # URLs that wait for their next try
        self.timers: set[asyncio.TimerHandle] = set()
        self.error: BaseException | None = None
        self.crawler: Any = None
        self.stop_asked = self.loop.create_future()
        self.drawing = asyncio.Lock()  # a page in the browser: others would take the threads of the resolver
        self._stopping: asyncio.Future[None] | None = None

    async def run(self, crawler: Any) -> None:
        """Crawl with Scrapy until no URL waits."""
        self.crawler = crawler
        await crawler.crawl_async(crawl=self)
        if self.error is None:
            self.session.flush()
            self.session.count_waiting()

    async def stop(self) -> None:
        """Send no more requests; return when those under way are answered."""
        if not self.stop_asked.done():
            self.stop_asked.set_result(None)
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
        self.n_held = 0
        # What waits for its turn would be sent first: minutes, where a host was slowed down.
        for slot in self.crawler.engine.downloader.slots.values():
            while slot.queue:
                slot.queue.popleft()[1].errback(Refusal("stopped", "the crawl was stopped"))
        await self.crawler.stop_async()

    @contextmanager
    def stop_on_error(self) -> Iterator[None]:
        """Stop the crawl for an exception of the block.

        Use it in everything that Scrapy calls and that accesses the store: Scrapy would log the exception
        and wait forever for the result of the block.
        """
        try:
            yield
        except Exception as error:  # noqa: BLE001 - a defect, or the store is gone: raised in run_session
            if self.error is None:
                self.error = error
                # In a task of its own: Scrapy stops after all answers are handled, this one included.
                self._stopping = asyncio.ensure_future(self.stop())

    @contextmanager
    def fail_on_error(self, entry: FrontierUrl, status: int | None = None) -> Iterator[None]:
        """Fail one URL for an exception of the block that handles its answer; the crawl goes on.

        Errors of the store and of worker processes that cannot start stop the crawl.
        """
        with self.stop_on_error():
            try:
                yield
            except STORE_ERRORS:
                raise
            except (MethodError, OptionError):
                raise
            except Refusal:  # the crawl was stopped: the next one asks for it
                pass
            except MaintextError as error:
                kind = "fetch" if isinstance(error, FetchError) else "not a page"
                kind = "too large" if isinstance(error, PageTooLargeError) else kind
                self.session.fail(entry, kind, error.message, status)
            except Exception as error:  # noqa: BLE001 - a defect that one answer shows
                _LOG.exception("%s: the answer cannot be read; the crawl goes on", entry.url)
                reason = f"the answer cannot be read: {type(error).__name__}: {error}"
                self.session.fail(entry, "reading", reason, status)

    def make_request(self, entry: FrontierUrl) -> Any:
        """Return the Scrapy request for a URL of the frontier."""
        headers = {}
        if entry.etag:
            headers["If-None-Match"] = entry.etag
        elif entry.last_modified:
            headers["If-Modified-Since"] = entry.last_modified
        spider = self.crawler.spider
        return lib.scrapy.Request(
            entry.url, callback=spider.parse, errback=spider.failed, headers=headers, dont_filter=True,
            meta={"entry": entry, "handle_httpstatus_all": True},
        )  # fmt: skip

    def send_through_proxy(self, request: Any) -> None:
        """Choose one of the user's proxies for a request, if there are any."""
        if proxy := choose_proxy(self.options.proxies):
            request.meta["proxy"] = proxy.origin
            if proxy.authorization:
                request.headers["Proxy-Authorization"] = proxy.authorization

    async def run_in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a long function; raise :class:`Refusal` if the crawl is stopped first.

        It is no thread of asyncio: a program that a second interrupt ends would wait for that.
        """
        if not self.stop_asked.done():
            result = lib.defer_to_thread(function, *arguments).asFuture(self.loop)
            await asyncio.wait({result, self.stop_asked}, return_when=asyncio.FIRST_COMPLETED)
            if result.done():
                return result.result()
            result.cancel()  # an error of a browser that is closed meanwhile is nobody's
        raise Refusal("stopped", "the crawl was stopped")

    def request_later(self, entry: FrontierUrl, seconds: float) -> None:
        """Request a URL again after a delay."""
        self.n_held += 1

        def release() -> None:
            self.n_held -= 1
            self.timers.discard(timer)
            self.crawler.engine.crawl(self.make_request(entry))

        timer = self.loop.call_later(seconds, release)
        self.timers.add(timer)

    async def download(self, url: str, **meta: Any) -> Any:
        """Return the response for a URL outside the frontier."""
        request = lib.scrapy.Request(url, dont_filter=True, meta={"handle_httpstatus_all": True, **meta})
        return await self.crawler.engine.download_async(request)

    async def robots_for(self, url: str) -> Robots:
        """Return the robots.txt rules of a URL's host; they are fetched once."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self.robots:
            self.robots[origin] = self.loop.create_future()
            rules = await self._fetch_robots(f"{origin}/robots.txt")
            self.robots[origin].set_result(rules)
            if rules.delay_s and self.options.robots:
                self.slow_down(parts.hostname or "", rules.delay_s)
            if self.options.sitemaps:
                for sitemap in rules.sitemaps:
                    self.session.links.find_sitemap(sitemap, f"{origin}/robots.txt")
        return await asyncio.shield(self.robots[origin])

    async def _fetch_robots(self, url: str) -> Robots:
        try:
            for _ in range(_MAX_ROBOTS_REDIRECTS):
                response = await self.download(url, is_robots=True)
                if response.status not in REDIRECTS:
                    return read_robots(response.status, response.body, self.options.user_agent)
                url = response.urljoin(response_header(response, "Location"))
                if self.session.scope.why_not(url) not in {"", "another folder"}:
                    break
        except Refusal as refusal:
            return Robots(refusal=refusal.reason, error=refusal.error)
        except Exception as error:  # noqa: BLE001 - no answer, whatever the network's reason
            kind, reason = failure_of(error, urlsplit(url).hostname or "", self)
            return Robots(refusal=f"robots.txt cannot be read: {reason}", error=kind)
        return Robots()

    def slow_down(self, host: str, delay_s: float) -> None:
        """Send requests to a host one at a time, with a longer delay between them."""
        downloader = self.crawler.engine.downloader
        delay_s = min(max(delay_s, self.options.delay_s), _MAX_DELAY_S)
        # Scrapy drops idle slots and recreates them from the settings.
        downloader.per_slot_settings[host] = {"delay": delay_s, "concurrency": 1}
        if host in downloader.slots:
            downloader.slots[host].delay, downloader.slots[host].concurrency = delay_s, 1


def response_header(response: Any, name: str) -> str:
    """Return a header of a Scrapy response, ``""`` if it is missing."""
    return (response.headers.get(name) or b"").decode("latin-1").strip()


def failure_of(error: BaseException, host: str, crawl: Crawl) -> tuple[str, str]:
    """Return the kind of a failed request and its reason, in the words of :func:`maintext.net.fetch`."""
    if private := crawl.lookup.refused.get(host):
        return "private address", not_public_message(host, private)
    if tls := _tls_error(error):
        return "tls", failure_message(ssl.SSLError(tls), host)
    kind = _FAILURE_KINDS.get(type(error).__name__, "connection")
    reason = str(error).partition("\n")[0][:_MAX_REASON_CHARACTERS] or type(error).__name__
    messages = {
        "timeout": timeout_message(crawl.options.timeout_s),
        "name": not_resolved_message(host, "no address is known"),
        "refused": failure_message(ConnectionRefusedError(), host),
        "too large": f"more than {crawl.options.max_bytes:,} bytes",
    }
    return kind, messages.get(kind, reason)


def _tls_error(error: BaseException) -> str:
    """Return the TLS message in the causes of an error; ``""`` if TLS did not fail."""
    causes: list[Any] = [error, error.__cause__]
    for one in tuple(causes):  # Twisted wraps the causes as reasons
        causes += [reason.value for reason in getattr(one, "reasons", None) or ()]
    for cause in causes:
        if type(cause).__module__.startswith("OpenSSL"):
            said = (*cause.args, "")[0]
            reasons = [row[-1] for row in said if row] if isinstance(said, list) else [said]
            return ", ".join(str(reason) for reason in reasons if reason) or "the connection was closed"
        if type(cause).__name__ == "VerificationError":  # of the host name, by service_identity
            return "the certificate is for another host name"
    return ""
