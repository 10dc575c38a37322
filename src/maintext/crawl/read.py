"""From a page to its record, its links, and the further parts of its article."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from maintext.api import extract
from maintext.classify.model.kind import Kind
from maintext.document import Document
from maintext.errors import FetchError, MaintextError
from maintext.html import Page
from maintext.html.urls import encode_query, link_url, split_url
from maintext.html.word_overlap import count_words
from maintext.metadata import pattern_lists
from maintext.metadata.fields import FIELDS
from maintext.options import Options
from maintext.records.anchors import normalize_label
from maintext.render.fingerprint import fingerprint
from maintext.sites.listing import find_list
from maintext.sites.pagination import (
    find_frames,
    find_onward,
    find_pagination,
    find_refresh,
    is_surely_page,
    next_part,
    stitch,
)
from maintext.sites.pagination.series import is_part_of, is_same_series, is_same_url, page_number
from maintext.sites.product import find_product
from maintext.sites.recipe.controls import find_load_more
from maintext.sites.wrapper import Wrapped, Wrapper, rewrap
from maintext.sites.wrapper.rules import DOCUMENT_FIELD

__all__ = ["SHOWN", "Answer", "AnswerReading", "PageLink", "read_page"]

SHOWN = ("title", "author", "authors", "published", "modified", "source", "site_name", "language")
"""Fields of a document that are columns of the store."""

_FEEDS = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json"})
_OF_POSTS = frozenset({"forum", "product"})  # repeated records are what they are made of
_CLEAR = 0.5
_NO_RECORD = frozenset({"noindex", "none"})
_NO_LINKS = frozenset({"nofollow", "none"})
# printthread.php, view=print, printable=yes; with such a label, or that of a picture
_PRINT_URL = re.compile(r"(?<![a-z])print", re.IGNORECASE)
_PRINT_LABEL = re.compile(pattern_lists("site_patterns")["print_label"], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a server for a page."""

    url: str
    body: bytes  # its decompressed bytes
    charset: str | None = None  # charset of the Content-Type header, `None` for none
    robots: str = ""  # what its X-Robots-Tag says to all crawlers


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page."""

    url: str  # absolute URL as on the page
    # `page`, `next` for the next page of a list, `feed`, or `print` for what may be the page for print
    role: str = "page"


@dataclass(slots=True, kw_only=True)
class AnswerReading:
    """The result of reading a page; plain values that can be sent between processes."""

    # `record`, `index`, `no content`, `part` (a later part of an article), `noindex` or `error`
    result: str
    # Values by column of the store, for a record and for a part with `first_part`
    record: dict[str, Any] | None = None
    links: list[PageLink] = field(default_factory=list)  # links to follow
    next_part: str = ""  # URL of the next part of the same article, `""` for none
    following: str = ""  # URL of the part after this one, if it is a later part
    # URL of the first part, for a page that is a later part by its URL alone. The page is a part only if the
    # first part has the same article
    first_part: str = ""
    repeated: tuple[str, ...] = ()  # fields of the wrapper with a second value on the page
    error: str | None = None  # kind of error, and the sentence for people
    reason: str | None = None


def read_page(
    answers: tuple[Answer, ...], fetched: dt.datetime, options: Options,
    *, robots: bool, wrapper: Wrapper | None = None,
) -> AnswerReading:  # fmt: skip
    """Extract a page, with the further parts of its article: ``answers`` are the page, then these parts.

    ``robots`` obeys ``noindex`` and ``nofollow`` of the page and its answer. A page that the wrapper does not
    fit is read without it, and its field ``drift`` lists the reasons.
    """
    try:
        document = _extract_answer(answers[0], fetched, options)
        said = _read_robots_rules(document.page, answers[0].robots) if robots else set()
        links = [] if said & _NO_LINKS else _page_links(document.page, robots=robots)
        reading = _make_reading(answers, document, links, said, wrapper)
        if reading.record is not None:
            reading.repeated = reading.record.pop("repeated")
    except MaintextError as error:
        words = re.findall(r"[A-Z][a-z]*", type(error).__name__.removesuffix("Error"))  # "not html"
        return AnswerReading(result="error", error=" ".join(words).lower(), reason=error.message)
    return reading


def _make_reading(
    answers: tuple[Answer, ...], document: Document, links: list[PageLink], said: set[str],
    wrapper: Wrapper | None,
) -> AnswerReading:  # fmt: skip
    if target := find_onward(document.page):
        return AnswerReading(result="redirect", links=links, reason=f"leads on to {target}")
    kind = document.kind
    if kind is None or document.outcome.value != "found":
        return AnswerReading(result="no content", links=links, reason=document.outcome.value)
    pagination = document.page.cached(find_pagination)
    if _is_list(document, kind):
        record = None if said & _NO_RECORD else _make_record(document, answers, wrapper)
        next_pages = [PageLink(pagination.next_url, "next")] if pagination.next_url else []
        more = "" if next_pages else find_load_more(document.page)
        reason = f"{more} may show more of the list by a script" if more else None
        return AnswerReading(result="index", links=next_pages + links, record=record, reason=reason)
    if said & _NO_RECORD:
        return AnswerReading(result="noindex", links=links)
    following, url = next_part(document.page)[0], document.page.url or ""
    here, is_sure = page_number(url), is_surely_page(url)
    is_later = here is not None and not here.is_weak and not here.is_offset and here.number >= 2
    first = _first_part(url, links) if is_later else pagination.numbered.get(1, "")
    if first and is_part_of(first, url) and not is_same_url(first, url):
        reason = f"a later part of {first}"
        part = AnswerReading(result="part", links=links, following=following, reason=reason)
        if not is_sure:
            part.first_part, part.record = first, _make_record(document, answers, wrapper)
        return part
    for answer in answers[1:]:
        links += _page_links(_extract_answer(answer, document.fetched, document.options).page, robots=True)
    links = [link for link in links if link.role != "print"]  # the article once more
    record = _make_record(document, answers, wrapper)
    if is_later and not is_sure:  # an article of its own: a later one of a series does not begin it
        following = ""
    onward = next_part(document.page, url.rstrip("/").rpartition("/")[0])[0]  # if this is /story/2/
    return AnswerReading(result="record", record=record, links=links, next_part=following, following=onward)


def _extract_answer(answer: Answer, fetched: dt.datetime | None, options: Options) -> Document:
    return extract(answer.body, answer.url, http_charset=answer.charset, fetched=fetched, options=options)


def _make_record(document: Document, answers: tuple[Answer, ...], wrapper: Wrapper | None) -> dict[str, Any]:
    """Return the values of a record, with the texts of all parts."""
    kind, wrapped = document.kind, rewrap(wrapper, document)
    document = wrapped.document
    by_url = {answer.url: answer for answer in answers[1:]}

    def part(url: str) -> Document:
        if url not in by_url:
            raise FetchError("not fetched", url=url)
        following = _extract_answer(by_url[url], document.fetched, document.options)
        return rewrap(wrapper, following).document

    whole = stitch(document, part, prefer_single_page=False) if by_url else document
    fields = document.fields_to_dict()
    text = whole.text
    return {
        "url": document.url,
        "canonical_url": _canonical_url(document),
        "fetched": document.fetched.isoformat(timespec="seconds") if document.fetched else None,
        "outcome": document.outcome.value,
        "reason": None,  # else what an earlier run said would stay
        "kind": kind.name if kind else None,
        **{name: fields[name] for name in SHOWN},
        "n_words": count_words(text).total(),
        "n_parts": len(answers),
        "repeated": wrapped.repeated,
        "text": text,
        "markdown": whole.markdown,
        "fields": {name: value for name, value in fields.items() if name not in SHOWN}
        | _product_fields(document, kind, answers[0].body, wrapper)
        | _own_fields(wrapped, fields.keys()),
        "fingerprint": f"{document.fingerprint if text == document.text else fingerprint(text):016x}",
    }


def _product_fields(
    document: Document, kind: Kind | None, body: bytes, wrapper: Wrapper | None
) -> dict[str, str]:
    """Return the price and other facts of a product, without those that a wrapper is taught."""
    is_product = kind is not None and kind.name == "product"
    if not (is_product or b"price" in body or b"Price" in body):
        return {}
    taught = {rule.name for rule in wrapper.fields} if wrapper else set()
    found = find_product(document.page, is_product=is_product)
    return {name: value for name, value in found.items() if name not in taught}


def _own_fields(wrapped: Wrapped, names: AbstractSet[str]) -> dict[str, Any]:
    """Return the fields of the wrapper that are not among ``names``, and the reasons if it does not fit."""
    # Of the document's own, some have other names in a record: category is in categories.
    in_record = names | DOCUMENT_FIELD.keys()
    own = {
        name: list(one.value) if isinstance(one.value, tuple) else str(one.value)
        for name, one in wrapped.fields.items()
        if DOCUMENT_FIELD.get(name, name) not in FIELDS or name not in in_record
    }
    return own | ({"drift": list(wrapped.drift)} if wrapped.drift else {})


def _canonical_url(document: Document) -> str:
    """Return the canonical URL if it is plausible, else the page's URL.

    It must be on the same host, and not the home page: templates declare that on every page.
    """
    url, canonical = document.url or "", encode_query(document.page, document.canonical_url or "")
    here, there = split_url(url), split_url(canonical)
    is_home = there.path in {"", "/"} and not there.query
    is_elsewhere = there.netloc.removeprefix("www.") != here.netloc.removeprefix("www.")
    is_other = is_elsewhere or (is_home and (here.path not in {"", "/"} or here.query))
    return url if is_other or not canonical else canonical


def _is_list(document: Document, kind: Kind) -> bool:
    """Return True if a page is an index by its kind, or by its list if it is not clearly an article."""
    is_clear = kind.name in _OF_POSTS or kind.probabilities["article"] >= _CLEAR
    return kind.is_index or (not is_clear and find_list(document.page, kind=kind).is_list)


def _first_part(url: str, links: list[PageLink]) -> str:
    """Return the URL of the first part among the links of a page, ``""`` for none."""
    for link in links:
        there = page_number(link.url)
        if (there is None or there.is_weak or there.number < 2) and is_same_series(url, link.url):
            return link.url
    return ""


def _page_links(page: Page, *, robots: bool) -> list[PageLink]:
    """Return the links of a page, also hidden ones; the next page and feeds come first."""
    found = dict[str, PageLink]()
    rels, hrefs = page.values("rel"), page.values("href")
    links = [(url, "page") for url in [find_refresh(page), *find_frames(page)] if url]
    for row, rel in rels.items():
        if page.name(row) == "link":
            is_feed = page.attributes(row).get("type", "").strip().lower() in _FEEDS
            if "alternate" in rel.lower() and is_feed:
                links.append((hrefs.get(row, ""), "feed"))
            elif "next" in rel.lower().split():
                links.append((hrefs.get(row, ""), "page"))
    anchors = [row for row in np.flatnonzero(page.is_anchor).tolist() if row in hrefs]
    refused = {row for row in anchors if robots and "nofollow" in rels.get(row, "").lower()}
    links += [(hrefs[row], _link_role(page, row, hrefs[row])) for row in anchors if row not in refused]
    links.sort(key=lambda link: link[1] == "print")  # a page that is linked otherwise too is not left out
    for link, role in links:
        url = link_url(page, link)
        if url.startswith("http"):
            found.setdefault(url, PageLink(url, role))
    return list(found.values())


def _link_role(page: Page, row: int, href: str) -> str:
    """Return ``print`` if a link and its label name a page for print, else ``page``."""
    if _PRINT_URL.search(href) is None:
        return "page"
    inside = map(page.attributes, range(row, int(page.end[row])))
    of_picture = (own.get("title", "") or own.get("alt", "") for own in inside)
    label = normalize_label(page.row_text(row)) or normalize_label(next(filter(None, of_picture), ""))
    return "print" if _PRINT_LABEL.fullmatch(label) else "page"


def _read_robots_rules(page: Page, header: str) -> set[str]:
    """Return the words of the ``<meta name="robots">`` and of the header."""
    named, contents = page.values("name").items(), page.values("content")
    rows = [row for row, name in named if name.strip().lower() == "robots" and page.name(row) == "meta"]
    return set(re.split(r"[\s,]+", " ".join([header, *(contents.get(row, "") for row in rows)]).lower()))
