"""Selectors of a wrapper: a part of CSS, evaluated on the columns of a page.

Steps of a tag, ``#id``, ``.class``, ``[name=value]`` or ``[name]``, and ``:nth-of-type(n)``, joined by a
space (anywhere below) or ``>`` (directly below). Names and values count as they are written; a backslash
escapes any character of a name. Nothing else of CSS is read: a selector that needs more is refused, so
that a file edited by hand never does something else than it says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from maintext.errors import OptionError
from maintext.html.tags import CUSTOM, tag_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["PageIndex", "Path", "Step", "parse_path", "quoted"]

_NAME = r"(?:[^\W\d]|_|-|\\.)(?:[\w-]|\\.)*"
_PART = re.compile(
    rf"(?P<tag>{_NAME}|\*)"
    rf"|\#(?P<id>(?:[\w-]|\\.)+)"
    rf"|\.(?P<cls>(?:[\w-]|\\.)+)"
    rf"|\[\s*(?P<name>[\w:.-]+)\s*(?:=\s*(?:\"(?P<quoted>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\]\s\"']+))\s*)?\]"
    r"|:nth-of-type\((?P<number>\d+)\)"
)
_COMBINATOR = re.compile(r"\s*>\s*|\s+")
_IDENTIFIER = re.compile(r"-?[^\W\d][\w-]*")
_ESCAPED = re.compile(r"\\(.)")
# HTML reads the capital letters of ASCII in a tag as small ones, and no others.
_TAG_CASE = str.maketrans(ascii_uppercase, ascii_lowercase)
_MOST_BEGINNING = 500  # characters

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Step:
    """What one element of a path must be; empty for any element.

    Attributes
    ----------
    tag, id
        Names, ``""`` for any.
    classes
        All of them must be there.
    attributes
        Pairs of a name and a value; ``None`` for any value.
    number
        Place among the siblings of the same tag, from 1; 0 for any.
    is_child
        Whether it stands directly below the step before it.
    """

    tag: str = ""
    id: str = ""
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str | None], ...] = ()
    number: int = 0
    is_child: bool = False

    def __str__(self) -> str:
        text = self.tag and _escaped(self.tag)
        text += f"#{_escaped(self.id)}" if self.id else ""
        text += "".join(f".{_escaped(name)}" for name in self.classes)
        text += "".join(f"[{name}]" if value is None else f"[{name}={quoted(value)}]"
                        for name, value in self.attributes)  # fmt: skip
        text += f":nth-of-type({self.number})" if self.number else ""
        return text or "*"


@dataclass(frozen=True, slots=True)
class Path:
    """A selector: steps from the outside in."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        text = str(self.steps[0])
        for step in self.steps[1:]:
            text += f" > {step}" if step.is_child else f" {step}"
        return text


def parse_path(text: str) -> Path:
    """Read a selector.

    Raises
    ------
    OptionError
        It is empty, or needs something that wrappers do not know; the message names the place.
    """
    steps: list[Step] = []
    at, is_child, text = 0, False, text.strip()
    while at < len(text) or not steps:
        step, at = _read_step(text, at, is_child=is_child)
        steps.append(step)
        combinator = _COMBINATOR.match(text, at)
        if combinator:
            at, is_child = combinator.end(), ">" in combinator[0]
            if at == len(text):
                raise _refused(text, at)
        elif at < len(text):
            raise _refused(text, at)
    return Path(tuple(steps))


def _read_step(text: str, at: int, *, is_child: bool) -> tuple[Step, int]:
    tag = own_id = ""
    number = 0
    classes: list[str] = []
    attributes: list[tuple[str, str | None]] = []
    start = at
    while part := _PART.match(text, at):
        if part["tag"]:
            if at != start:
                raise _refused(text, at)
            tag = "" if part["tag"] == "*" else _plain(part["tag"]).translate(_TAG_CASE)
        elif part["id"]:
            own_id = _plain(part["id"])
        elif part["cls"]:
            classes.append(_plain(part["cls"]))
        elif part["name"]:
            values = (part["quoted"], part["single"], part["bare"])
            attributes.append((part["name"], next((v for v in values if v is not None), None)))
        else:
            number = int(part["number"])
        at = part.end()
    if at == start or (number == 0 and ":nth-of-type(" in text[start:at]):
        raise _refused(text, at)
    return Step(tag, own_id, tuple(classes), tuple(attributes), number, is_child), at


def _refused(text: str, at: int) -> OptionError:
    return OptionError(
        f"cannot read the selector {text!r} from {text[at:] or 'its end'!r} on: known are tag, #id, .class, "
        '[name="value"], :nth-of-type(n), a space and >'
    )


def _plain(name: str) -> str:
    return _ESCAPED.sub(r"\1", name)


def _escaped(name: str) -> str:
    return name if _IDENTIFIER.fullmatch(name) else re.sub(r"([^\w-])", r"\\\1", name)


def quoted(value: str) -> str:
    """Return a text between the quotes that it does not hold."""
    return f"'{value}'" if '"' in value else f'"{value}"'


