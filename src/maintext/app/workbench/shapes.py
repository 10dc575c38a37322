"""Describe requests and answers as JSON Schema 2020-12.

Requests are checked against these very values (:mod:`maintext.app.workbench.check`), and ``/openapi.json``
shows them. The tests check answers against theirs.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

from maintext.app.workbench.data import NAME
from maintext.app.workbench.runs.folder import OVER
from maintext.app.workbench.runs.records import EXPORTS, FACETS
from maintext.app.workbench.tasks import FORMATS
from maintext.classify.methods.catalogue import METHODS
from maintext.classify.model.kind import KINDS
from maintext.crawl.options import SCOPES
from maintext.options import DEFAULT_METHOD

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "COMPONENTS",
    "EXPORT_QUERY",
    "ID",
    "NAME_SHAPE",
    "NUMBER",
    "RECORDS_QUERY",
    "UPLOAD_QUERY",
    "Shape",
    "apply_request",
    "batch_request",
    "batch_run",
    "compare_request",
    "crawl_run",
    "evaluate_run",
    "gold_request",
    "integer",
    "items_request",
    "object_of",
    "page_request",
    "recipe_request",
    "recipe_run",
    "save_request",
    "stop_request",
    "teach_request",
    "train_run",
    "try_request",
]

Shape = dict[str, Any]

_MAX_COUNT = 1_000_000
_MAX_OPTION = 1_000_000  # of a number among the options of a method: no window is wider than a page
_MAX_NUMBER = 2**53
_BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"


# -- building blocks ----------------------------------------------------------------------------------


def object_of(*parts: Shape, required: tuple[str, ...] = (), **more: Any) -> Shape:
    """Return the shape of an object that has these keys and no others."""
    properties = {name: shape for part in parts for name, shape in part.items()}
    shape: Shape = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return shape | ({"required": list(required)} if required else {})


def integer(minimum: int, maximum: int, **more: Any) -> Shape:
    """Return the shape of an integer within bounds."""
    return {"type": "integer", "minimum": minimum, "maximum": maximum, **more}


def _full_object(**properties: Shape) -> Shape:
    """Return the shape of an object that has exactly these keys."""
    return object_of(properties, required=tuple(properties))


def _text_of(max_length: int, **more: Any) -> Shape:
    return {"type": "string", "maxLength": max_length, **more}


def _choice_of(values: Iterable[str]) -> Shape:
    return {"type": "string", "enum": list(values)}


def _flag_schema(default: bool, description: str) -> Shape:
    return {"type": "boolean", "default": default, "description": description}


def _array_of(items: Shape, **more: Any) -> Shape:
    return {"type": "array", "items": items, **more}


def _map_of(values: Shape, **more: Any) -> Shape:
    return {"type": "object", "additionalProperties": values, **more}


def _reference_to(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


_TEXT: Shape = {"type": "string"}
_FLAG: Shape = {"type": "boolean"}
_OBJECT: Shape = {"type": "object"}
_COUNT: Shape = {"type": "integer", "minimum": 0}
_SHARE: Shape = {"type": "number", "minimum": 0, "maximum": 1}
_TEXT_OR_NULL: Shape = {"type": ["string", "null"]}
_TEXTS = _array_of(_TEXT)

ID: Shape = {"type": "string", "pattern": "^[0-9a-f]{32}$", "description": "Id of the run."}
NUMBER: Shape = integer(0, _MAX_NUMBER, description="Number of the record.")
NAME_SHAPE: Shape = {"type": "string", "pattern": NAME, "description": "A name that may be one of a file."}
_URL: Shape = {"type": "string", "pattern": "^https?://[^\\s/]", "maxLength": 4096}
_RECIPE = _text_of(400_000, description="A recipe as TOML.")
_WRAPPER = _text_of(200_000, description="A wrapper as TOML.")
_DAY: Shape = {"type": "string", "pattern": r"^(?:\d{4}-\d{2}-\d{2})?$"}
_DELAY: Shape = {"type": "number", "minimum": 0, "maximum": 600}


# -- requests about pages -----------------------------------------------------------------------------

_PAGE: Shape = {
    "html": {"type": "string", "description": "The page as text."},
    "file": {
        "type": "string", "pattern": _BASE64, "contentEncoding": "base64",
        "description": "The page as bytes, in Base64; its encoding is found out.",
    },
    "url": {
        **_URL, "description": "Address to fetch; beside html or file the address that the page came from.",
    },
    "draw": _flag_schema(
        False, "Draw the page of an address in the server's browser, for pages that scripts fill.",
    ),
    "encoding": {
        "type": "string", "pattern": "^[A-Za-z0-9_:.-]{1,40}$",
        "description": "Encoding of the bytes, where you know better than the page.",
    },
}  # fmt: skip
_ONE_PAGE: Shape = {
    "anyOf": [{"required": ["html"]}, {"required": ["file"]}, {"required": ["url"]}],
    "not": {"required": ["html", "file"]},
}
_METHOD: Shape = {
    "method": {**_choice_of(METHODS), "default": DEFAULT_METHOD},
    "method_options": _map_of(
        {
            "type": ["number", "boolean", "string"],
            "minimum": -_MAX_OPTION,
            "maximum": _MAX_OPTION,
            "maxLength": 40,
        },
        description="Options of the method to change, see /api/methods.",
    ),
}
_EXTRACTION: Shape = _METHOD | {
    "links": _flag_schema(True, "Keep link targets."),
    "images": _flag_schema(True, "Keep images."),
    "tables": _flag_schema(True, "Keep tables as tables."),
    "formats": _array_of(
        _choice_of(FORMATS),
        maxItems=len(FORMATS),
        description="Forms of the main text to answer with; text, markdown and html by default.",
    ),
}

page_request: Shape = object_of(_PAGE, _EXTRACTION, **_ONE_PAGE)

compare_request: Shape = object_of(
    _PAGE,
    {
        "methods": _array_of(
            _choice_of(METHODS),
            minItems=1,
            maxItems=len(METHODS),
            description="Ids of methods; all by default.",
        ),
        "gold": {"type": "string", "description": "The text a person would keep, for scores."},
        "view": _flag_schema(False, "Answer with marks and curves as well."),
    },
    **_ONE_PAGE,
)


def batch_request(max_items: int) -> Shape:
    """Return the shape of a batch of at most ``max_items`` pages."""
    key = {"key": _text_of(200, description="Comes back with the record.")}
    items = _array_of(object_of(_PAGE, key, **_ONE_PAGE), minItems=1, maxItems=max_items)
    return object_of({"items": items}, _EXTRACTION, required=("items",))


_CLICKS: Shape = {
    "clicks": _map_of(
        _array_of(
            {"type": ["integer", "string"], "minimum": 0, "maximum": 1_000_000, "maxLength": 2000},
            minItems=1,
            maxItems=100,
        ),
        description="Field to the rows of the elements that hold it; body for the main text.",
    )
}
teach_request: Shape = object_of(
    {
        "pages": _array_of(object_of(_PAGE, _CLICKS, **_ONE_PAGE), minItems=1, maxItems=5),
        "site": _text_of(200, description="Name of the site, written into the file."),
        "default_fields": _flag_schema(True, "Learn fields that nobody clicked from what is found anyway."),
    },
    required=("pages",),
)
apply_request: Shape = object_of(_PAGE, {"wrapper": _WRAPPER}, required=("wrapper",), **_ONE_PAGE)

items_request: Shape = object_of(
    _PAGE, {"row": integer(0, _MAX_COUNT, description="Row that was clicked.")}, **_ONE_PAGE
)
recipe_request: Shape = object_of(
    {
        "start": _URL,
        "region": _text_of(4000, description="Place of the list, see /api/items."),
        "wrapper": {**_WRAPPER, "description": "Rules of the entries; learned from some without them."},
        "site": _text_of(200),
        "n_examples": integer(1, 10, default=3),
        "max_pages": integer(1, _MAX_COUNT),
        "max_items": integer(1, _MAX_COUNT),
        "delay_s": _DELAY,
    },
    required=("start",),
)
try_request: Shape = object_of({"recipe": _RECIPE, "n": integer(1, 10, default=5)}, required=("recipe",))
save_request: Shape = object_of(
    {
        "name": NAME_SHAPE,
        "recipe": _RECIPE,
        "overwrite": _flag_schema(False, "Replace another one so called."),
    },
    required=("name", "recipe"),
)
gold_request: Shape = object_of(
    _PAGE,
    {
        "set": NAME_SHAPE,
        "gold": {"type": "string", "description": "The text a person would keep; may be empty."},
        "lang": _text_of(20, description="Language code; found out without it."),
        "page_type": _text_of(40),
    },
    required=("set", "gold"),
    **_ONE_PAGE,
)


# -- requests about runs ------------------------------------------------------------------------------

_TITLE: Shape = {"title": _text_of(200, description="What the run is called.")}
_MINUTES: Shape = {
    "max_minutes": {"type": "number", "minimum": 0.01, "maximum": 100_000, "description": "Time at most."}
}
_LIMITS = _TITLE | _MINUTES | {"max_pages": integer(1, _MAX_COUNT, description="Pages at most.")}
_RUN_ID: Shape = {"type": "string", "pattern": ID["pattern"]}

recipe_run: Shape = object_of(_LIMITS, {"recipe": _RECIPE}, required=("recipe",))

crawl_run: Shape = object_of(
    _LIMITS,
    {
        "urls": _array_of(_URL, minItems=1, maxItems=50),
        "wrapper": _WRAPPER,
        "options": object_of(
            dict.fromkeys(("include", "exclude"), _array_of(_text_of(500), maxItems=50)),
            dict.fromkeys(("since", "until"), _DAY),
            dict.fromkeys(("robots", "sitemaps", "feeds"), _FLAG),
            {
                "scope": _choice_of(SCOPES),
                "max_depth": integer(-1, 1000),
                "languages": _array_of(_text_of(20), maxItems=20),
                "kinds": _array_of(_choice_of(KINDS), maxItems=len(KINDS)),
                "delay_s": _DELAY,
            },
        ),
    },
    required=("urls",),
)
batch_run: Shape = object_of(
    _LIMITS,
    {
        "uploads": _array_of(_RUN_ID, maxItems=10_000, minItems=1, description="Ids of files."),
        "folder": integer(0, 1000, description="Number, see /api/runs."),
    },
    _METHOD,
) | {
    "anyOf": [{"required": ["uploads"]}, {"required": ["folder"]}],
    "not": {"required": ["uploads", "folder"]},
}
_CORPUS: Shape = {
    "corpus": _text_of(20, description="Id, see /api/corpora."),
    "sets": _array_of(_text_of(200), maxItems=1000, description="Names of sets; all by default."),
    "limit": integer(0, _MAX_COUNT, description="Pages of a set; 0 for all."),
}
evaluate_run: Shape = object_of(
    _TITLE,
    _MINUTES,
    _CORPUS,
    {
        "methods": _array_of(_choice_of(METHODS), maxItems=len(METHODS), minItems=1),
        "models": _array_of(_RUN_ID, maxItems=20, description="Ids of trainings, as systems."),
    },
    required=("corpus", "methods"),
)
train_run: Shape = object_of(_TITLE, _MINUTES, _CORPUS, {"n_trees": integer(1, 2000)}, required=("corpus",))
stop_request: Shape = object_of({})

RECORDS_QUERY: Shape = {
    "start": integer(0, _MAX_NUMBER, default=0),
    "limit": integer(1, 1000, default=100),
    "text": _text_of(500, description="What title, address, author or text hold."),
    "sort": _text_of(200, description="Column to sort by."),
    "order": {**_choice_of(("up", "down")), "default": "up"},
    **{name: _text_of(500, description=f"Value of the column {name}.") for name in FACETS},
}
EXPORT_QUERY: Shape = {"format": {**_choice_of(EXPORTS), "default": "csv"}}
UPLOAD_QUERY: Shape = {"name": _text_of(300, minLength=1, required=True)}


# -- answers ------------------------------------------------------------------------------------------


def _document_shape() -> Shape:
    text = (resources.files("maintext.app.workbench") / "document.schema.json").read_text("utf-8")
    # The file refers to itself; here it is a component of another document.
    schema: Shape = json.loads(text.replace('"#/$defs/', '"#/components/schemas/Document/$defs/'))
    return {key: value for key, value in schema.items() if key not in {"$schema", "$id"}}


def _extracted_shape(document: Shape) -> Shape:
    """Return the shape of a document of which a client chose the formats."""
    tei = {"tei": {"type": "string", "description": "Main content and fields as TEI (XML)."}}
    return {
        **{key: value for key, value in document.items() if key != "$defs"},
        "properties": document["properties"] | tei,
        "required": [name for name in document["required"] if name not in FORMATS],
    }


_VIEW = _full_object(frame=_TEXT, n_marks=_COUNT) | {
    "description": "A safe copy of the page and lists with a value for each mark in it."
}
del _VIEW["additionalProperties"]  # has a list for each kind of mark as well
_DOCUMENT = _document_shape()

COMPONENTS: Shape = {
    "Document": _DOCUMENT,
    "Extracted": _extracted_shape(_DOCUMENT),
    "Looked": _full_object(
        document=_reference_to("Document"), view=_VIEW,
        needs_drawing={**_FLAG, "description": "Scripts seem to fill the page: see draw."},
    ),
    "Comparison": object_of(
        {"url": _TEXT_OR_NULL, "n_rows": _COUNT, "n_visible_chars": _COUNT, "view": _VIEW},
        {"methods": _array_of(object_of(
            {"method": _TEXT, "n_chars": _COUNT, "share": _SHARE, "text": _TEXT},
            {"cpu_ms": {"type": "number", "minimum": 0}},
            dict.fromkeys(("precision", "recall", "f1"), _SHARE),
            required=("method", "n_chars", "share", "cpu_ms", "text"),
        ))},
        {"agreement": _array_of(_array_of(_SHARE))},
        required=("url", "n_rows", "n_visible_chars", "methods", "agreement"),
    ),
    "Methods": _full_object(methods=_array_of(_full_object(
        **dict.fromkeys(("id", "title", "title_zh", "source", "idea"), _TEXT),
        default=_FLAG, options=_array_of(_OBJECT), figures={"type": ["object", "null"]},
    ))),
    "Job": _full_object(
        id=_TEXT, status={"enum": ["waiting", "running", "done", "cancelled"]}, n_items=_COUNT,
        n_done=_COUNT, outcomes=_map_of(_COUNT),
    ),
    "Records": _full_object(records=_array_of(_full_object(
        index=_COUNT, key=_TEXT_OR_NULL,
        document={"anyOf": [_reference_to("Extracted"), {"type": "null"}]},
        error={"anyOf": [_reference_to("Failure"), {"type": "null"}]},
    ))),
    "Wrapped": _full_object(
        drift={**_TEXTS, "description": "Why the page does not fit."}, fields=_OBJECT,
        document=_reference_to("Document"),
    ),
    "Taught": _full_object(
        wrapper={"type": "string", "description": "The rules as TOML."}, f1=_SHARE,
        not_learned={**_TEXTS, "description": "Clicked fields that got no rule."},
        results=_array_of(_reference_to("Wrapped")),
    ),
    "Health": _full_object(status={"enum": ["ok"]}, version=_TEXT, n_open=_COUNT, can_draw=_FLAG),
    "Failure": _full_object(error=_TEXT, message=_TEXT, hint=_TEXT),
    "Run": _full_object(
        **dict.fromkeys(("id", "kind", "title", "created", "now", "message"), _TEXT),
        **dict.fromkeys(("has_report", "has_model"), _FLAG),
        status={"enum": ["waiting", "running", "stopping", *OVER]},
        n_done=_COUNT, n_total={"type": ["integer", "null"]}, share={"type": ["number", "null"]},
        counts=_map_of({"type": "number"}), seconds={"type": "number"},
    ),
    "Runs": _full_object(
        runs=_array_of(_reference_to("Run")), folders=_TEXTS,
        missing_extras=_map_of(
            _TEXT,
            description="Kinds of file that cannot be written here, and how to install what is missing.",
        ),
    ),
    "Table": _full_object(
        columns=_TEXTS, n_records=_COUNT, n_found=_COUNT,
        rows=_array_of(_full_object(n=_COUNT, values={"type": "array"})), facets=_map_of(_OBJECT),
    ),
    "Record": _full_object(record=_OBJECT),
    "Upload": _full_object(id=_TEXT, name=_TEXT, n_bytes=_COUNT),
    "Board": _full_object(groups=_array_of(_OBJECT)),
    "Scored": _full_object(
        **dict.fromkeys(("url", "title", "gold"), _TEXT_OR_NULL),
        **dict.fromkeys(("text", "html", "system"), _TEXT),
        **dict.fromkeys(("with", "without"), _TEXTS),
        difference=_array_of(
            {**_TEXTS, "minItems": 2, "maxItems": 2},
            description="Pieces: same, gold (only there) or found (only there), and the text.",
        ),
    ),
    "Listed": _full_object(
        **dict.fromkeys(("region", "reason", "next_url"), _TEXT),
        records=_array_of(_array_of(_COUNT)), items=_array_of(_OBJECT),
    ),
    "Recipe": _full_object(
        recipe=_TEXT, notes=_TEXTS, n_items=_COUNT, has_next=_FLAG,
        n_examples={**_COUNT, "description": "Pages that the rules come from; 0 for no rules."},
        f1={**_SHARE, "description": "Of the rules' text with the default method's."},
    ),
    "Tried": _full_object(
        fields={**_TEXTS, "description": "All that the rules name."}, records=_array_of(_OBJECT)
    ),
    "Recipes": _full_object(recipes=_array_of(_full_object(name=_TEXT, recipe=_TEXT))),
    "Corpora": _full_object(corpora=_array_of(_full_object(id=_TEXT, name=_TEXT, sets=_TEXTS))),
    "Marked": _full_object(id=_TEXT, set=_TEXT, n_pages=_COUNT),
}  # fmt: skip
"""Answers by name."""
