"""Selection to safe HTML: the kept markup, sanitised."""

from __future__ import annotations

import html
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from maintext.html.parser import sanitised
from maintext.html.tags import BLOCK, NAMES, tag_id
from maintext.metadata.address import base_url
from maintext.metadata.resolving import resolving
from maintext.render.allowed import ATTRIBUTES, CHECKED, ID_PREFIX, TAGS, chosen_value
from maintext.render.clean import ASK, COPY, PREFIX, RESOLVE, Policy, cleaned
from maintext.render.markup import kept_markup
from maintext.render.regions import regions_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.html import Page
    from maintext.options import Options
    from maintext.render.regions import Regions
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
_TAKEN_OUT = {"body": "", "thead": "", "tbody": "", "tfoot": "", "td": " ", "th": " "}
_LINK_NAMES = frozenset(("href", "src", "cite", "poster"))
_SPACE = " \t\n\f\r"
_ID = re.compile(r'<([^\s/<>]+)[^<>]* id="([^"]*)"')
# A candidate of srcset: white space and commas, an address, and what is said of it up to the next comma.
_CANDIDATE = re.compile(r"(?P<before>[\s,]*)(?P<link>\S*[^\s,])(?P<after>,+(?=\s|\Z)|[^,]*)", re.ASCII)


def render_html(page: Page, selection: Selection, options: Options, regions: Regions | None = None) -> str:
    """Return the kept part of a page as safe HTML.

    Elements and attributes of :mod:`maintext.render.allowed`; no scripts, styles, handlers or forms, and
    only addresses that run no code. Relative addresses become absolute where the page's URL or its
    ``<base>`` is known; links to what stands in the output stay within it, ids have a prefix.
    ``options.links``, ``images`` and ``tables`` take those elements out of the output and change
    nothing else; without tables, rows are blocks and cells are set apart by a space.

    ``regions`` are those of the selection, for those who have them already.
    """
    tags = TAGS
    for wanted, names in ((options.links, _LINKS), (options.images, _IMAGES), (options.tables, _TABLES)):
        tags = tags if wanted else tags - names
    policy = _policy(tags)
    markup, _ = kept_markup(regions or regions_of(page, selection))
    make_attribute = _attributes(page, markup, policy)
    markup, _ = cleaned(markup, page, policy, make_attribute, resolves_places=False)
    return sanitised(markup, tags=tags, attributes=ATTRIBUTES, choose=_check_address).strip()


@cache
def _policy(tags: frozenset[str]) -> Policy:
    """What becomes of tags and attributes in an output that may contain some tags."""
    kinds = {tag: {name: _kind(name) for name in sorted(names)} for tag, names in ATTRIBUTES.items()}
    others = {
        tag: _TAKEN_OUT.get(tag, _STAND_INS.get(tag, "div") if tag in BLOCK else "")
        for tag in NAMES
        if tag not in tags
    }
    return Policy.build(kinds, others, prefix=ID_PREFIX)


def _kind(name: str) -> int:
    """What becomes of an attribute of the output."""
    if name == "id":
        return PREFIX
    return RESOLVE if name in _LINK_NAMES else ASK if name in CHECKED else COPY


def _attributes(page: Page, markup: str, policy: Policy) -> Callable[[str, str, str], str]:
    """What makes the attributes of the output of some markup."""
    resolved = resolving(page.cached(base_url))
    ids: frozenset[str] | None = None

    def rewritten(link: str) -> str:
        nonlocal ids
        place = link.strip()
        if place.startswith("#"):
            ids = _ids(markup, policy) if ids is None else ids
            if not {place[1:], unquote(place[1:])}.isdisjoint(ids):
                return f"#{ID_PREFIX}{place[1:]}"
        try:
            return resolved(link)
        except ValueError:  # an unclosed bracket in the host: leave what the page says
            return link

    def make(tag: str, name: str, raw: str) -> str:
        if name not in _LINK_NAMES and name != "srcset":
            return _checked(tag, name, raw)
        value = html.unescape(raw)
        if name == "srcset":
            value = _CANDIDATE.sub(lambda at: at["before"] + rewritten(at["link"]) + at["after"], value)
        elif link := value.strip(_SPACE):
            start = value.index(link)
            value = value[:start] + rewritten(link) + value[start + len(link) :]
        return _written(name, chosen_value(tag, name, value))

    return make


@lru_cache(maxsize=4_096)
def _checked(tag: str, name: str, raw: str) -> str:
    """The attribute of the output that a page's attribute becomes, ``""`` for none."""
    return _written(name, chosen_value(tag, name, html.unescape(raw)))


def _written(name: str, value: str | None) -> str:
    return "" if value is None else f' {name}="{html.escape(value)}"'


def _check_address(tag: str, name: str, value: str) -> str | None:
    """Check an address of the output once more; other values stay."""
    return chosen_value(tag, name, value) if name in _LINK_NAMES or name == "srcset" else value


def _ids(markup: str, policy: Policy) -> frozenset[str]:
    """Ids of the elements of some markup that stay, or that another one stands for."""
    return frozenset(
        value for name, value in _ID.findall(markup) if policy.others[tag_id(name)] not in {b"", b" "}
    )
