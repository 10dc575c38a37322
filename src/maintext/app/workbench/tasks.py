"""The work of requests in a thread or a process: from plain values to JSON."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from maintext.api import extract
from maintext.app.given_page import PAGE_OPTIONS, GivenPage
from maintext.app.workbench.failure import Failure, RequestError, failure_of
from maintext.app.workbench.view import clickable_view, compared_view, looked_view
from maintext.classify.embedded import shows_little
from maintext.classify.methods import Variant, get_method
from maintext.classify.methods.catalogue import METHODS, method_record
from maintext.document import Document
from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.lab.compare import compare_methods, explain
from maintext.options import DEFAULT_METHOD, Options, changed, option_rows
from maintext.sites import wrapper as wrappers
from maintext.sites.listing import Item, ListRegion, find_list, read_region
from maintext.sites.pagination import find_frames, find_pagination
from maintext.sites.recipe import Recipe, recipe_from_toml
from maintext.sites.template.keys import page_title
from maintext.sites.wrapper import Wrapper

__all__ = [
    "FORMATS", "apply_to_page", "batch_record", "call_task", "check_method_options", "check_page_options",
    "choose_region", "compare_on_page", "extract_page", "failed_record", "find_items", "list_methods",
    "look_at_page", "needs_drawing", "read_recipe", "recipe_error", "show_page",
    "teach_wrapper", "to_json",
]  # fmt: skip


_LOG = logging.getLogger(__name__)

FORMATS = ("text", "markdown", "html", "tei")
"""Forms of the main text that a client may ask for; the first three come by default."""

_MIN_WORDS = 50  # as of a shell in maintext.classify.embedded.page
_SCRIPT = re.compile(rb"<script\b(?![^>]*\btype\s*=[^>]*json)", re.IGNORECASE)


def _parse_input(source: GivenPage, max_bytes: int) -> Page:
    """Parse a page within the limit of the server."""
    return parse(**source.for_parse(), options=Options(max_bytes=max_bytes))


def to_json(value: Any) -> bytes:
    """Return a value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def call_task(task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    """Call a function in a worker process; return an error as :class:`Failure`."""
    function, args = task
    try:
        return function(*args)
    except Exception as error:  # noqa: BLE001 - whatever a page does, the server goes on
        failure = failure_of(error)
        if failure.error == "internal":
            _LOG.exception("%s", function.__name__)
        return failure


# -- extraction ---------------------------------------------------------------------------------------


def extract_page(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> bytes:
    """Return ``Document.to_dict`` of a page, with the formats asked for."""
    return to_json(_document_record(request, source, max_bytes))


def look_at_page(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> bytes:
    """Return the document of a page, with a view of the page and its decisions."""
    document = _extract_document(request, source, max_bytes)
    listed = find_list(document.page, kind=document.kind)
    explanation = explain(document.page, document.method, document.options.method_options)
    n_items, frames = len(listed.items), [] if document.text else find_frames(document.page)
    found = {"n_items": n_items if listed.is_list else 0, "frames": frames}
    found |= {"document": document.to_dict(), "view": looked_view(document, explanation)}
    return to_json(found | {"needs_drawing": needs_drawing(document, source)})


def show_page(_request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> bytes:
    """Return a page to click on."""
    page = _parse_input(source, max_bytes)
    return to_json({"view": clickable_view(page), "url": source.url or "", "title": page_title(page)})


def needs_drawing(document: Document, source: GivenPage) -> bool:
    """Return True if a page has scripts that run, and shows and keeps little text."""
    page = document.page
    if document.embedded is not None or not shows_little(page):
        return False
    n_kept = sum(int(page.n_words[row.row]) for row in document.trace() if row.kept)
    return n_kept < _MIN_WORDS and bool(_SCRIPT.search(source.data))


def compare_on_page(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> bytes:
    """Return ``Comparison.to_dict`` of methods on a page, with a view if asked for."""
    page = _parse_input(source, max_bytes)
    models = request.get("model_paths", {})
    own = [Variant(DEFAULT_METHOD, {"model": path}) for path in models.values()]
    methods = [*request.get("methods", METHODS), *own]
    comparison = compare_methods(page, methods, gold=request.get("gold") or None)
    view = {"view": compared_view(comparison)} if request.get("view") else {}
    found = comparison.to_dict()
    for number, result in zip(reversed(models), reversed(found["methods"]), strict=False):
        result["method"] = f"model:{number}"
        result.pop("options", None)  # the path of the model
    return to_json(found | view)


def check_page_options(request: Mapping[str, Any], max_bytes: int) -> None:
    """Raise OptionError or :class:`RequestError` for options that no page can be extracted with."""
    extract("<p>", options=_read_options(request, max_bytes))


def batch_record(
    place: int, request: Mapping[str, Any], source: GivenPage, max_bytes: int
) -> tuple[str, bytes]:
    """Return the outcome of a page of a batch, and its record as JSON."""
    document = _document_record(request, source, max_bytes)
    record = {"index": place, "key": request.get("key"), "document": document, "error": None}
    return document["outcome"], to_json(record)


def failed_record(place: int, request: Mapping[str, Any], failure: Failure) -> bytes:
    """Return the record of a page that could not be read."""
    return to_json({"index": place, "key": request.get("key"), "document": None, "error": failure.to_dict()})


def _extract_document(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> Document:
    options = _read_options(request, max_bytes)
    return extract(**source.for_parse(), fetched=source.fetched, options=options)


def _read_options(request: Mapping[str, Any], max_bytes: int) -> Options:
    method, method_options = request.get("method", DEFAULT_METHOD), request.get("method_options", {})
    check_method_options(method, method_options)
    for path in request.get("model_paths", {}).values():
        method, method_options = DEFAULT_METHOD, {**method_options, "model": path}
    chosen = {name: request[name] for name in PAGE_OPTIONS if name in request}
    return Options(method=method, method_options=method_options, max_bytes=max_bytes, **chosen)


def _document_record(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> dict[str, Any]:
    given = {"forms": request["formats"]} if "formats" in request else {}
    return _extract_document(request, source, max_bytes).to_dict(**given)


# -- methods ------------------------------------------------------------------------------------------


def list_methods() -> bytes:
    """Return all methods with their options and measured figures."""
    methods = [method_record(method) for method in METHODS.values()]
    for one in methods:
        one["options"] = [row for row in one["options"] if _is_settable(row)]
    return to_json({"methods": methods})


def _is_settable(row: Mapping[str, Any]) -> bool:
    """Return True if a client may set an option of a method: it does not name a file."""
    return not isinstance(row["default"], str) or bool(row["choices"])


def check_method_options(method: str, given: Mapping[str, Any]) -> None:
    """Raise an error for an option that is unknown or names a file."""
    defaults = get_method(method).defaults
    closed = {row["name"] for row in option_rows(defaults) if not _is_settable(row)}
    if refused := closed & given.keys():
        raise RequestError("bad_request", f"{', '.join(refused)} names a file and cannot be set here")
    changed(defaults, given)


# -- wrappers -----------------------------------------------------------------------------------------


def teach_wrapper(request: Mapping[str, Any], sources: Sequence[GivenPage], max_bytes: int) -> bytes:
    """Return the wrapper learned from clicks, as TOML, with its results."""
    pages = []
    for one, source in zip(request["pages"], sources, strict=True):
        page = wrappers.ExamplePage(html=source.html, url=source.url, encoding=source.encoding)
        pages.append(replace(page, clicks=one.get("clicks", {})))
    named = {name: request[name] for name in ("site", "default_fields") if name in request}
    learn, options = wrappers.LearnOptions(**named), Options(max_bytes=max_bytes)
    wrapper = wrappers.learn_wrapper(pages, learn, extraction=options)
    results = [_apply_wrapper(wrapper, source, max_bytes) for source in sources]
    found = {"wrapper": wrappers.to_toml(wrapper), "f1": wrapper.f1, "not_learned": wrapper.not_learned}
    return to_json(found | {"results": results})


def apply_to_page(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> bytes:
    """Return the result of a wrapper on a page."""
    return to_json(_apply_wrapper(wrappers.from_toml(request["wrapper"]), source, max_bytes))


def _apply_wrapper(wrapper: Wrapper, source: GivenPage, max_bytes: int) -> dict[str, Any]:
    result = wrappers.apply_wrapper(wrapper, **source.for_parse(), options=Options(max_bytes=max_bytes))
    fields, document = wrappers.plain_values(result.fields), result.document.to_dict()
    return {"drift": list(result.drift), "fields": fields, "document": document}


# -- lists and recipes --------------------------------------------------------------------------------


def find_items(request: Mapping[str, Any], source: GivenPage, max_bytes: int) -> bytes:
    """Return the entries like a clicked one, or those of the main list.

    Raise :class:`RequestError` if the page has no list, or the clicked row is in none.
    """
    page = _parse_input(source, max_bytes)
    region, items, reason = choose_region(page, request.get("row"))
    found = {"region": region.path, "reason": reason, "next_url": find_pagination(page).next_url}
    own = [item.to_dict() | {"row": item.row, "end": item.end} for item in items]
    return to_json(found | {"records": list(map(list, region.records)), "items": own})


def choose_region(page: Page, row: int | None) -> tuple[ListRegion, Sequence[Item], str]:
    """Return the repeated part with a row, or the main list for none, with its entries and the reason.

    Raise :class:`RequestError` if there is none.
    """
    found = find_list(page)
    if row is None or (found.region is not None and _has_row(found.region, row)):
        if found.region is None:
            raise RequestError("no_list", f"the page has no list: {found.reason}")
        return found.region, found.items, found.reason
    for region in found.others:
        if _has_row(region, row) and (items := read_region(page, region)):
            return region, items, ", ".join(region.reasons)
    raise RequestError("no_list", "what was clicked does not repeat on the page")


def _has_row(region: ListRegion, row: int) -> bool:
    return any(start <= row < end for start, end in region.records)


def read_recipe(text: str) -> Recipe:
    """Read a recipe that a person may have edited.

    Raise :class:`RequestError` if the text is not a recipe; the message names the faulty place.
    """
    try:
        return recipe_from_toml(text)
    except OptionError as error:
        raise recipe_error(text, error.message) from error


def recipe_error(text: str, message: str) -> RequestError:
    """Return the error of a recipe that a person may have edited, with the line that it is about."""
    line = _line_of(text, message)
    return RequestError("bad_recipe", f"line {line}: {message}" if line else message)


def _line_of(text: str, message: str) -> int:
    """Return the line of a recipe that an error is about, 0 if it names none."""
    if stated := re.search(r"at line (\d+)", message):
        return int(stated[1])
    names = [word for word in re.findall(r"[\w.:-]+", message) if len(word) > 1]
    lines = text.splitlines()
    for name in names:
        key = re.compile(rf"\s*(?:\[+\s*)?(?:[\w\"'.-]+\.)?[\"']?{re.escape(name)}[\"']?\s*(?:=|\])")
        if (at := next((i for i, line in enumerate(lines, 1) if key.match(line)), 0)) > 0:
            return at
    return 0
