"""What every feature means, written as loops over the rows of the slow parser walk.

Slow and meant to be obviously right: one function per family, one line per feature. The package's
feature matrix must equal this on the zoo and on generated pages; :func:`first_difference` compares.
A block's words, links and images count for every element that holds the block's first text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from math import log, log1p, sqrt
from typing import TYPE_CHECKING

import numpy as np
from tests.definitions import TOKEN, Row, rows_of

from maintext.features import context, phrases
from maintext.features.matrix import FEATURES, feature_matrix
from maintext.features.scene import Scene
from maintext.metadata.title import find_title
from maintext.page import characters as ch
from maintext.page.tags import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from maintext.page import Page

    Numbers = dict[str, float]

NEVER_TEXT = frozenset("head template iframe audio video canvas datalist rp noembed".split())
SENTENCE_ENDS = frozenset(ch._SENTENCE_ENDS)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
FAR, MAX_DEPTH, N_LEVELS = 20, 40, 6

MARKS = {
    "comma": ",，、،;；",
    "separator": "|»›•·/→>＞｜",
    "code": "{}()=<>_[]#$\\",
    "money": "$€£¥￥₽₹₩元",
    "question": "?？",
    "quote": '"“”„«»「」『』',
}
PATTERNS = {
    "date": r"\d{4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d{2}|\d \w+ ago",
    "price": r"[$€£¥￥₽₹]\s?\d|\d\s?(?:€|zł|元|руб|usd|eur)",
    "address": r"\w@[\w-]+\.\w|https?://|www\.",
}
ROLES = {
    "main": "main", "article": "article", "navigation": "nav", "menu": "nav", "menubar": "nav",
    "banner": "header", "contentinfo": "footer", "complementary": "side", "search": "cart",
    "dialog": "cookie", "alertdialog": "cookie",
}  # fmt: skip
ITEMPROPS = {
    "articlebody": "body", "text": "body", "reviewbody": "body", "description": "title", "headline": "title",
    "author": "meta", "datepublished": "meta", "comment": "comment", "keywords": "tags", "breadcrumb": "nav",
}  # fmt: skip
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
SECTIONS = "related comment review detail share account shop question".split()
OTHER = "related comment review account share paging cookie copyright".split()
NEIGHBOURS = (
    "log_words link_density ends_sentence up_p up_li up_a heading_level l1_share bold_share"
).split()  # fmt: skip


@dataclass(eq=False)
class Block:
    """The text rows with one block number, as far as they could be main content."""

    number: int
    texts: list[Row]
    first: int
    last: int
    element: int
    raw: str  # all text from the first row to the last

    @cached_property
    def text(self) -> str:
        return " ".join(self.raw.split()).lower()

    @cached_property
    def different_words(self) -> set[str]:
        return set(TOKEN.findall(self.text[:240]))

    @cached_property
    def n_words(self) -> int:
        return sum(row.n_words for row in self.texts)

    @cached_property
    def n_chars(self) -> int:
        return sum(row.n_chars for row in self.texts)

    @cached_property
    def n_link_chars(self) -> int:
        return sum(row.n_chars for row in self.texts if row.is_link)

    @cached_property
    def link_density(self) -> float:
        return self.n_link_chars / max(self.n_chars, 1)

    @cached_property
    def n_linked(self) -> float:
        return self.n_words * self.link_density

    @cached_property
    def n_cjk(self) -> int:
        return sum(row.n_cjk for row in self.texts)

    @cached_property
    def n_sentences(self) -> int:
        return self.count(SENTENCE_ENDS)

    @cached_property
    def is_long(self) -> bool:
        return self.n_words >= 15

    def count(self, marks: Iterable[str]) -> int:
        return sum(self.raw.count(mark) for mark in marks)


class View:
    """A page as rows and blocks."""

    def __init__(self, markup: str, page: Page) -> None:
        self.page = page  # for its title and its scripts only
        self.rows = rows_of(markup)
        self.blocks = [self._block(i, numbers) for i, numbers in enumerate(self._groups())]

    def _groups(self) -> Iterable[list[int]]:
        groups: dict[int, list[int]] = {}
        for i, row in enumerate(self.rows):
            if row.n_chars and not any(self._is_never_text(self.rows[a]) for a in self.up(i)):
                groups.setdefault(row.block, []).append(i)
        return groups.values()

    @staticmethod
    def _is_never_text(row: Row) -> bool:
        opened = row.name == "template" and "shadowrootmode" in row.attributes
        return row.name in NEVER_TEXT and not opened

    def _block(self, number: int, numbers: list[int]) -> Block:
        first, last = numbers[0], numbers[-1]
        element = next(a for a in self.up(self.rows[first].parent) if self.holds(a, last))
        raw = "".join(row.text for row in self.rows[first : last + 1])
        return Block(number, [self.rows[i] for i in numbers], first, last, element, raw)

    def up(self, row: int) -> Iterator[int]:
        """The row and all above it."""
        while row >= 0:
            yield row
            row = self.rows[row].parent

    def holds(self, element: int, row: int) -> bool:
        return element <= row < self.rows[element].end

    def path(self, row: int) -> list[int]:
        return [a for a, _ in zip(self.up(row), range(MAX_DEPTH), strict=False)]

    def rows_between(self, block: Block) -> list[Row]:
        return self.rows[block.first : block.last + 1]

    def rows_since_block_before(self, block: Block) -> list[Row]:
        before = self.blocks[block.number - 1].last if block.number else -1
        return self.rows[before + 1 : block.last + 1]

    @cache  # noqa: B019 - views are few
    def below(self, element: int) -> list[Block]:
        """Blocks that begin in an element (or with this text)."""
        return [b for b in self.blocks if self.holds(element, b.first)]

    def parent(self, row: int) -> int:
        return max(self.rows[row].parent, 0)

    @cached_property
    def n_words(self) -> float:
        return sum(block.n_words for block in self.blocks)

    @cached_property
    def title_words(self) -> set[str]:
        title = find_title(self.page)
        return set(TOKEN.findall(title.value.lower())) if title else set()

    @cached_property
    def description_words(self) -> set[str]:
        for attribute in ("name", "property"):
            for row in self.rows:
                is_it = row.attributes.get(attribute, "").lower() in {"description", "og:description"}
                if is_it and "content" in row.attributes:
                    return set(TOKEN.findall(row.attributes["content"].lower()))
        return set()

    @cache  # noqa: B019 - views are few
    def heading_level(self, block: Block) -> int:
        """1–6 when one of the four elements nearest to the block's first text is a heading."""
        for a in self.path(self.rows[block.first].parent)[:4]:
            if self.rows[a].name in HEADINGS:
                return int(self.rows[a].name[1])
        return 0

    @cached_property
    def headline(self) -> Block | None:
        """The block most like the title: Dice coefficient above 0.6, h1 preferred."""
        best, best_score = None, 0.6
        for block in self.blocks:
            both = len(block.different_words & self.title_words)
            n_title, n_block = len(self.title_words), len(block.different_words)
            if both and n_block <= 3 * n_title:
                score = 2 * both / (n_title + n_block) + 0.2 * (self.heading_level(block) == 1)
                if score > best_score + 1e-9:
                    best, best_score = block, score
        return best

    def shape(self, row: int) -> tuple[int, str | None]:
        value = self.rows[row].attributes.get("class")
        return self.rows[row].tag, value if value is None else re.sub("[0-9]", "", value)

    @cached_property
    def n_alike(self) -> list[int]:
        """Sibling elements of the same shape."""
        keys = [(row.parent, self.shape(i)) for i, row in enumerate(self.rows)]
        count = Counter(key for key, row in zip(keys, self.rows, strict=True) if not row.is_text)
        return [count[key] for key in keys]

    @cached_property
    def n_children(self) -> Counter[int]:
        return Counter(row.parent for row in self.rows if not row.is_text)

    @cached_property
    def prose(self) -> list[float]:
        """Prose score of each row."""
        score = [0.0] * len(self.rows)
        for block in self.blocks:
            if self.rows[block.element].name in {"p", "pre", "blockquote"} or block.n_words >= 25:
                worth = sqrt(block.n_words) * (1 - min(1, 1.5 * block.link_density))
                holder = self.parent(block.element)
                score[block.element] += worth / 2
                score[holder] += worth
                score[self.parent(holder)] += worth / 2
        return score

    @cached_property
    def best_prose(self) -> float:
        return max(self.prose)

    @cached_property
    def texts(self) -> list[str]:
        return [block.text for block in self.blocks]

    @cached_property
    def has_long(self) -> bool:
        return any(block.is_long for block in self.blocks)

    @cache  # noqa: B019 - views are few
    def weight(self, row: int) -> float:
        """Its words in long blocks, or all words on a page without long blocks."""
        return sum(b.n_words for b in self.below(row) if b.is_long or not self.has_long)

    @cache  # noqa: B019 - views are few
    def dominant(self, share: float) -> int:
        """The smallest row with that share of the page's weight."""
        least = share * self.weight(0)
        return max(i for i in range(len(self.rows)) if self.weight(i) >= least) if least > 0 else 0

    @cache  # noqa: B019 - views are few
    def shapes(self, block: Block) -> tuple[object, object]:
        return self.shape(block.element), self.shape(self.parent(block.element))

    @cached_property
    def names(self) -> list[set[str]]:
        """Families of names each row is called by."""
        return [_families(row) if row.name not in {"html", "body"} else set() for row in self.rows]


