"""Merge the candidates of each field into its value, by one table of precedence.

The table gives each kind of place a number; higher numbers win. For the fields in :data:`MEASURED` it is the
share of correct values on the development corpus (``scripts/measure_fields.py --origins``), and becomes the
field's confidence. The other fields have no gold values: their numbers are only an order. There are no rules
for single sites.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import lru_cache
from typing import Any

from maintext.metadata.candidate import Candidate, Field, Person
from maintext.metadata.moment import Moment
from maintext.metadata.title import TITLE_CONFIDENCE

__all__ = [
    "MEASURED", "MIN_CONFIDENCE", "PRECEDENCE", "SEVERAL", "chosen",
    "confidence", "is_account", "is_most_exact", "minutes_between", "name_key", "person_key", "ranked",
]  # fmt: skip

SEVERAL = frozenset({"author", "credit", "category", "tag"})
"""Fields that hold several values; the others hold one."""

MEASURED = frozenset({"title", "author", "published", "language"})
"""Fields with gold values, whose confidence is measured."""

_DECLARED = {"json-ld": 0.9, "microdata": 0.85, "rdfa": 0.8, "meta": 0.8, "link": 0.8}

PRECEDENCE: dict[str, dict[str, float]] = {
    "title": dict(TITLE_CONFIDENCE),
    "subtitle": {"json-ld": 0.8, "microdata": 0.8, "class": 0.7, "h2": 0.5, "line": 0.6},
    "description": {
        "meta:og:description": 0.9, "meta:description": 0.9, "meta": 0.8, "json-ld": 0.85, "microdata": 0.7,
        "json-ld:page": 0.7, "rdfa": 0.7,
    },
    "author": {
        "json-ld": 0.91, "link": 0.91, "rel": 0.91, "rel:page": 0.8, "byline": 0.9, "byline:end": 0.8,
        "meta:twitter:data": 0.89, "microdata": 0.88, "rdfa": 0.85, "meta": 0.84, "class": 0.82,
        "meta:citation_author": 0.95, "meta:article:author": 0.79, "class:page": 0.5, "post": 0.7,
        "owner": 0.6, "json-ld:page": 0.45, "microdata:page": 0.45, "rdfa:page": 0.45,
        "json-ld:author.Organization": 0.55, "microdata:author.Organization": 0.55, "end": 0.5,
    },
    "credit": {"byline": 0.9},
    "published": {
        "meta:article:published_time": 0.94, "byline:label": 0.94, "class": 0.93, "time": 0.92, "byline": 0.9,
        "byline:behind": 0.6, "byline:relative": 0.45, "byline:vague": 0.2, "url": 0.88, "canonical": 0.62,
        "url:path": 0.925,
        "microdata": 0.87, "json-ld": 0.86, "rdfa": 0.85, "meta": 0.8, "time:page": 0.68, "class:page": 0.57,
        "post": 0.7, "modified:byline": 0.6, "modified:byline:end": 0.25, "modified:class": 0.45,
        "modified:time:page": 0.1, "modified": 0.46,
        "json-ld:page": 0.1, "microdata:page": 0.1, "rdfa:page": 0.1,
    },
    "modified": {
        "json-ld": 0.9, "microdata": 0.9, "byline": 0.85, "meta:article:modified_time": 0.9, "meta": 0.8,
        "time": 0.7, "class": 0.7, "json-ld:page": 0.85, "rdfa": 0.8,
    },
    "source": {"byline": 0.9, "byline:place": 0.85, "meta": 0.7},
    "source_url": {"byline": 0.9, "meta": 0.7},
    "original_title": {"byline": 0.9},
    "site_name": {
        "meta:og:site_name": 0.95, "json-ld:WebSite": 0.86, "json-ld": 0.85, "meta:application-name": 0.8,
        "microdata": 0.8, "meta": 0.7, "rdfa": 0.7, "title": 0.6, "copyright": 0.55, "logo": 0.5,
    },
    "category": {
        **_DECLARED, "json-ld:BreadcrumbList": 0.88, "json-ld": 0.85, "meta": 0.82, "breadcrumb": 0.8,
        "rel": 0.7, "byline": 0.65, "class": 0.55, "title": 0.5, "path": 0.45,
    },
    "tag": {
        **_DECLARED, "meta:article:tag": 0.9, "json-ld": 0.85, "meta:keywords": 0.7, "rel": 0.65,
        "byline": 0.6, "path": 0.55, "class": 0.5,
    },
    "language": {
        "text": 0.998, "json-ld": 0.994, "meta": 0.991, "html": 0.989, "microdata": 0.98, "rdfa": 0.98,
        "guess": 0.33,
    },
    "licence": {**_DECLARED, "link": 0.95, "meta": 0.7, "rel": 0.7, "href": 0.6},
    "canonical_url": {"link": 0.97, "meta:og:url": 0.9, "json-ld": 0.8, "json-ld:page": 0.8, "meta": 0.7},
    "image": {**_DECLARED, "meta:og:image": 0.95, "meta": 0.85, "link": 0.7},
}  # fmt: skip
"""Field to kind of place to confidence. A kind is the origin up to one of its colons, the longest known."""

# A day in the page's URL has no time, and may be one off by the zone: it ranks after dates with a time.
# Dates of WebPage nodes rank last: shops and services have them too, on pages without a date for readers.

_UNKNOWN = 0.45  # of a place that is not in the table
_MAX_MINUTES = 14 * 60  # of a zone from UTC
MIN_CONFIDENCE = 0.4
"""Below it, a value remains a candidate."""


def chosen(name: str, stated: list[Candidate]) -> Field | None:
    """Return a field from its ranked candidates; None if none reaches the minimum confidence.

    A field with several values takes all from the preferred place; credits come from everywhere.
    """
    if not stated or confidence(stated[0]) < MIN_CONFIDENCE:
        return None
    best = stated[0]
    value: Any = best.value
    if name == "author":
        value = _merge_people(stated)
    elif name == "credit":
        value = tuple(dict.fromkeys(one.value for one in stated))
    elif name in SEVERAL:
        best = _best_term(stated)
        values: dict[str, str] = {}
        for one in stated:
            if one.origin == best.origin:
                values.setdefault(str(one.value).lower(), str(one.value))
        value = tuple(values.values())
    elif isinstance(value, Moment):
        best = _declared_order(best, stated)
        value = _in_local_time(_most_exact(best, stated), stated)
    return Field(value, best.origin, confidence(best) if name in MEASURED else None, best.row)


def ranked(candidates: list[Candidate]) -> list[Candidate]:
    """Sort the candidates of one field by preference; the sort is stable."""
    return sorted(candidates, key=confidence, reverse=True) if len(candidates) > 1 else candidates


def confidence(candidate: Candidate) -> float:
    """Return the confidence of a candidate by its origin, from 0 to 1."""
    return _origin_confidence(candidate.field, candidate.origin)


@lru_cache(maxsize=4_096)
def _origin_confidence(field: str, origin: str) -> float:
    table = PRECEDENCE.get(field, {})
    kind = origin
    while kind not in table and ":" in kind:
        kind = kind.rpartition(":")[0]
    return table.get(kind, _UNKNOWN)


def _best_term(stated: list[Candidate]) -> Candidate:
    """Return the best candidate, or the first of another place that states its words as several terms.

    Several tags that the page shows count before keywords, which often are those of the site.
    """
    best = stated[0]
    words = sorted(str(best.value).lower().split())
    for origin in dict.fromkeys(one.origin for one in stated):
        terms = [one for one in stated if one.origin == origin]
        is_split = sorted(" ".join(str(one.value) for one in terms).lower().split()) == words
        if len(terms) > 1 and (is_split or (best.origin == "meta:keywords" and origin in _SHOWN_TAGS)):
            return terms[0]
    return best


_SHOWN_TAGS = ("rel:tag", "byline:label")


def _declared_order(best: Candidate, stated: list[Candidate]) -> Candidate:
    """Return the declared date with day and month swapped, if the page shows the other order.

    The order of a shown 10/09/2024 is a guess; ISO 8601 is exact.
    """
    shown = best.value
    if best.row < 0 or not shown.day or shown.day > 12:
        return best
    day = dt.date(shown.year, shown.day, shown.month)
    return next((one for one in stated if one.row < 0 and one.value.date() == day), best)


def _most_exact(best: Candidate, stated: list[Candidate]) -> Moment:
    """Return the most exact date of any place on the chosen day: with time and zone."""
    day = best.value.date()
    same = [one.value for one in stated if day and one.value.date() == day]
    exact: Moment = max([best.value, *same], key=_date_precision)
    return exact


def _in_local_time(moment: Moment, stated: list[Candidate]) -> Moment:
    """Return a time in UTC in the zone of the page, as another place states it.

    A time without a zone that differs by half hours tells the zone; else a declared time of the same clock
    with another zone. If only the folders of the URL state another day, the zone is the nearest with that
    day; of a whole hour, a shown day too.
    """
    if moment.offset_minutes != 0 or moment.hour is None:
        return moment
    utc = moment.datetime().replace(tzinfo=None)
    for other in (one.value for one in stated if one.value.minute is not None):
        is_exact = other.second is not None
        exact = utc if is_exact else utc.replace(second=0)
        minutes, rest = divmod(int((other.datetime().replace(tzinfo=None) - exact).total_seconds()), 60)
        is_zone = (
            not rest and minutes % (30 if is_exact else 60) == 0 and other.offset_minutes in {None, minutes}
        )
        if minutes and is_zone and abs(minutes) <= _MAX_MINUTES:
            return _move_to_zone(moment, minutes)
    # Where one clock is declared in two zones, a program has put "Z" after the local time.
    for other in (one.value for one in stated if one.row < 0):
        if other.offset_minutes and other.datetime().replace(tzinfo=None) == utc:
            return replace(moment, offset_minutes=other.offset_minutes)
    is_whole = not moment.minute and not moment.second  # perhaps midnight in the zone of the page
    days = [
        one.value.date()
        for one in stated
        if one.value.hour is None and (one.origin == "url:path" or (is_whole and one.row >= 0))
    ]
    n_days = (days[0] - utc.date()).days if days and days[0] else 0
    hours = {1: 24 - utc.hour, -1: -utc.hour - 1}.get(n_days, 0)
    return _move_to_zone(moment, 60 * hours) if abs(60 * hours) <= _MAX_MINUTES else moment


def _move_to_zone(moment: Moment, minutes: int) -> Moment:
    """Return the same time in another zone, to the parts that were stated."""
    local = moment.datetime() + dt.timedelta(minutes=minutes)
    minute = None if moment.minute is None else local.minute
    second = None if moment.second is None else local.second
    return Moment(local.year, local.month, local.day, local.hour, minute, second, minutes)


def is_most_exact(moment: Moment) -> bool:
    """Return True if a date has time, seconds and zone."""
    return _date_precision(moment) == (3, True)


def minutes_between(first: Moment, second: Moment) -> float | None:
    """Return the minutes from one time to another, negative for back; None if they cannot be compared.

    Both need a time, and either both a zone or neither. Seconds count if both state them.
    """
    has_zone = {one.offset_minutes is not None for one in (first, second)}
    if first.minute is None or second.minute is None or len(has_zone) > 1:
        return None
    is_exact = first.second is not None and second.second is not None
    start, end = (one.datetime() if is_exact else one.datetime().replace(second=0) for one in (first, second))
    return (end - start).total_seconds() / 60


def _date_precision(moment: Moment) -> tuple[int, bool]:
    """Return the number of stated time parts, and whether the zone is stated."""
    parts = (moment.hour, moment.minute, moment.second)
    # Midnight to the second is how systems write a date without a time.
    if not any(parts):
        return 0, False
    return sum(part is not None for part in parts), moment.offset_minutes is not None


def _merge_people(stated: list[Candidate]) -> tuple[Person, ...]:
    """Return the people of the preferred place, each once."""
    best = _whole_byline(stated)
    kind = best.origin.partition(":")[0]
    found: dict[str, Person] = {}
    for one in stated:
        in_byline = kind == "byline" and one.origin.partition(":")[0] == kind
        if one.origin == best.origin or in_byline:
            found.setdefault(person_key(one), one.value)
    for one in stated:  # arianlee becomes Arian Lee if a byline spells it so
        if (same := found.get(person_key(one))) and " " not in same.name:
            found[person_key(one)] = Person(one.value.name, same.role)
    return tuple(found.values())


def _whole_byline(stated: list[Candidate]) -> Candidate:
    """Return the best candidate, or a labelled byline that names the same people and more."""
    best = stated[0]
    preferred = {person_key(one) for one in stated if one.origin == best.origin}
    labelled = [one for one in stated if one.origin in {"byline:label", "rel:author"}]
    if preferred < {person_key(one) for one in labelled}:
        return labelled[0]
    shown = labelled or [one for one in stated if one.origin == "class:place"]
    named = [one for one in stated if one.origin == best.origin]
    is_clearer = all(map(is_account, named)) and shown and all(" " in one.value.name for one in shown)
    return shown[0] if is_clearer else best


def is_account(candidate: Candidate) -> bool:
    """Return True if a declared author is one ASCII word, mostly an account: annlee, Ann2024."""
    name: str = candidate.value.name
    return candidate.row < 0 and " " not in name and name.isascii()


def person_key(candidate: Candidate) -> str:
    """Return the name of an author in lower case without white space, to compare."""
    return name_key(candidate.value.name)


def name_key(name: str) -> str:
    """Return a name in lower case without white space, to compare."""
    return "".join(name.lower().split())
