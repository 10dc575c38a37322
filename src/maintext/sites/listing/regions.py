"""Which repeated part of a page is its main list, and why one wins."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.css_path import css_paths
from maintext.records.names import name_signs
from maintext.records.places import ASIDE, CHROME
from maintext.records.records import find_groups
from maintext.sites.listing.scores import IN_LINES, LAYOUT, OF_LISTS, make_scene, score_groups
from maintext.sites.listing.sections import join_sections

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.records.anchors import Anchors
    from maintext.sites.listing.scores import Candidate, Scene

    Int = NDArray[np.int64]

__all__ = ["Region", "find_regions"]

# Records that lie in those of a better region replace it where they say this share of its text.
_MOST_OF = 0.75
_NEARLY_ALL = 0.85  # the same for records of uneven length
_MOST_INSIDE = 0.9  # share of them that must lie there
_MUCH_OF, _LEAST_LIST, _MOST_LAYOUTS = 0.5, 4, 12
_MOST_REPLACING = 20
_EVEN = 0.8  # evenness that such records have at least


@dataclass(frozen=True, eq=False)
class Region:
    """A repeated part of a page.

    Attributes
    ----------
    row
        Row of the element around all records.
    records
        Half-open ranges of rows, in page order.
    score
        At least 0; the sum of what its records say, times factors for the place and the form. Only
        scores of one page compare.
    share
        How many of the elements that look alike are records, 0–1.
    reasons
        What the score is made of, in words.
    place
        Where it stands: ``"in a menu, header or footer"``, ``"in a sidebar or beside the main content"``,
        ``"in the main element"``, or ``""``.
    """

    row: int
    records: tuple[tuple[int, int], ...]
    score: float
    share: float
    reasons: tuple[str, ...]
    place: str
    page: Page = field(repr=False)

    @cached_property
    def path(self) -> str:
        """Names of the elements from the root down to ``row``, with ids and first classes."""
        return _path(self.page, self.row)

    @cached_property
    def css_path(self) -> str:
        """A CSS selector for ``row``; see :func:`maintext.html.css_path.css_paths`."""
        return css_paths(self.page, [self.row])[0]


def find_regions(page: Page, anchors: Anchors, weight: Int, like: str = "") -> list[Region]:
    """Return the repeated parts of a page, the best one first; records of no two of them overlap.

    Menus come after all others, and what stands at the path ``like`` before them; see :attr:`Region.path`.

    Cost O(n_rows · log n_rows) in numpy, and O(n_records) for each of at most 60 groups.
    """
    signs = name_signs(page)
    scene = make_scene(page, anchors, weight, signs)
    groups = find_groups(page, weight, anchors, signs)
    wanted = next((g.holder for g in groups if like and _path(page, g.holder) == like), -1)
    found = score_groups(scene, groups, wanted)
    found += join_sections(scene, found)
    found = _without_layouts(scene, found)
    found.sort(key=lambda one: (one.holder != wanted, one.place == CHROME, -one.score))
    if wanted < 0:
        found = _single_first(_finest_first(scene, found))
    return _apart(page, found)


def _without_layouts(scene: Scene, candidates: list[Candidate]) -> list[Candidate]:
    """Lower the scores of those whose records are parts of the page, with lists of their own."""
    inner = [one for one in candidates if len(one.records) >= _LEAST_LIST and one.evenness >= _EVEN]
    if not inner:
        return candidates
    ranges = np.concatenate([one.records for one in inner])
    number = np.repeat(np.arange(len(inner)), [len(one.records) for one in inner])
    ranked = sorted(candidates, key=lambda one: -one.score)
    for i, one in enumerate(ranked[:_MOST_LAYOUTS]):
        if OF_LISTS not in one.reasons and _is_made_of_one(scene, one, ranges, number, inner):
            ranked[i] = replace(one, score=one.score * LAYOUT, reasons=(*one.reasons, OF_LISTS))
    return ranked


def _is_made_of_one(scene: Scene, outer: Candidate, ranges: Int, number: Int, inner: list[Candidate]) -> bool:
    """Whether several records of one other region in each of this one's make up much of its text."""
    place, is_inside = _inside(ranges, outer.records)
    pair = number * len(outer.records) + place
    n_together = np.bincount(pair[is_inside], minlength=len(inner) * len(outer.records))
    several = is_inside.copy()
    several[is_inside] = n_together[pair[is_inside]] >= _LEAST_LIST
    said = np.bincount(
        number[several], weights=scene.total(scene.said, ranges)[several], minlength=len(inner)
    )
    is_other = np.array([other is not outer for other in inner])
    most = float((said * is_other).max())
    return most >= _MUCH_OF * int(scene.total(scene.said, outer.records).sum())


