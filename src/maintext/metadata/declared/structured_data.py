"""Read the structured data of a page: JSON-LD, microdata and RDFa, by schema.org.

Sources: JSON-LD 1.1 (W3C 2020), sections 4.1 (``@graph``), 3.5 (``@id``); HTML Living Standard, 5.2
(microdata); RDFa Lite 1.1 (W3C 2015); schema.org.
"""

# The parser's structured_data() needs its tree, knows no rows and no properties outside of items: of 46 pages
# with microdata it finds nothing on 15, and takes 0.45 ms a page where this file takes 0.27.

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._core.fields import element_text
from maintext.html import Page
from maintext.metadata import word_lists

__all__ = [
    "READ_PROPERTIES", "ROW", "Node", "as_values", "read_json_ld", "read_microdata", "read_rdfa",
    "type_names",
]  # fmt: skip

Node = dict[str, Any]
"""A JSON object: property names to values, ``@type`` among them."""

_MAX_BYTES = 1_000_000  # the longest script of the development corpus has 61 KB
_MAX_NODES = 2_000
_MAX_VALUES = 50  # of one property
_WRAPPING = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[|/\*.*?\*/)*\s*", re.DOTALL)
_COMMA_BEFORE_END = re.compile(r",\s*(?=[}\]])")
_MISSING_COMMA = re.compile(r'(["}\]])[^\S\n]*\n\s*(?=")')
# What is worth saving of a script that no repair makes readable: strings of these properties.
_STRING = re.compile(
    r'"(headline|datePublished|dateModified|description|author)"\s*:\s*'
    r'(?:(?:\[\s*)?\{(?![^{}]{0,200}Organi)[^{}]{0,200}?"name"\s*:\s*)?"((?:[^"\\\n]|\\.){1,1000})"(?=\s*[],}])'
)
_OF_OTHERS = re.compile(r'"(?:(?:review|comment)s?|itemReviewed)"\s*:')
_INTO, _HOLDERS = ("@included", "mainEntityOfPage", "mainEntity", "@graph"), (dict, list)  # the last first
_MAIN = frozenset({"mainEntity", "mainEntityOfPage"})
_DECODER = json.JSONDecoder(strict=False)


def read_json_ld(page: Page) -> list[Node]:
    """Return the JSON-LD nodes that stand for the page or the whole graph, in document order.

    These are top-level nodes, members of lists and of ``@graph``, and main entities. Other objects, such as
    an author, are reached through their property. References by ``@id`` are replaced by their node. The
    result is cached for the page and must not be changed. Cost O(length of the scripts).
    """
    return page.cached(_read_scripts)


def _read_scripts(page: Page) -> list[Node]:
    found: list[Node] = []
    for script in page.json_scripts:
        if "ld+json" in script.type and len(script.text) <= _MAX_BYTES:
            found += _flatten_nodes(_decode_script(script.text))
    _resolve_references(found)
    return [_with_usual_names(node) if "pubDate" in node else node for node in found]


def _with_usual_names(node: Node) -> Node:
    """Return a node of Baidu's Cambrian as an article: it has no type, and names of its own."""
    renamed = {name: node[key] for key, name in _NAMES_OF_BAIDU.items() if key in node}
    return {"@type": "Article", **renamed, **node}


_NAMES_OF_BAIDU = {"pubDate": "datePublished", "upDate": "dateModified", "images": "image"}


def _flatten_nodes(values: list[Any]) -> list[Node]:
    """Collect the nodes of decoded values, without recursion."""
    found: list[Node] = []
    waiting = list(reversed(values))
    while waiting and len(found) < _MAX_NODES:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value[:_MAX_NODES]))
        elif isinstance(value, dict):
            if len(value) > 1 or "@graph" not in value:
                found.append(value)
            waiting += [value[key] for key in _INTO if key in value and isinstance(value[key], _HOLDERS)]
    return found


def _resolve_references(nodes: list[Node]) -> None:
    """Replace references by their nodes, in the properties that fields read."""
    known = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and len(node) > 1}
    if not known:
        return
    for node in nodes:
        for key in ("author", "creator", "publisher", "image", "breadcrumb", "isPartOf"):
            value = node.get(key)
            if isinstance(value, list):
                node[key] = [_follow_reference(one, known) for one in value[:_MAX_NODES]]
            elif value is not None:
                node[key] = _follow_reference(value, known)


def _follow_reference(value: Any, known: dict[str, Node]) -> Any:
    if isinstance(value, dict) and isinstance(value.get("@id"), str) and "name" not in value:
        return known.get(value["@id"], value)
    return value


def _decode_script(text: str) -> list[Any]:
    """Decode a script as it is, else repaired, else by its known string properties."""
    try:
        return [_DECODER.decode(text)]
    except (ValueError, RecursionError):
        pass
    start = _WRAPPING.match(text[:10_000])
    body = text[start.end() if start else 0 :]
    body = html.unescape(body) if "&quot;" in body else body
    for repaired in (body, _MISSING_COMMA.sub(r"\1,", _COMMA_BEFORE_END.sub("", body))):
        values = _leading_values(repaired)
        if values:
            return values
    saved = {}
    for key, value in reversed(_STRING.findall(_OF_OTHERS.split(body, 1)[0])):
        with suppress(ValueError):  # an escape that JSON does not know
            saved[key] = _DECODER.decode(f'"{value}"')
    return [{"@type": "Article", **saved}] if saved else []


