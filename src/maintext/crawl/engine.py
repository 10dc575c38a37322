"""Scrapy fetches: its engine, downloader and middlewares, with the frontier of the store as its queue.

Scrapy's own redirects, retries, robots.txt and proxies are off: a redirect, a retry and a refusal are fates
in the frontier, so that they outlive a kill; and an address is checked before each request. Crawls run one
after another in the reactor's thread (:mod:`maintext.crawl.reactor`).
"""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import logging
import threading
from concurrent.futures.process import BrokenProcessPool
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.crawl.feeds import read_listed
from maintext.crawl.reactor import REACTOR, lib, reactor_thread
from maintext.crawl.read import Answer, Reading
from maintext.crawl.robots import Robots, read_robots
from maintext.errors import FetchError, MaintextError
from maintext.fetch.address import is_public
from maintext.fetch.model import charset_of, media_type_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from maintext.crawl.options import CrawlOptions
    from maintext.crawl.reactor import ReactorThread
    from maintext.crawl.session import Session
    from maintext.crawl.workers import Workers
    from maintext.store.frontier import Address

__all__ = ["Render", "run_session"]

if TYPE_CHECKING:
    Render = Callable[[str, bytes], bytes | None]
else:
    Render = object


_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
_BUSY = frozenset({429, 503})
_LONGEST_DELAY_S = 60.0
_MOST_PARTS = 30
_ROBOTS_HOPS = 5  # RFC 9309, 2.3.1.2
_HTML = frozenset({"text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml", None})


class _Refusal(lib.exceptions.IgnoreRequest if lib else Exception):  # type: ignore[misc]
    """A request that is not sent.

    Attributes
    ----------
    error
        Kind of refusal.
    """

    def __init__(self, error: str, reason: str) -> None:
        super().__init__(reason)
        self.error, self.reason = error, reason


_lock = threading.Lock()


def run_session(session: Session, workers: Workers, render: Render | None, tick: Callable[[], None]) -> str:
    """Crawl until nothing waits; return how it ended: ``finished``, ``limited`` or ``stopped``.

    Parameters
    ----------
    session
        What is fetched.
    workers
        Where pages are extracted.
    render
        Gives the page as a browser shows it, ``None`` to take it as fetched.
    tick
        Called in this thread a few times a second.

    Raises
    ------
    MaintextError
        Another crawl is running in this process, or another reactor.
    """
    if not _lock.acquire(blocking=False):
        raise MaintextError("a crawl is running in this process: wait for it, or use another process")
    try:
        logging.getLogger("scrapy").addHandler(logging.NullHandler())
        return _watched(reactor_thread(), session, workers, render, tick)
    finally:
        _lock.release()


def _watched(
    thread: ReactorThread,
    session: Session,
    workers: Workers,
    render: Render | None,
    tick: Callable[[], None],
) -> str:
    crawl = _Crawl(thread, session, workers, render)
    future = asyncio.run_coroutine_threadsafe(crawl.run(), thread.loop)
    is_stopped = False
    while True:
        try:
            future.result(timeout=0.2)
            break
        except TimeoutError:
            if future.done():
                raise
            tick()
        except KeyboardInterrupt:
            if is_stopped:
                raise
            is_stopped = True  # what is with the network or the workers is still stored
            asyncio.run_coroutine_threadsafe(crawl.stop(), thread.loop)
    if crawl.error:
        raise crawl.error
    return (
        "stopped"
        if is_stopped
        else "limited"
        if session.is_limited() and session.n_waiting > 0
        else "finished"
    )


# -- one crawl ----------------------------------------------------------------------------------------


