"""Data that code and attributes of a page hold, as pages do that scripts fill.

Assigned: ``window.__STATE__ = {…}``. Streamed in pieces: ``self.__next_f.push([1, "…"])``. In an attribute of
the element that a script fills: ``data-page="{…}"``.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from maintext.html.parser import DataScript
from maintext.html.surrogates import mend_json

__all__ = ["read_assignments", "read_attributes", "read_streams"]

# Statements that assign data: window.__STATE__ = {…}, var data = [{…}], = JSON.parse("…"), = (function(a){…
# Few places in code look like the value, so they are found first; then the text before them is read.
_VALUE = re.compile(
    r"=\s{0,9}(?:JSON\.parse\(\s{0,9}(?:decodeURIComponent\(\s{0,9})?(?=\")|(?=[{\[]|\(function))"
)
_VARIABLE = re.compile(
    r"(?:\A|[;\n])\s{0,40}(?:(?:var|let|const)\s{1,9}([\w$]{1,80})|((?:window|self|globalThis)\b[\w.$\[\]\"']{0,80}|__\w{1,80}))"
    r"\s{0,9}\Z",
    re.ASCII,
)
_MAX_VARIABLE, _MAX_VALUES = 150, 10_000  # characters that it matches; values of a script that are looked at
_MAX_ASSIGNMENTS = 4  # of one script

# A piece of a stream: self.__next_f.push([1,"…"]), window.….streamController.enqueue("…")
_PIECE = re.compile(r"\.(?:push\(\[1,|enqueue\()\s{0,9}(\"(?>(?:[^\"\\]|\\.)*)\")", re.DOTALL)
_NAME_BEFORE = re.compile(r"[\w.$:-]+\Z", re.ASCII)
# A line of a stream: 1f:{…}, P2:[…], or 1f:T with the number of bytes of a text after the comma.
_LINE_START = re.compile(rb"(?:[A-Z]?[0-9a-f]{0,9}:(?:T([0-9a-f]{1,7}),)?)?")
# ["$", name, key, {…}] is an element; its attributes and children are in the last.
_ELEMENT = re.compile(r'\["\$",(?:"[^"\\]{0,99}"|null),(?:"[^"\\]{0,99}"|null),')

_VALUE_OF_ATTRIBUTE = re.compile(rb'="([\[{][^"]{300,})"')  # less is no text of a page
_MAX_ATTRIBUTES = 100


def read_assignments(code: Iterable[DataScript]) -> Iterator[DataScript]:
    """Yield the data that statements of code scripts assign, up to four a script."""
    for script in code:
        for value, name in islice(_find_assignments(script.text), _MAX_ASSIGNMENTS):
            yield DataScript("", script.id, mend_json(script.text[value:]), name)


def _find_assignments(code: str) -> Iterator[tuple[int, str]]:
    """Yield where the data of each statement begin, and the variable that they are assigned to."""
    for value in islice(_VALUE.finditer(code), _MAX_VALUES):
        start = value.start()
        if variable := _VARIABLE.search(code, max(0, start - _MAX_VARIABLE), start):
            yield value.end(), variable[1] or variable[2]


def read_streams(code: Iterable[DataScript]) -> Iterator[DataScript]:
    """Yield each line of data that code scripts hand over in pieces.

    React Server Components and React Router do so. Elements become their attributes and children. What is
    no data (modules, hints) and pieces that are no JSON strings are passed over.
    """
    pieces: list[str] = []
    called = ""
    for script in code:
        for piece in _PIECE.finditer(script.text):
            before = script.text[max(0, piece.start() - _MAX_VARIABLE) : piece.start()]
            called = called or _last_name(before)
            with suppress(ValueError):
                pieces.append(json.loads(mend_json(piece[1]), strict=False))
    for line in _split_stream("".join(pieces).encode("utf-8", "replace")):
        yield DataScript("", "", line, called)


def _last_name(text: str) -> str:
    """Return the name at the end of a text: a variable or an attribute."""
    name = _NAME_BEFORE.search(text)
    return name[0] if name else ""


def _split_stream(stream: bytes) -> Iterator[str]:
    """Yield the lines of a stream that are data, as JSON."""
    at = 0
    while at < len(stream):
        start = _LINE_START.match(stream, at)
        at = start.end() if start else at
        if start and start[1]:
            text, at = stream[at : at + int(start[1], 16)], at + int(start[1], 16)
            yield json.dumps([text.decode(errors="replace")])
            continue
        end = stream.find(b"\n", at)
        line, at = (stream[at:end], end + 1) if end >= 0 else (stream[at:], len(stream))
        if line.startswith((b"{", b"[")):
            yield _ELEMENT.sub("[", line.decode(errors="replace"))


def read_attributes(data: bytes) -> Iterator[DataScript]:
    """Yield the data in attributes of a page's well-formed bytes, up to a hundred.

    Inertia, Astro and others leave them to the script that fills the element.
    """
    for found in islice(_VALUE_OF_ATTRIBUTE.finditer(data), _MAX_ATTRIBUTES):
        text = html.unescape(found[1].decode(errors="replace"))
        before = data[max(0, found.start() - _MAX_VARIABLE) : found.start()].decode(errors="replace")
        yield DataScript("attribute", "", mend_json(text), _last_name(before))
