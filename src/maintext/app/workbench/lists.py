"""Lists of a site: all entries like one that was clicked, and the recipe of a list and its entries."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.source import parsed
from maintext.app.workbench.tasks import to_json
from maintext.errors import FetchError, OptionError
from maintext.sites.listing import find_list, read_region
from maintext.sites.pagination import find_pagination
from maintext.sites.recipe import Limits, learn_recipe, recipe_from_toml, recipe_to_toml, run_recipe
from maintext.sites.wrapper import from_toml, plain_values

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maintext.app.workbench.source import Source
    from maintext.html import Page
    from maintext.net import Response
    from maintext.sites.listing import Item, ListRegion
    from maintext.sites.recipe import Recipe, RecipeVisit

    Fetch = Callable[[str], Response]

__all__ = ["learned_recipe", "listed", "read_recipe", "tried"]

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


def _chosen(page: Page, row: int | None) -> tuple[ListRegion, Sequence[Item], str]:
    found = find_list(page)
    if row is None or (found.region is not None and _has(found.region, row)):
        if found.region is None:
            raise RequestError("no_list", f"the page has no list: {found.reason}")
        return found.region, found.items, found.reason
    for region in found.others:
        if _has(region, row) and (items := read_region(page, region)):
            return region, items, ", ".join(region.reasons)
    raise RequestError("no_list", "what was clicked does not repeat on the page")


def _has(region: ListRegion, row: int) -> bool:
    return any(start <= row < end for start, end in region.records)


def learned_recipe(request: Mapping[str, Any], fetch: Fetch) -> bytes:
    """Return a recipe as TOML with notes on how it came about.

    Rules of the entries are those given; else they are learned from a few of them, as far as they can be
    fetched.

    Raises
    ------
    RequestError
        The page has no list.
    """
    limits = Limits(**{name: request[name] for name in ("max_items", "delay_s") if name in request})
    try:
        learned = learn_recipe(
            [request["start"]], lambda visit: fetch(visit.url),
            n_examples=request.get("n_examples", 3), region=request.get("region", ""),
            wrapper=from_toml(request["wrapper"]) if request.get("wrapper") else None, limits=limits,
        )  # fmt: skip
    except OptionError as error:
        raise RequestError("no_list", str(error)) from error
    recipe = learned.recipe
    has_next = recipe.list.max_pages > 1
    pages = request.get("max_pages", recipe.list.max_pages) if has_next else 1
    recipe = replace(
        recipe, site=request.get("site") or recipe.site, list=replace(recipe.list, max_pages=pages)
    )
    rules = recipe.detail.wrapper
    return to_json({
        "recipe": recipe_to_toml(recipe), "notes": learned.notes, "n_items": len(learned.items),
        "has_next": has_next, "n_examples": rules.n_examples if rules else 0, "f1": rules.f1 if rules else 0,
    })  # fmt: skip


def read_recipe(text: str) -> Recipe:
    """Return a recipe that a person may have written.

    Raises
    ------
    RequestError
        It is none; the message says where.
    """
    try:
        return recipe_from_toml(text)
    except OptionError as error:
        raise RequestError("bad_recipe", error.message) from error


def tried(request: Mapping[str, Any], fetch: Fetch) -> bytes:
    """Return what a recipe gives on the first entries of its list, fetched plainly.

    Raises
    ------
    RequestError
        It is no recipe, or one whose pages a browser draws.
    """
    recipe = read_recipe(request["recipe"])
    if {recipe.list.render, recipe.detail.render} != {"never"}:
        raise RequestError(
            "trial_refused", "the pages of this recipe are drawn by a browser, a trial has none"
        )
    n, delay_s = request.get("n", 5), min(recipe.limits.delay_s, _MOST_DELAY_S)
    end = time.monotonic() + _TRIAL_S

    def visited(visit: RecipeVisit) -> Response:
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
            "fields": plain_values(record.fields),
            "drift": list(record.drift), "error": record.error,
        })  # fmt: skip
    wrapper = recipe.detail.wrapper
    return to_json({"fields": [rule.name for rule in wrapper.fields] if wrapper else [], "records": records})
