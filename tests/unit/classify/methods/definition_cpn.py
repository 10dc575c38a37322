"""The patterns of cpn, one block and one feature at a time over plain rows."""

from __future__ import annotations

from math import log, log1p
from typing import TYPE_CHECKING

from tests.definitions import rows_of

if TYPE_CHECKING:
    from tests.definitions import Row

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LISTS = {"ul", "ol", "dl"}
BOILERPLATE = {"aside", "button", "footer", "form", "header", "label", "menu", "nav", "select"}


class Patterns:
    """A page cut into blocks of visible text."""

    def __init__(self, markup: str) -> None:
        self.rows: list[Row] = rows_of(markup)
        groups: dict[int, list[int]] = {}
        for i, row in enumerate(self.rows):
            if row.n_chars and not row.is_hidden:
                groups.setdefault(row.block, []).append(i)
        self.blocks = list(groups.values())
        self.total = max(sum(self.prose(b) for b in self.blocks), 1.0)

    # -- sums over texts

    def chars(self, block: list[int]) -> int:
        return sum(self.rows[i].n_chars for i in block)

    def linked(self, block: list[int]) -> int:
        return sum(self.rows[i].n_chars for i in block if self.rows[i].is_link)

    def prose(self, block: list[int]) -> float:
        unlinked = self.chars(block) - self.linked(block)
        return unlinked * min(unlinked, 80) / 80 if 2 * self.linked(block) <= self.chars(block) else 0.0

    def density(self, blocks: list[list[int]]) -> float:
        total = sum(map(self.chars, blocks))
        return sum(map(self.linked, blocks)) / total if total else 0.0

    # -- elements

    def chain(self, block: list[int]) -> list[int]:
        """Elements that hold the whole block, the lowest first."""
        chain, row = [], block[0]
        while (row := self.rows[row].parent) >= 0:
            if block[-1] < self.rows[row].end:
                chain.append(row)
        return chain

    def inside(self, element: int) -> list[list[int]]:
        """Blocks that begin in an element."""
        return [b for b in self.blocks if element < b[0] < self.rows[element].end]

    def weight(self, element: int) -> int:
        """80 times the prose that begins in an element."""
        return round(80 * sum(self.prose(b) for b in self.inside(element)))

    def dominant(self) -> int:
        at = 0
        while True:
            children = [i for i, row in enumerate(self.rows) if row.parent == at and not row.is_text]
            heavy = [i for i in children if self.weight(i) and self.weight(i) >= 0.6 * self.weight(at)]
            if not heavy:
                return at
            at = heavy[0]

    # -- features

    def features(self) -> list[dict[str, float]]:
        dominant = self.dominant()
        heading = next((i for i, r in enumerate(self.rows) if r.name == "h1" and not r.is_hidden), None)
        return [
            {
                **self.own(block),
                **self.near(number),
                **self.above(block),
                "share": self.prose(block) / self.total,
                "page_prose": log1p(self.total),
                "page_blocks": log(len(self.blocks)),
                "in_dominant": float(dominant in self.chain(block)),
                "after_heading": float(heading is not None and block[0] > heading),
            }
            for number, block in enumerate(self.blocks)
        ]

    def own(self, block: list[int]) -> dict[str, float]:
        names = [self.rows[i].name for i in self.chain(block)]
        n_marks = sum(self.rows[i].n_punctuation for i in block)
        return {
            "length": log1p(self.chars(block)),
            "link_density": self.density([block]),
            "punctuation": min(n_marks / self.chars(block), 0.3),
            "is_paragraph": float(names[0] in {"p", "pre", "blockquote"}),
            "is_heading": float(names[0] in HEADINGS),
            "in_list": float(not LISTS.isdisjoint(names)),
            "in_boilerplate": float(not BOILERPLATE.isdisjoint(names)),
            "in_main": float(not {"article", "main"}.isdisjoint(names)),
        }

    def near(self, number: int) -> dict[str, float]:
        def around(k: int) -> list[list[int]]:
            return self.blocks[max(number - k, 0) : number + k + 1]

        before = self.blocks[number - 1] if number else None
        after = self.blocks[number + 1] if number + 1 < len(self.blocks) else None
        to_here = sum(self.prose(b) for b in self.blocks[:number]) + self.prose(self.blocks[number]) / 2
        return {
            "before_prose": log1p(self.prose(before)) if before else 0.0,
            "after_prose": log1p(self.prose(after)) if after else 0.0,
            "before_link_density": self.density([before]) if before else 1.0,
            "after_link_density": self.density([after]) if after else 1.0,
            "near_2_prose": log1p(sum(map(self.prose, around(2)))),
            "near_2_link_density": self.density(around(2)),
            "near_6_prose": log1p(sum(map(self.prose, around(6)))),
            "near_6_link_density": self.density(around(6)),
            "near_20_link_density": self.density(around(20)),
            "place": to_here / self.total,
        }

    def above(self, block: list[int]) -> dict[str, float]:
        chain = self.chain(block)
        inside = [self.inside(chain[min(k, len(chain) - 1)]) for k in range(4)]
        return {
            "above_1_link_density": self.density(inside[1]),
            "above_2_prose": sum(map(self.prose, inside[2])) / self.total,
            "above_2_link_density": self.density(inside[2]),
            "above_3_prose": sum(map(self.prose, inside[3])) / self.total,
            "above_3_link_density": self.density(inside[3]),
        }
