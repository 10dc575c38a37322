"""The browser: the one file that imports Playwright.

Playwright's synchronous API is bound to one thread and does not work inside asyncio. So each
:class:`Browser` has its own thread. Any thread may call it; pages are rendered one by one. A call that takes
longer than allowed kills the browser.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as WaitTimeoutError
from typing import Any, Self

from maintext.browser.capture import MARKED_HTML, STYLES, build_snapshot
from maintext.browser.loading import PageVisit, is_html
from maintext.browser.model import NoBrowserError, Rendered, RenderError, RenderOptions
from maintext.browser.proxy import REFUSED_HEADER, CheckedProxy
from maintext.errors import (
    FetchTimeoutError,
    HttpStatusError,
    NotHtmlError,
    OptionError,
    PageTooLargeError,
    needs_extra,
)
from maintext.html import decode
from maintext.net.address import parse_target, resolve_addresses
from maintext.net.connect import Deadline
from maintext.net.proxies import choose_proxy, refuse_private

__all__ = ["BROWSERS", "Browser", "find_browser"]

BROWSERS = (
    "chromium-headless-shell", "chrome-headless-shell",
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
    "msedge",
)  # fmt: skip
"""Program names of Chromium browsers to look for on the PATH.

Those without windows come first: they draw the same in a third of the CPU time.
"""

_DEFAULT = RenderOptions()
_START_S, _GRACE_S = 60.0, 5.0
_ARGUMENTS = (
    "--proxy-bypass-list=<-loopback>",  # use the proxy for this computer too
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # names are resolved by the proxy
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--disable-background-networking",
    "--hide-scrollbars",
)


def find_browser() -> str:
    """Return the path of the system's Chromium, Chrome or Edge.

    The environment variable ``MAINTEXT_BROWSER`` takes precedence.

    Raises NoBrowserError: no browser is installed.
    """
    for name in (os.environ.get("MAINTEXT_BROWSER", ""), *BROWSERS):
        if name and (path := shutil.which(name)):
            return path
    raise NoBrowserError(
        "no browser was found: install Chromium (Debian, Ubuntu: apt install chromium; Fedora: dnf install"
        " chromium; macOS: brew install --cask chromium), or set MAINTEXT_BROWSER to the path of one",
        stage="render",
    )


class Browser:
    """A headless browser for many pages, as a context manager.

    It starts with the first page, and again after it was killed. Each page has fresh cookies and caches.
    ``path`` is the program, by default that of :func:`find_browser`.
    """

    def __init__(self, path: str | None = None) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="maintext-browser")
        self._stack = contextlib.ExitStack()
        self._browser: Any = None
        self._proxy: CheckedProxy | None = None
        self._pid = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the browser; further calls do nothing."""
        try:
            self._wait_for(self._thread.submit(self._stop_browser), _GRACE_S)
        except RuntimeError:  # closed before
            return
        self._thread.shutdown()

    def render(self, url: str, options: RenderOptions = _DEFAULT) -> Rendered:
        """Open a URL and return the page after scripts.

        Raises AddressRefusedError: the URL or a redirect leads to an address that may not be fetched;
        FetchTimeoutError: it took longer than ``timeout_s``; HttpStatusError or RenderError: the server
        answered with an error status, or not at all; NotHtmlError or PageTooLargeError: the answer is not a
        page, or is larger than the limits allow; NoBrowserError or MissingExtraError: Chromium or Playwright
        is missing.
        """
        target = parse_target(url)
        limit, may = options.timeout_s, options.allow_private
        if options.proxies:  # which resolve the name
            refuse_private(target, Deadline(limit, limit), allow_private=may)
        else:
            resolve_addresses(target, allow_private=may, timeout_s=limit)
        return self._render_page(url, None, options)

    def render_saved(
        self, html: bytes | str, url: str | None = None, options: RenderOptions = _DEFAULT
    ) -> Rendered:
        """Render a saved page (text or bytes) without any network.

        Relative links and scripts see ``url``; nothing is fetched from it.

        Raises FetchTimeoutError or RenderError or PageTooLargeError or NoBrowserError or MissingExtraError:
        as for :meth:`render`; InputError: the bytes are not a web page.
        """
        text = html if isinstance(html, str) else decode(html, url=url).text
        return self._render_page(url, text, options)

    # -- one page ---------------------------------------------------------------------------------

    def _render_page(self, url: str | None, saved: str | None, options: RenderOptions) -> Rendered:
        if self._browser is None:
            self._wait_for(self._thread.submit(self._start_browser), _START_S)
        future = self._thread.submit(self._open_page, url, saved, options)
        rendered: Rendered = self._wait_for(future, options.timeout_s + _GRACE_S)
        return rendered

    def _wait_for(self, future: Future[Any], timeout_s: float) -> Any:
        """Wait for the browser's thread; kill the browser after a timeout."""
        try:
            return future.result(timeout_s)
        except WaitTimeoutError:
            self._kill_browser()
            with contextlib.suppress(Exception):  # fails because its browser is gone
                future.result(_GRACE_S)
            raise FetchTimeoutError(
                f"the browser did not answer within {timeout_s:g} s and was killed; raise timeout_s, or"
                " render without javascript",
                stage="render",
            ) from None

    def _open_page(self, url: str | None, saved: str | None, options: RenderOptions) -> Rendered:
        """Render one page in the browser's thread."""
        from playwright.sync_api import Error, TimeoutError  # noqa: A004, PLC0415 - an extra

        assert self._proxy is not None  # noqa: S101 - set by _start_browser
        self._proxy.begin(
            is_open=saved is None, allow_private=options.allow_private, upstream=choose_proxy(options.proxies)
        )
        visit = PageVisit(url, saved, options, TimeoutError)
        context = None
        try:
            context = self._browser.new_context(**_context_settings(options))
            return self._read_page(visit, context, options)
        except TimeoutError as error:
            raise FetchTimeoutError(
                f"not rendered within {options.timeout_s:g} s; raise timeout_s", url=visit.url, stage="render"
            ) from error
        except Error as error:
            raise self._translate_error(visit, error) from error
        finally:
            if context is not None:
                with contextlib.suppress(Error):
                    context.close()
            if not self._browser.is_connected():
                self._stop_browser()

    def _read_page(self, visit: PageVisit, context: Any, options: RenderOptions) -> Rendered:
        page = context.new_page()
        session = context.new_cdp_session(page)
        visit.watch(page, context, session)
        response = page.goto(visit.open_url, wait_until="domcontentloaded", timeout=visit.remaining_ms())
        status = _check_status(response, visit, self._proxy)
        visit.settle(page)
        if visit.document is not None and visit.document != response:  # a step led to another one
            status = _check_status(visit.document, visit, self._proxy)
        screenshot = None
        if options.screenshot:
            screenshot = page.screenshot(full_page=True, animations="disabled", timeout=visit.remaining_ms())
        mark = f"data-mt-{secrets.token_hex(8)}" if options.layout else ""
        html = page.evaluate(MARKED_HTML, [mark, options.max_html_bytes])
        if not isinstance(html, str):
            limit = f"the limit is {options.max_html_bytes}; raise max_html_bytes"
            message = f"the HTML has {int(html)} characters, {limit}"
            raise PageTooLargeError(message, url=visit.url, stage="render")
        url = None if visit.url is None else page.url
        snapshot = None
        if options.layout:
            wanted = {"computedStyles": list(STYLES), "includePaintOrder": True}
            captured = session.send("DOMSnapshot.captureSnapshot", wanted)
            snapshot = build_snapshot(captured, html, mark, url, (options.width, options.height))
            html = snapshot.html
        return Rendered(
            html=html.encode("utf-8", "replace"), url=url, status=status, is_complete=visit.is_complete,
            screenshot=screenshot, snapshot=snapshot, notes=tuple(visit.notes), n_requests=visit.n_requests,
            render_s=visit.elapsed_s, failed=tuple(visit.failed),
        )  # fmt: skip

    def _translate_error(self, visit: PageVisit, error: Exception) -> Exception:
        """Return the error of ours for an error of Playwright."""
        url = visit.url
        if visit.n_bytes > visit.options.max_bytes:
            message = f"the page loaded more than {visit.options.max_bytes} bytes; raise max_bytes"
            return PageTooLargeError(message, url=url, stage="render")
        if self._proxy is not None and self._proxy.refused and not visit.is_open:
            return self._proxy.refused[-1]
        reason = str(error).splitlines()[0].removeprefix("Page.goto: ")
        if "while parsing" in reason and not reason.startswith("Page.evaluate"):  # which a page may fake
            return OptionError(f"not a selector: {reason.partition(': ')[2]}")
        if "Download is starting" in reason:
            return NotHtmlError("the URL leads to a file to download, not to a page", url=url, stage="render")
        message = f"the browser could not open the page ({reason}); try again"
        return RenderError(message, url=url, stage="render")

    # -- the browser ------------------------------------------------------------------------------

    def _start_browser(self) -> None:
        with needs_extra("playwright", "browser"):
            from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - an extra, slow to import
        path = self._path or find_browser()
        with contextlib.ExitStack() as stack:
            self._proxy = stack.enter_context(CheckedProxy())
            playwright = stack.enter_context(sync_playwright())
            try:
                # Chromium has no sandbox for root, who runs containers.
                is_root = getattr(os, "geteuid", lambda: 1)() == 0
                self._browser = playwright.chromium.launch(
                    executable_path=path, headless=True, args=list(_ARGUMENTS), chromium_sandbox=not is_root,
                    proxy={"server": self._proxy.address},
                )  # fmt: skip
            except Error as error:
                raise NoBrowserError(
                    f"{path} does not start ({str(error).splitlines()[0]}); run it by hand to see why, or set"
                    " MAINTEXT_BROWSER to another one",
                    stage="render",
                ) from error
            stack.callback(self._close_browser)
            known = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
            self._pid = next(one["id"] for one in known["processInfo"] if one["type"] == "browser")
            self._stack = stack.pop_all()

    def _close_browser(self) -> None:
        if self._browser.is_connected():
            self._browser.close()

    def _stop_browser(self) -> None:
        stack, self._stack = self._stack, contextlib.ExitStack()
        stack.close()
        self._browser, self._pid = None, 0

    def _kill_browser(self) -> None:
        if self._pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def _context_settings(options: RenderOptions) -> dict[str, Any]:
    return {
        "viewport": {"width": options.width, "height": options.height},
        "java_script_enabled": options.javascript,
        "service_workers": "block",
        "accept_downloads": False,
        "user_agent": options.user_agent or None,
        "locale": options.language or None,
        "storage_state": options.state or None,
    }


def _check_status(response: Any, visit: PageVisit, proxy: CheckedProxy | None) -> int:
    """Return the HTTP status of the document; raise an error if it is not a usable page."""
    if response is None:
        return 200
    if REFUSED_HEADER in response.headers and proxy is not None and proxy.refused:
        raise proxy.refused[-1]
    visit.is_open = True
    status = int(response.status)
    if status >= 400:
        message = f"the server answered with status {status}; check the URL in a browser"
        raise HttpStatusError(message, status=status, url=visit.url)
    content_type = response.headers.get("content-type", "")
    if not is_html(content_type):
        raise NotHtmlError(f"the URL leads to {content_type}, not to a page", url=visit.url, stage="render")
    return status
