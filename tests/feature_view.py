"""A page as the definitions of features see it: blocks, rows and names, by the slow parser walk."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from typing import TYPE_CHECKING

from tests.definitions import TOKEN, Row, rows_of

from maintext.classify.features.names import WORDS
from maintext.html import characters as ch
from maintext.metadata.title import find_titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maintext.html import Page

    Numbers = dict[str, float]


NEVER_TEXT = frozenset("head template iframe audio video canvas datalist rp noembed".split())
SENTENCE_ENDS = frozenset(ch._SENTENCE_ENDS)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
FAR, MAX_DEPTH, N_LEVELS = 20, 40, 6
DECLARED = {
    "article": "article", "navigation": "nav", "menu": "nav", "menubar": "nav", "breadcrumb": "nav",
    "contentinfo": "footer", "complementary": "side", "search": "cart", "dialog": "cookie",
    "alertdialog": "cookie", "articlebody": "body", "text": "body", "reviewbody": "body", "author": "meta",
    "datepublished": "meta", "comment": "comment", "keywords": "tags",
}  # fmt: skip


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
        is_cjk = 2 * sum(row.n_cjk for row in self.rows) > sum(row.n_chars for row in self.rows)
        for i, row in enumerate(self.rows):
            is_never = any(self._is_never_text(self.rows[a]) for a in self.up(i))
            if row.n_chars and not is_never and not (is_cjk and self._jams(i)):
                groups.setdefault(row.block, []).append(i)
        return groups.values()

    def _jams(self, i: int) -> bool:
        """Whether a text is one that Chinese forums hide in their posts against copying."""
        row = self.rows[i]
        is_scrap = row.is_hidden and not row.n_cjk and self.rows[row.parent].name in {"span", "font"}
        return is_scrap or any("jammer" in self.rows[a].attributes.get("class", "") for a in self.up(i))

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
        titles = find_titles(self.page)
        return set(TOKEN.findall(str(titles[0].value).lower())) if titles else set()

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
for _family, _words in WORDS.items():
    for _word in _words.split():
        FAMILIES_OF.setdefault(_word, set()).add(_family)


def _families(row: Row) -> set[str]:
    values = (row.attributes.get(attribute, "") for attribute in ("class", "id", "data-testid"))
    words = {word for value in values for word in name_words(value)}
    families = set().union(*(FAMILIES_OF.get(word, set()) for word in words))
    declared = f"{row.attributes.get('role', '')} {row.attributes.get('itemprop', '')}".lower()
    return families | {DECLARED[word] for word in re.findall("[a-z]+", declared) if word in DECLARED}
