"""What a reader sees beside a text about it: authors, dates, the source."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from maintext.metadata.authors import find_authors
from maintext.metadata.byline_place import find_lines, find_place
from maintext.metadata.byline_scan import scan
from maintext.metadata.published import find_dates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.metadata.candidate import Candidate
    from maintext.metadata.moment import Moment
    from maintext.page import Page

__all__ = ["find_visible"]


def find_visible(
    page: Page,
    *,
    kept: NDArray[np.bool_] | None = None,
    reference: Moment | dt.datetime | None = None,
    headline_row: int = -1,
) -> list[Candidate]:
    """Return what the visible page states about its text, per field the best first.

    Fields: ``author``, ``published``, ``modified``, ``source``, ``source_url``, ``original_title``. The
    kinds of origins stand in :mod:`~maintext.metadata.published` and :mod:`~maintext.metadata.authors`.

    Parameters
    ----------
    page
        The page.
    kept
        Text rows of the main content, where they are known: bool of shape (n_rows,).
    reference
        When the page was fetched; see :func:`~maintext.metadata.moment.parse_moment`.
    headline_row
        Row of the headline, −1 to look for it.

    Notes
    -----
    Cost O(n_rows) in numpy, and a few dozen lines and named elements in Python, however large the page.
    """
    lines = find_lines(page)
    if len(lines) == 0:
        return []
    place = find_place(page, lines, kept, headline_row)
    seen = scan(page, lines, place, reference)
    others = [
        candidate for candidate in seen.stated if candidate.field not in {"author", "published", "modified"}
    ]
    return [*find_authors(page, seen), *find_dates(page, seen), *others]
