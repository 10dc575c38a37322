"""Links in the main content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.elements import read_attributes
from maintext.metadata.address import base_url
from maintext.metadata.resolving import absolute_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["Link", "find_links"]

_MAX_LINKS = 5_000


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the main content.

    Attributes
    ----------
    url
        Absolute where the page's address is known.
    text
        What it says, white space collapsed.
    rel
        Its ``rel`` attribute, ``""`` for none.
    row
        Row of the anchor.
    """

    url: str
    text: str
    rel: str = ""
    row: int = -1


def find_links(page: Page, kept: NDArray[np.bool_]) -> list[Link]:
    """Return the anchors with kept text that lead to another page, in page order.

    Cost O(n_rows), and O(1) for each link.
    """
    n_kept = page.subtree_sum(kept & (page.n_chars > 0))
    rows = np.flatnonzero(page.is_anchor & (n_kept > 0))[:_MAX_LINKS]
    absolute = absolute_on(page.once(base_url))
    found: list[Link] = []
    for row, attributes in zip(rows.tolist(), read_attributes(page.columns, rows), strict=True):
        url = absolute(attributes["href"])
        if url:
            text = " ".join(page.row_text(row).split())
            found.append(Link(url, text, attributes.get("rel", ""), row))
    return found
