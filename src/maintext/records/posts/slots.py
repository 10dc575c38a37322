"""Slots: places that records have in common, and which one holds author or text.

The slot of a text is given by the names of the three lowest elements around it. Texts of all records in one
slot are judged together, so an author without a telling class is found by the other records.
"""

from __future__ import annotations

import re
import zlib
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from maintext._core.fields import find_innermost
from maintext.html.arrays import Bool, Int
from maintext.records.posts.cues import RecordContext

__all__ = ["Slots"]

_LEVELS = 3
_MIN_NAME = 2.5  # weight: a single letter stands for a portrait
_MAX_NAME = 40  # weight of a text that may be a name
_MIN_COVERED = 0.5  # share of the records that have a text in the slot of the authors
_ABOUT = 0.1  # worth of a text that tells when somebody joined
_MAX_COMPARED = 200  # texts of a slot
_MAX_WEIGHT = 200  # of one text that counts where slots are compared
_FEW = 2
_MIN_LABELLED, _LABELLED = 3, 0.8  # records, and share of them that have the same words in the same slot
_MAX_QUOTED = 0.6  # share of the records that quote something
_MAX_NAME_BYTES = 300
_REPOST = re.compile(r"(?<![a-z])(?:retweet|repost|forward)(?:ed)?(?![a-z])", re.IGNORECASE)
_POSITIVE = np.uint64(0x7FFF_FFFF_FFFF_FFFF)  # keys are compared with −1


