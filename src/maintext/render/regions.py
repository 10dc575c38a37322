"""Columns that every output form of a selection is made from."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext._core.elements import WordSet
from maintext._core.fields import rows_of_tag
from maintext._core.markup import attribute_values, find_regions
from maintext._core.text import find_glued
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.blocks import main_region_mask, shown_rows
from maintext.html.tags import HIDDEN_STYLE, NAMES, tag_id, tag_mask
from maintext.metadata.body_parts import READER_CLASS
from maintext.selection import Selection

__all__ = [
    "Regions", "RenderContext", "class_rows", "find_around", "find_edges", "kept_signs", "kept_texts",
    "known_roles", "read_kept_values", "reader_rows", "regions_of",
]  # fmt: skip

Int = NDArray[np.int32]
Rows = NDArray[np.int64]

_Made = TypeVar("_Made")
_BR, _LABEL, _DT, _MATH = tag_id("br"), tag_id("label"), tag_mask(("dt",)), tag_mask(("math",))
_LI = tag_mask(("li",))
_CLIP_WORDS = WordSet(("clip",))
_CLIPPED = re.compile(r"clip(?:-path)?:\s*(?:rect\(\s*[01]|inset\(\s*(?:50|100)%)")
# Of the classes that the rules before rendering know: for screen readers, pull quotes, editors, controls.
_KNOWN_CLASSES = WordSet(tuple("""
    sr-only screen-reader screenreader offscreen off-screen visually pull codemirror cm-editor monaco-editor
    ace_editor syntaxhi crayon- js-file-line blockcode ql-code-block w3-code ltx_ fragment hideme
    viewcode-link hide-text tooltiptext twoslash-popup datatables_ dt-length dt-search dt-info dt-paging
    material- prompt hover-info
""".split()))  # fmt: skip
_KNOWN_ROLES = WordSet(("cell", "tooltip"))
_ANY, _NONE = np.ones(len(NAMES), dtype=np.bool_), np.zeros(0, dtype=np.int64)
_AS_CODE = tag_mask("pre code kbd samp var math listing plaintext xmp textarea sub sup".split())


@dataclass(frozen=True, slots=True)
class Regions:
    """Parts of a page that are kept, visible or in the main region; masks are of shape (n_rows,).

    Attributes
    ----------
    kept
        Kept text rows that are not blank.
    shown
        Rows that are not hidden, or in a hidden element with kept text.
    in_main
        See :func:`maintext.html.blocks.main_region_mask`.
    n_kept
        int32: number of kept texts in each subtree.
    tags
        Bool of shape (2, n_names): tags on the page; tags of rows with kept text below.
    begins
        Kept texts that begin a line because of a style, not of a ``<br>``; ascending.
    edges
        Kept texts that need a space before them, from :func:`find_edges`; ascending.
    """

    page: Page
    kept: Bool
    shown: Bool
    in_main: Bool
    n_kept: Int
    tags: Bool
    begins: list[int]
    edges: list[int]
    _made: dict[Callable[[Regions], Any], Any] = field(default_factory=dict, init=False, repr=False)

    def cached(self, make: Callable[[Regions], _Made]) -> _Made:
        """Return ``make(self)``, computed on first use; see :meth:`maintext.html.Page.cached`."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _Made = self._made[make]
        return made


def regions_of(page: Page, selection: Selection) -> Regions:
    """Return the regions of a selection. Cost O(n_rows)."""
    kept, n_kept, tags, begins = find_regions(page.columns, selection.keep.view(np.uint8), _BR, len(NAMES))
    in_main = main_region_mask(page, kept)
    edges = find_edges(page, kept).tolist()
    return Regions(page, kept, shown_rows(page, kept), in_main, n_kept, tags, begins, edges)


def read_kept_values(
    page: Page, name: str, mask: Bool, n_kept: Int, words: WordSet | None = None
) -> dict[int, str]:
    """Return attribute values by row, for rows with kept text and a tag in ``mask``.

    Cheaper than :meth:`maintext.html.Page.values`, which reads the whole page. Values without any of the
    ``words`` are left out.
    """
    at = page.attribute(name)
    if not len(at.row):
        return {}
    found: dict[int, str]
    found, escaped = attribute_values(
        page.columns, at.row, at.start, at.end, mask.view(np.uint8), n_kept, words
    )
    found.update((row, html.unescape(found[row])) for row in escaped)
    return found


