"""List pages: the repeating records of an index page and what each of them says."""

from __future__ import annotations

from maintext.sites.listing.item import Item
from maintext.sites.listing.list_page import ListPage, find_list, read_region
from maintext.sites.listing.pages import Followed, FollowOptions, follow_list
from maintext.sites.listing.regions import Region
from maintext.sites.listing.rows import items_csv, items_jsonl, items_table

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
