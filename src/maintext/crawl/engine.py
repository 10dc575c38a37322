"""Scrapy fetches: its engine, downloader and middlewares, with the frontier of the store as its queue.

Scrapy's own redirects, retries, robots.txt and proxies are off: a redirect, a retry and a refusal are fates
in the frontier, so that they outlive a kill; and an address is checked before each request. Crawls run one
after another in the reactor's thread (:mod:`maintext.crawl.reactor`).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.batch.store.schema import STORE_ERRORS
from maintext.crawl.answers import PASSING, REDIRECTS, Spider, header
from maintext.crawl.failures import failure_of, kind_of
from maintext.crawl.reactor import REACTOR, lib, reactor_thread
from maintext.crawl.robots import Robots, read_robots
from maintext.crawl.sending import Gate, Refusal, Scheduler
from maintext.errors import MaintextError, MethodError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maintext.batch.store.frontier import Address
    from maintext.crawl.options import CrawlOptions
    from maintext.crawl.reactor import ReactorThread
    from maintext.crawl.session import Session
    from maintext.crawl.workers import Workers

__all__ = ["Crawl", "Render", "run_session"]

if TYPE_CHECKING:
    Render = Callable[[str, bytes], bytes | None]
else:
    Render = object

_LOG = logging.getLogger("maintext.crawl")
_LONGEST_DELAY_S = 60.0
_ROBOTS_HOPS = 5  # RFC 9309, 2.3.1.2

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
    crawl = Crawl(thread, session, workers, render)
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


class Crawl:
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
        self._stopping: asyncio.Future[None] | None = None
        self.crawler: Any = lib.Crawler(Spider, _settings(self.options))

    async def run(self) -> None:
        """Crawl until nothing waits."""
        await self.crawler.crawl_async(crawl=self)
        if self.error is None:
            self.session.flush()
            self.session.count_waiting()

    async def stop(self) -> None:
        """Begin nothing new; end when the requests that are out are answered."""
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
        self.n_held = 0
        await self.crawler.stop_async()

    def end(self, error: BaseException) -> None:
        """Stop for an error that is no page's; called while an answer is taken."""
        if self.error is None:
            self.error = error
            # In a task of its own: Scrapy stops when all answers are taken, this one too.
            self._stopping = asyncio.ensure_future(self.stop())

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Stop for what a block raises: Scrapy would log it, and wait for ever for what the block was to do.

        Around everything that Scrapy calls and that reads or writes the store.
        """
        try:
            yield
        except Exception as error:  # noqa: BLE001 - a defect of ours, or the store is gone: told to the caller
            self.end(error)

    @contextmanager
    def reading(self, address: Address, status: int | None = None) -> Iterator[None]:
        """Fail an address for what a block raises while it reads the answer; the crawl goes on.

        Errors of the store, and of processes that cannot start, are no answer's: they stop the crawl.
        """
        with self.ending():
            try:
                yield
            except STORE_ERRORS:
                raise
            except MethodError:
                raise
            except MaintextError as error:
                self.session.fail(address, kind_of(error), error.message, status)
            except Exception as error:  # noqa: BLE001 - a defect of ours, shown by one answer
                _LOG.exception("%s: the answer cannot be read; the crawl goes on", address.url)
                reason = f"the answer cannot be read: {type(error).__name__}: {error}"
                self.session.fail(address, "reading", reason, status)

    def request(self, address: Address) -> Any:
        """Return the request for an address of the frontier."""
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
                    self.session.links.find_sitemap(sitemap, f"{origin}/robots.txt")
        return await asyncio.shield(self.robots[origin])

    async def _read_rules(self, url: str) -> Robots:
        try:
            for _ in range(_ROBOTS_HOPS):
                response = await self.fetched(url, is_robots=True)
                if response.status not in REDIRECTS:
                    return read_robots(response.status, response.body, self.options.user_agent)
                url = response.urljoin(header(response, "Location"))
                if self.session.scope.why_not(url) not in {"", "another folder"}:
                    break
        except Refusal as refusal:
            return Robots(refusal=refusal.reason, error=refusal.error)
        except Exception as error:  # noqa: BLE001 - no answer, whatever the network's reason
            kind, reason = failure_of(error, urlsplit(url).hostname or "", self)
            return Robots(refusal=f"robots.txt cannot be read: {reason}", error=kind)
        return Robots()

    def slow_down(self, host: str, delay_s: float) -> None:
        """Wait longer between requests to a host, one at a time."""
        downloader = self.crawler.engine.downloader
        delay_s = min(max(delay_s, self.options.delay_s), _LONGEST_DELAY_S)
        # Slots that rest are dropped by Scrapy, and made again from the settings.
        downloader.per_slot_settings[host] = {"delay": delay_s, "concurrency": 1}
        if host in downloader.slots:
            downloader.slots[host].delay, downloader.slots[host].concurrency = delay_s, 1


def _settings(options: CrawlOptions) -> dict[str, Any]:
    own = "scrapy.downloadermiddlewares."
    return {
        "TWISTED_REACTOR": REACTOR,
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "EXTENSIONS_BASE": {},
        "SCHEDULER": Scheduler,
        "SPIDER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES_BASE": {
            Gate: 50,
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
        "HTTPCACHE_IGNORE_HTTP_CODES": sorted(PASSING),
    }
