"""The kernel gives the fingerprint that numpy gives."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

from maintext.fingerprint import fingerprint
from maintext.page import parse

pytestmark = needs_kernel

ODD = (
    "",
    " .,。",
    "one",
    "one two",
    "桥",
    "河上的old桥",
    "ﬁne ＡＢＣ ß İ",
    "\ud800 half",
    "\U00020000\U0001f600\U0001d400x",
    "a b c " * 300,
)


def assert_same(text: str) -> None:
    found = fingerprint(text)
    with numpy_twins():
        assert fingerprint(text) == found


@pytest.mark.parametrize("text", ODD)
def test_odd_texts(text: str) -> None:
    assert_same(text)


@pytest.mark.parametrize("name", ZOO)
def test_zoo_pages(name: str) -> None:
    assert_same(parse(ZOO[name]).text)


@given(st.text())
def test_generated_texts(text: str) -> None:
    assert_same(text)


def test_a_text_with_more_runs_than_a_small_counter_holds() -> None:
    choice = random.Random(1)  # noqa: S311 - the same text every time
    assert_same(" ".join(str(choice.randrange(10**6)) for _ in range(2_000)))
