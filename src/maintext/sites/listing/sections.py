"""Small lists of one shape in several sections of a page, made one; and the headings they stand below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import HEADING_TAGS, tag_mask
from maintext.records.records import worth
from maintext.sites.listing.scores import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.sites.listing.scores import Scene

    Int = NDArray[np.int64]

__all__ = ["join_sections", "section_names"]

_LARGEST = 0.75  # share of the records in one section at most: a list and a few things like it are not one
_LEAST_DIFFERENT = 0.8  # share of the addresses that must be different: else it is the same list again
_MOST_NAME = 80  # characters of a section's name
_HEADINGS = tag_mask((*HEADING_TAGS, "caption"))


def join_sections(scene: Scene, candidates: list[Candidate]) -> list[Candidate]:
    """Return the lists that repeated parts make together where the way to their records is the same.

    The way is the tags and first classes of all elements from the root to the record. Records must not
    overlap, lead to different addresses for the most part, and stand in no section for the most part.
    """
    parts: dict[tuple[int, ...], list[Candidate]] = {}
    ways = _Ways(scene)
    for one in sorted(candidates, key=lambda one: -one.score):
        same = parts.setdefault(ways.of(int(one.records[0, 0])), [])
        if not any(_overlap(one.records, other.records) for other in same):
            same.append(one)
    found = [_joined(scene, ways, same) for same in parts.values() if len(same) > 1]
    return [one for one in found if one is not None]


class _Ways:
    """Numbers for the ways from the root to elements of one page."""

    def __init__(self, scene: Scene) -> None:
        self._page, self._classed = scene.page, scene.signs[1]
        self._made: dict[int, int] = {}

    def of(self, row: int) -> tuple[int, int]:
        """Return a number for the way to a row, and its depth."""
        return self._number(row), int(self._page.depth[row])

    def _number(self, row: int) -> int:
        way: list[int] = []
        while row > 0 and row not in self._made:
            way.append(row)
            row = int(self._page.parent[row])
        number = self._made.get(row, 0)
        for at in reversed(way):
            number = hash((number, int(self._classed[at])))
            self._made[at] = number
        return number

    def around(self, rows: Sequence[int]) -> int:
        """Row of the innermost element that holds all of some rows."""
        page, at, last = self._page, rows[0], max(rows)
        while at > 0 and page.end[at] <= last:
            at = int(page.parent[at])
        return at


def _overlap(one: Int, other: Int) -> bool:
    place = np.searchsorted(other[:, 0], one[:, 0], side="right") - 1
    begins_in = (place >= 0) & (other[place, 1] > one[:, 0])
    after = np.minimum(place + 1, len(other) - 1)
    reaches = (other[after, 0] >= one[:, 0]) & (other[after, 0] < one[:, 1])
    return bool((begins_in | reaches).any())


def _joined(scene: Scene, ways: _Ways, parts: list[Candidate]) -> Candidate | None:
    """One list of several; None where they are no sections of one."""
    parts = sorted(parts, key=lambda part: int(part.records[0, 0]))
    records = np.concatenate([part.records for part in parts])
    records = records[np.argsort(records[:, 0], kind="stable")]
    best = max(parts, key=lambda part: part.score)
    if max(len(part.records) for part in parts) > _LARGEST * len(records):
        return None
    anchors = scene.anchors
    titles = np.flatnonzero(anchors.has_name)
    rows = anchors.row[titles]
    first = np.minimum(np.searchsorted(rows, records[:, 0]), len(rows) - 1)
    if len(np.unique(anchors.number[titles[first]])) < _LEAST_DIFFERENT * len(records):
        return None
    holder = ways.around([part.holder for part in parts])
    said = worth(scene.total(scene.said, records))
    evenness = 1 / (1 + float(said.std() / max(float(said.mean()), 1e-9)) ** 2)
    reasons = (f"{len(records)} records in {len(parts)} sections", *best.reasons[1:])
    score = sum(part.score for part in parts)
    return replace(best, holder=holder, records=records, score=score, reasons=reasons, evenness=evenness)


def section_names(page: Page, holder: int, records: Sequence[tuple[int, int]]) -> list[str]:
    """Return for each record the heading that it stands below within the holder; ``""`` for none.

    All are ``""`` where not two sections have headings.
    """
    inside = slice(holder, int(page.end[holder]))
    is_heading = _HEADINGS[page.tag[inside]] & ~page.is_hidden[inside]
    headings = holder + np.flatnonzero(is_heading)
    ranges = np.array(records, dtype=np.int64).reshape(-1, 2)
    place = np.searchsorted(ranges[:, 0], headings, side="right") - 1
    headings = headings[(place < 0) | (headings >= ranges[place, 1])]
    at = np.searchsorted(headings, ranges[:, 0]) - 1
    if len(np.unique(at[at >= 0])) < 2:
        return [""] * len(records)
    names = {int(i): " ".join(page.row_text(int(headings[i])).split()) for i in np.unique(at) if i >= 0}
    return [name if len(name := names.get(i, "")) <= _MOST_NAME else "" for i in at.tolist()]
