"""Read an item from each record of a list."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.tags import tag_mask
from maintext.metadata.body_parts import find_images
from maintext.records.anchors import prefix_sums
from maintext.sites.listing.dates import DATE_BRACKETS, date_order, find_short_dates, read_date
from maintext.sites.listing.item import Item
from maintext.sites.listing.record import ListRecord, ListShared, table_cells
from maintext.sites.listing.regions import section_names
from maintext.sites.listing.titles import read_titles

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.body_parts import Image
    from maintext.metadata.moment import Moment
    from maintext.records.anchors import Anchors
    from maintext.sites.listing.dates import ShortDate
    from maintext.sites.listing.regions import ListRegion
    from maintext.sites.listing.titles import Title

    Int = NDArray[np.int64]

__all__ = ["keep_common_columns", "read_columns", "read_items", "table_headings"]

_MIN_SUMMARY = 30  # weight of a text that may be a summary: fifteen CJK characters
_SECTION = "section"
_ROWS = tag_mask(("tr",))
_MIN_COLUMNS = 0.3  # share of the records that must have a column
_FEW_RECORDS = 6  # records, of which two with a column will do
_MAX_HEADING = 30


def read_items(
    page: Page,
    anchors: Anchors,
    weight: Int,
    region: ListRegion,
    reference: Moment | dt.datetime | None = None,
) -> tuple[Item, ...]:
    """Return an item for each record with a title and URL, in page order.

    Cost: O(n_rows) once for the images, then O(rows of the records).
    """
    starts, ends = np.array(region.records, dtype=np.int64).T
    step = np.bincount(starts, minlength=len(page) + 1) - np.bincount(ends, minlength=len(page) + 1)
    whole = np.cumsum(step[:-1]) > 0
    texts = np.flatnonzero(whole & (weight > 0))
    images = find_images(page, whole & page.is_text & ~page.is_hidden)
    place = np.searchsorted(starts, [image.row for image in images], side="right") - 1
    dated = texts[page.n_digits[texts] >= 4]
    said = prefix_sums(weight)
    labels = table_headings(page, int(starts[0]))
    shared = ListShared(page, anchors, weight, said, reference, labels, date_order(page, dated))
    names = section_names(page, region.row, region.records)
    own: list[list[Image]] = [[] for _ in region.records]
    for image, at in zip(images, place.tolist(), strict=True):
        if at >= 0 and image.row < ends[at]:
            own[at].append(image)
    records = [ListRecord(shared, *region.records[i], own[i]) for i in range(len(own))]
    titles = read_titles(records)
    short = find_short_dates(records, [set(title.rows) if title else set() for title in titles])
    read = zip(records, titles, names, short, strict=True)
    return keep_common_columns(
        [_read_item(record, title, name, date) for record, title, name, date in read if title]
    )


def _read_item(record: ListRecord, title: Title, section: str, short: ShortDate | None) -> Item:
    of_title = set(title.rows)
    moment, date_text, of_date = read_date(record, of_title, short)
    summary, of_summary = _find_summary(record, of_title | of_date, title.anchor)
    columns = read_columns(record, of_title | of_summary, date_text)
    if section:
        columns = {_SECTION: section, **columns}
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
    said = [
        (sum(int(weight[row]) for row in rows if row in in_card or not page.is_link[row]), rows)
        for rows in blocks.values()
    ]
    least = max(_MIN_SUMMARY, max((own for own, _ in said), default=0) / 2)
    best = next((rows for own, rows in said if own >= least), [])
    while len(best) > 1 and page.is_link[best[-1]] and best[-1] not in in_card:  # read more
        best = best[:-1]
    return (record.line_of(best).text, set(best)) if best else ("", set())


def read_columns(record: ListRecord, left_out: set[int], date_text: str) -> dict[str, str]:
    """Return texts by the names of their columns, without the date."""
    found: dict[str, str] = {}
    for row in record.text_rows:
        text = " ".join(record.page.row_text(row).split())
        if row not in left_out and not (date_text and text.strip(DATE_BRACKETS) == date_text):
            name = record.column(row)
            found[name] = f"{found[name]} {text}" if name in found else text
    return found


def keep_common_columns(items: Sequence[Item]) -> tuple[Item, ...]:
    """Remove the columns that too few items have."""
    n_times = Counter(name for item in items for name in item.columns)
    least = min(2, len(items)) if len(items) < _FEW_RECORDS else _MIN_COLUMNS * len(items)
    return tuple(
        replace(item, columns={name: text for name, text in item.columns.items() if n_times[name] >= least})
        for item in items
    )


def table_headings(page: Page, first: int) -> dict[int, str]:
    """Return the column headings of the table around a record, by column number.

    Empty if the record is no table row, or if no headings precede it.
    """
    begin = first
    if page.name(first) != "tr":
        first = int(page.parent[first])
    table = first
    while table > 0 and page.name(table) != "table":
        table = int(page.parent[table])
    if table <= 0:
        return {}
    rows = table + np.flatnonzero(_ROWS[page.tag[table : begin + 1]])
    for row in rows[rows < begin].tolist():
        found = table_cells(page, row)
        texts = [" ".join(page.row_text(cell).split()) for cell in found]
        is_head = (
            all(page.name(cell) == "th" for cell in found) or not page.is_anchor[row : page.end[row]].any()
        )
        if is_head and len(found) > 1 and all(len(text) <= _MAX_HEADING for text in texts):
            return dict(enumerate(texts))
    return {}
