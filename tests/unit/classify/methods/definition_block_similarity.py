"""block_similarity as its docstring states it: sets of elements, counters of terms, one pair at a time."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.definitions import rows_of

from maintext.classify.methods.block_similarity import BlockSimilarityOptions
from maintext.html import characters as ch

if TYPE_CHECKING:
    from tests.definitions import Row

_TERM = re.compile(rf"(?=([{ch.CJK_PATTERN}]{{2}}))|([^\W{ch.CJK_PATTERN}]+)")
_CAPITALS = str.maketrans({chr(c): chr(c + 32) for c in range(ord("A"), ord("Z") + 1)})


def terms(text: str) -> Counter[str]:
    """Pairs of CJK characters and words of other scripts, capitals of ASCII as small ones."""
    found: Counter[str] = Counter()
    at = 0
    while match := _TERM.search(text, at):
        found[match[1] or match[2].translate(_CAPITALS)] += 1
        at = match.start() + 1 if match[1] else match.end()
    return found


def cosine(a: Counter[str], b: Counter[str]) -> float:
    """Formula (2)."""
    product = sum(n * b[term] for term, n in a.items())
    squares = sum(n * n for n in a.values()) * sum(n * n for n in b.values())
    return product / math.sqrt(squares) if squares else 0.0


@dataclass
class Block:
    """Visible text rows of one block, all of the page's text between them."""

    rows: list[Row]
    numbers: list[int]
    text: str = field(init=False)

    def __post_init__(self) -> None:
        inside = self.rows[self.numbers[0] : self.numbers[-1] + 1]
        self.text = "".join(row.text for row in inside)

    @property
    def n_chars(self) -> int:
        return sum(self.rows[i].n_chars for i in self.numbers)

    @property
    def n_unlinked(self) -> int:
        return sum(self.rows[i].n_chars for i in self.numbers if not self.rows[i].is_link)

    @property
    def path(self) -> set[int]:
        """Elements that hold every row of the block."""
        return set.intersection(*(above(self.rows, i) for i in self.numbers))


def above(rows: list[Row], row: int) -> set[int]:
    chain = set()
    while (row := rows[row].parent) >= 0:
        chain.add(row)
    return chain


def tag_similarity(a: Block, b: Block, paths: str = "elements") -> float:
    """Formula (1)."""
    if paths == "names":
        first, second = (Counter(block.rows[i].name for i in block.path) for block in (a, b))
        return 2 * (first & second).total() / (first.total() + second.total())
    return 2 * len(a.path & b.path) / (len(a.path) + len(b.path))


def text_similarity(a: list[Block], b: list[Block]) -> float:
    first, second = (sum((terms(block.text) for block in blocks), Counter()) for blocks in (a, b))
    return cosine(first, second)


class Joined:
    """The joined blocks of a page, and their scores."""

    def __init__(self, markup: str, options: BlockSimilarityOptions) -> None:
        self.rows = rows_of(markup)
        self.options = options
        groups: dict[int, list[int]] = {}
        for i, row in enumerate(self.rows):
            if row.n_chars and not row.is_hidden:
                groups.setdefault(row.block, []).append(i)
        self.blocks = [Block(self.rows, numbers) for numbers in groups.values()]
        self.chosen = [b for b in self.blocks if not self.is_linked(b)]
        self.joined = self.by_text(self.by_tags())

    def is_linked(self, block: Block) -> bool:
        return block.n_chars - block.n_unlinked > self.options.max_link_density * block.n_chars

    def by_tags(self) -> list[list[Block]]:
        joined: list[list[Block]] = []
        for block in self.chosen:
            if joined and self.tag_similarity(joined[-1][-1], block) >= self.options.min_tag_similarity:
                joined[-1].append(block)
            else:
                joined.append([block])
        return joined

    def tag_similarity(self, a: Block, b: Block) -> float:
        return tag_similarity(a, b, self.options.paths)

    def by_text(self, parts: list[list[Block]]) -> list[list[Block]]:
        joined: list[list[Block]] = []
        before: list[Block] = []
        for part in parts:
            if before and text_similarity(before, part) >= self.options.min_text_similarity:
                joined[-1] = joined[-1] + part
            else:
                joined.append(part)
            before = part
        return joined

    def score(self, part: list[Block]) -> float:
        """Formulas (3) and (4)."""
        full = self.options.full_chars
        weight = sum(b.n_unlinked * min(full, b.n_unlinked) for b in part) / full
        return weight * (1 - min(1.0, self.distance(part) / len(self.chosen)))

    def distance(self, part: list[Block]) -> int:
        """How many chosen blocks stand between the title and the part."""
        headings = [i for i, row in enumerate(self.rows) if row.name == "h1" and not row.is_hidden]
        titles = [
            number
            for number, block in enumerate(self.blocks)
            if headings and headings[0] < block.numbers[-1] < self.rows[headings[0]].end
        ]
        if not titles:
            return 0
        title = sum(1 for block in self.chosen if self.blocks.index(block) < titles[-1])
        first, last = self.chosen.index(part[0]), self.chosen.index(part[-1])
        return max(0, first - title - 1, title - last)

    def kept(self) -> set[int]:
        scores = [self.score(part) for part in self.joined]
        if not scores or max(scores) <= 0:
            return set()
        best = self.joined[scores.index(max(scores))]
        return {i for block in best for i in block.numbers}
