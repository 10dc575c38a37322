"""Microdata and RDFa of a page, as nodes of the same shape as JSON-LD.

Sources: HTML Living Standard, 5.2 (microdata); RDFa Lite 1.1 (W3C 2015).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext.metadata.element_text import element_text

if TYPE_CHECKING:
    from maintext.metadata.declared.json_ld import Node
    from maintext.page import Page

__all__ = ["READ", "ROW", "read_microdata", "read_rdfa"]

ROW = "@row"
"""Key of a node's row, as this is no property of it."""

# Shops mark hundreds of offers; what the page is about stands before that.
_MAX_PROPERTIES = 400
_MAX_DEPTH = 100  # elements between a property and its item
_LINKED = {"a": "href", "area": "href", "link": "href"}
_MEDIA = {"img": "src", "audio": "src", "video": "src", "source": "src", "iframe": "src", "embed": "src"}
# People write these on links, and mean the text.
_TEXT = frozenset("author creator name headline articlesection keywords publisher editor".split())
_MAX_CHARS = 2_000
READ = frozenset(
    """headline name alternateName alternativeHeadline description abstract datePublished uploadDate
    dateCreated datePosted dateModified articleSection keywords inLanguage license url mainEntityOfPage
    image thumbnailUrl contentUrl author creator publisher breadcrumb itemListElement position item""".split()
)
"""Properties with a text that is read; the long text of an articleBody is not."""


@dataclass(frozen=True, slots=True)
class _Syntax:
    """Names of the attributes of one way to write items into HTML."""

    property: str
    scope: str
    type: str


_MICRODATA = _Syntax("itemprop", "itemscope", "itemtype")
_RDFA = _Syntax("property", "typeof", "typeof")


def read_microdata(page: Page) -> list[Node]:
    """Return the items of ``itemscope`` and ``itemprop``, outer ones first; loose properties make one."""
    return _items(page, _MICRODATA)


def read_rdfa(page: Page) -> list[Node]:
    """Return the items of ``typeof`` and ``property``; pages without ``typeof`` have none."""
    return _items(page, _RDFA) if len(page.attribute("typeof").row) else []


def _items(page: Page, syntax: _Syntax) -> list[Node]:
    rows = page.attribute(syntax.property).row[:_MAX_PROPERTIES].tolist()
    if not rows:
        return []
    scopes = set(page.attribute(syntax.scope).row.tolist())
    nodes: dict[int, Node] = {}
    inner: set[int] = set()
    for row, names in zip(rows, _names(page, syntax), strict=True):
        owner = _owner(page, row, scopes)
        if owner < 0 and syntax is _RDFA:
            continue
        is_item = row in scopes
        node = _node(page, owner, syntax, nodes)
        if is_item:
            inner.add(row)
        elif READ.isdisjoint(names):
            continue
        value = _node(page, row, syntax, nodes) if is_item else _value(page, row, names)
        _put(node, names, value)
    return [node for row, node in sorted(nodes.items()) if row not in inner]


def _names(page: Page, syntax: _Syntax) -> list[tuple[str, ...]]:
    """Names of the properties of each element that has some, without their vocabulary."""
    at = page.attribute(syntax.property)
    ranges = zip(at.start[:_MAX_PROPERTIES].tolist(), at.end[:_MAX_PROPERTIES].tolist(), strict=True)
    return [_short_names(page.data[start:end]) for start, end in ranges]


@lru_cache(maxsize=4_096)  # pages share their vocabulary
def _short_names(value: bytes) -> tuple[str, ...]:
    return tuple(_short(name) for name in value.decode().split()[:10])


def _short(name: str) -> str:
    return name.rpartition("/")[2].rpartition(":")[2]


def _put(node: Node, names: tuple[str, ...], value: str | Node) -> None:
    for short in names:
        if value and short:
            node.setdefault(short, []).append(value)


def _node(page: Page, row: int, syntax: _Syntax, nodes: dict[int, Node]) -> Node:
    """Return the item of a row, −1 for properties outside every item, made when first asked for."""
    if row not in nodes:
        types = page.attributes(row).get(syntax.type, "") if row >= 0 else ""
        nodes[row] = {"@type": [_short(name) for name in types.split()[:10]], ROW: row}
    return nodes[row]


def _owner(page: Page, row: int, scopes: set[int]) -> int:
    at = int(page.parent[row])
    for _ in range(_MAX_DEPTH):
        if at < 0 or at in scopes:
            return at
        at = int(page.parent[at])
    return -1


def _value(page: Page, row: int, names: tuple[str, ...]) -> str:
    """Return what a property says: an attribute of the element, or its text."""
    attributes = page.attributes(row)
    if "content" in attributes:
        return attributes["content"]
    name = page.name(row)
    if name == "time" and attributes.get("datetime"):
        return attributes["datetime"]
    if name in _MEDIA:
        return attributes.get(_MEDIA[name], "")
    if name in _LINKED and (not names or names[-1].lower() not in _TEXT):
        return attributes.get(_LINKED[name], "")
    return element_text(page, row, _MAX_CHARS)
