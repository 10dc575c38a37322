"""Find the visible dates of publication and modification.

Origins: ``byline:label`` (a date with its label near the headline), ``time:place`` (a ``<time>`` or a title
there), ``class:place`` (an element there named like a date), ``byline:place`` (any date there), ``time:page``
(a ``<time>`` elsewhere, outside comments and article lists), ``byline:end`` (a labelled line after the text),
``byline:behind`` (a line with only a date soon after the start of the text), ``byline:relative`` (昨天, 3
hours ago, 05-01: relative to the fetch time), ``byline:vague`` (a month without a day). If only the last
change is stated, it also becomes ``published``, with ``modified:`` before its origin.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html import Page
from maintext.html.parser import TIME_VARIABLES
from maintext.html.tags import tag_id, tag_mask
from maintext.html.urls import split_url
from maintext.metadata import pattern_lists
from maintext.metadata.byline_scan import BylineScan, find_hints
from maintext.metadata.byline_words import find_labels
from maintext.metadata.candidate import Candidate
from maintext.metadata.language import has_cjk
from maintext.metadata.moment import OTHER_DATE, Moment, find_moments, parse_moment
from maintext.metadata.near_headline import line_text
from maintext.metadata.page_dates import local_timestamp

__all__ = ["find_dates", "find_url_date"]

_ORDER = (
    "byline:label", "time:place", "class:place", "byline:place", "byline:end", "byline:behind", "time:page",
    "byline:relative", "byline:vague",
)  # fmt: skip
_MAX_TIMES = 12  # <time> elements that are read, those of the place or else of the page
_LIST_DAYS = 3
_QUOTES = tag_mask(("blockquote", "figcaption"))
_TIME, _TIMES, _YEAR = tag_id("time"), tag_mask(("time", "abbr")), re.compile(r"\d{4}")
_MAX_INNER = 30  # rows of an element that holds nothing else
_MAX_CHARS = 120  # of an element that holds a date
_CHANGED = re.compile(pattern_lists("other_dates")["changed"], re.IGNORECASE)


def find_dates(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return candidates for ``published`` and ``modified``, the best first."""
    found = [  # a month without a day is vague, such as in an archive list, but not 3个月前
        one if _has_day(one) or one.origin == "byline:relative" else replace(one, origin="byline:vague")
        for one in scan.dates
    ]
    found += _time_elements(page, scan)
    found += _dated_elements(page, scan)
    if all(one.value.minute is None for one in found):
        found += _titled_times(page, scan)
    headline = scan.place.headline_row
    usable = [one for one in found if one.field != "event" and not scan.is_aside(one.row)]
    quoted = page.inside(page.tagged(_QUOTES))
    of_text = page.tag == _TIME  # a caption with these is the head of the text
    of_text[[headline, int(scan.lines.row[scan.place.text_start])]] = True
    if quoted.any() and not quoted[of_text].any():
        usable = [one for one in usable if one.origin != "byline:place" or not quoted[one.row]]
    if len({str(one.value)[:10] for one in usable}) >= _LIST_DAYS:
        usable = [one for one in usable if not _is_in_sentence(page, one, scan)] or usable
        usable = _without_lists(usable, headline)
    usable = _without_later(page, usable or _labelled_date(found), scan)
    usable.sort(key=lambda one: (not _has_day(one), _ORDER.index(one.origin), one.row < headline))
    usable += _script_times(page)
    if not any(one.field == "published" for one in usable):
        changed = (_mark_named(page, one) for one in usable)
        usable += [replace(one, field="published", origin=f"modified:{one.origin}") for one in changed]
    return usable


def _is_in_sentence(page: Page, date: Candidate, scan: BylineScan) -> bool:
    """Return True for a date without a label in a line that ends with a Chinese or Japanese full stop."""
    end = int(page.text_end[scan.lines.last[scan.lines.at(date.row)]])
    return date.origin == "byline:place" and page.text[max(0, end - _MAX_SPACE) : end].rstrip().endswith("。")


_MAX_SPACE = 40  # characters after the last sentence of a line


def _mark_named(page: Page, candidate: Candidate) -> Candidate:
    """Mark a Chinese, Japanese or Korean date after the text as that of its element: 编辑于 2024-05-01."""
    row = int(page.parent[candidate.row])
    is_named = candidate.origin == "byline:end" and page.cached(has_cjk) and find_hints(page, row, row + 1)
    return replace(candidate, origin="class") if is_named else candidate


def _script_times(page: Page) -> list[Candidate]:
    """Return the time that a script of the page sets as the time of publication."""
    texts = [script.text.strip('"') for script in page.json_scripts if script.variable in TIME_VARIABLES]
    moments = ((text, parse_moment(text)) for text in texts)
    found = [local_timestamp(page, one) if text.isdigit() else one for text, one in moments if one]
    return [Candidate("published", moment, "script") for moment in found]


