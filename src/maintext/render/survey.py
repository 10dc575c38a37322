"""What elements with kept text say of themselves: roles, classes of callouts, links to places, wide links."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.markup import survey_elements
from maintext.html.tags import BLOCK, HEADING_TAGS, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

    Int = NDArray[np.int32]

__all__ = ["CALLOUT_TAGS", "CALLOUT_WORDS", "Survey", "scan_attributes"]

CALLOUT_TAGS = tag_mask("div aside section blockquote details dl p".split())
"""Elements that may be a note or a warning, a mask over tags."""
CALLOUT_WORDS = ("admonition", "callout", "alert", "custom-block", "notice", "hint")
"""One of these is in the classes of each one."""
_BLOCKS, _HEADINGS, _A = tag_mask(BLOCK), tag_mask(HEADING_TAGS), tag_mask(("a",))
_KIND_OF = sum(
    mask.astype(np.uint8) << bit for bit, mask in enumerate((_A, _BLOCKS, CALLOUT_TAGS, _HEADINGS))
)
_WORDS = WordSet(CALLOUT_WORDS)
_ROLES = frozenset(("heading", "note"))


@dataclass(frozen=True, slots=True)
class Survey:
    """What decides how Markdown writes elements with kept text; most pages have next to nothing of it.

    Attributes
    ----------
    roles
        ``heading`` or ``note``, by row of the elements that say so.
    may_have_callouts
        Whether a class may be one of a callout; False for none.
    links_to_places
        Values of ``href`` by row of the links, at least those with ``#``.
    wide_links
        Links around two blocks or more.
    outer_headings
        Headings around others.
    """

    roles: dict[int, str]
    may_have_callouts: bool
    links_to_places: dict[int, str]
    wide_links: list[int]
    outer_headings: list[int]


def scan_attributes(page: Page, n_kept: Int) -> Survey:
    """Return what elements say in whose subtree there is kept text; ``n_kept`` is how much, by row."""
    places = [
        (at.row, at.start, at.end) for at in (page.attribute(name) for name in ("role", "class", "href"))
    ]
    roles, may_have_callouts, links, wide_links, outer_headings = survey_elements(
        page.columns, n_kept, _KIND_OF, *places, _WORDS
    )
    roles, links = ({row: html.unescape(value) for row, value in found.items()} for found in (roles, links))
    return Survey(_of_interest(roles), may_have_callouts, links, wide_links, outer_headings)


def _of_interest(roles: dict[int, str]) -> dict[int, str]:
    return {row: role for row, role in roles.items() if role in _ROLES}
