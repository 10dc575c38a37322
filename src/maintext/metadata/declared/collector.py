"""Turn declared strings into candidates: clean, split and parse them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from maintext.html import Page
from maintext.html.urls import absolute_url, base_url, is_absolute_url
from maintext.metadata.byline import split_people, without_media
from maintext.metadata.byline_words import NO_NAMES, NOBODY
from maintext.metadata.candidate import Candidate, Person
from maintext.metadata.moment import Moment, parse_moment

__all__ = ["Collector", "language_tag"]

# Bounds for pages made to be slow: a megabyte of keywords is no list of keywords.
_MAX_CHARS = 5_000
_MAX_TERM = 100  # characters of a tag or category: one page writes its teaser as the section
_MAX_LIST = 100  # values of one list, such as keywords
_LIST_SEPARATOR = re.compile(r"[,，;；、|\n]+")
_CHINESE_LIST = re.compile(r"[\s,，;；、|_]+")  # Chinese keywords are often separated by spaces
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
# What systems note for themselves: /article, digital_syndication, Lite:true, contentId: 1; numbers, marks.
_NO_TAG = re.compile(r"\W*$|/|\w+_|[A-Za-z]+:\w|[a-z][a-z-]+(?:: [A-Z]|[A-Z]\w*: )|\d{1,3}$")
# In the value of a keyword, and before the tags that a theme shows: 标签: 学习, 读书.
_TAG_KEY = re.compile(
    r"(?:tag|topic|keyword|subject):(?=\w)|(?:tags|标签|標籤|关键[词字]|關鍵[詞字])\s?[:：]\s?", re.IGNORECASE
)
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.].*)?", re.IGNORECASE)
_ONE_EACH = ("meta:article:tag", "json-ld:keywords")  # each of several is one tag: Lee, Ann
_NO_VALUE = frozenset({"null", "none", "undefined", "n/a", "nan", "false", "true", "-", "0", "[]", "{}"})
# What a template should have filled in: {{site.name}}, {$plugin.name}, ${title}, {% title %}, <%= title %>
_UNFILLED = re.compile(r"\{\{.*\}\}|\{\$[\w.]+\}|\$\{[^{}]*\}|\{%.*%\}|<%.*%>")
_MAX_NAME, _MAX_NAME_WORDS = 40, 4  # of an office or desk that is declared as the author
_SENTENCE = re.compile(r"[.!?。！？](?:\s|$)|[{}<>=#|/\\\[\]:：，,;；]")
_DOMAIN_END = re.compile(r"(?<=\w)\.[a-z]{2,4}$", re.IGNORECASE)  # Redaktion example.de
_NO_VALUE_CHARS = 10  # more than the longest of these has
_NO_SITE = frozenset({"website", "home", "homepage"})
_LINK = ("http://", "https://", "@")
_IS_URL = re.compile("/|https?:")
_IDENTIFIER = re.compile(r"[a-z]+(?:-[a-z]+)+")  # next-static: what made the page
_Values: TypeAlias = "Sequence[str | Moment | Person]"


class Collector:
    """Values that one syntax of a page states, by field; parsed when the field is read."""

    def __init__(self, page: Page) -> None:
        self.base_url = page.cached(base_url)
        self._stated: dict[str, list[tuple[str, str, int]]] = {}
        self._found: dict[str, list[Candidate]] = {}

    def add(self, field: str, text: str, origin: str, row: int = -1) -> None:
        """Add a raw value of a field; not allowed after the field was read."""
        self._stated.setdefault(field, []).append((text, origin, row))

    def candidates(self, field: str) -> list[Candidate]:
        """Return the candidates of a field in the order of their texts, empty values dropped.

        Repeated values of the same origin are dropped.
        """
        if field not in self._stated:
            return []
        if field not in self._found:
            found: dict[tuple[object, str], Candidate] = {}
            origins = [origin for _, origin, _ in self._stated[field]]
            tags = [origin for origin in _ONE_EACH if origins.count(origin) > 1]
            for text, origin, row in self._stated[field]:
                cleaned = "" if _UNFILLED.fullmatch(text.strip()) else _clean_value(text[:_MAX_CHARS])
                name = "house" if origin.endswith(".Organization") else field
                reader = _READERS.get("one tag" if origin in tags else name, _read_text)
                if cleaned and (len(cleaned) >= _NO_VALUE_CHARS or cleaned.lower() not in _NO_VALUE):
                    for value in reader(self, cleaned):
                        if (value, origin) not in found:
                            found[value, origin] = Candidate(field, value, origin, row)
            self._found[field] = list(found.values())
        return self._found[field]


def _clean_value(text: str) -> str:
    """Resolve character references, remove tags and collapse white space."""
    if "&" in text:
        text = html.unescape(text)  # scripts and careless systems escape twice
    if "<" in text:
        text = _TAG.sub(" ", text)
    return " ".join(text.split())


# -- what a field takes of a text: its values ----------------------------------------------------------


def _read_text(_: Collector, text: str) -> _Values:
    return () if text.startswith(_LINK) else (text,)


@lru_cache(maxsize=64)  # a page states its dates in several places
def _parse_date(text: str) -> tuple[Moment, ...]:
    moment = parse_moment(text) or parse_moment(text, order="ymd")  # 1403-02-12: a page is of no such year
    return () if moment is None else (moment,)


def _read_url(found: Collector, text: str) -> _Values:
    url = text if is_absolute_url(text) else absolute_url(found.base_url, text)
    is_lost = _NO_DOMAIN.match(url) and not _NO_DOMAIN.match(found.base_url)  # http://title-of-the-page
    return (url,) if url and not is_lost else ()


_NO_DOMAIN = re.compile(r"https?://(?:[^./]*(?:/|$)|[^/?#]*%)")  # or https://example.org%2Farticles


def _read_language(_: Collector, text: str) -> _Values:
    """Return a language tag without its region, which no text tells; that of Chinese tells its script."""
    tag = language_tag(text)
    return tuple(filter(None, [tag if tag.startswith("zh") else _REGION.sub("", tag)]))


_REGION = re.compile(r"-(?:[A-Z]{2}|\d{3})$")


def _read_list(_: Collector, text: str) -> _Values:
    """Split a list of keywords; at spaces only if it is mostly Chinese, Japanese or Korean."""
    parts = _LIST_SEPARATOR.split(text)
    if len(parts) == 1 and len(_CJK.findall(text)) * 2 > len(text):
        parts = _CHINESE_LIST.split(text)
    return _read_tags(parts)


def _read_tags(texts: list[str]) -> _Values:
    """Return tags without what marks them as such; none of what systems note for themselves."""
    parts = [_TAG_KEY.sub("", text.strip(" \"'[]#"), count=1) for text in texts]
    kept = [part for part in dict.fromkeys(parts) if len(part) <= _MAX_TERM and not _NO_TAG.match(part)]
    return kept[:_MAX_LIST]


def _read_sections(_: Collector, text: str) -> _Values:
    """Split sections at commas without a space after, or at two and more: Health,Art; Health, Art, Food."""
    if len(text) > _MAX_TERM:
        return ()
    parts = text.split(", ")
    if len(parts) < _MIN_SECTIONS or _JOINED.search(parts[-1]):
        parts = [text] if len(parts) > 1 else _NO_SPACE.split(text)
    return [name for part in parts if (name := part.strip(" ,"))]


_MIN_SECTIONS = 3  # parts between commas with a space: Helena, MT is one name
_NO_SPACE = re.compile(r",(?=[^\W\d]|[#(])")
_JOINED = re.compile(r"[&+]|\b(?:and|und|et|y|e|i|og|och|en)\b")  # Clothing, Shoes & Accessories


def _read_people(text: str) -> list[Person]:
    """Split an author string into people, without the medium of a Chinese reporter: 某报 记者张三."""
    people = split_people(text)
    return (without_media(people)[0] or people) if _CJK.search(text) else people


def _whole_name(text: str, *, is_house: bool = False) -> _Values:
    """Return a declared name of another form than people's: Redaktion 24, dpa, of a house example.de."""
    words = text.split()
    most = _MAX_NAME_WORDS * (1 + is_house)
    is_name = 1 < len(text) <= _MAX_NAME * (1 + is_house) and len(words) <= most and text[:1].isalnum()
    is_refused = text.startswith(_LINK) or _SENTENCE.search(text) is not None or text.lower() in NOBODY
    is_refused |= NO_NAMES.search(_DOMAIN_END.sub("", text) if is_house else text) is not None
    return (Person(text),) if is_name and not is_refused and not text.isdigit() else ()