def _without_lists(candidates: list[Candidate], headline_row: int) -> list[Candidate]:
    """Drop origins with three different days or more: they are article lists.

    Places above and below the headline count separately.
    """
    places = [(one.origin, one.row < headline_row) for one in candidates]
    days = {(place, str(one.value)[:10]) for place, one in zip(places, candidates, strict=True)}
    n_days = Counter(place for place, _ in days)
    listed = {place for place in n_days if n_days[place] >= _LIST_DAYS and place[0] != "byline:label"}
    return [one for place, one in zip(places, candidates, strict=True) if place not in listed]


def _labelled_date(asides: list[Candidate]) -> list[Candidate]:
    """Return the candidates of asides with a label if all state one day, as in the foot of the page."""
    labelled = [one for one in asides if one.origin in {"byline:label", "byline:end"}]
    return labelled if len({str(one.value)[:10] for one in labelled}) == 1 else []


_NAMED_PLACES = frozenset({"time:place", "class:place"})
_SHOWN_PLACES = _NAMED_PLACES | {"byline:label", "byline:place"}


def _without_later(page: Page, candidates: list[Candidate], scan: BylineScan) -> list[Candidate]:
    """Drop dates of elements after the start of the text that belong to comments or other articles.

    If a date stands between headline and text, that is all of them, and those above the headline count as
    unnamed; else those whose element is repeated.
    """
    headline, text_row = scan.place.headline_row, int(scan.lines.row[scan.place.text_start])
    between = [
        one
        for one in candidates
        if headline < one.row < text_row and one.origin in _SHOWN_PLACES and _has_day(one)
    ]
    early = {one.field for one in between}
    if early and any(one.row < headline and one.origin in _NAMED_PLACES for one in candidates):
        sure = {one.field for one in between if not _is_of_other_thing(page, one, scan)}
        candidates = [
            replace(one, origin="byline:place")
            if one.row < headline and one.origin in _NAMED_PLACES and one.field in sure
            else one
            for one in candidates
        ]
    later = [one for one in candidates if one.row > text_row and one.origin in _NAMED_PLACES]
    rows = {row for row, hint in scan.hints if hint != "author"} | {one.row for one in later}
    names = Counter((page.name(row), page.value(row, "class")) for row in rows if later)
    return [
        one
        for one in candidates
        if one not in later
        or (one.field not in early and names[page.name(one.row), page.value(one.row, "class")] == 1)
    ]


def _is_of_other_thing(page: Page, date: Candidate, scan: BylineScan) -> bool:
    """Return True if a date has a label that is not one of the page's dates: Release date: 14.08.2017."""
    if date.origin != "byline:place":
        return False
    text = line_text(page, date.row, int(scan.lines.last[scan.lines.at(date.row)]))[0]
    found = find_moments(text, **scan.reading)
    return bool(found) and text[: found[0][0]].rstrip().endswith((":", "："))


def _has_day(candidate: Candidate) -> bool:
    return candidate.value.day is not None


