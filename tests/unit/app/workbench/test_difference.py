"""The difference of two texts: nothing lost, nothing made up."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.app.workbench.view import word_difference
from maintext.lab.evaluate import count_words, word_f1

TEXTS = st.lists(st.sampled_from(["bee", "Hive", "蜜蜂", "，", "\n", " ", "1.5", "é"]), max_size=40).map(
    " ".join
)


def joined(pieces: list[tuple[str, str]], *kinds: str) -> str:
    return " ".join(text for kind, text in pieces if kind in kinds)


@given(gold=TEXTS, found=TEXTS)
def test_the_pieces_of_each_side_have_its_words(gold: str, found: str) -> None:
    pieces = word_difference(gold, found)
    assert count_words(joined(pieces, "same", "gold")) == count_words(gold)
    assert count_words(joined(pieces, "same", "found")) == count_words(found)


@given(gold=TEXTS, found=TEXTS)
def test_no_more_is_shared_than_word_f1_counts(gold: str, found: str) -> None:
    n_same = count_words(joined(word_difference(gold, found), "same")).total()
    most = word_f1(found, gold).recall * count_words(gold).total()
    assert n_same <= most + 1e-6


def test_white_space_punctuation_and_capitals_make_no_difference() -> None:
    assert word_difference("Bees fly.\n\nFar", "bees  fly, far") == [("same", "Bees fly.\n\nFar")]


@pytest.mark.parametrize(
    ("gold", "found", "expected"),
    [
        ("", "", []),
        ("a b", "", [("gold", "a b")]),
        ("", "a b", [("found", "a b")]),
        ("a b c", "a c", [("same", "a "), ("gold", "b "), ("same", "c")]),
        ("茶馆亮灯", "茶馆关灯", [("same", "茶馆"), ("gold", "亮"), ("found", "关"), ("same", "灯")]),
    ],
)
def test_what_each_side_lacks_is_told(gold: str, found: str, expected: list[tuple[str, str]]) -> None:
    assert word_difference(gold, found) == expected


def test_long_texts_take_little_time() -> None:
    gold = " ".join(f"word{i % 997}" for i in range(20_000))
    found = " ".join(f"word{i % 997}" for i in range(20_000) if i % 3)
    start = time.process_time()
    word_difference(gold, found)
    assert time.process_time() - start < 10
