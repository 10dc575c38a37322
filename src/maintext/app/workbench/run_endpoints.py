"""The part of the table of requests that is about runs: started, looked at, stopped, written to files."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.app.workbench import run_shapes
from maintext.app.workbench.difference import word_difference
from maintext.app.workbench.endpoint import Endpoint, FileAnswer
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.lists import read_recipe
from maintext.app.workbench.runs.export import EXPORTS, write_export
from maintext.app.workbench.runs.records import FACETS, Query, ask, one_record
from maintext.app.workbench.tasks import checked_method_options, to_json
from maintext.crawl.options import CrawlOptions
from maintext.crawl.scope import normalize_url
from maintext.errors import MissingExtraError
from maintext.options import DEFAULT_METHOD
from maintext.sites.wrapper import from_toml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maintext.app.workbench.bench import Bench

__all__ = ["run_endpoints"]

_STARTING = (400, 403, 404, 413, 415, 429)
_DEFAULT_MINUTES, _DEFAULT_PAGES, _DEFAULT_TREES = 60.0, 1000, 300
_MODULES = {"xlsx": "openpyxl", "parquet": "pyarrow"}  # of kinds of file that are extras of the same name
_ID = {"id": run_shapes.ID}


def run_endpoints() -> tuple[Endpoint, ...]:
    """Return the rows of the table."""
    return *_starting_endpoints(), *_looking_endpoints(), *_file_endpoints()


# -- starting -----------------------------------------------------------------------------------------


def _starting_endpoints() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="POST", path="/api/uploads", summary="Upload a file for a batch.", handler=_upload,
            answer="Upload", query=run_shapes.UPLOAD_QUERY, takes_file=True, status=201,
            failures=(400, 403, 413, 415),
        ),
        *(
            Endpoint(
                verb="POST", path=f"/api/run/{kind}", summary=summary, handler=handler, answer="Run",
                body=body, status=202, failures=_STARTING,
            )
            for kind, summary, handler, body in (
                ("recipe", "Run a recipe: a record for each entry.", _recipe, run_shapes.recipe_run),
                ("crawl", "Crawl sites: a record for each content page.", _crawl, run_shapes.crawl_run),
                ("batch", "Extract uploaded files, or a folder of the server.", _batch, run_shapes.batch_run),
                ("evaluate", "Score methods on a corpus.", _evaluate, run_shapes.evaluate_run),
                ("train", "Train a model on a corpus.", _train, run_shapes.train_run),
            )
        ),
    )  # fmt: skip


async def _upload(_bench: Bench, request: Mapping[str, Any]) -> bytes:
    path: Path = request["path"]
    n_bytes = (await asyncio.to_thread(path.stat)).st_size
    return to_json({"id": path.parent.name, "name": path.name, "n_bytes": n_bytes})


async def _recipe(bench: Bench, request: Mapping[str, Any]) -> bytes:
    recipe = read_recipe(request["recipe"])
    hosts = _hosts(recipe.list.start)
    title = recipe.site or hosts
    return _started(bench, "recipe", request, title, {"recipe": request["recipe"]})


async def _crawl(bench: Bench, request: Mapping[str, Any]) -> bytes:
    options = request.get("options", {})
    # The first fault of the options is told at once, not in the state of a run.
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    CrawlOptions(**given)
    wrapper = request.get("wrapper", "")
    if wrapper:
        from_toml(wrapper)
    asked = {"urls": request["urls"], "options": options, "wrapper": wrapper}
    return _started(bench, "crawl", request, _hosts(request["urls"]), asked)


def _hosts(urls: Sequence[str]) -> str:
    """Return the hosts of start pages, for a title; raise :class:`RequestError` for what is no address."""
    full = [normalize_url(url) for url in urls]
    if not all(full):
        wrong = urls[full.index("")]
        raise RequestError("bad_request", f"{wrong[:80]!r} is no address of a page: write https://…")
    return ", ".join(dict.fromkeys(urlsplit(url).netloc for url in full))


async def _batch(bench: Bench, request: Mapping[str, Any]) -> bytes:
    method, options = request.get("method", DEFAULT_METHOD), request.get("method_options", {})
    checked_method_options(method, options)
    asked = {"method": method, "method_options": options}
    if "folder" in request:
        number = int(request["folder"])
        asked["folder"] = bench.data.folder(number)
        return _started(bench, "batch", request, bench.data.folders()[number], asked)
    uploads = await bench.work(bench.data.uploads.take, request["uploads"])
    names = sorted(path.name for path in uploads.iterdir())
    title = names[0] if len(names) == 1 else f"{names[0]} … ({len(names)})"
    try:
        return _started(bench, "batch", request, title, asked, uploads)
    except RequestError:  # they are no longer counted among those that wait
        await bench.work(shutil.rmtree, uploads)
        raise


async def _evaluate(bench: Bench, request: Mapping[str, Any]) -> bytes:
    models = {}
    for number in request.get("models", ()):
        folder = bench.runs.folder(number)
        if not folder.model.exists():
            raise RequestError("not_found", "the run has no model")
        models[f"learned · {folder.request()['title']} · {number[:4]}"] = str(folder.model)
    asked = _corpus(bench, request) | {"methods": request["methods"], "models": models}
    return _started(bench, "evaluate", request, asked["name"], asked)


async def _train(bench: Bench, request: Mapping[str, Any]) -> bytes:
    asked = _corpus(bench, request) | {"n_trees": int(request.get("n_trees", _DEFAULT_TREES))}
    return _started(bench, "train", request, asked["name"], asked)


def _corpus(bench: Bench, request: Mapping[str, Any]) -> dict[str, Any]:
    path = bench.data.corpus(request["corpus"])
    known = {one["id"]: one["sets"] for one in bench.data.corpora()}[request["corpus"]]
    sets = request.get("sets", [])
    if unknown := set(sets) - set(known):
        raise RequestError("bad_request", f"no set {min(unknown)[:40]!r} in the corpus: {', '.join(known)}")
    return {"corpus": str(path), "name": path.name, "sets": sets, "limit": int(request.get("limit", 0))}


def _started(
    bench: Bench, kind: str, request: Mapping[str, Any], title: str, asked: Mapping[str, Any],
    uploads: Path | None = None,
) -> bytes:  # fmt: skip
    options = bench.options
    minutes = float(request.get("max_minutes", _DEFAULT_MINUTES))
    whole = {
        **asked, "kind": kind, "title": (request.get("title") or title)[:200],
        "max_pages": min(int(request.get("max_pages", _DEFAULT_PAGES)), options.max_run_pages),
        "max_s": min(minutes * 60, options.max_run_s),
        "allow_private": options.allow_private, "max_bytes": options.max_bytes,
    }  # fmt: skip
    return to_json(bench.runs.start(whole, uploads))


# -- looking ------------------------------------------------------------------------------------------


def _looking_endpoints() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="GET", path="/api/runs", summary="All runs, the newest first.", handler=_runs,
            answer="Runs", failures=(403,),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}", summary="State of a run.", handler=_state, answer="Run",
            parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="POST", path="/api/runs/{id}/stop", summary="Stop a run; what it has is kept.",
            handler=_stop, answer="Run", parts=_ID, body=run_shapes.stop_request,
            failures=(400, 403, 404, 413, 415),
        ),
        Endpoint(
            verb="DELETE", path="/api/runs/{id}", summary="Stop a run and delete all that it has.",
            handler=_delete, answer="Run", parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/records", summary="Records of a run, filtered and sorted.",
            handler=_records, answer="Table", parts=_ID, query=run_shapes.RECORDS_QUERY,
            failures=(400, 403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/records/{n}", summary="A whole record.", handler=_record,
            answer="Record", parts={**_ID, "n": run_shapes.NUMBER}, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/pages/{n}", handler=_scored, answer="Scored",
            summary="Page of a record of an evaluation: gold text, output, their difference.",
            parts={**_ID, "n": run_shapes.NUMBER}, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/board", summary="Means of an evaluation by group and system.",
            handler=_board, answer="Board", parts=_ID, failures=(403, 404),
        ),
    )  # fmt: skip


async def _runs(bench: Bench, _request: Mapping[str, Any]) -> bytes:
    missing = {
        kind: MissingExtraError(module, kind).message
        for kind, module in _MODULES.items()
        if find_spec(module) is None
    }
    return to_json({
        "runs": bench.runs.all(), "folders": bench.data.folders(), "missing_extras": missing,
    })  # fmt: skip


async def _state(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return to_json(bench.runs.state(bench.runs.folder(request["id"])))


async def _stop(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return to_json(await bench.runs.cancel(bench.runs.folder(request["id"])))


async def _delete(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return to_json(await bench.runs.delete(bench.runs.folder(request["id"])))


async def _records(bench: Bench, request: Mapping[str, Any]) -> bytes:
    folder = bench.runs.folder(request["id"])
    query = Query(
        start=request.get("start", 0), limit=request.get("limit", 100), text=request.get("text", ""),
        sort=request.get("sort", ""), descending=request.get("order") == "down",
        values={name: request[name] for name in FACETS if name in request},
    )  # fmt: skip
    return to_json(await bench.work(ask, folder.records, query))


async def _record(bench: Bench, request: Mapping[str, Any]) -> bytes:
    folder = bench.runs.folder(request["id"])
    return to_json({"record": await bench.work(one_record, folder.records, request["n"])})


async def _scored(bench: Bench, request: Mapping[str, Any]) -> bytes:
    folder = bench.runs.folder(request["id"])
    if folder.request()["kind"] != "evaluate":
        raise RequestError("not_found", "the run is no evaluation")
    return await bench.work(_page_of, folder.records, request["n"])


def _page_of(records: Path, number: int) -> bytes:
    from maintext.app.workbench.runs.evaluation import gold_page  # noqa: PLC0415 - loads the evaluation

    result = one_record(records, number)
    page = gold_page(records, result["page"])
    if page is None:
        raise RequestError("not_found", "the page of this record is not there yet")
    text = page.pop("texts").get(result["system"], "")
    difference = word_difference(page["gold"] or "", text)
    return to_json(page | {"system": result["system"], "text": text, "difference": difference})


async def _board(bench: Bench, request: Mapping[str, Any]) -> bytes:
    folder = bench.runs.folder(request["id"])
    return folder.board.read_bytes() if folder.board.exists() else to_json({"groups": []})


# -- files --------------------------------------------------------------------------------------------


def _file_endpoints() -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="GET", path="/api/runs/{id}/export", summary="All records as a file.", handler=_export,
            answer="file", parts=_ID, query=run_shapes.EXPORT_QUERY, failures=(400, 403, 404, 501),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/report", summary="Report of a run as a page.", handler=_report,
            answer="text/html", parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/runs/{id}/model", summary="Model of a training.", handler=_model,
            answer="application/octet-stream", parts=_ID, failures=(403, 404),
        ),
    )  # fmt: skip


async def _export(bench: Bench, request: Mapping[str, Any]) -> FileAnswer:
    folder, kind = bench.runs.folder(request["id"]), request.get("format", "csv")
    name = (
        "".join(char if char.isalnum() else "-" for char in folder.request()["title"]).strip("-") or "records"
    )
    path = folder.path / f"export-{secrets.token_hex(8)}.{kind}"
    try:
        await bench.work(write_export, folder, kind, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return FileAnswer(path, f"{name[:60]}.{kind}", EXPORTS[kind], is_temporary=True)


async def _report(bench: Bench, request: Mapping[str, Any]) -> FileAnswer:
    return _kept(bench.runs.folder(request["id"]).report, "report.html", "text/html")


async def _model(bench: Bench, request: Mapping[str, Any]) -> FileAnswer:
    return _kept(bench.runs.folder(request["id"]).model, "model.npz", "application/octet-stream")


def _kept(path: Path, name: str, kind: str) -> FileAnswer:
    if not path.exists():
        raise RequestError("not_found", f"the run has no {name}")
    return FileAnswer(path, name, kind)
