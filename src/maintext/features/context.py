"""What stands around a block: elements, names, roles; as the number of steps up to the nearest one."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.features.words import WordFlags, add_name_flags
from maintext.page.tags import HEADING_TAGS, NAMES, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

    Columns = dict[str, NDArray[Any]]
    Octets = NDArray[np.uint8]

__all__ = ["BLOCK_TAGS", "DEFINITIONS", "FAR", "TAGS", "WORDS", "name_bits", "tag_bits"]

FAR = 20
"""Steps to an ancestor that is not there, or further up than this."""

# Element families: the nearest ancestor (or the block's own inline elements) with one of the tags.
TAGS = {
    "a": ("a",), "p": ("p",), "li": ("li",), "list": ("ul", "ol", "dir"), "dl": ("dl",), "dt": ("dt",), "dd": ("dd",),
    "table": ("table",), "td": ("td",), "th": ("th",), "h1": ("h1",), "h2": ("h2",), "h3": ("h3",),
    "h456": ("h4", "h5", "h6"), "nav": ("nav",), "header": ("header",), "footer": ("footer",), "aside": ("aside",),
    "main": ("main",), "article": ("article",), "section": ("section",), "form": ("form", "fieldset"),
    "button": ("button",), "label": ("label", "legend"), "select": ("select", "textarea"), "figure": ("figure",),
    "figcaption": ("figcaption", "caption"), "blockquote": ("blockquote",), "pre": ("pre", "listing", "xmp"),
    "code": ("code", "tt", "kbd", "samp"), "details": ("details",), "dialog": ("dialog",), "noscript": ("noscript",),
    "div": ("div",), "span": ("span",), "bold": ("b", "strong"), "italic": ("em", "i"), "time": ("time",),
    "address": ("address",), "font": ("font", "center", "basefont"), "small": ("small",), "custom": ("#custom",),
}  # fmt: skip

# Families of words in class, id, role, itemprop and data-testid.
WORDS = {
    "content": "content contents entry story prose markdown richtext rte wysiwyg rich zhengwen neirong con txt copy",
    "article": "article articles post posts blog news wenzhang artical",
    "body": "body text articlebody postbody",
    "main": "main primary center left col column",
    "comment": "comment comments disqus respond reply replies pinglun discussion",
    "message": "message msg thread topic forum question answer qa bbs",
    "nav": "nav navbar navigation menu breadcrumb breadcrumbs crumb crumbs skip daohang mbx submenu dropdown",
    "header": "header masthead topbar top banner logo head brand",
    "footer": "footer foot colophon copyright legal bottom",
    "side": "side sidebar aside rail widget widgets secondary right",
    "related": "related recommend recommended recommendation similar popular trending also more recent hot rank tuijian"
    " teaser teasers promo latest",
    "share": "share sharing social follow sns facebook twitter addthis bdsharebuttonbox toolbar tools",
    "ad": "ad ads adv advert advertisement sponsor sponsored dfp taboola outbrain promotion guanggao",
    "cookie": "cookie cookies consent gdpr modal popup overlay drawer toast lightbox offcanvas subscribe newsletter",
    "meta": "meta byline author date time timestamp info published pubtime source credit infos",
    "tags": "tag tags category categories keywords label labels badge",
    "caption": "caption figcaption wp gallery image img photo pic slideshow media video",
    "hidden": "hidden hide sr visually screenreader invisible collapse collapsed none offscreen",
    "product": "product products price sku buy variant spec specs specification shop",
    "cart": "cart checkout wishlist basket login account search filter filters facet sort signup register form",
    "card": "card cards item items tile grid list listing result results row",
    "title": "title heading headline subtitle hed dek lead lede summary excerpt intro abstract description desc",
    "author": "bio about profile avatar user member signature",
    "review": "review reviews rating ratings star stars testimonial testimonials",
    "slider": "carousel slider swiper slick slides slide owl",
    "tab": "tab tabs tabpanel panel accordion collapse toggle expander",
    "faq": "faq faqs qna",
    "hero": "hero jumbotron intro cta marketing",
    "paging": "pager pagination paging page pages next prev previous",
}  # fmt: skip
_FAMILIES = tuple(WORDS)
_BIT: dict[str, int] = {}
for _i, _words in enumerate(WORDS.values()):
    for _word in _words.split():
        _BIT[_word] = _BIT.get(_word, 0) | 1 << _i
_FLAGS = WordFlags(_BIT)

_ROLES = {
    "main": "main", "article": "article", "navigation": "nav", "menu": "nav", "menubar": "nav", "banner": "header",
    "contentinfo": "footer", "complementary": "side", "search": "cart", "dialog": "cookie", "alertdialog": "cookie",
}  # fmt: skip
_ITEMPROPS = {
    "articlebody": "body", "text": "body", "reviewbody": "body", "description": "title", "headline": "title",
    "author": "meta", "datepublished": "meta", "comment": "comment", "keywords": "tags", "breadcrumb": "nav",
}  # fmt: skip
BLOCK_TAGS = tag_mask(("p", "li", "td", "dd", "dt", "pre", "blockquote", *HEADING_TAGS))
_WHOLE_PAGE = tag_mask(("html", "body"))

DEFINITIONS = {
    **{f"up_{name}": f"steps up to the nearest of {', '.join(tags)}" for name, tags in TAGS.items()},
    **{f"named_{name}": f"steps up to the nearest element named like {name}" for name in _FAMILIES},
    **{f"n_named_{name}": f"ancestors named like {name}" for name in _FAMILIES},
    "depth": "elements above the block",
    "is_hidden": "1 when a reader does not see the block before a script or a click",
    "hidden_by_noscript": "1 when the block stands in noscript",
    "is_block_tag": "1 when the block's element is p, li, td, dd, dt, pre, blockquote or a heading",
}


@cache
def tag_bits() -> NDArray[np.uint64]:
    """Return the bit per family of :data:`TAGS` that each tag has, uint64 by tag number."""
    bits = np.zeros(len(NAMES), dtype=np.uint64)
    for i, tags in enumerate(TAGS.values()):
        for tag in tags:
            bits[NAMES.index(tag)] |= np.uint64(1 << i)
    return bits


@lru_cache(maxsize=4_096)  # pages share their roles
def _said(attribute: str, value: str) -> int:
    """Bits of the families of a role or property."""
    names, bits = _ROLES if attribute == "role" else _ITEMPROPS, 0
    for word in value.lower().split():
        if word in names:
            bits |= 1 << _FAMILIES.index(names[word])
    return bits


def name_bits(scene: Scene) -> NDArray[np.uint64]:
    """Return a bit per family of :data:`WORDS` and row: what class, id, role, itemprop and data-testid say."""
    page = scene.page
    bits = np.zeros(len(page), dtype=np.uint64)
    add_name_flags(bits, page, map(page.attribute, ("class", "id", "data-testid")), _FLAGS)
    for attribute in ("role", "itemprop"):
        for row, value in page.values(attribute).items():
            if said := _said(attribute, value):
                bits[row] |= np.uint64(said)
    # The names of html and body describe the page, not a part of it.
    bits[_WHOLE_PAGE[page.tag]] = 0
    return bits
