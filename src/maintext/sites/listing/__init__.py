"""List pages: find the repeating records of an index page and read their items."""

from __future__ import annotations

from maintext.records.regions import ListRegion
from maintext.sites.listing.items import Item, items_csv, items_jsonl, items_table
from maintext.sites.listing.list_page import (
    Followed,
    FollowOptions,
    ListPage,
    find_list,
    follow_list,
    read_region,
)

__all__ = [
    "FollowOptions", "Followed", "Item", "ListPage", "ListRegion", "find_list", "follow_list",
    "items_csv", "items_jsonl", "items_table", "read_region",
]  # fmt: skip
