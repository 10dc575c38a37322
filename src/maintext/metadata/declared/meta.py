"""Read names and contents of ``<meta>`` and ``<link>`` once for each page, without their meaning."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from maintext._core.elements import WordSet, unescape
from maintext._core.fields import declared_contents, values_having
from maintext.html import Page
from maintext.html.tags import tag_id

__all__ = ["contents", "declared", "first_contents", "meta_pairs", "text_of"]

# Row, whether it is a <meta>, property, name, http-equiv and content of an element, as raw
# bytes; None for a missing attribute.
_Named: TypeAlias = tuple[int, bool, bytes | None, bytes | None, bytes | None, bytes]

_META, _LINK = tag_id("meta"), tag_id("link")
_MAX_PAIRS = 2_000  # of each kind, four times the most of a page of the development corpus, 489
_MAX_BYTES = 20_000  # of a content and its names
_RELS = WordSet(("canonical", "license", "image_src"))
_NAME_INDEX = {"property": 2, "name": 3}


def declared(page: Page, attribute: str, names: Collection[str]) -> str | None:
    """Return the ``content`` of the first element of any kind with one of some names.

    - ``attribute``: attribute of the name: ``name`` or ``property``.
    - ``names``: in lower case.
    """
    place, wanted = _NAME_INDEX[attribute], {name.encode() for name in names}
    for element in page.cached(_read_named):
        value = element[place]
        if isinstance(value, bytes) and value.lower() in wanted:
            return text_of(element[5])
    return None


def meta_pairs(page: Page) -> tuple[tuple[str, str], ...]:
    """Return (name, content) of each ``<meta>``, names in lower case.

    Elements outside the head count too: broken pages end their head early. Cost O(n_rows) and O(their bytes).
    """
    metas = page.cached(_read_metas)
    return tuple([(name, text_of(content)) for _, names, content in metas for name in names])


def first_contents(page: Page, names: Collection[str]) -> dict[str, str]:
    """Return the first ``<meta>`` content of each name in lower case, by name.

    The values equal those of :func:`meta_pairs`, without decoding the other elements.
    """
    firsts = page.cached(_first_values)
    return {name: text_of(firsts[name]) for name in names if name in firsts}


def _first_values(page: Page) -> dict[str, bytes]:
    pairs = [(name, content) for _, names, content in page.cached(_read_metas) for name in names]
    return dict(reversed(pairs))


def contents(page: Page) -> list[tuple[tuple[str, ...], bytes | str]]:
    """Return names and content of each ``<meta>``, and of each known ``<link>`` as ``link:rel=…``, in order.

    Contents stay raw, because most are never used; :func:`text_of` decodes one.
    """
    found: list[tuple[int, tuple[str, ...], bytes | str]] = [*page.cached(_read_metas), *_read_links(page)]
    return [(names, content) for _, names, content in sorted(found, key=itemgetter(0))]


def text_of(content: bytes | str) -> str:
    """Return a content as text with character references resolved."""
    return content if isinstance(content, str) else str(unescape(content.decode()))


def _read_metas(page: Page) -> list[tuple[int, tuple[str, ...], bytes]]:
    """Return row, names and raw content of each ``<meta>``, up to a limit of names."""
    found, n_pairs = [], 0
    for row, is_meta, property_, name, equivalent, content in page.cached(_read_named):
        raw = property_ or name or equivalent or b""
        if is_meta and content and len(raw) + len(content) < _MAX_BYTES:
            names = _meta_names(raw)
            found.append((row, names, content))
            n_pairs += len(names)
            if n_pairs >= _MAX_PAIRS:
                break
    return found


def _read_named(page: Page) -> list[_Named]:
    """Return the elements with a ``content`` and a name, in document order."""
    found: list[_Named] = declared_contents(page.columns, _META)
    return found


def _read_links(page: Page) -> list[tuple[int, tuple[str, ...], str]]:
    found = [
        (row, rels, page.value(row, "href") or "")
        for row, value in values_having(page.columns, b" rel", (0, len(page)), _RELS, len(page), _MAX_BYTES)
        if (rels := _link_names(value)) and page.tag[row] == _LINK
    ]
    return found[:_MAX_PAIRS]


@lru_cache(maxsize=4_096)  # pages share their relations
def _link_names(value: bytes) -> tuple[str, ...]:
    return tuple(f"link:rel={rel}" for rel in value.decode().lower().split() if rel in _RELS.words)


@lru_cache(maxsize=4_096)  # pages share their names
def _meta_names(name: bytes) -> tuple[str, ...]:
    names = name.decode().lower()
    if names.startswith(("dc:", "dcterms:")):
        names = names.replace(":", ".", 1)
    return tuple(names.split())
