"""Values of fields: read by a rule, and the rule learned from where known values stand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.moment import parse_moment
from maintext.site.wrapper.candidate import candidates, price
from maintext.site.wrapper.rules import FieldRule, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maintext.page import Page
    from maintext.site.wrapper.example import Example
    from maintext.site.wrapper.path import PageIndex

__all__ = ["SEVERAL", "Found", "learn_field", "read_values"]

SEVERAL = frozenset({"tags"})
"""Fields with several values; others have one."""

_OFTEN_ABSENT = frozenset({"author", "source", "subtitle", *SEVERAL})  # from articles that are as others

_DATES = frozenset({"date", "published", "modified"})
_ATTRIBUTES = ("content", "datetime", "title", "alt", "href")
_MOST_CHARS = 400  # of an element that holds a value
_MOST_BESIDE = 60  # characters beside the value in its element
_LEAST_HITS = 0.6  # share of the examples with a value on which a rule must give it
_N_PLACES = 3
_WITHIN = 2.0  # price of a value that is cut out of other text, beside those of selectors
_MOST_TRIED = 60  # selectors, the cheapest first
_DIGIT = re.compile(r"\d")
_SEPARATORS = re.compile(r"\s*[,;，；、|/]\s*")


@dataclass(frozen=True, slots=True)
class Found:
    """A value on a page: text with white space collapsed, and the row of its element."""

    value: str
    row: int
    place: Place


def read_values(index: PageIndex, rule: FieldRule) -> list[Found]:
    """Return the values that a rule finds, of the first place with any; ``[]`` for none."""
    for place in rule.select:
        found = [
            Found(value, row, place)
            for row in index.rows(place.path)
            if (value := _cut(_text_at(index.page, row, place.attribute), rule))
        ]
        if found:
            return _split(found) if rule.several else found[:1]
    return []


def learn_field(name: str, examples: Sequence[Example]) -> FieldRule | None:
    """Return the rule that gives the known values of a field, None where none does.

    Looks for elements whose text or an attribute is the value, or holds it beside other text. Cost
    O(n_elements) a page, and O(n_rows) for each selector.
    """
    known = [one for one in examples if name in one.values or name in one.clicked]
    if not known:
        return None
    rows: dict[str, list[list[int]]] = defaultdict(lambda: [[] for _ in known])
    for i, one in enumerate(known):
        for row, attribute in _places(name, one):
            rows[attribute][i].append(row)
    tried = [rule for attribute, some in rows.items() for rule in _rules(name, known, attribute, some)]
    if not tried:
        return None
    best_hits, _, best = max(tried, key=lambda one: (one[0], one[1]))
    if best_hits < _LEAST_HITS * len(known):
        return None
    same = sorted((one for one in tried if one[0] == best_hits), key=lambda one: -one[1])
    places = _different([one[2] for one in same if _sides(one[2]) == _sides(best)])
    is_everywhere = best_hits == len(examples) > 1 and name not in _OFTEN_ABSENT
    return replace(best, select=tuple(places), required=is_everywhere)


def _sides(rule: FieldRule) -> tuple[str, str, bool]:
    return rule.after, rule.before, rule.within


def _rules(
    name: str, known: Sequence[Example], attribute: str, rows: Sequence[Sequence[int]]
) -> Iterator[tuple[int, float, FieldRule]]:
    """Rules for one attribute with the number of examples they are right on, and how good they are."""
    for path in candidates([one.index for one in known], rows)[:_MOST_TRIED]:
        place = Place(path, attribute)
        bare = FieldRule(name, (place,), several=name in SEVERAL)
        for rule in (bare, _with_sides(bare, known)):
            if rule is None:
                continue
            n_hits = sum(_is_right(name, one, rule) for one in known)
            if n_hits:
                cost = price(path) + 0.5 * (rule is not bare) + 0.3 * bool(attribute) + _WITHIN * rule.within
                yield n_hits, -cost, rule


def _is_right(name: str, example: Example, rule: FieldRule) -> bool:
    found = read_values(example.index, rule)
    if name in example.clicked:
        return [one.row for one in found] == list(example.clicked[name])[: None if rule.several else 1]
    wanted = example.values[name]
    if rule.several:
        words = {_key(word) for word in _SEPARATORS.split(wanted)}
        return {_key(one.value) for one in found} == words
    return bool(found) and _equal(name, found[0].value, wanted)


def _places(name: str, example: Example) -> Iterator[tuple[int, str]]:
    """Elements and attributes that may hold the value; ``""`` for the text."""
    if name in example.clicked:
        yield from ((row, "") for row in example.clicked[name])
        return
    page, wanted = example.page, example.values[name]
    parts = [wanted, *(_SEPARATORS.split(wanted) if name in SEVERAL else ())]
    n_chars = page.subtree_sum(page.n_chars)
    for row in np.flatnonzero(~page.is_text & (n_chars > 0) & (n_chars <= _MOST_CHARS)).tolist():
        if any(_may_hold(name, _collapsed(page.row_text(row)), part) for part in parts):
            yield row, ""
    for attribute in _ATTRIBUTES:
        for row, value in page.values(attribute).items():
            if len(value) <= _MOST_CHARS and any(_may_hold(name, _collapsed(value), part) for part in parts):
                yield row, attribute


def _may_hold(name: str, text: str, wanted: str) -> bool:
    if len(text) > len(wanted) + _MOST_BESIDE:
        return False
    return _key(wanted) in _key(text) if name not in _DATES else _equal(name, text, wanted)


def _equal(name: str, text: str, wanted: str) -> bool:
    if name not in _DATES:
        return _key(text) == _key(wanted)
    ours, theirs = parse_moment(text), parse_moment(wanted)
    return ours is not None and theirs is not None and ours.date() == theirs.date()


def _with_sides(rule: FieldRule, known: Sequence[Example]) -> FieldRule | None:
    """The rule with the text that stands before and behind the value on the examples; None without."""
    before: list[str] = []
    after: list[str] = []
    for one in known:
        wanted = one.values.get(rule.name, "")
        text = next((found.value for found in read_values(one.index, rule)), "")
        start = text.casefold().find(wanted.casefold()) if wanted else -1
        if start >= 0:
            before.append(text[:start])
            after.append(text[start + len(wanted) :])
    if rule.several or rule.name in _DATES or not before:
        return None
    # Digits beside a value are a date or a count: of another page they are others.
    lead = _DIGIT.split(_common([text[::-1] for text in before])[::-1])[-1]
    tail = _DIGIT.split(_common(after))[0]
    if not lead.strip() and not tail.strip():
        return None
    is_within = any(len(text) > len(lead) for text in before) or any(len(text) > len(tail) for text in after)
    return replace(rule, after=lead.lstrip(), before=tail.rstrip(), within=is_within)


def _common(texts: Sequence[str]) -> str:
    """Common beginning of some texts."""
    low, high = min(texts), max(texts)
    n = next((i for i, letter in enumerate(low) if letter != high[i]), len(low))
    return low[:n]


def _cut(text: str, rule: FieldRule) -> str:
    if rule.within and not (rule.after in text and rule.before in text):
        return ""
    if rule.after and rule.after in text:
        text = text.partition(rule.after)[2]
    if rule.before and rule.before in text:
        text = text.rpartition(rule.before)[0]
    return text.strip()


def _text_at(page: Page, row: int, attribute: str) -> str:
    return _collapsed(page.values(attribute).get(row, "") if attribute else page.row_text(row))


def _split(found: list[Found]) -> list[Found]:
    """Several values that stand in one element, apart."""
    if len(found) > 1:
        return found
    one = found[0]
    return [Found(value, one.row, one.place) for value in _SEPARATORS.split(one.value) if value]


def _different(rules: Sequence[FieldRule]) -> list[Place]:
    places = dict.fromkeys(rule.select[0] for rule in rules)
    n_first: Counter[tuple[str, str]] = Counter()
    kept = []
    for place in places:  # a fallback helps only where it names something else
        key = (str(place.path.steps[-1]), place.attribute)
        n_first[key] += 1
        if n_first[key] == 1:
            kept.append(place)
    return kept[:_N_PLACES]


def _collapsed(text: str) -> str:
    return " ".join(text.split())


def _key(text: str) -> str:
    return "".join(text.casefold().split())
