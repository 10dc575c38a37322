"""The table of requests as an OpenAPI 3.1 document."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from maintext import __version__
from maintext.app.workbench.endpoint import PAGE_TYPES
from maintext.app.workbench.shapes import COMPONENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.app.workbench.endpoint import Endpoint
    from maintext.app.workbench.settings import ServeOptions

__all__ = ["openapi"]


def openapi(table: Iterable[Endpoint], options: ServeOptions) -> dict[str, Any]:
    """Return the document for a table of requests."""
    paths: dict[str, Any] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.verb.lower()] = _operation(one)
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


def _operation(one: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": f"{one.verb.lower()}{one.path.replace('/', '_').replace('{', '').replace('}', '')}",
        "summary": one.summary,
        "responses": {
            str(one.status): _answer("Done.", one.answer),
            **{str(status): _answer(HTTPStatus(status).phrase, "Failure") for status in one.statuses},
        },
    }
    parameters = [_parameter("path", name, shape) for name, shape in one.parts.items()]
    parameters += [_parameter("query", name, shape) for name, shape in one.query.items()]
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


def _parameter(place: str, name: str, shape: dict[str, Any]) -> dict[str, Any]:
    schema = {key: value for key, value in shape.items() if key not in {"description", "required"}}
    text = {"description": shape["description"]} if "description" in shape else {}
    is_required = place == "path" or shape.get("required") is True
    return {"name": name, "in": place, "required": is_required, "schema": schema, **text}


def _answer(text: str, name: str) -> dict[str, Any]:
    if name == "file" or "/" in name:
        kind = "*/*" if name == "file" else name
        return {"description": text, "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}
    return {
        "description": text,
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}},
    }
