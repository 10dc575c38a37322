"""Fetch with Scrapy: its engine, downloader and middlewares, with the store's frontier as its queue.

Scrapy's own redirects, retries, robots.txt and proxies are off. Redirects, retries and refusals are
written to the frontier instead, so that they survive a kill, and each URL is checked before its request.
Crawls run one after another in the reactor's thread (:mod:`maintext.crawl.reactor`).
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import re
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import wait
from typing import Any
from urllib.parse import urlsplit

from maintext.batch.store.frontier import FrontierUrl
from maintext.crawl.feeds import read_feed
from maintext.crawl.options import CrawlOptions
from maintext.crawl.parts import HTML, Parts
from maintext.crawl.reactor import REACTOR, lib, reactor_thread
from maintext.crawl.read import Answer
from maintext.crawl.session import Session
from maintext.crawl.state import Crawl, Refusal, Render, failure_of, response_header
from maintext.crawl.workers import CrawlWorkers
from maintext.errors import AddressRefusedError, MaintextError
from maintext.html import listing_of
from maintext.html.urls import absolute_url
from maintext.net.address import is_private_address, not_public_message, parse_target
from maintext.net.client import REDIRECTS, TEMPORARY, check_compressed, read_retry_after, status_message
from maintext.net.connect import Deadline
from maintext.net.model import charset_of, media_type_of
from maintext.net.proxies import refuse_private

__all__ = ["Gate", "Scheduler", "Spider", "Whole", "run_session"]

_BUSY = frozenset({429, 503})
# Of X-Robots-Tag: a name that is no rule with a value, and the rules after it.
_FOR_ONE_CRAWLER = re.compile(r"(?:^|,)\s*(?!max-|unavailable_after)[\w-]+\s*:.*", re.IGNORECASE)
_lock = threading.Lock()


def run_session(
    session: Session, workers: CrawlWorkers, render: Render | None, tick: Callable[[], None]
) -> str:
    """Crawl until no URL waits; return ``finished``, ``limited`` or ``stopped``.

    ``render`` returns the page as a browser renders it; ``None`` uses pages as fetched. ``tick`` is called in
    this thread a few times a second.

    Raises MaintextError: another crawl or another reactor is running in this process.
    """
    if not _lock.acquire(blocking=False):
        raise MaintextError("a crawl is running in this process: wait for it, or use another process")
    try:
        logging.getLogger("scrapy").addHandler(logging.NullHandler())
        return _run_watched(Crawl(reactor_thread(), session, workers, render), tick)
    finally:
        _lock.release()


def _run_watched(crawl: Crawl, tick: Callable[[], None]) -> str:
    running = crawl.run(lib.Crawler(Spider, _scrapy_settings(crawl)))
    future = asyncio.run_coroutine_threadsafe(running, crawl.loop)
    is_stopped = False
    while True:
        # An interrupt may come at any time, also while progress is told.
        try:
            if wait([future], timeout=0.2).done:
                future.result()
                break
            tick()
        except KeyboardInterrupt:
            if is_stopped:
                raise
            is_stopped = True  # answers under way are still stored
            asyncio.run_coroutine_threadsafe(crawl.stop(), crawl.loop)
    if crawl.error:
        raise crawl.error
    if is_stopped:
        return "stopped"
    return "limited" if crawl.session.is_limited() and crawl.session.n_waiting > 0 else "finished"


def _scrapy_settings(crawl: Crawl) -> dict[str, Any]:
    options, own = crawl.options, "scrapy.downloadermiddlewares."
    return {
        "TWISTED_REACTOR": REACTOR,
        "LOG_ENABLED": False,
        "EXTENSIONS_BASE": {},
        "SCHEDULER": Scheduler,
        "SPIDER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES_BASE": {
            (lambda: Gate(crawl)): 50,
            own + "downloadtimeout.DownloadTimeoutMiddleware": 350,
            own + "defaultheaders.DefaultHeadersMiddleware": 400,
            own + "useragent.UserAgentMiddleware": 500,
            own + "httpcompression.HttpCompressionMiddleware": 590,
            own + "cookies.CookiesMiddleware": 700,
            own + "httpcache.HttpCacheMiddleware": 900,
            (lambda: Whole(options.max_bytes)): 950,
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
        "HTTPCACHE_IGNORE_HTTP_CODES": sorted(TEMPORARY),
    }


# -- requests -----------------------------------------------------------------------------------------


class Scheduler:
    """Scrapy's queue: URLs that wait in the store, and those that are tried again."""

    def __init__(self) -> None:
        self._crawl: Crawl
        self._again: list[Any] = []

    def open(self, spider: Spider) -> None:
        """Start with the crawl of a spider."""
        self._crawl = spider.crawl

    def close(self, reason: str) -> None:  # noqa: ARG002 - Scrapy's interface
        """Write what the session has buffered."""
        if self._crawl.error is None:
            with self._crawl.stop_on_error():
                self._crawl.session.flush()

    def has_pending_requests(self) -> bool:
        """Return True if a URL waits or will wait; False once the crawl is to end."""
        is_pending = False
        with self._crawl.stop_on_error():
            is_pending = bool(self._again) or self._crawl.n_held > 0 or not self._crawl.session.is_done()
        return is_pending and self._crawl.error is None and not self._crawl.stop_asked.done()

    def enqueue_request(self, request: Any) -> bool:
        """Take a request that is tried again."""
        self._again.append(request)
        return True

    def next_request(self) -> Any:
        """Return the next request, ``None`` while there is none."""
        if self._again:
            return self._again.pop(0)
        while self._crawl.error is None and not self._crawl.stop_asked.done():
            entry = None
            with self._crawl.stop_on_error():
                entry = self._crawl.session.next_url()
            if entry is None:
                return None
            with self._crawl.fail_on_error(entry):  # a URL that Scrapy refuses
                return self._crawl.make_request(entry)
        return None


