"""Words in class and id attributes: what the author of a page calls its parts.

``class="article-body mainText2"`` has the words article, body, main, text. Splitting at hyphens,
underscores, digits and capitals makes one word list serve every naming style; a list entry matches
a whole word only, so that ``ad`` is not found in ``header`` or ``shadow``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from maintext._core.columns import value_word_bits
from maintext._core.words import build_word_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from maintext.page import Attribute, Page

__all__ = ["BOILERPLATE_NAMES", "WordFlags", "add_name_flags", "name_flags", "rows_named"]

# Names that hardly ever stand on main content, in any kind of page.
BOILERPLATE_NAMES = frozenset(
    {
        *("breadcrumb", "breadcrumbs", "comment", "comments", "cookie", "copyright", "disqus", "footer"),
        *("nav", "navbar", "navigation", "newsletter", "pagination", "recommend", "related", "respond"),
        *("share", "sharing", "sidebar", "social"),
    }
)


class WordFlags:
    """Words of ASCII letters in lower case, each with a number whose bits say what it means."""

    def __init__(self, flags: Mapping[str, int]) -> None:
        self.table = build_word_table(flags)


def name_flags(page: Page, at: Attribute, flags: WordFlags) -> NDArray[np.uint64]:
    """Return the combined flags of the words of every value of an attribute, uint64 like ``at.row``.

    Cost O(length of the values).
    """
    found: NDArray[np.uint64] = value_word_bits(page.data, at.start, at.end, flags.table)
    return found


def add_name_flags(
    found: NDArray[np.uint64], page: Page, attributes: Iterable[Attribute], flags: WordFlags
) -> None:
    """Add to each row's flags, uint64 of shape (n_rows,), those of its values of some attributes."""
    for at in attributes:
        found[at.row] |= name_flags(page, at, flags)


def rows_named(page: Page, words: Collection[str]) -> NDArray[np.bool_]:
    """Whether a row's class or id has one of the words, bool of shape (n_rows,).

    Cost O(length of all class and id values).
    """
    flags = WordFlags(dict.fromkeys(words, 1))
    found = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("class", "id"):
        at = page.attribute(attribute)
        found[at.row[name_flags(page, at, flags) != 0]] = True
    return found
