"""What every page column means, written as a plain walk over the parser's own tree.

Slow and meant to be obviously right. The package's tokeniser must equal this on the zoo, on
generated pages and on every page of the development corpus; :func:`first_difference` compares.
"""

from __future__ import annotations

import re
import string
import unicodedata
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import turbohtml

from maintext.html import characters as ch
from maintext.html.open_links import end_links
from maintext.html.parser import REMOVED
from maintext.html.tags import AS_WRITTEN, BLOCK, CUSTOM, HIDDEN, HOLDS_LINES, UNKNOWN, tag_id

if TYPE_CHECKING:
    from maintext.html import Page

CJK = re.compile(f"[{ch.CJK_PATTERN}]")
TOKEN = re.compile(rf"[{ch.CJK_PATTERN}]|[^\W{ch.CJK_PATTERN}]+")
SPACES = re.compile(r"[\s\u200b\u200c\u200d\u2060\ufeff\u00ad]")
DIGITS = frozenset("0123456789０１２３４５６７８９")

_ASCII = frozenset(string.punctuation) - {"_"}
PUNCTUATION = frozenset().union(
    _ASCII,
    (chr(ord(c) + 0xFEE0) for c in _ASCII),  # full-width twins
    "｟｠｡｢｣､･",
    "、。〃〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟",
    "¡§«·»¿",
    "\u037e\u0387։،؛؟۔।॥၊။",
    # The blocks General Punctuation, CJK Compatibility Forms and Small Form Variants.
    (c for c in map(chr, range(0x2000, 0x2070)) if unicodedata.category(c)[0] in "PS"),
    (c for c in map(chr, range(0xFE30, 0xFE70)) if unicodedata.category(c)[0] in "PS"),
)

# Not in XML 1.0, so the serialiser leaves them out of texts and attribute values.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
# Names of XML 1.0 with at most one colon inside; the serialiser leaves other names out.
_START = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_REST = _START + "0-9.\u00b7\u0300-\u036f\u203f\u2040-"
XML_NAME = re.compile(rf"[{_START}][{_REST}]*(:[{_REST}]+)?\Z")
DRAWN_AS_BLOCK = re.compile(
    r"(?<![\w-])display\s*:\s*(block|flex|grid|flow-root|list-item|table|table-row)(?![\w-])",
    re.IGNORECASE | re.ASCII,
)
HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)", re.IGNORECASE | re.ASCII)


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
    is_in_line: bool = False  # in an element that holds lines
    block: int = -1
    line: int = -1

    @property
    def is_text(self) -> bool:
        return self.name == "#text"

    @property
    def tag(self) -> int:
        number = tag_id(self.name)
        return UNKNOWN if number == CUSTOM and self.is_in_line else number

    @property
    def is_anchor(self) -> bool:
        return self.name == "a" and "href" in self.attributes

    @property
    def n_chars(self) -> int:
        return len(SPACES.sub("", self.text))

    @property
    def n_words(self) -> int:
        return len(TOKEN.findall(self.text))

    @property
    def n_punctuation(self) -> int:
        return sum(c in PUNCTUATION for c in self.text)

    @property
    def n_digits(self) -> int:
        return sum(c in DIGITS for c in self.text)

    @property
    def n_cjk(self) -> int:
        return len(CJK.findall(self.text))


COLUMNS = tuple(
    "tag parent depth end is_text is_hidden is_link is_anchor n_chars n_words n_punctuation n_digits n_cjk"
    " block line".split()
)


def first_difference(page: Page, markup: str) -> str | None:
    """Where a page's columns first differ from the definition; ``None`` where nowhere."""
    rows = rows_of(markup)
    if len(page) != len(rows):
        return f"{len(page)} rows, should be {len(rows)}"
    for column in COLUMNS:
        is_, should = getattr(page, column).tolist(), [getattr(row, column) for row in rows]
        if is_ != should:
            row = [a != b for a, b in zip(is_, should, strict=True)].index(True)
            return f"{column}[{row}] of <{rows[row].name}> is {is_[row]}, should be {should[row]}"
    return _first_text_difference(page, rows)


