"""Hash elements and texts with their places, to compare pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from maintext.classify.features.context import BlockContext
from maintext.html import Page
from maintext.html.arrays import Int
from maintext.records.elements import mix_bits, mix_paths

__all__ = [
    "ATTRIBUTES", "PLACES", "Key", "block_keys", "family_of", "hash_elements", "page_title", "row_keys",
]  # fmt: skip

Key = NDArray[np.uint64]
ATTRIBUTES = ("class", "names", "all", "none")
"""Attributes that count: class and id without digits, names of all, names and values of all, or none."""

_ATTRIBUTE = re.compile(rb'([^\s=<>"/]+)="([^"]*)"')
_NAME = re.compile(rb"<([^\s/>]+)")
_DIGITS = b"0123456789"
PLACES = ("path", "position", "anywhere")
"""Same place: below elements of the same names and classes, at the same position (blank texts do not count),
or always."""


def family_of(page: Page, rows: Int) -> tuple[Int, Int, Int]:
    """Return parent, position and number of children of rows, int64 of shape (n,) each.

    ``rows`` are ascending rows of one subtree, root first; each row comes with its parent. The parent is an
    index into ``rows``, −1 for the root. The position is 0, 1, … among its children.
    """
    parent = np.searchsorted(rows, page.parent[rows])
    parent[0] = -1
    n_children = np.bincount(parent[1:], minlength=len(rows))
    order = np.argsort(parent, kind="stable")  # the root first, then all children, parent by parent
    first = 1 + np.cumsum(n_children) - n_children
    position = np.zeros(len(rows), dtype=np.int64)
    position[order[1:]] = np.arange(1, len(rows)) - first[parent[order[1:]]]
    return parent, position, n_children


def hash_elements(page: Page, rows: Int, attributes: str) -> Key:
    """Hash tag name and attributes of each element; see :data:`ATTRIBUTES`."""
    places = zip(page.byte_start[rows].tolist(), page.inner_start[rows].tolist(), strict=True)
    found = (_hash_start_tag(page.data[start:end], attributes) for start, end in places)
    return np.fromiter(found, np.uint64, len(rows))


@lru_cache(maxsize=1 << 16)
def _hash_start_tag(start_tag: bytes, attributes: str) -> int:
    name = _NAME.match(start_tag)
    found = sorted(_ATTRIBUTE.findall(start_tag)) if attributes != "none" else []
    if attributes == "class":
        found = [(key, value.translate(None, _DIGITS)) for key, value in found if key in {b"class", b"id"}]
    elif attributes == "names":
        found = [(key, b"") for key, _ in found]
    return _hash_bytes(b"\0".join((name[1] if name else b"", *(part for pair in found for part in pair))))


def _hash_texts(texts: Iterable[str]) -> Key:
    return np.fromiter((_hash_bytes(text.encode()) for text in texts), np.uint64)


def _hash_bytes(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def _place_keys(page: Page, place: str) -> Key:
    """Return a key per row, equal at the same place; undefined for blank texts.

    A text row shares the place of its parent, except with ``position``.
    """
    key = np.zeros(len(page), dtype=np.uint64)
    if place == "anywhere":
        return key
    if place == "position":
        rows = np.flatnonzero(~page.is_text | (page.n_chars > 0))
        key[rows] = mix_bits(family_of(page, rows)[1].astype(np.uint64))
    else:
        rows = np.flatnonzero(~page.is_text)
        key[rows] = hash_elements(page, rows, "class")
    return mix_paths(page, key)


def row_keys(page: Page, rows: NDArray[np.int64], place: str) -> Key:
    """Return a key per text row for its text (white space collapsed) and place."""
    texts = _hash_texts(" ".join(page.row_text(row).split()) for row in rows.tolist())
    return mix_bits(mix_bits(_place_keys(page, place)[rows]) ^ texts)


def block_keys(scene: BlockContext) -> Key:
    """Return a key per block for its lower-case text and the elements around it."""
    places = _place_keys(scene.page, "path")[scene.blocks.element]
    return mix_bits(mix_bits(places) ^ _hash_texts(scene.texts))


def page_title(page: Page) -> str:
    """Return the text of the ``title`` element with white space collapsed, or ``""``."""
    rows = np.flatnonzero(page.is_tag(("title",)))[:1].tolist()
    return " ".join("".join(map(page.row_text, rows)).split())
