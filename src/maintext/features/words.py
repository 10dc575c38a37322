"""Words in class and id attributes: what the author of a page calls its parts.

``class="article-body mainText2"`` has the words article, body, main, text. Splitting at hyphens,
underscores, digits and capitals makes one word list serve every naming style; a list entry matches
a whole word only, so that ``ad`` is not found in ``header`` or ``shadow``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["BOILERPLATE_NAMES", "name_words", "rows_named"]

# Names that hardly ever stand on main content, in any kind of page.
BOILERPLATE_NAMES = frozenset(
    {
        *("breadcrumb", "breadcrumbs", "comment", "comments", "cookie", "copyright", "disqus", "footer"),
        *("nav", "navbar", "navigation", "newsletter", "pagination", "recommend", "related", "respond"),
        *("share", "sharing", "sidebar", "social"),
    }
)

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")


def name_words(value: str) -> frozenset[str]:
    """Return the lower-case words of a class or id value.

    >>> sorted(name_words("article-body mainText2 HTMLBox"))
    ['article', 'body', 'box', 'html', 'main', 'text']
    """
    return frozenset(word.lower() for word in _WORD.findall(value))


def rows_named(page: Page, words: Collection[str]) -> NDArray[np.bool_]:
    """Whether a row's class or id has one of the words, bool of shape (n_rows,).

    Cost O(length of all class and id values); equal values are split once.
    """
    wanted = frozenset(words)
    found = np.zeros(len(page), dtype=np.bool_)
    known: dict[str, bool] = {}
    for attribute in ("class", "id"):
        for row, value in page.values(attribute).items():
            if value not in known:
                known[value] = not wanted.isdisjoint(name_words(value))
            if known[value]:
                found[row] = True
    return found
