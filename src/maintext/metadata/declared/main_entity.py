"""Collect what the structured data of a page states about it, by schema.org."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from maintext.html import Page
from maintext.html.characters import letters_of
from maintext.html.urls import split_url
from maintext.metadata import word_lists
from maintext.metadata.candidate import AGENCIES
from maintext.metadata.declared.collector import Collector
from maintext.metadata.declared.structured_data import ROW, Node, as_values, type_names

__all__ = ["is_home", "read_nodes"]

# Types of nodes that state what the page is, the ones that say more first.
_CONTENT, _PAGES = (frozenset(names) for names in word_lists("schema_types").values())
_ARTICLES = frozenset(name for name in _CONTENT if name.endswith(("article", "posting", "report")))
_SIGNED = frozenset(name for name in _ARTICLES if name.endswith(("newsarticle", "report")))  # by a house
_TEXTS = {
    "title": ("headline", "name"), "subtitle": ("alternativeHeadline",),
    "description": ("description", "abstract"),
    "published": ("datePublished", "uploadDate", "dateCreated", "datePosted"), "modified": ("dateModified",),
    "category": ("articleSection",), "tag": ("keywords",), "language": ("inLanguage",),
    "licence": ("license",), "canonical_url": ("url", "mainEntityOfPage"), "image": ("image", "thumbnailUrl"),
}  # fmt: skip
_PROPERTIES = tuple((field, key) for field, keys in _TEXTS.items() for key in keys)
_PAGE_FIELDS = frozenset("title description published modified language canonical_url image".split())
_NAME_KEYS = ("name", "headline", "@value", "url", "@id", "contentUrl", "alternateName")
_LINK_KEYS = ("url", "contentUrl", "@id")


def read_nodes(page: Page, nodes: list[Node], syntax: str, titles: Iterable[str] = ()) -> Collector:
    """Collect the values that nodes state about the page.

    - ``page``: the page; links are resolved on it.
    - ``nodes``: nodes of one syntax, in document order.
    - ``syntax``: ``json-ld``, ``microdata`` or ``rdfa``: the first part of the origin.
    - ``titles``: titles stated elsewhere on the page; they tell the main one of several articles.
    """
    found = Collector(page)
    typed = [(node, type_names(node)) for node in nodes]
    main = _main_node(typed, page.url, titles)
    if main is not None:
        main = _with_own_answer(main, page.url or "")
        _add_node(found, main, syntax, frozenset(_TEXTS))
        _add_people(found, main, syntax, house_signs=bool(type_names(main) & _SIGNED))
    for node, types in typed:
        if types & _PAGES and node is not main:
            _add_node(found, node, f"{syntax}:page", _PAGE_FIELDS)
            if main is None:
                _add_people(found, node, f"{syntax}:page", house_signs=False)
        elif "website" in types:
            _add_site_name(found, node.get("name"), f"{syntax}:WebSite", node)
        breadcrumb = node if "breadcrumblist" in types else node.get("breadcrumb")
        if isinstance(breadcrumb, dict):
            _add_breadcrumb(found, breadcrumb, syntax, page.url or "")
    return found


def _with_own_answer(node: Node, url: str) -> Node:
    """Return a question with people and dates of the answer that has the URL of the page.

    Without such an answer, the only one counts where the URL says that it is an answer's.
    """
    stated = [node.get(key) for key in _ANSWERS]
    listed = [one for some in stated for one in as_values(some)]
    answers = [one for one in listed if isinstance(one, dict)]
    own = [one for one in answers if url and url in as_values(one.get("url"))]
    own = own or (answers if len(answers) == 1 and "/answer" in _url_path(url) else [])
    return {**node, **{name: own[0][name] for name in _OF_ANSWER if name in own[0]}} if own else node


_ANSWERS = ("acceptedAnswer", "suggestedAnswer", "answer", "mainEntityOfPage")
_OF_ANSWER = ("author", "dateCreated", "datePublished", "dateModified")


def _main_node(
    typed: list[tuple[Node, frozenset[str]]], url: str | None, titles: Iterable[str]
) -> Node | None:
    """Return the node of the page's main entity; None if several remain possible."""
    chosen = [node for node, types in typed if types & _ARTICLES] or [
        node for node, types in typed if types & _CONTENT
    ]
    if not chosen:
        loose = [node for node, _ in typed if node.get(ROW) == -1]
        return loose[0] if loose else None
    if len(chosen) == 1:
        return chosen[0]
    keys = [key for title in titles if (key := letters_of(title[:500]))]
    names = (_text_of(node.get("headline") or node.get("name"), _NAME_KEYS) for node in chosen)
    headlines = [letters_of(name[:500]) for name in names]
    for node, headline in zip(chosen, headlines, strict=True):
        if headline and any(headline in key or key in headline for key in keys):
            return node
    path = _url_path(url or "")
    for node in chosen:
        links = (_text_of(node.get(key), _LINK_KEYS) for key in ("url", "mainEntityOfPage", "@id"))
        if path and any(_url_path(link) == path for link in links):
            return node
    return chosen[0] if len({*headlines, ""}) <= 2 else None


