"""Tags and categories that a page shows beside its text: named links, and lines with a label.

    <a rel="category tag">News</a>    标签：学习 随笔    Filed under: Hills, Rain

They stand right below the headline, right behind the text, or above the headline. What stands elsewhere
belongs to other texts, or is a list of all that the site has. A page on which several groups stand is a list
of texts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html.tags import tag_mask
from maintext.metadata.byline import parse_byline
from maintext.metadata.byline_place import line_text
from maintext.metadata.byline_terms import MOST_TERMS, term_of
from maintext.metadata.byline_words import find_labels, label_beginnings
from maintext.metadata.candidate import Candidate
from maintext.metadata.language import has_cjk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.metadata.byline_scan import Seen

__all__ = ["find_terms"]

_FIELDS = ("tag", "category")
_BEGINNINGS = label_beginnings(*_FIELDS)
_ASCII = tuple(word for word in _BEGINNINGS if word.isascii())
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_NO_CJK = tuple(word for word in _BEGINNINGS if not _CJK.match(word))
_REL = WordSet(("tag",))
_HEADINGS = tag_mask(("h1", "h2", "h3", "h4"))
_ABOVE, _BEHIND = 4, 14  # lines above the headline, and behind the last of the text
_LAST = 4  # lines of the text that may hold them, as these are part of it on some pages
_MOST_LINES = 40  # of a zone
_MOST_CHARS = 220  # of a line with a label
_MOST_GROUPS = 2  # of one field, above the text and behind it: pages with more are lists of texts
_MOST_RELS = 200  # of one page that are looked at
_MOST_APART = 12  # rows between two links of a group
_MOST_LABEL = 12  # characters of a line that is a label alone
_MOST_UP = 3  # elements around it in which its names stand
_MOST_LINE_OF_NAMES = 120  # characters


def find_terms(page: Page, seen: Seen, kept: NDArray[np.bool_] | None) -> list[Candidate]:
    """Return candidates for ``tag`` and ``category``, those of the best place first.

    Origins: ``rel:tag``, ``rel:category`` (links that say so), ``byline:label`` (a label before them).

    Parameters
    ----------
    page, seen
        The page, and what stands where bylines stand.
    kept
        Text rows of the main content, where they are known: bool of shape (n_rows,).

    Notes
    -----
    Cost O(n_lines) in C, then the lines that begin with a label.
    """
    zones = _Zones(page, seen, kept)
    found = _related(page, zones)
    found += [one for one in seen.stated if one.field in _FIELDS and zones.have(one.row)]
    if {one.field for one in found} < set(_FIELDS):
        found += _labelled(page, seen, zones)
    return [one for field in _FIELDS for one in _first_place(found, field)]


class _Zones:
    """The rows in which tags and categories of the text stand, and in which order they are preferred."""

    def __init__(self, page: Page, seen: Seen, kept: NDArray[np.bool_] | None) -> None:
        lines, place = seen.lines, seen.place
        self._page, self._seen = page, seen
        last = place.text_start
        if kept is not None and kept.any():
            last = lines.at(len(page) - 1 - int(kept[::-1].argmax()))
        self._headline = max(place.headline, 0)
        self._last = max(last, self._headline)
        self._read = -1  # the last row that was read as a name

    def rows(self) -> tuple[int, int]:
        """Return a half-open range of rows around all zones."""
        lines = self._seen.lines
        first, last = max(self._headline - _ABOVE, 0), min(self._last + _BEHIND, len(lines) - 1)
        start = int(lines.last[first - 1]) + 1 if first else 0
        return start, int(lines.last[last]) + 1

    def begun(self) -> list[int]:
        """Return the lines of the zones that begin like a label, ascending; some behind them too."""
        above = max(self._headline - _ABOVE, 0)
        behind = max(self._last - _LAST, min(self._seen.place.end, self._last + 1))
        words = _BEGINNINGS if self._page.cached(has_cjk) else _NO_CJK
        words = _ASCII if self._page.text.isascii() else words
        found: list[int] = []
        for first, n in ((above, behind - above), (behind, self._last + _BEHIND + 1 - behind)):
            found += self._seen.lines.begun(first, words, _MOST_CHARS, 0, min(n, _MOST_LINES))
        return sorted(set(found))

    def number(self, row: int) -> int:
        """Return 0 for a row below the headline, 1 behind the text, 2 above the headline, −1 elsewhere."""
        i = self._seen.lines.at(row)
        if self._headline <= i < min(self._seen.place.end, self._last + 1):
            return 0
        if self._last - _LAST <= i <= self._last + _BEHIND and i > self._headline:
            return -1 if self._is_behind_heading(row) else 1
        return 2 if self._headline - _ABOVE <= i < self._headline else -1

    def pass_over(self, last: int) -> None:
        """Note that the rows up to one hold names."""
        self._read = max(self._read, last)

    def have(self, row: int) -> bool:
        """Return whether a row stands in one of them, and in no sidebar or the like."""
        return self.number(row) >= 0 and not self._seen.is_aside(self._page, row)

    def _is_behind_heading(self, row: int) -> bool:
        """Whether a heading stands between the text and a row: there begins something else.

        Some pages write each tag as a heading: what was read as a name does not count.
        """
        start = max(int(self._seen.lines.last[self._last]), self._read + 1)
        return bool(_HEADINGS[self._page.tag[start:row]].any())


def _related(page: Page, zones: _Zones) -> list[Candidate]:
    """Links with ``rel`` ``tag`` or ``category``, the first group of each; none where there are several."""
    groups: dict[str, list[list[int]]] = {}
    for row, value in values_having(page.columns, b" rel", zones.rows(), _REL, _MOST_RELS):
        rels = value.lower().split()
        if b"tag" in rels and page.is_anchor[row]:
            of_field = groups.setdefault("category" if b"category" in rels else "tag", [])
            if of_field and row - of_field[-1][-1] <= _MOST_APART:
                of_field[-1].append(row)
            else:
                of_field.append([row])
    found = []
    for field, some in groups.items():
        usable = [group for group in some if zones.have(group[0])]
        beside = sorted(usable, key=lambda one: zones.number(one[0]))
        if 0 < len(beside) <= _MOST_GROUPS and len(beside[0]) <= MOST_TERMS:
            names = [(term_of(page.row_text(row)), row) for row in beside[0]]
            found += [Candidate(field, name, f"rel:{field}", row) for name, row in names if name]
    return found


def _labelled(page: Page, seen: Seen, zones: _Zones) -> list[Candidate]:
    """What lines state that begin with a label; nothing where many lines of the page do."""
    lines = seen.lines
    found: dict[str, list[list[Candidate]]] = {field: [] for field in _FIELDS}
    for i in zones.begun():
        row = int(lines.row[i])
        if zones.number(row) < 0:
            continue
        last = _last_row(page, seen, i)
        text, links = line_text(page, row, last)
        if not any(kind in _FIELDS for _, _, kind in find_labels(text)):
            continue
        stated = parse_byline(text, links=links, row=row)
        if any(one.field in _FIELDS for one in stated):
            zones.pass_over(last)
        for field in _FIELDS:
            if some := [one for one in stated if one.field == field]:
                found[field].append(some)
    return [
        one
        for some in found.values()
        if len(some) <= _MOST_GROUPS
        for of_line in some
        for one in of_line
        if not seen.is_aside(page, one.row)
    ]


def _last_row(page: Page, seen: Seen, i: int) -> int:
    """Last row of a line; where it is a label alone, of the names that stand in the next elements."""
    lines, row = seen.lines, int(seen.lines.row[i])
    last = int(lines.last[i])
    text = line_text(page, row, last)[0].strip()
    if len(text) > _MOST_LABEL or not text.endswith((":", "：")):
        return last
    at = int(page.parent[row])
    for _ in range(_MOST_UP):
        if at <= 0 or (page.end[at] > last + 1 and page.n_chars[last + 1 : page.end[at]].any()):
            break
        at = int(page.parent[at])
    end = int(page.end[at]) if at > 0 else last + 1
    while i + 1 < len(lines) and lines.last[i + 1] < end and lines.n_chars[i + 1] <= _MOST_LINE_OF_NAMES:
        i += 1
        last = int(lines.last[i])
        if not lines.n_link_chars[i]:
            break  # names that are no links stand in one line
    return last


def _first_place(found: list[Candidate], field: str) -> list[Candidate]:
    """Candidates of a field, of each origin those of the first line."""
    chosen: dict[tuple[str, str], Candidate] = {}
    rows: dict[str, int] = {}
    for one in found:
        if one.field == field:
            is_group = one.origin.startswith("rel:")
            if is_group or rows.setdefault(one.origin, one.row) == one.row:
                chosen.setdefault((one.origin, str(one.value).lower()), one)
    return list(chosen.values())
