from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from tests import naive
from tests.definitions import rows_of
from tests.feature_view import name_words
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.classify.features import density
from maintext.classify.features.names import BOILERPLATE_NAMES, rows_named
from maintext.html import parse

COUNTS = ("text_chars", "link_chars", "tags", "anchors", "punctuation", "paragraphs")

# -- densities ----------------------------------------------------------------------------------------


def assert_counts_are_the_naive_ones(markup: str) -> None:
    page, rows = parse(markup), rows_of(markup)
    for name in COUNTS:
        assert getattr(density, name)(page).tolist() == getattr(naive, name)(rows), name


@settings(deadline=None)
@given(MARKUP)
def test_counts_of_generated_pages_are_the_naive_ones(markup: str) -> None:
    assert_counts_are_the_naive_ones(markup)


@pytest.mark.parametrize(
    "name", ["article in English", "article in Chinese", "table", "anchors", "dialog", "empty"]
)
def test_counts_of_zoo_pages_are_the_naive_ones(name: str) -> None:
    assert_counts_are_the_naive_ones(ZOO[name])


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("text_chars", 9),
        ("link_chars", 2),
        ("tags", 4),
        ("anchors", 1),
        ("punctuation", 3),
        ("paragraphs", 2),
    ],
)
def test_counts_worked_by_hand(count: str, expected: int) -> None:
    markup = "<div><p>中文，好。</p><p>a <a href=/>b.</a><b hidden>x, y</b></p> c</div><p>more</p>"
    page = parse(markup)
    div = int(np.flatnonzero(page.is_tag(("div",)))[0])
    assert getattr(density, count)(page)[div] == expected


@pytest.mark.parametrize("count", COUNTS)
def test_counts_are_whole_numbers_per_row(count: str) -> None:
    page = parse("<p>one</p>")
    counts = getattr(density, count)(page)
    assert (counts.dtype, counts.shape) == (np.int64, (len(page),))


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", ""),
        ("content", "content"),
        ("article-body", "article body"),
        ("article_body", "article body"),
        ("articleBody", "article body"),
        ("ArticleBODY", "article body"),
        ("HTMLBox", "html box"),
        ("text2col", "text col"),
        ("a b\tc\n d", "a b c d"),
        ("正文-content", "正文 content"),
        ("block__element--modifier", "block element modifier"),
        ("123 -- 4", ""),
    ],
)
def test_words_of_a_name(value: str, words: str) -> None:
    assert name_words(value) == frozenset(words.split())
    ascii_words = [word for word in words.split() if word.isascii()]
    page = parse(f'<p class="{value}">x</p>')
    assert all(rows_named(page, [word]).any() for word in ascii_words)
    assert not rows_named(page, ["other", *(word[:-1] for word in ascii_words)]).any()


def named(markup: str, *words: str) -> list[str]:
    page = parse(markup)
    return [page.name(row) for row in np.flatnonzero(rows_named(page, words)).tolist()]


def test_a_class_names_its_row_only() -> None:
    assert named('<div class="side bar"><p>x</p></div>', "side") == ["div"]


def test_an_id_names_its_row() -> None:
    assert named('<ul id="mainNav"><li>x</ul>', "nav") == ["ul"]


def test_other_attributes_name_nothing() -> None:
    assert named('<p title="nav" data-class="nav">x</p>', "nav") == []


def test_a_part_of_a_word_names_nothing() -> None:
    assert named('<p class="header shadow">x</p>', "ad", "head") == []


def test_one_value_on_many_rows_names_them_all() -> None:
    assert named('<p class="nav">x</p><div class="nav">y</div><b class="x">z</b>', "nav", "menu") == [
        "p",
        "div",
    ]


def test_boilerplate_names_are_words_as_names_have_them() -> None:
    assert all(name_words(name) == {name} for name in BOILERPLATE_NAMES)
