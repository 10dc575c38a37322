"""Names and contents of the ``<meta>`` and ``<link>`` elements of a page, without their meaning.

They are read once for each page, whoever asks: the features of the learned method, and the fields.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from maintext._core.elements import WordSet, unescape
from maintext._core.fields import declared_contents, values_having
from maintext.html.tags import tag_id

if TYPE_CHECKING:
    from collections.abc import Collection

    from maintext.html import Page

__all__ = ["contents", "declared", "first_contents", "meta_pairs", "text_of"]

# Row, whether it is a <meta>, property, name, http-equiv and content of an element, as they stand on the
# page; None for an attribute that is not there.
_Named: TypeAlias = tuple[int, bool, bytes | None, bytes | None, bytes | None, bytes]

_META, _LINK = tag_id("meta"), tag_id("link")
_MAX_PAIRS = 2_000  # of each kind, four times the most of a page of the development corpus, 489
_MAX_BYTES = 20_000  # of a content and its names
_RELS = WordSet(("canonical", "license", "image_src"))
_PLACE = {"property": 2, "name": 3}


def declared(page: Page, attribute: str, names: Collection[str]) -> str | None:
    """Return the ``content`` of the first element, of any kind, on which one of some names stands.

    Parameters
    ----------
    page
        The page.
    attribute
        Where the name stands: ``name`` or ``property``.
    names
        In lower case.
    """
    place = _PLACE[attribute]
    for element in page.cached(_named):
        value = element[place]
        if isinstance(value, bytes) and value.decode().lower() in names:
            return text_of(element[5])
    return None


def meta_pairs(page: Page) -> tuple[tuple[str, str], ...]:
    """Return (name, content) of each ``<meta>``, (``link:rel=…``, address) of the ``<link>`` we read.

    Names are in lower case. Elements outside the head count too: broken pages end their head early.
    Cost O(n_rows) for finding them, and O(their bytes), of the first call with a page.
    """
    return page.cached(_pairs)


def first_contents(page: Page, names: Collection[str]) -> dict[str, str]:
    """Return the content of the first ``<meta>`` with each of some names in lower case, by name.

    What :func:`meta_pairs` gives of them, without reading the others.
    """
    firsts = page.cached(_firsts)
    return {name: text_of(firsts[name]) for name in names if name in firsts}


def _firsts(page: Page) -> dict[str, bytes]:
    """The first content by name, as it stands on the page."""
    found: dict[str, bytes] = {}
    for _, names, content in page.cached(_metas):
        for name in names:
            found.setdefault(name, content)
    return found


def _pairs(page: Page) -> tuple[tuple[str, str], ...]:
    return tuple([(name, text_of(content)) for names, content in contents(page) for name in names])


def contents(page: Page) -> list[tuple[tuple[str, ...], bytes | str]]:
    """Return the names and the content of each element that :func:`meta_pairs` reads, in document order.

    :func:`text_of` makes a text of a content: most are never asked for.
    """
    metas, links = page.cached(_metas), _links(page)
    found: list[tuple[int, tuple[str, ...], bytes | str]] = [*metas, *links]
    if links:
        found.sort(key=itemgetter(0))
    return [(names, content) for _, names, content in found]


def text_of(content: bytes | str) -> str:
    """Return the text of a content, character references resolved."""
    return content if isinstance(content, str) else str(unescape(content.decode()))


def _metas(page: Page) -> list[tuple[int, tuple[str, ...], bytes]]:
    """Row, names and content of each ``<meta>``, as it stands on the page, up to so many names."""
    found, n_pairs = [], 0
    for row, is_meta, property_, name, equivalent, content in page.cached(_named):
        raw = property_ or name or equivalent or b""
        if is_meta and content and len(raw) + len(content) < _MAX_BYTES:
            names = _names(raw)
            found.append((row, names, content))
            n_pairs += len(names)
            if n_pairs >= _MAX_PAIRS:
                break
    return found


def _named(page: Page) -> list[_Named]:
    """Elements with a ``content`` and a name for it, in document order."""
    found: list[_Named] = declared_contents(page.columns, _META)
    return found


def _links(page: Page) -> list[tuple[int, tuple[str, ...], str]]:
    found: list[tuple[int, tuple[str, ...], str]] = []
    for row, value in values_having(page.columns, b" rel", (0, len(page)), _RELS, len(page), _MAX_BYTES):
        rels = _rels(value)
        if rels and page.tag[row] == _LINK and len(found) < _MAX_PAIRS:
            found.append((row, rels, page.value(row, "href") or ""))
    return found


@lru_cache(maxsize=4_096)  # pages share their relations
def _rels(value: bytes) -> tuple[str, ...]:
    return tuple(f"link:rel={rel}" for rel in value.decode().lower().split() if rel in _RELS.words)


@lru_cache(maxsize=4_096)  # pages share their names
def _names(name: bytes) -> tuple[str, ...]:
    names = name.decode().lower()
    if names.startswith(("dc:", "dcterms:")):
        names = names.replace(":", ".", 1)
    return tuple(names.split())
