"""Selection to safe HTML: the kept markup, sanitised."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from maintext.metadata.address import base_url
from maintext.metadata.resolving import resolving
from maintext.page.parser import sanitised
from maintext.render.allowed import ATTRIBUTES, ID_PREFIX, TAGS, chosen_value
from maintext.render.markup import is_block, kept_markup

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.options import Options
    from maintext.page import Page
    from maintext.selection import Selection

__all__ = ["render_html"]

_LINKS = frozenset({"a"})
_IMAGES = frozenset({"img", "picture", "source", "figure"})
_TABLES = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "col", "colgroup"})

# A block that may not stay becomes a <div>, so that its text stays apart, or one of these; an inline
# element is taken out, tags only.
_STAND_INS = {
    **dict.fromkeys(("dir", "menu", "optgroup", "select"), "ul"),
    "option": "li",
    "textarea": "pre",
}
# Groups of rows need no stand-in, cells a space between them; a <div> would end the formula.
_TAKEN_OUT = {"body": "", "thead": "", "tbody": "", "tfoot": "", "td": " ", "th": " ", "annotation-xml": " "}
_ID = re.compile(r' id="([^"]*)"')


def render_html(page: Page, selection: Selection, options: Options) -> str:
    """Return the kept part of a page as safe HTML.

    Elements and attributes of :mod:`maintext.render.allowed`; no scripts, styles, handlers or forms, and
    only addresses that run no code. Relative addresses become absolute where the page's URL or its
    ``<base>`` is known; links to what stands in the output stay within it, ids have a prefix.
    ``options.links``, ``images`` and ``tables`` take those elements out of the output and change
    nothing else; without tables, rows are blocks and cells are set apart by a space.
    """
    tags = TAGS
    for wanted, names in ((options.links, _LINKS), (options.images, _IMAGES), (options.tables, _TABLES)):
        tags = tags if wanted else tags - names
    markup = _not_allowed(tags).sub(_replaced, kept_markup(page, selection))
    rewrite = _rewriting(base_url(page), frozenset(_ID.findall(markup)))
    return sanitised(markup, tags=tags, attributes=ATTRIBUTES, rewrite=rewrite, choose=chosen_value).strip()


@cache
def _not_allowed(tags: frozenset[str]) -> re.Pattern[str]:
    """The tags that the output may not contain."""
    return re.compile(rf"<(/?)(?!(?:{'|'.join(sorted(tags))})[\s/>])([^\s/>]+)([^<>]*)>")


def _replaced(tag: re.Match[str]) -> str:
    slash, name, rest = tag.groups()
    if name in _TAKEN_OUT or not is_block(name):
        return _TAKEN_OUT.get(name, "")
    return f"<{slash}{_STAND_INS.get(name, 'div')}{rest}>"


def _rewriting(base: str, ids: frozenset[str]) -> Callable[[str], str]:
    """What makes the addresses of the output, which has these ids."""
    resolved = resolving(base)

    def rewritten(link: str) -> str:
        place = link.strip()
        if place.startswith("#") and not {place[1:], unquote(place[1:])}.isdisjoint(ids):
            return f"#{ID_PREFIX}{place[1:]}"
        try:
            return resolved(link)
        except ValueError:  # an unclosed bracket in the host: leave what the page says
            return link

    return rewritten
