"""The table of requests as a web app; the only file that imports Starlette."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from maintext.app.workbench.data import Uploads
from maintext.app.workbench.endpoint import PAGE_TYPES, Endpoint, FileAnswer, openapi
from maintext.app.workbench.endpoints import endpoints
from maintext.app.workbench.failure import Failure, RequestError, failure_of
from maintext.app.workbench.guard import API_HEADERS, PAGE_HEADERS, check_request
from maintext.app.workbench.settings import ServeOptions
from maintext.app.workbench.shapes import PathParts, check
from maintext.app.workbench.state import AppState
from maintext.app.workbench.tasks import to_json
from maintext.net import Response as Fetched
from maintext.net.model import charset_of, media_type_of

__all__ = ["build_app"]

_LOG = logging.getLogger("maintext.app.workbench")
_BODY_TIMEOUT_S, _UPLOAD_TIMEOUT_S = 30.0, 600.0
_FILE_TYPE = "application/octet-stream"  # a form of another site cannot send this type
_STATIC = Path(__file__).parent / "static"
# Files of the server by path; no other file can be requested.
_FILES = {f"/{path.relative_to(_STATIC).as_posix()}": path for path in _STATIC.rglob("*.*")}
_FILES |= {"/": _FILES.pop("/index.html"), "/lang/messages.zh.json": _STATIC.parents[2] / "chinese.json"}
_TYPES = {"html": "text/html", "svg": "image/svg+xml", "css": "text/css", "js": "text/javascript",
          "LICENSE": "text/plain"}  # fmt: skip


def build_app(options: ServeOptions, fetch: Callable[[str], Fetched] | None = None) -> Starlette:
    """Return the workbench as an ASGI application.

    ``fetch(url)`` gives a response; by default over the network, as :mod:`maintext.net` allows.
    """
    state = AppState(options, fetch)
    table = endpoints(options.max_items)
    document = to_json(openapi(table, options))

    async def describe(_request: Request) -> Response:
        return _json_response(document)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        state.begin()
        state.go_on()
        yield
        await state.close()

    routes = [
        _make_route(state, path, [one for one in table if one.path == path])
        for path in dict.fromkeys(one.path for one in table)
    ]
    routes += [Route("/openapi.json", describe, methods=["GET"])]
    routes += [Route(path, _static_file(name), methods=["GET"]) for path, name in _FILES.items()]
    handlers: Any = {HTTPException: _http_failure, Exception: _http_failure}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.router.redirect_slashes = False
    app.add_middleware(_Guarded, options=options)
    return app


class _Guarded:
    """Refuse the requests that :func:`check_request` refuses."""

    def __init__(self, app: ASGIApp, options: ServeOptions) -> None:
        self._app, self._options = app, options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
            try:
                check_request(scope["path"], headers, self._options)
            except RequestError as error:
                await _failure_response(error.failure)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _make_route(state: AppState, path: str, table: Sequence[Endpoint]) -> Route:
    """Return one route for all verbs of a path, as the error for a wrong verb needs."""
    answers = {one.verb: _make_handler(state, one) for one in table}

    async def answer(request: Request) -> Response:
        return await answers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, answer, methods=list(answers))


def _make_handler(state: AppState, one: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that reads, checks and answers one kind of request."""

    async def work(request: Request, hold: Callable[[int], None]) -> Response:
        given = await _read_request(request, one, state, hold)
        async with asyncio.timeout(None if one.reads_whole_run else state.options.timeout_s):
            return _make_response(await one.handler(state, given), one.status)

    async def answer(request: Request) -> Response:
        try:
            if not one.has_body:  # costs nothing, and is answered also while the server is busy
                return await work(request, lambda _n_bytes: None)
            with state.admitted() as hold:
                return await work(request, hold)
        except TimeoutError:
            slow = RequestError("page_timeout", f"the page was not done within {state.options.timeout_s:g} s")
            return _failure_response(slow.failure)
        except Exception as error:  # noqa: BLE001 - whatever a page does, the server goes on
            failure = failure_of(error)
            if failure.error in {"internal", "file_failed"}:
                _LOG.exception("%s %s", one.verb, one.path)
            return _failure_response(failure)

    return answer


