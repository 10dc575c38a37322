"""trafilatura's output formats, and its tree of the main content."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from dataclasses import dataclass
from html import escape
from typing import Any
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

import maintext
from maintext.compat.trafilatura.settings import TrafilaturaDocument, TrafilaturaExtractor
from maintext.compat.trafilatura.text import tei_element, write_text
from maintext.html import Page, parse_rendered
from maintext.render.blocks import place_cells
from maintext.render.formula import find_formulas, is_display

__all__ = [
    "TrafilaturaReading", "body_element", "comments_element", "format_output", "main_element",
    "render_main_text",
]  # fmt: skip


_HEADINGS = {f"h{level}": ("head", {"rend": f"h{level}"}) for level in range(1, 7)}
_BLOCKS: dict[str, tuple[str, dict[str, str]]] = {
    **_HEADINGS,
    "p": ("p", {}), "blockquote": ("quote", {}), "pre": ("code", {}), "hr": ("lb", {}), "br": ("lb", {}),
    "ul": ("list", {"rend": "ul"}), "ol": ("list", {"rend": "ol"}), "dl": ("list", {"rend": "dl"}),
    "li": ("item", {}), "dt": ("item", {"rend": "dt"}), "dd": ("item", {"rend": "dd"}),
    "table": ("table", {}), "tr": ("row", {}), "td": ("cell", {}), "th": ("cell", {"role": "head"}),
    "caption": ("cell", {"role": "head"}), "img": ("graphic", {}),
}  # fmt: skip
_MARKS = {
    "b": "#b", "strong": "#b", "i": "#i", "em": "#i", "u": "#u", "kbd": "#t", "samp": "#t", "tt": "#t",
    "var": "#t", "sub": "#sub", "sup": "#sup",
}  # fmt: skip
_INLINE: dict[str, tuple[str, dict[str, str]]] = {
    **{name: ("hi", {"rend": mark}) for name, mark in _MARKS.items()},
    "code": ("code", {}), "q": ("quote", {}),
    "a": ("ref", {}), **dict.fromkeys(("del", "s", "strike"), ("del", {"rend": "overstrike"})),
}  # fmt: skip
_NOTHING_WITHOUT_TEXT = frozenset({"p", "hi", "del", "item", "list", "quote"})
_BLOCK_TAGS = frozenset({"p", "head", "list", "quote", "table"})
_HOLDERS, _JOINED = frozenset({"cell", "item", "quote"}), frozenset({"hi", "del", "ref", "code"})
_MAX_EMPTY, _MAX_PADDING = 5_000, 4  # cells added to a table at the ends of rows: in all, for each of its own
_SPACE = re.compile(r"[ \t\r\n\f]+")


def body_element(html: str, *, formatting: bool = True) -> ET.Element:
    """Convert the output of :func:`maintext.render.render_html` to a ``body`` of trafilatura's elements.

    Without ``formatting``, ``hi`` and ``del`` are replaced by their text.
    """
    page = parse_rendered(html)
    body = ET.Element("body")
    writer = _BodyWriter(page, body, formatting=formatting)
    for row in range(len(page)):
        writer.write(row)
    for element in reversed(list(body.iter())):
        _tidy_element(element)
    return body


def comments_element(texts: list[str]) -> ET.Element:
    """Return comments as a ``body`` with a paragraph per line."""
    body = ET.Element("body")
    for line in (line for text in texts for line in text.splitlines() if line.strip()):
        ET.SubElement(body, "p").text = line.strip()
    return body


def _tidy_element(element: ET.Element) -> None:
    """Take out empty children, number the terms of a list, and fill the rows of a table up to the widest."""
    for place, child in reversed([*enumerate(element)]):
        is_last = child is element[-1] or (element.tag != "body" and element[place + 1].tag in _BLOCK_TAGS)
        is_end = is_last and not _strip_text(child.tail)
        if _is_empty(child) or (child.tag == "lb" and is_end):
            space = (child.text or "") + (child.tail or "")
            _append_text(element[place - 1] if place else None, element, space)
            del element[place]
        elif is_end:
            child.tail = None
    if len(element) and element[0].tag in _BLOCK_TAGS and not _strip_text(element.text):
        element.text = None
    n_terms = 0
    for item in element.findall("item[@rend]"):
        n_terms += item.get("rend") == "dt"
        item.set("rend", f"{item.get('rend')}-{n_terms}")
    rows = element.findall("row")
    width = max(map(len, rows), default=0)
    if width * len(rows) <= _MAX_EMPTY + _MAX_PADDING * sum(map(len, rows)):
        for row in rows:
            row.extend(ET.Element("cell") for _ in range(width - len(row)))


def _is_empty(element: ET.Element) -> bool:
    if element.tag == "row":
        return not "".join(element.itertext()).strip() and element.find(".//graphic") is None
    return element.tag in _NOTHING_WITHOUT_TEXT and not len(element) and not _strip_text(element.text)


def _strip_text(text: str | None) -> str:
    return (text or "").strip()


def _append_text(before: ET.Element | None, above: ET.Element, text: str) -> None:
    """Add text to an element, after this child of it."""
    if before is None:
        above.text = (above.text or "") + text
    else:
        before.tail = (before.tail or "") + (text if before.tag != "lb" or before.tail else text.lstrip())


def _columns_of_cells(page: Page) -> dict[int, int]:
    """Return the column of each cell of a table's lines; there may be others, as in formulas."""
    tables: dict[int, dict[int, list[int]]] = {}
    for line in page.is_tag(("tr",)).nonzero()[0].tolist():
        part = int(page.parent[line])
        table = part if page.name(part) == "table" else int(page.parent[part])
        inside = slice(line, int(page.end[line]))
        cells = (page.parent[inside] == line) & ~page.is_text[inside]
        tables.setdefault(table, {})[line] = (line + cells.nonzero()[0]).tolist()
    places = [place_cells(page, lines) for lines in tables.values()]
    return {cell: columns[0] for place in places for cell, columns in place.items()}


