"""Which page an agent names (HTML, a file in a folder, a URL), and what the tools make of it, in pieces."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from maintext.api import extract, select
from maintext.app.given_page import PAGE_OPTIONS, GivenPage, TTLCache
from maintext.app.mcp import McpOptions
from maintext.app.workbench.failure import failure_of
from maintext.app.workbench.settings import make_fetch
from maintext.classify.model.kind import kind_of_page
from maintext.crawl.feeds import Robots, fetch_robots, read_feed
from maintext.crawl.read import Answer, read_page
from maintext.errors import (
    FetchError,
    HttpStatusError,
    InputError,
    MaintextError,
    OptionError,
    PageTooLargeError,
)
from maintext.html import Page, decode, parse
from maintext.metadata.body_parts import find_links
from maintext.net import Response
from maintext.net.address import parse_target
from maintext.options import Options, changed
from maintext.sites.listing import Followed, follow_list

__all__ = [
    "FORMS", "LONG_FIELDS", "PageReader", "describe_error", "extract_page", "fetch_page", "list_entries",
    "list_piece", "map_site", "text_piece",
]  # fmt: skip

Fetch = Callable[[str], Response]

_MAX_CACHED_PAGES, _MAX_CACHED_HOSTS, _MAX_CACHED_BYTES = 16, 64, 50_000_000
_ONLY_URL = re.compile(r"\s*https?://[^\s<]+\s*", re.IGNORECASE)


class PageReader:
    """Read pages, and cache what was fetched. Safe to use in several threads.

    ``fetch(url)`` gives a response; by default over the network, as :mod:`maintext.net` allows.
    """

    def __init__(self, options: McpOptions, fetch: Fetch | None = None) -> None:
        self.options, self.limits = options, Options(max_bytes=options.max_bytes)
        self._fetch = fetch or make_fetch(options, user_agent=options.user_agent)
        self._roots = [Path(root).resolve() for root in options.roots]
        self._pages: TTLCache[GivenPage] = TTLCache(_MAX_CACHED_PAGES, _MAX_CACHED_BYTES)
        self._robots: TTLCache[Robots] = TTLCache(_MAX_CACHED_HOSTS, _MAX_CACHED_BYTES)

    def read(self, html: str | None, url: str | None, path: str | None) -> GivenPage:
        """Return the page that an agent names by one of the arguments.

        Next to ``html`` or ``path``, ``url`` is the page's own URL and is not fetched. An empty text is as
        good as none.

        Raise :class:`OptionError` if no page or two pages are named, or the file is outside the folders that
        may be read. Raise :class:`InputError` if the file cannot be read, or is too large. Raise
        :class:`FetchError` if the page cannot or may not be fetched.
        """
        if (html and path) or not (html or path or url):
            empty = "html is empty: " if html == "" else ""
            raise OptionError(f"{empty}give one of html, path and url")
        if html:
            if _ONLY_URL.fullmatch(html):
                raise OptionError("html is a URL: give it as url")
            return GivenPage(html, url)
        return GivenPage(self._read_file(path), url) if path else self.fetch(url or "")

    def fetch(self, url: str) -> GivenPage:
        """Fetch a page, or return its cached copy, if robots.txt allows it.

        The robots.txt of the URL and of the last redirect are obeyed.

        Raise :class:`FetchError` if the page cannot or may not be fetched.
        """
        self._check_robots(url)
        page = self.fetch_resource(url)
        if page.url and page.url != url:
            self._check_robots(page.url)
        return page

    def fetch_resource(self, url: str) -> GivenPage:
        """Fetch a file such as a sitemap, or return its cached copy; ignore robots.txt.

        Raise :class:`FetchError` if the file cannot or may not be fetched.
        """
        known = self._pages.get(url)
        if known is None:
            answer = self._fetch(url)
            known = GivenPage(answer.body, answer.url, answer.charset, fetched=datetime.now(UTC))
            known = replace(known, status=answer.status, content_type=answer.content_type)
            self._pages.put(url, known, len(answer.body))
        return known

    def read_robots(self, url: str) -> Robots:
        """Return the rules in the robots.txt of a URL's site.

        Raise :class:`AddressRefusedError` if the URL may not be fetched.
        """
        origin = parse_target(url).origin
        known = self._robots.get(origin)
        if known is None:
            known = fetch_robots(url, self.options.user_agent, self._fetch)
            self._robots.put(origin, known, 0)
        return known

    def _check_robots(self, url: str) -> None:
        if self.options.robots and not self.read_robots(url).allows(url):
            refusal = self.read_robots(url).refusal or "the robots.txt of the site does not allow this page"
            raise FetchError(f"{refusal}; the server takes --ignore-robots", url=url, stage="fetch")

    def _read_file(self, path: str) -> bytes:
        # Follows links first, so none leads out of the folder. Relative paths are those below a root, too.
        places = [place.resolve() for place in (*(root / path for root in self._roots), Path(path))]
        inside = [file for file in places if any(file.is_relative_to(root) for root in self._roots)]
        if not inside:
            allowed = ", ".join(map(str, self._roots)) or "none; the server was started without --root"
            raise OptionError(f"{path} is not in a folder that may be read ({allowed})")
        file = next((one for one in inside if one.is_file()), inside[0])
        try:
            with file.open("rb") as stream:
                data = stream.read(self.options.max_bytes + 1)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}", stage="read") from error
        if len(data) > self.options.max_bytes:
            raise PageTooLargeError(f"{path} has more than {self.options.max_bytes:,} bytes", stage="read")
        return data


FORMS = ("markdown", "text", "html")
"""Forms of the main text."""

LONG_FIELDS = ("links", "images", "media", "tables", "comments", "provenance")
"""Fields of a document that are given only on request."""

_MAX_LIST_PAGES = 10
_MAX_SITEMAPS = 10  # in one call: an index may name thousands
_MAX_SITE_PAGES = 100_000
_MAX_LINKS = 200
_TOO_MANY, _BROKEN = 429, 500  # statuses of servers that may answer later
_LAST_PART = 5  # a piece may end at a line end in its last fifth

# By the code of a failure.
_HINTS = {
    "bad_address": "Give a URL with http:// or https://, and check its spelling.",
    "address_refused": "Only public IP addresses are fetched; --allow-private changes that.",
    "fetch_timeout": "Try later, or use another page.",
    "http_status": "Check the URL; look for the page with site_map or list_items.",
    "fetch_failed": "Check the URL, or try later.",
    "too_large": "Use another page; if bytes are the limit, the server takes --max-bytes.",
    "not_html": "Give a web page; images, PDFs and archives are not read.",
    "input_unusable": "Give a web page by url or path, or its text in html.",
    "bad_request": "Compare the arguments with the description of the tool.",
}


def describe_error(error: MaintextError) -> str:
    """Return an error as a sentence for an agent, with a hint on what to do."""
    failure = failure_of(error)
    hint = _HINTS.get(failure.error, "")
    if isinstance(error, HttpStatusError) and (error.status == _TOO_MANY or error.status >= _BROKEN):
        hint = _HINTS["fetch_timeout"]
    said = str(error).replace(error.message, failure.message, 1).rstrip(".")
    return f"{said}. {hint}" if hint else str(error)


# -- pieces -------------------------------------------------------------------------------------------


def text_piece(text: str, start: int, max_chars: int) -> dict[str, Any]:
    """Return a piece: ``text``, ``start``, ``n_chars`` of the whole, ``next_start``.

    A piece ends at a line end if there is one in its last fifth. ``next_start`` is ``None`` at the end.

    Raise :class:`OptionError` if ``start`` is beyond the text.
    """
    _check_start(start, len(text), "characters")
    end = min(start + max_chars, len(text))
    if end < len(text):
        end = text.rfind("\n", end - max_chars // _LAST_PART, end) + 1 or end
    next_start = end if end < len(text) else None
    return {"text": text[start:end], "start": start, "n_chars": len(text), "next_start": next_start}


def list_piece(name: str, entries: Sequence[Any], start: int, max_entries: int) -> dict[str, Any]:
    """Return a piece: ``<name>``, ``start``, ``n_<name>`` of all, ``next_start``.

    Raise :class:`OptionError` if ``start`` is beyond the list, or no entry is wanted.
    """
    n = len(entries)
    _check_start(start, n, name)
    if max_entries < 1:
        raise OptionError(f"max_{name} must be at least 1, not {max_entries}")
    end = start + max_entries
    rest = {"start": start, f"n_{name}": n, "next_start": end if end < n else None}
    return {name: list(entries[start:end]), **rest}


def _check_start(start: int, length: int, unit: str) -> None:
    if not 0 <= start <= length:
        raise OptionError(f"start must be from 0 to {length}, the number of {unit}, not {start}")


# -- one page -----------------------------------------------------------------------------------------


def extract_page(  # noqa: PLR0913 - what an agent may say
    reader: PageReader,
    page: GivenPage,
    *,
    form: str,
    include: Sequence[str],
    start: int,
    max_chars: int,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a piece of a page's main text; the first one comes with the fields.

    ``form`` is one of :data:`FORMS`, ``include`` names some of :data:`LONG_FIELDS`, ``options`` has values by
    the names of :data:`~maintext.app.given_page.PAGE_OPTIONS`. 0 characters stand for the limit of the
    server.

    Raise :class:`OptionError` for wrong arguments, :class:`InputError` if the page cannot be read.
    """
    _check_choice("form", form, FORMS)
    for name in include:
        _check_choice("include", name, LONG_FIELDS)
    for name in options or ():
        _check_choice("names in options", name, tuple(PAGE_OPTIONS))
    chosen = changed(reader.limits, options or {})
    document = extract(**page.for_parse(), fetched=page.fetched, options=chosen)
    piece = text_piece(getattr(document, form), start, _limit_chars(max_chars, reader))
    if start:
        return {"url": document.url, "title": document.title, "form": form, **piece}
    fields = document.to_dict(forms=())
    omitted = {*LONG_FIELDS} - {*include} | {"encoding_source", "title_origin", "fingerprint"}
    given = {name: value for name, value in fields.items() if name not in omitted and value not in (None, [])}
    return {**given, "form": form, **piece}


