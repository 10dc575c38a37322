"""Find the visible authors of a text.

Origins: ``byline:label`` (By …, 作者：… near the headline), ``rel:author`` (an element with ``rel`` or
``itemprop`` ``author``), ``class:place`` (an element near the headline named like an author), ``class:page``
(one after the text), ``link:place`` (a link near the headline to a profile page), ``byline:place`` (a
dateline: （记者 张三）), ``byline:end`` (a separate line after the text).
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html import Page
from maintext.html.characters import CJK_LETTER
from maintext.html.tags import tag_mask
from maintext.metadata import word_lists
from maintext.metadata.byline import ROLES, LineLink, is_medium, split_people, without_media
from maintext.metadata.byline_scan import BylineScan
from maintext.metadata.byline_words import JOBS, find_labels
from maintext.metadata.candidate import AGENCIES, Candidate, Person
from maintext.metadata.language import has_cjk
from maintext.metadata.moment import find_moments
from maintext.metadata.near_headline import line_text
from maintext.metadata.post_words import USER_PAGE

__all__ = ["find_authors", "find_named_media", "labelled_people"]

_ORDER = (
    "byline:label", "class:place", "rel:author", "link:place", "byline:place", "byline:end", "rel:page",
    "class:page",
)  # fmt: skip
_MAX_INNER = 30  # rows of an element that holds nothing else
_MAX_CHARS = 120  # of an element that holds names
_MAX_NAMED = 30  # elements that are looked at
_MAX_LINKS = 60  # that are looked at
_MAX_ROWS_BETWEEN = 8  # rows between two authors of one text
_MAX_ROWS_TO_NEXT = 4  # the same for labelled lines; between those of two texts stands a headline


def find_authors(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return candidates for ``author``, one person each, the best first.

    For each origin, only people who are named together count. A line or element further down names the
    author of another text, unless it gives another role.
    """
    found = [candidate for candidate in scan.stated if candidate.field == "author"]
    hints = scan.hints
    found += _named_elements(page, scan, hints)
    if not _has_writer(found):
        found += _profile_links(page, scan)
    if not _has_writer(found) and (scan.stated or hints or scan.dates):  # else it is no article
        found += _named_elements(page, scan, scan.hints_after())
    if not _has_writer(found):
        found += scan.people_after()
    if not _has_writer(found) and (scan.stated or hints or scan.dates):
        found += scan.signature()
    if not _has_writer(found) and page.cached(has_cjk):
        found += _linked_poster(page, scan)
    usable = [one for one in found if one.field == "author" and not scan.is_aside(one.row)]
    usable = [one for one in usable if one.origin not in _ELEMENTS or not _is_of_other(page, scan, one.row)]
    if page.has_tag(_FIGCAPTION):  # who is named there took or made the picture
        in_caption = page.inside(page.tagged(_FIGCAPTION))
        usable = [one for one in usable if not (one.names_writer and one.row >= 0 and in_caption[one.row])]
    named = [one for one in usable if isinstance(one.value, Person) and not _JOB_ENDS.search(one.value.name)]
    usable = named if _has_writer(named) else usable
    # Far below the first named element are authors of the page: who answers in a thread.
    last = min((one.row for one in usable if one.origin == "class:place"), default=sys.maxsize) + _MAX_APART
    usable = [
        replace(one, origin="rel:page") if one.origin == "rel:author" and one.row > last else one
        for one in usable
    ]
    return _in_order(usable)


_MAX_APART = 100  # rows between two elements that name authors of one text


_ELEMENTS = frozenset({"class:place", "class:page", "rel:author", "rel:page", "link:place"})
_JOB_ENDS = re.compile(rf"{JOBS.pattern}\Z", re.IGNORECASE)  # Staff Writer, next to a name
_CODE, _NOT_SIGNED = tag_mask(("pre", "code")), tag_mask(("figcaption", "figure", "blockquote"))
_HEADINGS = tag_mask(("h1", "h2", "h3", "h4", "h5"))
_FIGCAPTION = tag_mask(("figcaption",))
_MAX_UP, _MAX_BOX = 8, 120  # ancestors that may be a teaser, and the rows of one
_MIN_HEADLINE, _MIN_CJK_HEADLINE = 20, 8  # characters of a linked heading that is no name


