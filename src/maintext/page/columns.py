"""The page: one row per element and text run, in document order, as numpy columns.

A :class:`Page` never changes. The subtree of row ``i`` is the rows ``i … end[i] - 1``, so a sum over
a subtree is the difference of two prefix sums (:meth:`Page.subtree_sum`) and every density of the
literature is a few lines of numpy. ``docs/data-model.md`` describes each column.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from maintext.kernel import compiled
from maintext.page.hidden import hidden_rows, link_rows
from maintext.page.subtrees import inside
from maintext.page.tags import NAMES, TEXT, UNKNOWN, tag_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from maintext.page.parser import DataScript
    from maintext.page.tokenise import Attributes, Columns

__all__ = ["Attribute", "Page"]

_KERNEL = compiled("names")
_Made = TypeVar("_Made")
# Tried where a name begins only: a long tag name would cost the square of its length.
_ATTRIBUTE = re.compile(r'(?<![^\s=<>"/])([^\s=<>"/]+)="([^"]*)"')
_NAME = re.compile(rb"<([^\s/>]+)")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute over the whole page: the elements that carry it, and where its values stand.

    Attributes
    ----------
    row
        Rows of the elements, int32, ascending.
    start, end
        Byte ranges of the raw values in ``page.data``, int64.
    """

    row: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]


