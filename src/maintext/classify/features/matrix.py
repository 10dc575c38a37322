"""Compute all features of a page's blocks as one matrix.

A model depends on the order of :data:`FEATURES`, and names the :data:`VERSION` it was trained on. The engine
computes the matrix (``maintext._core.features``); ``tests/feature_definitions.py`` defines each feature.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._core import features as core
from maintext.classify.features.context import BlockContext
from maintext.classify.features.names import (
    COUNTED_NAMES,
    NAMES_AROUND,
    TAGS_AROUND,
    WORDS,
    name_bits,
    tag_bits,
)
from maintext.html import Page
from maintext.html import characters as ch
from maintext.html.arrays import Float, Int
from maintext.html.tags import HEADING_LEVEL, HEADING_TAGS, NAMES, tag_id, tag_mask
from maintext.metadata.declared.meta import declared

__all__ = [
    "DEFINITIONS", "FAR", "FEATURES", "VERSION", "BlockFeatures", "block_features", "feature_matrix", "find_headline",
]  # fmt: skip

VERSION = 2
FAR = 20
"""Steps to an ancestor that is missing or further up."""

# Features of the blocks before and after.
_NEIGHBOUR = ("ends_sentence", "up_a", "l1_share")
_STEPS = (-3, -2, -1, 1, 2, 3)
_WINDOWED = ("words", "link_density")
_WINDOWS = (2, 5, 12)
_N_LEVELS = 6
_LEVEL = {
    "log_words": "log(1 + words)",
    "share": "words / words of the page",
    "link_density": "linked words / words",
    "n_blocks": "log(1 + blocks)",
    "long_share": "words in blocks of at least 15 words / words",
    "sentence_density": "sentence ends / words",
    "n_images": "images / blocks",
    "n_alike": "log(siblings of the same tag and class)",
    "prose": "prose score (see best_share) / the best on the page",
}
_DOMINANT = (55, 75, 90)
_COUNTED = ("article", "main", "p", "li", "h1", "h2", "h3", "section", "table", "form", "img", "button", "pre",
            "nav", "time", "td", "br")  # fmt: skip
_TYPES = {
    "article": r"(?:News|Blog|Tech|Scholarly|Report)?Article|BlogPosting|Report",
    "product": r"Product|Offer|AggregateOffer",
    "list": r"ItemList|CollectionPage|SearchResultsPage",
    "forum": r"DiscussionForumPosting|QAPage|Question|Answer",
    "service": r"Organization|LocalBusiness|Service|FAQPage",
    "comment": r"Comment|Review",
}
_TYPE = re.compile(r'\s*:\s*(?:\[\s*)?"([^"]*)"')
_MAX_ITEMS = 50
_SEPARATORS = "|»›•·/→>＞｜"

DEFINITIONS: dict[str, str] = {
    "log_chars": "log(1 + characters)",
    "log_words": "log(1 + words); a CJK character is a word",
    "link_density": "characters in links / characters",
    "n_sentences": "log(1 + sentence ends)",
    "sentence_density": "sentence ends / words",
    "bold_share": "characters in b, strong, th, headings inside the block / characters",
    "ends_sentence": "1 when the last character ends a sentence or quotation, 0.5 for a colon",
    "n_same": "blocks of the page with the same text",
    "nth_same": "how many of them stand before",
    "separator_density": f"characters of {_SEPARATORS!r} / words",
    **{f"up_{name}": f"steps up to the nearest of {', '.join(tags)}" for name, tags in TAGS_AROUND.items()},
    **{f"named_{name}": f"steps up to the nearest element named like {name}" for name in NAMES_AROUND},
    **{f"n_named_{name}": f"ancestors named like {name}" for name in COUNTED_NAMES},
    "depth": "elements above the block",
    "is_hidden": "1 when a reader does not see the block before a script or a click",
    "is_block_tag": "1 when the block's element is p, li, td, dd, dt, pre, blockquote or a heading",
    **{
        f"l{level}_{name}": f"{text}, of the ancestor {level} levels up"
        for level in range(_N_LEVELS)
        for name, text in _LEVEL.items()
    },
    "best_share": "share of the page's words in the element with the best prose score: sum of square roots"
    " of words of its unlinked long blocks, half of that for grandchildren",
    "in_best": "1 inside that element",
    "steps_to_best": "steps up to the lowest ancestor that holds it",
    **{f"in_dominant_{t}": f"1 inside the smallest element with {t}% of the long words" for t in _DOMINANT},
    **{f"dominant_{t}_share": f"its share of the page's words ({t}%)" for t in _DOMINANT},
    **{f"dominant_{t}_place": f"where the block stands in it, 0–1 inside ({t}%)" for t in _DOMINANT},
    "group_n": "log of the blocks in elements of the same shape",
    "group_share": "their share of the page's words",
    "group_link_density": "their link density",
    "group_spread": "standard deviation of their log words",
    "place": "blocks before / blocks of the page",
    "word_place": "words before / words of the page",
    "n_before": "log(1 + blocks before)",
    "n_after": "log(1 + blocks after)",
    "words_before": "log(1 + words before)",
    "from_headline": "blocks since the headline, signed log; 0 without one",
    "words_from_headline": "words since the headline, signed log",
    "steps_to_headline": "steps up to the lowest ancestor that also holds the headline",
    "headline_steps": "steps from the headline up to that ancestor",
    "since_heading": "log(1 + blocks since the last heading)",
    "last_heading_level": "level of the last heading before the block, 0 for none",
    "section_words": "log(1 + words between the headings around the block)",
    "section_link_density": "link density of that section",
    "section_blocks": "log(1 + blocks of that section)",
    "title_share": "share of the block's words that stand in the page's title",
    "title_cover": "share of the title's words that stand in the block",
    "description_cover": "share of the description's words that stand in the block",
    **{
        f"{name}[{step:+d}]": f"{name} of the block {step:+d}; −1 for none"
        for name in _NEIGHBOUR
        for step in _STEPS
    },
    **{f"{name}[±{k}]": f"{name} over the blocks up to {k} away" for name in _WINDOWED for k in _WINDOWS},
    **{f"page_n_{tag}": f"log(1 + {tag} elements of the page)" for tag in _COUNTED},
    **{f"page_data_{name}": f"log(1 + JSON-LD items of type {names})" for name, names in _TYPES.items()},
    "page_n_blocks": "log(1 + blocks of the page)",
    "page_words": "log(1 + words of the page)",
    "page_words_per_block": "log(words / blocks)",
    "page_long_share": "words in blocks of at least 15 words / words of the page",
    "page_n_long": "log(1 + blocks of at least 15 words)",
    "page_link_density": "linked characters / characters of the page",
    "page_cjk_share": "CJK characters / characters of the page",
    "page_n_hidden": "log(1 + hidden blocks)",
    "page_is_article": "1 when og:type is article",
}
FEATURES: tuple[str, ...] = tuple(DEFINITIONS)
_FROM_HEADLINE = FEATURES.index("from_headline")


class BlockFeatures(NamedTuple):
    """What is measured of the blocks of a page.

    Attributes
    ----------
    matrix
        As :func:`feature_matrix` returns it.
    group
        Number of each block's group, from 0, int64 of shape (n_blocks,). The elements of a group have the same
        tag and class, digits left out, and so have their parents.
    """

    matrix: NDArray[np.float32]
    group: Int


def feature_matrix(scene: BlockContext) -> NDArray[np.float32]:
    """Return every feature of every block, float32 of shape (n_blocks, n_features); no NaN.

    Cost O(n_rows + n_blocks · (depth + n_features)).
    """
    return block_features(scene).matrix


def block_features(scene: BlockContext) -> BlockFeatures:
    """Return :func:`feature_matrix` with the group of each block."""
    page, blocks = scene.page, scene.blocks
    matrix = np.empty((len(FEATURES), len(blocks)), dtype=np.float32)
    group = np.empty(len(blocks), dtype=np.int64)
    if len(blocks):
        classes = page.attribute("class")
        is_article = (declared(page, "property", {"og:type"}) or "").strip().lower() == "article"
        filler = core.Filler(
            page.columns,
            _feature_tables(),
            (blocks.row, blocks.last, blocks.element, blocks.n_chars, blocks.n_words, blocks.n_cjk,
             blocks.n_link_chars),
            _with_simple_case(page.text, *scene.places),
            (classes.row, classes.start, classes.end),
            name_bits(page),
            (scene.title_words, scene.description_words, _count_items(page), float(is_article)),
        )  # fmt: skip
        filler.fill(matrix, group)
    return BlockFeatures(matrix.T, group)  # column after column, as the trees read it


def find_headline(features: NDArray[np.float32]) -> int:
    """Return the block that states the page's title, −1 for none."""
    distance = features[:, _FROM_HEADLINE]
    at = int((distance == 0).argmax())
    return at if at or distance.any() else -1