class _Crawl:
    """What the parts that Scrapy makes share."""

    def __init__(
        self, thread: ReactorThread, session: Session, workers: Workers, render: Render | None
    ) -> None:
        self.session, self.workers, self.render = session, workers, render
        self.options: CrawlOptions = session.options
        self.resolver, self.loop = thread.resolver, thread.loop
        self.resolver.allow_private = self.options.allow_private
        self.resolver.refused.clear()
        self.robots: dict[str, asyncio.Future[Robots]] = {}
        self.n_held = 0  # addresses that wait for their next try
        self.timers: set[asyncio.TimerHandle] = set()
        self.error: BaseException | None = None
        self.crawler: Any = lib.Crawler(_Spider, _settings(self.options))

    async def run(self) -> None:
        await self.crawler.crawl_async(crawl=self)
        self.session.flush()
        self.session.count_waiting()

    async def stop(self) -> None:
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
        self.n_held = 0
        await self.crawler.stop_async()

    def request(self, address: Address) -> Any:
        headers = {}
        if address.etag:
            headers["If-None-Match"] = address.etag
        elif address.last_modified:
            headers["If-Modified-Since"] = address.last_modified
        spider = self.crawler.spider
        return lib.scrapy.Request(
            address.url, callback=spider.parse, errback=spider.failed, headers=headers, dont_filter=True,
            meta={"address": address, "handle_httpstatus_all": True},
        )  # fmt: skip

    def hold(self, address: Address, seconds: float) -> None:
        """Ask again later."""
        self.n_held += 1

        def release() -> None:
            self.n_held -= 1
            self.timers.discard(timer)
            self.crawler.engine.crawl(self.request(address))

        timer = self.loop.call_later(seconds, release)
        self.timers.add(timer)

    async def fetched(self, url: str, **meta: Any) -> Any:
        """Return the response for an address that is not of the frontier."""
        request = lib.scrapy.Request(url, dont_filter=True, meta={"handle_httpstatus_all": True, **meta})
        return await self.crawler.engine.download_async(request)

    async def rules_for(self, url: str) -> Robots:
        """Return the rules of a host; robots.txt is fetched once."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self.robots:
            self.robots[origin] = self.loop.create_future()
            rules = await self._read_rules(f"{origin}/robots.txt")
            self.robots[origin].set_result(rules)
            if rules.delay_s:
                self.slow_down(parts.hostname or "", rules.delay_s)
            if self.options.sitemaps:
                for sitemap in rules.sitemaps:
                    self.session.add_sitemap(sitemap, f"{origin}/robots.txt")
        return await asyncio.shield(self.robots[origin])

    async def _read_rules(self, url: str) -> Robots:
        try:
            for _ in range(_ROBOTS_HOPS):
                response = await self.fetched(url, is_robots=True)
                if response.status not in _REDIRECTS:
                    return read_robots(response.status, response.body, self.options.user_agent)
                url = response.urljoin(_header(response, "Location"))
                if self.session.scope.why_not(url) not in {"", "another folder"}:
                    break
        except _Refusal as refusal:
            return Robots(refusal=refusal.reason)
        except Exception:  # noqa: BLE001 - no answer, whatever the network's reason
            return read_robots(0, b"", self.options.user_agent)
        return Robots()

    def slow_down(self, host: str, delay_s: float) -> None:
        """Wait longer between requests to a host, one at a time."""
        downloader = self.crawler.engine.downloader
        delay_s = min(max(delay_s, self.options.delay_s), _LONGEST_DELAY_S)
        # Slots that rest are dropped by Scrapy, and made again from the settings.
        downloader.per_slot_settings[host] = {"delay": delay_s, "concurrency": 1}
        if host in downloader.slots:
            downloader.slots[host].delay, downloader.slots[host].concurrency = delay_s, 1


class _Spider(lib.scrapy.Spider if lib else object):  # type: ignore[misc]
    """Takes answers; requests come from the scheduler."""

    name = "maintext"

    def __init__(self, crawl: _Crawl) -> None:
        super().__init__()
        self.crawl = crawl

    async def start(self) -> AsyncIterator[Any]:
        """Yield nothing: start pages wait in the frontier."""
        nothing: tuple[Any, ...] = ()
        for request in nothing:
            yield request

    async def parse(self, response: Any) -> None:
        try:
            await self._take(response, response.meta["address"])
        except MaintextError as error:
            self.crawl.session.fail(response.meta["address"], _kind(error), error.message, response.status)
        except Exception as error:  # noqa: BLE001 - a defect of ours: end the crawl, and say so
            self.crawl.error = error
            await self.crawl.stop()

    async def _take(self, response: Any, address: Address) -> None:
        session, status = self.crawl.session, response.status
        if status == 304:
            session.not_modified(address)
        elif status in _REDIRECTS:
            await self._take_redirect(response, address)
        elif status in _PASSING:
            if status in _BUSY:
                self.crawl.slow_down(urlsplit(address.url).hostname or "", _asked_delay(response, self.crawl))
            self._retry(address, f"http {status}", f"the server answered with status {status}", status)
        elif status >= 400 or status < 200:
            session.fail(address, f"http {status}", f"the server answered with status {status}", status)
        elif address.role == "page":
            await self._take_page(response, address)
        else:
            listed = read_listed(response.body, self.crawl.options.max_bytes)
            session.took_listed(address, listed, status)

    async def _take_redirect(self, response: Any, address: Address) -> None:
        location = _header(response, "Location")
        sets_cookie = "Set-Cookie" in response.headers
        if sets_cookie and response.urljoin(location) == response.url:  # the way in for those with cookies
            self._retry(address, "redirect loop", "redirects to itself, with a cookie", response.status, 0.0)
        else:
            self.crawl.session.redirect(address, response.status, location)

    async def _take_page(self, response: Any, address: Address) -> None:
        content_type = _header(response, "Content-Type")
        if media_type_of(content_type) not in _HTML:
            self.crawl.session.refuse(
                address, "not html", f"is {media_type_of(content_type)}", response.status
            )
            return
        body, at = response.body, dt.datetime.now(dt.UTC).replace(microsecond=0)
        if self.crawl.render is not None:
            shown = await asyncio.to_thread(self.crawl.render, address.url, body)
            body, content_type = (body, content_type) if shown is None else (shown, "charset=utf-8")
        answers = (Answer(address.url, body, charset_of(content_type)),)
        reading = await self._read(answers, at)
        if reading.next_part:
            reading = await self._with_parts(answers, reading, at, address)
        headers = {name: _header(response, name) for name in ("ETag", "Last-Modified")}
        self.crawl.session.took(
            address, reading, response.status, len(response.body),
            {name.lower(): value for name, value in headers.items() if value},
        )  # fmt: skip

    async def _read(self, answers: tuple[Answer, ...], at: dt.datetime) -> Reading:
        for _ in range(2):
            try:
                return await asyncio.wrap_future(self.crawl.workers.submit(answers, at))
            except BrokenProcessPool:  # another page may have ended the process: once more
                continue
        return Reading(result="error", error="extraction", reason="the process that extracted it died, twice")

    async def _with_parts(
        self, answers: tuple[Answer, ...], first: Reading, at: dt.datetime, address: Address
    ) -> Reading:
        """Fetch the parts of an article, and read them as one."""
        url, seen = first.next_part, {address.url}
        session = self.crawl.session
        while url and url not in seen and len(answers) < _MOST_PARTS and not session.scope.why_not(url):
            seen.add(url)
            response = await self._part(url)
            if response is None:
                break
            answer = Answer(url, response.body, charset_of(_header(response, "Content-Type")))
            reading = await self._read((answer,), at)
            answers = (*answers, answer)
            url = reading.next_part or reading.following
        if len(answers) == 1:
            return first
        for answer in answers[1:]:
            session.took_part(answer.url, address)
        return await self._read(answers, at)

    async def _part(self, url: str) -> Any:
        """The response for a part; ``None`` where it cannot be had, which ends the article."""
        try:
            response = await self.crawl.fetched(url)
        except Exception:  # noqa: BLE001 - the parts before it are an article
            return None
        is_page = response.status == 200 and media_type_of(_header(response, "Content-Type")) in _HTML
        return response if is_page else None

    def _retry(
        self, address: Address, error: str, reason: str, status: int | None = None, after: float = -1
    ) -> None:
        seconds = self.crawl.session.retry(address, error, reason, status)
        if seconds is not None:
            self.crawl.hold(address, seconds if after < 0 else after)

    def failed(self, failure: Any) -> None:
        """Take a request that has no answer."""
        error, address = failure.value, failure.request.meta["address"]
        if isinstance(error, _Refusal):
            self.crawl.session.refuse(address, error.error, error.reason)
            return
        host = urlsplit(address.url).hostname or ""
        if host in self.crawl.resolver.refused:
            private = self.crawl.resolver.refused[host]
            self.crawl.session.refuse(address, "private address", f"{host} has the address {private}")
            return
        kind = _FAILURES.get(type(error).__name__, "connection")
        reason = str(error).partition("\n")[0][:300] or type(error).__name__
        if kind == "too large":
            reason = f"more than {self.crawl.options.max_bytes:,} bytes"
            self.crawl.session.fail(address, kind, reason)
        else:
            self._retry(address, kind, reason)


# By the names of Scrapy's exceptions; what is not here is a broken connection.
_FAILURES = {
    "DownloadTimeoutError": "timeout",
    "CannotResolveHostError": "name",
    "ResponseDataLossError": "broken off",
    "DownloadConnectionRefusedError": "refused",
    "DownloadCancelledError": "too large",
    "IgnoreRequest": "too large",
}


class _Scheduler:
    """Scrapy's queue: the addresses that wait in the store, and those that are tried again."""

    def __init__(self) -> None:
        self._crawl: _Crawl
        self._again: list[Any] = []

    @classmethod
    def from_crawler(cls, _crawler: Any) -> _Scheduler:
        return cls()

    def open(self, spider: _Spider) -> None:
        self._crawl = spider.crawl

    def close(self, reason: str) -> None:  # noqa: ARG002 - Scrapy's interface
        self._crawl.session.flush()

    def has_pending_requests(self) -> bool:
        return bool(self._again) or self._crawl.n_held > 0 or not self._crawl.session.is_done()

    def enqueue_request(self, request: Any) -> bool:
        self._again.append(request)
        return True

    def next_request(self) -> Any:
        if self._again:
            return self._again.pop(0)
        address = self._crawl.session.next_address()
        return None if address is None else self._crawl.request(address)