NAME_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")


def name_words(value: str) -> frozenset[str]:
    """Lower-case words of a class or id value.

    >>> sorted(name_words("article-body mainText2 HTMLBox"))
    ['article', 'body', 'box', 'html', 'main', 'text']
    """
    return frozenset(word.lower() for word in NAME_WORD.findall(value))


FAMILIES_OF: dict[str, set[str]] = {}
for _family, _words in context.WORDS.items():
    for _word in _words.split():
        FAMILIES_OF.setdefault(_word, set()).add(_family)


def _families(row: Row) -> set[str]:
    values = (row.attributes.get(attribute, "") for attribute in ("class", "id", "data-testid"))
    words = {word for value in values for word in name_words(value)}
    families = set().union(*(FAMILIES_OF.get(word, set()) for word in words))
    families |= {ROLES[word] for word in row.attributes.get("role", "").lower().split() if word in ROLES}
    itemprops = row.attributes.get("itemprop", "").lower().split()
    return families | {ITEMPROPS[word] for word in itemprops if word in ITEMPROPS}


# -- the families -------------------------------------------------------------------------------------


def text_of(view: View, block: Block) -> Numbers:
    words, chars = max(block.n_words, 1), max(block.n_chars, 1)
    between, since = view.rows_between(block), view.rows_since_block_before(block)
    bold = ("b", "strong", "th", *HEADINGS)
    return {
        "log_chars": log1p(block.n_chars),
        "log_words": log1p(block.n_words),
        "chars_per_word": chars / words,
        "link_density": block.n_link_chars / chars,
        "cjk_share": block.n_cjk / chars,
        "digit_share": sum(row.n_digits for row in block.texts) / chars,
        "punctuation_density": sum(row.n_punctuation for row in block.texts) / words,
        "n_sentences": log1p(block.n_sentences),
        "sentence_density": block.n_sentences / words,
        "bold_share": min(1, sum(row.n_chars for row in between if _in_any(view, row, bold)) / chars),
        "n_links": log1p(sum(row.is_anchor for row in since)),
        "n_images": min(10, sum(row.name == "img" for row in since)),
        "n_inputs": min(10, sum(row.name in {"input", "button", "select"} for row in since)),
        "n_runs": log1p(sum(row.n_chars > 0 for row in between)),
        "ends_sentence": _end(block.text),
        "starts_word": float(block.text[0].isalnum()),
        "starts_link": float(view.rows[block.first].is_link),
        "n_same": min(20, view.texts.count(block.text)),
        "nth_same": min(20, view.texts[: block.number].count(block.text)),
        **{f"{name}_density": block.count(marks) / words for name, marks in MARKS.items()},
        **{f"says_{name}": says(block, name) for name in (*phrases.PHRASES, *PATTERNS)},
    }


