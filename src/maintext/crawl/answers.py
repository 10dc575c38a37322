"""What Scrapy's answers become: pages, redirects, sitemaps, failures that may pass and those that do not."""

from __future__ import annotations

import asyncio
import datetime as dt
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.crawl.failures import failure_of
from maintext.crawl.feeds import read_listed
from maintext.crawl.parts import HTML, Parts, header
from maintext.crawl.reactor import lib
from maintext.crawl.read import Answer
from maintext.crawl.sending import Refusal
from maintext.html import listing_of
from maintext.html.urls import absolute_url
from maintext.net.client import status_message
from maintext.net.model import charset_of, media_type_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from maintext.batch.store.frontier import Address
    from maintext.crawl.engine import Crawl

__all__ = ["PASSING", "REDIRECTS", "Spider", "header"]

REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""Statuses of redirects."""

PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Statuses that may pass: asked again later."""

_BUSY = frozenset({429, 503})


class Spider(lib.scrapy.Spider if lib else object):  # type: ignore[misc]
    """Takes answers; requests come from the scheduler."""

    name = "maintext"

    def __init__(self, crawl: Crawl) -> None:
        super().__init__()
        self.crawl, self.parts = crawl, Parts(crawl)

    async def start(self) -> AsyncIterator[Any]:
        """Yield nothing: start pages wait in the frontier."""
        nothing: tuple[Any, ...] = ()
        for request in nothing:
            yield request

    async def parse(self, response: Any) -> None:
        """Take an answer, whatever its status."""
        address = response.meta["address"]
        with self.crawl.reading(address, response.status):
            await self._take(response, address)

    async def _take(self, response: Any, address: Address) -> None:
        session, status = self.crawl.session, response.status
        if status == 304:
            session.not_modified(address)
        elif status in REDIRECTS:
            await self._take_redirect(response, address)
        elif status in PASSING:
            if status in _BUSY:
                self.crawl.slow_down(urlsplit(address.url).hostname or "", _asked_delay(response, self.crawl))
            self._retry(address, f"http {status}", f"the server answered with status {status}", status)
        elif status >= 400 or status < 200:
            session.fail(address, f"http {status}", _said_of(status), status)
        elif address.role == "page" and not listing_of(response.body):
            await self._take_page(response, address)
        else:
            listed = read_listed(response.body, self.crawl.options.max_bytes)
            session.took_listed(address, listed, status)

    async def _take_redirect(self, response: Any, address: Address) -> None:
        location = header(response, "Location")
        sets_cookie = "Set-Cookie" in response.headers
        if (
            sets_cookie and absolute_url(response.url, location) == response.url
        ):  # the way in for those with cookies
            self._retry(address, "redirect loop", "redirects to itself, with a cookie", response.status, 0.0)
        else:
            self.crawl.session.redirect(address, response.status, location)

    async def _take_page(self, response: Any, address: Address) -> None:
        content_type = header(response, "Content-Type")
        if media_type_of(content_type) not in HTML:
            self.crawl.session.refuse(
                address, "not html", f"is {media_type_of(content_type)}", response.status
            )
            return
        body, at = response.body, dt.datetime.now(dt.UTC).replace(microsecond=0)
        if self.crawl.render is not None:
            shown = await asyncio.to_thread(self.crawl.render, address.url, body)
            body, content_type = (body, content_type) if shown is None else (shown, "charset=utf-8")
        answer = Answer(address.url, body, charset_of(content_type))
        reading = await self.parts.whole(answer, at, address)
        headers = {name: header(response, name) for name in ("ETag", "Last-Modified")}
        self.crawl.session.took(
            address, reading, response.status, len(response.body),
            {name.lower(): value for name, value in headers.items() if value},
        )  # fmt: skip

    def _retry(
        self, address: Address, error: str, reason: str, status: int | None = None, after: float = -1
    ) -> None:
        seconds = self.crawl.session.retry(address, error, reason, status)
        if seconds is not None:
            self.crawl.hold(address, seconds if after < 0 else after)

    def failed(self, failure: Any) -> None:
        """Take a request that has no answer."""
        address = failure.request.meta["address"]
        with self.crawl.reading(address):
            self._failed(failure.value, address)

    def _failed(self, error: Exception, address: Address) -> None:
        if isinstance(error, Refusal):
            self.crawl.session.refuse(address, error.error, error.reason)
            return
        kind, reason = failure_of(error, urlsplit(address.url).hostname or "", self.crawl)
        if kind == "private address":
            self.crawl.session.refuse(address, kind, reason)
        elif kind == "too large":
            self.crawl.session.fail(address, kind, reason)
        else:
            self._retry(address, kind, reason)


def _said_of(status: int) -> str:
    return status_message(status) if status >= 400 else f"the server answered with status {status}"


def _asked_delay(response: Any, crawl: Crawl) -> float:
    """Seconds of a Retry-After header, else twice the delay there is."""
    asked = header(response, "Retry-After")
    if asked.isdecimal():
        return float(asked)
    try:
        return (parsedate_to_datetime(asked) - dt.datetime.now(dt.UTC)).total_seconds()
    except (TypeError, ValueError):
        host = urlsplit(response.url).hostname
        slot = crawl.crawler.engine.downloader.slots.get(host)
        return max(2 * slot.delay if slot else 0.0, 1.0)
