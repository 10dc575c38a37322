"""From a page to its record, its links, and the further parts of its article."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import extract
from maintext.errors import FetchError, MaintextError
from maintext.html.tags import tag_mask
from maintext.html.urls import absolute_url, base_url, split_url
from maintext.html.word_overlap import count_words
from maintext.metadata.fields import FIELDS
from maintext.sites.listing import find_list
from maintext.sites.pagination import find_pagination, is_surely_page, next_part, stitch
from maintext.sites.pagination.series import is_same_series, page_number
from maintext.sites.wrapper import Wrapped, rewrap
from maintext.sites.wrapper.rules import DOCUMENT_FIELD

if TYPE_CHECKING:
    from maintext.classify.model.kind import Kind
    from maintext.document import Document
    from maintext.html import Page
    from maintext.options import Options
    from maintext.sites.wrapper import Wrapper

__all__ = ["SHOWN", "Answer", "AnswerReading", "PageLink", "read_page"]

SHOWN = ("title", "author", "authors", "published", "modified", "source", "site_name", "language")
"""Fields of a document that are columns of the store."""

_MAX_LINKS = 5_000
_LINK, _META = tag_mask(("link",)), tag_mask(("meta",))
_FEEDS = frozenset({"application/rss+xml", "application/atom+xml"})
_REFRESH = re.compile(r"\s*\d+\s*;\s*url\s*=\s*['\"]?([^'\"]+)", re.IGNORECASE)
_OF_POSTS = frozenset({"forum", "product"})  # repeated records are what they are made of
_CLEAR = 0.5
_NO_RECORD = frozenset({"noindex", "none"})
_NO_LINKS = frozenset({"nofollow", "none"})


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a server for a page."""

    url: str
    body: bytes  # its decompressed bytes
    charset: str | None = None  # charset of the Content-Type header, `None` for none


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page."""

    url: str  # absolute URL as on the page
    role: str = "page"  # `page`, `next` for the next page of a list, or `feed`


@dataclass(slots=True, kw_only=True)
class AnswerReading:
    """The result of reading a page; plain values that can be sent between processes."""

    # `record`, `index`, `no content`, `part` (a later part of an article), `noindex` or `error`
    result: str
    # Values by column of the store, for a record and for a part with `first_part`
    record: dict[str, Any] | None = None
    links: list[PageLink] = field(default_factory=list)  # links to follow
    next_part: str = ""  # URL of the next part of the same article, `""` for none
    following: str = ""  # URL of the part after a later part
    # URL of the first part, for a page that is a later part by its URL alone. The page is a part only if the
    # first part has the same article
    first_part: str = ""
    error: str | None = None  # kind of error, and the sentence for people
    reason: str | None = None


def read_page(
    answers: tuple[Answer, ...],
    fetched: dt.datetime,
    options: Options,
    *,
    robots: bool,
    wrapper: Wrapper | None = None,
) -> AnswerReading:
    """Extract a page, with the further parts of its article.

    Parameters
    ----------
    answers
        The page, then the parts that follow it.
    fetched
        Time when the page was fetched.
    options
        Options of the extraction.
    robots
        Obey ``noindex`` and ``nofollow`` of the page.
    wrapper
        Rules for main text and fields of a record. A page that they do not fit is read without them, and its
        field ``drift`` lists the reasons.
    """
    try:
        document = _extract_answer(answers[0], fetched, options)
        said = _robots_directives(document.page) if robots else frozenset()
        links = [] if said & _NO_LINKS else _page_links(document.page, robots=robots)
        return _make_reading(answers, document, links, said, wrapper)
    except MaintextError as error:
        return AnswerReading(result="error", error=_error_words(type(error).__name__), reason=error.message)


def _make_reading(
    answers: tuple[Answer, ...],
    document: Document,
    links: list[PageLink],
    said: frozenset[str],
    wrapper: Wrapper | None,
) -> AnswerReading:
    kind = document.kind
    if kind is None or document.outcome.value != "found":
        return AnswerReading(result="no content", links=links, reason=document.outcome.value)
    pagination = find_pagination(document.page)
    if _is_list(document, kind):
        record = None if said & _NO_RECORD else _make_record(document, answers, wrapper)
        next_pages = [PageLink(pagination.next_url, "next")] if pagination.next_url else []
        return AnswerReading(result="index", links=next_pages + links, record=record)
    if said & _NO_RECORD:
        return AnswerReading(result="noindex", links=links)
    following = next_part(document.page)[0]
    is_later = _is_later(document.page.url or "")
    is_sure = is_surely_page(document.page.url or "")
    first = _first_part(document.page, links) if is_later else ""
    if first:
        part = AnswerReading(
            result="part", links=links, following=following, reason=f"a later part of {first}"
        )
        if not is_sure:
            part.first_part, part.record = first, _make_record(document, answers, wrapper)
        return part
    for answer in answers[1:]:
        links += _page_links(_extract_answer(answer, document.fetched, document.options).page, robots=True)
    record = _make_record(document, answers, wrapper)
    if is_later and not is_sure:  # an article of its own: a later one of a series does not begin it
        following = ""
    return AnswerReading(result="record", record=record, links=links, next_part=following)


def _extract_answer(answer: Answer, fetched: dt.datetime | None, options: Options) -> Document:
    return extract(answer.body, answer.url, http_charset=answer.charset, fetched=fetched, options=options)


def _make_record(document: Document, answers: tuple[Answer, ...], wrapper: Wrapper | None) -> dict[str, Any]:
    """Return the values of a record, with the texts of all parts."""
    kind, wrapped = document.kind, _apply_wrapper(document, wrapper)
    document = wrapped.document
    by_url = {answer.url: answer for answer in answers[1:]}

    def part(url: str) -> Document:
        if url not in by_url:
            raise FetchError("not fetched", url=url)
        return _apply_wrapper(
            _extract_answer(by_url[url], document.fetched, document.options), wrapper
        ).document

    whole = stitch(document, part, prefer_single_page=False) if by_url else document
    fields = document.fields_to_dict()
    text = whole.text
    return {
        "url": document.url,
        "canonical_url": _canonical_url(document),
        "fetched": document.fetched.isoformat(timespec="seconds") if document.fetched else None,
        "outcome": document.outcome.value,
        "kind": kind.name if kind else None,
        **{name: fields[name] for name in SHOWN},
        "n_words": count_words(text).total(),
        "n_parts": len(answers),
        "text": text,
        "markdown": whole.markdown,
        "fields": {name: value for name, value in fields.items() if name not in SHOWN} | _own_fields(wrapped),
        "fingerprint": f"{_text_fingerprint(document, text):016x}",
    }


def _apply_wrapper(document: Document, wrapper: Wrapper | None) -> Wrapped:
    return Wrapped(document, (), {}) if wrapper is None else rewrap(wrapper, document)


def _own_fields(wrapped: Wrapped) -> dict[str, Any]:
    """Return the fields that only the wrapper has, and the reasons if it does not fit."""
    found = wrapped.fields.items()
    # Of the document's own, some have other names in a record: category is in categories.
    in_record = wrapped.document.fields_to_dict().keys() | DOCUMENT_FIELD.keys()
    own = {
        name: one.value
        for name, one in found
        if DOCUMENT_FIELD.get(name, name) not in FIELDS or name not in in_record
    }
    plain = {name: list(value) if isinstance(value, tuple) else str(value) for name, value in own.items()}
    return plain | ({"drift": list(wrapped.drift)} if wrapped.drift else {})


def _text_fingerprint(document: Document, text: str) -> int:
    from maintext.render.fingerprint import fingerprint  # noqa: PLC0415

    return document.fingerprint if text == document.text else fingerprint(text)


def _canonical_url(document: Document) -> str:
    """Return the canonical URL if it is plausible, else the page's URL.

    It must be on the same host, and not the home page: templates declare that on every page.
    """
    url, canonical = document.url or "", document.canonical_url or ""
    here, there = split_url(url), split_url(canonical)
    is_home = there.path in {"", "/"} and not there.query
    if not canonical or there.netloc.removeprefix("www.") != here.netloc.removeprefix("www."):
        return url
    if is_home and (here.path not in {"", "/"} or here.query):
        return url
    return canonical


def _is_list(document: Document, kind: Kind) -> bool:
    """Return True if a page is an index by its kind, or by its list if it is not clearly an article."""
    if kind.is_index:
        return True
    is_clear = kind.name in _OF_POSTS or kind.probabilities["article"] >= _CLEAR
    return not is_clear and find_list(document.page, kind=kind).is_list


def _is_later(url: str) -> bool:
    """Return True if a URL may be that of a later part."""
    here = page_number(url)
    return here is not None and not here.is_weak and not here.is_offset and here.number >= 2


def _first_part(page: Page, links: list[PageLink]) -> str:
    """Return the URL of the first part that a page links to, ``""`` for none."""
    for link in links:
        there = page_number(link.url)
        is_first = there is None or there.is_weak or there.number < 2
        if is_first and is_same_series(page.url or "", link.url):
            return link.url
    return ""


def _page_links(page: Page, *, robots: bool) -> list[PageLink]:
    """Return the links of a page, also hidden ones; the next page and feeds come first."""
    base, found = base_url(page), dict[str, PageLink]()
    for row, content in page.values("http-equiv").items():
        if _META[page.tag[row]] and content.strip().lower() == "refresh":
            match = _REFRESH.match(page.attributes(row).get("content", ""))
            _add_link(found, base, match[1] if match else "", "page")
    for row, rel in page.values("rel").items():
        if _LINK[page.tag[row]]:
            attributes = page.attributes(row)
            if "alternate" in rel.lower() and attributes.get("type", "").strip().lower() in _FEEDS:
                _add_link(found, base, attributes.get("href", ""), "feed")
            elif "next" in rel.lower().split():
                _add_link(found, base, attributes.get("href", ""), "page")
    rels = page.values("rel") if robots else {}
    hrefs = page.values("href")
    for row in np.flatnonzero(page.is_anchor)[:_MAX_LINKS].tolist():
        if row in hrefs and "nofollow" not in rels.get(row, "").lower():
            _add_link(found, base, hrefs[row], "page")
    return list(found.values())


def _add_link(found: dict[str, PageLink], base: str, link: str, role: str) -> None:
    url = absolute_url(base, link)
    if url.startswith("http"):
        found.setdefault(url, PageLink(url, role))


def _robots_directives(page: Page) -> frozenset[str]:
    """Return the words of ``<meta name="robots">``."""
    words: set[str] = set()
    for row, name in page.values("name").items():
        if _META[page.tag[row]] and name.strip().lower() == "robots":
            words.update(re.split(r"[\s,]+", page.attributes(row).get("content", "").lower()))
    return frozenset(words)


def _error_words(name: str) -> str:
    """Convert a class name to words: ``NotHtmlError`` to ``not html``."""
    return " ".join(re.findall(r"[A-Z][a-z]*", name.removesuffix("Error"))).lower()
