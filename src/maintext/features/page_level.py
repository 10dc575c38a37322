"""What kind of page the block is on: counts over the page, and what its head declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.features.scene import Scene

    Columns = dict[str, NDArray[Any]]

__all__ = ["DEFINITIONS", "page_features"]

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
_TYPE = {name: re.compile(rf'"@type"\s*:\s*(?:\[\s*)?"(?:{names})"') for name, names in _TYPES.items()}

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


def page_features(scene: Scene, says: dict[str, NDArray[Any]]) -> dict[str, float]:
    """Return the features of :data:`DEFINITIONS`, one number each for the page."""
    page, blocks = scene.page, scene.blocks
    words = float(blocks.n_words.sum())
    chars = max(float(blocks.n_chars.sum()), 1.0)
    long = float(blocks.n_words[scene.is_long].sum())
    numbers = {f"page_n_{tag}": float(page.is_tag((tag,)).sum()) for tag in _COUNTED}
    data = " ".join(script.text for script in page.scripts if "ld+json" in script.type)
    numbers |= {
        f"page_data_{name}": float(min(len(pattern.findall(data)), 50)) for name, pattern in _TYPE.items()
    }
    numbers |= {
        "page_n_blocks": float(len(blocks)),
        "page_words": words,
        "page_n_long": float(scene.is_long.sum()),
        "page_n_prices": float(says["says_price"].sum()),
        "page_n_dates": float(says["says_date"].sum()),
        "page_n_comments": float(says["says_comment"].sum()),
        "page_n_hidden": float(page.is_hidden[blocks.row].sum()),
    }
    numbers = {name: float(np.log1p(number)) for name, number in numbers.items()}
    return numbers | {
        "page_words_per_block": float(np.log1p(words / max(len(blocks), 1))),
        "page_long_share": long / max(words, 1.0),
        "page_link_density": float(blocks.n_link_chars.sum()) / chars,
        "page_cjk_share": float(blocks.n_cjk.sum()) / chars,
        "page_is_article": float(_og_type(scene) == "article"),
    }


def _og_type(scene: Scene) -> str:
    content = scene.page.values("content")
    for row, key in scene.page.values("property").items():
        if key.lower() == "og:type" and row in content:
            return content[row].strip().lower()
    return ""