def _read_formulas(page: Page) -> dict[int, str]:
    """Return the LaTeX of formulas by row."""
    maths = page.is_tag(("math",)).nonzero()[0]
    return dict(find_formulas(page, maths, ~page.inside(page.is_tag(("annotation",)))))


class _BodyWriter:
    """Writes the rows of a page in order, each below the element of its parent."""

    def __init__(self, page: Page, body: ET.Element, *, formatting: bool) -> None:
        self.page, self.body, self.formatting = page, body, formatting
        self.elements: list[ET.Element] = []
        self.formulas = _read_formulas(page)
        self.end_of_formula = 0
        self.open_paragraph: tuple[int, ET.Element] | None = None
        self.last_block = -1  # of the text before
        self.end_of_lines = 0  # of the element whose words, after a line break, stay in their paragraph
        self.urls = {**page.values("href"), **page.values("src")}
        self.columns = _columns_of_cells(page)

    def write(self, row: int) -> None:
        parent = int(self.page.parent[row])
        above = self.elements[parent] if parent >= 0 else self.body
        latex = self.formulas.get(row)
        if latex or self.page.is_text[row]:
            text = self.page.row_text(row).replace("\u00ad", "")
            if latex:
                text = f"\\[{latex}\\]" if is_display(self.page, row) else f"\\({latex}\\)"
            if row >= self.end_of_formula:
                self._add_text(row, above, text)
            self.end_of_formula = max(self.end_of_formula, int(self.page.end[row]))  # of a text, itself
            self.elements.append(above)
        else:
            self.elements.append(self._add_element(row, above))

    def _add_element(self, row: int, above: ET.Element) -> ET.Element:
        name = self.page.name(row)
        if name in _INLINE:
            return self._add_inline(row, name, above)
        if name not in _BLOCKS or (name == "br" and above.tag in {"table", "row", "list"}):
            return above
        tag, values = _BLOCKS[name]
        is_in_body = name == "br" and above is self.body
        if is_in_body and self.open_paragraph and above[-1] is self.open_paragraph[1]:
            above, self.end_of_lines = above[-1], int(self.page.end[self.page.parent[row]])
        if name == "caption":
            above = ET.SubElement(above, "row")
        elif tag == "cell":
            above.extend(ET.Element(tag, values) for _ in range(self.columns.get(row, 0) - len(above)))
        element = ET.SubElement(above, tag, values)
        if name == "img":
            element.set("src", self.urls.get(row, ""))
            for key in ("alt", "title"):
                if value := self.page.value(row, key):
                    element.set(key, value)
        return element

    def _add_inline(self, row: int, name: str, above: ET.Element) -> ET.Element:
        tag, values = _INLINE[name]
        if above.tag == "code" or (tag in {"hi", "del"} and not self.formatting):
            return above
        element = ET.SubElement(self._paragraph_for(row, above), tag, values)
        if name == "a" and (target := self.urls.get(row)):
            element.set("target", target)
        return element

    def _add_text(self, row: int, above: ET.Element, text: str) -> None:
        text = text if above.tag == "code" or not text.strip(" ") else _SPACE.sub(" ", text)
        if text.strip():
            above = self._paragraph_for(row, above)
            self.last_block = int(self.page.block[row])
        elif self.open_paragraph and self.open_paragraph[0] == self.page.block[row]:
            above = self._paragraph_for(row, above)
        elif above is self.body or above.tag in {"list", "table", "row"}:
            return
        _append_text(above[-1] if len(above) else None, above, text)

    def _paragraph_for(self, row: int, above: ET.Element) -> ET.Element:
        """Return where words go: a paragraph of their own outside of elements and after another block's."""
        block = int(self.page.block[row : int(self.page.end[row])].max())
        number, paragraph = self.open_paragraph or (-1, None)
        is_open = paragraph is not None and len(above) and above[-1] is paragraph
        if paragraph is not None and is_open and (number == block or row < self.end_of_lines):
            self.open_paragraph = (block, paragraph)
            return paragraph
        joins = above[-1].tag in _JOINED if len(above) else bool((above.text or "").strip())
        if above is self.body or (above.tag in _HOLDERS and joins and block != self.last_block):
            paragraph = ET.SubElement(above, "p")
            self.open_paragraph = (block, paragraph)
            return paragraph
        return above