def _with_simple_case(
    text: str, start: NDArray[np.int32], end: NDArray[np.int32]
) -> tuple[str, NDArray[np.int32], NDArray[np.int32]]:
    """Return a text and ranges in it whose letters have lower case of one character each."""
    # The lower case of a capital sigma depends on the next letter; a dotted capital i becomes two characters.
    if "Σ" not in text and "İ" not in text:
        return text, start, end
    pieces = [text[s:e].lower() for s, e in zip(start.tolist(), end.tolist(), strict=True)]
    ends = np.fromiter(accumulate(map(len, pieces)), np.int32, len(pieces))
    return "".join(pieces), np.concatenate(([0], ends[:-1])).astype(np.int32), ends


def _count_items(page: Page) -> Float:
    """Count the JSON-LD items of each family of types, at most 50."""
    counts = [0] * len(_TYPES)
    # Splitting is several times faster than a pattern that looks for the key too.
    values = [v for s in page.json_scripts if "ld+json" in s.type for v in s.text.split('"@type"')[1:]]
    for found in map(_TYPE.match, values):
        for family in _type_families(found[1]) if found else ():
            counts[family] += 1
    return np.minimum(counts, _MAX_ITEMS, dtype=np.float64)


@lru_cache(maxsize=4_096)  # pages share their types
def _type_families(type_: str) -> list[int]:
    """Return the indices of the families that a type belongs to."""
    return [i for i, types in enumerate(_TYPES.values()) if re.fullmatch(types, type_)]


