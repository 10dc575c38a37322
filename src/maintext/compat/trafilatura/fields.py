"""A page's metadata by trafilatura's names and rules."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import maintext
from maintext.compat.trafilatura.settings import TrafilaturaDocument, TrafilaturaExtractor
from maintext.html import Page
from maintext.html.urls import split_url
from maintext.metadata.declared.meta import first_contents, meta_pairs
from maintext.metadata.declared.structured_data import as_values, read_json_ld
from maintext.metadata.moment import Moment

__all__ = ["fields_of"]

_TAGS = frozenset({"keywords", "article:tag"})
_PAGE_TYPES = ("article", "posting", "page", "website")  # ends of schema.org's names for kinds of pages
_CREATIVE_COMMONS = re.compile(r"creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)")
_LICENCE_TEXT = re.compile(r"(?:CC|Creative Commons) BY(?:-(?:NC|ND|SA))*(?: \d\.\d)?", re.IGNORECASE)
_CATEGORY_BOX = re.compile(
    r"(?:post-?(?:meta|info)|meta|entry-(?:meta|info|categor|footer))|(?:\S+ )*cat-links"
)
_CATEGORY_URL = re.compile(r"/categor(?:y|ies)/")
_TITLE_BREAK = re.compile(r"\s+[-–—|•·»«:]\s+")
_DOMAIN = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}")
_TITLE_CLASS = re.compile(r"(?:entry|post)-title")
_LONG_TITLE, _MAX_TITLE = 500, 10_000
_ACCOUNT = re.compile("[!-~]+")
_EMOJI = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]+")


def fields_of(document: maintext.Document, options: TrafilaturaExtractor) -> TrafilaturaDocument:
    """Return the metadata of a page by trafilatura's names."""
    page, url = document.page, _page_url(document, options.url)
    refused = {name.lower() for name in options.author_blacklist} | _other_names(page)
    field = document.field("author")
    if field and field.origin.startswith("meta"):  # an account, or the site, on most pages
        refused |= {one.name.lower() for one in document.authors if _ACCOUNT.fullmatch(one.name)}
    authors = [" ".join(_EMOJI.sub(" ", one.name).split()) for one in document.authors]
    lead = document.fields.lead_images()
    keywords = [_clean_keywords(text) for name, text in meta_pairs(page) if name in _TAGS and text]
    hostname = ((split_url(url).hostname or "").removeprefix("www.") or None) if url else None
    return TrafilaturaDocument(
        title=_title_of(document),
        author="; ".join(name for name in authors if name.lower() not in refused) or None,
        url=url,
        hostname=hostname,
        description=document.description,
        sitename=document.site_name or _publisher_name(page) or _domain_in_title(page) or hostname,
        date=_publication_day(document, options),
        categories=list(document.categories) or _linked_categories(page),
        tags=keywords or list(document.tags),
        license=_licence_name(document),
        image=lead[0].url if lead else None,
        pagetype=_page_type(page),
        filedate=_date_bound(options.date_params.get("max_date") or dt.datetime.now(tz=dt.UTC)),
    )


def _page_url(document: maintext.Document, given: str | None) -> str | None:
    """Return the URL that a page declares in full, else the given one, else x-default, else ``<base>``."""
    page, links = document.page, document.page.values("href")
    canonical = (row for row, rel in page.values("rel").items() if rel == "canonical")
    is_full = all(split_url(links.get(row, "")).hostname for row in canonical)
    others = [row for row, language in page.values("hreflang").items() if language == "x-default"]
    others += page.is_tag(("base",)).nonzero()[0].tolist()
    full = (links[row] for row in others if split_url(links.get(row, "")).hostname)
    declared = document.canonical_url
    return (declared if is_full else None) or given or declared or next(full, None)


def _title_of(document: maintext.Document) -> str | None:
    """Return the title; that of the head without its site, and none that is a domain where a heading is."""
    page, field, title = document.page, document.field("title"), document.title
    if field is None or field.origin in {"h2:other", "h3:other"}:
        return _first_text(page, _has_class(page, _TITLE_CLASS.fullmatch)) or _first_text(
            page, page.is_tag(("h2",))
        )
    if field.origin.startswith("json-ld"):
        nodes = (node for node in read_json_ld(page) if node.get("headline") == title)
        return next((str(node["name"]) for node in nodes if node.get("name")), title)
    if field.origin != "title":
        return title
    title = str(title).partition(" » ")[0]
    if len(title) >= _LONG_TITLE:  # ours ends here
        whole = _first_text(page, page.is_tag(("title",))) or title
        return whole if len(whole) <= _MAX_TITLE else whole[: _MAX_TITLE - 1] + "…"
    return (_DOMAIN.fullmatch(title) and _first_text(page, page.is_tag(("h1",)))) or title


