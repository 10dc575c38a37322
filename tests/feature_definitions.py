"""What every feature means, written as loops over the rows of the slow parser walk.

Slow and meant to be obviously right: one function per family, one line per feature. The package's
feature matrix must equal this on the zoo and on generated pages; :func:`first_difference` compares.
A block's words, links and images count for every element that holds the block's first text.
"""

from __future__ import annotations

import re
from math import log1p
from typing import TYPE_CHECKING

import numpy as np
from tests.definitions import Row
from tests.feature_structure import structure_of
from tests.feature_view import FAR, HEADINGS, Block, View

from maintext.classify.features import names as families
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES, block_features
from maintext.html.tags import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maintext.html import Page

    Numbers = dict[str, float]


SEPARATORS = "|»›•·/→>＞｜"
DATA_TYPES = {
    "article": "Article NewsArticle BlogArticle TechArticle ScholarlyArticle ReportArticle BlogPosting"
    " Report",
    "product": "Product Offer AggregateOffer",
    "list": "ItemList CollectionPage SearchResultsPage",
    "forum": "DiscussionForumPosting QAPage Question Answer",
    "service": "Organization LocalBusiness Service FAQPage",
    "comment": "Comment Review",
}
COUNTED = "article main p li h1 h2 h3 section table form img button pre nav time td br".split()
BLOCK_TAGS = frozenset(("p", "li", "td", "dd", "dt", "pre", "blockquote", *HEADINGS))
NEIGHBOURS = ("ends_sentence", "up_a", "l1_share")


# -- the families -------------------------------------------------------------------------------------


def text_of(view: View, block: Block) -> Numbers:
    words, chars = max(block.n_words, 1), max(block.n_chars, 1)
    between = view.rows_between(block)
    bold = ("b", "strong", "th", *HEADINGS)
    return {
        "log_chars": log1p(block.n_chars),
        "log_words": log1p(block.n_words),
        "link_density": block.n_link_chars / chars,
        "n_sentences": log1p(block.n_sentences),
        "sentence_density": block.n_sentences / words,
        "bold_share": min(1, sum(row.n_chars for row in between if _in_any(view, row, bold)) / chars),
        "ends_sentence": _end(block.text),
        "n_same": min(20, view.texts.count(block.text)),
        "nth_same": min(20, view.texts[: block.number].count(block.text)),
        "separator_density": block.count(SEPARATORS) / words,
    }


def _in_any(view: View, row: Row, names: Iterable[str]) -> bool:
    return any(view.rows[a].name in names for a in view.up(row.parent))


def _end(text: str) -> float:
    return 1.0 if text[-1] in '.!?。！？…"”’」』．' else 0.5 if text[-1] in ":：" else 0.0


def context_of(view: View, block: Block) -> Numbers:
    path = view.path(view.rows[block.first].parent)
    tags = [NAMES[view.rows[a].tag] for a in path]
    names = [view.names[a] for a in path]
    around = families.TAGS_AROUND.items()
    return {
        **{f"up_{name}": _steps(tag in listed for tag in tags) for name, listed in around},
        **{f"named_{n}": _steps(n in called for called in names) for n in families.NAMES_AROUND},
        **{f"n_named_{n}": sum(n in called for called in names) for n in families.COUNTED_NAMES},
        "depth": view.rows[block.element].depth,
        "is_hidden": float(view.rows[block.first].is_hidden),
        "is_block_tag": float(view.rows[block.element].name in BLOCK_TAGS),
    }


def _steps(found: Iterable[bool]) -> int:
    return next((i for i, is_it in enumerate(found) if is_it and i < FAR), FAR)


def position_of(view: View, block: Block) -> Numbers:
    n, i = len(view.blocks), block.number
    before = sum(b.n_words for b in view.blocks[:i])
    n_words, in_title = max(len(block.different_words), 1), len(block.different_words & view.title_words)
    in_description = len(block.different_words & view.description_words)
    return {
        "place": i / n,
        "word_place": before / max(view.n_words, 1),
        "n_before": log1p(i),
        "n_after": log1p(n - 1 - i),
        "words_before": log1p(before),
        **headline(view, block),
        **headings(view, block),
        "title_share": in_title / n_words,
        "title_cover": in_title / max(len(view.title_words), 1),
        "description_cover": in_description / max(len(view.description_words), 1),
    }


def headline(view: View, block: Block) -> Numbers:
    line = view.headline
    if line is None:
        names = "from_headline words_from_headline steps_to_headline headline_steps"
        return dict.fromkeys(names.split(), 0.0)
    path = view.path(block.element)
    steps = next((i for i, a in enumerate(path) if view.holds(a, line.first)), 0)
    words = [b.n_words for b in view.blocks]
    return {
        "from_headline": _signed_log(block.number - line.number),
        "words_from_headline": _signed_log(sum(words[: block.number]) - sum(words[: line.number])),
        "steps_to_headline": steps,
        "headline_steps": view.rows[line.first].depth - view.rows[path[steps]].depth,
    }


def _signed_log(value: float) -> float:
    return log1p(value) if value >= 0 else -log1p(-value)


