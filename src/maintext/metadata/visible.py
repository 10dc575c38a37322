"""What a reader sees beside a text about it: authors, dates, the source, tags and categories."""

from __future__ import annotations

import datetime as dt
from functools import cached_property
from typing import TYPE_CHECKING

from maintext.metadata.authors import find_authors, find_named_media, labelled_people
from maintext.metadata.byline_place import Lines, find_place
from maintext.metadata.byline_scan import scan
from maintext.metadata.language import has_cjk
from maintext.metadata.published import find_dates
from maintext.metadata.terms import find_terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.byline_scan import Seen
    from maintext.metadata.candidate import Candidate
    from maintext.metadata.moment import Moment

__all__ = ["Visible", "find_visible"]

_DATES = frozenset({"published", "modified"})
_TERMS = frozenset({"tag", "category"})


class Visible:
    """What the visible page states about its text, each part looked for when first asked for.

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

    def __init__(
        self,
        page: Page,
        *,
        kept: NDArray[np.bool_] | None = None,
        reference: Moment | dt.datetime | None = None,
        headline_row: int = -1,
    ) -> None:
        self._page, self._kept, self._reference, self._headline = page, kept, reference, headline_row

    def candidates(self, field: str) -> list[Candidate]:
        """Return the candidates of a field, the best first."""
        if self._seen is None:
            return []
        if field == "author":
            return self._authors
        if field in _TERMS:
            return [one for one in self._terms if one.field == field]
        found = self._dates if field in _DATES else self._seen.stated
        chosen = [one for one in found if one.field == field]
        if field == "source" and not chosen and self._page.cached(has_cjk):
            return find_named_media(self._page, self._seen)
        return chosen

    def labelled_people(self) -> list[Candidate]:
        """Return the people whom lines beside the text name, without those whom only elements' names tell."""
        return labelled_people(self._page, self._seen) if self._seen else []

    @cached_property
    def _seen(self) -> Seen | None:
        lines = Lines(self._page.columns)
        if len(lines) == 0:
            return None
        place = find_place(self._page, lines, self._kept, self._headline)
        return scan(self._page, lines, place, self._reference)

    @cached_property
    def _authors(self) -> list[Candidate]:
        return find_authors(self._page, self._seen) if self._seen else []

    @cached_property
    def _terms(self) -> list[Candidate]:
        return find_terms(self._page, self._seen, self._kept) if self._seen else []

    @cached_property
    def _dates(self) -> list[Candidate]:
        return find_dates(self._page, self._seen) if self._seen else []


def find_visible(
    page: Page,
    *,
    kept: NDArray[np.bool_] | None = None,
    reference: Moment | dt.datetime | None = None,
    headline_row: int = -1,
) -> list[Candidate]:
    """Return what the visible page states about its text, per field the best first.

    Fields: ``author``, ``published``, ``modified``, ``source``, ``source_url``, ``original_title``, ``tag``,
    ``category``. The kinds of origins stand in :mod:`~maintext.metadata.published`,
    :mod:`~maintext.metadata.authors` and :mod:`~maintext.metadata.terms`.
    Parameters as for :class:`Visible`.
    """
    seen = Visible(page, kept=kept, reference=reference, headline_row=headline_row)
    names = (
        "author", "published", "modified", "source", "source_url", "original_title", "tag", "category",
    )  # fmt: skip
    return [candidate for name in names for candidate in seen.candidates(name)]