class PageIndex:
    """A page, and where its names stand; looks up selectors.

    Making one costs O(n_attributes); a step costs O(n_rows).
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._tags: dict[str, NDArray[np.bool_]] = {}
        self._once: dict[tuple[object, int], object] = {}

    @cached_property
    def classes(self) -> Mapping[str, list[int]]:
        """Class to the rows of the elements that carry it."""
        found: dict[str, list[int]] = defaultdict(list)
        for row, value in self.page.values("class").items():
            for name in dict.fromkeys(value.split()):
                found[name].append(row)
        return found

    @cached_property
    def ids(self) -> Mapping[str, list[int]]:
        """Id to the rows of the elements that carry it."""
        found: dict[str, list[int]] = defaultdict(list)
        for row, value in self.page.values("id").items():
            found[value.strip()].append(row)
        return found

    @cached_property
    def number(self) -> NDArray[np.int64]:
        """Place of each element among its siblings of the same tag, from 1; 0 for text."""
        page = self.page
        elements = np.flatnonzero(~page.is_text)
        order = elements[np.lexsort((elements, page.tag[elements], page.parent[elements]))]
        begins = np.ones(len(order), dtype=np.bool_)
        begins[1:] = (np.diff(page.parent[order]) != 0) | (np.diff(page.tag[order]) != 0)
        place = np.arange(len(order))
        number = np.zeros(len(page), dtype=np.int64)
        number[order] = place - np.maximum.accumulate(np.where(begins, place, 0)) + 1
        return number

    @cached_property
    def previous(self) -> NDArray[np.int64]:
        """Row of the element before each one among its siblings; −1 for the first one, and for text."""
        page = self.page
        elements = np.flatnonzero(~page.is_text)
        order = elements[np.lexsort((elements, page.parent[elements]))]
        is_next = page.parent[order[1:]] == page.parent[order[:-1]]
        previous = np.full(len(page), -1, dtype=np.int64)
        previous[order[1:][is_next]] = order[:-1][is_next]
        return previous

    def once(self, make: Callable[[PageIndex, int], _Made], row: int) -> _Made:
        """Return what a function makes of an element; made when first asked for, and kept with the index."""
        if (make, row) not in self._once:
            self._once[make, row] = make(self, row)
        return self._once[make, row]  # type: ignore[return-value]

    def children(self, row: int) -> Sequence[int]:
        """Return the rows of the elements directly in an element, in page order."""
        return self._children.get(row, ()) if row >= 0 else ()

    @cached_property
    def _children(self) -> Mapping[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        parents = self.page.parent.tolist()
        for row in np.flatnonzero(~self.page.is_text).tolist():
            found[parents[row]].append(row)
        return found

    def text_range(self, row: int) -> tuple[int, int]:
        """Return which of the texts of the page stand in an element: the first one, and the end."""
        first, end = self._texts.searchsorted((row, self.page.end[row])).tolist()
        return first, end

    def beginning(self, row: int) -> str:
        """Return the first hundreds of characters of an element, white space collapsed."""
        page = self.page
        first, end = self.text_range(row)
        if first == end:
            return ""
        start = int(page.text_start[self._texts[first]])
        stop = int(page.text_end[self._texts[end - 1]])
        return " ".join(page.text[start : min(stop, start + _MOST_BEGINNING)].split())

    @cached_property
    def _texts(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.page.n_chars > 0)

    def match(self, path: Path) -> NDArray[np.bool_]:
        """Whether each row is an element that the selector names, bool of shape (n_rows,)."""
        page = self.page
        found = self._step(path.steps[0])
        for step in path.steps[1:]:
            # Row 0 has the parent −1, the last row, which may be marked: row 0 has nothing around it.
            around = found if step.is_child else page.inside(found)
            below = around[page.parent]
            below[0] = False
            found = below & self._step(step)
        return found

    def rows(self, path: Path) -> list[int]:
        """Rows of the elements that the selector names, in page order."""
        found: list[int] = np.flatnonzero(self.match(path)).tolist()
        return found

    def _step(self, step: Step) -> NDArray[np.bool_]:
        found = self._tag(step.tag)
        for name in step.classes:
            found = found & self._marked(self.classes.get(name, []))
        if step.id:
            found = found & self._marked(self.ids.get(step.id, []))
        for name, value in step.attributes:
            values = self.page.values(name)
            found = found & self._marked([row for row, v in values.items() if value is None or v == value])
        return found & (self.number == step.number) if step.number else found

    def _tag(self, name: str) -> NDArray[np.bool_]:
        if name not in self._tags:
            self._tags[name] = self._find_tag(name)
        return self._tags[name]

    def _find_tag(self, name: str) -> NDArray[np.bool_]:
        page = self.page
        if not name:
            return ~page.is_text
        number = tag_id(name)
        if number > CUSTOM:
            found: NDArray[np.bool_] = page.tag == number
            return found
        # An element that HTML does not define has no number of its own.
        rows = np.flatnonzero(page.tag == number).tolist()
        return self._marked([row for row in rows if page.name(row) == name])

    def _marked(self, rows: list[int]) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.page), dtype=np.bool_)
        mask[rows] = True
        return mask
