"""tag_filter: parts of the page kept or dropped by their class and id.

Source
    "从html中提取正文的方法", section "基于标签的提取方法" (extraction based on tags), anonymous article:
    find p, div and span elements and filter them by their class and id attributes.
Idea
    Authors name the parts of a page: some names indicate main content, some indicate the opposite.
Steps
    1. Mark containers (p, div, span, article, main, section …) with an included or an excluded word;
       a container with both is excluded.
    2. A text is kept when the innermost marked element around it is an included one.
    3. No included element on the page: all text outside of excluded elements is kept.
Cost
    O(n_rows · log n_rows + length of class and id values).
Fails on
    Pages with generated class names, and pages in whose names the words mean something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from maintext.classify.features.density import innermost
from maintext.classify.features.names import BOILERPLATE_NAMES, rows_named
from maintext.classify.method import Method
from maintext.classify.methods.word_lists import Words, changed_lists, shipped_lists
from maintext.errors import OptionError
from maintext.html import Page
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["EXCLUDED", "INCLUDED", "METHOD", "TagFilterOptions", "name_lists"]

_WORDS = shipped_lists("tag_filter")
INCLUDED = frozenset(_WORDS["keep"])
EXCLUDED = BOILERPLATE_NAMES | frozenset(_WORDS["drop"])
_CONTAINERS = (
    "p", "div", "span", "article", "section", "main", "td", "ul", "ol", "dl", "table", "form", "aside",
)  # fmt: skip
_INCLUDED_TAGS = ("article", "main")
_EXCLUDED_TAGS = ("nav", "footer", "aside", "header", "form", "button", "select", "menu", "dialog")


@dataclass(frozen=True, slots=True, kw_only=True)
class TagFilterOptions(CheckedOptions):
    """Which names mean what."""

    words: str = option("", "File of other words (.toml), see Words; the shipped ones by default.")


@cache
def name_lists(path: str = "") -> Words:
    """Return the words that include (``keep``) and exclude (``drop``), with those of a file; read once.

    Errors as :func:`changed_lists`, and for a word with anything but the letters a to z.
    """
    lists = changed_lists({"keep": tuple(sorted(INCLUDED)), "drop": tuple(sorted(EXCLUDED))}, path)
    for word in (*lists["keep"], *lists["drop"]):
        if not (word.isascii() and word.isalpha()):
            raise OptionError(f"{path}: {word!r} is no word of a name: give letters a to z only")
    return lists


def select(page: Page, options: TagFilterOptions) -> Selection:
    """Keep the text whose innermost named ancestor has an included name."""
    containers, words = page.is_tag(_CONTAINERS), name_lists(options.words)
    excluded = (containers & rows_named(page, words["drop"])) | page.is_tag(_EXCLUDED_TAGS)
    included = ((containers & rows_named(page, words["keep"])) | page.is_tag(_INCLUDED_TAGS)) & ~excluded
    if not included.any():
        selector = Selector(page, "inside a part named as boilerplate")
        return selector.keep(~page.inside(excluded), "no part is named as content").done("tag_filter")
    nearest = innermost(page, included | excluded)
    verdict = np.where(nearest < 0, 0, np.where(included[nearest], 1, -1)).astype(np.float32)
    return (
        Selector(page, "outside every named part")
        .keep(verdict > 0, "the nearest named part is content")
        .drop(verdict < 0, "the nearest named part is boilerplate")
        .done("tag_filter", score=verdict)
    )


METHOD = Method(
    id="tag_filter",
    title="Filtering by tag, class and id",
    title_zh="基于标签的提取",
    source="从html中提取正文的方法 (article)",
    idea="Keep the parts whose class or id names them as content, drop those named as boilerplate.",
    function=select,
    defaults=TagFilterOptions(),
)