def kept_texts(page: Page, keep: Bool) -> Rows:
    """Return the rows of the kept texts that are not blank, ascending.

    One rule after another asks for them: those of the last mask are remembered if it cannot change.
    """
    last = page.cached(_last_texts)
    for mask, texts in last:
        if mask is keep:
            return texts
    found: Rows = (keep & (page.n_chars > 0)).nonzero()[0]
    if not keep.flags.writeable:
        last[:] = [(keep, found)]
    return found


def _last_texts(_: Page) -> list[tuple[Bool, Rows]]:
    """Return what holds the last mask and its texts; the one cached value that its reader changes."""
    return []


def kept_signs(page: Page, keep: Bool) -> dict[int, str]:
    """Return the kept texts of one character by row."""
    texts = kept_texts(page, keep)
    return {row: page.row_text(row).strip() for row in texts[page.n_chars[texts] == 1].tolist()}


def _read_classes(page: Page) -> dict[str, list[int]]:
    """Return the rows of each class in which a word of those stands that the rules before rendering know."""
    rows: dict[str, list[int]] = {}
    # Every row holds itself, so none is left out.
    for row, names in read_kept_values(page, "class", _ANY, page.end, _KNOWN_CLASSES).items():
        rows.setdefault(names, []).append(row)
    return rows


def known_roles(page: Page) -> dict[int, str]:
    """Return the roles of cells and tooltips, by row."""
    return read_kept_values(page, "role", _ANY, page.end, _KNOWN_ROLES)


def class_rows(page: Page, is_wanted: Callable[[str], object]) -> list[int]:
    """Return the elements whose class is wanted, ascending.

    Such a class must hold one of the words of ``_KNOWN_CLASSES``.
    """
    classes = page.cached(_read_classes).items()
    return sorted(row for names, rows in classes if is_wanted(names) for row in rows)


def find_edges(page: Page, keep: Bool) -> Rows:
    """Return the kept texts that need a space before them, ascending.

    These are the first text in each undrawn element and the first after it (elements with ``aria-hidden`` are
    drawn and do not count, nor does the MathML of a drawn formula), in what is for screen readers alone, in
    each cell and label after another, and values after their label; not in code.
    """
    texts = keep.nonzero()[0]  # blank ones too
    found = set(find_glued(page.columns, keep.view(np.uint8)))
    found.update(first for _, first, _ in find_around(page, texts, page.cached(_read_cells)))
    read = find_around(page, texts, page.cached(reader_rows))
    beside = (text for row, *around in read if not _is_sign(page, row) for text in around)
    found.update(text for text in beside if text < len(page) and _is_glued(page, text))
    if found and page.has_tag(_AS_CODE):
        in_code = page.inside(page.tagged(_AS_CODE))
        found = {row for row in found if not in_code[row]}
    if (keep & page.is_hidden).any():
        n_math = page.subtree_sum(page.tagged(_MATH))
        is_undrawn = HIDDEN_STYLE.search
        styled = (row for row, style in page.raw_values("style") if page.is_hidden[row] and is_undrawn(style))
        named = (*page.attribute("hidden").row.tolist(), *styled)
        undrawn = [row for row in named if page.is_hidden[row] and not n_math[row]]
        found.update(text for _, *around in find_around(page, texts, undrawn) for text in around)
        found.discard(len(page))
    return np.array(sorted(found), dtype=np.int64)


def find_around(page: Page, texts: Rows, elements: list[int]) -> list[tuple[int, int, int]]:
    """Return the elements with one of some ascending texts, the first in each, and the first after it.

    The number of rows stands for no text after it.
    """
    if not elements:
        return []
    rows = np.append(texts, len(page))
    first, after = texts.searchsorted(elements), texts.searchsorted(page.end[elements])
    found = zip(elements, rows[first].tolist(), rows[after].tolist(), strict=True)
    return [one for one in found if one[1] != one[2]]


