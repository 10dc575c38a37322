"""Elements that say by their names what they hold: the author, a date, or what is no part of the text.

Names are those of ``class``, ``id``, ``rel`` and ``itemprop``. What a name says is remembered from page to
page, as pages of a site share their names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maintext.page import Page

__all__ = ["find_hints", "is_aside"]

_NAMED = ("class", "id", "rel", "itemprop")
_NAMED_BUT_REL = ("class", "id", "itemprop")
_MOST_NAMES = 1_500  # of one attribute that are looked at: those of the byline's place and around
_MOST_CHARS = 300  # of a value; frameworks write very long ones

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
_WORDS = re.compile(r"[a-z]+")
_RAW_WORDS = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+")
# Parts of the words above: what has none of them says nothing. Searching all names at once for each part
# is quicker than looking at one name after another.
_SIGNS = tuple(
    word.encode()
    for word in """auth auteur autor byline by-line writer contrib redak redac verfasser user poster nick
    blogger creator editor zuozhe bianji date datum time publi pub post fecha data shijian modif source
    laiyuan copyfrom""".split()
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ASIDE = frozenset(
    """comment comments commentlist respond replies reply related relatedposts recommend recommended
    recommendations sidebar widget widgets footer nav navbar menu teaser teasers recent popular trending
    mostread latest promo carousel newsletter breadcrumb breadcrumbs ad ads advert advertisement card cards
    upcoming kommentar kommentare comentarios commentaires suggested suggestions ranking hot tuijian
    xiangguan""".split()
)
_ASIDE_TAGS = (b"<aside", b"<nav")
_OF_ARTICLE = frozenset({"entry", "post", "article", "hentry", "story"})
_NAME_VALUES = re.compile(rb' (?:class|id)="([^"]*)"')


def _hint_of(raw: bytes) -> str | None:
    hints = [hint for name in raw.split() if (hint := _hint_of_name(name)) is not None]
    return "modified" if "modified" in hints else hints[0] if hints else None


def _hint_of_name(name: bytes) -> str | None:
    """What one name says by its words, of which the last ones count: ``article-header__pub-date``."""
    words = _WORDS.findall(_CAMEL.sub("-", name.decode(errors="replace")).lower())[-3:]
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
    rows: list[int] = []
    names: list[bytes] = []
    data = page.data
    end = min(end, len(page))
    # One look at the bytes spares the search for rel on most pages.
    bounds = (int(page.byte_start[start]), int(page.byte_end[end - 1])) if start < end else (0, 0)
    for attribute in _NAMED if data.find(b"author", *bounds) >= 0 else _NAMED_BUT_REL:
        at = page.attribute(attribute)
        first, last = at.row.searchsorted((start, end)).tolist()
        if first < last:
            chosen = slice(first, min(last, first + _MOST_NAMES))
            rows += at.row[chosen].tolist()
            names += map(data.__getitem__, map(slice, at.start[chosen].tolist(), at.end[chosen].tolist()))
    found: dict[int, str] = {}
    known = _hints_of(names)
    for row, name in zip(rows, names, strict=True):
        if (hint := known[name]) is not None:
            found.setdefault(row, hint)
    return sorted(found.items())


_MOST_KNOWN = 16_384
_memory: list[dict[bytes, str | None]] = [{}]  # the last one counts; what is in one stays in it


def _hints_of(names: list[bytes]) -> dict[bytes, str | None]:
    """Return what names say; what was found for earlier pages is remembered."""
    known = _memory[-1]
    new = [name for name in dict.fromkeys(names) if name not in known]
    if len(known) + len(new) > _MOST_KNOWN:
        known, new = {}, list(dict.fromkeys(names))
        _memory[-1] = known
    if new:
        said = dict.fromkeys(new)
        short = [name for name in new if len(name) <= _MOST_CHARS]
        said.update({short[i]: _hint_of(short[i]) for i in _signed(short)})
        known.update(said)
    return known


def _signed(names: list[bytes]) -> list[int]:
    """Places in the list of the names that have one of the signs."""
    text = b"\n".join(names).lower()
    places: set[int] = set()
    for sign in _SIGNS:
        place = text.find(sign)
        while place >= 0:
            places.add(place)
            place = text.find(sign, place + len(sign))
    if not places:
        return []
    ends = list(accumulate(map(len, names), lambda end, n: end + n + 1))
    return sorted({bisect_right(ends, place) for place in places})


def is_aside(page: Page, row: int, headline_row: int, known: dict[int, bool]) -> bool:
    """Return whether a row stands in comments, a sidebar, a list of other articles or the like.

    What holds the headline as well is none of these, whatever its name. ``known`` remembers the answers
    for the elements of one page. Cost O(depth) for the first row.
    """
    path: list[int] = []
    answer = False
    while row > 1 and not row <= headline_row < page.end[row]:
        if (remembered := known.get(row)) is not None:
            answer = remembered
            break
        path.append(row)
        if _is_aside_tag(page.data[page.byte_start[row] : page.inner_start[row]]):
            answer = True
            break
        row = int(page.parent[row])
    known.update(dict.fromkeys(path, answer))
    return answer


@lru_cache(maxsize=16_384)
def _is_aside_tag(raw: bytes) -> bool:
    """Whether a start tag opens what is beside the text."""
    if raw.startswith(_ASIDE_TAGS):
        return True
    if raw.startswith((b"<body", b"<html", b"<main")):
        return False
    words = {
        word.decode().lower() for word in _RAW_WORDS.findall(b" ".join(_NAME_VALUES.findall(raw[:1000])))
    }
    is_footer = raw.startswith(b"<footer") or "footer" in words
    # The foot of an article says who wrote it; the foot of the page does not.
    return (is_footer and _OF_ARTICLE.isdisjoint(words)) or not (_ASIDE - {"footer"}).isdisjoint(words)
