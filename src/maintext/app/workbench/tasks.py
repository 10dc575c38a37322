"""What is done for a request, in a thread or a process: from plain values and a page to JSON."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from maintext.api import extract
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.source import parsed
from maintext.app.workbench.view import compared_view, looked_view
from maintext.classify.embedded import shows_little
from maintext.classify.methods import get_method
from maintext.classify.methods.catalogue import METHODS, read_figures
from maintext.lab.compare import compare_methods, explain
from maintext.options import DEFAULT_METHOD, Options, changed, option_rows
from maintext.sites.wrapper import (
    ExamplePage,
    LearnOptions,
    apply_wrapper,
    from_toml,
    learn_wrapper,
    plain_values,
    to_toml,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maintext.app.workbench.failure import Failure
    from maintext.app.workbench.source import Source
    from maintext.document import Document
    from maintext.sites.wrapper import Wrapper

__all__ = [
    "FORMATS",
    "apply",
    "batch_record",
    "checked_method_options",
    "compare",
    "extracted",
    "failed_record",
    "is_settable",
    "look",
    "methods",
    "teach",
    "to_json",
]

FORMATS = ("text", "markdown", "html", "tei")
"""Forms of the main text that a client may ask for; the first three come without asking."""

_FEW_WORDS = 50  # as of a shell in maintext.classify.embedded.page
_SCRIPT = re.compile(rb"<script\b(?![^>]*\btype\s*=[^>]*json)", re.IGNORECASE)
_FLAGS = ("links", "images", "tables")


def to_json(value: Any) -> bytes:
    """Return a value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def extracted(request: Mapping[str, Any], source: Source, max_bytes: int) -> bytes:
    """Return a document: what ``Document.to_dict`` gives, with the forms asked for."""
    return to_json(_record(request, _document(request, source, max_bytes)))


def look(request: Mapping[str, Any], source: Source, max_bytes: int) -> bytes:
    """Return a document with the page it was made from, for the eye."""
    document = _document(request, source, max_bytes)
    explanation = explain(document.page, document.method, document.options.method_options)
    return to_json({
        "document": document.to_dict(), "view": looked_view(document, explanation),
        "needs_drawing": _needs_drawing(document, source),
    })  # fmt: skip


def _needs_drawing(document: Document, source: Source) -> bool:
    """Whether a page shows little text, next to nothing of it was found, and it has scripts that run."""
    page = document.page
    if document.embedded is not None or not shows_little(page):
        return False
    n_kept = sum(int(page.n_words[row.row]) for row in document.trace() if row.kept)
    data = source.html.encode("utf-8", "replace") if isinstance(source.html, str) else source.html
    return n_kept < _FEW_WORDS and bool(_SCRIPT.search(data))


def compare(request: Mapping[str, Any], source: Source, max_bytes: int) -> bytes:
    """Return methods compared: what ``Comparison.to_dict`` gives, with a view if asked for."""
    comparison = compare_methods(
        parsed(source, max_bytes), request.get("methods"), gold=request.get("gold") or None
    )
    record = comparison.to_dict()
    if request.get("view"):
        record["view"] = compared_view(comparison)
    return to_json(record)


def methods() -> bytes:
    """Return the catalogue: each method with its options, and what it reaches."""
    figures = read_figures()
    fields = ("id", "title", "title_zh", "source", "idea")
    rows = []
    for method in METHODS.values():
        reached = figures.methods.get(method.id)
        rows.append(
            {name: getattr(method, name) for name in fields}
            | {"default": method.id == DEFAULT_METHOD}
            | {"options": [row for row in option_rows(method.defaults) if is_settable(row)]}
            | {"figures": None if reached is None else asdict(reached)}
        )
    return to_json({"methods": rows})


def batch_record(place: int, request: Mapping[str, Any], source: Source, max_bytes: int) -> tuple[str, bytes]:
    """Return the outcome of a page of a batch, and its record as JSON."""
    document = _record(request, _document(request, source, max_bytes))
    record = {"index": place, "key": request.get("key"), "document": document, "error": None}
    return document["outcome"], to_json(record)


def failed_record(place: int, request: Mapping[str, Any], failure: Failure) -> bytes:
    """Return the record of a page that could not be read."""
    return to_json({"index": place, "key": request.get("key"), "document": None, "error": failure.to_dict()})


def teach(request: Mapping[str, Any], sources: Sequence[Source], max_bytes: int) -> bytes:
    """Return the wrapper that is learned from clicks on pages, as TOML, with what it gives on them."""
    pages = [
        ExamplePage(
            html=source.html,
            url=source.url,
            clicks=one.get("clicks", {}),
            encoding=source.for_extract()["encoding"],
        )
        for one, source in zip(request["pages"], sources, strict=True)
    ]
    learn = LearnOptions(site=request.get("site", ""), default_fields=request.get("default_fields", True))
    wrapper = learn_wrapper(pages, learn, extraction=Options(max_bytes=max_bytes))
    results = [_applied(wrapper, source, max_bytes) for source in sources]
    return to_json({
        "wrapper": to_toml(wrapper), "f1": wrapper.f1, "not_learned": wrapper.not_learned, "results": results,
    })  # fmt: skip


def apply(request: Mapping[str, Any], source: Source, max_bytes: int) -> bytes:
    """Return what a wrapper gives on a page."""
    return to_json(_applied(from_toml(request["wrapper"]), source, max_bytes))


def is_settable(row: Mapping[str, Any]) -> bool:
    """Whether an option of a method may be set from outside: one that names a file may not."""
    return not isinstance(row["default"], str) or bool(row["choices"])


def checked_method_options(method: str, given: Mapping[str, Any]) -> None:
    """Raise an error for an option that the method does not have, or that names a file."""
    defaults = get_method(method).defaults
    closed = {row["name"] for row in option_rows(defaults) if not is_settable(row)}
    if refused := closed & given.keys():
        raise RequestError("bad_request", f"{', '.join(refused)} names a file and cannot be set here")
    changed(defaults, given)


def _document(request: Mapping[str, Any], source: Source, max_bytes: int) -> Document:
    method = request.get("method", DEFAULT_METHOD)
    given = request.get("method_options", {})
    checked_method_options(method, given)
    options = Options(
        method=method,
        method_options=given,
        max_bytes=max_bytes,
        **{name: request[name] for name in _FLAGS if name in request},
    )
    return extract(**source.for_extract(), options=options)


def _record(request: Mapping[str, Any], document: Document) -> dict[str, Any]:
    record = document.to_dict()
    formats = request.get("formats")
    if formats is None:
        return record
    for name in FORMATS:
        if name not in formats:
            record.pop(name, None)
        elif name not in record:
            record[name] = getattr(document, name)
    return record


def _applied(wrapper: Wrapper, source: Source, max_bytes: int) -> dict[str, Any]:
    result = apply_wrapper(wrapper, **source.for_extract(), options=Options(max_bytes=max_bytes))
    return {
        "drift": list(result.drift),
        "fields": plain_values(result.fields),
        "document": result.document.to_dict(),
    }
