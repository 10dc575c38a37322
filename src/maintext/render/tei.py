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
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

import numpy as np

from maintext.page import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["Header", "render_tei", "render_tei_corpus"]

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_MAX_DEPTH = 40  # of lists, tables, quotes and emphasis inside one another; deeper ones are flattened
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EMPTY_PORT = re.compile(r"^(\w+://[^/?#]*):(?=[/?#]|\Z)")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_TAIL_SPACE = re.compile(r"[ \t\n\r\f]+")
_W3C_DATE = re.compile(
    r"\d{4}(?:-\d\d(?:-\d\d)?)?\Z|(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?((?:[+-]\d\d:\d\d|Z)?)\Z", re.ASCII
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_RENDITION = {
    **dict.fromkeys(("b", "strong"), "bold"), **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "italic"),
    "u": "underline", "ins": "underline", "sub": "subscript", "sup": "superscript", "small": "small",
    "mark": "highlight", "kbd": "keyboard", "samp": "typewriter", "tt": "typewriter",
    "rt": "ruby-text", "rp": "ruby-parenthesis",
}  # fmt: skip
_DELETED = ("s", "strike", "del")
_FRAMES = ("ul", "ol", "dl", "li", "dt", "dd", "table", "tr", "td", "th", "caption", "blockquote")
_OTHERS = ("a", "q", "code", "pre", "figcaption")
_MAX_ABOVE = 200
_LEAVES = ("br", "hr", "img", "video", "audio", "math")


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


def render_tei(html: str, header: Header) -> str:
    """Return a TEI document, one XML element without declaration.

    Parameters
    ----------
    html
        Main content as :func:`maintext.render.render_html` writes it.
    header
        Fields of the page.
    """
    return _written(_document(html, header))


def render_tei_corpus(parts: Iterable[tuple[str, Header]], program: tuple[str, str]) -> str:
    """Return several documents as one ``teiCorpus``; ``parts`` are pairs of HTML and header."""
    root = ET.Element("teiCorpus", xmlns=_NAMESPACE)
    root.append(_header(Header(title="Web pages", program=program)))
    root.extend(_document(html, header, is_part=True) for html, header in parts)
    return _written(root)


def _document(html: str, header: Header, *, is_part: bool = False) -> ET.Element:
    root = ET.Element("TEI") if is_part else ET.Element("TEI", xmlns=_NAMESPACE)
    root.append(_header(header))
    text = ET.SubElement(root, "text")
    if _is_language(header.language):
        text.set("xml:lang", header.language)
    _Writer(parse(html)).write(ET.SubElement(text, "body"))
    return root


