"""Selectors of a wrapper, evaluated on the columns of a page.

Those that are learned are a subset of CSS. A step is a tag, ``#id``, ``.class``, ``[name=value]``, ``[name]``
or ``:nth-of-type(n)``. Steps are joined by a space (descendant) or ``>`` (child). Names are case-sensitive; a
backslash escapes any character. Other CSS, and XPath, is left to the parser's own engine.

A good selector is short, uses names given by people, and matches on every example. Generated names are not
used.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase
from typing import TypeVar

import numpy as np

from maintext.errors import OptionError
from maintext.html import Page
from maintext.html.arrays import Bool, Int, mark_rows
from maintext.html.css_path import sibling_positions
from maintext.html.parser import QueryTree
from maintext.html.tags import CUSTOM, tag_id

__all__ = [
    "PageIndex", "Path", "Step", "describe_element", "is_made_up", "is_plain", "parse_path", "quote_text",
    "rank_selectors", "selector_cost",
]  # fmt: skip

_NAME = r"(?:[^\W\d]|_|-|\\.)(?:[\w-]|\\.)*"
_PART = re.compile(
    rf"(?P<joint>\s*>\s*|\s+)"
    rf"|(?P<tag>{_NAME}|\*)"
    rf"|\#(?P<id>(?:[\w-]|\\.)+)"
    rf"|\.(?P<cls>(?:[\w-]|\\.)+)"
    rf"|\[\s*(?P<name>[\w:.-]+)\s*(?:=\s*(?:\"(?P<quoted>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\]\s\"']+))\s*)?\]"
    r"|:nth-of-type\((?P<number>0*[1-9]\d*)\)"
)
_IDENTIFIER = re.compile(r"-?[^\W\d][\w-]*")  # needs no escapes
_ESCAPED = re.compile(r"\\(.)")
# HTML reads the capital letters of ASCII in a tag as small ones, and no others.
_TAG_CASE = str.maketrans(ascii_uppercase, ascii_lowercase)
_MAX_BEGINNING = 500  # characters

_Value = TypeVar("_Value")
# Long numbers, and what looks like a hash: letters and digits that change more than once.
_NUMBER = re.compile(r"\d{3,}")
_HASH = re.compile(r"(?=(?:[a-z]*\d+[a-z]+){2}|(?:\d*[a-z]+\d+){3})[a-z\d]{6,}", re.IGNORECASE)
_ATTRIBUTES = ("itemprop", "property", "role", "rel", "align")
_MAX_ATTRIBUTE_CHARS = 40
_MAX_NAME_CHARS = 100
_MAX_CLASSES_CHARS = 2000
_N_AROUND = 3  # named elements around an element that a selector may begin with
_MAX_LEVELS = 30  # of elements around, with names or without
_PLAIN = frozenset("a b body center dd div em font i li p span strong table tbody td tr ul".split())
_COSTS = {"id": 1.0, "class": 1.2, "attribute": 1.3, "tag": 1.6, "plain": 4.0, "number": 4.0}


@dataclass(frozen=True, slots=True)
class Step:
    """Conditions for one element of a path; empty for any element."""

    tag: str = ""
    id: str = ""
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str | None], ...] = ()  # None for any value
    number: int = 0  # position among siblings of the same tag, from 1; 0 for any
    is_child: bool = False  # directly below the previous step

    def __str__(self) -> str:
        text = self.tag and _escape_name(self.tag)
        text += f"#{_escape_name(self.id)}" if self.id else ""
        text += "".join(f".{_escape_name(name)}" for name in self.classes)
        text += "".join(f"[{name}]" if value is None else f"[{name}={quote_text(value)}]"
                        for name, value in self.attributes)  # fmt: skip
        text += f":nth-of-type({self.number})" if self.number else ""
        return text or "*"


@dataclass(frozen=True, slots=True)
class Path:
    """A selector: steps from outermost to innermost, or any other CSS or XPath."""

    steps: tuple[Step, ...] = ()
    query: str = ""  # as written, if it is no such steps

    def __str__(self) -> str:
        if self.query:
            return self.query
        later = (f" > {step}" if step.is_child else f" {step}" for step in self.steps[1:])
        return str(self.steps[0]) + "".join(later)


def parse_path(text: str) -> Path:
    """Parse a selector; raises :class:`OptionError` with the position if it is neither CSS nor XPath."""
    text = text.strip()
    if not text:
        raise OptionError("cannot read the selector '': it is empty")
    if steps := _parse_steps(text):
        return Path(steps)
    QueryTree(b"<html/>").find(text)
    return Path(query=text)


def _parse_steps(text: str) -> tuple[Step, ...]:
    """Return the steps of a selector; empty if it has other CSS, or is an XPath."""
    steps, at, is_new = [Step()], 0, True
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or (part["tag"] and not is_new) or (part["joint"] and is_new):
            return ()
        step, at, is_new = steps[-1], part.end(), bool(part["joint"])
        name = part[part.lastgroup or 0]
        if part["joint"]:
            steps.append(Step(is_child=">" in name))
        elif part["tag"]:
            tag = "" if name == "*" else _ESCAPED.sub(r"\1", name).translate(_TAG_CASE)
            steps[-1] = replace(step, tag=tag)
        elif part["id"]:
            steps[-1] = replace(step, id=_ESCAPED.sub(r"\1", name))
        elif part["cls"]:
            steps[-1] = replace(step, classes=(*step.classes, _ESCAPED.sub(r"\1", name)))
        elif part["number"]:
            steps[-1] = replace(step, number=int(name))
        else:
            value = name if part.lastgroup != "name" else None
            steps[-1] = replace(step, attributes=(*step.attributes, (part["name"], value)))
    return () if is_new else tuple(steps)


def _escape_name(name: str) -> str:
    return name if _IDENTIFIER.fullmatch(name) else re.sub(r"([^\w-])", r"\\\1", name)


def quote_text(value: str) -> str:
    """Return a text in the kind of quotes that it does not contain."""
    return f"'{value}'" if '"' in value else f'"{value}"'


class PageIndex:
    """A page with lookups for selectors: O(n_attributes) to build, O(n_rows) per step.

    ``fetched`` is the time of fetching, for relative dates.
    """

    def __init__(self, page: Page, fetched: datetime | None = None) -> None:
        self.page, self.fetched = page, fetched
        self._tags: dict[str, Bool] = {}
        self._cached: dict[tuple[object, int], object] = {}

    @cached_property
    def _rows_by_name(self) -> Mapping[str, list[int]]:
        """Rows of elements by class (with a dot) and id (with a hash)."""
        found: dict[str, list[int]] = defaultdict(list)
        for row, value in self.page.values("class").items():
            for name in dict.fromkeys(value.split()):
                found[f".{name}"].append(row)
        for row, value in self.page.values("id").items():
            found[f"#{value.strip()}"].append(row)
        return found

    @cached_property
    def number(self) -> Int:
        """Position of each element among siblings of the same name, from 1; 0 for text."""
        return sibling_positions(self.page)[0]

    @cached_property
    def previous(self) -> Mapping[int, int]:
        """Row of the previous sibling element, by row."""
        return {row: before for own in self._children_by_row.values() for before, row in pairwise(own)}

    def cached(self, make: Callable[[PageIndex, int], _Value], row: int) -> _Value:
        """Return ``make(self, row)``; computed once and kept."""
        if (make, row) not in self._cached:
            self._cached[make, row] = make(self, row)
        return self._cached[make, row]  # type: ignore[return-value]

    def children(self, row: int) -> Sequence[int]:
        """Return the rows of the child elements in page order."""
        return self._children_by_row.get(row, ()) if row >= 0 else ()

    @cached_property
    def _children_by_row(self) -> Mapping[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        parents = self.page.parent.tolist()
        for row in np.flatnonzero(~self.page.is_text).tolist():
            found[parents[row]].append(row)
        return found

    def text_range(self, row: int) -> tuple[int, int]:
        """Return the range of indexes of the texts inside an element."""
        first, end = self._text_row_numbers.searchsorted((row, self.page.end[row])).tolist()
        return first, end

    def _text_span(self, row: int) -> tuple[int, int]:
        """Return the range of an element's texts in the text of the page; an empty one for none."""
        page, (first, end) = self.page, self.text_range(row)
        if first == end:
            return 0, 0
        rows = self._text_row_numbers
        return int(page.text_start[rows[first]]), int(page.text_end[rows[end - 1]])

    def leading_text(self, row: int) -> str:
        """Return the first 500 characters of an element with white space collapsed."""
        start, stop = self._text_span(row)
        return " ".join(self.page.text[start : min(stop, start + _MAX_BEGINNING)].split())

    def value_text(self, row: int) -> str:
        """Return the text of an element with white space collapsed; a space parts its lines."""
        return " ".join(self.parts(row, "line"))

    def parts(self, row: int, part: str) -> list[str]:
        """Return the lines of an element, or with the part ``text`` its texts; white space collapsed."""
        start, stop = self._text_span(row)
        if start == stop:
            return []
        starts = self._part_starts[part == "line"]
        cuts = [start, *starts[bisect_right(starts, start) : bisect_left(starts, stop)], stop]
        return [" ".join(self.page.text[a:b].split()) for a, b in pairwise(cuts)]

    @cached_property
    def _part_starts(self) -> tuple[list[int], list[int]]:
        """Where texts, and where lines begin in the text of the page."""
        page, rows = self.page, self._text_row_numbers
        is_new = np.diff(page.line[rows], prepend=-1) != 0
        return page.text_start[rows].tolist(), page.text_start[rows[is_new]].tolist()

    @cached_property
    def _text_row_numbers(self) -> Int:
        return np.flatnonzero(self.page.n_chars > 0)

    def match(self, path: Path) -> Bool:
        """Return True for the rows that the selector matches, bool of shape (n_rows,)."""
        if path.query:
            return self._make_mask([row for row, _ in self.find(path)])
        page = self.page
        found = self._match_step(path.steps[0])
        for step in path.steps[1:]:
            # Row 0 has the parent −1, the last row, which may be marked: row 0 has nothing around it.
            around = found if step.is_child else page.inside(found)
            below = around[page.parent]
            below[0] = False
            found = below & self._match_step(step)
        return found

    def rows(self, path: Path) -> list[int]:
        """Return the rows that the selector matches, in page order."""
        return list(map(int, np.flatnonzero(self.match(path))))

    def find(self, path: Path) -> list[tuple[int, str | None]]:
        """Return the rows that the selector matches, with the attribute or text that an XPath selects."""
        if not path.query:
            return [(row, None) for row in self.rows(path)]
        rows = np.flatnonzero(~self.page.is_text).tolist()
        return [(rows[number], text) for number, text in self._query_tree.find(path.query)]

    @cached_property
    def _query_tree(self) -> QueryTree:
        return QueryTree(bytes(self.page.data))

    def _match_step(self, step: Step) -> Bool:
        if step.tag not in self._tags:
            self._tags[step.tag] = self._match_tag(step.tag)
        found = self._tags[step.tag]
        for name in (*(f".{name}" for name in step.classes), *([f"#{step.id}"] if step.id else ())):
            found = found & self._make_mask(self._rows_by_name.get(name, []))
        for name, value in step.attributes:
            values = self.page.values(name)
            found = found & self._make_mask([row for row, v in values.items() if value is None or v == value])
        return found & (self.number == step.number) if step.number else found

    def _match_tag(self, name: str) -> Bool:
        page, number = self.page, tag_id(name)
        if not name:
            return ~page.is_text
        found: Bool = page.tag == number
        if number > CUSTOM:
            return found
        # An element that HTML does not define has no number of its own.
        return self._make_mask([row for row in np.flatnonzero(found).tolist() if page.name(row) == name])

    def _make_mask(self, rows: list[int]) -> Bool:
        return mark_rows(len(self.page), rows)


