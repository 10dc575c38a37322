"""The text of TEI documents: blocks in divisions, lists, tables and quotes, words in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

import numpy as np

from maintext.html.tags import HEADING_TAGS
from maintext.render.tei_elements import (
    add,
    append,
    complete_glosses,
    complete_table,
    safe_address,
    trim,
    xml_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from maintext.html import Page

__all__ = ["Writer"]

_MAX_DEPTH = 40  # of lists, tables, quotes and emphasis inside one another; deeper ones are flattened
_TAIL_SPACE = re.compile(r"[ \t\n\r\f]+")
_RENDITION = {
    **dict.fromkeys(("b", "strong"), "bold"), **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "italic"),
    "u": "underline", "ins": "underline", "sub": "subscript", "sup": "superscript", "small": "small",
    "mark": "highlight", "kbd": "keyboard", "samp": "typewriter", "tt": "typewriter",
    "rt": "ruby-text", "rp": "ruby-parenthesis",
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


class _Around(NamedTuple):
    """What a row stands in, of the elements that TEI has a word for, the outermost first."""

    frames: tuple[int, ...] = ()  # elements that have their parents: items in lists, cells in rows in tables
    phrases: tuple[int, ...] = ()  # elements within a block
    heading: str = ""  # name of the innermost
    pre: int = -1  # row of the outermost
    is_caption: bool = False


class Writer:
    """One page of HTML output, written below a TEI body."""

    def __init__(self, page: Page) -> None:
        self.page = page
        known = page.is_tag((*_FRAMES, *HEADING_TAGS, *_RENDITION, *_DELETED, *_OTHERS, *_LEAVES))
        self.kind = {row: page.name(row) for row in np.flatnonzero(known).tolist()}
        is_block = ~page.is_text & ~page.is_tag(_INLINE)
        self.holder = _nearest(page, is_block)
        self.above_of = _nearest(page, known & ~page.is_tag(_LEAVES))
        self.around = {-1: _Around()}
        for row in np.flatnonzero(known & ~page.is_tag(_LEAVES)).tolist():
            self.around[row] = self._within(self.around[self.above_of[row]], row)
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
            complete_table(row)
        for element in [element for element in body.iter("list") if element.get("type") == "gloss"]:
            complete_glosses(element)
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
        around = self.around[self.above_of[rows[0]]]
        container = self._frame(around.frames)
        if self._only_breaks(rows):
            for _ in (row for row in rows if self.kind.get(row) == "hr"):
                ET.SubElement(container, "milestone", unit="section", rend="rule")
            return
        if around.heading and not self.frames:
            block = ET.SubElement(self._section(int(around.heading[1])), "head")
        elif around.pre >= 0 and not (self.frames and self.kind[self.frames[-1][0]] in _LINES):
            block = ET.SubElement(ET.SubElement(container, "ab", type="code"), "code")
            self._code(block, rows, around.pre)
            return
        else:
            block = ET.SubElement(container, "p")
            rendition = "heading" if around.heading else "caption" if around.is_caption else ""
            if rendition:
                block.set("rend", rendition)
        self._inline(block, rows)

    def _only_breaks(self, rows: list[int]) -> bool:
        return all(
            self.kind.get(row) in {"br", "hr"} or (row not in self.kind and not self.page.n_chars[row])
            for row in rows
        )

    def _within(self, around: _Around, row: int) -> _Around:
        """What stands in an element, by what that stands in."""
        name = self.kind[row]
        if name in HEADING_TAGS:
            return around._replace(heading=name)
        if name == "pre":
            return around._replace(pre=row if around.pre < 0 else around.pre)
        around = around._replace(is_caption=around.is_caption or name in {"caption", "figcaption"})
        if name in _FRAMES and self._is_possible(around.frames, name):
            return around._replace(frames=(*around.frames, row))
        if self._has_word(row) and len(around.phrases) < _MAX_DEPTH:
            return around._replace(phrases=(*around.phrases, row))
        return around

    def _is_possible(self, frames: tuple[int, ...], name: str) -> bool:
        """Whether such an element has its parent here; what stands in a table beside its cells has not."""
        inside = self.kind[frames[-1]] if frames else ""
        if inside in _LINES or len(frames) == _MAX_DEPTH:
            return False
        wanted = _PARENTS.get(name)
        return inside not in _PARTS if wanted is None else inside in wanted

    # -- containers -----------------------------------------------------------------------------------

    def _section(self, level: int) -> ET.Element:
        """A new division for a heading of this level."""
        while self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, ET.SubElement(self.sections[-1][1], "div")))
        return self.sections[-1][1]

    def _frame(self, rows: tuple[int, ...]) -> ET.Element:
        """The element that a block stands in; lists, tables and quotes are opened and closed for it."""
        while rows and self.kind[rows[-1]] in _PARTS:
            rows = rows[:-1]
        same = 0
        while same < min(len(rows), len(self.frames)) and rows[same] == self.frames[same][0]:
            same += 1
        del self.frames[same:]
        for row in rows[same:]:
            self.frames.append((row, self._opened(row, self._inner())))
        return self._inner()

    def _inner(self) -> ET.Element:
        return self.frames[-1][1] if self.frames else self.sections[-1][1]

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
            wanted = self.around[self.above_of[row]].phrases
            same = 0
            while same < min(len(wanted), len(opened) - 1) and opened[same + 1][0] == wanted[same]:
                same += 1
            del opened[same + 1 :]
            for at in wanted[same:]:
                opened.append((at, self._phrase(at, opened[-1][1])))
            self._leaf(opened[-1][1], row)
        trim(block)

    def _has_word(self, row: int) -> bool:
        name = self.kind[row]
        return name in _RENDITION or name in _DELETED or name in {"a", "q"} or name == "code"

    def _phrase(self, row: int, parent: ET.Element) -> ET.Element:
        name = self.kind[row]
        if name == "a":
            target = safe_address(self.values["href"].get(row, ""))
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
            append(parent, _TAIL_SPACE.sub(" ", xml_text(self.page.row_text(row))))
        elif name == "br":
            ET.SubElement(parent, "lb")
        elif name == "math":
            self._formula(parent, row)
        elif name != "hr":
            self._picture(parent, row)

    def _picture(self, parent: ET.Element, row: int) -> None:
        address = safe_address(self.values["src"].get(row, ""))
        if not address:
            return
        if self.kind[row] != "img":
            ET.SubElement(parent, "ptr", type=self.kind[row], target=address)
            return
        figure = ET.SubElement(parent, "figure")
        ET.SubElement(figure, "graphic", url=address)
        add(figure, "figDesc", self.values["alt"].get(row, "").strip())

    def _formula(self, parent: ET.Element, row: int) -> None:
        text, notation = self._formula_text(row)
        if text:
            add(parent, "formula", text).set("notation", notation)

    def _formula_text(self, row: int) -> tuple[str, str]:
        """The text of a formula, and its notation."""
        notes = [at for at, encoding in self._values_in("encoding", row) if "tex" in encoding.lower()]
        text = " ".join(self.page.row_text(notes[0] if notes else row).split())
        return text, "TeX" if notes else "text"

    def _values_in(self, name: str, row: int) -> Iterator[tuple[int, str]]:
        """Values of an attribute in an element, with their rows, in page order."""
        rows = self.page.attribute(name).row
        first, last = rows.searchsorted((row, int(self.page.end[row]))).tolist()
        return ((at, self.values[name][at]) for at in rows[first:last].tolist())

    def _code(self, code: ET.Element, rows: list[int], pre: int) -> None:
        words = (word for _, value in self._values_in("class", pre) for word in value.split())
        language = next((word.partition("-")[2] for word in words), "")
        if re.match(r"[\w.+#-]+\Z", language):
            code.set("lang", language)
        code.set("xml:space", "preserve")
        code.text = xml_text("".join(map(self._code_text, rows)).strip("\n"))

    def _code_text(self, row: int) -> str:
        if self.kind.get(row) == "math":
            return self._formula_text(row)[0]
        return "\n" if row in self.kind else self.page.row_text(row)


def _nearest(page: Page, chosen: NDArray[np.bool_]) -> list[int]:
    """The innermost chosen element around each row, not the row itself; −1 for none."""
    is_chosen = chosen.tolist()
    found: list[int] = []
    for row, parent in enumerate(page.parent.tolist()):
        found.append(-1 if row == 0 else parent if is_chosen[parent] else found[parent])
    return found
