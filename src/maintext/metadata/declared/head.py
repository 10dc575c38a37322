"""Read the declarations in the head: ``<meta>``, OpenGraph, Twitter cards, Dublin Core, ``<link>``.

The names come from the specifications (ogp.me, DCMI terms, Highwire Press tags, Parse.ly, Sailthru, the meta
tags of Chinese government sites) and from common publishing systems.
"""

from __future__ import annotations

import re
from functools import lru_cache

from maintext._core.elements import WordSet, unescape
from maintext._core.fields import element_text, values_having
from maintext.html import Page
from maintext.html.tags import tag_mask
from maintext.html.urls import absolute_url, base_url
from maintext.metadata import word_lists
from maintext.metadata.byline_words import find_labels
from maintext.metadata.candidate import Candidate
from maintext.metadata.declared.collector import Collector
from maintext.metadata.declared.meta import first_contents, link_urls, named_contents, text_of

__all__ = ["find_licences", "is_company", "read_head"]


_FIELDS = {name: field for field, names in word_lists("meta").items() for name in names}
_JOINED = str.maketrans("", "", "-_")  # published-date and published_date are one name
_LINKS = {"canonical": "canonical_url", "license": "licence", "image_src": "image"}
_RELATIONS = WordSet(tuple(_LINKS))
# Twitter cards pair a label with a text: label1 "Written by", data1 "Ann Lee". Yoast writes them.
_MAX_LABEL_CHARS = 40


@lru_cache(maxsize=4_096)  # pages share their names
def _declared_field(key: str) -> tuple[str, str]:
    """Return the field of a meta name, ``""`` for none, and the origin of its values."""
    return _FIELDS.get(key) or _FIELDS.get(key.translate(_JOINED), ""), f"meta:{key}"


def read_head(page: Page) -> Collector:
    """Collect the values of ``<meta>``, ``<link>`` and ``<html lang>``."""
    found = Collector(page)
    for relation, url in link_urls(page, _RELATIONS):
        found.add(_LINKS[relation], url, f"link:{relation}")
    for keys, content in page.cached(named_contents):
        for key in keys:
            field, origin = _declared_field(key)
            if field == "author":
                name = text_of(content)
                is_site = key == "author" and _DOMAIN.fullmatch(name.strip())  # of every page of it
                if not is_site and not _COMPANY.search(name):
                    found.add(field, _given_name_first(name) if key in _SURNAME_FIRST else name, origin)
            elif field:
                found.add(field, text_of(content), origin)
    names = first_contents(page, _LABELLED)
    for number in "12":
        label = names.get(f"twitter:label{number}", "").strip(_AROUND_LABEL)[:_MAX_LABEL_CHARS] + ":"
        if ((0, len(label), "author"),) == find_labels(label):
            found.add("author", names.get(f"twitter:data{number}", ""), "meta:twitter:data")
    root = page.attributes(0)
    found.add("language", root.get("lang", "") or root.get("xml:lang", ""), "html:lang")
    return found


# Whoever made or owns the site: no gold author of 1,400 pages is a company by its legal form.
_COMPANY = re.compile(
    r"\b(?:GmbH|KG|e\.\s?V|Ltd|LLC|Inc|Corp|S\.\s?A|S\.\s?r\.\s?l|Sp\. z o\.\s?o|AG|Pty|Oy|ApS)\b"
)
_DOMAIN = re.compile(r"[\w-]+(?:\.[\w-]+){1,3}")
_SURNAME_FIRST = frozenset({"citation_author", "dc.creator", "dcterms.creator", "dc.contributor.author"})


def is_company(publisher: Candidate) -> bool:
    """Return True if a declared publisher is a company by its legal form."""
    return "publisher" in publisher.origin and _COMPANY.search(str(publisher.value)) is not None


def _given_name_first(name: str) -> str:
    """Return ``Ann Lee`` for ``Lee, Ann``; libraries and journals write surnames first."""
    surname, comma, given = name.partition(",")
    return f"{given.strip()} {surname.strip()}" if comma and "," not in given else name


_CREATIVE = re.compile(r"creativecommons\.org/(?:licenses|publicdomain)/\w")
_COMMONS, _LICENCE = WordSet(("commons.org/",)), WordSet(("license",))
_MAX_LINKS = 20  # that are read
_FRAMED = tag_mask(("figure", "figcaption", "picture"))
_PICTURE = re.compile(
    r"^\W*(?:beitrags|titel)?(?:bild|foto|photo|image|picture|credit)[^.:]{0,30}:|wikimedia|flickr|unsplash",
    re.IGNORECASE,
)
_MAX_CREDIT = 20  # rows of the line of a link


def find_licences(page: Page) -> list[Candidate]:
    """Return the licence that the links of the body state: ``rel=license``, or Creative Commons.

    Links of pictures and in their credits do not count, and none if the links name several licences. Cost
    O(n_attributes).
    """
    found = []
    places = (0, len(page))
    hrefs = values_having(page.columns, b" href", places, _COMMONS, len(page))
    rels = values_having(page.columns, b" rel", places, _LICENCE, len(page))
    stated = {row for row, value in rels if "license" in unescape(value.decode()).lower().split()}
    for row in sorted(stated.union(row for row, _ in hrefs))[:_MAX_LINKS]:
        link = (page.value(row, "href") or "") if page.is_anchor[row] else ""
        line = element_text(page.columns, int(page.parent[row]), _MAX_CREDIT) if row not in stated else ""
        is_of_picture = _PICTURE.search(line) or page.inside(page.tagged(_FRAMED))[row]
        if (row in stated or _CREATIVE.search(link)) and not is_of_picture:
            origin = "rel:license" if row in stated else "href"
            found.append(Candidate("licence", absolute_url(base_url(page), link), origin, row))
    found = [one for one in found if one.value]
    named = [one for one in found if one.origin != "href"] or found
    return named[:1] if len({str(one.value) for one in named}) == 1 else []


_LABELLED = frozenset({"twitter:label1", "twitter:data1", "twitter:label2", "twitter:data2"})
_AROUND_LABEL = " \t\n:："
