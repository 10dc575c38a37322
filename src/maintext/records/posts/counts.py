"""Counts of a record (reposts, comments, likes), by words or element names."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import numpy as np

from maintext.html.arrays import Int
from maintext.html.tags import tag_mask
from maintext.metadata import word_sets
from maintext.metadata.post_words import BUTTONS, COUNT, NUMBER, name_words
from maintext.records.posts.slots import Slots

__all__ = ["ButtonBars", "counts_of_line", "read_count", "read_counts"]

_ORDERS = (("n_reposts", "n_comments", "n_likes"), ("n_comments", "n_reposts", "n_likes"))
_WORDS = {field: re.compile(words, re.IGNORECASE) for field, words in BUTTONS.items()}
_TOKEN = re.compile(
    "|".join(rf"(?P<{field}>(?<![a-z])(?:{words})(?![a-z]))" for field, words in BUTTONS.items())
    + rf"|(?P<count>{COUNT})",
    re.IGNORECASE,
)
_NAMES = word_sets("post_counts")
_DIGIT = re.compile(r"\d")
_ICON = tag_mask(("i", "button"))  # pictures in SVG do not reach the page's rows
_TIMES = {"万": 1e4, "萬": 1e4, "w": 1e4, "亿": 1e8, "億": 1e8, "k": 1e3, "m": 1e6}
_ATTRIBUTES = re.compile(rb' (?:class|id|title|aria-label|data-testid|data-hook|itemprop|name|alt)="([^"]*)"')
_MAX_AROUND = 30  # weight of an element whose name may say what its number counts
_LEVELS = 4
_MAX_BYTES = 600


def read_count(text: str) -> int | None:
    """Return the number a text states, or None: ``1.2万`` is 12,000, ``3.4K`` is 3,400."""
    match = NUMBER.fullmatch(text)
    if match is None:
        return None
    plain = match[1].rstrip("+").strip().lower()
    factor = _TIMES.get(plain[-1])
    digits = plain.rstrip("万萬亿億wkm").strip().rstrip(".,")
    if factor is None:
        digits = re.sub(r"[,.](?=\d{3}(?!\d))", "", digits)
    if not re.fullmatch(r"\d+(?:[.,]\d+)?", digits):
        return None
    number = float(digits.replace(",", "."))
    return int(number) if factor is None else round(number * factor)


def counts_of_line(text: str) -> dict[str, int]:
    """Return the counts of a line by field: 转发 12 | 评论 3, or 12 Reposts 3 Comments.

    Numbers come after their words if the line begins with a word, else before them.
    """
    tokens = [(match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text)]
    is_behind = bool(tokens) and tokens[0][0] != "count"
    found: dict[str, int] = {}
    for one, other in itertools.pairwise(tokens):
        (field, _), (kind, number) = (one, other) if is_behind else (other, one)
        value = read_count(number) if kind == "count" and field != "count" else None
        if value is not None:
            found.setdefault(field, value)
    return found


class ButtonBars:
    """Rows of buttons: what each position counts, learned from labelled records.

    A page may show the word only while the count is zero. Three buttons have two usual orders, so one known
    word determines the others.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        page, cues = slots.context.page, slots.context.cues
        rows = np.flatnonzero((slots.owner >= 0) & cues.is_button & ~cues.is_number & page.is_text)
        said: dict[tuple[int, int], Counter[str]] = {}
        for row in rows.tolist():
            text = " ".join(page.row_text(row).split())
            field = next((name for name, word in _WORDS.items() if word.fullmatch(text)), "")
            place = self._place_in_bar(row) if field else None
            if place is not None:
                said.setdefault(place[:2], Counter())[field] += 1
        self._known = {place: words.most_common(1)[0][0] for place, words in said.items()}

    def field(self, row: int) -> str:
        """Return what the number in a row counts; ``""`` if no record tells."""
        place = self._place_in_bar(row)
        if place is None:
            return ""
        key, at, size = place
        if (key, at) in self._known:
            return self._known[key, at]
        known = {i: name for (other, i), name in self._known.items() if other == key}
        for order in _ORDERS:
            if size == len(order) and known and all(order[i] == name for i, name in known.items()):
                return order[at]
        return ""

    def _place_in_bar(self, row: int) -> tuple[int, int, int] | None:
        """Return the slot of the bar, position and number of buttons; None for no bar."""
        page, weight = self._slots.context.page, self._slots.context.weight
        start = int(self._slots.records[self._slots.owner[row], 0])
        at = row
        for _ in range(_LEVELS):
            up = int(page.parent[at])
            if up <= start or int(weight[up : page.end[up]].sum()) > 2 * _MAX_AROUND:
                return None
            inside = slice(up + 1, int(page.end[up]))
            children = up + 1 + np.flatnonzero((page.parent[inside] == up) & ~page.is_text[inside])
            siblings = children.tolist()
            n_shown = sum(bool(weight[one : page.end[one]].any()) for one in siblings)
            if n_shown > 1 and at in siblings:
                return int(self._slots.key[siblings[0]]), siblings.index(at), len(siblings)
            at = up
        return None


