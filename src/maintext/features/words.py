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

from maintext.kernel import compiled

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from maintext.page import Attribute, Page

__all__ = ["BOILERPLATE_NAMES", "WordFlags", "add_name_flags", "digitless", "name_flags", "rows_named"]

_KERNEL, _HASHES = compiled("names"), compiled("hashes")

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


class WordFlags:
    """Words of ASCII letters in lower case, each with a number whose bits say what it means.

    Attributes
    ----------
    of_word
        The bits by word.
    table
        The same for the kernel: hashes of the words and their bits; ``None`` without it.
    """

    def __init__(self, flags: Mapping[str, int]) -> None:
        self.of_word: dict[bytes, int] = {word.encode(): bits for word, bits in flags.items()}
        self.table = None if _HASHES is None else _HASHES.table_of(flags)


def name_flags(page: Page, at: Attribute, flags: WordFlags) -> NDArray[np.uint64]:
    """Return the combined flags of the words of every value of an attribute, uint64 like ``at.row``.

    Cost O(length of the values).
    """
    if _KERNEL is not None and flags.table is not None:
        found: NDArray[np.uint64] = _KERNEL.flags(page.data, at.start, at.end, *flags.table)
        return found
    values = _values(page, at)
    of_value = _flags_of(values, flags.of_word)
    return np.array([of_value[value] for value in values], dtype=np.uint64)


def add_name_flags(
    found: NDArray[np.uint64], page: Page, attributes: Iterable[Attribute], flags: WordFlags
) -> None:
    """Add to each row's flags, uint64 of shape (n_rows,), those of its values of some attributes."""
    if _KERNEL is not None and flags.table is not None:
        _KERNEL.add_flags(found, page.data, tuple(attributes), *flags.table)
        return
    for at in attributes:
        found[at.row] |= name_flags(page, at, flags)


def digitless(page: Page, at: Attribute) -> NDArray[np.int64]:
    """Number per value that is equal for values with the same bytes but digits, int64 like ``at.row``.

    Digits in class names number things: ``post-123`` is a post. In numpy only: the kernel looks at classes
    where it compares them.
    """
    values = _values(page, at)
    number, known = dict.fromkeys(values, 0), dict[bytes, int]()
    for value in number:
        number[value] = known.setdefault(value.translate(None, b"0123456789"), len(known))
    return np.array([number[value] for value in values], dtype=np.int64)


def _values(page: Page, at: Attribute) -> list[bytes]:
    places = zip(at.start.tolist(), at.end.tolist(), strict=True)
    return [page.data[start:end] for start, end in places]


def _flags_of(values: Iterable[bytes], flags: Mapping[bytes, int]) -> dict[bytes, int]:
    """Flags by value; the words of all different values at once: one by one costs several times as much."""
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

    Cost O(length of all class and id values).
    """
    flags = WordFlags(dict.fromkeys(words, 1))
    found = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("class", "id"):
        at = page.attribute(attribute)
        found[at.row[name_flags(page, at, flags) != 0]] = True
    return found
