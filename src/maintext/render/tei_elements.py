"""Elements of TEI documents: what text and addresses they may hold, and how they are put in order."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

__all__ = ["add", "append", "complete_glosses", "complete_table", "safe_address", "trim", "xml_text"]

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EMPTY_PORT = re.compile(r"^(\w+://[^/?#]*):(?=[/?#]|\Z)")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def add(parent: ET.Element, name: str, text: str, *, always: bool = False) -> ET.Element:
    """Add an element with a text, unless there is none."""
    element = ET.SubElement(parent, name) if text or always else ET.Element(name)
    element.text = xml_text(text)
    return element


def xml_text(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


def _is_address(address: str) -> bool:
    try:
        _ = urlsplit(address).port
    except ValueError:  # a port that is no number, an unclosed bracket
        return False
    return True


def safe_address(address: str) -> str:
    """Return an address that XML Schema takes, what it may not hold with percent signs; ``""`` for none."""
    address = _EMPTY_PORT.sub(r"\1", address)
    if not _is_address(address):
        return ""
    host, brackets, rest = (
        xml_text(address).strip().partition("]") if "://[" in address else ("", "", address)
    )
    page, mark, place = _STRAY_PERCENT.sub("%25", xml_text(rest).strip()).partition("#")
    safe = "/:?@!$&'()*+,;=%~"
    return host + brackets + quote(page, safe=safe) + mark + quote(place, safe=safe)


def append(parent: ET.Element, text: str) -> None:
    """Add text behind what an element holds."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def trim(block: ET.Element) -> None:
    """Take white space and line breaks off the ends of a block."""
    while len(block) and block[-1].tag == "lb" and not (block[-1].tail or "").strip():
        before = block[-2] if len(block) > 1 else None
        block.remove(block[-1])
        if before is not None:
            before.tail = (before.tail or "").rstrip()
    while len(block) and block[0].tag == "lb" and not (block.text or "").strip():
        block.text = (block[0].tail or "").lstrip()
        block.remove(block[0])
    if block.text:
        block.text = block.text.lstrip() if len(block) else block.text.strip()
    if len(block) and block[-1].tail:
        block[-1].tail = block[-1].tail.rstrip()


def complete_table(table: ET.Element) -> None:
    """A caption comes first and has text of its own; a table has a row, a row a cell."""
    for head in reversed(table.findall("head")):
        table.remove(head)
        table.insert(0, head)
        for paragraph in head.findall("p"):
            _unwrap(head, paragraph)
    if table.find("row") is None:
        ET.SubElement(ET.SubElement(table, "row"), "cell")


def complete_glosses(glosses: ET.Element) -> None:
    """Labels and items take turns in TEI; where two of a kind meet, an empty one comes between."""
    parts = list(glosses)
    for label in glosses.findall("label"):
        for paragraph in label.findall("p"):
            _unwrap(label, paragraph)
    filled: list[ET.Element] = []
    for part in parts:
        wanted = "item" if filled and filled[-1].tag == "label" else "label"
        if part.tag != wanted:
            filled.append(ET.Element(wanted))
        filled.append(part)
    if filled and filled[-1].tag == "label":
        filled.append(ET.Element("item"))
    glosses[:] = filled


def _unwrap(parent: ET.Element, child: ET.Element) -> None:
    """Put what a paragraph holds into its parent, a space before it."""
    at = list(parent).index(child)
    parent.remove(child)
    before = parent[at - 1] if at else None
    text = (" " if at or parent.text else "") + (child.text or "")
    if before is None:
        parent.text = (parent.text or "") + text
    else:
        before.tail = (before.tail or "") + text
    for offset, inner in enumerate(child):
        parent.insert(at + offset, inner)
