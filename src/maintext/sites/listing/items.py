"""What the records of a list say: an item for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.metadata.body_parts import find_images
from maintext.sites.listing.columns import read_columns, table_headings, with_common_columns
from maintext.sites.listing.dates import date_order, read_date
from maintext.sites.listing.item import Item
from maintext.sites.listing.record import Record, Shared
from maintext.sites.listing.sections import section_names
from maintext.sites.listing.short_dates import find_short_dates
from maintext.sites.listing.titles import read_titles

if TYPE_CHECKING:
    import datetime as dt

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.body_parts import Image
    from maintext.metadata.moment import Moment
    from maintext.records.anchors import Anchors
    from maintext.sites.listing.regions import Region
    from maintext.sites.listing.short_dates import ShortDate
    from maintext.sites.listing.titles import Title

    Int = NDArray[np.int64]

__all__ = ["read_items"]

_LEAST_SUMMARY = 30  # weight of a text that may be a summary: fifteen CJK characters
_SECTION = "section"


def read_items(
    page: Page,
    anchors: Anchors,
    weight: Int,
    region: Region,
    reference: Moment | dt.datetime | None = None,
) -> tuple[Item, ...]:
    """Return one item for each record of a region that has a title with an address, in page order.

    Cost O(n_rows) once for the images, then O(rows of the records).
    """
    starts, ends = np.array(region.records, dtype=np.int64).T
    step = np.bincount(starts, minlength=len(page) + 1) - np.bincount(ends, minlength=len(page) + 1)
    whole = np.cumsum(step[:-1]) > 0
    texts = np.flatnonzero(whole & (weight > 0))
    images = find_images(page, whole & page.is_text & ~page.is_hidden)
    place = np.searchsorted(starts, [image.row for image in images], side="right") - 1
    dated = texts[page.n_digits[texts] >= 4]
    said = np.concatenate(([0], np.cumsum(weight)))
    labels = table_headings(page, int(starts[0]))
    shared = Shared(page, anchors, weight, said, reference, labels, date_order(page, dated))
    names = section_names(page, region.row, region.records)
    own: list[list[Image]] = [[] for _ in region.records]
    for image, at in zip(images, place.tolist(), strict=True):
        if at >= 0 and image.row < ends[at]:
            own[at].append(image)
    records = [Record(shared, *region.records[i], own[i]) for i in range(len(own))]
    titles = read_titles(records)
    short = find_short_dates(records, [set(title.rows) if title else set() for title in titles])
    read = zip(records, titles, names, short, strict=True)
    return with_common_columns(
        [_item(record, title, name, date) for record, title, name, date in read if title]
    )


def _item(record: Record, title: Title, section: str, short: ShortDate | None) -> Item:
    """What the record says beside its title."""
    of_title = set(title.rows)
    moment, date_text, of_date = read_date(record, of_title, short)
    summary, of_summary = _summary(record, of_title | of_date, title.anchor)
    columns = read_columns(record, of_title | of_summary, date_text)
    if section:
        columns = {_SECTION: section, **columns}
    image = record.images[0].url if record.images else ""
    url = record.anchors.url(title.anchor)
    return Item(title.text, url, moment, date_text, summary, image, columns, record.start, record.end)


def _summary(record: Record, left_out: set[int], chosen: int) -> tuple[str, set[int]]:
    """The first of the long texts beside the title; linked words count in a link around the card only."""
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
    least = max(_LEAST_SUMMARY, max((own for own, _ in said), default=0) / 2)
    best = next((rows for own, rows in said if own >= least), [])
    while len(best) > 1 and page.is_link[best[-1]] and best[-1] not in in_card:  # read more
        best = best[:-1]
    return (record.line_of(best).text, set(best)) if best else ("", set())
