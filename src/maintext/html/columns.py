"""The page: one row per element and text node, in document order, as numpy columns.

A :class:`Page` never changes. The subtree of row ``i`` is the rows ``i … end[i] - 1``, so a sum over a
subtree is the difference of two prefix sums (:meth:`Page.subtree_sum`). ``docs/data-model.md`` describes
each column; ``tests/definitions.py`` defines it as a plain walk over the parser's tree.
"""

from __future__ import annotations

import copyreg
import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext._core.columns import Columns, Tables, group_attributes, inside, tagged
from maintext._core.elements import attribute_value, element_attributes, text_below
from maintext._core.markup import attribute_values
from maintext._core.words import build_word_table
from maintext.errors import InputError, PageTooLargeError
from maintext.html import characters as ch
from maintext.html.arrays import Bool, Int, running_sum
from maintext.html.parser import DataScript, read_code
from maintext.html.shell_data import read_assignments, read_attributes, read_streams
from maintext.html.tags import (
    AS_WRITTEN,
    BLOCK,
    CUSTOM,
    HIDDEN,
    HOLDS_LINES,
    INLINE,
    NAMES,
    TEXT,
    UNKNOWN,
    tag_id,
    tag_mask,
)

__all__ = ["Attribute", "Page", "make_read_only", "tag_tables", "tokenise"]

