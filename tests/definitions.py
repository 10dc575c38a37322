"""What every page column means, written as a plain walk over the parser's own tree.

Slow and meant to be obviously right. The package's tokeniser must equal this on the zoo, on
generated pages and on every page of the development corpus.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import turbohtml

from maintext.page import characters as ch
from maintext.page.parser import REMOVED
from maintext.page.tags import BLOCK, HIDDEN, NAMES

CJK = re.compile(f"[{ch.CJK_PATTERN}]")
TOKEN = re.compile(rf"[{ch.CJK_PATTERN}]|[^\W{ch.CJK_PATTERN}]+")
SPACES = re.compile(r"[\s\u200b\u200c\u200d\u2060\ufeff\u00ad]")
# Not in XML 1.0, so the serialiser leaves them out of texts and attribute values.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
# Names of XML 1.0 with at most one colon inside; the serialiser leaves other names out.
_START = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_REST = _START + "0-9.\u00b7\u0300-\u036f\u203f\u2040-"
XML_NAME = re.compile(rf"[{_START}][{_REST}]*(:[{_REST}]+)?\Z")
HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)", re.I)


@dataclass
class Row:
    """One row of the page."""

    name: str
    parent: int
    depth: int
    end: int = 0
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    is_hidden: bool = False
    is_link: bool = False
    block: int = -1
    line: int = -1

    @property
    def is_text(self) -> bool:
        return self.name == "#text"

    @property
    def n_chars(self) -> int:
        return len(SPACES.sub("", self.text))

    @property
    def n_words(self) -> int:
        return len(TOKEN.findall(self.text))

    @property
    def n_cjk(self) -> int:
        return len(CJK.findall(self.text))


def rows_of(markup: str) -> list[Row]:
    """All rows of a page, by walking the tree."""
    document = turbohtml.parse(markup, allow_declarative_shadow_roots=False)
    document.remove(REMOVED)
    walk = _Walk()
    if document.root is not None:
        walk.element(document.root)
    walk.number_layout()
    return walk.rows


class _Walk:
    def __init__(self) -> None:
        self.rows: list[Row] = []
        # What happens between texts, in order: a text row, "block" or "br".
        self.layout: list[int | str] = []
        self.pending: list[str] = []

    def element(self, root: turbohtml.Element) -> None:
        """Walk without recursion: pages nest deeper than Python's stack."""
        stack: list[tuple[str, Any, int]] = [("open", root, -1)]
        while stack:
            action, node, parent = stack.pop()
            if action == "close":
                self.close(node)
            elif isinstance(node, turbohtml.Element):
                row = self.open(node, parent)
                if row >= 0:
                    stack.append(("close", row, parent))
                stack.extend(("open", child, row if row >= 0 else parent) for child in reversed(list(node)))
            elif isinstance(node, turbohtml.DocumentFragment):  # the content of a template
                stack.extend(("open", child, parent) for child in reversed(list(node)))
            elif isinstance(node, turbohtml.Text | turbohtml.CData):
                self.pending.append(node.data)
                self.pending_parent = parent

    def open(self, element: turbohtml.Element, parent: int) -> int:
        name = element.tag
        if not XML_NAME.match(name):  # the serialiser writes only the children
            return -1
        self.flush(parent)
        above = self.rows[parent] if parent >= 0 else None
        attributes = {
            key: NOT_XML.sub("", element.attr(key) or "") for key in element.attrs if XML_NAME.match(key)
        }
        self.rows.append(
            Row(
                name,
                parent,
                above.depth + 1 if above else 0,
                attributes=attributes,
                is_hidden=bool(above and above.is_hidden) or hides(name, attributes),
                is_link=bool(above and above.is_link) or (name == "a" and "href" in attributes),
            )
        )
        self.mark(name)
        return len(self.rows) - 1

    def close(self, row: int) -> None:
        self.flush(row)
        self.rows[row].end = len(self.rows)
        if self.rows[row].name != "br":
            self.mark(self.rows[row].name)

    def mark(self, name: str) -> None:
        if name in BLOCK or ("-" in name and name not in NAMES):
            self.layout.append("block")
        elif name == "br":
            self.layout.append("br")

    def flush(self, parent: int) -> None:
        """Neighbouring texts (CDATA, texts around a comment) are one run."""
        text, self.pending = NOT_XML.sub("", "".join(self.pending)), []
        if text:
            above = self.rows[parent]
            row = Row("#text", parent, above.depth + 1, len(self.rows) + 1, text)
            row.is_hidden, row.is_link = above.is_hidden, above.is_link
            self.layout.append(len(self.rows))
            self.rows.append(row)

    def number_layout(self) -> None:
        block = line = -1
        open_block = open_line = after_br = False
        group: list[tuple[int, int]] = []  # white space waits for the block and line to get a number
        blocks: dict[int, int] = {}
        lines: dict[int, int] = {}
        block_key = line_key = 0
        for item in self.layout:
            if item == "block" or (item == "br" and after_br):
                block_key, line_key, after_br = block_key + 1, line_key + 1, item == "br"
            elif item == "br":
                line_key, after_br = line_key + 1, True
            else:
                assert isinstance(item, int)
                group.append((item, block_key))
                self.rows[item].block, self.rows[item].line = block_key, line_key
                if self.rows[item].n_chars:
                    after_br = False
                    blocks.setdefault(block_key, len(blocks))
                    lines.setdefault(line_key, len(lines))
        for row, _ in group:
            self.rows[row].block = blocks.get(self.rows[row].block, -1)
            self.rows[row].line = lines.get(self.rows[row].line, -1)


def hides(name: str, attributes: dict[str, str]) -> bool:
    """Whether an element hides its subtree from a reader."""
    if name == "template":
        return "shadowrootmode" not in attributes
    return (
        name in HIDDEN
        or (name == "dialog" and "open" not in attributes)
        or attributes.get("hidden", "until-found") != "until-found"
        or attributes.get("aria-hidden") == "true"
        or HIDDEN_STYLE.search(attributes.get("style", "")) is not None
    )
