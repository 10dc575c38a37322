"""Where on a page a byline stands: the lines around the headline, as columns.

A line is what a reader sees on one row: text between block boundaries and ``<br>``. The headline is the
``<h1>`` that the page's title repeats; the first long line behind it begins the main text. Between the
two, and a few lines above the headline, stands who wrote the text, and when.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext._core.fields import Lines
from maintext.html.tags import tag_id
from maintext.metadata.byline import Link

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page

    Bool = NDArray[np.bool_]

__all__ = ["LONG", "Lines", "Place", "find_place", "line_text"]

_ABOVE, _BELOW = 10, 30  # lines around the headline; below it also up to the main text only
_BEHIND_START = 3  # lines of the main text in which a byline may still stand, as under a lead or a picture
LONG = 140
"""Characters of a line that is prose, not a caption or a lead of one sentence."""
_SENTENCE = 30  # characters of a line that is one, where no line of the text is long
_TITLE_CHARS = 500  # of a title or heading that are compared
_LEAST_TITLE = 6  # characters of a title that is looked for among the lines
_MOST_HEADINGS = 40  # headings, and lines, that are compared with the title
# As browsers show them; an ideographic space stays, it separates.
_BREAKS = re.compile(r"[\r\n\t ]{2,}|[\r\n\t]")
_TITLE, _FIRST, _OTHERS = tag_id("title"), ("h1",), ("h2", "h3")
_TITLE_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Place:
    """Lines in which a byline may stand.

    Attributes
    ----------
    headline
        Line of the headline, −1 where none was found.
    headline_row
        Its row, −1 likewise.
    start, end
        Range of lines.
    text_start
        Line on which the main text begins.
    """

    headline: int
    headline_row: int
    start: int
    end: int
    text_start: int


def find_place(page: Page, lines: Lines, kept: Bool | None = None, headline_row: int = -1) -> Place:
    """Return where the byline of a page may stand.

    Parameters
    ----------
    page, lines
        The page and its lines.
    kept
        Text rows of the main content, where they are known: bool of shape (n_rows,).
    headline_row
        Row of the headline, −1 to look for it.
    """
    headline_row = headline_row if headline_row >= 0 else _headline_row(page, lines)
    headline = lines.at(headline_row) if headline_row >= 0 else -1
    if headline_row >= 0 and (headline < 0 or lines.last[headline] < headline_row):
        headline += 1  # the text of the heading stands below its row
    text_start = _text_start(lines, max(headline, 0), kept)
    if headline < 0:
        return Place(
            -1, -1, max(0, text_start - _ABOVE), min(len(lines), text_start + _BEHIND_START), text_start
        )
    end = min(headline + _BELOW, text_start + _BEHIND_START, len(lines))
    return Place(
        headline, headline_row, max(0, headline - _ABOVE), max(end, min(headline + 4, len(lines))), text_start
    )


def _text_start(lines: Lines, headline: int, kept: Bool | None) -> int:
    """First line behind the headline that is prose; the last line where there is none."""
    first = headline + 1
    prose = -1  # the first line that is, kept or not
    for i in (first + (lines.n_chars[first:] >= LONG).nonzero()[0]).tolist():
        if lines.n_link_chars[i] * 2 < lines.n_chars[i]:
            if kept is None or kept[lines.row[i]] or kept[lines.last[i]]:
                return int(i)
            prose = i if prose < 0 else prose
    if kept is None or not kept.any():
        return prose if prose >= 0 else max(len(lines) - 1, 0)
    return _short_text_start(lines, first, kept)


def _short_text_start(lines: Lines, first: int, kept: Bool) -> int:
    """First line of a main text without long ones: the first kept one half as long as any; else the last."""
    n_chars = lines.n_chars[first:]
    usable = kept[lines.row[first:]] & (lines.n_link_chars[first:] * 2 < n_chars) & (n_chars >= _SENTENCE)
    if not usable.any():
        return max(len(lines) - 1, 0)
    return first + int((usable & (n_chars * 2 >= n_chars[usable].max())).argmax())


def _headline_row(page: Page, lines: Lines) -> int:
    """Row of the heading that repeats most of the page's title; −1 without any.

    Else a line that does, else the first ``<h1>`` with text.
    """
    titles = (page.tag == _TITLE).nonzero()[0]
    title = _key(page.row_text(int(titles[0]))[:_TITLE_CHARS]) if len(titles) else ""
    firsts = _keyed(page, _FIRST)
    best = _repeating(firsts, title)
    if best < 0 or len(firsts[best]) * 2 < len(title):
        others = firsts | _keyed(page, _OTHERS)
        best = _repeating(others, title)
    if best >= 0:
        return best
    row = _title_line(page, lines, title)
    return row if row >= 0 else next((row for row, key in firsts.items() if key), -1)


def _keyed(page: Page, names: tuple[str, ...]) -> dict[int, str]:
    """Visible headings by row, as keys to compare."""
    rows = page.is_tag(names).nonzero()[0]
    rows = rows[~page.is_hidden[rows]][:_MOST_HEADINGS]
    return {row: _key(page.row_text(row)[:_TITLE_CHARS]) for row in rows.tolist()}


def _repeating(keys: dict[int, str], title: str) -> int:
    """Row of the heading that repeats most of the title and at least a quarter; −1 without any."""
    rows = [row for row, key in keys.items() if key and key in title and len(key) * 4 >= len(title)]
    return max(rows, key=lambda row: (len(keys[row]), -row), default=-1)


def _title_line(page: Page, lines: Lines, title: str) -> int:
    """Row of the first line that is most of a title, −1 without any."""
    if len(title) < _LEAST_TITLE:
        return -1
    fits = (lines.n_chars * 5 >= len(title) * 2) & (lines.n_chars <= len(title) * 1.2 + 4)
    for i in fits.nonzero()[0][:_MOST_HEADINGS].tolist():
        text = page.text[page.text_start[lines.row[i]] : page.text_end[lines.last[i]]]
        if (key := _key(text)) and title.startswith(key):
            return int(lines.row[i])
    return -1


def _key(text: str) -> str:
    return "".join(_TITLE_WORDS.findall(text.lower()))


def line_text(page: Page, row: int, last: int) -> tuple[str, tuple[Link, ...]]:
    """Return the visible text of a range of text rows, a line break between two, with its links."""
    # Most lines have a few rows: for these lists are quicker than arrays.
    chosen = slice(row, last + 1)
    shown = zip(page.n_chars[chosen].tolist(), page.is_hidden[chosen].tolist(), strict=True)
    rows = [row + i for i, (n, is_hidden) in enumerate(shown) if n and not is_hidden]
    pieces: list[str] = []
    links: list[Link] = []
    position = 0
    for text_row in rows:
        piece = _BREAKS.sub(" ", page.text[page.text_start[text_row] : page.text_end[text_row]]).strip(" ")
        if page.is_link[text_row]:
            links.append(Link(position, position + len(piece), _url(page, text_row)))
        pieces.append(piece)
        position += len(piece) + 1
    return "\n".join(pieces), tuple(links)


def _url(page: Page, row: int) -> str:
    while row >= 0 and not page.is_anchor[row]:
        row = int(page.parent[row])
    return page.attributes(row).get("href", "") if row >= 0 else ""