def _has_class(page: Page, matches: Callable[[str], object]) -> NDArray[np.bool_]:
    """Return the mask of the elements whose class matches."""
    found = np.zeros(len(page), dtype=np.bool_)
    found[[row for row, names in page.values("class").items() if matches(names)]] = True
    return found


def _first_text(page: Page, rows: NDArray[np.bool_]) -> str | None:
    texts = (" ".join(page.row_text(row).split()) for row in rows.nonzero()[0].tolist())
    return next(filter(None, texts), None)


def _page_type(page: Page) -> str | None:
    """Return the kind that a page declares: ``og:type``, else that of its first item in JSON-LD with one."""
    names = (str(name).lower() for node in read_json_ld(page) for name in as_values(node.get("@type")))
    declared = first_contents(page, {"og:type"}).get("og:type")
    return declared or next((name for name in names if name.endswith(_PAGE_TYPES)), None)


def _publisher_name(page: Page) -> str | None:
    """Return the publisher that a page names, which is the address of a profile on most pages."""
    name = first_contents(page, {"article:publisher"}).get("article:publisher", "")
    return name[:1].upper() + name[1:] if any(map(str.isalpha, name)) and "/" not in name else None


def _domain_in_title(page: Page) -> str | None:
    """Return the part of the page's title that is a domain."""
    title = _first_text(page, page.is_tag(("title",))) or ""
    return next(filter(_DOMAIN.fullmatch, _TITLE_BREAK.split(title)), None)


def _other_names(page: Page) -> set[str]:
    """Return in lower case the names of authors in JSON-LD that are no persons by their type."""
    authors = (one for node in read_json_ld(page) for one in as_values(node.get("author")))
    typed = ((one, as_values(one.get("@type", "Person"))) for one in authors if isinstance(one, dict))
    return {str(one.get("name")).lower() for one, types in typed if "Person" not in types}


def _clean_keywords(text: str) -> str:
    """Return keywords without those that have no letter, as of a quotation mark that was escaped twice."""
    parts = html.unescape(text).split(", ")
    return ", ".join(part for part in parts if any(map(str.isalnum, part)))


def _linked_categories(page: Page) -> list[str]:
    """Return the texts of links to categories in the lines about a post."""
    links = page.is_tag(("a",)) & page.inside(_has_class(page, _CATEGORY_BOX.match))
    rows = [row for row in links.nonzero()[0].tolist() if _CATEGORY_URL.search(page.value(row, "href") or "")]
    return list(dict.fromkeys(filter(None, (" ".join(page.row_text(row).split()) for row in rows))))


def _licence_name(document: maintext.Document) -> str | None:
    """Return the short name of a licence of Creative Commons, else the text of the link that states it."""
    field, page = document.field("licence"), document.page
    found = _CREATIVE_COMMONS.search(str(field.value)) if field else None
    if found:
        return f"CC {found[1].upper()} {found[2]}"
    if field is None:
        links = page.is_tag(("a",)) & page.inside(page.is_tag(("footer",)))
        texts = (_LICENCE_TEXT.search(page.row_text(row)) for row in links.nonzero()[0].tolist())
        return next((found[0] for found in texts if found), None)
    if field.row < 0 or page.name(field.row) != "a":
        return str(field.value)
    return " ".join(page.row_text(field.row).split()) or None


def _publication_day(document: maintext.Document, options: TrafilaturaExtractor) -> str | None:
    """Return the date of publication, or with ``original_date=False`` that of the last change."""
    wanted = options.date_params
    is_extensive = options.config.getboolean("DEFAULT", "EXTENSIVE_DATE_SEARCH", fallback=True)
    fields = [document.field("published"), document.field("modified")]
    if not wanted.get("extensive_search", is_extensive):  # no dates that only the text has
        fields = [field for field in fields if field and "byline" not in field.origin]
    if not wanted.get("original_date", True):
        fields.reverse()
    moment: Moment | None = next((field.value for field in fields if field), None)
    if moment is None:
        return None
    moment_day = moment.datetime().date().isoformat()
    earliest, latest = _date_bound(wanted.get("min_date")), _date_bound(wanted.get("max_date"))
    if (earliest and moment_day < earliest) or (latest and moment_day > latest):
        return None
    return moment.datetime().strftime(wanted.get("outputformat") or "%Y-%m-%d")


def _date_bound(value: Any) -> str:
    """Return a date bound as ``YYYY-MM-DD``; ``""`` if there is none."""
    return str(value)[:10] if value else ""
