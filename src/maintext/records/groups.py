"""Find groups of elements that look alike and turn each into records.

Elements look alike if the paths from a common ancestor to them have the same tags and first classes. The
last step may differ in its class (``odd`` and ``even`` rows). The common ancestor is one to three levels
above. A record is a half-open range of rows. It may span several siblings: ``dt`` and ``dd``, a heading and
its paragraphs, pairs of table rows, links separated by ``br``.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int, mark_rows, running_sum
from maintext.records.anchors import Anchors
from maintext.records.elements import CLASSLESS, NameHashes, mix_paths

__all__ = ["RecordGroup", "find_groups", "find_records", "text_value"]

_DEPTHS = (1, 2, 3)
_MAX_GROUPS = 60  # that are looked at closely, those with the most text first
_MAX_WEIGHT = 600  # of a record that counts: whole posts say no more than long summaries
_MIN_WEIGHT = 6  # a short word, two CJK characters: no item says less
_MIN_APART = 0.3  # share of the gaps that have text: below, what stands between is not looked at
_ALIKE = 0.6  # share of the records that must agree for a pattern
_MIN_CELLS = 3  # of rows of a table that are entries each; two may be a picture and what it shows
_MOSTLY_TITLED = 0.5  # share of elements alike with titles from which on names will do for the others


@dataclass(frozen=True, slots=True, eq=False)
class RecordGroup:
    """Elements that look alike below one ancestor."""

    holder: int  # row of the common ancestor
    depth: int  # levels between the holder and the elements: 1, 2 or 3
    row: Int  # ascending rows of the elements that hold a link that may be a title
    n_alike: int  # number of elements that look alike, with or without such a link


def find_groups(page: Page, weight: Int, anchors: Anchors, hashes: NameHashes) -> list[RecordGroup]:
    """Return groups of similar elements with links of their own, richest first.

    ``weight`` is the weight of each row's own text, of shape (n_rows,). A group may have a single element.
    Cost: O(n_rows · log n_rows) in numpy.
    """
    has_title, has_own, has_name = (
        page.subtree_sum(mark_rows(len(page), anchors.row[is_one])) > 0
        for is_one in (anchors.may_title, _stand_like_titles(page, anchors, hashes), anchors.has_name)
    )
    total = page.subtree_sum(weight)
    # Empty cells count: they tell columns from cards.
    is_shown = (total > 0) | (page.subtree_sum(page.is_tag(("img",))) > 0) | page.is_tag(("td", "th"))
    solid = ~page.is_text & ~page.is_hidden & is_shown & (page.depth >= 2)  # below the body
    context = _Elements(page, np.flatnonzero(solid), has_title, has_own, has_name, text_value(total))
    found: dict[tuple[int, ...], tuple[float, RecordGroup]] = {}
    for depth in _DEPTHS:
        reached = _climb_from_rows(context, hashes.by_name, depth)
        for own in (hashes.by_tag, hashes.by_name):
            for score, group in _group_by_path(context, own, reached, depth):
                if own is hashes.by_tag and _have_distinct_names(page, hashes.by_name, group.row):
                    continue
                key = (group.depth, *group.row[:2].tolist(), len(group.row), group.n_alike)
                found.setdefault(key, (score, group))
    ranked = sorted(found.values(), key=lambda pair: -pair[0])
    return [group for _, group in ranked[:_MAX_GROUPS]]


def _stand_like_titles(page: Page, anchors: Anchors, hashes: NameHashes) -> Bool:
    """Return True for titles, and for names in many links that lead where no other link does.

    Such names have the path of a title: that several jobs are called "nurse" makes it no less a title. The
    link "apply" next to it has another path.
    """
    is_own: Bool = anchors.has_name & (np.bincount(anchors.number, minlength=1)[anchors.number] == 1)
    if (is_own & ~anchors.may_title).any():
        paths = mix_paths(page, hashes.by_class)[anchors.row]
        is_own &= np.isin(paths, paths[anchors.may_title])
    return is_own | anchors.may_title


@dataclass(frozen=True, slots=True, eq=False)
class _Elements:
    """Rows that may become records, with the row columns that groups are scored by."""

    page: Page
    rows: Int
    has_title: Bool
    has_own: Bool
    has_name: Bool
    worth: Float


def text_value(weight: Int) -> Float:
    """Return the square root of text weights: many records beat one long one."""
    return np.sqrt(np.clip(weight - _MIN_WEIGHT, 0, _MAX_WEIGHT).astype(np.float64))


def _climb_from_rows(
    context: _Elements, around: NDArray[np.uint64], depth: int
) -> tuple[Int, Int, NDArray[np.uint64]]:
    """Return rows below a title holder ``depth`` levels up, holder and path hash."""
    page, rows = context.page, context.rows
    at, way = page.parent[rows].astype(np.int64), np.zeros(len(rows), dtype=np.uint64)
    for _ in range(depth - 1):
        way = (way + around[at]) * np.uint64(1_000_003)
        at = page.parent[np.maximum(at, 0)].astype(np.int64)
    inside = (at >= 1) & context.has_title[at]
    return rows[inside], at[inside], way[inside]


def _group_by_path(
    context: _Elements, own: NDArray[np.uint64], reached: tuple[Int, Int, NDArray[np.uint64]], depth: int
) -> list[tuple[float, RecordGroup]]:
    """Return groups of elements ``depth`` levels below one ancestor, with scores."""
    page, (rows, at, way) = context.page, reached
    if not len(rows):
        return []
    key = (own[rows] + way) * np.uint64(2_654_435_761) + at.astype(np.uint64)
    order = np.argsort(key, kind="stable")
    rows, at, key = rows[order], at[order], key[order]
    begins = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    n_alike = np.diff(np.append(begins, len(rows)))
    titled = context.has_title[rows]
    n_titled = np.add.reduceat(titled.astype(np.int64), begins)
    n_own = np.add.reduceat(context.has_own[rows].astype(np.int64), begins)
    said = np.add.reduceat(context.worth[rows] * titled, begins) * n_titled / n_alike
    groups = []
    for k in np.argsort(-said)[:_MAX_GROUPS].tolist():
        if n_titled[k] < 1:
            break
        same = slice(begins[k], begins[k] + n_alike[k])
        is_one = titled[same]
        # Where they share a class, or are rows of a list or table, the rest has titles that stand on the page
        # often: colours of one shoe, notices of one name.
        is_kind = own[rows[begins[k]]] > CLASSLESS or page.name(rows[begins[k]]) in {"li", "tr"}
        if is_kind and n_own[k] >= _MOSTLY_TITLED * n_alike[k]:
            is_one = is_one | context.has_name[rows[same]]
        members = rows[same][is_one]
        parent = page.parent[members]
        if depth == 1 or (parent != parent[0]).any():  # else the same as the children of that element
            groups.append((float(said[k]), RecordGroup(int(at[begins[k]]), depth, members, int(n_alike[k]))))
    return groups


def _have_distinct_names(page: Page, names: NDArray[np.uint64], rows: Int) -> bool:
    """Return True if elements of one tag differ in name: parts of a page or record."""
    if len(rows) < 3:  # as most groups
        return False
    own = names[rows]
    if len(np.unique(own)) > len(rows) / 2 + 1:
        return True
    parent = page.parent[rows]
    n_parents = len(np.unique(parent))
    is_pair = own * np.uint64(1_000_003) + parent.astype(np.uint64)
    return 1 < n_parents < len(rows) and len(np.unique(is_pair)) == len(rows)


# -- from elements to ranges --------------------------------------------------------------------------


def find_records(page: Page, group: RecordGroup, weight: Int, said: Int) -> Int:
    """Return the records of a group as ranges of rows, shape (n_records, 2).

    ``said`` holds the prefix sums of ``weight``, of shape (n_rows + 1,).
    """
    leaders = group.row
    if group.depth == 1 and len(leaders) > 1:
        ends = page.end[leaders]
        is_apart = said[leaders[1:]] > said[ends[:-1]]
        size = ends - leaders
        # Neighbours that mostly differ in size are title and detail rows.
        alternate = len(leaders) >= 4 and (size[1:] == size[:-1]).mean() <= 1 - _ALIKE
        if alternate or is_apart.mean() >= _MIN_APART:
            siblings = _visible_children(page, group.holder, weight)
            leaders = _leaders_of_period(page, siblings, leaders)
            found = _extend_to_siblings(page, siblings, np.searchsorted(siblings, leaders), said)
            if found is not None:
                return np.array(found, dtype=np.int64)
    return np.stack((leaders, page.end[leaders]), axis=1).astype(np.int64)


def _visible_children(page: Page, holder: int, weight: Int) -> Int:
    """Return the visible children of an element: elements and non-blank text."""
    inside = slice(holder + 1, int(page.end[holder]))
    is_child = page.parent[inside] == holder
    shown = ~page.is_hidden[inside] & (~page.is_text[inside] | (weight[inside] > 0))
    return holder + 1 + np.flatnonzero(is_child & shown)


def _leaders_of_period(page: Page, siblings: Int, leaders: Int) -> Int:
    """Return the title rows if titles alternate with details, else all rows."""
    if len(leaders) < 4 or len(leaders) * 2 < len(siblings):
        return leaders
    classes = page.values("class")
    names = {" ".join(classes.get(row, "").split(maxsplit=1)[:1]) for row in leaders.tolist()}
    if len(names) == 1 and names != {""}:  # all have the same first class
        return leaders
    # Rows of a table with as many cells differ by an optional part: the pages of a long thread.
    cells = np.bincount(page.parent[page.is_tag(("td", "th"))], minlength=len(page))[leaders]
    if (cells == max(cells[0], _MIN_CELLS)).all():
        return leaders
    is_spanning = np.zeros(len(page), dtype=np.bool_)
    for cell, n_rows in page.values("rowspan").items():
        is_spanning[cell : page.end[cell]] |= n_rows.strip() != "1"
    shape = np.array([_hash_children(page, row, is_spanning) for row in leaders.tolist()])
    if (shape[1:] == shape[:-1]).mean() > 1 - _ALIKE:
        return leaders
    for period in (2, 3):
        same = shape[period:] == shape[:-period]
        # Each third of entries alike may be in bold: those between are of the same shape, and no details.
        others = (shape[n::period] for n in range(1, period))
        are_details = all((one != shape[::period][: len(one)]).mean() > _ALIKE for one in others)
        if len(leaders) >= 2 * period and same.mean() >= 0.8 and are_details:
            return leaders[::period]
    return leaders


def _hash_children(page: Page, row: int, is_spanning: Bool) -> int:
    """Return a hash of the tags down to two levels below an element, without cells that span table rows."""
    inside = slice(row, min(int(page.end[row]), row + 200))
    near = ~page.is_text[inside] & (page.depth[inside] <= page.depth[row] + 2) & ~is_spanning[inside]
    return zlib.crc32(page.tag[inside][near].tobytes())


def _extend_to_siblings(page: Page, siblings: Int, place: Int, total: Int) -> list[tuple[int, int]] | None:
    """Return the records extended to the siblings between them; None for none."""
    ends = page.end[siblings].astype(np.int64)
    said = total[ends] - total[siblings]
    cum = running_sum(said)
    gap = np.diff(place) - 1
    between = cum[place[1:]] - cum[place[:-1] + 1]
    if (between > 0).mean() < _ALIKE:
        return None
    n_beside = int(np.median(gap))
    after = cum[min(place[-1] + 1 + n_beside, len(siblings))] - cum[place[-1] + 1]
    before = cum[place[0]] - cum[max(place[0] - n_beside, 0)]
    if before > 0 and after == 0:  # what belongs to an entry stands before it
        first = np.concatenate(([max(place[0] - n_beside, 0)], place[:-1] + 1))
        return [(int(siblings[a]), int(ends[b])) for a, b in zip(first.tolist(), place.tolist(), strict=True)]
    last = np.append(place[1:] - 1, min(place[-1] + n_beside, len(siblings) - 1))
    return [(int(siblings[a]), int(ends[b])) for a, b in zip(place.tolist(), last.tolist(), strict=True)]
