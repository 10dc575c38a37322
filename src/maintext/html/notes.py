"""Find footnotes: short links within the page, and the elements with the notes that they lead to."""

from __future__ import annotations

import html
import re

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html.columns import Page
from maintext.html.tags import BLOCK, HEADING_TAGS, tag_mask

__all__ = [
    "MIN_NOTE_CHARS", "REFERENCE", "find_note", "is_long", "leads_back", "links_within_page", "rows_by_name",
]  # fmt: skip

REFERENCE = re.compile(r"[\[(]?(?i:(?:foot)?note )?(\w{1,3}|[*†‡§]{1,3})[\])]?")
"""The text of a link to a note."""

MIN_NOTE_CHARS = 4
"""Most characters of the mark of a note; its text has more."""

_NUMBER_SIGN = WordSet(("#",))
_NOTE_TAGS = tag_mask("li p div dd aside section td table".split())
_P, _LI = tag_mask(("p",)), tag_mask(("li",))
_BLOCKS, _HEADINGS = tag_mask(BLOCK), tag_mask(HEADING_TAGS)
_MAX_STEPS = 4  # from a reference up to the element that its note leads back to
_MAX_ANCESTORS = 8  # of a mark that are looked through for its note
_MAX_ROWS = 200  # of a note that are looked through for a link


def rows_by_name(page: Page) -> dict[str, int]:
    """Return the first row with each ``id`` or ``name``."""
    names = {**page.values("name"), **page.values("id")}
    return {name: row for row, name in sorted(names.items(), reverse=True)}


def links_within_page(page: Page) -> dict[int, str]:
    """Return the names that links within the page lead to, by row, in page order.

    Where a script shows the note, an attribute of the link or of the element around it names it. Links of a
    page without a URL may state any.
    """
    found = {}
    for row, href in values_having(page.columns, b" href", (0, len(page)), _NUMBER_SIGN, len(page)):
        if page.is_anchor[row]:
            own, _, name = html.unescape(href.decode(errors="replace")).strip().partition("#")
            if own in {"", page.url or own}:
                found[row] = name or _stated_name(page, row)
    return found


def _stated_name(page: Page, row: int) -> str:
    around = page.attributes(row) | page.attributes(int(page.parent[row]))
    return next((value for name, value in around.items() if name.startswith("data-") and value), "")


def find_note(page: Page, target: int) -> int:
    """Return the element with the text of a note whose mark is at ``target``; −1 for none.

    A mark in a heading of its own belongs to the block after the heading, a paragraph that begins an item
    to the item.
    """
    at = target
    for _ in range(_MAX_ANCESTORS):
        if at < 0 or (_NOTE_TAGS[page.tag[at]] and is_long(page, at)):
            item = int(page.parent[at])
            begins = _P[page.tag[at]] and _LI[page.tag[item]] and not page.n_chars[item:at].any()
            return item if begins else at
        after = int(page.end[at])
        if _HEADINGS[page.tag[at]] and not is_long(page, at) and after < len(page):
            after += bool(page.is_text[after] and not page.n_chars[after])
            return after if _BLOCKS[page.tag[after]] else -1
        at = int(page.parent[at])
    return -1


def is_long(page: Page, row: int) -> bool:
    """Return True for an element with more text than a mark has."""
    return bool(page.n_chars[row : page.end[row]].sum() > MIN_NOTE_CHARS)


def leads_back(page: Page, links: dict[int, str], target: int, note: int, row: int) -> bool:
    """Return True if a link of a note, or of its mark, leads to a reference or an element close around it."""
    names: set[str] = set()
    for _ in range(_MAX_STEPS):
        attributes = page.attributes(row)
        names |= {attributes.get("id", ""), attributes.get("name", "")}
        row = int(page.parent[row])
    end = min(int(page.end[note]), note + _MAX_ROWS)
    return any(links.get(at) in names - {""} for at in range(min(target, note), end))
