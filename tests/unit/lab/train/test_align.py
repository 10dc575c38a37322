"""Labels: the share of each block that the gold text holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rapidfuzz")

from maintext.lab.train.labels import label_blocks

MENU = "home news sport weather travel contact".split()
ONE = "the old stone bridge over the river was closed on monday".split()
TWO = "residents now have to drive eleven miles to reach a shop".split()
THREE = "a temporary footbridge will be built in june the council promised".split()
ZH_ONE, ZH_TWO, ZH_MENU = (
    list("城东的老石桥下周一开始封闭维修"),
    list("维修期间将开通免费公交方便居民出行"),
    list("首页国内国际体育"),
)

WORDS = st.lists(st.sampled_from("a b c d e f g h".split()), max_size=12)


def test_blocks_in_order_are_labelled() -> None:
    assert label_blocks([MENU, ONE, TWO, MENU], [*ONE, *TWO]) == [0, 1, 1, 0]


def test_a_moved_block_is_labelled() -> None:
    assert label_blocks([ONE, TWO, THREE, MENU], [*TWO, *THREE, *ONE]) == [1, 1, 1, 0]


def test_a_partly_held_block_gets_its_share() -> None:
    label = label_blocks([ONE, [*TWO, *MENU]], [*ONE, *TWO])
    assert label[0] == 1
    assert label[1] == pytest.approx(len(TWO) / (len(TWO) + len(MENU)))


def test_a_block_of_which_the_gold_holds_little_gets_a_small_share() -> None:
    assert 0 < label_blocks([ONE, [*TWO[:3], *MENU]], [*ONE, *TWO[:3]])[1] < 0.5


@pytest.mark.parametrize("n", [2, 3])
def test_of_equal_blocks_as_many_are_labelled_as_the_gold_has(n: int) -> None:
    assert sorted(label_blocks([ONE] * n, ONE)) == [0] * (n - 1) + [1]


def test_a_repeat_apart_is_not_labelled_twice() -> None:
    labels = label_blocks([ONE, TWO, MENU, ONE], [*ONE, *TWO])
    assert labels == [1, 1, 0, 0]


def test_a_text_the_gold_has_twice_is_labelled_twice() -> None:
    assert label_blocks([ONE, TWO, ONE], [*ONE, *TWO, *ONE]) == [1, 1, 1]


def test_chinese_characters_are_words() -> None:
    assert label_blocks([ZH_MENU, ZH_ONE, ZH_TWO, ZH_MENU], [*ZH_ONE, *ZH_TWO]) == [0, 1, 1, 0]


def test_a_short_block_is_labelled_only_as_a_whole() -> None:
    assert label_blocks([["bridge", "news"], ONE], ONE)[0] == 0


def test_a_short_heading_in_the_gold_is_labelled() -> None:
    assert label_blocks([["the", "bridge"], ONE], ["the", "bridge", *ONE]) == [1, 1]


@pytest.mark.parametrize(("blocks", "expected"), [([], []), ([[]], [0]), ([ONE, []], [0, 0])])
def test_nothing_is_held_by_an_empty_gold(blocks: list[list[str]], expected: list[float]) -> None:
    assert label_blocks(blocks, []) == expected


@given(st.lists(WORDS, max_size=6), WORDS)
def test_labels_are_shares(blocks: list[list[str]], gold: list[str]) -> None:
    labels = label_blocks(blocks, gold)
    assert len(labels) == len(blocks)
    assert all(0 <= label <= 1 for label in labels)


@given(st.lists(WORDS, max_size=6))
def test_a_gold_of_all_blocks_holds_them_all(blocks: list[list[str]]) -> None:
    gold = [word for words in blocks for word in words]
    assert label_blocks(blocks, gold) == [float(bool(words)) for words in blocks]
