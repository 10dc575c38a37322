"""Pagination: next pages, numbered pages, and articles split over several pages."""

from __future__ import annotations

from maintext.sites.pagination.links import (
    Pagination,
    find_frames,
    find_onward,
    find_pagination,
    find_refresh,
)
from maintext.sites.pagination.series import is_one_article, is_surely_page, is_surely_part
from maintext.sites.pagination.stitch import Stitched, StitchOptions, next_part, stitch

__all__ = [
    "Pagination", "StitchOptions", "Stitched", "find_frames", "find_onward", "find_pagination",
    "find_refresh", "is_one_article", "is_surely_page", "is_surely_part", "next_part", "stitch",
]  # fmt: skip
