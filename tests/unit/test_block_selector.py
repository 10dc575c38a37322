"""Verdicts on blocks become decisions on rows: what compiled code does is what rules over rows say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.html import parse
from maintext.html.blocks import find_blocks
from maintext.selection import BlockSelector, Selector, Verdict

VERDICTS = (Verdict("yes", keep=True), Verdict("no", keep=False), Verdict("well", keep=True))


def assert_rows_follow_blocks(markup: str, seed: int) -> None:
    page = parse(markup)
    blocks = find_blocks(page, np.ones(len(page), dtype=np.bool_))
    random = np.random.default_rng(seed)
    verdict = random.integers(0, len(VERDICTS), len(blocks))
    score = random.random(len(blocks))
    found = BlockSelector("m", "start", VERDICTS).select(page, blocks.of_row, verdict, score, {})

    in_block = blocks.of_row >= 0
    verdict_of_row = np.full(len(page), -1)
    verdict_of_row[in_block] = verdict[blocks.of_row[in_block]]
    selector = Selector(page, "start", also_hidden=True)
    for number, (reason, keep) in enumerate(VERDICTS):
        (selector.keep if keep else selector.drop)(verdict_of_row == number, reason)
    expected = selector.done("m")
    assert found.keep.tolist() == expected.keep.tolist()
    assert [found.why(row) for row in range(len(page))] == [expected.why(row) for row in range(len(page))]
    assert np.array_equal(found.score[in_block], score[blocks.of_row[in_block]].astype(np.float32))
    assert np.isnan(found.score[~in_block]).all()


@each("name", ZOO)
def test_rows_follow_their_blocks_on_zoo_pages(name: str) -> None:
    assert_rows_follow_blocks(ZOO[name], 1)


@settings(deadline=None)
@given(MARKUP, st.integers(0, 1000))
def test_rows_follow_their_blocks_on_generated_pages(markup: str, seed: int) -> None:
    assert_rows_follow_blocks(markup, seed)


@pytest.mark.parametrize("markup", ["", "<p hidden>a</p>", " "])
def test_a_page_without_blocks_keeps_nothing(markup: str) -> None:
    assert_rows_follow_blocks(markup, 1)