class Page:
    """One parsed web page as columns; immutable.

    Attributes
    ----------
    data
        The page as well-formed UTF-8 bytes; all byte ranges point here.
    text
        The characters of all text rows, one after another; ``text_start``/``text_end`` point here.
    url, encoding, encoding_source
        Where the page came from, how it was decoded; ``None`` where unknown.
    scripts
        Scripts that carry JSON.
    """

    def __init__(
        self,
        data: bytes,
        columns: Columns,
        *,
        url: str | None = None,
        encoding: str | None = None,
        encoding_source: str | None = None,
        scripts: tuple[DataScript, ...] = (),
    ) -> None:
        self.data, self.text = data, columns.text
        self.url, self.encoding, self.encoding_source = url, encoding, encoding_source
        self.scripts = scripts
        self.tag, self.parent, self.end, self.depth = columns.tag, columns.parent, columns.end, columns.depth
        self.byte_start, self.byte_end = columns.byte_start, columns.byte_end
        self.inner_start, self.inner_end = columns.inner_start, columns.inner_end
        self.text_start, self.text_end = columns.text_start, columns.text_end
        self.n_chars, self.n_words, self.n_cjk = columns.n_chars, columns.n_words, columns.n_cjk
        self.n_punctuation, self.n_digits = columns.n_punctuation, columns.n_digits
        self.block, self.line = columns.block, columns.line
        self._attributes: Attributes = columns.attributes
        self._attribute_cache: dict[str, Attribute] = {}
        self._value_cache: dict[str, Mapping[int, str]] = {}
        self._once_cache: dict[Callable[[Page], Any], Any] = {}
        self._freeze()

    def _freeze(self) -> None:
        for value in vars(self).values():
            if type(value) is np.ndarray:
                value.setflags(write=False)

    def __getstate__(self) -> dict[str, Any]:
        # What is made on first use is made again; numpy forgets what cannot be changed.
        made = {"_attribute_cache", "_value_cache", "_once_cache"}
        return {n: v for n, v in vars(self).items() if n not in made and not hasattr(type(self), n)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _attribute_cache={}, _value_cache={}, _once_cache={})
        self._freeze()

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Page {self.url or ''} {len(self)} rows, {len(self.text)} characters>"

    # -- rows -------------------------------------------------------------------------------------

    @cached_property
    def is_text(self) -> NDArray[np.bool_]:
        """Whether the row is a text run, bool."""
        return _frozen(self.tag == TEXT)

    @cached_property
    def is_hidden(self) -> NDArray[np.bool_]:
        """Whether a reader does not see the row, bool.

        True in the subtree of an element that is never drawn (``head``, ``noscript``, ``template``,
        fallback content), has ``hidden``, ``aria-hidden="true"``, or an inline style
        ``display:none`` or ``visibility:hidden``, and in a ``dialog`` that is not open.
        """
        return _frozen(hidden_rows(self, self._attributes))

    @cached_property
    def is_link(self) -> NDArray[np.bool_]:
        """Whether the row is, or stands inside, an ``<a href>``, bool."""
        return self._anchors[1]

    @cached_property
    def is_anchor(self) -> NDArray[np.bool_]:
        """Whether the row is an ``<a>`` element with ``href``, bool."""
        return self._anchors[0]

    @cached_property
    def _anchors(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        is_anchor, is_link = link_rows(self, self._attributes)
        return _frozen(is_anchor), _frozen(is_link)

    def is_tag(self, names: Iterable[str]) -> NDArray[np.bool_]:
        """Whether the row is an element with one of these names, bool of shape (n_rows,)."""
        return _mask_of(tuple(names))[self.tag]

    def name(self, row: int) -> str:
        """Tag name of a row; ``#text`` for a text run."""
        number = int(self.tag[row])
        if number == TEXT or number > _LAST_SPECIAL:
            return NAMES[number]
        match = _NAME.match(self.data, int(self.byte_start[row]))
        return match[1].decode() if match else NAMES[UNKNOWN]

    # -- subtrees ---------------------------------------------------------------------------------

    def subtree_sum(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sum of a row value over each row's subtree, the row itself included.

        Parameters
        ----------
        values
            Numbers or bools of shape (n_rows,).

        Returns
        -------
        int64 or float64, shape (n_rows,)
        """
        dtype = np.float64 if values.dtype.kind == "f" else np.int64
        total = np.zeros(len(self) + 1, dtype=dtype)
        np.cumsum(values, out=total[1:], dtype=dtype)
        return total[self.end] - total[:-1]

    def inside(self, roots: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether the row is one of the roots or stands in the subtree of one, bool."""
        return inside(roots, self.end)

    def row_text(self, row: int) -> str:
        """Characters of a text row as they stand in the page; all text below an element row."""
        if self.tag[row] == TEXT:
            return self.text[self.text_start[row] : self.text_end[row]]
        texts = (self.tag[row : self.end[row]] == TEXT).nonzero()[0]
        if len(texts) == 0:
            return ""
        return self.text[self.text_start[row + texts[0]] : self.text_end[row + texts[-1]]]

    def once(self, make: Callable[[Page], _Made]) -> _Made:
        """Return what a function makes of this page; made when first asked for, and kept with the page.

        Parameters
        ----------
        make
            A function of a module, as it is the key; what it returns must not be changed.
        """
        if make not in self._once_cache:
            self._once_cache[make] = make(self)
        made: _Made = self._once_cache[make]
        return made

    # -- attributes -------------------------------------------------------------------------------

    def attribute(self, name: str) -> Attribute:
        """Return where an attribute stands on the whole page; empty arrays where it does not.

        Cost O(n_attributes) for the first call with a name, then O(1).
        """
        if name not in self._attribute_cache:
            self._attribute_cache[name] = self._find_attribute(name)
        return self._attribute_cache[name]

    def attributes(self, row: int) -> dict[str, str]:
        """Return all attributes of an element, entities resolved, in source order."""
        start, end = int(self.byte_start[row]), int(self.inner_start[row])
        if self.tag[row] == TEXT:
            return {}
        found = _ATTRIBUTE.findall(self.data[start:end].decode())
        return {key: html.unescape(value) for key, value in found}

    def value(self, row: int, name: str) -> str | None:
        """Return one attribute of an element, entities resolved, ``None`` where it has no such one."""
        at = self.attribute(name)
        i = int(at.row.searchsorted(row))
        if i == len(at.row) or at.row[i] != row:
            return None
        return html.unescape(self.data[at.start[i] : at.end[i]].decode())

    def values(self, name: str) -> Mapping[int, str]:
        """Return the values of one attribute by row, entities resolved; made once."""
        if name not in self._value_cache:
            at = self.attribute(name)
            if not len(at.row):
                return _NO_VALUES
            places = zip(at.row.tolist(), at.start.tolist(), at.end.tolist(), strict=True)
            values = {row: self.data[start:end].decode() for row, start, end in places}
            for row in [row for row, value in values.items() if "&" in value]:
                values[row] = html.unescape(values[row])
            self._value_cache[name] = MappingProxyType(values)
        return self._value_cache[name]

    def _find_attribute(self, name: str) -> Attribute:
        if _KERNEL is None:
            at, chosen = self._attributes, self._places_of(f" {name}".encode())
            return Attribute(
                _frozen(at.row[chosen]), _frozen(at.value_start[chosen]), _frozen(at.value_end[chosen])
            )
        row, start, end, places = self._by_name
        place = places.get(name.encode())
        return _NOWHERE if place is None else Attribute(row[place], start[place], end[place])

    @cached_property
    def _by_name(self) -> tuple[Any, Any, Any, Mapping[bytes, slice]]:
        """Rows, starts and ends of the attributes by their names, and where each name's stand there."""
        assert _KERNEL is not None  # noqa: S101 - asked for only then
        at = self._attributes
        row, start, end, places = _KERNEL.by_name(self.data, at.row, at.value_start, at.value_end)
        return _frozen(row), _frozen(start), _frozen(end), places

    def _places_of(self, raw: bytes) -> NDArray[np.int64]:
        """Numbers of the attributes with a name; ``raw`` has the space before it."""
        at = self._attributes
        # The name and the space before it must fit between the tag's start and the value.
        tail = raw[-8:]
        shift = np.uint64(8 * (8 - len(tail)))
        chosen = np.flatnonzero(self._name_tails >> shift == int.from_bytes(tail, "little"))
        start = at.value_start[chosen] - 2 - len(raw)
        fits = start > self.byte_start[at.row[chosen]]
        chosen, start = chosen[fits], start[fits]
        for i, byte in enumerate(raw[:-8]):
            same = self._bytes[start + i] == byte
            chosen, start = chosen[same], start[same]
        return chosen

    @cached_property
    def _name_tails(self) -> NDArray[np.uint64]:
        """The eight bytes before ``="`` of each attribute as one little-endian number."""
        padded = np.frombuffer(bytes(8) + self.data, dtype=np.uint8)
        word_at: NDArray[np.uint64] = np.ndarray((len(padded) - 7,), "<u8", padded, 0, (1,))
        return word_at[self._attributes.value_start - 2]

    @cached_property
    def _bytes(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.data, dtype=np.uint8)


@lru_cache(maxsize=1_024)
def _mask_of(names: tuple[str, ...]) -> NDArray[np.bool_]:
    return tag_mask(names)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Protect a new array from changes, as it is handed out more than once."""
    array.setflags(write=False)
    return array


_LAST_SPECIAL = 2
_NO_VALUES: Mapping[int, str] = MappingProxyType({})
_NOWHERE = Attribute(*(_frozen(np.zeros(0, dtype=dtype)) for dtype in (np.int32, np.int64, np.int64)))
