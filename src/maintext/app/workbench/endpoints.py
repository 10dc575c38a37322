"""The table of all requests, and handlers for pages, batches and sites."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.api import extract
from maintext.app.workbench import shapes, tasks
from maintext.app.workbench.endpoint import Endpoint, on_page, page_endpoint
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.run_endpoints import run_endpoints
from maintext.app.workbench.state import can_draw
from maintext.app.workbench.tasks import parse_input, to_json
from maintext.html.decode import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.app.workbench.state import AppState
    from maintext.app.workbench.tasks import PageInput

__all__ = ["endpoints"]

_ID = {"id": {**shapes.ID, "description": "Id of the batch."}}


def endpoints(max_items: int) -> tuple[Endpoint, ...]:
    """Return the table for a server that takes ``max_items`` pages in a batch."""
    return (
        *_page_endpoints(),
        *_batch_endpoints(max_items),
        Endpoint(
            verb="GET", path="/api/methods", summary="All methods with their options and what they reach.",
            handler=_list_methods, answer="Methods", failures=(403,),
        ),
        Endpoint(
            verb="GET", path="/health", summary="Whether the server runs.", handler=_check_health,
            answer="Health", failures=(403,),
        ),
        *_site_endpoints(),
        *run_endpoints(),
    )  # fmt: skip


# -- pages --------------------------------------------------------------------------------------------


def _page_endpoints() -> tuple[Endpoint, ...]:
    return (
        page_endpoint(
            path="/api/extract", summary="Main text and fields of a page.",
            handler=on_page(tasks.extract_page), answer="Extracted", body=shapes.page_request,
            takes_page=True,
            query={name: shapes.page_request["properties"][name] for name in ("url", "encoding", "method")},
        ),
        page_endpoint(
            path="/api/look", summary="A page for the eye: document, safe copy, reasons.",
            handler=on_page(tasks.look_at_page), answer="Looked", body=shapes.page_request,
        ),
        page_endpoint(
            path="/api/compare", summary="Several methods on one page.",
            handler=on_page(tasks.compare_on_page), answer="Comparison", body=shapes.compare_request,
        ),
        page_endpoint(
            path="/api/teach", summary="Learn a wrapper from clicked elements.", handler=_teach_wrapper,
            answer="Taught", body=shapes.teach_request,
        ),
        page_endpoint(
            path="/api/apply", summary="Apply a wrapper to a page.", handler=on_page(tasks.apply_to_page),
            answer="Wrapped", body=shapes.apply_request,
        ),
    )  # fmt: skip


async def _teach_wrapper(state: AppState, request: Mapping[str, Any]) -> bytes:
    sources = [await state.read_page(one) for one in request["pages"]]
    return await state.work_on_page(tasks.teach_wrapper, request, sources, state.options.max_bytes)


# -- batches ------------------------------------------------------------------------------------------


def _batch_endpoints(max_items: int) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="POST", path="/api/batch", summary="Start a batch of pages; ask for its progress by the id.",
            handler=_start_batch, answer="Job", body=shapes.batch_request(max_items), status=202,
            failures=(400, 403, 413, 415, 429),
        ),
        Endpoint(
            verb="GET", path="/api/batch/{id}", summary="Progress of a batch.",
            handler=_batch_progress, answer="Job", parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/batch/{id}/records", summary="Results of a batch that are there so far.",
            handler=_batch_records, answer="Records", parts=_ID, failures=(400, 403, 404),
            query={
                "start": shapes.integer(0, 1_000_000, default=0),
                "limit": shapes.integer(1, 1000, default=100),
            },
        ),
        Endpoint(
            verb="DELETE", path="/api/batch/{id}", summary="Stop a batch and forget its results.",
            handler=_cancel_batch, answer="Job", parts=_ID, failures=(403, 404),
        ),
    )  # fmt: skip


async def _start_batch(state: AppState, request: Mapping[str, Any]) -> bytes:
    return to_json(state.jobs.start(request).to_dict())


async def _batch_progress(state: AppState, request: Mapping[str, Any]) -> bytes:
    return to_json(state.jobs[request["id"]].to_dict())


async def _batch_records(state: AppState, request: Mapping[str, Any]) -> bytes:
    job = state.jobs[request["id"]]
    start, limit = request.get("start", 0), request.get("limit", 100)
    if start > job.n_items:
        raise RequestError("bad_request", f"start must be at most {job.n_items}, the number of pages")
    places = [place for place in sorted(job.records) if place >= start][:limit]
    return b'{"records":[' + b",".join(job.records[place] for place in places) + b"]}"


async def _cancel_batch(state: AppState, request: Mapping[str, Any]) -> bytes:
    return to_json((await state.jobs.cancel(request["id"])).to_dict())


# -- the server -----------------------------------------------------------------------------------------


async def _list_methods(state: AppState, _request: Mapping[str, Any]) -> bytes:
    return await state.work(tasks.list_methods)


async def _check_health(state: AppState, _request: Mapping[str, Any]) -> bytes:
    return to_json({
        "status": "ok", "version": __version__, "n_open": state.n_open,
        "can_draw": await asyncio.to_thread(can_draw),
    })  # fmt: skip


# -- sites and gold texts -----------------------------------------------------------------------------


def _site_endpoints() -> tuple[Endpoint, ...]:
    return (
        page_endpoint(
            path="/api/items", summary="All entries like one of a list.", handler=on_page(tasks.find_items),
            answer="Listed", body=shapes.items_request,
        ),
        page_endpoint(
            path="/api/recipe", summary="Learn the recipe of a list and its entries.", handler=_learn_recipe,
            answer="Recipe", body=shapes.recipe_request,
        ),
        page_endpoint(
            path="/api/try", summary="Try a recipe on the first entries of its list.", handler=_try_recipe,
            answer="Tried", body=shapes.try_request,
        ),
        Endpoint(
            verb="GET", path="/api/recipes", summary="Saved recipes.", handler=_list_recipes,
            answer="Recipes", failures=(403,),
        ),
        Endpoint(
            verb="POST", path="/api/recipes", summary="Save a recipe.", handler=_save_recipe,
            answer="Recipes", body=shapes.save_request, failures=(400, 403, 409, 413, 415),
        ),
        Endpoint(
            verb="DELETE", path="/api/recipes/{name}", summary="Delete a saved recipe.",
            handler=_delete_recipe, answer="Recipes", parts={"name": shapes.NAME_SHAPE}, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/corpora", summary="Corpora that can be evaluated.", handler=_list_corpora,
            answer="Corpora", failures=(403,),
        ),
        page_endpoint(
            path="/api/gold", summary="Put a page with its gold text into a corpus.", handler=_add_gold_page,
            answer="Marked", body=shapes.gold_request,
        ),
    )  # fmt: skip


async def _learn_recipe(state: AppState, request: Mapping[str, Any]) -> bytes:
    return await state.work_fetching(tasks.learn_list_recipe, request)


async def _try_recipe(state: AppState, request: Mapping[str, Any]) -> bytes:
    return await state.work_fetching(tasks.try_recipe, request)


async def _list_recipes(state: AppState, _request: Mapping[str, Any]) -> bytes:
    found = await state.work(state.data.recipes)
    return to_json({"recipes": [{"name": name, "recipe": text} for name, text in found.items()]})


async def _save_recipe(state: AppState, request: Mapping[str, Any]) -> bytes:
    tasks.read_recipe(request["recipe"])
    overwrite = request.get("overwrite", False)
    save = partial(state.data.save_recipe, request["name"], request["recipe"], overwrite=overwrite)
    await state.work(save)
    return await _list_recipes(state, request)


async def _delete_recipe(state: AppState, request: Mapping[str, Any]) -> bytes:
    await state.work(state.data.delete_recipe, request["name"])
    return await _list_recipes(state, request)


async def _list_corpora(state: AppState, _request: Mapping[str, Any]) -> bytes:
    return to_json({"corpora": await state.work(state.data.corpora)})


async def _add_gold_page(state: AppState, request: Mapping[str, Any]) -> bytes:
    return await state.work(_save_gold_page, state, request, await state.read_page(request))


def _save_gold_page(state: AppState, request: Mapping[str, Any], source: PageInput) -> bytes:
    document = extract(**source.for_extract(), max_bytes=state.options.max_bytes)
    page = {
        "url": source.url, "lang": request.get("lang") or document.language or "und",
        "page_type": request.get("page_type"), "title": document.title, "gold_kind": "human",
        "gold_text": request["gold"], "html": _html_text(source, state.options.max_bytes),
    }  # fmt: skip
    return to_json(state.data.save_gold(request["set"], page))


def _html_text(source: PageInput, max_bytes: int) -> str:
    if isinstance(source.html, str):
        return source.html
    if source.encoding:
        return parse_input(source, max_bytes).data.decode()
    return decode(source.html, http_charset=source.charset, url=source.url).text
