"""Main content as XML by the guidelines of the Text Encoding Initiative (TEI P5).

Made from the HTML output, whose elements are few and whose text is the main text. A heading begins a
``<div>`` that goes on to the next heading of its level or above; blocks become paragraphs in it. Every
text stands in a block, as the page's columns say; a block opens only the elements that TEI has a word for.

==============================  =====================================================================
HTML                            TEI
==============================  =====================================================================
``h1`` … ``h6``                 ``div/head``; inside lists, tables and quotes ``p rend="heading"``
``p`` and other blocks          ``p``
``ul``, ``ol``                  ``list rend="bulleted"``, ``"numbered"``, with ``item``, ``item n``
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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from operator import eq
from typing import NamedTuple
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

import numpy as np

from maintext.html import Page, parse_rendered
from maintext.html.arrays import Bool
from maintext.html.tags import HEADING_TAGS

__all__ = ["Header", "render_tei", "render_tei_corpus"]

_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def render_tei(html: str, header: Header) -> str:
    """Return a TEI document of ``render_html`` output, without XML declaration."""
    return ET.tostring(_make_document(html, header), encoding="unicode")


def render_tei_corpus(parts: Iterable[tuple[str, Header]], program: tuple[str, str]) -> str:
    """Return pairs of HTML and header as one ``teiCorpus``."""
    root = ET.Element("teiCorpus", xmlns=_NAMESPACE)
    root.append(_make_header(Header(title="Web pages", program=program)))
    root.extend(_make_document(html, header, is_part=True) for html, header in parts)
    return ET.tostring(root, encoding="unicode")


def _make_document(html: str, header: Header, *, is_part: bool = False) -> ET.Element:
    root = ET.Element("TEI") if is_part else ET.Element("TEI", xmlns=_NAMESPACE)
    root.append(_make_header(header))
    text = ET.SubElement(root, "text")
    if _is_language_tag(header.language):
        text.set("xml:lang", header.language)
    _TeiWriter(parse_rendered(html)).write(ET.SubElement(text, "body"))
    return root


# -- header -------------------------------------------------------------------------------------------

_W3C_DATE = re.compile(
    r"\d{4}(?:-\d\d(?:-\d\d)?)?\Z|(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?((?:[+-]\d\d:\d\d|Z)?)\Z", re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Fields of the ``teiHeader``; empty for unknown.

    Dates are ISO 8601, as precise as known; ``credits`` are roles and names; ``program`` is its name and
    version.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    credits: tuple[tuple[str, str], ...] = ()
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
    _add_element(title_statement, "title", header.title or header.url or "untitled", always=True)
    for author in header.authors:
        _add_element(title_statement, "author", author)
    for role, name in header.credits:
        statement = ET.SubElement(title_statement, "respStmt")
        _add_element(statement, "resp", role.replace("_", " "))
        _add_element(statement, "name", name)
    _add_publication(description, header)
    _add_source(ET.SubElement(description, "sourceDesc"), header)
    application = ET.SubElement(ET.SubElement(root, "encodingDesc"), "appInfo")
    name, version = header.program
    program = ET.SubElement(application, "application", ident=name, version=version)
    _add_element(program, "label", name)
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
    _add_element(statement, "publisher", header.site_name, always=True)
    if header.published:
        _add_date(statement, header.published)
    if header.licence:
        licence = ET.SubElement(ET.SubElement(statement, "availability"), "licence")
        if header.licence.startswith(("http://", "https://")) and (target := _to_any_uri(header.licence)):
            licence.set("target", target)
        _add_element(licence, "p", header.licence)


def _add_source(parent: ET.Element, header: Header) -> None:
    book = ET.SubElement(parent, "bibl")
    _add_element(book, "title", header.title)
    for author in header.authors:
        _add_element(book, "author", author)
    _add_element(book, "publisher", header.source or header.site_name)
    if header.published:
        _add_date(book, header.published)
    for url in filter(None, (header.url, header.source_url)):
        reference = _add_element(book, "ref", url)
        if target := _to_any_uri(url):
            reference.set("target", target)


def _add_profile(parent: ET.Element, header: Header) -> None:
    if not (header.description or header.keywords or _is_language_tag(header.language)):
        return
    profile = ET.SubElement(parent, "profileDesc")
    if header.description:
        _add_element(ET.SubElement(profile, "abstract"), "p", header.description)
    if _is_language_tag(header.language):
        usage = ET.SubElement(profile, "langUsage")
        _add_element(usage, "language", header.language).set("ident", header.language)
    if header.keywords:
        words = ET.SubElement(ET.SubElement(profile, "textClass"), "keywords")
        for keyword in header.keywords:
            _add_element(words, "term", keyword)


def _add_date(parent: ET.Element, moment: str) -> None:
    """Add a date, with ``when`` in the forms of XML Schema, which needs minutes and seconds."""
    element = _add_element(parent, "date", moment)
    if match := _W3C_DATE.match(moment):
        element.set("when", f"{match[1]}{match[2] or ':00'}{match[3]}" if match[1] else moment)


def _is_language_tag(tag: str) -> bool:
    """Return True for a language tag in the common forms of BCP 47."""
    return bool(re.match(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z", tag))


# -- body ---------------------------------------------------------------------------------------------

_MAX_DEPTH = 40  # of lists, tables, quotes and emphasis inside one another; deeper ones are flattened
_TAIL_SPACE = re.compile(r"[ \t\n\r\f]+")
_RENDITION = {
    **dict.fromkeys(("b", "strong"), "bold"), **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "italic"),
    "u": "underline", "ins": "underline", "sub": "subscript", "sup": "superscript", "small": "small",
    "mark": "highlight", "kbd": "keyboard", "samp": "typewriter", "tt": "typewriter",
    "rt": "ruby-text", "rp": "ruby-parenthesis",
    "code": "code",  # <code> holds text only in TEI
}  # fmt: skip
_DELETED = ("s", "strike", "del")
_FRAMES = ("ul", "ol", "dl", "li", "dt", "dd", "table", "tr", "td", "th", "caption", "blockquote")
_OTHERS = ("a", "q", "code", "pre", "figcaption")
_LEAVES = ("br", "hr", "img", "video", "audio", "math")
_PARENTS = {
    "li": ("ul", "ol"), "dt": ("dl",), "dd": ("dl",), "tr": ("table",), "td": ("tr",), "th": ("tr",),
    "caption": ("table",),
}  # fmt: skip
_PARTS = ("ul", "ol", "dl", "table", "tr")  # hold only items, rows and cells
_LINES = ("dt", "caption")  # hold words, no blocks
_WORDS = {
    "dl": "list", "li": "item", "dt": "label", "dd": "item", "table": "table", "tr": "row",
    "caption": "head", "blockquote": "quote",
}  # fmt: skip
_INLINE = tuple(
    """
        a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strike strong
        sub sup time tt u var picture br img video audio math source wbr
    """.split()
)


class _Ancestors(NamedTuple):
    """Ancestors of a row that TEI has a word for, the outermost first."""

    frames: tuple[int, ...] = ()  # elements that have their parents: items in lists, cells in rows in tables
    phrases: tuple[int, ...] = ()  # elements within a block
    heading: str = ""  # name of the innermost
    pre: int = -1  # row of the outermost
    is_caption: bool = False


class _TeiWriter:
    """Writer of one page of HTML output below a TEI body."""

    def __init__(self, page: Page) -> None:
        self.page = page
        known = page.is_tag((*_FRAMES, *HEADING_TAGS, *_RENDITION, *_DELETED, *_OTHERS, *_LEAVES))
        self.kind = {row: page.name(row) for row in np.flatnonzero(known).tolist()}
        is_block = ~page.is_text & ~page.is_tag(_INLINE)
        self.holder = _nearest_ancestors(page, is_block)
        self.above_of = _nearest_ancestors(page, known & ~page.is_tag(_LEAVES))
        self.around = {-1: _Ancestors()}
        for row in np.flatnonzero(known & ~page.is_tag(_LEAVES)).tolist():
            self.around[row] = self._enter_element(self.around[self.above_of[row]], row)
        self.frames: list[tuple[int, ET.Element]] = []
        self.cells: dict[int, ET.Element] = {}  # of the table rows begun
        self.sections: list[tuple[int, ET.Element]] = []

    def write(self, body: ET.Element) -> None:
        """Write all blocks in order."""
        self.sections = [(0, body)]
        for rows in self._iter_blocks():
            self._write_block(rows)
        for row in body.iter("table"):
            _complete_table(row)
        for element in [element for element in body.iter("list") if element.get("type") == "gloss"]:
            _complete_glosses(element)
        if all(element.tag in {"milestone", "lb"} for element in body):
            ET.SubElement(body, "p")

    def _iter_blocks(self) -> Iterator[list[int]]:
        """Yield the text rows and leaves of each block; a leaf joins the text before it."""
        page = self.page
        leaves = page.is_tag(_LEAVES)
        # A formula or player is written as a whole, with what is in it.
        hidden = page.inside(page.is_tag(("math", "video", "audio")))[np.maximum(page.parent, 0)]
        hidden |= page.inside(page.is_tag(("head",)))
        rows: list[int] = []
        block = -1
        for row in np.flatnonzero(((page.block >= 0) | leaves) & ~hidden).tolist():
            of_other_block = page.block[row] >= 0 and block >= 0 and page.block[row] != block
            if rows and (of_other_block or self.holder[row] != self.holder[rows[0]]):
                yield rows
                rows, block = [], -1
            rows.append(row)
            block = max(block, int(page.block[row]))
        if rows:
            yield rows

    def _write_block(self, rows: list[int]) -> None:
        around = self.around[self.above_of[rows[0]]]
        container = self._open_frame(around.frames)
        if self._only_breaks(rows):
            for _ in (row for row in rows if self.kind.get(row) == "hr"):
                ET.SubElement(container, "milestone", unit="section", rend="rule")
            return
        if around.heading and not self.frames:
            block = ET.SubElement(self._open_section(int(around.heading[1])), "head")
        elif around.pre >= 0 and not (self.frames and self.kind[self.frames[-1][0]] in _LINES):
            block = ET.SubElement(ET.SubElement(container, "ab", type="code"), "code")
            self._write_code(block, rows, around.pre)
            return
        else:
            rendition = "heading" if around.heading else "caption" if around.is_caption else ""
            block = ET.SubElement(container, "p", {"rend": rendition} if rendition else {})
        self._write_phrases(block, rows)

    def _only_breaks(self, rows: list[int]) -> bool:
        return all(
            self.kind.get(row) in {"br", "hr"} or (row not in self.kind and not self.page.n_chars[row])
            for row in rows
        )

    def _enter_element(self, around: _Ancestors, row: int) -> _Ancestors:
        """Return the ancestors of the content of an element."""
        name = self.kind[row]
        if name in HEADING_TAGS:
            return around._replace(heading=name)
        if name == "pre":
            return around._replace(pre=row if around.pre < 0 else around.pre)
        around = around._replace(is_caption=around.is_caption or name in {"caption", "figcaption"})
        if name in _FRAMES and self._is_possible(around.frames, name):
            return around._replace(frames=(*around.frames, row))
        has_word = name in _RENDITION or name in _DELETED or name in {"a", "q", "code"}
        if has_word and len(around.phrases) < _MAX_DEPTH:
            return around._replace(phrases=(*around.phrases, row))
        return around

    def _is_possible(self, frames: tuple[int, ...], name: str) -> bool:
        """Return True if TEI allows this frame here."""
        inside = self.kind[frames[-1]] if frames else ""
        if inside in _LINES or len(frames) == _MAX_DEPTH:
            return False
        wanted = _PARENTS.get(name)
        return inside not in _PARTS if wanted is None else inside in wanted

    # -- containers -----------------------------------------------------------------------------------

    def _open_section(self, level: int) -> ET.Element:
        """Open a division for a heading of this level."""
        while self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, ET.SubElement(self.sections[-1][1], "div")))
        return self.sections[-1][1]

    def _open_frame(self, rows: tuple[int, ...]) -> ET.Element:
        """Open and close lists, tables and quotes for a block; return its parent element."""
        while rows and self.kind[rows[-1]] in _PARTS:
            rows = rows[:-1]
        same = sum(takewhile(bool, map(eq, rows, (row for row, _ in self.frames))))
        del self.frames[same:]
        for row in rows[same:]:
            self.frames.append((row, self._start_frame(row, self._innermost_element())))
        return self._innermost_element()

    def _innermost_element(self) -> ET.Element:
        return self.frames[-1][1] if self.frames else self.sections[-1][1]

    def _start_frame(self, row: int, parent: ET.Element) -> ET.Element:
        name = self.kind[row]
        if name in {"ul", "ol"}:
            return ET.SubElement(parent, "list", rend="numbered" if name == "ol" else "bulleted")
        if name in {"td", "th"}:
            return self.cells[row] if row in self.cells else self._start_cell(row, parent)
        element = ET.SubElement(parent, _WORDS[name])
        if name == "li" and (number := self._stated_number(row)):
            element.set("n", number)
        if name == "dl":
            element.set("type", "gloss")
        if name == "tr":  # with its empty cells, so that the others stay in their columns
            children = row + np.flatnonzero(self.page.parent[row : self.page.end[row]] == row)
            cells = (at for at in children.tolist() if self.kind.get(at) in {"td", "th"})
            self.cells.update({at: self._start_cell(at, element) for at in cells})
        return element

    def _stated_number(self, row: int) -> str:
        """Return the number that an item, or for its first item a list, states; ``""`` for none."""
        around = int(self.page.parent[row])
        is_first = not any(self.kind.get(at) == "li" for at in range(around + 1, row))
        start = self.page.value(around, "start") if is_first else None
        return self.page.value(row, "value") or start or ""

    def _start_cell(self, row: int, parent: ET.Element) -> ET.Element:
        cell = ET.SubElement(parent, "cell")
        if self.kind[row] == "th":
            cell.set("role", "label")
        for theirs, ours in (("colspan", "cols"), ("rowspan", "rows")):
            value = self.page.value(row, theirs) or ""
            if value.isdecimal() and int(value) > 1:
                cell.set(ours, value)
        return cell

    # -- within a block -------------------------------------------------------------------------------

    def _write_phrases(self, block: ET.Element, rows: list[int]) -> None:
        opened: list[tuple[int, ET.Element]] = [(-1, block)]
        for row in rows:
            wanted = self.around[self.above_of[row]].phrases
            same = sum(takewhile(bool, map(eq, wanted, (at for at, _ in opened[1:]))))
            del opened[same + 1 :]
            for at in wanted[same:]:
                opened.append((at, self._start_phrase(at, opened[-1][1])))
            self._write_leaf(opened[-1][1], row)
        _trim_block(block)

    def _start_phrase(self, row: int, parent: ET.Element) -> ET.Element:
        name = self.kind[row]
        if name == "a":
            target = _to_any_uri(self.page.value(row, "href") or "")
            is_named = target and not target.startswith("#")  # places have no names here
            return ET.SubElement(parent, "ref", {"target": target} if is_named else {})
        if name in _RENDITION:
            return ET.SubElement(parent, "hi", rend=_RENDITION[name])
        return ET.SubElement(parent, "q" if name == "q" else "del")

    def _write_leaf(self, parent: ET.Element, row: int) -> None:
        name = self.kind.get(row)
        if name is None:
            _append_text(parent, _TAIL_SPACE.sub(" ", _to_xml_text(self.page.row_text(row))))
        elif name == "br":
            ET.SubElement(parent, "lb")
        elif name == "math":
            text, notation = self._formula_text(row)
            if text:
                _add_element(parent, "formula", text).set("notation", notation)
        elif name != "hr":
            self._write_media(parent, row)

    def _write_media(self, parent: ET.Element, row: int) -> None:
        url = _to_any_uri(self.page.value(row, "src") or "")
        if not url:
            return
        if self.kind[row] != "img":
            ET.SubElement(parent, "ptr", type=self.kind[row], target=url)
            return
        figure = ET.SubElement(parent, "figure")
        ET.SubElement(figure, "graphic", url=url)
        for name in ("alt", "title"):  # the title is a caption that is not in the text
            _add_element(figure, "figDesc", (self.page.value(row, name) or "").strip())

    def _formula_text(self, row: int) -> tuple[str, str]:
        """Return the text of a formula and its notation."""
        inside = range(row, int(self.page.end[row]))
        note = next((at for at in inside if "tex" in (self.page.value(at, "encoding") or "").lower()), row)
        return " ".join(self.page.row_text(note).split()), "text" if note == row else "TeX"

    def _write_code(self, code: ET.Element, rows: list[int], pre: int) -> None:
        names = (self.page.value(row, "class") or "" for row in range(pre, int(self.page.end[pre])))
        words = (word for value in names for word in value.split())
        language = next((word.partition("-")[2] for word in words), "")
        if re.match(r"[\w.+#-]+\Z", language):
            code.set("lang", language)
        code.set("xml:space", "preserve")
        code.text = _to_xml_text("".join(map(self._code_text, rows)).strip("\n"))

    def _code_text(self, row: int) -> str:
        if self.kind.get(row) == "math":
            return self._formula_text(row)[0]
        return "\n" if row in self.kind else self.page.row_text(row)


def _nearest_ancestors(page: Page, chosen: Bool) -> list[int]:
    """Return the nearest chosen ancestor of each row; −1 for none."""
    is_chosen = chosen.tolist()
    found: list[int] = []
    for row, parent in enumerate(page.parent.tolist()):
        found.append(-1 if row == 0 else parent if is_chosen[parent] else found[parent])
    return found


# -- elements -----------------------------------------------------------------------------------------

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EMPTY_PORT = re.compile(r"^(\w+://[^/?#]*):(?=[/?#]|\Z)")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def _add_element(parent: ET.Element, name: str, text: str, *, always: bool = False) -> ET.Element:
    """Add an element with a text; an empty text only if ``always``."""
    element = ET.SubElement(parent, name) if text or always else ET.Element(name)
    element.text = _to_xml_text(text)
    return element


def _to_xml_text(text: str) -> str:
    """Return a text without characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


