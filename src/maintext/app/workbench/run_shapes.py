"""What requests and answers about runs, recipes and corpora look like, as JSON Schema 2020-12."""

from __future__ import annotations

from typing import Any

from maintext.app.workbench.data import NAME
from maintext.app.workbench.runs.export import EXPORTS
from maintext.app.workbench.runs.folder import OVER
from maintext.app.workbench.runs.records import FACETS
from maintext.app.workbench.shape_parts import (
    COUNT,
    EXTRACTION,
    ONE_PAGE,
    PAGE,
    SHARE,
    TEXT,
    URL,
    Shape,
    object_of,
)
from maintext.classify.methods.catalogue import METHODS
from maintext.classify.model.kind import KINDS
from maintext.crawl.options import SCOPES

__all__ = [
    "COMPONENTS",
    "EXPORT_QUERY",
    "ID",
    "NAME_SHAPE",
    "NUMBER",
    "RECORDS_QUERY",
    "UPLOAD_QUERY",
    "batch_run",
    "crawl_run",
    "evaluate_run",
    "gold_request",
    "items_request",
    "recipe_request",
    "recipe_run",
    "save_request",
    "stop_request",
    "train_run",
    "try_request",
]

_MOST = 1_000_000
ID: Shape = {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "Id of the run."}
NUMBER: Shape = {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "Number of the record."}
NAME_SHAPE: Shape = {"type": "string", "pattern": NAME, "description": "A name that may be one of a file."}
_TOML: Shape = {"type": "string", "maxLength": 400_000, "description": "A recipe as TOML."}
_WRAPPER: Shape = {"type": "string", "maxLength": 200_000, "description": "A wrapper as TOML."}
_DAY: Shape = {"type": "string", "pattern": r"^(?:\d{4}-\d{2}-\d{2})?$"}
_LIMITS: Shape = {
    "title": {"type": "string", "maxLength": 200, "description": "What the run is called."},
    "max_pages": {"type": "integer", "minimum": 1, "maximum": _MOST, "description": "Pages at most."},
    "max_minutes": {"type": "number", "minimum": 0.01, "maximum": 100_000, "description": "Time at most."},
}


def _texts(most: int, **item: Any) -> Shape:
    return {"type": "array", "items": {"type": "string", **item}, "maxItems": most}


# -- requests -----------------------------------------------------------------------------------------

recipe_run: Shape = object_of(_LIMITS, {"recipe": _TOML}, required=("recipe",))

crawl_run: Shape = object_of(
    _LIMITS,
    {
        "urls": {"type": "array", "items": URL, "minItems": 1, "maxItems": 50},
        "wrapper": _WRAPPER,
        "options": object_of({
            "scope": {"type": "string", "enum": list(SCOPES)},
            "include": _texts(50, maxLength=500), "exclude": _texts(50, maxLength=500),
            "max_depth": {"type": "integer", "minimum": -1, "maximum": 1000},
            "since": _DAY, "until": _DAY, "languages": _texts(20, maxLength=20),
            "kinds": _texts(len(KINDS), enum=list(KINDS)),
            "robots": {"type": "boolean"}, "sitemaps": {"type": "boolean"}, "feeds": {"type": "boolean"},
            "delay_s": {"type": "number", "minimum": 0, "maximum": 600},
        }),
    },
    required=("urls",),
)  # fmt: skip

_FILES_OR_FOLDER: Shape = {
    "anyOf": [{"required": ["uploads"]}, {"required": ["folder"]}],
    "not": {"required": ["uploads", "folder"]},
}
batch_run: Shape = object_of(
    _LIMITS,
    {
        "uploads": {**_texts(10_000, pattern=ID["pattern"]), "minItems": 1, "description": "Ids of files."},
        "folder": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "Number, see /api/runs."},
    },
    {name: EXTRACTION[name] for name in ("method", "method_options")},
    **_FILES_OR_FOLDER,
)

