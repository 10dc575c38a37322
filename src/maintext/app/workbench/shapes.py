"""What requests and answers look like, as JSON Schema 2020-12.

Requests are checked against these very values (:mod:`maintext.app.workbench.check`), and ``/openapi.json``
shows them. Answers are described here and checked in the tests.
"""

from __future__ import annotations

import json
from importlib import resources

from maintext.app.workbench import run_shapes
from maintext.app.workbench.shape_parts import (
    COUNT,
    EXTRACTION,
    ONE_PAGE,
    PAGE,
    SHARE,
    TEXT,
    Shape,
    object_of,
)
from maintext.app.workbench.tasks import FORMATS
from maintext.classify.methods.catalogue import METHODS

__all__ = ["COMPONENTS", "apply_request", "batch_request", "compare_request", "page_request", "teach_request"]

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


page_request: Shape = object_of(PAGE, EXTRACTION, _FORMATS, **ONE_PAGE)

compare_request: Shape = object_of(
    PAGE,
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
    **ONE_PAGE,
)


def batch_request(max_items: int) -> Shape:
    """Return the shape of a batch of at most so many pages."""
    items = {
        "type": "array",
        "items": object_of(PAGE, _KEY, **ONE_PAGE),
        "minItems": 1,
        "maxItems": max_items,
    }
    return object_of({"items": items}, EXTRACTION, _FORMATS, required=("items",))


teach_request: Shape = object_of(
    {
        "pages": {
            "type": "array",
            "items": object_of(PAGE, _CLICKS, **ONE_PAGE),
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

apply_request: Shape = object_of(
    PAGE,
    {"wrapper": {"type": "string", "maxLength": 200_000, "description": "A wrapper as TOML."}},
    required=("wrapper",),
    **ONE_PAGE,
)


# -- answers ------------------------------------------------------------------------------------------


def _document() -> Shape:
    schema: Shape = json.loads(
        (resources.files("maintext.app.workbench") / "document.schema.json").read_text("utf-8")
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


_VIEW: Shape = {
    "type": "object",
    "description": "A safe copy of the page and lists with a value for each mark in it.",
    "properties": {"frame": TEXT, "n_marks": COUNT},
    "required": ["frame", "n_marks"],
}


def _ref(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


_DOCUMENT = _document()

COMPONENTS: Shape = {
    "Document": _DOCUMENT,
    "Extracted": _some_forms(_DOCUMENT),
    "Looked": object_of(
        {
            "document": _ref("Document"),
            "view": _VIEW,
            "needs_drawing": {"type": "boolean", "description": "Scripts seem to fill the page: see draw."},
        },
        required=("document", "view", "needs_drawing"),
    ),
    "Comparison": object_of(
        {
            "url": {"type": ["string", "null"]},
            "n_rows": COUNT,
            "n_visible_chars": COUNT,
            "methods": {
                "type": "array",
                "items": object_of(
                    {
                        "method": TEXT,
                        "n_chars": COUNT,
                        "share": SHARE,
                        "cpu_ms": {"type": "number", "minimum": 0},
                        "text": TEXT,
                        "precision": SHARE,
                        "recall": SHARE,
                        "f1": SHARE,
                    },
                    required=("method", "n_chars", "share", "cpu_ms", "text"),
                ),
            },
            "agreement": {"type": "array", "items": {"type": "array", "items": SHARE}},
            "view": _VIEW,
        },
        required=("url", "n_rows", "n_visible_chars", "methods", "agreement"),
    ),
    "Methods": object_of(
        {
            "methods": {
                "type": "array",
                "items": object_of(
                    dict.fromkeys(("id", "title", "title_zh", "source", "idea"), TEXT),
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
    "Job": object_of(
        {
            "id": TEXT,
            "status": {"enum": ["waiting", "running", "done", "cancelled"]},
            "n_items": COUNT,
            "n_done": COUNT,
            "outcomes": {"type": "object", "additionalProperties": COUNT},
        },
        required=("id", "status", "n_items", "n_done", "outcomes"),
    ),
    "Records": object_of(
        {
            "records": {
                "type": "array",
                "items": object_of(
                    {
                        "index": COUNT,
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
    "Wrapped": object_of(
        {
            "drift": {"type": "array", "items": TEXT, "description": "Why the page does not fit."},
            "fields": {"type": "object"},
            "document": _ref("Document"),
        },
        required=("drift", "fields", "document"),
    ),
    "Taught": object_of(
        {
            "wrapper": {"type": "string", "description": "The rules as TOML."},
            "f1": SHARE,
            "not_learned": {
                "type": "array",
                "items": TEXT,
                "description": "Clicked fields that got no rule.",
            },
            "results": {"type": "array", "items": _ref("Wrapped")},
        },
        required=("wrapper", "f1", "not_learned", "results"),
    ),
    "Health": object_of(
        {"status": {"enum": ["ok"]}, "version": TEXT, "n_open": COUNT, "can_draw": {"type": "boolean"}},
        required=("status", "version", "n_open", "can_draw"),
    ),
    "Failure": object_of(
        {"error": TEXT, "message": TEXT, "hint": TEXT}, required=("error", "message", "hint")
    ),
    **run_shapes.COMPONENTS,
}
"""Answers by name."""
