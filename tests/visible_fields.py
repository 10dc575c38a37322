"""Everything that the visible part of a page states about its text, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maintext.metadata.fields import VisibleFields

if TYPE_CHECKING:
    from maintext.html import Page
    from maintext.metadata.candidate import Candidate

NAMES = ("author", "published", "modified", "source", "source_url", "original_title", "tag", "category")


def find_visible(page: Page, **options: Any) -> list[Candidate]:
    """Return the candidates of all visible fields, per field the best first."""
    visible = VisibleFields(page, **options)
    return [candidate for name in NAMES for candidate in visible.candidates(name)]
