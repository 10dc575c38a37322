"""Families of tags and of names: what the elements around a block are, and what their author calls them.

``class="article-body mainText2"`` has the words article, body, main, text. Splitting at hyphens, underscores,
digits and capitals makes one word list serve every naming style; a list entry matches a whole word only, so
that ``ad`` is not found in ``header`` or ``shadow``.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext._core.columns import value_word_bits
from maintext._core.words import build_word_table
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.html.tags import NAMES, tag_mask

__all__ = [
    "BOILERPLATE_NAMES", "COUNTED_NAMES", "NAMES_AROUND", "TAGS_AROUND", "WORDS", "name_bits", "rows_named",
    "tag_bits",
]  # fmt: skip

# Names that hardly ever stand on main content, in any kind of page.
BOILERPLATE_NAMES = frozenset(
    """breadcrumb breadcrumbs comment comments cookie copyright disqus footer nav navbar navigation newsletter
    pagination recommend related respond share sharing sidebar social""".split()
)

TAGS_AROUND = {
    "a": ("a",), "p": ("p",), "li": ("li",), "table": ("table",), "td": ("td",), "h2": ("h2",), "nav": ("nav",),
    "footer": ("footer",), "aside": ("aside",), "article": ("article",), "section": ("section",),
    "form": ("form", "fieldset"), "button": ("button",), "select": ("select", "textarea"),
    "figcaption": ("figcaption", "caption"), "div": ("div",),
}  # fmt: skip
"""Families of tags, the nearest of which around a block is a feature."""

WORDS = {
    "content": "content contents entry story prose markdown richtext rte wysiwyg rich zhengwen neirong con txt copy",
    "article": "article articles post posts blog news wenzhang artical",
    "body": "body text articlebody postbody",
    "comment": "comment comments disqus respond reply replies pinglun discussion",
    "nav": "nav navbar navigation menu breadcrumb breadcrumbs crumb crumbs skip daohang mbx submenu dropdown",
    "footer": "footer foot colophon copyright legal bottom",
    "side": "side sidebar aside rail widget widgets secondary right",
    "related": "related recommend recommended recommendation similar popular trending also more recent hot rank tuijian"
    " teaser teasers promo latest",
    "cookie": "cookie cookies consent gdpr modal popup overlay drawer toast lightbox offcanvas subscribe newsletter",
    "meta": "meta byline author date time timestamp info published pubtime source credit infos",
    "tags": "tag tags category categories keywords label labels badge",
    "caption": "caption figcaption wp gallery image img photo pic slideshow media video",
    "product": "product products price sku buy variant spec specs specification shop",
    "cart": "cart checkout wishlist basket login account search filter filters facet sort signup register form",
    "author": "bio about profile avatar user member signature",
    "review": "review reviews rating ratings star stars testimonial testimonials",
}  # fmt: skip
"""Families of words in class, id, role, itemprop and data-testid; the place of each is its bit."""

NAMES_AROUND = tuple(name for name in WORDS if name != "review")
"""Families of names, the nearest of which around a block is a feature."""

COUNTED_NAMES = (
    "content", "body", "comment", "nav", "footer", "related", "cookie", "product", "cart", "review",
)  # fmt: skip
"""Families of names whose number around a block is a feature."""

# Words of role and itemprop, which are not split at capitals, by family.
_DECLARED_WORDS = {
    "article": "article", "navigation": "nav", "menu": "nav", "menubar": "nav", "breadcrumb": "nav",
    "contentinfo": "footer", "complementary": "side", "search": "cart", "dialog": "cookie",
    "alertdialog": "cookie", "articlebody": "body", "text": "body", "reviewbody": "body", "author": "meta",
    "datepublished": "meta", "comment": "comment", "keywords": "tags",
}  # fmt: skip
_WHOLE_PAGE = tag_mask(("html", "body"))


@cache
def tag_bits() -> NDArray[np.uint64]:
    """Return the bit per family of :data:`TAGS_AROUND` that each tag has, uint64 by tag number."""
    bits = np.zeros(len(NAMES), dtype=np.uint64)
    for i, tags in enumerate(TAGS_AROUND.values()):
        bits[tag_mask(tags)] |= np.uint64(1 << i)
    return bits


def name_bits(page: Page) -> NDArray[np.uint64]:
    """Return the bits of the families of :data:`WORDS` that name each element, uint64 of shape (n_rows,).

    Cost O(length of the values of class, id, data-testid, role and itemprop).
    """
    bits = np.zeros(len(page), dtype=np.uint64)
    names, declared = _word_tables()
    for attribute in ("class", "id", "data-testid", "role", "itemprop"):
        at = page.attribute(attribute)
        if len(at.row):
            is_declared = attribute in {"role", "itemprop"}
            table = declared if is_declared else names
            found = value_word_bits(page.data, at.start, at.end, table, not is_declared)
            # Most elements have a class: nothing stands there yet.
            bits[at.row] = found if attribute == "class" else found | bits.take(at.row)
    # The names of html and body describe the page, not a part of it.
    bits[page.tagged(_WHOLE_PAGE)] = 0
    return bits


@cache
def _word_tables() -> tuple[tuple[NDArray[np.uint64], NDArray[np.uint64]], ...]:
    """Return the tables of the words in names, and of those in roles and properties."""
    names: dict[str, int] = {}
    for i, words in enumerate(WORDS.values()):
        for word in words.split():
            names[word] = names.get(word, 0) | 1 << i
    families = tuple(WORDS)
    declared = {word: 1 << families.index(family) for word, family in _DECLARED_WORDS.items()}
    return build_word_table(names), build_word_table(declared)


def rows_named(page: Page, words: Collection[str]) -> Bool:
    """Return whether a row's class or id has one of the words, bool of shape (n_rows,).

    Cost O(length of all class and id values).
    """
    table = build_word_table(dict.fromkeys(words, 1))
    found = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("class", "id"):
        at = page.attribute(attribute)
        found[at.row[value_word_bits(page.data, at.start, at.end, table, True) != 0]] = True
    return found
