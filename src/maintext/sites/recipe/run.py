"""Run a recipe: follow its lists and read the page of each entry."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.api import extract
from maintext.document import Document
from maintext.errors import FetchError, InputError, MaintextError
from maintext.html import Page, parse
from maintext.metadata.candidate import Field
from maintext.sites.listing import Item, follow_list
from maintext.sites.pagination import stitch
from maintext.sites.recipe.rules import Recipe, RecipeVisit
from maintext.sites.wrapper import Wrapped, plain_values, rewrap

if TYPE_CHECKING:
    from maintext.net import Response

__all__ = ["Fetch", "RecipeRecord", "parse_response", "run_recipe"]

Fetch = Callable[[RecipeVisit], "Response"]
_LOG = logging.getLogger("maintext.sites")


@dataclass(frozen=True, slots=True)
class RecipeRecord:
    """An entry of a list and its page."""

    item: Item  # as shown in the list
    list_url: str | None
    document: Document | None = None  # None if the page could not be fetched or read
    text: str = ""  # main text of all parts of the page
    fields: Mapping[str, Field] = field(default_factory=dict)  # by the wrapper's names
    drift: tuple[str, ...] = ()  # why the page does not fit the wrapper
    error: str = ""  # why there is no document

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values: of the page, or else of the list."""
        found = self.document.to_dict() if self.document is not None else {}
        listed = self.item.to_dict()
        return {name: value for name, value in found.items() if name not in {"markdown", "html"}} | {
            "url": found.get("url") or self.item.url,
            "title": found.get("title") or self.item.title,
            "published": found.get("published") or listed["date"],
            "text": self.text,
            "list_url": self.list_url,
            "listed": listed,
            "fields": plain_values(self.fields),
            "drift": list(self.drift),
            "error": self.error,
        }


def run_recipe(recipe: Recipe, fetch: Fetch, *, fetched: datetime | None = None) -> Iterator[RecipeRecord]:
    """Yield at most ``limits.max_items`` records of a recipe, each URL once.

    ``fetch`` returns the page of a visit, after the recipe's delay. It raises
    :class:`~maintext.errors.FetchError` for an unavailable page. For an entry, this gives a record with the
    error; for a later page of a list, it ends the list. Unreadable pages are treated alike; the traceback of
    a defect is logged. ``fetched`` is the time of fetching, for relative dates.

    Raises :class:`~maintext.errors.FetchError` or :class:`~maintext.errors.InputError` if the first page of a
    list cannot be fetched or read.
    """
    seen: set[str] = set()
    for start in recipe.list.start:
        for list_url, item in _iter_entries(recipe, fetch, start, fetched):
            parts = urlsplit(item.url)
            is_here = parts.netloc == urlsplit(start).netloc or not recipe.limits.same_host
            if parts.scheme not in {"http", "https"} or not is_here or item.url in seen:
                continue
            seen.add(item.url)
            yield _read_entry(recipe, fetch, list_url, item, fetched)
            if len(seen) >= recipe.limits.max_items:
                return


def parse_response(response: Response) -> Page:
    """Parse a fetched page."""
    return parse(response.body, response.url, http_charset=response.charset)


def _iter_entries(
    recipe: Recipe, fetch: Fetch, start: str, fetched: datetime | None
) -> Iterator[tuple[str | None, Item]]:
    def page_of(url: str) -> Page:
        return parse_response(fetch(recipe.list_visit(url)))

    followed = follow_list(
        page_of(start),
        page_of,
        max_pages=recipe.list.max_pages,
        same_host=recipe.limits.same_host,
        reference=fetched,
        like=recipe.list.region,
    )
    try:
        for one in followed:
            yield from ((one.url, item) for item in one.found.items)
    # Of a later page: the records before it stand, and the next list is read.
    except (FetchError, InputError) as error:
        _LOG.warning("the list of %s ends here: %s", start, error)
    except MaintextError:
        raise
    except Exception:  # noqa: BLE001 - a defect of ours, shown by one page
        _LOG.exception("the list of %s ends here: its next page cannot be read", start)


def _read_entry(
    recipe: Recipe, fetch: Fetch, list_url: str | None, item: Item, fetched: datetime | None
) -> RecipeRecord:
    def wrapped(url: str) -> Wrapped:
        response, wrapper = fetch(recipe.detail_visit(url)), recipe.detail.wrapper
        document = extract(response.body, response.url, http_charset=response.charset, fetched=fetched)
        return Wrapped(document, (), {}) if wrapper is None else rewrap(wrapper, document)

    try:
        first, most = wrapped(item.url), recipe.detail.max_parts
        text = first.document.text
        if most > 1:
            text = stitch(first.document, lambda url: wrapped(url).document, max_parts=most).text
    except (FetchError, InputError) as error:
        return RecipeRecord(item, list_url, error=str(error))
    except MaintextError:  # of no single page: no browser, an option
        raise
    except Exception as error:  # noqa: BLE001 - as above
        _LOG.exception("%s cannot be read; the run goes on", item.url)
        said = f"cannot be read: {type(error).__name__}: {error} [{item.url}]"
        return RecipeRecord(item, list_url, error=said)
    return RecipeRecord(item, list_url, first.document, text, first.fields, first.drift)
