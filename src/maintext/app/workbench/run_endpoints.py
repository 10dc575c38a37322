"""Requests about runs: start, show, stop, export."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.app.workbench import shapes
from maintext.app.workbench.endpoint import Endpoint, FileAnswer
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.extraction import read_crawl_options
from maintext.app.workbench.runs.records import (
    EXPORTS,
    FACETS,
    Query,
    query_records,
    read_record,
    write_export,
)
from maintext.app.workbench.tasks import check_method_options, read_recipe, to_json
from maintext.app.workbench.view import word_difference
from maintext.crawl.scope import normalize_url
from maintext.errors import MissingExtraError
from maintext.options import DEFAULT_METHOD
from maintext.sites.wrapper import from_toml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maintext.app.workbench.state import AppState

__all__ = ["run_endpoints"]

_STARTING = (400, 403, 404, 413, 415, 429)
_DEFAULT_MINUTES, _DEFAULT_PAGES, _DEFAULT_TREES = 60.0, 1000, 300
_MODULES = {"xlsx": "openpyxl", "parquet": "pyarrow"}  # by file format, which is also the name of the extra
_ID = {"id": shapes.ID}


def run_endpoints() -> tuple[Endpoint, ...]:
    """Return the rows of the table of requests."""
    return *_starting_endpoints(), *_looking_endpoints(), *_file_endpoints()


# -- starting -----------------------------------------------------------------------------------------


def _starting_endpoints() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="POST", path="/api/uploads", summary="Upload a file for a batch.", handler=_take_upload,
            answer="Upload", query=shapes.UPLOAD_QUERY, takes_file=True, status=201,
            failures=(400, 403, 413, 415),
        ),
        *(
            Endpoint(
                verb="POST", path=f"/api/run/{kind}", summary=summary, handler=handler, answer="Run",
                body=body, status=202, failures=_STARTING,
            )
            for kind, summary, handler, body in (
                ("recipe", "Run a recipe: a record for each entry.", _run_recipe, shapes.recipe_run),
                ("crawl", "Crawl sites: a record for each content page.", _run_crawl, shapes.crawl_run),
                ("batch", "Extract uploaded files, or a folder of the server.", _run_batch, shapes.batch_run),
                ("evaluate", "Score methods on a corpus.", _run_evaluation, shapes.evaluate_run),
                ("train", "Train a model on a corpus.", _run_training, shapes.train_run),
            )
        ),
    )  # fmt: skip


async def _take_upload(_state: AppState, request: Mapping[str, Any]) -> bytes:
    path: Path = request["path"]
    n_bytes = (await asyncio.to_thread(path.stat)).st_size
    return to_json({"id": path.parent.name, "name": path.name, "n_bytes": n_bytes})


async def _run_recipe(state: AppState, request: Mapping[str, Any]) -> bytes:
    recipe = read_recipe(request["recipe"])
    hosts = _hosts_of(recipe.list.start)
    title = recipe.site or hosts
    return _start_run(state, "recipe", request, title, {"recipe": request["recipe"]})


async def _run_crawl(state: AppState, request: Mapping[str, Any]) -> bytes:
    options = request.get("options", {})
    # Wrong options are an error of the request, not of the run.
    read_crawl_options(options)
    wrapper = request.get("wrapper", "")
    if wrapper:
        from_toml(wrapper)
    asked = {"urls": request["urls"], "options": options, "wrapper": wrapper}
    return _start_run(state, "crawl", request, _hosts_of(request["urls"]), asked)


def _hosts_of(urls: Sequence[str]) -> str:
    """Return the hosts of start pages, for a title; check the URLs."""
    full = [normalize_url(url) for url in urls]
    if not all(full):
        wrong = urls[full.index("")]
        raise RequestError("bad_request", f"{wrong[:80]!r} is not the URL of a page: write https://…")
    return ", ".join(dict.fromkeys(urlsplit(url).netloc for url in full))


async def _run_batch(state: AppState, request: Mapping[str, Any]) -> bytes:
    method, options = request.get("method", DEFAULT_METHOD), request.get("method_options", {})
    check_method_options(method, options)
    asked = {"method": method, "method_options": options}
    if "folder" in request:
        number = int(request["folder"])
        asked["folder"] = state.data.folder(number)
        return _start_run(state, "batch", request, state.data.folders()[number], asked)
    uploads = await state.work(state.data.uploads.take, request["uploads"])
    names = sorted(path.name for path in uploads.iterdir())
    title = names[0] if len(names) == 1 else f"{names[0]} … ({len(names)})"
    try:
        return _start_run(state, "batch", request, title, asked, uploads)
    except RequestError:  # the uploads no longer count as waiting
        await state.work(shutil.rmtree, uploads)
        raise


async def _run_evaluation(state: AppState, request: Mapping[str, Any]) -> bytes:
    models = {}
    for number in request.get("models", ()):
        folder = state.runs.folder(number)
        if not folder.model.exists():
            raise RequestError("not_found", "the run has no model")
        models[f"learned · {folder.request()['title']} · {number[:4]}"] = str(folder.model)
    asked = _corpus_request(state, request) | {"methods": request["methods"], "models": models}
    return _start_run(state, "evaluate", request, asked["name"], asked)


async def _run_training(state: AppState, request: Mapping[str, Any]) -> bytes:
    asked = _corpus_request(state, request) | {"n_trees": int(request.get("n_trees", _DEFAULT_TREES))}
    return _start_run(state, "train", request, asked["name"], asked)


def _corpus_request(state: AppState, request: Mapping[str, Any]) -> dict[str, Any]:
    path = state.data.corpus(request["corpus"])
    known = {one["id"]: one["sets"] for one in state.data.corpora()}[request["corpus"]]
    sets = request.get("sets", [])
    if unknown := set(sets) - set(known):
        raise RequestError("bad_request", f"no set {min(unknown)[:40]!r} in the corpus: {', '.join(known)}")
    return {"corpus": str(path), "name": path.name, "sets": sets, "limit": int(request.get("limit", 0))}


def _start_run(
    state: AppState, kind: str, request: Mapping[str, Any], title: str, asked: Mapping[str, Any],
    uploads: Path | None = None,
) -> bytes:  # fmt: skip
    options = state.options
    minutes = float(request.get("max_minutes", _DEFAULT_MINUTES))
    whole = {
        **asked, "kind": kind, "title": (request.get("title") or title)[:200],
        "max_pages": min(int(request.get("max_pages", _DEFAULT_PAGES)), options.max_run_pages),
        "max_s": min(minutes * 60, options.max_run_s),
        "allow_private": options.allow_private, "max_bytes": options.max_bytes,
    }  # fmt: skip
    return to_json(state.runs.start(whole, uploads))


# -- looking ------------------------------------------------------------------------------------------


def _looking_endpoints() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="GET", path="/api/runs", summary="All runs, the newest first.", handler=_list_runs,
            answer="Runs", failures=(403,),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}", summary="State of a run.", handler=_run_state, answer="Run",
            parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="POST", path="/api/runs/{id}/stop", summary="Stop a run; what it has is kept.",
            handler=_stop_run, answer="Run", parts=_ID, body=shapes.stop_request,
            failures=(400, 403, 404, 413, 415),
        ),
        Endpoint(
            verb="DELETE", path="/api/runs/{id}", summary="Stop a run and delete all that it has.",
            handler=_delete_run, answer="Run", parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/records", summary="Records of a run, filtered and sorted.",
            handler=_list_records, answer="Table", parts=_ID, query=shapes.RECORDS_QUERY,
            failures=(400, 403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/records/{n}", summary="A whole record.", handler=_show_record,
            answer="Record", parts={**_ID, "n": shapes.NUMBER}, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/pages/{n}", handler=_show_scored_page, answer="Scored",
            summary="Page of a record of an evaluation: gold text, output, their difference.",
            parts={**_ID, "n": shapes.NUMBER}, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/board", summary="Means of an evaluation by group and system.",
            handler=_show_board, answer="Board", parts=_ID, failures=(403, 404),
        ),
    )  # fmt: skip


async def _list_runs(state: AppState, _request: Mapping[str, Any]) -> bytes:
    missing = {
        kind: MissingExtraError(module, kind).message
        for kind, module in _MODULES.items()
        if find_spec(module) is None
    }
    return to_json({
        "runs": state.runs.all(), "folders": state.data.folders(), "missing_extras": missing,
    })  # fmt: skip


async def _run_state(state: AppState, request: Mapping[str, Any]) -> bytes:
    return to_json(state.runs.state(state.runs.folder(request["id"])))


async def _stop_run(state: AppState, request: Mapping[str, Any]) -> bytes:
    return to_json(await state.runs.cancel(state.runs.folder(request["id"])))


async def _delete_run(state: AppState, request: Mapping[str, Any]) -> bytes:
    return to_json(await state.runs.delete(state.runs.folder(request["id"])))


async def _list_records(state: AppState, request: Mapping[str, Any]) -> bytes:
    folder = state.runs.folder(request["id"])
    query = Query(
        start=request.get("start", 0), limit=request.get("limit", 100), text=request.get("text", ""),
        sort=request.get("sort", ""), descending=request.get("order") == "down",
        values={name: request[name] for name in FACETS if name in request},
    )  # fmt: skip
    return to_json(await state.work(query_records, folder.records, query))


async def _show_record(state: AppState, request: Mapping[str, Any]) -> bytes:
    folder = state.runs.folder(request["id"])
    return to_json({"record": await state.work(read_record, folder.records, request["n"])})


async def _show_scored_page(state: AppState, request: Mapping[str, Any]) -> bytes:
    folder = state.runs.folder(request["id"])
    if folder.request()["kind"] != "evaluate":
        raise RequestError("not_found", "the run is not an evaluation")
    return await state.work(_scored_page, folder.records, request["n"])


def _scored_page(records: Path, number: int) -> bytes:
    from maintext.app.workbench.runs.evaluation import gold_page  # noqa: PLC0415 - loads the evaluation

    result = read_record(records, number)
    page = gold_page(records, result["page"])
    if page is None:
        raise RequestError("not_found", "the page of this record is not there yet")
    text = page.pop("texts").get(result["system"], "")
    difference = word_difference(page["gold"] or "", text)
    return to_json(page | {"system": result["system"], "text": text, "difference": difference})


async def _show_board(state: AppState, request: Mapping[str, Any]) -> bytes:
    folder = state.runs.folder(request["id"])
    return folder.board.read_bytes() if folder.board.exists() else to_json({"groups": []})


# -- files --------------------------------------------------------------------------------------------


def _file_endpoints() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="GET", path="/api/runs/{id}/export", summary="All records as a file.",
            handler=_export_records, answer="file", parts=_ID, query=shapes.EXPORT_QUERY,
            failures=(400, 403, 404, 501),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/report", summary="Report of a run as a page.",
            handler=_send_report, answer="text/html", parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/model", summary="Model of a training.", handler=_send_model,
            answer="application/octet-stream", parts=_ID, failures=(403, 404),
        ),
    )  # fmt: skip


async def _export_records(state: AppState, request: Mapping[str, Any]) -> FileAnswer:
    folder, kind = state.runs.folder(request["id"]), request.get("format", "csv")
    name = (
        "".join(char if char.isalnum() else "-" for char in folder.request()["title"]).strip("-") or "records"
    )
    path = folder.path / f"export-{secrets.token_hex(8)}.{kind}"
    try:
        await state.work(write_export, folder, kind, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return FileAnswer(path, f"{name[:60]}.{kind}", EXPORTS[kind], is_temporary=True)


async def _send_report(state: AppState, request: Mapping[str, Any]) -> FileAnswer:
    return _file_of_run(state.runs.folder(request["id"]).report, "report.html", "text/html")


async def _send_model(state: AppState, request: Mapping[str, Any]) -> FileAnswer:
    return _file_of_run(state.runs.folder(request["id"]).model, "model.npz", "application/octet-stream")


def _file_of_run(path: Path, name: str, kind: str) -> FileAnswer:
    if not path.exists():
        raise RequestError("not_found", f"the run has no {name}")
    return FileAnswer(path, name, kind)
