"""The table of all requests: what each takes, what it answers, and the function behind it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.app.workbench import shapes, tasks
from maintext.app.workbench.bench import can_draw
from maintext.app.workbench.endpoint import Endpoint, on_page, page_endpoint
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.run_endpoints import run_endpoints
from maintext.app.workbench.site_endpoints import site_endpoints
from maintext.app.workbench.source import read_source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.app.workbench.bench import Bench

__all__ = ["endpoints"]

_ID = {"id": {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "Id of the batch."}}


def endpoints(max_items: int) -> tuple[Endpoint, ...]:
    """Return the table for a server that takes so many pages in a batch."""
    return (
        *_page_endpoints(),
        *_batch_endpoints(max_items),
        Endpoint(
            verb="GET", path="/api/methods", summary="All methods with their options and what they reach.",
            handler=_methods, answer="Methods", failures=(403,),
        ),
        Endpoint(
            verb="GET", path="/health", summary="Whether the server runs.", handler=_health, answer="Health",
            failures=(403,),
        ),
        *site_endpoints(),
        *run_endpoints(),
    )  # fmt: skip


# -- pages --------------------------------------------------------------------------------------------


def _page_endpoints() -> tuple[Endpoint, ...]:
    return (
        page_endpoint(
            path="/api/extract", summary="Main text and fields of a page.", handler=on_page(tasks.extracted),
            answer="Extracted", body=shapes.page_request, takes_page=True,
            query={name: shapes.page_request["properties"][name] for name in ("url", "encoding", "method")},
        ),
        page_endpoint(
            path="/api/look", summary="A page for the eye: document, safe copy, reasons.",
            handler=on_page(tasks.look), answer="Looked", body=shapes.page_request,
        ),
        page_endpoint(
            path="/api/compare", summary="Several methods on one page.", handler=on_page(tasks.compare),
            answer="Comparison", body=shapes.compare_request,
        ),
        page_endpoint(
            path="/api/teach", summary="Learn a wrapper from clicked elements.", handler=_teach,
            answer="Taught", body=shapes.teach_request,
        ),
        page_endpoint(
            path="/api/apply", summary="Apply a wrapper to a page.", handler=on_page(tasks.apply),
            answer="Wrapped", body=shapes.apply_request,
        ),
    )  # fmt: skip


async def _teach(bench: Bench, request: Mapping[str, Any]) -> bytes:
    sources = [await read_source(bench, one) for one in request["pages"]]
    return await bench.work_on_page(tasks.teach, request, sources, bench.options.max_bytes)


# -- batches ------------------------------------------------------------------------------------------


def _batch_endpoints(max_items: int) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            verb="POST", path="/api/batch", summary="Start a batch of pages; ask for its progress by the id.",
            handler=_start, answer="Job", body=shapes.batch_request(max_items), status=202,
            failures=(400, 403, 413, 415, 429),
        ),
        Endpoint(
            verb="GET", path="/api/batch/{id}", summary="Progress of a batch.",
            handler=_progress, answer="Job", parts=_ID, failures=(403, 404),
        ),
        Endpoint(
            verb="GET", path="/api/batch/{id}/records", summary="Results of a batch that are there so far.",
            handler=_records, answer="Records", parts=_ID, failures=(400, 403, 404),
            query={
                "start": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "default": 0},
                "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100},
            },
        ),
        Endpoint(
            verb="DELETE", path="/api/batch/{id}", summary="Stop a batch and forget its results.",
            handler=_cancel, answer="Job", parts=_ID, failures=(403, 404),
        ),
    )  # fmt: skip


async def _start(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return tasks.to_json(bench.jobs.start(request).to_dict())


async def _progress(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return tasks.to_json(bench.jobs[request["id"]].to_dict())


async def _records(bench: Bench, request: Mapping[str, Any]) -> bytes:
    job = bench.jobs[request["id"]]
    start, limit = request.get("start", 0), request.get("limit", 100)
    if start > job.n_items:
        raise RequestError("bad_request", f"start must be at most {job.n_items}, the number of pages")
    places = [place for place in sorted(job.records) if place >= start][:limit]
    return b'{"records":[' + b",".join(job.records[place] for place in places) + b"]}"


async def _cancel(bench: Bench, request: Mapping[str, Any]) -> bytes:
    return tasks.to_json((await bench.jobs.cancel(request["id"])).to_dict())


# -- the server -----------------------------------------------------------------------------------------


async def _methods(bench: Bench, _request: Mapping[str, Any]) -> bytes:
    return await bench.work(tasks.methods)


async def _health(bench: Bench, _request: Mapping[str, Any]) -> bytes:
    state = {"status": "ok", "version": __version__, "n_open": bench.n_open}
    return tasks.to_json(state | {"can_draw": await asyncio.to_thread(can_draw)})
