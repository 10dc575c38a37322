"""Pages that were fetched a short time ago: a person works on the same few, click by click."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from maintext.api import extract
from maintext.app.given_page import GivenPage, TTLCache
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.settings import ServeOptions, fetch_limits
from maintext.app.workbench.tasks import needs_drawing
from maintext.document import Document
from maintext.html.urls import split_url
from maintext.net import Response
from maintext.sites.listing import ListPage, find_list
from maintext.sites.recipe import RecipeVisit
from maintext.sites.wrapper.selectors import PageIndex

__all__ = ["KeptPage", "KeptPages", "drawn"]

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

    def visit(self, visit: RecipeVisit) -> Response:
        """Return the page of a visit.

        Raise :class:`FetchError` if it cannot be fetched, :class:`RequestError` if it needs a browser and the
        server has none.
        """
        return self.get(visit).response

    def document(self, visit: RecipeVisit) -> Document:
        """Return the page of a visit as extracted; raise as :meth:`visit`."""
        return self.get(visit).document

    def needs_drawing(self, url: str) -> bool:
        """Return True if scripts seem to fill the plain page."""
        visit = RecipeVisit(url=url)
        return needs_drawing(self.document(visit), GivenPage(self.visit(visit).body, url))

    def forget(self, visit: RecipeVisit) -> None:
        """Fetch the page of a visit anew next time."""
        self._kept.drop(visit)

    def forget_host(self, url: str) -> None:
        """Fetch all pages of the host of a URL anew next time."""
        host = split_url(url).netloc
        self._kept.drop_each(lambda visit: split_url(visit.url).netloc == host)

    def get(self, visit: RecipeVisit) -> KeptPage:
        """Return the page of a visit with all that is made of it; raise as :meth:`visit`."""
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
            return self.visit(RecipeVisit(url=visit.url))
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
