"""Run a recipe: follow its lists and read the page of each entry."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.api import extract
from maintext.errors import FetchError, InputError, MaintextError
from maintext.html import parse
from maintext.sites.listing import follow_list
from maintext.sites.pagination import stitch
from maintext.sites.wrapper import Wrapped, rewrap

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from maintext.document import Document
    from maintext.html import Page
    from maintext.metadata.candidate import Field
    from maintext.net import Response
    from maintext.sites.listing import Item
    from maintext.sites.recipe.rules import Recipe, RecipeVisit

__all__ = ["RecipeRecord", "run_recipe"]

Fetch = Callable[["RecipeVisit"], "Response"]
_LOG = logging.getLogger("maintext.sites")


@dataclass(frozen=True, slots=True)
class RecipeRecord:
    """An entry of a list and its page.

    Attributes
    ----------
    item
        Entry as shown in the list.
    list_url
        URL of the list page.
    document
        Page of the entry, or ``None`` if it could not be fetched or read.
    text
        Main text of all parts of the page, or ``""``.
    fields
        Fields found by the wrapper, by the wrapper's names.
    drift
        Why the page does not fit the wrapper; empty if it does.
    error
        Why there is no document, or ``""``.
    """

    item: Item
    list_url: str | None
    document: Document | None = None
    text: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict)
    drift: tuple[str, ...] = ()
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values: of the page, or else of the list."""
        found = self.document.to_dict() if self.document is not None else {}
        listed = self.item.to_dict()
        row = {name: value for name, value in found.items() if name not in {"markdown", "html"}}
        row |= {
            "url": found.get("url") or self.item.url,
            "title": found.get("title") or self.item.title,
            "published": found.get("published") or listed["date"],
            "text": self.text,
            "list_url": self.list_url,
            "listed": listed,
            "fields": {name: _to_plain(one.value) for name, one in self.fields.items()},
            "drift": list(self.drift),
            "error": self.error,
        }
        return row


def _to_plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_to_plain(one) for one in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def run_recipe(recipe: Recipe, fetch: Fetch, *, fetched: datetime | None = None) -> Iterator[RecipeRecord]:
    """Yield the records of a recipe; each page is fetched on demand.

    Parameters
    ----------
    recipe
        The recipe.
    fetch
        Returns the page of a visit, after the recipe's delay. Raises :class:`~maintext.errors.FetchError` for
        an unavailable page. For an entry, this gives a record with the error; for a later page of a list, it
        ends the list. Unreadable pages are treated alike; the traceback of a defect is logged.
    fetched
        Time of fetching, for relative dates.

    Yields
    ------
    RecipeRecord
        At most ``limits.max_items``; each URL once.

    Raises
    ------
    FetchError, InputError
        The first page of a list cannot be fetched or read.
    """
    seen: set[str] = set()
    for start in recipe.list.start:
        for list_url, item in _iter_entries(recipe, fetch, start, fetched):
            if not _is_wanted(recipe, start, item.url) or item.url in seen:
                continue
            seen.add(item.url)
            yield _read_entry(recipe, fetch, list_url, item, fetched)
            if len(seen) >= recipe.limits.max_items:
                return


def _iter_entries(
    recipe: Recipe, fetch: Fetch, start: str, fetched: datetime | None
) -> Iterator[tuple[str | None, Item]]:
    def page_of(url: str) -> Page:
        response = fetch(recipe.list_visit(url))
        return parse(response.body, response.url, http_charset=response.charset)

    first = page_of(start)
    followed = follow_list(
        first,
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


def _is_wanted(recipe: Recipe, start: str, url: str) -> bool:
    """Return True if the URL of an entry may be fetched."""
    parts = urlsplit(url)
    is_here = parts.netloc == urlsplit(start).netloc or not recipe.limits.same_host
    return parts.scheme in {"http", "https"} and is_here


def _read_entry(
    recipe: Recipe, fetch: Fetch, list_url: str | None, item: Item, fetched: datetime | None
) -> RecipeRecord:
    def document_of(url: str) -> Document:
        response = fetch(recipe.detail_visit(url))
        return extract(response.body, response.url, http_charset=response.charset, fetched=fetched)

    def wrapped(document: Document) -> Wrapped:
        wrapper = recipe.detail.wrapper
        return Wrapped(document, (), {}) if wrapper is None else rewrap(wrapper, document)

    try:
        first = wrapped(document_of(item.url))
        text = first.document.text
        if recipe.detail.max_parts > 1:
            most = recipe.detail.max_parts
            text = stitch(first.document, lambda url: wrapped(document_of(url)).document, max_parts=most).text
    except (FetchError, InputError) as error:
        return RecipeRecord(item, list_url, error=str(error))
    except MaintextError:  # of no single page: no browser, an option
        raise
    except Exception as error:  # noqa: BLE001 - as above
        _LOG.exception("%s cannot be read; the run goes on", item.url)
        return RecipeRecord(
            item, list_url, error=f"cannot be read: {type(error).__name__}: {error} [{item.url}]"
        )
    return RecipeRecord(item, list_url, first.document, text, first.fields, first.drift)
