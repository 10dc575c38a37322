"""Everything that the visible part of a page states about its text, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.metadata.fields import Fields

if TYPE_CHECKING:
    from maintext.html import Page
    from maintext.metadata.candidate import Candidate

NAMES = ("author", "published", "modified", "source", "source_url", "original_title", "tag", "category")


class _OfBylines(Fields):
    """Fields for which nothing is known but the page, so that the headline is looked for."""

    _headline_row = -1


def find_visible(
    page: Page, *, kept: Any = None, reference: Any = None, headline_row: int = -1
) -> list[Candidate]:
    """Return the candidates of all visible fields, per field the best first."""
    kept = np.zeros(len(page), dtype=bool) if kept is None else kept
    fields = _OfBylines(page, kept, lambda: "")
    fields._headline_row, fields._local_reference = headline_row, reference
    scan = fields._byline_scan
    return [one for name in NAMES for one in fields._visible_candidates(name, scan)] if scan else []
