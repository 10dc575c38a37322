"""Main content as XML by the guidelines of the Text Encoding Initiative (TEI P5).

Made from the HTML output, whose elements are few and whose text is the main text. A heading begins a
``<div>`` that goes on to the next heading of its level or above; blocks become paragraphs in it. Every
text stands in a block, as the page's columns say; a block opens only the elements that TEI has a word for.

==============================  =====================================================================
HTML                            TEI
==============================  =====================================================================
``h1`` … ``h6``                 ``div/head``; inside lists, tables and quotes ``p rend="heading"``
``p`` and other blocks          ``p``
``ul``, ``ol``                  ``list rend="bulleted"``, ``"numbered"``, with ``item``
``dl``                          ``list type="gloss"`` with ``label`` and ``item``
``table``                       ``table``, ``row``, ``cell``; ``role="label"``, ``cols``, ``rows``
``blockquote``                  ``quote``
``pre``                         ``ab type="code"`` with ``code``, ``lb`` between the lines
``figure``, ``figcaption``      blocks; ``p rend="caption"``
``img``, ``video``, ``audio``   ``figure`` with ``graphic``, ``figDesc``; ``ptr type="video"``
``a``                           ``ref target``
``em``, ``strong``, ``sub`` …   ``hi rend="…"``; ``code``, ``del``, ``q`` as they are
``math``                        ``formula notation="TeX"`` with the annotation, or the text
``br``, ``hr``                  ``lb``, ``milestone``
==============================  =====================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.html import parse_rendered
from maintext.render.tei_text import BodyWriter, add, to_any_uri

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Header", "render_tei", "render_tei_corpus"]

_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def render_tei(html: str, header: Header) -> str:
    """Return a TEI document of ``render_html`` output, without XML declaration."""
    return _to_xml(_make_document(html, header))


def render_tei_corpus(parts: Iterable[tuple[str, Header]], program: tuple[str, str]) -> str:
    """Return pairs of HTML and header as one ``teiCorpus``."""
    root = ET.Element("teiCorpus", xmlns=_NAMESPACE)
    root.append(_make_header(Header(title="Web pages", program=program)))
    root.extend(_make_document(html, header, is_part=True) for html, header in parts)
    return _to_xml(root)


def _make_document(html: str, header: Header, *, is_part: bool = False) -> ET.Element:
    root = ET.Element("TEI") if is_part else ET.Element("TEI", xmlns=_NAMESPACE)
    root.append(_make_header(header))
    text = ET.SubElement(root, "text")
    if _is_language_tag(header.language):
        text.set("xml:lang", header.language)
    BodyWriter(parse_rendered(html)).write(ET.SubElement(text, "body"))
    return root


def _to_xml(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode")


# -- header -------------------------------------------------------------------------------------------

_W3C_DATE = re.compile(
    r"\d{4}(?:-\d\d(?:-\d\d)?)?\Z|(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?((?:[+-]\d\d:\d\d|Z)?)\Z", re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Fields of the ``teiHeader``; empty for unknown.

    Attributes
    ----------
    title, authors, url, site_name, source, source_url, description, language, licence, keywords
        Fields of the page as texts.
    published, modified
        ISO 8601, as precise as known.
    program
        Name and version of the program.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    published: str = ""
    modified: str = ""
    url: str = ""
    site_name: str = ""
    source: str = ""
    source_url: str = ""
    description: str = ""
    language: str = ""
    licence: str = ""
    keywords: tuple[str, ...] = ()
    program: tuple[str, str] = ("maintext", "0")


def _make_header(header: Header) -> ET.Element:
    root = ET.Element("teiHeader")
    description = ET.SubElement(root, "fileDesc")
    title_statement = ET.SubElement(description, "titleStmt")
    add(title_statement, "title", header.title or header.url or "untitled", always=True)
    for author in header.authors:
        add(title_statement, "author", author)
    _add_publication(description, header)
    _add_source(ET.SubElement(description, "sourceDesc"), header)
    application = ET.SubElement(ET.SubElement(root, "encodingDesc"), "appInfo")
    name, version = header.program
    program = ET.SubElement(application, "application", ident=name, version=version)
    add(program, "label", name)
    _add_profile(root, header)
    if header.modified:
        change = ET.SubElement(ET.SubElement(root, "revisionDesc"), "change")
        _add_date(change, header.modified)
    return root


def _add_publication(parent: ET.Element, header: Header) -> None:
    statement = ET.SubElement(parent, "publicationStmt")
    if not (header.site_name or header.published or header.licence):
        ET.SubElement(statement, "p")
        return
    add(statement, "publisher", header.site_name, always=True)
    if header.published:
        _add_date(statement, header.published)
    if header.licence:
        licence = ET.SubElement(ET.SubElement(statement, "availability"), "licence")
        if header.licence.startswith(("http://", "https://")) and (target := to_any_uri(header.licence)):
            licence.set("target", target)
        add(licence, "p", header.licence)


def _add_source(parent: ET.Element, header: Header) -> None:
    book = ET.SubElement(parent, "bibl")
    add(book, "title", header.title)
    for author in header.authors:
        add(book, "author", author)
    add(book, "publisher", header.source or header.site_name)
    if header.published:
        _add_date(book, header.published)
    for url in filter(None, (header.url, header.source_url)):
        reference = add(book, "ref", url)
        if target := to_any_uri(url):
            reference.set("target", target)


def _add_profile(parent: ET.Element, header: Header) -> None:
    if not (header.description or header.keywords or _is_language_tag(header.language)):
        return
    profile = ET.SubElement(parent, "profileDesc")
    if header.description:
        add(ET.SubElement(profile, "abstract"), "p", header.description)
    if _is_language_tag(header.language):
        usage = ET.SubElement(profile, "langUsage")
        add(usage, "language", header.language).set("ident", header.language)
    if header.keywords:
        words = ET.SubElement(ET.SubElement(profile, "textClass"), "keywords")
        for keyword in header.keywords:
            add(words, "term", keyword)


def _add_date(parent: ET.Element, moment: str) -> None:
    """Add a date, with ``when`` in the forms of XML Schema, which needs minutes and seconds."""
    element = add(parent, "date", moment)
    if match := _W3C_DATE.match(moment):
        element.set("when", f"{match[1]}{match[2] or ':00'}{match[3]}" if match[1] else moment)


def _is_language_tag(tag: str) -> bool:
    """Return True for a language tag in the common forms of BCP 47."""
    return bool(re.match(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z", tag))