def _url_path(link: str) -> str:
    return split_url(link).path.rstrip("/")


def _add_node(found: Collector, node: Node, kind: str, fields: frozenset[str]) -> None:
    row = int(node.get(ROW, -1))
    for field, key in _PROPERTIES:
        if field in fields and key in node:
            keys = _LINK_KEYS if field in {"canonical_url", "image", "licence"} else _NAME_KEYS
            for value in as_values(node[key]):
                found.add(field, _text_of(value, keys), f"{kind}:{key}", row)
    if not kind.endswith(":page"):
        _add_site_name(found, node.get("publisher"), f"{kind}:publisher", node)


def _add_people(found: Collector, node: Node, kind: str, *, house_signs: bool) -> None:
    """Add authors and creators; an organisation signs news, but only publishes other texts."""
    row = int(node.get(ROW, -1))
    for key in ("author", "creator"):
        for value in as_values(node.get(key)):
            is_body = isinstance(value, dict) and any("organization" in one for one in type_names(value))
            for stated in as_values(_full_name(value) if isinstance(value, dict) else value):
                name = _text_of(stated, ("name", "@value"))
                is_house = is_body and name.lower().strip() not in AGENCIES
                if house_signs or not is_house:
                    origin = f"{kind}:{key}.Organization" if is_house else f"{kind}:{key}"
                    found.add("author", name, origin, row)


def _full_name(node: Node) -> Any:
    """Return the name of a person, else its given and family name."""
    return node.get("name") or " ".join(_text_of(node.get(key), ()) for key in ("givenName", "familyName"))


def _add_breadcrumb(found: Collector, node: Node, kind: str, url: str) -> None:
    """Add the levels of a breadcrumb as categories, without home and the page itself.

    A last level that links to another page than ``url`` is a category, too.
    """
    levels: list[tuple[float, str, str]] = []
    for i, element in enumerate(as_values(node.get("itemListElement"))):
        if not isinstance(element, dict):
            continue
        position, item = element.get("position", i), element.get("item")
        name = _text_of(element.get("name"), _NAME_KEYS) or _text_of(item, ("name",))
        levels.append((_parse_number(position, i), name, _text_of(item, ("@id", "id", "url"))))
    levels.sort()
    if levels and (not levels[0][2] or is_home(*levels[0][1:])):
        del levels[0]
    if levels and (not url or _url_path(levels[-1][2]) in {"", _url_path(url)}):
        levels.pop()
    for _, name, _ in levels:
        found.add("category", name, f"{kind}:BreadcrumbList", int(node.get(ROW, -1)))


_HOME = re.compile(
    r"(?:home|home ?page|board index|start|startseite|accueil|inicio|início|strona główna|главная|αρχική"
    r"|.{0,8}(?:首页|首頁)|主页|ホーム|トップ|홈)\s*",
    re.IGNORECASE,
)
_ROOT = re.compile(r"(?:https?:)?(?://[^/]*)?/?(?:index\.\w+|default\.\w+|[a-z]{2}/?)?", re.IGNORECASE)


def is_home(text: str, link: str) -> bool:
    """Return True if the first level of a breadcrumb is the home page, by its text or URL.

    A later one is no home by its URL: ``/tv/`` or that of the host of a section.
    """
    return bool(_HOME.fullmatch(text) or _ROOT.fullmatch(link))


def _parse_number(value: Any, default: float) -> float:
    value = value[0] if isinstance(value, list) and value else value
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return default
    return number if number == number else default  # noqa: PLR0124 - NaN


def _add_site_name(found: Collector, value: Any, origin: str, node: Node) -> None:
    for one in as_values(value)[:1]:
        found.add("site_name", _text_of(one, ("name", "@value")), origin, int(node.get(ROW, -1)))


def _text_of(value: Any, keys: tuple[str, ...]) -> str:
    """Return a value as text; of an object, that of the first key present."""
    for _ in range(10):  # an object in an object in a list …
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = next((value[key] for key in keys if value.get(key)), "")
        else:
            break
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""
