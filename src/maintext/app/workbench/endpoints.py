"""The table of all requests, with their handlers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from maintext import __version__
from maintext.api import extract
from maintext.app.given_page import GivenPage
from maintext.app.workbench import shapes, sheet, tasks
from maintext.app.workbench.endpoint import Endpoint, FileAnswer, Handler
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.pages import KeptPages, dress_page
from maintext.app.workbench.runs.extraction import read_crawl_options
from maintext.app.workbench.runs.records import (
    EXPORTS,
    compare_records,
    query_records,
    read_record,
    send_records,
    write_export,
)
from maintext.app.workbench.shapes import Shape
from maintext.app.workbench.state import AppState, can_draw
from maintext.app.workbench.tasks import check_method_options, read_recipe
from maintext.app.workbench.view import word_difference
from maintext.batch.store.export import check_database
from maintext.crawl.scope import normalize_url
from maintext.errors import MissingExtraError
from maintext.html.decode import decode
from maintext.html.parser import decode_label
from maintext.options import DEFAULT_METHOD
from maintext.sites.wrapper import from_toml

__all__ = ["endpoints"]

Request = Mapping[str, Any]

# What kinds of runs, files and databases need: the extra, which mostly has their name, and its modules.
_NEEDED = {
    "crawl": ("crawl", "scrapy", "sqlalchemy"), "postgresql": ("postgresql", "psycopg", "sqlalchemy"),
    "mysql": ("mysql", "pymysql", "sqlalchemy"), "train": ("train", "lightgbm"), "xlsx": ("xlsx", "openpyxl"),
    "parquet": ("parquet", "pyarrow"),
}  # fmt: skip
_TABLE: list[Endpoint] = []


def endpoints(max_items: int) -> list[Endpoint]:
    """Return the table for a server that takes ``max_items`` pages in a batch."""
    batch = shapes.batch_request(max_items)
    return [replace(one, body=batch) if one.handler is _start_batch else one for one in _TABLE]


def _add_endpoint(request: str, summary: str, answer: str, **more: Any) -> Callable[[Handler], Handler]:
    """Return a decorator that adds the handler of a request to the table."""
    verb, path = request.split()

    def add(handler: Handler) -> Handler:
        _TABLE.append(Endpoint(verb, path, summary, answer, handler, **more))
        return handler

    return add


# -- pages --------------------------------------------------------------------------------------------


def _page_endpoint(
    path: str, summary: str, answer: str, body: type[Shape], **more: Any
) -> Callable[[Handler], Handler]:
    """Return the decorator for a request about a page, which may be fetched."""
    return _add_endpoint(f"POST {path}", summary, answer, body=body, failures=(422, 424, 501), **more)


def _on_page(task: Callable[[Request, GivenPage, int], bytes]) -> Handler:
    """Return the handler that runs ``task(request, page, max_bytes)``."""

    async def handler(state: AppState, request: Request) -> bytes:
        asked = {**request, "model_paths": _find_models(state, request)}
        source = await state.read_page(request)
        return await state.work_on_page(task, asked, source, state.options.max_bytes)

    return handler


def _find_models(state: AppState, request: Request) -> dict[str, str]:
    """Return the paths of the trained models that a request names, by the id of the training."""
    numbers = [request["model"]] if "model" in request else request.get("models", [])
    folders = {number: state.runs.folder(number) for number in numbers}
    if not all(folder.model.exists() for folder in folders.values()):
        raise RequestError("not_found", "the run has no model")
    return {number: str(folder.model) for number, folder in folders.items()}


def _on_kept(task: Callable[[Request, KeptPages], dict[str, Any]]) -> Handler:
    """Return the handler that runs ``task(request, pages)`` on pages that are kept for a while."""

    async def handler(state: AppState, request: Request) -> Any:
        return await state.work_on_kept(task, request)

    return handler


_page_endpoint(
    "/api/extract", "Main text and fields of a page.", "Extracted", shapes.PageRequest,
    query=shapes.PageQuery, takes_page=True,
)(_on_page(tasks.extract_page))  # fmt: skip
for _path, _summary, _answer, _body, _handler in (
    ("/api/look", "A page for display: document, safe copy, reasons.", "Looked", shapes.PageRequest,
     _on_page(tasks.look_at_page)),
    ("/api/compare", "Several methods on one page.", "Comparison", shapes.CompareRequest,
     _on_page(tasks.compare_on_page)),
    ("/api/apply", "Apply a wrapper to a page.", "Wrapped", shapes.ApplyRequest,
     _on_page(tasks.apply_to_page)),
    ("/api/items", "All entries like one of a list.", "Listed", shapes.ItemsRequest,
     _on_page(tasks.find_items)),
    ("/api/page", "A page to click on: safe copy, elements, what is alike.", "Clickable", shapes.ViewRequest,
     _on_page(tasks.show_page)),
    ("/api/dress", "Style sheets and pictures of a page, as text and data.", "Dress", shapes.DressRequest,
     _on_kept(dress_page)),
    ("/api/open", "What the page of a URL is: a list, an article, a search form.", "Opened",
     shapes.OpenRequest, _on_kept(sheet.open_address)),
    ("/api/sheet", "The table of a list page as proposed, or that of a recipe.", "Sheet",
     shapes.SheetRequest, _on_kept(sheet.make_sheet)),
    ("/api/sheet/edit", "The table after an edit.", "Sheet", shapes.EditRequest,
     _on_kept(sheet.edit_sheet)),
):  # fmt: skip
    _page_endpoint(_path, _summary, _answer, _body)(_handler)


@_page_endpoint("/api/teach", "Learn a wrapper from clicked elements.", "Taught", shapes.TeachRequest)
async def _teach_wrapper(state: AppState, request: Request) -> bytes:
    sources = [await state.read_page(one) for one in request["pages"]]
    return await state.work_on_page(tasks.teach_wrapper, request, sources, state.options.max_bytes)


# -- batches ------------------------------------------------------------------------------------------


@_add_endpoint(
    "POST /api/batch", "Start a batch of pages; ask for its progress by the id.", "Job", status=202,
    body=shapes.Shape, failures=(429,),
)  # fmt: skip
async def _start_batch(state: AppState, request: Request) -> Any:
    settings = {key: value for key, value in request.items() if key != "items"}
    await state.work_on_page(tasks.check_page_options, settings, state.options.max_bytes)
    return state.jobs.start(request).to_dict()


@_add_endpoint("GET /api/batch/{id}", "Progress of a batch.", "Job")
async def _batch_progress(state: AppState, request: Request) -> Any:
    return state.jobs[request["id"]].to_dict()


@_add_endpoint("GET /api/batch/{id}/records", "Results of a batch so far.", "Records", query=shapes.PartQuery)
async def _batch_records(state: AppState, request: Request) -> bytes:
    job, start = state.jobs[request["id"]], request["start"]
    if start > job.n_items:
        raise RequestError("bad_request", f"start must be at most {job.n_items}, the number of pages")
    places = [place for place in sorted(job.records) if place >= start][: request["limit"]]
    return b'{"records":[' + b",".join(job.records[place] for place in places) + b"]}"


@_add_endpoint("DELETE /api/batch/{id}", "Stop a batch and delete its results.", "Job")
async def _cancel_batch(state: AppState, request: Request) -> Any:
    return (await state.jobs.cancel(request["id"])).to_dict()


# -- the server ---------------------------------------------------------------------------------------


@_add_endpoint("GET /api/methods", "All methods with their options and measured figures.", "Methods")
async def _list_methods(state: AppState, _request: Request) -> bytes:
    return await state.work(tasks.list_methods)


@_add_endpoint("GET /health", "State of the server.", "Health")
async def _check_health(state: AppState, _request: Request) -> Any:
    drawn = await asyncio.to_thread(can_draw)
    return {"status": "ok", "version": __version__, "n_open": state.n_open, "can_draw": drawn}


# -- sites and gold texts -----------------------------------------------------------------------------


@_add_endpoint("GET /api/recipes", "Saved recipes.", "Recipes")
async def _list_recipes(state: AppState, _request: Request) -> Any:
    found = await state.work(state.data.recipes)
    return {"recipes": [{"name": name, "recipe": text} for name, text in found.items()]}


@_add_endpoint("POST /api/recipes", "Save a recipe.", "Recipes", body=shapes.SaveRequest, failures=(409,))
async def _save_recipe(state: AppState, request: Request) -> Any:
    read_recipe(request["recipe"])
    await state.work(state.data.save_recipe, request["name"], request["recipe"], request["overwrite"])
    return await _list_recipes(state, request)


@_add_endpoint("GET /api/recipes/{name}", "Versions of a saved recipe, the newest first.", "Versions")
async def _list_versions(state: AppState, request: Request) -> Any:
    return {"versions": await state.work(state.data.recipe_versions, request["name"])}


@_add_endpoint("DELETE /api/recipes/{name}", "Delete a saved recipe.", "Recipes")
async def _delete_recipe(state: AppState, request: Request) -> Any:
    await state.work(state.data.delete_recipe, request["name"])
    return await _list_recipes(state, request)


@_add_endpoint("GET /api/corpora", "Corpora that can be evaluated.", "Corpora")
async def _list_corpora(state: AppState, _request: Request) -> Any:
    return {"corpora": await state.work(state.data.corpora)}


@_page_endpoint("/api/gold", "Put a page with its gold text into a corpus.", "Marked", shapes.GoldRequest)
async def _add_gold_page(state: AppState, request: Request) -> Any:
    return await state.work(_save_gold_page, state, request, await state.read_page(request))


def _save_gold_page(state: AppState, request: Request, source: GivenPage) -> dict[str, Any]:
    document = extract(**source.for_parse(), max_bytes=state.options.max_bytes)
    html = source.html
    if isinstance(html, bytes):
        given = source.encoding and decode_label(html, source.encoding)
        html = given[0] if given else decode(html, http_charset=source.charset, url=source.url).text
    page = {"url": source.url, "lang": request.get("lang") or document.language or "und", "html": html}
    page |= {"title": document.title, "gold_kind": "human", "gold_text": request["gold"]}
    return state.data.save_gold(request["set"], page | {"page_type": request.get("page_type")})


# -- starting runs ------------------------------------------------------------------------------------


@_add_endpoint(
    "POST /api/uploads", "Upload a file for a batch.", "Upload", query=shapes.UploadQuery, takes_file=True,
    status=201,
)  # fmt: skip
async def _take_upload(_state: AppState, request: Request) -> Any:
    path: Path = request["path"]
    n_bytes = (await asyncio.to_thread(path.stat)).st_size
    return {"id": path.parent.name, "name": path.name, "n_bytes": n_bytes}


def _run_endpoint(kind: str, summary: str, body: type[Shape]) -> Callable[[Handler], Handler]:
    more = {"status": 202, "failures": (404, 429, 501)}
    return _add_endpoint(f"POST /api/run/{kind}", summary, "Run", body=body, **more)


@_run_endpoint("recipe", "Run a recipe: a record for each entry.", shapes.RecipeRun)
async def _run_recipe(state: AppState, request: Request) -> Any:
    recipe = read_recipe(request["recipe"])
    hosts = _hosts_of(recipe.list.start)
    visits = (recipe.list_visit(recipe.list.start[0]), recipe.detail_visit(recipe.list.start[0]))
    if any(visit.needs_browser for visit in visits) and not await asyncio.to_thread(can_draw):
        needed = MissingExtraError("a browser (Chromium) and playwright", "browser").message
        raise RequestError("extra_missing", needed)
    return _start_run(state, "recipe", request, recipe.site or hosts, {"recipe": request["recipe"]})


@_run_endpoint("crawl", "Crawl sites: a record for each content page.", shapes.CrawlRun)
async def _run_crawl(state: AppState, request: Request) -> Any:
    options, wrapper = request.get("options", {}), request.get("wrapper", "")
    _check_kind("crawl")
    # Wrong options are an error of the request, not of the run.
    read_crawl_options(options)
    if wrapper:
        from_toml(wrapper)
    asked = {"urls": request["urls"], "options": options, "wrapper": wrapper}
    return _start_run(state, "crawl", request, _hosts_of(asked["urls"]), asked)


def _hosts_of(urls: Sequence[str]) -> str:
    """Return the hosts of start pages, for a title; check the URLs."""
    full = [normalize_url(url) for url in urls]
    if not all(full):
        wrong = urls[full.index("")]
        raise RequestError("bad_request", f"{wrong[:80]!r} is not the URL of a page: write https://…")
    return ", ".join(dict.fromkeys(urlsplit(url).netloc for url in full))


@_run_endpoint("batch", "Extract uploaded files, or a folder of the server.", shapes.BatchRun)
async def _run_batch(state: AppState, request: Request) -> Any:
    asked = {"method": request["method"], "method_options": request.get("method_options", {})}
    check_method_options(*asked.values())
    for path in _find_models(state, request).values():
        asked = {"method": DEFAULT_METHOD, "method_options": asked["method_options"] | {"model": path}}
    if "folder" in request:
        number = request["folder"]
        asked["folder"] = state.data.folder(number)
        return _start_run(state, "batch", request, state.data.folders()[number], asked)
    uploads = await state.work(state.data.uploads.take, request["uploads"])
    names = sorted(path.name for path in uploads.iterdir())
    title = names[0] if len(names) == 1 else f"{names[0]} … ({len(names)})"
    return _start_run(state, "batch", request, title, asked, uploads)


@_run_endpoint("evaluate", "Score methods on a corpus.", shapes.EvaluateRun)
async def _run_evaluation(state: AppState, request: Request) -> Any:
    models = {}
    for number, path in _find_models(state, request).items():
        models[f"learned · {state.runs.folder(number).request()['title']} · {number[:4]}"] = path
    asked = _corpus_request(state, request) | {"methods": request["methods"], "models": models}
    return _start_run(state, "evaluate", request, asked["name"], asked)


@_run_endpoint("train", "Train a model on a corpus.", shapes.TrainRun)
async def _run_training(state: AppState, request: Request) -> Any:
    _check_kind("train")
    asked = _corpus_request(state, request) | {"n_trees": request["n_trees"]}
    return _start_run(state, "train", request, asked["name"], asked)


def _corpus_request(state: AppState, request: Request) -> dict[str, Any]:
    path = state.data.corpus(request["corpus"])
    known = {one["id"]: one["sets"] for one in state.data.corpora()}[request["corpus"]]
    sets = request.get("sets", [])
    if unknown := set(sets) - set(known):
        raise RequestError("bad_request", f"no set {min(unknown)[:40]!r} in the corpus: {', '.join(known)}")
    return {"corpus": str(path), "name": path.name, "sets": sets, "limit": request["limit"]}


def _start_run(
    state: AppState, kind: str, request: Request, title: str, asked: Request, uploads: Path | None = None
) -> dict[str, Any]:
    options = state.options
    whole = {**asked, "kind": kind, "title": (request.get("title") or title)[:200]}
    whole["max_pages"] = min(request.get("max_pages", options.max_run_pages), options.max_run_pages)
    whole["max_s"] = min(request["max_minutes"] * 60, options.max_run_s)
    whole |= {name: getattr(options, name) for name in ("allow_private", "max_bytes")}
    return state.runs.start(whole, uploads)


# -- runs ---------------------------------------------------------------------------------------------


@_add_endpoint("GET /api/runs", "All runs, the newest first.", "Runs")
async def _list_runs(state: AppState, _request: Request) -> Any:
    runs = await state.work(state.runs.all)
    found = {"runs": runs, "folders": state.data.folders(), "missing_extras": _missing_kinds()}
    return found | {"schedules": state.schedules.all()}


def _missing_kinds() -> dict[str, str]:
    """Return what cannot be done for want of a package, with what to install."""
    missing = {}
    for kind, (extra, *modules) in _NEEDED.items():
        if lacking := [module for module in modules if find_spec(module) is None]:
            missing[kind] = MissingExtraError(lacking[0], extra).message
    return missing


def _check_kind(kind: str) -> None:
    """Raise :class:`RequestError` before a run that needs a package that is not installed."""
    if message := _missing_kinds().get(kind):
        raise RequestError("extra_missing", message)


@_add_endpoint("GET /api/runs/{id}", "State of a run.", "Run")
async def _run_state(state: AppState, request: Request) -> Any:
    return state.runs.state(state.runs.folder(request["id"]))


@_add_endpoint("GET /api/runs/{id}/recipe", "Recipe of a run by its title.", "Recipes")
async def _run_recipe_text(state: AppState, request: Request) -> Any:
    asked = state.runs.folder(request["id"]).request()
    if "recipe" not in asked:
        raise RequestError("not_found", "the run has no recipe")
    return {"recipes": [{"name": asked["title"], "recipe": asked["recipe"]}]}


@_add_endpoint(
    "POST /api/runs/{id}/stop", "Stop a run and keep its records.", "Run", body=shapes.EmptyRequest
)
async def _stop_run(state: AppState, request: Request) -> Any:
    return await state.runs.cancel(state.runs.folder(request["id"]))


@_add_endpoint(
    "POST /api/runs/{id}/continue", "Continue a run that is over.", "Run", body=shapes.ContinueRequest,
    status=202,
)  # fmt: skip
async def _continue_run(state: AppState, request: Request) -> Any:
    pages = request.get("max_pages", 0)
    changes = {"max_pages": min(pages, state.options.max_run_pages)} if pages else {}
    return await state.runs.go_on(state.runs.folder(request["id"]), changes)


@_add_endpoint(
    "POST /api/runs/{id}/again", "Run the same request once more.", "Run", body=shapes.EmptyRequest,
    status=202, failures=(429,),
)  # fmt: skip
async def _run_again(state: AppState, request: Request) -> Any:
    return state.runs.again(state.runs.folder(request["id"]))


@_add_endpoint("POST /api/runs/{id}/rename", "Rename a run.", "Run", body=shapes.RenameRequest)
async def _rename_run(state: AppState, request: Request) -> Any:
    folder = state.runs.folder(request["id"])
    folder.write_request(folder.request() | {"title": request["title"].strip() or folder.request()["title"]})
    return state.runs.state(folder)


@_add_endpoint(
    "POST /api/runs/{id}/schedule", "Repeat a run every hour, day or week, or no longer.", "Run",
    body=shapes.ScheduleRequest,
)  # fmt: skip
async def _schedule_run(state: AppState, request: Request) -> Any:
    folder = state.runs.folder(request["id"])
    state.schedules.set(folder, request["every"])
    return state.runs.state(folder)


@_add_endpoint(
    "GET /api/runs/{id}/changes", "Records that are new, changed or gone since the last run.", "Changes",
    reads_whole_run=True,
)  # fmt: skip
async def _show_changes(state: AppState, request: Request) -> Any:
    folder = state.runs.folder(request["id"])
    before = state.runs.previous(folder)
    if before is None:
        return {"previous": None, "counts": {}, "rows": []}
    compared = before.records, folder.records, state.runs.state(folder)["is_whole"]
    return {"previous": before.path.name} | await state.work(compare_records, *compared)


@_add_endpoint(
    "POST /api/runs/{id}/send", "Write all records into a table of a database.", "Sent",
    body=shapes.SendRequest, failures=(501,), reads_whole_run=True,
)  # fmt: skip
async def _send_records(state: AppState, request: Request) -> Any:
    folder = state.runs.folder(request["id"])
    if request["test"]:
        await state.work(check_database, request["database"])
        return {"n_records": 0, "table": request["table"]}
    n = await state.work(send_records, folder, request["database"], request["table"])
    return {"n_records": n, "table": request["table"]}


@_add_endpoint("DELETE /api/runs/{id}", "Stop a run and delete its records.", "Run")
async def _delete_run(state: AppState, request: Request) -> Any:
    return await state.runs.delete(state.runs.folder(request["id"]))


@_add_endpoint(
    "GET /api/runs/{id}/records", "Records of a run, filtered and sorted.", "Table", query=shapes.RecordsQuery
)
async def _list_records(state: AppState, request: Request) -> Any:
    return await state.work(query_records, state.runs.folder(request["id"]).records, request)


@_add_endpoint("GET /api/runs/{id}/records/{n}", "A whole record.", "Record")
async def _show_record(state: AppState, request: Request) -> Any:
    folder = state.runs.folder(request["id"])
    return {"record": await state.work(read_record, folder.records, request["n"])}


@_add_endpoint(
    "GET /api/runs/{id}/pages/{n}", "Page of a record of an evaluation: gold text, output, their difference.",
    "Scored",
)  # fmt: skip
async def _show_scored_page(state: AppState, request: Request) -> Any:
    folder = state.runs.folder(request["id"])
    if folder.request()["kind"] != "evaluate":
        raise RequestError("not_found", "the run is not an evaluation")
    return await state.work(_scored_page, folder.records, request["n"])


def _scored_page(records: Path, number: int) -> dict[str, Any]:
    from maintext.app.workbench.runs.evaluation import gold_page  # noqa: PLC0415 - loads the evaluation

    result = read_record(records, number)
    page = gold_page(records, result["page"])
    if page is None:
        raise RequestError("not_found", "the page of this record is not there yet")
    text = page.pop("texts").get(result["system"], "")
    difference = word_difference(page["gold"] or "", text)
    return page | {"system": result["system"], "text": text, "difference": difference}


@_add_endpoint("GET /api/runs/{id}/board", "Means of an evaluation by group and system.", "Board")
async def _show_board(state: AppState, request: Request) -> Any:
    board = state.runs.folder(request["id"]).board
    return board.read_bytes() if board.exists() else {"groups": []}


# -- files of runs ------------------------------------------------------------------------------------


@_add_endpoint(
    "GET /api/runs/{id}/export", "All records as a file.", "file", query=shapes.ExportQuery, failures=(501,),
    reads_whole_run=True,
)  # fmt: skip
async def _export_records(state: AppState, request: Request) -> FileAnswer:
    folder, kind = state.runs.folder(request["id"]), request["format"]
    name = "".join(char if char.isalnum() else "-" for char in folder.request()["title"]).strip("-")
    before = state.runs.previous(folder) if request["changes"] else None
    if request["changes"] and before is None:
        raise RequestError("not_found", "there is no run before this one to compare it with")
    path = folder.path / f"export-{secrets.token_hex(8)}.{kind}"
    try:
        n_cut = await state.work(write_export, folder, kind, path, before and before.records)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    name, headers = f"{(name or 'records')[:60]}.{kind}", {"Maintext-Cut-Texts": str(n_cut)} if n_cut else {}
    return FileAnswer(path, name, EXPORTS[kind], is_temporary=True, headers=headers)


def _add_file(name: str, summary: str, kind: str) -> None:
    """Add the request for a file that a run may have, by the name of its path in the folder."""

    @_add_endpoint(f"GET /api/runs/{{id}}/{name}", summary, kind)
    async def send_file(state: AppState, request: Request) -> FileAnswer:
        path: Path = getattr(state.runs.folder(request["id"]), name)
        if not await asyncio.to_thread(path.exists):
            raise RequestError("not_found", f"the run has no {path.name}")
        return FileAnswer(path, path.name, kind)


_add_file("report", "Report of a run as a page.", "text/html")
_add_file("model", "Model of a training.", "application/octet-stream")
