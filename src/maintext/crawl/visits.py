"""Fetch pages plainly or render them in a browser, for the visits of a recipe and for crawls."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from maintext.browser import Browser, RenderOptions, find_browser
from maintext.classify.embedded import shows_little
from maintext.crawl.feeds import Robots, fetch_robots
from maintext.errors import AddressRefusedError, FetchError, HttpStatusError, InputError
from maintext.html import parse
from maintext.net import FetchOptions, Response, fetch
from maintext.net.client import TEMPORARY
from maintext.options import changed

if TYPE_CHECKING:  # imported on first use
    from maintext.sites.recipe import Recipe, RecipeVisit

__all__ = ["Renderer", "Visitor"]

_MAX_ASKED_S = 60.0  # wait that a server may ask for
_BEYOND_WAIT_S = 20.0  # for the page itself, besides what the visit waits for


class Renderer:
    """Renders the pages of a crawl in the system's Chromium, one at a time; a context manager.

    ``when`` is ``always``, or ``auto`` for fetched pages that show fewer than 150 words.

    Raises MissingExtraError or NoBrowserError: on entering: Playwright or Chromium is missing; the message
    says what to install.
    """

    def __init__(self, when: str, options: RenderOptions) -> None:
        self._when, self._options = when, options
        self._browser, self._is_closed = Browser(), False

    def __enter__(self) -> Self:
        find_browser()
        return self

    def __exit__(self, *exception: object) -> None:
        self._is_closed = True
        self._browser.close()

    def __call__(self, url: str, body: bytes) -> bytes | None:
        """Return the rendered page; ``None`` to use the page as fetched.

        That is so for pages that show enough text, and those that the browser cannot open.
        """
        try:
            if self._when == "auto" and not shows_little(parse(body)):
                return None
            return None if self._is_closed else self._browser.render(url, self._options).html
        except (FetchError, InputError):
            return None


class Visitor:
    """Fetches the pages of visits one after another, with a pause between them; a context manager.

    A visit with ``render="always"`` uses the system's Chromium; with ``"auto"`` only if the plain page shows
    little text. One browser serves all visits, from the first that needs it. ``options`` are for the plain
    requests; ``allow_private`` and the size limit also hold for the browser. Two visits start at least
    ``delay_s`` seconds apart. A page that the server fails to give is asked for ``retries`` times more, after
    ``retry_s`` seconds and twice as long each time, or after the wait that the server asks for (at most a
    minute). ``robots`` obeys robots.txt and its Crawl-delay.
    """

    def __init__(
        self,
        options: FetchOptions | None = None,
        *,
        delay_s: float = 0.0,
        retries: int = 2,
        retry_s: float = 1.0,
        robots: bool = False,
    ) -> None:
        self._options = options or FetchOptions()
        self._delay_s, self._last = delay_s, float("-inf")
        self._retries, self._retry_s = retries, retry_s
        self._robots: dict[tuple[str, ...], Robots] | None = {} if robots else None  # by scheme and host
        self._browser = Browser()  # starts with its first page

    @classmethod
    def of(cls, recipe: Recipe, changes: Mapping[str, Any] | None = None) -> Self:
        """Return the visitor of a recipe; ``changes`` of :class:`FetchOptions` win over the recipe's."""
        rule, given = recipe.fetch, dict(changes or {})
        own = {"user_agent": rule.user_agent, "headers": rule.headers, "proxies": rule.proxies}
        given["headers"] = (*rule.headers, *given.get("headers", ()))
        options = changed(FetchOptions(), {name: value for name, value in (own | given).items() if value})
        return cls(
            options, delay_s=recipe.limits.delay_s, retries=rule.retries, retry_s=rule.retry_s,
            robots=rule.robots,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._browser.close()

    def __call__(self, visit: RecipeVisit) -> Response:
        """Return the page of a visit.

        Raises FetchError: the page cannot be fetched; MissingExtraError or NoBrowserError: a browser is
        needed and Playwright or Chromium is missing; the message says what to install.
        """
        self._check_robots(visit.url)
        for retry in range(self._retries):
            try:
                if not (found := self._get_page(visit)).problem:
                    return found
            except FetchError as error:
                if not _may_pass(error):
                    raise
                asked = error.wait_s if isinstance(error, HttpStatusError) else 0.0
                time.sleep(max(self._retry_s * 2**retry, min(asked, _MAX_ASKED_S)))
        return self._get_page(visit)

    def _check_robots(self, url: str) -> None:
        if self._robots is None:
            return
        host = urlsplit(url)[:2]
        if (rules := self._robots.get(host)) is None:
            rules = fetch_robots(url, self._options.user_agent, partial(fetch, options=self._options))
            self._robots[host] = rules
            self._delay_s = max(self._delay_s, rules.delay_s)
        if not rules.allows(url):
            reason = rules.refusal or "robots.txt does not allow this page"
            raise FetchError(f"{reason}; robots = false in the recipe does not ask it", url=url)

    def _get_page(self, visit: RecipeVisit) -> Response:
        time.sleep(max(0.0, self._last + self._delay_s - time.monotonic()))
        self._last = time.monotonic()
        if visit.needs_browser:
            return self._draw_page(visit)
        response = fetch(visit.url, self._options)
        if not response.body.strip():  # no script could fill it either
            empty = "the server answered with an empty page; try again later"
            raise FetchError(empty, url=visit.url, stage="fetch")
        if visit.render == "auto" and shows_little(parse(response.body, http_charset=response.charset)):
            return self._draw_page(visit)
        return response

    def _draw_page(self, visit: RecipeVisit) -> Response:
        n_waits = 1 + len(visit.steps) + visit.max_scrolls + (visit.max_clicks if visit.click else 0)
        agent = self._options.user_agent
        options = RenderOptions(
            wait_for=visit.wait_for, settle_s=visit.wait_s,
            timeout_s=n_waits * visit.wait_s + _BEYOND_WAIT_S,
            steps=visit.steps, click=visit.click, max_clicks=visit.max_clicks, max_scrolls=visit.max_scrolls,
            state=visit.state,
            allow_private=self._options.allow_private, max_html_bytes=self._options.max_bytes,
            proxies=self._options.proxies,
            user_agent=agent if agent != FetchOptions().user_agent else "",
        )  # fmt: skip
        drawn = self._browser.render(visit.url, options)
        return Response(
            url=drawn.url or visit.url, requested_url=visit.url, status=drawn.status, headers={},
            body=drawn.html, charset="utf-8", content_type="text/html", problem="; ".join(drawn.failed),
        )  # fmt: skip


def _may_pass(error: FetchError) -> bool:
    """Return True if another attempt may succeed: timeouts, broken connections, overload."""
    if isinstance(error, HttpStatusError):
        return error.status in TEMPORARY
    return not isinstance(error, AddressRefusedError)
