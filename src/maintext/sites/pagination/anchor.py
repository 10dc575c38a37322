"""Links of a page as pagination looks at them: where they lead, what they say, whether they are dead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.html.urls import absolute_url, base_url
from maintext.sites.pagination.address import same_address, same_series

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.html import Page

__all__ = ["MOST_TEXT_CHARS", "Anchor", "anchors_of", "is_same_series", "is_usable"]

MOST_TEXT_CHARS = 40
"""Characters of a text that is looked at."""

_MOST_ANCHORS = 5_000
_DISABLED = re.compile(
    r"(?:^|[\s_-])(?:disabled?|inactive|unavailable|off|nolink)(?:$|[\s_-])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link.

    Attributes
    ----------
    row
        Row of the element.
    url
        Where it leads; ``""`` for nowhere.
    texts
        What it says: its text, its label, its title, its picture.
    attributes
        Of the element.
    """

    row: int
    url: str
    texts: tuple[str, ...]
    attributes: Mapping[str, str]


def anchors_of(page: Page) -> list[Anchor]:
    """Return the links of a page with what they say, in page order; those that lead nowhere too."""
    base, found = base_url(page), []
    rows = np.flatnonzero(page.is_tag(("a",)) & ~page.is_hidden)[:_MOST_ANCHORS]
    images = np.flatnonzero(page.is_tag(("img",)))
    for row in rows.tolist():
        if page.text_end[page.end[row] - 1] - page.text_start[row] > 200 and page.end[row] - row > 40:
            continue
        attributes = page.attributes(row)
        first, last = np.searchsorted(images, (row, page.end[row])).tolist()
        alts = [page.attributes(at).get("alt", "") for at in images[first:last].tolist()[:2]]
        said = (page.row_text(row), attributes.get("aria-label", ""), attributes.get("title", ""), *alts)
        texts = tuple(" ".join(text.split()) for text in said if text.strip() and len(text) < 200)
        found.append(Anchor(row, absolute_url(base, attributes.get("href", "")), texts, attributes))
    return found


def is_usable(page: Page, anchor: Anchor) -> bool:
    """Whether a link leads to another page and is not shown as dead."""
    if not anchor.url or _is_disabled(page, anchor):
        return False
    return not (page.url and same_address(anchor.url, page.url))


def _is_disabled(page: Page, anchor: Anchor) -> bool:
    own = anchor.attributes
    if own.get("aria-disabled") == "true" or _DISABLED.search(own.get("class", "")):
        return True
    # Many links may stand in one element, whose start tag may be long: it is read once for all of them.
    return int(page.parent[anchor.row]) in page.cached(_disabled_rows)


def _disabled_rows(page: Page) -> frozenset[int]:
    """Rows of the elements that are marked as disabled."""
    classes = page.values("class").items()
    marked = {row for row, names in classes if _DISABLED.search(names)}
    return frozenset(marked | {row for row, said in page.values("aria-disabled").items() if said == "true"})


def is_same_series(page: Page, url: str) -> bool:
    """Whether an address is one of the series of the page's own."""
    return page.url is not None and same_series(page.url, url)
