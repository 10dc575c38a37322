"""The rule of a field, learned from where known values stand on the examples."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.metadata.moment import parse_moment
from maintext.sites.wrapper.beside import label_edges
from maintext.sites.wrapper.candidate import candidates, is_plain, price
from maintext.sites.wrapper.label import label_of
from maintext.sites.wrapper.rules import FieldRule, Place
from maintext.sites.wrapper.values import SEPARATORS, collapsed, read_values, values_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maintext.sites.wrapper.example import Example
    from maintext.sites.wrapper.values import Found

__all__ = ["learn_field"]

_SEVERAL = frozenset({"tags"})  # fields with several values; others have one
_OFTEN_ABSENT = frozenset({"author", "source", "subtitle", *_SEVERAL})  # from articles that are as others
_DATES = frozenset({"date", "published", "modified"})
_OF_DOCUMENTS = frozenset({"title", "author", "date", "source", "tags"})
_ATTRIBUTES = ("content", "datetime", "title", "alt", "href")
_MOST_CHARS = 400  # of an element that holds a value
_MOST_BESIDE = 60  # characters beside the value in its element
_LEAST_HITS = 0.6  # share of the examples with a value on which a rule must give it
_N_PLACES = 3
# Prices beside those of selectors: of a value that is cut out of other text, and of a label.
_WITHIN, _LABEL = 2.0, 0.6
_MOST_TRIED = 60  # selectors, the cheapest first


class _Tried(NamedTuple):
    """A rule: on how many examples it is right, whether it names one value there, and how good it is."""

    n_hits: int
    is_sure: bool
    worth: float
    rule: FieldRule


def learn_field(name: str, examples: Sequence[Example]) -> FieldRule | None:
    """Return the rule that gives the known values of a field, None where none does.

    Looks for elements whose text or an attribute is the value, or holds it beside other text. A selector
    that names several elements with different texts on an example is taken only where no other one is right
    as often: where the first of them is missing on a page, the second would be the value. So of several cells
    of one table the label of the value's is part of the place.

    Cost O(n_elements) a page, and O(n_rows) for each selector.
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
    best = max(tried, key=lambda one: one[:3])
    if best.n_hits < _LEAST_HITS * len(known):
        return None
    same = sorted((one for one in tried if one[:2] == best[:2]), key=lambda one: -one.worth)
    places = _different([one.rule for one in same if _sides(one.rule) == _sides(best.rule)])
    is_everywhere = best.n_hits == len(examples) > 1 and name not in _OFTEN_ABSENT
    return replace(best.rule, select=tuple(places), required=is_everywhere)


def _sides(rule: FieldRule) -> tuple[str, str, bool]:
    return rule.after, rule.before, rule.within


def _rules(
    name: str, known: Sequence[Example], attribute: str, rows: Sequence[Sequence[int]]
) -> Iterator[_Tried]:
    """Rules for one attribute that are right on some examples."""
    labels = _labels(name, known, rows)
    for path in candidates([one.index for one in known], rows)[:_MOST_TRIED]:
        bare = FieldRule(name, (Place(path, attribute),), several=name in _SEVERAL)
        labelled = [replace(bare, select=(Place(path, attribute, label),)) for label in labels]
        for rule in (bare, _with_sides(bare, known), *labelled):
            if rule is None:
                continue
            found = [list(values_at(one.index, rule.select[0], rule)) for one in known]
            n_hits = sum(_is_right(name, *both, rule) for both in zip(known, found, strict=True))
            if n_hits:
                is_cell = bool(labels) and is_plain(path.steps[-1]) and not rule.select[0].label
                is_sure = rule.several or (not is_cell and all(map(_is_one_value, found)))
                yield _Tried(n_hits, is_sure, -_cost(rule, is_bare=rule is bare), rule)


def _cost(rule: FieldRule, *, is_bare: bool) -> float:
    place = rule.select[0]
    cost = price(place.path) + 0.3 * bool(place.attribute) + _WITHIN * rule.within
    return cost + (_LABEL if place.label else 0.0 if is_bare else 0.5)


def _is_one_value(found: Sequence[Found]) -> bool:
    return len({_key(one.value) for one in found}) <= 1


def _labels(name: str, known: Sequence[Example], rows: Sequence[Sequence[int]]) -> list[str]:
    """Labels of the elements on enough examples, of fields that a person taught.

    What is found without a person may stand behind anything: the date behind the author's name.
    """
    if name in _OF_DOCUMENTS and not any(name in one.clicked for one in known):
        return []
    n_examples: Counter[str] = Counter()
    for one, some in zip(known, rows, strict=True):
        n_examples.update({text for row in some if (text := label_of(one.index, row).text)})
    return [text for text, n in n_examples.most_common(2) if n >= _LEAST_HITS * len(known)]


def _is_right(name: str, example: Example, found: Sequence[Found], rule: FieldRule) -> bool:
    if rule.several:
        found = read_values(example.index, rule)
    if name in example.clicked:
        rows = [one.row for one in found] if rule.several else [one.row for one in found[:1]]
        return rows == list(example.clicked[name])[: None if rule.several else 1]
    wanted = example.values[name]
    if rule.several:
        words = {_key(word) for word in SEPARATORS.split(wanted)}
        return {_key(one.value) for one in found} == words
    return bool(found) and _equal(name, found[0].value, wanted)


def _places(name: str, example: Example) -> Iterator[tuple[int, str]]:
    """Elements and attributes that may hold the value; ``""`` for the text."""
    if name in example.clicked:
        yield from ((row, "") for row in example.clicked[name])
        return
    page, wanted = example.page, example.values[name]
    parts = [wanted, *(SEPARATORS.split(wanted) if name in _SEVERAL else ())]
    n_chars = page.subtree_sum(page.n_chars)
    for row in np.flatnonzero(~page.is_text & (n_chars > 0) & (n_chars <= _MOST_CHARS)).tolist():
        if any(_may_hold(name, collapsed(page.row_text(row)), part) for part in parts):
            yield row, ""
    for attribute in _ATTRIBUTES:
        for row, value in page.values(attribute).items():
            if len(value) <= _MOST_CHARS and any(_may_hold(name, collapsed(value), part) for part in parts):
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
    lead, tail = label_edges(before, after)
    if not lead.strip() and not tail.strip():
        return None
    is_within = any(len(text) > len(lead) for text in before) or any(len(text) > len(tail) for text in after)
    return replace(rule, after=lead.lstrip(), before=tail.rstrip(), within=is_within)


def _different(rules: Sequence[FieldRule]) -> list[Place]:
    """Places of rules, the best first, without those that say less of the element than the best one does."""
    best = rules[0].select[0]
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for place in dict.fromkeys(rule.select[0] for rule in rules):
        # A fallback helps only where it names something else; a tag alone names anything beside it.
        key = (str(place.path.steps[-1]), place.attribute, place.label)
        if key in seen or (place != best and is_plain(place.path.steps[-1]) and not place.label):
            continue
        seen.add(key)
        kept.append(place)
    return kept[:_N_PLACES]


def _key(text: str) -> str:
    return "".join(text.casefold().split())