def _in_any(view: View, row: Row, names: Iterable[str]) -> bool:
    return any(view.rows[a].name in names for a in view.up(row.parent))


def _end(text: str) -> float:
    return 1.0 if text[-1] in '.!?。！？…"”’」』．' else 0.5 if text[-1] in ":：" else 0.0


@cache
def says(block: Block, family: str) -> float:
    """1 when a block of at most 160 characters has a phrase of the family."""
    if len(block.text) > 160:
        return 0.0
    if family in PATTERNS:
        return float(re.search(PATTERNS[family], block.text) is not None)
    return float(any(_says(block, phrase) for phrase in phrases.PHRASES[family].split()))


def _says(block: Block, phrase: str) -> bool:
    inside = phrase == "©" or re.match(f"[{ch.CJK_PATTERN}]", phrase)
    return phrase in block.text if inside else phrase in block.different_words


def context_of(view: View, block: Block) -> Numbers:
    path = view.path(view.rows[block.first].parent)
    tags = [NAMES[view.rows[a].tag] for a in path]
    names = [view.names[a] for a in path]
    return {
        **{f"up_{name}": _steps(tag in listed for tag in tags) for name, listed in context.TAGS.items()},
        **{f"named_{name}": _steps(name in called for called in names) for name in context.WORDS},
        **{f"n_named_{name}": sum(name in called for called in names) for name in context.WORDS},
        "depth": view.rows[block.element].depth,
        "is_hidden": float(view.rows[block.first].is_hidden),
        "hidden_by_noscript": float("noscript" in tags[:FAR]),
        "is_block_tag": float(view.rows[block.element].name in BLOCK_TAGS),
    }


