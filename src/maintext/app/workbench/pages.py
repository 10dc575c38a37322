"""Pages that were fetched a short time ago: a person works on the same few, click by click.

Also their style sheets and pictures, as text and data, for the copy of a page in a frame that reaches no
network. The server fetches them under the same limits as pages: public addresses only, bounded in number,
bytes and time. What a style sheet would load is left out; the policy of the frame would refuse it anyway.
"""

from __future__ import annotations

import base64
import re
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from maintext.api import extract
from maintext.app.given_page import GivenPage, TTLCache
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.settings import ServeOptions, fetch_limits
from maintext.app.workbench.tasks import needs_drawing
from maintext.document import Document
from maintext.errors import MaintextError
from maintext.html import Page
from maintext.html.parser import decode_label
from maintext.html.urls import absolute_url, base_url, split_url
from maintext.net import Response
from maintext.sites.listing import ListPage, find_list
from maintext.sites.recipe import RecipeVisit
from maintext.sites.wrapper.selectors import PageIndex

__all__ = ["KeptPage", "KeptPages", "drawn", "dress_page"]

_MAX_PAGES, _MAX_BYTES, _KEPT_S = 80, 60_000_000, 900.0
_MAX_SAMPLES = 50  # recipes whose samples are kept
_PAUSE_S = 0.1  # between two requests for samples
_SETTLE_S = 8.0  # for a page in the browser to load all; as RenderOptions.settle_s


class KeptPage:
    """A fetched page; what is made of it is made once.

    Relative dates on it count from the time of fetching, as in a run.
    """

    def __init__(self, response: Response) -> None:
        self.response, self.fetched = response, datetime.now(UTC)

    @cached_property
    def document(self) -> Document:
        """The page as extracted."""
        response = self.response
        return extract(response.body, response.url, http_charset=response.charset, fetched=self.fetched)

    def find_list(self, region: str = "") -> ListPage:
        """Return the list of the page: the one at a path, which may be gone, or else the main list."""
        page, kind = self.document.page, self.document.kind
        return find_list(page, kind=kind, reference=self.fetched, like=region or None, only_like=bool(region))

    @cached_property
    def index(self) -> PageIndex:
        """The page with lookups for selectors."""
        return PageIndex(self.document.page, self.fetched)


class KeptPages:
    """Fetch the pages of visits, and keep some of them. Safe to use in several threads.

    ``fetch(url)`` gives a plain response. A browser draws what needs one, one page at a time.
    """

    def __init__(self, options: ServeOptions, fetch: Callable[[str], Response]) -> None:
        self._options, self.fetch = options, fetch
        self._kept: TTLCache[KeptPage] = TTLCache(_MAX_PAGES, _MAX_BYTES, _KEPT_S)
        self._browser = threading.Lock()
        # Of recipes, by what they depend on
        self.samples: TTLCache[Any] = TTLCache(_MAX_SAMPLES, _MAX_BYTES, _KEPT_S)

    def needs_drawing(self, url: str) -> bool:
        """Return True if scripts seem to fill the plain page."""
        kept = self.get(RecipeVisit(url=url))
        return needs_drawing(kept.document, GivenPage(kept.response.body, url))

    def forget(self, visit: RecipeVisit) -> None:
        """Fetch the page of a visit anew next time."""
        self._kept.drop(lambda kept: kept == visit)

    def forget_host(self, url: str) -> None:
        """Fetch all pages of the host of a URL anew next time."""
        host = split_url(url).netloc
        self._kept.drop(lambda visit: split_url(visit.url).netloc == host)

    def get(self, visit: RecipeVisit) -> KeptPage:
        """Return the page of a visit with all that is made of it.

        Raise :class:`FetchError` if it cannot be fetched, :class:`RequestError` if it needs a browser and the
        server has none.
        """
        found = self._kept.get(visit)
        if found is None:
            found = KeptPage(self._load_page(visit))
            self._kept.put(visit, found, len(found.response.body))
        return found

    def _load_page(self, visit: RecipeVisit) -> Response:
        is_auto = visit.render == "auto"
        if visit.needs_browser or (is_auto and self.needs_drawing(visit.url)):
            return self._draw_page(visit)
        if is_auto:
            return self.get(RecipeVisit(url=visit.url)).response
        time.sleep(_PAUSE_S)
        return self.fetch(visit.url)

    def _draw_page(self, visit: RecipeVisit) -> Response:
        """Return a page as it is after its scripts ran in a browser."""
        from maintext.browser import NoBrowserError  # noqa: PLC0415 - loaded only to draw
        from maintext.crawl.visits import Visitor  # noqa: PLC0415

        try:
            with self._browser, Visitor(fetch_limits(self._options)) as visitor:
                return visitor(visit)
        except NoBrowserError as error:
            raise RequestError("extra_missing", error.message) from error


