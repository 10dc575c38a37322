"""State that the modules editing markup for Markdown share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import WordSet
from maintext.html.tags import NAMES
from maintext.render.formula import escape_latex_for_markdown
from maintext.render.regions import read_kept_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.regions import Regions

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["RenderContext", "context_of"]

_NONE = np.zeros(0, dtype=np.int64)
_ANY = np.ones(len(NAMES), dtype=np.bool_)
_ROLES = WordSet(("heading", "note"))


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
        Bool of shape (n_rows,): see :func:`maintext.html.main_region.main_region_mask`.
    around
        int64: rows with kept text below, ascending.
    tags
        Bool of shape (2, n_names): tags on the page; tags of the rows ``around``.
    roles
        Values of ``role`` by row, of elements with kept text; those with ``heading`` or ``note`` in them.
    opaque_texts
        Texts that replace ``\x04number\x05`` after rendering.
    """

    page: Page
    kept: Bool
    n_kept: NDArray[np.int32]
    in_main: Bool
    around: Rows
    tags: Bool
    roles: dict[int, str]
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

    def values(self, name: str, mask: Bool, words: WordSet | None = None) -> dict[int, str]:
        """Return attribute values by row, for rows with kept text and a tag in ``mask``.

        Values without any of the ``words`` are left out.
        """
        return read_kept_values(self.page, name, mask, self.n_kept, words)

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
    roles = read_kept_values(found.page, "role", _ANY, found.n_kept, _ROLES)
    return RenderContext(found.page, found.kept, found.n_kept, found.in_main, around, found.tags, roles)
