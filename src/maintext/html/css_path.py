"""Build short CSS selectors of single elements."""

# The parser's css_path() needs a tree: parsed again from ``page.data``, 155 of 189 pages have other elements.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

import numpy as np

from maintext.html.arrays import Int
from maintext.html.columns import Page
from maintext.html.tags import CUSTOM, TEXT

__all__ = ["MAX_STEPS", "css_paths", "sibling_positions"]

MAX_STEPS = 64
"""Steps of a path at most; only there it may lead to more than one element."""

_SPACE = re.compile(r"[ \t\n\f\r]+")
_IDENTIFIER = re.compile(r"[^\W\d][\w-]*")  # names that need no escapes
_SPECIAL = re.compile(r"([^\w-])")


def css_paths(page: Page, rows: Iterable[int]) -> list[str]:
    """Return a CSS selector for each of some element rows.

    A path starts at the nearest ancestor that one step identifies: by its id, its tag, or a class unique
    among elements of its tag. Further steps are ``tag``, with ``:nth-of-type(n)`` among siblings of the same
    name. Ids and classes are compared case-insensitively, as in quirks mode. A path longer than
    :data:`MAX_STEPS` is cut and may match several elements.

    Cost O(n_rows · log n_rows) once, and O(MAX_STEPS) a row.
    """
    step_of = cache(_Steps(page).step_of)
    paths: list[str] = []
    for row in map(int, rows):
        parts: list[str] = []
        at, is_alone = row, False
        while at >= 0 and not is_alone and len(parts) < MAX_STEPS:
            step, is_alone = step_of(at)
            parts.append(step)
            at = int(page.parent[at])
        paths.append(" > ".join(reversed(parts)))
    return paths


class _Steps:
    """Selector steps of the elements of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._number, self._n_same = sibling_positions(page)
        self._n_tag = np.bincount(page.tag)
        self._n_id = Counter(value.lower() for value in page.values("id").values())
        self._n_class = Counter(
            (page.name(row), name.lower())
            for row, value in page.values("class").items()
            for name in set(_SPACE.split(value))
        )

    def step_of(self, row: int) -> tuple[str, bool]:
        """Return the step of an element, and True if it matches that element only."""
        name = self._page.name(row)
        tag = _SPECIAL.sub(r"\\\1", name)
        own_id = self._page.values("id").get(row, "")
        if _IDENTIFIER.fullmatch(own_id) and self._n_id[own_id.lower()] == 1:
            return f"{tag}#{own_id}", True
        if self._page.tag[row] > CUSTOM and self._n_tag[self._page.tag[row]] == 1:
            return tag, True
        for own in _SPACE.split(self._page.values("class").get(row, "")):
            if _IDENTIFIER.fullmatch(own) and self._n_class[name, own.lower()] == 1:
                return f"{tag}.{own}", True
        number = f":nth-of-type({self._number[row]})" if self._n_same[row] > 1 else ""
        return tag + number, row == 0


def sibling_positions(page: Page) -> tuple[Int, Int]:
    """Return the 1-based position of each element among siblings of its name, and their count; 0 for text."""
    elements = np.flatnonzero(page.tag != TEXT)
    name = page.tag[elements].astype(np.int64)
    # Elements that the standard does not define share a number: they get one for each name.
    numbers: dict[str, int] = {}
    for i in np.flatnonzero(name <= CUSTOM).tolist():
        name[i] = -1 - numbers.setdefault(page.name(int(elements[i])), len(numbers))
    parent = page.parent[elements]
    order = np.lexsort((elements, name, parent))
    begins = np.ones(len(order), dtype=np.bool_)
    begins[1:] = (np.diff(parent[order]) != 0) | (np.diff(name[order]) != 0)
    first = np.flatnonzero(begins)
    size = np.diff(np.append(first, len(order)))
    number, n_same = np.zeros(len(page), dtype=np.int64), np.zeros(len(page), dtype=np.int64)
    number[elements[order]] = np.arange(len(order)) - np.repeat(first, size) + 1
    n_same[elements[order]] = np.repeat(size, size)
    return number, n_same