def _leading_values(text: str) -> list[Any]:
    """Decode consecutive JSON values at the start of a text, ignoring what separates them."""
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


ROW = "@row"
"""Key of a node's row, as this is no property of it."""

# Shops mark hundreds of offers; the main entity comes before them.
_MAX_PROPERTIES = 400
_LINKED = {"a": "href", "area": "href", "link": "href"}
_MEDIA = {"img": "src", "audio": "src", "video": "src", "source": "src", "iframe": "src", "embed": "src"}
# People write these on links, and mean the text.
_TEXT_PROPERTIES = frozenset(word_lists("schema_properties")["text"])
_MAX_CHARS, _MAX_ROWS = 2_000, 200  # of the text of an element
READ_PROPERTIES = frozenset(word_lists("schema_properties")["read"])
"""Properties whose text is read; the long articleBody is not."""


def read_microdata(page: Page) -> list[Node]:
    """Return the items of ``itemscope`` and ``itemprop``; loose properties form one item."""
    return _read_items(page, "itemprop", "itemscope", "itemtype")


def read_rdfa(page: Page) -> list[Node]:
    """Return the items of ``typeof`` and ``property``; ``[]`` without ``typeof``."""
    return _read_items(page, "property", "typeof", "typeof") if len(page.attribute("typeof").row) else []


def _read_items(page: Page, property_: str, scope: str, type_: str) -> list[Node]:
    """Return the items of a syntax by the names of its attributes; loose properties are no RDFa."""
    at = page.attribute(property_)
    rows, starts, ends = (values[:_MAX_PROPERTIES].tolist() for values in (at.row, at.start, at.end))
    if not rows:
        return []
    scopes = page.attribute(scope).row
    is_item = set(scopes.tolist())
    nodes: dict[int, Node] = {}
    inner: set[int] = set()
    for row, owner, start, end in zip(rows, _enclosing_items(page, rows, scopes), starts, ends, strict=True):
        if owner < 0 and scope == "typeof":
            continue
        names = _short_names(page.data[start:end])
        node = nodes.get(owner) or _make_node(page, owner, type_, nodes)
        if row in is_item:
            if not _MAIN & set(names):
                inner.add(row)
            value: str | Node = nodes.get(row) or _make_node(page, row, type_, nodes)
        elif READ_PROPERTIES.isdisjoint(names):
            continue
        else:
            value = _property_value(page, row, names)
        for name in filter(None, names if value else ()):
            node.setdefault(name, []).append(value)
    return [node for row, node in sorted(nodes.items()) if row not in inner]


def _enclosing_items(page: Page, rows: list[int], scopes: NDArray[np.int32]) -> Iterator[int]:
    """Yield the innermost item around each of ascending rows, the row excluded; −1 for none."""
    waiting = list(zip(scopes.tolist(), page.end[scopes].tolist(), strict=True))[::-1]
    around: list[tuple[int, int]] = []  # items and their ends, the innermost last
    for row in rows:
        while waiting and waiting[-1][0] < row:
            item = waiting.pop()
            while around and around[-1][1] <= item[0]:
                around.pop()
            around.append(item)
        while around and around[-1][1] <= row:
            around.pop()
        yield around[-1][0] if around else -1


@lru_cache(maxsize=4_096)  # pages share their vocabulary
def _short_names(value: bytes) -> tuple[str, ...]:
    return tuple(_local_name(name) for name in value.decode().split()[:10])


def _local_name(name: str) -> str:
    return name.rpartition("/")[2].rpartition(":")[2]


def _make_node(page: Page, row: int, type_: str, nodes: dict[int, Node]) -> Node:
    """Make the item of a row; −1 collects properties outside every item."""
    types = (page.value(row, type_) or "") if row >= 0 else ""
    nodes[row] = {"@type": [_local_name(name) for name in types.split()[:10]], ROW: row}
    return nodes[row]


def _property_value(page: Page, row: int, names: tuple[str, ...]) -> str:
    """Return the value of a property: an attribute of the element, or its text."""
    content = page.value(row, "content")
    if content is not None:
        return content
    name = page.name(row)
    if name == "time" and (moment := page.value(row, "datetime")):
        return moment
    if name in _MEDIA:
        return page.value(row, _MEDIA[name]) or ""
    if name in _LINKED and (not names or names[-1].lower() not in _TEXT_PROPERTIES):
        return page.value(row, _LINKED[name]) or ""
    text: str = element_text(page.columns, row, _MAX_ROWS)
    return text[:_MAX_CHARS]


def type_names(node: Node) -> frozenset[str]:
    """Return the last parts of a node's types in lower case."""
    stated = node.get("@type") or node.get("type") or ()
    names = stated[:10] if isinstance(stated, list) else [stated]
    return _types_of(tuple([one for one in names if isinstance(one, str)]))


@lru_cache(maxsize=1_024)  # pages share their types
def _types_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_local_name(name).lower() for name in names)


def as_values(value: Any, maximum: int = _MAX_VALUES) -> list[Any]:
    """Return the values of a property as a list, also those of an explicit ``@list``."""
    value = value.get("@list", value) if isinstance(value, dict) else value
    if value is None:
        return []
    return value[:maximum] if isinstance(value, list) else [value]
