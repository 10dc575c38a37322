"""trafilatura's TEI: its header, and its elements of the main content as far as TEI has them."""

from __future__ import annotations

from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext import __version__
from maintext.compat.trafilatura.settings import TrafilaturaDocument

__all__ = ["tei_element"]

_IN_PARAGRAPHS = frozenset({"code", "graphic", "hi", "del", "ref"})  # no children of a division


def tei_element(found: TrafilaturaDocument, main: ET.Element, comments: ET.Element) -> ET.Element:
    """Return a TEI document of trafilatura's form, with the trees of main content and comments in it."""
    root = ET.Element("TEI", xmlns="http://www.tei-c.org/ns/1.0")
    _add_header(ET.SubElement(root, "teiHeader"), found)
    body = ET.SubElement(ET.SubElement(root, "text"), "body")
    for division, kind in ((main, "entry"), (comments, "comments")):
        division.tag = "div"
        division.set("type", kind)
        body.append(division)
        for head in [*division.iter("head")]:
            _turn_head(head)
        for place, child in enumerate(division):
            if child.tag in _IN_PARAGRAPHS:
                division[place] = ET.Element("p")
                division[place].append(child)
        for graphic in division.iter("graphic"):
            graphic.attrib = {"url": graphic.get("src", "")}
    return root


def _turn_head(head: ET.Element) -> None:
    """Turn a heading into a block of its kind, with line breaks between its paragraphs."""
    head.tag = "ab"
    head.set("type", "header")
    for child in head.findall("p"):
        text = "".join(child.itertext()) + (child.tail or "")
        if child is head[0] and not head.text:
            head.text = text
            head.remove(child)
        else:
            del child[:]
            child.tag, child.text, child.tail = "lb", None, text


def _add_element(above: ET.Element, tag: str, text: str | None = None, **values: str) -> ET.Element:
    element = ET.SubElement(above, tag, values)
    element.text = text
    return element


def _add_header(header: ET.Element, found: TrafilaturaDocument) -> None:
    publisher = found.hostname or found.sitename or "N/A"
    if found.hostname and found.sitename:
        publisher = f"{found.sitename.strip()} ({found.hostname})"
    file = _add_element(header, "fileDesc")
    _add_titles(file, found)
    statement = _add_element(file, "publicationStmt")
    if found.license:
        _add_element(statement, "publisher", publisher)
        statement = _add_element(statement, "availability")
    _add_element(statement, "p", found.license)
    notes = _add_element(file, "notesStmt")
    if found.id:
        _add_element(notes, "note", found.id, type="id")
    _add_element(notes, "note", found.fingerprint, type="fingerprint")
    source = _add_element(file, "sourceDesc")
    sigle = ", ".join(filter(None, (found.sitename, found.date)))
    _add_element(source, "bibl", ", ".join(filter(None, (found.title, sigle))))
    _add_element(source, "bibl", sigle, type="sigle")
    full = _add_element(source, "biblFull")
    _add_titles(full, found)
    statement = _add_element(full, "publicationStmt")
    _add_element(statement, "publisher", publisher)
    if found.url:
        _add_element(statement, "ptr", type="URL", target=found.url)
    _add_element(statement, "date", found.date)
    _add_profile(_add_element(header, "profileDesc"), found)
    program = _add_element(
        _add_element(_add_element(header, "encodingDesc"), "appInfo"),
        "application",
        version=__version__,
        ident="maintext",
    )
    _add_element(program, "label", "maintext")


def _add_titles(above: ET.Element, found: TrafilaturaDocument) -> None:
    statement = _add_element(above, "titleStmt")
    _add_element(statement, "title", found.title, type="main")
    if found.author:
        _add_element(statement, "author", found.author)


def _add_profile(profile: ET.Element, found: TrafilaturaDocument) -> None:
    _add_element(_add_element(profile, "abstract"), "p", found.description)
    terms = [("categories", found.categories), ("tags", found.tags)]
    if any(texts for _, texts in terms):
        keywords = _add_element(_add_element(profile, "textClass"), "keywords")
        for kind, texts in terms:
            if texts:
                _add_element(keywords, "term", ",".join(texts), type=kind)
    _add_element(_add_element(profile, "creation"), "date", found.filedate, type="download")
