"""Region blocking: which part of a page repeats records of micro-content, and which rows are theirs.

What repeats is found as for lists (:mod:`maintext.records.records`), with times and names of authors
in the place of titles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.metadata.post_words import record_of_name
from maintext.records.anchors import Anchors, find_anchors
from maintext.records.places import CHROME, Places
from maintext.records.posts.replies import with_others, with_replies
from maintext.records.posts.scene import CLASSLESS
from maintext.records.records import find_groups, records_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.records.posts.scene import Scene

    Int = NDArray[np.int64]
    Bool = NDArray[np.bool_]

__all__ = ["Region", "find_region"]

_HEADINGS = tag_mask(("h1", "h2", "h3", "h4"))
_TITLE = tag_mask(("h1",))
_FORM = tag_mask(("textarea",))
_MOST_BODY = 600  # weight of a text that counts, as for lists
_LEAST_TIMED = 0.6  # share of the records of a region that have a time
_MOST_LINKED = 0.5  # share of the text of a region that stands in links: above, it is a list of links
_LAYOUT, _LEAST_INNER = 0.5, 0.4  # what is left of the score of a layout; score of what is in it
_MANY, _MOSTLY = 4, 0.75  # records, and share of one name among them, that leave others out
_MOST_ASKED = 50  # records whose names are looked at
_PAIR, _LEAST_BUTTONS = 2, 2
_LEAST_BODY = 4  # weight of a text beside a time
_MOST_SINGLE = 1_000  # weight of a record that stands alone: above, it is an article


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Records of micro-content.

    Attributes
    ----------
    row
        Row of the element around them.
    records
        Half-open ranges of rows in page order, int64 of shape (n_records, 2); replies stand within others.
    confidence
        0–1.
    reason
        Why these are records of micro-content.
    """

    row: int
    records: Int
    confidence: float
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """Ranges of rows that may be records; of each range: shares that have something, medians of weights."""

    holder: int
    records: Int
    score: float
    timed: float  # evidence: times, or names of authors where the page has no times
    clocked: float
    authored: float
    buttoned: float
    n_buttons: float
    headed: float
    named: float
    alike: float
    linked: float
    signed: float
    is_titled: bool
    is_post: bool
    body: float


def find_region(scene: Scene) -> Region | str:
    """Return the records of a page, or why there are none.

    Cost O(n_rows log n_rows) in numpy, and per record.
    """
    evidence = _evidence(scene)
    if not evidence.any():
        return "no text of the page is a time, and no element is named after an author"
    said = scene.sums(scene.weight)
    anchors = _as_anchors(evidence, scene.marks.is_author | (scene.weight > 0))
    groups = find_groups(scene.page, scene.weight, anchors, scene.signs)
    places = Places(scene.page, said)
    counted = _Counted(scene, evidence)
    ranges = ((group.holder, records_of(scene.page, group, scene.weight, said)) for group in groups)
    found = [counted.candidate(holder, records) for holder, records in ranges if counted.worth(records)]
    ranked = _ranked(scene, found)
    doubt = "nothing with times or authors repeats"
    for one in ranked:
        if places.of(one.holder) == CHROME:
            continue
        grown = counted.candidate(one.holder, _grown(scene, one.records))
        refused = _refused(one) or _refused(grown)
        if not refused:
            return _whole(scene, evidence, one)
        doubt = f"{len(one.records)} records: {refused}" if doubt.startswith("nothing") else doubt
    return doubt


def _evidence(scene: Scene) -> Bool:
    """Rows that give records away: times outside of quotes; names of authors where there are no times."""
    marks, page = scene.marks, scene.page
    quoted = page.inside(marks.is_quote)
    shown = ~page.is_hidden & ~quoted
    if (marks.is_time & shown).sum() > 1 or not marks.is_author.any():
        return marks.is_time & shown
    return (marks.is_time | marks.is_author) & shown & (page.subtree_sum(scene.weight) > 0)


def _as_anchors(evidence: Bool, others: Bool) -> Anchors:
    """What gives records away in the place of links that may be titles, and other texts in that of names."""
    rows = np.flatnonzero(evidence | others)
    blank = ("",) * len(rows)
    every = np.ones(len(rows), dtype=np.bool_)
    return Anchors("", rows, blank, np.arange(len(rows)), blank, every, evidence[rows])


