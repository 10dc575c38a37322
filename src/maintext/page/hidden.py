"""Which rows a reader does not see, and which are links: by the compiled kernel, or the same in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.page.styles import HIDDEN_STYLE
from maintext.page.tags import HIDDEN, tag_id, tag_mask

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maintext.page.columns import Page
    from maintext.page.tokenise import Attributes

__all__ = ["hidden_rows", "link_rows"]

_KERNEL = compiled("hidden")
_HIDDEN = tag_mask(HIDDEN | {"dialog"})
_A = tag_id("a")
_OPENED_BY = ((tag_id("template"), "shadowrootmode"), (tag_id("dialog"), "open"))


def hidden_rows(page: Page, attributes: Attributes) -> NDArray[np.bool_]:
    """Return whether a reader does not see each row, bool of shape (n_rows,).

    Parameters
    ----------
    page
        The page.
    attributes
        All its attributes.

    Notes
    -----
    Cost O(n_rows + n_attributes).
    """
    if _KERNEL is not None:
        found: NDArray[np.bool_] = _KERNEL.rows(
            page.data, page.tag, page.end, _HIDDEN.view(np.uint8),
            attributes.row, attributes.value_start, attributes.value_end,
            *(tag for tag, _ in _OPENED_BY),
        )  # fmt: skip
        return found
    roots = _HIDDEN[page.tag]
    for tag, opener in _OPENED_BY:
        opened = page.attribute(opener).row
        roots[opened[page.tag[opened] == tag]] = False
    roots[_rows_with(page, "hidden", lambda v: v.lower() != b"until-found")] = True
    roots[_rows_with(page, "aria-hidden", lambda v: v == b"true")] = True
    roots[_rows_hidden_by_style(page)] = True
    return page.inside(roots)


def link_rows(page: Page, attributes: Attributes) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether each row is an ``<a href>``, and whether it is one or stands inside one.

    Both are bool of shape (n_rows,); parameters and cost are those of :func:`hidden_rows`.
    """
    if _KERNEL is not None:
        found: tuple[NDArray[np.bool_], NDArray[np.bool_]] = _KERNEL.anchors(
            page.data, page.tag, page.end, attributes.row, attributes.value_start, _A
        )
        return found
    roots = np.zeros(len(page), dtype=np.bool_)
    roots[page.attribute("href").row] = True
    is_anchor = roots & (page.tag == _A)
    return is_anchor, page.inside(is_anchor)


def _rows_with(page: Page, name: str, wanted: Callable[[bytes], bool]) -> list[int]:
    """Rows of the elements whose value of an attribute, as it stands in the page, is wanted."""
    at = page.attribute(name)
    places = zip(at.row.tolist(), at.start.tolist(), at.end.tolist(), strict=True)
    return [row for row, start, end in places if wanted(page.data[start:end])]


def _rows_hidden_by_style(page: Page) -> NDArray[np.int32]:
    style = page.attribute("style")
    places = zip(style.start.tolist(), style.end.tolist(), strict=True)
    values = b'"'.join([page.data[start:end] for start, end in places])  # one search for all
    found = [match.start() for match in HIDDEN_STYLE.finditer(values)]
    ends = np.cumsum(style.end - style.start + 1)
    return style.row[np.searchsorted(ends, found, side="right")]
