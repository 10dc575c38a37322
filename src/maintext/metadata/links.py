"""Links in the main content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.fields import read_links
from maintext.metadata.address import base_url
from maintext.metadata.resolving import absolute_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.html import Page

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

    Cost O(n_attributes), and O(rows) of each link.
    """
    absolute = absolute_on(page.cached(base_url))
    kept = np.ascontiguousarray(kept)
    anchors = read_links(page.columns, kept.view(np.uint8), _MAX_LINKS)
    return [Link(url, text, rel, row) for row, href, text, rel in anchors if (url := absolute(href))]