_HEADER = "title author url hostname description sitename date categories tags fingerprint id license".split()
_ATTRIBUTES = (
    "sitename title author date url hostname description categories tags license id fingerprint language"
).split()
_NOT_PLAIN = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null", "none", "~"})


@dataclass(frozen=True, slots=True)
class TrafilaturaReading:
    """The content of a page, as read for one call."""

    main: maintext.Document
    found: TrafilaturaDocument  # empty unless metadata is requested; texts and trees are filled later
    comments: list[str]  # comments outside the main text; empty if the options leave them out
    options: TrafilaturaExtractor


def main_element(reading: TrafilaturaReading, *, formatting: bool) -> ET.Element:
    """Return the main content as a ``body``; the questions of Yoast's blocks of questions are headings."""
    page, body = reading.main.page, body_element(reading.main.html, formatting=formatting)
    asked = [row for row, name in page.values("class").items() if "schema-faq-question" in name]
    questions = {" ".join(page.row_text(row).split()) for row in asked}
    for paragraph in body.iter("p") if questions else ():
        text = " ".join("".join(paragraph.itertext()).split())
        if text in questions:
            del paragraph[:]
            paragraph.tag, paragraph.text, paragraph.attrib = "head", text, {"rend": "h3"}
    return body


def render_main_text(reading: TrafilaturaReading, *, formatting: bool | None = None) -> str:
    """Return the main text, as Markdown if formatting is requested, else plain."""
    formatting = reading.options.formatting if formatting is None else formatting
    return write_text(main_element(reading, formatting=formatting), formatting=formatting)