async def _read_request(
    request: Request, one: Endpoint, state: AppState, hold: Callable[[int], None]
) -> dict[str, Any]:
    """Return the checked values of a path, a query and a body."""
    given = check(PathParts, request.path_params, "not_found")
    # Clients repeat the name of what may have several values: formats, selectors.
    given_query = {name: ",".join(request.query_params.getlist(name)) for name in request.query_params}
    query = check(one.query, given_query)
    if one.takes_file:
        return query | {"path": await _receive_file(request, state, query["name"])}
    if one.body is None:
        return given | query
    content_type = request.headers.get("content-type", "")
    media_type = media_type_of(content_type)
    if media_type != "application/json" and not (one.takes_page and media_type in PAGE_TYPES):
        raise RequestError("media_type", f"a body of the type {media_type or 'unknown'} is not read")
    if (compression := request.headers.get("content-encoding", "identity")) != "identity":
        raise RequestError("media_type", f"the body is compressed ({compression}): send it without")
    body = await _read_body(request, state.options.max_body_bytes, hold)
    if media_type != "application/json":
        return query | {"file": body, "charset": charset_of(content_type)}
    return await state.work(check, one.body, body) | query | given


async def _read_body(request: Request, max_bytes: int, hold: Callable[[int], None]) -> bytes:
    """Read a body within the limits of bytes and time.

    One that is too large is read on, and forgotten: urllib reads no answer before it has sent all.
    """
    pieces, n_bytes = [], 0
    try:
        async with asyncio.timeout(_BODY_TIMEOUT_S):
            async for piece in request.stream():
                n_bytes += len(piece)
                if n_bytes <= max_bytes:
                    hold(len(piece))
                    pieces.append(piece)
    except TimeoutError:
        if n_bytes <= max_bytes:
            raise RequestError("too_slow", f"the body did not arrive within {_BODY_TIMEOUT_S:g} s") from None
    if n_bytes > max_bytes:
        raise RequestError("too_large", f"the body has more than {max_bytes:,} bytes")
    return b"".join(pieces)


async def _receive_file(request: Request, state: AppState, name: str) -> Path:
    """Write a body to a file as it arrives; delete the file of an incomplete body."""
    if media_type_of(request.headers.get("content-type", "")) != _FILE_TYPE:
        raise RequestError("media_type", f"a file is sent as {_FILE_TYPE}")
    uploads = state.data.uploads
    path = await asyncio.to_thread(uploads.new, name)
    try:
        async with asyncio.timeout(_UPLOAD_TIMEOUT_S):
            await _write_body(request, path, uploads)
    except BaseException as error:
        await asyncio.to_thread(uploads.drop, path)
        if isinstance(error, TimeoutError):
            late = f"the file did not arrive within {_UPLOAD_TIMEOUT_S:g} s"
            raise RequestError("too_slow", late) from None
        raise
    return path


async def _write_body(request: Request, path: Path, uploads: Uploads) -> None:
    """Write a body; reserve room for its stated length, then piece by piece."""
    n_bytes, n_charged = 0, int(request.headers.get("content-length", 0))
    uploads.charge(path, n_charged)
    with await asyncio.to_thread(path.open, "wb") as file:
        async for piece in request.stream():
            n_bytes += len(piece)
            if n_bytes > n_charged:
                uploads.charge(path, n_bytes - n_charged)
                n_charged = n_bytes
            await asyncio.to_thread(file.write, piece)


# -- answers ------------------------------------------------------------------------------------------


def _static_file(file: Path) -> Callable[[Request], Awaitable[Response]]:
    kind = file.suffix[1:]

    async def give(_request: Request) -> Response:
        data = await asyncio.to_thread(file.read_bytes)
        return Response(data, media_type=_TYPES.get(kind, f"application/{kind}"), headers=PAGE_HEADERS)

    return give


def _make_response(given: Any, status: int) -> Response:
    if not isinstance(given, FileAnswer):
        return _json_response(given if isinstance(given, bytes) else to_json(given), status)
    done = BackgroundTask(given.path.unlink, missing_ok=True) if given.is_temporary else None
    return FileResponse(
        given.path, status, {**API_HEADERS, **given.headers}, media_type=given.media_type,
        filename=given.name, background=done,
    )  # fmt: skip


def _json_response(data: bytes, status: int = 200) -> Response:
    return Response(data, status, media_type="application/json", headers=API_HEADERS)


def _failure_response(failure: Failure) -> Response:
    extra = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "2"}}.get(failure.status, {})
    body = json.dumps(failure.to_dict()).encode()
    return Response(body, failure.status, media_type="application/json", headers=API_HEADERS | extra)


async def _http_failure(_request: Request, error: Exception) -> Response:
    """Answer for the router: an unknown path, a wrong method, or a defect."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        allowed = ", ".join(sorted((error.headers or {}).get("Allow", "").split(", ")))
        refused = RequestError("method_not_allowed", f"this path takes {allowed}")
        response = _failure_response(refused.failure)
        response.headers["Allow"] = allowed
        return response
    if isinstance(error, HTTPException):
        error = RequestError("not_found", "there is nothing at this path")
    return _failure_response(failure_of(error))