class _Gate:
    """The last look before a request: is the address public, does robots.txt allow it."""

    def __init__(self, crawler: Any) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Any) -> _Gate:
        return cls(crawler)

    async def process_request(self, request: Any) -> None:
        crawl: _Crawl = self._crawler.spider.crawl
        host = urlsplit(request.url).hostname or ""
        if not crawl.options.allow_private and _is_private(host):
            raise _Refusal("private address", f"{host} is not a public address")
        if crawl.options.robots and not request.meta.get("is_robots"):
            rules = await crawl.rules_for(request.url)
            if not rules.allows(request.url):
                raise _Refusal("robots.txt", rules.refusal or "robots.txt does not allow it")
        crawl.session.counts.n_requests += 1


def _is_private(host: str) -> bool:
    try:
        return not is_public(ipaddress.ip_address(host))
    except ValueError:  # a name: the resolver looks
        return False


def _asked_delay(response: Any, crawl: _Crawl) -> float:
    """Seconds of a Retry-After header, else twice the delay there is."""
    header = _header(response, "Retry-After")
    if header.isdecimal():
        return float(header)
    try:
        return (parsedate_to_datetime(header) - dt.datetime.now(dt.UTC)).total_seconds()
    except (TypeError, ValueError):
        host = urlsplit(response.url).hostname
        slot = crawl.crawler.engine.downloader.slots.get(host)
        return max(2 * slot.delay if slot else 0.0, 1.0)