_CORPUS: Shape = {
    "corpus": {"type": "string", "maxLength": 20, "description": "Id, see /api/corpora."},
    "sets": {**_texts(1000, maxLength=200), "description": "Names of sets; all by default."},
    "limit": {"type": "integer", "minimum": 0, "maximum": _MOST, "description": "Pages of a set; 0 for all."},
}
evaluate_run: Shape = object_of(
    {name: _LIMITS[name] for name in ("title", "max_minutes")},
    _CORPUS,
    {
        "methods": {**_texts(len(METHODS), enum=list(METHODS)), "minItems": 1},
        "models": {**_texts(20, pattern=ID["pattern"]), "description": "Ids of trainings, as systems."},
    },
    required=("corpus", "methods"),
)
train_run: Shape = object_of(
    {name: _LIMITS[name] for name in ("title", "max_minutes")},
    _CORPUS,
    {"n_trees": {"type": "integer", "minimum": 1, "maximum": 2000}},
    required=("corpus",),
)
stop_request: Shape = object_of({})

items_request: Shape = object_of(
    PAGE,
    {"row": {"type": "integer", "minimum": 0, "maximum": _MOST, "description": "Row that was clicked."}},
    **ONE_PAGE,
)
recipe_request: Shape = object_of(
    {
        "start": URL,
        "region": {"type": "string", "maxLength": 4000, "description": "Place of the list, see /api/items."},
        "wrapper": {**_WRAPPER, "description": "Rules of the entries; learned from some without them."},
        "site": {"type": "string", "maxLength": 200},
        "n_examples": {"type": "integer", "minimum": 1, "maximum": 10, "default": 3},
        "max_pages": {"type": "integer", "minimum": 1, "maximum": _MOST},
        "max_items": {"type": "integer", "minimum": 1, "maximum": _MOST},
        "delay_s": {"type": "number", "minimum": 0, "maximum": 600},
    },
    required=("start",),
)
try_request: Shape = object_of(
    {"recipe": _TOML, "n": {"type": "integer", "minimum": 1, "maximum": 10, "default": 5}},
    required=("recipe",),
)
save_request: Shape = object_of(
    {
        "name": NAME_SHAPE,
        "recipe": _TOML,
        "overwrite": {"type": "boolean", "default": False, "description": "Replace another one so called."},
    },
    required=("name", "recipe"),
)
gold_request: Shape = object_of(
    PAGE,
    {
        "set": NAME_SHAPE,
        "gold": {"type": "string", "description": "The text a person would keep; may be empty."},
        "lang": {"type": "string", "maxLength": 20, "description": "Language code; found out without it."},
        "page_type": {"type": "string", "maxLength": 40},
    },
    required=("set", "gold"),
    **ONE_PAGE,
)

RECORDS_QUERY: Shape = {
    "start": {"type": "integer", "minimum": 0, "maximum": 2**53, "default": 0},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100},
    "text": {"type": "string", "maxLength": 500, "description": "What title, address, author or text hold."},
    "sort": {"type": "string", "maxLength": 200, "description": "Column to sort by."},
    "order": {"type": "string", "enum": ["up", "down"], "default": "up"},
    **{name: {"type": "string", "maxLength": 500, "description": f"Value of the column {name}."}
       for name in FACETS},
}  # fmt: skip
EXPORT_QUERY: Shape = {"format": {"type": "string", "enum": list(EXPORTS), "default": "csv"}}
UPLOAD_QUERY: Shape = {"name": {"type": "string", "minLength": 1, "maxLength": 300, "required": True}}


# -- answers ------------------------------------------------------------------------------------------

