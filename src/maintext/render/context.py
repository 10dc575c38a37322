"""State that the modules editing markup for Markdown share."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import WordSet
from maintext._core.markup import survey_elements
from maintext.html.tags import BLOCK, HEADING_TAGS, tag_mask
from maintext.render.formula import escape_latex_for_markdown
from maintext.render.regions import read_kept_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.regions import Regions

    Bool = NDArray[np.bool_]
    Int = NDArray[np.int32]
    Rows = NDArray[np.int64]

__all__ = ["CALLOUT_TAGS", "CALLOUT_WORDS", "AttributeCues", "RenderContext", "context_of", "scan_attributes"]

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
class AttributeCues:
    """Attributes that decide how Markdown writes elements with kept text.

    Attributes
    ----------
    roles
        ``heading`` or ``note``, by row.
    may_have_callouts
        False if no class names a callout.
    links_to_places
        Values of ``href`` by row; all that contain ``#``, possibly others.
    wide_links
        Links around two blocks or more.
    outer_headings
        Headings around other headings.
    """

    roles: dict[int, str]
    may_have_callouts: bool
    links_to_places: dict[int, str]
    wide_links: list[int]
    outer_headings: list[int]


def scan_attributes(page: Page, n_kept: Int) -> AttributeCues:
    """Scan the attributes of elements with kept text.

    ``n_kept`` is the number of kept texts in each row's subtree.
    """
    places = [
        (at.row, at.start, at.end) for at in (page.attribute(name) for name in ("role", "class", "href"))
    ]
    roles, may_have_callouts, links, wide_links, outer_headings = survey_elements(
        page.columns, n_kept, _KIND_OF, *places, _WORDS
    )
    roles, links = ({row: html.unescape(value) for row, value in found.items()} for found in (roles, links))
    return AttributeCues(
        {row: role for row, role in roles.items() if role in _ROLES},
        may_have_callouts,
        links,
        wide_links,
        outer_headings,
    )


_NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class RenderContext:
    r"""One selection of a page, and the texts that the renderer must not change.

    Attributes
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): kept text rows that are not blank.
    n_kept
        int32 of shape (n_rows,): number of kept texts in each subtree.
    in_main
        Bool of shape (n_rows,): see :func:`maintext.html.blocks.main_region_mask`.
    around
        int64: rows with kept text below, ascending.
    tags
        Bool of shape (2, n_names): tags on the page; tags of the rows ``around``.
    cues
        Attributes of elements with kept text.
    opaque_texts
        Texts that replace ``\x04number\x05`` after rendering.
    """

    page: Page
    kept: Bool
    n_kept: NDArray[np.int32]
    in_main: Bool
    around: Rows
    tags: Bool
    cues: AttributeCues
    opaque_texts: list[str] = field(default_factory=list)

    def rows(self, mask: Bool) -> Rows:
        """Return the rows with kept text and a tag in ``mask``, in page order."""
        # Most pages have few kinds of elements: to look for those that there are is cheaper.
        if not mask.dot(self.tags[1]):
            return _NONE
        return self.around[mask[self.page.tag[self.around]]]

    def has(self, mask: Bool) -> bool:
        """Return True if the page has an element with a tag in ``mask``."""
        return bool(mask.dot(self.tags[0]))

    def rows_in_main(self, mask: Bool) -> Rows:
        """Return the rows of the main region with a tag in ``mask``, with or without kept text."""
        if not self.has(mask):
            return _NONE
        found: Rows = (mask[self.page.tag] & self.in_main).nonzero()[0]
        return found

    def values(self, name: str, mask: Bool) -> dict[int, str]:
        """Return attribute values by row, for rows with kept text and a tag in ``mask``."""
        return read_kept_values(self.page, name, mask, self.n_kept)

    def opaque(self, text: str) -> str:
        """Return a placeholder for a text that the renderer must not change."""
        self.opaque_texts.append(text)
        return f"\x04{len(self.opaque_texts) - 1}\x05"

    def formula(self, latex: str, *, display: bool = False) -> str:
        """Return a placeholder for LaTeX, in a block of its own if ``display``."""
        latex = escape_latex_for_markdown(latex)
        if not latex:
            return ""
        return f"<div>{self.opaque(f'$${latex}$$')}</div>" if display else self.opaque(f"${latex}$")


def context_of(regions: Regions) -> RenderContext:
    """Return the context of a selection with at least one kept text."""
    found = regions
    around = (found.n_kept > 0).nonzero()[0]
    cues = scan_attributes(found.page, found.n_kept)
    return RenderContext(found.page, found.kept, found.n_kept, found.in_main, around, found.tags, cues)
