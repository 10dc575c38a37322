"""The titles of error pages, and of pages that ask for a login."""

from __future__ import annotations

import re

from maintext.metadata import pattern_lists

__all__ = ["is_error_title"]

# All of a title, with single spaces for marks.
_ERROR_TITLE = re.compile(pattern_lists("site_patterns")["error_title"], re.IGNORECASE)
_MARKS = re.compile(r"[\W_]+")


def is_error_title(title: str | None) -> bool:
    """Return True for the title of an error page or a login; the page of an article may have it too."""
    return _ERROR_TITLE.fullmatch(_MARKS.sub(" ", title or "").strip()) is not None