def _time_elements(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return the dates of ``<time>`` elements, and of ``<abbr title>`` as in hAtom."""
    rows = (page.tagged(_TIMES) & ~page.is_hidden).nonzero()[0].tolist()
    # Most <abbr> are no dates.
    rows = [row for row in rows if page.tag[row] == _TIME or _YEAR.search(page.value(row, "title") or "")]
    start, end = scan.rows
    in_place = [row for row in rows if start <= row <= end]
    found = []
    for row in (in_place or rows)[:_MAX_TIMES]:
        moment = _time_of(page, row, scan)
        if moment is not None and moment.day is not None:
            origin = "time:place" if start <= row <= end else "time:page"
            found.append(Candidate(_date_field(page, row), moment, origin, row))
    return found


def _time_of(page: Page, row: int, scan: BylineScan) -> Moment | None:
    """Return the declared date of a ``<time>`` or ``<abbr>``, else the shown one."""
    declared = page.value(row, "datetime") or page.value(row, "title") or ""
    moment = parse_moment(declared, reference=scan.reading["reference"])
    return moment or parse_moment(page.row_text(row)[:_MAX_CHARS], **scan.reading)


def _date_field(page: Page, row: int) -> str:
    """Return ``modified`` if a date, the words before it or its tag say so, else ``published``.

    That of a start or end by hCalendar is neither, but an ``event``.
    """
    text_row = first = row + int(page.is_text[row:].argmax())
    while (
        first > 0 and text_row - first < _MAX_BEFORE and page.block[first - 1] in {page.block[text_row], -1}
    ):
        first -= 1
    first += int(page.is_text[first : text_row + 1].argmax())
    place = int(page.text_start[text_row])
    before = _DATE_BEFORE.split(page.text[max(place - 40, int(page.text_start[first])) : place])[-1]
    tag = page.data[page.byte_start[row] : page.inner_start[row]].decode()
    shown = page.row_text(row)[:_MAX_SHOWN]
    if _OF_EVENT.search(tag):
        return "event"
    return "modified" if _CHANGED.search(f"{before} {shown} {tag}") else "published"


_OF_EVENT = re.compile(r'[ "](?:dtstart|dtend|dt-start|dt-end)[ "]')
_DATE_BEFORE = re.compile(r"\d{4}|\s{6,}|\n\s*\n")
_MAX_SHOWN = 30  # characters of a date that may say what it is
_MAX_BEFORE = 8  # rows before a date that may say what it is


def _dated_elements(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return the dates of elements whose names tell that they hold one."""
    start, end = scan.rows
    found = []
    for row, hint in scan.hints:
        is_near = start <= row <= end and page.end[row] - row <= _MAX_INNER
        if hint not in {"published", "modified"} or not is_near:
            continue
        text = line_text(page, row, int(page.end[row]) - 1)[0]
        times = row + 1 + (page.tag[row + 1 : page.end[row]] == _TIME).nonzero()[0][:1]
        moment = _time_of(page, int(times[0]), scan) if len(times) else None
        if moment is None and len(text) <= _MAX_CHARS and not _is_of_today(text, scan):
            moment = parse_moment(text, **scan.reading)
        if moment is not None and moment.day is not None:
            kinds = {kind for _, _, kind in find_labels(text)} & {"published", "modified"}
            stated = "published" if kinds == {"published"} else ""  # class="update">发布时间：
            field = stated or ("modified" if hint == "modified" else _date_field(page, row))
            found.append(Candidate(field, moment, "class:place", row))
    return found


def _is_of_today(text: str, scan: BylineScan) -> bool:
    """Return True if the first date of a text is that of the visit or of something else: 今天是5月1日."""
    found = find_moments(text, **scan.reading)
    return bool(found) and OTHER_DATE.search(text, 0, found[0][0]) is not None


_CENTURIES, _MAX_TITLES = WordSet(("19", "20")), 60  # of titles that are looked at


def _titled_times(page: Page, scan: BylineScan) -> list[Candidate]:
    """Return the times in the titles of elements that show less: title="2014-5-1 12:00", 3 days ago."""
    start, last = scan.rows
    titles = values_having(page.columns, b" title", (start, last + 1), _CENTURIES, _MAX_TITLES, _MAX_CHARS)
    read = ((row, parse_moment(title.decode())) for row, title in titles if title[:1].isdigit())
    times = [(row, moment) for row, moment in read if moment and moment.minute is not None]
    times = [] if len(times) > _LIST_DAYS else times  # of the entries of a list
    return [Candidate(_date_field(page, row), moment, "time:place", row) for row, moment in times]


_PATH_DATE = re.compile(
    r"(?<!\d)(?:(?P<apart>(?:19|20)\d\d(?P<mark>[/_-])[01]\d(?P=mark)[0-3]\d|[0-3]\d-[01]\d-(?:19|20)\d\d)"
    r"|(?<=/)(?P<parts>(?:19|20)\d\d[/-](?:\d\d?|[A-Za-z]{3,9})/\d\d?)(?=/)"
    r"|(?<=/)(?:(?:19|20)\d\d/[01]\d[0-3]\d)(?=/)"
    r"|(?:19|20)\d\d[01]\d[0-3]\d)(?!\d)",
    re.ASCII,
)


def find_url_date(url: str) -> list[Candidate]:
    """Return the day in the path of a page's URL as a candidate for ``published``.

    Forms: ``/2024/05/01/``, ``/2024/5/1/``, ``/2024/may/01/``, ``/2024-05/01/``, ``/2024/0501/``,
    ``/2024-05-01``, ``/20240501-``, ``/t20240501_``, ``/01-05-2024``.
    The origin of folders is ``url:path``, of others ``url``.
    """
    match = _PATH_DATE.search(split_url(url).path)
    if match is None:
        return []
    parts = re.split("[/-]", match["parts"]) if match["parts"] else re.findall(r"\d+", match[0])
    if len(parts) < 3:
        digits = "".join(parts)
        parts = [digits[:4], digits[4:6], digits[6:]]
    moment = parse_moment("-".join(reversed(parts) if len(parts[0]) == 2 else parts))
    # What ends in .html may be the number of the article in its month.
    origin = "url:path" if "/" in match[0] and match.string[match.end() :].startswith("/") else "url"
    return [Candidate("published", moment, origin)] if moment else []