def fetch_page(reader: PageReader, url: str, *, form: str, start: int, max_chars: int) -> dict[str, Any]:
    """Return a piece of a whole page: all visible text, or the source.

    ``form`` is ``markdown`` or ``text`` for the visible text, ``source`` for the markup. Text that is not
    HTML is given as source only. 0 characters stand for the limit of the server.

    Raise :class:`OptionError` for wrong arguments, :class:`InputError` or :class:`FetchError` if the page
    cannot be read or fetched.
    """
    _check_choice("form", form, ("markdown", "text", "source"))
    page = reader.fetch(url)
    if form == "source":
        text = decode(page.data, http_charset=page.charset, url=page.url).text
    else:
        text = getattr(extract(**page.for_parse(), options=reader.limits, method="all_text"), form)
    stated = {"url": page.url, "status": page.status, "content_type": page.content_type, "form": form}
    return stated | text_piece(text, start, _limit_chars(max_chars, reader))


def _parse_page(reader: PageReader, page: GivenPage) -> Page:
    return parse(**page.for_parse(), options=reader.limits)


def _limit_chars(max_chars: int, reader: PageReader) -> int:
    """Return the allowed number of characters; 0 asks for the server's limit."""
    if max_chars < 0:
        raise OptionError(f"max_chars must be at least 0, not {max_chars}")
    return min(max_chars or reader.options.max_chars, reader.options.max_chars)


