"""Main content as a small tree in trafilatura's vocabulary, for ``Document.body`` and the XML form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.html import parse_rendered

if TYPE_CHECKING:
    from maintext.html import Page

__all__ = ["body_element", "comments_element"]

_HEADINGS = {f"h{level}": ("head", {"rend": f"h{level}"}) for level in range(1, 7)}
_BLOCKS: dict[str, tuple[str, dict[str, str]]] = {
    **_HEADINGS,
    "p": ("p", {}), "blockquote": ("quote", {}), "pre": ("code", {}), "hr": ("lb", {}), "br": ("lb", {}),
    "ul": ("list", {"rend": "ul"}), "ol": ("list", {"rend": "ol"}), "dl": ("list", {"rend": "dl"}),
    "li": ("item", {}), "dt": ("item", {"rend": "dt"}), "dd": ("item", {"rend": "dd"}),
    "table": ("table", {}), "tr": ("row", {}), "td": ("cell", {}), "th": ("cell", {"role": "head"}),
    "img": ("graphic", {}),
}  # fmt: skip
_MARKS = {
    "b": "#b", "strong": "#b", "i": "#i", "em": "#i", "u": "#u", "kbd": "#t", "samp": "#t", "tt": "#t",
    "var": "#t", "sub": "#sub", "sup": "#sup",
}  # fmt: skip
_INLINE: dict[str, tuple[str, dict[str, str]]] = {
    **{name: ("hi", {"rend": mark}) for name, mark in _MARKS.items()},
    "del": ("del", {}), "s": ("del", {}), "strike": ("del", {}), "code": ("code", {}), "q": ("quote", {}),
    "a": ("ref", {}),
}  # fmt: skip
_SPACE = re.compile(r"[ \t\r\n\f]+")


def body_element(html: str, *, formatting: bool = True) -> ET.Element:
    """Return HTML output as a ``body`` of paragraphs, headings, lists, tables and words in them.

    Parameters
    ----------
    html
        As :func:`maintext.render.render_html` writes it.
    formatting
        Keep ``hi`` and ``del``; otherwise only their text.
    """
    page = parse_rendered(html)
    body = ET.Element("body")
    writer = _Writer(page, body, formatting=formatting)
    for row in range(len(page)):
        writer.write(row)
    return body


def comments_element(texts: list[str]) -> ET.Element:
    """Return comments as a ``body`` with a paragraph for each line."""
    body = ET.Element("body")
    for line in (line for text in texts for line in text.splitlines() if line.strip()):
        ET.SubElement(body, "p").text = line.strip()
    return body


class _Writer:
    """The rows of a page in order, each below the element its parent became."""

    def __init__(self, page: Page, body: ET.Element, *, formatting: bool) -> None:
        self.page, self.body, self.formatting = page, body, formatting
        self.made: list[ET.Element] = []
        self.loose: tuple[int, ET.Element] | None = None
        self.addresses = {**page.values("href"), **page.values("src")}
        self.alts = page.values("alt")

    def write(self, row: int) -> None:
        parent = int(self.page.parent[row])
        above = self.made[parent] if parent >= 0 else self.body
        if self.page.is_text[row]:
            self._text(row, above)
            self.made.append(above)
        else:
            self.made.append(self._element(row, above))

    def _element(self, row: int, above: ET.Element) -> ET.Element:
        name = self.page.name(row)
        if name in _INLINE:
            return self._inline(row, name, above)
        if name not in _BLOCKS or (name == "p" and above.tag in {"cell", "item"}):
            return above
        tag, values = _BLOCKS[name]
        element = ET.SubElement(above, tag, values)
        if name == "img":
            element.set("src", self.addresses.get(row, ""))
            if alt := self.alts.get(row):
                element.set("alt", alt)
        return element

    def _inline(self, row: int, name: str, above: ET.Element) -> ET.Element:
        tag, values = _INLINE[name]
        if above.tag == "code" or (tag in {"hi", "del"} and not self.formatting):
            return above
        if above is self.body:
            above = self._paragraph(row)
        element = ET.SubElement(above, tag, values)
        if name == "a" and (target := self.addresses.get(row)):
            element.set("target", target)
        return element

    def _text(self, row: int, above: ET.Element) -> None:
        text = self.page.row_text(row)
        text = text if above.tag == "code" else _SPACE.sub(" ", text)
        if above is self.body:
            if not text.strip() and not (self.loose and self.loose[0] == self.page.block[row]):
                return
            above = self._paragraph(row)
        if not text.strip() and above.tag in {"list", "table", "row"}:
            return
        if len(above):
            above[-1].tail = (above[-1].tail or "") + text
        else:
            above.text = (above.text or "") + text

    def _paragraph(self, row: int) -> ET.Element:
        """The paragraph of a text outside of all blocks: one for each block of the page."""
        blocks = self.page.block[row : int(self.page.end[row])]
        block = int(blocks.max())
        if self.loose is None or self.loose[0] != block or self.body[-1] is not self.loose[1]:
            self.loose = (block, ET.SubElement(self.body, "p"))
        return self.loose[1]
