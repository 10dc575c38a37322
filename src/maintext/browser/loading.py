"""Load one page in the browser: requests, waits, clicks and scrolls, all of them bounded."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from maintext.browser.model import RenderError, RenderOptions
from maintext.net.model import media_type_of
from maintext.net.page_steps import PageStep, parse_steps

__all__ = ["PageVisit", "is_html"]

_BLOCKED = frozenset({"image", "font", "media"})
_MAX_NOTES = 200
_POLL_MS = 50
_CLICK_MS, _BUTTON_MS = 3000, 8000  # for what may not be there, and for a button that is seen
_SAVED_QUIET_S = 0.1  # nothing loads; scripts may still be at work
_PLACEHOLDER_URL = "http://saved.invalid/"
_PAGE_TYPES = ("html", "xml", "text/plain")
_OVERLOADED, _SERVER_ERROR = 429, 500  # statuses


def is_html(content_type: str) -> bool:
    """Return True if a Content-Type is that of a page, or is missing."""
    media_type = media_type_of(content_type) or ""
    return not media_type or any(kind in media_type for kind in _PAGE_TYPES)


class PageVisit:
    """The loading of one page: its deadline, requests and notes.

    The HTML ``saved`` is served for ``open_url``, which is ``url`` if that is one of the web; without it the
    page is loaded from the network. ``url`` may be ``None`` for a saved page. ``timeout_error`` is
    the exception class of the browser's timeouts.
    """

    def __init__(
        self, url: str | None, saved: str | None, options: RenderOptions, timeout_error: type[Exception]
    ) -> None:
        self.url, self.saved, self.options = url, saved, options
        is_opened = url is not None and (saved is None or url.startswith(("http://", "https://")))
        self.open_url = str(url) if is_opened else _PLACEHOLDER_URL
        self.notes: list[str] = []
        self.n_requests, self.n_bytes = 0, 0
        self.is_complete, self.is_open = True, False
        self.failed: list[str] = []  # what scripts asked the page's host for in vain
        self.document: Any = None  # response of the document that is shown
        self._timeout_error = timeout_error
        self._begin = self._last_change = time.monotonic()
        self._loading: set[Any] = set()
        self._is_served = False

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._begin

    def remaining_ms(self) -> float:
        """Return the milliseconds until the deadline, at least 1: 0 would mean no limit."""
        return max((self.options.timeout_s - self.elapsed_s) * 1000, 1)

    def add_note(self, text: str) -> None:
        """Record a problem that is not an error."""
        if len(self.notes) < _MAX_NOTES:
            self.notes.append(text[:500])

    # -- requests ---------------------------------------------------------------------------------

    def watch(self, page: Any, context: Any, session: Any) -> None:
        """Register handlers for requests, sizes, messages, new windows and dialogs."""
        # A route of the context would be asked for windows without a frame.
        page.route("**/*", self._handle_route)
        context.on("page", lambda other: None if other is page else other.close())
        page.on("request", self._on_request)
        page.on("requestfinished", self._on_request_end)
        page.on("requestfailed", self._on_request_failed)
        page.on("response", self._on_response)
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.on("pageerror", lambda error: self.add_note(f"script: {error}"))
        page.on("console", lambda m: self.add_note(f"console: {m.text}") if m.type == "error" else None)
        session.send("Network.enable")
        session.on("Network.dataReceived", lambda event: self._on_data(page, event["dataLength"]))

    def _handle_route(self, route: Any) -> None:
        request = route.request
        is_page = request.is_navigation_request() and request.frame.parent_frame is None
        is_blocked = request.resource_type in _BLOCKED and not self.options.images
        if self.saved is not None and is_page and not self._is_served:
            self._is_served = True
            body = self.saved.encode("utf-8", "replace")
            route.fulfill(status=200, content_type="text/html; charset=utf-8", body=body)
        elif self.saved is not None or is_blocked:
            route.abort("blockedbyclient")
        else:
            route.continue_()

    def _on_request(self, request: Any) -> None:
        self.n_requests += 1
        self._loading.add(request)
        self._last_change = time.monotonic()

    def _on_request_end(self, request: Any) -> None:
        self._loading.discard(request)
        self._last_change = time.monotonic()

    def _on_response(self, response: Any) -> None:
        request, status = response.request, response.status
        if request.is_navigation_request() and request.frame.parent_frame is None:
            self.document = response
        elif request.resource_type in {"xhr", "fetch"} and len(self.failed) < _MAX_NOTES:
            is_same_host = urlsplit(request.url).netloc == urlsplit(self.open_url).netloc
            if is_same_host and (status >= _SERVER_ERROR or status == _OVERLOADED):
                self.failed.append(f"{request.url} answered {status}")

    def _on_request_failed(self, request: Any) -> None:
        self._on_request_end(request)
        if "BLOCKED_BY_CLIENT" not in (request.failure or ""):
            self.add_note(f"request failed: {request.url} ({request.failure})")

    def _on_data(self, page: Any, n_bytes: int) -> None:
        self.n_bytes += n_bytes
        if self.n_bytes > self.options.max_bytes and not page.is_closed():
            page.close()  # every wait for the page now fails

    # -- waits ------------------------------------------------------------------------------------

    def settle(self, page: Any) -> None:
        """Wait for the selector or a quiet network, then click and scroll."""
        selector = self.options.wait_for
        came = self._wait_for(page, selector) if selector else self._wait_until_quiet(page)
        if selector and came:
            self._wait_until_quiet(page)
        self.is_complete = came
        for step in parse_steps(self.options.steps):
            self._take_step(page, step)
        if self.options.click:
            self._click_button(page)
        if self.options.max_scrolls:
            self._scroll_to_end(page, self.options.max_scrolls)

    def _wait_for(self, page: Any, selector: str) -> bool:
        """Wait for an element; return False after a timeout."""
        try:
            page.wait_for_selector(selector, state="attached", timeout=self.remaining_ms() * 0.8)
        except self._timeout_error:
            self.add_note(f"nothing matched {selector!r} in {self.elapsed_s:.1f} s")
            return False
        return True

    def _wait_until_quiet(self, page: Any) -> bool:
        """Wait until nothing has been loading for a while; return False after a timeout."""
        # Playwright's "networkidle" is 500 ms after a navigation only: not after clicks, not quiet_s.
        quiet_s = self.options.quiet_s if self.saved is None else min(self.options.quiet_s, _SAVED_QUIET_S)
        end = min(time.monotonic() + self.options.settle_s, self._begin + self.options.timeout_s * 0.8)
        while time.monotonic() < end:
            if not self._loading and time.monotonic() - self._last_change >= quiet_s:
                return True
            page.wait_for_timeout(_POLL_MS)
        if self.saved is None:
            self.add_note(f"the network was not quiet within {self.options.settle_s:g} s")
        return False

    def _take_step(self, page: Any, step: PageStep) -> None:
        """Do one step, and wait until the network is quiet again.

        Raises RenderError: the element of the step is not there.
        """
        timeout = max(min(self.options.settle_s * 1000, self.remaining_ms()), 1)
        element: Any = None if step.action in {"press", "scroll"} else page.locator(step.target).first
        actions: dict[str, Callable[[], Any]] = {
            "click": lambda: element.click(timeout=timeout),
            "dismiss": lambda: element.click(timeout=min(timeout, _CLICK_MS)) if element.count() else None,
            "hover": lambda: element.hover(timeout=timeout),
            "fill": lambda: element.fill(step.value, timeout=timeout),
            "choose": lambda: self._choose_option(element, step.value, timeout),
            "press": lambda: page.keyboard.press(step.target),
            "wait": lambda: element.wait_for(state="attached", timeout=timeout),
            "scroll": lambda: self._scroll_to_end(page, int(step.target)),
        }
        try:
            if step.seconds is not None:
                page.wait_for_timeout(min(step.seconds * 1000, self.remaining_ms()))
            else:
                actions[step.action]()
        except self._timeout_error as error:
            raise RenderError(
                f"the step {str(step)!r} failed: its element is not on the page, hidden or covered; look at"
                " the page in a browser and change the step", url=self.url, stage="render",
            ) from error  # fmt: skip
        self._last_change = time.monotonic()
        self._wait_until_quiet(page)

    @staticmethod
    def _choose_option(element: Any, wanted: str, timeout: float) -> None:
        """Choose an option of a select element, by its text or its value."""
        texts = [text.strip() for text in element.locator("option").all_inner_texts()]
        if wanted in texts:
            element.select_option(index=texts.index(wanted), timeout=timeout)
        else:
            element.select_option(value=wanted, timeout=timeout)

    def _has_time(self) -> bool:
        return self.elapsed_s < self.options.timeout_s * 0.8

    def _click_button(self, page: Any) -> None:
        button = page.locator(self.options.click).first
        for n_clicks in range(self.options.max_clicks):
            if not self._has_time() or not button.is_visible():
                return
            try:
                button.click(timeout=min(_BUTTON_MS, self.remaining_ms()))
            except self._timeout_error:
                self.add_note(f"{self.options.click!r} could not be clicked after {n_clicks} clicks")
                return
            self._last_change = time.monotonic()
            self._wait_until_quiet(page)

    def _scroll_to_end(self, page: Any, max_scrolls: int) -> None:
        height = 0
        for _ in range(max_scrolls):
            grown = page.evaluate("document.documentElement.scrollHeight")
            if grown <= height or not self._has_time():
                break
            height = grown
            page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
            self._last_change = time.monotonic()
            self._wait_until_quiet(page)
        page.evaluate("window.scrollTo(0, 0)")
