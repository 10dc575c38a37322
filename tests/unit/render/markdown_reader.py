"""Markdown read back by a CommonMark parser, as the text that a reader sees."""

from __future__ import annotations

import re
from collections import Counter

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["elements_in", "html_in", "letters", "text_of"]

_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\w/])\$(?=\S)([^$\n]+?)(?<=\S)\$(?!\d)")
# What GitHub reads beyond the standard.
_NOTE = re.compile(r"^\[\^(\w+)\]:", re.MULTILINE)
_REFERENCE = re.compile(r"\[\^(\w+)\]")
_ALERT = re.compile(r"^(> *)\[!([A-Z]+)\]$", re.MULTILINE)
_TASK = re.compile(r"^(\s*- )\[[ x]\] ", re.MULTILINE)


def text_of(markdown: str) -> str:
    """The text, with a line break after each block; formulas as their LaTeX, notes by their labels."""
    formulas: list[str] = []

    def kept(match: re.Match[str]) -> str:
        formulas.append(match[1] or match[2])
        return f"\x04{len(formulas) - 1}\x05"

    outside = re.split(r"(^ *(`{3,}).*?^ *\2`*$)", markdown, flags=re.MULTILINE | re.DOTALL)
    for i in range(0, len(outside), 3):
        outside[i] = _FORMULA.sub(kept, outside[i])
    markdown = "".join(piece for i, piece in enumerate(outside) if i % 3 != 2)
    markdown = _TASK.sub(r"\1", _ALERT.sub(r"\1\2\n\1", _REFERENCE.sub(r"\1", _NOTE.sub(r"\1", markdown))))
    text = "".join(map(_text, _PARSER.parse(markdown)))
    return re.sub("\x04(\\d+)\x05", lambda match: formulas[int(match[1])], text)


def html_in(markdown: str) -> set[str]:
    """Names of the tags that the Markdown holds."""
    found: set[str] = set()
    for token in _PARSER.parse(markdown):
        parts = [token, *(token.children or [])]
        for part in parts:
            if part.type in {"html_block", "html_inline"}:
                found.update(re.findall(r"</?(\w+)", part.content))
    return found


def _text(token: Token) -> str:
    if token.type == "inline":
        return "".join(map(_text, token.children or [])) + "\n"
    if token.type in {"softbreak", "hardbreak"}:
        return "\n"
    if token.type == "html_inline":
        return "\n" if token.content.startswith("<br") else ""
    if token.type in {"image", "html_block"}:
        return ""
    return token.content if token.type in {"text", "code_inline", "fence", "code_block"} else ""


def elements_in(markdown: str) -> dict[str, Counter[str]]:
    """Letters and digits of the headings, blocks of code and linked words of a Markdown."""
    found: dict[str, Counter[str]] = {"headings": Counter(), "code": Counter(), "links": Counter()}
    is_heading = False
    for token in _PARSER.parse(_FORMULA.sub(r"\1\2", markdown)):
        is_heading = token.type == "heading_open" or (is_heading and token.type != "heading_close")
        if token.type in {"fence", "code_block"}:
            found["code"][letters(token.content)] += 1
        if token.type == "inline":
            found["headings"].update([letters(_text(token))] * is_heading)
            linked = ""
            for part in token.children or []:
                if part.type == "link_close":
                    found["links"][letters(linked)] += 1
                linked = "" if part.type == "link_open" else linked + _text(part)
    return found


def letters(text: str) -> str:
    """Letters and digits of a text, case folded."""
    return "".join(filter(str.isalnum, text.casefold()))
