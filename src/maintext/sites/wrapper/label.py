"""Labels of values: what the cell, term or bold word before an element says that it holds.

Tables of facts have the same element for every value: only its label tells the weight from the price.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from maintext.html import Page
    from maintext.sites.wrapper.path import PageIndex

__all__ = ["Label", "has_label", "label_of", "without_label"]

_TAGS = frozenset({"th", "dt", "b", "strong", "label"})  # what labels are marked with
_COLONS = (":", "：")
_WRITTEN = re.compile(r"([^:：]+)[:：](?!//)\s*\S")  # a label that has no element of its own
_AROUND = " \t\n:："
_MOST_CHARS = 40  # of a label
_MOST_LEVELS = 2  # elements around a value that hold nothing else
_LEAST_ROWS = 2  # rows that look alike, for the first element of each to be a label

Kind = tuple[str, str]
"""Name and class of an element."""


class Label(NamedTuple):
    """A label, without the colon behind it.

    Attributes
    ----------
    text
        White space collapsed; ``""`` for none.
    is_inside
        Whether the element begins with it: ``<li><b>Weight:</b> 200 g``.
    """

    text: str = ""
    is_inside: bool = False


def label_of(index: PageIndex, row: int) -> Label:
    """Return the label of an element: of the ``th``, ``dt``, ``b`` or sibling before it, or at its front.

    A sibling of another kind is one where it ends in a colon, is the first of a pair of cells, or begins rows
    that look alike (``div.row > span.k + span.v``). Where several siblings have a colon (品牌：…, 型号：…),
    what stands before it is the label. Cost O(log n_rows), and once O(n_rows) for all elements of a page.
    """
    at, own = row, index.text_range(row)
    for _ in range(_MOST_LEVELS + 1):
        if text := _before(index, at):
            return Label(text)
        at = int(index.page.parent[at])
        if at <= 0 or index.text_range(at) != own:
            break
    return Label(text, is_inside=True) if (text := _at_front(index, row)) else Label()


def has_label(index: PageIndex, row: int, text: str) -> bool:
    """Whether an element has a label, no matter how its letters and spaces are written."""
    return _key(label_of(index, row).text) == _key(text)


def without_label(text: str, label: Label) -> str:
    """Return the text of an element behind the label that it begins with."""
    return text.strip()[len(label.text) :].strip(_AROUND) if label.is_inside else text


def _before(index: PageIndex, row: int) -> str:
    """The label that stands directly before an element; of several ``dd`` before the first."""
    page, name = index.page, index.page.name(row)
    before = int(index.previous[row])
    if name == "dd" and before >= 0:
        before = index.once(_before_definitions, int(page.parent[row]))[row]
    if before < 0:
        return ""
    said = index.beginning(before)
    is_marked = page.name(before) in _TAGS and page.name(before) != name
    if is_marked or said.endswith(_COLONS) or _is_cell(index, row) or _is_first_of_rows(index, before, row):
        return _label(said)
    return ""


def _before_definitions(index: PageIndex, row: int) -> dict[int, int]:
    """For each ``dd`` in an element, the last element before it that is none; −1 where there is none."""
    found, before = {}, -1
    for at in index.children(row):
        if index.page.name(at) == "dd":
            found[at] = before
        else:
            before = at
    return found


def _is_cell(index: PageIndex, row: int) -> bool:
    """Whether an element is the second one of a pair of cells, in a row of pairs."""
    if index.page.name(row) != "td":
        return False
    cells = index.children(int(index.page.parent[row]))
    return len(cells) % 2 == 0 and bisect_left(cells, row) % 2 == 1


def _is_first_of_rows(index: PageIndex, before: int, row: int) -> bool:
    """Whether an element is the first of its row, and other rows begin with such an element too."""
    page, parent = index.page, int(index.page.parent[row])
    if index.previous[before] >= 0 or parent <= 0 or _kind(page, before) == _kind(page, row):
        return False
    firsts = index.once(_kinds_of_firsts, int(page.parent[parent]))
    return firsts[_kind(page, parent), _kind(page, before)] >= _LEAST_ROWS


def _kinds_of_firsts(index: PageIndex, row: int) -> Counter[tuple[Kind, Kind]]:
    """Kinds of the rows in an element, each with that of its first element where it has others."""
    page = index.page
    inside = ((at, index.children(at)) for at in index.children(row))
    return Counter(
        (_kind(page, at), _kind(page, children[0])) for at, children in inside if len(children) > 1
    )


def _at_front(index: PageIndex, row: int) -> str:
    """The label that an element begins with, where more stands behind it."""
    page, own = index.page, index.beginning(row)
    first = next(iter(index.children(row)), -1)
    if first < 0:
        return _written(index, row, own)
    said = index.beginning(first)
    behind = own.removeprefix(said).lstrip()
    if not said or not own.startswith(said) or not behind.strip(_AROUND):
        return ""
    is_marked = page.name(first) in _TAGS or said.endswith(_COLONS) or behind.startswith(_COLONS)
    return _label(said) if is_marked else ""


def _written(index: PageIndex, row: int, own: str) -> str:
    """The label before the colon of a text, where other elements beside it are written so too."""
    match = _WRITTEN.match(own)
    if match is None:
        return ""
    alike = index.once(_kinds_with_colons, int(index.page.parent[row]))
    return _label(match[1]) if alike[_kind(index.page, row)] >= _LEAST_ROWS else ""


def _kinds_with_colons(index: PageIndex, row: int) -> Counter[Kind]:
    """Kinds of the elements in an element whose texts are written as labels with values."""
    inside = index.children(row)
    return Counter(_kind(index.page, at) for at in inside if _WRITTEN.match(index.beginning(at)))


def _label(said: str) -> str:
    """A text as a label; ``""`` where it can be none, or cannot be written between quotes."""
    text = said.strip(_AROUND)
    is_one = 0 < len(text) <= _MOST_CHARS and any(map(str.isalpha, text)) and not {'"', "'"} <= set(text)
    return text if is_one else ""


def _kind(page: Page, row: int) -> Kind:
    return page.name(row), page.values("class").get(row, "")


def _key(text: str) -> str:
    return "".join(text.casefold().split())
