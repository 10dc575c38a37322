"""Extract the record of an item's page: the same fields everywhere, and an error if there is no page."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from maintext.api import extract
from maintext.batch.item import BatchItem, Problem, input_of, make_encodable
from maintext.batch.options import FORMS
from maintext.batch.page_filter import load_filter
from maintext.batch.remote import path_of
from maintext.compression import DAMAGED, decompressed
from maintext.document import Document
from maintext.errors import InputError, MaintextError
from maintext.html.word_overlap import split_words
from maintext.options import Options

__all__ = [
    "ERROR", "LEFT_OUT", "NO_RECORD", "PageRecorder", "error_record", "is_in_languages", "warm_up",
]  # fmt: skip

# The outcome of a page that could not be extracted.
ERROR = "error"

# The outcome of a page whose label or language is not one to keep.
LEFT_OUT = "left_out"

# Outcomes of pages without fields and text.
NO_RECORD = frozenset({ERROR, LEFT_OUT})

_cached_filter = cache(load_filter)

_WARM_UP = "<title>One</title><p>One sentence of a few words, and a second one.</p>"


_DEFAULT = Options()


def warm_up(options: Options = _DEFAULT) -> None:
    """Load everything extraction needs, so that the first page does not wait for it."""
    extract(_WARM_UP, options=options).to_dict()


@dataclass(frozen=True, slots=True)
class PageRecorder:
    """Picklable callable from item to record."""

    options: Options  # options of the extraction
    form: str  # form of the main text in the record: `text`, `markdown` or `html`
    encoding: str = ""  # encoding of all pages given as bytes; `""` detects it for each page
    times: bool = False  # add `cpu_ms`, the processor time of the page
    # Filter that labels the pages (`""` for none), and the labels to keep (empty for all)
    filter_file: str = ""
    keep: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()  # languages to keep; empty for all
    names: frozenset[str] = frozenset()  # values to compute; empty for all

    def __call__(self, item: BatchItem) -> dict[str, Any]:
        """Return the record of a page; a :class:`~maintext.errors.MaintextError` becomes an error record."""
        start = time.process_time()
        html = item.html
        try:
            if item.problem is None and html is None:
                html = _read_file(item, self.options.max_bytes)
            record = self._extract_record(item, html)
        except MaintextError as error:
            record = error_record(item, Problem(type(error).__name__, error.message))
        record["input"] = input_of(item, html)
        if self.times:
            record["cpu_ms"] = round((time.process_time() - start) * 1000, 3)
        return record

    def warm_up(self) -> None:
        """Load the model and the filter, so that the first page does not wait for them."""
        warm_up(self.options)
        if self.filter_file:
            _cached_filter(self.filter_file)

    def _extract_record(self, item: BatchItem, html: bytes | str | None) -> dict[str, Any]:
        if item.problem or html is None:
            return error_record(item, item.problem or Problem("", ""))
        is_bytes = isinstance(html, bytes)
        document = extract(
            html,
            item.url,
            encoding=(self.encoding or None) if is_bytes else None,
            http_charset=item.charset if is_bytes else None,
            fetched=item.fetched,
            options=self.options,
        )
        if self.languages and not is_in_languages(document.language, self.languages):
            return _left_out_record(item, f"language {document.language}")
        if self.filter_file:
            return self._label_record(item, document)
        return self._document_record(item, document)

    def _label_record(self, item: BatchItem, document: Document) -> dict[str, Any]:
        """Return the record with the filter's label; a page that is not kept has no fields."""
        verdict = _cached_filter(self.filter_file).judge(document)
        if verdict is None:
            return self._document_record(item, document) | {"label": None, "probability": None}
        said = {"label": verdict.label, "probability": round(verdict.probability, 4)}
        why = f"label {verdict.label}, probability {verdict.probability:.2f}"
        if self.keep and verdict.label not in self.keep:
            return _left_out_record(item, why) | said
        return self._document_record(item, document) | {"reason": why} | said

    def _document_record(self, item: BatchItem, document: Document) -> dict[str, Any]:
        """Return the document's fields and one form of its text, after the columns of every record."""
        names = self.names or None
        forms = [form for form in FORMS if form in self.names] if names else [self.form]
        record, found = error_record(item, Problem("", "")), document.to_dict(forms, names=names)
        record |= {"outcome": found.pop("outcome"), "error": None, "reason": None}
        record["url"] = record["url"] or found.pop("url")  # a saved page (MHTML) may state its own
        record |= {name: value for name, value in found.items() if name != "url"}
        if names is None or "language_probability" in names:
            language = document.field("language")
            record["language_probability"] = language and language.confidence
        if names is None or "n_words" in names:
            record["n_words"] = len(split_words(document.text))
        return record


def is_in_languages(language: str | None, wanted: Iterable[str]) -> bool:
    """Return True for a language that is one of those wanted, or unknown; zh is zh-Hans and zh-Hant too."""
    return not language or f"{language.lower()}-".startswith(tuple(f"{one.lower()}-" for one in wanted))


def _left_out_record(item: BatchItem, why: str) -> dict[str, Any]:
    return error_record(item, Problem("", why)) | {"outcome": LEFT_OUT, "error": None}


def error_record(item: BatchItem, problem: Problem) -> dict[str, Any]:
    """Return the record of a page that could not be extracted."""
    return {
        "key": make_encodable(item.key),
        "url": make_encodable(item.url),
        "outcome": ERROR,
        "error": problem.error,
        "reason": make_encodable(problem.reason),
        "input": input_of(item, None),
        **({"extra": item.extra} if item.extra else {}),
    }


def _read_file(item: BatchItem, max_bytes: int) -> bytes:
    path = path_of(item.path or "")
    try:
        with path.open("rb") as file, decompressed(file, path.name) as stream:
            return stream.read(max_bytes + 1)
    except DAMAGED as error:  # the key of the row says which file; its path is nobody else's concern
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the file cannot be read: {reason}", stage="read") from error
