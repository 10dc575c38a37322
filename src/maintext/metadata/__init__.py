"""Fields of a page, each with where it came from."""

from __future__ import annotations

from maintext.metadata.field import Field
from maintext.metadata.title import find_title

__all__ = ["Field", "find_title"]