_MAYBE: Shape = {"type": ["string", "null"]}
_RUN: Shape = object_of(
    dict.fromkeys(("id", "kind", "title", "created", "now", "message"), TEXT),
    {
        "status": {"enum": ["waiting", "running", "stopping", *OVER]},
        "n_done": COUNT,
        "n_total": {"type": ["integer", "null"]},
        "share": {"type": ["number", "null"]},
        "counts": {"type": "object", "additionalProperties": {"type": "number"}},
        "seconds": {"type": "number"},
        "has_report": {"type": "boolean"},
        "has_model": {"type": "boolean"},
    },
    required=(
        "id", "kind", "title", "created", "status", "n_done", "n_total", "share", "counts", "seconds", "now",
        "message", "has_report", "has_model",
    ),
)  # fmt: skip
_RUN_REF: Shape = {"$ref": "#/components/schemas/Run"}

COMPONENTS: Shape = {
    "Run": _RUN,
    "Runs": object_of(
        {"runs": {"type": "array", "items": _RUN_REF}, "folders": {"type": "array", "items": TEXT},
         "missing_extras": {
             "type": "object", "additionalProperties": TEXT,
             "description": "Kinds of file that cannot be written here, and how to install what is missing.",
         }},
        required=("runs", "folders", "missing_extras"),
    ),
    "Table": object_of(
        {
            "columns": {"type": "array", "items": TEXT},
            "n_records": COUNT,
            "n_found": COUNT,
            "rows": {
                "type": "array",
                "items": object_of({"n": COUNT, "values": {"type": "array"}}, required=("n", "values")),
            },
            "facets": {"type": "object", "additionalProperties": {"type": "object"}},
        },
        required=("columns", "n_records", "n_found", "rows", "facets"),
    ),
    "Record": object_of({"record": {"type": "object"}}, required=("record",)),
    "Upload": object_of({"id": TEXT, "name": TEXT, "n_bytes": COUNT}, required=("id", "name", "n_bytes")),
    "Board": object_of({"groups": {"type": "array", "items": {"type": "object"}}}, required=("groups",)),
    "Scored": object_of(
        {
            "url": _MAYBE, "title": _MAYBE, "gold": _MAYBE, "text": TEXT, "html": TEXT, "system": TEXT,
            "with": {"type": "array", "items": TEXT}, "without": {"type": "array", "items": TEXT},
            "difference": {
                "type": "array",
                "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2},
                "description": "Pieces: same, gold (only there) or found (only there), and the text.",
            },
        },
        required=("url", "title", "gold", "text", "html", "system", "with", "without", "difference"),
    ),
    "Listed": object_of(
        {
            "region": TEXT, "reason": TEXT, "next_url": TEXT,
            "records": {"type": "array", "items": {"type": "array", "items": COUNT}},
            "items": {"type": "array", "items": {"type": "object"}},
        },
        required=("region", "reason", "next_url", "records", "items"),
    ),
    "Recipe": object_of(
        {
            "recipe": TEXT, "notes": {"type": "array", "items": TEXT}, "n_items": COUNT,
            "has_next": {"type": "boolean"},
            "n_examples": {**COUNT, "description": "Pages that the rules come from; 0 for no rules."},
            "f1": {**SHARE, "description": "Of the rules' text with the default method's."},
        },
        required=("recipe", "notes", "n_items", "has_next", "n_examples", "f1"),
    ),
    "Tried": object_of(
        {
            "fields": {"type": "array", "items": TEXT, "description": "All that the rules name."},
            "records": {"type": "array", "items": {"type": "object"}},
        },
        required=("fields", "records"),
    ),
    "Recipes": object_of(
        {
            "recipes": {
                "type": "array",
                "items": object_of({"name": TEXT, "recipe": TEXT}, required=("name", "recipe")),
            }
        },
        required=("recipes",),
    ),
    "Corpora": object_of(
        {
            "corpora": {
                "type": "array",
                "items": object_of(
                    {"id": TEXT, "name": TEXT, "sets": {"type": "array", "items": TEXT}},
                    required=("id", "name", "sets"),
                ),
            }
        },
        required=("corpora",),
    ),
    "Marked": object_of({"id": TEXT, "set": TEXT, "n_pages": COUNT}, required=("id", "set", "n_pages")),
}  # fmt: skip
"""Answers by name."""
