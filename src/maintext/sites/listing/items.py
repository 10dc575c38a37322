"""Items of a list: read from its records, written as a table, CSV and JSON Lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.html import Page
from maintext.html.arrays import mark_ranges, running_sum
from maintext.html.characters import collapse_whitespace
from maintext.metadata import word_sets
from maintext.metadata.body_parts import find_images
from maintext.metadata.moment import Moment, find_moments
from maintext.records.anchors import Anchors, is_read_more
from maintext.records.regions import ListRegion, section_names
from maintext.rows import csv_text, cut_to_width, display_width, json_lines
from maintext.sites.listing.dates import (
    DATE_BRACKETS,
    ShortDate,
    date_order,
    find_short_dates,
    find_years,
    read_date,
)
from maintext.sites.listing.record import ListRecord, ListShared, Reference, table_cells, table_grid
from maintext.sites.listing.titles import Title, read_titles

__all__ = ["Item", "items_csv", "items_jsonl", "items_table", "read_items"]

_ITEM_FIELDS = ("title", "url", "date", "date_text", "summary", "image_url")
_MAX_TITLE = 60  # columns of a terminal
_MIN_SUMMARY = 30  # weight of a text that may be a summary: fifteen CJK characters
_AD_LABELS = word_sets("list_names")["ad_labels"]
_AD_MARKS = DATE_BRACKETS + " \t\r\n\u00a0"
_AD_NAMES = word_sets("list_names")["ad"]
_MIN_COLUMNS = 0.3  # share of the records that must have a column
_MAX_WEEKDAY = 12  # characters next to a date above an entry
# Of a title: a date may stand in them.
_LAST_BRACKETS = re.compile(r"[(（【\[]([^()（）【】\[\]]{6,18})[)）】\]]\s*$")
_FEW_RECORDS = 6  # records, of which two with a column will do
_MAX_HEADING = 30


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list.

    ``columns`` are all other texts by name: heading of the table column, else class, else tag, with a number
    for cells and definitions (``td 2``). Names of too few items are left out, and so are texts of buttons.
    ``section`` is the heading above the item if the list has several.
    """

    title: str  # text of the link or of its heading; the title attribute if the text is cut off
    url: str  # target of the link, absolute if the URL of the page is known
    date: Moment | None = None  # of publication, as exact as stated
    date_text: str = ""  # as written, also without a year (05-01)
    # What says the year of a date without one: url, page, neighbours, fetched; "" for a full date
    date_origin: str = field(default="", kw_only=True)
    summary: str = ""  # first of the long texts besides the title
    image_url: str = ""  # first picture
    columns: Mapping[str, str] = field(default_factory=dict)
    row: int = -1  # first row of the record
    end: int = -1  # row after its last

    def to_dict(self) -> dict[str, Any]:
        """Return the item as plain values, without its rows."""
        own = {name: getattr(self, name) for name in _ITEM_FIELDS}
        origin = {"date_origin": self.date_origin} if self.date_origin else {}
        date = str(self.date) if self.date else None
        return own | {"date": date} | origin | {"columns": dict(self.columns)}


def items_jsonl(items: Iterable[Item]) -> str:
    """Return one line of JSON per item; non-ASCII letters are not escaped."""
    return "".join(json_lines(item.to_dict() for item in items))


def items_csv(items: Sequence[Item]) -> str:
    """Return a header and one CSV line per item (RFC 4180); list columns come last.

    A column named like a field is written as ``column.name``. A text that a spreadsheet would run as a
    formula is prefixed with ``'``.
    """
    names = list(dict.fromkeys(name for item in items for name in item.columns))
    own = [*_ITEM_FIELDS, "date_origin"] if any(item.date_origin for item in items) else [*_ITEM_FIELDS]
    header = [*own, *(f"column.{name}" if name in own else name for name in names)]
    rows: list[list[Any]] = [header]
    for item in items:
        record = item.to_dict()
        cells = [record.get(name) or "" for name in own]
        rows.append(cells + [item.columns.get(name, "") for name in names])
    return csv_text(rows)


def items_table(items: Iterable[Item]) -> str:
    """Return one aligned line per item: date, title, URL; CJK is two columns wide."""
    rows = [(str(item.date or item.date_text or "-"), item.title, item.url) for item in items]
    dates = max((display_width(date) for date, _, _ in rows), default=0)
    titles = min(max((display_width(title) for _, title, _ in rows), default=0), _MAX_TITLE)
    padded = [(_fit_text(date, dates), _fit_text(title, titles), url) for date, title, url in rows]
    return "".join("  ".join(cells).rstrip() + "\n" for cells in padded)


