"""Describe requests and answers as pydantic models; the only file of the workbench that imports pydantic.

Requests are checked against these models, and ``/openapi.json`` shows them. The tests check answers against
theirs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from importlib import resources
from types import GenericAlias
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic.json_schema import models_json_schema
from pydantic_core import core_schema

from maintext.app.given_page import MAX_OPTION_CHARS, PAGE_OPTIONS
from maintext.app.workbench.data import NAME
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.runs.folder import OVER, PERIODS
from maintext.app.workbench.runs.records import EXPORTS, FACETS
from maintext.app.workbench.tasks import FORMATS
from maintext.classify.methods.catalogue import METHODS
from maintext.classify.model.kind import KINDS
from maintext.crawl.options import SCOPES
from maintext.html.surrogates import mend_json
from maintext.options import DEFAULT_METHOD

__all__ = [
    "ApplyRequest", "BatchPage", "BatchRun", "CompareRequest", "ContinueRequest", "CrawlChoice", "CrawlRun",
    "DressRequest", "EditRequest", "EmptyRequest", "EvaluateRun", "ExportQuery", "GoldRequest",
    "ItemsRequest", "OpenRequest", "PageQuery", "PageRequest", "PartQuery", "PathParts", "RecipeRun",
    "RecordsQuery", "RenameRequest", "SaveRequest", "ScheduleRequest", "SendRequest", "Shape", "SheetEdit",
    "SheetMark", "SheetRequest", "TeachPage", "TeachRequest", "TrainRun", "UploadQuery", "View",
    "ViewRequest", "batch_request", "check", "components",
]  # fmt: skip

_MAX_COUNT = 1_000_000
_MAX_NUMBER = 2**53
_MAX_ERRORS, _SHOWN_CHARACTERS = 3, 60  # of one message, and of a wrong value in it
_BASE64 = r"^\s*(?:(?:[A-Za-z0-9+/]\s*){4})*(?:(?:[A-Za-z0-9+/]\s*){2}=\s*=\s*|(?:[A-Za-z0-9+/]\s*){3}=\s*)?$"
_ENCODING, _URL = "^[A-Za-z0-9_:.-]{1,40}$", r"^[hH][tT][tT][pP][sS]?://[^\s/]"
_DAY, _ID = r"^(?:\d{4}-\d{2}-\d{2})?$", "^[0-9a-f]{32}$"
_DATABASE, _TABLE = "^(postgres(ql)?|mysql|mariadb)://", r"^[^\W\d]\w{0,59}$"
# What a value must be, in place of its regular expression or pydantic's words.
_PYDANTIC_WORDS = re.compile(" after validation.*|, unable to .*")
_VALUE_WORDS = {
    _BASE64: "Base64", _ENCODING: "the name of an encoding", _URL: "a URL with http:// or https://",
    NAME: """1 to 60 characters without / \\ : * ? " < > | that begin with no dot or space""",
    _DAY: "a day such as 2026-05-03", _ID: "32 hexadecimal digits, as the server gave them",
    _DATABASE: "a URL with postgresql:// or mysql://",
    _TABLE: "1 to 60 letters, digits and _ that begin with no digit",
    "datetime_from_date_parsing": "a time such as 2024-05-02T15:00:00+08:00",
}  # fmt: skip


# -- building blocks ----------------------------------------------------------------------------------


