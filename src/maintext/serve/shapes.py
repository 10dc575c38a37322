"""What requests and answers look like, as JSON Schema 2020-12.

Requests are checked against these very values (:mod:`maintext.serve.check`), and ``/openapi.json`` shows
them. Answers are described here and checked in the tests.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from maintext.methods import METHODS
from maintext.options import DEFAULT_METHOD
from maintext.serve.tasks import FORMATS

__all__ = ["COMPONENTS", "apply_request", "batch_request", "compare_request", "page_request", "teach_request"]

Shape = dict[str, Any]

_MAX_URL_CHARACTERS = 4096
_LARGEST = 1_000_000  # of a number among the options of a method: no window is wider than a page
_BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"

_PAGE: Shape = {
    "html": {"type": "string", "description": "The page as text."},
    "file": {
        "type": "string",
        "pattern": _BASE64,
        "contentEncoding": "base64",
        "description": "The page as bytes, in Base64; its encoding is found out.",
    },
    "url": {
        "type": "string",
        "pattern": "^https?://[^\\s/]",
        "maxLength": _MAX_URL_CHARACTERS,
        "description": "Address to fetch; beside html or file the address that the page came from.",
    },
    "encoding": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_:.-]{1,40}$",
        "description": "Encoding of the bytes, where you know better than the page.",
    },
}
_ONE_PAGE: Shape = {
    "anyOf": [{"required": ["html"]}, {"required": ["file"]}, {"required": ["url"]}],
    "not": {"required": ["html", "file"]},
}
_EXTRACTION: Shape = {
    "method": {"type": "string", "enum": list(METHODS), "default": DEFAULT_METHOD},
    "method_options": {
        "type": "object",
        "description": "Options of the method to change, see /api/methods.",
        "additionalProperties": {
            "type": ["number", "boolean", "string"],
            "minimum": -_LARGEST,
            "maximum": _LARGEST,
            "maxLength": 40,
        },
    },
    "links": {"type": "boolean", "default": True, "description": "Keep link targets."},
    "images": {"type": "boolean", "default": True, "description": "Keep images."},
    "tables": {"type": "boolean", "default": True, "description": "Keep tables as tables."},
}
_FORMATS: Shape = {
    "formats": {
        "type": "array",
        "items": {"type": "string", "enum": list(FORMATS)},
        "maxItems": len(FORMATS),
        "description": "Forms of the main text to answer with; text, markdown and html by default.",
    }
}
_KEY: Shape = {"key": {"type": "string", "maxLength": 200, "description": "Comes back with the record."}}
_CLICKS: Shape = {
    "clicks": {
        "type": "object",
        "description": "Field to the rows of the elements that hold it; body for the main text.",
        "additionalProperties": {
            "type": "array",
            "items": {"type": ["integer", "string"], "minimum": 0, "maximum": 1_000_000, "maxLength": 2000},
            "minItems": 1,
            "maxItems": 100,
        },
    }
}


def _object(*parts: Shape, required: tuple[str, ...] = (), **more: Any) -> Shape:
    properties = {name: shape for part in parts for name, shape in part.items()}
    shape: Shape = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return shape | ({"required": list(required)} if required else {})


page_request: Shape = _object(_PAGE, _EXTRACTION, _FORMATS, **_ONE_PAGE)

compare_request: Shape = _object(
    _PAGE,
    {
        "methods": {
            "type": "array",
            "items": {"type": "string", "enum": list(METHODS)},
            "minItems": 1,
            "maxItems": len(METHODS),
            "description": "Ids of methods; all by default.",
        },
        "gold": {"type": "string", "description": "The text a person would keep, for scores."},
        "view": {"type": "boolean", "default": False, "description": "Answer with marks and curves as well."},
    },
    **_ONE_PAGE,
)


def batch_request(max_items: int) -> Shape:
    """Return the shape of a batch of at most so many pages."""
    items = {
        "type": "array",
        "items": _object(_PAGE, _KEY, **_ONE_PAGE),
        "minItems": 1,
        "maxItems": max_items,
    }
    return _object({"items": items}, _EXTRACTION, _FORMATS, required=("items",))


teach_request: Shape = _object(
    {
        "pages": {
            "type": "array",
            "items": _object(_PAGE, _CLICKS, **_ONE_PAGE),
            "minItems": 1,
            "maxItems": 5,
        },
        "site": {
            "type": "string",
            "maxLength": 200,
            "description": "Name of the site, written into the file.",
        },
        "default_fields": {
            "type": "boolean",
            "default": True,
            "description": "Learn fields that nobody clicked from what is found anyway.",
        },
    },
    required=("pages",),
)

apply_request: Shape = _object(
    _PAGE,
    {"wrapper": {"type": "string", "maxLength": 200_000, "description": "A wrapper as TOML."}},
    required=("wrapper",),
    **_ONE_PAGE,
)


# -- answers ------------------------------------------------------------------------------------------


def _document() -> Shape:
    schema: Shape = json.loads(
        (resources.files("maintext.serve") / "document.schema.json").read_text("utf-8")
    )
    # References of the file are to itself; here it is a part of another one.
    moved = json.loads(json.dumps(schema).replace('"#/$defs/', '"#/components/schemas/Document/$defs/'))
    return {key: value for key, value in moved.items() if key not in {"$schema", "$id"}}


def _some_forms(document: Shape) -> Shape:
    forms = [name for name in document["required"] if name not in FORMATS]
    tei = {"tei": {"type": "string", "description": "Main content and fields as TEI (XML)."}}
    properties = document["properties"] | tei
    return {
        **{k: v for k, v in document.items() if k != "$defs"},
        "properties": properties,
        "required": forms,
    }


_SHARE: Shape = {"type": "number", "minimum": 0, "maximum": 1}
_COUNT: Shape = {"type": "integer", "minimum": 0}
_TEXT: Shape = {"type": "string"}
_VIEW: Shape = {
    "type": "object",
    "description": "A safe copy of the page and lists with a value for each mark in it.",
    "properties": {"frame": _TEXT, "n_marks": _COUNT},
    "required": ["frame", "n_marks"],
}


def _ref(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


_DOCUMENT = _document()

COMPONENTS: Shape = {
    "Document": _DOCUMENT,
    "Extracted": _some_forms(_DOCUMENT),
    "Looked": _object({"document": _ref("Document"), "view": _VIEW}, required=("document", "view")),
    "Comparison": _object(
        {
            "url": {"type": ["string", "null"]},
            "n_rows": _COUNT,
            "n_visible_chars": _COUNT,
            "methods": {
                "type": "array",
                "items": _object(
                    {
                        "method": _TEXT,
                        "n_chars": _COUNT,
                        "share": _SHARE,
                        "cpu_ms": {"type": "number", "minimum": 0},
                        "text": _TEXT,
                        "precision": _SHARE,
                        "recall": _SHARE,
                        "f1": _SHARE,
                    },
                    required=("method", "n_chars", "share", "cpu_ms", "text"),
                ),
            },
            "agreement": {"type": "array", "items": {"type": "array", "items": _SHARE}},
            "view": _VIEW,
        },
        required=("url", "n_rows", "n_visible_chars", "methods", "agreement"),
    ),
    "Methods": _object(
        {
            "methods": {
                "type": "array",
                "items": _object(
                    dict.fromkeys(("id", "title", "title_zh", "source", "idea"), _TEXT),
                    {
                        "default": {"type": "boolean"},
                        "options": {"type": "array", "items": {"type": "object"}},
                        "figures": {"type": ["object", "null"]},
                    },
                    required=("id", "title", "title_zh", "source", "idea", "default", "options", "figures"),
                ),
            }
        },
        required=("methods",),
    ),
    "Job": _object(
        {
            "id": _TEXT,
            "status": {"enum": ["waiting", "running", "done", "cancelled"]},
            "n_items": _COUNT,
            "n_done": _COUNT,
            "outcomes": {"type": "object", "additionalProperties": _COUNT},
        },
        required=("id", "status", "n_items", "n_done", "outcomes"),
    ),
    "Records": _object(
        {
            "records": {
                "type": "array",
                "items": _object(
                    {
                        "index": _COUNT,
                        "key": {"type": ["string", "null"]},
                        "document": {"anyOf": [_ref("Extracted"), {"type": "null"}]},
                        "error": {"anyOf": [_ref("Failure"), {"type": "null"}]},
                    },
                    required=("index", "key", "document", "error"),
                ),
            }
        },
        required=("records",),
    ),
    "Wrapped": _object(
        {
            "drift": {"type": "array", "items": _TEXT, "description": "Why the page does not fit."},
            "fields": {"type": "object"},
            "document": _ref("Document"),
        },
        required=("drift", "fields", "document"),
    ),
    "Taught": _object(
        {
            "wrapper": {"type": "string", "description": "The rules as TOML."},
            "f1": _SHARE,
            "results": {"type": "array", "items": _ref("Wrapped")},
        },
        required=("wrapper", "f1", "results"),
    ),
    "Health": _object(
        {"status": {"enum": ["ok"]}, "version": _TEXT, "n_open": _COUNT},
        required=("status", "version", "n_open"),
    ),
    "Failure": _object(
        {"error": _TEXT, "message": _TEXT, "hint": _TEXT}, required=("error", "message", "hint")
    ),
}
"""Answers by name."""