def format_output(reading: TrafilaturaReading) -> str:
    """Return a page in the output format of its options."""
    formats = {"csv": _format_csv, "json": _format_json, "html": _format_html, "xml": _format_xml}
    formats["xmltei"] = _format_xml
    text = formats.get(reading.options.format, _format_text)(reading)
    return unicodedata.normalize("NFC", text)


def _format_text(reading: TrafilaturaReading) -> str:
    header = ""
    if reading.options.with_metadata:
        values = ((name, getattr(reading.found, name)) for name in _HEADER)
        header = "".join(f"{name}: {_quote_scalar(value)}\n" for name, value in values if value)
        header = f"---\n{header}---\n"
    gap = "\n\n" if reading.options.format == "markdown" else "\n"
    return header + gap.join([render_main_text(reading), *reading.comments]).strip()


def _quote_scalar(value: Any) -> str:
    """Return a value of the header, quoted if YAML would read it as something else."""
    if not isinstance(value, str):
        return str(value)
    is_plain = (
        value[0].isalpha() and value == value.strip() and value.isprintable() and not value.endswith(":")
        and ": " not in value and " #" not in value and value.lower() not in _NOT_PLAIN
    )  # fmt: skip
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _format_csv(reading: TrafilaturaReading) -> str:
    found = reading.found
    line = io.StringIO()
    cells = (
        found.url, found.id, found.fingerprint, found.hostname, found.title, found.image, found.date,
        render_main_text(reading), "\n".join(reading.comments), found.license, found.pagetype,
    )  # fmt: skip
    csv.writer(line, delimiter="\t").writerow([cell or "null" for cell in cells])
    return line.getvalue()


def _format_json(reading: TrafilaturaReading) -> str:
    record: dict[str, Any] = {}
    if reading.options.with_metadata:
        record = reading.found.as_dict()
        del record["body"], record["commentsbody"]
        record["source"], record["source-hostname"] = record.pop("url"), record.pop("sitename")
        record["excerpt"] = record.pop("description")
        for name in ("categories", "tags"):
            record[name] = ";".join(record[name] or [])
    record |= {"text": render_main_text(reading, formatting=False), "comments": "\n".join(reading.comments)}
    return json.dumps(record, ensure_ascii=False)


def _metadata_items(found: TrafilaturaDocument) -> list[tuple[str, str]]:
    values = ((name, getattr(found, name)) for name in _ATTRIBUTES)
    return [(name, value if isinstance(value, str) else ";".join(value)) for name, value in values if value]


def _format_html(reading: TrafilaturaReading) -> str:
    items = _metadata_items(reading.found)
    metas = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in items)
    head = f"<head>{metas}</head>" if reading.options.with_metadata else ""
    below = "".join(f"<p>{escape(text)}</p>" for text in reading.comments)
    return f"<html>{head}<body>{reading.main.html}{below}</body></html>"


def _format_xml(reading: TrafilaturaReading) -> str:
    main = main_element(reading, formatting=reading.options.formatting)
    below = comments_element(reading.comments)
    if reading.options.format == "xmltei":
        root = tei_element(reading.found, main, below)
    else:
        root = ET.Element("doc", dict(_metadata_items(reading.found)))
        main.tag, below.tag = "main", "comments"
        root.extend((main, below))
    _indent_elements(root, "\n")
    return ET.tostring(root, encoding="unicode").replace(" />", "/>")  # as libxml2 writes it; text has no ">"


def _indent_elements(element: ET.Element, newline: str) -> None:
    """Put each element on a line of its own, except next to text, as libxml2 does."""
    if len(element) and not any(_strip_text(text) for text in (element.text, *(one.tail for one in element))):
        element.text = newline + "  "
        for child in element:
            child.tail = newline + "  "
            _indent_elements(child, newline + "  ")
        element[-1].tail = newline
