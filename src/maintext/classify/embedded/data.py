"""Strings in the JSON of scripts: their paths, their markup, and main text made of them.

Broken JSON is never an error.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple
from urllib.parse import unquote

from maintext.html.characters import WORDS
from maintext.html.parser import balanced
from maintext.html.surrogates import mend_json

__all__ = [
    "EmbeddedContent", "EmbeddedText", "JsonPath", "Key", "containment", "iter_strings", "parse_data",
    "strip_tags", "to_markup", "unpack_json",
]  # fmt: skip

Key = str | int

# Before JSON in scripts: an HTML comment or a CDATA mark, with or without "//".
_START = re.compile(r"\s*(?:/[/*]\s*)?(?:<!--|<!\[CDATA\[)?(?:\s*\*/)?\s*")
_DECODER = json.JSONDecoder(strict=False)  # line breaks inside strings are a frequent mistake
_MEMBER = re.compile(
    r"([A-Za-z_]\w{0,60})[\"']?:\s{0,9}(?:(\"(?>(?:[^\"\\]|\\.)*)\")|'((?>(?:[^'\\]|\\.)*))')",
    re.ASCII | re.DOTALL,
)
_UNDEFINED = re.compile(r"(?<=[:,\[])\s{0,9}undefined(?=\s{0,9}[,}\]])")
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})|\\?(\")|\\(.)", re.DOTALL)  # in a string between single quotes
_QUOTE = "&quot;"
_MAX_DEPTH = 64  # prose of the development corpus has at most 26
_VOCABULARY = re.compile(r".*[/#:]", re.DOTALL)

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--")
_ESCAPED_TAG = re.compile(r"&lt;/?[a-zA-Z]")
_LINE_BREAK = re.compile(r"\r\n?|[\u2028\u2029]")
_BLANK_LINE = re.compile(r"\n(?:[ \t\u3000\xa0]*\n)+")

_SHINGLE_WORDS = 8  # so many words in a row never occur in another text by chance
_MAX_SHINGLES = 50
_MAX_CHARS = 500_000


class JsonPath(NamedTuple):
    """The path to a value in a script's JSON."""

    above: JsonPath | None  # of the object or list around it; None for the whole
    key: Key  # in there; "" for the whole
    types: tuple[str, ...]
    """``@type`` of JSON-LD without the vocabulary: of the object itself, else of the one around it."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """Keys from the whole down to the value."""
        keys: list[Key] = []
        at: JsonPath | None = self
        while at is not None:
            keys.append(at.key)
            at = at.above
        return tuple(keys[-2::-1])

    def __str__(self) -> str:
        """Write the path as programs do: ``@graph[0].articleBody``."""
        parts = [f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.keys]
        return "".join(parts).removeprefix(".")


class EmbeddedText(NamedTuple):
    """One string of a script: index of the script in ``page.scripts``, path, string."""

    script: int
    path: JsonPath
    text: str


@dataclass(frozen=True)
class EmbeddedContent:
    """Main text found in scripts."""

    origin: str  # kind of script and key of the text: json-ld:articleBody, state:content
    parts: tuple[tuple[EmbeddedText, ...], ...]
    """Bodies, posts or paragraphs in order; the strings of one part join without a break."""
    is_summary: bool = False  # of an article

    @cached_property
    def plain(self) -> str:
        """The text without tags, a line for each part."""
        return "\n".join("".join(strip_tags(piece.text) for piece in part) for part in self.parts)

    @cached_property
    def n_words(self) -> int:
        """Number of words; each CJK character is one."""
        return len(WORDS.findall(self.plain.lower()))


# -- JSON ---------------------------------------------------------------------------------------------


def parse_data(text: str) -> Any:
    """Parse the JSON of a script; ``None`` if it is broken, nested too deep, or empty.

    Anything after the value is ignored. A string that is JSON itself (``JSON.parse("…")``) is parsed too,
    also in percent-encoding. Of JavaScript that is no JSON, the strings under each key are returned.
    """
    start = _START.match(text)
    at = start.end() if start else 0
    for form in (_decode_percent, partial(_UNDEFINED.sub, "null")):
        with suppress(ValueError, RecursionError):
            value, _ = _DECODER.raw_decode(form(text), at)
            return _DECODER.decode(mend_json(_decode_percent(value))) if isinstance(value, str) else value
    return _strings_by_key(text)


def _decode_percent(text: str) -> str:
    return unquote(text) if text.startswith(("%7B", "%5B")) else text


def _strings_by_key(text: str) -> dict[str, list[str]] | None:
    """Return the strings of a JavaScript object by key: {title: "…", 'content': '…'}.

    Quotation marks that are written as ``&quot;`` around a string are not part of it.
    """
    found: dict[str, list[str]] = {}
    for key, string, single in _MEMBER.findall(text):
        with suppress(ValueError):
            value: str = _DECODER.decode(mend_json(string or f'"{_ESCAPE.sub(_to_json_escape, single)}"'))
            found.setdefault(key, []).append(value.removeprefix(_QUOTE).removesuffix(_QUOTE))
    return found or None


def _to_json_escape(found: re.Match[str]) -> str:
    if found[1]:
        return f"\\u00{found[1]}"
    if found[2]:
        return '\\"'
    return "'" if found[3] == "'" else found[0]


def unpack_json(value: Any) -> Any:
    """Return the object or list that a string holds as JSON, or else the value as it is."""
    if isinstance(value, str) and value.startswith(("{", "[")):
        with suppress(ValueError, RecursionError):
            return _DECODER.decode(mend_json(value))
    return value


def iter_strings(
    script: int, value: Any, budget: Iterator[int], wanted: Callable[[str], bool] | None = None
) -> Iterator[EmbeddedText]:
    """Yield the strings in a value of a script that are not blank, in source order, up to 64 levels deep.

    A string that is an object or list in JSON is one.

    ``budget`` gives one item for each value visited; the search ends with it, so that one shared by the
    scripts of a page bounds the time for all. Only values under ``wanted`` keys are visited.
    """
    stack: list[tuple[int, JsonPath | None, Key, Any]] = [(0, None, "", value)]
    while stack and next(budget, None) is not None:
        depth, above, key, at = stack.pop()
        at = unpack_json(at)
        path = JsonPath(above, key, above.types if above else ())
        if isinstance(at, str):
            if at and not at.isspace():
                yield EmbeddedText(script, path, at)
        elif depth == _MAX_DEPTH:
            continue
        elif isinstance(at, dict):
            path = path._replace(types=_type_names(at.get("@type")) or path.types)
            items = ((name, item) for name, item in reversed(at.items()) if wanted is None or wanted(name))
            stack.extend((depth + 1, path, name, item) for name, item in items)
        elif isinstance(at, list):
            stack.extend((depth + 1, path, i, at[i]) for i in reversed(range(len(at))))


def _type_names(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    return tuple(_VOCABULARY.sub("", name) for name in names if isinstance(name, str))


# -- markup -------------------------------------------------------------------------------------------


def strip_tags(text: str) -> str:
    """Return a string without its tags, for counting; character references stay."""
    return _TAG.sub(" ", _unescape_tags(text))


def to_markup(text: str) -> str:
    """Return a string as HTML in which every element is closed.

    A string with tags, escaped or not, is HTML. Any other is split into paragraphs at blank lines, or at
    every line break if it has no blank line.
    """
    text = _unescape_tags(text)
    if _TAG.search(text):
        return balanced(text)
    plain = _LINE_BREAK.sub("\n", html.escape(html.unescape(text), quote=False)).strip()
    parts = _BLANK_LINE.split(plain)
    if len(parts) == 1:
        parts = plain.split("\n")
    return "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in parts)


def _unescape_tags(text: str) -> str:
    return html.unescape(text) if _ESCAPED_TAG.search(text) and not _TAG.search(text) else text


# -- comparison ---------------------------------------------------------------------------------------


def containment(text: str, other: str) -> float:
    """Return the share of a text that another text contains, 0–1; 0 without words.

    At most fifty shingles of eight words, spread over the text, are looked up in the first 500,000
    characters of the other one. Characters between words do not count.
    """
    own, theirs = WORDS.findall(text.lower()), f" {' '.join(WORDS.findall(other[:_MAX_CHARS].lower()))} "
    starts = range(0, max(len(own) - _SHINGLE_WORDS + 1, 1), _SHINGLE_WORDS)[: len(own)]
    chosen = starts[:: -(-len(starts) // _MAX_SHINGLES) or 1]
    contained = [f" {' '.join(own[at : at + _SHINGLE_WORDS])} " in theirs for at in chosen]
    return sum(contained) / max(len(contained), 1)
