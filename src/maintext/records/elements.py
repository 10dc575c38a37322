"""Names of elements: hashes to compare them, words, and areas of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.arrays import Int
from maintext.metadata import word_sets

__all__ = [
    "ASIDE", "CHROME", "CLASSLESS", "MAIN", "NameHashes", "Places", "furniture_words", "hash_names",
    "iter_levels", "mix_bits", "mix_paths", "split_words", "words_of",
]  # fmt: skip

_MAX_BYTES = 32  # of a name that tells it from others
_NAMED = re.compile(rb' (?:class|id|role)="([^"]*)"')
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_MAX_RAW = 500
_PRIME = 2**56 - 5  # the largest below: eight bits are left for the tag

CLASSLESS = np.uint64(0xFF)
"""Maximum name hash of elements without class and id."""


class NameHashes(NamedTuple):
    """Hashes of element names, uint64 of shape (n_rows,) each."""

    by_tag: NDArray[np.uint64]
    by_class: NDArray[np.uint64]  # tag and class
    by_name: NDArray[np.uint64]  # tag and class, or else id


CHROME, ASIDE = "in a menu, header or footer", "in a sidebar or next to the main content"
MAIN = "in the main element"
_FACETS = "next to a list, to choose from it"

_MAX_OF_PAGE = 0.75  # of the text: names of wrappers list what is in them
_MAX_PAGING = 300  # weight of an element that is named after links to pages and is one
_BY_TAG = {**dict.fromkeys(("nav", "header", "footer", "menu"), CHROME), "aside": ASIDE, "main": MAIN}
_AREAS = word_sets("areas")
_FURNITURE = frozenset().union(*_AREAS.values())


def hash_names(page: Page) -> NameHashes:
    """Hash the name of each element: tag, and first word of class or id.

    Cost: O(n_attributes).
    """
    tag = page.tag.astype(np.uint64)
    classed, named = tag.copy(), tag.copy()
    for name, found in (("id", named), ("class", classed)):
        at = page.attribute(name)
        ends = np.minimum(at.end, at.start + _MAX_RAW).tolist()
        values = map(page.data.__getitem__, map(slice, at.start.tolist(), ends))
        found[at.row] += np.fromiter(map(_hash_first_word, values), np.uint64, len(at.row))
    named[at.row] = classed[at.row]  # the class of an element comes before its id
    return NameHashes(tag, classed, named)


@lru_cache(maxsize=16_384)
def _hash_first_word(raw: bytes) -> int:
    """Hash the first word of an attribute value without digits at its end; 0 for none."""
    if b"&#" in raw:  # white space may be written as a reference
        raw = re.sub(rb"&#\d+;", b" ", raw)
    words = raw.split(maxsplit=1)
    stem = words[0][:_MAX_BYTES].rstrip(b"0123456789") if words else b""
    return int.from_bytes(stem, "little") % _PRIME << 8


def mix_paths(page: Page, key: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for each row the hash of the keys from the root down to it."""
    mixed = key.copy()
    for at in iter_levels(page.depth):
        mixed[at] = mix_bits(mix_bits(mixed[page.parent[at]]) + key[at])
    return mixed


def mix_bits(number: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread the bits of each number (finaliser of splitmix64, Steele et al. 2014)."""
    number = number + np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


def iter_levels(depth: NDArray[np.integer]) -> Iterator[Int]:
    """Yield the indexes of the nodes of each depth, from the second depth down."""
    order = np.argsort(depth, kind="stable")
    ends = np.cumsum(np.bincount(depth))
    for start, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
        yield order[start:end]


def words_of(page: Page, row: int) -> frozenset[str]:
    """Return the lower-case words of an element's id, class and role."""
    return _split_raw_words(page.data[page.byte_start[row] : page.inner_start[row]][:_MAX_RAW])


@lru_cache(maxsize=16_384)
def _split_raw_words(raw: bytes) -> frozenset[str]:
    return split_words(b" ".join(_NAMED.findall(raw)).decode(errors="replace"))


@lru_cache(maxsize=16_384)
def split_words(text: str) -> frozenset[str]:
    """Split a name such as ``listItem-title`` into lower-case words."""
    return frozenset(word.lower() for word in _WORD.findall(text))


class Places:
    """Locator of elements in the areas of one page: main, sidebar, menu."""

    def __init__(self, page: Page, said: Int) -> None:
        self._page, self._weights = page, said
        self._max_weight = _MAX_OF_PAGE * int(said[-1])
        role = page.values("role")
        is_main = page.is_tag(("main",))
        is_main[[row for row, value in role.items() if value == "main"]] = True
        self._main = np.flatnonzero(is_main)
        self._known: dict[int, str] = {}

    def find(self, at: int, *, has_images: bool = False) -> str:
        """Return the area: :data:`CHROME`, :data:`ASIDE`, :data:`MAIN` or ``""``."""
        in_main = False
        while at > 1:
            if at not in self._known:
                self._known[at] = self._find_place(at)
            own = self._known[at]
            if own in {CHROME, ASIDE} or (own == _FACETS and not has_images):
                return ASIDE if own == _FACETS else own
            in_main = in_main or own == MAIN
            at = int(self._page.parent[at])
        return MAIN if in_main else ""

    def _find_place(self, at: int) -> str:
        if place := _BY_TAG.get(self._page.name(at)):
            return place
        said = self._weights[self._page.end[at]] - self._weights[at]
        first, last = np.searchsorted(self._main, (at, self._page.end[at]))
        if said > self._max_weight or first != last:  # it holds the main content, whatever it is called
            return ""
        words = words_of(self._page, at)
        paging = _AREAS["paging"] if said <= _MAX_PAGING else frozenset()
        known = ((_AREAS["chrome"] | paging, CHROME), (_AREAS["aside"], ASIDE), (_AREAS["facets"], _FACETS))
        return next((place for names, place in known if not names.isdisjoint(words)), "")


def furniture_words(page: Page, row: int) -> frozenset[str]:
    """Return the words of an element's name that menus, sidebars, pagers and filters have."""
    return words_of(page, row) & _FURNITURE
