"""One kind of request, and the table of requests as an OpenAPI 3.1 document."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.app.workbench.shapes import COMPONENTS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from pathlib import Path

    from maintext.app.workbench.settings import ServeOptions
    from maintext.app.workbench.shapes import Shape
    from maintext.app.workbench.state import AppState
    from maintext.app.workbench.tasks import PageInput

    Handler = Callable[[AppState, Mapping[str, Any]], Awaitable["bytes | FileAnswer"]]
    PageTask = Callable[[Mapping[str, Any], PageInput, int], bytes]

__all__ = ["PAGE_TYPES", "Endpoint", "FileAnswer", "on_page", "openapi", "page_endpoint"]

PAGE_TYPES = ("text/html", "application/xhtml+xml", "application/octet-stream")
"""Media types of a body that is the page itself."""

_ALWAYS = (401, 408, 503)


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """Answer a request by a file; a temporary one is removed after it was sent."""

    path: Path
    name: str
    media_type: str
    is_temporary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Describe one kind of request.

    Attributes
    ----------
    verb, path
        HTTP method and path; ``{id}`` stands for a part that varies.
    summary
        One sentence.
    handler
        ``handler(state, request)`` gives JSON, or a file; the request is checked.
    answer
        Name of the answer's component; for a file its media type, or ``file`` for any.
    body
        Shape of the body, ``None`` for none.
    query, parts
        Shapes of the query's values and of the varying parts of the path, by name.
    takes_page
        True if the body may also be the page itself; the query then has the other values.
    takes_file
        True if the body is a file, which the handler gets as ``path``.
    status
        Status of success.
    failures
        Statuses of failure besides those of all requests.
    """

    verb: str
    path: str
    summary: str
    handler: Handler
    answer: str
    body: Shape | None = None
    query: Shape = field(default_factory=dict)
    parts: Shape = field(default_factory=dict)
    takes_page: bool = False
    takes_file: bool = False
    status: int = 200
    failures: tuple[int, ...] = ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """All statuses of failure."""
        return tuple(sorted({*self.failures, *(_ALWAYS if self.path != "/health" else ())}))

    @property
    def has_body(self) -> bool:
        """True for requests that cost work: they are counted."""
        return self.body is not None or self.takes_file


page_endpoint = partial(Endpoint, verb="POST", failures=(400, 403, 413, 415, 422, 424))
"""A request about a page, which may be fetched."""


def on_page(task: PageTask) -> Handler:
    """Return the handler that runs ``task(request, page, max_bytes)``."""

    async def handler(state: AppState, request: Mapping[str, Any]) -> bytes:
        source = await state.read_page(request)
        return await state.work_on_page(task, request, source, state.options.max_bytes)

    return handler


def openapi(table: Iterable[Endpoint], options: ServeOptions) -> dict[str, Any]:
    """Return the OpenAPI document of a table of requests."""
    paths: dict[str, Any] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.verb.lower()] = _describe_operation(one)
    components: dict[str, Any] = {"schemas": COMPONENTS}
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "maintext",
            "version": __version__,
            "description": "Main text and fields of web pages. Failures are JSON: error, message, hint.",
        },
        "paths": paths,
        "components": components,
    }
    if options.token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
    return document


def _describe_operation(one: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": f"{one.verb.lower()}{one.path.replace('/', '_').replace('{', '').replace('}', '')}",
        "summary": one.summary,
        "responses": {
            str(one.status): _describe_answer("Done.", one.answer),
            **{
                str(status): _describe_answer(HTTPStatus(status).phrase, "Failure") for status in one.statuses
            },
        },
    }
    parameters = [_describe_parameter("path", name, shape) for name, shape in one.parts.items()]
    parameters += [_describe_parameter("query", name, shape) for name, shape in one.query.items()]
    if parameters:
        operation["parameters"] = parameters
    if one.body is not None:
        content: dict[str, Any] = {"application/json": {"schema": one.body}}
        if one.takes_page:
            content |= {kind: {"schema": {"type": "string", "format": "binary"}} for kind in PAGE_TYPES}
        operation["requestBody"] = {"required": True, "content": content}
    elif one.takes_file:
        content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _describe_parameter(place: str, name: str, shape: dict[str, Any]) -> dict[str, Any]:
    schema = {key: value for key, value in shape.items() if key not in {"description", "required"}}
    text = {"description": shape["description"]} if "description" in shape else {}
    is_required = place == "path" or shape.get("required") is True
    return {"name": name, "in": place, "required": is_required, "schema": schema, **text}


def _describe_answer(text: str, name: str) -> dict[str, Any]:
    if name == "file" or "/" in name:
        kind = "*/*" if name == "file" else name
        return {"description": text, "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}
    return {
        "description": text,
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}},
    }
