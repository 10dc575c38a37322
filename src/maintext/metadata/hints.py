"""Elements that say by their names what they hold: the author, a date, or what is no part of the text.

Names are those of ``class``, ``id``, ``rel`` and ``itemprop``. What a name says is remembered from page to
page, as pages of a site share their names.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html.tags import tag_id

if TYPE_CHECKING:
    from maintext.html import Page

__all__ = ["find_hints", "is_aside"]

_NAMED = (b" class", b" id", b" rel", b" itemprop")
_NAMED_BUT_REL = (b" class", b" id", b" itemprop")
_MOST_NAMES = 1_500  # of one attribute that are looked at: those of the byline's place and around

_AUTHOR = frozenset(
    """author authors byline bylines contributor contributors writer writers autor autores autorin autoren
    autore auteur auteurs redakteur verfasser redacteur username poster nickname blogger creator editor
    zuozhe bianji authorname bylinename postauthor articleauthor""".split()
)
_DATE = frozenset(
    """date dates datetime dateline pubdate pubtime published publish publication posted time timestamp
    datum fecha data shijian ctime datepublished datecreated publishdate publishtime postdate posttime
    entrydate pubdatetime releasetime ptime""".split()
)
_MODIFIED = frozenset(
    "updated update modified datemodified lastmodified lastupdated lastmod dateupdated updatetime".split()
)
_SOURCE = frozenset("source laiyuan copyfrom".split())
# Words that say that the element is about the author or the time, but does not hold the name or date alone.
_NOT = frozenset(
    """avatar image img picture photo bio box description desc about follow social icon link-list list-item
    comments comment reading read count select picker input filter search lapse timeline related more
    articles posts widget update-form navigation nav wrapper-outer tooltip recommended others
    visually-hidden country""".split()
)
_BOXES = frozenset(
    {"box", "bio", "info", "about", "card"}
)  # about the author; in them, a name is the author's
_WORDS = re.compile(r"[a-z]+")
_RAW_WORDS = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+")
# Parts of the words above: what has none of them says nothing.
_SIGNS = WordSet(
    tuple(
        """auth auteur autor byline by-line writer contrib redak redac verfasser user poster nick
    blogger creator editor zuozhe bianji date datum time publi pub post fecha data shijian modif source
    laiyuan copyfrom""".split()
    )
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ASIDE = frozenset(
    """comment comments commentlist respond replies reply related relatedposts recommend recommended
    recommendations sidebar widget widgets footer nav navbar menu teaser teasers recent popular trending
    mostread latest promo carousel newsletter breadcrumb breadcrumbs ad ads advert advertisement card cards
    upcoming kommentar kommentare comentarios commentaires suggested suggestions ranking hot tuijian
    xiangguan""".split()
)
_ARTICLE = tag_id("article")
_ASIDE_TAGS = (b"<aside", b"<nav")
_OF_ARTICLE = frozenset({"entry", "post", "article", "hentry", "story"})
_PART_WIDGET = re.compile(rb"(?<=[\w-])[_-]widget", re.IGNORECASE)
_NAME_VALUES = re.compile(rb' (?:class|id)="([^"]*)"')


@lru_cache(maxsize=16_384)
def _hint_of(raw: bytes) -> str | None:
    hints = [hint for name in raw.split() if (hint := _hint_of_name(name)) is not None]
    return "modified" if "modified" in hints else hints[0] if hints else None


def _hint_of_name(name: bytes) -> str | None:
    """What one name says by its words, of which the last ones count: ``article-header__pub-date``."""
    words = _WORDS.findall(_CAMEL.sub("-", name.decode(errors="replace")).lower())[-3:]
    if words[-1:] == ["name"]:
        words = [word for word in words if word not in _BOXES]
    if not words or not _NOT.isdisjoint(words):
        return None
    is_dated = not _DATE.isdisjoint(words)
    if not _MODIFIED.isdisjoint(words) and (is_dated or len(words) <= 2):
        return "modified"
    if not _AUTHOR.isdisjoint(words):
        return None if is_dated else "author"
    if is_dated:
        return "published"
    return "source" if not _SOURCE.isdisjoint(words) else None


def find_hints(page: Page, start: int, end: int) -> list[tuple[int, str]]:
    """Return the elements among rows ``start … end − 1`` whose names say what they hold, in document order.

    Each with ``author``, ``published``, ``modified`` or ``source``. Only 1,500 names of a kind are looked
    at. Cost O(n_attributes) at first, then per name.
    """
    data = page.data
    end = min(end, len(page))
    # One look at the bytes spares the search for rel on most pages.
    bounds = (int(page.byte_start[start]), int(page.byte_end[end - 1])) if start < end else (0, 0)
    found: dict[int, str] = {}
    for attribute in _NAMED if data.find(b"author", *bounds) >= 0 else _NAMED_BUT_REL:
        for row, name in values_having(page.columns, attribute, (start, end), _SIGNS, _MOST_NAMES):
            if (hint := _hint_of(name)) is not None:
                found.setdefault(row, hint)
    return sorted(found.items())


def is_aside(page: Page, row: int, headline_row: int, text_row: int, known: dict[int, bool]) -> bool:
    """Return whether a row stands in comments, a sidebar, a list of other articles or the like.

    What holds the headline or the first row of the text as well is none of these, whatever its name; −1 for
    one that is not known. ``known`` remembers the answers for the elements of one page. Cost O(depth) for
    the first row.
    """
    path: list[int] = []
    answer = False
    while row > 1 and not (row <= headline_row < page.end[row] or row <= text_row < page.end[row]):
        if (remembered := known.get(row)) is not None:
            answer = remembered
            break
        path.append(row)
        tag = page.data[page.byte_start[row] : page.inner_start[row]]
        if _is_aside_tag(tag):
            answer = not (tag.startswith(b"<footer") and _is_foot_of_article(page, row, headline_row))
            break
        row = int(page.parent[row])
    known.update(dict.fromkeys(path, answer))
    return answer


def _is_foot_of_article(page: Page, row: int, headline_row: int) -> bool:
    """Whether the innermost ``<article>`` around a row has the headline: there stands who wrote it."""
    while row > 0:
        row = int(page.parent[row])
        if page.tag[row] == _ARTICLE:
            return row <= headline_row < int(page.end[row])
    return False


@lru_cache(maxsize=16_384)
def _is_aside_tag(raw: bytes) -> bool:
    """Whether a start tag opens what is beside the text."""
    if raw.startswith(_ASIDE_TAGS):
        return True
    if raw.startswith((b"<body", b"<html", b"<main")):
        return False
    values = b" ".join(_NAME_VALUES.findall(raw[:1000]))
    # Page builders call every part a widget (x-widget, x-widget-text); what begins with the word is one.
    words = {word.decode().lower() for word in _RAW_WORDS.findall(_PART_WIDGET.sub(b"", values))}
    is_footer = raw.startswith(b"<footer") or "footer" in words
    # The foot of an article says who wrote it; the foot of the page does not.
    return (is_footer and _OF_ARTICLE.isdisjoint(words)) or not (_ASIDE - {"footer"}).isdisjoint(words)