def _first_text_difference(page: Page, rows: list[Row]) -> str | None:
    offset = 0
    for i, row in enumerate(rows):
        start, end = (offset, offset + len(row.text)) if row.is_text else (0, 0)
        offset += len(row.text)
        is_ = (page.name(i), page.attributes(i), int(page.text_start[i]), int(page.text_end[i]))
        should = (row.name, row.attributes, start, end)
        if _without_xmlns(is_) != should:
            return f"name, attributes, text range of row {i} are {is_}, should be {should}"
    text = "".join(row.text for row in rows)
    return None if page.text == text else f"text is {page.text!r}, should be {text!r}"


def _without_xmlns(row: tuple[str, dict[str, str], int, int]) -> tuple[str, dict[str, str], int, int]:
    """Leave out ``xmlns``, which the serialiser writes itself."""
    name, attributes, start, end = row
    return name, {k: v for k, v in attributes.items() if not is_xmlns(k)}, start, end


def is_xmlns(attribute: str) -> bool:
    return attribute.partition(":")[0] == "xmlns"


def rows_of(markup: str) -> list[Row]:
    """All rows of a page, by walking the tree."""
    # The tree cannot list attribute names with lone surrogates; XML treats U+FFFE the same.
    markup = re.sub("[\ud800-\udfff]", "\ufffe", markup)
    document = turbohtml.parse(end_links(markup), allow_declarative_shadow_roots=False)
    for paragraph in document.select("span[data-as=p]"):
        paragraph.tag = "p"
    for picture in document.select("amp-img, amp-anim"):
        _draw(picture)
    document.remove(REMOVED)
    for element in document.select(f"[data-cfemail], a[href*='{_PROTECTED}#']"):
        _show_address(element)
    assert document.root is not None
    walk = _Walk()
    walk.all_below(document.root)
    walk.number_layout()
    return walk.rows


def _draw(picture: turbohtml.Element) -> None:
    """Give a picture of AMP the element that its script makes."""
    children = (node for node in picture.children if isinstance(node, turbohtml.Element))
    if "img" in {child.tag for child in children}:
        return
    image = "<img"
    for name in ("src", "srcset", "alt", "title", "width", "height"):
        value = picture.attr(name)
        if value:
            image += f' {name}="{escape(value)}"'
    picture.insert_adjacent_html("afterbegin", image + ">")


_PROTECTED = "/cdn-cgi/l/email-protection"


def _show_address(element: turbohtml.Element) -> None:
    """Write the address that Cloudflare hides; the first byte of its code is the key to the others."""
    code = element.attr("data-cfemail")
    try:
        key, *letters = bytes.fromhex(code or (element.attr("href") or "").partition("#")[2])
        address = bytes(letter ^ key for letter in letters).decode()
    except ValueError:
        return
    if code:
        element.set_text(address)
    link = element.closest("a")
    if link is not None and _PROTECTED in (link.attr("href") or ""):
        link.attrs["href"] = f"mailto:{address}"