_READERS: dict[str, Callable[[Collector, str], _Values]] = {
    "author": lambda _, text: _read_people(text[:500]) or _whole_name(text),
    "house": lambda _, text: _whole_name(text, is_house=True),
    "published": lambda _, text: _parse_date(text[:100]),
    "modified": lambda _, text: _parse_date(text[:100]),
    "canonical_url": _read_url, "image": _read_url, "source_url": _read_url,
    "licence": lambda found, text: _read_url(found, text) if _IS_URL.match(text) else (text,),
    "category": _read_sections,
    "source": lambda found, text: () if _IDENTIFIER.fullmatch(text) else _read_text(found, text),
    "language": _read_language, "tag": _read_list, "one tag": lambda _, text: _read_tags([text]),
    "site_name": lambda found, text: () if text.lower() in _NO_SITE else _read_text(found, text),
}  # fmt: skip
"""Readers of the fields that are no plain text."""


@lru_cache(maxsize=256)  # there are few languages
def language_tag(text: str) -> str:
    """Return a language tag in its usual case (``zh-Hant-TW``), ``""`` for other text."""
    match = _LANGUAGE.fullmatch(text.strip())
    if not match:
        return ""
    language, script, region = match.groups()
    parts = [language.lower(), (script or "").title(), (region or "").upper()]
    return "-".join(part for part in parts if part)
