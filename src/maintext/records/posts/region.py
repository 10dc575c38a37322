"""Region blocking: find the part of a page that repeats posts, and their rows.

Groups are found as for lists (:mod:`maintext.records.groups`), with times and author names instead of
titles. Replies are elements of one name with a time of their own, at the end of the record around them. An
element with more of that record after it is a quote.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

import numpy as np

from maintext._core.fields import find_innermost
from maintext.html.arrays import Bool, Int, mark_ranges, mark_rows, running_sum
from maintext.metadata.post_words import record_of_name
from maintext.records.anchors import Anchors, find_anchors
from maintext.records.elements import CHROME, CLASSLESS, Places
from maintext.records.groups import find_groups, find_records
from maintext.records.posts.cues import RecordContext

__all__ = ["PostRegion", "add_replies", "add_similar_records", "find_region"]

_MAX_BODY = 600  # weight of a text that counts, as for lists
_MIN_TIMED = 0.6  # share of the records of a region that have a time
_MAX_LINKED = 0.5  # share of the text of a region that stands in links: above, it is a list of links
_MOSTLY = 0.75  # share of the records with one name, which leave others out
_MAX_ASKED = 50  # records whose names are looked at
_PAIR, _MIN_BUTTONS = 2, 2
_MIN_BODY = 4  # weight of a text next to a time
_MAX_SINGLE = 1_000  # weight of a record that stands alone: above, it is an article
_MIN_ALIKE = 0.7  # share of common names that make an element a record like the others
_MIN_NAMED = 3  # common names from which on elements elsewhere are compared
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
    score: float  # worth compared with other regions of the page
    doubt: str  # why they are no micro-content, or ""


def find_region(context: RecordContext) -> PostRegion | str:
    """Return the records of a page, or the reason why there are none.

    Cost: O(n_rows log n_rows) in numpy, plus Python work per record.
    """
    evidence = _find_evidence(context)
    if not evidence.any():
        return "no text of the page is a time, and no element is named after an author"
    said = running_sum(context.weight)
    anchors = _as_anchors(evidence, context.cues.is_author | (context.weight > 0))
    groups = find_groups(context.page, context.weight, anchors, context.hashes)
    places = Places(context.page, said)
    counted = _EvidenceSums(context, evidence)
    ranges = ((group.holder, find_records(context.page, group, context.weight, said)) for group in groups)
    found = [counted.candidate(holder, records) for holder, records in ranges]
    doubt = ""
    for one in sorted(found, key=lambda one: -one.score):
        if places.find(one.row) == CHROME:
            continue
        refused = one.doubt or counted.candidate(one.row, _widen_records(context, one.records)).doubt
        if not refused:
            own = one.records[_timed_or_alike(context, evidence, one.records)]
            records = add_similar_records(context, evidence, _widen_records(context, own))
            records = add_replies(context, evidence, records)
            return replace(one, records=records)
        doubt = doubt or f"{len(one.records)} records: {refused}"
    return doubt or "nothing with times or authors repeats"


def _find_evidence(context: RecordContext) -> Bool:
    """Return True for times outside quotes; also for author names if there is one time at most."""
    shown = ~context.page.is_hidden & ~context.page.inside(context.cues.is_quote)
    is_time = context.cues.is_time & shown
    return is_time if is_time.sum() > 1 else (context.cues.is_time | context.cues.is_author) & shown


def _as_anchors(evidence: Bool, others: Bool) -> Anchors:
    """Return evidence as titles and other texts as names, for the shared finder."""
    rows = np.flatnonzero(evidence | others)
    blank = ("",) * len(rows)
    every = np.ones(len(rows), dtype=np.bool_)
    return Anchors("", rows, blank, np.zeros(len(rows), dtype=np.int64), blank, every, evidence[rows])


class _EvidenceSums:
    """Prefix sums of the features that candidates are scored by."""

    def __init__(self, context: RecordContext, evidence: Bool) -> None:
        page, cues = context.page, context.cues
        self._page, self._names = page, context.hashes.by_name
        body = _body_weight(context)
        links = find_anchors(page)
        # A place within a page, this one or the thread's first, is no title of another.
        hrefs = zip(links.row.tolist(), links.href, strict=True)
        away = mark_rows(len(page), [row for row, href in hrefs if "#" not in href])
        headings = page.is_tag(("h1", "h2", "h3", "h4"))
        titles = headings & (page.subtree_sum(away) > 0) & ~page.inside(cues.is_author | cues.is_person)
        columns = (
            body * ~page.is_link, body * page.is_link, evidence, cues.is_author, cues.is_button, titles,
            cues.is_time & page.is_link, page.is_tag(("h1",)), cues.is_time, headings,
            cues.is_signed | cues.is_person, page.is_tag(("textarea",)),
        )  # fmt: skip
        self._sums = np.stack([running_sum(column) for column in columns], axis=1)

    def _share_named_as_posts(self, records: Int) -> tuple[float, float]:
        """Return the shares of records named as posts or comments, and as comments."""
        page = self._page
        rows = records[:_MAX_ASKED, 0].tolist()
        names = [[page.values(name).get(row, "") for name in ("class", "id", "itemtype")] for row in rows]
        kinds = [[record_of_name(name.encode()) for name in of_row] for of_row in names]
        n_comments = sum(any(kind and not kind[0] for kind in of_row) for of_row in kinds)
        return sum(map(any, kinds)) / len(rows), n_comments / len(rows)

    def candidate(self, holder: int, records: Int) -> PostRegion:
        """Score ranges of rows: by the text of those that have a time and no form, and shares of features."""
        of = self._sums[records[:, 1]] - self._sums[records[:, 0]]
        texts = np.sqrt(np.minimum(of[:, 0], _MAX_BODY)) * (of[:, 2] > 0) * (of[:, -1] == 0)
        shares = (np.count_nonzero(of > 0, axis=0) / len(records)).tolist()
        _, _, timed, authored, buttoned, titled, leading, heads, clocked, headed, signed, _ = shares
        plain, linked = of[:, 0].sum(), of[:, 1].sum()
        in_links = float(linked) / max(float(linked + plain), 1.0)
        named, comments = self._share_named_as_posts(records)
        body, n_buttons = median(of[:, 0].tolist()), median(of[:, 4].tolist())
        # A record whose time leads to it is a post; its heading names who wrote it.
        is_post = leading > 0.5
        names = self._names[records[:, 0]].tolist()
        alike = max(Counter(names).values()) / len(names)
        is_single, is_pair = len(records) == 1, len(records) == _PAIR
        # One of many that are alike may have a heading of the first level in its text; a layout has a page's.
        is_layout = heads > (0.5 if alike == 1 and len(records) > _PAIR else 0.0)
        is_titled = is_layout or (titled > 0.5 and comments <= 0.5 and not is_post)
        is_dated = headed >= _MOSTLY and named <= 0.5 and not (authored or signed or is_post)
        has_cues = authored and clocked and n_buttons >= _MIN_BUTTONS
        doubts = (
            (timed < _MIN_TIMED, "most have no time"),
            (in_links >= _MAX_LINKED, "most of their text stands in links"),
            (is_titled, "they have titles that lead elsewhere"),
            (body < _MIN_BODY, "they have no text besides the time"),
            (clocked < _MIN_TIMED and named <= 0.5, "they have no times, and are not named as posts"),
            (is_dated, "they have headings and dates, and nobody who wrote them"),
            # Articles, and parts of a page, have time and author too.
            (is_single and not has_cues, "one record alone, without author, time or buttons"),
            (is_single and (body > _MAX_SINGLE or headed > 0), "one record alone, an article"),
            (is_pair and (alike < 1 or (headed > 0 and named < 1)), "only two parts of the page, not alike"),
            (is_pair and max(authored, buttoned) < 0.5, "few, and not signed"),
        )
        return PostRegion(
            holder, records, min(0.4 * timed + 0.25 * authored + 0.2 * buttoned + 0.15 * (1 - in_links), 1.0),
            f"{clocked:.0%} of {len(records)} records have a time, {authored:.0%} an element named after an "
            f"author, {buttoned:.0%} buttons",
            float(texts.sum()) * timed * (1 + authored) ** 2,
            next((reason for is_so, reason in doubts if is_so), ""),
        )  # fmt: skip


def _body_weight(context: RecordContext) -> Int:
    """Return the weight of each text that is neither a time nor a button, 0 for others."""
    found: Int = context.weight * ~context.page.inside(context.cues.is_time) * ~context.cues.is_button
    return found


# -- from the best candidate to the region ------------------------------------------------------------


def _widen_records(context: RecordContext, records: Int) -> Int:
    """Widen records to parents that hold nothing else: buttons, portraits."""
    page = context.page
    while len(records) > 1:
        up = page.parent[records[:, 0]].astype(np.int64)
        ends = page.end[np.maximum(up, 0)].astype(np.int64)
        if (up[1:] < ends[:-1]).any():
            break
        records = np.stack((up, ends), axis=1)
    return records


def _timed_or_alike(context: RecordContext, evidence: Bool, records: Int) -> Bool:
    """Return True for records with a time, and for others of the same name."""
    times, named = running_sum(evidence), context.hashes.by_name
    kept: Bool = times[records[:, 1]] > times[records[:, 0]]
    own = named[records[:, 0]]
    names, counts = np.unique(own[kept], return_counts=True)
    usual = own == names[np.argmax(counts)]
    return kept & usual if counts.max() >= _MOSTLY * len(own) else kept


def add_similar_records(context: RecordContext, evidence: Bool, records: Int) -> Int:
    """Add similar elements elsewhere, such as the question above the answers."""
    page, named = context.page, context.hashes.by_name
    within = [np.unique(named[start:end][named[start:end] > CLASSLESS]) for start, end in records.tolist()]
    names, counts = np.unique(np.concatenate(within), return_counts=True)
    common = names[counts >= 0.8 * len(records)]  # names that most records contain
    taken = mark_ranges(len(page), records.tolist())
    rows = np.flatnonzero(~taken & (page.subtree_sum(taken) == 0) & (page.subtree_sum(evidence) > 0))
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
    for _ in range(_MAX_DEPTH):
        inner = _find_nested(context, evidence, records)
        if not len(inner):
            break
        records = np.concatenate((records, inner))
        records = records[np.lexsort((-records[:, 1], records[:, 0]))][:_MAX_RECORDS]
    return records[:_MAX_RECORDS]


def _find_nested(context: RecordContext, evidence: Bool, records: Int) -> Int:
    """Return the replies within records: the most frequent name that qualifies."""
    page, named = context.page, context.hashes.by_name
    owner = find_innermost(len(page), records)
    is_inner = (owner >= 0) & ~mark_rows(len(page), records[:, 0])
    rows = np.flatnonzero(is_inner & (page.subtree_sum(evidence) > 0))
    names, first, counts = np.unique(named[rows], return_index=True, return_counts=True)
    best = np.zeros((0, 2), dtype=np.int64)
    for k in np.lexsort((first, -counts))[:_MAX_NESTED].tolist():
        own = rows[named[rows] == names[k]]
        members = np.stack((own, page.end[own].astype(np.int64)), axis=1)
        if len(members) > len(best) and _are_replies(context, evidence, records, members):
            best = members
    return best


def _are_replies(context: RecordContext, evidence: Bool, records: Int, members: Int) -> bool:
    """Return True if elements and records around them have times and texts, and buttons only before them."""
    page, cues, n_outer = context.page, context.cues, len(records)
    both = np.concatenate((records, members))
    order = np.lexsort((-both[:, 1], both[:, 0]))
    owner = find_innermost(len(page), both[order])
    is_inside = owner >= 0
    owner = order[owner]

    def find_owners(is_one: Bool) -> Bool:
        return mark_rows(len(both), owner[is_inside & is_one])

    around = find_innermost(len(page), records)[members[:, 0]]
    outer = np.unique(around)
    has_text = find_owners(_body_weight(context) > 0)
    if find_owners(evidence)[outer].mean() < 0.9 or has_text[n_outer:].mean() < 0.8:
        return False
    has_author = find_owners(cues.is_author | cues.is_person)
    if has_author[outer].mean() >= 0.5 > has_author[n_outer:].mean():
        return False  # the part of a post that holds its text
    buttons = np.flatnonzero(is_inside & cues.is_button)
    last_button = np.full(len(both), -1)
    last_button[owner[buttons]] = buttons
    return bool((last_button[around] < members[:, 1]).mean() >= 0.8)