def _fit_text(text: str, width: int) -> str:
    """Cut a text with ``…`` to a display width, or fill it up with spaces."""
    shown = cut_to_width(text, width)
    return shown + " " * (width - display_width(shown))


# -- reading ------------------------------------------------------------------------------------------


def read_items(
    page: Page, anchors: Anchors, weight: NDArray[np.int64], region: ListRegion, reference: Reference = None,
    earlier: Sequence[str] = (),
) -> tuple[Item, ...]:  # fmt: skip
    """Return an item for each record with a title and URL, in page order.

    ``earlier`` are dates and labels on earlier pages of the list: they tell whether days or months stand
    first, and what is no title.

    Cost: O(n_rows) once for the images, then O(rows of the records).
    """
    starts, ends = np.array(region.records, dtype=np.int64).T
    whole = mark_ranges(len(page), region.records)
    texts = np.flatnonzero(whole & (weight > 0))
    images = find_images(page, whole & page.is_text & ~page.is_hidden)
    order = date_order(page, texts[page.n_digits[texts] >= 4], earlier)
    labels, above = _table_labels(page, int(starts[0]), int(ends[-1]))
    shared = ListShared(page, anchors, weight, running_sum(weight), reference, labels, above, order)
    names = section_names(page, region.row, region.records)
    own = np.searchsorted([image.row for image in images], region.records).tolist()
    ranges = zip(region.records, own, strict=True)
    records = [ListRecord(shared, *rows, images[first:last]) for rows, (first, last) in ranges]
    titles = read_titles(records, earlier)
    spanned = [_spanned_texts(record) for record in records]
    stated = [(*cells.values(), name) for cells, name in zip(spanned, names, strict=True)]
    short = find_short_dates(records, [title.rows if title else frozenset() for title in titles], stated)
    items, dates = [], list[ShortDate | None]()
    are_ads = [_is_ad(record, title) for record, title in zip(records, titles, strict=True)]
    are_many = 2 * sum(are_ads) > len(records)  # and no exception
    each = zip(records, titles, spanned, names, short, are_ads, strict=True)
    for record, title, cells, name, date, is_ad in each:
        if title and (are_many or not is_ad):
            items.append(item := _read_item(record, title, cells, name, date))
            dates.append(date if date and (item.date, item.date_text) == (None, date.text) else None)
    entries = [(item.date, date, item.url, item.row) for item, date in zip(items, dates, strict=True)]
    with_year = find_years(page, entries, whole, reference) if any(dates) else [None] * len(items)
    items = [
        replace(item, date=year[0], date_origin=year[1]) if year else item
        for item, year in zip(items, with_year, strict=True)
    ]
    n_times = Counter(name for item in items for name in item.columns)
    least = min(2, len(items)) if len(items) < _FEW_RECORDS else _MIN_COLUMNS * len(items)
    common = {name for name, n in n_times.items() if n >= least}
    columns = (
        {name: text for name, text in item.columns.items() if text and name in common} for item in items
    )
    return tuple(replace(item, columns=own) for item, own in zip(items, columns, strict=True))


def _is_ad(record: ListRecord, title: Title | None) -> bool:
    """Return True if a class or an unlinked text besides the title says that an entry is an advertisement."""
    page = record.page
    if not _AD_NAMES.isdisjoint(page.values("class").get(record.start, "").lower().split()):
        return True
    of_title = title.rows if title else frozenset()
    lines = ([row for row in line.rows if row not in of_title] for line in record.lines)
    plain = (rows for rows in lines if rows and not page.is_link[rows[0]])
    texts = (" ".join(map(page.row_text, rows)).strip(_AD_MARKS).casefold() for rows in plain)
    return not _AD_LABELS.isdisjoint(texts)