def _is_of_other(page: Page, scan: BylineScan, row: int) -> bool:
    """Return True if an element is of a caption, code, a quotation, a review, or a teaser.

    A teaser is a box with a linked heading.
    """
    headline, text = scan.place.headline_row, int(scan.lines.row[scan.place.text_start])
    author = row
    for _ in range(_MAX_UP):
        end = int(page.end[row])
        if row <= 0 or row <= headline < end:
            return False
        is_around_text = row <= text < end
        if _CODE[page.tag[row]] or (_NOT_SIGNED[page.tag[row]] and not is_around_text):
            return True
        if is_around_text or end - row > _MAX_BOX:
            return False
        if _OTHER_VALUE.search(page.data, int(page.byte_start[row]), int(page.inner_start[row])):
            return True
        headings = (row + _HEADINGS[page.tag[row:end]].nonzero()[0][:2]).tolist()
        if any(not at <= author < page.end[at] and _is_linked_headline(page, at) for at in headings):
            return True
        row = int(page.parent[row])
    return False


def _is_linked_headline(page: Page, row: int) -> bool:
    """Return True if a heading is a link, or is in one, and longer than a name."""
    is_link = page.is_link[row] or page.is_anchor[row : page.end[row]].any()
    text = page.row_text(row).strip() if is_link else ""
    return len(text) >= (_MIN_CJK_HEADLINE if CJK_LETTER.search(text) else _MIN_HEADLINE)


