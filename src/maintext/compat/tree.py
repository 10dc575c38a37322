"""XPath and trees of lxml, for arguments and results of the originals.

Four of the originals use lxml, so XPath expressions for them refer to the tree that libxml2 builds. Callers
without XPath and trees do not need lxml.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.errors import OptionError, needs_extra
from maintext.html import decode

__all__ = ["MAX_BYTES", "Tree", "as_element", "comments_apart", "decompress_page", "markup_of", "text_of"]

MAX_BYTES = 20_000_000
"""Bytes of a decompressed page."""

_COMPRESSED = re.compile(rb"\x1f\x8b\x08|x[\x01\x5e\x9c\xda](?!\s*<)")  # gzip, zlib
_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, Char


def text_of(html: bytes | str | None) -> str:
    """Return a page as text, decoded as browsers do; ``""`` for ``None``, as a failed download gives.

    Raises InputError: the bytes are not a web page.
    """
    return decode(html).text if isinstance(html, bytes) else html or ""


def markup_of(value: Any) -> bytes | str:
    """Return an argument as markup: text and bytes, decompressed; trees serialized; responses by their body.

    Raises TypeError: it is none of these.
    """
    if isinstance(value, bytes):
        return decompress_page(value)
    if isinstance(value, str):
        return value
    if hasattr(value, "getroottree"):
        return str(_import_lxml().tostring(value, encoding="unicode"))
    data = getattr(value, "data", None)
    if isinstance(data, bytes | str):
        return markup_of(data)
    raise TypeError(
        f"incompatible input: a page is text, bytes, a response or a tree of lxml, not {type(value).__name__}"
    )


def decompress_page(data: bytes, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a gzip or zlib file; other bytes, and damaged or larger ones, unchanged."""
    content, rest = b"", data
    while _COMPRESSED.match(rest):  # a gzip file may have several parts
        reader = zlib.decompressobj(zlib.MAX_WBITS | 32)
        try:
            content += reader.decompress(rest, max_bytes + 1 - len(content))
        except zlib.error:
            return data
        if not reader.eof or len(content) > max_bytes:
            return data
        rest = reader.unused_data.lstrip(b"\0")
    return data if rest else content


def as_element(element: ET.Element) -> Any:
    """Convert an element to lxml's if lxml is installed; both have the same methods."""
    try:
        from lxml import etree  # noqa: PLC0415 - an extra
    except ImportError:
        return element
    # Our own tree, as deep as the page.
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
    return etree.fromstring(ET.tostring(element, encoding="unicode"), parser)


def comments_apart(document: Any) -> list[str]:
    """Return the texts of the comments that are not main text."""
    keep, end = document.selection.keep, document.page.end
    return [one.text for one in document.comments if one.row < 0 or not keep[one.row : end[one.row]].any()]


class Tree:
    """A page as a tree of lxml, for the XPath expressions of a caller.

    Raises MissingExtraError: lxml is not installed.
    """

    def __init__(self, html: bytes | str) -> None:
        self._library = _import_lxml()
        self.root = self._parse_tree(text_of(html))
        # libxml2 reads &#1; and then refuses to write the character, as when text is moved.
        for node in self.root.iter():
            for name in ("text", "tail"):
                text = getattr(node, name)
                if text and _UNWRITABLE.search(text):
                    setattr(node, name, _UNWRITABLE.sub("", text))

    def _parse_tree(self, text: str) -> Any:
        parser = self._library.HTMLParser(encoding="utf-8")
        try:
            return self._library.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
        except self._library.etree.ParserError:  # only comments or a doctype
            return self._library.document_fromstring(b"<html></html>", parser=parser)

    def html(self) -> str:
        """Return the current markup of the page."""
        return str(self._library.tostring(self.root, encoding="unicode"))

    def remove(self, expressions: Iterable[str]) -> None:
        """Remove the nodes that the expressions match; text after an element stays."""
        for expression in expressions:
            for node in self._run_xpath(expression):
                if hasattr(node, "drop_tree") and node.getparent() is not None:
                    node.drop_tree()

    def strings(self, expression: str) -> list[str]:
        """Return the texts that an expression matches: text of elements, values of attributes."""
        nodes = self._run_xpath(expression)
        return [str(one.text_content() if hasattr(one, "text_content") else one) for one in nodes]

    def first(self, expression: str) -> str | None:
        """Return the markup of the first element that an expression matches, or ``None``."""
        elements = (node for node in self._run_xpath(expression) if hasattr(node, "drop_tree"))
        found = next(elements, None)
        return None if found is None else self._library.tostring(found, encoding="unicode", with_tail=False)

    def _run_xpath(self, expression: str) -> list[Any]:
        try:
            found = self.root.xpath(expression)
        except (self._library.etree.XPathError, ValueError) as error:  # the latter for characters of no XML
            raise OptionError(f"{expression!r} is not a valid XPath expression: {error}") from error
        return found if isinstance(found, list) else [found]


def _import_lxml() -> Any:
    with needs_extra("lxml", "compat"):
        from lxml import html  # noqa: PLC0415 - an extra
    return html