def drawn(url: str) -> RecipeVisit:
    """Return the visit that draws a URL in the browser."""
    return RecipeVisit(url=url, render="always", wait_s=_SETTLE_S)


_MAX_SHEETS, _MAX_SHEET_BYTES = 12, 800_000
_MAX_IMAGES, _MAX_IMAGE_BYTES, _MAX_SHOWN_BYTES = 48, 600_000, 5_000_000
_AT_ONCE, _PATIENCE_S = 6, 6.0
_LOADS = re.compile(
    r"@import\b[^;]*;?|(?:url|src|image-set)\((?:[^()\"']|\"[^\"]*\"|'[^']*')*\)", re.IGNORECASE
)
# A page keeps no text of its style elements.
_OWN = re.compile(r"<style\b([^>]*)>(.*?)</style", re.IGNORECASE | re.DOTALL)
_PRINT = re.compile(r"\bmedia\s*=\s*[\"']?\s*print\s*(?:[\"'\s]|$)", re.IGNORECASE)
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src")
# Not SVG, which is a document of its own.
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"})


def dress_page(request: Mapping[str, Any], pages: KeptPages) -> dict[str, Any]:
    """Return the style sheets of a page as one text, and pictures as data URLs by row."""
    url = request["url"]
    kept = pages.get(drawn(url) if request.get("draw") else RecipeVisit(url=url))
    page = kept.document.page
    sheets, images = _sheet_urls(page), _image_urls(page)
    wanted = list(dict.fromkeys([*sheets, *images.values()]))
    got = _fetch_all(wanted, pages.fetch)
    texts = [_text_of(got[one]) for one in sheets if one in got and len(got[one].body) <= _MAX_SHEET_BYTES]
    own = [css for said, css in _OWN.findall(_text_of(kept.response)) if not _PRINT.search(said)]
    shown, n_bytes = {}, 0
    for row, response in ((row, got[one]) for row, one in images.items() if one in got):
        if response.content_type in _IMAGES and 0 < len(response.body) <= _MAX_IMAGE_BYTES:
            n_bytes += len(response.body)
            if n_bytes > _MAX_SHOWN_BYTES:
                break
            data = base64.b64encode(response.body).decode()
            shown[str(row)] = f"data:{response.content_type};base64,{data}"
    return {"css": "\n".join(_LOADS.sub("none", css) for css in (*texts, *own)), "images": shown}


def _sheet_urls(page: Page) -> list[str]:
    base, hrefs = base_url(page), page.values("href")
    rels = {row: rel.lower().split() for row, rel in page.values("rel").items() if row in hrefs}
    media, loads = page.values("media"), page.values("onload")
    rows = [
        row for row, words in rels.items()
        if "stylesheet" in words and "alternate" not in words
        # A sheet for print that its own script turns into one for all is meant for the screen.
        and (media.get(row, "").strip().lower() != "print" or row in loads)
    ]  # fmt: skip
    return [url for row in rows if (url := absolute_url(base, hrefs[row]))][:_MAX_SHEETS]


def _image_urls(page: Page) -> dict[int, str]:
    base, found = base_url(page), dict[int, str]()
    for name in reversed(_SOURCES):
        for row, link in page.values(name).items():
            if page.name(row) == "img" and (url := absolute_url(base, link)):
                found[row] = url
    return dict(sorted(found.items())[:_MAX_IMAGES])


def _fetch_all(urls: list[str], fetch: Callable[[str], Response]) -> dict[str, Response]:
    """Fetch some URLs at once; leave out what fails or takes too long."""
    end = time.monotonic() + _PATIENCE_S

    def get(url: str) -> Response | None:
        if time.monotonic() > end:
            return None
        try:
            return fetch(url)
        except (MaintextError, KeyError):  # a picture is no reason to show no page
            return None

    pool = ThreadPoolExecutor(_AT_ONCE, "maintext-dress")
    try:
        tasks = {url: pool.submit(get, url) for url in urls}
        wait(tasks.values(), timeout=_PATIENCE_S)
        return {url: found for url, one in tasks.items() if one.done() and (found := one.result())}
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _text_of(response: Response) -> str:
    found = decode_label(response.body, response.charset or "utf-8")
    return found[0] if found else response.body.decode("utf-8", "replace")
