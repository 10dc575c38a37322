"""Names and contents of the ``<meta>`` and ``<link>`` elements of a page, without their meaning."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext.page.tags import tag_id

if TYPE_CHECKING:
    from maintext.page import Page

__all__ = ["meta_pairs"]

_META, _LINK = tag_id("meta"), tag_id("link")
_MAX_ELEMENTS = 2_000  # four times the most of a page of the development corpus, 489
_MAX_BYTES = 20_000  # of one element
_PAIR = re.compile(rb' ([^\s="<>/]+)="([^"]*)"')
# What nearly all are, read in one match.
_USUAL = re.compile(rb'<meta (?:name|property)="([^"]*)" content="([^"]+)"\s?/?>')


def meta_pairs(page: Page) -> list[tuple[str, str]]:
    """Return (name, content) of each ``<meta>``, (``link:rel=…``, address) of the ``<link>`` we read.

    Names are in lower case. Elements outside the head count too: broken pages end their head early.
    Cost O(n_rows) for finding them, and O(their bytes).
    """
    is_meta, is_link = page.tag == _META, page.tag == _LINK
    rows = (is_meta | is_link).nonzero()[0][:_MAX_ELEMENTS]
    data = page.data
    places = zip(
        page.byte_start[rows].tolist(), page.inner_start[rows].tolist(), is_meta[rows].tolist(), strict=True
    )
    found: list[tuple[str, str]] = []
    for start, end, is_named in places:
        tag = data[start : min(end, start + _MAX_BYTES)]
        if is_named:
            usual = _USUAL.fullmatch(tag)
            found += _named(*usual.groups()) if usual else _meta(dict(_PAIR.findall(tag)))
        elif b"canonical" in tag or b"licen" in tag or b"image_src" in tag:
            found += _link(dict(_PAIR.findall(tag)))
    return found


def _meta(pairs: dict[bytes, bytes]) -> list[tuple[str, str]]:
    content = pairs.get(b"content")
    if not content:
        return []
    return _named(pairs.get(b"property") or pairs.get(b"name") or pairs.get(b"http-equiv") or b"", content)


def _named(name: bytes, content: bytes) -> list[tuple[str, str]]:
    text = _unescaped(content)
    return [(one, text) for one in _names(name)]


@lru_cache(maxsize=4_096)  # pages share their names
def _names(name: bytes) -> tuple[str, ...]:
    names = name.decode().lower()
    if names.startswith(("dc:", "dcterms:")):
        names = names.replace(":", ".", 1)
    return tuple(names.split())


def _link(pairs: dict[bytes, bytes]) -> list[tuple[str, str]]:
    rels = pairs.get(b"rel", b"").decode().lower().split()
    return [(f"link:rel={rel}", _unescaped(pairs.get(b"href", b""))) for rel in rels]


def _unescaped(value: bytes) -> str:
    text = value.decode()
    return html.unescape(text) if "&" in text else text