def _read_item(
    record: ListRecord, title: Title, spanned: dict[str, str], section: str, short: ShortDate | None
) -> Item:
    of_title = set(title.rows)
    moment, date_text, of_date = read_date(record, of_title, short)
    said = _LAST_BRACKETS.search(title.text)
    for text in (*spanned.values(), section, said[1] if said else "") if not date_text else ():
        found = find_moments(text, reference=record.shared.reference, order=record.shared.order)
        if found and len(text) - (found[0][1] - found[0][0]) <= _MAX_WEEKDAY:
            start, end, moment = found[0]
            date_text = text[start:end]
            break
    summary, of_summary = _find_summary(record, of_title | of_date, title.anchor)
    columns = _read_columns(record, spanned, of_title | of_summary, date_text)
    if section:
        columns = {"section": section, **columns}
    image = record.images[0].url if record.images else ""
    url = record.anchors.url(title.anchor)
    return Item(title.text, url, moment, date_text, summary, image, columns, record.start, record.end)


def _find_summary(record: ListRecord, left_out: set[int], chosen: int) -> tuple[str, set[int]]:
    """Return the first long text besides the title; links count only in a card."""
    page, weight, card = record.page, record.shared.weight, int(record.anchors.row[chosen])
    in_card = range(card, int(page.end[card]))
    blocks: dict[int, list[int]] = {}
    for line in record.lines:
        if left_out.isdisjoint(line.rows):
            blocks.setdefault(int(page.block[line.rows[0]]), []).extend(line.rows)
    own = ([row for row in rows if row in in_card or not page.is_link[row]] for rows in blocks.values())
    said = [int(weight[rows].sum()) for rows in own]
    least = max(_MIN_SUMMARY, max(said, default=0) / 2)
    best = next((rows for n, rows in zip(said, blocks.values(), strict=True) if n >= least), [])
    while len(best) > 1 and page.is_link[best[-1]] and best[-1] not in in_card:  # read more
        best = best[:-1]
    return (record.line_of(best).text, set(best)) if best else ("", set())


def _spanned_texts(record: ListRecord) -> dict[str, str]:
    """Return the texts of the cells above that span into a record, by the names of their columns."""
    shared, page = record.shared, record.page
    above = (cell for row in shared.above if record.start <= row < record.end for cell in shared.above[row])
    return {
        shared.labels[cell]: collapse_whitespace(page.row_text(cell)) for cell in above if cell < record.start
    }


def _read_columns(
    record: ListRecord, spanned: dict[str, str], left_out: set[int], date_text: str
) -> dict[str, str]:
    """Return texts by the names of their columns, ``spanned`` ones first.

    That of the date is ``""``, so that its place counts as filled.
    """
    page = record.page
    found = {name: "" if text == date_text else text for name, text in spanned.items()}
    for row in record.text_rows:
        text = collapse_whitespace(page.row_text(row))
        is_button = page.name(int(page.parent[row])) == "button" and not page.n_digits[row]  # else a count
        is_control = is_button or (page.is_link[row] and is_read_more(text))
        if is_control or row in left_out:
            continue
        name, is_date = record.column(row), bool(date_text) and text.strip(DATE_BRACKETS) == date_text
        found[name] = f"{found.get(name, '')} {'' if is_date else text}".strip()
    return found


def _table_labels(page: Page, first: int, end: int) -> tuple[dict[int, str], dict[int, list[int]]]:
    """Return the column headings of the table around records by cell, and cells by row they span into.

    Empty if the first record is no table row, or if no headings precede it.
    """
    table = first if page.name(first) == "tr" else int(page.parent[first])
    while table > 0 and page.name(table) != "table":
        table = int(page.parent[table])
    if table <= 0:
        return {}, {}
    rows = table + np.flatnonzero(page.is_tag(("tr",))[table:end])
    rows = rows[(page.parent[rows] == table) | (page.parent[page.parent[rows]] == table)].tolist()
    for row in (row for row in rows if row < first):
        found = table_cells(page, row)
        texts = [collapse_whitespace(page.row_text(cell)) for cell in found]
        has_links = page.is_anchor[row : page.end[row]].any()
        is_head = all(page.name(cell) == "th" for cell in found) or not has_links
        if is_head and len(found) > 1 and all(len(text) <= _MAX_HEADING for text in texts):
            grid = table_grid(page, [one for one in rows if one >= row])
            titles = {column: collapse_whitespace(page.row_text(cell)) for column, cell in grid[row].items()}
            labels = {cell: titles.get(column, "") for of in grid.values() for column, cell in of.items()}
            above = {one: [cell for cell in of.values() if cell < one] for one, of in grid.items()}
            return labels, above
    return {}, {}
