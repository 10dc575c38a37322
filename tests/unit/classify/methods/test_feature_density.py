"""feature_density: the steps over a plain walk, a block worked by hand, then each step on its own."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests import shown
from tests.definitions import rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.unit.classify.methods import definition_feature_density as definition
from tests.zoo import ZOO

from maintext.classify.methods.feature_density import (
    FUNCTION_CHARACTERS,
    FUNCTION_WORDS,
    METHOD,
    FeatureDensityOptions,
    function_words,
)
from maintext.html import parse
from maintext.html.characters import CJK, classes, code_points
from maintext.options import changed

DEFAULTS = FeatureDensityOptions()
LONG = "The ferry was late again, so people stood on the old bridge, and looked at the river below."
OTHER = "Nobody had told the mayor, who was at the market, with half of the council until noon."


kept = partial(shown.kept, METHOD)
reasons = partial(shown.reasons, METHOD)


def scores(markup: str, **options: Any) -> list[float]:
    """Score of each text, in page order."""
    page = parse(markup)
    score = METHOD.select(page, options).score
    return [float(score[row]) for row in np.flatnonzero(page.n_chars > 0).tolist()]


# -- the definition -----------------------------------------------------------------------------------


def assert_defined(markup: str, **options: Any) -> None:
    page, chosen = parse(markup), changed(DEFAULTS, options)
    selection, blocks = METHOD.function(page, chosen), definition.blocks_of(markup, chosen)
    for block in blocks:
        assert selection.score[block.rows].tolist() == pytest.approx(
            [block.score] * len(block.rows), rel=1e-5
        )
    assert selection.facts["threshold"] == pytest.approx(definition.threshold(blocks, chosen))
    kept_rows = np.flatnonzero(selection.keep & (page.n_chars > 0)).tolist()
    assert kept_rows == definition.kept_rows(blocks, chosen)


@each("name", ZOO)
def test_a_zoo_page_is_read_as_defined(name: str) -> None:
    assert_defined(ZOO[name])


@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_is_read_as_defined(markup: str) -> None:
    assert_defined(markup)


@settings(deadline=None)
@given(MARKUP)
def test_a_generated_page_with_other_options_is_read_as_defined(markup: str) -> None:
    assert_defined(markup, max_gap=0, threshold=0.9, min_region_share=0.7, marks_weight=0.5, run_weight=0.0)
    assert_defined(
        markup, enough_marks=1, half_run_chars=5, enough_function_words=0.5, floor=0.0, min_link_free=0.6
    )


def assert_function_words(markup: str) -> None:
    page = parse(markup)
    places = function_words(page)
    counts = [
        int(((places >= start) & (places < end)).sum())
        for start, end in zip(page.text_start, page.text_end, strict=True)
    ]
    assert counts == [definition.n_function_words(row.text) for row in rows_of(markup)]
    assert (np.diff(places) > 0).all()


@each("name", ZOO)
def test_function_words_of_a_zoo_page(name: str) -> None:
    assert_function_words(ZOO[name])


@settings(deadline=None)
@given(MARKUP)
def test_function_words_of_a_generated_page(markup: str) -> None:
    assert_function_words(markup)


# -- by hand ------------------------------------------------------------------------------------------

# <body><p>Rain, of course.: 6 + 3 + 16 = 25 characters of HTML, 14 of text.
# d = 14 / 25, s = sat(2 / 3), r = 14 / 34, f = sat(1 / 3 / 0.2) = 1, u = 1
SCORE_BY_HAND = math.sqrt(0.56) * (0.1 + 2 / 3) / 1.1 * 14 / 34


def test_a_score_by_hand() -> None:
    assert scores("<p>Rain, of course.</p>") == pytest.approx([0.7483 * 0.6970 * 0.4118], abs=1e-4)
    assert scores("<p>Rain, of course.</p>") == pytest.approx([SCORE_BY_HAND])


@pytest.mark.parametrize(
    ("weight", "factor"),
    [
        ("density_weight", math.sqrt(0.56)),
        ("marks_weight", (0.1 + 2 / 3) / 1.1),
        ("run_weight", 14 / 34),
        ("function_words_weight", 1),
        ("link_free_weight", 1),
    ],
)
def test_a_weight_of_zero_leaves_a_feature_out(weight: str, factor: float) -> None:
    assert scores("<p>Rain, of course.</p>", **{weight: 0.0}) == pytest.approx([SCORE_BY_HAND / factor])


def test_the_threshold_is_a_share_of_the_mean_weighted_by_text() -> None:
    page = parse(f"<p>{LONG}</p><p>Home</p>")
    first, second = scores(f"<p>{LONG}</p><p>Home</p>")
    mean = (74 * first + 4 * second) / 78
    assert METHOD.select(page).facts["threshold"] == pytest.approx(0.5 * mean, rel=1e-5)
    assert METHOD.select(page, {"threshold": 2.0}).facts["threshold"] == pytest.approx(2 * mean, rel=1e-5)


# -- features -----------------------------------------------------------------------------------------


def score_of(markup: str) -> float:
    return scores(markup)[0]


def test_markup_lowers_the_score() -> None:
    assert score_of(f"<p>{LONG}</p>") > score_of(f'<p class="a long name of a class">{LONG}</p>')


def test_sentence_marks_raise_the_score() -> None:
    assert score_of(f"<p>{LONG}</p>") > score_of(f"<p>{LONG.replace(',', ' ').replace('.', ' ')}</p>")


def test_tags_between_words_lower_the_score() -> None:
    def without_density(markup: str) -> float:
        return scores(markup, density_weight=0.0)[0]

    cut = LONG.replace(" ", " <i></i>")
    assert without_density(f"<p>{LONG}</p>") > 1.5 * without_density(f"<p>{cut}</p>")


def test_links_lower_the_score() -> None:
    assert scores(f"<p><a href=/>{LONG}</a></p>") == [0]


@pytest.mark.parametrize(
    ("with_function_words", "without"),
    [
        ("the end of a day at the river", "end x day stop river now xyz bbb"),
        ("он был в лесу и на реке", "сон был лесу реке день ночь"),
        ("σε μια πόλη με το ποτάμι", "πόλη ποτάμι μέρα νύχτα φως"),
        ("我们在城市的河边和他说", "城市河边桥梁山水树木云雨"),
    ],
)
def test_function_words_raise_the_score_in_any_script(with_function_words: str, without: str) -> None:
    def by_words(text: str) -> float:
        return scores(f"<p>{text}</p>", density_weight=0.0, run_weight=0.0, marks_weight=0.0)[0]

    assert by_words(with_function_words) > 2 * by_words(without)


# -- function words -----------------------------------------------------------------------------------


def found(markup: str) -> list[str]:
    """The first four characters of each function word."""
    page = parse(markup)
    return [page.text[place : place + 4] for place in function_words(page).tolist()]


def test_words_of_letters_are_whole_words() -> None:
    assert found("<p>of office, roof (of)") == ["of o", "of)"]


def test_a_word_in_capitals_is_none() -> None:
    assert found("<p>The OF end") == []


def test_texts_that_touch_are_apart() -> None:
    assert found("<p>roof</p><p>of</p><p>fice") == ["offi"]
    assert found("<p>o<b>f</b>") == ["of"]  # "o" is a word of its own in Portuguese


def test_a_chinese_character_is_a_word() -> None:
    assert found("<p>美丽的城市和the河") == ["的城市和", "和the", "the河"]


def test_no_function_word_has_more_than_four_letters() -> None:
    words = [word for words in FUNCTION_WORDS.values() for word in words.split()]
    assert [word for word in words if len(word) > 4 or word != word.lower()] == []


def test_function_characters_are_words_of_one_character() -> None:
    assert len(set(FUNCTION_CHARACTERS)) == len(FUNCTION_CHARACTERS)
    assert (classes(code_points(FUNCTION_CHARACTERS)) & CJK).all()


# -- regions ------------------------------------------------------------------------------------------

MENU = "<ul>" + "".join(f"<li><a href=/{i}>Section {i}</a></li>" for i in range(5)) + "</ul>"


def test_a_page_of_one_block_is_one_region() -> None:
    assert kept(f"<p>{LONG}</p>") == LONG


def test_a_heading_between_paragraphs_is_part_of_the_region() -> None:
    page = f"{MENU}<p>{LONG}</p><h2>Later</h2><p>{OTHER}</p>{MENU}"
    assert kept(page) == f"{LONG}\n\nLater\n\n{OTHER}"
    assert reasons(page)["Later"] == "in a region of running text"
    assert reasons(page)["Section 1"] == "in no region of running text"


def test_a_blog_page_with_several_topics_keeps_them_all() -> None:
    assert kept(f"<div>{LONG}</div>{MENU}<div>{OTHER}</div>{MENU}<div>{LONG}</div>") == (
        f"{LONG}\n\n{OTHER}\n\n{LONG}"
    )


def test_the_gap_is_an_option() -> None:
    three = "<p>One</p><p>Two</p><p>Three</p>"
    page = f"<p>{LONG}</p>{three}<p>{OTHER}</p>"
    assert "Two" in kept(page)
    assert kept(page, max_gap=2) == f"{LONG}\n\n{OTHER}"


def test_a_light_region_is_dropped() -> None:
    page = f"<p>{LONG}</p><p>{OTHER}</p>{MENU}<p>It is late, is it?</p>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert kept(page, threshold=0.1, min_region_share=0.01).endswith("It is late, is it?")


def test_one_region_is_kept_where_the_share_is_one() -> None:
    assert (
        kept(f"<p>{LONG}</p><p>{LONG}</p>{MENU}<p>{OTHER}</p>", min_region_share=1.0) == f"{LONG}\n\n{LONG}"
    )


def test_links_inside_a_region_are_dropped() -> None:
    page = f"<p>{LONG}</p><p>See <a href=/>the pictures of it</a></p><p>{OTHER}</p>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["the pictures of it"] == "made of links in a region of running text"


def test_a_page_of_links_has_no_region() -> None:
    assert kept(MENU) == ""
    assert METHOD.select(parse(MENU)).facts == {"threshold": 0.0, "n_regions": 0}


def test_a_page_without_text_has_no_region() -> None:
    page = parse("<div><img src=a></div>")
    assert METHOD.select(page).facts == {"threshold": 0.0, "n_regions": 0}
