"""One record of a list as a reader sees it: rows, lines, links."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, Int
from maintext.html.characters import collapse_whitespace
from maintext.html.tags import HEADING_TAGS, tag_mask
from maintext.metadata.body_parts import Image
from maintext.metadata.moment import DateOrder, Moment
from maintext.records.anchors import Anchors
from maintext.records.elements import split_words
from maintext.render.blocks import place_cells

__all__ = ["HEADINGS", "ListRecord", "ListShared", "RecordLine", "Reference", "table_cells", "table_grid"]

Reference = Moment | dt.datetime | None
"""Time of fetching, for relative dates and dates without a year."""
HEADINGS = tag_mask(HEADING_TAGS)
_MAX_LEVELS = 8
_MAX_COLUMNS = 60  # of a table
_MAX_ROWS = 1_000  # before a cell, in which cells are counted


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a record."""

    rows: tuple[int, ...]
    text: str
    weight: int


@dataclass(frozen=True, slots=True, eq=False)
class ListShared:
    """Data shared by the records of a list."""

    page: Page
    anchors: Anchors
    weight: Int  # weight of each row's own text
    said: Int  # prefix sums of the weight, shape (n_rows + 1,)
    reference: Reference
    labels: dict[int, str]  # headings of table columns by cell
    above: dict[int, list[int]]  # cells of earlier rows that span into a table row
    order: DateOrder  # order of dates such as 10/02/2024