class Slots:
    """The slots of the records of a page."""

    def __init__(self, context: RecordContext, records: Int) -> None:
        self.context, self.records = context, records
        self.owner: Int = find_innermost(len(context.page), records)
        order = np.argsort(self.owner, kind="stable")
        bounds = np.searchsorted(self.owner[order], np.arange(len(records) + 1))
        # The ascending rows of each record, without those of records inside it.
        self.rows_of = np.split(order, bounds)[1:-1]
        self.in_time = context.page.inside(context.cues.is_time)
        self.is_quote = self._find_optional_quotes(context.cues.is_quote & (self.owner >= 0))
        self.is_quote[[row for i in range(len(records)) if (row := self._find_second_post(i)) >= 0]] = True
        self.is_quote[self._find_reposts()] = True
        self.in_quote = context.page.inside(self.is_quote) & (self.owner >= 0)

    def _find_optional_quotes(self, is_quote: Bool) -> Bool:
        """Return True for quote elements, except names that most records have."""
        rows = np.flatnonzero(is_quote)
        if not len(rows) or len(self.records) < _FEW:
            return is_quote
        names, at = np.unique(self._full_names[rows], return_inverse=True)
        pairs = np.unique(np.stack((at, self.owner[rows])), axis=1)[0]
        is_usual = np.bincount(pairs, minlength=len(names)) > _MAX_QUOTED * len(self.records)
        found = is_quote.copy()
        found[rows[is_usual[at]]] = False
        return found

    def _find_reposts(self) -> list[int]:
        """Return elements named after a repost with an author of their own, also where all posts have one."""
        page, found = self.context.page, list[int]()
        authors = np.flatnonzero(self.context.cues.is_author)
        for row, names in page.values("class").items():
            if self.owner[row] >= 0 and _REPOST.search(names):
                start = int(self.records[self.owner[row], 0])
                before, first, last = np.searchsorted(authors, (start, row + 1, int(page.end[row])))
                if before < first < last and int(page.end[authors[before]]) <= row:
                    found.append(row)
        return found

    def _find_second_post(self, number: int) -> int:
        """Return the row of the element with a second author and time in a record, or −1."""
        page, cues = self.context.page, self.context.cues
        own, start = self.rows_of[number], int(self.records[number, 0])
        times, names = own[cues.is_time[own]], own[cues.is_author[own]]
        if len(times) < _FEW or len(names) < _FEW:
            return -1
        at, found = int(times[-1]), -1
        while (at := int(page.parent[at])) > start:
            inside = (times >= at) & (times < page.end[at])
            if inside[0] or (names[0] >= at):
                break
            if ((names >= at) & (names < page.end[at])).any():
                found = at
        return found if found >= 0 and self._has_text_like_own(own, found) else -1

    def _has_text_like_own(self, own: Int, at: int) -> bool:
        """Return True if the longest texts inside and outside have the same name."""
        page, cues, weight = self.context.page, self.context.cues, self.context.weight
        rows = own[(weight[own] > 0) & ~self.in_time[own] & ~cues.is_button[own]]
        inside = (rows >= at) & (rows < page.end[at])
        if not inside.any() or inside.all() or not (weight[own[own >= page.end[at]]] > 0).any():
            return False
        longest = [int(part[np.argmax(weight[part])]) for part in (rows[inside], rows[~inside])]
        first, second = (int(self.near_key[row]) for row in longest)
        return first == second

    @cached_property
    def rows(self) -> Int:
        """Rows that may be author or text: no times, buttons, numbers and quotes."""
        cues = self.context.cues
        free = (self.owner >= 0) & (self.context.weight > 0) & ~self.in_time & ~self.in_quote
        return np.flatnonzero(free & ~cues.is_button & ~cues.is_number)

    @cached_property
    def key(self) -> NDArray[np.uint64]:
        """Slot of each row: a hash of up to three names from its record to it."""
        page, owner = self.context.page, self.owner
        at = np.arange(len(page))
        key = np.zeros(len(page), dtype=np.uint64)
        for _ in range(_LEVELS):
            up = np.maximum(page.parent[at], 0).astype(np.int64)
            inside = (owner[up] == owner) & (page.parent[at] >= 0)
            key = np.where(inside, key * np.uint64(1_000_003) + self._full_names[up], key)
            at = np.where(inside, up, at)
        return key & _POSITIVE

    @cached_property
    def main(self) -> int:
        """Key of the slot with the most text, or −1."""
        if not len(self.rows):
            return -1
        named = self.context.page.inside(self.context.cues.is_author)[self.rows]
        rows = self.rows[~named] if not named.all() else self.rows
        keys, at = np.unique(self.key[rows], return_inverse=True)
        worth = np.clip(self.context.weight[rows], 0, _MAX_WEIGHT).astype(float)
        worth *= np.where(self.context.page.is_link[rows], 0.3, 1.0)
        worth *= np.where(self.context.cues.is_about[rows], _ABOUT, 1.0)
        worth *= ~self.is_repeated[rows]
        said = np.bincount(at, weights=worth)
        pairs = np.unique(np.stack((at, self.owner[rows])), axis=1)[0]
        covered = np.bincount(pairs, minlength=len(keys)) / len(self.records)
        return int(keys[np.argmax(said * covered)])

    @cached_property
    def is_repeated(self) -> Bool:
        """Rows with the same text in nearly all records, such as "Was this helpful?"."""
        found = np.zeros(len(self.context.page), dtype=np.bool_)
        if len(self.records) < _MIN_LABELLED:
            return found
        of_text: dict[tuple[int, str], list[int]] = {}
        for row, key in zip(self.rows.tolist(), self.key[self.rows].tolist(), strict=True):
            of_text.setdefault((key, self.context.page.row_text(row).strip()), []).append(row)
        for rows in of_text.values():
            if len(np.unique(self.owner[rows])) >= _LABELLED * len(self.records):
                found[rows] = True
        return found

    @cached_property
    def in_body(self) -> Bool:
        """Rows inside elements named after a text."""
        return self.context.page.inside(self.context.cues.is_body)

    @cached_property
    def author(self) -> int:
        """Key of the slot that holds names, or −1."""
        return self._best_name(self.key)

    @cached_property
    def near_key(self) -> NDArray[np.uint64]:
        """Slot of each row by its parent only, for records of varying structure."""
        return self._full_names[np.maximum(self.context.page.parent, 0)] & _POSITIVE

    @cached_property
    def _full_names(self) -> NDArray[np.uint64]:
        """Hashes of elements by tag and class words, without digits."""
        page, names = self.context.page, self.context.hashes.by_name.copy()
        at = page.attribute("class")
        inside = self.owner[at.row] >= 0
        for row, start, end in zip(*(x[inside].tolist() for x in (at.row, at.start, at.end)), strict=True):
            names[row] += np.uint64(_hash_name(page.data[start : min(end, start + _MAX_NAME_BYTES)]))
        return names

    @cached_property
    def near_author(self) -> int:
        """Key of the slot that holds names among those of ``near_key``, or −1."""
        return self._best_name(self.near_key)

    def _best_name(self, keys: NDArray[np.uint64]) -> int:
        rows = self.rows[self.key[self.rows] != np.uint64(max(self.main, 0))]
        starts = self.records[self.owner[rows], 0]
        in_person = self.context.page.inside(self.context.cues.is_person)
        found, at = np.unique(keys[rows], return_inverse=True)
        scores = [
            (self._name_score(rows[at == k], starts[at == k], in_person), key)
            for k, key in enumerate(found.tolist())
        ]
        score, key = max(scores, default=(0.0, -1))
        return key if score > 0 else -1

    def _name_score(self, own: Int, starts: Int, in_person: Bool) -> float:
        """Score how much the texts of a slot look like names."""
        page, n_records = self.context.page, len(self.records)
        covered = len(np.unique(self.owner[own])) / n_records
        if covered < _MIN_COVERED or not _MIN_NAME <= self.context.weight[own].mean() <= _MAX_NAME:
            return 0.0
        first = own[:_MAX_COMPARED]
        n_distinct = len({" ".join(page.row_text(row).split()) for row in first.tolist()})
        said_once = n_records > _FEW and n_distinct / len(first) * n_records < 1.5
        place = float((own - starts).mean())
        before = place < self._main_place
        score = covered * (1 + 0.5 * page.is_link[own].mean() + in_person[own].mean() + 0.5 * before)
        return float(score * (0.2 if said_once else 1.0) / (1 + 0.01 * place))

    @cached_property
    def _main_place(self) -> float:
        own = self.rows[self.key[self.rows] == np.uint64(max(self.main, 0))]
        return float((own - self.records[self.owner[own], 0]).mean()) if len(own) else 0.0


@lru_cache(maxsize=16_384)
def _hash_name(raw: bytes) -> int:
    return zlib.crc32(b" ".join(re.sub(rb"\d+", b"", raw).split()[1:]))