class Shape(BaseModel):
    """An object with known keys; a missing key without default is not in the checked value."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    one_of: ClassVar[tuple[str, ...]] = ()
    """Keys: at least one is required, and the first two cannot be combined."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        """Return the schema without generated titles and defaults, and with ``one_of``."""
        reference = handler(core)
        schema = handler.resolve_ref_schema(reference)
        schema.pop("title", None)
        for part in schema.get("properties", {}).values():
            part.pop("title", None)
            if part.get("default", "") is None:
                del part["default"]
        if cls.one_of:
            schema["anyOf"] = [{"required": [name]} for name in cls.one_of]
            schema["not"] = {"required": list(cls.one_of[:2])}
        return reference


class _Body(Shape):
    """The body of a request; errors name the known keys also of objects inside of it."""

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        if unknown := sorted(given.keys() - cls.model_fields):
            raise ValueError(
                f"has the unknown key {_shorten_json(unknown[0])}"
                f" (known: {', '.join(cls.model_fields) or 'none'})"
            )
        if cls.one_of and given.keys().isdisjoint(cls.one_of):
            raise ValueError(f"must have one of {', '.join(cls.one_of)}")
        if cls.one_of and given.keys() >= {*cls.one_of[:2]}:
            raise ValueError(f"must not have {' and '.join(cls.one_of[:2])} at the same time")
        return {name: _make_whole(value) for name, value in given.items()}


def check(model: type[Shape], given: bytes | dict[str, str], code: str = "bad_request") -> dict[str, Any]:
    """Return the values of a JSON text, or of a path or query, with defaults.

    Raise :class:`RequestError` with this code for wrong values; the message names them.
    """
    try:
        checked = (
            _read_json(model, given) if isinstance(given, bytes) else model.model_validate_strings(given)
        )
    except ValidationError as error:
        wrong = error.errors(include_url=False)[:_MAX_ERRORS]
        raise RequestError(code, "; ".join(_describe_error(model, one) for one in wrong)) from error
    return checked.model_dump(exclude_none=True)


def _read_json(model: type[Shape], given: bytes) -> Shape:
    """Return a checked JSON text; half a surrogate pair, as of a cut emoji, becomes U+FFFD."""
    try:
        return model.model_validate_json(given.removeprefix(b"\xef\xbb\xbf"))
    except ValidationError as error:
        if error.errors()[0]["type"] != "json_invalid" or b"\\u" not in given:
            raise
    return model.model_validate_json(mend_json(given.decode("utf-8", "replace")))


def _describe_error(model: type[Shape], error: Any) -> str:
    kind, cause = error["type"], error.get("ctx", {}).get("error")
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error["loc"])
    name = name[1:] or "the body"
    if kind == "json_invalid":
        return f"the body is not JSON: {cause}"
    if kind == "value_error":
        return f"{name} {cause}"
    if kind == "extra_forbidden":
        known = ", ".join(model.model_fields) or "none"
        return f"unknown parameter {name[:_SHOWN_CHARACTERS]!r} (known: {known})"
    if kind == "missing":
        return f"{name} is missing"
    if words := _VALUE_WORDS.get(error.get("ctx", {}).get("pattern", kind)):
        return f"{name} must be {words}, not {_shorten_json(error['input'])}"
    rule = _PYDANTIC_WORDS.sub("", error["msg"].rpartition(" should ")[2])
    return f"{name} must {rule}, not {_shorten_json(error['input'])}"


def _shorten_json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def _one_of(values: Iterable[str]) -> Any:
    return GetPydanticSchema(lambda *_: core_schema.literal_schema(list(values)))


def _in_words(message: str) -> Any:
    """Return what gives a union one message in place of one for each type."""
    words = {"custom_error_type": "union", "custom_error_message": f"Input should be {message}"}
    return GetPydanticSchema(lambda source, handler: {**handler(source), **words})


def _make_whole(value: Any) -> Any:
    """Return 1 for 1.0, which is an integer in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _optional_key(description: str | None = None, default: Any = None, **limits: Any) -> Any:
    """Return a key that may be missing."""
    return Field(default, description=description, **limits)


Count = Annotated[int, Field(ge=0)]
Id = Annotated[str, Field(pattern=_ID)]
Name = Annotated[str, Field(pattern=NAME, description="A name that may be one of a file.")]
Url = Annotated[str, Field(pattern=_URL, max_length=4096)]
RecipeText = Annotated[str, Field(max_length=400_000, description="A recipe as TOML.")]
WrapperText = Annotated[str, Field(max_length=200_000, description="A wrapper as TOML.")]
Method = Annotated[str, _one_of(METHODS)]
Methods = Annotated[list[Method], Field(min_length=1, max_length=len(METHODS))]
Patterns = Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=50)]
Language = Annotated[str, Field(max_length=20)]
Day = Annotated[str, Field(pattern=_DAY)]
Time = Annotated[datetime, Field(strict=False)]  # as a text; JSON has no times