_Made = TypeVar("_Made")
_NAME = re.compile(rb"<([^\s/>]+)")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute over the whole page: its elements and values.

    - ``row``: rows of the elements, int32, ascending.
    - ``start``, ``end``: byte ranges of the raw values in ``page.data``, int64.
    """

    row: NDArray[np.int32]
    start: Int
    end: Int


class Page:
    """One parsed web page as columns; immutable.

    - ``columns``: the columns as the compiled engine holds them.
    - ``data``: the page as well-formed UTF-8 bytes; all byte ranges refer to it.
    - ``text``: the characters of all text rows joined; ``text_start`` and ``text_end`` refer to it.
    - ``url``, ``encoding``, ``encoding_source``: origin of the page and of its encoding; ``None`` if
      unknown.
    - ``is_saved``: true if the URL is what a program wrote into the page when it saved it; relative links
      then lead to files next to it.
    - ``json_scripts``: scripts that contain JSON; :attr:`scripts` also has what code and attributes hold.
      Code is read only when asked for, from the ``source`` that is given where there may be data in it.
    - ``tag``, ``parent``, ``end``, ``depth``, ``text_start``, ``text_end``, ``byte_start``, ``inner_start``,
      ``inner_end``, ``byte_end``: the tree, and the ranges of each row in ``text`` and ``data``.
    - ``n_chars``, ``n_words``, ``n_punctuation``, ``n_digits``, ``n_cjk``, ``block``, ``line``: counts of
      each text row, and the block and line it belongs to.
    - ``is_text``, ``is_hidden``, ``is_link``, ``is_anchor``: true for a text node; for a row that readers do
      not see (in an element never drawn, with ``hidden``, ``aria-hidden="true"``, ``display:none`` or
      ``visibility:hidden``, or in a closed ``dialog``); for a row inside an ``<a href>``; for an ``<a
      href>``.
    """

    data: bytes
    text: str
    tag: NDArray[np.int16]
    parent: NDArray[np.int32]
    end: NDArray[np.int32]
    depth: NDArray[np.int32]
    text_start: NDArray[np.int32]
    text_end: NDArray[np.int32]
    n_chars: NDArray[np.int32]
    n_words: NDArray[np.int32]
    n_punctuation: NDArray[np.int32]
    n_digits: NDArray[np.int32]
    n_cjk: NDArray[np.int32]
    block: NDArray[np.int32]
    line: NDArray[np.int32]
    byte_start: Int
    inner_start: Int
    inner_end: Int
    byte_end: Int
    is_text: Bool
    is_hidden: Bool
    is_link: Bool
    is_anchor: Bool

    def __init__(  # noqa: PLR0913 - what is known of a page
        self,
        columns: Columns,
        *,
        url: str | None = None,
        is_saved: bool = False,
        encoding: str | None = None,
        encoding_source: str | None = None,
        scripts: tuple[DataScript, ...] = (),
        source: str = "",
    ) -> None:
        self.url, self.is_saved = url, is_saved
        self.encoding, self.encoding_source = encoding, encoding_source
        self.json_scripts, self._source = scripts, source
        self.columns, self.data, self.text = columns, columns.data, columns.text
        self.__dict__.update(columns.arrays)
        self._attribute_cache: dict[str, Attribute] = {}
        self._value_cache: dict[str, Mapping[int, str]] = {}
        self._cached_values: dict[Callable[[Page], Any], Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        given = ("columns", "url", "is_saved", "encoding", "encoding_source")
        state = {name: getattr(self, name) for name in given}
        return {**state, "scripts": self.json_scripts, "source": self._source}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Page {self.url or ''} {len(self)} rows, {len(self.text)} characters>"

    @cached_property
    def scripts(self) -> tuple[DataScript, ...]:
        """Scripts with JSON; on pages with little markup, what code assigns and streams; long attributes."""
        code = read_code(self._source) if self._source else ()
        of_code = (*read_assignments(code), *read_streams(code))
        return (*self.json_scripts, *of_code, *read_attributes(self.data))

    # -- rows -------------------------------------------------------------------------------------

    def is_tag(self, names: Iterable[str]) -> Bool:
        """Return the mask of elements with one of these names, bool of shape (n_rows,)."""
        return self.tagged(_mask_of(tuple(names)))

    def tagged(self, mask: Bool) -> Bool:
        """Return the mask of elements with a tag in ``mask``, bool by tag number."""
        found: Bool = tagged(mask.view(np.uint8), self.columns)
        return found

    def has_tag(self, mask: Bool) -> bool:
        """Return True if there is an element with a tag in ``mask``, bool by tag number."""
        return bool(mask.dot(self._present_tags))

    @cached_property
    def _present_tags(self) -> Bool:
        """Return which tags there are, bool by tag number."""
        return np.bincount(self.tag, minlength=len(NAMES)) > 0

    def name(self, row: int) -> str:
        """Return the tag name of a row, ``#text`` for a text node."""
        number = int(self.tag[row])
        if number == TEXT or number > _LAST_SPECIAL:
            return NAMES[number]
        match = _NAME.match(self.data, int(self.byte_start[row]))
        return match[1].decode() if match else NAMES[UNKNOWN]

    # -- subtrees ---------------------------------------------------------------------------------

    def subtree_sum(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the sums of a row value over each row's subtree, the row included.

        ``values`` are numbers or bools of shape (n_rows,); the sums are int64 or float64.
        """
        total = running_sum(values)
        sums: NDArray[Any] = total.take(self.end) - total[:-1]
        return sums

    def inside(self, roots: Bool) -> Bool:
        """Return the mask of rows that are in the subtree of a root, roots included."""
        found: Bool = inside(np.ascontiguousarray(roots).view(np.uint8), self.columns)
        return found

    def row_text(self, row: int) -> str:
        """Return the characters of a text row, or all text below an element row."""
        text: str = text_below(self.columns, row)
        return text

    def cached(self, make: Callable[[Page], _Made]) -> _Made:
        """Return ``make(page)``, computed on first use and kept with the page.

        ``make`` is the key, so it must be a module-level function. Callers must not change the result.
        """
        if make not in self._cached_values:
            self._cached_values[make] = make(self)
        made: _Made = self._cached_values[make]
        return made

    # -- attributes -------------------------------------------------------------------------------

    def attribute(self, name: str) -> Attribute:
        """Return the elements and values of an attribute; empty arrays if there are none.

        Cost O(n_attributes) for the first call with a name, then O(1).
        """
        if name not in self._attribute_cache:
            row, start, end, slices = self._attributes_by_name
            place = slices.get(name.encode(errors="surrogatepass"))
            self._attribute_cache[name] = (
                _NOWHERE if place is None else Attribute(row[place], start[place], end[place])
            )
        return self._attribute_cache[name]

    def attributes(self, row: int) -> dict[str, str]:
        """Return all attributes of an element, entities resolved, in source order."""
        found: dict[str, str] = element_attributes(self.columns, row)
        return found

    def value(self, row: int, name: str) -> str | None:
        """Return one attribute of an element, entities resolved; ``None`` if absent."""
        value: str | None = attribute_value(self.columns, row, name)
        return value

    def raw_values(self, name: str) -> Iterator[tuple[int, bytes]]:
        """Yield the row of each element with an attribute, and the value as it stands in :attr:`data`."""
        at = self.attribute(name)
        for row, start, end in zip(at.row.tolist(), at.start.tolist(), at.end.tolist(), strict=True):
            yield row, self.data[start:end]

    def rows_with(self, name: str, value: bytes) -> list[int]:
        """Return the elements with this value of an attribute, as it stands in :attr:`data`."""
        at = self.attribute(name)
        same = at.end - at.start == len(value)
        pairs = zip(at.row[same].tolist(), at.start[same].tolist(), strict=True)
        return [row for row, start in pairs if self.data.startswith(value, start)]

    def values(self, name: str) -> Mapping[int, str]:
        """Return the values of one attribute by row, entities resolved; computed once."""
        if name not in self._value_cache:
            at = self.attribute(name)
            if not len(at.row):
                return _NO_VALUES
            values, escaped = attribute_values(
                self.columns, at.row, at.start, at.end, _ANY_TAG, np.ones(len(self), dtype=np.intc)
            )
            values.update((row, html.unescape(values[row])) for row in escaped)
            self._value_cache[name] = MappingProxyType(values)
        return self._value_cache[name]

    @cached_property
    def _attributes_by_name(self) -> tuple[Any, Any, Any, Mapping[bytes, slice]]:
        """Return rows, starts and ends of all values by name, and the slice of each name."""
        row, start, end, slices = group_attributes(self.columns)
        return make_read_only(row), make_read_only(start), make_read_only(end), slices


_mask_of = lru_cache(maxsize=1_024)(tag_mask)


def make_read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Make a new array read-only, as several callers share it."""
    array.setflags(write=False)
    return array


_LAST_SPECIAL, _ANY_TAG = 2, np.ones(len(NAMES), dtype=np.uint8)
_NO_VALUES: Mapping[int, str] = MappingProxyType({})
_NOWHERE = Attribute(*(make_read_only(np.zeros(0, dtype=dtype)) for dtype in (np.int32, np.int64, np.int64)))


# -- from bytes to columns ----------------------------------------------------------------------------


def tokenise(data: bytes, *, max_nodes: int) -> Columns:
    """Read well-formed bytes (see ``to_wellformed_bytes``) into columns.

    Raises
    ------
    PageTooLargeError
        More than ``max_nodes`` rows.
    InputError
        The bytes are not well-formed.
    """
    columns = Columns(data, tag_tables())
    if columns.n_rows > max_nodes:
        raise PageTooLargeError(
            f"the page has {columns.n_rows} nodes, the limit is {max_nodes}; raise max_nodes",
            stage="tokenise",
        )
    if not columns.read():
        raise InputError(
            "the parser wrote a page whose elements are not all closed; report it", stage="tokenise"
        )
    return columns


# Columns are rebuilt from their bytes, which is cheaper than sending them.
copyreg.pickle(Columns, lambda one: (partial(tokenise, max_nodes=len(one.data)), (one.data,)))


@cache
def tag_tables() -> Tables:
    """Return the tables of tags and characters that the engine reads pages with."""
    numbers = {name: tag_id(name) for name in (*NAMES, *INLINE)}
    hides = tag_mask(HIDDEN | {"dialog"})
    layout = tag_mask(BLOCK) + 2 * tag_mask(AS_WRITTEN) + 4 * hides + 8 * tag_mask(HOLDS_LINES)
    named = (UNKNOWN, CUSTOM, *map(tag_id, ("br", "a", "template", "dialog")))
    return Tables(*build_word_table(numbers), layout.astype(np.uint8), ch.table(), named)