def is_made_up(name: str) -> bool:
    """Return True if a name looks generated: ``post-12345``, ``css-1a2b3c``."""
    return bool(_NUMBER.search(name) or any(_HASH.fullmatch(part) for part in re.split(r"[-_]", name)))


def selector_cost(path: Path) -> float:
    """Return the cost of a selector by length and brittleness; 1 for an id."""
    if len(path.steps) == 1 and is_plain(path.steps[0]):  # it says nothing of what the element is
        return _COSTS["plain"]
    return sum(map(_step_cost, path.steps)) + 0.1 * sum(step.is_child for step in path.steps)


def _step_cost(step: Step) -> float:
    has = (("number", step.number), ("id", step.id), ("class", step.classes), ("attribute", step.attributes))
    return _COSTS[next((name for name, value in has if value), "tag")]


def is_plain(step: Step) -> bool:
    """Return True if a step is only a tag without meaning, such as ``div``."""
    return str(step) in _PLAIN


def describe_element(index: PageIndex, row: int) -> list[Step]:
    """Return steps that match an element: by id, class, attribute, tag; best first."""
    page = index.page
    tag, values = page.name(row), page.values
    # A name or a list of classes can be as long as the page.
    tag = tag if len(tag) <= _MAX_NAME_CHARS else ""
    classes = values("class").get(row, "")[:_MAX_CLASSES_CHARS].split()
    names = [name for name in classes if _is_usable(name)]
    own_id = values("id").get(row, "").strip()
    steps = [Step(tag, id=own_id)] if _is_usable(own_id) else []
    steps += [Step(tag, classes=(name,)) for name in dict.fromkeys(names)]
    for name in (*_ATTRIBUTES, *(("name",) if tag == "meta" else ())):
        value = values(name).get(row)
        if value and len(value) <= _MAX_ATTRIBUTE_CHARS and not is_made_up(value) and '"' not in value:
            steps.append(Step(tag, attributes=((name, value),)))
    steps.append(Step(tag))
    return steps


