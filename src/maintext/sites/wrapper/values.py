"""Values of fields: read from a page by a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.sites.wrapper.label import has_label, label_of, without_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.sites.wrapper.path import PageIndex
    from maintext.sites.wrapper.rules import FieldRule, Place

__all__ = ["SEPARATORS", "Found", "collapsed", "read_values", "values_at"]

SEPARATORS = re.compile(r"\s*[,;，；、|/]\s*")
"""What stands between several values in one text."""


@dataclass(frozen=True, slots=True)
class Found:
    """A value on a page: text with white space collapsed, and the row of its element."""

    value: str
    row: int
    place: Place


def read_values(index: PageIndex, rule: FieldRule) -> list[Found]:
    """Return the values that a rule finds, of the first place with any; ``[]`` for none."""
    for place in rule.select:
        found = values_at(index, place, rule)
        if rule.several:
            if values := list(found):
                return _split(values)
        elif (first := next(found, None)) is not None:
            return [first]
    return []


def values_at(index: PageIndex, place: Place, rule: FieldRule) -> Iterator[Found]:
    """Give all values in one place of a rule, in page order, also where the rule is for one value."""
    for row in index.rows(place.path):
        if place.label and not has_label(index, row, place.label):
            continue
        if value := _cut(_text_at(index, row, place), rule):
            yield Found(value, row, place)


def collapsed(text: str) -> str:
    """Return a text with white space collapsed."""
    return " ".join(text.split())


def _text_at(index: PageIndex, row: int, place: Place) -> str:
    page = index.page
    if place.attribute:
        return collapsed(page.values(place.attribute).get(row, ""))
    text = collapsed(page.row_text(row))
    return without_label(text, label_of(index, row)) if place.label else text


def _cut(text: str, rule: FieldRule) -> str:
    if rule.within and not (rule.after in text and rule.before in text):
        return ""
    if rule.after and rule.after in text:
        text = text.partition(rule.after)[2]
    if rule.before and rule.before in text:
        text = text.rpartition(rule.before)[0]
    return text.strip()


def _split(found: list[Found]) -> list[Found]:
    """Several values that stand in one element, apart."""
    if len(found) > 1:
        return found
    one = found[0]
    return [Found(value, one.row, one.place) for value in SEPARATORS.split(one.value) if value]
