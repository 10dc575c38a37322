"""Strings of scripts as HTML: markup in them stays, plain text gets paragraphs."""

from __future__ import annotations

import html
import re

from maintext.html.parser import balanced

__all__ = ["bare", "to_markup"]

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--")
_ESCAPED_TAG = re.compile(r"&lt;/?[a-zA-Z]")
_LINE_BREAK = re.compile(r"\r\n?|[\u2028\u2029]")
_BLANK_LINE = re.compile(r"\n(?:[ \t\u3000\xa0]*\n)+")


def bare(text: str) -> str:
    """Return a string without the tags in it, for counting; references stay as they are written."""
    return _TAG.sub(" ", _unescaped(text))


def to_markup(text: str) -> str:
    """Return a string as HTML in which every element is closed.

    A string with tags is HTML, also where they are escaped (``&lt;p&gt;``). Any other is split into
    paragraphs at blank lines, or at every line break where it has no blank line; other line breaks
    stay line breaks.
    """
    text = _unescaped(text)
    if _TAG.search(text):
        return balanced(text)
    plain = _LINE_BREAK.sub("\n", html.escape(html.unescape(text), quote=False)).strip()
    parts = _BLANK_LINE.split(plain)
    if len(parts) == 1:
        parts = plain.split("\n")
    return "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in parts)


def _unescaped(text: str) -> str:
    """Text with its tags as tags."""
    return html.unescape(text) if _ESCAPED_TAG.search(text) and not _TAG.search(text) else text
