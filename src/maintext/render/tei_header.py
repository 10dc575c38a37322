"""The header of TEI documents: the fields of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.render.tei_elements import add, safe_address

__all__ = ["Header", "header_element", "is_language"]

_W3C_DATE = re.compile(
    r"\d{4}(?:-\d\d(?:-\d\d)?)?\Z|(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?((?:[+-]\d\d:\d\d|Z)?)\Z", re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the teiHeader says; empty for unknown.

    Attributes
    ----------
    title, authors, url, site_name, source, source_url, description, language, licence, keywords
        Fields of the page as texts.
    published, modified
        ISO 8601, as exact as known.
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


def header_element(header: Header) -> ET.Element:
    """Return the ``teiHeader``."""
    root = ET.Element("teiHeader")
    description = ET.SubElement(root, "fileDesc")
    title_statement = ET.SubElement(description, "titleStmt")
    add(title_statement, "title", header.title or header.url or "untitled", always=True)
    for author in header.authors:
        add(title_statement, "author", author)
    _publication(description, header)
    _source(ET.SubElement(description, "sourceDesc"), header)
    application = ET.SubElement(ET.SubElement(root, "encodingDesc"), "appInfo")
    name, version = header.program
    program = ET.SubElement(application, "application", ident=name, version=version)
    add(program, "label", name)
    _profile(root, header)
    if header.modified:
        change = ET.SubElement(ET.SubElement(root, "revisionDesc"), "change")
        _date(change, header.modified)
    return root


def _publication(parent: ET.Element, header: Header) -> None:
    statement = ET.SubElement(parent, "publicationStmt")
    if not (header.site_name or header.published or header.licence):
        ET.SubElement(statement, "p")
        return
    add(statement, "publisher", header.site_name, always=True)
    if header.published:
        _date(statement, header.published)
    if header.licence:
        licence = ET.SubElement(ET.SubElement(statement, "availability"), "licence")
        if header.licence.startswith(("http://", "https://")) and (target := safe_address(header.licence)):
            licence.set("target", target)
        add(licence, "p", header.licence)


def _source(parent: ET.Element, header: Header) -> None:
    book = ET.SubElement(parent, "bibl")
    add(book, "title", header.title)
    for author in header.authors:
        add(book, "author", author)
    add(book, "publisher", header.source or header.site_name)
    if header.published:
        _date(book, header.published)
    for address in filter(None, (header.url, header.source_url)):
        reference = add(book, "ref", address)
        if target := safe_address(address):
            reference.set("target", target)


def _profile(parent: ET.Element, header: Header) -> None:
    if not (header.description or header.keywords or is_language(header.language)):
        return
    profile = ET.SubElement(parent, "profileDesc")
    if header.description:
        add(ET.SubElement(profile, "abstract"), "p", header.description)
    if is_language(header.language):
        usage = ET.SubElement(profile, "langUsage")
        add(usage, "language", header.language).set("ident", header.language)
    if header.keywords:
        words = ET.SubElement(ET.SubElement(profile, "textClass"), "keywords")
        for keyword in header.keywords:
            add(words, "term", keyword)


def _date(parent: ET.Element, moment: str) -> None:
    """Add a date; ``when`` as XML Schema writes it, which knows no hour without minutes and seconds."""
    element = add(parent, "date", moment)
    if match := _W3C_DATE.match(moment):
        element.set("when", f"{match[1]}{match[2] or ':00'}{match[3]}" if match[1] else moment)


def is_language(tag: str) -> bool:
    """Whether a text is a language tag, as BCP 47 writes the common ones."""
    return bool(re.match(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z", tag))