class ListRecord:
    """A half-open range of rows and its content."""

    def __init__(self, shared: ListShared, start: int, end: int, images: list[Image]) -> None:
        self.shared, self.page, self.anchors = shared, shared.page, shared.anchors
        self.start, self.end, self.images = start, end, images
        self._up: dict[int, list[int]] = {}

    @cached_property
    def own(self) -> range:
        """Indexes of the links in the record."""
        first, last = np.searchsorted(self.anchors.row, (self.start, self.end)).tolist()
        return range(first, last)

    @cached_property
    def top_heading(self) -> str:
        """Tag of the highest linked heading, ``h1`` … ``h6``, or ``""``."""
        page, rows = self.page, self.with_tag(HEADINGS)
        own = self.anchors.row[self.own.start : self.own.stop]
        linked = [row for row in rows if page.is_link[row] or ((own > row) & (own < page.end[row])).any()]
        return min((page.name(row) for row in linked), default="")

    @cached_property
    def text_rows(self) -> list[int]:
        """Rows of the visible texts."""
        shown = np.flatnonzero(self.shared.weight[self.start : self.end] > 0)
        return [self.start + row for row in shown.tolist()]

    @cached_property
    def lines(self) -> list[RecordLine]:
        """All lines in page order."""
        return self.lines_of(self.text_rows)

    def lines_of(self, rows: list[int]) -> list[RecordLine]:
        """Group text rows into lines."""
        found: dict[int, list[int]] = {}
        for row in rows:
            found.setdefault(int(self.page.line[row]), []).append(row)
        return [self.line_of(rows) for rows in found.values()]

    def line_of(self, rows: list[int]) -> RecordLine:
        """Join text rows into one line."""
        page = self.page
        if len(rows) == 1 + rows[-1] - rows[0]:
            text = page.text[page.text_start[rows[0]] : page.text_end[rows[-1]]]
        else:
            text = " ".join(map(page.row_text, rows))
        return RecordLine(tuple(rows), collapse_whitespace(text), int(self.shared.weight[rows].sum()))

    def inside(self, row: int) -> list[int]:
        """Return the text rows of an element."""
        end = int(self.page.end[row])
        return [at for at in self.text_rows if row <= at < end]

    def with_tag(self, mask: Bool, row: int = -1, end: int = -1) -> list[int]:
        """Return the rows with given tags, in the record or in a range."""
        first, last = (self.start, self.end) if row < 0 else (row, end)
        return [first + at for at in np.flatnonzero(mask[self.page.tag[first:last]]).tolist()]

    def weight_of(self, row: int) -> int:
        """Return the weight of all text in an element."""
        return int(self.shared.said[self.page.end[row]] - self.shared.said[row])

    def up(self, row: int) -> list[int]:
        """Return the ancestors of a row within the record, innermost first."""
        if (found := self._up.get(row)) is None:
            parent, at = self.page.parent, int(self.page.parent[row])
            found = self._up[row] = []
            while at >= self.start and len(found) < _MAX_LEVELS:
                found.append(at)
                at = int(parent[at])
        return found

    def path_names(self, row: int) -> tuple[str, ...]:
        """Return tag and first class of a row and its ancestors within the record."""
        page, classes = self.page, self.page.values("class")
        firsts = ((at, classes.get(at, "").split(maxsplit=1)[:1]) for at in (row, *self.up(row)))
        return tuple(f"{page.name(at)}.{''.join(first)}" for at, first in firsts)

    def names(self, row: int) -> frozenset[str]:
        """Return the class words of an element and of its sole holders."""
        classes = self.page.values("class")
        said = self.weight_of(row)
        near = [row, *(at for at in self.up(row) if self.weight_of(at) <= 2 * said)]
        names = " ".join(classes.get(at, "") for at in near if at != self.start or at == row)
        # A name with a colon is a rule of style ("hover:text-brand"), and says nothing.
        return split_words(" ".join(name for name in names.split() if ":" not in name))

    def column(self, row: int) -> str:
        """Return the column name of a text: table heading, else class, else tag; cells are numbered."""
        page, up = self.page, self.up(row)
        if label := next((self.shared.labels[at] for at in up if self.shared.labels.get(at)), ""):
            return label
        classes, properties = page.values("class"), page.values("itemprop")
        for at in up:
            name = properties.get(at, "") or classes.get(at, "")
            if name.strip() and at != self.start:
                return name.split()[0]
        cell = next((at for at in up if page.name(at) in {"td", "dd"}), -1)
        before = slice(max(self.start, int(page.parent[cell]), cell - _MAX_ROWS), max(cell, 0))
        is_alike = (page.parent[before] == page.parent[cell]) & (page.tag[before] == page.tag[cell])
        if is_alike.any():
            return f"{page.name(cell)} {1 + is_alike.sum()}"
        return page.name(up[0]) if up else "text"

    def collapsed(self, row: int) -> str:
        """Return the visible text of an element, as :meth:`joined` does."""
        return self.joined(self.inside(row) if row >= self.start else self.text_rows)

    def joined(self, rows: list[int]) -> str:
        """Return text rows as one text with white space collapsed.

        A space separates adjacent elements if a new name seems to begin: brand and product.
        """
        page, text, last = self.page, "", -1
        for at in rows:
            own = page.row_text(at)
            if last >= 0:
                letter, begin = text[-1:], own[:1]
                is_new_word = begin.isupper() or (begin.isdigit() and letter.isalpha())
                is_name = letter.isascii() and letter.isalnum() and is_new_word
                is_beside = page.parent[page.parent[at]] == page.parent[page.parent[last]]
                is_gap = page.text_start[at] > page.text_end[last]  # white space or hidden text in between
                text += " " if (is_name and is_beside) or is_gap else ""
            text += own
            last = at
        return collapse_whitespace(text)


def table_cells(page: Page, row: int) -> list[int]:
    """Return the cells of a table row."""
    children = row + np.flatnonzero(page.parent[row : page.end[row]] == row)
    return [at for at in children.tolist() if page.name(at) in {"td", "th"}]


def table_grid(page: Page, rows: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return the cells of table rows by column number; a cell that spans rows stands in each of them."""
    cells = {row: table_cells(page, row) for row in rows}
    places = place_cells(page, cells)
    grid: dict[int, dict[int, int]] = {row: {} for row in rows}
    for at, row in enumerate(rows):
        for cell in cells[row]:
            first, end, n_lines = places[cell]
            columns = range(first, min(end, _MAX_COLUMNS))
            for line in rows[at : at + n_lines] if columns else ():
                grid[line].update(dict.fromkeys(columns, cell))
    return grid
