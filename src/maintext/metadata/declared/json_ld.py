"""JSON-LD of a page: its scripts read, however broken, into the nodes that describe the page.

Sources: JSON-LD 1.1 (W3C 2020), sections 4.1 (``@graph``), 3.5 (``@id``); schema.org.
"""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from maintext.html import Page

__all__ = ["Node", "read_json_ld"]

Node = dict[str, Any]
"""A JSON object: property names to values, ``@type`` among them."""

_MAX_BYTES = 1_000_000  # the longest script of the development corpus has 61 KB
_MAX_NODES = 2_000
_WRAPPING = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[|/\*.*?\*/)*\s*", re.DOTALL)
_COMMA_BEFORE_END = re.compile(r",\s*(?=[}\]])")
_MISSING_COMMA = re.compile(r'(["}\]])\s*\n\s*(?=")')
# What is worth saving of a script that no repair makes readable: strings of these properties.
_STRING = re.compile(
    r'"(headline|datePublished|dateModified|description|inLanguage|articleSection)"\s*:\s*"((?:[^"\\\n]|\\.){1,1000})"'
)
_INTO = ("@graph", "mainEntity", "mainEntityOfPage", "@included")
_DECODER = json.JSONDecoder(strict=False)


def read_json_ld(page: Page) -> list[Node]:
    """Return the nodes that stand for the page or the whole graph, in document order.

    Those are the top-level ones, members of lists and of ``@graph``, and main entities. Objects that
    are only a property of another one, such as an author, are reached through it. A reference by
    ``@id`` is replaced by its node. Cost O(length of the scripts) of the first call with a page; the nodes
    must not be changed.
    """
    return page.cached(_read)


def _read(page: Page) -> list[Node]:
    found: list[Node] = []
    for script in page.scripts:
        if "ld+json" in script.type and len(script.text) <= _MAX_BYTES:
            found += _nodes(_decoded(script.text))
    _resolve(found)
    return found


def _nodes(values: list[Any]) -> list[Node]:
    """Nodes of decoded values; a loop, since graphs may be nested deeply."""
    found: list[Node] = []
    waiting = list(reversed(values))
    while waiting and len(found) < _MAX_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value[:_MAX_NODES]))
        elif isinstance(value, dict):
            if len(value) > 1 or "@graph" not in value:
                found.append(value)
            waiting.extend(value[key] for key in reversed(_INTO) if isinstance(value.get(key), dict | list))
    return found


def _resolve(nodes: list[Node]) -> None:
    """Put nodes in the place of references to them, in the properties that fields are read from."""
    known = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and len(node) > 1}
    if not known:
        return
    for node in nodes:
        for key in ("author", "creator", "publisher", "image", "breadcrumb", "isPartOf"):
            value = node.get(key)
            if isinstance(value, list):
                node[key] = [_referred(one, known) for one in value[:_MAX_NODES]]
            elif value is not None:
                node[key] = _referred(value, known)


def _referred(value: Any, known: dict[str, Node]) -> Any:
    if isinstance(value, dict) and isinstance(value.get("@id"), str) and "name" not in value:
        return known.get(value["@id"], value)
    return value


def _decoded(text: str) -> list[Any]:
    """JSON values of a script: as it is, else repaired, else the strings that can be told apart."""
    try:
        return [_DECODER.decode(text)]
    except (ValueError, RecursionError):
        pass
    start = _WRAPPING.match(text[:10_000])
    body = text[start.end() if start else 0 :]
    if "&quot;" in body:
        body = html.unescape(body)
    for repaired in (body, _MISSING_COMMA.sub(r"\1,", _COMMA_BEFORE_END.sub("", body))):
        values = _leading_values(repaired)
        if values:
            return values
    return [_saved(body)]


def _leading_values(text: str) -> list[Any]:
    """JSON values that follow one another at the start of a text, with what stands between them ignored."""
    found: list[Any] = []
    at = 0
    while len(found) < _MAX_NODES:
        starts = [place for mark in "{[" if (place := text.find(mark, at)) >= 0]
        if not starts or (found and min(starts) - at > 100):
            break
        try:
            value, at = _DECODER.raw_decode(text, min(starts))
        except (ValueError, RecursionError):
            break
        found.append(value)
    return found


def _saved(text: str) -> Node:
    saved: Node = {}
    for key, value in _STRING.findall(text[:200_000]):
        try:
            saved.setdefault(key, json.loads(f'"{value}"', strict=False))
        except ValueError:
            continue
    if saved:
        saved["@type"] = "Article" if "headline" in saved else "WebPage"
    return saved