def _written(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode")


# -- header -------------------------------------------------------------------------------------------


def _header(header: Header) -> ET.Element:
    root = ET.Element("teiHeader")
    description = ET.SubElement(root, "fileDesc")
    title_statement = ET.SubElement(description, "titleStmt")
    _add(title_statement, "title", header.title or header.url or "untitled", always=True)
    for author in header.authors:
        _add(title_statement, "author", author)
    _publication(description, header)
    _source(ET.SubElement(description, "sourceDesc"), header)
    application = ET.SubElement(ET.SubElement(root, "encodingDesc"), "appInfo")
    name, version = header.program
    program = ET.SubElement(application, "application", ident=name, version=version)
    _add(program, "label", name)
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
    _add(statement, "publisher", header.site_name, always=True)
    if header.published:
        _date(statement, header.published)
    if header.licence:
        licence = ET.SubElement(ET.SubElement(statement, "availability"), "licence")
        if header.licence.startswith(("http://", "https://")) and (target := _address(header.licence)):
            licence.set("target", target)
        _add(licence, "p", header.licence)


def _source(parent: ET.Element, header: Header) -> None:
    book = ET.SubElement(parent, "bibl")
    _add(book, "title", header.title)
    for author in header.authors:
        _add(book, "author", author)
    _add(book, "publisher", header.source or header.site_name)
    if header.published:
        _date(book, header.published)
    for address in filter(None, (header.url, header.source_url)):
        reference = _add(book, "ref", address)
        if target := _address(address):
            reference.set("target", target)


def _profile(parent: ET.Element, header: Header) -> None:
    if not (header.description or header.keywords or _is_language(header.language)):
        return
    profile = ET.SubElement(parent, "profileDesc")
    if header.description:
        _add(ET.SubElement(profile, "abstract"), "p", header.description)
    if _is_language(header.language):
        usage = ET.SubElement(profile, "langUsage")
        _add(usage, "language", header.language).set("ident", header.language)
    if header.keywords:
        words = ET.SubElement(ET.SubElement(profile, "textClass"), "keywords")
        for keyword in header.keywords:
            _add(words, "term", keyword)


def _add(parent: ET.Element, name: str, text: str, *, always: bool = False) -> ET.Element:
    """Add an element with a text, unless there is none."""
    element = ET.SubElement(parent, name) if text or always else ET.Element(name)
    element.text = _plain(text)
    return element


def _date(parent: ET.Element, moment: str) -> None:
    """Add a date; ``when`` as XML Schema writes it, which knows no hour without minutes and seconds."""
    element = _add(parent, "date", moment)
    if match := _W3C_DATE.match(moment):
        element.set("when", f"{match[1]}{match[2] or ':00'}{match[3]}" if match[1] else moment)


def _is_language(tag: str) -> bool:
    return bool(re.match(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*\Z", tag))


def _plain(text: str) -> str:
    return _NOT_XML.sub("", text)


def _is_address(address: str) -> bool:
    try:
        _ = urlsplit(address).port
    except ValueError:  # a port that is no number, an unclosed bracket
        return False
    return True


def _address(address: str) -> str:
    """An address that XML Schema takes, what it may not hold with percent signs; ``""`` for none."""
    address = _EMPTY_PORT.sub(r"\1", address)
    if not _is_address(address):
        return ""
    host, brackets, rest = _plain(address).strip().partition("]") if "://[" in address else ("", "", address)
    page, mark, place = _STRAY_PERCENT.sub("%25", _plain(rest).strip()).partition("#")
    safe = "/:?@!$&'()*+,;=%~"
    return host + brackets + quote(page, safe=safe) + mark + quote(place, safe=safe)


# -- text ---------------------------------------------------------------------------------------------


class _Writer:
    """One page of HTML output, written below a TEI body."""

    def __init__(self, page: Page) -> None:
        self.page = page
        known = page.is_tag((*_FRAMES, *_HEADINGS, *_RENDITION, *_DELETED, *_OTHERS, *_LEAVES))
        self.kind = {row: page.name(row) for row in np.flatnonzero(known).tolist()}
        is_block = ~page.is_text & ~page.is_tag(_INLINE)
        self.holder = _nearest(page, is_block)
        self.above_of = _nearest(page, known & ~page.is_tag(_LEAVES))
        self.values = {
            name: page.values(name)
            for name in ("href", "src", "alt", "class", "colspan", "rowspan", "encoding")
        }
        self.frames: list[tuple[int, ET.Element]] = []
        self.sections: list[tuple[int, ET.Element]] = []

    def write(self, body: ET.Element) -> None:
        """Write all blocks in order."""
        self.sections = [(0, body)]
        for rows in self._blocks():
            self._block(rows)
        for row in body.iter("table"):
            _complete_table(row)
        for element in [element for element in body.iter("list") if element.get("type") == "gloss"]:
            _complete_glosses(element)
        if all(element.tag in {"milestone", "lb"} for element in body):
            ET.SubElement(body, "p")

    def _blocks(self) -> Iterator[list[int]]:
        """Text rows and leaves of each block, in order; a leaf goes with the text before it."""
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

    def _block(self, rows: list[int]) -> None:
        above = self._above(rows[0])
        names = [self.kind[row] for row in above]
        container = self._frame([row for row in above if self.kind[row] in _FRAMES])
        heading = next((name for name in reversed(names) if name in _HEADINGS), None)
        if self._only_breaks(rows):
            for _ in (row for row in rows if self.kind.get(row) == "hr"):
                ET.SubElement(container, "milestone", unit="section", rend="rule")
            return
        if heading and not self.frames:
            block = ET.SubElement(self._section(int(heading[1])), "head")
        elif "pre" in names and not (self.frames and self.kind[self.frames[-1][0]] in _LINES):
            block = ET.SubElement(ET.SubElement(container, "ab", type="code"), "code")
            self._code(block, rows, above[names.index("pre")])
            return
        else:
            block = ET.SubElement(container, "p")
            rendition = "heading" if heading else "caption" if {"figcaption", "caption"} & set(names) else ""
            if rendition:
                block.set("rend", rendition)
        self._inline(block, rows)

    def _only_breaks(self, rows: list[int]) -> bool:
        return all(
            self.kind.get(row) in {"br", "hr"} or (row not in self.kind and not self.page.n_chars[row])
            for row in rows
        )

    def _above(self, row: int) -> list[int]:
        """Elements around a row that TEI has a word for, the outermost first; the innermost of very many."""
        found: list[int] = []
        at = self.above_of[row]
        while at >= 0 and len(found) < _MAX_ABOVE:
            found.append(at)
            at = self.above_of[at]
        return found[::-1]

    # -- containers -----------------------------------------------------------------------------------

    def _section(self, level: int) -> ET.Element:
        """A new division for a heading of this level."""
        while self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, ET.SubElement(self.sections[-1][1], "div")))
        return self.sections[-1][1]

    def _frame(self, rows: list[int]) -> ET.Element:
        """The element that a block stands in; lists, tables and quotes are opened and closed for it."""
        rows = self._possible(rows)
        same = 0
        while same < min(len(rows), len(self.frames)) and rows[same] == self.frames[same][0]:
            same += 1
        del self.frames[same:]
        for row in rows[same:]:
            self.frames.append((row, self._opened(row, self._inner())))
        return self._inner()

    def _inner(self) -> ET.Element:
        return self.frames[-1][1] if self.frames else self.sections[-1][1]

    def _possible(self, rows: list[int]) -> list[int]:
        """Those among frames that have their parents: items in lists, cells in rows in tables."""
        found: list[int] = []
        for row in rows:
            name = self.kind[row]
            inside = self.kind[found[-1]] if found else ""
            if inside in _LINES:
                break
            wanted = _PARENTS.get(name)
            if wanted is None and inside in _PARTS:
                # What stands in a list or table beside its items and cells goes into one of its own.
                continue
            if wanted is None or inside in wanted:
                found.append(row)
        del found[_MAX_DEPTH:]
        while found and self.kind[found[-1]] in _PARTS:
            found.pop()
        return found

    def _opened(self, row: int, parent: ET.Element) -> ET.Element:
        name = self.kind[row]
        if name in {"ul", "ol"}:
            return ET.SubElement(parent, "list", rend="numbered" if name == "ol" else "bulleted")
        if name in {"td", "th"}:
            return self._cell(row, parent)
        element = ET.SubElement(parent, _WORDS[name])
        if name == "dl":
            element.set("type", "gloss")
        return element

    def _cell(self, row: int, parent: ET.Element) -> ET.Element:
        cell = ET.SubElement(parent, "cell")
        if self.kind[row] == "th":
            cell.set("role", "label")
        for theirs, ours in (("colspan", "cols"), ("rowspan", "rows")):
            value = self.values[theirs].get(row, "")
            if value.isdecimal() and int(value) > 1:
                cell.set(ours, value)
        return cell

    # -- within a block -------------------------------------------------------------------------------

    def _inline(self, block: ET.Element, rows: list[int]) -> None:
        opened: list[tuple[int, ET.Element]] = [(-1, block)]
        for row in rows:
            wanted = [at for at in self._above(row) if self._has_word(at)][:_MAX_DEPTH]
            same = 0
            while same < min(len(wanted), len(opened) - 1) and opened[same + 1][0] == wanted[same]:
                same += 1
            del opened[same + 1 :]
            for at in wanted[same:]:
                opened.append((at, self._phrase(at, opened[-1][1])))
            self._leaf(opened[-1][1], row)
        _trim(block)

    def _has_word(self, row: int) -> bool:
        name = self.kind[row]
        return name in _RENDITION or name in _DELETED or name in {"a", "q"} or name == "code"

    def _phrase(self, row: int, parent: ET.Element) -> ET.Element:
        name = self.kind[row]
        if name == "a":
            target = _address(self.values["href"].get(row, ""))
            if target.startswith("#"):  # places have no names here
                target = ""
            return ET.SubElement(parent, "ref", target=target) if target else ET.SubElement(parent, "ref")
        if name == "code":
            # <code> holds text only in TEI.
            return ET.SubElement(parent, "hi", rend="code")
        if name in _RENDITION:
            return ET.SubElement(parent, "hi", rend=_RENDITION[name])
        return ET.SubElement(parent, "q" if name == "q" else "del")

    def _leaf(self, parent: ET.Element, row: int) -> None:
        name = self.kind.get(row)
        if name is None:
            _append(parent, _TAIL_SPACE.sub(" ", _plain(self.page.row_text(row))))
        elif name == "br":
            ET.SubElement(parent, "lb")
        elif name == "math":
            self._formula(parent, row)
        elif name != "hr":
            self._picture(parent, row)

    def _picture(self, parent: ET.Element, row: int) -> None:
        address = _address(self.values["src"].get(row, ""))
        if not address:
            return
        if self.kind[row] != "img":
            ET.SubElement(parent, "ptr", type=self.kind[row], target=address)
            return
        figure = ET.SubElement(parent, "figure")
        ET.SubElement(figure, "graphic", url=address)
        _add(figure, "figDesc", self.values["alt"].get(row, "").strip())

    def _formula(self, parent: ET.Element, row: int) -> None:
        page = self.page
        notes = [
            at for at, encoding in self.values["encoding"].items()
            if row < at < page.end[row] and "tex" in encoding.lower()
        ]  # fmt: skip
        text = " ".join(page.row_text(notes[0] if notes else row).split())
        if text:
            _add(parent, "formula", text).set("notation", "TeX" if notes else "text")

    def _code(self, code: ET.Element, rows: list[int], pre: int) -> None:
        language = next(
            (
                word.partition("-")[2]
                for at, value in self.values["class"].items()
                if pre <= at < self.page.end[pre]
                for word in value.split()
            ),
            "",
        )
        if re.match(r"[\w.+#-]+\Z", language):
            code.set("lang", language)
        code.set("xml:space", "preserve")
        pieces = ["\n" if row in self.kind else self.page.row_text(row) for row in rows]
        code.text = _plain("".join(pieces).strip("\n"))


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


def _nearest(page: Page, chosen: NDArray[np.bool_]) -> list[int]:
    """The innermost chosen element around each row, not the row itself; −1 for none."""
    is_chosen = chosen.tolist()
    found: list[int] = []
    for row, parent in enumerate(page.parent.tolist()):
        found.append(-1 if row == 0 else parent if is_chosen[parent] else found[parent])
    return found


def _append(parent: ET.Element, text: str) -> None:
    """Add text behind what an element holds."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _trim(block: ET.Element) -> None:
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


def _complete_table(table: ET.Element) -> None:
    """A caption comes first and has text of its own; a table has a row, a row a cell."""
    for head in reversed(table.findall("head")):
        table.remove(head)
        table.insert(0, head)
        for paragraph in head.findall("p"):
            _unwrap(head, paragraph)
    if table.find("row") is None:
        ET.SubElement(ET.SubElement(table, "row"), "cell")


def _complete_glosses(glosses: ET.Element) -> None:
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
