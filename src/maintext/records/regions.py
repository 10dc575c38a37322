"""Score the repeated parts of a page and choose the main list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int, mark_ranges, running_sum
from maintext.html.characters import collapse_whitespace
from maintext.html.css_path import css_paths
from maintext.html.tags import HEADING_TAGS
from maintext.metadata import word_sets
from maintext.records.anchors import Anchors
from maintext.records.elements import (
    ASIDE,
    CHROME,
    MAIN,
    NameHashes,
    Places,
    furniture_words,
    hash_names,
    mix_paths,
    words_of,
)
from maintext.records.groups import RecordGroup, find_groups, find_records, text_value

__all__ = ["ListRegion", "find_regions", "section_names"]

# Records that lie in those of a better region replace it where they say this share of its text.
_MIN_TEXT_SHARE = 0.75
_MIN_UNEVEN_SHARE = 0.85  # the same for records of uneven length
_MIN_INSIDE_SHARE = 0.9  # share of them that must lie there
_MIN_LAYOUT_SHARE, _MIN_LIST, _MAX_LAYOUTS = 0.5, 4, 12
_MAX_REPLACING = 20
_EVEN = 0.8  # evenness that such records have at least
_LARGEST = 0.75  # share of the records in one section at most: a list and a few things like it are not one
_MIN_DIFFERENT = 0.8  # share of the URLs that must be different: else it is the same list again
_MAX_NAME = 80  # characters of a section's name
# Factors of a score. Set by hand on the development pages of tests/list_pages.
_PLACE_FACTORS = {CHROME: 0.1, ASIDE: 0.25, MAIN: 1.3, "": 1.0}
_OUTER = (1.0, 0.97, 0.94)  # of equal groups the one with the shorter way to the element around them
_FEATURE_FACTORS = {"dates or numbers": 1.3, "images": 1.2, "headings": 1.2}
_MIN_SHARE_WITH = 0.6  # share of the records that must have dates, images or headings
_MIN_OF_BEST = 0.02  # of the best text: menus divide by ten, what says less is not looked at
_ONE_RECORD, _MAX_SINGLE_WEIGHT = 0.9, 600
_RUNNING = 25  # weight before the first link of a record from which on it is a link within a sentence
_IN_LINES, _BESIDE, _MOSTLY = "side by side in lines", 0.4, 0.45
_ADS, _MANY_ADS = frozenset("ad ads advert promo".split()), 8  # words, and records of small ads
_OF_LISTS, _MANY_HEADINGS, _LAYOUT = "made of lists", 2.5, 0.3  # headings with links in a record
_LIST = word_sets("list_names")["list"]
_PROMOTED = word_sets("list_names")["promoted"]
_NAMED_LEVELS = 5  # a record, up to three elements around it, and what is named
_ENTRIES = frozenset("li tr article dt div section".split())


@dataclass(frozen=True, eq=False)
class ListRegion:
    """A repeated part of a page."""

    row: int  # of the element around all records
    records: tuple[tuple[int, int], ...]  # half-open ranges of rows, in page order
    score: float  # text value of the records times factors for place and form; comparable within one page
    share: float  # 0–1: share of the similar elements that are records
    reasons: tuple[str, ...]  # parts of the score, in words
    place: str  # in a menu, header or footer; in a sidebar …; in the main element; or ""
    page: Page = field(repr=False)

    @cached_property
    def path(self) -> str:
        """Tag, id and first class of each element from the root to ``row``."""
        return _name_path(self.page, self.row)

    @cached_property
    def css_path(self) -> str:
        """A CSS selector for ``row``; see :func:`maintext.html.css_path.css_paths`."""
        return css_paths(self.page, [self.row])[0]


def find_regions(page: Page, anchors: Anchors, weight: Int, like: str = "") -> list[ListRegion]:
    """Return the repeated parts of a page without overlaps, best first.

    Menus come last. The part at the path ``like`` comes first; see :attr:`ListRegion.path`.
    Cost: O(n_rows · log n_rows) in numpy, and O(n_records) for each of at most 60 groups.
    """
    hashes = hash_names(page)
    context = _make_list_context(page, anchors, weight, hashes)
    groups = find_groups(page, weight, anchors, hashes)
    wanted = next((g.holder for g in groups if like and _name_path(page, g.holder) == like), -1)
    found = _score_groups(context, groups, wanted)
    found += _join_sections(context, found)
    found = _penalize_layouts(context, found)
    found.sort(key=lambda one: (one.holder != wanted, one.place == CHROME, -one.score))
    if wanted < 0:
        found = _prefer_single_entry(_prefer_finer(context, found))
    else:
        n_wanted = sum(one.holder == wanted for one in found)
        found = _prefer_finer(context, found[:n_wanted]) + found[n_wanted:]
    return _drop_overlapping(page, found)


def _penalize_layouts(context: _ListContext, candidates: list[_ListCandidate]) -> list[_ListCandidate]:
    """Lower the scores of regions whose records are page parts with own lists."""
    inner = [one for one in candidates if len(one.records) >= _MIN_LIST and one.evenness >= _EVEN]
    if not inner:
        return candidates
    ranges = np.concatenate([one.records for one in inner])
    number = np.repeat(np.arange(len(inner)), [len(one.records) for one in inner])
    ranked = sorted(candidates, key=lambda one: -one.score)
    for i, one in enumerate(ranked[:_MAX_LAYOUTS]):
        if _OF_LISTS not in one.reasons and _is_made_of_one(context, one, ranges, number, inner):
            ranked[i] = replace(one, score=one.score * _LAYOUT, reasons=(*one.reasons, _OF_LISTS))
    return ranked


def _is_made_of_one(
    context: _ListContext, outer: _ListCandidate, ranges: Int, number: Int, inner: list[_ListCandidate]
) -> bool:
    """Return True if one other region makes up much of the text of these records."""
    place, is_inside = _locate_inside(ranges, outer.records)
    pair = number * len(outer.records) + place
    n_together = np.bincount(pair[is_inside], minlength=len(inner) * len(outer.records))
    several = is_inside.copy()
    several[is_inside] = n_together[pair[is_inside]] >= _MIN_LIST
    said = np.bincount(number, weights=context.total(context.said, ranges) * several, minlength=len(inner))
    most = float((said * [other is not outer for other in inner]).max())
    return most >= _MIN_LAYOUT_SHARE * int(context.total(context.said, outer.records).sum())


def _locate_inside(ranges: Int, around: Int) -> tuple[Int, Bool]:
    """Return the index of the record around each range, and True if there is one."""
    place = np.searchsorted(around[:, 0], ranges[:, 0], side="right") - 1
    return place, (place >= 0) & (ranges[:, 1] <= around[place, 1])


def _prefer_finer(context: _ListContext, ranked: list[_ListCandidate]) -> list[_ListCandidate]:
    """Put records that make up most of the best region first: entries before groups."""
    for one in ranked[1:_MAX_REPLACING]:
        if len(one.records) > len(ranked[0].records) and _makes_up(context, one, ranked[0]):
            return [one, *(other for other in ranked if other is not one)]
    return ranked


def _makes_up(context: _ListContext, inner: _ListCandidate, outer: _ListCandidate) -> bool:
    if _IN_LINES in inner.reasons or inner.share < _MIN_TEXT_SHARE or inner.place == CHROME:
        return False
    _, is_inside = _locate_inside(inner.records, outer.records)
    said = int(context.total(context.said, inner.records)[is_inside].sum())
    # A date above entries is the heading of a section.
    total = int(context.total(context.said - context.dated, outer.records).sum())
    # Entries with headings or pictures hold other links; bare groups of short names are uneven.
    is_bare = not any(reason.startswith("with ") for reason in outer.reasons)
    least = _MIN_TEXT_SHARE if inner.evenness >= _EVEN else _MIN_UNEVEN_SHARE if is_bare else np.inf
    are_more = bool(is_inside.sum() > len(outer.records)) and bool(is_inside.mean() >= _MIN_INSIDE_SHARE)
    return are_more and said >= least * total


def _prefer_single_entry(ranked: list[_ListCandidate]) -> list[_ListCandidate]:
    """Put the only entry of a list before repeated parts of menus and sidebars."""
    outside = {CHROME, ASIDE}
    for one in ranked[1:] if ranked and ranked[0].place in outside else ():
        is_told = any(reason.startswith("with ") for reason in one.reasons)
        if len(one.records) == 1 and is_told and one.place not in outside:
            return [one, *(other for other in ranked if other is not one)]
    return ranked


def _name_path(page: Page, row: int) -> str:
    steps = []
    while row > 0:
        attributes = page.attributes(row)
        first = attributes.get("class", "").split()[:1]
        name = f"#{attributes['id']}" if attributes.get("id") else f".{first[0]}" if first else ""
        steps.append(page.name(row) + name)
        row = int(page.parent[row])
    return " > ".join(reversed(steps))


def _drop_overlapping(page: Page, ranked: list[_ListCandidate]) -> list[ListRegion]:
    """Return the regions that share no rows with a better one."""
    taken = np.zeros(len(page), dtype=np.bool_)
    kept = []
    for one in ranked:
        records = tuple((start, end) for start, end in one.records.tolist())
        own = mark_ranges(len(page), records)
        if one.score > 0 and not (taken & own).any():
            taken |= own
            kept.append(ListRegion(one.holder, records, one.score, one.share, one.reasons, one.place, page))
    return kept


def _join_sections(context: _ListContext, candidates: list[_ListCandidate]) -> list[_ListCandidate]:
    """Return lists that parts with the same path to their records form together.

    The path has the tags and first classes from the root to the record. Records must not overlap and must
    mostly have different URLs. No section may hold most of them. Promoted entries are a list of their own.
    """
    parts: dict[tuple[int, bool], list[_ListCandidate]] = {}
    taken: dict[tuple[int, bool], Bool] = {}
    paths = mix_paths(context.page, context.hashes.by_class)
    for one in sorted(candidates, key=lambda one: -one.score):
        path = int(paths[one.records[0, 0]]), _is_promoted(context.page, one)
        own = mark_ranges(len(context.page), one.records.tolist())
        if path not in taken or not (taken[path] & own).any():
            parts.setdefault(path, []).append(one)
            taken[path] = own | taken.get(path, False)
    found = [_join_candidates(context, same) for same in parts.values() if len(same) > 1]
    return [one for one in found if one is not None]


def _is_promoted(page: Page, one: _ListCandidate) -> bool:
    """Return True if names say that the records are an addition to a list: featured, sponsored ones."""
    row = int(one.records[0, 0])
    for _ in range(_NAMED_LEVELS):
        if not _PROMOTED.isdisjoint(words_of(page, row)):
            return True
        row = max(int(page.parent[row]), 0)
    return False


def _join_candidates(context: _ListContext, parts: list[_ListCandidate]) -> _ListCandidate | None:
    """Return one list made of several, or None if they are no sections of one."""
    parts = sorted(parts, key=lambda part: int(part.records[0, 0]))
    records = np.concatenate([part.records for part in parts])
    records = records[np.argsort(records[:, 0], kind="stable")]
    best = max(parts, key=lambda part: part.score)
    if max(len(part.records) for part in parts) > _LARGEST * len(records):
        return None
    titles = np.flatnonzero(context.anchors.has_name)
    first = np.searchsorted(context.anchors.row[titles], records[:, 0]).clip(max=len(titles) - 1)
    if len(np.unique(context.anchors.number[titles[first]])) < _MIN_DIFFERENT * len(records):
        return None
    page, holders = context.page, [part.holder for part in parts]
    holder = holders[0]
    while holder > 0 and page.end[holder] <= max(holders):
        holder = int(page.parent[holder])
    said = text_value(context.total(context.said, records))
    evenness = 1 / (1 + float(said.std() / max(float(said.mean()), 1e-9)) ** 2)
    reasons = (f"{len(records)} records in {len(parts)} sections", *best.reasons[1:])
    score = sum(part.score for part in parts)
    return replace(best, holder=holder, records=records, score=score, reasons=reasons, evenness=evenness)


def section_names(page: Page, holder: int, records: Sequence[tuple[int, int]]) -> list[str]:
    """Return the heading above each record within the holder, or ``""``.

    All are ``""`` unless at least two sections have headings.
    """
    inside = slice(holder, int(page.end[holder]))
    is_heading = page.is_tag((*HEADING_TAGS, "caption")) & ~page.is_hidden
    headings = holder + np.flatnonzero(is_heading[inside])
    ranges = np.array(records, dtype=np.int64).reshape(-1, 2)
    place = np.searchsorted(ranges[:, 0], headings, side="right") - 1
    headings = headings[(place < 0) | (headings >= ranges[place, 1])]
    at = np.searchsorted(headings, ranges[:, 0]) - 1
    if len(np.unique(at[at >= 0])) < 2:
        return [""] * len(records)
    names = {int(i): collapse_whitespace(page.row_text(int(headings[i]))) for i in np.unique(at) if i >= 0}
    return [name if len(name := names.get(i, "")) <= _MAX_NAME else "" for i in at.tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class _ListContext:
    """A page with prefix sums of the scored features, each of shape (n_rows + 1,)."""

    page: Page
    anchors: Anchors
    hashes: NameHashes
    weight: Int
    said: Int
    dated: Int  # the same of dates and numbers in headings that are no links
    sums: dict[str, Int]  # of dates or numbers, images, headings with links, all headings
    places: Places

    def total(self, sums: Int, records: Int) -> Int:
        """Return the sum over each record; ``records`` has shape (n, 2)."""
        found: Int = sums[records[:, 1]] - sums[records[:, 0]]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _ListCandidate:
    """A repeated part with its score; see :class:`ListRegion`."""

    holder: int
    records: Int  # int64 of shape (n_records, 2)
    score: float
    share: float
    reasons: tuple[str, ...]
    evenness: float  # 1 for records of equal length, down to 0
    place: str


def _make_list_context(page: Page, anchors: Anchors, weight: Int, hashes: NameHashes) -> _ListContext:
    """Count the features that scores need; O(n_rows) in numpy."""
    has_number = (weight > 0) & (weight <= 60) & (page.n_digits >= 3) & ~page.is_link
    headings = page.is_tag(HEADING_TAGS) & ~page.is_hidden
    said = running_sum(weight)
    sums = {
        "dates or numbers": running_sum(has_number | page.is_tag(("time",))),
        "images": running_sum(page.is_tag(("img",)) & ~page.is_hidden),
        "headings": running_sum(headings & (page.is_link | (page.subtree_sum(page.is_anchor) > 0))),
        "all headings": running_sum(headings),
    }
    dated = running_sum(weight * (has_number & page.inside(page.is_tag(HEADING_TAGS))))
    return _ListContext(page, anchors, hashes, weight, said, dated, sums, Places(page, said))


def _score_groups(context: _ListContext, groups: list[RecordGroup], like: int = -1) -> list[_ListCandidate]:
    """Return groups with scores, without running text and empty ones.

    A single record below the element ``like`` counts even if no name suggests a list.
    """
    if not groups:
        return []
    each = [find_records(context.page, group, context.weight, context.said) for group in groups]
    counted = _GroupStats(context, each)
    share = np.array([len(group.row) / group.n_alike for group in groups])
    first = counted.said * counted.evenness * np.minimum(share, 1) * counted.is_list
    is_like = np.array([group.holder == like for group in groups])
    is_worth = ((first >= _MIN_OF_BEST * first.max()) & counted.is_list) | is_like
    chosen = np.flatnonzero(is_worth).tolist()
    found = [_make_candidate(context, groups[i], counted, i, is_like=bool(is_like[i])) for i in chosen]
    return [one for one in found if one.score > 0]


class _GroupStats:
    """Means of record features over each group; arrays of shape (n_groups,)."""

    def __init__(self, context: _ListContext, each: list[Int]) -> None:
        self.each = each
        self._records = np.concatenate(each)
        self._n = np.array([len(records) for records in each])
        self._first = running_sum(self._n)[:-1]
        self._group = np.repeat(np.arange(len(each)), self._n)
        said = text_value(context.total(context.said, self._records))
        self.said = np.add.reduceat(said, self._first)
        mean = self.said / self._n
        variance = np.maximum(self._group_mean(said**2) - mean**2, 0)
        self.evenness = 1 / (1 + variance / np.maximum(mean, 1e-9) ** 2)
        self.n_headings = self._group_mean(context.total(context.sums["headings"], self._records))
        self.has = {
            name: self._group_mean(context.total(context.sums[name], self._records) > 0) >= _MIN_SHARE_WITH
            for name in _FEATURE_FACTORS
        }
        self.n_urls, is_running = self._count_urls(context)
        self.is_list = (self.said > 0) & ((self._n == 1) | (is_running < 0.5))
        self.in_lines = self._side_by_side(context)
        self.furniture = self._named_like_menus(context)

    def _group_mean(self, values: NDArray[np.generic]) -> Float:
        found: Float = np.add.reduceat(values.astype(np.float64), self._first) / self._n
        return found

    def _count_urls(self, context: _ListContext) -> tuple[Int, Float]:
        """Return the distinct URLs of first titles, and the share of running-text records."""
        anchors, start = context.anchors, self._records[:, 0]
        rows, first, is_inside, number = self._first_links(anchors, anchors.has_name | anchors.may_title)
        # A topic that many share may stand before a title.
        _, _, has_title, titles = self._first_links(anchors, anchors.may_title)
        number = np.where(has_title, titles, number)
        pairs = np.unique(np.stack((self._group, number), axis=1)[is_inside], axis=0)
        shown, at = _next_shown(context, rows)
        line = context.page.line[shown]
        begins_line = (at == 0) | (line[at] != line[np.maximum(at - 1, 0)])
        before = (context.said[rows[first]] - context.said[start]) * (is_inside & ~begins_line[first])
        has_heading = context.total(context.sums["all headings"], self._records) > 0
        n_urls = np.bincount(pairs[:, 0], minlength=len(self._n))
        return n_urls, self._group_mean((before > _RUNNING) & ~has_heading)

    def _first_links(self, anchors: Anchors, is_one: Bool) -> tuple[Int, Int, Bool, Int]:
        """Return the rows of some links; for each record its first: index, if it lies inside, and URL."""
        chosen = np.flatnonzero(is_one)
        rows, (start, end) = anchors.row[chosen], self._records.T
        first = np.minimum(np.searchsorted(rows, start), len(rows) - 1)
        return rows, first, (rows[first] >= start) & (rows[first] < end), anchors.number[chosen[first]]

    def _side_by_side(self, context: _ListContext) -> Float:
        """Return the share of records that begin on the same line as the one before."""
        shown, at = _next_shown(context, self._records[:, 0])
        line = context.page.line[shown[at]]
        same = np.concatenate(([False], line[1:] == line[:-1]))
        same[self._first] = False
        found: Float = np.add.reduceat(same.astype(np.float64), self._first) / np.maximum(self._n - 1, 1)
        return found

    def _named_like_menus(self, context: _ListContext) -> Float:
        """Return the share of records named like menus; many that are named ads are what a page lists."""
        starts, are_few = self._records[:, 0], self._n[self._group] < _MANY_ADS
        _, one, number = np.unique(context.hashes.by_name[starts], return_index=True, return_inverse=True)
        words = [furniture_words(context.page, row) for row in starts[one].tolist()]
        are_named, are_menus = np.array([(bool(found), bool(found - _ADS)) for found in words])[number].T
        return self._group_mean(are_menus | (are_named & are_few))


def _next_shown(context: _ListContext, rows: Int) -> tuple[Int, Int]:
    """Return the visible text rows, and for each of ``rows`` the index of the next one."""
    shown = np.flatnonzero(context.weight > 0)
    return shown, np.searchsorted(shown, rows).clip(max=len(shown) - 1)


def _make_candidate(
    context: _ListContext, group: RecordGroup, counted: _GroupStats, i: int, *, is_like: bool
) -> _ListCandidate:
    records = counted.each[i]
    n_records, n_urls = len(records), int(counted.n_urls[i])
    share = min(1.0, len(group.row) / group.n_alike)
    has = [name for name in _FEATURE_FACTORS if counted.has[name][i]]
    place = context.places.find(int(context.page.parent[records[0, 0]]), has_images="images" in has)
    alone = _single_record_factor(context, records, group.holder, is_like) if n_records == 1 else 1.0
    factors = {
        f"{n_records} records": alone,
        f"{share:.0%} of the elements alike": share,
        "of even length": float(counted.evenness[i]),
        f"{n_urls} URLs": min(1.0, n_urls / n_records) ** 2,
        "": _OUTER[group.depth - 1],
        **{f"with {name}": _FEATURE_FACTORS[name] for name in has},
        "named like menus": float((1 - counted.furniture[i]) ** 2),
    }
    if counted.n_headings[i] >= _MANY_HEADINGS:
        factors[_OF_LISTS] = _LAYOUT
    if counted.in_lines[i] >= _MOSTLY:
        factors[_IN_LINES] = _BESIDE
    factors[place] = factors.get(place, 1.0) * _PLACE_FACTORS[place]
    score = float(counted.said[i]) * float(np.prod(list(factors.values())))
    reasons = tuple(name for name, value in factors.items() if name and (value != 1.0 or "record" in name))
    return _ListCandidate(group.holder, records, score, share, reasons, float(counted.evenness[i]), place)


def _single_record_factor(context: _ListContext, records: Int, holder: int, is_like: bool) -> float:
    """Return the factor for a single record: 0 unless names suggest a list."""
    page, row = context.page, int(records[0, 0])
    named = words_of(page, row) | words_of(page, holder)
    is_small = context.total(context.said, records)[0] <= _MAX_SINGLE_WEIGHT
    is_listed = is_like or not _LIST.isdisjoint(named)
    return _ONE_RECORD if page.name(row) in _ENTRIES and is_small and is_listed else 0.0
