"""information_decay, walked down step by step over plain rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.definitions import rows_of

from maintext.classify.methods.information_decay import InformationDecayOptions
from maintext.classify.methods.main_subtree import BOILERPLATE_TAGS
from maintext.html.tags import BLOCK

if TYPE_CHECKING:
    from tests.definitions import Row

PRUNED = (BLOCK - {"body", "frameset"}) | {"span"}


@dataclass
class Walk:
    """One page, and what the method finds on it."""

    markup: str
    options: InformationDecayOptions = field(default_factory=InformationDecayOptions)

    def __post_init__(self) -> None:
        self.rows: list[Row] = rows_of(self.markup)
        self.considered = self.find_considered()

    def below(self, i: int) -> range:
        return range(i, self.rows[i].end)

    def texts(self, i: int) -> list[int]:
        """Considered texts in the subtree of i."""
        return [k for k in self.below(i) if k in self.considered]

    def find_considered(self) -> set[int]:
        visible = {i for i, row in enumerate(self.rows) if row.is_text and not row.is_hidden}
        everything = self.chars(visible & set(self.below(0)))
        left = {
            k
            for i, row in enumerate(self.rows)
            if row.name in BOILERPLATE_TAGS and self.chars(visible & set(self.below(i))) < 0.5 * everything
            for k in self.below(i)
        }
        return visible - left if self.chars(visible - left) else visible

    def chars(self, rows: set[int] | list[int]) -> int:
        return sum(self.rows[k].n_chars for k in rows)

    def linked(self, rows: set[int] | list[int]) -> int:
        return sum(self.rows[k].n_chars for k in rows if self.rows[k].is_link)

    def quantity(self, text: int) -> int:
        """L · q of formula (1)."""
        row = self.rows[text]
        block = [k for k in self.considered if self.rows[k].block == row.block]
        total, linked = self.chars(block), self.linked(block)
        if row.is_link or row.block < 0 or linked > self.options.max_link_density * total:
            return 0
        return row.n_chars * min(self.options.full_chars, total - linked)

    def information(self) -> list[int]:
        """L · I of formula (2) of each row."""
        of_text = {k: self.quantity(k) for k in self.considered}
        return [sum(of_text.get(k, 0) for k in self.below(i)) for i in range(len(self.rows))]

    def area(self, information: list[int]) -> int:
        """The descent of step 3."""
        at = 0
        while True:
            children = [i for i, row in enumerate(self.rows) if row.parent == at and not row.is_text]
            if not children or max(information[i] for i in children) == 0:
                return at
            best = max(children, key=lambda i: information[i])  # the first of equal ones
            if information[at] - information[best] > self.options.max_decay * information[at]:
                return at
            at = best

    def kept(self) -> set[int]:
        """Text rows that are not blank and that the method keeps."""
        information = self.information()
        area = self.area(information)
        pruned = {
            k
            for i in range(len(self.rows))
            if self.is_pruned(i, information, information[area])
            for k in self.below(i)
        }
        return {k for k in self.texts(area) if self.rows[k].n_chars and information[area]} - pruned

    def is_pruned(self, i: int, information: list[int], most: int) -> bool:
        """Formula (4)."""
        row, options = self.rows[i], self.options
        if row.name not in PRUNED:
            return False
        if information[i] >= options.heavy_share * most:
            return False
        total, linked = self.chars(self.texts(i)), self.linked(self.texts(i))
        is_tiny = information[i] < options.min_richness * options.full_chars * total and total > 30
        return linked > options.max_link_density * total or is_tiny
