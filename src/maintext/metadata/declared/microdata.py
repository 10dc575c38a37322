"""Microdata and RDFa of a page, as nodes of the same shape as JSON-LD.

Sources: HTML Living Standard, 5.2 (microdata); RDFa Lite 1.1 (W3C 2015).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext._core.fields import element_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.declared.json_ld import Node

__all__ = ["READ", "ROW", "read_microdata", "read_rdfa"]

ROW = "@row"
"""Key of a node's row, as this is no property of it."""

# Shops mark hundreds of offers; what the page is about stands before that.
_MAX_PROPERTIES = 400
_LINKED = {"a": "href", "area": "href", "link": "href"}
_MEDIA = {"img": "src", "audio": "src", "video": "src", "source": "src", "iframe": "src", "embed": "src"}
# People write these on links, and mean the text.
_TEXT = frozenset("author creator name headline articlesection keywords publisher editor".split())
_MAX_CHARS, _MAX_ROWS = 2_000, 200  # of the text of an element
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
    scopes = page.attribute(syntax.scope).row
    is_item = set(scopes.tolist())
    nodes: dict[int, Node] = {}
    inner: set[int] = set()
    for row, owner, names in zip(rows, _owners(page, rows, scopes), _names(page, syntax), strict=True):
        if owner < 0 and syntax is _RDFA:
            continue
        node = nodes.get(owner) or _node(page, owner, syntax, nodes)
        if row in is_item:
            inner.add(row)
            _put(node, names, nodes.get(row) or _node(page, row, syntax, nodes))
        elif not READ.isdisjoint(names):
            _put(node, names, _value(page, row, names))
    return [node for row, node in sorted(nodes.items()) if row not in inner]


def _owners(page: Page, rows: list[int], scopes: NDArray[np.int32]) -> Iterator[int]:
    """The innermost item around each of some ascending rows, without the row itself; −1 for none."""
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
    """Make the item of a row, −1 for properties outside every item."""
    types = (page.value(row, syntax.type) or "") if row >= 0 else ""
    nodes[row] = {"@type": [_short(name) for name in types.split()[:10]], ROW: row}
    return nodes[row]


def _value(page: Page, row: int, names: tuple[str, ...]) -> str:
    """Return what a property says: an attribute of the element, or its text."""
    content = page.value(row, "content")
    if content is not None:
        return content
    name = page.name(row)
    if name == "time" and (moment := page.value(row, "datetime")):
        return moment
    if name in _MEDIA:
        return page.value(row, _MEDIA[name]) or ""
    if name in _LINKED and (not names or names[-1].lower() not in _TEXT):
        return page.value(row, _LINKED[name]) or ""
    text: str = element_text(page.columns, row, _MAX_ROWS)
    return text[:_MAX_CHARS]