def _inside(ranges: Int, around: Int) -> tuple[Int, NDArray[np.bool_]]:
    """Number of the record around each of some ranges, and whether there is one."""
    place = np.searchsorted(around[:, 0], ranges[:, 0], side="right") - 1
    return place, (place >= 0) & (ranges[:, 1] <= around[place, 1])


def _finest_first(scene: Scene, ranked: list[Candidate]) -> list[Candidate]:
    """Put records that make up most of the best region before it: entries before groups of them."""
    for one in ranked[1:_MOST_REPLACING]:
        if len(one.records) > len(ranked[0].records) and _makes_up(scene, one, ranked[0]):
            return [one, *(other for other in ranked if other is not one)]
    return ranked


def _makes_up(scene: Scene, inner: Candidate, outer: Candidate) -> bool:
    if IN_LINES in inner.reasons or inner.share < _MOST_OF or inner.place == CHROME:
        return False
    _, is_inside = _inside(inner.records, outer.records)
    said = int(scene.total(scene.said, inner.records)[is_inside].sum())
    total = int(scene.total(scene.said, outer.records).sum())
    # Entries with headings or pictures hold other links; bare groups of short names are uneven.
    is_bare = not any(reason.startswith("with ") for reason in outer.reasons)
    least = _MOST_OF if inner.evenness >= _EVEN else _NEARLY_ALL if is_bare else np.inf
    are_more = bool(is_inside.sum() > len(outer.records)) and bool(is_inside.mean() >= _MOST_INSIDE)
    return are_more and said >= least * total


def _single_first(ranked: list[Candidate]) -> list[Candidate]:
    """Put a list's only entry before repeated parts that stand in menus and sidebars."""
    if not ranked or not _is_beside(ranked[0]):
        return ranked
    for one in ranked[1:]:
        is_told = any(reason.startswith("with ") for reason in one.reasons)
        if len(one.records) == 1 and is_told and not _is_beside(one):
            return [one, *(other for other in ranked if other is not one)]
    return ranked


def _is_beside(one: Candidate) -> bool:
    return one.place in {CHROME, ASIDE}


def _path(page: Page, row: int) -> str:
    steps = []
    while row > 0:
        attributes = page.attributes(row)
        first = attributes.get("class", "").split()[:1]
        name = f"#{attributes['id']}" if attributes.get("id") else f".{first[0]}" if first else ""
        steps.append(page.name(row) + name)
        row = int(page.parent[row])
    return " > ".join(reversed(steps))


def _apart(page: Page, ranked: list[Candidate]) -> list[Region]:
    """Leave out those that share rows with a better one."""
    taken = np.zeros(len(page), dtype=np.bool_)
    kept = []
    for one in ranked:
        records = one.records.tolist()
        if one.score <= 0 or any(taken[start] or taken[end - 1] for start, end in records):
            continue
        mask = np.zeros(len(page) + 1, dtype=np.int64)
        mask[one.records[:, 0]] += 1
        np.subtract.at(mask, one.records[:, 1], 1)
        own = np.cumsum(mask[:-1]) > 0
        if (taken & own).any():
            continue
        taken |= own
        pairs = tuple((start, end) for start, end in records)
        kept.append(Region(one.holder, pairs, one.score, one.share, one.reasons, one.place, page))
    return kept