def rank_selectors(indexes: Sequence[PageIndex], rows: Sequence[Iterable[int]]) -> list[Path]:
    """Return selectors for the elements ``rows`` of each example page, cheapest first."""
    n_pages: Counter[Path] = Counter()
    for index, wanted in zip(indexes, rows, strict=True):
        n_pages.update({path for row in wanted for path in _iter_paths(index, row)})
    costs = {path: selector_cost(path) - 0.5 * n / len(indexes) for path, n in n_pages.items()}
    return sorted(costs, key=lambda path: (costs[path], str(path)))


def _iter_paths(index: PageIndex, row: int) -> Iterator[Path]:
    own, parent = index.cached(describe_element, row), int(index.page.parent[row])
    yield from (Path((step,)) for step in own)
    for at, outer in _named_around(index, row):
        yield from (Path((outer, step)) for step in own)
        if at == parent:
            yield from (Path((outer, replace(step, is_child=True))) for step in own)


def _named_around(index: PageIndex, row: int) -> Iterator[tuple[int, Step]]:
    """Yield steps of the nearest named ancestors."""
    page = index.page
    n_named, n_levels, at = 0, 0, int(page.parent[row])
    while at > 0 and n_named < _N_AROUND and n_levels < _MAX_LEVELS:
        n_levels += 1
        named = [step for step in index.cached(describe_element, at) if step.id or step.classes]
        n_named += bool(named)
        for step in named[:2]:
            yield at, step
        at = int(page.parent[at])


def _is_usable(name: str) -> bool:
    return bool(_IDENTIFIER.fullmatch(name)) and not is_made_up(name)
