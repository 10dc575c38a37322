"""What stands around a block: elements, names, roles; as the number of steps up to the nearest one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.features.words import name_words
from maintext.page.tags import NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene
    from maintext.page import Page

    Columns = dict[str, NDArray[Any]]

__all__ = ["DEFINITIONS", "FAR", "context_features"]

FAR = 20  # no such ancestor, or one further up than this

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
_BIT = {word: 1 << i for i, words in enumerate(WORDS.values()) for word in words.split()}

_ROLES = {
    "main": "main", "article": "article", "navigation": "nav", "menu": "nav", "menubar": "nav", "banner": "header",
    "contentinfo": "footer", "complementary": "side", "search": "cart", "dialog": "cookie", "alertdialog": "cookie",
}  # fmt: skip
_ITEMPROPS = {
    "articlebody": "body", "text": "body", "reviewbody": "body", "description": "title", "headline": "title",
    "author": "meta", "datepublished": "meta", "comment": "comment", "keywords": "tags", "breadcrumb": "nav",
}  # fmt: skip

DEFINITIONS = {
    **{f"up_{name}": f"steps up to the nearest of {', '.join(tags)}" for name, tags in TAGS.items()},
    **{f"named_{name}": f"steps up to the nearest element named like {name}" for name in _FAMILIES},
    **{f"n_named_{name}": f"ancestors named like {name}" for name in _FAMILIES},
    "depth": "elements above the block",
    "is_hidden": "1 when a reader does not see the block before a script or a click",
    "hidden_by_noscript": "1 when the block stands in noscript",
    "is_block_tag": "1 when the block's element is p, li, td, dd, dt, pre, blockquote or a heading",
}


def context_features(scene: Scene) -> Columns:
    """Return the features of :data:`DEFINITIONS` for every block."""
    page, blocks = scene.page, scene.blocks
    by_tag = _steps(_tag_bits()[page.tag][scene.inner], len(TAGS))
    names = _name_bits(page)[scene.inner]
    by_name = _steps(names, len(_FAMILIES))
    counts = _unpacked(names, len(_FAMILIES)).sum(axis=1, dtype=np.float32)
    columns: Columns = {f"up_{name}": by_tag[:, i] for i, name in enumerate(TAGS)}
    columns |= {f"named_{name}": by_name[:, i] for i, name in enumerate(_FAMILIES)}
    columns |= {f"n_named_{name}": counts[:, i] for i, name in enumerate(_FAMILIES)}
    columns["depth"] = page.depth[blocks.element]
    columns["is_hidden"] = page.is_hidden[blocks.row]
    columns["hidden_by_noscript"] = by_tag[:, list(TAGS).index("noscript")] < FAR
    block_tags = ("p", "li", "td", "dd", "dt", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6")
    columns["is_block_tag"] = page.is_tag(block_tags)[blocks.element]
    return columns


def _unpacked(bits: NDArray[np.uint64], n_bits: int) -> NDArray[np.uint8]:
    """Bits along a new last axis: shape (n_blocks, depth) to (n_blocks, depth, n_bits)."""
    octets = np.ascontiguousarray(bits.astype("<u8")).view(np.uint8).reshape(*bits.shape, 8)
    unpacked: NDArray[np.uint8] = np.unpackbits(octets, axis=-1, bitorder="little")[..., :n_bits]
    return unpacked


def _steps(bits: NDArray[np.uint64], n_bits: int) -> NDArray[np.float32]:
    """Steps up to the first ancestor with each bit, :data:`FAR` for none; shape (n_blocks, n_bits)."""
    near = _unpacked(bits[:, :FAR], n_bits)
    first: NDArray[np.float32] = near.argmax(axis=1).astype(np.float32)
    first[~near.any(axis=1)] = FAR
    return first


def _tag_bits() -> NDArray[np.uint64]:
    bits = np.zeros(len(NAMES), dtype=np.uint64)
    for i, tags in enumerate(TAGS.values()):
        for tag in tags:
            bits[NAMES.index(tag)] |= np.uint64(1 << i)
    return bits


def _name_bits(page: Page) -> NDArray[np.uint64]:
    """Bit per family and row: what class, id, role, itemprop and data-testid call it."""
    bits = np.zeros(len(page), dtype=np.uint64)
    for attribute in ("class", "id", "data-testid"):
        at = page.attribute(attribute)
        places = zip(at.start.tolist(), at.end.tolist(), strict=True)
        # An element has an attribute once, so no row stands twice.
        bits[at.row] |= np.array([_families(page.data[start:end]) for start, end in places], dtype=np.uint64)
    for attribute, families in (("role", _ROLES), ("itemprop", _ITEMPROPS)):
        for row, value in page.values(attribute).items():
            for word in value.lower().split():
                if word in families:
                    bits[row] |= np.uint64(1 << _FAMILIES.index(families[word]))
    # The names of html and body describe the page, not a part of it.
    bits[page.is_tag(("html", "body"))] = 0
    return bits


@lru_cache(maxsize=20_000)
def _families(value: bytes) -> int:
    bits = 0
    for word in name_words(value.decode("utf-8", "replace")):
        bits |= _BIT.get(word, 0)
    return bits
