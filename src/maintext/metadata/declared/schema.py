"""schema.org nodes, however they are written, turned into candidates of the fields."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from maintext.metadata.declared.collector import Collector
from maintext.metadata.declared.microdata import ROW

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maintext.html import Page
    from maintext.metadata.declared.json_ld import Node

__all__ = ["read_nodes"]

_WORDS = re.compile(r"\w+")
# Types of nodes that state what the page is, the ones that say more first.
_CONTENT = frozenset(
    "article newsarticle blogposting report scholarlyarticle techarticle socialmediaposting "
    "opinionnewsarticle reportagenewsarticle analysisnewsarticle backgroundnewsarticle "
    "reviewnewsarticle askpublicnewsarticle "
    "advertisercontentarticle satiricalarticle liveblogposting medicalscholarlyarticle apireference "
    "discussionforumposting question recipe howto review criticreview claimreview videoobject "
    "podcastepisode audioobject creativework learningresource course book movie tvepisode event jobposting "
    "dataset softwareapplication webapplication mobileapplication product guide posting".split()
)
_PAGES = frozenset(
    "webpage itempage aboutpage contactpage faqpage qapage collectionpage profilepage medicalwebpage "
    "checkoutpage searchresultspage realestatelisting".split()
)
_ARTICLES = frozenset(name for name in _CONTENT if name.endswith(("article", "posting", "report")))
_TEXTS = {
    "title": ("headline", "name"),
    "subtitle": ("alternativeHeadline",),
    "description": ("description", "abstract"),
    "published": ("datePublished", "uploadDate", "dateCreated", "datePosted"),
    "modified": ("dateModified",),
    "category": ("articleSection",),
    "tag": ("keywords",),
    "language": ("inLanguage",),
    "licence": ("license",),
    "canonical_url": ("url", "mainEntityOfPage"),
    "image": ("image", "thumbnailUrl"),
}
_PROPERTIES = tuple((field, key) for field, keys in _TEXTS.items() for key in keys)
_PAGE_FIELDS = frozenset("title description published modified language canonical_url image".split())
_NAME_KEYS = ("name", "headline", "@value", "url", "@id", "contentUrl", "alternateName")
_LINK_KEYS = ("url", "contentUrl", "@id")
_MAX_VALUES = 50


def read_nodes(page: Page, nodes: list[Node], syntax: str, titles: Iterable[str] = ()) -> Collector:
    """Return what nodes say about the page.

    Parameters
    ----------
    page
        The page; links are resolved on it.
    nodes
        Of one syntax, in document order.
    syntax
        ``json-ld``, ``microdata`` or ``rdfa``, the kind of the candidates' origin.
    titles
        Titles that the page states elsewhere: of several articles, the one with such a title is meant.
    """
    found = Collector(page)
    typed = [(node, _types(node)) for node in nodes]
    main = _main_node(typed, page.url, titles)
    if main is not None:
        _add_node(found, main, syntax, frozenset(_TEXTS))
        _add_people(found, main, syntax)
    for node, types in typed:
        if types & _PAGES and node is not main:
            _add_node(found, node, f"{syntax}:page", _PAGE_FIELDS)
        elif "breadcrumblist" in types:
            _add_breadcrumb(found, node, syntax)
        elif "website" in types:
            _add_first(found, "site_name", node.get("name"), f"{syntax}:WebSite", node)
        breadcrumb = node.get("breadcrumb")
        if isinstance(breadcrumb, dict):
            _add_breadcrumb(found, breadcrumb, syntax)
    return found


def _types(node: Node) -> frozenset[str]:
    stated = node.get("@type") or node.get("type") or ()
    names = stated[:10] if isinstance(stated, list) else [stated]
    return _types_of(tuple([one for one in names if isinstance(one, str)]))


@lru_cache(maxsize=1_024)  # pages share their types
def _types_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.rpartition("/")[2].rpartition(":")[2].lower() for name in names)


def _main_node(
    typed: list[tuple[Node, frozenset[str]]], url: str | None, titles: Iterable[str]
) -> Node | None:
    """Return the node that the page is about; None where there are several and none is told apart."""
    chosen = [node for node, types in typed if types & _ARTICLES] or [
        node for node, types in typed if types & _CONTENT
    ]
    if not chosen:
        loose = [node for node, _ in typed if node.get(ROW) == -1]
        return loose[0] if loose else None
    if len(chosen) == 1:
        return chosen[0]
    keys = [key for title in titles if (key := _key(title))]
    for node in chosen:
        headline = _key(_text(node.get("headline") or node.get("name"), _NAME_KEYS))
        if headline and any(headline in key or key in headline for key in keys):
            return node
    path = _path(url or "")
    for node in chosen:
        links = (_text(node.get(key), _LINK_KEYS) for key in ("url", "mainEntityOfPage", "@id"))
        if path and any(_path(link) == path for link in links):
            return node
    headlines = {_key(_text(node.get("headline") or node.get("name"), _NAME_KEYS)) for node in chosen}
    return chosen[0] if len(headlines - {""}) <= 1 else None


def _key(text: str) -> str:
    return "".join(_WORDS.findall(text[:500].lower()))


def _path(link: str) -> str:
    try:
        return urlsplit(link).path.rstrip("/")
    except ValueError:
        return ""


def _add_node(found: Collector, node: Node, kind: str, fields: frozenset[str]) -> None:
    row = int(node.get(ROW, -1))
    for field, key in _PROPERTIES:
        if field in fields and key in node:
            keys = _LINK_KEYS if field in {"canonical_url", "image", "licence"} else _NAME_KEYS
            for value in _values(node[key]):
                found.add(field, _text(value, keys), f"{kind}:{key}", row)
    if not kind.endswith(":page"):
        _add_first(found, "site_name", node.get("publisher"), f"{kind}:publisher", node)


def _add_people(found: Collector, node: Node, kind: str) -> None:
    row = int(node.get(ROW, -1))
    for key in ("author", "creator"):
        for value in _values(node.get(key)):
            is_body = isinstance(value, dict) and any("organization" in one for one in _types(value))
            origin = f"{kind}:{key}.Organization" if is_body else f"{kind}:{key}"
            for name in _values(value.get("name") if isinstance(value, dict) else value):
                found.add("author", _text(name, ("name", "@value")), origin, row)


def _add_breadcrumb(found: Collector, node: Node, kind: str) -> None:
    """State the levels of a breadcrumb as categories, without the first (home) and the page itself."""
    levels: list[tuple[float, str]] = []
    for i, element in enumerate(_values(node.get("itemListElement"))):
        if not isinstance(element, dict):
            continue
        position = element.get("position", i)
        name = _text(element.get("name"), _NAME_KEYS) or _text(element.get("item"), ("name",))
        levels.append((_number(position, i), name))
    for _, name in sorted(levels)[1:-1]:
        found.add("category", name, f"{kind}:BreadcrumbList", int(node.get(ROW, -1)))


def _number(value: Any, default: float) -> float:
    value = value[0] if isinstance(value, list) and value else value
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return default
    return number if number == number else default  # noqa: PLR0124 - NaN


def _add_first(found: Collector, field: str, value: Any, origin: str, node: Node) -> None:
    for one in _values(value)[:1]:
        found.add(field, _text(one, ("name", "@value")), origin, int(node.get(ROW, -1)))


def _values(value: Any) -> list[Any]:
    """Values of a property as a list, a single one as a list of one."""
    if value is None:
        return []
    return value[:_MAX_VALUES] if isinstance(value, list) else [value]


def _text(value: Any, keys: tuple[str, ...]) -> str:
    """Return the text of a value: itself, or of an object the first of the keys that it has."""
    for _ in range(5):  # an object in an object in a list …
        if isinstance(value, list):
            value = value[0] if value else ""
        if isinstance(value, dict):
            value = next((value[key] for key in keys if value.get(key)), "")
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""
