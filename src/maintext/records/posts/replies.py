"""Records beside those of a region: posts that stand elsewhere on the page, and replies within records.

Replies are elements of one name that have a time of their own and leave the record around them its own,
with nothing of that record behind them: what has something behind it is quoted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext._core.fields import find_innermost
from maintext.records.posts.scene import CLASSLESS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.records.posts.scene import Scene

    Int = NDArray[np.int64]
    Bool = NDArray[np.bool_]

__all__ = ["with_others", "with_replies"]

_LEAST_ALIKE = 0.7  # share of common names that make an element a record like the others
_LEAST_NAMED = 3  # common names from which on elements elsewhere are compared
_MOST_TAIL = 24  # weight of what may stand behind replies: "2 more replies"
_MOST_DEPTH = 4
_MOST_NESTED = 20  # names that are tried at each depth
_MOST_RECORDS = 5_000


def _common_names(scene: Scene, records: Int) -> NDArray[np.uint64]:
    """Numbers of the names that most of some records have inside."""
    named = scene.signs[2]
    within = [np.unique(named[start:end][named[start:end] > CLASSLESS]) for start, end in records.tolist()]
    names, counts = np.unique(np.concatenate(within), return_counts=True)
    return names[counts >= 0.8 * len(records)]


def with_others(scene: Scene, evidence: Bool, records: Int) -> Int:
    """Add elements elsewhere that are made as the records are: the question above the answers."""
    page, named = scene.page, scene.signs[2]
    common = _common_names(scene, records)
    step = np.zeros(len(page) + 1, dtype=np.int64)
    np.add.at(step, records[:, 0], 1)
    np.subtract.at(step, records[:, 1], 1)
    taken = np.cumsum(step[:-1]) > 0
    times = page.subtree_sum(evidence)
    free = (page.tag == page.tag[records[0, 0]]) & ~taken & (page.subtree_sum(taken) == 0) & (times > 0)
    rows = np.flatnonzero(free & ~page.is_hidden)
    own = np.unique(named[records[:, 0]])
    own = own[own > CLASSLESS]
    alike = [
        row
        for row in rows.tolist()
        if np.isin(named[row], own)
        or (
            len(common) >= _LEAST_NAMED and np.isin(common, named[row : page.end[row]]).mean() >= _LEAST_ALIKE
        )
    ]
    chosen = [
        row
        for i, row in enumerate(alike)
        if i + 1 == len(alike) or alike[i + 1] >= page.end[row]  # the inner one of those around each other
    ]
    if not chosen:
        return records
    others = np.array([(row, int(page.end[row])) for row in chosen], dtype=np.int64)
    both = np.concatenate((records, others))
    return both[np.argsort(both[:, 0], kind="stable")]


def with_replies(scene: Scene, evidence: Bool, records: Int) -> Int:
    """Return records with the replies in them, and the replies to these, outer ones first.

    Cost O(n_rows log n_rows) for each of at most four depths and 20 names.
    """
    times = evidence & scene.marks.is_time
    for _ in range(_MOST_DEPTH):
        inner = _nested(scene, times if times.any() else evidence, records)
        if not len(inner):
            break
        records = np.concatenate((records, inner))
        records = records[np.lexsort((-records[:, 1], records[:, 0]))][:_MOST_RECORDS]
    return records[:_MOST_RECORDS]


def _nested(scene: Scene, evidence: Bool, records: Int) -> Int:
    """Replies within records: the elements of one name that are records themselves; none for none."""
    page, named = scene.page, scene.signs[2]
    owner = find_innermost(len(page), records)
    is_start = np.zeros(len(page), dtype=np.bool_)
    is_start[records[:, 0]] = True
    quoted = page.inside(scene.marks.is_quote)
    times = page.subtree_sum(evidence)
    inner = (owner >= 0) & ~is_start & (times > 0) & ~page.is_text & ~quoted & ~page.is_hidden
    rows = np.flatnonzero(inner)
    if not len(rows):
        return np.zeros((0, 2), dtype=np.int64)
    names, first, counts = np.unique(named[rows], return_index=True, return_counts=True)
    best = np.zeros((0, 2), dtype=np.int64)
    for k in np.lexsort((first, -counts))[:_MOST_NESTED].tolist():
        own = rows[named[rows] == names[k]]
        members = np.stack((own, page.end[own].astype(np.int64)), axis=1)
        if len(members) > len(best) and _are_replies(scene, evidence, records, members):
            best = members
    return best


def _are_replies(scene: Scene, evidence: Bool, records: Int, members: Int) -> bool:
    """Whether elements have times and texts of their own, and leave theirs to the records around them."""
    page = scene.page
    both = np.concatenate((records, members))
    order = np.lexsort((-both[:, 1], both[:, 0]))
    both, is_member = both[order], (np.arange(len(both)) >= len(records))[order]
    owner = find_innermost(len(page), both)
    inside = owner >= 0
    free = scene.weight * ~page.inside(scene.marks.is_time) * ~scene.marks.is_button

    def total(values: NDArray[np.generic]) -> Int:
        return np.bincount(np.repeat(owner[inside], values[inside].astype(np.int64)), minlength=len(both))

    n_times, body = total(evidence), total(free)
    around = np.unique(find_innermost(len(page), records)[members[:, 0]])
    outer = np.flatnonzero(~is_member)[around]
    if (n_times[outer] > 0).mean() < 0.9 or (body[outer] > 0).mean() < 0.9:
        return False
    if ((n_times[is_member] > 0) & (body[is_member] > 0)).mean() < 0.8:
        return False
    n_authors = total(scene.marks.is_author | scene.marks.is_person)
    if (n_authors[outer] > 0).mean() >= 0.5 and (n_authors[is_member] > 0).mean() < 0.5:
        return False  # the part of a post that holds its text
    return _nothing_behind(scene, records, members, owner, np.flatnonzero(~is_member))


def _nothing_behind(scene: Scene, records: Int, members: Int, owner: Int, outer: Int) -> bool:
    """Whether the records around replies say no more behind them."""
    n_rows = len(scene.page)
    around = outer[find_innermost(n_rows, records)[members[:, 0]]]
    # Rows by the record they belong to, in page order: what is behind is a range of these.
    place = owner * (n_rows + 1) + np.arange(n_rows)
    order = np.argsort(place, kind="stable")
    place = place[order]
    first = np.searchsorted(place, around * (n_rows + 1) + members[:, 1])
    last = np.searchsorted(place, (around + 1) * (n_rows + 1))
    said, buttons = scene.sums(scene.weight[order]), scene.sums(scene.marks.is_button[order])
    quiet = (said[last] - said[first] <= _MOST_TAIL) & (buttons[last] == buttons[first])
    return bool(quiet.mean() >= 0.8)