def read_counts(slots: Slots, number: int, rows: Int, bars: ButtonBars) -> dict[str, int]:
    """Return the counts of a record by field; ``rows`` are its buttons and numbers."""
    page, cues = slots.context.page, slots.context.cues
    found: dict[str, int] = {}
    unnamed: list[int] = []
    told: list[tuple[str, int | None]] = []
    for row in rows.tolist():
        if cues.is_number[row]:
            value = read_count(page.row_text(row))
            field = _field_around(slots, number, row) or bars.field(row)
            told.append((field, value))
            if value is not None and field:
                found.setdefault(field, value)
            elif value is not None:
                around = _small_elements_around(slots, number, row)
                has_icon = any(_ICON[page.tag[at : page.end[at]]].any() for at in around)
                unnamed += [value] if has_icon else []
            continue
        for field, value in counts_of_line(" ".join(page.row_text(row).split())).items():
            found.setdefault(field, value)
    found |= _infer_third_count(told)
    if len(unnamed) == 1:  # a number next to an icon that nothing names counts likes
        found.setdefault("n_likes", unnamed[0])
    return found


def _infer_third_count(told: list[tuple[str, int | None]]) -> dict[str, int]:
    """Return the unnamed one of three counts if the others follow a usual order."""
    fields = [field for field, _ in told]
    for order in _ORDERS if fields.count("") == 1 else ():
        if len(fields) == len(order) and all(name in {"", order[i]} for i, name in enumerate(fields)):
            value = told[fields.index("")][1]
            return {} if value is None else {order[fields.index("")]: value}
    return {}


def _small_elements_around(slots: Slots, number: int, row: int) -> list[int]:
    """Return the small elements around a number within its record, innermost first."""
    page, found, at = slots.context.page, [], int(slots.context.page.parent[row])
    start = int(slots.records[number, 0])
    for _ in range(_LEVELS):
        inside = slice(at, int(page.end[at]))
        is_wide = int(slots.context.weight[inside].sum()) > _MAX_AROUND
        if at <= start or is_wide or slots.context.cues.is_time[inside].any():
            break
        found.append(at)
        at = int(page.parent[at])
    return found


def _field_around(slots: Slots, number: int, row: int) -> str:
    """Return the field by the names of small elements around a number, or else by their words, or ``""``."""
    page, weight, by_words = slots.context.page, slots.context.weight, ""
    for at in _small_elements_around(slots, number, row):
        rows = at + np.flatnonzero(weight[at : page.end[at]] > 0)
        if int(slots.context.cues.is_number[rows].sum()) > 1:
            break
        raw = page.data[page.byte_start[at] : page.byte_end[at]][:_MAX_BYTES]
        words = {word for value in _ATTRIBUTES.findall(raw) for word in name_words(value)}
        fields = [field for field, names in _NAMES.items() if not names.isdisjoint(words)]
        if fields:
            return "n_likes" if "n_likes" in fields and "dislike" not in words else fields[0]
        # What has a number of its own says nothing of this one.
        texts = {one: page.row_text(one) for one in rows.tolist()}
        parts = [text for one, text in texts.items() if one == row or not _DIGIT.search(text)]
        by_words = by_words or next(iter(counts_of_line(" ".join(" ".join(parts).split()))), "")
    return by_words