class Gate:
    """Downloader middleware that refuses private addresses and what robots.txt disallows."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl

    async def process_request(self, request: Any) -> None:
        """Let a request through, or raise :class:`Refusal`."""
        crawl = self._crawl
        host = urlsplit(request.url).hostname or ""
        # The addresses of a name are checked when it is looked up.
        if not crawl.options.allow_private and is_private_address(host):
            raise Refusal("private address", not_public_message(host, host))
        if crawl.options.proxies:
            await crawl.run_in_thread(_refuse_private, request.url, crawl.options)
            crawl.send_through_proxy(request)
        # It names sitemaps, also for a crawl that does not obey it.
        is_asked = crawl.options.robots or crawl.options.sitemaps
        if is_asked and not request.meta.get("is_robots"):
            rules = await crawl.robots_for(request.url)
            if crawl.options.robots and not rules.allows(request.url):
                raise Refusal(rules.error, rules.refusal or "robots.txt does not allow it")
        if crawl.stop_asked.done():
            raise Refusal("stopped", "the crawl was stopped")
        crawl.session.counts.n_requests += 1


class Whole:
    """Downloader middleware that refuses compressed answers that break off: Scrapy takes what there is."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes

    def process_response(self, request: Any, response: Any) -> Any:  # noqa: ARG002 - Scrapy's interface
        """Return the answer, or raise FetchError."""
        if codings := b",".join(response.headers.getlist("Content-Encoding")):
            check_compressed(response.body, codings.decode("latin-1"), self._max_bytes)
        return response


def _refuse_private(url: str, options: CrawlOptions) -> None:
    """Refuse a private server that would be asked through a proxy, which resolves its name."""
    deadline = Deadline(options.timeout_s, options.timeout_s)
    try:
        refuse_private(parse_target(url), deadline, allow_private=options.allow_private)
    except AddressRefusedError as error:
        raise Refusal("private address", error.message) from error


# -- answers ------------------------------------------------------------------------------------------