def find_named_media(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return candidates for ``source``: media among the names of people next to the headline."""
    hints = scan.hints
    named = [one for one in _named_elements(page, scan, hints) if one.field == "source"]
    named += _source_elements(page, [row for row, hint in hints if hint == "source"])
    return [one for one in named if not scan.is_aside(one.row)]


def _has_writer(candidates: list[Candidate]) -> bool:
    """Return True if a writer is named; a photographer alone does not count."""
    return any(isinstance(one.value, Person) and one.value.role in _WRITERS for one in candidates)


_WRITERS = frozenset({"author", "reporter", "editor", "responsible_editor"})


def labelled_people(scan: BylineScan) -> list[Candidate]:
    """Return the people named by lines, the best first, without the costly search of elements."""
    usable = [one for one in scan.stated if one.field == "author" and not scan.is_aside(one.row)]
    return _in_order(usable)


def _named_together(candidates: list[Candidate], origin: str) -> list[Candidate]:
    """Return the first people of each role of one origin, and those in the same line or next to it."""
    last: dict[str, int] = {}
    chosen = []
    for candidate in candidates:
        if candidate.origin != origin or not isinstance(candidate.value, Person):
            continue
        role = candidate.value.role
        is_one_line = origin.startswith("byline") and (candidate.names_writer or origin != "byline:end")
        next_line = _MAX_ROWS_TO_NEXT if origin == "byline:label" else 0
        most_between = next_line if is_one_line else _MAX_ROWS_BETWEEN
        if candidate.row - last.setdefault(role, candidate.row) <= most_between:
            last[role] = max(last[role], candidate.row)
            chosen.append(candidate)
    return chosen


def _in_order(usable: list[Candidate]) -> list[Candidate]:
    """Return the people by their origins, the best first, each once of an origin."""
    chosen = [candidate for origin in _ORDER for candidate in _named_together(usable, origin)]
    unique = {(one.origin, one.value): one for one in reversed(chosen)}
    return list(unique.values())[::-1]


def _named_elements(page: Page, scan: BylineScan, hints: list[tuple[int, str]]) -> list[Candidate]:
    """Read people from the innermost author elements, those below the headline first."""
    sources = [row for row, hint in hints if hint == "source"]
    hinted = [row for row, hint in hints if hint == "author"]
    start, last = scan.rows
    found: list[Candidate] = []
    for i, row in enumerate(hinted[:_MAX_NAMED]):
        end = int(page.end[row])
        has_inner = i + 1 < len(hinted) and hinted[i + 1] < end
        if has_inner or end - row > _MAX_INNER or any(row < inner < end for inner in sources):
            continue
        text, role = _names_only(_linked_names(*line_text(page, row, end - 1)))
        is_declared = _AUTHOR_VALUE.search(page.data, int(page.byte_start[row]), int(page.inner_start[row]))
        places = ("rel:author", "rel:page") if is_declared else ("class:place", "class:page")
        origin = places[not start <= row <= last]
        people, media = without_media(split_people(text, role))
        people += [Person(name, "agency") for name in media if name.lower() in AGENCIES]
        found += [Candidate("author", person, origin, row) for person in people]
        is_whole = bool(people) or text.strip().endswith(tuple(media))  # else where an author works
        found += [Candidate("source", name, origin, row) for name in media if is_whole]
    headline = scan.place.headline_row
    return sorted(found, key=lambda candidate: candidate.row < headline)


def _linked_names(text: str, links: tuple[LineLink, ...]) -> str:
    """Return the linked lines of a Chinese, Japanese or Korean element that begins with a link, else all.

    What else it holds is the rank of a user, or a button.
    """
    if text.isascii() or not links or links[0].start > 0 or "\n" not in text[links[0].end :]:
        return text
    end = after.start() if (after := _AFTER_NAMES.search(text)) else len(text)
    return "\n".join(text[link.start : link.end] for link in links if link.end <= end)


def _source_elements(page: Page, rows: list[int]) -> list[Candidate]:
    """Read the source from elements that are named so and hold a name alone."""
    texts = ((row, line_text(page, row, int(page.end[row]) - 1)[0].strip()) for row in rows[:_MAX_NAMED])
    return [
        Candidate("source", text, "class:place", row)
        for row, text in texts
        if 1 < len(text) <= _MAX_SOURCE
        and not (text.isascii() or "\n" in text or find_labels(text) or find_moments(text))
    ]


_PROFILE = re.compile(
    rb"/(?:authors?|autor(?:en|es|i)?|auteurs?|writers?|contributors?|profile?s?|people|by|staff|redaktion|journalist(?:e?s|en)?"
    rb"|columnists?|newsteam)/[^/]"
    rb"|[?&]author=|/@[\w.-]+/?(?:[?#]|$)"
)
_PROFILE_SIGNS = WordSet(tuple(word_lists("byline_elements")["profile_parts"]))  # parts of these
_MAX_BYTES, _MAX_SOURCE = 5_000, 20  # bytes of a URL, characters of a name


def _profile_links(page: Page, scan: BylineScan) -> list[Candidate]:
    """Read people from links to profile pages, between headline and text; one word is no name."""
    place, lines = scan.place, scan.lines
    if place.headline < 0:
        return []
    rows = place.headline_row, int(lines.row[place.text_start])
    has_han = page.cached(has_cjk)
    sources = {row for row, hint in scan.hints if hint == "source"}
    found = []
    for row, link in values_having(page.columns, b" href", rows, _PROFILE_SIGNS, _MAX_LINKS, _MAX_BYTES):
        # Of users, only Chinese names are told from other links there.
        is_profile = _PROFILE.search(link) is not None
        if page.is_anchor[row] and row not in sources and (is_profile or USER_PAGE.search(link)):
            text, role = _names_only(line_text(page, row, int(page.end[row]) - 1)[0][:_MAX_CHARS])
            people = [
                person
                for person in split_people(text, role)
                if (is_profile and " " in person.name) or (not person.name.isascii() and has_han)
            ]
            found += [Candidate("author", person, "link:place", row) for person in people]
    return found


_ROWS_BEFORE_DATE = 30
_NAMED_POSTER = 40  # characters


def _linked_poster(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return the user linked right before the first date of a page of a forum: 张三 … 发表于 2008-4-3."""
    last = min((one.row for one in scan.dates if one.field == "published" and one.row >= 0), default=0)
    start = max(last - _ROWS_BEFORE_DATE, 0)
    for row in (start + page.is_anchor[start:last].nonzero()[0])[::-1].tolist():
        name = page.row_text(row)[:_NAMED_POSTER].strip()
        if name and USER_PAGE.search((page.value(row, "href") or "").encode()):
            people = [] if is_medium(name) else split_people(name)
            return [Candidate("author", one, "link:place", row) for one in people]
    return []


_OTHER_VALUE = re.compile(rb' (?:itemprop|class)="(?:[^"]* )?(?:reviews?|comment)[ "]', re.IGNORECASE)
_AUTHOR_VALUE = re.compile(rb' (?:rel|itemprop)="(?:[^"]* )?author[ "]', re.IGNORECASE)


# 12 人参与, 發表在 某網
_AFTER_NAMES = re.compile(r"(?<!\d)\d+\s*人.{0,2}(?:评论|評論|参与|參與)|[发發]表[在於于]")


def _names_only(text: str) -> tuple[str, str]:
    """Return the text before the first date, count or later label, and the role given by a leading label."""
    labels = find_labels(text)
    role = ROLES.get(labels[0][2], "author") if labels and labels[0][0] == 0 else "author"
    ends = [start for start, _, _ in find_moments(text)]
    ends += [start for start, _, kind in labels if start > 1 or kind not in ROLES]
    ends += [match.start() for match in _AFTER_NAMES.finditer(text)]
    return text[: min(ends, default=len(text))], role