class _Walk:
    def __init__(self) -> None:
        self.rows: list[Row] = []
        # What happens between texts, in order: a text row, "block", "br" or "line".
        self.layout: list[int | str] = []
        self.pending: list[str] = []

    def all_below(self, root: turbohtml.Element) -> None:
        """Walk without recursion: pages nest deeper than Python's stack."""
        stack: list[tuple[Any, int]] = [(root, -1)]  # nodes to open with their parent; rows to close
        while stack:
            node, parent = stack.pop()
            if isinstance(node, int):
                self.close(node)
            elif isinstance(node, turbohtml.Element):
                row = parent
                if XML_NAME.match(node.tag):  # of others the serialiser writes only the children
                    row = self.open(node, parent)
                    stack.append((row, parent))
                stack.extend((child, row) for child in reversed(list(node)))
            elif isinstance(node, turbohtml.DocumentFragment):  # the content of a template
                stack.extend((child, parent) for child in reversed(list(node)))
            elif isinstance(node, turbohtml.Text | turbohtml.CData):
                self.pending.append(node.data)

    def open(self, element: turbohtml.Element, parent: int) -> int:
        self.flush(parent)
        name = element.tag
        above = self.rows[parent] if parent >= 0 else None
        attributes = {
            key: NOT_XML.sub("", element.attr(key) or "")
            for key in element.attrs
            if XML_NAME.match(key) and not is_xmlns(key)
        }
        row = Row(name, parent, above.depth + 1 if above else 0, attributes=attributes)
        row.is_in_line = above is not None and above.name in HOLDS_LINES
        row.is_hidden = bool(above and above.is_hidden) or hides(name, attributes)
        row.is_link = bool(above and above.is_link) or row.is_anchor
        self.rows.append(row)
        self.mark(row)
        return len(self.rows) - 1

    def close(self, row: int) -> None:
        self.flush(row)
        self.rows[row].end = len(self.rows)
        if self.rows[row].name != "br":
            self.mark(self.rows[row])

    def mark(self, row: Row) -> None:
        """Note a boundary of a block or of a line: a line that its text has ended is not ended again."""
        if row.name in BLOCK or row.tag == CUSTOM:
            self.layout.append("block")
        elif row.name == "br":
            self.layout.append("br")
        elif DRAWN_AS_BLOCK.search(row.attributes.get("style", "")) and not self.has_ended_its_line(row):
            self.layout.append("line")

    def has_ended_its_line(self, row: Row) -> bool:
        texts = [other.text for other in self.rows if other.name == "#text"]
        while row.parent >= 0:
            row = self.rows[row.parent]
            if row.name in AS_WRITTEN:
                return bool(texts) and texts[-1].endswith("\n")
        return False

    def flush(self, parent: int) -> None:
        """Neighbouring texts (CDATA, texts around a comment) are one run."""
        text = NOT_XML.sub("", "".join(self.pending))
        self.pending = []
        if text:
            above = self.rows[parent]
            row = Row("#text", parent, above.depth + 1, len(self.rows) + 1, text)
            row.is_hidden, row.is_link = above.is_hidden, above.is_link
            self.layout.append(len(self.rows))
            self.rows.append(row)

    def number_layout(self) -> None:
        block = line = 0
        after_br = False  # with nothing but white space since
        texts = []
        for item in self.layout:
            if isinstance(item, int):
                row = self.rows[item]
                row.block, row.line = block, line
                after_br = after_br and not row.n_chars
                texts.append(row)
            else:
                line += 1
                block += item == "block" or (after_br and item == "br")
                after_br = item == "br" or (after_br and item == "line")
        # Only blocks and lines with a visible character are numbered.
        blocks = _numbers(row.block for row in texts if row.n_chars)
        lines = _numbers(row.line for row in texts if row.n_chars)
        for row in texts:
            row.block, row.line = blocks.get(row.block, -1), lines.get(row.line, -1)


def _numbers(keys: Any) -> dict[int, int]:
    return {key: i for i, key in enumerate(dict.fromkeys(keys))}


def hides(name: str, attributes: dict[str, str]) -> bool:
    """Whether an element hides its subtree from a reader."""
    if name == "template" and "shadowrootmode" in attributes:
        name = ""  # its content is drawn, unless an attribute hides it
    return (
        name in HIDDEN
        or (name == "dialog" and "open" not in attributes)
        or attributes.get("hidden", "until-found").lower() != "until-found"
        or attributes.get("aria-hidden") == "true"
        or HIDDEN_STYLE.search(attributes.get("style", "")) is not None
    )
