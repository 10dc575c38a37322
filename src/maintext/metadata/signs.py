"""Lines and values that have a sign of what is looked for: few of many, so that patterns read only these.

What has no sign is what its pattern refuses: where nothing is compiled more is read, and the same found.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from maintext.kernel import compiled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.metadata.byline_place import Lines
    from maintext.page import Page

__all__ = [
    "Limits",
    "Signs",
    "first_places",
    "has_cjk",
    "lines_begun",
    "lines_dated",
    "lines_signed",
    "values_having",
]

_KERNEL = compiled("signs")
_MOST_BEGINNING = 30  # characters of a line with which it may begin


class Signs:
    """Parts of words in small letters of ASCII, two characters or more, to look for in values.

    Attributes
    ----------
    words
        The parts.
    table
        Them as the kernel wants them.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(word.encode() for word in words)
        self.table: Any = () if _KERNEL is None else _KERNEL.pairs_of(tuple(map(bytes.decode, self.words)))


def values_having(
    page: Page, attribute: str, rows: tuple[int, int], signs: Signs, most: int, most_bytes: int = 300
) -> list[tuple[int, bytes]]:
    """Return the values of an attribute in which a sign stands, with their rows, in document order.

    Parameters
    ----------
    page
        The page.
    attribute
        Name of the attribute.
    rows
        Half-open range of rows.
    signs
        Any of them, in small letters or capitals.
    most
        Only so many values of the attribute are looked at.
    most_bytes
        Longer values are left out; frameworks write very long ones.
    """
    at, data = page.attribute(attribute), page.data
    if _KERNEL is not None:
        found: list[tuple[int, bytes]] = _KERNEL.having(
            data, at.row, at.start, at.end, *rows, most, most_bytes, *signs.table
        )
        return found
    first, last = at.row.searchsorted(rows).tolist()
    chosen = slice(first, min(last, first + most))
    ranges = zip(at.start[chosen].tolist(), at.end[chosen].tolist(), strict=True)
    values = [data[start:end] for start, end in ranges]
    places = [i for i in _having(values, signs.words) if len(values[i]) <= most_bytes]
    return [(int(at.row[first + i]), values[i]) for i in places]


def _having(values: list[bytes], words: tuple[bytes, ...]) -> list[int]:
    """Numbers of the values in which a word stands: a search of all at once is quicker than one of each."""
    text = b"\n".join(values).lower()
    places: set[int] = set()
    for word in words:
        place = text.find(word)
        while place >= 0:
            places.add(place)
            place = text.find(word, place + len(word))
    if not places:
        return []
    ends = list(accumulate(map(len, values), lambda end, n: end + n + 1))
    return sorted({bisect_right(ends, place) for place in places})


class Limits(NamedTuple):
    """Which lines are looked at.

    Attributes
    ----------
    most_chars, least_digits
        Those that are short, and hold digits.
    most_lines
        So many of them.
    """

    most_chars: int
    least_digits: int
    most_lines: int


def lines_signed(
    page: Page, lines: Lines, chosen: tuple[int, int], most_chars: int, pairs: Signs
) -> list[int]:
    """Return the lines of a range that may be bylines, ascending: all short ones where nothing is compiled.

    Parameters
    ----------
    page, lines
        The page and its lines.
    chosen
        Half-open range of lines.
    most_chars
        Longer ones are left out.
    pairs
        Letters that labels begin with.
    """
    start, end = chosen
    if _KERNEL is not None:
        places = page.text_start, page.text_end, lines.row, lines.last, lines.n_chars
        found: list[int] = _KERNEL.signed(page.text, *places, start, end, most_chars, pairs.table[0])
        return found
    return [start + i for i in (lines.n_chars[start:end] <= most_chars).nonzero()[0].tolist()]


def lines_begun(page: Page, lines: Lines, first: int, limits: Limits, words: tuple[str, ...]) -> list[int]:
    """Return the lines from a line on that begin with one of some words, ascending.

    White space before the word does not count; both together have 30 characters at most.
    """
    if _KERNEL is not None:
        columns = page.text_start, lines.row, lines.n_chars, lines.n_digits
        found: list[int] = _KERNEL.begun(page.text, *columns, first, *limits, words, _MOST_BEGINNING)
        return found
    places = _short(lines, first, limits)
    starts = page.text_start[lines.row[places]].tolist()
    beginnings = [page.text[at : at + _MOST_BEGINNING].lstrip() for at in starts]
    return [i for i, one in zip(places, beginnings, strict=True) if one.startswith(words)]


def first_places(text: str, words: tuple[str, ...], start: int) -> list[int]:
    """Return where each of some words stands for the first time from a place on, ascending."""
    if _KERNEL is not None:
        found: list[int] = _KERNEL.firsts(text, words, start)
        return found
    return sorted(at for word in words if (at := text.find(word, start)) >= 0)


def lines_dated(page: Page, lines: Lines, first: int, limits: Limits) -> list[int]:
    """Return the lines from a line on that may hold a date, ascending: all where nothing is compiled."""
    if _KERNEL is None:
        return _short(lines, first, limits)
    places = page.text_start, page.text_end, lines.row, lines.last, lines.n_chars, lines.n_digits
    found: list[int] = _KERNEL.dated(page.text, *places, first, *limits)
    return found


def _short(lines: Lines, first: int, limits: Limits) -> list[int]:
    behind = slice(first, None)
    fits = (lines.n_digits[behind] >= limits.least_digits) & (lines.n_chars[behind] <= limits.most_chars)
    return [first + i for i in fits.nonzero()[0][: limits.most_lines].tolist()]


def has_cjk(page: Page) -> bool:
    """Whether a page has characters of Chinese, Japanese or Korean."""
    return not page.text.isascii() and bool(page.n_cjk.any())
