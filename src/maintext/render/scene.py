"""What the modules that edit markup for Markdown share about one selection."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from maintext.render.inert import inert_latex
from maintext.render.regions import values
from maintext.render.survey import scan_attributes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.render.regions import Regions
    from maintext.render.survey import Survey

    Bool = NDArray[np.bool_]
    Rows = NDArray[np.int64]

__all__ = ["Scene", "scene_of"]

_NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Scene:
    r"""One selection of a page, and the texts that the renderer must not touch.

    Attributes
    ----------
    page
        The page.
    kept
        Bool of shape (n_rows,): kept text rows that are not blank.
    n_kept
        int32 of shape (n_rows,): how many of them are in each subtree.
    in_main
        Bool of shape (n_rows,): see :func:`maintext.metadata.region.main_region_mask`.
    around
        int64: the rows whose subtree has kept text, ascending.
    tags
        Bool of shape (2, n_names): tags on the page, and tags of the rows ``around``.
    survey
        What elements with kept text say of themselves.
    opaque_texts
        What stands for ``\\x04number\\x05``.
    """

    page: Page
    kept: Bool
    n_kept: NDArray[np.int32]
    in_main: Bool
    around: Rows
    tags: Bool
    survey: Survey
    opaque_texts: list[str] = field(default_factory=list)

    def rows(self, mask: Bool) -> Rows:
        """Return the rows with kept text whose tag is in a mask (see ``tag_mask``), in page order."""
        # Most pages have few kinds of elements: to look for those that there are is cheaper.
        if not mask.dot(self.tags[1]):
            return _NONE
        return self.around[mask[self.page.tag[self.around]]]

    def has(self, mask: Bool) -> bool:
        """Whether an element whose tag is in a mask stands on the page."""
        return bool(mask.dot(self.tags[0]))

    def rows_in_main(self, mask: Bool) -> Rows:
        """Return the rows of the main content whose tag is in a mask, with kept text or without."""
        if not self.has(mask):
            return _NONE
        found: Rows = (mask[self.page.tag] & self.in_main).nonzero()[0]
        return found

    def values(self, name: str, mask: Bool) -> dict[int, str]:
        """Return the values of an attribute by row, of rows with kept text and a tag in a mask."""
        return values(self.page, name, mask, self.n_kept)

    def opaque(self, text: str) -> str:
        """Return what stands for a text until the renderer has done its work."""
        self.opaque_texts.append(text)
        return f"\x04{len(self.opaque_texts) - 1}\x05"

    def formula(self, latex: str, *, display: bool = False) -> str:
        """Return what stands for LaTeX; set apart by a block when it is displayed."""
        latex = inert_latex(latex)
        if not latex:
            return ""
        return f"<div>{self.opaque(f'$${latex}$$')}</div>" if display else self.opaque(f"${latex}$")


def scene_of(regions: Regions) -> Scene:
    """Return the scene of a selection that keeps some text."""
    found = regions
    around = (found.n_kept > 0).nonzero()[0]
    survey = scan_attributes(found.page, found.n_kept)
    return Scene(found.page, found.kept, found.n_kept, found.in_main, around, found.tags, survey)
