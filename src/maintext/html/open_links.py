"""End links without an end tag, and empty elements of XML, before a parser of HTML5 spreads them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from maintext._core.columns import has_open_link
from maintext.html.tags import BLOCK, HIDDEN

__all__ = ["blank_empty_elements", "end_empty_elements", "end_frames", "end_links"]

# What stands in a link without being shown ends none. Every branch matches to the end of the page where
# nothing closes it, so that a page is read once.
_ENDS = "|".join(sorted((BLOCK - HIDDEN - {"#custom"}) | {"br"}))
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|textarea|title|xmp|svg)\b(?>(?:[^<]++|<(?!/\1))*)(?:</\1)?"
    rf"|<(/?)(?:(a)|{_ENDS})(?=[\s/>])((?>(?:[^'\">]++|\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z))*))",
    re.DOTALL | re.IGNORECASE,
)
_HREF = re.compile(r"\shref\s*=", re.IGNORECASE)
_TEXT_AFTER_TAG = re.compile(r">\s*+[^<>\s]")
_XHTML = re.compile(
    r"[\ufeff\s]*(?:<(?:\?xml|!doctype)\s.{0,2000}?)?"
    r"<html\b[^>]*\sxmlns\s*=\s*[\"']http://www\.w3\.org/1999/xhtml[\"']",
    re.DOTALL | re.IGNORECASE,
)
_NAMESPACE, _MAX_HEAD = "/1999/xhtml", 5_000  # characters
# What a parser of HTML5 reads to the end tag, and so to the end of the page if there is none.
_ATTRIBUTES = r"((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*\s*)"
_EMPTY = re.compile(rf"<(script|style|title|iframe|textarea|noscript|noframes|noembed|xmp){_ATTRIBUTES}/>")
_EMPTY_FRAME = re.compile(rf"<(iframe){_ATTRIBUTES}/>(?=\s*</noscript)")
_WITH_END = r"<\1\2></\1>"


@dataclass(slots=True)
class _Link:
    """A start tag without an end tag so far."""

    start: int  # where its content is looked through from
    is_pending: bool  # no block has ended it
    end: int = -1  # before the block that ends it; -1 where another link does, as for the parser


def end_empty_elements(markup: str) -> str:
    """Return XHTML in which ``<script src="a.js"/>`` and the like have an end tag.

    XHTML has its namespace. Whether a server calls it XML is not known here: as HTML it would lose its text
    in browsers, too.
    """
    return _EMPTY.sub(_WITH_END, markup) if _is_xhtml(markup) else markup


def end_frames(markup: str) -> str:
    """Return markup in which ``<iframe src="a"/>`` at the end of ``noscript`` has an end tag.

    A browser that runs scripts does not read what stands there.
    """
    return _EMPTY_FRAME.sub(_WITH_END, markup)


def _is_xhtml(markup: str) -> bool:
    """Return True if the start tag of ``html`` states the namespace; most pages do not have its name."""
    return _NAMESPACE in markup[:_MAX_HEAD] and _XHTML.match(markup) is not None


def blank_empty_elements(markup: str) -> str:
    """Return markup with spaces in place of what the functions above end; lengths stay."""
    empty = _EMPTY if _is_xhtml(markup) else _EMPTY_FRAME
    return empty.sub(lambda one: " " * len(one[0]), markup)


def end_links(markup: str) -> str:
    """Return markup in which a link without an end tag ends at the first block after its text.

    A parser of HTML5 opens such a link anew in every block up to the next link, so that the whole text of a
    page may become one. Links that end stay, around blocks too. Cost O(n_characters).
    """
    if not has_open_link(markup):
        return markup
    done, parts = 0, []
    for at in sorted(link.end for link in _open_links(markup) if link.end >= 0):
        parts += [markup[done:at], "</a>"]
        done = at
    return "".join([*parts, markup[done:]])


def _open_links(markup: str) -> list[_Link]:
    """Return the links that no end tag is for, each with its end."""
    links = [_Link(0, is_pending=False)]
    for found in _TAG.finditer(markup):
        last = links[-1]
        is_end = bool(found[2])
        if found[3] and is_end:
            if len(links) > 1:
                links.pop()
        elif found[3]:
            last.is_pending = False
            links.append(_Link(found.end(), is_pending=bool(_HREF.search(found[4]))))
        elif last.is_pending and found[4] is not None:
            if is_end or _TEXT_AFTER_TAG.search(markup, last.start, found.start()):
                last.is_pending, last.end = False, found.start()
            last.start = found.start()
    return links
