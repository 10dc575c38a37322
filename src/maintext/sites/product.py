"""Read what a product page sells: structured data first, then meta elements, then labelled values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

from maintext.html import Page
from maintext.html.characters import collapse_whitespace
from maintext.metadata import phrase_lists, word_lists
from maintext.metadata.declared.meta import first_contents
from maintext.metadata.declared.structured_data import (
    Node,
    as_values,
    read_json_ld,
    read_microdata,
    type_names,
)
from maintext.sites.price import read_number, split_price
from maintext.sites.wrapper.selectors import PageIndex
from maintext.sites.wrapper.values import find_label

__all__ = ["PRODUCT_FIELDS", "PRODUCT_NUMBERS", "find_product", "shows_other_price"]

PRODUCT_FIELDS = tuple("price currency brand sku availability rating n_ratings".split())
"""Fields of a product besides title and images, which every page may have."""

PRODUCT_NUMBERS = ("price", "rating", "n_ratings")
"""Those that are numbers."""

_TYPES = frozenset({"product", "productgroup", "individualproduct", "productmodel", "vehicle", "book"})
_META = word_lists("product_meta")
# Where structured data has a field: the node, and its property.
_PLACES = word_lists("product_places")
_LABELS = {label: name for name, labels in phrase_lists("product_labels").items() for label in labels}
_PROPERTIES = {name: field for field, names in word_lists("product_properties").items() for name in names}
_RATING = re.compile(
    r"(?:rating|rated|bewertung|note|评分|評分)?[:：\s]*([0-5](?:[.,]\d{1,2})?)\s*"
    r"(?:out of|of|/|von|sur|de|из)\s*5\s*(?:stars?|sternen?|étoiles|estrellas|分|星)?",
    re.IGNORECASE,
)
_PRICE = re.compile(r"[¥￥$€£]\s?\d[\d.,]*")
_REVIEW = re.compile(
    r"(?:^|\s)(?:(?:customer|user)-)?(?:review|comment)(?:-item|-card)?(?:$|\s)", re.IGNORECASE
)
_MAX_LABELLED = 1_000  # elements that are looked at
_MAX_CHARS = 100  # of a value
_MAX_PRICE = 20  # characters


def find_product(page: Page, *, is_product: bool = False) -> dict[str, str]:
    """Return the fields of the product that a page sells, by name of :data:`PRODUCT_FIELDS`.

    Values are texts: ``price`` a number with a point before its decimals, ``currency`` an ISO 4217 code,
    ``availability`` the name that schema.org has for it, if the page states that. Without a product in the
    structured data or a product's ``<meta>`` elements the result is empty, unless ``is_product`` says that
    the page is one of a product: then labels are read (品牌：…, ``<th>Brand``). Cost: O(n_rows).
    """
    nodes = [node for node in (*read_json_ld(page), *read_microdata(page)) if type_names(node) & _TYPES]
    stated = first_contents(page, {name for names in _META.values() for name in names})
    found = {name: next(filter(None, map(stated.get, names)), "") for name, names in _META.items()}
    found = _read_node(nodes[0]) if nodes else found
    found = _fill_gaps(found, {} if nodes else _loose_properties(page))
    if nodes or found["price"] or is_product:
        found = _fill_gaps(_fill_gaps(found, _labelled_values(page)), _shown_values(page))
    amount, currency = split_price(found.get("price", ""))
    found |= {"price": amount, "currency": found.get("currency") or currency}
    return {
        name: collapse_whitespace(unescape(found[name]))[:_MAX_CHARS]
        for name in PRODUCT_FIELDS
        if found.get(name)
    }


def _fill_gaps(found: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """Return values with others in place of those that are missing or empty."""
    return {**found, **{name: found.get(name) or value for name, value in more.items()}}


def shows_other_price(page: Page, price: str) -> bool:
    """Return whether another price stands next to the one of the product, in an element like its own.

    That is one of the same name and class, in the same element: an old price next to the new one, told apart
    by neither. Prices are texts with a currency.
    """
    shown: dict[tuple[int, str, str], set[float]] = {}
    classes = page.values("class")
    is_short = page.is_text & (page.n_digits > 0) & (page.n_chars <= _MAX_PRICE) & ~page.is_hidden
    for row in is_short.nonzero()[0].tolist():
        amount, currency = split_price(page.row_text(row))
        if amount and currency:
            at = int(page.parent[row])
            place = int(page.parent[at]), page.name(at), classes.get(at, "")
            shown.setdefault(place, set()).add(float(amount))
    return any(len(amounts) > 1 and float(price) in amounts for amounts in shown.values())


def _read_node(node: Node) -> dict[str, str]:
    variant = _first_node(node, "hasVariant")
    offers = _first_node(node, "offers") or _first_node(variant, "offers")
    offer = _first_node(offers, "offers") or offers
    places = {
        "product": node, "variant": variant, "offers": offers, "offer": offer,
        "priced": _first_node(offer, "priceSpecification"), "rating": _first_node(node, "aggregateRating"),
    }  # fmt: skip
    split = {name: [place.split(".") for place in found] for name, found in _PLACES.items()}
    texts = {name: (_first_text(places[at], key) for at, key in found) for name, found in split.items()}
    values = {name: next(filter(None, found), "") for name, found in texts.items()}
    return values | {"availability": values["availability"].rpartition("/")[2]}


def _first_node(node: Mapping[str, Any], name: str) -> Node:
    return next((one for one in as_values(node.get(name)) if isinstance(one, dict)), {})


def _first_text(node: Mapping[str, Any], name: str) -> str:
    for one in as_values(node.get(name)):
        said = (one.get("name") or one.get("@value")) if isinstance(one, dict) else one
        said = said[0] if isinstance(said, list) and said else said
        if isinstance(said, str | int | float) and not isinstance(said, bool) and str(said).strip():
            return str(said).strip()
    return ""


def _loose_properties(page: Page) -> dict[str, str]:
    """Return ``itemprop`` values without an item around them; empty unless the page has one price."""
    named: dict[str, list[int]] = {}
    for row, names in page.values("itemprop").items():
        for name in names.split():
            named.setdefault(name, []).append(row)
    if len(named.get("price", ())) != 1:
        return {}
    contents = {**page.values("content"), **page.values("href")}
    rows = {field: named[name][0] for name, field in _PROPERTIES.items() if name in named}
    found = {field: contents.get(row) or page.row_text(row) for field, row in rows.items()}
    currency = found.get("currency") or split_price(page.row_text(named["price"][0]))[1]
    return found | {"currency": currency, "availability": found.get("availability", "").rpartition("/")[2]}


def _shown_values(page: Page) -> dict[str, str]:
    """Return a rating as shown to readers: 4.5 out of 5 stars, outside of customers' reviews."""
    values = (pair for name in ("aria-label", "title", "alt") for pair in page.values(name).items())
    texts = ((row, page.row_text(row)) for row in _value_rows(page))
    for row, text in (*values, *texts):
        found = _RATING.fullmatch(collapse_whitespace(text))
        if found and not _is_in_review(page, row):
            return {"rating": found[1].replace(",", ".")}
    return {}


