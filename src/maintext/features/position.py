"""Where a block stands: on the page, to the headline, to the headings around it; and what it repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Columns = dict[str, NDArray[Any]]

__all__ = ["DEFINITIONS", "SECTIONS"]

SECTIONS = ("related", "comment", "review", "detail", "share", "account", "shop", "question")

DEFINITIONS = {
    "place": "blocks before / blocks of the page",
    "word_place": "words before / words of the page",
    "n_before": "log(1 + blocks before)",
    "n_after": "log(1 + blocks after)",
    "words_before": "log(1 + words before)",
    "words_after": "log(1 + words after)",
    "heading_level": "1–6 in a heading, 0 else",
    "has_headline": "1 when a block states the page's title",
    "from_headline": "blocks since the headline, signed log; 0 without one",
    "words_from_headline": "words since the headline, signed log",
    "steps_to_headline": "steps up to the lowest ancestor that also holds the headline",
    "headline_steps": "steps from the headline up to that ancestor",
    "is_headline": "1 for the headline itself",
    "since_heading": "log(1 + blocks since the last heading)",
    "words_since_heading": "log(1 + words since the last heading)",
    "last_heading_level": "level of the last heading before the block, 0 for none",
    **{f"heading_says_{name}": f"1 when the last heading speaks of {name}" for name in SECTIONS},
    "to_heading": "log(1 + blocks up to the next heading)",
    "section_words": "log(1 + words between the headings around the block)",
    "section_link_density": "link density of that section",
    "section_blocks": "log(1 + blocks of that section)",
    "title_share": "share of the block's words that stand in the page's title",
    "title_cover": "share of the title's words that stand in the block",
    "description_cover": "share of the description's words that stand in the block",
}