_MAX_OPTION = 1_000_000  # no window of a method is wider than a page
OptionValue = Annotated[
    bool
    | Annotated[int, Field(ge=-_MAX_OPTION, le=_MAX_OPTION)]
    | Annotated[float, Field(ge=-_MAX_OPTION, le=_MAX_OPTION)]
    | Annotated[str, Field(max_length=40)],
    _in_words(f"a number from -{_MAX_OPTION} to {_MAX_OPTION}, true, false, or at most 40 characters"),
    BeforeValidator(_make_whole),
]
Click = Annotated[
    Annotated[int, Field(ge=0, le=_MAX_COUNT)] | Annotated[str, Field(max_length=2000)],
    _in_words(f"a row from 0 to {_MAX_COUNT}, or a CSS path of at most 2000 characters"),
    BeforeValidator(_make_whole),
]


# -- requests about pages -----------------------------------------------------------------------------


class _OnePage(_Body):
    one_of = ("html", "file", "url")
    html: str = _optional_key("The page as text.")
    file: str = _optional_key(
        "The page as bytes, in Base64; its encoding is found out.",
        pattern=_BASE64, json_schema_extra={"contentEncoding": "base64"},
    )  # fmt: skip
    url: Url = _optional_key("URL to fetch; next to html or file, the URL that the page came from.")
    draw: bool = _optional_key(
        "Draw the page of a URL in the server's browser, for pages that scripts fill.", False
    )
    encoding: str = _optional_key(
        "Encoding of the bytes, where you know better than the page.", pattern=_ENCODING
    )


_FETCHED = _optional_key(
    "Time at which a page given as html or file was fetched, as 2024-05-02T15:00:00+08:00; of one that the"
    " server fetches it is known. Dates without a year, or as in 3 hours ago, are counted from it."
)


class _ByMethod(_Body):
    method: Method = DEFAULT_METHOD
    method_options: dict[str, OptionValue] = _optional_key(
        "Options of the method to change, see /api/methods."
    )


_Formats: Any = list[Annotated[str, _one_of(FORMATS)]]
_FORMATS = _optional_key(
    "Forms of the main text to answer with; text, markdown and html by default.", max_length=len(FORMATS)
)