def _header(response: Any, name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1").strip()


def _kind(error: MaintextError) -> str:
    return (
        "too large"
        if "TooLarge" in type(error).__name__
        else "fetch"
        if isinstance(error, FetchError)
        else "not a page"
    )


def _settings(options: CrawlOptions) -> dict[str, Any]:
    own = "scrapy.downloadermiddlewares."
    return {
        "TWISTED_REACTOR": REACTOR,
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "EXTENSIONS_BASE": {},
        "SCHEDULER": _Scheduler,
        "SPIDER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES_BASE": {
            _Gate: 50,
            own + "downloadtimeout.DownloadTimeoutMiddleware": 350,
            own + "defaultheaders.DefaultHeadersMiddleware": 400,
            own + "useragent.UserAgentMiddleware": 500,
            own + "httpcompression.HttpCompressionMiddleware": 590,
            own + "cookies.CookiesMiddleware": 700,
            own + "httpcache.HttpCacheMiddleware": 900,
        },
        "USER_AGENT": options.user_agent,
        "DOWNLOAD_DELAY": options.delay_s,
        "DOWNLOAD_TIMEOUT": options.timeout_s,
        "DOWNLOAD_MAXSIZE": options.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_VERIFY_CERTIFICATES": True,
        "CONCURRENT_REQUESTS": max(16, options.n_connections),
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.n_connections,
        "HTTPCACHE_ENABLED": bool(options.cache_dir),
        "HTTPCACHE_DIR": options.cache_dir,
        "HTTPCACHE_IGNORE_HTTP_CODES": sorted(_PASSING),
    }