def _read_cells(page: Page) -> list[int]:
    """Return boxes that say that they are a cell, and labels right after others.

    The type of a parameter is a cell too: a style of Docutils sets a colon before it.
    """
    cells = [row for row, role in page.cached(known_roles).items() if role == "cell"]
    if page.has_tag(_DT):
        cells += page.rows_with("class", b"classifier")
    labels = rows_of_tag(page.columns, _LABEL)
    return cells + [after for label, after in pairwise(labels) if page.end[label] == after]


def _is_sign(page: Page, row: int) -> bool:
    """Return True for a sign for screen readers, as in the fraction 1/2."""
    inside = slice(row, int(page.end[row]))
    return bool(page.n_chars[inside].any()) and not page.n_words[inside].any()


def _is_glued(page: Page, row: int) -> bool:
    """Return True if a text has no white space before it or at its start, or is nothing else."""
    start = int(page.text_start[row])
    return not (page.n_chars[row] and any(map(str.isspace, page.text[max(0, start - 1) : start + 1])))


def reader_rows(page: Page) -> list[int]:
    """Return the elements that are for screen readers alone by their class or style, ascending."""
    styles = read_kept_values(page, "style", _ANY, page.end, _CLIP_WORDS)
    clipped = (row for row, style in styles.items() if _CLIPPED.search(style))
    return sorted({*class_rows(page, READER_CLASS.search), *clipped})


# -- Markdown -----------------------------------------------------------------------------------------
_ROLES = WordSet(("heading", "note", "tab"))


class RenderContext:
    r"""One selection of a page with at least one kept text, for Markdown.

    Attributes
    ----------
    regions; page, kept, n_kept, in_main, tags
        The regions, and what is in them: see :class:`Regions`.
    around
        int64: rows with kept text below, ascending.
    opaque_texts
        Texts that replace ``\x04number\x05`` after rendering; the renderer must not change them.
    """

    def __init__(self, regions: Regions) -> None:
        self.regions = regions
        self.page, self.kept, self.n_kept = regions.page, regions.kept, regions.n_kept
        self.in_main, self.tags = regions.in_main, regions.tags
        self.around: Rows = (regions.n_kept > 0).nonzero()[0]
        self.opaque_texts: list[str] = []

    @cached_property
    def roles(self) -> dict[int, str]:
        """Values of ``role`` by row, of elements with kept text; with ``heading``, ``note`` or ``tab``."""
        return self.values("role", _ANY, _ROLES)

    @cached_property
    def items(self) -> dict[int, list[int]]:
        """Items of lists, with kept text, by the row of their parent."""
        found: dict[int, list[int]] = {}
        for row in self.rows(_LI).tolist():
            found.setdefault(int(self.page.parent[row]), []).append(row)
        return found

    def rows(self, mask: Bool) -> Rows:
        """Return the rows with kept text and a tag in ``mask``, in page order."""
        # Most pages have few kinds of elements: to look for those that there are is cheaper.
        if not mask.dot(self.tags[1]):
            return _NONE
        return self.around[mask[self.page.tag[self.around]]]

    def has(self, mask: Bool) -> bool:
        """Return True if the page has an element with a tag in ``mask``."""
        return bool(mask.dot(self.tags[0]))

    def rows_in_main(self, mask: Bool) -> Rows:
        """Return the rows of the main region with a tag in ``mask``, with or without kept text."""
        if not self.has(mask):
            return _NONE
        found: Rows = (mask[self.page.tag] & self.in_main).nonzero()[0]
        return found

    def values(self, name: str, mask: Bool, words: WordSet | None = None) -> dict[int, str]:
        """Return attribute values by row, for rows with kept text and a tag in ``mask``.

        Values without any of the ``words`` are left out.
        """
        is_there = bool(mask.dot(self.tags[1]))
        return read_kept_values(self.page, name, mask, self.n_kept, words) if is_there else {}

    def opaque(self, text: str) -> str:
        """Return a placeholder for a text that the renderer must not change."""
        self.opaque_texts.append(text)
        return f"\x04{len(self.opaque_texts) - 1}\x05"
