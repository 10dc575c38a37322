"""List pages: the repeating records of an index page and what each of them says."""

from __future__ import annotations

from maintext.site.listing.item import Item
from maintext.site.listing.list_page import ListPage, find_list, read_region
from maintext.site.listing.pages import Followed, FollowOptions, follow_list
from maintext.site.listing.regions import Region
from maintext.site.listing.rows import items_csv, items_jsonl, items_table

__all__ = [
    "FollowOptions",
    "Followed",
    "Item",
    "ListPage",
    "Region",
    "find_list",
    "follow_list",
    "items_csv",
    "items_jsonl",
    "items_table",
    "read_region",
]
