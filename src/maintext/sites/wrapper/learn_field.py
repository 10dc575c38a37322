"""Learn the rule of a field from the places of known values on the examples."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from os.path import commonprefix
from typing import NamedTuple

import numpy as np

from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.html.css_path import css_paths
from maintext.metadata.moment import parse_moment
from maintext.selection import Selection
from maintext.sites.wrapper.rules import PARTS, FieldRule, NodeLocator
from maintext.sites.wrapper.selectors import (
    PageIndex,
    Path,
    is_plain,
    parse_path,
    rank_selectors,
    selector_cost,
)
from maintext.sites.wrapper.values import (
    SEPARATORS,
    FoundValue,
    comparison_key,
    find_label,
    kind_of_value,
    read_values,
    values_at,
)

__all__ = ["DATES", "WrapperExample", "is_equal_value", "learn_field"]

_SEVERAL = frozenset({"tags"})  # fields with several values; others have one
# From articles that are as others
_OFTEN_ABSENT = frozenset({"author", "date", "source", "subtitle", *_SEVERAL})
DATES = frozenset({"date", "published", "modified"})
"""Fields whose value is the date in a text."""
_OF_DOCUMENTS = frozenset({"title", "author", "date", "source", "tags"})
_ATTRIBUTES = ("content", "datetime", "title", "alt", "href")
_MAX_CHARS = 400  # of an element that holds a value
_MAX_ADJACENT = 60  # characters next to the value in its element
_MIN_HITS = 0.6  # share of the examples with a value on which a rule must give it
_N_PLACES = 3
_ENOUGH = 10  # examples: what all of them have, other pages must have
# Prices next to those of selectors: of a value that is cut out of other text, and of a label.
_WITHIN, _LABEL = 2.0, 0.6
_PART = 0.2  # less for what is cut out of a line or text: what stands around that says nothing of the value
_MAX_TRIED = 60  # selectors, the cheapest first
_MAX_PLACED = 5  # elements with the value on a page that are tried by their position
_DIGIT = re.compile(r"\d")
_COLON = re.compile(r"[:：]")
_IN_HEAD = frozenset({"head", "title"})
_LAST_WORD, _FIRST_WORD = re.compile(r"\s\S+\s+$"), re.compile(r"\s+\S+(?=\s)")
# From the white space or mark before the last label of a text, to its end.
_LAST_LABEL = re.compile(r"[^\s,;，；、|/·()（）\[\]【】:：]*\s*[:：]\s*$")


@dataclass(frozen=True, slots=True, eq=False)
class WrapperExample:
    """A page that a wrapper is learned from."""

    index: PageIndex
    default: Selection  # selection of the default method
    gold: str  # main text, by a person or the default method
    values: Mapping[str, str]  # known values by field
    clicked: Mapping[str, Sequence[int]]  # rows of clicked elements by field; "body" for the main text
    refused: Collection[int] = ()  # rows of elements that no rule may take for the value

    @property
    def page(self) -> Page:
        """The page."""
        return self.index.page


class _Tried(NamedTuple):
    """A rule with its number of correct examples, and its quality."""

    n_hits: int
    is_sure: bool
    n_alike: int  # other examples where it gives a value of the same kind
    worth: float
    rule: FieldRule


def learn_field(name: str, examples: Sequence[WrapperExample]) -> FieldRule | None:
    """Return the rule that gives the known values of a field, or None.

    Candidates are elements whose text or attribute is the value, or holds it within other text. A selector
    that matches several elements with different texts is a last resort: if the first is missing, the second
    would become the value. So for table cells the label becomes part of the locator. What has a label is cut
    out of other text only if its label does not lead to it: the facts next to it differ by page.
    Cost: O(n_elements) a page, and O(n_rows) per selector.
    """
    known = [one for one in examples if name in one.values or name in one.clicked]
    if not known:
        return None
    rows: dict[str, list[list[int]]] = defaultdict(lambda: [[] for _ in known])
    for i, one in enumerate(known):
        for row, attribute in _find_locators(name, one):
            rows[attribute][i].append(row)
    tried = [
        rule
        for attribute, some in rows.items()
        for rule in _iter_rules(name, known, examples, attribute, some)
    ]
    best = max(tried, key=lambda one: one[:4], default=None)
    if best is None or best.n_hits < _MIN_HITS * len(known):
        return None
    same = sorted((one for one in tried if one[:3] == best[:3]), key=lambda one: -one.worth)
    alike = (one.rule for one in same if replace(one.rule, select=best.rule.select) == best.rule)
    places = _distinct_locators([rule.select[0] for rule in alike])
    # Every page has a title; another field may be missing on the first page after a few examples.
    n_needed = _ENOUGH if name != "title" else 2
    is_everywhere = best.n_hits == len(examples) >= n_needed and name not in _OFTEN_ABSENT
    if not is_everywhere and name == "title":
        # On other pages they hold the name of the site, which the default method leaves out.
        places = [one for one in places if str(one) not in _IN_HEAD] or places
    return replace(best.rule, select=tuple(places), required=is_everywhere)


def _iter_rules(
    name: str,
    known: Sequence[WrapperExample],
    examples: Sequence[WrapperExample],
    attribute: str,
    rows: Sequence[Sequence[int]],
) -> Iterator[_Tried]:
    """Yield rules for one attribute that are correct on some of the examples with a known value."""
    labels = _common_labels(name, known, rows)
    others = [one for one in examples if one not in known]
    named = rank_selectors([one.index for one in known], rows)[:_MAX_TRIED]
    for path in (*named, *_rank_positions(name, known, rows)):
        bare = FieldRule(name, (NodeLocator(path, attribute),), several=name in _SEVERAL)
        labelled = [replace(bare, select=(NodeLocator(path, attribute, label),)) for label in labels]
        for rule in (bare, *_rules_with_sides(bare, known), *labelled):
            found = [list(values_at(one.index, rule.select[0], rule)) for one in known]
            n_hits = sum(_is_right(name, *both, rule) for both in zip(known, found, strict=True))
            if n_hits and not any(_is_refused(one, rule) for one in examples):
                is_cut = bool(rule.after or rule.before)
                is_cell = bool(labels) and not rule.select[0].label and (is_plain(path.steps[-1]) or is_cut)
                is_single = all(len({comparison_key(one.value) for one in some}) <= 1 for some in found)
                cost = selector_cost(path) + 0.3 * bool(attribute) + _WITHIN * rule.within
                cost += _LABEL if rule.select[0].label else 0.5 * bool(rule.after) + 0.5 * bool(rule.before)
                cost -= _PART * bool(rule.part)
                is_sure = rule.several or (is_single and not is_cell and path in named)
                yield _Tried(n_hits, is_sure, _count_alike(rule, found, others), -cost, rule)


def _is_refused(example: WrapperExample, rule: FieldRule) -> bool:
    """Return True if the first value of a rule is one that a person refused."""
    first = next(values_at(example.index, rule.select[0], rule), None) if example.refused else None
    return first is not None and first.row in example.refused


def _rank_positions(name: str, known: Sequence[WrapperExample], rows: Sequence[Sequence[int]]) -> list[Path]:
    """Return the positions of a value taught by its text, for elements without a name of their own."""
    if name in _OF_DOCUMENTS or any(name in one.clicked for one in known):
        return []
    found = (css_paths(one.page, some[:_MAX_PLACED]) for one, some in zip(known, rows, strict=True))
    return [parse_path(text) for text in dict.fromkeys(chain.from_iterable(found))]


def _count_alike(
    rule: FieldRule, found: Sequence[Sequence[FoundValue]], others: Sequence[WrapperExample]
) -> int:
    """Return on how many other examples a rule gives one value, of a kind that it found before.

    What stands before and after the value must be there too.
    """
    kinds = {kind_of_value(some[0].value) for some in found if some}
    place, strict = rule.select[0], replace(rule, within=True)
    given = ((one, list(values_at(one.index, place, rule))) for one in others)
    alike = (one for one, some in given if len(some) == 1 and kind_of_value(some[0].value) in kinds)
    return sum(any(values_at(one.index, place, strict)) for one in alike)


def _common_labels(name: str, known: Sequence[WrapperExample], rows: Sequence[Sequence[int]]) -> list[str]:
    """Return the labels on enough examples, for fields taught by a person.

    Values of the default method may follow any label: a date after the author's name.
    """
    if name in _OF_DOCUMENTS and not any(name in one.clicked for one in known):
        return []
    n_examples: Counter[str] = Counter()
    for one, some in zip(known, rows, strict=True):
        n_examples.update({text for row in some if (text := find_label(one.index, row).text)})
    return [text for text, n in n_examples.most_common(2) if n >= _MIN_HITS * len(known)]


def _is_right(name: str, example: WrapperExample, found: Sequence[FoundValue], rule: FieldRule) -> bool:
    if rule.several:
        found = read_values(example.index, rule)
    if name in example.clicked:
        rows, clicked = list(dict.fromkeys(one.row for one in found)), list(example.clicked[name])
        if rule.several and len(clicked) != 1:
            return rows == clicked
        if not rule.several:
            part = example.values.get(name)  # of the clicked line
            are_right = (is_equal_value(name, one.value, part) for one in found[:1] if part)
            return rows[:1] == clicked[:1] and all(are_right)
        # One of several values is clicked for all next to it; each may stand in an element of its own.
        around = {int(example.page.parent[row]) for row in rows}
        around = {int(example.page.parent[row]) for row in around} if len(around) == len(rows) else around
        return clicked[0] in rows and len(around) == 1
    wanted = example.values[name]
    if rule.several:
        words = {comparison_key(word) for word in SEPARATORS.split(wanted)}
        return {comparison_key(one.value) for one in found} == words
    return bool(found) and is_equal_value(name, found[0].value, wanted)


def _find_locators(name: str, example: WrapperExample) -> Iterator[tuple[int, str]]:
    """Yield elements and attributes that may hold the value; ``""`` for the text."""
    if name in example.clicked:
        yield from ((row, "") for row in example.clicked[name])
        return
    page, wanted = example.page, example.values[name]
    parts = [wanted, *(SEPARATORS.split(wanted) if name in _SEVERAL else ())]
    n_chars = page.subtree_sum(page.n_chars)
    rows = np.flatnonzero(~page.is_text & (n_chars > 0) & (n_chars <= _MAX_CHARS)).tolist()
    texts = ((row, collapse_whitespace(page.row_text(row))) for row in rows)
    found = [row for row, text in texts if any(_may_hold(name, text, part) for part in parts)]
    if not found:
        found = _innermost_with_line(example.index, name, wanted, rows)
    yield from ((row, "") for row in found)
    for attribute in _ATTRIBUTES:
        for row, text in page.values(attribute).items():
            own = collapse_whitespace(text)
            if len(text) <= _MAX_CHARS and any(_may_hold(name, own, part) for part in parts):
                yield row, attribute


def _innermost_with_line(index: PageIndex, name: str, wanted: str, rows: Sequence[int]) -> list[int]:
    """Return the elements with a line that holds a value, without those around others."""
    found: list[int] = []
    for row in reversed(rows):
        is_around = bool(found) and found[-1] < index.page.end[row]
        if not is_around and any(_may_hold(name, line, wanted) for line in index.parts(row, "line")):
            found.append(row)
    return found[::-1]


def _may_hold(name: str, text: str, wanted: str) -> bool:
    if len(text) > len(wanted) + _MAX_ADJACENT:
        return False
    if name in DATES:
        return is_equal_value(name, text, wanted)
    return comparison_key(wanted) in comparison_key(text)


def is_equal_value(name: str, text: str, wanted: str) -> bool:
    """Return True if a text on a page is the wanted value of a field; of dates if the day is the same."""
    if name not in DATES:
        return comparison_key(text) == comparison_key(wanted)
    ours, theirs = parse_moment(text), parse_moment(wanted)
    return ours is not None and theirs is not None and ours.date() == theirs.date()


def _rules_with_sides(rule: FieldRule, known: Sequence[WrapperExample]) -> Iterator[FieldRule]:
    """Yield the rule with the text before and after the value: in the element, in a line, in a text of it."""
    if rule.several or rule.name in DATES:
        return
    found = [(one, value) for one in known for value in read_values(one.index, rule)[:1]]
    found = [(one, value) for one, value in found if one.values.get(rule.name)]
    wanted, texts = [one.values[rule.name] for one, _ in found], [[value.value] for _, value in found]
    is_text = not rule.select[0].attribute and not rule.select[0].path.query
    for part in PARTS if is_text else PARTS[:1]:
        parts = [one.index.parts(value.row, part) for one, value in found] if part else texts
        # A text in one piece is no part of anything.
        if not part or (parts != texts and max(map(len, parts), default=0) > 1):
            texts = parts
            yield from _add_sides(replace(rule, part=part), wanted, texts)


def _add_sides(rule: FieldRule, values: Sequence[str], texts: Sequence[Sequence[str]]) -> Iterator[FieldRule]:
    """Yield the rule with the text before and after the value, and with the words next to it alone.

    ``texts`` are the parts of the element on each example; the value stands in one of them. Other words may
    differ on further pages: by Ruth Hale in.
    """
    before, after = list[str](), list[str]()
    for wanted, parts in zip(values, texts, strict=True):
        text = _find_text_with(parts, wanted.casefold())
        start = text.casefold().find(wanted.casefold())
        if start >= 0:
            before.append(text[:start])
            after.append(text[start + len(wanted) :])
    lead, tail = _label_edges(before, after) if before else ("", "")
    if not (lead + tail).strip():
        return
    is_within = len(max(before, key=len)) > len(lead) or len(max(after, key=len)) > len(tail)
    whole = replace(rule, after=lead.lstrip(), before=tail.rstrip(), within=is_within or bool(rule.part))
    last, first = _LAST_WORD.search(lead.lstrip()), _FIRST_WORD.match(tail.rstrip())
    near = replace(whole, after=last[0] if last else whole.after, before=first[0] if first else whole.before)
    yield from (whole, replace(near, within=True)) if near != whole else (whole,)


def _find_text_with(parts: Sequence[str], wanted: str) -> str:
    """Return the text that begins or ends with a value, else the shortest one that holds it, else ``""``."""
    found = [text for text in parts if wanted in text.casefold()]
    edges = [text for text in found if text.casefold().startswith(wanted) or text.casefold().endswith(wanted)]
    return min(edges or found, key=len, default="")


def _distinct_locators(ranked: Sequence[NodeLocator]) -> list[NodeLocator]:
    """Return the best locators without those less specific than the best one."""
    kept: dict[tuple[str, str, str], NodeLocator] = {}
    for place in ranked:
        # A fallback helps only where it names something else; a tag alone names anything next to it.
        last = place.path.steps[-1]
        if place == ranked[0] or (ranked[0].label if place.label else not is_plain(last)):
            kept.setdefault((str(last), place.attribute, place.label), place)
    return list(kept.values())[:_N_PLACES]


def _label_edges(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """Return the labels directly before and after a value on all examples.

    ``before`` and ``after`` are the texts around the value, one per example. Their common parts may hold
    values that examples share (来源：新华网 before 作者：), and digits are dates or counts. So the first
    result begins with the last label. The second one ends with the first label, or else with a whole word.
    """
    lead = _DIGIT.split(commonprefix([text[::-1] for text in before])[::-1])[-1]  # noqa: RUF071 - letters
    tail = _DIGIT.split(commonprefix(after))[0]  # noqa: RUF071 - as above
    return _last_label(lead), _first_label(tail, after)


def _last_label(lead: str) -> str:
    if label := _LAST_LABEL.search(lead):
        return label[0]
    # Behind a colon stands a value of another label.
    *labels, rest = _COLON.split(lead)
    return rest.lstrip().partition(" ")[2] if labels else rest


def _first_label(tail: str, after: Sequence[str]) -> str:
    if colon := _COLON.search(tail):
        return tail[: colon.end()]
    is_whole = all(text == tail or not text[len(tail)].isalnum() for text in after)
    return tail if is_whole else tail[: len(tail) - len(re.split(r"\W", tail)[-1])]
