"""Fetch pages plainly or render them in a browser, for the visits of a recipe and for crawls."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

from maintext.browser import Browser, RenderOptions, find_browser
from maintext.classify.embedded import shows_little
from maintext.errors import AddressRefusedError, FetchError, HttpStatusError, InputError
from maintext.html import parse
from maintext.net import FetchOptions, Response, fetch

if TYPE_CHECKING:
    from maintext.sites.recipe import RecipeVisit

__all__ = ["Renderer", "Visitor"]

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})  # statuses
_BEYOND_WAIT_S = 20.0  # for the page itself, beside what the visit waits for


class Renderer:
    """Renders the pages of a crawl in the system's Chromium, one at a time; a context manager.

    ``when`` is ``always``, or ``auto`` for fetched pages that show fewer than 150 words.

    Raises MissingExtraError or NoBrowserError: on entering: Playwright or Chromium is missing; the message
    says what to install.
    """

    def __init__(self, when: str, options: RenderOptions) -> None:
        self._when, self._options = when, options
        self._lock = threading.Lock()  # the crawl asks from several threads
        self._browser = Browser()

    def __enter__(self) -> Self:
        find_browser()
        return self

    def __exit__(self, *exception: object) -> None:
        self._browser.close()

    def __call__(self, url: str, body: bytes) -> bytes | None:
        """Return the rendered page; ``None`` to use the page as fetched.

        That is so for pages that show enough text, and those that the browser cannot open.
        """
        try:
            if self._when == "auto" and not shows_little(parse(body)):
                return None
            with self._lock:
                return self._browser.render(url, self._options).html
        except (FetchError, InputError):
            return None


class Visitor:
    """Fetches the pages of visits one after another, with a pause between them; a context manager.

    A visit with ``render="always"`` uses the system's Chromium; with ``"auto"`` only if the plain page shows
    little text. One browser serves all visits, from the first that needs it. ``options`` are for the plain
    requests; ``allow_private`` and the size limit also hold for the browser. Two visits start at least
    ``delay_s`` seconds apart. A page that the server fails to give is asked for ``retries`` times more, after
    ``retry_s`` seconds and twice as long each time.
    """

    def __init__(
        self,
        options: FetchOptions | None = None,
        *,
        delay_s: float = 0.0,
        retries: int = 2,
        retry_s: float = 1.0,
    ) -> None:
        self._options = options or FetchOptions()
        self._delay_s, self._last = delay_s, float("-inf")
        self._retries, self._retry_s = retries, retry_s
        self._browser = Browser()  # starts with its first page

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._browser.close()

    def __call__(self, visit: RecipeVisit) -> Response:
        """Return the page of a visit.

        Raises FetchError: the page cannot be fetched; MissingExtraError or NoBrowserError: a browser is
        needed and Playwright or Chromium is missing; the message says what to install.
        """
        for retry in range(self._retries):
            try:
                if not (found := self._get_page(visit)).problem:
                    return found
            except FetchError as error:
                if not _may_pass(error):
                    raise
                time.sleep(self._retry_s * 2**retry)
        return self._get_page(visit)

    def _get_page(self, visit: RecipeVisit) -> Response:
        time.sleep(max(0.0, self._last + self._delay_s - time.monotonic()))
        self._last = time.monotonic()
        if visit.needs_browser:
            return self._draw_page(visit)
        response = fetch(visit.url, self._options)
        if visit.render == "auto" and shows_little(parse(response.body, http_charset=response.charset)):
            return self._draw_page(visit)
        return response

    def _draw_page(self, visit: RecipeVisit) -> Response:
        n_waits = 1 + len(visit.steps) + visit.max_scrolls + (visit.max_clicks if visit.click else 0)
        options = RenderOptions(
            wait_for=visit.wait_for, settle_s=visit.wait_s,
            timeout_s=n_waits * visit.wait_s + _BEYOND_WAIT_S,
            steps=visit.steps, click=visit.click, max_clicks=visit.max_clicks, max_scrolls=visit.max_scrolls,
            state=visit.state,
            allow_private=self._options.allow_private, max_html_bytes=self._options.max_bytes,
        )  # fmt: skip
        drawn = self._browser.render(visit.url, options)
        return Response(
            url=drawn.url or visit.url, requested_url=visit.url, status=drawn.status, headers={},
            body=drawn.html, charset="utf-8", content_type="text/html", problem="; ".join(drawn.failed),
        )  # fmt: skip


def _may_pass(error: FetchError) -> bool:
    """Return True if another attempt may succeed: timeouts, broken connections, overload."""
    if isinstance(error, HttpStatusError):
        return error.status in _PASSING
    return not isinstance(error, AddressRefusedError)
