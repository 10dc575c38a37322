"""Read names and contents of ``<meta>`` and ``<link>`` once for each page, without their meaning."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TypeAlias

from maintext._core.elements import WordSet, unescape
from maintext._core.fields import declared_contents, values_having
from maintext.html import Page
from maintext.html.tags import tag_id

__all__ = ["declared", "first_contents", "link_urls", "meta_pairs", "named_contents", "text_of"]

# Row, whether it is a <meta>, property, name, http-equiv and content of an element, as raw
# bytes; None for a missing attribute.
_Named: TypeAlias = tuple[int, bool, bytes | None, bytes | None, bytes | None, bytes]

_META, _LINK = tag_id("meta"), tag_id("link")
_MAX_PAIRS = 2_000  # of each kind, four times the most of a page of the development corpus, 489
_MAX_BYTES = 20_000  # of a content and its names
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
    metas = page.cached(named_contents)
    return tuple([(name, text_of(content)) for names, content in metas for name in names])


def first_contents(page: Page, names: Collection[str]) -> dict[str, str]:
    """Return the first ``<meta>`` content of each name in lower case, by name.

    The values equal those of :func:`meta_pairs`, without decoding the other elements.
    """
    firsts = page.cached(_first_values)
    return {name: text_of(firsts[name]) for name in names if name in firsts}


def _first_values(page: Page) -> dict[str, bytes]:
    metas = page.cached(named_contents)
    return {name: content for names, content in reversed(metas) for name in names}


def text_of(content: bytes) -> str:
    """Return a content as text with character references resolved."""
    return str(unescape(content.decode()))


def named_contents(page: Page) -> list[tuple[tuple[str, ...], bytes]]:
    """Return names and content of each ``<meta>`` in order, up to a limit of names.

    Contents stay raw, because most are never used; :func:`text_of` decodes one.
    """
    found, n_pairs = [], 0
    for _, is_meta, property_, name, equivalent, content in page.cached(_read_named):
        raw = property_ or name or equivalent or b""
        if is_meta and content and len(raw) + len(content) < _MAX_BYTES:
            names = _meta_names(raw)
            found.append((names, content))
            n_pairs += len(names)
            if n_pairs >= _MAX_PAIRS:
                break
    return found


def _read_named(page: Page) -> list[_Named]:
    """Return the elements with a ``content`` and a name, in document order."""
    found: list[_Named] = declared_contents(page.columns, _META)
    return found


def link_urls(page: Page, relations: WordSet) -> list[tuple[str, str]]:
    """Return relation and URL of each ``<link>`` with one of some relations, in order."""
    stated = values_having(page.columns, b" rel", (0, len(page)), relations, len(page), _MAX_BYTES)
    found = [
        (relation, page.value(row, "href") or "")
        for row, value in stated
        if page.tag[row] == _LINK
        for relation in value.decode().lower().split()
        if relation in relations.words
    ]
    return found[:_MAX_PAIRS]


@lru_cache(maxsize=4_096)  # pages share their names
def _meta_names(name: bytes) -> tuple[str, ...]:
    names = name.decode().lower()
    if names.startswith(("dc:", "dcterms:")):
        names = names.replace(":", ".", 1)
    return tuple(names.split())