def _steps(found: Iterable[bool]) -> int:
    return next((i for i, is_it in enumerate(found) if is_it and i < FAR), FAR)


def structure_of(view: View, block: Block) -> Numbers:
    return {
        **levels(view, block),
        **best(view, block),
        **dominant(view, block, 0.55),
        **dominant(view, block, 0.75),
        **dominant(view, block, 0.9),
        **group(view, block),
    }


def levels(view: View, block: Block) -> Numbers:
    """A level is a run of ancestors that hold the same blocks; its top is measured."""
    runs: list[list[int]] = []
    for a in view.path(block.element):
        if runs and len(view.below(a)) == len(view.below(runs[-1][0])):
            runs[-1].append(a)
        else:
            runs.append([a])
    numbers: Numbers = {}
    for n in range(N_LEVELS):
        run = runs[n] if n < len(runs) else []
        top = runs[min(n, len(runs) - 1)][-1]
        of_level = level(view, block, top) | {"n_alike": log(max([1, *(view.n_alike[a] for a in run)]))}
        if 1 <= n <= 4:
            of_level |= opens(view.below(top)[0])
        numbers |= {f"l{n}_{name}": value for name, value in of_level.items()}
    return numbers


def level(view: View, block: Block, top: int) -> Numbers:
    words = sum(b.n_words for b in view.below(top))
    before = sum(b.n_words for b in view.below(top) if b.number < block.number)
    return measured(view, top) | {"place": before / max(words, 1)}


@cache
def measured(view: View, top: int) -> Numbers:
    """What a level has of its top alone."""
    blocks = view.below(top)
    total = sum(b.n_words for b in blocks)
    words = max(total, 1)
    n_images = sum(row.name == "img" for row in view.rows[top : view.rows[top].end])
    return {
        "log_words": log1p(total),
        "share": total / max(view.n_words, 1),
        "link_density": sum(b.n_linked for b in blocks) / words,
        "n_blocks": log1p(len(blocks)),
        "words_per_block": log1p(total / len(blocks)),
        "long_share": sum(b.n_words for b in blocks if b.is_long) / words,
        "sentence_density": sum(b.n_sentences for b in blocks) / words,
        "n_headings": log1p(sum(view.heading_level(b) > 0 for b in blocks)),
        "n_images": min(5, n_images / len(blocks)),
        "n_children": log1p(view.n_children[top]),
        "prose": view.prose[top] / max(1e-6, view.best_prose),
    }