def headings(view: View, block: Block) -> Numbers:
    """The section: from the last heading (the block itself is one, too) to the next."""
    starts = [b.number for b in view.blocks if view.heading_level(b)]
    last = max((i for i in starts if i <= block.number), default=None)
    following = min((i for i in starts if i > block.number), default=len(view.blocks))
    section = view.blocks[last or 0 : following]
    words = sum(b.n_words for b in section)
    heading = None if last is None else view.blocks[last]
    return {
        "since_heading": 8.0 if last is None else log1p(block.number - last),
        "last_heading_level": view.heading_level(heading) if heading else 0,
        "section_words": log1p(words),
        "section_link_density": sum(b.n_linked for b in section) / max(words, 1),
        "section_blocks": log1p(len(section)),
    }


def neighbours(own: list[Numbers], i: int) -> Numbers:
    """Features of the blocks up to three away; −1 beyond the page."""
    return {
        f"{name}[{step:+d}]": own[i + step][name] if 0 <= i + step < len(own) else -1.0
        for name in NEIGHBOURS
        for step in (-3, -2, -1, 1, 2, 3)
    }


def windows(view: View, i: int) -> Numbers:
    """Sums and shares over the blocks up to k away on both sides."""
    numbers: Numbers = {}
    for k in (2, 5, 12):
        blocks = view.blocks[max(0, i - k) : i + k + 1]
        words = sum(b.n_words for b in blocks)
        numbers[f"words[±{k}]"] = log1p(words)
        numbers[f"link_density[±{k}]"] = sum(b.n_linked for b in blocks) / max(words, 1)
    return numbers


def page_level(view: View) -> Numbers:
    blocks = view.blocks
    long = [b for b in blocks if b.is_long]
    chars = max(sum(b.n_chars for b in blocks), 1)
    hidden = [b for b in blocks if view.rows[b.first].is_hidden]
    data = " ".join(script.text for script in view.page.scripts if "ld+json" in script.type)
    return {
        **{f"page_n_{tag}": log1p(sum(row.name == tag for row in view.rows)) for tag in COUNTED},
        **{f"page_data_{name}": log1p(_n_items(data, types)) for name, types in DATA_TYPES.items()},
        "page_n_blocks": log1p(len(blocks)),
        "page_words": log1p(view.n_words),
        "page_words_per_block": log1p(view.n_words / len(blocks)),
        "page_long_share": sum(b.n_words for b in long) / max(view.n_words, 1),
        "page_n_long": log1p(len(long)),
        "page_link_density": sum(b.n_link_chars for b in blocks) / chars,
        "page_cjk_share": sum(b.n_cjk for b in blocks) / chars,
        "page_n_hidden": log1p(len(hidden)),
        "page_is_article": float(_og_type(view) == "article"),
    }


def _n_items(data: str, types: str) -> int:
    """JSON-LD items whose (first) type is one of these; 50 at most."""
    found = re.findall(r'"@type"\s*:\s*(?:\[\s*)?"([^"]*)"', data)
    return min(50, sum(name in types.split() for name in found))


def _og_type(view: View) -> str:
    for row in view.rows:
        if row.attributes.get("property", "").lower() == "og:type" and "content" in row.attributes:
            return row.attributes["content"].strip().lower()
    return ""


# -- all of them --------------------------------------------------------------------------------------

FAMILIES: tuple[Callable[[View, Block], Numbers], ...] = (text_of, context_of, structure_of, position_of)


def features_of(markup: str, page: Page) -> list[Numbers]:
    """Every feature of every block, by name."""
    view = View(markup, page)
    own = [{k: v for family in FAMILIES for k, v in family(view, b).items()} for b in view.blocks]
    of_page = page_level(view) if own else {}
    return [numbers | neighbours(own, i) | windows(view, i) | of_page for i, numbers in enumerate(own)]


def first_difference(markup: str, page: Page) -> str | None:
    """Where the matrix or the groups first differ from the definitions; ``None`` where nowhere."""
    scene = BlockContext(page)
    (matrix, group), defined = block_features(scene), features_of(markup, page)
    view = View(markup, page)
    shapes = list(dict.fromkeys(view.shapes(block) for block in view.blocks))
    if group.tolist() != [shapes.index(view.shapes(block)) for block in view.blocks]:
        return f"the groups are {group.tolist()}"
    if matrix.shape != (len(defined), len(FEATURES)):
        return f"{matrix.shape} features, should be {(len(defined), len(FEATURES))}"
    for i, numbers in enumerate(defined):
        if set(numbers) != set(FEATURES):
            return f"defined are not the features: {set(numbers) ^ set(FEATURES)}"
        should = np.array([numbers[name] for name in FEATURES])
        wrong = np.flatnonzero(~np.isclose(matrix[i], should, rtol=1e-4, atol=1e-5))
        if len(wrong):
            j = int(wrong[0])
            others = f" ({len(wrong)} wrong in all)" if len(wrong) > 1 else ""
            text = scene.texts[i][:60]
            return f"{FEATURES[j]} of block {i} {text!r} is {matrix[i, j]}, should be {should[j]}{others}"
    return None