class Spider(lib.scrapy.Spider if lib else object):  # type: ignore[misc]
    """Handles answers: pages, redirects, sitemaps and failures; requests come from the scheduler."""

    name = "maintext"

    def __init__(self, crawl: Crawl) -> None:
        super().__init__()
        self.crawl, self.parts = crawl, Parts(crawl)

    async def start(self) -> AsyncIterator[Any]:
        """Yield nothing: start pages wait in the frontier."""
        for request in list[Any]():
            yield request

    async def parse(self, response: Any) -> None:
        """Handle an answer with any status."""
        entry = response.meta["entry"]
        with self.crawl.fail_on_error(entry, response.status):
            await self._take_answer(response, entry)

    async def _take_answer(self, response: Any, entry: FrontierUrl) -> None:
        session, status = self.crawl.session, response.status
        if status == 304:
            session.take_not_modified(entry)
        elif status in REDIRECTS:
            self._take_redirect(response, entry)
        elif status in TEMPORARY:
            if status in _BUSY:
                self.crawl.slow_down(urlsplit(entry.url).hostname or "", _retry_after(response, self.crawl))
            self._retry_later(entry, f"http {status}", f"the server answered with status {status}", status)
        elif status >= 400 or status < 200:
            reason = status_message(status) if status >= 400 else f"the server answered with status {status}"
            session.fail(entry, f"http {status}", reason, status)
        # A start page may be a packed sitemap; links to such files are not followed.
        elif entry.role == "page" and not (listing_of(response.body) or entry.url.endswith(".xml.gz")):
            await self._take_page(response, entry)
        else:
            charset = charset_of(response_header(response, "Content-Type"))
            max_bytes = self.crawl.options.max_bytes
            feed = await self.crawl.run_in_thread(read_feed, response.body, max_bytes, charset)
            session.take_feed(entry, feed, status)

    def _take_redirect(self, response: Any, entry: FrontierUrl) -> None:
        location = response_header(response, "Location")
        # A redirect to itself with a cookie lets in those who send the cookie.
        if "Set-Cookie" in response.headers and absolute_url(response.url, location) == response.url:
            reason = "redirects to itself, with a cookie"
            self._retry_later(entry, "redirect loop", reason, response.status, 0)
        else:
            self.crawl.session.take_redirect(entry, response.status, location)

    async def _take_page(self, response: Any, entry: FrontierUrl) -> None:
        content_type = response_header(response, "Content-Type")
        media_type = media_type_of(content_type)
        if media_type not in HTML:
            self.crawl.session.refuse(entry, "not html", f"is {media_type}, not a web page", response.status)
            return
        body, at = response.body, dt.datetime.now(dt.UTC).replace(microsecond=0)
        if self.crawl.render is not None:
            async with self.crawl.drawing:
                shown = await self.crawl.run_in_thread(self.crawl.render, entry.url, body)
            body, content_type = (body, content_type) if shown is None else (shown, "charset=utf-8")
        told = response.headers.getlist("X-Robots-Tag")
        robots = ",".join(_FOR_ONE_CRAWLER.sub("", line.decode("latin-1")) for line in told)
        answer = Answer(entry.url, body, charset_of(content_type), robots)
        reading = await self.parts.read_whole(answer, at, entry)
        headers = {name: response_header(response, name) for name in ("ETag", "Last-Modified")}
        self.crawl.session.take_page(
            entry, reading, response.status, len(response.body),
            {name.lower(): value for name, value in headers.items() if value},
        )  # fmt: skip

    def _retry_later(
        self, entry: FrontierUrl, error: str, reason: str, status: int | None = None, after: float = -1
    ) -> None:
        seconds = self.crawl.session.retry(entry, error, reason, status)
        if seconds is not None:
            self.crawl.request_later(entry, seconds if after < 0 else after)

    def failed(self, failure: Any) -> None:
        """Handle a request without an answer."""
        entry, error = failure.request.meta["entry"], failure.value
        with self.crawl.fail_on_error(entry):
            if isinstance(error, Refusal):
                if not self.crawl.stop_asked.done():  # else the next crawl asks for it
                    self.crawl.session.refuse(entry, error.error, error.reason)
                return
            kind, reason = failure_of(error, urlsplit(entry.url).hostname or "", self.crawl)
            if kind == "private address":
                self.crawl.session.refuse(entry, kind, reason)
            elif kind == "too large":
                self.crawl.session.fail(entry, kind, reason)
            else:
                self._retry_later(entry, kind, reason)


def _retry_after(response: Any, crawl: Crawl) -> float:
    """Return the seconds of a Retry-After header, 0 among them, else twice the current delay."""
    asked = read_retry_after(response_header(response, "Retry-After"))
    if asked is not None:
        return asked
    slot = crawl.crawler.engine.downloader.slots.get(urlsplit(response.url).hostname)
    return max(2 * slot.delay if slot else 0.0, 1.0)
