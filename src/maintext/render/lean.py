"""Kept markup made lean for the renderer of Markdown: addresses absolute, attributes that it reads."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from maintext.kernel import compiled
from maintext.metadata.address import base_url
from maintext.metadata.resolving import prefixes, resolving

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.page import Page

__all__ = ["lean_markup"]

_KERNEL = compiled("lean")
_HAS_STYLE, _HAS_BREAKS = 1, 2  # bits of the kernel
# Addresses that are not absolute, or that the standard would not take as they are.
_LINK = re.compile(r' href="(?!https?://[^"\s\[\]]*")([^"]*)"')
_PLAIN = re.compile(r"https?://[^\s\[\]]*\Z")
_HREF = ' href="'
_UNSAFE = re.compile(r"(?!https?:|mailto:|tel:|ftp:)[a-z][a-z0-9+.\s-]*:", re.IGNORECASE)


def lean_markup(page: Page, data: bytes) -> tuple[str, bool, bool]:
    """Return markup with absolute addresses of links; none for what runs a script.

    The compiled kernel also leaves out attributes that the renderer does not read, so that it has less to
    parse. In numpy they stay: the Markdown is the same.

    Parameters
    ----------
    page
        The page.
    data
        Bytes of markup from it.

    Returns
    -------
    markup
        The same, decoded.
    has_style, has_breaks
        Whether an attribute ``style`` may be in it, and line breaks that may follow one another.
    """
    base = page.once(base_url)
    resolved = resolving(base)
    if _KERNEL is None:
        markup = _with_addresses(data.decode(), resolved)
        return markup, bool(len(page.attribute("style").row)), True
    before = prefixes(base)
    origin, place = (html.escape(prefix).encode() for prefix in (before.origin, before.place))
    markup, bits = _KERNEL.lean(data, origin, place, lambda link: _attribute(link, resolved))
    return markup, bool(bits & _HAS_STYLE), bool(bits & _HAS_BREAKS)


def _with_addresses(markup: str, resolved: Callable[[str], str]) -> str:
    """Markup with absolute addresses of links; none for what runs a script."""
    parts: list[str] = []
    done = 0
    for link in _LINK.finditer(markup):
        begin = link.start()
        if markup.rfind("<", done, begin) < markup.rfind(">", done, begin):
            continue  # text that reads like an attribute
        parts += [markup[done:begin], _address(html.unescape(link[1]).strip(), resolved)]
        done = link.end()
    return "".join([*parts, markup[done:]])


def _attribute(value: str, resolved: Callable[[str], str]) -> str:
    """The attribute of a link with an absolute address, from its value on the page."""
    if _PLAIN.match(value):
        return f'{_HREF}{value}"'
    return _address(html.unescape(value).strip(), resolved)


def _address(link: str, resolved: Callable[[str], str]) -> str:
    """Attribute with the absolute address of a link; ``""`` for what runs a script."""
    if _UNSAFE.match(link):
        return ""
    try:
        return f'{_HREF}{html.escape(resolved(link))}"'
    except ValueError:  # an unclosed bracket in the host
        return ""
