"""Read field values from a page by a rule, and the labels that tell values apart.

In tables of facts every value has the same element; only its label tells weight from price. A label is the
cell, term or bold word before the element.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.html.tags import HEADING_TAGS
from maintext.html.urls import link_url
from maintext.metadata.moment import parse_moment
from maintext.metadata.page_dates import local_time
from maintext.sites.price import read_number
from maintext.sites.wrapper.rules import FieldRule, NodeLocator
from maintext.sites.wrapper.selectors import PageIndex

__all__ = [
    "SEPARATORS", "FieldLabel", "FoundValue", "comparison_key", "find_label",
    "has_other_beside", "kind_of_value", "read_values", "unread_text", "values_at",
]  # fmt: skip

SEPARATORS = re.compile(r"\s*[,;，；、|/]\s*")
"""What stands between several values in one text."""
# Letters that touch the digits are those of a currency, else of a name: HX-100, A4.
_NUMBER = re.compile(
    r"""[^\w\s]{0,3}\s?(?:[A-Za-z]{1,3}(?:[^\w\s-]|\s)|EUR|USD|GBP|CHF|CNY|RMB|HKD)?\s?[^\w\s]?\s?
    \d[\d\s.,']{0,20}(?:\W{0,3}[^\W\d_]{0,4}\W?)""",
    re.VERBOSE,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d.{0,30}")
_LABEL_TAGS = frozenset({"th", "dt", "b", "strong", "label"})  # what labels are marked with
_COLONS = (":", "：")
_WRITTEN = re.compile(r"([^:：]+)[:：](?!//)\s*\S")  # a label that has no element of its own
_LABEL_EDGES = " \t\n:："
_BEFORE_LABEL = re.compile(r"[,;，；、|·]")  # at the end of a text
_OF_URLS = frozenset({"href", "src"})
_MAX_LABEL_CHARS = 40  # of a label
_MAX_MATCHED = 10_000  # characters that a pattern is tried on
_MAX_LEVELS = 2  # elements around a value that hold nothing else
_MIN_ROWS = 2  # rows that look alike, for the first element of each to be a label

ElementKind = tuple[str, str]
"""Name and class of an element."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value on a page: text with white space collapsed, the row and locator."""

    value: str
    row: int
    place: NodeLocator


def read_values(index: PageIndex, rule: FieldRule) -> list[FoundValue]:
    """Return the values of the first locator that gives any."""
    for place in rule.select:
        found = values_at(index, place, rule)
        if rule.several:
            if len(values := list(found)) == 1:  # of several in one element
                parts = (part.strip() for part in _split_value(index, values[0], rule))
                return [replace(values[0], value=part) for part in parts if part]
            if values:
                return values
        elif (first := next(found, None)) is not None:
            return [first]
    return []


def _split_value(index: PageIndex, one: FoundValue, rule: FieldRule) -> list[str]:
    """Return the values in one text: those of elements alike that hold all of it, or those of its lines."""
    if rule.split:
        return one.value.split(rule.split)
    children = index.children(one.row)
    ranges = [index.text_range(row) for row in children]
    first, end = index.text_range(one.row)
    is_list = len({index.page.name(row) for row in children}) == 1 < len(children)
    is_list = is_list and sum(b - a for a, b in ranges) == end - first
    texts = [index.value_text(row) for row in children] if is_list else index.parts(one.row, "line")
    cut = (_cut_value(text, replace(rule, within=False), index) for text in texts)
    parts = [] if one.place.attribute else [text for text in cut if text and text in one.value]
    if is_list and parts:
        return parts
    return [part for text in parts or [one.value] for part in SEPARATORS.split(text)]


def unread_text(index: PageIndex, rule: FieldRule) -> str:
    """Return a text with digits that gives no value of the form of its field; ``""`` for none."""
    texts = (one.value for one in read_values(index, replace(rule, form=""))) if rule.form else iter(())
    return next((text for text in texts if any(map(str.isdigit, text))), "")


def values_at(index: PageIndex, place: NodeLocator, rule: FieldRule) -> Iterator[FoundValue]:
    """Yield all values at one locator in page order, even for single-value rules."""
    page, wanted = index.page, comparison_key(place.label)
    for row, own in index.find(place.path):
        label = _find_known_label(index, row, wanted) if place.label else FieldLabel()
        if comparison_key(label.text) == wanted:
            text = page.values(place.attribute).get(row, "") if place.attribute else index.value_text(row)
            text = collapse_whitespace(text if own is None else own)
            if place.attribute in _OF_URLS:
                text = link_url(page, text) or text
            if label.is_inside and not place.attribute:
                text = text[len(label.text) :].strip(_LABEL_EDGES)
            if rule.part and not place.attribute and own is None:
                text = _find_part(index.parts(row, rule.part), rule)
            if value := _cut_value(text, rule, index):
                yield FoundValue(value, row, place)


def _find_part(parts: list[str], rule: FieldRule) -> str:
    """Return the part with the text before and after the value, preferably at its ends; or ``""``."""
    found = [text for text in parts if rule.after in text and rule.before in text]
    whole = (text for text in found if text.startswith(rule.after) and text.endswith(rule.before))
    return next(whole, found[0] if found else "")


def _cut_value(text: str, rule: FieldRule, index: PageIndex) -> str:
    if rule.within and not (rule.after in text and rule.before in text):
        return ""
    if rule.after and rule.after in text:
        text = text.partition(rule.after)[2]
    if rule.before and rule.before in text:
        text = text.rpartition(rule.before)[0]
    if rule.pattern:
        match = re.search(rule.pattern, text[:_MAX_MATCHED])
        text = (match[1] if match.re.groups else match[0]) or "" if match else ""
    if rule.form == "number":
        text = read_number(text)
    elif rule.form == "date":
        # A date in the future, such as a deadline, is none for who reads relative ones.
        relative = not (absolute := parse_moment(text)) and index.fetched is not None
        reference = local_time(index.page, index.fetched) if relative else None
        text = str((parse_moment(text, reference=reference) if reference else absolute) or "")
    return text.strip()


class FieldLabel(NamedTuple):
    """A label without its colon."""

    text: str = ""  # white space collapsed; "" for none
    is_inside: bool = False  # the element begins with it, as in <li><b>Weight:</b> 200 g


def find_label(index: PageIndex, row: int) -> FieldLabel:
    """Return the label of an element: before it (``th``, ``dt``, ``b``), or inside.

    A text right before it with a colon is a label. A sibling of another kind is one if it ends in a colon, is
    the first of a pair of cells, begins similar rows (``div.row > span.k + span.v``), or stands before values
    only (``div.k + div.v``, in turn). If several siblings have a colon (品牌：…, 型号：…), the text before it
    is the label. Cost: O(log n_rows), and once O(n_rows) for a page.
    """
    at, own = row, index.text_range(row)
    for _ in range(_MAX_LEVELS + 1):
        if text := _label_before(index, at):
            return FieldLabel(text)
        at = int(index.page.parent[at])
        if at <= 0 or index.text_range(at) != own:
            break
    return FieldLabel(text, is_inside=True) if (text := _label_at_start(index, row)) else FieldLabel()


def _find_known_label(index: PageIndex, row: int, wanted: str) -> FieldLabel:
    """Return the label of an element; one known from other pages may be the only one of its kind here."""
    before, page = index.previous.get(row, -1), index.page
    if (label := find_label(index, row)).text:
        return label
    if before >= 0 and _element_kind(page, before) != _element_kind(page, row):
        label = FieldLabel(_clean_label(index.leading_text(before)))
    is_written = comparison_key(label.text) != wanted and not index.children(row)
    return FieldLabel(_text_before_colon(index.leading_text(row)), is_inside=True) if is_written else label


def has_other_beside(index: PageIndex, row: int) -> bool:
    """Return True if another value follows that has the label of an element: of its kind, with other text."""
    page, own = index.page, index.text_range(row)
    while (around := int(page.parent[row])) > 0 and index.text_range(around) == own:
        row = around
    siblings, kind = index.children(int(page.parent[row])), _element_kind(page, row)
    at = next(iter(siblings[bisect_left(siblings, row) + 1 :]), -1)
    if at < 0 or _element_kind(page, at) != kind or page.name(at) == "td" or find_label(index, at).text:
        return False
    said = index.leading_text(at)
    return not said.endswith(_COLONS) and said not in {"", index.leading_text(row)}


def _label_before(index: PageIndex, row: int) -> str:
    """Return the label above a cell, or directly before an element; of several ``dd`` before the first."""
    page, name = index.page, index.page.name(row)
    if header := _column_header(index, row):
        return _clean_label(header)
    is_beside = page.is_text[row - 1] and page.parent[row - 1] == page.parent[row]
    if is_beside and (said := index.leading_text(row - 1)).endswith(_COLONS):
        return _clean_label(_BEFORE_LABEL.split(said)[-1])
    before = index.previous.get(row, -1)
    if name == "dd" and before >= 0:
        before = index.cached(_before_definitions, int(page.parent[row]))[row]
    if before < 0:
        return ""
    said = index.leading_text(before)
    is_marked = page.name(before) in _LABEL_TAGS and page.name(before) != name
    is_label = is_marked or said.endswith(_COLONS) or _is_cell(index, row)
    if is_label or _is_first_of_rows(index, before, row):
        return _clean_label(said)
    pair = _element_kind(page, before), _element_kind(page, row)
    return _clean_label(said) if pair in index.cached(_label_pairs, int(page.parent[row])) else ""


def _label_pairs(index: PageIndex, row: int) -> set[tuple[ElementKind, ElementKind]]:
    """Return the kinds of child elements that are label and value: several pairs of them stand there.

    Labels are headings, or differ and stand before values only: ``div.k``, ``div.v``, ``div.k``, ``div.v``.
    """
    kinds, texts = list[ElementKind](), defaultdict[ElementKind, set[str]](set)
    for at in index.children(row):
        kinds.append(kind := _element_kind(index.page, at))
        texts[kind].add(index.leading_text(at))
    n_each = Counter(kinds)
    return {
        (one, other)
        for (one, other), n in Counter(pairwise(kinds)).items()
        if n >= _MIN_ROWS
        and (one[0] in HEADING_TAGS or n == n_each[one] == n_each[other] == len(texts[one]))
        and other[0] not in HEADING_TAGS
    }


def _column_header(index: PageIndex, row: int) -> str:
    """Return the header above a cell of a table, or ``""``.

    The first row has headers only, of different texts. Two columns are labels and values instead.
    """
    page, around = index.page, int(index.page.parent[row])
    cells = index.children(around)
    if page.name(row) != "td" or len(cells) <= 2 or page.name(cells[0]) != "td":
        return ""
    body = int(page.parent[around])
    table = int(page.parent[body]) if page.name(body) in {"thead", "tbody"} else body
    headers = index.cached(_headers_of_table, table)
    return headers[bisect_left(cells, row)] if len(headers) == len(cells) == len(set(headers)) else ""


def _headers_of_table(index: PageIndex, row: int) -> list[str]:
    """Return the texts of the first row of a table, if all of its cells are headers."""
    page = index.page
    inside = (at for one in index.children(row) for at in (one, *index.children(one)))
    cells = index.children(next((at for at in inside if page.name(at) == "tr"), -1))
    return [index.leading_text(at) for at in cells] if all(page.name(at) == "th" for at in cells) else []


def _before_definitions(index: PageIndex, row: int) -> dict[int, int]:
    """Return for each ``dd`` the last element before it that is no ``dd``, or −1."""
    found, before = {}, -1
    for at in index.children(row):
        if index.page.name(at) == "dd":
            found[at] = before
        else:
            before = at
    return found


def _is_cell(index: PageIndex, row: int) -> bool:
    """Return True if an element is the second of a pair of cells in a row of pairs."""
    if index.page.name(row) != "td":
        return False
    cells = index.children(int(index.page.parent[row]))
    return len(cells) % 2 == 0 and bisect_left(cells, row) % 2 == 1


def _is_first_of_rows(index: PageIndex, before: int, row: int) -> bool:
    """Return True if ``before`` begins its row, and other rows begin alike."""
    page, parent = index.page, int(index.page.parent[row])
    if before in index.previous or parent <= 0 or _element_kind(page, before) == _element_kind(page, row):
        return False
    return _is_begun_alike(index, parent, before)


def _label_at_start(index: PageIndex, row: int) -> str:
    """Return the label at the beginning of an element with more text after it."""
    page, own = index.page, index.leading_text(row)
    first = next(iter(index.children(row)), -1)
    if first < 0:
        return _written_label(index, row, own)
    said = index.leading_text(first)
    behind = own.removeprefix(said).lstrip()
    if not said or not own.startswith(said) or not behind.strip(_LABEL_EDGES):
        return ""
    is_marked = page.name(first) in _LABEL_TAGS or said.endswith(_COLONS) or behind.startswith(_COLONS)
    is_text = page.name(first) != "a" and len(index.children(row)) == 1
    return _clean_label(said) if is_marked or (is_text and _is_begun_alike(index, row, first)) else ""


def _is_begun_alike(index: PageIndex, row: int, first: int) -> bool:
    """Return True if other texts next to an element begin with one like ``first``, of other words."""
    texts = index.cached(_texts_of_firsts, int(index.page.parent[row]))
    return len(texts[_element_kind(index.page, row), _element_kind(index.page, first)]) >= _MIN_ROWS


def _texts_of_firsts(index: PageIndex, row: int) -> dict[tuple[ElementKind, ElementKind], set[str]]:
    """Return the texts of the first elements of child rows, by the kinds of both."""
    found = defaultdict[tuple[ElementKind, ElementKind], set[str]](set)
    for at in index.children(row):
        for first in index.children(at)[:1]:
            found[_element_kind(index.page, at), _element_kind(index.page, first)].add(
                index.leading_text(first)
            )
    return found


def _written_label(index: PageIndex, row: int, own: str) -> str:
    """Return the text before a colon if sibling elements are written the same way."""
    alike = index.cached(_kinds_with_colons, int(index.page.parent[row]))
    return _text_before_colon(own) if alike[_element_kind(index.page, row)] >= _MIN_ROWS else ""


def _text_before_colon(text: str) -> str:
    """Return the label that a text begins with; ``""`` for none."""
    return _clean_label(match[1]) if (match := _WRITTEN.match(text)) else ""


def _kinds_with_colons(index: PageIndex, row: int) -> Counter[ElementKind]:
    """Count the kinds of children with texts written as label and value."""
    inside = index.children(row)
    return Counter(_element_kind(index.page, at) for at in inside if _WRITTEN.match(index.leading_text(at)))


def _clean_label(said: str) -> str:
    """Return a text as a label; ``""`` if it is none or cannot be quoted."""
    text = said.strip(_LABEL_EDGES)
    is_one = 0 < len(text) <= _MAX_LABEL_CHARS and any(map(str.isalpha, text)) and not {'"', "'"} <= set(text)
    return text if is_one else ""


def _element_kind(page: Page, row: int) -> ElementKind:
    return page.name(row), page.values("class").get(row, "")


def comparison_key(text: str) -> str:
    """Return a text case-folded and without white space."""
    return "".join(text.casefold().split())


def kind_of_value(value: str) -> str:
    """Return what a value is: a date, a number with or without its unit, a URL, or a text."""
    if _DATE.fullmatch(value):
        return "date"
    if _NUMBER.fullmatch(value):
        return "number"
    return "url" if value.startswith(("http://", "https://")) else "text"