def _to_any_uri(url: str) -> str:
    """Return a URL valid as ``xs:anyURI``, percent-encoded; ``""`` for a malformed one."""
    url = _EMPTY_PORT.sub(r"\1", url)
    try:
        _ = urlsplit(url).port
    except ValueError:  # a port that is no number, an unclosed bracket
        return ""
    host, brackets, rest = _to_xml_text(url).strip().partition("]") if "://[" in url else ("", "", url)
    page, mark, fragment = _STRAY_PERCENT.sub("%25", _to_xml_text(rest).strip()).partition("#")
    safe = "/:?@!$&'()*+,;=%~"
    return host + brackets + quote(page, safe=safe) + mark + quote(fragment, safe=safe)


def _append_text(parent: ET.Element, text: str) -> None:
    """Append text to the content of an element."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _trim_block(block: ET.Element) -> None:
    """Remove white space and line breaks at both ends of a block."""
    while len(block) and block[-1].tag == "lb" and not (block[-1].tail or "").strip():
        block.remove(block[-1])
    while len(block) and block[0].tag == "lb" and not (block.text or "").strip():
        block.text = (block[0].tail or "").lstrip()
        block.remove(block[0])
    if block.text:
        block.text = block.text.lstrip() if len(block) else block.text.strip()
    if len(block) and block[-1].tail:
        block[-1].tail = block[-1].tail.rstrip()


def _complete_table(table: ET.Element) -> None:
    """Put the caption first, as plain text, and add a row and cell if there is none."""
    for head in reversed(table.findall("head")):
        table.remove(head)
        table.insert(0, head)
        _unwrap_paragraphs(head)
    if table.find("row") is None:
        ET.SubElement(ET.SubElement(table, "row"), "cell")


def _complete_glosses(glosses: ET.Element) -> None:
    """Insert empty labels and items so that they alternate, as TEI demands."""
    for label in glosses.findall("label"):
        _unwrap_paragraphs(label)
    filled: list[ET.Element] = []
    for part in glosses:
        wanted = "item" if filled and filled[-1].tag == "label" else "label"
        if part.tag != wanted:
            filled.append(ET.Element(wanted))
        filled.append(part)
    if filled and filled[-1].tag == "label":
        filled.append(ET.Element("item"))
    glosses[:] = filled


def _unwrap_paragraphs(element: ET.Element) -> None:
    """Replace the paragraphs of an element by their content, with a space before each but the first."""
    parts, element[:] = list(element), []
    for part in parts:
        if part.tag == "p":
            _append_text(element, (" " if len(element) or element.text else "") + (part.text or ""))
        element.extend(part if part.tag == "p" else [part])
