"""The part of the table of requests that is about sites and gold texts: lists, recipes, corpora."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.app.workbench import lists, run_shapes
from maintext.app.workbench.endpoint import Endpoint, on_page, page_endpoint
from maintext.app.workbench.source import parsed, read_source
from maintext.app.workbench.tasks import to_json
from maintext.html.decode import decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.app.workbench.bench import Bench
    from maintext.app.workbench.source import Source

__all__ = ["site_endpoints"]


def site_endpoints() -> tuple[Endpoint, ...]:
    """Return the rows of the table."""
    return (
        page_endpoint(
            path="/api/items", summary="All entries like one of a list.", handler=on_page(lists.listed),
            answer="Listed", body=run_shapes.items_request,
        ),
        page_endpoint(
            path="/api/recipe", summary="Learn the recipe of a list and its entries.", handler=_recipe,
            answer="Recipe", body=run_shapes.recipe_request,
        ),
        page_endpoint(
            path="/api/try", summary="Try a recipe on the first entries of its list.", handler=_try,
            answer="Tried", body=run_shapes.try_request,
        ),
        Endpoint(
            verb="GET", path="/api/recipes", summary="Saved recipes.", handler=_recipes, answer="Recipes",
            failures=(403,),
        ),
        Endpoint(
            verb="POST", path="/api/recipes", summary="Save a recipe.", handler=_save, answer="Recipes",
            body=run_shapes.save_request, failures=(400, 403, 409, 413, 415),
        ),
        Endpoint(
            verb="DELETE", path="/api/recipes/{name}", summary="Delete a saved recipe.", handler=_delete,
            answer="Recipes", parts={"name": run_shapes.NAME_SHAPE}, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/corpora", summary="Corpora that can be evaluated.", handler=_corpora,
            answer="Corpora", failures=(403,),
        ),
        page_endpoint(
            path="/api/gold", summary="Put a page with its gold text into a corpus.", handler=_gold,
            answer="Marked", body=run_shapes.gold_request,
        ),
    )  # fmt: skip


async def _recipe(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return await bench.work_fetching(lists.learned_recipe, request)


async def _try(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return await bench.work_fetching(lists.tried, request)


async def _recipes(bench: Bench, _request: Mapping[str, Any]) -> bytes:
    return await bench.work(_saved, bench)


def _saved(bench: Bench) -> bytes:
    found = bench.data.recipes().items()
    return to_json({"recipes": [{"name": name, "recipe": text} for name, text in found]})


async def _save(bench: Bench, request: Mapping[str, Any]) -> bytes:
    lists.read_recipe(request["recipe"])
    overwrite = request.get("overwrite", False)
    save = partial(bench.data.save_recipe, request["name"], request["recipe"], overwrite=overwrite)
    await bench.work(save)
    return await bench.work(_saved, bench)


async def _delete(bench: Bench, request: Mapping[str, Any]) -> bytes:
    await bench.work(bench.data.delete_recipe, request["name"])
    return await bench.work(_saved, bench)


async def _corpora(bench: Bench, _request: Mapping[str, Any]) -> bytes:
    return to_json({"corpora": await bench.work(bench.data.corpora)})


async def _gold(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return await bench.work(_marked, bench, request, await read_source(bench, request))


def _marked(bench: Bench, request: Mapping[str, Any], source: Source) -> bytes:
    document = extract(**source.for_extract(), max_bytes=bench.options.max_bytes)
    page = {
        "url": source.url, "lang": request.get("lang") or document.language or "und",
        "page_type": request.get("page_type"), "title": document.title, "gold_kind": "human",
        "gold_text": request["gold"], "html": _text_of(source, bench.options.max_bytes),
    }  # fmt: skip
    return to_json(bench.data.save_gold(request["set"], page))


def _text_of(source: Source, max_bytes: int) -> str:
    if isinstance(source.html, str):
        return source.html
    if source.encoding:
        return parsed(source, max_bytes).data.decode()
    return decode(source.html, http_charset=source.charset, url=source.url).text
