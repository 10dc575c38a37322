"""Fields that stand beside the headline: the line below it, and the way to the page through the site."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext._core.columns import find_word
from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.metadata.candidate import Candidate
from maintext.metadata.language import has_cjk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.html import Page

__all__ = ["find_breadcrumb", "find_subtitle"]

_CRUMB = re.compile(rb"[Bb]read[-_]?[Cc]$")
# What such a line begins with, and as what it ends: where you are.
_HERE = re.compile(r"位置\s*[:：是为為]|ou are here|ie sind hier")
_HERE_PARTS = ("位置", "ou are here", "ie sind hier")
_HOME = re.compile(
    r"(?:home|home ?page|start|startseite|accueil|inicio|início|strona główna|главная|αρχική|首页|首頁|主页"
    r"|ホーム|トップ|홈)\s*",
    re.IGNORECASE,
)
_MARKS = " \n\t>»›/|·•→:：»＞-\xa0\u3000"
_MAX_LEVELS = 10
_MAX_LEVEL_CHARS = 60
_MAX_TRIES = 20
_MAX_ROWS = 200
_MAX_TEXT = 6_000  # characters from the beginning in which the words are looked for
_ROOT = re.compile(r"(?:https?:)?(?://[^/]*)?/?(?:index\.\w+|default\.\w+|[a-z]{2}/?)?", re.IGNORECASE)

# Names that systems give to the line below the headline, in the languages of the corpus.
_LEAD = re.compile(
    r"(?:^|[\s_-])(?:sub-?_?(?:title|head|headline|heading)|dek|deck|standfirst|strap-?line|lead|lede|intro(?:duction)?"
    r"|summary|excerpt|teaser|vorspann|unterzeile|untertitel|chapo|chapeau|entradilla|bajada|sommario|sottotitolo"
    r"|ingress|zajawka|zhaiyao|daodu|abstract)(?:$|[\s_-])",
    re.IGNORECASE,
)
_LEAD_SIGNS = WordSet(
    tuple(
        """sub dek deck stand strap lead lede intro summary excerpt teaser vorspann unter chap entradilla
        bajada sommario sotto ingress zajawka zhaiyao daodu abstract""".split()
    )
)  # parts of these names
_ROWS_BELOW = 60
_MIN_LEAD, _MAX_LEAD = 15, 600  # characters


def find_breadcrumb(page: Page) -> list[Candidate]:
    """Return the levels of a visible breadcrumb as categories, outermost first, without home and the page.

    Cost O(size of the page), by searching its bytes and its text.
    """
    for row in _breadcrumbs(page):
        levels = _levels(page, row) if row > 0 else []
        if levels:
            return [Candidate("category", level, "breadcrumb", row) for level in levels]
    return []


def find_subtitle(page: Page, headline: int) -> list[Candidate]:
    """Return the line below the headline where its element says what it is, or is the next heading.

    Parameters
    ----------
    page
        The page.
    headline
        Row of the title's heading, −1 for none.
    """
    if headline < 0:
        return []
    start = int(page.end[headline])
    end = min(start + _ROWS_BELOW, len(page))
    for row in _named_leads(page, start, end):
        if _is_line(page, row):
            return [Candidate("subtitle", _line(page, row), "class:subtitle", row)]
    below = slice(start, end)
    solid = page.is_text[below] & ~page.is_hidden[below] & (page.n_chars[below] > 0)
    texts = start + solid.nonzero()[0][:1]
    for text in texts.tolist():
        parent = int(page.parent[text])
        if page.name(parent) == "h2" and _is_line(page, parent):
            return [Candidate("subtitle", _line(page, parent), "h2", parent)]
    return []


def _named_leads(page: Page, start: int, end: int) -> list[int]:
    """Elements among some rows whose class says that they hold the line below the headline."""
    named = values_having(page.columns, b" class", (start, end), _LEAD_SIGNS, _ROWS_BELOW, _MAX_TEXT)
    return [row for row, name in named if _is_lead(name)]


@lru_cache(maxsize=16_384)
def _is_lead(name: bytes) -> bool:
    return _LEAD.search(name.decode()) is not None


def _is_line(page: Page, row: int) -> bool:
    line = _line(page, row)
    n_digits = sum(character.isdigit() for character in line)
    return _MIN_LEAD <= len(line) <= _MAX_LEAD and n_digits * 4 < len(line)


def _line(page: Page, row: int) -> str:
    return " ".join(page.row_text(row)[: _MAX_LEAD + 1].split())


def _breadcrumbs(page: Page) -> Iterator[int]:
    """Elements that may be a breadcrumb: by their name, or by the words that such a line begins with."""
    for at in _places(page.data, b"rumb"):
        if _CRUMB.search(page.data, max(at - 8, 0), at):
            row = int(page.byte_start.searchsorted(at, side="right")) - 1
            if at < page.inner_start[row]:
                yield row
    text = page.text[:_MAX_TEXT]
    if any(part in text for part in _HERE_PARTS[not page.cached(has_cjk) :]):
        match = _HERE.search(text)
        if match:
            rows = page.is_text.nonzero()[0]
            row = rows[page.text_start[rows].searchsorted(match.start(), side="right") - 1]
            parent = int(page.parent[row])
            yield from (parent, int(page.parent[parent]))


def _places(data: bytes, word: bytes) -> list[int]:
    """The first places of a word."""
    found: list[int] = find_word(data, word, _MAX_TRIES)
    return found


def _levels(page: Page, row: int) -> list[str]:
    """Texts of the links in an element, without the one to the home page."""
    inside = slice(row, min(int(page.end[row]), row + _MAX_ROWS))
    anchors = (row + page.is_anchor[inside].nonzero()[0]).tolist()
    if len(anchors) > _MAX_LEVELS:
        return []
    texts = [
        (" ".join(page.row_text(anchor)[:_MAX_ROWS].split()).strip(_MARKS), anchor) for anchor in anchors
    ]
    return [
        text
        for text, anchor in texts
        if 0 < len(text) <= _MAX_LEVEL_CHARS and not _is_home(page, text, anchor)
    ]


def _is_home(page: Page, text: str, anchor: int) -> bool:
    """Whether a link leads to the first page of the site, by its words or its address."""
    link = (page.value(anchor, "href") or "").strip()
    return bool(_HOME.fullmatch(text) or _ROOT.fullmatch(link))
