"""Region blocking: find the part of a page that repeats posts, and their rows.

Groups are found as for lists (:mod:`maintext.records.groups`), with times and author names instead of
titles. Replies are elements of one name with a time of their own, at the end of the record around them. An
element with more of that record after it is a quote.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.fields import find_innermost
from maintext.html.arrays import Bool, Int, mark_ranges, mark_rows
from maintext.html.tags import tag_mask
from maintext.metadata.post_words import record_of_name
from maintext.records.anchors import Anchors, find_anchors, prefix_sums
from maintext.records.elements import CHROME, CLASSLESS, Places
from maintext.records.groups import find_groups, find_records

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.records.posts.cues import RecordContext


__all__ = ["PostRegion", "add_replies", "add_similar_records", "find_region"]

_HEADINGS = tag_mask(("h1", "h2", "h3", "h4"))
_TITLE = tag_mask(("h1",))
_FORM = tag_mask(("textarea",))
_MAX_BODY = 600  # weight of a text that counts, as for lists
_MIN_TIMED = 0.6  # share of the records of a region that have a time
_MAX_LINKED = 0.5  # share of the text of a region that stands in links: above, it is a list of links
_LAYOUT, _MIN_INNER = 0.5, 0.4  # what is left of the score of a layout; score of what is in it
_MANY, _MOSTLY = 4, 0.75  # records, and share of one name among them, that leave others out
_MAX_ASKED = 50  # records whose names are looked at
_PAIR, _MIN_BUTTONS = 2, 2
_MIN_BODY = 4  # weight of a text next to a time
_MAX_SINGLE = 1_000  # weight of a record that stands alone: above, it is an article
_MIN_ALIKE = 0.7  # share of common names that make an element a record like the others
_MIN_NAMED = 3  # common names from which on elements elsewhere are compared
_MAX_TAIL = 24  # weight of what may stand after replies: "2 more replies"
_MAX_DEPTH = 4
_MAX_NESTED = 20  # names that are tried at each depth
_MAX_RECORDS = 5_000


@dataclass(frozen=True, slots=True, eq=False)
class PostRegion:
    """Records of micro-content."""

    row: int  # row of the element around them
    records: Int  # int64 of shape (n_records, 2), ranges of rows in page order; replies lie inside others
    confidence: float  # 0–1
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class _PostCandidate:
    """Possible records with shares of records that have a feature, and medians."""

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


def find_region(context: RecordContext) -> PostRegion | str:
    """Return the records of a page, or the reason why there are none.

    Cost: O(n_rows log n_rows) in numpy, plus Python work per record.
    """
    evidence = _find_evidence(context)
    if not evidence.any():
        return "no text of the page is a time, and no element is named after an author"
    said = prefix_sums(context.weight)
    anchors = _as_anchors(evidence, context.cues.is_author | (context.weight > 0))
    groups = find_groups(context.page, context.weight, anchors, context.hashes)
    places = Places(context.page, said)
    counted = _EvidenceSums(context, evidence)
    ranges = ((group.holder, find_records(context.page, group, context.weight, said)) for group in groups)
    found = [counted.candidate(holder, records) for holder, records in ranges if counted.worth(records)]
    ranked = _rank_candidates(context, found)
    doubt = "nothing with times or authors repeats"
    for one in ranked:
        if places.find(one.holder) == CHROME:
            continue
        grown = counted.candidate(one.holder, _widen_records(context, one.records))
        refused = _doubt_about(one) or _doubt_about(grown)
        if not refused:
            return _complete_region(context, evidence, one)
        doubt = f"{len(one.records)} records: {refused}" if doubt.startswith("nothing") else doubt
    return doubt


def _find_evidence(context: RecordContext) -> Bool:
    """Return True for times outside quotes; for author names if there are no times."""
    cues, page = context.cues, context.page
    quoted = page.inside(cues.is_quote)
    shown = ~page.is_hidden & ~quoted
    if (cues.is_time & shown).sum() > 1 or not cues.is_author.any():
        return cues.is_time & shown
    return (cues.is_time | cues.is_author) & shown & (page.subtree_sum(context.weight) > 0)


def _as_anchors(evidence: Bool, others: Bool) -> Anchors:
    """Return evidence as titles and other texts as names, for the shared finder."""
    rows = np.flatnonzero(evidence | others)
    blank = ("",) * len(rows)
    every = np.ones(len(rows), dtype=np.bool_)
    return Anchors("", rows, blank, np.arange(len(rows)), blank, every, evidence[rows])


class _EvidenceSums:
    """Prefix sums of the features that candidates are scored by."""

    def __init__(self, context: RecordContext, evidence: Bool) -> None:
        page, cues, weight = context.page, context.cues, context.weight
        self._page, self._names = page, context.hashes.by_name
        free = weight * ~page.inside(cues.is_time) * ~cues.is_button
        links = find_anchors(page)
        # A place within a page, this one or the thread's first, is no title of another.
        hrefs = zip(links.row.tolist(), links.href, strict=True)
        away = mark_rows(len(page), [row for row, href in hrefs if "#" not in href])
        titles = _HEADINGS.take(page.tag) & ((page.subtree_sum(away) > 0) | page.inside(away))
        people = cues.is_author | cues.is_person
        of_author = page.inside(people) | (page.subtree_sum(people) > 0)
        columns = (
            free * ~page.is_link, free * page.is_link, evidence, cues.is_author, cues.is_button,
            titles & ~of_author, cues.is_time & page.is_link, _TITLE.take(page.tag), cues.is_time,
            _HEADINGS.take(page.tag) & ~cues.is_author, cues.is_signed | cues.is_person, _FORM.take(page.tag),
        )  # fmt: skip
        self._sums = np.stack([prefix_sums(column) for column in columns], axis=1)

    def _sum_columns(self, records: Int) -> Int:
        """Sum each feature column over every record, int64 (n_records, n_columns)."""
        return self._sums[records[:, 1]] - self._sums[records[:, 0]]

    def _share_named_as_posts(self, records: Int) -> tuple[float, float]:
        """Return the shares of records named as posts or comments, and as comments."""
        page, n_named, n_comments = self._page, 0, 0
        for row in records[:_MAX_ASKED, 0].tolist():
            names = [page.values(name).get(row, "") for name in ("class", "id", "itemtype")]
            kinds = [record_of_name(name.encode()) for name in names if name]
            n_named += any(kind is not None for kind in kinds)
            n_comments += any(kind is not None and not kind[0] for kind in kinds)
        n_asked = min(len(records), _MAX_ASKED)
        return n_named / n_asked, n_comments / n_asked

    def worth(self, records: Int) -> float:
        """Return the value of records: text of those that have a time and no form."""
        of = self._sum_columns(records)
        return float((np.sqrt(np.minimum(of[:, 0], _MAX_BODY)) * (of[:, 2] > 0) * (of[:, -1] == 0)).sum())

    def candidate(self, holder: int, records: Int) -> _PostCandidate:
        """Score ranges of rows."""
        of = self._sum_columns(records)
        shares = (np.count_nonzero(of > 0, axis=0) / len(records)).tolist()
        _, _, timed, authored, buttoned, titled, leading, heads, clocked, headed, signed, _ = shares
        body, linked = of[:, 0].sum(), of[:, 1].sum()
        share = float(linked) / max(float(linked + body), 1.0)
        score = self.worth(records) * timed * (1 + authored) ** 2 * (1.0 if share < _MAX_LINKED else 0.1)
        named, comments = self._share_named_as_posts(records)
        usual_body, n_buttons = median(of[:, 0].tolist()), median(of[:, 4].tolist())
        # A record whose time leads to it, above some buttons, is a post; its heading names who wrote it.
        is_post = leading > 0.5 and n_buttons >= _MIN_BUTTONS
        names = self._names[records[:, 0]].tolist()
        alike = max(Counter(names).values()) / len(names)
        # One of many that are alike may have a heading of the first level in its text; a layout has a page's.
        is_layout = heads > (0.5 if alike == 1 and len(records) > _PAIR else 0.0)
        is_titled = is_layout or (titled > 0.5 and comments <= 0.5 and not is_post)
        if is_titled:
            score *= 0.5
        return _PostCandidate(
            holder, records, score, timed, clocked=clocked, authored=authored, buttoned=buttoned,
            n_buttons=n_buttons, headed=headed, named=named, alike=alike, linked=share,
            signed=signed, is_titled=is_titled, is_post=is_post, body=usual_body,
        )  # fmt: skip


def _rank_candidates(context: RecordContext, found: list[_PostCandidate]) -> list[_PostCandidate]:
    """Return candidates, best first; layouts rank lower than the records inside them."""
    found = sorted(found, key=lambda one: -one.score)
    good = [one for one in found if len(one.records) > 1 and not _doubt_about(one)]
    scores = [one.score * (_LAYOUT if _is_layout(context, one, good) else 1.0) for one in found]
    return [found[i] for i in np.argsort(-np.array(scores), kind="stable").tolist()]


def _is_layout(context: RecordContext, one: _PostCandidate, others: list[_PostCandidate]) -> bool:
    """Return True if records of different names are page parts with other records."""
    names = context.hashes.by_name[one.records[:, 0]]
    if len(one.records) < 2 or len(np.unique(names)) < len(names) / 2 + 1:
        return False
    for other in others:
        inside = (one.records[:, 0] < other.records[0, 0]) & (one.records[:, 1] >= other.records[-1, 1])
        if inside.any() and other.score >= _MIN_INNER * one.score:
            return True
    return False


def _doubt_about(one: _PostCandidate) -> str:
    """Return the reason why records are no micro-content, or ``""``."""
    no_times = one.clocked < _MIN_TIMED and one.named <= 0.5
    is_dated = one.headed >= _MOSTLY and one.named <= 0.5 and not (one.authored or one.signed or one.is_post)
    is_single, is_pair = len(one.records) == 1, len(one.records) == _PAIR
    has_cues = one.authored and one.clocked and one.n_buttons >= _MIN_BUTTONS
    is_article = one.body > _MAX_SINGLE or one.headed > 0
    is_unlike = one.alike < 1 or (one.headed > 0 and one.named < 1)
    doubts = (
        (one.timed < _MIN_TIMED, "most have no time"),
        (one.linked >= _MAX_LINKED, "most of their text stands in links"),
        (one.is_titled, "they have titles that lead elsewhere"),
        (one.body < _MIN_BODY, "they have no text besides the time"),
        (no_times, "they have no times, and are not named as posts"),
        (is_dated, "they have headings and dates, and nobody who wrote them"),
        # Articles, and parts of a page, have time and author too.
        (is_single and not has_cues, "one record alone, without author, time or buttons"),
        (is_single and is_article, "one record alone, an article by its length or its headings"),
        (is_pair and is_unlike, "only two parts of the page, not alike"),
        (is_pair and max(one.authored, one.buttoned) < 0.5, "few, and not signed"),
    )
    return next((reason for is_so, reason in doubts if is_so), "")


# -- from the best candidate to the region ------------------------------------------------------------


def _complete_region(context: RecordContext, evidence: Bool, one: _PostCandidate) -> PostRegion:
    """Return the region with similar records elsewhere and replies inside its records."""
    records = _widen_records(context, one.records[_timed_or_alike(context, evidence, one.records)])
    records = add_replies(context, evidence, add_similar_records(context, evidence, records))
    parts = [
        f"{one.clocked:.0%} of {len(one.records)} records have a time",
        f"{one.authored:.0%} an element named after an author",
        f"{one.buttoned:.0%} buttons",
    ]
    sure = 0.4 * one.timed + 0.25 * one.authored + 0.2 * one.buttoned + 0.15 * (1 - one.linked)
    return PostRegion(one.holder, records, min(sure, 1.0), ", ".join(parts))


def _widen_records(context: RecordContext, records: Int) -> Int:
    """Widen records to parents that hold nothing else: buttons, portraits."""
    page = context.page
    while len(records) > 1 and (page.end[records[:, 0]] == records[:, 1]).all():
        up = page.parent[records[:, 0]].astype(np.int64)
        ends = page.end[np.maximum(up, 0)].astype(np.int64)
        if (up < 1).any() or (up[1:] < ends[:-1]).any() or (page.tag[up] != page.tag[up[0]]).any():
            break
        records = np.stack((up, ends), axis=1)
    return records


def _timed_or_alike(context: RecordContext, evidence: Bool, records: Int) -> Bool:
    """Return True for records with a time, and for others of the same name."""
    times, named = prefix_sums(evidence), context.hashes.by_name
    timed = times[records[:, 1]] > times[records[:, 0]]
    own = named[records[:, 0]]
    kept: Bool = timed | ((own > CLASSLESS) & np.isin(own, own[timed]))
    names, counts = np.unique(own[kept], return_counts=True)
    usual = names[np.argmax(counts)]
    if usual > CLASSLESS and len(own) >= _MANY and counts.max() >= _MOSTLY * len(own):
        kept &= own == usual
    return kept


def add_similar_records(context: RecordContext, evidence: Bool, records: Int) -> Int:
    """Add similar elements elsewhere, such as the question above the answers."""
    page, named = context.page, context.hashes.by_name
    within = [np.unique(named[start:end][named[start:end] > CLASSLESS]) for start, end in records.tolist()]
    names, counts = np.unique(np.concatenate(within), return_counts=True)
    common = names[counts >= 0.8 * len(records)]  # names that most records contain
    taken = mark_ranges(len(page), records.tolist())
    times = page.subtree_sum(evidence)
    free = (page.tag == page.tag[records[0, 0]]) & ~taken & (page.subtree_sum(taken) == 0) & (times > 0)
    rows = np.flatnonzero(free & ~page.is_hidden)
    own = np.unique(named[records[:, 0]])
    own = own[own > CLASSLESS]
    alike = [
        row
        for row in rows.tolist()
        if np.isin(named[row], own)
        or (len(common) >= _MIN_NAMED and np.isin(common, named[row : page.end[row]]).mean() >= _MIN_ALIKE)
    ]
    # The inner one of those around each other.
    chosen = [row for row, after in pairwise([*alike, len(page)]) if after >= page.end[row]]
    if not chosen:
        return records
    others = np.array([(row, int(page.end[row])) for row in chosen], dtype=np.int64)
    both = np.concatenate((records, others))
    return both[np.argsort(both[:, 0], kind="stable")]


def add_replies(context: RecordContext, evidence: Bool, records: Int) -> Int:
    """Add the replies inside records, and replies to these, outer ones first.

    Cost: O(n_rows log n_rows) for each of at most four depths and 20 names.
    """
    times = evidence & context.cues.is_time
    for _ in range(_MAX_DEPTH):
        inner = _find_nested(context, times if times.any() else evidence, records)
        if not len(inner):
            break
        records = np.concatenate((records, inner))
        records = records[np.lexsort((-records[:, 1], records[:, 0]))][:_MAX_RECORDS]
    return records[:_MAX_RECORDS]


def _find_nested(context: RecordContext, evidence: Bool, records: Int) -> Int:
    """Return the replies within records: the most frequent name that qualifies."""
    page, named = context.page, context.hashes.by_name
    owner = find_innermost(len(page), records)
    is_start = mark_rows(len(page), records[:, 0])
    quoted = page.inside(context.cues.is_quote)
    times = page.subtree_sum(evidence)
    inner = (owner >= 0) & ~is_start & (times > 0) & ~page.is_text & ~quoted & ~page.is_hidden
    rows = np.flatnonzero(inner)
    if not len(rows):
        return np.zeros((0, 2), dtype=np.int64)
    names, first, counts = np.unique(named[rows], return_index=True, return_counts=True)
    best = np.zeros((0, 2), dtype=np.int64)
    for k in np.lexsort((first, -counts))[:_MAX_NESTED].tolist():
        own = rows[named[rows] == names[k]]
        members = np.stack((own, page.end[own].astype(np.int64)), axis=1)
        if len(members) > len(best) and _are_replies(context, evidence, records, members):
            best = members
    return best


def _are_replies(context: RecordContext, evidence: Bool, records: Int, members: Int) -> bool:
    """Return True if elements and the records around them both have times and texts."""
    page = context.page
    both = np.concatenate((records, members))
    order = np.lexsort((-both[:, 1], both[:, 0]))
    both, is_member = both[order], (np.arange(len(both)) >= len(records))[order]
    owner = find_innermost(len(page), both)
    inside = owner >= 0
    free = context.weight * ~page.inside(context.cues.is_time) * ~context.cues.is_button

    def total(values: NDArray[np.generic]) -> Int:
        return np.bincount(np.repeat(owner[inside], values[inside].astype(np.int64)), minlength=len(both))

    n_times, body = total(evidence), total(free)
    around = np.unique(find_innermost(len(page), records)[members[:, 0]])
    outer = np.flatnonzero(~is_member)[around]
    if (n_times[outer] > 0).mean() < 0.9 or (body[outer] > 0).mean() < 0.9:
        return False
    if ((n_times[is_member] > 0) & (body[is_member] > 0)).mean() < 0.8:
        return False
    n_authors = total(context.cues.is_author | context.cues.is_person)
    if (n_authors[outer] > 0).mean() >= 0.5 and (n_authors[is_member] > 0).mean() < 0.5:
        return False  # the part of a post that holds its text
    return _end_their_records(context, records, members, owner, np.flatnonzero(~is_member))


def _end_their_records(context: RecordContext, records: Int, members: Int, owner: Int, outer: Int) -> bool:
    """Return True if the outer records have no text or button after the replies."""
    n_rows = len(context.page)
    around = outer[find_innermost(n_rows, records)[members[:, 0]]]
    # Rows by the record they belong to, in page order: what is after is a range of these.
    place = owner * (n_rows + 1) + np.arange(n_rows)
    order = np.argsort(place, kind="stable")
    place = place[order]
    first = np.searchsorted(place, around * (n_rows + 1) + members[:, 1])
    last = np.searchsorted(place, (around + 1) * (n_rows + 1))
    said, buttons = prefix_sums(context.weight[order]), prefix_sums(context.cues.is_button[order])
    quiet = (said[last] - said[first] <= _MAX_TAIL) & (buttons[last] == buttons[first])
    return bool(quiet.mean() >= 0.8)
