"""Read the declarations in the head: ``<meta>``, OpenGraph, Twitter cards, Dublin Core, ``<link>``.

The names come from the specifications (ogp.me, DCMI terms, Highwire Press tags, Parse.ly, Sailthru, the meta
tags of Chinese government sites) and from common publishing systems.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from maintext.metadata.byline_words import find_labels
from maintext.metadata.declared.collector import Collector
from maintext.metadata.declared.meta import contents, first_contents, text_of

if TYPE_CHECKING:
    from maintext.html import Page

__all__ = ["declared_sizes", "read_head"]


_NAMES = {
    "title": "og:title twitter:title dc.title dcterms.title citation_title parsely-title sailthru.title "
    "articletitle headline title",
    "description": "og:description description twitter:description dc.description dcterms.description "
    "dcterms.abstract sailthru.description citation_abstract",
    "author": "author article:author og:article:author dc.creator dcterms.creator dc.contributor.author "
    "citation_author parsely-author sailthru.author byl byline article.author authors dc.author creator "
    "article:author_name cxenseparse:author book:author vr:author og:author "
    "shareaholic:article_author_name",
    "published": "article:published_time og:article:published_time og:published_time datepublished "
    "date dc.date dc.date.issued dc.date.created dcterms.date dcterms.created dcterms.issued "
    "dcterms.available citation_publication_date citation_date citation_online_date publishdate "
    "publish-date publish_date publishtime publish_time pubdate pubtime publication_date "
    "publicationdate published_time published datecreated date_created parsely-pub-date sailthru.date "
    "article.published article:published displaydate originalpublicationdate article_date_original "
    "article:create_at apub:time bytedance:published_time _pubtime og:pubdate og:publish_date "
    "rnews:datepublished cxenseparse:recs:publishtime article:publish_time og:release_date "
    "bt:pubdate firstpublished doc_date publisheddate datepub ms.date cxenseparse:publishtime "
    "shareaholic:article_published_time",
    "modified": "article:modified_time og:article:modified_time og:updated_time datemodified "
    "dc.date.modified dcterms.modified last-modified lastmod lastmodified revised "
    "bytedance:updated_time modified "
    "article:modified article.updated date.modified bt:moddate dateupdate moddate article:update_at",
    "site_name": "og:site_name application-name dc.publisher dcterms.publisher apple-mobile-web-app-title "
    "sitename publisher citation_journal_title",
    "source": "contentsource dc.source dcterms.source mediaid source og:article:source",
    "source_url": "original-source syndication-source",
    "category": "article:section og:article:section parsely-section columnname section category "
    "citation_journal_section news_category og:section",
    "tag": "keywords news_keywords article:tag og:article:tag parsely-tags sailthru.tags dc.subject "
    "dcterms.subject citation_keywords video:tag og:video:tag book:tag tags",
    "language": "og:locale content-language dc.language dcterms.language citation_language language",
    "licence": "dc.rights dcterms.license dcterms.rights dc.rights.license license licence",
    "canonical_url": "og:url twitter:url parsely-link",
    "image": "og:image og:image:url og:image:secure_url twitter:image twitter:image:src parsely-image-url "
    "sailthru.image.full thumbnail",
}
_FIELDS = {name: field for field, names in _NAMES.items() for name in names.split()}
_JOINED = str.maketrans("", "", "-_")  # published-date and published_date are one name
_LINKS = {"canonical": "canonical_url", "license": "licence", "image_src": "image"}
# Twitter cards pair a label with a text: label1 "Written by", data1 "Ann Lee". Yoast writes them.
_MAX_LABEL_CHARS = 40


@lru_cache(maxsize=4_096)  # pages share their names
def _declared_field(key: str) -> tuple[str, str]:
    """Return the field of a meta name, ``""`` for none, and the origin of its values."""
    kind, _, rel = key.partition(":rel=")
    if rel:
        return _LINKS.get(rel, ""), f"link:{rel}"
    return _FIELDS.get(kind) or _FIELDS.get(kind.translate(_JOINED), ""), f"meta:{key}"


def read_head(page: Page) -> Collector:
    """Collect the values of ``<meta>``, ``<link>`` and ``<html lang>``."""
    found = Collector(page)
    names: dict[str, str] = {}
    for keys, content in contents(page):
        for key in keys:
            if key in _LABELLED:
                names.setdefault(key, text_of(content))
            field, origin = _declared_field(key)
            if field == "author" and key in _SURNAME_FIRST:
                found.add(field, _given_name_first(text_of(content)), origin)
            elif field:
                found.add(field, text_of(content), origin)
    if names:
        _add_labelled(found, names)
    root = page.attributes(0)
    found.add("language", root.get("lang", "") or root.get("xml:lang", ""), "html:lang")
    return found


_SURNAME_FIRST = frozenset({"citation_author", "dc.creator", "dcterms.creator", "dc.contributor.author"})


def _given_name_first(name: str) -> str:
    """Return ``Ann Lee`` for ``Lee, Ann``; libraries and journals write surnames first."""
    surname, comma, given = name.partition(",")
    return f"{given.strip()} {surname.strip()}" if comma and "," not in given else name


def declared_sizes(page: Page) -> dict[str, str]:
    """Return ``og:image:width``, ``og:image:height`` and the alt texts of the lead image."""
    wanted = {"og:image:width", "og:image:height", "og:image:alt", "twitter:image:alt"}
    return first_contents(page, wanted)


_LABELLED = frozenset({"twitter:label1", "twitter:data1", "twitter:label2", "twitter:data2"})


def _is_of_author(label: str) -> bool:
    """Return True if a text is exactly one label of an author."""
    whole = f"{label.strip(_AROUND_LABEL)}:"
    if len(whole) > _MAX_LABEL_CHARS:
        return False
    return [(0, len(whole), "author")] == find_labels(whole)


_AROUND_LABEL = " \t\n:："


def _add_labelled(found: Collector, names: dict[str, str]) -> None:
    for number in ("1", "2"):
        if _is_of_author(names.get(f"twitter:label{number}", "")):
            found.add("author", names.get(f"twitter:data{number}", ""), "meta:twitter:data")
