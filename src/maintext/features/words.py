"""Words in class and id attributes: what the author of a page calls its parts.

``class="article-body mainText2"`` has the words article, body, main, text. Splitting at hyphens,
underscores, digits and capitals makes one word list serve every naming style; a list entry matches
a whole word only, so that ``ad`` is not found in ``header`` or ``shadow``.
"""

from __future__ import annotations

import re
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["BOILERPLATE_NAMES", "name_flags", "rows_named"]

# Names that hardly ever stand on main content, in any kind of page.
BOILERPLATE_NAMES = frozenset(
    {
        *("breadcrumb", "breadcrumbs", "comment", "comments", "cookie", "copyright", "disqus", "footer"),
        *("nav", "navbar", "navigation", "newsletter", "pagination", "recommend", "related", "respond"),
        *("share", "sharing", "sidebar", "social"),
    }
)

# Words of many values at once: a space before every word that begins with a capital, and for every
# character that is no ASCII letter.
_CAPITALS = re.compile(rb"[A-Z](?:[A-Z]*(?![a-z]))?")
_END = b"\0"  # no page has it, so it can stand between values
_ONLY_LETTERS = bytes(c if c == 0 or (c < 128 and chr(c).isalpha()) else 32 for c in range(256))


def name_flags(values: Iterable[bytes], flags: Mapping[bytes, int]) -> dict[bytes, int]:
    """Return the flags of the words of each class or id value, combined; ASCII words only.

    The words of all different values are found at once: one by one costs several times as much.

    >>> name_flags([b"article-body", b"bodyText", b"x1"], {b"body": 1, b"text": 2})
    {b'article-body': 1, b'bodyText': 3, b'x1': 0}
    """
    different = list(dict.fromkeys(values))
    if not different:
        return {}
    joined = _CAPITALS.sub(rb" \g<0>", (b" %b " % _END).join(different))
    words = joined.translate(_ONLY_LETTERS).lower().split()
    bits = np.fromiter(map({**flags, _END: -1}.get, words, repeat(0)), np.int64, len(words))
    ends = np.flatnonzero(bits == -1)
    bits[ends] = 0
    # Before the first value as before the others: a word without flags, so that none is empty.
    padded = np.concatenate(([0], bits))
    of_value = np.bitwise_or.reduceat(padded, np.concatenate(([0], ends + 1)))
    return dict(zip(different, of_value.tolist(), strict=True))


def rows_named(page: Page, words: Collection[str]) -> NDArray[np.bool_]:
    """Whether a row's class or id has one of the words, bool of shape (n_rows,).

    Cost O(length of all class and id values); equal values are split once.
    """
    flags = dict.fromkeys((word.encode() for word in words), 1)
    found = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("class", "id"):
        at = page.attribute(attribute)
        places = zip(at.start.tolist(), at.end.tolist(), strict=True)
        values = [page.data[start:end] for start, end in places]
        named = name_flags(values, flags)
        found[at.row[np.fromiter((named[value] for value in values), np.bool_, len(values))]] = True
    return found