def _declared_key(row: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the type and the key of a row of :data:`~maintext.app.given_page.PAGE_OPTIONS`."""
    default, limits = row["default"], {}
    kind: Any = type(default)
    if row["choices"]:
        kind = Annotated[str, _one_of(row["choices"])]
    elif kind is str:
        limits = {"max_length": MAX_OPTION_CHARS}
    elif kind is int:
        limits = {"ge": row["minimum"], "le": _MAX_COUNT}
    return kind, _optional_key(row["help"], **limits, json_schema_extra={"default": default})


_OPTION_KEYS: dict[str, Any] = {name: _declared_key(row) for name, row in PAGE_OPTIONS.items()}
_Extraction: Any = create_model(
    "_Extraction", __base__=_ByMethod, **_OPTION_KEYS, formats=(_Formats, _FORMATS)
)


class PageRequest(_Extraction, _OnePage):  # type: ignore[misc]
    """Extract one page."""

    fetched: Time = _FETCHED
    model: Id = _optional_key("Id of a training, whose model takes the place of the method.")


_split = BeforeValidator(lambda value: value.split(",") if isinstance(value, str) else value)
_QUERY_KEYS = _OPTION_KEYS | {"formats": (Annotated[_Formats, _split], _FORMATS)}
_PageQuery: Any = create_model("_PageQuery", __base__=Shape, **_QUERY_KEYS)


class PageQuery(_PageQuery):  # type: ignore[misc]
    """Values next to a body that is the page itself."""

    url: Url = _optional_key("URL that the page came from.")
    encoding: str = _optional_key("Encoding of the bytes.", pattern=_ENCODING)
    fetched: Time = _FETCHED
    method: Method = _optional_key()


class CompareRequest(_OnePage):
    """Compare methods on a page."""

    methods: Methods = _optional_key("Ids of methods; all by default.")
    models: list[Id] = _optional_key("Ids of trainings, whose models are compared too.", max_length=20)
    gold: str = _optional_key("The text a person would keep, for scores.")
    view: bool = _optional_key("Answer with marks and curves as well.", False)


class BatchPage(_OnePage):
    """One page of a batch."""

    fetched: Time = _FETCHED
    key: str = _optional_key("Comes back with the record.", max_length=200)


def batch_request(max_items: int) -> type[Shape]:
    """Return the model of a batch of at most ``max_items`` pages."""
    pages = Annotated[list[BatchPage], Field(min_length=1, max_length=max_items)]
    model: type[Shape] = create_model("BatchRequest", __base__=_Extraction, items=(pages, ...))
    return model


class TeachPage(_OnePage):
    """A page with clicked elements."""

    clicks: dict[str, Annotated[list[Click], Field(min_length=1, max_length=100)]] = _optional_key(
        "Field to the rows of the elements that hold it; body for the main text."
    )


class TeachRequest(_Body):
    """Learn a wrapper."""

    pages: Annotated[list[TeachPage], Field(min_length=1, max_length=5)]
    site: str = _optional_key("Name of the site, written into the file.", max_length=200)
    default_fields: bool = _optional_key("Learn fields that nobody clicked from what is found anyway.", True)


class ApplyRequest(_OnePage):
    """Apply a wrapper."""

    wrapper: WrapperText


class ItemsRequest(_OnePage):
    """Find the entries of a list."""

    row: int = _optional_key("Row that was clicked.", ge=0, le=_MAX_COUNT)


class OpenRequest(_Body):
    """Say what the page of a URL is."""

    url: Url


class ViewRequest(_OnePage):
    """Show a page to click on."""

    kept: bool = _optional_key("A page that was fetched a short time ago will do.", True)


class DressRequest(_Body):
    """Get the style sheets and pictures of a page."""

    url: Url
    draw: bool = _optional_key("The page as a browser draws it.", False)


Names = dict[str, Annotated[str, Field(max_length=80)]]


class SheetRequest(_Body):
    """Propose the table of a list page, or read that of a recipe."""

    one_of = ("url", "recipe")
    url: Url = _optional_key()
    recipe: RecipeText = _optional_key()
    fill: dict[str, Annotated[str, Field(max_length=500)]] = _optional_key(
        "Texts for the fields of a search form that leads to the list, by name."
    )
    region: str = _optional_key("Path of the list.", max_length=4000)
    row: int = _optional_key("Row in the list that is meant.", ge=0, le=_MAX_COUNT)
    names: Names = _optional_key("Names of columns by source, in the language of the user.")
    fresh: bool = _optional_key("Fetch the pages of the recipe anew, also those that are kept.", False)


class SheetMark(_Body):
    """An element that is a column's value on a page, or is not."""

    column: str
    url: Url
    row: int = Field(ge=0, le=_MAX_COUNT)
    is_wrong: bool = False


class SheetEdit(_Body):
    """One edit of a table."""

    do: Literal["rename", "move", "delete", "type", "add", "correct", "refuse", "list"]
    column: str = _optional_key("Column that is edited.", max_length=200)
    to: str = _optional_key("New name, or type: text, number, date, several.", max_length=200)
    place: int = _optional_key("New place of the column.", ge=0, le=_MAX_COUNT)
    url: Url = _optional_key("Page of the click.")
    row: int = _optional_key("Row of the clicked element.", ge=0, le=_MAX_COUNT)
    part: Literal["text", "link", "image"] = "text"
    text: str = _optional_key("The clicked text, of an element that holds more.", max_length=2000)
    name: str = _optional_key("Name of a new column.", max_length=80)
    fallback: str = _optional_key("Its name if the page has none.", max_length=80)


class EditRequest(_Body):
    """Edit a table."""

    recipe: RecipeText
    edit: SheetEdit
    marks: list[SheetMark] = _optional_key("Earlier clicks, for the same table.", max_length=500)
    names: Names = _optional_key("Names of columns by source, in the language of the user.")


class SaveRequest(_Body):
    """Save a recipe."""

    name: Name
    recipe: RecipeText
    overwrite: bool = _optional_key("Replace another recipe of this name.", False)


class GoldRequest(_OnePage):
    """Add a page with its gold text to a corpus."""

    set: Name
    gold: str = Field(description="The text a person would keep; may be empty.")
    lang: Language = _optional_key("Language code; found out without it.")
    page_type: str = _optional_key(max_length=40)


# -- requests about runs ------------------------------------------------------------------------------


class _RunRequest(_Body):
    title: str = _optional_key("Title of the run.", max_length=200)
    max_minutes: float = _optional_key("Maximum time.", 60.0, ge=0.01, le=100_000)


class _LimitedRun(_RunRequest):
    max_pages: int = _optional_key("Maximum number of pages.", 1000, ge=1, le=_MAX_COUNT)


class RecipeRun(_LimitedRun):
    """Run a recipe."""

    recipe: RecipeText


class CrawlChoice(_Body):
    """Options of a crawl."""

    include: Patterns = _optional_key()
    exclude: Patterns = _optional_key()
    since: Day = _optional_key()
    until: Day = _optional_key()
    robots: bool = _optional_key()
    sitemaps: bool = _optional_key()
    feeds: bool = _optional_key()
    scope: Annotated[str, _one_of(SCOPES)] = _optional_key()
    max_depth: int = _optional_key(ge=-1, le=1000)
    languages: list[Language] = _optional_key(max_length=20)
    kinds: list[Annotated[str, _one_of(KINDS)]] = _optional_key(max_length=len(KINDS))
    delay_s: float = _optional_key(ge=0, le=600)


class CrawlRun(_LimitedRun):
    """Crawl sites."""

    urls: Annotated[list[Url], Field(min_length=1, max_length=50)]
    wrapper: WrapperText = _optional_key()
    options: CrawlChoice = _optional_key()


class BatchRun(_LimitedRun, _ByMethod):
    """Extract uploaded files, or a folder of the server."""

    one_of = ("uploads", "folder")
    model: Id = _optional_key("Id of a training, whose model takes the place of the method.")
    uploads: list[Id] = _optional_key("Ids of files.", min_length=1, max_length=10_000)
    folder: int = _optional_key("Number, see /api/runs.", ge=0, le=1000)


class _CorpusRun(_RunRequest):
    corpus: Annotated[str, Field(max_length=20, description="Id, see /api/corpora.")]
    sets: list[Annotated[str, Field(max_length=200)]] = _optional_key(
        "Names of sets; all by default.", max_length=1000
    )
    limit: int = _optional_key("Pages of a set; 0 for all.", 0, ge=0, le=_MAX_COUNT)


class EvaluateRun(_CorpusRun):
    """Score methods on a corpus."""

    methods: Methods
    models: list[Id] = _optional_key("Ids of trainings, as systems.", max_length=20)


class TrainRun(_CorpusRun):
    """Train a model on a corpus."""

    n_trees: int = _optional_key(default=300, ge=1, le=2000)


class ContinueRequest(_Body):
    """Continue a run that is over."""

    max_pages: int = _optional_key("Maximum number of pages, with those it has.", ge=1, le=_MAX_COUNT)


class RenameRequest(_Body):
    """Rename a run."""

    title: Annotated[str, Field(min_length=1, max_length=200)]


class ScheduleRequest(_Body):
    """Repeat a run."""

    every: Annotated[str, _one_of(("", *PERIODS))] = _optional_key("Period; empty for no longer.", "")


class SendRequest(_Body):
    """Write the records of a run into a table of a database."""

    database: str = Field(
        max_length=1000, pattern=_DATABASE, description="postgresql://user:password@host/name or mysql://…"
    )
    table: Annotated[str, Field(pattern=_TABLE)] = "records"
    test: bool = _optional_key("Only try the connection.", False)


class EmptyRequest(_Body):
    """An object without keys."""


class PathParts(Shape):
    """What stands in paths for a varying part."""

    id: Id = _optional_key("Id of the run or batch.")
    n: int = _optional_key("Number of the record.", ge=0, le=_MAX_NUMBER)
    name: Name = _optional_key("Name of the recipe.")


class PartQuery(Shape):
    """A part of the records of a batch."""

    start: int = _optional_key(default=0, ge=0, le=_MAX_NUMBER)
    limit: int = _optional_key(default=100, ge=1, le=1000)


class _SortedPart(PartQuery):
    text: str = _optional_key("Text in a title, URL, author or text.", max_length=500)
    sort: str = _optional_key("Column to sort by.", max_length=200)
    order: Literal["up", "down"] = "up"


_filters: Any = {
    name: (str, _optional_key(f"Value of the column {name}.", max_length=500)) for name in FACETS
}
_filters["__doc__"] = "Filter, order and part of the records of a run."
RecordsQuery = create_model("RecordsQuery", __base__=_SortedPart, **_filters)


class ExportQuery(Shape):
    """Kind of file, and which records."""

    format: Annotated[str, _one_of(EXPORTS)] = "csv"
    changes: bool = Field(False, description="Only what is new, changed or gone since the run before.")


class UploadQuery(Shape):
    """Name of a file."""

    name: Annotated[str, Field(min_length=1, max_length=300)]


# -- answers ------------------------------------------------------------------------------------------


class View(Shape):
    """A safe copy of the page, and lists with a value for each mark in it."""

    model_config = ConfigDict(extra="allow")
    frame: str
    n_marks: Count


def _model_of(name: str, /, **keys: Any) -> Any:
    """Return a model whose keys are always there, except those given as a tuple with a default."""
    fields: Any = {key: one if isinstance(one, tuple) else (one, ...) for key, one in keys.items()}
    return create_model(name, __base__=Shape, **fields)


def _list_of(kind: Any) -> Any:
    return GenericAlias(list, (kind,))


def _all_of(names: str, kind: Any) -> dict[str, Any]:
    return dict.fromkeys(names.split(), kind)


def _with_text(kind: Any, description: str) -> Any:
    return Annotated[kind, Field(description=description)]


def _document_schemas() -> dict[str, Any]:
    """Return the schema of a document, and that of one in the formats that a client chose."""
    text = (resources.files("maintext") / "document.schema.json").read_text("utf-8")
    # Parts are components too: generators of clients read no nested ones.
    in_components = re.sub(r"#/\$defs/(\w+)", lambda one: f"#/components/schemas/{_part_name(one[1])}", text)
    schema = json.loads(in_components)
    parts = {_part_name(name): part for name, part in schema.pop("$defs").items()}
    of_file = {"$schema", "$id", "version", "title"}
    document = {key: value for key, value in schema.items() if key not in of_file}
    tei = {"tei": {"type": "string", "description": "Main content and fields as TEI (XML)."}}
    required = [name for name in document["required"] if name not in FORMATS]
    extracted = document | {"properties": document["properties"] | tei, "required": required}
    return {"Document": document, "Extracted": extracted, **parts}


def _part_name(name: str) -> str:
    """Return the name of a component for a part of a document."""
    return f"{name.capitalize()}Entry"


Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(ge=0)]
Texts = list[str]
Object = dict[str, Any]
Objects = list[Object]
_document, _extracted = _model_of("Document"), _model_of("Extracted")  # their schemas are in the file
_failure = _model_of("Failure", **_all_of("error message hint", str))
_wrapped = _model_of(
    "Wrapped", drift=_with_text(Texts, "Why the page does not fit."), fields=Object, document=_document
)
_run = _model_of(
    "Run", **_all_of("id kind title created now message series", str),
    **_all_of("has_report has_model", bool),
    is_whole=_with_text(bool, "All lists and files were read to the end: what is missing is gone."),
    status=Annotated[str, _one_of(("waiting", "running", "stopping", *OVER))], n_done=Count,
    n_total=int | None, share=float | None, counts=dict[str, float], seconds=float,
    empty=_with_text(dict[str, Count], "Records without a value by column."),
)  # fmt: skip
_ANSWERS: tuple[type[Shape], ...] = (
    _document, _extracted, _failure, _wrapped, _run,
    _model_of(
        "Looked", document=_document, view=View,
        needs_drawing=_with_text(bool, "Scripts seem to fill the page: see draw."),
        n_items=_with_text(Count, "Entries, if the page lists some."),
        frames=_with_text(list[str], "Addresses of the pages in frames, if the page has no main text."),
    ),
    _model_of(
        "Comparison", url=str | None, **_all_of("n_rows n_visible_chars", Count), view=(View, None),
        methods=_list_of(_model_of(
            "ComparedMethod", **_all_of("method text", str), n_chars=Count, share=Share, cpu_ms=Positive,
            **_all_of("precision recall f1", (Share, None)),
        )),
        agreement=list[list[Share]],
    ),
    _model_of("Methods", methods=_list_of(_model_of(
        "Method", **_all_of("id title title_zh source idea", str), default=bool, options=Objects,
        figures=Object | None,
    ))),
    _model_of(
        "Job", id=str, status=Literal["waiting", "running", "done", "cancelled"],
        **_all_of("n_items n_done", Count), outcomes=dict[str, Count],
    ),
    _model_of("Records", records=_list_of(_model_of(
        "BatchResult", index=Count, key=str | None, document=_extracted | None, error=_failure | None,
    ))),
    _model_of(
        "Taught", wrapper=_with_text(str, "The rules as TOML."), f1=Share,
        not_learned=_with_text(Texts, "Clicked fields that got no rule."), results=_list_of(_wrapped),
    ),
    _model_of("Health", status=Literal["ok"], version=str, n_open=Count, can_draw=bool),
    _model_of(
        "Runs", runs=_list_of(_run), folders=Texts,
        schedules=_with_text(dict[str, dict[str, str]], "Period and next time of the series that repeat."),
        missing_extras=_with_text(
            dict[str, str],
            "Kinds of file that cannot be written here, and how to install what is missing.",
        ),
    ),
    _model_of(
        "Table", columns=Texts, **_all_of("n_records n_found", Count), facets=dict[str, Object],
        rows=_list_of(_model_of("Row", n=Count, values=list[Any])),
    ),
    _model_of(
        "Changes", previous=_with_text(str | None, "Run that it is compared with."),
        counts=dict[str, Count], rows=Objects,
    ),
    _model_of("Sent", n_records=Count, table=str),
    _model_of("Record", record=Object),
    _model_of("Upload", **_all_of("id name", str), n_bytes=Count),
    _model_of("Board", groups=Objects),
    _model_of(
        "Scored", **_all_of("url title gold", str | None), **_all_of("text html system", str),
        **{"with": Texts, "without": Texts},
        difference=_with_text(
            list[Annotated[Texts, Field(min_length=2, max_length=2)]],
            "Pieces: same, gold (only there) or found (only there), and the text.",
        ),
    ),
    _model_of(
        "Listed", **_all_of("region reason next_url", str), records=list[list[Count]], items=Objects
    ),
    _model_of(
        "Opened", kind=Literal["list", "article", "form"], **_all_of("url title", str), n_items=Count,
        **_all_of("is_drawn needs_drawing", bool), forms=Objects,
    ),
    _model_of("Dress", css=str, images=dict[str, str]),
    _model_of("Versions", versions=_list_of(_model_of("RecipeVersion", **_all_of("saved recipe", str)))),
    _model_of("Clickable", view=View, **_all_of("url title", str)),
    _model_of(
        "Sheet", recipe=str, list=Object, notes=Texts,
        problems=_with_text(Texts, "What is wrong with the samples."),
        columns=_list_of(_model_of(
            "SheetColumn", **_all_of("name source kind", str), n=Count, is_rule=bool, places=Objects,
        )),
        rows=_list_of(_model_of(
            "SheetRow", **_all_of("url title error", str), drift=Texts, values=Texts, template=int,
            at=list[int],
        )),
    ),
    _model_of("Recipes", recipes=_list_of(_model_of("SavedRecipe", **_all_of("name recipe", str)))),
    _model_of("Corpora", corpora=_list_of(_model_of("Corpus", **_all_of("id name", str), sets=Texts))),
    _model_of("Marked", **_all_of("id set", str), n_pages=Count),
)  # fmt: skip


def components(requests: Iterable[type[Shape]]) -> dict[str, Any]:
    """Return the schemas of these requests and of all answers by name."""
    models = (*requests, *_ANSWERS)
    _, schemas = models_json_schema(
        [(model, "validation") for model in models], ref_template="#/components/schemas/{model}"
    )
    return dict(schemas["$defs"]) | _document_schemas()
