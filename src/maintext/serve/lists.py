"""Lists of a site: all entries like one that was clicked, and the recipe of a list and its entries."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.errors import FetchError, InputError
from maintext.options import Options
from maintext.page import parse
from maintext.serve.failure import RequestError
from maintext.serve.source import parsed
from maintext.serve.tasks import plain_value, to_json
from maintext.site.listing import find_list, read_region
from maintext.site.pagination import find_pagination
from maintext.site.recipe import (
    DetailRule,
    Limits,
    ListRule,
    Recipe,
    recipe_from_toml,
    recipe_to_toml,
    run_recipe,
)
from maintext.site.wrapper import ExamplePage, LearnOptions, from_toml, learn_wrapper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from maintext.fetch import Response
    from maintext.page import Page
    from maintext.serve.source import Source
    from maintext.site.listing import Item, Region
    from maintext.site.recipe import Visit
    from maintext.site.wrapper import Wrapper

    Fetch = Callable[[str], Response]

__all__ = ["learned_recipe", "listed", "tried"]

_LEAST_F1 = 0.9  # as learn_recipe: below, the default method is better than the rules
_MOST_DELAY_S = 1.0  # of a trial, for which a person waits
_TRIAL_S = 45.0  # a trial answers with what it has then
_SHOWN_CHARACTERS = 400


def listed(request: Mapping[str, Any], source: Source, max_bytes: int) -> bytes:
    """Return the entries of a list, with the rows they stand in: those like a clicked one, or the main list.

    Raises
    ------
    RequestError
        Nothing repeats, or nothing around the clicked row.
    """
    page = parsed(source, max_bytes)
    region, items, reason = _chosen(page, request.get("row"))
    pagination = find_pagination(page)
    return to_json({
        "region": region.path, "reason": reason, "next_url": pagination.next_url,
        "records": [list(one) for one in region.records],
        "items": [item.to_dict() | {"row": item.row, "end": item.end} for item in items],
    })  # fmt: skip


def _chosen(page: Page, row: int | None) -> tuple[Region, Sequence[Item], str]:
    found = find_list(page)
    if row is None or (found.region is not None and _has(found.region, row)):
        if found.region is None:
            raise RequestError("no_list", f"the page has no list: {found.reason}")
        return found.region, found.items, found.reason
    for region in found.others:
        if _has(region, row) and (items := read_region(page, region)):
            return region, items, ", ".join(region.reasons)
    raise RequestError("no_list", "what was clicked does not repeat on the page")


def _has(region: Region, row: int) -> bool:
    return any(start <= row < end for start, end in region.records)


def learned_recipe(request: Mapping[str, Any], max_bytes: int, fetch: Fetch) -> bytes:
    """Return a recipe as TOML with notes on how it came about.

    Rules of the entries are those given; else they are learned from a few of them, as far as they can be
    fetched.
    """
    response = fetch(request["start"])
    page = parse(
        response.body, response.url, http_charset=response.charset, options=Options(max_bytes=max_bytes)
    )
    found = find_list(page, like=request.get("region") or None)
    if found.region is None or not found.items:
        raise RequestError("no_list", f"{request['start']} has no list: {found.reason}")
    pagination = find_pagination(page)
    notes = [f"{len(found.items)} entries in {found.region.path}",
             f"next page: {pagination.next_url or 'none'} ({pagination.reason})"]  # fmt: skip
    site = request.get("site") or urlsplit(request["start"]).netloc
    if request.get("wrapper"):
        wrapper: Wrapper | None = from_toml(request["wrapper"])
        notes.append("the entries are read by the rules that were clicked")
    else:
        examples = _examples(found.items, request["start"], request.get("n_examples", 3), fetch, notes)
        wrapper = _learned(examples, site, max_bytes, notes)
    recipe = Recipe(
        site=site,
        list=ListRule(
            start=(request["start"],), region=found.region.path,
            max_pages=request.get("max_pages", ListRule().max_pages) if pagination.next_url else 1,
        ),
        detail=DetailRule(wrapper=wrapper),
        limits=Limits(**{name: request[name] for name in ("max_items", "delay_s") if name in request}),
    )  # fmt: skip
    return to_json({"recipe": recipe_to_toml(recipe), "notes": notes})


def _examples(
    items: Sequence[Item], start: str, n: int, fetch: Fetch, notes: list[str]
) -> Iterator[ExamplePage]:
    """Some entries of the same host, spread over the list."""
    here = [item for item in items if urlsplit(item.url).netloc == urlsplit(start).netloc] or list(items)
    step = max(len(here) / n, 1.0)
    for i in range(min(n, len(here))):
        try:
            response = fetch(here[int(i * step)].url)
            parse(response.body, response.url, http_charset=response.charset)
        except (FetchError, InputError) as error:
            notes.append(f"an entry was passed over: {error}")
        else:
            yield ExamplePage(html=response.body, url=response.url)


def _learned(examples: Iterator[ExamplePage], site: str, max_bytes: int, notes: list[str]) -> Wrapper | None:
    pages = list(examples)
    if not pages:
        notes.append("no entry could be read: the default method reads all of them")
        return None
    wrapper = learn_wrapper(pages, LearnOptions(site=site), extraction=Options(max_bytes=max_bytes))
    notes.append(
        f"rules of {wrapper.n_examples} entries, word-F1 {wrapper.f1:.2f} with the default method's text"
    )
    if wrapper.f1 < _LEAST_F1:
        notes.append("too far from what the default method finds: the default method reads all of them")
        return None
    return wrapper


def tried(request: Mapping[str, Any], fetch: Fetch) -> bytes:
    """Return what a recipe gives on the first entries of its list, fetched plainly."""
    recipe = recipe_from_toml(request["recipe"])
    if {recipe.list.render, recipe.detail.render} != {"never"}:
        raise RequestError("bad_request", "a trial fetches plainly: run the recipe to have its pages drawn")
    n, delay_s = request.get("n", 5), min(recipe.limits.delay_s, _MOST_DELAY_S)
    end = time.monotonic() + _TRIAL_S

    def visited(visit: Visit) -> Response:
        if time.monotonic() > end:
            raise FetchError("the time of the trial is over", url=visit.url, stage="fetch")
        time.sleep(delay_s)
        return fetch(visit.url)

    short = replace(
        recipe, limits=replace(recipe.limits, max_items=n), detail=replace(recipe.detail, max_parts=1)
    )
    records = []
    for record in run_recipe(short, visited):
        found = record.to_dict()
        records.append({
            "url": found["url"], "title": found["title"], "published": found["published"],
            "author": found.get("author"), "text": found["text"][:_SHOWN_CHARACTERS],
            "fields": {name: plain_value(one.value) for name, one in record.fields.items()},
            "drift": list(record.drift), "error": record.error,
        })  # fmt: skip
    return to_json({"records": records})