def _is_in_review(page: Page, row: int) -> bool:
    """Return True for what stands in a review of one customer, by the names of the elements around it."""
    names = [page.values(name) for name in ("class", "itemprop")]
    while (row := int(page.parent[row])) > 0:
        if any(_REVIEW.search(named.get(row, "")) for named in names):
            return True
    return False


def _labelled_values(page: Page) -> dict[str, str]:
    """Return values whose label says what they are; the first of each."""
    index, found = PageIndex(page), dict[str, str]()
    for row in _value_rows(page):
        label, text = find_label(index, row), collapse_whitespace(page.row_text(row))
        said = label.text or re.split("[:：]", text)[0]
        name, text = _LABELS.get(said.casefold().strip(" .:：")), text.removeprefix(said).strip(" :：")
        if not label.text:  # 价格：<b>¥12</b>: of a price alone the end is known
            text = _read_price_alone(text) if name == "price" else ""
        if name and name not in found and 0 < len(text) <= _MAX_CHARS:
            found[name] = text
    return found


def _read_price_alone(text: str) -> str:
    """Return a text that is one price, the lower of two (the old one is higher), or ``""``."""
    prices: list[str] = _PRICE.findall(text)
    if len(prices) == 2 and not _PRICE.sub("", text).strip():
        return min(prices, key=lambda price: float(split_price(price)[0]))
    return text if read_number(text) else ""


def _value_rows(page: Page) -> Iterator[int]:
    """Yield elements that hold one short text, as cells of a table of facts do."""
    n_chars = page.subtree_sum(page.n_chars)
    is_short = ~page.is_text & (n_chars > 0) & (n_chars <= _MAX_CHARS) & ~page.is_hidden
    rows = (is_short & page.is_tag(("td", "dd", "li", "span", "div", "p"))).nonzero()[0]
    yield from rows[:_MAX_LABELLED].tolist()
