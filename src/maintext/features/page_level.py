"""What kind of page the block is on: counts over the page, and what its head declares."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from maintext.page.tags import tag_id

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene
    from maintext.page import Page

    Columns = dict[str, NDArray[Any]]

__all__ = ["COUNTED_TAGS", "DEFINITIONS", "data_types", "is_article"]

_COUNTED = (
    "article",
    "main",
    "p",
    "li",
    "h1",
    "h2",
    "h3",
    "section",
    "table",
    "form",
    "img",
    "button",
    "pre",
    "nav",
    "time",
    "td",
    "br",
)
_TYPES = {
    "article": r"(?:News|Blog|Tech|Scholarly|Report)?Article|BlogPosting|Report",
    "product": r"Product|Offer|AggregateOffer",
    "list": r"ItemList|CollectionPage|SearchResultsPage",
    "forum": r"DiscussionForumPosting|QAPage|Question|Answer",
    "service": r"Organization|LocalBusiness|Service|FAQPage",
    "comment": r"Comment|Review",
}
_TYPE = re.compile(r'"@type"(?=\s*:\s*(?:\[\s*)?"([^"]*)")')
_DATA = {f"page_data_{name}": types for name, types in _TYPES.items()}
COUNTED_TAGS = [tag_id(name) for name in _COUNTED]

DEFINITIONS = {
    **{f"page_n_{tag}": f"log(1 + {tag} elements of the page)" for tag in _COUNTED},
    **{f"page_data_{name}": f"log(1 + JSON-LD items of type {names})" for name, names in _TYPES.items()},
    "page_n_blocks": "log(1 + blocks of the page)",
    "page_words": "log(1 + words of the page)",
    "page_words_per_block": "log(words / blocks)",
    "page_long_share": "words in blocks of at least 15 words / words of the page",
    "page_n_long": "log(1 + blocks of at least 15 words)",
    "page_link_density": "linked characters / characters of the page",
    "page_cjk_share": "CJK characters / characters of the page",
    "page_n_prices": "log(1 + blocks with a price)",
    "page_n_dates": "log(1 + blocks with a date)",
    "page_n_comments": "log(1 + blocks that speak of comments or replies)",
    "page_n_hidden": "log(1 + hidden blocks)",
    "page_is_article": "1 when og:type is article",
}


def is_article(scene: Scene) -> bool:
    """Whether the page declares itself an article."""
    return (scene.declared("property", {"og:type"}) or "").strip().lower() == "article"


def data_types(page: Page) -> dict[str, float]:
    """Return the number of JSON-LD items of each family of types, at most 50."""
    data = " ".join([script.text for script in page.scripts if "ld+json" in script.type])
    counts = dict.fromkeys(_DATA, 0.0)
    for type_ in _TYPE.findall(data):
        for name in _families(type_):
            counts[name] = min(counts[name] + 1, 50.0)
    return counts


@lru_cache(maxsize=4_096)  # pages share their types
def _families(type_: str) -> tuple[str, ...]:
    """Names of the features that count a type."""
    return tuple(name for name, types in _DATA.items() if re.fullmatch(types, type_))
