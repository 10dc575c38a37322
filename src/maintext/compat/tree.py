"""Trees of lxml, the only place that knows it: XPath, and what callers of the originals hand over or expect.

Four of the originals stand on lxml, so XPath expressions written for them are meant for the tree that
libxml2 builds. Whoever passes no XPath and no tree needs no lxml.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET  # writes only; nothing is parsed here

from maintext.errors import MissingExtraError, OptionError
from maintext.html import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Tree", "as_element", "markup_of", "text_of"]

_UNWRITABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, Char


def text_of(html: bytes | str) -> str:
    """Return a page as text, decoded as browsers do.

    Raises
    ------
    InputError
        The bytes are no web page.
    """
    return decode(html).text if isinstance(html, bytes) else html


def markup_of(value: Any) -> bytes | str:
    """Return what was handed over as markup: text and bytes as they are, trees and responses written out.

    Raises
    ------
    TypeError
        It is none of these.
    """
    if isinstance(value, bytes | str):
        return value
    if hasattr(value, "getroottree"):
        written: str = _html().tostring(value, encoding="unicode")
        return written
    data = getattr(value, "data", None)
    if isinstance(data, bytes | str):
        return data
    raise TypeError(f"a page is text, bytes, a response or a tree of lxml, not {type(value).__name__}")


def as_element(element: ET.Element) -> Any:
    """Return an element as lxml's where lxml is installed, else as it is: both have the same methods."""
    try:
        from lxml import etree  # noqa: PLC0415 - an extra
    except ImportError:
        return element
    # Our own tree, written a moment ago, as deep as the page.
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
    return etree.fromstring(ET.tostring(element, encoding="unicode"), parser)


class Tree:
    """A page as a tree of lxml, for the XPath expressions of a caller.

    Raises
    ------
    MissingExtraError
        lxml is not installed.
    """

    def __init__(self, html: bytes | str) -> None:
        self._library = _html()
        self._root = self._parsed(text_of(html))
        # libxml2 reads &#1; and then refuses to write the character, as when text is moved.
        for node in self._root.iter():
            for name in ("text", "tail"):
                text = getattr(node, name)
                if text and _UNWRITABLE.search(text):
                    setattr(node, name, _UNWRITABLE.sub("", text))

    def _parsed(self, text: str) -> Any:
        parser = self._library.HTMLParser(encoding="utf-8")
        try:
            return self._library.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
        except self._library.etree.ParserError:  # nothing but comments or a doctype
            return self._library.document_fromstring(b"<html></html>", parser=parser)

    def html(self) -> str:
        """Return the page as it is now."""
        written: str = self._library.tostring(self._root, encoding="unicode")
        return written

    def remove(self, expressions: Iterable[str]) -> None:
        """Take out what some expressions find; text behind an element stays."""
        for expression in expressions:
            for node in self._found(expression):
                if hasattr(node, "drop_tree") and node.getparent() is not None:
                    node.drop_tree()

    def strings(self, expression: str) -> list[str]:
        """Return the texts an expression finds: text of elements, values of attributes."""
        return [
            str(node.text_content()) if hasattr(node, "text_content") else str(node)
            for node in self._found(expression)
        ]

    def first(self, expression: str) -> str | None:
        """Return the markup of the first element that an expression finds; ``None`` for none."""
        elements = (node for node in self._found(expression) if hasattr(node, "drop_tree"))
        found = next(elements, None)
        return None if found is None else self._library.tostring(found, encoding="unicode", with_tail=False)

    def _found(self, expression: str) -> list[Any]:
        try:
            found = self._root.xpath(expression)
        except (self._library.etree.XPathError, ValueError) as error:  # the latter for characters of no XML
            raise OptionError(f"{expression!r} is no XPath expression that can be run: {error}") from error
        return found if isinstance(found, list) else [found]


def _html() -> Any:
    try:
        from lxml import html  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("lxml", "compat") from error
    return html
