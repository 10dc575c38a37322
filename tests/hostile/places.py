"""Strings that are slow to some regular expressions, and the places of a page where expressions look."""
# ruff: noqa: E501 - markup, a place a line

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PLACES", "SLOW", "slow_string"]

SLOW: dict[str, tuple[str, str, str]] = {
    "spaces": ("a", " ", "b"),
    "line feeds": ("a", "\n", "b"),
    "spaces and lines": ("a", " \n", "b"),
    "full-width spaces": ("a", "\u3000", "b"),
    "letters": ("", "a", "!"),
    "capitals": ("", "Aa", "!"),
    "digits": ("", "1", "!"),
    "digits and points": ("", "1.", "!"),
    "dots": ("", ".", "a"),
    "Chinese full stops": ("…", "。", "a"),
    "hyphens": ("", "-", "a"),
    "bars": ("", "| ", "a"),
    "commas": ("", ",", "w"),
    "quotes": ("", '"\n', "!"),
    "braces": ("", "{", "!"),
    "less-than signs": ("", "<", "!"),
    "tags cut off": ("", "<a ", "!"),
    "comments cut off": ("", "<!--", "!"),
    "questions": ("<", "?<", "!"),
    "XML declarations": ("", " <?xml encoding", "!"),
    "metas": ("", "<meta charset=", "!"),
    "addresses": ("", "http", "\n"),
    "addresses of mail": ("", "a@", "!"),
    "host names": ("", "aa.", "!"),
    "slashes": ("", "/", "a"),
    "dots and slashes": ("", "../", "a"),
    "names of pictures": ("", "lazyspace", "!"),
    "years": ("", "年de", "!"),
    "months": ("", "Jan ", "!"),
    "by": ("by", " ", "!"),
    "by, many": ("", "by ", "!"),
    "names": ("by ", "Ann Lee ", "!"),
    "Han names": ("记者", "王", "!"),
    "with": ("with", " ", "!"),
    "days of the week": ("", " -mon", "!"),
    "separators": ("论坛", " ", "!"),
    "assignments": ("const", " ", "!"),
    "backslashes": ("", "\\", "!"),
    "dollars": ("", "$x", "!"),
    "backticks": ("", "`", "a"),
    "backticks of all lengths": ("", "`a``b```c", "!"),
    "stars": ("", "*a **b", "!"),
    "brackets": ("", "[", "!"),
    "links cut off": ("", "[]( ", "!"),
    "parentheses": ("", "(", "!"),
    "Chinese parentheses": ("", "（", "!"),
    "references": ("", "&lt;", "!"),
    "marks": ("", "\ue000\ue001", "!"),
    "controls": ("", "\x04\x05\x0e\x10", "!"),
    "hyphens and controls": ("", "-\x0b", "!"),
    "paths": ("a", "/a", "\n"),
    "data addresses": ("data:", "\n", "!"),
    "schemes": ("", "http:", "!"),
    "formulas cut off": ("", "\\[ ", "!"),
    "backticks after a backslash": ("\\", "`", "!"),
    "line feeds after a Greek by": ("του", "\n", "\n"),
    "cell breaks": (" ", " \x06", "!"),
    "digits for a media type": ("a", "1", "\x00"),
    "combining marks": ("a", "\u0301", "!"),
    "emoji": ("", "😀\u200d", "!"),
}  # fmt: skip
"""Prefix, piece to repeat, end; by name."""


def slow_string(name: str, n_chars: int) -> str:
    """Return a string of about so many characters."""
    prefix, piece, end = SLOW[name]
    return prefix + piece * (n_chars // len(piece)) + end


_PROSE = (
    "<p>The mayor said on Monday that the bridge over the river would be closed for a year, at least.</p>" * 3
)
_META = ("author", "date", "keywords", "description", "og:title", "og:image", "article:published_time", "og:locale",
         "article:tag", "dc.language", "viewport")  # fmt: skip
_JSON_KEYS = ("headline", "author", "datePublished", "articleBody", "keywords", "image", "inLanguage", "@id")
_ATTRIBUTES = ("class", "id", "style", "srcset", "src", "href", "datetime", "itemprop", "itemtype", "width", "alt", "lang",
               "start", "rel", "data-src", "title", "colspan")  # fmt: skip


def _in_meta(text: str) -> str:
    return (
        "".join(f'<meta name="{name}" property="{name}" content="{escape(text)}">' for name in _META) + _PROSE
    )


def _in_json(text: str) -> str:
    import json  # noqa: PLC0415

    article = {"@type": "Article", **dict.fromkeys(_JSON_KEYS, text)}
    return f'<script type="application/ld+json">{json.dumps(article)}</script>{_PROSE}'


def _in_attributes(text: str) -> str:
    value = escape(text)
    return _PROSE + "".join(
        f'<{tag} {name}="{value}">text of it</{tag}>'
        for name in _ATTRIBUTES
        for tag in (("img", "source") if name in {"src", "srcset", "width", "alt"} else ("p", "a"))
    )


PLACES: dict[str, Callable[[str], str]] = {
    "markup": lambda text: text,
    "raw text": lambda text: f"<p>{text}</p>{_PROSE}",
    "title": lambda text: f"<title>{escape(text)}</title><h1>{escape(text)}</h1>{_PROSE}",
    "meta": _in_meta,
    "JSON-LD": _in_json,
    "JSON-LD, broken": lambda text: f'<script type="application/ld+json">{text}</script>{_PROSE}',
    "script": lambda text: f"<script>{text}</script><script>window.__S__ = {text}</script>",
    "state": lambda text: f'<script>window.__S__ = {{"content": "{text}"}}</script>',
    "attributes": _in_attributes,
    "paragraph": lambda text: f"{_PROSE}<p>{escape(text)}</p>{_PROSE}",
    "end of a paragraph": lambda text: f"{_PROSE}<p>Some words of prose stand here. {escape(text)}</p>",
    "cells": lambda text: f"{_PROSE}<table><tr><td>{escape(text)}<td>{escape(text)}</table><ul><li>{escape(text)}</ul>",
    "code": lambda text: f"{_PROSE}<pre><code>{escape(text)}</code></pre><p>a <code>{escape(text)}</code></p>",
    "formula": lambda text: f"{_PROSE}<p><math alttext='{escape(text)}'><mi>x</mi></math>"
    f"<script type='math/tex'>{text}</script></p>",
    "by-line": lambda text: f"<h1>A walk in the hills</h1><p class=byline>{escape(text)}</p>{_PROSE}",
    "date": lambda text: f"<h1>A walk</h1><time class=date>{escape(text)}</time><p>May 5, 2024 {escape(text)}</p>{_PROSE}",
    "link": lambda text: f"{_PROSE}<p>a <a href='/x'>{escape(text)}</a> <b>{escape(text)}</b><sup>{escape(text)}</sup></p>",
    "reader's comment": lambda text: (
        f"{_PROSE}<div class=comments>"
        f"<div class=comment><b class=author>{escape(text)}</b><p>{escape(text)}</p></div></div>"
    ),
    "breadcrumb": lambda text: f"<div class=breadcrumb><a href=/>Home</a> {escape(text)} <a href=/x>x</a></div>{_PROSE}",
}  # fmt: skip
"""Pages with a string in one place; by name."""