class _Counted:
    """Prefix sums of what candidates are judged by."""

    def __init__(self, scene: Scene, evidence: Bool) -> None:
        page, marks, weight = scene.page, scene.marks, scene.weight
        self._page, self._names = page, scene.signs[2]
        free = weight * ~page.inside(marks.is_time) * ~marks.is_button
        away = np.zeros(len(page), dtype=np.bool_)
        links = find_anchors(page)
        # A place within a page, this one or the thread's first, is no title of another.
        hrefs = zip(links.row.tolist(), links.href, strict=True)
        away[[row for row, href in hrefs if "#" not in href]] = True
        titles = _HEADINGS[page.tag] & ((page.subtree_sum(away) > 0) | page.inside(away))
        people = marks.is_author | marks.is_person
        of_author = page.inside(people) | (page.subtree_sum(people) > 0)
        columns = (
            free * ~page.is_link,
            free * page.is_link,
            evidence,
            marks.is_author,
            marks.is_button,
            titles & ~of_author,
            marks.is_time & page.is_link,
            _TITLE[page.tag],
            marks.is_time,
            _HEADINGS[page.tag] & ~marks.is_author,
            marks.is_signed | marks.is_person,
            _FORM[page.tag],
        )
        self._sums = np.stack([scene.sums(column) for column in columns], axis=1)

    def _of(self, records: Int) -> Int:
        """Of each record the columns above, int64 of shape (n_records, n_columns)."""
        found: Int = self._sums[records[:, 1]] - self._sums[records[:, 0]]
        return found

    def _named(self, records: Int) -> tuple[float, float]:
        """Shares of the records that are named as comments or posts, and as comments; these have titles."""
        page, n_named, n_comments = self._page, 0, 0
        for row in records[:_MOST_ASKED, 0].tolist():
            names = [page.values(name).get(row, "") for name in ("class", "id", "itemtype")]
            kinds = [record_of_name(name.encode()) for name in names if name]
            n_named += any(kind is not None for kind in kinds)
            n_comments += any(kind is not None and not kind[0] for kind in kinds)
        n_asked = min(len(records), _MOST_ASKED)
        return n_named / n_asked, n_comments / n_asked

    def worth(self, records: Int) -> float:
        """What records are worth: by the text of each that has a time and is no form."""
        of = self._of(records)
        return float((np.sqrt(np.minimum(of[:, 0], _MOST_BODY)) * (of[:, 2] > 0) * (of[:, -1] == 0)).sum())

    def candidate(self, holder: int, records: Int) -> _Candidate:
        """Judge some ranges of rows."""
        of = self._of(records)
        shares = (np.count_nonzero(of > 0, axis=0) / len(records)).tolist()
        _, _, timed, authored, buttoned, titled, leading, heads, clocked, headed, signed, _ = shares
        body, linked = of[:, 0].sum(), of[:, 1].sum()
        share = float(linked) / max(float(linked + body), 1.0)
        score = self.worth(records) * timed * (1 + authored) ** 2 * (1.0 if share < _MOST_LINKED else 0.1)
        named, comments = self._named(records)
        usual_body, n_buttons = median(of[:, 0].tolist()), median(of[:, 4].tolist())
        # A record whose time leads to it, above some buttons, is a post; its heading names who wrote it.
        is_post = leading > 0.5 and n_buttons >= _LEAST_BUTTONS
        names = self._names[records[:, 0]].tolist()
        alike = max(Counter(names).values()) / len(names)
        # One of many that are alike may have a heading of the first level in its text; a layout has a page's.
        is_layout = heads > (0.5 if alike == 1 and len(records) > _PAIR else 0.0)
        is_titled = is_layout or (titled > 0.5 and comments <= 0.5 and not is_post)
        if is_titled:
            score *= 0.5
        return _Candidate(
            holder, records, score, timed, clocked=clocked, authored=authored, buttoned=buttoned,
            n_buttons=n_buttons, headed=headed, named=named,
            alike=alike,
            linked=share, signed=signed, is_titled=is_titled, is_post=is_post, body=usual_body,
        )  # fmt: skip


def _ranked(scene: Scene, found: list[_Candidate]) -> list[_Candidate]:
    """Candidates, the best one first; those after others that are layouts with these inside."""
    found = sorted(found, key=lambda one: -one.score)
    good = [one for one in found if len(one.records) > 1 and not _refused(one)]
    scores = [one.score * (_LAYOUT if _is_layout(scene, one, good) else 1.0) for one in found]
    return [found[i] for i in np.argsort(-np.array(scores), kind="stable").tolist()]


