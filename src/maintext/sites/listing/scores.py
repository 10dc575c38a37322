"""How much each repeated part of a page speaks for being its list; all parts at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import HEADING_TAGS
from maintext.records.names import words_of
from maintext.records.places import ASIDE, CHROME, MAIN, Places, is_furniture
from maintext.records.records import Group, records_of, worth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.records.anchors import Anchors
    from maintext.records.names import Signs

    Int = NDArray[np.int64]
    Float = NDArray[np.float64]
    Bool = NDArray[np.bool_]

__all__ = ["IN_LINES", "LAYOUT", "OF_LISTS", "Candidate", "Scene", "make_scene", "score_groups"]

# Factors of a score. Set by hand on the development pages of tests/list_pages.
_PLACES = {CHROME: 0.1, ASIDE: 0.25, MAIN: 1.3, "": 1.0}
_OUTER = (1.0, 0.97, 0.94)  # of equal groups the one with the shorter way to the element around them
_WITH = {"dates or numbers": 1.3, "images": 1.2, "headings": 1.2}
_MOST_HAVE = 0.6  # share of the records that must have dates, images or headings
_LEAST_OF_BEST = 0.02  # of the best text: menus divide by ten, what says less is not looked at
_ONE_RECORD, _MOST_OF_ONE = 0.9, 600
_RUNNING = 25  # weight before the first link of a record from which on it is a link within a sentence
IN_LINES, _BESIDE, _MOSTLY = "side by side in lines", 0.4, 0.45
OF_LISTS, _MANY_HEADINGS, LAYOUT = "made of lists", 2.5, 0.3  # headings with links in a record
_LIST = frozenset(
    """list lists listing items item posts post entries entry result results articles news archive
    feed stream""".split()
)
_ENTRIES = frozenset("li tr article dt div section".split())


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A page with prefix sums over what the scores count; each of shape (n_rows + 1,)."""

    page: Page
    anchors: Anchors
    signs: Signs
    weight: Int
    said: Int
    sums: dict[str, Int]  # of dates or numbers, images, headings with links, all headings
    places: Places

    def total(self, sums: Int, records: Int) -> Int:
        """Sum over each of some records, given as rows of an array of shape (n, 2)."""
        found: Int = sums[records[:, 1]] - sums[records[:, 0]]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A repeated part with its score.

    Attributes
    ----------
    holder
        Row of the element around all records.
    records
        Half-open ranges of rows, int64 of shape (n_records, 2).
    score, share, reasons
        See :class:`maintext.sites.listing.Region`.
    evenness
        From 1 for records of equal length down to 0.
    place
        Where it stands; see :class:`maintext.records.places.Places`.
    """

    holder: int
    records: Int
    score: float
    share: float
    reasons: tuple[str, ...]
    evenness: float
    place: str


def make_scene(page: Page, anchors: Anchors, weight: Int, signs: Signs) -> Scene:
    """Count what the scores need. Cost O(n_rows) in numpy."""
    short = (weight > 0) & (weight <= 60)
    has_number = short & (page.n_digits >= 3) & ~page.is_link
    n_anchors = page.subtree_sum(page.is_anchor)
    headings = page.is_tag(HEADING_TAGS) & ~page.is_hidden
    said = _sums(weight)
    sums = {
        "dates or numbers": _sums(has_number | page.is_tag(("time",))),
        "images": _sums(page.is_tag(("img",)) & ~page.is_hidden),
        "headings": _sums(headings & (page.is_link | (n_anchors > 0))),
        "all headings": _sums(headings),
    }
    return Scene(page, anchors, signs, weight, said, sums, Places(page, said))


def _sums(values: NDArray[np.generic]) -> Int:
    return np.concatenate(([0], np.cumsum(values, dtype=np.int64)))


def score_groups(scene: Scene, groups: list[Group], like: int = -1) -> list[Candidate]:
    """Return groups with their scores, without those that are running text or say nothing.

    One record alone counts below the element ``like`` even where no name says that it is a list.
    """
    if not groups:
        return []
    each = [records_of(scene.page, group, scene.weight, scene.said) for group in groups]
    counted = _Counted(scene, each)
    share = np.array([len(group.row) / group.n_alike for group in groups])
    first = counted.said * counted.evenness * np.minimum(share, 1) * counted.is_list
    is_worth = (first >= _LEAST_OF_BEST * first.max()) & counted.is_list
    is_worth |= np.array([group.holder == like for group in groups])
    found = [
        _candidate(scene, groups[i], counted, i, is_like=groups[i].holder == like)
        for i in np.flatnonzero(is_worth).tolist()
    ]
    return [one for one in found if one.score > 0]


class _Counted:
    """What all records of all groups hold, as means over each group; arrays of shape (n_groups,)."""

    def __init__(self, scene: Scene, each: list[Int]) -> None:
        self.each = each
        self._records = np.concatenate(each)
        self._n = np.array([len(records) for records in each])
        self._first = np.concatenate(([0], np.cumsum(self._n)[:-1]))
        self._group = np.repeat(np.arange(len(each)), self._n)
        said = worth(scene.total(scene.said, self._records))
        self.said = np.add.reduceat(said, self._first)
        mean = self.said / self._n
        variance = np.maximum(self._mean(said**2) - mean**2, 0)
        self.evenness = 1 / (1 + variance / np.maximum(mean, 1e-9) ** 2)
        n_headings = scene.total(scene.sums["headings"], self._records)
        self.n_headings = self._mean(n_headings)
        self.has = {
            name: self._mean(scene.total(scene.sums[name], self._records) > 0) >= _MOST_HAVE for name in _WITH
        }
        self.n_urls, is_running = self._titles(scene)
        self.is_list = (self.said > 0) & ((self._n == 1) | (is_running < 0.5))
        self.in_lines = self._side_by_side(scene)
        self.furniture = self._named_like_menus(scene)

    def _mean(self, values: NDArray[np.generic]) -> Float:
        found: Float = np.add.reduceat(values.astype(np.float64), self._first) / self._n
        return found

    def _titles(self, scene: Scene) -> tuple[Int, Float]:
        """Different addresses of the records' first titles; share of records that are running text."""
        anchors, start, end = scene.anchors, *self._records.T
        titles = np.flatnonzero(anchors.has_name | anchors.may_title)
        rows = anchors.row[titles]
        first = np.minimum(np.searchsorted(rows, start), len(rows) - 1)
        is_inside = (rows[first] >= start) & (rows[first] < end)
        number = anchors.number[titles[first]]
        pairs = np.unique(np.stack((self._group, number), axis=1)[is_inside], axis=0)
        before = np.where(
            is_inside & ~_begins_line(scene, rows)[first], scene.said[rows[first]] - scene.said[start], 0
        )
        has_heading = scene.total(scene.sums["all headings"], self._records) > 0
        n_urls = np.bincount(pairs[:, 0], minlength=len(self._n))
        return n_urls, self._mean((before > _RUNNING) & ~has_heading)

    def _side_by_side(self, scene: Scene) -> Float:
        """Share of the records that begin on the line on which the one before begins."""
        shown = np.flatnonzero(scene.weight > 0)
        first = shown[np.minimum(np.searchsorted(shown, self._records[:, 0]), len(shown) - 1)]
        line = scene.page.line[first]
        same = np.concatenate(([False], line[1:] == line[:-1]))
        same[self._first] = False
        found: Float = np.add.reduceat(same.astype(np.float64), self._first) / np.maximum(self._n - 1, 1)
        return found

    def _named_like_menus(self, scene: Scene) -> Float:
        """Share of the records whose names are those of menus; equal names are looked at once."""
        starts = self._records[:, 0]
        _, one, number = np.unique(scene.signs[2][starts], return_index=True, return_inverse=True)
        is_named = np.array([is_furniture(scene.page, row) for row in starts[one].tolist()])
        return self._mean(is_named[number.reshape(-1)])