def opens(first: Block) -> Numbers:
    return {
        "opens_other": max(says(first, name) for name in OTHER),
        "opens_detail": says(first, "detail"),
    }


def best(view: View, block: Block) -> Numbers:
    best = view.prose.index(view.best_prose)
    path = view.path(block.element)
    return {
        "best_share": sum(b.n_words for b in view.below(best)) / max(view.n_words, 1),
        "in_best": float(view.holds(best, block.first)),
        "steps_to_best": next((i for i, a in enumerate(path) if view.holds(a, best)), 0),
    }


def dominant(view: View, block: Block, share: float) -> Numbers:
    """The smallest row with that share of the long words, or of all words where no block is long."""
    chosen = view.dominant(share)
    inside = view.below(chosen)
    words = max(1, sum(b.n_words for b in inside))
    start = sum(b.n_words for b in view.blocks if b.first < chosen)
    before = sum(b.n_words for b in view.blocks[: block.number])
    name = f"dominant_{int(share * 100)}"
    return {
        f"in_{name}": float(view.holds(chosen, block.first)),
        f"{name}_share": words / max(view.n_words, 1),
        f"{name}_place": min(1.5, max(-0.5, (before - start) / words)),
    }


def group(view: View, block: Block) -> Numbers:
    """The blocks whose element and the element above have the same shapes."""

    members = [b for b in view.blocks if view.shapes(b) == view.shapes(block)]
    words = sum(b.n_words for b in members)
    return {
        "group_n": log(len(members)),
        "group_share": words / max(view.n_words, 1),
        "group_link_density": sum(b.n_linked for b in members) / max(words, 1),
        "group_spread": float(np.std([log1p(b.n_words) for b in members])),
    }


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
        "words_after": log1p(view.n_words - before - block.n_words),
        "heading_level": view.heading_level(block),
        **headline(view, block),
        **headings(view, block),
        "title_share": in_title / n_words,
        "title_cover": in_title / max(len(view.title_words), 1),
        "description_cover": in_description / max(len(view.description_words), 1),
    }


def headline(view: View, block: Block) -> Numbers:
    line = view.headline
    if line is None:
        names = "has_headline from_headline words_from_headline steps_to_headline headline_steps is_headline"
        return dict.fromkeys(names.split(), 0.0)
    path = view.path(block.element)
    steps = next((i for i, a in enumerate(path) if view.holds(a, line.first)), 0)
    words = [b.n_words for b in view.blocks]
    return {
        "has_headline": 1.0,
        "from_headline": _signed_log(block.number - line.number),
        "words_from_headline": _signed_log(sum(words[: block.number]) - sum(words[: line.number])),
        "steps_to_headline": steps,
        "headline_steps": view.rows[line.first].depth - view.rows[path[steps]].depth,
        "is_headline": float(block is line),
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
    said = {f"heading_says_{name}": says(heading, name) if heading else 0.0 for name in SECTIONS}
    return said | {
        "since_heading": 8.0 if last is None else log1p(block.number - last),
        "words_since_heading": log1p(sum(b.n_words for b in view.blocks[last or 0 : block.number])),
        "last_heading_level": view.heading_level(heading) if heading else 0,
        "to_heading": log1p(following - block.number),
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
        numbers[f"long_share[±{k}]"] = sum(b.n_words for b in blocks if b.is_long) / max(words, 1)
        numbers[f"n_sentences[±{k}]"] = log1p(sum(b.n_sentences for b in blocks))
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
        "page_n_prices": log1p(sum(says(b, "price") for b in blocks)),
        "page_n_dates": log1p(sum(says(b, "date") for b in blocks)),
        "page_n_comments": log1p(sum(says(b, "comment") for b in blocks)),
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
    """Where the matrix first differs from the definitions; ``None`` where nowhere."""
    scene = Scene(page)
    matrix, defined = feature_matrix(scene), features_of(markup, page)
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