def _is_layout(scene: Scene, one: _Candidate, others: list[_Candidate]) -> bool:
    """Whether records of different names are parts of the page: one of them holds records of its own."""
    names = scene.signs[2][one.records[:, 0]]
    if len(one.records) < 2 or len(np.unique(names)) < len(names) / 2 + 1:
        return False
    for other in others:
        inside = (one.records[:, 0] < other.records[0, 0]) & (one.records[:, 1] >= other.records[-1, 1])
        if inside.any() and other.score >= _LEAST_INNER * one.score:
            return True
    return False


def _refused(one: _Candidate) -> str:
    """Why records are none of micro-content; ``""`` for good ones."""
    no_times = one.clocked < _LEAST_TIMED and one.named <= 0.5
    is_dated = one.headed >= _MOSTLY and one.named <= 0.5 and not (one.authored or one.signed or one.is_post)
    doubts = (
        (one.timed < _LEAST_TIMED, "most have no time"),
        (one.linked >= _MOST_LINKED, "most of their text stands in links"),
        (one.is_titled, "they have titles that lead elsewhere"),
        (one.body < _LEAST_BODY, "they say nothing beside the time"),
        (no_times, "they have no times, and are not named as posts"),
        (is_dated, "they have headings and dates, and nobody who wrote them"),
    )
    doubt = next((reason for is_so, reason in doubts if is_so), "")
    if doubt or len(one.records) > _PAIR:
        return doubt
    return _refused_alone(one) if len(one.records) == 1 else _refused_pair(one)


def _refused_pair(one: _Candidate) -> str:
    """Why two records are none; pages have two parts that name a time and an author as well."""
    if one.alike < 1 or (one.headed and one.named < 1):
        return "only two parts of the page, not alike"
    return "" if one.authored >= 0.5 or one.buttoned >= 0.5 else "few, and not signed"


def _refused_alone(one: _Candidate) -> str:
    """Why a record that stands alone is none; articles have an author, a time and buttons as well."""
    if not one.authored or not one.clocked or one.n_buttons < _LEAST_BUTTONS:
        return "one record alone, without author, time or buttons"
    if one.body > _MOST_SINGLE or one.headed:
        return "one record alone, an article by its length or its headings"
    return ""


# -- from the best candidate to the region ------------------------------------------------------------


def _whole(scene: Scene, evidence: Bool, one: _Candidate) -> Region:
    """A region with the posts that stand elsewhere and the replies within its records."""
    records = _grown(scene, one.records[_timed_or_alike(scene, evidence, one.records)])
    records = with_replies(scene, evidence, with_others(scene, evidence, records))
    parts = [
        f"{one.clocked:.0%} of {len(one.records)} records have a time",
        f"{one.authored:.0%} an element named after an author",
        f"{one.buttoned:.0%} buttons",
    ]
    sure = 0.4 * one.timed + 0.25 * one.authored + 0.2 * one.buttoned + 0.15 * (1 - one.linked)
    return Region(one.holder, records, min(sure, 1.0), ", ".join(parts))


def _grown(scene: Scene, records: Int) -> Int:
    """Records with what stands around each of them alone: buttons below the text, portraits beside it."""
    page = scene.page
    while len(records) > 1 and (page.end[records[:, 0]] == records[:, 1]).all():
        up = page.parent[records[:, 0]].astype(np.int64)
        ends = page.end[np.maximum(up, 0)].astype(np.int64)
        if (up < 1).any() or (up[1:] < ends[:-1]).any() or (page.tag[up] != page.tag[up[0]]).any():
            break
        records = np.stack((up, ends), axis=1)
    return records


def _timed_or_alike(scene: Scene, evidence: Bool, records: Int) -> Bool:
    """Records with a time, and others with their name."""
    times, named = scene.sums(evidence), scene.signs[2]
    timed = times[records[:, 1]] > times[records[:, 0]]
    own = named[records[:, 0]]
    kept: Bool = timed | ((own > CLASSLESS) & np.isin(own, own[timed]))
    names, counts = np.unique(own[kept], return_counts=True)
    usual = names[np.argmax(counts)]
    if usual > CLASSLESS and len(own) >= _MANY and counts.max() >= _MOSTLY * len(own):
        kept &= own == usual
    return kept