def _check_choice(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise OptionError(f"{name} must be one of {', '.join(known)}, not {value!r}")


# -- lists and sites ----------------------------------------------------------------------------------


def list_entries(
    reader: PageReader, page: GivenPage, *, max_pages: int, start: int, max_items: int
) -> dict[str, Any]:
    """Return a piece of the entries of an index page, and the URL of its next page.

    Up to ``max_pages`` pages of the list, 1 to 10, are read together. A page that was not fetched is read
    alone. A further page that cannot be read ends the list; ``stopped`` gives the reason.

    Raise :class:`OptionError` for wrong arguments, :class:`InputError` if the page cannot be read.
    """
    if not 1 <= max_pages <= _MAX_LIST_PAGES:
        raise OptionError(f"max_pages must be from 1 to {_MAX_LIST_PAGES}, not {max_pages}")
    pages, stopped = _follow_pages(reader, page, max_pages if page.fetched else 1)
    items = [item.to_dict() for followed in pages for item in followed.found.items]
    found = pages[0].found
    said: dict[str, Any] = {"is_list": found.is_list, "doubt": found.doubt or None, "reason": found.reason}
    next_url = pages[-1].pagination.next_url or None
    said |= {"url": page.url, "n_pages": len(pages), "next_url": next_url, "stopped": stopped}
    return said | list_piece("items", items, start, max_items)


def _follow_pages(reader: PageReader, page: GivenPage, max_pages: int) -> tuple[list[Followed], str | None]:
    """Return the pages of a list, and the error that ended it early."""
    first = _parse_page(reader, page)
    kind = kind_of_page(first, select(first).keep)
    pages: list[Followed] = []
    try:
        pages.extend(follow_list(
            first, lambda url: _parse_page(reader, reader.fetch(url)), max_pages=max_pages, kind=kind,
            reference=page.fetched,
        ))  # fmt: skip
    except MaintextError as error:
        return pages, describe_error(error)
    return pages, None


def map_site(reader: PageReader, url: str, *, contains: str, start: int, max_pages: int) -> dict[str, Any]:
    """Return a piece of a site's pages, with its sitemaps, robots.txt and feeds.

    The links and feeds are those of ``url`` and come with the first piece. URLs of the pages must contain
    ``contains``. At most ten sitemaps are read. Files that cannot be read are reported in the answer.

    Raise :class:`OptionError` for wrong arguments, :class:`AddressRefusedError` if the URL may not be
    fetched.
    """
    robots = reader.read_robots(url)
    modified: dict[str, str] = {}
    sitemaps: list[dict[str, Any]] = []
    waiting = deque(list(robots.sitemaps) or [f"{parse_target(url).origin}/sitemap.xml"])
    seen = set(waiting)
    while waiting and len(sitemaps) < _MAX_SITEMAPS and len(modified) < _MAX_SITE_PAGES:
        sitemap = waiting.popleft()
        try:
            listed = read_feed(reader.fetch_resource(sitemap).data, reader.options.max_bytes)
        except (FetchError, InputError) as error:
            sitemaps.append({"url": sitemap, "error": error.message})
            continue
        counts = {"n_pages": len(listed.pages), "n_sitemaps": len(listed.sitemaps)}
        broken = {"error": listed.breaks_off} if listed.breaks_off else {}
        sitemaps.append({"url": sitemap} | counts | broken)
        for page, date in listed.pages:
            modified.setdefault(page, date)
        waiting.extend(new := [one for one in dict.fromkeys(listed.sitemaps) if one not in seen])
        seen.update(new)
    pages = [{"url": page, "modified": date or None} for page, date in modified.items() if contains in page]
    rules = {"refusal": robots.refusal or None, "delay_s": robots.delay_s or None}
    found: dict[str, Any] = {"url": url, "robots": {"allows": robots.allows(url), **rules}}
    found |= {"sitemaps": sitemaps, "n_sitemaps_unread": len(waiting)}
    if not start:
        found |= _links_of_page(reader, url)
    return found | list_piece("pages", pages, start, max_pages)


def _links_of_page(reader: PageReader, url: str) -> dict[str, Any]:
    """Return the visible links of a page, and its feeds; or the error."""
    try:
        source = reader.fetch(url)
        page = _parse_page(reader, source)
    except MaintextError as error:
        return {"links": [], "feeds": [], "page_error": error.message}
    links = {link.url: link.text for link in reversed(find_links(page, page.is_text & ~page.is_hidden))}
    answer = Answer(source.url or url, source.data, source.charset)
    read = read_page((answer,), source.fetched or datetime.now(UTC), reader.limits, robots=False)
    first = [{"url": link, "text": text} for link, text in reversed(links.items())][:_MAX_LINKS]
    feeds = [link.url for link in read.links if link.role == "feed"]
    return {"links": first, "n_links": len(links), "feeds": feeds}
