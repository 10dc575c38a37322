"""Blocks equal a slow grouping of rows by their block number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import given, settings
from tests.definitions import Row, rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import Page, parse
from maintext.html.blocks import Blocks, find_blocks

SUMS = ("n_chars", "n_words", "n_punctuation", "n_digits", "n_cjk")


@dataclass
class Slow:
    """Row numbers of one block."""

    rows: list[Row]
    numbers: list[int]

    def total(self, column: str) -> int:
        return sum(getattr(self.rows[i], column) for i in self.numbers)

    @property
    def n_link_chars(self) -> int:
        return sum(self.rows[i].n_chars for i in self.numbers if self.rows[i].is_link)

    @property
    def element(self) -> int:
        """Lowest element that holds every row of the block."""
        chains = [self.above(i) for i in self.numbers]
        return max(set(chains[0]).intersection(*chains))

    def above(self, row: int) -> list[int]:
        chain = []
        while (row := self.rows[row].parent) >= 0:
            chain.append(row)
        return chain


def slow_blocks(markup: str, chosen: list[bool]) -> list[Slow]:
    rows = rows_of(markup)
    groups: dict[int, list[int]] = {}
    for i, row in enumerate(rows):
        if row.n_chars and chosen[i]:
            groups.setdefault(row.block, []).append(i)
    return [Slow(rows, numbers) for numbers in groups.values()]


def assert_slow_ones(markup: str, page: Page, blocks: Blocks, chosen: list[bool]) -> None:
    slow = slow_blocks(markup, chosen)
    assert blocks.row.tolist() == [block.numbers[0] for block in slow]
    assert blocks.last.tolist() == [block.numbers[-1] for block in slow]
    assert blocks.element.tolist() == [block.element for block in slow]
    assert blocks.n_link_chars.tolist() == [block.n_link_chars for block in slow]
    for name in SUMS:
        assert getattr(blocks, name).tolist() == [block.total(name) for block in slow], name
    owner = {row: i for i, block in enumerate(slow) for row in block.numbers}
    assert blocks.of_row.tolist() == [owner.get(row, -1) for row in range(len(page))]


@each("name", ZOO)
def test_blocks_of_zoo_pages_are_the_slow_ones(name: str) -> None:
    page = parse(ZOO[name])
    assert_slow_ones(ZOO[name], page, find_blocks(page), (~page.is_hidden).tolist())


@settings(deadline=None)
@given(MARKUP)
def test_blocks_of_generated_pages_are_the_slow_ones(markup: str) -> None:
    page = parse(markup)
    assert_slow_ones(markup, page, find_blocks(page), (~page.is_hidden).tolist())


@settings(deadline=None)
@given(MARKUP)
def test_blocks_of_all_rows_have_the_hidden_ones(markup: str) -> None:
    page = parse(markup)
    everything = np.ones(len(page), dtype=np.bool_)
    assert_slow_ones(markup, page, find_blocks(page, everything), everything.tolist())


def test_the_element_of_a_block_holds_its_inline_elements() -> None:
    page = parse("<div><p><b>one</b> <i>two</i></p></div>")
    assert [page.name(row) for row in find_blocks(page).element.tolist()] == ["p"]


def test_the_element_of_one_inline_text_is_the_inline_element() -> None:
    page = parse("<p><b>one</b></p>")
    assert [page.name(row) for row in find_blocks(page).element.tolist()] == ["b"]


def test_two_breaks_part_blocks() -> None:
    assert find_blocks(parse("<p>one two<br><br>three</p>")).n_words.tolist() == [2, 1]


def test_a_page_without_text_has_no_blocks() -> None:
    page = parse("<p> </p>")
    blocks = find_blocks(page)
    assert len(blocks) == 0
    assert (blocks.of_row == -1).all()