@cache
def _feature_tables() -> core.FeatureTables:
    """Return the lookup tables of the engine."""
    tag_kind = np.zeros(len(NAMES), dtype=np.uint8)
    for bit, tags in (
        (core.BOLD, ("b", "strong", *HEADING_TAGS, "th")),
        (core.IMAGE, ("img",)),
        (core.PROSE, ("p", "pre", "blockquote")),
        (core.BLOCK_TAG, ("p", "li", "td", "dd", "dt", "pre", "blockquote", *HEADING_TAGS)),
    ):
        tag_kind[tag_mask(tags)] |= bit
    counted = np.full(len(NAMES), -1, dtype=np.int8)
    counted[[tag_id(tag) for tag in _COUNTED]] = range(len(_COUNTED))
    end_value = np.zeros(65536)
    end_value[ch.code_points('.!?。！？…"”’」』．')] = 1.0
    end_value[ch.code_points(":：")] = 0.5
    return core.FeatureTables(
        _character_table(),
        tag_kind,
        tag_bits(),
        HEADING_LEVEL.astype(np.uint8),
        counted,
        end_value,
        _family_columns(NAMES_AROUND),
        _family_columns(COUNTED_NAMES),
        np.array([FEATURES.index(name) for name in _NEIGHBOUR], dtype=np.int32),
        np.array(_WINDOWS, dtype=np.int32),
    )


def _family_columns(names: tuple[str, ...]) -> NDArray[np.int32]:
    """Return the index of each family of names among some of them, −1 for none."""
    return np.array([names.index(name) if name in names else -1 for name in WORDS], dtype=np.int32)


def _character_table() -> NDArray[Any]:
    """Return lower case, class flags and separator flag of each character, uint32 of shape (65536,)."""
    plane = "".join(map(chr, range(65536)))
    lower = ch.code_points(plane.replace("Σ", "σ").replace("İ", "i").lower())
    flags = ch.table().copy()
    for point in np.flatnonzero(flags & ch.SPACE).tolist():
        if not plane[point].isspace():
            flags[point] = 0  # without width, and no white space to ``str.split``
    marks = np.zeros(65536, dtype=np.uint8)
    marks[ch.code_points(_SEPARATORS)] = 1
    table: NDArray[Any] = lower + flags[lower] * np.uint32(1 << 16) + marks[lower] * np.uint32(1 << 24)
    return table
