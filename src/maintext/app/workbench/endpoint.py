"""One kind of request, and the table of requests as an OpenAPI 3.1 document."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from maintext import __version__
from maintext.app.workbench.settings import ServeOptions
from maintext.app.workbench.shapes import PathParts, Shape, components
from maintext.app.workbench.state import AppState

__all__ = ["PAGE_TYPES", "Endpoint", "FileAnswer", "openapi"]

Handler = Callable[[AppState, Mapping[str, Any]], Awaitable[Any]]

PAGE_TYPES = ("text/html", "application/xhtml+xml", "application/octet-stream")
"""Media types of a body that is the page itself."""

_FILE_SCHEMA = {"schema": {"type": "string", "format": "binary"}}


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """Answer a request by a file; a temporary one is removed after it was sent."""

    path: Path
    name: str
    media_type: str
    is_temporary: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Describe one kind of request.

    Attributes
    ----------
    path
        ``{id}`` stands for a part that varies; :class:`~maintext.app.workbench.shapes.PathParts` checks it.
    answer
        Name of the answer's component; for a file its media type, or ``file`` for any.
    handler
        ``handler(state, request)`` gives JSON, plain values or a file; the request is checked.
    takes_page
        True if the body may also be the page itself; the query then has the other values.
    takes_file
        True if the body is a file, which the handler gets as ``path``.
    reads_whole_run
        True for work on all records of a run: the time limit of requests is one for pages.
    failures
        Statuses of failure that do not follow from path, query and body.
    """

    verb: str
    path: str
    summary: str
    answer: str
    handler: Handler
    body: type[Shape] | None = None
    query: type[Shape] = Shape
    takes_page: bool = False
    takes_file: bool = False
    reads_whole_run: bool = False
    status: int = 200
    failures: tuple[int, ...] = ()

    @property
    def parts(self) -> list[str]:
        """Names of the parts of the path that vary."""
        return re.findall(r"\{(\w+)\}", self.path)

    @property
    def has_body(self) -> bool:
        """True for requests that cost work: they are counted."""
        return self.body is not None or self.takes_file

    @property
    def statuses(self) -> list[int]:
        """All statuses of failure."""
        found = {403, *self.failures}
        found |= {401, 408, 503, 504, 507} if self.path != "/health" else set()
        names = getattr(self.body, "model_fields", {}).keys()
        found |= {404} if self.parts or names & {"model", "models"} else set()
        found |= {400} if self.has_body or self.query.model_fields else set()
        return sorted(found | ({413, 415} if self.has_body else set()))


def openapi(table: Sequence[Endpoint], options: ServeOptions) -> dict[str, Any]:
    """Return the OpenAPI document of a table of requests."""
    paths: dict[str, Any] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.verb.lower()] = _describe_operation(one)
    schemas = components([one.body for one in table if one.body is not None])
    about = "Main text and fields of web pages. Failures are JSON: error, message, hint."
    info = {"title": "maintext", "version": __version__, "description": about}
    document: dict[str, Any] = {"openapi": "3.1.0", "info": info, "paths": paths}
    document["components"] = {"schemas": schemas}
    if options.token:
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
    return document


def _describe_operation(one: Endpoint) -> dict[str, Any]:
    is_file = one.answer == "file" or "/" in one.answer
    media_type = "*/*" if one.answer == "file" else one.answer
    answer = {media_type: _FILE_SCHEMA} if is_file else _json_content(one.answer)
    responses = {str(one.status): {"description": "Done.", "content": answer}}
    for status in one.statuses:
        phrase, failure = HTTPStatus(status).phrase, _json_content("Failure")
        responses[str(status)] = {"description": phrase, "content": failure}
    name = f"{one.verb.lower()}{re.sub('[{}]', '', one.path).replace('/', '_')}"
    operation: dict[str, Any] = {"operationId": name, "summary": one.summary, "responses": responses}
    of_path = _describe_parameters("path", PathParts, one.parts)
    if parameters := [*of_path, *_describe_parameters("query", one.query)]:
        operation["parameters"] = parameters
    if one.has_body:
        content = _json_content(one.body.__name__) if one.body else {PAGE_TYPES[-1]: _FILE_SCHEMA}
        content |= dict.fromkeys(PAGE_TYPES if one.takes_page else (), _FILE_SCHEMA)
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _describe_parameters(place: str, model: type[Shape], names: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the parameters of a query, or the named ones of a path."""
    schema = model.model_json_schema()
    found = []
    for name, part in schema["properties"].items():
        if place == "query" or name in names:
            text: dict[str, Any] = {"description": part.pop("description")} if "description" in part else {}
            is_required = place == "path" or name in schema.get("required", ())
            text |= {"explode": False} if part.get("type") == "array" else {}  # one text with commas
            found.append({"name": name, "in": place, "required": is_required, "schema": part, **text})
    return found


def _json_content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