def _begins_line(scene: Scene, rows: Int) -> Bool:
    """Whether elements are the first that stands on their line."""
    shown = np.flatnonzero(scene.weight > 0)
    at = np.minimum(np.searchsorted(shown, rows), len(shown) - 1)
    line = scene.page.line[shown]
    found: Bool = (at == 0) | (line[at] != line[np.maximum(at - 1, 0)])
    return found


def _candidate(scene: Scene, group: Group, counted: _Counted, i: int, *, is_like: bool) -> Candidate:
    records = counted.each[i]
    n_records, n_urls = len(records), int(counted.n_urls[i])
    share = min(1.0, len(group.row) / group.n_alike)
    has = [name for name in _WITH if counted.has[name][i]]
    place = scene.places.of(int(scene.page.parent[records[0, 0]]), has_images="images" in has)
    factors = {
        f"{n_records} records": 1.0 if n_records > 1 else _single(scene, records, group.holder, is_like),
        f"{share:.0%} of the elements alike": share,
        "of even length": float(counted.evenness[i]),
        f"{n_urls} addresses": min(1.0, n_urls / n_records) ** 2,
        "": _OUTER[group.depth - 1],
        **{f"with {name}": _WITH[name] for name in has},
        "named like menus": float((1 - counted.furniture[i]) ** 2),
    }
    if counted.n_headings[i] >= _MANY_HEADINGS:
        factors[OF_LISTS] = LAYOUT
    if counted.in_lines[i] >= _MOSTLY:
        factors[IN_LINES] = _BESIDE
    factors[place] = factors.get(place, 1.0) * _PLACES[place]
    score = float(counted.said[i]) * float(np.prod(list(factors.values())))
    reasons = tuple(name for name, value in factors.items() if name and (value != 1.0 or "record" in name))
    return Candidate(group.holder, records, score, share, reasons, float(counted.evenness[i]), place)


def _single(scene: Scene, records: Int, holder: int, is_like: bool) -> float:
    """Factor for one record alone: only where names say that a list is what holds it."""
    page, row = scene.page, int(records[0, 0])
    named = words_of(page, row) | words_of(page, holder)
    is_small = scene.total(scene.said, records)[0] <= _MOST_OF_ONE
    is_listed = is_like or not _LIST.isdisjoint(named)
    return _ONE_RECORD if page.name(row) in _ENTRIES and is_small and is_listed else 0.0
